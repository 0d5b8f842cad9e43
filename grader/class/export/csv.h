/**
 * @file csv.h
 * @brief Cells of a CSV file (RFC 4180) that no spreadsheet takes for a formula.
 */
#ifndef WARPLAB_CSV_H
#define WARPLAB_CSV_H

#include <stdio.h>

/** A cell of untrusted text: quoted where it must be, and with an apostrophe in front where a spreadsheet
 * would read a formula. NULL is an empty cell. */
void csv_text(FILE *out, const char *text);
/** The same, always quoted. */
void csv_quoted(FILE *out, const char *text);
/** A cell that holds a number. */
void csv_number(FILE *out, double number);

#endif
