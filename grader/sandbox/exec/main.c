// sandbox-exec: the trusted program inside the box, and the parent of the untrusted one.
//
// Theory of operation. It forks. The child applies Landlock (in tier C), the system-call filter and the
// resource limits. The order matters: each step needs what the next one takes away. Then the child becomes
// the program. The parent waits for it and sends one struct box_report through BOX_REPORT_FD, which the
// program never has. In tiers A and B the parent is process 1 of the box: the program cannot signal it, and
// the kernel kills what is left in the box when it ends. Without namespaces the filter refuses signals to it,
// and the supervisor kills what is left.
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/box_report.h"
#include "sandbox/exec/exec.h"

// Reads sandbox-exec's command line. The supervisor writes it, so anything unexpected is refused.

static const struct option options[] = {
    {"build", no_argument, NULL, 'b'},           {"gpu", no_argument, NULL, 'g'},
    {"landlock", no_argument, NULL, 'l'},        {"container", no_argument, NULL, 'o'},
    {"cpu", required_argument, NULL, 'c'},       {"data", required_argument, NULL, 'd'},
    {"processes", required_argument, NULL, 'p'}, {"file", required_argument, NULL, 'f'},
    {"read", required_argument, NULL, 'r'},      {"write", required_argument, NULL, 'w'},
    {"device", required_argument, NULL, 'v'},    {"workdir", required_argument, NULL, 'C'},
    {"env", required_argument, NULL, 'e'},       {NULL, 0, NULL, 0},
};

static bool parse_number(uint64_t *number) {
    char *end = NULL;
    errno = 0;
    *number = strtoull(optarg, &end, 10);
    return errno == 0 && end != optarg && *end == '\0' && *number > 0;
}

static bool add_path(struct exec_request *request, enum exec_access access) {
    if (request->path_count == EXEC_MAX_PATHS)
        return false;
    request->paths[request->path_count++] = (struct exec_path){optarg, access};
    return true;
}

static bool parse_one(struct exec_request *request, int option, size_t *env_count) {
    switch (option) {
    case 'b':
        return request->may_start_processes = true;
    case 'g':
        return request->gpu = true;
    case 'l':
        return request->bare = request->landlock = true;
    case 'o':
        return request->bare = true;
    case 'c':
        return parse_number(&request->cpu_s);
    case 'd':
        return parse_number(&request->data_bytes);
    case 'p':
        return parse_number(&request->processes);
    case 'f':
        return parse_number(&request->file_bytes);
    case 'r':
        return add_path(request, EXEC_READ);
    case 'w':
        return add_path(request, EXEC_WRITE);
    case 'v':
        return add_path(request, EXEC_DEVICE);
    case 'C':
        return (request->workdir = optarg) != NULL;
    case 'e':
        return (request->env[(*env_count)++] = optarg) != NULL;
    default:
        return false;
    }
}

static bool parse(struct exec_request *request, int argc, char **argv) {
    size_t env_count = 0;
    *request = (struct exec_request){.workdir = "/"};
    // As long as the whole command line, so that it has room for every --env and a NULL.
    request->env = calloc((size_t)argc + 1, sizeof *request->env);
    if (request->env == NULL)
        return false;
    for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;) {
        if (!parse_one(request, option, &env_count))
            return false;
    }
    request->argv = argv + optind;
    return request->argv[0] != NULL && request->cpu_s && request->data_bytes && request->processes &&
           request->file_bytes;
}

// The resource limits of one process. They hold at every moment; the supervisor counts all processes
// together, but only at intervals.

static const rlim_t mib = 1024 * 1024;

static bool set_limit(__rlimit_resource_t resource, rlim_t soft, rlim_t hard) {
    struct rlimit now;
    if (getrlimit(resource, &now) != 0)
        return false;
    // The limit that this process has may be lower than the one asked for, and only root could raise it.
    if (hard > now.rlim_max)
        hard = now.rlim_max;
    if (soft > hard)
        soft = hard;
    return setrlimit(resource, &(struct rlimit){soft, hard}) == 0;
}

// The address space (RLIMIT_AS) stays unlimited: GPU drivers and sanitizers reserve far more than they use.
static const char *set_limits(const struct exec_request *request) {
    const rlim_t stack = request->may_start_processes ? 64 * mib : 8 * mib;
    const struct {
        __rlimit_resource_t resource;
        const char *name;
        rlim_t soft, hard;
    } limits[] = {
#define LIMIT(name) RLIMIT_##name, "RLIMIT_" #name
        // One second later comes the signal that cannot be caught.
        {LIMIT(CPU), request->cpu_s, request->cpu_s + 1},
        {LIMIT(NPROC), request->processes, request->processes},
        {LIMIT(FSIZE), request->file_bytes, request->file_bytes},
        {LIMIT(NOFILE), 256, 256},
        {LIMIT(CORE), 0, 0},
        {LIMIT(MEMLOCK), mib / 16, mib / 16},
        {LIMIT(MSGQUEUE), 0, 0},
        {LIMIT(STACK), stack, stack},
        {LIMIT(DATA), request->data_bytes, request->data_bytes},
#undef LIMIT
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (!set_limit(limits[i].resource, limits[i].soft, limits[i].hard))
            return limits[i].name;
    return NULL;
}

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
        failed = set_limits(request);
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
    if (!parse(&request, argc, argv))
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
