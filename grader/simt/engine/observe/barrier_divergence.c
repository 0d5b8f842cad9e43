// Barriers that threads of a block do not reach together: different barriers at once, a barrier that a thread
// bypassed, and a shuffle that reads from an inactive lane.
//
// A thread that has returned counts as arrived, so that nothing hangs. But a thread that ran code past the
// barrier's line and then ended has bypassed a barrier in divergent code. An early return, before the
// barrier, is no error. Nor is leaving a loop from a place past the barrier in it, unless the path goes
// through the loop's head, and so bypasses the barrier of the next round.
#include <string.h>

#include "engine/observe/observers.h"
#include "engine/report/errors.h"
#include "engine/report/lines.h"
#include "engine/report/settings.h"

/** The threads found ended at a block's last barrier. */
struct ended_threads {
    uint32_t count;                   /**< of ended threads */
    bool looked_at[SIMT_MAX_THREADS]; /**< whether the path of such a thread has been judged */
};

static struct simt_block_states states = {.entry_bytes = sizeof(struct ended_threads)};

static bool wanted(void) { return simt_check_on(SIMT_CHECK_SYNC); }

static void begin_block(const struct simt_block_event *block) {
    memset(simt_block_state(&states, block->place), 0, sizeof(struct ended_threads));
}

/* ---- different barriers at once ---- */

static bool same_line(uintptr_t a, uintptr_t b) {
    struct simt_line at_a, at_b;
    if (a == b)
        return true;
    return simt_line_of(a, &at_a) && simt_line_of(b, &at_b) && at_a.line == at_b.line &&
           strcmp(at_a.file, at_b.file) == 0;
}

/** How many threads wait at the block barrier on the line of @p pc. */
static unsigned waiting_at(const struct simt_thread_position *threads, uint32_t count, uintptr_t pc) {
    unsigned waiting = 0;
    for (uint32_t i = 0; i < count; i++)
        waiting += threads[i].state == SIMT_THREAD_AT_BARRIER && same_line(threads[i].waits_at, pc);
    return waiting;
}

/** Finds the first thread that waits at a barrier, and the first that waits at another one.
 * @return false if there is only one barrier */
static bool find_two(const struct simt_thread_position *threads, uint32_t count, uint32_t *first,
                     uint32_t *other) {
    *first = count;
    for (uint32_t i = 0; i < count; i++) {
        if (threads[i].state != SIMT_THREAD_AT_BARRIER)
            continue;
        if (*first == count)
            *first = i;
        *other = i;
        if (!same_line(threads[i].waits_at, threads[*first].waits_at))
            return true;
    }
    return false;
}

static void compare_barriers(const struct simt_barrier_event *event,
                             const struct simt_thread_position *threads) {
    const uint32_t count = event->block->threads;
    uint32_t first, odd;
    if (!find_two(threads, count, &first, &odd))
        return;
    unsigned at_first = waiting_at(threads, count, threads[first].waits_at),
             at_odd = waiting_at(threads, count, threads[odd].waits_at);
    /* The barrier that fewer threads reached is the one in divergent code. */
    if (at_first < at_odd) {
        const uint32_t swapped = first;
        first = odd;
        odd = swapped;
        const unsigned fewer = at_first;
        at_first = at_odd;
        at_odd = fewer;
    }
    struct simt_actor here = simt_block_actor(event->block, odd, threads[odd].waits_at),
                      there = simt_block_actor(event->block, first, threads[first].waits_at);
    simt_error_add(
        SIMT_BARRIER_ERROR, SIMT_SPACE_SHARED, &here, &there,
        "Barrier error detected. Divergent thread(s) in block: %u threads wait at this barrier while %u "
        "wait at another one; every thread of the block has to reach the same __syncthreads",
        at_odd, at_first);
}

/* ---- a barrier that a thread went around ---- */

/** Lines from the barrier to the code at @p pc; 0 if that is on its line, in another function, or unknown. */
static int lines_behind(uintptr_t pc, const struct simt_line *barrier) {
    struct simt_line line;
    bool here = simt_line_of(pc, &line) && strcmp(line.function, barrier->function) == 0 &&
                strcmp(line.file, barrier->file) == 0;
    return here ? line.line - barrier->line : 0;
}

/** Whether a thread has reached a barrier on this line, as far as known. */
static bool has_come(const struct simt_barrier_event *event, uint64_t met, const struct simt_line *barrier) {
    for (; met; met &= met - 1) {
        const uintptr_t place = event->places[__builtin_ctzll(met)];
        struct simt_line line;
        if (!place || (simt_line_of(place, &line) && line.line == barrier->line &&
                       strcmp(line.file, barrier->file) == 0))
            return true;
    }
    return false;
}

/** The place past the barrier where an ended thread has run; if it had reached it earlier, only after code
 * above it. 0 if nowhere. Its last access is such a place if its path went back up to the head of a loop
 * above the barrier. */
