/**
 * @file wrap.h
 * @brief Text in lines of at most 100 columns, or the terminal's, also where characters are two columns wide
 * and words have no spaces.
 */
#ifndef WARPLAB_WRAP_H
#define WARPLAB_WRAP_H

#include <stdio.h>

/** Columns of a line: the terminal's, if @p out is one, but no more than 100 and no fewer than 40. */
int wrap_width(FILE *out);
/** Columns that UTF-8 text takes on a terminal. */
int wrap_columns(const char *text);
/** Prints @p text in lines of at most wrap_width() columns, the @p indent spaces before each included. */
void wrap_print(FILE *out, int indent, const char *text);
/** Prints @p text, and spaces up to @p columns. */
void wrap_pad(FILE *out, const char *text, int columns);

#endif
