// A program that misbehaves in the way that its first argument names: test_sandbox runs it in the box.
// Exit code 0 means that it was stopped, or had nothing to do; 1 that it succeeded.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

// Keeps a compiler from removing endless loops.
static volatile int forever = 1;

static int spin(const char *unused) {
    (void)unused;
    while (forever)
        continue;
    return 1;
}

// Honest work that takes a fifth of a second of processor time.
static int work(const char *unused) {
    (void)unused;
    while (clock() < CLOCKS_PER_SEC / 5)
        continue;
    return 0;
}

static int stubborn(const char *unused) {
    (void)unused;
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_IGN);
    while (forever)
        pause();
    return 1;
}

static int fork_bomb(const char *unused) {
    (void)unused;
    while (forever) {
        if (fork() < 0)
            sched_yield();
    }
    return 1;
}

static void *sleep_forever(void *unused) {
    while (forever)
        pause();
    return unused;
}

static int thread_bomb(const char *unused) {
    (void)unused;
    pthread_attr_t small;
    // Small stacks: the memory limit is not tested here.
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    while (forever) {
        pthread_t thread;
        if (pthread_create(&thread, &small, sleep_forever, NULL) != 0)
            sched_yield();
    }
    return 1;
}

static void *answer(void *argument) { return argument; }

static int one_thread(const char *unused) {
    (void)unused;
    pthread_t thread;
    void *result = NULL;
    int value = 0;
    if (pthread_create(&thread, NULL, answer, &value) != 0)
        return 1;
    pthread_join(thread, &result);
    return result == &value ? 0 : 1;
}

static void *work_for_a_while(void *unused) {
    usleep(500 * 1000);
    return unused;
}

// As many threads as its limit allows; its neighbours in other boxes do the same meanwhile.
static int team(const char *unused) {
    enum { MEMBERS = 7 };
    pthread_t members[MEMBERS];
    (void)unused;
    usleep(300 * 1000);
    for (int i = 0; i < MEMBERS; i++)
        if (pthread_create(&members[i], NULL, work_for_a_while, NULL) != 0)
            return 1;
    for (int i = 0; i < MEMBERS; i++)
        pthread_join(members[i], NULL);
    return 0;
}

// A compiler removes memory that is never read.
static void touch(volatile char *memory, size_t bytes) {
    for (size_t i = 0; i < bytes; i += 4096)
        memory[i] = 1;
}

static int allocate(const char *unused) {
    (void)unused;
    while (forever) {
        char *memory = malloc(1 << 20);
        if (memory == NULL)
            abort();
        touch(memory, 1 << 20);
    }
    return 1;
}

// The resource limit does not count shared memory.
static int allocate_shared(const char *unused) {
    (void)unused;
    while (forever) {
        void *memory = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            abort();
        touch(memory, 1 << 20);
    }
    return 1;
}

// Each stays below the limit, all together do not.
static int allocate_in_many(const char *unused) {
    (void)unused;
    size_t bytes = 24 << 20;
    for (int i = 0; i < 4 && fork() != 0; i++)
        continue;
    char *memory = malloc(bytes);
    if (memory == NULL)
        abort();
    touch(memory, bytes);
    while (forever)
        pause();
    return 1;
}

static int flood(const char *unused) {
    (void)unused;
    while (forever)
        puts("and so on");
    return 1;
}

static int fill(const char *path) {
    static char block[1 << 16];
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0)
        return 0;
    while (forever) {
        if (write(file, block, sizeof block) < 0)
            return 0;
    }
    return 1;
}

static int daemonize(const char *unused) {
    (void)unused;
    pid_t first = fork();
    if (first != 0) {
        // The daemon must run before this process ends.
        usleep(50 * 1000);
        return first < 0 ? 1 : 0;
    }
    setsid();
    if (fork() != 0)
        _exit(0);
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_IGN);
    close_range(0, ~0U, 0);
    while (forever)
        pause();
    return 1;
}

static int read_file(const char *path) {
    char byte;
    int file = open(path, O_RDONLY);
    return file >= 0 && read(file, &byte, 1) == 1 ? 1 : 0;
}

static int write_file(const char *path) { return open(path, O_WRONLY | O_CREAT, 0600) >= 0 ? 1 : 0; }

static int list_folder(const char *path) { return open(path, O_RDONLY | O_DIRECTORY) >= 0 ? 1 : 0; }

static int change_mode(const char *path) { return chmod(path, 0) == 0 ? 1 : 0; }

