// Which atomics a warp gathers.
#include "engine/observe/sampling/gathered_atomics.h"

#include "engine/log/access_log.h"

/* Places of the code at which lanes of one request used several addresses, by hash. Places that share a slot
 * are taken for such, too: then nothing is gathered. */
enum { SLOTS_LOG2 = 12 };
static uint64_t apart[(1 << SLOTS_LOG2) / 64];

static bool is_one_address(const struct simt_request *request) {
    const uint64_t first = request->offset[__builtin_ctz(request->lanes)];
    for (uint32_t left = request->lanes; left; left &= left - 1)
        if (request->offset[__builtin_ctz(left)] != first)
            return false;
    return true;
}

bool simt_atomic_is_gathered(const struct simt_request *request) {
    const unsigned slot = (unsigned)(request->site->pc * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SLOTS_LOG2));
    if (request->before[__builtin_ctz(request->lanes)] & SIMT_OF_EACH_LANE)
        return false;
    if (!is_one_address(request))
        apart[slot / 64] |= UINT64_C(1) << slot % 64;
    return !(apart[slot / 64] >> slot % 64 & 1);
}
