// Is it fast?
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "judge.h"
#include "run/reports.h"
#include "run/timing.h"

const double judge_roofline = 1.25;

// The gain without the bound is mentioned if it is at least this large.
static const double worth_saying = 0.95;

// A speed in words: with a decimal if the number would otherwise be small.
struct words {
    char text[24];
};
static struct words gbps_words(double gbps) {
    struct words words;
    snprintf(words.text, sizeof words.text, gbps < 10 ? "%.2f" : gbps < 100 ? "%.1f" : "%.0f", gbps);
    return words;
}

// The bounds of the model, as subjects of a sentence.
static const struct {
    const char *bound, *words;
} bounds[] = {
    {"memory", "memory traffic"},
    {"latency", "waiting for memory"},
    {"issue", "issuing instructions"},
    {"shared", "shared memory or the L1 cache"},
    {"atomics", "atomics"},
    {"barriers", "barriers"},
    {"launch", "launching kernels"},
    {"host", "the host's work"},
    {"copies", "copies"},
    {"blocks", "starting blocks"},
    {"arithmetic", "arithmetic"},
    {"L2", "traffic with the second-level cache"},
    {"chain", "blocks that wait for each other"},
};

static const char *bound_words(const char *bound) {
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if (strcmp(bounds[i].bound, bound) == 0)
            return language_of(bounds[i].words);
    return bound;
}

// The submission's own line that takes most of the time; 0 if unknown, or in a header.
static int line_of(const struct grading *grading, size_t task) {
    const struct bandwidth *modelled = &grading->cpu.bandwidths[task];
    const struct prediction *p = &modelled->prediction;
    return modelled->known && strcmp(p->file, grading->submission.name) == 0 ? p->line : 0;
}

// One sentence on where the time goes, after a blank; "" if unknown. On a GPU, too, it is from the
// model, which knows the line. The GPU's own data are with its counters (--counters).
static void say_why(const struct grading *grading, size_t task, char *text, size_t size) {
    const struct bandwidth *modelled = &grading->cpu.bandwidths[task];
    const struct prediction *p = &modelled->prediction;
    char place[48] = "";
    *text = '\0';
    if (!modelled->known || p->bound[0] == '\0' || !(p->us > 0))
        return;
    if (line_of(grading, task) > 0)
        snprintf(place, sizeof place, language_of(" (line %d)"), line_of(grading, task));
    snprintf(text, size, language_of(" By the model %.0f %% of the time goes into %s%s."), 100 * p->share,
             bound_words(p->bound), place);
    const size_t used = strlen(text);
    if (p->without_us > 0 && p->without_us < worth_saying * p->us)
        snprintf(text + used, size - used, language_of(" Without that it would reach %s GB/s."),
                 gbps_words(modelled->bytes / p->without_us / 1e3).text);
}

static bool has_idle(const struct grading *grading, size_t task) {
    const struct bandwidth *modelled = &grading->cpu.bandwidths[task];
    return modelled->known && modelled->prediction.idle.kernel[0] != '\0';
}

// The submission's own line that launches idle blocks; 0 if unknown.
static int idle_line(const struct grading *grading, size_t task) {
    const struct idle_blocks *idle = &grading->cpu.bandwidths[task].prediction.idle;
    return strcmp(idle->file, grading->submission.name) == 0 ? idle->line : 0;
}

// That most blocks have nothing to do, after a blank; "" otherwise. It costs points only through the time it
// takes.
static void say_idle(const struct grading *grading, size_t task, char *text, size_t size) {
    const struct idle_blocks *idle = &grading->cpu.bandwidths[task].prediction.idle;
    char place[48] = "";
    *text = '\0';
    if (!has_idle(grading, task))
        return;
    if (idle_line(grading, task) > 0)
        snprintf(place, sizeof place, language_of(" (line %d)"), idle_line(grading, task));
    snprintf(text, size,
             language_of(" %.0f of the %.0f blocks of %s%s read no element: does the grid fit n?"),
             idle->idle, idle->blocks, idle->kernel, place);
}

