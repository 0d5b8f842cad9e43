/**
 * @file report.h
 * @brief The result as a report for people, and as the documented JSON.
 */
#ifndef WARPLAB_REPORT_H
#define WARPLAB_REPORT_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "lab/cause.h"
#include "run/grading.h"

/**
 * Prints the report, at most 100 columns wide; in colour only if @p out is a terminal.
 * @param full every check and the settings of the grading; otherwise the next step, the score and the lost
 * points
 */
void report_print(FILE *out, const struct grading *grading, bool full);
/** The number of points, of 100, from which `--explain` is offered. */
enum { REPORT_EXPLAIN_FROM = 70 };
/** Whether a submission has enough points to be offered `--explain`. */
bool report_offers_explain(const struct grading *grading);

/** The format in which a result is printed. */
enum report_format {
    REPORT_TEXT,  /**< report_print() */
    REPORT_SARIF, /**< sarif_print() */
    REPORT_LINES  /**< lines_print() */
};

/** Prints the findings in the format of compilers: `FILE:LINE:COLUMN: error: MESSAGE [RULE]`, and the other
 * side of a race as a note after it. @return false if memory runs out */
bool lines_print(FILE *out, const struct grading *grading);
/** Prints the findings as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), which editors
 * and code hosts read. @return false if memory runs out */
bool sarif_print(FILE *out, const struct grading *grading);

/** Adds a text, or null if there is none. */
void json_add_text(cJSON *object, const char *name, const char *text);
/** Adds a number, or null if it is not known. */
void json_add_number(cJSON *object, const char *name, bool known, double number);
/** The whole result as a JSON object; the caller deletes it. NULL if memory runs out. */
cJSON *json_of(const struct grading *grading);
/** Prints a JSON value, and deletes it; NULL is taken for memory that is used up.
 * @return false if memory is used up */
bool json_print(FILE *out, cJSON *value);
/**
 * Writes the result to @p path, or to standard output for "-". A file is written whole or not at all.
 * @return false with the @p error
 */
bool json_write(const struct grading *grading, const char *path, struct error *error);

/** @name Parts of the runs, on screen and in the JSON
 * @{ */
/** Prints one table per task, and once the reason if the GPU's numbers are missing. */
void counted_print(FILE *out, const struct grading *grading);
/** The same as a JSON array: `[{"task","n","engine":{…}|null,"gpu":{…}|null,"problem":null|"…",
 * "reached":{…}|null}]`. */
cJSON *counted_json(const struct grading *grading);

enum { LEADERBOARD_LINE = 512 };

/** Writes one task's line, or the reason that there is none: no GPU, any fault in the submission, or a figure
 * above the device's memory bandwidth. @return whether it has one */
bool leaderboard_line(const struct grading *grading, size_t task, char *line, size_t size);

/** Array of `{"task","device","n","gbps","copy_gbps","vendor_gbps"}`, one per task with a line; vendor_gbps
 * is null if CUB gave no figure. The caller frees it. */
cJSON *leaderboard_json(const struct grading *grading);
/** @} */

/** Prints a sentence wrapped like wrap_print(), printf-like. */
void report_say(FILE *out, int indent, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The findings of a grading, as places in files: for editors and other programs that mark lines. */

/** The severity of a finding, in a compiler's terms. */
enum finding_level {
    FINDING_ERROR,   /**< wrong, or not safe */
    FINDING_WARNING, /**< correct, but slow or not the lab's technique */
    FINDING_NOTE     /**< a task that is not started */
};

/** A place in a file. */
struct finding_place {
    char path[PATH_MAX]; /**< absolute if the lab's own file was graded, else as it was given */
    int line;            /**< from 1; 0: there is no place */
    int column;          /**< from 1, in characters: the start of the line's text; only the line is known */
    int end;             /**< past the line's last character; 0 if the line cannot be read */
};

/** One check that failed or is open, or whose task is not started. */
struct finding {
    const struct check *check;  /**< of the grading that was searched */
    enum finding_level level;   /**< by the question that the check belongs to */
    char rule[64];              /**< "races/race_in_block": the check, and its cause if it is known */
    struct finding_place place; /**< the line to blame, or the file's first line */
    struct finding_place other; /**< for example, the race's other side */
};

/** All findings of a grading. */
struct findings {
    size_t count;                            /**< of `list` */
    struct finding list[GRADING_MAX_CHECKS]; /**< the one to fix first, then the others as in a report */
};

/** "error", "warning" or "note". */
const char *finding_level_name(enum finding_level level);

/** Finds all of them. @return NULL if memory runs out; the caller frees it */
struct findings *findings_of(const struct grading *grading);

/* Advice on a cause, and hints in three steps. */

enum { ADVICE_HINTS = 3 };

/** Texts of one cause, in English; language_of() translates them. */
struct advice {
    const char *title; /**< its name in a headline */
    const char *next;  /**< one sentence: what to do */
    const char
        *hints[ADVICE_HINTS]; /**< a question, then the place, then nearly the line; NULL: the lab's hints
                                 for the task are the ones that fit, or there is nothing to guess */
};

/** The advice on a cause; for CAUSE_NONE all members are NULL. */
const struct advice *advice_on(enum cause cause);

/* The next step: the first cause, its smallest case, and a suitable hint. */

/** Space for a command. */
enum { NEXT_COMMAND = 320 };

/** Writes the command that calls ./grade again for this submission, without further options; a description of
 * it, if a shell would not take the path as it is. */
void next_command(char *to, size_t size, const struct grading *grading);

/** The maximum number of elements in a trace. */
enum { NEXT_TRACE_MOST = 65536 };

/** A case that a trace can show, as options of --trace. */
struct next_trace {
    char task[64];   /**< --task */
    int32_t n;       /**< --n; 0: a trace's default */
    int32_t option;  /**< --option */
    char values[96]; /**< --values; "": not given */
};

/** The case that shows the fault of @p check. @return false if a trace would not show it */
bool next_trace_of(struct next_trace *trace, const struct grading *grading, const struct check *check);

/** The elements of a large input that are counted wrongly (run/contributions.h); "" if @p check is not about
 * that, or it is not known. */
const char *next_elements_of(const struct grading *grading, const struct check *check);

/** The first wrong value inside (run/first_wrong.h) of the small input; "" if it is not known. */
const char *next_inside_of(const struct grading *grading, const struct check *check);

/** The small input that shows a wrong answer, described: "n = 4 (1, 2, 3, 4)"; "" without one. */
const char *next_small_of(const struct grading *grading, const struct check *check);

/** Prints the next step, or nothing after full marks. @param bold begins bold text @param end ends it; or
 * "" */
void next_print(FILE *out, const char *bold, const char *end, const struct grading *grading);
/** The same in one line, to end a long report. */
void next_print_line(FILE *out, const struct grading *grading);
/** How many hints there are: three of @p cause, if it has its own, and all of the lab's. */
size_t next_hint_count(const struct spec *lab, enum cause cause);
/**
 * Prints a hint. If @p cause has its own hints, these are the first three, and all of the lab's follow.
 * @return false if there is none of that number
 */
bool next_print_hint(FILE *out, const struct spec *lab, enum cause cause, long number);

#endif
