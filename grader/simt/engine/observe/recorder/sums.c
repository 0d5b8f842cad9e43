// Words that a warp adds to, and what they are when the additions are made instruction by instruction.
#include "engine/observe/recorder/values.h"

enum { WORDS = 1 << 12, TRIES = 16 };

static struct {
    uint64_t address;
    uint32_t phase;
    bool mixed;     /* something else was done to it, too */
    uint64_t value; /* before the next addition that is placed */
} words[WORDS];
static uint32_t phase_now = 1;

void simt_sums_begin(void) { phase_now++; }

// Its place, or a free one; -1 if there is none near by.
static int find(uint64_t address) {
    const uint64_t start = address * UINT64_C(0x9e3779b97f4a7c15) >> 52;
    for (unsigned i = 0; i < TRIES; i++) {
        const unsigned at = (start + i) % WORDS;
        if (words[at].phase != phase_now || words[at].address == address)
            return (int)at;
    }
    return -1;
}

void simt_sums_note(uint64_t address, uint64_t value, bool adds) {
    const int at = find(address);
    if (at < 0)
        return;
    if (words[at].phase != phase_now) {
        words[at].address = address;
        words[at].phase = phase_now;
        words[at].value = value;
        words[at].mixed = false;
    }
    words[at].mixed |= !adds;
}

void simt_sums_place(uint64_t address, unsigned size, uint64_t *before, uint64_t *after) {
    const uint64_t mask = size < 8 ? (UINT64_C(1) << 8 * size) - 1 : UINT64_MAX, added = *after - *before;
    const int at = find(address);
    if (at < 0 || words[at].phase != phase_now || words[at].mixed)
        return;
    *before = words[at].value;
    *after = (*before + added) & mask;
    words[at].value = *after;
}
