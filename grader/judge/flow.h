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

/** What is to be graded, and how. Its strings are the caller's. */
struct flow_request {
    const char *lab;            /**< the lab's name */
    const char *submission;     /**< file or folder; NULL: the lab's own file */
    unsigned backends;          /**< set of enum backend */
    const char *bundle;         /**< filled already for this lab, by build_make_bundle(); NULL: one is made */
    const struct paths *paths;  /**< found already; NULL: they are looked for */
    bool seeded;                /**< `seed` is given; else one is drawn */
    uint64_t seed;              /**< what every size and input is drawn from */
    enum sandbox_tier required; /**< the sandbox must be as good as this; SANDBOX_TIER_NONE: any */
    bool container;             /**< no tier of our own is to be used: sandbox_use_container() */
    const char *profile;        /**< the device that the CPU engine stands in for, as a file; NULL: its own */
    bool counters;              /**< ask for the GPU's own counters, too */
    bool small_only;            /**< small cases alone, and nothing about technique or speed */
    long block;                 /**< threads per block where the submission uses WL_BLOCK(); 0: as it says */
    const struct predictions *predictions; /**< made already; NULL: those in the submission's text */
    bool explain;          /**< make questions about the submission's own run, to be answered after it */
    uint64_t explain_seed; /**< what they are drawn from */
    size_t runners;        /**< of cases on the CPU engine side by side; 0: as many as there are idle cores */
};

/**
 * Grades. The caller frees @p grading in any case.
 * @return false with a sentence in @p error if the grader itself could not do its work
 */
bool flow_grade(struct grading *grading, const struct flow_request *request, struct error *error);

/**
 * Reads the submission and builds it for the CPU engine, and no more: cpu.build says what came of it.
 * @return false with a sentence in @p error if the grader cannot do its work
 */
bool flow_build(struct grading *grading, const struct flow_request *request, struct error *error);

/* How values of a struct flow_request are written on command lines. */

/** A set of backends by its name: "cpu", "gpu", "all". */
bool request_read_backend(const char *word, unsigned *backends);
/** A seed: up to 16 hexadecimal digits, with or without 0x, as seeds are printed. */
bool request_read_seed(const char *word, uint64_t *seed);
/** Reads "A", "B" or "C". */
bool request_read_tier(const char *word, enum sandbox_tier *tier);
/** Reads "auto", the best tier that works here, or "container", none of our own. */
bool request_read_sandbox(const char *word, bool *container);

#endif
