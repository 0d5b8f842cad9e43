// The part inside `grade`: starts a supervisor, waits for it, and reads its record.
#include "sandbox/sandbox.h"
#include "box.h"
#include "sandbox/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct sandbox_process {
    pid_t supervisor;
    int fd; // the supervisor's pidfd
    bool ended;
    struct record *record;
    size_t record_bytes;
};

// Far above the user ids of people, services and containers.
static const uid_t nobody = 65534, first_box_user = 2000000000;

// Whether this process may become any user: in some containers only a few ids exist.
static bool has_all_users(void) {
    unsigned long inside = 1, outside = 1, count = 0;
    FILE *map = fopen("/proc/self/uid_map", "re");
    const bool read = map && fscanf(map, "%lu %lu %lu", &inside, &outside, &count) == 3;
    if (map)
        fclose(map);
    return read && inside == 0 && count >= UINT32_MAX;
}

uid_t sandbox_uid(void) {
    static uid_t user;
    if (geteuid() != 0)
        return getuid();
    if (user == 0)
        user = has_all_users() ? first_box_user + (uid_t)getpid() : nobody;
    return user;
}

// It is beside the running program, or where the build puts it.
static int open_sandbox_exec(void) {
    static const char *const folders[] = {"build/bin", "bin", ".", "../bin", "../../bin", "../lib/warplab"};
    char self[PATH_MAX], path[2 * PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0)
        return -1;
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        snprintf(path, sizeof path, "%s/%s/sandbox-exec", self, folders[i]);
        int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file >= 0)
            return file;
    }
    return -1;
}

static const char *request_error(const struct sandbox_spawn *spawn) {
    const struct sandbox_limits *limits = &spawn->limits;
    if (spawn->argv[0] == NULL || spawn->argv[0][0] != '/')
        return "the program's path must be absolute";
    if (!(limits->wall_s > 0) || !(limits->cpu_s > 0))
        return "a time limit is not set";
    if (!limits->memory_bytes || !limits->processes || !limits->output_bytes || !limits->file_bytes) {
        return "a limit is not set";
    }
    if (spawn->pass_count > SANDBOX_MAX_PASS)
        return "too many descriptors to pass";
    for (size_t i = 0; i < spawn->pass_count; i++) {
        if (spawn->pass_targets[i] < 3 || spawn->pass_targets[i] > 99)
            return "a descriptor's number is not in 3 to 99";
    }
    for (size_t i = 0; i < spawn->mount_count; i++) {
        if (spawn->mounts[i].path[0] != '/')
            return "a mount's path must be absolute";
    }
    return NULL;
}

