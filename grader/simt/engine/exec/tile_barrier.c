// A barrier of some neighbouring warps of a block: a tile of a cooperative group. Its lanes wait like those
// of a warp operation, until every one of the tile's that has not exited is there.
#include "engine/exec/machine.h"
#include "engine/observe/observers.h"

void simt_tile_barrier(uint32_t first_warp, uint32_t warps, int takes_time) {
    struct simt_lane *self = simt_self();
    if (!self)
        return;
    simt_block_now->tiles_wait = true;
    self->waits_at = (uintptr_t)__builtin_return_address(0);
    self->request = (struct simt_warp_request){.op = OP_TILE,
                                               .variant = takes_time,
                                               .mask = UINT32_MAX,
                                               .source = (int)first_warp,
                                               .width = (int)warps};
    simt_park(&simt_warp_now->at_op);
}

/* What it takes is in the plugin's table of calls (language/code_calls.cc). */
void simt_begin_tiles(void) {}

static bool all_wait(const struct simt_block *block, uint32_t w, uint32_t first, uint32_t end) {
    const struct simt_warp *warp = &block->warp[w];
    if (warp->at_op != (warp->lanes & ~warp->exited))
        return false;
    for (uint32_t left = warp->at_op; left; left &= left - 1) {
        const struct simt_warp_request *r =
            &block->lane[w * SIMT_WARP + (uint32_t)__builtin_ctz(left)].request;
        if (r->op != OP_TILE || (uint32_t)r->source != first || (uint32_t)(r->source + r->width) != end)
            return false;
    }
    return true;
}

static void release(struct simt_block *block, uint32_t first, uint32_t end, bool takes_time) {
    for (uint32_t w = first; w < end; w++) {
        struct simt_warp *warp = &block->warp[w];
        warp->ready |= warp->at_op;
        warp->at_op = 0;
    }
    const struct simt_tile_event event = {
        .block = &block->event, .first = first, .end = end, .takes_time = takes_time};
    SIMT_TELL(tile_barrier, &event);
}

bool simt_release_tiles(struct simt_block *block) {
    bool released = false;
    if (!block->tiles_wait)
        return false;
    for (uint32_t w = 0; w < block->event.warps; w++) {
        const struct simt_warp *warp = &block->warp[w];
        if (!warp->at_op)
            continue;
        const struct simt_warp_request *r =
            &block->lane[w * SIMT_WARP + (uint32_t)__builtin_ctz(warp->at_op)].request;
        uint32_t first = (uint32_t)r->source, end = first + (uint32_t)r->width, come = first;
        if (r->op != OP_TILE || w != first)
            continue;
        end = end < block->event.warps ? end : block->event.warps;
        while (come < end && all_wait(block, come, first, first + (uint32_t)r->width))
            come++;
        if (come == end) {
            release(block, first, end, r->variant);
            released = true;
        }
    }
    return released;
}
