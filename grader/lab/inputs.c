// Seeded random numbers, and the inputs that specs choose from.
#include "inputs.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/float16.h"

uint64_t rng_next(struct rng *rng) {
    rng->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = rng->state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

int32_t rng_between(struct rng *rng, int32_t low, int32_t high) {
    const uint64_t choices = (uint64_t)((int64_t)high - low) + 1;
    // The bias of the remainder is below 2^-32, too small to affect a grade.
    return (int32_t)(low + (int64_t)(rng_next(rng) % choices));
}

struct rng rng_stream(uint64_t seed, uint64_t index) {
    struct rng rng = {seed};
    rng.state = rng_next(&rng) ^ (index * UINT64_C(0xd1342543de82ef95));
    rng.state = rng_next(&rng);
    return rng;
}

void inputs_int_random(struct rng *rng, void *input, int32_t n) {
    int32_t *to = input;
    int32_t i = 0;
    for (; i + 1 < n; i += 2) {
        const uint64_t bits = rng_next(rng);
        to[i] = (int32_t)(uint32_t)bits;
        to[i + 1] = (int32_t)(uint32_t)(bits >> 32);
    }
    if (i < n)
        to[i] = (int32_t)(uint32_t)rng_next(rng);
}

static void fill_between(struct rng *rng, int32_t *to, int32_t n, int32_t low, int32_t high) {
    for (int32_t i = 0; i < n; i++)
        to[i] = rng_between(rng, low, high);
}

static void fill_same(int32_t *to, int32_t n, int32_t value) {
    for (int32_t i = 0; i < n; i++)
        to[i] = value;
}

void inputs_int_small(struct rng *rng, void *input, int32_t n) {
    fill_between(rng, input, n, -100, 100);
    if (n > 0 && *(int32_t *)input == 0)
        *(int32_t *)input = 1;
}
void inputs_int_positive(struct rng *rng, void *input, int32_t n) { fill_between(rng, input, n, 1000, 1999); }

void inputs_int_min(struct rng *rng, void *input, int32_t n) {
    (void)rng;
    fill_same(input, n, INT_MIN);
}

void inputs_int_max(struct rng *rng, void *input, int32_t n) {
    (void)rng;
    fill_same(input, n, INT_MAX);
}

void inputs_int_minus_one(struct rng *rng, void *input, int32_t n) {
    (void)rng;
    fill_same(input, n, -1);
}

void inputs_int_alternating(struct rng *rng, void *input, int32_t n) {
    (void)rng;
    int32_t *to = input;
    for (int32_t i = 0; i < n; i++)
        to[i] = i % 2 == 0 ? INT_MAX : INT_MIN;
}

void inputs_int_last_only(struct rng *rng, void *input, int32_t n) {
    fill_same(input, n, 0);
    if (n > 0)
        ((int32_t *)input)[n - 1] = rng_between(rng, 1, INT_MAX);
}

// Bytes, for histograms: from an even distribution over all bins to a single bin.

void inputs_byte_high(struct rng *rng, void *input, int32_t n) {
    (void)rng;
    for (int32_t i = 0; i < n; i++)
        ((uint8_t *)input)[i] = (uint8_t)(255 - i);
}

void inputs_byte_few(void *input, int32_t n, int32_t bins) {
    for (int32_t i = 0; i < n; i++)
        ((uint8_t *)input)[i] = (uint8_t)(i * 5 % bins);
}

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

// Integers of 16 and 64 bits, like those of 32.

#define WHOLE_FILLS_OF(name, type)                                                                           \
    void inputs_##name##_random(struct rng *rng, void *input, int32_t n) {                                   \
        for (int32_t i = 0; i < n; i++)                                                                      \
            ((type *)input)[i] = (type)rng_next(rng);                                                        \
    }                                                                                                        \
    void inputs_##name##_small(struct rng *rng, void *input, int32_t n) {                                    \
        for (int32_t i = 0; i < n; i++)                                                                      \
            ((type *)input)[i] = (type)rng_between(rng, -100, 100);                                          \
        if (n > 0 && *(type *)input == 0)                                                                    \
            *(type *)input = 1;                                                                              \
    }                                                                                                        \
    void inputs_##name##_last_only(struct rng *rng, void *input, int32_t n) {                                \
        for (int32_t i = 0; i < n; i++)                                                                      \
            ((type *)input)[i] = i == n - 1 ? (type)rng_between(rng, 1, INT16_MAX) : 0;                      \
    }

