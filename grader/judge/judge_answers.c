// Is it right, and did it stay within the limits?
#include <limits.h>

#include "base/language.h"
#include "judge.h"
#include "run/reports.h"

// What was found wrong, first come first kept.
struct failure {
    const struct backend_run *run;
    const struct plan_case *c;
    const struct spec_group *group;
    const struct outcome *outcome;
};

// A case that was stopped says nothing but that another one was. A size of 0 is a case of its own, which
// hides the general one.
static int tells(const struct failure *failure) {
    return 2 * (failure->outcome->kind != OUTCOME_NOT_RUN) + (failure->c->n > 0);
}

static void keep_first(struct failure *failure, const struct failure *other) {
    if (!failure->outcome || (failure->run == other->run && tells(other) > tells(failure)))
        *failure = *other;
}

// Whether one backend got a task's group right, which other tasks may have as well; the first case that
// is not goes to failure.
static bool group_right(const struct grading *grading, const struct backend_run *run,
                        const struct spec_task *task, const struct spec_group *group,
                        struct failure *failure) {
    bool right = true;
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct plan_case *c = &grading->plan.cases[i];
        const struct outcome *outcome = grading_outcome(run, i);
        if (c->task != task || !(c->backends & run->backend) || !outcome)
            continue;
        const bool wrong = c->group == group && outcome->kind != OUTCOME_RIGHT;
        // Other groups' inputs count here, too, where the group is about leaving the input alone.
        const bool touched = group->input_untouched && outcome->input_modified;
        if (!wrong && !touched)
            continue;
        keep_first(failure, &(struct failure){run, c, group, outcome});
        right = false;
    }
    return right;
}

static const char *backend_words(const struct grading *grading) {
    if (grading->cpu.ran && grading->gpu.ran)
        return "all";
    return grading->gpu.ran ? "gpu" : "cpu";
}

static enum cause cause_of(const struct outcome *outcome) {
    if (outcome->unsupported)
        return CAUSE_UNSUPPORTED;
    switch (outcome->kind) {
    case OUTCOME_LIMIT:
        return outcome->endless ? CAUSE_ENDLESS : CAUSE_LIMIT;
    case OUTCOME_DIED:
        return outcome->crashed ? CAUSE_CRASH : CAUSE_VALUES;
    case OUTCOME_WRONG:
        return outcome->untouched        ? CAUSE_NOTHING_WRITTEN
               : outcome->partly_written ? CAUSE_PARTLY_WRITTEN
                                         : CAUSE_VALUES;
    default:
        return outcome->kind == OUTCOME_RIGHT ? CAUSE_INPUT_CHANGED : CAUSE_VALUES;
    }
}

// What a smaller input shows comes before it, and so does what the engine saw in the same run; but launches
// that go on for ever leave the memory that is meant for them.
static void blame_endless(struct check *check, const struct plan_case *c, const struct outcome *outcome) {
    check->n = c->n;
    check->place = outcome->launches_on ? 1 : INT_MAX;
}

// Whether all wrong answers are for numbers of another kind than the measured case has, and one of that kind
// that is no smaller is right.
static bool spares_the_measured(const struct grading *grading, size_t task) {
    const struct spec_task *spec = &grading->lab->tasks[task];
    const size_t measured = grading_measured_case(grading, spec);
    inputs_fill *kind = measured < grading->plan.count ? grading->plan.cases[measured].spec->fill : NULL;
    int32_t right = 0, wrong = INT32_MAX;
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct plan_case *c = &grading->plan.cases[i];
        const struct outcome *outcome = grading_outcome(&grading->cpu, i);
        if (c->task != spec || !(c->backends & BACKEND_CPU) || !outcome)
            continue;
        if (outcome->kind == OUTCOME_WRONG && c->spec->fill == kind)
            return false;
        if (outcome->kind == OUTCOME_WRONG && c->n < wrong)
            wrong = c->n;
        if (outcome->kind == OUTCOME_RIGHT && c->spec->fill == kind && c->n > right)
            right = c->n;
    }
    return kind && right >= wrong;
}

