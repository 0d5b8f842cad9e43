// The right answer to any input of a task.
#include "answer.h"

#include <stdlib.h>

// Each component of a vector is one number.
static size_t numbers_of(const struct argument *a) {
    return a->bytes / element_bytes(element_base(a->element));
}

static size_t numbers_written(const struct call *call) {
    size_t numbers = 0;
    for (uint32_t i = 0; i < call->count; i++)
        if (call_has(CALL_WRITTEN, &call->of[i]))
            numbers += numbers_of(&call->of[i]);
    return numbers;
}

bool answer_make(void **expected, double **bounds, const struct spec_task *task, struct shape shape) {
    const struct call call = signature_call(task->parameters, &shape, 0);
    const bool bounded = task->tolerance == TOLERANCE_BOUND;
    *expected = malloc(call_bytes(&call, CALL_WRITTEN, call.count) + 1);
    *bounds = bounded ? calloc(numbers_written(&call) + 1, sizeof **bounds) : NULL;
    if (*expected && (*bounds || !bounded))
        return true;
    free(*expected);
    free(*bounds);
    *expected = *bounds = NULL;
    return false;
}

void answer_buffers(const void *buffers[SIGNATURE_MAX], const struct spec_task *task, struct shape shape,
                    uint32_t set, const void *laid_out) {
    const struct call call = signature_call(task->parameters, &shape, 0);
    size_t count = 0;
    for (uint32_t i = 0; i < call.count; i++)
        if (call_has(set, &call.of[i]))
            buffers[count++] = (const char *)laid_out + call_offset(&call, set, i);
}

struct problem answer_places(const struct spec_task *task, struct shape shape, int32_t option,
                             const void *input, void *expected, double *bounds) {
    const struct call call = signature_call(task->parameters, &shape, 0);
    struct problem problem = {.shape = shape, .option = option};
    size_t out = 0, numbers = 0;
    answer_buffers(problem.in, task, shape, CALL_GIVEN, input);
    for (uint32_t i = 0; i < call.count; i++) {
        const struct argument *a = &call.of[i];
        if (!call_has(CALL_WRITTEN, a))
            continue;
        problem.bound[out] = bounds ? bounds + numbers : NULL;
        problem.out[out++] = (char *)expected + call_offset(&call, CALL_WRITTEN, i);
        numbers += numbers_of(a);
    }
    return problem;
}

void answer_reckon(const struct spec_task *task, struct shape shape, int32_t option, const void *input,
                   void *expected, double *bounds) {
    if (!task->solve) {
        task->reference(input, shape.n, option, expected);
        return;
    }
    const struct problem problem = answer_places(task, shape, option, input, expected, bounds);
    task->solve(&problem);
}