WHOLE_FILLS_OF(short, int16_t)
WHOLE_FILLS_OF(longlong, int64_t)

// Floating-point types, by one macro. A random number has as many random bits as the type has digits, but a
// half has those of a float: it is rounded, so small numbers have as many digits as large ones.

static double small_number(struct rng *rng) {
    const int32_t size = rng_between(rng, 1, 8);
    return rng_between(rng, 0, 1) ? size : -size;
}

static double random_number(struct rng *rng, int bits) {
    return ldexp((double)(rng_next(rng) >> (64 - bits)), 1 - bits) - 1;
}

#define FILLS_OF(name, type, bits, of)                                                                       \
    void inputs_##name##_small(struct rng *rng, void *input, int32_t n) {                                    \
        for (int32_t i = 0; i < n; i++)                                                                      \
            ((type *)input)[i] = (type)of(small_number(rng));                                                \
    }                                                                                                        \
    void inputs_##name##_random(struct rng *rng, void *input, int32_t n) {                                   \
        for (int32_t i = 0; i < n; i++)                                                                      \
            ((type *)input)[i] = (type)of(random_number(rng, bits));                                         \
    }                                                                                                        \
    void inputs_##name##_one_nan(struct rng *rng, void *input, int32_t n) {                                  \
        inputs_##name##_random(rng, input, n);                                                               \
        if (n > 0)                                                                                           \
            ((type *)input)[rng_between(rng, 0, n - 1)] = (type)of((double)NAN);                             \
    }                                                                                                        \
    void inputs_##name##_last_only(struct rng *rng, void *input, int32_t n) {                                \
        for (int32_t i = 0; i < n; i++)                                                                      \
            ((type *)input)[i] = i == n - 1 ? (type)of(rng_between(rng, 1, 8)) : 0;                          \
    }

FILLS_OF(half, uint16_t, 24, float16_of)
FILLS_OF(float, float, 24, )
FILLS_OF(double, double, 53, )

// Parts of unequal length.

typedef double weight_of(int32_t part, int32_t parts);

// Each part has its share of the weights. If all weights are 0, the last part has everything.
static void divide_by(weight_of *weight, int32_t *offsets, int32_t parts, int32_t end) {
    double all = 0, before = 0;
    for (int32_t r = 0; r < parts; r++)
        all += weight(r, parts);
    for (int32_t r = 0; r < parts; r++) {
        offsets[r] = all > 0 ? (int32_t)(end * (before / all)) : 0;
        before += weight(r, parts);
    }
    offsets[parts] = end;
}

void inputs_parts_even(struct rng *rng, int32_t *offsets, int32_t parts, int32_t end) {
    (void)rng;
    for (int32_t r = 0; r < parts; r++)
        offsets[r] = (int32_t)((int64_t)end * r / parts);
    offsets[parts] = end;
}

// The given number of elements each choose a part, and one part gets `more` in addition.
static void choose(struct rng *rng, int32_t *offsets, int32_t parts, int32_t elements, int32_t more) {
    memset(offsets, 0, ((size_t)parts + 1) * sizeof *offsets);
    for (int32_t i = 0; i < elements; i++)
        offsets[rng_between(rng, 1, parts)]++;
    if (more > 0)
        offsets[rng_between(rng, 1, parts)] += more;
    for (int32_t r = 0; r < parts; r++)
        offsets[r + 1] += offsets[r];
}

void inputs_parts_random(struct rng *rng, int32_t *offsets, int32_t parts, int32_t end) {
    choose(rng, offsets, parts, end, 0);
}
void inputs_parts_long(struct rng *rng, int32_t *offsets, int32_t parts, int32_t end) {
    choose(rng, offsets, parts, end / 2, end - end / 2);
}
void inputs_parts_one(struct rng *rng, int32_t *offsets, int32_t parts, int32_t end) {
    choose(rng, offsets, parts, 0, end);
}

// Each stretch of 1500 parts contains one with half of all their elements. Its place and the lengths of the
// others come from fractional parts of multiples of the golden ratio. All of it is the same for every seed,
// because the times depend on it.
enum { STRETCH = 1500 };
static double golden(int32_t number) { return ldexp((double)((uint32_t)number * UINT32_C(2654435769)), -32); }
static double skewed(int32_t part, int32_t parts) {
    const double mean_of_others = 1.63;
    const int32_t stretch = parts < STRETCH ? parts : STRETCH;
    if (part % stretch == (int32_t)(golden(part / stretch + 1) * stretch))
        return (stretch - 1) * mean_of_others;
    const double weight = 1 / (golden(part) + 1.0 / 16) - 1.25;
    return weight > 0 ? weight : 0;
}
void inputs_parts_skewed(struct rng *rng, int32_t *offsets, int32_t parts, int32_t end) {
    (void)rng;
    divide_by(skewed, offsets, parts, end);
}