static int kill_everyone(const char *unused) {
    (void)unused;
    kill(-1, SIGKILL);
    return 0;
}

static int kill_one(const char *pid) { return kill((pid_t)atoi(pid), SIGKILL) == 0 ? 1 : 0; }

static int count_allowed(const char *name, long result) {
    if (result < 0 && (errno == EPERM || errno == ENOSYS))
        return 0;
    printf("%s was not refused: %ld, %s\n", name, result, strerror(errno));
    return 1;
}

static int forbidden_calls(const char *unused) {
    (void)unused;
    int allowed = 0;
    allowed += count_allowed("socket inet", socket(AF_INET, SOCK_STREAM, 0));
    allowed += count_allowed("socket inet datagram", socket(AF_INET, SOCK_DGRAM, 0));
    allowed += count_allowed("socket unix", socket(AF_UNIX, SOCK_STREAM, 0));
    allowed += count_allowed("socket vsock", socket(AF_VSOCK, SOCK_STREAM, 0));
    allowed += count_allowed("ptrace", ptrace(PTRACE_TRACEME, 0, NULL, NULL));
    allowed += count_allowed("unshare", unshare(CLONE_NEWUSER));
    allowed += count_allowed("io_uring_setup", syscall(SYS_io_uring_setup, 1, NULL));
    allowed += count_allowed("bpf", syscall(SYS_bpf, 0, NULL, 0));
    allowed += count_allowed("keyctl", syscall(SYS_keyctl, 0, -3, 0));
    allowed += count_allowed("perf_event_open", syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
    allowed += count_allowed("userfaultfd", syscall(SYS_userfaultfd, 0));
    allowed += count_allowed("mount", syscall(SYS_mount, "none", "/tmp", "tmpfs", 0, NULL));
    allowed += count_allowed("personality", syscall(SYS_personality, 0x0040000));
    allowed += count_allowed("memfd_create", memfd_create("hidden", 0));
    allowed += count_allowed("TIOCSTI", ioctl(0, TIOCSTI, "x"));
    allowed += count_allowed("process_vm_readv", syscall(SYS_process_vm_readv, 1, NULL, 0, NULL, 0, 0));
    allowed += count_allowed("clone3", syscall(SYS_clone3, NULL, 0));
    return allowed == 0 ? 0 : 1;
}

static int print_environment(const char *unused) {
    (void)unused;
    for (char **variable = environ; *variable != NULL; variable++)
        puts(*variable);
    return 0;
}

static int print_descriptors(const char *unused) {
    (void)unused;
    for (int fd = 0; fd < 1024; fd++) {
        if (fcntl(fd, F_GETFD) >= 0)
            printf("%d ", fd);
    }
    return 0;
}

// Answers each message on 3 with the same one plus 1, on 4.
static int answer_messages(const char *unused) {
    (void)unused;
    for (int number; read(3, &number, sizeof number) == (ssize_t)sizeof number;) {
        number++;
        if (write(4, &number, sizeof number) != (ssize_t)sizeof number)
            return 1;
    }
    return 0;
}

static int leave(const char *code) { return atoi(code); }

static int print(const char *text) {
    fputs(text, stdout);
    return 0;
}

static int crash(const char *unused) {
    (void)unused;
    return raise(SIGSEGV);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*misbehave)(const char *argument);
    } ways[] = {
        {"spin", spin},
        {"stubborn", stubborn},
        {"fork-bomb", fork_bomb},
        {"thread-bomb", thread_bomb},
        {"work", work},
        {"one-thread", one_thread},
        {"team", team},
        {"allocate", allocate},
        {"allocate-shared", allocate_shared},
        {"allocate-in-many", allocate_in_many},
        {"flood", flood},
        {"fill", fill},
        {"daemon", daemonize},
        {"read", read_file},
        {"write", write_file},
        {"list", list_folder},
        {"chmod", change_mode},
        {"kill-everyone", kill_everyone},
        {"kill", kill_one},
        {"calls", forbidden_calls},
        {"environment", print_environment},
        {"descriptors", print_descriptors},
        {"messages", answer_messages},
        {"exit", leave},
        {"print", print},
        {"crash", crash},
    };
    for (size_t i = 0; argc >= 2 && i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(argv[1], ways[i].name) == 0)
            return ways[i].misbehave(argc > 2 ? argv[2] : "");
    }
    fputs("hostile: no such way\n", stderr);
    return 99;
}
