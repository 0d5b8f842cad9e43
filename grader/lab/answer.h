/**
 * @file answer.h
 * @brief The right answer to any input of a task, and the error allowed for an answer.
 */
#ifndef WARPLAB_ANSWER_H
#define WARPLAB_ANSWER_H

#include "spec.h"

/** Allocates space for the answer to inputs of a shape. The caller frees both.
 * @param bounds receives NULL if the task needs none
 * @return false if memory runs out; then both are NULL */
bool answer_make(void **expected, double **bounds, const struct spec_task *task, struct shape shape);
/** Computes the answer. @param input laid out as in call.h, like @p expected */
void answer_reckon(const struct spec_task *task, struct shape shape, int32_t option, const void *input,
                   void *expected, double *bounds);
/** The inputs of a problem, and its outputs in @p expected and @p bounds. */
struct problem answer_places(const struct spec_task *task, struct shape shape, int32_t option,
                             const void *input, void *expected, double *bounds);
/** The buffers of a set of roles in @p laid_out, in the launcher's order. */
void answer_buffers(const void *buffers[SIGNATURE_MAX], const struct spec_task *task, struct shape shape,
                    uint32_t set, const void *laid_out);

#endif
