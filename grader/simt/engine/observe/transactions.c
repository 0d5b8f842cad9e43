// The memory transactions of a request, as Nsight Compute counts them.
#include "engine/observe/transactions.h"

#include <string.h>

enum { SECTOR_LOG2 = 5, LINE_LOG2 = 7, BANKS = 32, WORD_LOG2 = 2 };

/** A set of up to 128 numbers, to count distinct ones; open addressing. Only @c used needs to start as
 * zero. */
struct small_set {
    uint64_t slot[256];
    uint64_t used[4];
};

static void clear(struct small_set *set) { memset(set->used, 0, sizeof set->used); }

/** Adds @p value. @return true if it was new */
static bool add(struct small_set *set, uint64_t value) {
    unsigned i = (unsigned)(value * UINT64_C(0x9e3779b97f4a7c15) >> 56);
    while (set->used[i / 64] >> i % 64 & 1) {
        if (set->slot[i] == value)
            return false;
        i = (i + 1) % 256;
    }
    set->used[i / 64] |= UINT64_C(1) << i % 64;
    set->slot[i] = value;
    return true;
}

static bool is_contiguous(const struct simt_request *request) { return request->shape == SIMT_CONSECUTIVE; }

static unsigned parity(uint64_t bits) { return (unsigned)__builtin_popcountll(bits) & 1; }

/** Two lanes of an atomic request with equal classes cannot share a pass: the word's place in its 128-byte
 * line, and a hash of the line's number to two bits. Measured on an H200, for distances up to 8 MiB.
 */
static uint64_t atomic_class(uint64_t offset) {
    enum { HASH_LOW = 0x7ab5, HASH_HIGH = 0xd5da };
    uint64_t line = offset >> LINE_LOG2, word = offset >> WORD_LOG2 & ((1 << (LINE_LOG2 - WORD_LOG2)) - 1);
    return word << 2 | parity(line & HASH_HIGH) << 1 | parity(line & HASH_LOW);
}

/**
 * Sectors of an atomic request: lanes execute in passes. A pass serves the line of the lowest remaining lane,
 * and takes those of that line's lanes whose class no lower remaining lane shares; each pass moves its
 * sectors again. Fitted to the profiler's sectors of 1,500 single warps with random addresses, all of which
 * it reproduces.
 */
static uint64_t atomic_sectors_of(const struct simt_request *request) {
    uint64_t sectors = 0;
    for (uint32_t left = request->lanes, taken; left; left &= ~taken) {
        uint64_t line = request->offset[__builtin_ctz(left)] >> LINE_LOG2;
        struct small_set earlier;
        unsigned touched = 0;
        clear(&earlier);
        taken = 0;
        for (uint32_t rest = left; rest; rest &= rest - 1) {
            uint64_t offset = request->offset[__builtin_ctz(rest)];
            if (!add(&earlier, atomic_class(offset)) || offset >> LINE_LOG2 != line)
                continue;
            taken |= rest & -rest;
            touched |= 1u << (offset >> SECTOR_LOG2 & ((1 << (LINE_LOG2 - SECTOR_LOG2)) - 1));
        }
        sectors += (unsigned)__builtin_popcount(touched);
    }
    return sectors;
}

static uint64_t sectors_of(const struct simt_request *request, bool contiguous) {
    if (request->kind == LOG_ATOMIC && !contiguous)
        return atomic_sectors_of(request);
    if (contiguous) {
        unsigned first = (unsigned)__builtin_ctz(request->lanes);
        uint64_t low = request->offset[first];
        uint64_t high = low + (uint64_t)__builtin_popcount(request->lanes) * request->size - 1;
        return (high >> SECTOR_LOG2) - (low >> SECTOR_LOG2) + 1;
    }
    struct small_set seen;
    clear(&seen);
    uint64_t sectors = 0;
    for (uint32_t left = request->lanes; left; left &= left - 1)
        sectors += add(&seen, request->offset[__builtin_ctz(left)] >> SECTOR_LOG2);
    return sectors;
}

/** True if no bank has to serve two words for these lanes, of one word each. */
static bool is_free_of_conflicts(const struct simt_request *request, uint32_t lanes) {
    uint64_t served[BANKS];
    uint32_t busy = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint64_t word = request->offset[__builtin_ctz(left)] >> WORD_LOG2;
        const unsigned bank = word % BANKS;
        if (busy >> bank & 1 && served[bank] != word)
            return false;
        busy |= 1u << bank;
        served[bank] = word;
    }
    return true;
}

