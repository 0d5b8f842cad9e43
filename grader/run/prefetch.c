// A GPU's large cases, made before its lease begins.
#include "prefetch.h"

#include <stdlib.h>

#include "runner/job.h"

enum { LARGE_BYTES = 32 << 20 };

size_t case_input_room(const struct plan_case *c) { return job_align(spec_input_bytes(c->task, c->shape)); }

size_t case_output_room(const struct plan_case *c) {
    return job_align(spec_output_bytes(c->task, c->shape)) + case_input_room(c);
}

bool prefetch_wants(const struct plan_case *c, unsigned backend) {
    return backend == BACKEND_GPU && (c->backends & backend) &&
           spec_input_bytes(c->task, c->shape) >= LARGE_BYTES;
}

void prefetch_room(const struct grading *grading, unsigned backend, size_t *input, size_t *output) {
    *input = *output = 0;
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct plan_case *c = &grading->plan.cases[i];
        if (!prefetch_wants(c, backend))
            continue;
        *input += case_input_room(c);
        *output += case_output_room(c);
    }
}

static bool prepare(struct prepared_case *prepared, struct session *session) {
    if (!plan_data_make(&prepared->data, prepared->c, session->input + prepared->input))
        return false;
    plan_poison(&prepared->data, session->output + prepared->output);
    return true;
}

void prefetch_make(struct prefetch *prefetch, const struct grading *grading, unsigned backend,
                   struct session *session, size_t input, size_t output) {
    const struct plan *plan = &grading->plan;
    *prefetch = (struct prefetch){.cases = calloc(plan->count + 1, sizeof *prefetch->cases)};
    for (size_t i = 0; prefetch->cases && i < plan->count; i++) {
        const struct plan_case *c = &plan->cases[i];
        struct prepared_case *prepared = &prefetch->cases[prefetch->count];
        if (!prefetch_wants(c, backend))
            continue;
        *prepared = (struct prepared_case){.c = c, .input = input, .output = output, .poisoned = true};
        if (!prepare(prepared, session))
            return;
        prefetch->count++;
        input += case_input_room(c);
        output += case_output_room(c);
    }
}

bool prefetch_take(struct prefetch *prefetch, const struct plan_case *c, struct prepared_case *prepared) {
    for (size_t i = 0; i < prefetch->count; i++) {
        if (prefetch->cases[i].c != c)
            continue;
        *prepared = prefetch->cases[i];
        prefetch->cases[i].c = NULL;
        return true;
    }
    return false;
}

void prefetch_free(struct prefetch *prefetch) {
    for (size_t i = 0; i < prefetch->count; i++)
        if (prefetch->cases[i].c)
            plan_data_free(&prefetch->cases[i].data);
    free(prefetch->cases);
    *prefetch = (struct prefetch){.cases = NULL};
}
