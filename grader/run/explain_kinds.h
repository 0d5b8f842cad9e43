/**
 * @file explain_kinds.h
 * @brief The kinds of questions about a recorded run: what explain.c and explain_kinds.c share.
 */
#pragma once

#include "explain.h"
#include "lab/inputs.h"
#include "recorded.h"

/** Limits: blocks whose barriers are kept, lines of a launch, lanes of a warp. */
enum { MOST_BLOCKS = 8, MOST_LINES = 64, LANES = 32 };

/** A recorded launch. */
struct launch {
    struct recorded_launch recorded; /**< owned */
    int number;                      /**< from 1 */
    int blocks;                      /**< of its grid */
    int threads;                     /**< of a block */
    bool whole;                      /**< all of it is recorded */
    const struct access *
        *elements; /**< accesses to memory, those of a block to an element one after another */
    const struct access **requests;    /**< the first access of each request */
    size_t count;                      /**< of `elements` */
    size_t request_count;              /**< of `requests` */
    int *barriers[MOST_BLOCKS];        /**< their lines, in order */
    size_t barrier_count[MOST_BLOCKS]; /**< how many */
};

/** A question that is being drawn. */
struct drawing {
    const struct explain_question *earlier; /**< up to `kept` */
    struct explain_question *kept;          /**< of all that could be asked so far */
    const struct launch *launch;            /**< that is asked about */
    struct rng rng;                         /**< draws it */
    int32_t n;                              /**< elements of the case */
    int seen;                               /**< that could be asked */
};

/** Looks at all that a kind could ask of a launch. */
extern void (*const explain_draws[EXPLAIN_KINDS])(struct drawing *, enum explain_kind);

/** False for a key that a guess would hit. */
bool explain_is_telling(const struct drawing *d, enum explain_kind kind, int64_t key);
/** True if this question takes the place of the one that was kept; its text begins then. @param line that it
 * names */
bool explain_take(struct drawing *d, enum explain_kind kind, int64_t key, int line);
/** Adds what is asked to the question's text. */
__attribute__((format(printf, 2, 3))) void explain_ask_for(struct drawing *d, const char *format, ...);
/** Sets the sentence that explains the key. */
__attribute__((format(printf, 2, 3))) void explain_because(struct drawing *d, const char *format, ...);
