/**
 * @file compare.h
 * @brief Two recordings next to each other.
 */
#ifndef SIMT_RECORD_COMPARE_H
#define SIMT_RECORD_COMPARE_H

#include <stdio.h>

/** Writes a page, complete in itself, with the recordings @p left and @p right side by side, their steps and
 * work counted up. Errors are the stream's. */
void trace_page_compare(FILE *file, const char *left, const char *right);

/** Finds a recording in what a trace was written to: its JSON, or its page.
 * @param text the file's whole text; changed
 * @return where the JSON begins in it, NULL if there is none; whether it is well-formed is not looked at */
char *trace_page_find(char *text);

#endif
