// Recognises wrong sums that many students get, by their values: each is recomputed and compared.
#include "diagnose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "lab/spec.h"

VECTOR_CLONES
static uint32_t sum_of(const uint32_t *in, int32_t n) {
    uint32_t sum = 0;
    for (int32_t i = 0; i < n; i++)
        sum += in[i];
    return sum;
}

void reference_sum(const void *input, int32_t n, int32_t option, void *output) {
    (void)option;
    *(uint32_t *)output = sum_of(input, n);
}

// The number of elements missing at the end of the sum; 0 if it is not the sum of the first elements.
static int32_t missing_tail(const uint32_t *in, int32_t n, uint32_t expected, uint32_t actual) {
    uint32_t sum = expected;
    for (int32_t missing = 1; missing < n; missing++) {
        sum -= in[n - missing];
        if (sum == actual)
            return missing;
    }
    return 0;
}

static bool is_block_size(int32_t n) { return n >= 32 && n <= 1024 && (n & (n - 1)) == 0; }

// The size of a block, if so few elements are as many as blocks are left at some level; else 0.
static int32_t block_of_levels(int32_t n, int32_t few) {
    for (int32_t threads = 32; threads <= 1024; threads *= 2)
        for (int32_t blocks = n; blocks >= few && few > 1; blocks = (blocks + threads - 1) / threads)
            if (blocks == few && blocks < n)
                return threads;
    return 0;
}

static bool beginning_only(const uint32_t *in, int32_t n, uint32_t expected, uint32_t actual, char *message,
                           size_t size) {
    const int32_t missing = missing_tail(in, n, expected, actual), threads = block_of_levels(n, n - missing);
    if (missing == 0)
        return false;
    if (is_block_size(n - missing))
        diagnose_say(message, size,
                     "this is the sum of the first %d elements: are the other blocks' sums added%s, "
                     "or is a step of the tree missing?",
                     n - missing, missing < n - missing ? language_of(", and a block that is not full") : "");
    else if (threads > 0)
        diagnose_say(
            message, size,
            "this is the sum of the first %d elements, as many as there are blocks of %d: does a later "
            "launch read the input again, and not the blocks' sums?",
            n - missing, threads);
    else if (missing == 1)
        diagnose_say(message, size, "the last element is missing");
    else if (missing > DIAGNOSE_MOST_THREADS)
        diagnose_say(message, size,
                     "the last %lld elements are missing: which block, or round of a loop, has them?",
                     (long long)missing);
    else
        diagnose_say(message, size,
                     "the last %lld elements are missing: what if n is no multiple of the block?",
                     (long long)missing);
    return true;
}

static bool narrow_sum(uint32_t expected, uint32_t actual, char *message, size_t size) {
    for (unsigned bits = 8; bits <= 16; bits += 8) {
        const uint32_t low = expected & ((UINT32_C(1) << bits) - 1);
        const uint32_t sign = UINT32_C(1) << (bits - 1);
        const uint32_t extended = (low ^ sign) - sign;
        if (actual != low && actual != extended)
            continue;
        return diagnose_say(message, size,
                            "only the lowest %u bits of the sum are right: it is kept in a type of %u bits",
                            bits, bits);
    }
    return false;
}

bool diagnose_is_rounded(uint32_t expected, uint32_t actual) {
    const int64_t rounded = (int64_t)(float)(int32_t)expected;
    return actual != expected && (int32_t)actual == (rounded > INT32_MAX ? INT32_MAX : rounded);
}

static bool rounded_sum(uint32_t expected, uint32_t actual, char *message, size_t size) {
    if (!diagnose_is_rounded(expected, actual))
        return false;
    return diagnose_say(message, size,
                        "this is the sum rounded to a float, which has 24 bits: keep every number an int");
}

// Sums that differ from the right one by a count or by single elements.
static bool off_by_elements(const uint32_t *in, int32_t n, uint32_t expected, uint32_t actual, char *message,
                            size_t size) {
    const struct {
        uint32_t value;
        const char *meaning;
    } known[] = {
        {2 * expected, "every element is counted twice"},
        {expected - in[0], "the first element is missing"},
        {expected + in[n - 1], "the last element is counted twice"},
        {expected + in[0], "the first element is counted twice"},
        {(uint32_t)n, "this is the number of elements, not their sum"},
        {0, "this is 0, as if nothing had been added"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].value == actual) {
            snprintf(message, size, "%s", language_of(known[i].meaning));
            return true;
        }
    }
    return false;
}

