// One grading run: looked up and freed.
#include "grading.h"

#include <stdio.h>
#include <stdlib.h>

const struct outcome *grading_outcome(const struct backend_run *run, size_t i) {
    return run->outcomes && run->outcomes[i].kind != OUTCOME_NOT_WANTED ? &run->outcomes[i] : NULL;
}

size_t grading_measured_case(const struct grading *grading, const struct spec_task *task) {
    size_t i = 0;
    while (i < grading->plan.count &&
           !(grading->plan.cases[i].task == task && grading->plan.cases[i].spec->measured))
        i++;
    return i;
}

bool grading_has_race(const struct grading *grading, const struct backend_run *run,
                      const struct spec_task *task) {
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct outcome *outcome = grading_outcome(run, i);
        if (outcome && grading->plan.cases[i].task == task && reports_has(outcome->report, CHECK_RACES))
            return true;
    }
    return false;
}

bool grading_has_fault(const struct grading *grading, const struct backend_run *run,
                       const struct spec_task *task) {
    static const enum check_id ids[] = {CHECK_MEMORY, CHECK_INIT, CHECK_RACES, CHECK_SYNC};
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct outcome *outcome = grading_outcome(run, i);
        if (!outcome || grading->plan.cases[i].task != task)
            continue;
        if (outcome->kind != OUTCOME_RIGHT)
            return true;
        for (size_t k = 0; k < sizeof ids / sizeof *ids; k++)
            if (reports_has(outcome->report, ids[k]))
                return true;
    }
    return false;
}

bool grading_did_nothing(const struct outcome *outcome) {
    struct counters counters;
    const bool returned = outcome->kind == OUTCOME_RIGHT || outcome->kind == OUTCOME_WRONG;
    const bool undefined = outcome->kind == OUTCOME_NOT_DEFINED;
    return undefined || (returned && outcome->untouched && !outcome->input_modified &&
                         (!reports_counters(outcome->report, &counters) || counters.launches == 0));
}

struct check *grading_check(struct grading *grading, enum check_id id, const char *task) {
    for (size_t i = 0; i < grading->check_count; i++) {
        struct check *check = &grading->checks[i];
        if (check->id == id && check_is_of(check, task))
            return check;
    }
    return NULL;
}

static void run_free(struct backend_run *run, size_t cases) {
    build_free(&run->build);
    for (size_t i = 0; run->outcomes && i < cases; i++)
        cJSON_Delete(run->outcomes[i].report);
    free(run->outcomes);
    free(run->printed);
    run->outcomes = NULL;
    run->printed = NULL;
}

// What compilers and runners used together.
static struct tool_cost grading_cost(const struct grading *grading) {
    const struct tool_cost *costs[] = {&grading->cpu.build.cost, &grading->gpu.build.cost, &grading->cpu.cost,
                                       &grading->gpu.cost};
    struct tool_cost all = {0};
    for (size_t i = 0; i < sizeof costs / sizeof costs[0]; i++)
        cost_add(&all,
                 &(struct sandbox_result){.cpu_s = costs[i]->cpu_s, .peak_bytes = costs[i]->peak_bytes});
    return all;
}

void grading_tell_cost(const struct grading *grading) {
    const char *path = getenv("WARPLAB_COST");
    FILE *out = path ? fopen(path, "ae") : NULL;
    const struct tool_cost cost = grading_cost(grading);
    if (!out)
        return;
    fprintf(out, "%.3f %zu\n", cost.cpu_s, cost.peak_bytes);
    fclose(out);
}

static void smallest_free(struct grading *grading) {
    for (size_t t = 0; t < SYMBOLS_MAX_LAUNCHERS; t++)
        for (enum check_id id = 0; id < CHECK_ID_COUNT; id++) {
            cJSON_Delete(grading->smallest[t].of[id].report);
            free(grading->smallest[t].rows);
            grading->smallest[t].rows = NULL;
        }
}

void grading_free(struct grading *grading) {
    smallest_free(grading);
    run_free(&grading->cpu, grading->plan.count);
    run_free(&grading->gpu, grading->plan.count);
    plan_free(&grading->plan);
    submission_free(&grading->submission);
    work_directory_remove(&grading->stage);
}
