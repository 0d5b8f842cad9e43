/**
 * @file random_numbers.h
 * @brief The two generators of cuRAND that the engine has, XORWOW and Philox 4x32 with 10 rounds. C and C++.
 *
 * Sources: G. Marsaglia, "Xorshift RNGs", 2003; J. Salmon et al., "Parallel random numbers: as easy as 1, 2,
 * 3", 2011; the cuRAND Library's guide for what a sequence is: 2^67 numbers of XORWOW, 2^66 of Philox.
 */
#pragma once

#include "simt/qualifiers.h"

#include <stdint.h>

__BEGIN_DECLS

/** Moves the five words of XORWOW ahead by @p n numbers, or by @p n sequences. */
void simt_xorwow_skip(uint32_t words[5], uint64_t n, int sequences);

__END_DECLS

/** @cond PRIVATE: where these functions run */
#ifdef __cplusplus
#define SIMT_RANDOM SIMT_BOTH_INLINE
#else
#define SIMT_RANDOM static inline
#endif
/** @endcond */

/** How much XORWOW's counter grows with each number. */
#define SIMT_XORWOW_STEP 362437u

/** The first state for a seed: five words and the counter. */
SIMT_RANDOM void simt_xorwow_seed(uint64_t seed, uint32_t words[5], uint32_t *counter) {
    const uint32_t low = 1099087573u * ((uint32_t)seed ^ 0xaad26b49u),
                   high = 2591861531u * ((uint32_t)(seed >> 32) ^ 0xf7dcefddu);
    words[0] = 123456789u + low;
    words[1] = 362436069u ^ low;
    words[2] = 521288629u + high;
    words[3] = 88675123u ^ high;
    words[4] = 5783321u + low;
    *counter = 6615241u + low + high;
}

/** The word that comes next, of the words' first and last. */
SIMT_RANDOM uint32_t simt_xorwow_word(uint32_t first, uint32_t last) {
    const uint32_t mixed = first ^ first >> 2;
    return last ^ last << 4 ^ mixed ^ mixed << 1;
}

/** Philox's numbers of a counter and a key. */
SIMT_RANDOM void simt_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
    uint32_t a = counter[0], b = counter[1], c = counter[2], d = counter[3], k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        const uint64_t first = (uint64_t)0xd2511f53u * a, second = (uint64_t)0xcd9e8d57u * c;
        a = (uint32_t)(second >> 32) ^ b ^ k0;
        c = (uint32_t)(first >> 32) ^ d ^ k1;
        b = (uint32_t)second;
        d = (uint32_t)first;
        k0 += 0x9e3779b9u;
        k1 += 0xbb67ae85u;
    }
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = d;
}

/** Adds to a counter of four words, from word @p from on. */
SIMT_RANDOM void simt_philox_add(uint32_t counter[4], unsigned from, uint64_t n) {
    uint64_t carry = 0;
    for (unsigned i = from; i < 4; i++) {
        const uint64_t sum = (uint64_t)counter[i] + (uint32_t)n + carry;
        counter[i] = (uint32_t)sum;
        carry = sum >> 32;
        n >>= 32;
    }
}

/** A number in (0, 1] of 32 bits. */
SIMT_RANDOM float simt_random_float(uint32_t bits) { return (float)bits * 0x1p-32f + 0x1p-33f; }
/** The same of 53 bits. */
SIMT_RANDOM double simt_random_double(uint32_t x, uint32_t y) {
    return (double)(x ^ (uint64_t)y << 21) * 0x1p-53 + 0x1p-54;
}

#undef SIMT_RANDOM
#ifdef __cplusplus
#endif
