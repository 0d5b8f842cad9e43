/**
 * @file cli.h
 * @brief The command line of `grade LAB`, and what each of its options has done.
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

/* What the last ./grade of a lab came to: which hints fit, and which inputs to try again. */

/** The name for the lab's own file, labs/LAB/LAB.cu. */
#define LAST_RUN_OWN "-"

/** One lab's last run that did not end in full marks. */
struct last_run {
    enum cause cause;          /**< what to fix first */
    uint64_t seed;             /**< of its inputs */
    char submission[PATH_MAX]; /**< the file that was graded, as it was named; or LAST_RUN_OWN */
    bool traced;               /**< there is a case that a trace can show */
    struct next_trace trace;   /**< that case */
};

/** The last run of a submission. @param submission as in struct last_run
 * @return false if there is none, as after full marks, or after a run of another file */
bool last_run_read(struct last_run *run, const struct paths *paths, const char *lab, const char *submission);
/** Keeps it, in the build folder. Where that cannot be written there will be none. Of files other than the
 * lab's own only the last one is kept. */
void last_run_keep(const struct last_run *run, const struct paths *paths, const char *lab);
/** Forgets it. */
void last_run_forget(const struct paths *paths, const char *lab, const char *submission);

/** What was asked for on the command line. Its strings are the command line's own. */
struct cli {
    struct flow_request request; /**< what is to be graded or traced */
    long hint;                   /**< 0: none asked for */
    const char *json;            /**< NULL: none; "-": standard output */
    int format;                  /**< of the report: an enum report_format */
    bool full;                   /**< the report has every check */
    bool watch;                  /**< grade again whenever the file is saved */
    bool failed;                 /**< trace the case that the last report was about */
    bool predict;                /**< ask for numbers before the run */
    bool explain;                /**< ask about the submission's own run */
    bool assembly;               /**< show PTX instead of a grade */
    const char *trace;           /**< the file of a trace to write instead of a grade, NULL if none; "-" */
    const char *trace_task;      /**< the task to trace, NULL for the lab's first */
    long trace_option;           /**< of the launcher that is traced */
    long trace_n;                /**< elements of input in a trace */
    const char *trace_values;    /**< the input of a trace, numbers with commas between, as many as trace_n;
                                  * NULL: 1, 2, 3, ... */
    long trace_launch;           /**< the launch that a picture shows, from 1; 0: all */
    long trace_step;             /**< the step that a picture shows, from 1; 0: from barrier to barrier */
    bool quiet;                  /**< print no report */
    bool version;                /**< print which one this is, and nothing else */
};

/**
 * Reads the command line.
 * @return COMMAND_LINE_WRONG with one clear sentence in @p error, which suggests what may have been meant
 */
enum command_line cli_parse(struct cli *cli, int count, char **arguments, struct error *error);
/** Takes a trace's input: "5,2,8,1". @return false if that is no list of numbers */
bool cli_take_values(struct cli *cli, const char *value);
/** `grade LAB`, for its --help. */
extern const struct command cli_command;

/* `grade LAB --predict`: numbers that the reader works out before the run, marked by the counters. */

/**
 * Shows the lab's programs, asks, reads one answer from each line of @p in, and marks it. The end of @p in
 * leaves the rest unanswered. A lab without questions says so.
 * @param predictions what was asked and answered; without a lab if there is nothing to ask
 * @return false if the grader could not do its work, with a sentence in @p error, or was stopped
 */
bool predict(struct predictions *predictions, const struct cli *cli, const struct paths *paths, FILE *in,
             FILE *people, struct error *error);

/* `grade LAB --explain`: questions about the submission's own run, marked by what was recorded of it. */

/** Asks, reads one answer from each line of @p in, marks it, and judges again. Says why if there is nothing
 * to ask. @return false if it was stopped */
bool explain_ask(struct grading *grading, FILE *in, FILE *people);

/* `grade LAB --watch`: grades again whenever the file is saved. */

/** Grades now and after every save, small cases first, until a signal comes. @return the exit code */
int watch(const struct cli *cli, const struct paths *paths);

/* `grade LAB --asm`: each kernel's source lines beside their PTX, and how many blocks fit on a device. */

/** Compiles, runs the small cases to see how kernels are launched, and prints. @return the exit code */
int show_asm(const struct cli *cli);

/* One grading, as somebody typed it: graded, remembered, reported. */

/** The last run of what is to be graded. @return false if there is none that did not get full marks */
bool run_last(struct last_run *last, const struct cli *cli, const struct paths *paths);

/** A run without --seed takes the seed that failed last, until it passes. */
void run_take_last_seed(struct cli *cli, const struct paths *paths);

/** Grades and reports. @return the exit code */
int run_once(const struct cli *cli);

/** Runs @p part with a grading of its own, and frees that. @return what @p part returns */
int run_with_grading(const struct cli *cli, int (*part)(const struct cli *, struct grading *));

/** Grades the small cases on the engine. @return false, and says why, with the exit code, if it cannot */
bool run_grade_small(const struct cli *cli, struct grading *grading, int *code);

/** Tries the small cases alone, and says what is wrong with them, or that they are right. @return the exit
 * code; EXIT_FULL_MARKS if they are right */
int run_small(const struct cli *cli);

#endif
