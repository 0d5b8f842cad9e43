/**
 * @file flow.h
 * @brief One grading run from its command line to its verdicts.
 */
#ifndef WARPLAB_FLOW_H
#define WARPLAB_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "run/grading.h"
#include "sandbox/sandbox.h"

/** The submission to be graded, and the options. Its strings are the caller's. */
struct flow_request {
    const char *lab;            /**< the lab's name */
    const char *submission;     /**< file or folder; NULL: the lab's own file */
    unsigned backends;          /**< set of enum backend */
    const char *bundle;         /**< filled already for this lab, by build_make_bundle(); NULL: one is made */
    const struct paths *paths;  /**< found already; NULL: they are searched for */
    bool seeded;                /**< `seed` is given; else one is drawn */
    uint64_t seed;              /**< the seed of every size and input */
    enum sandbox_tier required; /**< the sandbox must be as good as this; SANDBOX_TIER_NONE: any */
    bool container;             /**< use no tier of the grader's own: sandbox_use_container() */
    const char *profile;        /**< the CPU engine's device, as a file; NULL: its own */
    bool counters;              /**< also request the GPU's own counters */
    bool small_only;            /**< small cases alone, and nothing about technique or speed */
    long block;                 /**< threads per block if the submission uses WL_BLOCK(); 0: its own */
    const struct predictions *predictions; /**< made already; NULL: those in the submission's text */
    bool explain;          /**< make questions about the submission's own run, to be answered after it */
    uint64_t explain_seed; /**< the seed of those */
    size_t runners;        /**< cases on the CPU engine in parallel; 0: the number of idle cores */
};

/**
 * Grades. The caller frees @p grading in any case.
 * @return false with a sentence in @p error if the grader itself could not do its work
 */
bool flow_grade(struct grading *grading, const struct flow_request *request, struct error *error);

/**
 * Only reads the submission and builds it for the CPU engine: cpu.build has the result.
 * @return false with a sentence in @p error if the grader cannot do its work
 */
bool flow_build(struct grading *grading, const struct flow_request *request, struct error *error);

/* The syntax of a struct flow_request's values on command lines. */

/** A set of backends by its name: "cpu", "gpu", "all". */
bool request_read_backend(const char *word, unsigned *backends);
/** A seed: up to 16 hexadecimal digits, with or without 0x, as seeds are printed. */
bool request_read_seed(const char *word, uint64_t *seed);
/** Reads "A", "B" or "C". */
bool request_read_tier(const char *word, enum sandbox_tier *tier);
/** Reads "auto", the best tier that works here, or "container", no tier of the grader's own. */
bool request_read_sandbox(const char *word, bool *container);

#endif
