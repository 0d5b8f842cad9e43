// The supervisor. It is trusted and runs outside the box; its child becomes the box.
//
// One poll() waits for four things: the program's output, signals (a child ended, or the program is
// cancelled), the end of `grade`, and the time of the next measurement. When the box has ended, or a limit is
// passed, the supervisor kills what is left, drains the pipes, and writes the record. It keeps no descriptor
// of the program, so that `grade` reads end-of-file when the program is gone.
#include "sandbox/supervise.h"
#include "sandbox/box.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double measure_every_s = 0.05;
static const double kill_patience_s = 10;
// Time that other programs used the processors does not count, up to this factor of the limit and these
// seconds.
static const double patience_factor = 9, patience_s = 60;

struct watch {
    const struct supervision *with;
    int signals, output, report; // descriptors that it reads
    pid_t box;                   // the child
    bool box_ended;
    struct cgroup group; // in tier A
    double started, next_measurement;
    double waited; // for a processor, and not counted
    struct ending ending;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Only the first reason counts.
static void stop(struct watch *watch, enum stop_reason reason) {
    if (watch->ending.reason == STOP_NONE)
        watch->ending.reason = reason;
}

static void stop_broken(struct watch *watch, const char *what) {
    watch->ending.broken = what;
    stop(watch, STOP_BROKEN);
}

static void note_end(void *context, pid_t pid, int status) {
    struct watch *watch = context;
    (void)status;
    if (pid == watch->box)
        watch->box_ended = true;
}

static void read_signals(struct watch *watch) {
    struct signalfd_siginfo signal;
    while (read(watch->signals, &signal, sizeof signal) == (ssize_t)sizeof signal) {
        if (signal.ssi_signo == SIGTERM)
            stop(watch, STOP_CANCELLED);
    }
    for (pid_t pid; (pid = waitpid(-1, NULL, WNOHANG)) > 0;)
        note_end(watch, pid, 0);
}

// Reads all that is there now. False at the end of the pipe.
static bool read_output(struct watch *watch) {
    struct record *record = watch->with->record;
    size_t limit = watch->with->spawn->limits.output_bytes;
    char excess[4096];
    for (;;) {
        size_t room = limit - record->result.output_length;
        char *target = room > 0 ? record->output + record->result.output_length : excess;
        ssize_t count = read(watch->output, target, room > 0 ? room : sizeof excess);
        if (count <= 0)
            return count < 0 && (errno == EAGAIN || errno == EINTR);
        if (room > 0) {
            record->result.output_length += (size_t)count;
            continue;
        }
        record->result.output_truncated = true;
        stop(watch, STOP_OUTPUT);
        return true;
    }
}

static void keep_most(struct tree_usage *peak, const struct tree_usage *usage) {
    if (usage->resident_bytes > peak->resident_bytes)
        peak->resident_bytes = usage->resident_bytes;
    if (usage->data_bytes > peak->data_bytes)
        peak->data_bytes = usage->data_bytes;
    if (usage->cpu_s > peak->cpu_s)
        peak->cpu_s = usage->cpu_s;
    if (usage->tasks > peak->tasks)
        peak->tasks = usage->tasks;
}

static void measure(struct watch *watch) {
    const struct sandbox_limits *limits = &watch->with->spawn->limits;
    // bwrap and sandbox-exec; without namespaces only the latter.
    unsigned helpers = box_has_namespaces(watch->with->tier) ? 2 : 1;
    struct tree_usage usage = tree_measure(watch->box, limits->memory_bytes);
    keep_most(&watch->ending.peak, &usage);
    if (usage.tasks > limits->processes + helpers)
        stop(watch, STOP_PROCESSES);
    if (usage.resident_bytes > limits->memory_bytes)
        stop(watch, STOP_MEMORY);
    if (usage.cpu_s > limits->cpu_s)
        stop(watch, STOP_CPU);
    watch->waited = fmin(watch->waited + usage.waited_s, patience_factor * limits->wall_s + patience_s);
    watch->with->record->waited_s = watch->waited;
    watch->next_measurement = now() + measure_every_s;
}

static double deadline(const struct watch *watch) {
    return watch->started + watch->with->spawn->limits.wall_s + watch->waited;
}

// Measures first: on a busy machine the deadline moves, since the waited time does not count.
static void check_time(struct watch *watch) {
    if (now() >= watch->next_measurement || now() >= deadline(watch))
        measure(watch);
    if (now() >= deadline(watch))
        stop(watch, STOP_WALL);
}

static void wait_for_event(struct watch *watch) {
    double until = fmin(watch->next_measurement, deadline(watch));
    double pause = until - now();
    struct pollfd events[] = {{.fd = watch->signals, .events = POLLIN},
                              {.fd = watch->output, .events = POLLIN},
                              {.fd = watch->with->parent_fd, .events = POLLIN}};
    if (poll(events, 3, pause > 0 ? (int)(pause * 1000) + 1 : 0) < 0 && errno != EINTR)
        stop_broken(watch, "poll failed");
    if (events[0].revents != 0)
        read_signals(watch);
    // A program may close its output and continue: then nothing more comes from there.
    if (events[1].revents != 0 && !read_output(watch))
        watch->output = -1;
    if (events[2].revents != 0)
        stop(watch, STOP_CANCELLED);
}

static int open_signals(void) {
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGCHLD);
    sigaddset(&wanted, SIGTERM);
    return signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC);
}

