// Recognises wrong scans that many students get, by their values: each mistake is computed and compared.
#include "diagnose.h"

// One wrong output, and its input.
struct scan {
    const uint32_t *in, *actual;
    int32_t n;
    bool exclusive;
};

// The largest block size to try.
enum { LARGEST_BLOCK = 2048 };

// Adds element i to a sum that starts with its block; returns the value of the scan there.
static uint32_t step_on(const struct scan *s, uint32_t *sum, int32_t i) {
    const uint32_t before = *sum;
    *sum += s->in[i];
    return s->exclusive ? before : *sum;
}

static void scan_all(const struct scan *s, uint32_t *output) {
    uint32_t sum = 0;
    for (int32_t i = 0; i < s->n; i++)
        output[i] = step_on(s, &sum, i);
}

void reference_scan_inclusive(const void *input, int32_t n, int32_t option, void *output) {
    (void)option;
    scan_all(&(struct scan){.in = input, .n = n}, output);
}

void reference_scan_exclusive(const void *input, int32_t n, int32_t option, void *output) {
    (void)option;
    scan_all(&(struct scan){.in = input, .n = n, .exclusive = true}, output);
}

static int32_t first_wrong(const struct scan *s) {
    uint32_t sum = 0;
    int32_t i = 0;
    while (i < s->n && s->actual[i] == step_on(s, &sum, i))
        i++;
    return i;
}

static bool other_kind(const struct scan *s, char *message, size_t size) {
    struct scan other = *s;
    other.exclusive = !s->exclusive;
    return first_wrong(&other) == s->n &&
           diagnose_say(message, size,
                        s->exclusive
                            ? "this is the inclusive scan: an element's own value is not to be in its sum"
                            : "this is the exclusive scan: an element's own value is missing in its sum");
}

// The right scan, but shifted by one place to the left or right, or with a different start.
static bool shifted(const struct scan *s, char *message, size_t size) {
    bool left = s->n > 1, right = s->n > 1, in_place = s->n > 1;
    uint32_t before = 0, sum = 0;
    for (int32_t i = 0; i < s->n; i++) {
        const uint32_t here = step_on(s, &sum, i);
        right = right && (i == 0 || s->actual[i] == before);
        left = left && (i == 0 || s->actual[i - 1] == here);
        in_place = in_place && (i == 0 || s->actual[i] == here);
        before = here;
    }
    if (in_place)
        return diagnose_say(message, size,
                            s->exclusive ? "only the first element is wrong: the sum of nothing is 0"
                                         : "only the first element is wrong: it is the input's");
    if (left)
        return diagnose_say(message, size,
                            "the sums are shifted by one: each element has its right neighbour's");
    return right &&
           diagnose_say(message, size, "the sums are shifted by one: each element has its left neighbour's");
}

// The wrong contribution of other blocks to a block's elements.
enum offset { OFFSET_NONE, OFFSET_ONE_BEFORE, OFFSET_OWN_TOO, OFFSET_OWN_ALONE };

static uint32_t offset_of(enum offset offset, uint32_t all, uint32_t last, uint32_t own) {
    switch (offset) {
    case OFFSET_ONE_BEFORE:
        return last;
    case OFFSET_OWN_TOO:
        return all + own;
    case OFFSET_OWN_ALONE:
        return own;
    default:
        return 0;
    }
}

// Whether every element is its block's scan plus the wrong offset, with the given block size. The first block
// may be right: many kernels leave it out.
static bool has_offsets(const struct scan *s, int32_t block, enum offset offset) {
    const bool first_right = first_wrong(s) >= block;
    uint32_t all = 0, last = 0;
    for (int32_t first = 0; first < s->n; first += block) {
        const int32_t end = s->n - first > block ? first + block : s->n;
        uint32_t sum = 0, own = 0;
        for (int32_t i = first; i < end; i++)
            own += s->in[i];
        const uint32_t added = first == 0 && first_right ? 0 : offset_of(offset, all, last, own);
        for (int32_t i = first; i < end; i++)
            if (s->actual[i] != added + step_on(s, &sum, i))
                return false;
        all += own;
        last = own;
    }
    return true;
}

static bool wrong_offsets(const struct scan *s, int32_t wrong, char *message, size_t size) {
    for (int32_t block = 32; block <= LARGEST_BLOCK && block < s->n; block *= 2) {
        const char *words = NULL;
        if (has_offsets(s, block, OFFSET_OWN_TOO))
            words = wrong < block ? "each block of %d adds its own sum as well: it has to add those before it"
                                  : "each block of %d but the first is too large by its own sum: it has to "
                                    "add those of the blocks before it";
        else if (block < wrong && has_offsets(s, block, OFFSET_ONE_BEFORE))
            words = "each block of %d adds the sum of the block before it alone: scan the blocks' sums";
        else if (s->n > 2 * block && has_offsets(s, block, OFFSET_OWN_ALONE))
            words = "each block of %d adds its own sum in place of those before it: scan the blocks' sums";
        if (words)
            return diagnose_say(message, size, words, block);
    }
    if (wrong < 2 || !has_offsets(s, wrong, OFFSET_NONE))
        return false;
    return diagnose_say(message, size,
                        "each block of %d is scanned, but the sums of the blocks before it are not added",
                        wrong);
}

