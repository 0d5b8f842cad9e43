/**
 * @file judge.h
 * @brief Answers that are not unique: the data that a judge reads, and how it marks right answers.
 *
 * A task with more than one right answer has a `judge` in addition to its `solve`: the parents of a
 * breadth-first search, the kept elements in any order, the largest k with ties. It is called with the
 * launcher's output, and turns the reference into the right answer that is nearest to that output: number by
 * number, it adopts what is also right. Everything after it compares, explains and shows numbers as for a
 * task without a judge.
 *
 * Outputs are untrusted: they may contain any bits, and a judge runs in the grader's own process. It reads
 * through judged_whole() and judged_real(), which check every place, and checks a number before it uses it as
 * an index into its own array. A judge that reads outside a buffer accepts nothing. `make check-lab` calls it
 * with thousands of random answers under the address sanitizer.
 */
#ifndef WARPLAB_LAB_JUDGE_H
#define WARPLAB_LAB_JUDGE_H

#include "spec.h"

/** A buffer that a judge reads. */
struct judged {
    const void *numbers; /**< read only by the functions below */
    enum element base;   /**< their type */
    int64_t count;       /**< their count; each component of a vector is one */
    bool *strayed;       /**< set when a number outside the buffer is requested */
};

/** The verdict of a judge. */
struct verdict {
    struct shape shape;                   /**< of the call */
    int32_t option;                       /**< of the call */
    struct judged outputs[SIGNATURE_MAX]; /**< the launcher's output */
    void *expected[SIGNATURE_MAX];        /**< the nearest right answer, as far as it is known */
    size_t output_count;                  /**< of both */
    bool strayed;                         /**< a number outside a buffer was requested */
    struct judge_room *rooms;             /**< owned: the memory from verdict_room() */
    char why[160];      /**< a sentence about number `why_number` of output `why_output`; "" */
    size_t why_output;  /**< counted from 0 */
    int64_t why_number; /**< counted from 0 */
};

/** Number @p i of a buffer of integers; 0 outside it. */
int64_t judged_whole(const struct judged *buffer, int64_t i);
/** Number @p i of a buffer, as the nearest double; 0 outside it. */
double judged_real(const struct judged *buffer, int64_t i);

/** Accepts number @p i of an output as right. */
void verdict_accept(struct verdict *verdict, size_t output, int64_t i);
/** The right value for number @p i of an output is number @p j of another buffer of that type. */
void verdict_expect(struct verdict *verdict, size_t output, int64_t i, const struct judged *from, int64_t j);
/** The right value for number @p i of an output is @p value, such as a place in an array. */
void verdict_expect_whole(struct verdict *verdict, size_t output, int64_t i, int64_t value);
/** The first @p count numbers of an output are right in any order: each must occur as often as among the
 * first numbers of that output's reference. */
void verdict_any_order(struct verdict *verdict, size_t output, const struct judged *reference, int64_t count);
/** Sets the message if number @p i is the first wrong one of the output: why no other answer makes it right.
 */
__attribute__((format(printf, 4, 5))) void verdict_why(struct verdict *verdict, size_t output, int64_t i,
                                                       const char *format, ...);
/** Memory for the judge's own tables, zeroed; freed after it returns. Never NULL. */
void *verdict_room(struct verdict *verdict, size_t count, size_t size);

/** A call with an answer to be judged. All buffers are laid out as in call.h. */
struct judged_call {
    const struct spec_task *task; /**< it has a judge */
    struct shape shape;           /**< of the call */
    int32_t option;               /**< of the call */
    const void *input;            /**< the grader's own copy */
    const void *reference;        /**< a right answer */
    const void *actual;           /**< the launcher's output */
};
/** Calls the task's judge. @param expected receives the right answer nearest to the output; the reference if
 * the judge strayed @param verdict receives the verdict; owns nothing afterwards */
void judge_call(const struct judged_call *call, void *expected, struct verdict *verdict);

#endif
