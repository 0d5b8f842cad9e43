// Makes the copy by the system call beneath fork(), which does less.
#include "engine/exec/copy.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNNING, GOOD, BAD };

/* CLONE_CHILD: the C library's name for a child without a signal is an unsigned number */
enum { CLONE_CHILD = (int)__WCLONE, PATIENCE_NS = 50 * 1000 * 1000 };

bool simt_in_copy;

static simt_copy_end_word *end_word;
static pid_t copy, ended; /* the one that runs, and the one that does not any more; 0: none */

/** Each thread has a folder, beside the two that every folder has. */
static bool has_more_threads(void) {
    struct stat tasks;
    return stat("/proc/self/task", &tasks) != 0 || tasks.st_nlink > 2 + 1;
}

/* ---- the copy ---- */

/* By whatever function something is printed, it comes to a file in the end. */
static void catch_prints(void) {
    int file = memfd_create("printed", 0);
    if (file < 0 || dup2(file, STDOUT_FILENO) < 0 || dup2(file, STDERR_FILENO) < 0)
        simt_copy_exit(false);
    __fpurge(stdout); /* the program's, from before */
}

static bool has_printed(void) {
    struct stat printed;
    fflush(stdout);
    return fstat(STDOUT_FILENO, &printed) != 0 || printed.st_size > 0;
}

static void end_badly(void) { simt_copy_exit(false); }

static void become_copy(pid_t parent) {
    simt_in_copy = true;
    copy = ended = 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
    signal(SIGABRT, SIG_DFL); /* which abort() would unblock */
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    atexit(end_badly); /* comes before what the program has registered */
    catch_prints();
}

void simt_copy_exit(bool good) {
    atomic_store(end_word, good && !has_printed() ? GOOD : BAD);
    syscall(SYS_futex, end_word, FUTEX_WAKE, 1, NULL, NULL, 0);
    _exit(EXIT_SUCCESS);
}

/* ---- the process itself ---- */

/* All signals are blocked meanwhile, and stay so in the copy; a fault ends it nevertheless. */
bool simt_copy_make(simt_copy_end_word *end) {
    sigset_t all, before;
    pid_t parent = getpid();
    if (has_more_threads())
        return false;
    end_word = end;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    long made = syscall(SYS_clone, 0L, NULL, NULL, NULL, 0L);
    if (made == 0) {
        become_copy(parent);
        return true;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    copy = made > 0 ? (pid_t)made : 0;
    return copy != 0;
}

bool simt_copy_wait(void) {
    const struct timespec patience = {0, PATIENCE_NS};
    bool dead = false;
    while (atomic_load(end_word) == RUNNING && !dead) {
        long woken = syscall(SYS_futex, end_word, FUTEX_WAIT, RUNNING, &patience, NULL, 0);
        dead = woken != 0 && errno == ETIMEDOUT && waitpid(copy, NULL, WNOHANG | CLONE_CHILD) != 0;
    }
    ended = dead ? 0 : copy;
    copy = 0;
    return atomic_load(end_word) == GOOD;
}

void simt_copy_kill(void) {
    if (!copy)
        return;
    kill(copy, SIGKILL);
    ended = copy;
    copy = 0;
}

void simt_copy_reap(void) {
    if (ended)
        waitpid(ended, NULL, CLONE_CHILD);
    ended = 0;
}
