/**
 * @file curand_kernel.h
 * @brief Replaces the header of cuRAND of this name: random numbers in kernels, by XORWOW and Philox.
 *
 * Bits and uniform numbers are those of cuRAND, for the same seed, sequence and offset. Normal numbers are
 * made of the same bits by the host's logarithm, sine and cosine, so their last digits may differ. Other
 * generators, and Poisson numbers, are missing, and do not compile.
 */
#pragma once

#include "cuda_runtime.h"
#include "curand.h"
#include "simt/random_numbers.h"

/** @name States
 * @{ */
/** @cond PRIVATE: of one sequence each; their members are not for programs */
struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
/** @endcond */
/** @} */

/** @name XORWOW
 * @{ */
/** As in the cuRAND Library, "Device API Overview". */
namespace simt {
/** Moves the words on by @p n numbers or sequences. The state is the program's memory, and is accessed here.
 */
SIMT_INLINE void xorwow_move(curandStateXORWOW_t *state, uint64_t n, int sequences) {
    uint32_t words[5];
    for (int i = 0; i < 5; i++)
        words[i] = state->v[i];
    simt_xorwow_skip(words, n, sequences);
    for (int i = 0; i < 5; i++)
        state->v[i] = words[i];
}
} // namespace simt
SIMT_INLINE void skipahead(unsigned long long n, curandStateXORWOW_t *state) {
    simt::xorwow_move(state, n, 0);
    state->d += SIMT_XORWOW_STEP * static_cast<unsigned int>(n);
}
SIMT_INLINE void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state) {
    simt::xorwow_move(state, n, 1);
}
SIMT_INLINE void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                             curandStateXORWOW_t *state) {
    uint32_t words[5], counter;
    simt_xorwow_seed(seed, words, &counter);
    simt_xorwow_skip(words, sequence, 1);
    simt_xorwow_skip(words, offset, 0);
    state->d = counter + SIMT_XORWOW_STEP * static_cast<unsigned int>(offset);
    for (int i = 0; i < 5; i++)
        state->v[i] = words[i];
    state->boxmuller_flag = 0;
    state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}
SIMT_INLINE unsigned int curand(curandStateXORWOW_t *state) {
    const unsigned int next = simt_xorwow_word(state->v[0], state->v[4]);
    for (int i = 0; i < 4; i++)
        state->v[i] = state->v[i + 1];
    state->v[4] = next;
    state->d += SIMT_XORWOW_STEP;
    return next + state->d;
}
/** @} */

/** @name Philox
 * @{ */
/** The same; and four numbers at a time. */
namespace simt {
/** Moves the counter on, from word @p from of it, and makes its numbers. */
SIMT_INLINE void philox_move(curandStatePhilox4_32_10_t *state, unsigned from, uint64_t n) {
    uint32_t counter[4] = {state->ctr.x, state->ctr.y, state->ctr.z, state->ctr.w}, out[4];
    const uint32_t key[2] = {state->key.x, state->key.y};
    simt_philox_add(counter, from, n);
    simt_philox(counter, key, out);
    state->ctr = uint4{counter[0], counter[1], counter[2], counter[3]};
    state->output = uint4{out[0], out[1], out[2], out[3]};
}
} // namespace simt
SIMT_INLINE void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state) {
    const unsigned int left = state->STATE + static_cast<unsigned int>(n & 3);
    state->STATE = left & 3;
    simt::philox_move(state, 0, n / 4 + left / 4);
}
SIMT_INLINE void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state) {
    simt::philox_move(state, 2, n);
}
SIMT_INLINE void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                             curandStatePhilox4_32_10_t *state) {
    state->ctr = uint4{0, 0, 0, 0};
    state->key = uint2{static_cast<unsigned int>(seed), static_cast<unsigned int>(seed >> 32)};
    state->STATE = 0;
    state->boxmuller_flag = 0;
    state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
    skipahead_sequence(sequence, state);
    skipahead(offset, state);
}
SIMT_INLINE unsigned int curand(curandStatePhilox4_32_10_t *state) {
    const uint4 now = state->output;
    const unsigned int at = state->STATE;
    state->STATE = (at + 1) & 3;
    if (at == 3)
        simt::philox_move(state, 0, 1);
    return at == 0 ? now.x : at == 1 ? now.y : at == 2 ? now.z : now.w;
}
SIMT_INLINE uint4 curand4(curandStatePhilox4_32_10_t *state) {
    const uint4 a = state->output;
    simt::philox_move(state, 0, 1);
    const uint4 b = state->output;
    switch (state->STATE) {
    case 0:
        return a;
    case 1:
        return uint4{a.y, a.z, a.w, b.x};
    case 2:
        return uint4{a.z, a.w, b.x, b.y};
    default:
        return uint4{a.w, b.x, b.y, b.z};
    }
}
/** @} */

