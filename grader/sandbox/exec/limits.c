// The resource limits of one process. They hold at every moment; the supervisor counts all processes
// together, but only at intervals.
#include "sandbox/exec/exec.h"

#include <sys/resource.h>

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
const char *exec_set_limits(const struct exec_request *request) {
    rlim_t stack = request->may_start_processes ? 64 * mib : 8 * mib;
    // One second later comes the signal that cannot be caught.
    if (!set_limit(RLIMIT_CPU, request->cpu_s, request->cpu_s + 1))
        return "RLIMIT_CPU";
    if (!set_limit(RLIMIT_NPROC, request->processes, request->processes))
        return "RLIMIT_NPROC";
    if (!set_limit(RLIMIT_FSIZE, request->file_bytes, request->file_bytes))
        return "RLIMIT_FSIZE";
    if (!set_limit(RLIMIT_NOFILE, 256, 256))
        return "RLIMIT_NOFILE";
    if (!set_limit(RLIMIT_CORE, 0, 0))
        return "RLIMIT_CORE";
    if (!set_limit(RLIMIT_MEMLOCK, mib / 16, mib / 16))
        return "RLIMIT_MEMLOCK";
    if (!set_limit(RLIMIT_MSGQUEUE, 0, 0))
        return "RLIMIT_MSGQUEUE";
    if (!set_limit(RLIMIT_STACK, stack, stack))
        return "RLIMIT_STACK";
    if (!set_limit(RLIMIT_DATA, request->data_bytes, request->data_bytes))
        return "RLIMIT_DATA";
    return NULL;
}
