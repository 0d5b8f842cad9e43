/**
 * @file wrap.h
 * @brief Text in lines of at most 100 columns, also where characters are two columns wide and words have no
 * spaces.
 */
#ifndef WARPLAB_WRAP_H
#define WARPLAB_WRAP_H

#include <stdio.h>

/** Columns that UTF-8 text takes on a terminal. */
int wrap_columns(const char *text);
/** Prints @p text in lines of at most 100 columns, not counting the @p indent spaces before each. */
void wrap_print(FILE *out, int indent, const char *text);
/** Prints @p text, and spaces up to @p columns. */
void wrap_pad(FILE *out, const char *text, int columns);

#endif
