// Recognises wrong histograms that many students get, by the common pattern of their bins.
#include "diagnose.h"

#include <string.h>

#include "base/language.h"

enum { BINS = 256, WARP = 32 };

static void count(const uint8_t *in, int32_t n, uint32_t *bins) {
    memset(bins, 0, BINS * sizeof *bins);
    for (int32_t i = 0; i < n; i++)
        bins[in[i]]++;
}

void reference_histogram(const void *input, int32_t n, int32_t option, void *output) {
    (void)option;
    count(input, n, output);
}

static bool same(const uint32_t *a, const uint32_t *b) { return memcmp(a, b, BINS * sizeof *a) == 0; }

static int64_t total(const uint32_t *bins) {
    int64_t sum = 0;
    for (int b = 0; b < BINS; b++)
        sum += bins[b];
    return sum;
}

// The excess of every wrong bin, modulo 2^32; 0 if they differ.
static uint32_t common_excess(const uint32_t *actual, const uint32_t *expected) {
    uint32_t excess = 0;
    for (int b = 0; b < BINS; b++) {
        const uint32_t own = actual[b] - expected[b];
        if (own != 0 && excess != 0 && own != excess)
            return 0;
        excess = own != 0 ? own : excess;
    }
    return excess;
}

static bool in_every_bin(const uint32_t *actual, const uint32_t *expected,
                         bool (*holds)(uint32_t actual, uint32_t expected)) {
    for (int b = 0; b < BINS; b++)
        if (!holds(actual[b], expected[b]))
            return false;
    return true;
}

static bool is_twice(uint32_t actual, uint32_t expected) { return actual == 2 * expected; }
static bool is_no_more(uint32_t actual, uint32_t expected) { return actual <= expected; }
static bool is_no_less(uint32_t actual, uint32_t expected) { return actual >= expected; }
static bool is_one_short(uint32_t actual, uint32_t expected) {
    return actual + 1 == expected || (actual == 0 && expected == 0);
}
// A counter of one byte, or a sum of such counters, is off by a multiple of 256 if it overflowed.
static bool is_byte_short(uint32_t actual, uint32_t expected) {
    return actual <= expected && (expected - actual) % 256 == 0;
}

// Other reasons for a few missing elements at the end. A single count may be lost anywhere, with its value.
static const char *further_reasons(long long missing, bool may_be_a_block) {
    if (missing > 1)
        return may_be_a_block ? language_of(" Or is there no second block?") : "";
    return may_be_a_block ? language_of(" Or is there no second block, or an addition undone?")
                          : language_of(" Or is an addition undone?");
}

// The bins contain exactly the first `counted` elements: finds the likely reason.
static bool beginning_only(const uint8_t *in, int32_t n, int64_t counted, const uint32_t *actual,
                           char *message, size_t size) {
    uint32_t bins[BINS];
    if (counted <= 0 || counted >= n)
        return false;
    count(in, (int32_t)counted, bins);
    if (!same(bins, actual))
        return false;
    const long long missing = n - counted;
    const bool may_be_a_block = counted >= 32 && (counted & (counted - 1)) == 0;
    if (missing <= 3 && counted % 4 == 0)
        diagnose_say(message, size,
                     "%lld missing at the end: what if n is no multiple of 4, or of the block?%s", missing,
                     further_reasons(missing, may_be_a_block));
    else if (missing == 1)
        diagnose_say(message, size, "1 count is lost: is the last element visited, and no addition undone?");
    else if (may_be_a_block)
        diagnose_say(message, size, "only the first %lld elements are counted: what do the other blocks do?",
                     (long long)counted);
    else if (missing > DIAGNOSE_MOST_THREADS)
        diagnose_say(message, size,
                     "the last %lld elements are missing: which block, or round of a loop, has them?",
                     missing);
    else if (n >= WARP)
        diagnose_say(message, size,
                     "the last %lld elements are missing: what if n is no multiple of the block?", missing);
    else
        return false; // so few elements may match by chance
    return true;
}