// A wrong answer of the engine's that no small input shows: by its size, or by its numbers?
static enum cause cause_in_large(const struct grading *grading, size_t task) {
    const int32_t right_up_to = grading->smallest[task].right_up_to;
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct plan_case *c = &grading->plan.cases[i];
        const struct outcome *outcome = grading_outcome(&grading->cpu, i);
        if (c->task == &grading->lab->tasks[task] && (c->backends & BACKEND_CPU) && outcome &&
            outcome->kind == OUTCOME_WRONG && c->n <= right_up_to)
            return c->n > 0 ? CAUSE_NUMBERS : CAUSE_VALUES;
    }
    return spares_the_measured(grading, task) ? CAUSE_NUMBERS : CAUSE_SIZE;
}

static enum cause cause_of_failure(const struct grading *grading, size_t task,
                                   const struct failure *failure) {
    const struct smallest *smallest = &grading->smallest[task];
    const bool on_cpu = failure->run->backend == BACKEND_CPU;
    const enum cause cause = cause_of(failure->outcome);
    if (on_cpu && smallest->of[CHECK_CORRECT].n > 0)
        return smallest->cause;
    if (on_cpu && cause == CAUSE_VALUES && failure->outcome->kind == OUTCOME_WRONG &&
        smallest->right_up_to > 0)
        return cause_in_large(grading, task);
    return cause;
}

// The group of the largest case, on whatever backend: what is wrong at the timed size alone is wrong there.
static const struct spec_group *group_of_large(const struct spec_task *task) {
    const struct spec_group *large = NULL;
    int32_t largest = -1;
    for (size_t g = 0; g < task->group_count; g++)
        for (size_t c = 0; c < task->groups[g].case_count; c++) {
            const int32_t n = plan_table_shape(task, &task->groups[g].cases[c]).n;
            large = n > largest ? &task->groups[g] : large;
            largest = n > largest ? n : largest;
        }
    return large;
}

// Every case is right, but the answer at the size that is timed is not.
static void fail_timed(struct grading *grading, struct check *check, size_t task) {
    const struct spec_task *spec = &grading->lab->tasks[task];
    const struct spec_group *large = group_of_large(spec);
    check->cause = CAUSE_SIZE;
    check->backend = "cpu";
    check_fail(check, check->max_points - large->points, "%zu of %zu groups right; %s (%s): %s%s",
               spec->group_count - 1, spec->group_count, language_of("first wrong"),
               language_of(large->title), "", grading->cpu.bandwidths[task].error.text);
    judge_blame_launcher(grading, check, task);
}

static void judge_correct(struct grading *grading, struct check *check, size_t task) {
    const struct smallest *smallest = &grading->smallest[task];
    const struct spec_task *spec = &grading->lab->tasks[task];
    const struct backend_run *runs[] = {&grading->cpu, &grading->gpu};
    struct failure failure = {0};
    int points = 0;
    size_t right = 0;
    for (size_t g = 0; g < spec->group_count; g++) {
        bool good = true;
        for (size_t r = 0; r < 2; r++)
            if (runs[r]->ran)
                good = group_right(grading, runs[r], spec, &spec->groups[g], &failure) && good;
        points += good ? spec->groups[g].points : 0;
        right += good;
    }
    check->backend = backend_words(grading);
    if (!failure.outcome && grading->cpu.bandwidths[task].wrong) {
        fail_timed(grading, check, task);
        return;
    }
    if (!failure.outcome) {
        check_pass(check, "every answer right: %zu groups of cases", spec->group_count);
        return;
    }
    const char *where = failure.run->backend == BACKEND_GPU ? language_of("on the GPU, ") : "";
    check->backend = failure.run->backend == BACKEND_GPU ? "gpu" : "cpu";
    const bool shown = smallest->of[CHECK_CORRECT].n > 0 && failure.run->backend == BACKEND_CPU;
    check->cause = cause_of_failure(grading, task, &failure);
    check->n = shown ? smallest->of[CHECK_CORRECT].n : 0;
    if (check->cause == CAUSE_ENDLESS)
        blame_endless(check, failure.c, failure.outcome);
    check_fail(check, points, "%zu of %zu groups right; %s (%s): %s%s", right, spec->group_count,
               language_of("first wrong"), language_of(failure.group->title), where,
               failure.outcome->message);
    check->diagnosed = failure.outcome->diagnosed;
    if (failure.outcome->line > 0)
        check_blame(check, grading->submission.name, failure.outcome->line);
    else if (shown && smallest->line > 0)
        check_blame(check, grading->submission.name, smallest->line);
    else
        judge_blame_launcher(grading, check, task);
}

