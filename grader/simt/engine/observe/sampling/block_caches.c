// What a sampled block finds in its part of the caches.
#include "engine/observe/sampling/block_caches.h"

#include "engine/observe/transactions.h"

enum { SECTOR_LOG2 = 5, LINE_LOG2 = 7, GRANULE_BYTES = 64 };

void simt_block_caches_begin(struct simt_block_caches *caches, uint64_t near_bytes, uint64_t close_bytes,
                             uint32_t warps) {
    simt_near_begin(&caches->near, near_bytes, warps);
    simt_near_begin(&caches->close, close_bytes, warps);
    simt_line_uses_begin(&caches->uses);
    caches->own = (struct simt_own_granules){.warps = warps};
    caches->own.brought[0].near = (uint32_t)(near_bytes / GRANULE_BYTES);
    caches->own.brought[1].near = (uint32_t)(close_bytes / GRANULE_BYTES);
}

static unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }

static void note_reuse(struct simt_block_caches *caches, uint32_t warp, const uint64_t *sectors,
                       unsigned count, struct simt_warp_operation *operation) {
    uint32_t apart = 0;
    for (unsigned i = 0; i < count; i++) {
        const uint64_t offset = sectors[i] << SECTOR_LOG2;
        const uint32_t later = count - 1 - i;
        const struct simt_near_found found = simt_near_load(&caches->close, offset, warp, later);
        operation->near += simt_near_load(&caches->near, offset, warp, later).is_there;
        operation->close += found.is_there;
        operation->known += found.is_known;
        apart = found.apart > apart ? found.apart : apart;
    }
    operation->apart = simt_apart_of(apart);
}

/** Atomics go past the cache. A store goes on from it, but leaves its lines there. */
static bool is_cached(const struct simt_request *request) {
    return request->kind != LOG_ATOMIC && !request->site->is_volatile && !request->site->is_atomic;
}

void simt_block_caches_pass(struct simt_block_caches *caches, const struct simt_request *request,
                            const struct simt_device_touches *touches,
                            struct simt_warp_operation *operation) {
    static const enum simt_warp_operation_kind kinds[] = {
        [LOG_LOAD] = SIMT_DOES_LOAD, [LOG_STORE] = SIMT_DOES_STORE, [LOG_ATOMIC] = SIMT_DOES_ATOMIC};
    const uint32_t warp = request->batch->warp - request->batch->block->first_warp;
    uint64_t places[SIMT_WARP];
    operation->kind = (uint8_t)kinds[request->kind];
    operation->what = request->site->pc;
    operation->is_local = request->local;
    operation->passes = (uint8_t)simt_places_of(request, LINE_LOG2, places);
    operation->lanes = simt_evenly_apart(request);
    operation->reuse = simt_line_uses_note(&caches->uses, warp, places, operation->passes);
    operation->quads = (uint8_t)simt_quads_of(request);
    const unsigned sectors = simt_places_of(request, SECTOR_LOG2, places);
    if (request->kind == LOG_LOAD)
        operation->wavefronts = simt_byte_of(simt_wavefronts_of(request));
    if (is_cached(request))
        note_reuse(caches, warp, places, sectors, operation);
    if (request->kind != LOG_LOAD)
        operation->near = 0;
    operation->beyond = (uint8_t)(sectors - operation->near);
    operation->first = (uint8_t)touches->first;
    operation->again = (uint8_t)touches->again;
    operation->own = (uint8_t)smaller(touches->own, operation->beyond);
    operation->own_far = (uint8_t)touches->own_far;
    operation->whole = (uint8_t)smaller(touches->whole, operation->own);
}
