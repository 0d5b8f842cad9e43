// Applies the system-call filters. The long one was generated when Warplab was built (grader/sandbox/filter).
// Two short ones add facts unknown at build time, such as the program's process id. If filters disagree, the
// kernel takes the strictest answer.
#include "sandbox/exec/exec.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "filters.h" // struct sock_fprog filters[build][gpu][bare]

// The kernel uses the same numbers for new system calls on all architectures. From this number on they are
// newer than the rules. They are answered as missing, so that the C library falls back to older ones.
enum { FIRST_UNKNOWN_CALL = 450 };

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// Skips `yes` lines if the test holds, else `no` lines.
#define IF(test, value, yes, no) BPF_JUMP(BPF_JMP | (test) | BPF_K, value, yes, no)
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)
#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool apply(const struct sock_fprog *filter) {
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter) == 0;
}

static bool refuse_unknown_calls(void) {
    struct sock_filter lines[] = {
        LOAD(nr),
        IF(BPF_JGE, FIRST_UNKNOWN_CALL, 0, 1),
        ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
        ANSWER(SECCOMP_RET_ALLOW),
    };
    return apply(&(struct sock_fprog){COUNT(lines), lines});
}

// Without namespaces the program sees all processes of its user, also grade: it may signal only itself. The
// kernel reads only the low half of the first argument, which comes first on little-endian machines.
static bool refuse_signals(pid_t self) {
    struct sock_filter lines[] = {
        LOAD(nr),
        IF(BPF_JEQ, __NR_tkill, 6, 0),
        IF(BPF_JEQ, __NR_kill, 3, 0),
        IF(BPF_JEQ, __NR_tgkill, 2, 0),
        IF(BPF_JEQ, __NR_rt_sigqueueinfo, 1, 0),
        IF(BPF_JEQ, __NR_rt_tgsigqueueinfo, 0, 3),
        LOAD(args[0]),
        IF(BPF_JEQ, (unsigned)self, 1, 0),
        ANSWER(SECCOMP_RET_ERRNO | EPERM),
        ANSWER(SECCOMP_RET_ALLOW),
    };
    _Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a 64-bit argument begins with its low half");
    return apply(&(struct sock_fprog){COUNT(lines), lines});
}

const char *exec_filter_system_calls(const struct exec_request *request) {
    const bool build = request->may_start_processes;
    bool done = refuse_unknown_calls();
    if (request->bare && !build)
        done = done && refuse_signals(getpid());
    done = done && apply(&filters[build][request->gpu][request->bare]);
    return done ? NULL : "the system-call filter";
}
