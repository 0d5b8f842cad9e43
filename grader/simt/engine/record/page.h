/**
 * @file page.h
 * @brief The page that shows a recording.
 */
#ifndef SIMT_RECORD_PAGE_H
#define SIMT_RECORD_PAGE_H

#include <stdio.h>

/** Writes the page, complete in itself, around the recording @p json. Errors are the stream's. */
void simt_record_page(FILE *file, const char *json);

#endif
