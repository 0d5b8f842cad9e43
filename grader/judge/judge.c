// From findings to verdicts and points; and the first checks: does it compile, and keep to the
// interface?
#include "judge.h"

#include "base/language.h"

struct check *judge_add(struct grading *grading, enum check_id id, const char *task, int max_points) {
    struct check *check = &grading->checks[grading->check_count++];
    *check = check_make(id, task, max_points);
    return check;
}

void judge_blame_launcher(struct grading *grading, struct check *check, size_t task) {
    const struct build *build = grading->cpu.asked ? &grading->cpu.build : &grading->gpu.build;
    if (build->symbols.launcher_lines[task] > 0)
        check_blame(check, grading->submission.name, build->symbols.launcher_lines[task]);
}

static const char *compiler(const struct build *build) {
    return build->backend == BACKEND_CPU ? language_of("the CPU engine's compiler") : "nvcc";
}

static void fail_build(struct check *check, const struct grading *grading, const struct build *build) {
    check->cause = build->limited ? CAUSE_LIMIT : CAUSE_COMPILE;
    check->backend = build->backend == BACKEND_CPU ? "cpu" : "gpu";
    if (build->limited)
        check_fail(check, 0, "%s was stopped: %s", compiler(build), build->error.text);
    else
        check_fail(check, 0, "%s says: %s", compiler(build), build->diagnostic.message);
    if (build->diagnostic.line > 0)
        check_blame(check, grading->submission.name, build->diagnostic.line);
    else
        check_blame(check, grading->submission.name, 1);
}

static bool tried(const struct backend_run *run) { return run->build.state != BUILD_NOT_TRIED; }

static void judge_compilers(const struct grading *grading, struct check *check) {
    const struct build *cpu = &grading->cpu.build, *gpu = &grading->gpu.build;
    if (grading->submission.error.text[0] != '\0') {
        check->cause = CAUSE_COMPILE;
        check_fail(check, 0, "%s", grading->submission.error.text);
        check_blame(check, grading->submission.name, 1);
    } else if (cpu->state == BUILD_FAILED) {
        fail_build(check, grading, cpu);
    } else if (gpu->state == BUILD_FAILED) {
        fail_build(check, grading, gpu);
    } else if (gpu->state == BUILD_BROKEN) {
        check_pass(check, "compiled for the CPU engine; nvcc could not be used: %s", gpu->error.text);
    } else if (tried(&grading->gpu)) {
        check_pass(check, grading->gpu.device
                              ? "compiled for the CPU engine and, by nvcc, for the GPU"
                              : "compiled for the CPU engine, and by nvcc, too (no GPU to run it on)");
    } else {
        check_pass(check, grading->paths.nvcc[0] ? "compiled for the CPU engine"
                                                 : "compiled; no CUDA Toolkit: CPU engine only");
    }
}

// The first build with an error in the submission; else the first that was tried.
static const struct build *decisive(const struct grading *grading) {
    const struct build *cpu = &grading->cpu.build, *gpu = &grading->gpu.build;
    if (cpu->state == BUILD_REFUSED || !tried(&grading->gpu))
        return cpu;
    return gpu->state == BUILD_REFUSED || !tried(&grading->cpu) ? gpu : cpu;
}

// @return false if a launcher is missing; the check says which one
static bool launchers_there(struct grading *grading, struct check *check, const struct build *build) {
    for (size_t t = 0; t < grading->lab->task_count; t++) {
        const char *name = grading->lab->tasks[t].name;
        if (build->symbols.launchers[t] == SYMBOLS_DEFINED)
            continue;
        const bool other = build->symbols.launchers[t] == SYMBOLS_OTHER_SIGNATURE;
        const struct symbols_types *types = &build->symbols.types[t];
        if (other && types->is[0] != '\0')
            check_fail(check, 0, "%s has other parameters than %s.h declares: %s, and not %s", name,
                       grading->lab->name, types->is, types->should_be);
        else if (other)
            check_fail(check, 0, "%s has other parameters than %s.h declares: compare the two, type by type",
                       name, grading->lab->name);
        else
            check_fail(check, 0, "%s is not defined: task not started", name);
        check->cause = other ? CAUSE_INTERFACE : CAUSE_NONE;
        check_blame(check, grading->submission.name, 1);
        judge_blame_launcher(grading, check, t);
        return false;
    }
    return true;
}

static void judge_symbols(struct grading *grading, struct check *check) {
    const struct build *build = decisive(grading);
    check->backend = build->backend == BACKEND_GPU ? "gpu" : "cpu";
    if (build->state == BUILD_REFUSED) {
        check->cause = CAUSE_INTERFACE;
        check_fail(check, 0, "%s", build->symbols.message);
        check_blame(check, grading->submission.name, build->symbols.line > 0 ? build->symbols.line : 1);
    } else if (build->state != BUILD_DONE) {
        check_skip(check, "it does not compile yet");
    } else if (launchers_there(grading, check, build)) {
        check_pass(check, "defines what %s.h declares, and uses what a lab may use", grading->lab->name);
    }
}

