// Wrong sums of trees of blocks, recognised by their value.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose.h"
#include "base/language.h"

enum { LARGEST_N = 70000, LARGEST_BLOCK = 1024 };

// A stride that is halved when it is odd leaves a value behind.
static uint32_t odd_halves(const uint32_t *in, int32_t n, int32_t threads) {
    uint32_t sums[LARGEST_BLOCK] = {0};
    memcpy(sums, in, (size_t)n * sizeof *in);
    for (int32_t stride = threads / 2; stride > 0; stride /= 2)
        for (int32_t t = 0; t < stride; t++)
            sums[t] += sums[t + stride];
    return sums[0];
}

// The sum of all blocks' sums, level by level, or with the right sum of the first level's.
static uint32_t lossy_sum(uint32_t *values, int32_t n, int32_t threads, bool once) {
    do {
        const int32_t blocks = (n + threads - 1) / threads;
        for (int32_t b = 0; b < blocks; b++) {
            const int32_t left = n - b * threads;
            values[b] = odd_halves(values + b * threads, left < threads ? left : threads, threads);
        }
        n = blocks;
    } while (n > 1 && !once);
    uint32_t sum = 0;
    for (int32_t i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

// The usual sizes that are no power of two; 0 if none of them explains the sum.
static int32_t odd_block(const uint32_t *in, int32_t n, uint32_t actual) {
    static const int32_t threads[] = {96, 100, 192, 200, 300, 384, 400, 500, 600, 640, 768, 800, 1000};
    uint32_t *scratch = n <= LARGEST_N ? malloc((size_t)n * sizeof *scratch + 1) : NULL;
    int32_t found = 0;
    for (size_t i = 0; scratch && found == 0 && i < 2 * sizeof threads / sizeof threads[0]; i++) {
        memcpy(scratch, in, (size_t)n * sizeof *in);
        if (lossy_sum(scratch, n, threads[i / 2], i % 2) == actual)
            found = threads[i / 2];
    }
    free(scratch);
    return found;
}

// The first elements, as many as a block has threads: a half of a block, the first of several, or the first
// element of each thread. The sum alone does not tell which.
static int32_t first_block(const uint32_t *in, int32_t n, uint32_t actual) {
    uint32_t sum = 0;
    for (int32_t i = 0; i < n && i <= LARGEST_BLOCK; i++) {
        if (i >= 32 && (i & (i - 1)) == 0 && n - i > 3 && sum == actual)
            return i;
        sum += in[i];
    }
    return 0;
}

bool diagnose_tree_sum(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                       size_t size) {
    uint32_t sum;
    memcpy(&sum, actual, sizeof sum);
    const int32_t first = first_block(input, n, sum);
    if (first > 0)
        snprintf(message, size,
                 language_of("this is the sum of the first %d elements: what of the tree's last step, of "
                             "other blocks, of a "
                             "thread's further elements?"),
                 first);
    if (first > 0 || diagnose_sum(input, n, option, actual, message, size))
        return true;
    const int32_t threads = odd_block(input, n, sum);
    if (threads > 0)
        snprintf(
            message, size,
            language_of(
                "a block of %d threads is no power of two: where an odd stride is halved, a value is lost"),
            threads);
    return threads > 0;
}
