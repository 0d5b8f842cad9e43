// The labs in this program, collected by the linker, and properties derived from a spec's table.
#include "spec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/command_line.h"

extern const struct spec *const __start_warplab_specs[] __attribute__((weak));
extern const struct spec *const __stop_warplab_specs[] __attribute__((weak));

size_t spec_count(void) { return (size_t)(__stop_warplab_specs - __start_warplab_specs); }

const struct spec *spec_get(size_t i) { return __start_warplab_specs[i]; }

const struct spec *spec_find(const char *name) {
    for (size_t i = 0; i < spec_count(); i++)
        if (strcmp(spec_get(i)->name, name) == 0)
            return spec_get(i);
    return NULL;
}

const struct spec *spec_nearest(const char *name) {
    const struct spec *nearest = NULL;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < spec_count(); i++) {
        // Among equally near names, one of the same length is preferred: swapped letters are common.
        // A key that was hit twice is another common slip: lab44 is lab4.
        const char *const lab = spec_get(i)->name;
        const size_t slips = 2 * edit_distance(name, lab) + (strlen(name) != strlen(lab));
        const size_t distance = strncmp(name, lab, strlen(lab)) == 0 ? slips - 2 : slips;
        if (distance < least) {
            least = distance;
            nearest = spec_get(i);
        }
    }
    return nearest;
}

static const struct version *find_version(const char *lab) {
    const struct version *version = versions;
    while (version->lab && strcmp(version->lab, lab) != 0)
        version++;
    return version; // the last entry is empty
}

const char *version_of(const char *lab) { return find_version(lab)->sum; }

const char *version_of_speeds(const char *lab) { return find_version(lab)->speeds; }

const char *const *spec_speeds(const struct spec *lab) {
    const char *const sum = version_of_speeds(lab->name);
    return !sum || speeds_are_of(lab->speeds, sum) ? lab->speeds : NULL;
}

int spec_task_points(const struct spec_task *task, enum check_id id) {
    if (id != CHECK_CORRECT)
        return task->points[id];
    int points = 0;
    for (size_t g = 0; g < task->group_count; g++)
        points += task->groups[g].points;
    return points;
}

bool spec_bound_holds(const struct spec_bound *bound, double value) {
    return value >= bound->at_least && value <= bound->at_most;
}

int spec_bound_points(const struct spec_bound *bound, double value) {
    if (spec_bound_holds(bound, value))
        return bound->points;
    const double limit = value < bound->at_least ? bound->at_least : bound->at_most;
    const double left = (bound->zero_at - value) / (bound->zero_at - limit);
    // A zero_at on the wrong side of the bound has no effect, and NaN earns nothing.
    return left > 0 && left < 1 ? (int)(bound->points * left + 1e-9) : 0;
}

int spec_total_points(const struct spec *lab) {
    int points = lab->build_points + lab->symbols_points;
    for (size_t t = 0; t < lab->task_count; t++)
        for (enum check_id id = 0; id < CHECK_ID_COUNT; id++)
            points += spec_task_points(&lab->tasks[t], id);
    return points + question_points(lab);
}

size_t spec_task_number(const struct spec *lab, const char *task) {
    size_t t = 0;
    while (t < lab->task_count && !(task && strcmp(lab->tasks[t].name, task) == 0))
        t++;
    return t;
}

bool spec_has_option(const struct spec_task *task, int32_t option) {
    for (size_t g = 0; g < task->group_count; g++)
        for (size_t i = 0; i < task->groups[g].case_count; i++)
            if (task->groups[g].cases[i].option == option)
                return true;
    return false;
}

size_t spec_first_hint(const struct spec *lab, const char *task) {
    const size_t t = spec_task_number(lab, task);
    return t < lab->task_count ? t * (lab->hint_count / lab->task_count) : 0;
}

struct job spec_job(const struct spec_task *task, enum job_kind kind, struct shape shape, int32_t option) {
    struct job job = {.kind = kind, .vendor = task->vendor, .n = shape.n};
    job.call = signature_call(task->parameters, &shape, option);
    job.input_bytes = call_bytes(&job.call, CALL_GIVEN, job.call.count);
    job.output_bytes = call_bytes(&job.call, CALL_WRITTEN, job.call.count);
    job.scratch_bytes = call_bytes(&job.call, CALL_SCRATCH, job.call.count);
    snprintf(job.task, sizeof job.task, "%s", task->name);
    return job;
}

static size_t bytes_of(const struct spec_task *task, uint32_t set, struct shape shape) {
    const struct call call = signature_call(task->parameters, &shape, 0);
    return call_bytes(&call, set, call.count);
}

size_t spec_input_bytes(const struct spec_task *task, struct shape shape) {
    return bytes_of(task, CALL_GIVEN, shape);
}

size_t spec_output_bytes(const struct spec_task *task, struct shape shape) {
    return bytes_of(task, CALL_WRITTEN, shape);
}

int32_t spec_modelled_n(const struct spec_task *task) {
    enum { USUAL = 1 << 24 };
    const struct spec_bandwidth *timed = &task->bandwidth;
    return timed->modelled_n > 0 ? timed->modelled_n : timed->n < USUAL ? timed->n : USUAL;
}

struct shape spec_timed_shape(const struct spec_task *task, int32_t n) {
    const struct spec_bandwidth *timed = &task->bandwidth;
    struct shape shape = {
        .n = n, .cols = timed->cols, .inner = timed->inner, .alpha = timed->alpha, .beta = timed->beta};
    if (timed->n == 0 || !signature_has_rows(task->parameters))
        return shape;
    shape.rows = (int32_t)((int64_t)n * timed->rows / timed->n);
    if (signature_is_square(task->parameters))
        shape.rows = (int32_t)sqrt(n);
    if (signature_has_entries(task->parameters) && shape.rows == 0)
        shape.rows = 1;
    return signature_whole_shape(task->parameters, shape);
}

double spec_build_seconds(const struct spec *lab) {
    return lab->limits.build_s > 0 ? lab->limits.build_s : 20;
}
