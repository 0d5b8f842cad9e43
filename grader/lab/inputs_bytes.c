// Inputs of bytes, for histograms: from every bin alike to all in one.
#include "inputs.h"

#include <string.h>

static uint8_t random_byte(struct rng *rng) { return (uint8_t)(rng_next(rng) >> 32); }

void inputs_byte_random(struct rng *rng, void *input, int32_t n) {
    uint8_t *to = input;
    for (int32_t i = 0; i < n; i += 8) {
        const uint64_t bits = rng_next(rng);
        memcpy(to + i, &bits, n - i < 8 ? (size_t)(n - i) : 8);
    }
}

void inputs_byte_same(struct rng *rng, void *input, int32_t n) {
    const uint8_t value = random_byte(rng);
    if (n > 0)
        memset(input, value, (size_t)n);
}

void inputs_byte_greatest(struct rng *rng, void *input, int32_t n) {
    (void)rng;
    if (n > 0)
        memset(input, 0xff, (size_t)n);
}

void inputs_byte_sorted(struct rng *rng, void *input, int32_t n) {
    (void)rng;
    uint8_t *to = input;
    for (int64_t i = 0; i < n; i++)
        to[i] = (uint8_t)(i * 256 / n);
}

void inputs_byte_skewed(struct rng *rng, void *input, int32_t n) {
    uint8_t *to = input;
    for (int32_t i = 0; i < n; i++) {
        const uint64_t bits = rng_next(rng);
        to[i] = (uint8_t)(bits & bits >> 8 & bits >> 16); // each bit is 1 in one of eight cases
    }
}

void inputs_byte_two_values(struct rng *rng, void *input, int32_t n) {
    uint8_t *to = input;
    const uint8_t first = random_byte(rng), second = (uint8_t)(first ^ 0x80 ^ (random_byte(rng) & 0x7f));
    for (int32_t i = 0; i < n; i++)
        to[i] = rng_next(rng) >> 63 ? first : second;
}

void inputs_byte_last_only(struct rng *rng, void *input, int32_t n) {
    uint8_t *to = input;
    if (n == 0)
        return;
    memset(to, 0, (size_t)n);
    to[n - 1] = (uint8_t)rng_between(rng, 1, 255);
}
