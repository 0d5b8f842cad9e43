/**
 * @file prefetch.h
 * @brief Cases with their data made, and those of a GPU that are made before its lease begins.
 *
 * To make an input of 2^24 ints, and its answer, takes many times as long as the GPU needs for it.
 */
#pragma once

#include "grading.h"
#include "session.h"

/** A case with its data. */
struct prepared_case {
    const struct plan_case *c; /**< NULL if there is none */
    struct plan_data data;     /**< made */
    size_t input;              /**< where its input begins in the session's memory */
    size_t output;             /**< and its output */
    bool poisoned;             /**< its output has been */
};

/** The memory that a case needs of a session's input, in bytes. */
size_t case_input_room(const struct plan_case *c);
/** And of its output: the answer, and the input as it was left. */
size_t case_output_room(const struct plan_case *c);

/** The cases that were made, in the plan's order. Each has a part of the session's memory of its own. */
struct prefetch {
    struct prepared_case *cases; /**< those that were taken have no case any more */
    size_t count;                /**< of `cases` */
};

/** Whether a case of this backend is large enough. */
bool prefetch_wants(const struct plan_case *c, unsigned backend);
/** The memory that such cases need together, in bytes. */
void prefetch_room(const struct grading *grading, unsigned backend, size_t *input, size_t *output);
/** Makes all of them, from these offsets in the session's memory on. Where memory is used up the rest is left
 * for later. To be freed. */
void prefetch_make(struct prefetch *prefetch, const struct grading *grading, unsigned backend,
                   struct session *session, size_t input, size_t output);
/** Takes a case, which then is the caller's to free. @return false if it is not there */
bool prefetch_take(struct prefetch *prefetch, const struct plan_case *c, struct prepared_case *prepared);
/** Frees what was not taken. */
void prefetch_free(struct prefetch *prefetch);
