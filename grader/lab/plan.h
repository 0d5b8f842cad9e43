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
    const struct spec_task *task;   /**< whose launcher it is run on */
    const struct spec_group *group; /**< that it earns points with */
    const struct spec_case *spec;   /**< the table's entry */
    union {
        int32_t n;          /**< elements: the size that was drawn */
        struct shape shape; /**< the same, which begins with n, and rows and columns */
    };
    struct rng data;          /**< the stream its input is drawn from */
    unsigned backends;        /**< set of enum backend, where it runs */
    const char *order;        /**< in which the CPU engine runs threads; NULL for its own */
    uint32_t multiprocessors; /**< of the engine's device; 0: all. Cases that differ in it share no runner:
                                 a submission may keep what it once was told */
    bool reordered;           /**< the case is in the plan in the engine's own order, too */
    bool in_step;             /**< in this order the lanes of a warp do each access together */
    bool if_raced;            /**< only if the task's other cases show a race; then size and data are the same
                                 with every seed */
};

/** Room for what a case is run on, in words. */
enum { PLAN_WORDS = 128 };
/** What a case is run on, in words: "random", or "random; threads in the order lockstep". @return @p words */
const char *plan_words(const struct plan_case *c, char words[PLAN_WORDS]);

/** The numbers of an input in words, all of up to four, or the first three, and an option other than 0:
 * "1, 2, 3, ...; max". */
void plan_input_words(const struct spec_task *task, struct shape shape, int32_t option, const void *input,
                      char *words, size_t size);

/** All cases of one run. Freed with plan_free(). */
struct plan {
    uint64_t seed; /**< everything was drawn from it */
    struct plan_case
        *cases;        /**< by task, group and place in the table; then those in other orders, likewise */
    size_t count;      /**< of `cases` */
    size_t in_table;   /**< of these, one for each of the table's */
    int32_t largest_n; /**< of any case, to size the shared memory */
};

/** A seed that cannot be foreseen. @return false if the system has none */
bool plan_draw_seed(uint64_t *seed);
/** Draws every size. Small cases are run in other orders as well, on the same data. Where there is a race,
 * small and middle ones are run in many orders, on data that do not depend on the seed: the race is to come
 * out wrong if any order makes it, and to cost the same points with every seed. The same lab and seed give
 * the same plan everywhere. @return false if memory is used up
 */
bool plan_make(struct plan *plan, const struct spec *lab, uint64_t seed);
/** Leaves the cases of up to about a thousand elements, but for those about races: what is to be known soon.
 */
void plan_keep_small(struct plan *plan);
/** Frees the cases. */
void plan_free(struct plan *plan);

/**
 * Whether a right answer shows that a kernel does its task: not for up to 32 elements, nor where most of the
 * elements are alike or the answer is made up of 0 and 1, for there a wrong kernel may be right by accident.
 */
bool plan_case_tells(const struct plan_case *c);

/** The shape of a case as the table has it, whatever is drawn. */
struct shape plan_table_shape(const struct spec_task *task, const struct spec_case *spec);

/** Draws all inputs of a call, one after another: numbers by @p fill, offsets by @p divide; then the task
 * arranges them. */
void plan_fill(const struct spec_task *task, struct shape shape, inputs_fill *fill, inputs_divide *divide,
               int32_t option, struct rng *rng, void *input);

/** What one case needs, held by the parent alone but for the input. */
struct plan_data {
    size_t input_bytes;  /**< of the input */
    size_t output_bytes; /**< of the output, and of `expected` */
    void *expected;  /**< owned: the right answer; with a judge the one nearest to what was last compared */
    void *reference; /**< owned: with a judge, a right answer; else NULL */
    double *bounds;  /**< owned: of each element of the outputs; NULL without TOLERANCE_BOUND */
    uint32_t poison; /**< fills the output before the run; never a right answer's word */
};
/** Writes the case's input to @p input and reckons the expected output. @return false if memory is used up */
bool plan_data_make(struct plan_data *data, const struct plan_case *c, void *input);
/** Frees the expected output. */
void plan_data_free(struct plan_data *data);
/** Fills @p output with the poison. */
void plan_poison(const struct plan_data *data, void *output);

#endif
