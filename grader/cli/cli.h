/**
 * @file cli.h
 * @brief The command line of `grade LAB`.
 */
#ifndef WARPLAB_CLI_H
#define WARPLAB_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/flags.h"
#include "sandbox/sandbox.h"

enum { CLI_MAX_TRACE_N = 65536, CLI_MAX_TRACE_VALUES = 64 };

/** What was asked for on the command line. Its strings are the command line's own. */
struct cli {
    const char *lab;            /**< the lab's name; NULL only with `help` */
    const char *submission;     /**< NULL: the lab's own file */
    unsigned backends;          /**< set of enum backend */
    bool seeded;                /**< `seed` was given; else one is drawn */
    uint64_t seed;              /**< what every size and input is drawn from */
    long hint;                  /**< 0: none asked for */
    const char *json;           /**< NULL: none; "-": standard output */
    const char *trace;          /**< the file of a trace to write instead of a grade, NULL if none; "-" */
    const char *trace_task;     /**< the task to trace, NULL for the lab's first */
    const char *compare;        /**< a trace to put beside the one to write, NULL if none */
    long trace_n;               /**< elements of input in a trace */
    const char *trace_values;   /**< the input of a trace, numbers with commas between, as many as trace_n;
                                 * NULL: 1, 2, 3, ... */
    long trace_block;           /**< threads a block in a trace, where WL_BLOCK() is used; 0: as it says */
    long trace_launch;          /**< the launch that a picture shows, from 1; 0: all */
    long trace_step;            /**< the step that a picture shows, from 1; 0: from barrier to barrier */
    enum sandbox_tier required; /**< the sandbox must be as good as this; SANDBOX_TIER_NONE: any */
    bool counters;              /**< print the GPU's own counters beside the engine's */
    bool quiet;                 /**< print no report */
    bool help;                  /**< print how it is used, and nothing else */
};

/** Exit codes of `grade`. */
enum { EXIT_FULL_MARKS = 0, EXIT_LESS = 1, EXIT_OWN_FAULT = 2 };

/**
 * Reads the command line.
 * @return false with one clear sentence in @p why, which suggests what may have been meant
 */
bool cli_parse(struct cli *cli, int count, char **arguments, char *why, size_t size);
struct flow_request; // judge/flow.h
/** What a grading run is to do, of all that was asked for. */
struct flow_request cli_request(const struct cli *cli);
/** A set of backends by its name: "cpu", "gpu", "all". */
bool cli_read_backend(const char *word, unsigned *backends);
/** A seed: up to 16 hexadecimal digits. */
bool cli_read_seed(const char *word, uint64_t *seed);
/** Reads "A", "B" or "C". */
bool cli_read_tier(const char *word, enum sandbox_tier *tier);
/** The i-th word that cli_read_backend() takes, NULL past the last. */
const char *cli_backend_at(size_t i);
/** The i-th word that cli_read_tier() takes, NULL past the last. */
const char *cli_tier_at(size_t i);
/** The flags of `grade LAB`, but for --help. */
extern const struct flag cli_flags[];

#endif
