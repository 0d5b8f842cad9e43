// A limit on the processor time of a program, and a report of where the program was when it ran out.
//
// Theory of operation. ITIMER_PROF counts the process's own processor time, so other programs on the machine
// make no difference. The timer fires twice: at half of the limit, to note which launch and block is running,
// and at its end, to see whether that has changed. Then the report is made in the signal handler, as for a
// fault (exit.c). That allocates memory, so it must not interrupt an allocation: if the program is confined
// and its own code was not interrupted, the timer is set again, a little later. The same holds in code of the
// engine's headers, with which each thread begins and ends. After enough tries the report is made anyway;
// a process that hangs there is killed by the caller that set the limit.
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>

#include "engine/exec/confinement.h"
#include "engine/exec/exit.h"
#include "engine/exec/machine.h"
#include "engine/model/kernels.h"
#include "engine/processor/registers.h"
#include "engine/report/errors.h"
#include "engine/report/lines.h"
#include "simt/simt.h"

enum { TRIES = 300, TRY_AGAIN_US = 4000 };

static struct {
    double left;            // seconds, after the half that the timer counts first
    bool is_half_over;      // the following was noted then
    size_t launches;        // the number that had begun
    bool has_block;         // a block had run, with the index below
    struct simt_dim3 index; // of the last block
    unsigned tries;         // times the end was put off
} limit;

static bool set_timer(double seconds) {
    const long us = (long)(seconds * 1e6);
    return setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {us / 1000000, us % 1000000}}, NULL) == 0;
}

static void note_half(void) {
    limit.is_half_over = true;
    limit.launches = simt_kernel_count();
    limit.has_block = simt_block_now != NULL;
    if (limit.has_block)
        limit.index = simt_block_now->index;
    set_timer(limit.left);
}

static bool same_index(const struct simt_dim3 *a, const struct simt_dim3 *b) {
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

// A launch that began in the second half has ended, so the endless loop is the host's, around the launches.
static bool host_goes_on(size_t launches) { return launches >= limit.launches + 2; }

static void report_host(uintptr_t pc, size_t launches) {
    const struct simt_actor actor = {.pc = pc};
    if (host_goes_on(launches))
        simt_error_add(SIMT_TIME_IS_UP, SIMT_SPACE_HOST, &actor, NULL, "Time is up in launch %zu", launches);
    else
        simt_error_add(SIMT_TIME_IS_UP, SIMT_SPACE_HOST, &actor, NULL, "Time is up on the host");
}

static void report_lane(uintptr_t pc) {
    const struct simt_lane *lane = simt_self();
    const struct simt_actor actor = {.pc = pc,
                                     .on_device = true,
                                     .block = simt_block_now->index,
                                     .thread = simt_thread_index[lane->number]};
    const bool other =
        limit.has_block && simt_kernel_count() == limit.launches && !same_index(&limit.index, &actor.block);
    if (other)
        simt_error_add(SIMT_TIME_IS_UP, SIMT_SPACE_LOCAL, &actor, NULL,
                       "Time is up in block %u, thread %u, after block %u", actor.block.x, actor.thread.x,
                       limit.index.x);
    else
        simt_error_add(SIMT_TIME_IS_UP, SIMT_SPACE_LOCAL, &actor, NULL, "Time is up in block %u, thread %u",
                       actor.block.x, actor.thread.x);
}

static bool is_own(uintptr_t pc) { return !simt_confinement || simt_confinement->has_code_at(pc); }

// Whether a line of the program can be blamed. The lookup allocates memory, so is_own() is asked first: the
// program's own code is never in the middle of an allocation.
static bool has_line(uintptr_t pc) {
    struct simt_line line;
    return is_own(pc) &&
           (!simt_confinement || (simt_line_of(pc + 1, &line) && !simt_line_is_of_others(&line)));
}

static _Noreturn void end(uintptr_t pc) {
    const size_t launches = simt_kernel_count();
    // One byte on, because the line is looked up for the byte before the address.
    const uintptr_t blamed = is_own(pc) ? pc + 1 : simt_host_blame(pc);
    if (simt_self() && !host_goes_on(launches))
        report_lane(blamed);
    else
        report_host(host_goes_on(launches) ? simt_kernel_get(launches - 1)->launched_at : blamed, launches);
    simt_exit_now(1);
}

static void at_timer(int number, siginfo_t *info, void *context) {
    (void)number, (void)info;
    const uintptr_t pc = simt_interrupted_call(context);
    if (!limit.is_half_over)
        note_half();
    else if (!has_line(pc) && limit.tries++ < TRIES)
        set_timer(TRY_AGAIN_US / 1e6);
    else
        end(pc);
}

void simt_limit_time(double seconds) {
    set_timer(0);
    limit.is_half_over = false;
    limit.tries = 0;
    limit.left = seconds / 2;
    if (seconds <= 0)
        return;
    sigaction(SIGPROF,
              &(struct sigaction){.sa_sigaction = at_timer, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART},
              NULL);
    set_timer(seconds / 2);
}
