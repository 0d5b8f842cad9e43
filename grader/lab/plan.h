/**
 * @file plan.h
 * @brief Makes the cases of one grading run from a lab's table and a seed.
 */
#ifndef WARPLAB_PLAN_H
#define WARPLAB_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "inputs.h"
#include "spec.h"

/** One case with its random size. */
struct plan_case {
    const struct spec_task *task;   /**< its launcher is run */
    const struct spec_group *group; /**< the group that gives its points */
    const struct spec_case *spec;   /**< the table's entry */
    union {
        int32_t n;          /**< elements: the size that was drawn */
        struct shape shape; /**< the same, which begins with n, followed by rows and columns */
    };
    struct rng data;          /**< the stream of its input */
    unsigned backends;        /**< set of enum backend: where it runs */
    const char *order;        /**< the CPU engine's order of threads; NULL for its own */
    uint32_t multiprocessors; /**< of the engine's device; 0: all. Cases with different numbers share no
                                 runner: a submission may keep the number it has read */
    bool reordered;           /**< the plan also has the case in the engine's own order */
    bool in_step;             /**< in this order the lanes of a warp make each access together */
    bool if_raced;            /**< only run if the task's other cases show a race; its size and data are the
                                 same for every seed */
};

/** Space for the description of a case. */
enum { PLAN_WORDS = 128 };
/** Describes a case: "random", or "random; threads in the order lockstep". @return @p words */
const char *plan_words(const struct plan_case *c, char words[PLAN_WORDS]);

/** Describes an input: all of up to four numbers, otherwise the first three, and an option other than 0: "1,
 * 2, 3, ...; max". */
void plan_input_words(const struct spec_task *task, struct shape shape, int32_t option, const void *input,
                      char *words, size_t size);

/** All cases of one run. Freed with plan_free(). */
struct plan {
    uint64_t seed; /**< the source of all random numbers */
    struct plan_case
        *cases;        /**< by task, group and place in the table; then those in other orders, likewise */
    size_t count;      /**< of `cases` */
    size_t in_table;   /**< of these, the ones from the table */
    int32_t largest_n; /**< of all cases, to size the shared memory */
};

/** Draws an unpredictable seed. @return false if the system has none */
bool plan_draw_seed(uint64_t *seed);
/** Draws every size. Small cases are also run in other orders, on the same data. For a race, small and middle
 * cases are run in many orders, on data that do not depend on the seed: the race has to give a wrong result
 * if any order can, and to cost the same points with every seed. The same lab and seed give the same plan
 * everywhere. @return false if memory runs out
 */
bool plan_make(struct plan *plan, const struct spec *lab, uint64_t seed);
/** Keeps only the cases of up to about a thousand elements, without those for races: for an early result. */
void plan_keep_small(struct plan *plan);
/** Frees the cases. */
void plan_free(struct plan *plan);

/**
 * Whether a right answer shows that a kernel does its task: not for up to 32 elements, nor if most elements
 * are equal or the answer consists of 0 and 1, because a wrong kernel may be right by chance then.
 */
bool plan_case_tells(const struct plan_case *c);

/** The shape of a case in the table, before any size is drawn. */
struct shape plan_table_shape(const struct spec_task *task, const struct spec_case *spec);

/** Draws all inputs of a call, one after another: numbers by @p fill, offsets by @p divide; then lets the
 * task arrange them. */
void plan_fill(const struct spec_task *task, struct shape shape, inputs_fill *fill, inputs_divide *divide,
               int32_t option, struct rng *rng, void *input);

/** The data of one case; only the input is shared with the runner. */
struct plan_data {
    size_t input_bytes;  /**< of the input */
    size_t output_bytes; /**< of the output, and of `expected` */
    void *expected;      /**< owned: the right answer; with a judge, the one nearest to the last output */
    void *reference;     /**< owned: with a judge, a right answer; else NULL */
    double *bounds;      /**< owned: of each element of the outputs; NULL without TOLERANCE_BOUND */
    uint32_t poison;     /**< fills the output before the run; never a right answer's word */
};
/** Writes the case's input to @p input and computes the expected output. @return false if memory runs out */
bool plan_data_make(struct plan_data *data, const struct plan_case *c, void *input);
/** Frees the expected output. */
void plan_data_free(struct plan_data *data);
/** Fills @p output with the poison. */
void plan_poison(const struct plan_data *data, void *output);

#endif
