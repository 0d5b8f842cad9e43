/**
 * @file report.h
 * @brief The result, for people and as the documented JSON.
 */
#ifndef WARPLAB_REPORT_H
#define WARPLAB_REPORT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "run/grading.h"

/**
 * Prints the report, at most 100 columns wide; colours only where @p out is a terminal.
 * @param full every check and what it was graded with; otherwise the next step, the score and what lost
 * points
 */
void report_print(FILE *out, const struct grading *grading, bool full);

/** How a result is printed. */
enum report_format {
    REPORT_TEXT,  /**< report_print() */
    REPORT_SARIF, /**< sarif_print() */
    REPORT_LINES  /**< lines_print() */
};

/** Prints what is wrong as compilers do: `FILE:LINE:COLUMN: error: MESSAGE [RULE]`, and the other side of a
 * race as a note behind it. @return false if memory is used up */
bool lines_print(FILE *out, const struct grading *grading);
/** Prints what is wrong as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), which editors
 * and code hosts read. @return false if memory is used up */
bool sarif_print(FILE *out, const struct grading *grading);

/** The whole result as a JSON object; the caller deletes it. NULL if memory is used up. */
cJSON *json_of(const struct grading *grading);
/**
 * Writes the result to @p path, or to standard output for "-". A file is written whole or not at all.
 * @return false with the @p error
 */
bool json_write(const struct grading *grading, const char *path, struct error *error);

/** @name What a part of the runs adds, on screen and in the JSON
 * @{ */
/** Prints a table a task, and once why the GPU's are missing. */
void counted_print(FILE *out, const struct grading *grading);
/** The same as a JSON array: `[{"task","n","engine":{…}|null,"gpu":{…}|null,"problem":null|"…",
 * "reached":{…}|null}]`. */
cJSON *counted_json(const struct grading *grading);

enum { LEADERBOARD_LINE = 512 };

/** Writes one task's line, or why it has none: there is no figure without a GPU, for a submission that is
 * wrong anywhere, or above what the device's memory can give. @return whether it has one */
bool leaderboard_line(const struct grading *grading, size_t task, char *line, size_t size);

/** Array of `{"task","device","n","gbps","copy_gbps","vendor_gbps"}`, for the tasks that have a line;
 * vendor_gbps is null where the vendor's library gave no figure. The caller frees it. */
cJSON *leaderboard_json(const struct grading *grading);
/** @} */

#endif
