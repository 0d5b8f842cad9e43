// Whether the stores of a warp to one address stored the same value.
//
// The hook of a store runs before it, so a record has the value before the store, not after. But lanes run
// one after another, so the value that one store left is the one that the next store found, and the last
// one's is there now: all are equal to it if all but the first found it. The log is not in chronological
// order, hence struct simt_batch has both orders.
//
// A program with a race in a loop asks for every store, so the stores of the trace are found by address: at
// the first question they are chained by 16 aligned bytes, until the batch has been merged.
#include "engine/observe/races.h"

#include <string.h>

enum { CHAIN_BITS = 12, NONE = 0 };

/* A store is named by its position in the trace, row * 32 + lane, plus 1. */
static uint16_t first_store[1 << CHAIN_BITS], next_store[LOG_ROWS * SIMT_WARP + 1];
static bool chained;

_Static_assert(LOG_ROWS *SIMT_WARP <= UINT16_MAX, "a store's name fits into 16 bits");

static uint16_t *chain_of(uint64_t address) {
    return &first_store[(address / 16 * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - CHAIN_BITS)];
}

static void chain_lane(const struct simt_batch *batch, unsigned i) {
    for (size_t r = 0; r < batch->written[i]; r++) {
        if (simt_key_kind(batch->key[r][i]) != LOG_STORE)
            continue;
        uint16_t *first = chain_of(simt_batch_address(batch)[r][i]), name = (uint16_t)(r * SIMT_WARP + i + 1);
        next_store[name] = *first;
        *first = name;
    }
}

static void chain_stores(const struct simt_batch *batch) {
    memset(first_store, 0, sizeof first_store);
    for (uint32_t left = batch->lanes; left; left &= left - 1)
        chain_lane(batch, (unsigned)__builtin_ctz(left));
    chained = true;
}

void simt_stores_forget(void) { chained = false; }

/** The state of a walk over the stores to an address range. */
struct stores {
    uint64_t low, high; /**< the range */
    unsigned strangers; /**< stores that found another value */
    uint32_t stranger_order, first_order;
    bool overlap; /**< some store covers a part of it, or more */
};

static bool may_agree(const struct stores *s) { return !s->overlap && s->strangers < 2; }

/** @return whether the store is to the range, or to a part of it */
static bool add_store(struct stores *s, const struct simt_batch *batch, uint16_t name) {
    unsigned row = (name - 1u) / SIMT_WARP, lane = (name - 1u) % SIMT_WARP;
    uint64_t address = simt_batch_address(batch)[row][lane],
             end = address + simt_key_size(batch->key[row][lane]);
    uint32_t order = simt_batch_order(batch, row, lane);
    if (address >= s->high || end <= s->low)
        return false;
    s->overlap |= address != s->low || end != s->high;
    if (order < s->first_order)
        s->first_order = order;
    if (!simt_stored_nothing_new(simt_batch_before(batch)[row][lane], s->low - SIMT_DEVICE_BASE,
                                 (unsigned)(s->high - s->low))) {
        s->strangers++;
        s->stranger_order = order;
    }
    return true;
}

bool simt_stores_agree(const struct simt_batch *batch, uint32_t other, uint64_t offset, unsigned size) {
    struct stores s = {.low = SIMT_DEVICE_BASE + offset, .first_order = UINT32_MAX};
    s.high = s.low + size;
    bool other_here = false;
    if (!chained)
        chain_stores(batch);
    for (uint16_t name = *chain_of(s.low); name != NONE && may_agree(&s); name = next_store[name]) {
        unsigned lane = (name - 1u) % SIMT_WARP;
        if (add_store(&s, batch, name))
            other_here |= lane == other;
    }
    return other_here && may_agree(&s) && (s.strangers == 0 || s.stranger_order == s.first_order);
}

bool simt_stored_later(const struct simt_batch *batch, uint32_t other, uint32_t lane, uint64_t offset,
                       unsigned size) {
    const uint64_t low = SIMT_DEVICE_BASE + offset;
    if (batch->changes || batch->order[other] <= batch->order[lane])
        return false;
    if (!chained)
        chain_stores(batch);
    for (uint16_t name = *chain_of(low); name != NONE; name = next_store[name]) {
        const unsigned row = (name - 1u) / SIMT_WARP, storer = (name - 1u) % SIMT_WARP;
        const uint64_t address = simt_batch_address(batch)[row][storer];
        if (storer == other && address < low + size && address + simt_key_size(batch->key[row][storer]) > low)
            return true;
    }
    return false;
}
