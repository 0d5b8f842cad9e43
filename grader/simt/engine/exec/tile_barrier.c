// Barriers of several warps of a block: neighbouring warps, which form a tile of a cooperative group, or any
// warps, which meet at a numbered barrier. Their lanes wait as at a warp operation, until every lane that has
// not exited has arrived.
#include "engine/exec/machine.h"
#include "engine/observe/observers.h"

/** The kind of an OP_TILE request: the first two also say whether it takes time. */
enum { TILE_AT_ONCE, TILE_TAKES_TIME, NAMED_BARRIER };

static inline __attribute__((always_inline)) void wait_for_warps(int variant, uint32_t source, uint32_t warps,
                                                                 uintptr_t at) {
    struct simt_lane *self = simt_self();
    if (!self)
        return;
    simt_block_now->tiles_wait = true;
    self->waits_at = at;
    self->request = (struct simt_warp_request){
        .op = OP_TILE, .variant = variant, .mask = UINT32_MAX, .source = (int)source, .width = (int)warps};
    simt_park(&simt_warp_now->at_op);
}

void simt_tile_barrier(uint32_t first_warp, uint32_t warps, int takes_time) {
    wait_for_warps(takes_time ? TILE_TAKES_TIME : TILE_AT_ONCE, first_warp, warps,
                   (uintptr_t)__builtin_return_address(0));
}

void simt_named_barrier(uint32_t number, uint32_t threads) {
    wait_for_warps(NAMED_BARRIER, number, (threads + SIMT_WARP - 1) / SIMT_WARP,
                   (uintptr_t)__builtin_return_address(0));
}

/* Its instructions are counted by the plugin's table of calls (language/code_calls.cc). */
void simt_begin_tiles(void) {}

/** The request of some waiting lane; NULL if none of the warp's lanes waits. */
static const struct simt_warp_request *request_of(const struct simt_block *block, uint32_t w) {
    const uint32_t waiting = block->warp[w].at_op;
    return waiting ? &block->lane[w * SIMT_WARP + (uint32_t)__builtin_ctz(waiting)].request : NULL;
}

/** True if all lanes of a warp wait at the requested barrier. */
static bool all_wait(const struct simt_block *block, uint32_t w, const struct simt_warp_request *asked) {
    const struct simt_warp *warp = &block->warp[w];
    if (warp->at_op != (warp->lanes & ~warp->exited))
        return false;
    for (uint32_t left = warp->at_op; left; left &= left - 1) {
        const struct simt_warp_request *r =
            &block->lane[w * SIMT_WARP + (uint32_t)__builtin_ctz(left)].request;
        if (r->op != OP_TILE || r->source != asked->source || r->width != asked->width ||
            (r->variant == NAMED_BARRIER) != (asked->variant == NAMED_BARRIER))
            return false;
    }
    return true;
}

/** Releases the warps that wait at the barrier of @p asked, from @p first to before @p end. Observers assume
 * that the warps between those of a numbered barrier take part, too. */
static void release(struct simt_block *block, uint32_t first, uint32_t end, struct simt_warp_request asked) {
    for (uint32_t w = first; w < end; w++) {
        struct simt_warp *warp = &block->warp[w];
        if (!all_wait(block, w, &asked))
            continue;
        warp->ready |= warp->at_op;
        warp->at_op = 0;
    }
    const struct simt_tile_event event = {
        .block = &block->event, .first = first, .end = end, .takes_time = asked.variant != TILE_AT_ONCE};
    SIMT_TELL(tile_barrier, &event);
}

/** The warp after the last one that meets at the barrier of warp @p w's first lane; 0: some have yet to
 * arrive. */
static uint32_t end_of_meeting(const struct simt_block *block, uint32_t w,
                               const struct simt_warp_request *asked) {
    const bool named = asked->variant == NAMED_BARRIER;
    uint32_t come = 0, end = w;
    if (!named && w != (uint32_t)asked->source)
        return 0;
    for (; end < block->event.warps && come < (uint32_t)asked->width; end++) {
        if (all_wait(block, end, asked))
            come += !named || block->warp[end].at_op; /* exited threads do not count at a numbered barrier */
        else if (!named)
            return 0;
    }
    return come == (uint32_t)asked->width || !named ? end : 0;
}

bool simt_release_tiles(struct simt_block *block) {
    bool released = false;
    for (uint32_t w = 0; block->tiles_wait && w < block->event.warps; w++) {
        const struct simt_warp_request *asked = request_of(block, w);
        const uint32_t end = asked && asked->op == OP_TILE ? end_of_meeting(block, w, asked) : 0;
        if (end) {
            release(block, w, end, *asked);
            released = true;
        }
    }
    return released;
}
