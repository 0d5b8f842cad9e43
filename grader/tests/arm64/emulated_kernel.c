// What an emulator of single programs (qemu-user) lacks of the kernel, and the sandbox asks for, answered as
// if it were there: loaded before every program of `make check-arm64`. So ./grade runs there; its sandbox
// protects nothing, and none of its tests is run there.
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LANDLOCK_VERSION = 1, ARGUMENTS = 6 };

static long real(long number, const long *a) {
    // The C library's own function of this name is the one below.
    register long x0 __asm__("x0") = a[0];
    register long x1 __asm__("x1") = a[1], x2 __asm__("x2") = a[2], x3 __asm__("x3") = a[3];
    register long x4 __asm__("x4") = a[4], x5 __asm__("x5") = a[5], x8 __asm__("x8") = number;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5), "r"(x8) : "memory");
    if (x0 < 0 && x0 > -4096) {
        errno = (int)-x0;
        return -1;
    }
    return x0;
}

#define TAKE(arguments, count, after)                                                                        \
    va_list list;                                                                                            \
    long arguments[ARGUMENTS] = {0};                                                                         \
    va_start(list, after);                                                                                   \
    for (int i = 0; i < (count); i++)                                                                        \
        (arguments)[i] = va_arg(list, long);                                                                 \
    va_end(list)

int prctl(int option, ...) {
    TAKE(a, 4, option);
    if (option == PR_SET_CHILD_SUBREAPER || option == PR_SET_SECCOMP)
        return 0;
    return (int)real(SYS_prctl, (long[ARGUMENTS]){option, a[0], a[1], a[2], a[3]});
}

long syscall(long number, ...) {
    TAKE(a, ARGUMENTS, number);
    switch (number) {
    case SYS_landlock_create_ruleset:
        return a[0] ? open("/dev/null", O_RDONLY | O_CLOEXEC) : LANDLOCK_VERSION;
    case SYS_landlock_add_rule:
    case SYS_landlock_restrict_self:
        return 0;
    default:
        return real(number, a);
    }
}