// The device of the recorded marks, after a blank; "" if they were recorded for this device.
static void say_profile(const struct timing_scale *scale, char *text, size_t size) {
    *text = '\0';
    if (!scale->same_device)
        snprintf(text, size, language_of(" There is no profile of this device: these are %s's, scaled."),
                 scale->profile);
}

// The clock used, after a blank, if the runner's own clock claims more.
static void say_clock(const struct bandwidth *b, char *text, size_t size) {
    const char *const format = language_of(" That is by the grader's own clock; the program's says %s. If "
                                           "another program used the GPU, run again.");
    *text = '\0';
    if (b->claimed_gbps > 0)
        snprintf(text, size, format, gbps_words(b->claimed_gbps).text);
}

// The figure reached, and both ends of the points, for the same number of elements.
static void say_figures(struct grading *grading, struct check *check, size_t task,
                        const struct backend_run *run, const struct timing_scale *scale, int points) {
    const struct bandwidth *b = &run->bandwidths[task];
    const char *how = run->backend == BACKEND_GPU ? language_of("measured") : language_of("modelled");
    const char *const format = "%s GB/s %s on %s for n = %d; points from %s, full marks from %s.%s%s%s%s";
    const struct words own = gbps_words(b->gbps), zero = gbps_words(scale->zero_gbps),
                       full = gbps_words(scale->full_gbps);
    char profile[128], clock[192], why[256] = "", idle[256];
    say_profile(scale, profile, sizeof profile);
    say_clock(b, clock, sizeof clock);
    say_idle(grading, task, idle, sizeof idle);
    if (points < check->max_points) {
        // Idle blocks are the first thing to change: the waits of the others are known then.
        if (!has_idle(grading, task))
            say_why(grading, task, why, sizeof why);
        check_fail(check, points, format, own.text, how, run->calibration.device, b->n, zero.text, full.text,
                   clock, profile, idle, why);
    } else {
        check_pass(check, format, own.text, how, run->calibration.device, b->n, zero.text, full.text, clock,
                   profile, idle, why);
    }
}

// A figure beyond the memory's rate is the submission's fault if it skipped some of its input, and the
// model's if the engine saw it load all that it must.
static bool model_is_wrong(const struct backend_run *run, const struct bandwidth *b) {
    return run->backend == BACKEND_CPU && b->prediction.touched_bytes >= b->bytes / judge_roofline;
}

static void judge_impossible(struct check *check, const struct backend_run *run, const struct bandwidth *b) {
    if (model_is_wrong(run, b))
        check_leave_open(check,
                         "%.0f GB/s modelled, more than the memory of this device can give (%.0f), though it "
                         "loads its input: the model cannot time it; a GPU can",
                         b->gbps, run->calibration.copy_gbps);
    else
        check_fail(
            check, 0,
            "%.0f GB/s is more than the memory of this device can give (%.0f): it cannot have read its input",
            b->gbps, run->calibration.copy_gbps);
}

static void judge_figure(struct grading *grading, struct check *check, size_t task,
                         const struct backend_run *run, const struct timing_scale *scale) {
    const struct bandwidth *b = &run->bandwidths[task];
    const double undisturbed = timing_undisturbed(&run->calibration, b);
    const int points = timing_points(scale, b->gbps, check->max_points);
    if (b->gbps > judge_roofline * run->calibration.copy_gbps)
        judge_impossible(check, run, b);
    else if (run->estimated)
        check_leave_open(check, "%s GB/s modelled, but %s", gbps_words(b->gbps).text,
                         language_of(paths_counts_gap(&grading->paths)));
    else if (timing_points(scale, undisturbed, check->max_points) > points)
        check_leave_open(check,
                         "%.0f GB/s measured twice, and up to %.0f without the noise: grade it again when no "
                         "other program uses the GPU",
                         b->gbps, undisturbed);
    else
        say_figures(grading, check, task, run, scale, points);
}

// A proven fault of a kernel, however correct its answers were. NULL if there is none.
static const struct check *standing_fault(struct grading *grading, const char *task) {
    static const enum check_id ids[] = {CHECK_MEMORY, CHECK_INIT, CHECK_RACES, CHECK_SYNC};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const struct check *check = grading_check(grading, ids[i], task);
        if (check && check->status == CHECK_FAILED)
            return check;
    }
    return NULL;
}