static void judge_build(struct grading *grading) {
    judge_compilers(grading, judge_add(grading, CHECK_BUILD, NULL, grading->lab->build_points));
    judge_symbols(grading, judge_add(grading, CHECK_SYMBOLS, NULL, grading->lab->symbols_points));
}

// nvcc's errors count like the CPU engine's. A timeout shows nothing about the source.
static bool refused_by_nvcc(const struct grading *grading) {
    const struct build *gpu = &grading->gpu.build;
    return gpu->state == BUILD_FAILED && !gpu->limited;
}

// A source that does not compile for the GPU earns the same as one that does not compile at all.
static void skip_all_but_build(struct grading *grading) {
    for (size_t i = 0; i < grading->check_count; i++)
        if (grading->checks[i].id != CHECK_BUILD)
            check_skip(&grading->checks[i], "it does not compile yet");
}

void judge(struct grading *grading) {
    grading->check_count = 0;
    judge_build(grading);
    for (size_t t = 0; t < grading->lab->task_count; t++) {
        judge_answers(grading, t);
        judge_safety(grading, t);
        if (grading->small_only)
            continue;
        judge_technique(grading, t);
        judge_speed(grading, t);
    }
    if (refused_by_nvcc(grading))
        skip_all_but_build(grading);
    if (!grading->small_only) {
        judge_predictions(grading);
        judge_explained(grading);
    }
    grading->score = grading->open_points = 0;
    grading->max_score = spec_total_points(grading->lab);
    for (size_t i = 0; i < grading->check_count; i++) {
        grading->score += grading->checks[i].points;
        grading->open_points += check_open_points(&grading->checks[i]);
    }
}

// The fault to fix first, among all that failed.

// A task is wrong or unsafe by a cause before this one; later causes only cost points.
static bool is_wrong(enum cause cause) { return cause != CAUSE_NONE && cause < CAUSE_NOT_STARTED; }

static bool is_unwritten(enum cause cause) {
    return cause == CAUSE_UNWRITTEN_SHARED || cause == CAUSE_UNWRITTEN_GLOBAL;
}

static bool is_in_block(enum cause cause) {
    return cause == CAUSE_RACE_IN_BLOCK || cause == CAUSE_RACE_OF_WRITES;
}

// A barrier that some threads bypass orders nothing, whatever input shows it. And if a barrier
// is missing, a thread may read uninitialised memory at the line of the race. No barrier helps
// for a word that no other thread writes. A lane outside a mask supplies no value.
static bool follows(const struct check *check, const struct check *first) {
    const bool at_line = check->line == first->line || check->line == first->other_line;
    return (first->cause == CAUSE_BARRIER &&
            (is_in_block(check->cause) || check->cause == CAUSE_UNWRITTEN_SHARED)) ||
           (first->never_written && is_in_block(check->cause)) ||
           (first->cause == CAUSE_MASK && check->cause == CAUSE_UNSET_SHUFFLE && at_line) ||
           (first->cause == CAUSE_RACE_IN_BLOCK && is_unwritten(check->cause) && at_line &&
            !check->never_written);
}

// The elements of the input that shows a fault. An empty input shows least: a fix only for that has
// not found the mistake.
static int32_t size_of(const struct check *check) { return check->n > 0 ? check->n : INT32_MAX; }

// Faults of memory, order and barriers cause each other. The one on a smaller input, or earlier in
// the same run, comes first; in a tie, the order of causes decides.
// A wild index is a consequence of another fault.
static bool comes_before(const struct check *a, const struct check *b) {
    if (follows(b, a) || follows(a, b))
        return follows(b, a);
    const bool timed =
        a->place > 0 && b->place > 0 && a->cause != CAUSE_FAR_AWAY && b->cause != CAUSE_FAR_AWAY;
    if (timed && a->n != b->n)
        return size_of(a) < size_of(b);
    if (timed)
        return a->place < b->place;
    return a->cause < b->cause;
}

// The first fault of a task, or of the whole submission; NULL if nothing failed.
static const struct check *first_of(const struct grading *grading, const char *task) {
    const struct check *first = NULL;
    for (size_t i = 0; i < grading->check_count; i++) {
        const struct check *check = &grading->checks[i];
        if (check_is_of(check, task) && check->cause != CAUSE_NONE && (!first || comes_before(check, first)))
            first = check;
    }
    return first;
}

// Among correct and safe tasks the order of causes decides.
static const struct check *first_other(const struct grading *grading) {
    const struct check *first = NULL;
    for (size_t i = 0; i < grading->check_count; i++) {
        const struct check *check = &grading->checks[i];
        if (check->cause != CAUSE_NONE && (!first || check->cause < first->cause))
            first = check;
    }
    return first;
}

const struct check *judge_first_cause(const struct grading *grading) {
    const struct check *first = first_of(grading, NULL);
    for (size_t t = 0; !first && t < grading->lab->task_count; t++) {
        const struct check *of_task = first_of(grading, grading->lab->tasks[t].name);
        if (of_task && is_wrong(of_task->cause))
            first = of_task;
    }
    return first ? first : first_other(grading);
}
