// Loads whose values a warp still has.
#include "engine/observe/sampling/kept_loads.h"

#include <string.h>

static uint64_t hash_of(const struct simt_request *request) {
    uint64_t hash = request->lanes * UINT64_C(0x9e3779b97f4a7c15) + request->size;
    for (uint32_t left = request->lanes; left; left &= left - 1)
        hash = (hash ^ request->offset[__builtin_ctz(left)]) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash | 1;
}

bool simt_load_is_kept(struct simt_kept_loads *kept, const struct simt_request *request) {
    const int space = request->local ? 2 : request->shared;
    if (request->kind != LOG_LOAD || request->site->is_volatile || request->site->is_atomic) {
        memset(kept->loads[space], 0, sizeof kept->loads[space]);
        return false;
    }
    const uint64_t hash = hash_of(request);
    for (unsigned i = 0; i < SIMT_KEPT_LOADS; i++)
        if (kept->loads[space][i] == hash)
            return true;
    kept->loads[space][kept->next[space]++ % SIMT_KEPT_LOADS] = hash;
    return false;
}
