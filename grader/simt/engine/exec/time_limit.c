// A limit on the processor time of a program, and what it was doing when that was used up.
//
// Theory of operation. ITIMER_PROF counts the process's own processor time, so other programs on the machine
// change nothing. It is looked twice: at half of the time, to see later whether launches and blocks went on
// since, and at its end. There the report is made in the signal's handler, as for a fault (exit.c), which
// needs memory and so must not come in the middle of an allocation: where the program is confined, and its
// own code was not interrupted, the timer comes again a little later. So it does in code of the engine's
// headers, with which each thread begins and ends. If that never helps, it is reported from where it is;
// whoever set the limit ends a process that hangs there.
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
    bool is_half_over;      // what follows was noted then
    size_t launches;        // so many had begun
    bool has_block;         // a block had run, whose index follows
    struct simt_dim3 index; // of the last
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

// A launch that began in the second half and came to its end: what does not end is the host's loop around it.
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

// Whether a line of the program can be blamed. Looking it up takes memory, which its own code alone has not
// asked for.
static bool has_line(uintptr_t pc) {
    struct simt_line line;
    return is_own(pc) &&
           (!simt_confinement || (simt_line_of(pc + 1, &line) && !simt_line_is_of_others(&line)));
}

static _Noreturn void end(uintptr_t pc) {
    const size_t launches = simt_kernel_count();
    // One byte on, for a line is looked up just before the address it is given.
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