// Why a task has no time to give points for: its own fault, or the grader's.
static void judge_timeless(struct check *check, const struct backend_run *run,
                           const struct bandwidth *bandwidth) {
    if (bandwidth->starved)
        check_leave_open(check, "no time could be modelled: %s; a machine with more memory can, or a GPU",
                         bandwidth->error.text);
    else if (bandwidth->wrong && run->backend == BACKEND_CPU)
        check_fail(check, 0, "no time, and no points for it: %s", bandwidth->error.text);
    else if (bandwidth->wrong)
        check_fail(check, 0, "a timed repetition gave a wrong answer: every one has an input of its own");
    else if (bandwidth->late)
        check_fail(check, 0, "a timed repetition was said to be done before its answer was there");
    else if (bandwidth->failed)
        check_fail(check, 0, "it did not complete the timed run (n = %d): %s", bandwidth->n,
                   bandwidth->error.text);
    else if (run->backend == BACKEND_CPU)
        check_fail(check, 0, "no time, and no points for it: %s", bandwidth->error.text);
    else
        check_leave_open(check, "no time could be taken: %s; grade it again, or on another machine",
                         bandwidth->error.text[0] ? bandwidth->error.text : run->error.text);
}

static enum cause cause_of(const struct grading *grading, size_t task, const struct bandwidth *bandwidth) {
    if (judge_host_worked(grading, &grading->lab->tasks[task]))
        return CAUSE_HOST_WORK;
    if (!bandwidth->wrong && has_idle(grading, task))
        return CAUSE_SLOW_IDLE;
    return bandwidth->wrong ? CAUSE_SIZE : cause_of_bound(grading->cpu.bandwidths[task].prediction.bound);
}

static void judge_bandwidth(struct grading *grading, struct check *check, size_t task) {
    const struct backend_run *run = grading->gpu.ran ? &grading->gpu : &grading->cpu;
    const struct spec_task *spec = &grading->lab->tasks[task];
    const struct bandwidth *bandwidth = &run->bandwidths[task];
    const struct check *correct = grading_check(grading, CHECK_CORRECT, spec->name);
    const struct check *fault = standing_fault(grading, spec->name);
    struct timing_scale scale;
    struct error error = {""};
    check->backend = run->backend == BACKEND_GPU ? "gpu" : "cpu";
    if (!run->ran || correct->status != CHECK_PASSED)
        check_skip(check, "judged once every answer is right");
    else if (fault)
        check_skip(check, "judged once it is safe: see \"%s\"", language_of(check_title(fault->id)));
    else if (judge_host_worked(grading, spec))
        check_fail(check, 0, "no figure for the device: the input went through the host");
    else if (!bandwidth->known || bandwidth->wrong || bandwidth->late || bandwidth->failed)
        judge_timeless(check, run, bandwidth);
    else if (!timing_scale(grading->lab, spec, bandwidth->n, run->backend, &run->calibration, &scale, &error))
        check_leave_open(check, "%s GB/s, and nothing to compare it with: %s",
                         gbps_words(bandwidth->gbps).text, error.text);
    else
        judge_figure(grading, check, task, run, &scale);
    if (check->status == CHECK_FAILED)
        judge_blame_launcher(grading, check, task);
    if (check->status == CHECK_FAILED)
        check->cause = cause_of(grading, task, bandwidth);
    const int line = has_idle(grading, task) ? idle_line(grading, task) : line_of(grading, task);
    if (check->status == CHECK_FAILED && run->bandwidths[task].known && line > 0)
        check_blame(check, grading->submission.name, line);
}

// A task without points for speed has no such check.
void judge_speed(struct grading *grading, size_t task) {
    const struct spec_task *spec = &grading->lab->tasks[task];
    const int points = spec_task_points(spec, CHECK_BANDWIDTH);
    if (points > 0)
        judge_bandwidth(grading, judge_add(grading, CHECK_BANDWIDTH, spec->name, points), task);
}
