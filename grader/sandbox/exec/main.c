// sandbox-exec: the trusted program inside the box, and the parent of the untrusted one.
//
// Theory of operation. It forks. The child applies Landlock (in tier C), the system-call filter and the
// resource limits. The order matters: each step needs what the next one takes away. Then the child becomes
// the program. The parent waits for it and sends one struct box_report through BOX_REPORT_FD, which the
// program never has. In tiers A and B the parent is process 1 of the box: the program cannot signal it, and
// the kernel kills what is left in the box when it ends. Without namespaces the filter refuses signals to it,
// and the supervisor kills what is left.
#include "sandbox/box_report.h"
#include "sandbox/exec/exec.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void send_report(struct box_report report) {
    report.magic = BOX_REPORT_MAGIC;
    // If the supervisor is gone, nothing reads the report.
    if (write(BOX_REPORT_FD, &report, sizeof report) != (ssize_t)sizeof report)
        _exit(1);
}

static void not_started(const char *step) {
    struct box_report report = {.kind = BOX_NOT_STARTED, .error = errno};
    snprintf(report.step, sizeof report.step, "%s", step);
    send_report(report);
    _exit(1);
}

static void become_program(const struct exec_request *request) {
    const char *failed = NULL;
    umask(022);
    if (chdir(request->workdir) != 0)
        not_started(request->workdir);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        not_started("PR_SET_PDEATHSIG");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        not_started("PR_SET_NO_NEW_PRIVS");
    if (request->landlock)
        failed = exec_close_file_system(request);
    if (failed == NULL)
        failed = exec_filter_system_calls(request);
    if (failed == NULL)
        failed = exec_set_limits(request);
    if (failed != NULL)
        not_started(failed);
    execve(request->argv[0], request->argv, request->env);
    not_started(request->argv[0]);
}

// Also reaps the orphans, which become children of process 1.
static int wait_for(pid_t program) {
    int status = 0;
    for (;;) {
        pid_t ended = waitpid(-1, &status, 0);
        if (ended == program)
            return status;
        if (ended < 0 && errno != EINTR)
            not_started("waitpid");
    }
}

static double seconds(struct timeval time) { return (double)time.tv_sec + 1e-6 * (double)time.tv_usec; }

int main(int argc, char **argv) {
    struct exec_request request;
    // Processes of the same user cannot open its /proc entries, and so not its descriptors. The child becomes
    // an ordinary process again with execve.
    prctl(PR_SET_DUMPABLE, 0);
    fcntl(BOX_REPORT_FD, F_SETFD, FD_CLOEXEC);
    close_range(BOX_REPORT_FD + 1, ~0U, 0);
    errno = EINVAL;
    if (!exec_parse(&request, argc, argv))
        not_started("sandbox-exec's command line");
    pid_t program = fork();
    if (program < 0)
        not_started("fork");
    if (program == 0)
        become_program(&request);
    // Only the program keeps its descriptors, so that readers see end-of-file when it ends.
    close_range(0, BOX_REPORT_FD - 1, 0);
    int status = wait_for(program);
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    send_report((struct box_report){.kind = BOX_ENDED,
                                    .status = status,
                                    .cpu_s = seconds(used.ru_utime) + seconds(used.ru_stime),
                                    .peak_bytes = (uint64_t)used.ru_maxrss * 1024});
    _exit(0);
}
