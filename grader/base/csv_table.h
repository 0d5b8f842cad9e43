/**
 * @file csv_table.h
 * @brief A CSV file that a person or a spreadsheet wrote, read whole (RFC 4180).
 *
 * Cells are separated by commas, semicolons or tabs: by whichever the first line has most of. Text is UTF-8,
 * with or without a mark, or UTF-16, as spreadsheets write it. Empty lines are left out; lines that begin
 * with # as well, except headings of which the first is # alone.
 */
#ifndef WARPLAB_CSV_TABLE_H
#define WARPLAB_CSV_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

/** One line of it. */
struct csv_row {
    char **cells; /**< without blanks around them */
    size_t count; /**< of `cells` */
    int line;     /**< where it begins in the file, from 1 */
};

/** All of it. */
struct csv_table {
    char *path;           /**< the file's, for messages */
    char *text;           /**< what cells point into */
    struct csv_row *rows; /**< the first one has the headings */
    size_t count;         /**< of `rows` */
};

/** Reads a file. The caller frees the table in any case. @return false with a sentence in @p error, which
 * names the file and, where it is about one, the line */
bool csv_table_read(struct csv_table *table, const char *path, struct error *error);
/** Frees all. */
void csv_table_free(struct csv_table *table);

/** A cell, "" where the row is too short. */
const char *csv_cell(const struct csv_row *row, int column);
/**
 * The first column with one of these headings; capitals make no difference.
 * @param names ends with NULL
 * @return -1 if there is none
 */
int csv_column(const struct csv_table *table, const char *const *names);

/* Cells of a CSV file (RFC 4180) that no spreadsheet takes for a formula. */

/** A cell of untrusted text: quoted where it must be, and with an apostrophe in front where a spreadsheet
 * would read a formula. NULL is an empty cell. */
void csv_text(FILE *out, const char *text);
/** The same, always quoted. */
void csv_quoted(FILE *out, const char *text);
/** A cell that holds a number. */
void csv_number(FILE *out, double number);

#endif
