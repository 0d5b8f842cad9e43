// Splits launches, and puts them together again.
#include "engine/run/ahead.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/guard/guard.h"
#include "engine/memory/footprint.h"
#include "engine/memory/registered.h"
#include "engine/memory/shadow.h"
#include "engine/memory/variables.h"
#include "engine/memory/window.h"
#include "engine/record/record.h"
#include "engine/run/fiber.h"
#include "engine/run/launch.h"
#include "engine/run/machine.h"
#include "engine/run/schedule.h"
#include "engine/trace/pipe.h"
#include "engine/trace/tracing.h"

/* LEAST_THREADS: of a launch that is worth it; MOST_HOPELESS: kernels remembered */
enum { PAGE = 4096, LEAST_THREADS = 16384, MOST_HOPELESS = 16, PATIENCE_NS = 50000000 };

/* For a child that gives no signal; the C library's name for it is an unsigned number. */
enum { CLONE_CHILD = (int)__WCLONE };

enum state { RUNNING, FINISHED, GIVEN_UP };

/** What the copy tells. */
struct news {
    _Atomic uint32_t state;
    bool counts_operations;
    uint64_t operations;
    struct simt_counters counters;
};

bool simt_ahead_noting;

/* In programs whose compiler does not tell of every store (include/simt/translated.h). */
extern char simt_untold_stores __attribute__((weak));

static bool spoiled, is_copy;
static size_t unprinted;  /* by the program, when the launch began */
static pid_t copy, ended; /* the copy that runs, and the one that does not any more; 0: none */

/** What both processes share: news, two footprints, and the pages that the copy wrote. */
static struct {
    char *memory;
    size_t size;
    struct news *news;
    struct simt_footprint own, copys;
    char *pages;
} shared;

/* Kernels whose blocks turned out not to be independent, by what their lanes run. */
static void (*hopeless[MOST_HOPELESS])(const void *);
static unsigned hopeless_count;

static bool is_hopeless(void) {
    for (unsigned i = 0; i < MOST_HOPELESS; i++)
        if (hopeless[i] == simt_launch_now.body)
            return true;
    return false;
}

static void note_hopeless(void) { hopeless[hopeless_count++ % MOST_HOPELESS] = simt_launch_now.body; }