// Nothing is added from some element on, or all elements are the same.
static bool stops(const struct scan *s, int32_t wrong, char *message, size_t size) {
    const uint32_t value = s->actual[wrong];
    for (int32_t i = wrong; i < s->n; i++)
        if (s->actual[i] != value)
            return false;
    if (wrong == 0)
        return s->n > 1 &&
               diagnose_say(message, size, "all elements are the same: does a step reach round the block?");
    if (value != 0 && value != s->actual[wrong - 1])
        return false;
    if (value == 0)
        diagnose_say(message, size, "only the first %d elements are there: what do the other blocks do?",
                     wrong);
    else
        diagnose_say(message, size,
                     "the last %d elements are not added: what if n is no multiple of the block?",
                     s->n - wrong + s->exclusive);
    return true;
}

// An inclusive scan in which each sum covers a power of two elements, and not all elements of the block.
static bool step_missing(const struct scan *s, int32_t wrong, char *message, size_t size) {
    if (s->exclusive || wrong < 2 || (wrong & (wrong - 1)) != 0)
        return false;
    // A block has at least 32 elements; of these, enough to show it.
    enum { LEAST_BLOCK = 32 };
    const int32_t shown = 2 * wrong > LEAST_BLOCK ? 2 * wrong : LEAST_BLOCK;
    uint32_t sum = 0;
    for (int32_t i = 0; i < s->n && i < shown; i++) {
        sum += s->in[i];
        if (i >= wrong)
            sum -= s->in[i - wrong];
        if (s->actual[i] != sum)
            return false;
    }
    return diagnose_say(message, size,
                        "each element has the sum of %d elements, no more: does the loop end a step early, "
                        "or is the result taken from the buffer before the last step?",
                        wrong);
}

static bool from_the_end(const struct scan *s, char *message, size_t size) {
    uint32_t sum = 0;
    for (int32_t i = s->n - 1; i >= 0; i--)
        if (s->actual[i] != step_on(s, &sum, i))
            return false;
    return diagnose_say(message, size, "the sums run from the end of the array to its beginning");
}

// Nothing was added at all, or the sums do not wrap at 32 bits.
static bool wrong_numbers(const struct scan *s, char *message, size_t size) {
    bool input = true, narrow = true, clamped = true;
    uint32_t sum = 0;
    int64_t exact = 0;
    for (int32_t i = 0; i < s->n; i++) {
        const int64_t before = exact;
        exact += (int32_t)s->in[i];
        const int64_t value = s->exclusive ? before : exact;
        const int64_t held = value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value;
        const uint32_t right = step_on(s, &sum, i);
        clamped = clamped && (int32_t)s->actual[i] == held;
        narrow = narrow && (s->actual[i] & 0xffff) == (right & 0xffff);
        input = input && s->actual[i] == s->in[i];
    }
    if (input)
        return diagnose_say(
            message, size,
            "this is the input, as if nothing had been added: are the sums in another buffer?");
    if (clamped)
        return diagnose_say(message, size, "sums stop at the largest int: they have to wrap modulo 2^32");
    return narrow &&
           diagnose_say(message, size, "only the lowest 16 bits are right: a sum is kept in a narrower type");
}

static bool same_difference(const struct scan *s, char *message, size_t size) {
    uint32_t sum = 0;
    const uint32_t difference = s->actual[0] - step_on(s, &sum, 0);
    for (int32_t i = 1; i < s->n; i++)
        if (s->actual[i] - step_on(s, &sum, i) != difference)
            return false;
    return s->n > 1 && difference != 0 &&
           diagnose_say(message, size,
                        "every element is off by the same number: from what does the first sum start?");
}

// Right up to the size for which one block scans the sums of blocks of the same size.
static bool levels_missing(int32_t wrong, char *message, size_t size) {
    for (int32_t block = 32; block <= LARGEST_BLOCK; block *= 2) {
        if (wrong != block * block && wrong != block * (block + 1))
            continue;
        return diagnose_say(
            message, size, "right before element %d: are there more blocks' sums there than one block scans?",
            wrong);
    }
    return false;
}

// The first wrong sum is the right one, rounded to a float.
static bool rounded(const struct scan *s, int32_t wrong, char *message, size_t size) {
    uint32_t sum = 0, right = 0;
    for (int32_t i = 0; i <= wrong; i++)
        right = step_on(s, &sum, i);
    return diagnose_is_rounded(right, s->actual[wrong]) &&
           diagnose_say(message, size,
                        "sums are rounded to floats, which have 24 bits: keep every number an int");
}

static bool diagnose(const struct scan *s, char *message, size_t size) {
    const int32_t wrong = first_wrong(s);
    if (wrong == s->n)
        return false;
    return rounded(s, wrong, message, size) || other_kind(s, message, size) || shifted(s, message, size) ||
           stops(s, wrong, message, size) || wrong_offsets(s, wrong, message, size) ||
           same_difference(s, message, size) || levels_missing(wrong, message, size) ||
           step_missing(s, wrong, message, size) || from_the_end(s, message, size) ||
           wrong_numbers(s, message, size);
}

bool diagnose_scan_inclusive(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                             size_t size) {
    (void)option;
    return diagnose(&(struct scan){.in = input, .actual = actual, .n = n}, message, size);
}

bool diagnose_scan_exclusive(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                             size_t size) {
    (void)option;
    return diagnose(&(struct scan){.in = input, .actual = actual, .n = n, .exclusive = true}, message, size);
}