static int by_number(const void *a, const void *b) {
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

// Only what the loop reads stays open. Otherwise the pipes of other programs would never reach end-of-file.
static void close_others(const struct watch *watch) {
    int kept[] = {watch->signals, watch->output, watch->report, watch->with->parent_fd};
    enum { KEPT = sizeof kept / sizeof kept[0] };
    qsort(kept, KEPT, sizeof kept[0], by_number);
    unsigned first = 3;
    for (size_t i = 0; i < KEPT; i++) {
        if ((unsigned)kept[i] > first)
            close_range(first, (unsigned)kept[i] - 1, 0);
        first = (unsigned)kept[i] + 1;
    }
    close_range(first, ~0U, 0);
}

static bool begin(struct watch *watch) {
    int output[2], report[2];
    if (setsid() < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
        return false;
    if (pipe2(output, O_CLOEXEC) != 0 || pipe2(report, O_CLOEXEC) != 0)
        return false;
    watch->signals = open_signals();
    if (watch->signals < 0)
        return false;
    watch->output = output[0];
    watch->report = report[0];
    fcntl(output[0], F_SETFL, O_NONBLOCK);
    fcntl(report[0], F_SETFL, O_NONBLOCK);
    watch->started = now();
    watch->next_measurement = watch->started + measure_every_s / 10;
    if (watch->with->tier == SANDBOX_TIER_A &&
        !cgroup_create(&watch->group, &watch->with->groups, &watch->with->spawn->limits))
        return false;
    bool in_group;
    watch->box = cgroup_fork(&watch->group, &in_group);
    if (watch->box < 0)
        return false;
    if (watch->box == 0)
        launch(watch->with, in_group, output[1], report[1]);
    close_others(watch);
    return true;
}

static void read_report(struct watch *watch) {
    struct box_report *report = &watch->ending.report;
    watch->ending.reported = read(watch->report, report, sizeof *report) == (ssize_t)sizeof *report &&
                             report->magic == BOX_REPORT_MAGIC;
    report->step[sizeof report->step - 1] = '\0';
}

static void end(struct watch *watch) {
    struct sandbox_result *result = &watch->with->record->result;
    struct ending *ending = &watch->ending;
    result->wall_s = now() - watch->started;
    if (!tree_kill(kill_patience_s, note_end, watch)) {
        stop_broken(watch, "some of the program's processes could not be ended");
    }
    if (watch->output >= 0)
        read_output(watch);
    read_report(watch);
    result->cpu_s = ending->peak.cpu_s > ending->report.cpu_s ? ending->peak.cpu_s : ending->report.cpu_s;
    result->peak_bytes = ending->peak.resident_bytes;
    if (ending->report.peak_bytes > result->peak_bytes)
        result->peak_bytes = (size_t)ending->report.peak_bytes;
    ending->ran_out = cgroup_ran_out(&watch->group);
    cgroup_remove(&watch->group);
    verdict_decide(watch->with->record, watch->with->spawn, ending);
    watch->with->record->complete = true;
}

void supervise(const struct supervision *supervision) {
    struct watch watch = {.with = supervision, .signals = -1, .output = -1, .report = -1};
    if (!begin(&watch))
        stop_broken(&watch, "the supervisor could not start the box");
    while (!watch.box_ended && watch.ending.reason == STOP_NONE) {
        wait_for_event(&watch);
        check_time(&watch);
    }
    end(&watch);
    _exit(0);
}
