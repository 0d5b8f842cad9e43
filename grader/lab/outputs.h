/**
 * @file outputs.h
 * @brief The outputs of a call beside the right ones, element by element.
 */
#ifndef WARPLAB_OUTPUTS_H
#define WARPLAB_OUTPUTS_H

#include "plan.h"

/** One buffer that a launcher writes. */
struct output {
    const struct spec_task *task;      /**< whose tolerance counts */
    const struct parameter *parameter; /**< in the task's table */
    const char *expected;              /**< the right elements */
    const char *actual;                /**< what is there */
    const double *bounds;              /**< of each element, with TOLERANCE_BOUND */
    size_t count;                      /**< elements of both */
    size_t cols;                       /**< of a matrix; 0 of anything else */
    uint32_t poison;                   /**< what its memory was filled with before the call */
};

/** All of them. */
struct outputs {
    struct output of[SIGNATURE_MAX]; /**< in the launcher's order */
    size_t count;                    /**< of `of` */
};

/** What the outputs of a call are compared with. */
struct right_answer {
    const void *expected; /**< laid out as call.h says */
    const double *bounds; /**< of all elements, or NULL */
    uint32_t poison;      /**< what was in the outputs' memory before the call */
};

/** The outputs of a call. @param actual laid out as call.h says */
struct outputs outputs_beside(const struct spec_task *task, struct shape shape,
                              const struct right_answer *right, const void *actual);
/** The outputs of a case. */
struct outputs outputs_of(const struct plan_case *c, const struct plan_data *data, const void *actual);
/** Whether all elements of all outputs are right. */
bool outputs_are_right(const struct outputs *outputs);
/** The first output that has a wrong element; the last one if none has. */
const struct output *outputs_first_wrong(const struct outputs *outputs);
/** Elements of all outputs, and those that hold what was there before the call. */
size_t outputs_elements(const struct outputs *outputs, size_t *unwritten);

/** Whether an element is right. */
bool output_is_right(const struct output *output, size_t i);
/** How far it is from the right one, and how far it may be; 0 of whole numbers, and of what is no number. */
void output_error(const struct output *output, size_t i, double *off, double *allowed);
/** The first element that is wrong; the last one if none is. */
size_t output_first_wrong(const struct output *output);
/** Whether an element holds what was there before the call. */
bool output_is_unwritten(const struct output *output, size_t i);
/** How many do. */
size_t output_count_unwritten(const struct output *output);

/** A number as the type of its buffer shows it. */
struct number {
    char text[32]; /**< in C's notation */
};
/** Element @p i of a buffer of such elements. */
struct number number_at(enum element element, const void *buffer, size_t i);

#endif