// Places past the end of the array in blocks of `threads`, on all levels until one block is left.
static uint32_t places_past_the_end(int32_t n, int32_t threads, bool first_level_only) {
    uint32_t places = 0;
    do {
        const int32_t full = n / threads, blocks = n % threads != 0 || full == 0 ? full + 1 : full;
        places += (uint32_t)(blocks * threads - n);
        n = blocks;
    } while (n > 1 && !first_level_only);
    return places;
}

// All blocks add the first one's elements.
static bool first_block_repeated(const uint32_t *in, int32_t n, uint32_t actual, char *message, size_t size) {
    for (int32_t threads = 32; threads <= 1024 && threads < n; threads *= 2) {
        const int32_t blocks = n / threads + (n % threads != 0);
        if (actual != (uint32_t)blocks * sum_of(in, threads))
            continue;
        return diagnose_say(message, size,
                            "each of %d blocks adds the first %d elements: does the index count the block?",
                            blocks, threads);
    }
    return false;
}

// Threads without an element bring 1, the identity of multiplication.
static bool foreign_ones(int32_t n, uint32_t expected, uint32_t actual, char *message, size_t size) {
    const uint32_t excess = actual - expected;
    for (int32_t threads = 32; threads <= 1024 && excess != 0; threads *= 2) {
        if (excess != places_past_the_end(n, threads, true) &&
            excess != places_past_the_end(n, threads, false))
            continue;
        return diagnose_say(
            message, size,
            "too much by 1 for each place past the end in blocks of %d: what is the identity of +?", threads);
    }
    return false;
}

bool diagnose_sum(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                  size_t size) {
    const uint32_t value = *(const uint32_t *)actual;
    uint32_t expected;
    reference_sum(input, n, option, &expected);
    if (n == 0 && foreign_ones(n, expected, value, message, size))
        return true;
    if (n == 0)
        return diagnose_say(message, size, "the sum of no elements is 0");
    return rounded_sum(expected, value, message, size) ||
           beginning_only(input, n, expected, value, message, size) ||
           off_by_elements(input, n, expected, value, message, size) ||
           first_block_repeated(input, n, value, message, size) ||
           foreign_ones(n, expected, value, message, size) || narrow_sum(expected, value, message, size);
}

// Trees of blocks.

enum { LARGEST_N = 70000, LARGEST_BLOCK = 1024 };

// Halving an odd stride leaves a value out.
static uint32_t odd_halves(const uint32_t *in, int32_t n, int32_t threads) {
    uint32_t sums[LARGEST_BLOCK] = {0};
    memcpy(sums, in, (size_t)n * sizeof *in);
    for (int32_t stride = threads / 2; stride > 0; stride /= 2)
        for (int32_t t = 0; t < stride; t++)
            sums[t] += sums[t + stride];
    return sums[0];
}

// The sum of all blocks' sums, level by level, or with correct sums after the first level.
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

// Block sizes that are not powers of two and explain the sum: the first one, and their number. For large
// arrays only common sizes are tried.
static int32_t odd_block(const uint32_t *in, int32_t n, uint32_t actual, int32_t *first) {
    static const int32_t usual[] = {96, 100, 192, 200, 250, 300, 384, 400, 500, 600, 640, 768, 800, 1000};
    enum { USUAL = sizeof usual / sizeof usual[0], SMALL_N = 2048 };
    uint32_t *scratch = n <= LARGEST_N ? malloc((size_t)n * sizeof *scratch + 1) : NULL;
    const int32_t tries = n <= SMALL_N ? LARGEST_BLOCK - 33 : USUAL;
    int32_t found = 0;
    for (int32_t i = 0; scratch && i < tries; i++) {
        const int32_t threads = n <= SMALL_N ? 33 + i : usual[i];
        bool explains = false;
        for (int once = 0; once < 2 && (threads & (threads - 1)) != 0; once++) {
            memcpy(scratch, in, (size_t)n * sizeof *in);
            explains = explains || lossy_sum(scratch, n, threads, once) == actual;
        }
        *first = explains && found == 0 ? threads : *first;
        found += explains;
    }
    free(scratch);
    return found;
}

// The first elements, as many as a block has threads: half of a block, the first of several, or the first
// element of each thread. The sum alone does not show which.
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
        diagnose_say(message, size,
                     "this is the sum of the first %d elements: what of the tree's last step, of "
                     "other blocks, of a thread's further elements?",
                     first);
    if (first > 0 || diagnose_sum(input, n, option, actual, message, size))
        return true;
    int32_t threads = 0;
    const int32_t sizes = odd_block(input, n, sum, &threads);
    if (sizes == 1)
        diagnose_say(
            message, size,
            "a block of %d threads is no power of two: where an odd stride is halved, a value is lost",
            threads);
    else if (sizes > 1)
        diagnose_say(message, size,
                     "where an odd stride is halved a value is lost: is the block's size a power of two?");
    return sizes > 0;
}
