/**
 * @file cli.h
 * @brief The command line of `grade LAB`, and the code behind each of its options.
 */
#ifndef WARPLAB_CLI_H
#define WARPLAB_CLI_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/command_line.h"
#include "base/paths.h"
#include "judge/flow.h"
#include "lab/cause.h"
#include "report/report.h"
#include "run/predictions.h"

enum { CLI_MAX_TRACE_N = NEXT_TRACE_MOST, CLI_MAX_TRACE_VALUES = 64 };

/* The result of a lab's last ./grade: it selects hints, and the inputs to try again. */

/** The name for the lab's own file, labs/LAB/LAB.cu. */
#define LAST_RUN_OWN "-"

/** One lab's last run that did not end in full marks. */
struct last_run {
    enum cause cause;          /**< the cause to fix first */
    uint64_t seed;             /**< of its inputs */
    char submission[PATH_MAX]; /**< the graded file, as it was given; or LAST_RUN_OWN */
    bool traced;               /**< there is a case that a trace can show */
    struct next_trace trace;   /**< the case */
};

/** Reads the last run of a submission. @param submission as in struct last_run
 * @return false if there is none, as after full marks, or after a run of another file */
bool last_run_read(struct last_run *run, const struct paths *paths, const char *lab, const char *submission);
/** Stores it in the build folder. If that cannot be written, nothing is stored. Of files other than the lab's
 * own, only the last one is kept. */
void last_run_keep(const struct last_run *run, const struct paths *paths, const char *lab);
/** Deletes it. */
void last_run_forget(const struct paths *paths, const char *lab, const char *submission);

/** The command line as given. Its strings are the command line's own. */
struct cli {
    struct flow_request request; /**< the submission to grade or trace */
    long hint;                   /**< 0: none requested */
    const char *json;            /**< NULL: none; "-": standard output */
    int format;                  /**< of the report: an enum report_format */
    bool full;                   /**< the report has every check */
    bool watch;                  /**< grade again whenever the file is saved */
    bool failed;                 /**< trace the case of the last report */
    bool predict;                /**< ask for numbers before the run */
    bool explain;                /**< ask about the submission's own run */
    bool assembly;               /**< show PTX instead of a grade */
    const char *trace;           /**< the file of a trace to write instead of a grade, NULL if none; "-" */
    const char *trace_task;      /**< the task to trace, NULL for the lab's first */
    long trace_option;           /**< for the launcher that is traced */
    long trace_n;                /**< elements of input in a trace */
    const char *trace_values;    /**< the input of a trace, as many comma-separated numbers as trace_n; NULL:
                                  * 1, 2, 3, ... */
    long trace_launch;           /**< the launch that a picture shows, from 1; 0: all */
    long trace_step;             /**< the step that a picture shows, from 1; 0: from barrier to barrier */
    bool quiet;                  /**< print no report */
    bool version;                /**< print the version, and nothing else */
};

/**
 * Reads the command line.
 * @return COMMAND_LINE_WRONG with one clear sentence in @p error, which suggests what may be meant
 */
enum command_line cli_parse(struct cli *cli, int count, char **arguments, struct error *error);
/** Reads a trace's input: "5,2,8,1". @return false if it is not a list of numbers */
bool cli_take_values(struct cli *cli, const char *value);
/** `grade LAB`, for its --help. */
extern const struct command cli_command;

/* `grade LAB --predict`: the reader predicts numbers before the run; the counters decide. */

/**
 * Shows the lab's programs, asks, reads one answer from each line of @p in, and marks it. At the end of @p
 * in, the other questions stay unanswered. Reports it if the lab has no questions.
 * @param predictions gets the questions and answers; without a lab if there is nothing to ask
 * @return false if the grader could not do its work, with a sentence in @p error, or was stopped
 */
bool predict(struct predictions *predictions, const struct cli *cli, const struct paths *paths, FILE *in,
             FILE *people, struct error *error);

/* `grade LAB --explain`: questions about the submission's own run, marked by its recording. */

/** Asks, reads one answer from each line of @p in, marks it, and judges again. Gives the reason if there is
 * nothing to ask. @return false if it was stopped */
bool explain_ask(struct grading *grading, FILE *in, FILE *people);

/* `grade LAB --watch`: grades again whenever the file is saved. */

/** Grades now and after every save, small cases first, until a signal arrives. @return the exit code */
int watch(const struct cli *cli, const struct paths *paths);

/* `grade LAB --asm`: each kernel's source lines with their PTX, and how many blocks fit on a device. */

/** Compiles, runs the small cases to find the kernels' launches, and prints. @return the exit code */
int show_asm(const struct cli *cli);

/* One run of ./grade LAB by a person: grades, stores the result, reports. */

/** Finds the last run of the submission. @return false if there is none without full marks */
bool run_last(struct last_run *last, const struct cli *cli, const struct paths *paths);

/** A run without --seed takes the seed of the last failed run, until it passes. */
void run_take_last_seed(struct cli *cli, const struct paths *paths);

/** Grades and reports. @return the exit code */
int run_once(const struct cli *cli);

/** Runs @p part with its own grading, and frees that. @return the result of @p part */
int run_with_grading(const struct cli *cli, int (*part)(const struct cli *, struct grading *));

/** Grades the small cases on the engine. @return false, with the exit code and a message, on failure */
bool run_grade_small(const struct cli *cli, struct grading *grading, int *code);

/** Tries only the small cases, and reports what is wrong with them, or that they are right. @return the exit
 * code; EXIT_FULL_MARKS if they are right */
int run_small(const struct cli *cli);

#endif
