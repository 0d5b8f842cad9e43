/**
 * @file judge.h
 * @brief Answers that are not unique: what a judge reads, and how it says which of them are right.
 *
 * A task whose right answer is not the only one has a `judge` beside its `solve`: the parents of a
 * breadth-first search, the kept elements in any order, the largest k where some are equal. It is called with
 * what the launcher wrote, and makes of the reference the right answer that is nearest to it: number by
 * number it takes over what is right as well. Everything after it compares, explains and shows numbers as it
 * does of a task without a judge.
 *
 * Outputs are untrusted: any bits may be in them, and a judge runs in the grader's own process. It reads
 * through judged_whole() and judged_real(), which check every place, and checks a number before it uses it as
 * a place in an array of its own. A judge that looks outside of a buffer accepts nothing. `make check-lab`
 * calls it with thousands of random answers under the address sanitizer.
 */
#ifndef WARPLAB_LAB_JUDGE_H
#define WARPLAB_LAB_JUDGE_H

#include "spec.h"

/** A buffer that a judge reads. */
struct judged {
    const void *numbers; /**< not to be read but by the functions below */
    enum element base;   /**< their type */
    int64_t count;       /**< how many there are: of a vector each component is one */
    bool *strayed;       /**< set where one outside of the buffer is asked for */
};

/** What a judge says. */
struct verdict {
    struct shape shape;                   /**< of the call */
    int32_t option;                       /**< of the call */
    struct judged outputs[SIGNATURE_MAX]; /**< what was written */
    void *expected[SIGNATURE_MAX];        /**< the nearest right answer, as far as it is known */
    size_t output_count;                  /**< of both */
    bool strayed;                         /**< something outside of a buffer was asked for */
    struct judge_room *rooms;             /**< owned: what verdict_room() gave */
    char why[160];      /**< a sentence about number `why_number` of output `why_output`; "" */
    size_t why_output;  /**< counted from 0 */
    int64_t why_number; /**< counted from 0 */
};

/** Number @p i of a buffer of whole numbers; 0 outside of it. */
int64_t judged_whole(const struct judged *buffer, int64_t i);
/** Number @p i of a buffer, as nearly as a double has it; 0 outside of it. */
double judged_real(const struct judged *buffer, int64_t i);

/** Number @p i of an output is right as it is. */
void verdict_accept(struct verdict *verdict, size_t output, int64_t i);
/** In place of number @p i of an output there should be number @p j of another buffer of that type. */
void verdict_expect(struct verdict *verdict, size_t output, int64_t i, const struct judged *from, int64_t j);
/** In place of number @p i of an output there should be @p value: a place in an array, say. */
void verdict_expect_whole(struct verdict *verdict, size_t output, int64_t i, int64_t value);
/** The first @p count numbers of an output are right in any order: each as often as among the first of the
 * reference, which is that output's. */
void verdict_any_order(struct verdict *verdict, size_t output, const struct judged *reference, int64_t count);
/** What is said if number @p i is the first of the output that is wrong: why no other answer makes it right.
 */
__attribute__((format(printf, 4, 5))) void verdict_why(struct verdict *verdict, size_t output, int64_t i,
                                                       const char *format, ...);
/** Memory for a judge's own tables, all zero; freed when it returns. Never NULL. */
void *verdict_room(struct verdict *verdict, size_t count, size_t size);

/** A call whose answer is judged. All are laid out as call.h says. */
struct judged_call {
    const struct spec_task *task; /**< it has a judge */
    struct shape shape;           /**< of the call */
    int32_t option;               /**< of the call */
    const void *input;            /**< our own copy */
    const void *reference;        /**< a right answer */
    const void *actual;           /**< what was written */
};
/** Asks the task's judge. @param expected receives the right answer that is nearest to what was written: the
 * reference if the judge strayed @param verdict receives what it said; owns nothing afterwards */
void judge_call(const struct judged_call *call, void *expected, struct verdict *verdict);

#endif
