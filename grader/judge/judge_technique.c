// Is it the technique? What the engine counted in the measured case, against the lab's bounds.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "judge.h"
#include "run/reports.h"
#include "submission/submission.h"

// What the host may copy and touch: that part of the input, and a few sizes and sums in any case.
static const double host_may = 0.25, host_may_bytes = 65536;

static const struct outcome *measured_outcome(const struct grading *grading, const struct spec_task *task) {
    const size_t i = grading_measured_case(grading, task);
    return i < grading->plan.count ? grading_outcome(&grading->cpu, i) : NULL;
}

// What was counted in the measured case, and its size.
struct measured {
    const struct spec_task *task;
    struct counters counters;
    int32_t n;
    struct shape shape;
};

static double value_of(const struct spec_bound *bound, const struct measured *m) {
    return bound->value(&m->counters, m->n);
}

static bool applies(const struct spec_bound *bound, const struct measured *m) {
    return !bound->applies || bound->applies(&m->counters);
}

// The first bound that applies: a passed check reports its value.
static const struct spec_bound *first_bound(const struct measured *m) {
    const struct spec_bound *bound = m->task->bounds;
    while (bound + 1 < m->task->bounds + m->task->bound_count && !applies(bound, m))
        bound++;
    return bound;
}

// The first bound that does not hold, of those with points of their own or of the others; NULL if all do.
static const struct spec_bound *broken_bound(const struct measured *m, bool own_points) {
    for (const struct spec_bound *b = m->task->bounds; b < m->task->bounds + m->task->bound_count; b++)
        if ((b->points > 0) == own_points && applies(b, m) && !spec_bound_holds(b, value_of(b, m)))
            return b;
    return NULL;
}

// What the bounds with points of their own leave of the check's.
static int points_left(const struct measured *m, int max_points) {
    for (const struct spec_bound *b = m->task->bounds; b < m->task->bounds + m->task->bound_count; b++)
        if (b->points > 0 && applies(b, m))
            max_points -= b->points - spec_bound_points(b, value_of(b, m));
    return max_points;
}

// Partial sums may be finished on the host: of the input itself it has nothing to see.
static double host_share(const struct measured *m) {
    const double beyond = m->counters.host_bytes - host_may_bytes;
    return beyond > 0 ? beyond / (double)(spec_input_bytes(m->task, m->shape) + 1) : 0;
}

// A bound below this asks whether there is any at all.
static const double ANY = 1e-3;

static void fail_bound(struct check *check, const struct spec_bound *bound, const struct measured *m) {
    const double value = value_of(bound, m);
    const bool low = value < bound->at_least, any = low && bound->at_least < ANY;
    check->hint = bound->hint > 0 ? bound->hint - 1 : 0;
    check->diagnosed = bound->hint == 0;
    check_fail(check, bound->points > 0 ? points_left(m, check->max_points) : 0,
               any   ? "%s: %.2f (n = %d), more than %g needed: %s"
               : low ? "%s: %.2f (n = %d), at least %g needed: %s"
                     : "%s: %.2f (n = %d), at most %g allowed: %s",
               language_of(bound->name), value, m->n,
               any   ? 0
               : low ? bound->at_least
                     : bound->at_most,
               language_of(low ? bound->too_low : bound->too_high));
}

// The bounds behind the first one, each after a "; ": a handout may speak of them. Two are enough for a
// report.
static void say_others(char *text, size_t size, const struct measured *m) {
    const struct spec_bound *first = first_bound(m);
    enum { MOST = 2 };
    size_t used = 0;
    int said = 0;
    text[0] = '\0';
    for (const struct spec_bound *b = first + 1; b < m->task->bounds + m->task->bound_count && used < size;
         b++) {
        const bool low = b->at_least >= ANY && isfinite(b->at_least), high = isfinite(b->at_most);
        if (!applies(b, m) || !(low || high) || said == MOST)
            continue;
        said++;
        used +=
            (size_t)snprintf(text + used, size - used, "; %s: %.3g", language_of(b->name), value_of(b, m));
        if (used < size && low && high)
            used += (size_t)snprintf(text + used, size - used, language_of(" (%g to %g)"), b->at_least,
                                     b->at_most);
        else if (used < size)
            used += (size_t)snprintf(text + used, size - used,
                                     language_of(high ? " (at most %g)" : " (at least %g)"),
                                     high ? b->at_most : b->at_least);
    }
}

static void pass_bounds(struct check *check, const struct measured *m) {
    const struct spec_bound *first = first_bound(m);
    const bool open = isinf(first->at_most);
    char others[400];
    say_others(others, sizeof others, m);
    check_pass(
        check, open ? "%s: %.3f (n = %d, at least %g needed)%s" : "%s: %.3f (n = %d, at most %g allowed)%s",
        language_of(first->name), value_of(first, m), m->n, open ? first->at_least : first->at_most, others);
}

static void judge_bounds(struct check *check, const struct measured *m) {
    const struct spec_bound *bound = broken_bound(m, false);
    if (!bound)
        bound = broken_bound(m, true);
    if (m->counters.launches == 0)
        check_fail(check, 0, "no kernel was launched: the work must be done on the device");
    else if (host_share(m) > host_may)
        check_fail(
            check, 0,
            "%.1f times the input's bytes went through the host, in copies and in its own code (n = %d), at "
            "most %g allowed: the work must be done on the device",
            host_share(m), m->n, host_may);
    else if (bound)
        fail_bound(check, bound, m);
    else
        pass_bounds(check, m);
}

