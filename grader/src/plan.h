/**
 * @file plan.h
 * @brief From a lab's table and a seed to the cases of one grading run.
 */
#ifndef WARPLAB_PLAN_H
#define WARPLAB_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "inputs.h"
#include "spec.h"

/** One case with its size drawn. */
struct plan_case {
    const struct spec_task *task;
    const struct spec_group *group;
    const struct spec_case *spec;
    int32_t n;
    struct rng data; /**< the stream its input is drawn from */
    unsigned backends;
};

struct plan {
    uint64_t seed;
    struct plan_case *cases; /**< by task, group and place in the table */
    size_t count;
    int32_t largest_n;
};

/** A seed nobody can foresee. @return false if the system has none */
bool plan_draw_seed(uint64_t *seed);
/** Draws every size. The same lab and seed give the same plan everywhere. @return false if memory is used up
 */
bool plan_make(struct plan *plan, const struct spec *lab, uint64_t seed);
void plan_free(struct plan *plan);

/** What one case needs, held by the parent alone but for the input. */
struct plan_data {
    size_t input_bytes, output_bytes;
    void *expected;  /**< owned */
    uint32_t poison; /**< fills the output before the run; never a right answer's word */
};
/** Writes the case's input to @p input and reckons the expected output. @return false if memory is used up */
bool plan_data_make(struct plan_data *data, const struct plan_case *c, void *input);
void plan_data_free(struct plan_data *data);
/** Fills @p output with the poison. */
void plan_poison(const struct plan_data *data, void *output);

#endif
