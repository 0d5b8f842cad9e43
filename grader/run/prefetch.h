/**
 * @file prefetch.h
 * @brief A GPU's large cases, made before its turn, each in a place of its own in the session's memory.
 *
 * To make an input of 2^24 ints, and its answer, takes many times as long as the GPU needs for it.
 */
#ifndef WARPLAB_AHEAD_H
#define WARPLAB_AHEAD_H

#include "grading.h"
#include "session.h"

/** A case with its data. */
struct work {
    const struct plan_case *c; /**< NULL if there is none */
    struct plan_data data;     /**< made */
    size_t input;              /**< where its input begins in the session's memory */
    size_t output;             /**< and its output */
    bool poisoned;             /**< its output has been */
};

/** The memory that a case needs of a session's input, in bytes. */
size_t work_input_room(const struct plan_case *c);
/** And of its output: the answer, and the input as it was left. */
size_t work_output_room(const struct plan_case *c);

/** Cases that are made, in the plan's order. */
struct ahead {
    struct work *works; /**< those that were given away have no case */
    size_t count;       /**< of `works` */
};

/** Whether a case of this backend is worth it. */
bool ahead_takes(const struct plan_case *c, unsigned backend);
/** The memory that such cases need together, in bytes. */
void ahead_room(const struct grading *grading, unsigned backend, size_t *input, size_t *output);
/** Makes all of them, from these places in the session's memory on. Where memory is used up the rest is left
 * for later. To be freed. */
void ahead_make(struct ahead *ahead, const struct grading *grading, unsigned backend, struct session *session,
                size_t input, size_t output);
/** Gives a case away, which then is the caller's to free. @return false if it is not there */
bool ahead_give(struct ahead *ahead, const struct plan_case *c, struct work *work);
/** Frees what was not given away. */
void ahead_free(struct ahead *ahead);

#endif