// @return false if the engine's report of the measured case cannot be read
static bool measure(const struct grading *grading, const struct spec_task *task, struct measured *m) {
    const struct outcome *outcome = measured_outcome(grading, task);
    *m = (struct measured){.task = task};
    if (!outcome || !reports_counters(outcome->report, &m->counters))
        return false;
    const struct plan_case *c = &grading->plan.cases[grading_measured_case(grading, task)];
    m->n = c->n;
    m->shape = c->shape;
    return true;
}

bool judge_host_worked(const struct grading *grading, const struct spec_task *task) {
    struct measured m;
    return measure(grading, task, &m) && host_share(&m) > host_may;
}

// The counters say how the work is done, not that it is. Where there is a race, the cases that are the same
// with every seed show that, with lanes in step: bins[x]++ comes out right only where each lane runs alone.
static bool does_the_task(const struct grading *grading, const struct spec_task *task,
                          const struct outcome *measured) {
    const bool right = measured->kind == OUTCOME_RIGHT;
    if (!grading_has_race(grading, &grading->cpu, task))
        return right;
    const bool spoiled = measured->kind == OUTCOME_WRONG && reports_has(measured->report, CHECK_RACES);
    return (right || spoiled) && judge_right_at_size(grading, task, true);
}

// The name of the kernel that does most: the member of @p sums that is largest. @p sums gets one for each
// name.
static const char *heaviest_kernel(const cJSON *report, cJSON *sums) {
    enum { MOST_NAMES = 64 }; // a report is the submission's side's
    const cJSON *kernel, *sum, *most = NULL;
    int names = 0;
    cJSON_ArrayForEach(kernel, cJSON_GetObjectItemCaseSensitive(reports_driver(report), "kernels")) {
        const char *name = reports_string(kernel, "name");
        const cJSON *counters = cJSON_GetObjectItemCaseSensitive(kernel, "counters");
        cJSON *known = name ? cJSON_GetObjectItemCaseSensitive(sums, name) : NULL;
        if (name && !known && names++ < MOST_NAMES)
            known = cJSON_AddNumberToObject(sums, name, 0);
        if (known)
            cJSON_SetNumberHelper(known, known->valuedouble + reports_number(counters, "warp_instructions"));
    }
    cJSON_ArrayForEach(sum, sums) most = !most || sum->valuedouble > most->valuedouble ? sum : most;
    return most ? most->string : NULL;
}

// That kernel is nearly always the one that the bounds are about; the launcher where it is not known.
static void blame_kernel(struct grading *grading, struct check *check, size_t task) {
    const struct outcome *outcome = measured_outcome(grading, &grading->lab->tasks[task]);
    cJSON *sums = cJSON_CreateObject();
    const char *name = heaviest_kernel(outcome->report, sums), *text = grading->submission.text;
    const int line = name && text ? kernel_line(text, name) : 0;
    if (line > 0)
        check_blame(check, grading->submission.name, line);
    else
        judge_blame_launcher(grading, check, task);
    cJSON_Delete(sums);
}

static bool launches(const struct outcome *outcome, const char *name) {
    const cJSON *kernel;
    cJSON_ArrayForEach(kernel, cJSON_GetObjectItemCaseSensitive(reports_driver(outcome->report), "kernels")) {
        const char *launched = reports_string(kernel, "name");
        if (launched && strcmp(launched, name) == 0)
            return true;
    }
    return false;
}

// Starters name a task's kernel after it. Whether the launcher runs another task's, and its own is there.
static bool blame_other_kernel(struct grading *grading, struct check *check, size_t task) {
    const struct outcome *outcome = measured_outcome(grading, &grading->lab->tasks[task]);
    const char *text = grading->submission.text;
    char own[96], other[96];
    snprintf(own, sizeof own, "%s_kernel", grading->lab->tasks[task].name);
    const int line = text && !launches(outcome, own) ? kernel_line(text, own) : 0;
    for (size_t t = 0; line > 0 && t < grading->lab->task_count; t++) {
        snprintf(other, sizeof other, "%s_kernel", grading->lab->tasks[t].name);
        if (t == task || !launches(outcome, other))
            continue;
        check_fail(check, check->points, "%s runs %s; its own kernel, %s in line %d, is never launched",
                   grading->lab->tasks[task].name, other, own, line);
        check->cause = CAUSE_OTHER_KERNEL;
        judge_blame_launcher(grading, check, task);
        return true;
    }
    return false;
}

// A task without points for it has no such check.
void judge_technique(struct grading *grading, size_t task) {
    const struct spec_task *spec = &grading->lab->tasks[task];
    const int points = spec_task_points(spec, CHECK_TECHNIQUE);
    if (points == 0)
        return;
    struct check *check = judge_add(grading, CHECK_TECHNIQUE, spec->name, points);
    const struct outcome *outcome = measured_outcome(grading, spec);
    struct measured m = {.task = spec};
    if (!grading->cpu.ran)
        check_skip(check, grading->cpu.asked ? "nothing could be run" : "the CPU engine was not asked for");
    else if (!outcome || !does_the_task(grading, spec, outcome))
        check_skip(check, grading_has_race(grading, &grading->cpu, spec)
                              ? "judged once the race is gone"
                              : "judged once a large array gives the right answer");
    else if (!measure(grading, spec, &m))
        judge_unreadable(grading, check, task, outcome);
    else
        judge_bounds(check, &m);
    if (check->status != CHECK_FAILED)
        return;
    const bool by_host = m.counters.launches == 0 || host_share(&m) > host_may;
    check->cause = by_host ? CAUSE_HOST_WORK : CAUSE_TECHNIQUE;
    if (by_host)
        judge_blame_launcher(grading, check, task);
    else if (!blame_other_kernel(grading, check, task))
        blame_kernel(grading, check, task);
}
