// Wrong sums that many students get, recognised by their value: each is recomputed and compared.
#include "diagnose.h"

#include <stdio.h>

#include "base/language.h"
#include "vector.h"

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

// How many elements, counted from the end, are missing from the sum; 0 if it is no beginning's sum.
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

static bool beginning_only(const uint32_t *in, int32_t n, uint32_t expected, uint32_t actual, char *message,
                           size_t size) {
    const int32_t missing = missing_tail(in, n, expected, actual);
    if (missing == 0)
        return false;
    if (is_block_size(n - missing))
        snprintf(message, size,
                 language_of("this is the sum of the first %d elements: are the other blocks' sums added%s?"),
                 n - missing, missing < n - missing ? language_of(", and a block that is not full") : "");
    else if (missing == 1)
        snprintf(message, size, language_of("the last element is missing"));
    else
        snprintf(message, size,
                 language_of("the last %d elements are missing: what if n is no multiple of the block?"),
                 missing);
    return true;
}

static bool narrow_sum(uint32_t expected, uint32_t actual, char *message, size_t size) {
    for (unsigned bits = 8; bits <= 16; bits += 8) {
        const uint32_t low = expected & ((UINT32_C(1) << bits) - 1);
        const uint32_t sign = UINT32_C(1) << (bits - 1);
        const uint32_t extended = (low ^ sign) - sign;
        if (actual != low && actual != extended)
            continue;
        snprintf(message, size,
                 language_of("only the lowest %u bits of the sum are right: it is kept in a type of %u bits"),
                 bits, bits);
        return true;
    }
    return false;
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

// Threads without an element bring 1, the identity of multiplication.
static bool foreign_ones(int32_t n, uint32_t expected, uint32_t actual, char *message, size_t size) {
    const uint32_t excess = actual - expected;
    for (int32_t threads = 32; threads <= 1024 && excess != 0; threads *= 2) {
        if (excess != places_past_the_end(n, threads, true) &&
            excess != places_past_the_end(n, threads, false))
            continue;
        snprintf(message, size,
                 language_of(
                     "too much by 1 for each place past the end in blocks of %d: what is the identity of +?"),
                 threads);
        return true;
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
    if (n == 0) {
        snprintf(message, size, language_of("the sum of no elements is 0"));
        return true;
    }
    return beginning_only(input, n, expected, value, message, size) ||
           off_by_elements(input, n, expected, value, message, size) ||
           foreign_ones(n, expected, value, message, size) || narrow_sum(expected, value, message, size);
}
