// The system-call filter: what neither a compiler nor a submission has any business with is refused. Most
// refusals are an error code, so that a library which only tries something goes on without it.
#include "sandbox/filter/rules.h"

#include <errno.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

// Not all of these exist on every architecture, nor are they known to every libseccomp: hence names.
static const char *const refused[] = {
    // The network, and every other way to talk to processes outside.
    "shmget",
    "shmat",
    "shmctl",
    "semget",
    "semop",
    "semctl",
    "semtimedop",
    "msgget",
    "msgsnd",
    "msgrcv",
    "msgctl",
    "mq_open",
    "mq_unlink",
    // Other processes.
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
    "process_mrelease",
    "pidfd_open",
    "pidfd_getfd",
    "pidfd_send_signal",
    "kcmp",
    "migrate_pages",
    "move_pages",
    "setpriority",
    "ioprio_set",
    "sched_setscheduler",
    "sched_setparam",
    "sched_setattr",
    // Doors into the kernel that have been attacked often.
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "add_key",
    "keyctl",
    "request_key",
    "personality",
    "modify_ldt",
    "fanotify_init",
    "fanotify_mark",
    "lookup_dcookie",
    "name_to_handle_at",
    "open_by_handle_at",
    "vmsplice",
    "uselib",
    "vm86",
    "vm86old",
    // Namespaces, mounts and special files.
    "unshare",
    "setns",
    "mount",
    "umount",
    "umount2",
    "pivot_root",
    "chroot",
    "open_tree",
    "move_mount",
    "fsopen",
    "fsconfig",
    "fsmount",
    "fspick",
    "mount_setattr",
    "mknod",
    "mknodat",
    "quotactl",
    "quotactl_fd",
    // The machine itself; without privileges these fail in any case.
    "kexec_load",
    "kexec_file_load",
    "init_module",
    "finit_module",
    "delete_module",
    "create_module",
    "reboot",
    "swapon",
    "swapoff",
    "acct",
    "syslog",
    "settimeofday",
    "clock_settime",
    "clock_adjtime",
    "adjtimex",
    "iopl",
    "ioperm",
    "sethostname",
    "setdomainname",
    "nfsservctl",
    "vhangup",
    "_sysctl",
    "sysfs",
    "ustat",
    // Who we are stays as it is.
    "setuid",
    "setgid",
    "setreuid",
    "setregid",
    "setresuid",
    "setresgid",
    "setfsuid",
    "setfsgid",
    "setgroups",
    "capset",
};

// Tier C only: files of the same user, which Landlock does not protect from these.
static const char *const refused_without_namespaces[] = {
    "chmod",     "fchmod",    "fchmodat",    "chown",        "fchown",       "lchown",
    "fchownat",  "utime",     "utimes",      "utimensat",    "futimesat",    "setxattr",
    "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr", "truncate",
};

// Memory that is in no process's count until it is mapped; only drivers have a use for it.
static const char *const refused_without_gpu[] = {"memfd_create", "memfd_secret"};

static bool refuse(scmp_filter_ctx filter, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int call = seccomp_syscall_resolve_name(names[i]);
        if (call < 0)
            continue;
        if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0) != 0)
            return false;
    }
    return true;
}

// No network. NVIDIA's driver does not start without a socket of the machine's own kind, which it never
// connects.
static bool refuse_sockets(scmp_filter_ctx filter, bool gpu) {
    static const char *const all[] = {"socket", "socketpair"}, *const outgoing[] = {"connect"};
    if (!gpu)
        return refuse(filter, all, COUNT(all));
    return refuse(filter, outgoing, COUNT(outgoing)) &&
           seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socket), 1,
                            SCMP_A0_32(SCMP_CMP_NE, AF_UNIX)) == 0;
}

// A compiler starts processes, but no namespaces. A submission has threads alone: an attempt at a process
// ends it, and the signal tells the supervisor why. A GPU's driver may try to start a helper: it is told no.
static bool refuse_processes(scmp_filter_ctx filter, const struct filter_kind *kind) {
    static const unsigned long namespaces[] = {CLONE_NEWNS,  CLONE_NEWUSER, CLONE_NEWPID,   CLONE_NEWNET,
                                               CLONE_NEWIPC, CLONE_NEWUTS,  CLONE_NEWCGROUP};
    int bad = 0;
    if (kind->build) {
        for (size_t i = 0; i < sizeof namespaces / sizeof namespaces[0]; i++) {
            bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                    SCMP_A0(SCMP_CMP_MASKED_EQ, namespaces[i], namespaces[i]));
        }
        return bad == 0;
    }
    uint32_t action = kind->gpu ? SCMP_ACT_ERRNO(EAGAIN) : SCMP_ACT_KILL_PROCESS;
    bad |= seccomp_rule_add(filter, action, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
#if defined __NR_fork && defined __NR_vfork
    bad |= seccomp_rule_add(filter, action, SCMP_SYS(fork), 0);
    bad |= seccomp_rule_add(filter, action, SCMP_SYS(vfork), 0);
#endif
    return bad == 0;
}

// Without namespaces the program sees the processes of its user, us among them: it may change itself only.
// Signals are for sandbox-exec to refuse: only there is it known which process the program is.
static bool refuse_other_processes(scmp_filter_ctx filter) {
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(sched_setaffinity), 1,
                            SCMP_A0_32(SCMP_CMP_NE, 0)) == 0;
}

static bool refuse_by_argument(scmp_filter_ctx filter) {
    uint32_t no = SCMP_ACT_ERRNO(EPERM);
    // Typing into a terminal; the kernel looks at the low 32 bits of the request alone.
    int bad = seccomp_rule_add(filter, no, SCMP_SYS(ioctl), 1, SCMP_A1_32(SCMP_CMP_EQ, TIOCSTI));
    bad |= seccomp_rule_add(filter, no, SCMP_SYS(ioctl), 1, SCMP_A1_32(SCMP_CMP_EQ, TIOCLINUX));
    bad |= seccomp_rule_add(filter, no, SCMP_SYS(prctl), 1, SCMP_A0_32(SCMP_CMP_EQ, PR_SET_PDEATHSIG));
    bad |= seccomp_rule_add(filter, no, SCMP_SYS(prlimit64), 1, SCMP_A0_32(SCMP_CMP_NE, 0));
    // Its flags are in memory, where a filter cannot see them; clone's are not.
    bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    return bad == 0;
}

static bool add_rules(scmp_filter_ctx filter, const struct filter_kind *kind) {
    bool added = refuse(filter, refused, COUNT(refused)) && refuse_sockets(filter, kind->gpu) &&
                 refuse_processes(filter, kind) && refuse_by_argument(filter);
    if (!kind->gpu)
        added = added && refuse(filter, refused_without_gpu, COUNT(refused_without_gpu));
    // A linker marks what it wrote as executable; a submission has no such business.
    if (kind->landlock && !kind->build)
        added = added && refuse(filter, refused_without_namespaces, COUNT(refused_without_namespaces)) &&
                refuse_other_processes(filter);
    return added;
}

scmp_filter_ctx filter_make(const struct filter_kind *kind) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (filter == NULL)
        return NULL;
    seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    // A search tree instead of a chain of comparisons, where the library can.
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    if (add_rules(filter, kind))
        return filter;
    seccomp_release(filter);
    return NULL;
}
