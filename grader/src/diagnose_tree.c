// Wrong sums of trees of blocks, recognised by climbing the tree with the mistake in it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose.h"

enum { LARGEST_N = 70000, LARGEST_BLOCK = 1024 };

struct mistake;
typedef uint32_t block_sum(const uint32_t *in, int32_t n, const struct mistake *mistake);

// How a block of `threads` adds `each` elements a thread, with a mistake.
struct mistake {
    block_sum *sum;
    int32_t threads, each;
    bool once; // made with the elements only; the blocks' sums are added as they should be
};

// A stride that is halved when it is odd leaves a value behind.
static uint32_t odd_halves(const uint32_t *in, int32_t n, const struct mistake *mistake) {
    uint32_t sums[LARGEST_BLOCK] = {0};
    memcpy(sums, in, (size_t)n * sizeof *in);
    for (int32_t stride = mistake->threads / 2; stride > 0; stride /= 2)
        for (int32_t t = 0; t < stride; t++)
            sums[t] += sums[t + stride];
    return sums[0];
}

// The last step of a tree whose strides grow: the right half of the block is not added.
static uint32_t left_half(const uint32_t *in, int32_t n, const struct mistake *mistake) {
    uint32_t sum = 0;
    for (int32_t i = 0; i < n && i < mistake->threads / 2; i++)
        sum += in[i];
    return sum;
}

// The last step of a tree whose strides shrink: every second element is not added.
static uint32_t every_second(const uint32_t *in, int32_t n, const struct mistake *mistake) {
    (void)mistake;
    uint32_t sum = 0;
    for (int32_t i = 0; i < n; i += 2)
        sum += in[i];
    return sum;
}

// Where not all of a thread's elements exist, it brings its first one only.
static uint32_t all_or_first(const uint32_t *in, int32_t n, const struct mistake *mistake) {
    uint32_t sum = 0;
    for (int32_t t = 0; t < mistake->threads && t < n; t++) {
        const bool whole = t + (mistake->each - 1) * mistake->threads < n;
        for (int32_t k = 0; k < (whole ? mistake->each : 1); k++)
            sum += in[t + k * mistake->threads];
    }
    return sum;
}

// The same, but it brings nothing.
static uint32_t all_or_none(const uint32_t *in, int32_t n, const struct mistake *mistake) {
    uint32_t sum = 0;
    for (int32_t t = 0; t + (mistake->each - 1) * mistake->threads < n && t < mistake->threads; t++)
        for (int32_t k = 0; k < mistake->each; k++)
            sum += in[t + k * mistake->threads];
    return sum;
}

static uint32_t wrong_sum(uint32_t *values, int32_t n, const struct mistake *mistake) {
    const int32_t block = mistake->threads * mistake->each;
    do {
        const int32_t blocks = (n + block - 1) / block;
        for (int32_t b = 0; b < blocks; b++) {
            const int32_t left = n - b * block;
            values[b] = mistake->sum(values + b * block, left < block ? left : block, mistake);
        }
        n = blocks;
    } while (n > 1 && !mistake->once);
    uint32_t sum = 0;
    for (int32_t i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

// What blocks of a power of two get wrong, and what the others do.
static const struct kind {
    block_sum *sum;
    int32_t each;
    bool power_of_two;
    const char *message;
} kinds[] = {
    {odd_halves, 1, false,
     "a block of %d threads is no power of two: where an odd stride is halved, a value is lost"},
    {left_half, 1, true, "the right half of each block of %d is missing: the tree's last step is not made"},
    {every_second, 1, true,
     "every second value of each block of %d is missing: the tree's last step is not made"},
    {all_or_first, 2, true, "where one of %d threads has not all its elements, it adds only the first"},
    {all_or_first, 4, true, "where one of %d threads has not all its elements, it adds only the first"},
    {all_or_first, 8, true, "where one of %d threads has not all its elements, it adds only the first"},
    {all_or_none, 2, true, "where one of %d threads has not all its elements, it adds none"},
    {all_or_none, 4, true, "where one of %d threads has not all its elements, it adds none"},
    {all_or_none, 8, true, "where one of %d threads has not all its elements, it adds none"},
};

static bool is_power_of_two(int32_t n) { return (n & (n - 1)) == 0; }

// The kind of mistake that explains the sum, made by blocks of so many threads; NULL if none does.
static const struct kind *explain(const uint32_t *in, int32_t n, uint32_t actual, int32_t threads,
                                  uint32_t *scratch) {
    const bool power_of_two = is_power_of_two(threads);
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (int once = 0; once < 2 && kinds[k].power_of_two == power_of_two; once++) {
            const struct mistake mistake = {kinds[k].sum, threads, kinds[k].each, once};
            memcpy(scratch, in, (size_t)n * sizeof *in);
            if (wrong_sum(scratch, n, &mistake) == actual)
                return &kinds[k];
        }
    return NULL;
}

// The left half of one block, or the first of two blocks: the sum alone does not tell.
static bool first_half(const uint32_t *in, int32_t n, uint32_t actual, char *message, size_t size) {
    uint32_t sum = 0;
    for (int32_t i = 0; i < n; i++) {
        if (is_power_of_two(i) && i >= 32 && n <= 2 * i && sum == actual) {
            snprintf(message, size,
                     "this is the sum of the first %d elements: is the tree's last step made, and are the "
                     "other blocks' sums added?",
                     i);
            return true;
        }
        sum += in[i];
    }
    return false;
}

bool diagnose_tree_sum(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                       size_t size) {
    static const int32_t threads[] = {32,  64,  128, 256, 512, 1024, 96,  100,
                                      192, 200, 384, 500, 640, 768,  1000};
    uint32_t sum;
    memcpy(&sum, actual, sizeof sum);
    if (first_half(input, n, sum, message, size) || diagnose_sum(input, n, option, actual, message, size))
        return true;
    uint32_t *scratch = n <= LARGEST_N ? malloc((size_t)n * sizeof *scratch + 1) : NULL;
    const struct kind *kind = NULL;
    for (size_t i = 0; scratch && !kind && i < sizeof threads / sizeof threads[0]; i++) {
        kind = explain(input, n, sum, threads[i], scratch);
        if (kind)
            snprintf(message, size, kind->message, threads[i]);
    }
    free(scratch);
    return kind != NULL;
}
