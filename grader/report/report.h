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
#include "lab/cause.h"
#include "run/grading.h"

/**
 * Prints the report, at most 100 columns wide; colours only where @p out is a terminal.
 * @param full every check and what it was graded with; otherwise the next step, the score and what lost
 * points
 */
void report_print(FILE *out, const struct grading *grading, bool full);
/** Of 100 points, from how many on `--explain` is offered. */
enum { REPORT_EXPLAIN_FROM = 70 };
/** Whether a submission has earned that `--explain` asks about it. */
bool report_offers_explain(const struct grading *grading);

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

/** Adds a text, or null where there is none. */
void json_add_text(cJSON *object, const char *name, const char *text);
/** Adds a number, or null where it is not known. */
void json_add_number(cJSON *object, const char *name, bool known, double number);
/** The whole result as a JSON object; the caller deletes it. NULL if memory is used up. */
cJSON *json_of(const struct grading *grading);
/** Prints a JSON value, and deletes it; NULL is taken for memory that is used up.
 * @return false if memory is used up */
bool json_print(FILE *out, cJSON *value);
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

/** Prints a sentence in lines as wrap_print() does, printf-like. */
void report_say(FILE *out, int indent, const char *format, ...) __attribute__((format(printf, 3, 4)));

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

/* What to do about a cause, and hints that lead there in three steps. */

enum { ADVICE_HINTS = 3 };

/** Texts of one cause, in English; language_of() translates them. */
struct advice {
    const char *title; /**< what it is, as the headline names it */
    const char *next;  /**< one sentence: what to do */
    const char
        *hints[ADVICE_HINTS]; /**< a question, then the place, then nearly the line; NULL: the lab's hints
                                 for the task are the ones that fit, or there is nothing to guess */
};

/** The advice on a cause; of CAUSE_NONE all is NULL. */
const struct advice *advice_on(enum cause cause);

/* What to do next: the cause that comes first, its smallest case, and a hint that fits. */

/** Room for a command. */
enum { NEXT_COMMAND = 320 };

/** Writes how to call ./grade again for this submission, up to further options; words that say so where a
 * shell would not take its path as it is. */
void next_command(char *to, size_t size, const struct grading *grading);

/** The most elements that a trace takes. */
enum { NEXT_TRACE_MOST = 65536 };

/** A case that a trace can show, as the options of --trace name it. */
struct next_trace {
    char task[64];   /**< --task */
    int32_t n;       /**< --n; 0: as many as a trace has otherwise */
    int32_t option;  /**< --option */
    char values[96]; /**< --values; "": not given */
};

/** The case that shows what @p check is about. @return false if a trace would not show it */
bool next_trace_of(struct next_trace *trace, const struct grading *grading, const struct check *check);

/** Which elements of a large input are counted wrongly (run/contributions.h); "" where @p check is not about
 * that, or it is not known. */
const char *next_elements_of(const struct grading *grading, const struct check *check);

/** The first wrong value inside (run/first_wrong.h) of the small input; "" where that is not known. */
const char *next_inside_of(const struct grading *grading, const struct check *check);

/** The small input that shows a wrong answer, in words: "n = 4 (1, 2, 3, 4)"; "" without one. */
const char *next_small_of(const struct grading *grading, const struct check *check);

/** Prints it, or nothing after full marks. @param bold begins bold text @param end ends it; "" without */
void next_print(FILE *out, const char *bold, const char *end, const struct grading *grading);
/** The same in a line, for the end of a long report. */
void next_print_line(FILE *out, const struct grading *grading);
/**
 * Prints a hint. Where @p cause has hints of its own these are the first three, and all of the lab's follow
 * them.
 * @return false if there is none of that number
 */
bool next_print_hint(FILE *out, const struct spec *lab, enum cause cause, long number);

#endif