/** Wavefronts for some lanes at once: the most distinct words that any bank has to serve. */
static unsigned passes(const struct simt_request *request, uint32_t lanes, unsigned words) {
    struct small_set seen;
    unsigned depth[BANKS] = {0}, most = 0;
    clear(&seen);
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint64_t first = request->offset[__builtin_ctz(left)] >> WORD_LOG2;
        for (unsigned w = 0; w < words; w++)
            if (add(&seen, first + w) && ++depth[(first + w) % BANKS] > most)
                most = depth[(first + w) % BANKS];
    }
    return most;
}

/** True if each of the lanes shares its address with the lane whose number differs in bit @p bit, or that
 * lane is inactive. */
static bool are_paired(const struct simt_request *request, uint32_t lanes, unsigned bit) {
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left), other = i ^ bit;
        if (lanes >> other & 1 && request->offset[i] != request->offset[other])
            return false;
    }
    return true;
}

/* 8-byte accesses go half a warp at a time and 16-byte ones a quarter. Two neighbouring parts go together if
 * in both each lane shares its address with its first, or with its second, neighbour. Measured with hardware
 * counters. */
static uint64_t wavefronts_of(const struct simt_request *request, bool contiguous) {
    unsigned words = request->size <= 4 ? 1 : request->size / 4, part = SIMT_WARP / words;
    uint64_t wavefronts = 0;
    if (words == 1)
        return contiguous || (simt_shapes_seen && is_free_of_conflicts(request, request->lanes))
                   ? 1
                   : passes(request, request->lanes, 1);
    for (unsigned first = 0; first < SIMT_WARP; first += 2 * part) {
        uint32_t low = request->lanes & ((UINT32_C(1) << part) - 1) << first;
        uint32_t high = request->lanes & ((UINT32_C(1) << part) - 1) << (first + part);
        if (are_paired(request, low | high, 1) || are_paired(request, low | high, 2))
            wavefronts += passes(request, low | high, words);
        else
            wavefronts += passes(request, low, words) + passes(request, high, words);
    }
    return wavefronts;
}

uint64_t simt_serialization_of(const struct simt_request *request) {
    if (is_contiguous(request))
        return 1;
    uint64_t most = 0;
    uint32_t left = request->lanes;
    while (left) {
        uint64_t address = request->offset[__builtin_ctz(left)], same = 0;
        for (uint32_t rest = left; rest; rest &= rest - 1)
            if (request->offset[__builtin_ctz(rest)] == address) {
                left &= ~(rest & -rest);
                same++;
            }
        most = same > most ? same : most;
    }
    return most;
}

uint64_t simt_wavefronts_of(const struct simt_request *request) {
    return wavefronts_of(request, is_contiguous(request));
}

bool simt_is_broadcast(const struct simt_request *request) {
    bool same = request->shape == SIMT_ONE_ADDRESS || !simt_shapes_seen;
    for (uint32_t left = simt_shapes_seen ? 0 : request->lanes; left; left &= left - 1)
        same &= request->offset[__builtin_ctz(left)] == simt_request_low(request);
    return same;
}

uint64_t simt_transactions_of(const struct simt_request *request) {
    const bool contiguous = is_contiguous(request);
    return request->shared ? wavefronts_of(request, contiguous) : sectors_of(request, contiguous);
}

unsigned simt_places_of(const struct simt_request *request, unsigned size_log2, uint64_t *places) {
    unsigned count = 0;
    if (is_contiguous(request)) {
        const unsigned first = (unsigned)__builtin_ctz(request->lanes);
        const uint64_t low = request->offset[first];
        const uint64_t high = low + (uint64_t)__builtin_popcount(request->lanes) * request->size - 1;
        for (uint64_t place = low >> size_log2; place <= high >> size_log2; place++)
            places[count++] = place;
        return count;
    }
    struct small_set seen;
    clear(&seen);
    for (uint32_t left = request->lanes; left; left &= left - 1) {
        const uint64_t place = request->offset[__builtin_ctz(left)] >> size_log2;
        if (add(&seen, place))
            places[count++] = place;
    }
    return count;
}

unsigned simt_quads_of(const struct simt_request *request) {
    enum { QUAD = 128 };
    return ((unsigned)__builtin_popcount(request->lanes) * request->size + QUAD - 1) / QUAD;
}

unsigned simt_partial_sectors_of(const struct simt_request *request) {
    uint64_t sectors[SIMT_WARP];
    const unsigned count = simt_places_of(request, SECTOR_LOG2, sectors);
    unsigned partial = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned bytes = 0;
        for (uint32_t left = request->lanes; left; left &= left - 1)
            bytes += request->offset[__builtin_ctz(left)] >> SECTOR_LOG2 == sectors[i] ? request->size : 0;
        partial += bytes < 1u << SECTOR_LOG2;
    }
    return partial;
}
