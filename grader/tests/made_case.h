/**
 * @file made_case.h
 * @brief One case of a task that a test makes up, with its input, the right answer, and an answer to be
 * judged.
 */
#ifndef WARPLAB_MADE_CASE_H
#define WARPLAB_MADE_CASE_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "lab/plan.h"
#include "run/compare.h"

/** A case. It is not to be moved: `c` points into it. */
struct made_case {
    struct spec_case spec; /**< what it was made of */
    struct plan_case c;
    struct plan_data data; /**< has the right answer */
    unsigned char *input;
    union {
        unsigned char *actual; /**< the answer to be judged: the right one, until the test changes it */
        float *floats;         /**< the same */
    };
};

/** Makes a case of that shape. Without a fill its input counts up. To be freed by made_free(). */
static inline void made_case_of(struct made_case *made, const struct spec_task *task, struct shape shape,
                                struct spec_case spec, uint64_t seed) {
    made->spec = spec;
    made->c = (struct plan_case){.task = task, .spec = &made->spec, .shape = shape, .data = {seed}};
    made->input = malloc(spec_input_bytes(task, shape) + 1);
    ck_assert_ptr_nonnull(made->input);
    if (!spec.fill)
        signature_count_up(task->parameters, &shape, made->input, false);
    ck_assert(plan_data_make(&made->data, &made->c, made->input));
    made->actual = malloc(made->data.output_bytes + 4); // of a poisoned one the last word may be cut
    ck_assert_ptr_nonnull(made->actual);
    memcpy(made->actual, made->data.expected, made->data.output_bytes);
}

static inline void made_free(struct made_case *made) {
    plan_data_free(&made->data);
    free(made->input);
    free(made->actual);
}

/** The answer beside the right one. */
static inline struct comparison made_compared(const struct made_case *made) {
    struct comparison result;
    compare(&result, &made->c, &made->data, made->input, made->actual, made->input);
    return result;
}

#endif