static double with_gaps(int32_t part, int32_t parts) {
    const int32_t gap = (parts + 7) / 8, middle = (parts - gap) / 2;
    return part >= gap && part < parts - gap && !(part >= middle && part < middle + gap);
}
void inputs_parts_gaps(struct rng *rng, int32_t *offsets, int32_t parts, int32_t end) {
    (void)rng;
    divide_by(with_gaps, offsets, parts, end);
}

// 0, 1, 4, 4, 1, 0, 1, 4, 4, 1, ..., 0
static double known(int32_t part, int32_t parts) { return part == parts - 1 ? 0 : part % 5 * (part % 5) % 5; }
void inputs_parts_known(struct rng *rng, int32_t *offsets, int32_t parts, int32_t end) {
    (void)rng;
    divide_by(known, offsets, parts, end);
}

// Fills that do the same to different types, one row each. Signedness does not affect the bits.
#define BYTES(fill) [ELEMENT_INT8] = (fill), [ELEMENT_UINT8] = (fill)
#define SHORTS(fill) [ELEMENT_INT16] = (fill), [ELEMENT_UINT16] = (fill)
#define INTS(fill) [ELEMENT_INT32] = (fill), [ELEMENT_UINT32] = (fill)
#define LONGLONGS(fill) [ELEMENT_INT64] = (fill), [ELEMENT_UINT64] = (fill)
#define FLOATS(kind)                                                                                         \
    [ELEMENT_HALF] = inputs_half_##kind, [ELEMENT_FLOAT] = inputs_float_##kind,                              \
    [ELEMENT_DOUBLE] = inputs_double_##kind
// Integers that go with floating-point numbers are small: a float holds them. Unsigned ones are not negative.
#define SMALL                                                                                                \
    BYTES(inputs_byte_random), SHORTS(inputs_short_small), [ELEMENT_INT32] = inputs_int_small,               \
                                                           [ELEMENT_UINT32] = inputs_int_positive,           \
                                                           [ELEMENT_INT64] = inputs_longlong_small
static inputs_fill *const fills[][ELEMENT_BASES] = {
    {BYTES(inputs_byte_random), SHORTS(inputs_short_random), INTS(inputs_int_random),
     LONGLONGS(inputs_longlong_random)},
    {BYTES(inputs_byte_last_only), SHORTS(inputs_short_last_only), INTS(inputs_int_last_only),
     LONGLONGS(inputs_longlong_last_only)},
    {BYTES(inputs_byte_skewed), SHORTS(inputs_short_small), INTS(inputs_int_small),
     LONGLONGS(inputs_longlong_small)},
    {INTS(inputs_int_min)},
    {INTS(inputs_int_max)},
    {INTS(inputs_int_alternating)},
    {INTS(inputs_int_minus_one)},
    {INTS(inputs_int_positive)},
    {BYTES(inputs_byte_high)},
    {BYTES(inputs_byte_same)},
    {BYTES(inputs_byte_greatest)},
    {BYTES(inputs_byte_sorted)},
    {BYTES(inputs_byte_two_values)},
    {FLOATS(small), SMALL},
    {FLOATS(random), SMALL},
    {FLOATS(one_nan), SMALL},
    {FLOATS(last_only), SMALL},
};

// The row that contains a fill, and its place there; NULL if the fill is a lab's own.
static inputs_fill *const *kind_of(inputs_fill *fill, size_t *base) {
    for (size_t kind = 0; fill && kind < sizeof fills / sizeof *fills; kind++)
        for (*base = 1; *base < ELEMENT_BASES; ++*base)
            if (fills[kind][*base] == fill)
                return fills[kind];
    return NULL;
}

bool inputs_element(inputs_fill *fill, enum element *element) {
    size_t base;
    const bool known = kind_of(fill, &base);
    if (known) // bytes are unsigned
        *element = base == ELEMENT_INT8 ? ELEMENT_UINT8 : (enum element)base;
    return known;
}

inputs_fill *inputs_fill_for(inputs_fill *fill, enum element element) {
    size_t base;
    inputs_fill *const *kind = kind_of(fill, &base);
    return kind ? kind[element_base(element)] : fill;
}
