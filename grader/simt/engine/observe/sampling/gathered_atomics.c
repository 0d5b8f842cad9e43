// Which atomics a warp gathers.
#include "engine/observe/sampling/gathered_atomics.h"

#include "engine/log/access_log.h"
#include "engine/observe/sampling/hashed_set.h"

/* Places of the code at which lanes of one request used several addresses, by hash. Places that share a slot
 * are taken for such, too: then nothing is gathered. */
enum { SLOTS_LOG2 = 12 };
static uint64_t apart[SIMT_HASHED_WORDS(SLOTS_LOG2)];

static bool is_one_address(const struct simt_request *request) {
    const uint64_t first = request->offset[__builtin_ctz(request->lanes)];
    for (uint32_t left = request->lanes; left; left &= left - 1)
        if (request->offset[__builtin_ctz(left)] != first)
            return false;
    return true;
}

bool simt_atomic_is_gathered(const struct simt_request *request) {
    if (request->before[__builtin_ctz(request->lanes)] & SIMT_OF_EACH_LANE)
        return false;
    if (!is_one_address(request))
        simt_hashed_add(apart, SLOTS_LOG2, request->site->pc);
    return !simt_hashed_has(apart, SLOTS_LOG2, request->site->pc);
}
