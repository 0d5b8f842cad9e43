// Wrong sums that many students get, recognised by their value: each is recomputed and compared.
#include "diagnose.h"

#include <stdio.h>

static uint32_t sum_range(const uint32_t *in, int32_t from, int32_t to) {
    uint32_t sum = 0;
    for (int32_t i = from; i < to; i++)
        sum += in[i];
    return sum;
}

void reference_sum(const void *input, int32_t n, int32_t option, void *output) {
    (void)option;
    *(uint32_t *)output = sum_range(input, 0, n);
}

// The size of a block, if the sum is that of the first block alone.
static bool first_block_only(const uint32_t *in, int32_t n, uint32_t actual, char *message, size_t size) {
    for (int32_t block = 32; block <= 1024 && block < n; block *= 2) {
        if (sum_range(in, 0, block) != actual)
            continue;
        snprintf(message, size,
                 "this is the sum of the first %d elements alone: the other blocks' sums are never added",
                 block);
        return true;
    }
    return false;
}

static bool tail_dropped(const uint32_t *in, int32_t n, uint32_t actual, char *message, size_t size) {
    for (int32_t block = 2; block <= 1024 && block < n; block *= 2) {
        const int32_t whole = n - n % block;
        if (whole == n || sum_range(in, 0, whole) != actual)
            continue;
        snprintf(message, size, "the last %d elements are missing: n is not a multiple of the block (%d)",
                 n - whole, block);
        return true;
    }
    return false;
}

static bool narrow_sum(uint32_t expected, uint32_t actual, char *message, size_t size) {
    for (unsigned bits = 8; bits <= 16; bits += 8) {
        const uint32_t low = expected & ((UINT32_C(1) << bits) - 1);
        const uint32_t sign = UINT32_C(1) << (bits - 1);
        const uint32_t extended = (low ^ sign) - sign;
        if (actual != low && actual != extended)
            continue;
        snprintf(message, size,
                 "only the lowest %u bits of the sum are right: it is kept in a type of %u bits", bits, bits);
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
        {expected - in[n - 1], "the last element is missing"},
        {expected - in[0], "the first element is missing"},
        {expected + in[n - 1], "the last element is counted twice"},
        {expected + in[0], "the first element is counted twice"},
        {in[0], "this is the first element, not the sum"},
        {(uint32_t)n, "this is the number of elements, not their sum"},
        {0, "this is 0, as if nothing had been added"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].value == actual) {
            snprintf(message, size, "%s", known[i].meaning);
            return true;
        }
    }
    return false;
}

bool diagnose_sum(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                  size_t size) {
    uint32_t expected, value = *(const uint32_t *)actual;
    reference_sum(input, n, option, &expected);
    if (n == 0) {
        snprintf(message, size, "the sum of no elements is 0");
        return true;
    }
    return first_block_only(input, n, value, message, size) || tail_dropped(input, n, value, message, size) ||
           off_by_elements(input, n, expected, value, message, size) ||
           narrow_sum(expected, value, message, size);
}
