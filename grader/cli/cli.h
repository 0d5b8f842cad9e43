/**
 * @file cli.h
 * @brief The command line of `grade LAB`.
 */
#ifndef WARPLAB_CLI_H
#define WARPLAB_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/command_line.h"
#include "judge/flow.h"
#include "report/next.h"
#include "report/report.h"

enum { CLI_MAX_TRACE_N = NEXT_TRACE_MOST, CLI_MAX_TRACE_VALUES = 64 };

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
    bool assembly;               /**< show PTX instead of a grade */
    const char *trace;           /**< the file of a trace to write instead of a grade, NULL if none; "-" */
    const char *trace_task;      /**< the task to trace, NULL for the lab's first */
    const char *compare;         /**< a trace to put beside the one to write, NULL if none */
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

#endif
