// When a warp of a sampled block used a line of memory last.
#include "engine/observe/sampling/line_uses.h"

#include <string.h>

uint8_t simt_evenly_apart(const struct simt_request *request) {
    const uint32_t first = (uint32_t)__builtin_ctz(request->lanes),
                   others = request->lanes & (request->lanes - 1);
    if (!others)
        return 1;
    const uint32_t second = (uint32_t)__builtin_ctz(others);
    const uint64_t apart = request->offset[second] - request->offset[first];
    for (uint32_t left = others; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        if ((request->offset[lane] - request->offset[first]) * (second - first) != apart * (lane - first))
            return 0;
    }
    return (uint8_t)__builtin_popcount(request->lanes);
}

void simt_line_uses_begin(struct simt_line_uses *uses) { memset(uses, 0, sizeof *uses); }

/* Of two lines with one place the later is remembered. */
uint8_t simt_line_uses_note(struct simt_line_uses *uses, uint32_t warp, const uint64_t *lines,
                            unsigned count) {
    const uint32_t now = ++uses->requests[warp];
    uint32_t most = 0;
    for (unsigned i = 0; i < count; i++) {
        const uint64_t key = lines[i] * SIMT_MAX_WARPS + warp + 1;
        const unsigned place = (unsigned)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) % SIMT_LINE_USES;
        if (uses->line[place] == key && now - uses->used[place] > most)
            most = now - uses->used[place];
        uses->line[place] = key;
        uses->used[place] = now;
    }
    return most > UINT8_MAX ? UINT8_MAX : (uint8_t)most;
}
