// A GPU's large cases, made before its turn.
#include "prefetch.h"

#include <stdlib.h>

#include "runner/job.h"

enum { LARGE_BYTES = 32 << 20 };

size_t work_input_room(const struct plan_case *c) { return job_align(spec_input_bytes(c->task, c->n)); }

size_t work_output_room(const struct plan_case *c) {
    return job_align(spec_output_bytes(c->task, c->n)) + work_input_room(c);
}

bool ahead_takes(const struct plan_case *c, unsigned backend) {
    return backend == BACKEND_GPU && (c->backends & backend) &&
           spec_input_bytes(c->task, c->n) >= LARGE_BYTES;
}

static size_t count_large(const struct grading *grading, unsigned backend) {
    size_t count = 0;
    for (size_t i = 0; i < grading->plan.count; i++)
        count += ahead_takes(&grading->plan.cases[i], backend);
    return count;
}

void ahead_room(const struct grading *grading, unsigned backend, size_t *input, size_t *output) {
    *input = *output = 0;
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct plan_case *c = &grading->plan.cases[i];
        if (!ahead_takes(c, backend))
            continue;
        *input += work_input_room(c);
        *output += work_output_room(c);
    }
}

static bool make(struct work *work, struct session *session) {
    if (!plan_data_make(&work->data, work->c, session->input + work->input))
        return false;
    plan_poison(&work->data, session->output + work->output);
    return true;
}

void ahead_make(struct ahead *ahead, const struct grading *grading, unsigned backend, struct session *session,
                size_t input, size_t output) {
    const size_t count = count_large(grading, backend);
    *ahead = (struct ahead){.works = calloc(count + 1, sizeof *ahead->works)};
    for (size_t i = 0; ahead->works && ahead->count < count; i++) {
        const struct plan_case *c = &grading->plan.cases[i];
        struct work *work = &ahead->works[ahead->count];
        if (!ahead_takes(c, backend))
            continue;
        *work = (struct work){.c = c, .input = input, .output = output, .poisoned = true};
        if (!make(work, session))
            return;
        ahead->count++;
        input += work_input_room(c);
        output += work_output_room(c);
    }
}

bool ahead_give(struct ahead *ahead, const struct plan_case *c, struct work *work) {
    for (size_t i = 0; i < ahead->count; i++) {
        if (ahead->works[i].c != c)
            continue;
        *work = ahead->works[i];
        ahead->works[i].c = NULL;
        return true;
    }
    return false;
}

void ahead_free(struct ahead *ahead) {
    for (size_t i = 0; i < ahead->count; i++)
        if (ahead->works[i].c)
            plan_data_free(&ahead->works[i].data);
    free(ahead->works);
    *ahead = (struct ahead){.works = NULL};
}