static struct sandbox_process *process_create(const struct sandbox_spawn *spawn) {
    struct sandbox_process *process = calloc(1, sizeof *process);
    if (process == NULL)
        return NULL;
    // One byte more for the '\0': the mapping starts as zeros.
    process->record_bytes = sizeof *process->record + spawn->limits.output_bytes + 1;
    process->record =
        mmap(NULL, process->record_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (process->record == MAP_FAILED) {
        free(process);
        return NULL;
    }
    process->fd = -1;
    return process;
}

static bool fork_supervisor(struct sandbox_process *process, const struct supervision *supervision) {
    sigset_t all, before;
    sigfillset(&all);
    // The handlers of `grade` must never run in the supervisor, also not before it sets its own.
    sigprocmask(SIG_SETMASK, &all, &before);
    process->supervisor = fork();
    if (process->supervisor == 0)
        supervise(supervision);
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    if (process->supervisor < 0)
        return false;
    process->fd = (int)syscall(SYS_pidfd_open, process->supervisor, 0);
    return process->fd >= 0;
}

static struct sandbox_process *fail(struct sandbox_process *process, struct error *error, const char *what) {
    error_set_system(error, "%s", what);
    if (process != NULL && process->supervisor > 0) {
        kill(process->supervisor, SIGTERM);
        waitpid(process->supervisor, NULL, 0);
    }
    if (process != NULL)
        munmap(process->record, process->record_bytes);
    free(process);
    return NULL;
}

// The tier to use, and in tier A the place of its control groups.
static bool choose_tier(struct supervision *with, const struct sandbox_spawn *spawn, struct error *error) {
    struct error ignored;
    with->tier = spawn->tier != SANDBOX_TIER_NONE ? spawn->tier : sandbox_probe(&ignored);
    if (with->tier == SANDBOX_TIER_NONE)
        return error_set(error, "this machine has no sandbox that is safe enough");
    // Checked here, so that the supervisor's child need not.
    if (box_has_namespaces(with->tier) && !bubblewrap_suffices(bubblewrap_here(), error))
        return false;
    if (with->tier != SANDBOX_TIER_A)
        return true;
    return geteuid() == 0 ? cgroup_find(&with->groups, error)
                          : error_set(error, "only root can make control groups");
}

struct sandbox_process *sandbox_start(const struct sandbox_spawn *spawn, struct error *error) {
    struct supervision with = {.spawn = spawn};
    const char *wrong = request_error(spawn);
    if (wrong != NULL) {
        error_set(error, "%s", wrong);
        return NULL;
    }
    if (!choose_tier(&with, spawn, error))
        return NULL;
    struct sandbox_process *process = process_create(spawn);
    if (process == NULL)
        return fail(NULL, error, "no memory for a sandboxed program's output");
    with.record = process->record;
    with.program_fd = open_sandbox_exec();
    if (with.program_fd < 0)
        return fail(process, error, "cannot open sandbox-exec, which the build makes");
    with.parent_fd = (int)syscall(SYS_pidfd_open, getpid(), 0);
    bool started = with.parent_fd >= 0 && fork_supervisor(process, &with);
    int code = errno;
    close(with.program_fd);
    if (with.parent_fd >= 0)
        close(with.parent_fd);
    errno = code;
    return started ? process : fail(process, error, "cannot start a supervisor");
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// A signal may interrupt poll(); the wait then continues for the rest of the time.
static bool ends_within(int fd, double timeout_s) {
    struct pollfd event = {.fd = fd, .events = POLLIN};
    double deadline = now() + timeout_s;
    for (;;) {
        double left = deadline - now();
        int pause = timeout_s < 0 ? -1 : (left > 0 ? (int)fmin(ceil(left * 1000), INT_MAX) : 0);
        int count = poll(&event, 1, pause);
        if (count > 0)
            return true;
        if (count == 0 && pause != INT_MAX)
            return false;
    }
}

void sandbox_tidy(void) {
    struct cgroup groups;
    if (geteuid() == 0 && cgroup_find(&groups, NULL))
        cgroup_tidy(&groups);
}

static void collect(struct sandbox_process *process) {
    struct sandbox_result *result = &process->record->result;
    int status = 0;
    while (waitpid(process->supervisor, &status, 0) < 0 && errno == EINTR)
        continue;
    process->ended = true;
    if (process->record->complete)
        return;
    sandbox_tidy();
    result->verdict = SANDBOX_FAILED;
    snprintf(result->message, sizeof result->message, "the supervisor died (%s %d)",
             WIFSIGNALED(status) ? "signal" : "exit code",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

bool sandbox_wait(struct sandbox_process *process, struct sandbox_result *result, double timeout_s) {
    if (!process->ended) {
        if (!ends_within(process->fd, timeout_s))
            return false;
        collect(process);
    }
    *result = process->record->result;
    result->output = process->record->output;
    return true;
}

double sandbox_waited(const struct sandbox_process *process) { return process->record->waited_s; }

void sandbox_kill(struct sandbox_process *process) {
    int error = errno;
    if (!process->ended)
        syscall(SYS_pidfd_send_signal, process->fd, SIGTERM, NULL, 0);
    errno = error;
}

void sandbox_free(struct sandbox_process *process) {
    struct sandbox_result ignored;
    if (process == NULL)
        return;
    sandbox_kill(process);
    sandbox_wait(process, &ignored, -1);
    close(process->fd);
    munmap(process->record, process->record_bytes);
    free(process);
}
