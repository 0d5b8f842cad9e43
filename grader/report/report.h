/**
 * @file report.h
 * @brief The result, for people and as the documented JSON.
 */
#ifndef WARPLAB_REPORT_H
#define WARPLAB_REPORT_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
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

/* What a grading found wrong, as places in files: for editors and other programs that mark lines. */

/** How much a finding weighs, in a compiler's words. */
enum finding_level {
    FINDING_ERROR,   /**< wrong, or not safe */
    FINDING_WARNING, /**< right, but slow or not the lab's technique */
    FINDING_NOTE     /**< a task that is not started */
};

/** A place in a file. */
struct finding_place {
    char path[PATH_MAX]; /**< absolute where the lab's own file was graded, else as it was named */
    int line;            /**< from 1; 0: there is no such place */
    int column; /**< from 1, in characters: where the line's text begins; what is known is the line */
    int end;    /**< past the line's last character; 0 if the line cannot be read */
};

/** One check that failed or is open, or whose task is not started. */
struct finding {
    const struct check *check;  /**< of the run that was searched */
    enum finding_level level;   /**< by the question that the check is about */
    char rule[64];              /**< "races/race_in_block": the check, and its cause where that is known */
    struct finding_place place; /**< the line to blame, or the file's first */
    struct finding_place other; /**< the race's other side, say */
};

/** All of a run. */
struct findings {
    size_t count;                            /**< of `list` */
    struct finding list[GRADING_MAX_CHECKS]; /**< first the one to fix first, then as in a report */
};

/** "error", "warning" or "note". */
const char *finding_level_name(enum finding_level level);

/** Looks for all of them. @return NULL if memory is used up; the caller frees it */
struct findings *findings_of(const struct grading *grading);

#endif
