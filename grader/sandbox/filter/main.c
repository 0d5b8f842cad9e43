// Generates the system-call filters when Warplab is built, as C that sandbox-exec includes:
// filters[build][gpu][bare]. So starting a box takes no time for them and needs no library.
//
// A filter refuses what neither a compiler nor a submission needs. Most refusals are an error code, so that
// a library that only probes a feature goes on without it.
#include <errno.h>
#include <linux/filter.h>
#include <sched.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

// The purpose of a filter.
struct filter_kind {
    bool build; // a compiler; else a submission
    bool gpu;   // the program may use the GPU's devices
    bool bare;  // tier C or a container: no namespaces around it
};

// Not all of these exist on every architecture, nor are they known to every libseccomp: hence names.
static const char *const refused[] = {
    // Every way to talk to processes outside; the network is refused below.
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
    // Parts of the kernel that have been attacked often.
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
    // The user and groups stay as they are.
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

// Without namespaces only: Landlock does not protect files of the same user from these.
static const char *const refused_without_namespaces[] = {
    "chmod",     "fchmod",    "fchmodat",    "chown",        "fchown",       "lchown",
    "fchownat",  "utime",     "utimes",      "utimensat",    "futimesat",    "setxattr",
    "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr", "truncate",
};

// Memory that no process's count includes until it is mapped; only drivers need it.
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

// No network. NVIDIA's driver does not start without a Unix socket, which it never connects.
static bool refuse_sockets(scmp_filter_ctx filter, bool gpu) {
    static const char *const all[] = {"socket", "socketpair"}, *const outgoing[] = {"connect"};
    if (!gpu)
        return refuse(filter, all, COUNT(all));
    return refuse(filter, outgoing, COUNT(outgoing)) &&
           seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socket), 1,
                            SCMP_A0_32(SCMP_CMP_NE, AF_UNIX)) == 0;
}

// A compiler may start processes, but no namespaces. A submission may start only threads: starting a process
// ends it, and the supervisor learns the cause from the signal. A GPU's driver may try to start a helper and
// gets an error code.
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

// Without namespaces the program sees all processes of its user, also grade: it may change only itself.
// sandbox-exec refuses the signals, since only it knows the process id of the program.
static bool refuse_other_processes(scmp_filter_ctx filter) {
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(sched_setaffinity), 1,
                            SCMP_A0_32(SCMP_CMP_NE, 0)) == 0;
}

static bool refuse_by_argument(scmp_filter_ctx filter) {
    uint32_t no = SCMP_ACT_ERRNO(EPERM);
    // These type into a terminal. The kernel reads only the low 32 bits of the request.
    int bad = seccomp_rule_add(filter, no, SCMP_SYS(ioctl), 1, SCMP_A1_32(SCMP_CMP_EQ, TIOCSTI));
    bad |= seccomp_rule_add(filter, no, SCMP_SYS(ioctl), 1, SCMP_A1_32(SCMP_CMP_EQ, TIOCLINUX));
    bad |= seccomp_rule_add(filter, no, SCMP_SYS(prctl), 1, SCMP_A0_32(SCMP_CMP_EQ, PR_SET_PDEATHSIG));
    bad |= seccomp_rule_add(filter, no, SCMP_SYS(prlimit64), 1, SCMP_A0_32(SCMP_CMP_NE, 0));
    // Its flags are in memory, where a filter cannot read them; those of clone are arguments.
    bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    return bad == 0;
}

static bool add_rules(scmp_filter_ctx filter, const struct filter_kind *kind) {
    bool added = refuse(filter, refused, COUNT(refused)) && refuse_sockets(filter, kind->gpu) &&
                 refuse_processes(filter, kind) && refuse_by_argument(filter);
    if (!kind->gpu)
        added = added && refuse(filter, refused_without_gpu, COUNT(refused_without_gpu));
    // A linker marks its output as executable; a submission needs none of these.
    if (kind->bare && !kind->build)
        added = added && refuse(filter, refused_without_namespaces, COUNT(refused_without_namespaces)) &&
                refuse_other_processes(filter);
    return added;
}

// NULL if the library fails; to be released with seccomp_release().
static scmp_filter_ctx filter_make(const struct filter_kind *kind) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (filter == NULL)
        return NULL;
    seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    // A search tree instead of a chain of comparisons, where the library supports it.
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    if (add_rules(filter, kind))
        return filter;
    seccomp_release(filter);
    return NULL;
}

static _Noreturn void give_up(const char *what) {
    perror(what);
    exit(1);
}

static int print_filter(const struct filter_kind *kind) {
    struct sock_filter line;
    int count = 0;
    FILE *file = tmpfile();
    scmp_filter_ctx filter = filter_make(kind);
    if (file == NULL || filter == NULL || seccomp_export_bpf(filter, fileno(file)) != 0)
        give_up("the system-call filter");
    rewind(file);
    printf("static const struct sock_filter filter_%d%d%d[] = {\n", kind->build, kind->gpu, kind->bare);
    for (; fread(&line, sizeof line, 1, file) == 1; count++)
        printf("{%u, %u, %u, %uu},\n", line.code, line.jt, line.jf, line.k);
    printf("};\n");
    seccomp_release(filter);
    fclose(file);
    return count;
}

int main(void) {
    // The library asks the kernel which actions it supports, and an emulator of another processor names none.
    // The action that ends a process comes with level 3 (Linux 4.14).
    enum { API_LEVEL = 3 };
    seccomp_api_set(API_LEVEL);
    int counts[8];
    for (int i = 0; i < 8; i++)
        counts[i] = print_filter(&(struct filter_kind){i & 4, i & 2, i & 1});
    printf("static const struct sock_fprog filters[2][2][2] = {\n");
    for (int i = 0; i < 8; i++)
        printf("%s{%d, (struct sock_filter *)filter_%d%d%d}%s,\n",
               i % 4 == 0   ? "{{"
               : i % 2 == 0 ? "{"
                            : "",
               counts[i], i >> 2, i >> 1 & 1, i & 1,
               i % 4 == 3   ? "}}"
               : i % 2 == 1 ? "}"
                            : "");
    printf("};\n");
    return fflush(stdout) == 0 ? 0 : 1;
}