static const struct outcome *first_limit(const struct grading *grading, const struct spec_task *task,
                                         const struct plan_case **c) {
    const struct backend_run *runs[] = {&grading->cpu, &grading->gpu};
    for (size_t r = 0; r < 2; r++)
        for (size_t i = 0; i < grading->plan.count; i++) {
            const struct outcome *outcome = grading_outcome(runs[r], i);
            *c = &grading->plan.cases[i];
            if (outcome && (*c)->task == task && outcome->kind == OUTCOME_LIMIT)
                return outcome;
        }
    return NULL;
}

// Launches beyond those that the engine's report lists one by one, in the case that has most; 0 without any.
static double launches_not_listed(const struct grading *grading, const struct spec_task *task) {
    double most = 0;
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct outcome *outcome = grading_outcome(&grading->cpu, i);
        const double launches = outcome ? reports_number(reports_driver(outcome->report), "launches") : 0;
        if (grading->plan.cases[i].task == task && launches > most)
            most = launches;
    }
    return most;
}

static void pass_limits(const struct grading *grading, struct check *check, size_t task) {
    const double launches = launches_not_listed(grading, &grading->lab->tasks[task]);
    if (launches > 0)
        check_pass(
            check,
            "time, memory, processes and output stayed within the limits; %.0f launches in one call are "
            "reported as sums",
            launches);
    else
        check_pass(check, "time, memory, processes and output stayed within the limits");
}

static void judge_limits(struct grading *grading, struct check *check, size_t task) {
    const struct build *build = grading->cpu.build.limited ? &grading->cpu.build : &grading->gpu.build;
    const struct plan_case *c;
    const struct outcome *outcome = first_limit(grading, &grading->lab->tasks[task], &c);
    if (build->limited) {
        check->cause = CAUSE_LIMIT;
        check_fail(check, 0, "while compiling, %s", build->error.text);
        check_blame(check, grading->submission.name, 1);
    } else if (outcome) {
        check->cause = outcome->endless ? CAUSE_ENDLESS : CAUSE_LIMIT;
        check_fail(check, 0, "%s", outcome->message);
        if (outcome->endless)
            blame_endless(check, c, outcome);
        if (outcome->endless && outcome->line > 0)
            check_blame(check, grading->submission.name, outcome->line);
        else
            judge_blame_launcher(grading, check, task);
    } else if (grading->cpu.ran || grading->gpu.ran) {
        pass_limits(grading, check, task);
    } else {
        check_skip(check, "nothing ran");
    }
}

static bool is_started(const struct grading *grading, size_t task) {
    const struct build *build = grading->cpu.asked ? &grading->cpu.build : &grading->gpu.build;
    const struct backend_run *runs[] = {&grading->cpu, &grading->gpu};
    if (build->symbols.launchers[task] != SYMBOLS_DEFINED)
        return false;
    for (size_t r = 0; r < 2; r++)
        for (size_t i = 0; i < grading->plan.count; i++) {
            const struct outcome *outcome = grading_outcome(runs[r], i);
            const struct plan_case *c = &grading->plan.cases[i];
            if (outcome && c->task == &grading->lab->tasks[task] && (c->backends & runs[r]->backend) &&
                !grading_did_nothing(outcome))
                return true;
        }
    return false;
}

void judge_answers(struct grading *grading, size_t task) {
    const struct spec_task *spec = &grading->lab->tasks[task];
    struct check *correct =
        judge_add(grading, CHECK_CORRECT, spec->name, spec_task_points(spec, CHECK_CORRECT));
    if (!grading->cpu.ran && !grading->gpu.ran) {
        check_skip(correct, "nothing could be run");
    } else if (!is_started(grading, task)) {
        check_skip(correct, "task not started");
        correct->cause = CAUSE_NOT_STARTED;
    } else {
        judge_correct(grading, correct, task);
    }
    judge_limits(grading, judge_add(grading, CHECK_LIMITS, spec->name, spec_task_points(spec, CHECK_LIMITS)),
                 task);
}
