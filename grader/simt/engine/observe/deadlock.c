// Explains barriers that do not fit together: different ones at once, and lanes that wait for ever.
#include <stdio.h>
#include <string.h>

#include "engine/observe/checks.h"
#include "engine/report/lines.h"
#include "engine/exec/machine.h"

static bool same_line(uintptr_t a, uintptr_t b) {
    struct simt_line at_a, at_b;
    if (a == b)
        return true;
    return simt_line_of(a, &at_a) && simt_line_of(b, &at_b) && at_a.line == at_b.line &&
           strcmp(at_a.file, at_b.file) == 0;
}

static bool at_barrier(const struct simt_block *block, uint32_t i) {
    return block->warp[i / SIMT_WARP].at_barrier >> i % SIMT_WARP & 1;
}

/** How many lanes wait at the block barrier on the line of @p pc. */
static unsigned waiting_at(const struct simt_block *block, uintptr_t pc) {
    unsigned count = 0;
    for (uint32_t i = 0; i < block->threads; i++)
        count += at_barrier(block, i) && same_line(block->lane[i].waits_at, pc);
    return count;
}

void simt_check_same_barrier(struct simt_block *block) {
    const struct simt_lane *first = NULL, *odd = NULL;
    for (uint32_t i = 0; i < block->threads && !odd; i++) {
        const struct simt_lane *lane = &block->lane[i];
        if (!at_barrier(block, i))
            continue;
        if (!first)
            first = lane;
        else if (!same_line(lane->waits_at, first->waits_at))
            odd = lane;
    }
    if (!odd)
        return;
    /* The barrier that fewer threads reached is the one in divergent code. */
    if (waiting_at(block, first->waits_at) < waiting_at(block, odd->waits_at)) {
        const struct simt_lane *swapped = first;
        first = odd;
        odd = swapped;
    }
    struct simt_actor here = simt_lane_actor(odd, odd->waits_at),
                      there = simt_lane_actor(first, first->waits_at);
    simt_error_add(
        SIMT_BARRIER_ERROR, SIMT_SPACE_SHARED, &here, &there,
        "Barrier error detected. Divergent thread(s) in block: %u threads wait at this barrier while %u "
        "wait at another one; every thread of the block has to reach the same __syncthreads",
        waiting_at(block, odd->waits_at), waiting_at(block, first->waits_at));
}

/** The first lane that @p lane's mask names and that does not wait with it; NULL if its mask leaves itself
 * out. */
static const struct simt_lane *missing(const struct simt_warp *warp, const struct simt_lane *lanes,
                                       const struct simt_lane *lane) {
    uint32_t mask = lane->request.mask & warp->lanes & ~warp->exited;
    if (!(mask >> lane->number % SIMT_WARP & 1))
        return NULL;
    for (uint32_t left = mask; left; left &= left - 1) {
        const struct simt_lane *other = &lanes[__builtin_ctz(left)];
        if (!(warp->at_op >> other->number % SIMT_WARP & 1) || other->request.op != lane->request.op ||
            other->request.variant != lane->request.variant || other->request.mask != lane->request.mask)
            return other;
    }
    return NULL;
}

static void report_waiting(const struct simt_warp *warp, const struct simt_lane *lanes,
                           const struct simt_lane *lane) {
    struct simt_actor here = simt_lane_actor(lane, lane->waits_at);
    const struct simt_lane *other = missing(warp, lanes, lane);
    if (!other && lane->request.op == OP_TILE) {
        simt_error_add(SIMT_DEADLOCK, SIMT_SPACE_LOCAL, &here, NULL,
                       "Divergent thread(s) in a tile of %d warps: some of them never come to this barrier",
                       lane->request.width);
        return;
    }
    if (!other) {
        simt_error_add(
            SIMT_BARRIER_ERROR, SIMT_SPACE_LOCAL, &here, NULL,
            "Barrier error detected. Invalid arguments: the mask 0x%08x does not name the calling lane %u",
            lane->request.mask, lane->number % SIMT_WARP);
        return;
    }
    struct simt_actor there = simt_lane_actor(other, other->waits_at);
    const bool at_barrier = warp->at_barrier >> other->number % SIMT_WARP & 1;
    /* Where barriers are not compared, lanes do not note at which they are. */
    const bool known = !at_barrier || simt_check_on(SIMT_CHECK_SYNC);
    simt_error_add(SIMT_DEADLOCK, SIMT_SPACE_LOCAL, &here, known ? &there : NULL,
                   "Barrier error detected. Divergent thread(s) in warp: the mask 0x%08x names lane %u, "
                   "which never comes: it waits elsewhere",
                   lane->request.mask, other->number % SIMT_WARP);
}

void simt_report_stuck(struct simt_block *block) {
    for (uint32_t w = 0; w < block->warps; w++) {
        const struct simt_lane *lanes = &block->lane[w * SIMT_WARP];
        if (block->warp[w].at_op) {
            report_waiting(&block->warp[w], lanes, &lanes[__builtin_ctz(block->warp[w].at_op)]);
            return;
        }
    }
}

void simt_report_waiting(const struct simt_block *block) {
    for (uint32_t i = 0; i < block->threads; i++) {
        const struct simt_lane *lane = &block->lane[i];
        if (!(block->warp[i / SIMT_WARP].ready >> i % SIMT_WARP & 1) || !lane->polled_at)
            continue;
        struct simt_actor here = simt_lane_actor(lane, lane->polled_at);
        simt_error_add(
            SIMT_DEADLOCK, SIMT_SPACE_GLOBAL, &here, NULL,
            "The thread waits here for a word that no thread will ever write: all blocks that fit on the "
            "device at a time are waiting (if the host is to write it: here a launch is over before the host "
            "goes on)");
        return;
    }
}
