// Requests to local memory, as requests to the device memory that it lies in.
#include "engine/observe/sampling/local_requests.h"

enum { WORD = 4, WIDEST = 16, PLACES = 64 };

/* Behind all allocations, as the table of granules tells offsets apart. */
#define LOCAL_OFFSET (UINT64_C(1) << 37)
#define PLACE_BYTES ((uint64_t)SIMT_MAX_THREADS * SIMT_LOCAL_SPAN)

/** By its offset in the stack of a lane. @param unit bytes of neighbouring lanes that lie side by side */
static uint64_t offset_of(uint64_t offset, uint64_t unit, uint64_t warp, unsigned lane) {
    const uint64_t row = offset / WIDEST * SIMT_MAX_WARPS + warp, column = offset % WIDEST / unit;
    return (row * WIDEST + column * unit) * SIMT_WARP + lane * unit + offset % unit;
}

struct simt_request simt_local_request(const struct simt_request *request) {
    const struct simt_block_event *block = request->batch->block;
    const uint64_t unit = request->size > WORD ? request->size : WORD;
    struct simt_request moved = *request;
    for (uint32_t left = request->lanes; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        moved.offset[i] = LOCAL_OFFSET + block->place % PLACES * PLACE_BYTES +
                          offset_of(request->offset[i], unit, request->batch->warp - block->first_warp, i);
    }
    return moved;
}
