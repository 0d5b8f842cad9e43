// The child of the supervisor: arranges its descriptors, gives up being root, and becomes bwrap or
// sandbox-exec.
#include "sandbox/box.h"
#include "sandbox/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

// Descriptors are first moved to numbers from here on, since their final numbers may be in use.
enum { PARKED = 200 };

static _Noreturn void give_up(int report_fd, const char *step) {
    struct box_report report = {.magic = BOX_REPORT_MAGIC, .kind = BOX_NOT_STARTED, .error = errno};
    snprintf(report.step, sizeof report.step, "%s", step);
    // If this fails too, the supervisor sees a box that ended without a report, and says so.
    _exit(write(report_fd, &report, sizeof report) == (ssize_t)sizeof report ? 1 : 2);
}

static bool move(int fd, int target) { return dup2(fd, target) == target; }

static bool keeps(const struct sandbox_spawn *spawn, int fd) {
    for (size_t i = 0; i < spawn->pass_count; i++) {
        if (spawn->pass_targets[i] == fd)
            return true;
    }
    return fd == BOX_REPORT_FD || fd == BOX_EXEC_FD;
}

// Leaves 0, 1, 2, the descriptors that the program gets, and two for sandbox-exec.
static bool arrange_fds(const struct supervision *supervision, int output_fd, int report_fd) {
    const struct sandbox_spawn *spawn = supervision->spawn;
    int parked[SANDBOX_MAX_PASS], output = fcntl(output_fd, F_DUPFD, PARKED);
    int report = fcntl(report_fd, F_DUPFD, PARKED), program = fcntl(supervision->program_fd, F_DUPFD, PARKED);
    bool good = output >= 0 && report >= 0 && program >= 0;
    for (size_t i = 0; i < spawn->pass_count; i++) {
        parked[i] = fcntl(spawn->pass_fds[i], F_DUPFD, PARKED);
        good = good && parked[i] >= 0;
    }
    int empty = good ? open("/dev/null", O_RDONLY) : -1;
    good = good && empty >= 0 && move(empty, 0) && move(output, 1) && move(output, 2);
    good = good && move(report, BOX_REPORT_FD) && move(program, BOX_EXEC_FD);
    for (size_t i = 0; i < spawn->pass_count; i++)
        good = good && move(parked[i], spawn->pass_targets[i]);
    for (int fd = 3; fd <= BOX_EXEC_FD; fd++) {
        if (!keeps(spawn, fd))
            close(fd);
    }
    return good && close_range(BOX_EXEC_FD + 1, ~0U, 0) == 0;
}

// When the machine runs out of memory, the kernel kills this process first.
static void go_first_when_out_of_memory(void) {
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return;
    // If the kernel refuses, the limits still hold.
    ssize_t ignored = write(file, "1000", 4);
    (void)ignored;
    close(file);
}

static bool stop_being_root(void) {
    uid_t user = sandbox_uid();
    if (geteuid() != 0)
        return true;
    return setgroups(0, NULL) == 0 && setresgid(user, user, user) == 0 && setresuid(user, user, user) == 0;
}

static bool die_with(pid_t parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return false;
    errno = ESRCH;
    return getppid() == parent;
}

// An ignored signal would stay ignored in the program.
static void reset_signals(void) {
    sigset_t none;
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void become_box(const struct supervision *supervision) {
    // bwrap is found by PATH, but starts with an empty environment.
    static char *const no_environment[] = {NULL};
    struct command_line command = {0};
    if (box_has_namespaces(supervision->tier)) {
        box_bubblewrap(&command, supervision->spawn);
    } else if (supervision->tier == SANDBOX_TIER_C) {
        box_landlock(&command, supervision->spawn);
    } else {
        box_container(&command, supervision->spawn);
    }
    errno = ENOMEM;
    if (command.failed)
        give_up(BOX_REPORT_FD, "the command line of the box");
    if (box_has_namespaces(supervision->tier)) {
        execvpe("bwrap", command.arguments, no_environment);
        give_up(BOX_REPORT_FD, "bwrap (package bubblewrap)");
    }
    fexecve(BOX_EXEC_FD, command.arguments, no_environment);
    give_up(BOX_REPORT_FD, "sandbox-exec");
}

void launch(const struct supervision *supervision, bool in_group, int output_fd, int report_fd) {
    pid_t parent = getppid();
    if (!in_group)
        give_up(report_fd, "the control group");
    go_first_when_out_of_memory();
    if (setsid() < 0)
        give_up(report_fd, "setsid");
    if (!arrange_fds(supervision, output_fd, report_fd))
        give_up(report_fd, "the descriptors to pass");
    if (!stop_being_root())
        give_up(BOX_REPORT_FD, "to stop being root");
    if (!die_with(parent))
        give_up(BOX_REPORT_FD, "PR_SET_PDEATHSIG");
    reset_signals();
    become_box(supervision);
    _exit(1);
}
