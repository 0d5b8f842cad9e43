/**
 * @file outputs.h
 * @brief Compares the outputs of a call with the right ones, number by number: an element is one number, or
 * one per component of a vector.
 */
#ifndef WARPLAB_OUTPUTS_H
#define WARPLAB_OUTPUTS_H

#include "judge.h"
#include "plan.h"

/** One buffer that a launcher writes. */
struct output {
    const struct spec_task *task;      /**< its tolerance applies */
    const struct parameter *parameter; /**< in the task's table */
    enum element base;                 /**< the type of the numbers */
    const char *expected;              /**< the right numbers */
    const char *actual;                /**< the numbers that were written */
    const double *bounds;              /**< one per number, with TOLERANCE_BOUND */
    size_t count;                      /**< the length of both */
    size_t cols;                       /**< of a matrix: numbers per row; otherwise 0 */
    uint32_t poison;                   /**< the contents of its memory before the call */
};

/** All of them. */
struct outputs {
    struct output of[SIGNATURE_MAX]; /**< in the launcher's order */
    size_t count;                    /**< of `of` */
    struct verdict verdict;          /**< the judge's, if the task has one */
};

/** The right answer to a call. */
struct right_answer {
    const void *expected; /**< laid out as in call.h */
    const double *bounds; /**< of all elements, or NULL */
    uint32_t poison;      /**< the contents of the outputs' memory before the call */
};

/** The outputs of a call. @param actual laid out as in call.h */
struct outputs outputs_beside(const struct spec_task *task, struct shape shape,
                              const struct right_answer *right, const void *actual);
/** The outputs of a case next to the right ones; if it has a judge, next to the nearest right ones, which the
 * case's data keep until the judge is called again. @param input the grader's own copy */
struct outputs outputs_of(const struct plan_case *c, const struct plan_data *data, const void *input,
                          const void *actual);
/** Whether all numbers of all outputs are right. */
bool outputs_are_right(const struct outputs *outputs);
/** The first output with a wrong number; the last one if none has any. */
const struct output *outputs_first_wrong(const struct outputs *outputs);
/** The count of all numbers of all outputs, and of those that are unchanged since before the call. */
size_t outputs_elements(const struct outputs *outputs, size_t *unwritten);

/** Whether a number is right. */
bool output_is_right(const struct output *output, size_t i);
/** Its distance from the right number, and the largest one allowed; 0 for integers and for NaN. */
void output_error(const struct output *output, size_t i, double *off, double *allowed);
/** The first wrong number; the last one if none is wrong. */
size_t output_first_wrong(const struct output *output);
/** Whether a number is unchanged since before the call. */
bool output_is_unwritten(const struct output *output, size_t i);
/** The count of these. */
size_t output_count_unwritten(const struct output *output);
/** The count of these that are wrong: a judge may accept the earlier contents. */
size_t output_count_missing(const struct output *output);

/** A number as text, by the type of its buffer. */
struct number {
    char text[32]; /**< in C's notation */
};
/** Number @p i of a buffer of that type. */
struct number number_at(enum element base, const void *buffer, size_t i);
/** A number's place in an array: "17" in one of plain numbers, "17.y" in one of vectors. */
struct number place_of(enum element element, size_t i);

#endif
