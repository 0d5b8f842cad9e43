/**
 * @file outputs.h
 * @brief The outputs of a call beside the right ones, number by number: an element is one, or as many as a
 * vector has components.
 */
#ifndef WARPLAB_OUTPUTS_H
#define WARPLAB_OUTPUTS_H

#include "judge.h"
#include "plan.h"

/** One buffer that a launcher writes. */
struct output {
    const struct spec_task *task;      /**< whose tolerance counts */
    const struct parameter *parameter; /**< in the task's table */
    enum element base;                 /**< the type of its numbers */
    const char *expected;              /**< the right numbers */
    const char *actual;                /**< what is there */
    const double *bounds;              /**< of each number, with TOLERANCE_BOUND */
    size_t count;                      /**< numbers of both */
    size_t cols;                       /**< of a matrix: numbers of a row; 0 of anything else */
    uint32_t poison;                   /**< what its memory was filled with before the call */
};

/** All of them. */
struct outputs {
    struct output of[SIGNATURE_MAX]; /**< in the launcher's order */
    size_t count;                    /**< of `of` */
    struct verdict verdict;          /**< of a judge, if the task has one */
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
/** The outputs of a case beside the right ones; where it has a judge, beside those that are nearest to them,
 * which the case's data hold until it is asked again.  input our own copy */
struct outputs outputs_of(const struct plan_case *c, const struct plan_data *data, const void *input,
                          const void *actual);
/** Whether all numbers of all outputs are right. */
bool outputs_are_right(const struct outputs *outputs);
/** The first output that has a wrong number; the last one if none has. */
const struct output *outputs_first_wrong(const struct outputs *outputs);
/** Numbers of all outputs, and those that hold what was there before the call. */
size_t outputs_elements(const struct outputs *outputs, size_t *unwritten);

/** Whether a number is right. */
bool output_is_right(const struct output *output, size_t i);
/** How far it is from the right one, and how far it may be; 0 of whole numbers, and of what is no number. */
void output_error(const struct output *output, size_t i, double *off, double *allowed);
/** The first number that is wrong; the last one if none is. */
size_t output_first_wrong(const struct output *output);
/** Whether a number holds what was there before the call. */
bool output_is_unwritten(const struct output *output, size_t i);
/** How many do. */
size_t output_count_unwritten(const struct output *output);
/** How many do, and should not: a judge may take what was there for right. */
size_t output_count_missing(const struct output *output);

/** A number as the type of its buffer shows it. */
struct number {
    char text[32]; /**< in C's notation */
};
/** Number @p i of a buffer of such numbers. */
struct number number_at(enum element base, const void *buffer, size_t i);
/** Where a number is in an array: "17" of plain numbers, "17.y" of vectors. */
struct number place_of(enum element element, size_t i);

#endif