static uintptr_t way_around(const struct simt_thread_position *thread, const struct simt_line *barrier,
                            bool came_earlier) {
    uintptr_t behind = 0;
    int next = 0; /* lines from the barrier to the next block of its path */
    bool upwards = false;
    for (unsigned i = 0; i < SIMT_LAST_BLOCKS && thread->left_from[i]; i++) {
        const int lines = lines_behind(thread->left_from[i], barrier);
        if (behind && lines < 0)
            return behind;
        if (!behind && lines > 0)
            behind = thread->left_from[i];
        upwards |= next < lines && lines < 0;
        next = lines;
    }
    if (behind)
        return came_earlier ? 0 : behind;
    return upwards && lines_behind(thread->ended_at, barrier) > 0 ? thread->ended_at : 0;
}

/** The inputs of the verdict on an ended thread's path. */
struct way {
    uint64_t launch, met;
    uintptr_t barrier, ended_at, left_from[SIMT_LAST_BLOCKS];
};

/** The place where an ended thread has run past the barrier at @p at; 0 if nowhere. */
static uintptr_t place_behind(const struct simt_barrier_event *event,
                              const struct simt_thread_position *thread, uintptr_t at) {
    static struct way harmless; /* most threads take one of few ways out */
    struct way way = {.launch = simt_observed_launch->serial,
                      .met = thread->met,
                      .barrier = at,
                      .ended_at = thread->ended_at};
    struct simt_line barrier;
    memcpy(way.left_from, thread->left_from, sizeof way.left_from);
    if (memcmp(&way, &harmless, sizeof way) == 0 || !simt_line_of(at, &barrier))
        return 0;
    const uintptr_t place = way_around(thread, &barrier, has_come(event, thread->met, &barrier));
    if (!place)
        harmless = way;
    return place;
}

static void report_around(const struct simt_barrier_event *event, uint32_t waiting, uintptr_t at,
                          uint32_t ended, uintptr_t place) {
    struct simt_actor here = simt_block_actor(event->block, waiting, at),
                      there = simt_block_actor(event->block, ended, place);
    simt_error_add(SIMT_BARRIER_PASSED_BY, SIMT_SPACE_SHARED, &here, &there,
                   "Barrier error detected. Divergent thread(s) in block: thread (%u,%u,%u) went around this "
                   "barrier and "
                   "has ended; every thread of the block has to reach it, or return before it",
                   there.thread.x, there.thread.y, there.thread.z);
}

static void check_ended(const struct simt_barrier_event *event, struct ended_threads *ended,
                        const struct simt_thread_position *threads) {
    const uint32_t count = event->block->threads;
    uint32_t waiting = 0;
    while (waiting < count && threads[waiting].state != SIMT_THREAD_AT_BARRIER)
        waiting++;
    for (uint32_t i = 0; waiting < count && i < count; i++) {
        if (threads[i].state != SIMT_THREAD_ENDED || !threads[i].left_from[0] || ended->looked_at[i])
            continue;
        const uintptr_t place = place_behind(event, &threads[i], threads[waiting].waits_at);
        if (place)
            report_around(event, waiting, threads[waiting].waits_at, i, place);
        ended->looked_at[i] = true;
    }
}

static const char ended_early[] =
    "some threads of the block have ended and never come to this barrier, which waits for the others alone: "
    "that works on GPUs since Volta, but the programming guide asks every thread of the block to come";

static void check_barrier(const struct simt_barrier_event *event) {
    struct ended_threads *ended = simt_block_state(&states, event->block->place);
    const bool more_ended = event->ended > ended->count;
    ended->count = event->ended;
    if (!event->differ && !more_ended)
        return;
    const struct simt_thread_position *threads = event->positions();
    if (event->differ)
        compare_barriers(event, threads);
    if (more_ended)
        check_ended(event, ended, threads);
    if (more_ended && !event->differ)
        simt_remark_add(event->at, ended_early);
}

/* ---- a shuffle from an inactive lane ---- */

/** Reports a shuffle in which all lanes ask for the value of an inactive one. */
static void check_broadcast(const struct simt_warp_op_event *event) {
    const uint32_t group = event->lanes;
    const unsigned first = (unsigned)__builtin_ctz(group);
    const struct simt_warp_request *request = event->requests[first];
    if (request->op != OP_SHUFFLE || request->variant != SIMT_SHUFFLE_INDEX || (group & (group - 1)) == 0)
        return;
    const unsigned source = simt_shuffle_source(first, request);
    if (group >> source & 1)
        return;
    for (uint32_t left = group; left; left &= left - 1)
        if (simt_shuffle_source((unsigned)__builtin_ctz(left), event->requests[__builtin_ctz(left)]) !=
            source)
            return;
    struct simt_actor actor = simt_thread_actor(event->warp * SIMT_WARP + first, event->at);
    simt_error_add(SIMT_BARRIER_ERROR, SIMT_SPACE_LOCAL, &actor, NULL,
                   "Barrier error detected. Invalid arguments: the shuffle reads from lane %u, which is "
                   "inactive: the value is undefined",
                   source);
}

const struct simt_observer simt_barrier_observer = {.name = "barriers",
                                                    .wanted = wanted,
                                                    .asks_positions = true,
                                                    .block_begin = begin_block,
                                                    .block_barrier = check_barrier,
                                                    .warp_op = check_broadcast};