// The first elements, and those after the last whole word: the count of a single block that reads words. Its
// first elements are those of whole warps; with fewer, any lost count would match.
static bool beginning_and_rest(const uint8_t *in, int32_t n, int64_t counted, const uint32_t *actual,
                               char *message, size_t size) {
    const int32_t rest = n % 4;
    uint32_t bins[BINS];
    if (rest == 0 || counted <= rest || counted >= n || (counted - rest) % (4 * WARP) != 0)
        return false;
    count(in, (int32_t)counted - rest, bins);
    for (int32_t i = n - rest; i < n; i++)
        bins[in[i]]++;
    if (!same(bins, actual))
        return false;
    return diagnose_say(message, size,
                        "only the first %lld elements and the last %d are counted: which block, or round of "
                        "a loop, has others?",
                        (long long)counted - rest, rest);
}

// One byte of each word instead of all four.
static bool one_byte_of_four(const uint8_t *in, int32_t n, const uint32_t *actual, char *message,
                             size_t size) {
    for (int32_t byte = 0; byte < 4 && n >= 4; byte++) {
        uint32_t bins[BINS] = {0};
        for (int32_t i = 0; i < n; i++)
            bins[i < n - n % 4 ? in[i - i % 4 + byte] : in[i]]++;
        if (!same(bins, actual))
            continue;
        return diagnose_say(message, size,
                            "byte %d of each word is counted four times: shift and mask each byte out",
                            (int)byte);
    }
    return false;
}

static void wrong_total(int64_t counted, int32_t n, const uint32_t *actual, const uint32_t *expected,
                        char *message, size_t size) {
    int wrong = 0, last = 0;
    for (int b = 0; b < BINS; b++)
        if (actual[b] != expected[b])
            wrong++, last = b;
    if (wrong == 1 && counted > n)
        diagnose_say(message, size,
                     "bin %d alone is too large, by %lld: is an element counted twice, or something "
                     "that is none, as behind the end?",
                     last, (long long)(counted - n));
    else if (in_every_bin(actual, expected, is_no_more))
        diagnose_say(message, size,
                     "the bins add up to %lld: %lld counts are lost; is each element visited, and no "
                     "addition undone?",
                     (long long)counted, (long long)(n - counted));
    else if (in_every_bin(actual, expected, is_no_less))
        diagnose_say(message, size, "the bins add up to %lld, %lld too many: is something counted twice?",
                     (long long)counted, (long long)(counted - n));
    else
        diagnose_say(message, size, "the bins add up to %lld: some hold too much and others too little",
                     (long long)counted);
}

// More than a wrong count can be off by: the earlier contents of a bin.
static bool is_garbage(uint32_t excess, int32_t n) {
    const uint32_t countable = (uint32_t)n + 65536;
    return excess > countable && excess < UINT32_MAX - countable;
}

bool diagnose_histogram(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                        size_t size) {
    uint32_t bins[BINS], expected[BINS];
    memcpy(bins, actual, sizeof bins);
    reference_histogram(input, n, option, expected);
    const int64_t counted = total(bins);
    const uint32_t excess = common_excess(bins, expected);
    if (counted == 0)
        diagnose_say(message, size,
                     "every bin is 0: nothing was counted, or the counts never reached d_bins");
    else if (is_garbage(excess, n))
        diagnose_say(message, size,
                     "each wrong bin is off by the same %u, which it held before: who clears it?", excess);
    else if (counted < n && in_every_bin(bins, expected, is_byte_short))
        diagnose_say(message, size, "whole multiples of 256 are missing: a counter of 8 bits ran over");
    else if (in_every_bin(bins, expected, is_one_short))
        diagnose_say(message, size,
                     "each bin that has elements is one short: is the last of equal ones counted?");
    else if (in_every_bin(bins, expected, is_twice))
        diagnose_say(message, size, "every element is counted twice");
    else if (counted == n && !one_byte_of_four(input, n, bins, message, size))
        diagnose_say(message, size, "the bins add up to n, but elements are in the wrong ones");
    else if (counted != n && !beginning_only(input, n, counted, bins, message, size) &&
             !beginning_and_rest(input, n, counted, bins, message, size))
        wrong_total(counted, n, bins, expected, message, size);
    return true;
}