namespace simt {
/** Two normal numbers of two of 32 bits, or of two of 64, by Box and Muller. */
SIMT_INLINE float2 normal_pair(unsigned int x, unsigned int y) {
    const float angle = static_cast<float>(y) * 1.46291807e-9f + 1.46291807e-9f / 2;
    const float length = sqrtf(-2.0f * logf(simt_random_float(x)));
    return float2{sinf(angle) * length, cosf(angle) * length};
}
SIMT_INLINE double2 normal_pair_double(unsigned int x, unsigned int x2, unsigned int y, unsigned int y2) {
    const double angle = 2 * simt_random_double(y, y2);
    const double length = sqrt(-2.0 * log(simt_random_double(x, x2)));
    return double2{sinpi(angle) * length, cospi(angle) * length};
}
} // namespace simt

/** @name Distributions
 * @{ */
/** As in the cuRAND Library, "Distributions", for either state. */
template <class State> SIMT_INLINE float curand_uniform(State *state) {
    return simt_random_float(curand(state));
}
template <class State> SIMT_INLINE double curand_uniform_double(State *state) {
    const unsigned int x = curand(state), y = curand(state);
    return simt_random_double(x, y);
}
/** Of Philox it has 32 bits alone. */
SIMT_INLINE double curand_uniform_double(curandStatePhilox4_32_10_t *state) {
    return static_cast<double>(curand(state)) * 0x1p-32 + 0x1p-33;
}
template <class State> SIMT_INLINE float2 curand_normal2(State *state) {
    const unsigned int x = curand(state), y = curand(state);
    return simt::normal_pair(x, y);
}
template <class State> SIMT_INLINE double2 curand_normal2_double(State *state) {
    const unsigned int a = curand(state), b = curand(state), c = curand(state), d = curand(state);
    return simt::normal_pair_double(a, b, c, d);
}
/** Of each pair the second is kept for the next call. */
template <class State> SIMT_INLINE float curand_normal(State *state) {
    if (state->boxmuller_flag) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    const float2 pair = curand_normal2(state);
    state->boxmuller_extra = pair.y;
    state->boxmuller_flag = 1;
    return pair.x;
}
template <class State> SIMT_INLINE double curand_normal_double(State *state) {
    if (state->boxmuller_flag_double) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    const double2 pair = curand_normal2_double(state);
    state->boxmuller_extra_double = pair.y;
    state->boxmuller_flag_double = 1;
    return pair.x;
}
template <class State> SIMT_INLINE float curand_log_normal(State *state, float mean, float deviation) {
    return expf(mean + deviation * curand_normal(state));
}
template <class State>
SIMT_INLINE double curand_log_normal_double(State *state, double mean, double deviation) {
    return exp(mean + deviation * curand_normal_double(state));
}
template <class State> SIMT_INLINE float2 curand_log_normal2(State *state, float mean, float deviation) {
    const float2 pair = curand_normal2(state);
    return float2{expf(mean + deviation * pair.x), expf(mean + deviation * pair.y)};
}
SIMT_INLINE float4 curand_uniform4(curandStatePhilox4_32_10_t *state) {
    const uint4 bits = curand4(state);
    return float4{simt_random_float(bits.x), simt_random_float(bits.y), simt_random_float(bits.z),
                  simt_random_float(bits.w)};
}
SIMT_INLINE float4 curand_normal4(curandStatePhilox4_32_10_t *state) {
    const uint4 bits = curand4(state);
    const float2 first = simt::normal_pair(bits.x, bits.y), second = simt::normal_pair(bits.z, bits.w);
    return float4{first.x, first.y, second.x, second.y};
}
SIMT_INLINE double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state) {
    const uint4 bits = curand4(state);
    return double2{simt_random_double(bits.x, bits.y), simt_random_double(bits.z, bits.w)};
}
/** @} */
