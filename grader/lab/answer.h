/**
 * @file answer.h
 * @brief The right answer to any input of a task, with how far from it an answer may be.
 */
#ifndef WARPLAB_ANSWER_H
#define WARPLAB_ANSWER_H

#include "spec.h"

/** Room for the answer to inputs of a shape. Both are freed by the caller.
 * @param bounds receives NULL where the task needs none
 * @return false if memory is used up; then both are NULL */
bool answer_make(void **expected, double **bounds, const struct spec_task *task, struct shape shape);
/** Reckons it. @param input laid out as call.h says, and so is @p expected */
void answer_reckon(const struct spec_task *task, struct shape shape, int32_t option, const void *input,
                   void *expected, double *bounds);
/** The inputs of a problem, and its outputs in @p expected and @p bounds. */
struct problem answer_places(const struct spec_task *task, struct shape shape, int32_t option,
                             const void *input, void *expected, double *bounds);
/** The buffers of a set of roles in @p laid_out, in the launcher's order. */
void answer_buffers(const void *buffers[SIGNATURE_MAX], const struct spec_task *task, struct shape shape,
                    uint32_t set, const void *laid_out);

#endif
