// Explains why threads wait for ever.
#include "engine/memory/heap.h"
#include "engine/observe/observers.h"

/** True if thread @p i is one of those that have not ended. */
static bool takes_part(const struct simt_barrier_event *event, const struct simt_thread_position *threads,
                       uint32_t i) {
    return i < event->block->threads && threads[i].state != SIMT_THREAD_ENDED;
}

static bool same_operation(const struct simt_thread_position *a, const struct simt_thread_position *b) {
    return a->state == SIMT_THREAD_AT_WARP_OP && a->request->op == b->request->op &&
           a->request->variant == b->request->variant && a->request->mask == b->request->mask;
}

/** The first thread that the mask of thread @p i names and that does not wait with it; -1 if there is none,
 * or if the mask leaves the thread itself out. */
static int64_t missing(const struct simt_barrier_event *event, const struct simt_thread_position *threads,
                       uint32_t i) {
    const uint32_t mask = threads[i].request->mask, first = i / SIMT_WARP * SIMT_WARP;
    if (!(mask >> i % SIMT_WARP & 1))
        return -1;
    for (uint32_t other = first; other < first + SIMT_WARP; other++)
        if (mask >> (other - first) & 1 && takes_part(event, threads, other) &&
            !same_operation(&threads[other], &threads[i]))
            return other;
    return -1;
}

static void report_warp_op(const struct simt_barrier_event *event, const struct simt_thread_position *threads,
                           uint32_t i) {
    const struct simt_warp_request *request = threads[i].request;
    struct simt_actor here = simt_block_actor(event->block, i, threads[i].waits_at);
    const int64_t other = missing(event, threads, i);
    if (other < 0 && request->op == OP_TILE) {
        simt_error_add(SIMT_DEADLOCK, SIMT_SPACE_LOCAL, &here, NULL,
                       "Divergent thread(s) in a tile of %d warps: some of them never come to this barrier",
                       request->width);
        return;
    }
    if (other < 0) {
        simt_error_add(
            SIMT_BARRIER_ERROR, SIMT_SPACE_LOCAL, &here, NULL,
            "Barrier error detected. Invalid arguments: the mask 0x%08x does not name the calling lane %u",
            request->mask, i % SIMT_WARP);
        return;
    }
    struct simt_actor there = simt_block_actor(event->block, (uint32_t)other, threads[other].waits_at);
    simt_error_add(SIMT_DEADLOCK, SIMT_SPACE_LOCAL, &here, threads[other].waits_at ? &there : NULL,
                   "Barrier error detected. Divergent thread(s) in warp: the mask 0x%08x names lane %u, "
                   "which never comes: it waits elsewhere",
                   request->mask, (unsigned)(other % SIMT_WARP));
}

static void report_stuck(const struct simt_barrier_event *event) {
    const struct simt_thread_position *threads = event->positions();
    for (uint32_t i = 0; i < event->block->threads; i++)
        if (threads[i].state == SIMT_THREAD_AT_WARP_OP) {
            report_warp_op(event, threads, i);
            return;
        }
}

static bool host_may_write(uintptr_t address) {
    const struct simt_allocation *a = simt_heap_find(address);
    return a && (a->kind == SIMT_MEMORY_MANAGED || a->kind == SIMT_MEMORY_PINNED);
}

/** A word that the host shares may be what it sets after the launch: then the program is right. */
static void report_polling(const struct simt_barrier_event *event, uint32_t thread, uintptr_t at,
                           bool for_host) {
    struct simt_actor here = simt_block_actor(event->block, thread, at);
    simt_error_add(for_host ? SIMT_UNSUPPORTED : SIMT_DEADLOCK, SIMT_SPACE_GLOBAL, &here, NULL,
                   for_host ? "The thread waits here for a word in memory of the host: no thread of the "
                              "device writes it, and here a launch is over before the host goes on"
                            : "The thread waits here for a word that no thread will ever write: all blocks "
                              "that fit on the device at a time are waiting, and blocks begin in any order");
}

static void report_starved(const struct simt_barrier_event *event) {
    const struct simt_thread_position *threads = event->positions();
    for (uint32_t i = 0; i < event->block->threads; i++) {
        if (threads[i].state != SIMT_THREAD_RUNS || !threads[i].polls_at)
            continue;
        report_polling(event, i, threads[i].polls_at, host_may_write(threads[i].polled));
        return;
    }
}

const struct simt_observer simt_deadlock_observer = {
    .name = "deadlock", .stuck = report_stuck, .starved = report_starved};