static bool share(void) {
    size_t footprint = simt_footprint_bytes(simt_window_size);
    shared.size = PAGE + 2 * footprint + simt_window_size;
    void *memory =
        mmap(NULL, shared.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    shared.memory = memory;
    shared.news = memory;
    shared.own = simt_footprint_at(shared.memory + PAGE, simt_window_size);
    shared.copys = simt_footprint_at(shared.memory + PAGE + footprint, simt_window_size);
    shared.pages = shared.memory + PAGE + 2 * footprint;
    return true;
}

static void unshare(void) {
    if (shared.memory)
        munmap(shared.memory, shared.size);
    shared.memory = NULL;
    simt_ahead_noting = false;
}

bool simt_ahead_plan(uint64_t blocks, uint64_t threads) {
    simt_ahead_reap();
    spoiled = false;
    unprinted = __fpending(stdout);
    if (!simt_two_threads() || !simt_tracing || simt_recording || simt_guard_armed || &simt_untold_stores ||
        !simt_schedule_is_fixed())
        return false;
    if (blocks < 3 || (blocks - 1) * threads < LEAST_THREADS || is_hopeless())
        return false;
    simt_ahead_noting = share();
    return simt_ahead_noting;
}

static _Noreturn void tell(enum state state) {
    atomic_store(&shared.news->state, state);
    syscall(SYS_futex, &shared.news->state, FUTEX_WAKE, 1, NULL, NULL, 0);
    _exit(0);
}

void simt_ahead_give_up(void) {
    if (is_copy)
        tell(GIVEN_UP);
}

/** Threads of this process that may hold locks, which would stay locked in a copy: all but the running one,
 * and the one that reads logs. */
static bool others_run(void) {
    struct stat tasks;
    return stat("/proc/self/task", &tasks) != 0 || tasks.st_nlink > 3u + simt_pipe_has_thread();
}

/** A window with pages that are mapped elsewhere as well is not the copy's own. */
static bool is_window_shared(void) { return simt_variables_mapped() || simt_registered_any(); }

/* What kernels print goes to a file of its own in the copy: by whatever function, it is seen at the end. */
static void catch_prints(void) {
    int file = memfd_create("printed", 0);
    if (file < 0 || dup2(file, STDOUT_FILENO) < 0 || dup2(file, STDERR_FILENO) < 0)
        simt_ahead_give_up();
    __fpurge(stdout);
}

static bool has_printed(void) {
    struct stat printed;
    fflush(stdout);
    return fstat(STDOUT_FILENO, &printed) != 0 || printed.st_size > 0;
}

static void become_copy(pid_t parent) {
    is_copy = true;
    copy = ended = 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
    signal(SIGABRT, SIG_DFL);   /* which abort() would unblock */
    atexit(simt_ahead_give_up); /* before what the program has registered */
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    catch_prints();
    simt_stacks_renew();
    simt_forget_fibers();
    simt_launch_now.record->counters = (struct simt_counters){.work_is_stores = 1};
    simt_launch_now.operations = 0;
    simt_launch_now.counts_operations = false;
}

/** Signals but for faults come to the process itself: all are blocked in the copy, and it inherits that. */
static bool split(void) {
    sigset_t all, before;
    pid_t parent = getpid();
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    /* As fork(), but without SIGCHLD, which the program may be waiting for. */
    long made = syscall(SYS_clone, 0L, NULL, NULL, NULL, 0L);
    if (made == 0) {
        become_copy(parent);
        return true;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    copy = made > 0 ? (pid_t)made : 0;
    return false;
}

static bool may_split(void) {
    return !spoiled && __fpending(stdout) == unprinted && !simt_launch_now.aborted && !is_window_shared() &&
           !others_run();
}

bool simt_ahead_begin(uint64_t blocks, uint64_t *at) {
    *at = blocks - (blocks - 1) / 2;
    if (may_split()) {
        simt_shadow_wipe_in_copies();
        if (split())
            return true;
        if (copy)
            return false;
    }
    unshare();
    *at = blocks;
    return false;
}

/* ---- the copy ---- */

void simt_ahead_finish(void) {
    if (has_printed())
        simt_ahead_give_up();
    simt_footprint_carry_out(&shared.copys, shared.pages);
    shared.news->counters = simt_launch_now.record->counters;
    shared.news->operations = simt_launch_now.operations;
    shared.news->counts_operations = simt_launch_now.counts_operations;
    tell(FINISHED);
}

void simt_ahead_spoil(void) {
    if (!simt_ahead_noting)
        return;
    simt_ahead_give_up();
    spoiled = true;
}

void simt_ahead_note(const struct simt_request *request) {
    if (request->kind == RECORD_ATOMIC || request->site->is_volatile)
        simt_ahead_spoil();
    simt_footprint_add(is_copy ? &shared.copys : &shared.own, request);
}

/* ---- the process itself ---- */

/** Waits until the copy has said something, or is dead. */
static bool has_finished(void) {
    const struct timespec patience = {0, PATIENCE_NS};
    bool dead = false;
    while (atomic_load(&shared.news->state) == RUNNING && !dead) {
        long woken = syscall(SYS_futex, &shared.news->state, FUTEX_WAIT, RUNNING, &patience, NULL, 0);
        dead = woken != 0 && errno == ETIMEDOUT && waitpid(copy, NULL, WNOHANG | CLONE_CHILD) != 0;
    }
    ended = dead ? 0 : copy;
    copy = 0;
    return atomic_load(&shared.news->state) == FINISHED;
}

static void add_traffic(struct simt_traffic *to, const struct simt_traffic *more) {
    to->requests += more->requests;
    to->bytes += more->bytes;
    to->transactions += more->transactions;
}

static void add_counters(struct simt_counters *to, const struct simt_counters *more) {
    add_traffic(&to->global_load, &more->global_load);
    add_traffic(&to->global_store, &more->global_store);
    add_traffic(&to->global_atomic, &more->global_atomic);
    add_traffic(&to->shared_load, &more->shared_load);
    add_traffic(&to->shared_store, &more->shared_store);
    add_traffic(&to->shared_atomic, &more->shared_atomic);
    to->load_waits += more->load_waits;
    to->barriers += more->barriers;
    to->warp_instructions += more->warp_instructions;
    to->active_instructions += more->active_instructions;
    to->lane_instructions += more->lane_instructions;
    to->atomic_serialization += more->atomic_serialization;
    to->steps = more->steps > to->steps ? more->steps : to->steps;
    to->shuffles += more->shuffles;
    to->work += more->work;
}

bool simt_ahead_join(void) {
    bool good = copy && has_finished() && !simt_footprints_meet(&shared.own, &shared.copys);
    if (good) {
        simt_footprint_bring_in(&shared.copys, shared.pages);
        add_counters(&simt_launch_now.record->counters, &shared.news->counters);
        simt_launch_now.operations += shared.news->operations;
        simt_launch_now.counts_operations |= shared.news->counts_operations;
    } else {
        note_hopeless();
    }
    unshare();
    return good;
}

void simt_ahead_abandon(void) {
    if (copy) {
        kill(copy, SIGKILL);
        ended = copy;
        copy = 0;
    }
    unshare();
}

void simt_ahead_reap(void) {
    if (ended)
        waitpid(ended, NULL, CLONE_CHILD);
    ended = 0;
}
