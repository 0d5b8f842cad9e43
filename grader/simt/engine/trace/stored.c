// Whether the stores of a warp to one place stored the same value.
//
// The hook of a store runs before it, so a record tells what was there, not what came. But lanes run one
// after another, so what one store left is what the next one found, and the last one's is there now: all are
// equal to it if all but the first found it. The trace's order is not the order in time, hence the turns.
#include "engine/trace/stored.h"

#include "engine/memory/window.h"
#include "engine/trace/trace.h"

/** What is known of the stores to the place while they are gone through. */
struct stores {
    uint64_t low, high; /**< the place: window addresses */
    uint64_t now;       /**< its value */
    unsigned strangers; /**< stores that found another value */
    uint32_t stranger_turn, first_turn;
    bool overlap; /**< some store covers a part of it, or more */
};

static void add_store(struct stores *s, const struct simt_lane *lane, uint64_t before) {
    if (lane->turn < s->first_turn)
        s->first_turn = lane->turn;
    if (before != s->now) {
        s->strangers++;
        s->stranger_turn = lane->turn;
    }
}

/** Goes through a lane's column. @return how many stores to the place it has */
static unsigned add_lane(struct stores *s, const struct simt_lane *lane, unsigned i) {
    size_t rows = (size_t)(lane->log_next - simt_column(lane)) / SIMT_WARP;
    unsigned found = 0;
    for (size_t r = 0; r < rows; r++) {
        uint64_t key = simt_trace.key[r][i];
        if (simt_key_kind(key) != RECORD_STORE)
            continue;
        uint64_t address = simt_trace.address[r][i], end = address + simt_key_size(key);
        if (address >= s->high || end <= s->low)
            continue;
        s->overlap |= address != s->low || end != s->high;
        add_store(s, lane, simt_trace.before[r][i]);
        found++;
    }
    return found;
}

bool simt_stores_agree(const struct simt_warp *warp, uint32_t other, uint64_t offset, unsigned size,
                       uint64_t now) {
    const struct simt_lane *lanes =
        &simt_block_now->lane[(warp->number - simt_block_now->first_warp) * SIMT_WARP];
    struct stores s = {.low = SIMT_WINDOW_BASE + offset, .now = now, .first_turn = UINT32_MAX};
    s.high = s.low + size;
    bool other_here = false;
    for (uint32_t left = warp->lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        unsigned found = add_lane(&s, &lanes[i], i);
        other_here |= i == other && found;
    }
    return other_here && !s.overlap &&
           (s.strangers == 0 || (s.strangers == 1 && s.stranger_turn == s.first_turn));
}
