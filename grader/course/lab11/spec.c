// Lab 11, stream compaction: its task, inputs, checks, thresholds, points and hints.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "lab/spec.h"
#include "speed.h"

// The first case of a group is the one that a report names first: large enough to show the kind of mistake.
static const struct spec_case one_block[] = {
    {.n = 150, .spread = 80, .fill = inputs_int_random, .data = "random"},
    {.n = 0, .fill = inputs_int_random, .data = "no elements"},
    {.n = 1, .fill = inputs_int_random, .data = "random"},
    {.n = 2, .fill = inputs_int_random, .data = "random"},
    {.n = 31, .fill = inputs_int_random, .data = "random"},
    {.n = 32, .fill = inputs_int_random, .data = "random"},
    {.n = 33, .fill = inputs_int_random, .data = "random"},
    {.n = 256, .fill = inputs_int_random, .data = "random"},
};

static const struct spec_case any_size[] = {
    {.n = 20000, .spread = 5000, .fill = inputs_int_random, .data = "random"},
    {.n = 257, .fill = inputs_int_random, .data = "random"},
    {.n = 1023, .fill = inputs_int_random, .data = "random"},
    {.n = 1024, .fill = inputs_int_random, .data = "random"},
    {.n = 1025, .fill = inputs_int_random, .data = "random"},
    {.n = 4099, .fill = inputs_int_random, .data = "random"},
    {.n = 65537, .fill = inputs_int_random, .data = "random"},
    {.n = (1 << 18) + 4000, .spread = 3900, .fill = inputs_int_random, .data = "random", .measured = true},
    {.n = 1 << 24, .fill = inputs_int_random, .data = "random", .backends = BACKEND_GPU},
};

static const struct spec_case difficult[] = {
    {.n = 5000, .spread = 700, .fill = inputs_int_small, .data = "-100 to 100"},
    {.n = 3000, .spread = 900, .fill = inputs_int_max, .data = "all INT_MAX: all are kept"},
    {.n = 3000, .spread = 900, .fill = inputs_int_minus_one, .data = "all -1: none is kept"},
    {.n = 3000, .spread = 900, .fill = inputs_int_alternating, .data = "INT_MAX and INT_MIN alternating"},
    {.n = 7000, .spread = 900, .fill = inputs_int_last_only, .data = "zeros, but for the last element"},
    {.n = 1025, .fill = inputs_int_small, .data = "-100 to 100, a size seen before"},
    {.n = 140000, .spread = 9000, .fill = inputs_int_positive, .data = "1000 to 1999: all are kept"},
};

static const struct spec_group groups[] = {
    {"one block, n up to 256", 10, one_block, SPEC_COUNT(one_block), .input_untouched = false},
    {"many blocks, any n", 15, any_size, SPEC_COUNT(any_size), .input_untouched = false},
    {"difficult data, input untouched", 10, difficult, SPEC_COUNT(difficult), .input_untouched = true},
};

static void reference(const void *input, int32_t n, int32_t option, void *output) {
    const int32_t *in = input;
    int32_t *out = output, kept = 0;
    (void)option;
    for (int32_t i = 0; i < n; i++)
        if (in[i] > 0)
            out[kept++] = in[i];
    for (int32_t i = kept; i < n; i++)
        out[i] = 0;
}

// What the wrong answers are compared with.
struct compaction {
    const int32_t *in, *out; // out: what the submission wrote
    int32_t *right;
    int32_t n, kept;
};

static bool same(const int32_t *a, const int32_t *b, int32_t n) { return memcmp(a, b, 4 * (size_t)n) == 0; }

static bool in_their_places(const struct compaction *c) {
    bool all = true;
    for (int32_t i = 0; i < c->n; i++)
        all = all && c->out[i] == (c->in[i] > 0 ? c->in[i] : 0);
    return all;
}

static bool negatives_instead(const struct compaction *c) {
    int32_t k = 0;
    for (int32_t i = 0; i < c->n; i++)
        if (c->in[i] <= 0 && c->out[k++] != c->in[i])
            return false;
    return k > 0;
}

static bool zeros_kept(const struct compaction *c) {
    int32_t k = 0;
    for (int32_t i = 0; i < c->n; i++)
        if (c->in[i] >= 0 && c->out[k++] != c->in[i])
            return false;
    return k > c->kept;
}

// The first wrong place of those that should hold an element.
static int32_t first_wrong(const struct compaction *c) {
    int32_t i = 0;
    while (i < c->kept && c->out[i] == c->right[i])
        i++;
    return i;
}

// Each block's elements begin where the block's part of the array does.
static bool blocks_apart(const struct compaction *c) {
    for (int32_t block = 32; block <= 1024 && block < c->n; block *= 2) {
        bool apart = true;
        for (int32_t first = 0; first < c->n && apart; first += block) {
            int32_t at = first;
            for (int32_t i = first; i < c->n && i < first + block && apart; i++)
                apart = c->in[i] <= 0 || c->out[at++] == c->in[i];
        }
        if (apart)
            return true;
    }
    return false;
}

static int compare_ints(const void *a, const void *b) {
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static bool same_in_another_order(const struct compaction *c) {
    int32_t *copies = malloc(8 * (size_t)c->n + 8);
    if (!copies)
        return false;
    memcpy(copies, c->out, 4 * (size_t)c->n);
    memcpy(copies + c->n, c->right, 4 * (size_t)c->n);
    qsort(copies, (size_t)c->n, 4, compare_ints);
    qsort(copies + c->n, (size_t)c->n, 4, compare_ints);
    const bool equal = same(copies, copies + c->n, c->n);
    free(copies);
    return equal;
}

static const char *recognise(const struct compaction *c) {
    if (same(c->out, c->right, c->kept))
        return "the elements are right, but behind the last of them there are no zeros";
    if (same(c->out, c->in, c->n))
        return "this is the input";
    if (in_their_places(c))
        return "what is not kept became 0, but nothing has moved: whose place does an element take?";
    if (negatives_instead(c))
        return "these are the elements that should have gone: which ones are kept?";
    if (c->kept > 1 && same(c->out + 1, c->right, c->kept - 1))
        return "each element is one place too far: a place is the number of elements kept before it, without "
               "itself";
    if (blocks_apart(c))
        return "each block's elements begin where its part of the array does: how many do the blocks before "
               "it keep?";
    if (zeros_kept(c))
        return "zeros are kept as well: only what is greater than 0 is";
    if (same_in_another_order(c))
        return "the right elements in another order: an element's place may not depend on which thread comes "
               "first";
    return NULL;
}

static bool diagnose(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                     size_t size) {
    struct compaction c = {.in = input, .out = actual, .n = n, .right = malloc(4 * (size_t)n + 4)};
    if (!c.right)
        return false;
    reference(input, n, option, c.right);
    while (c.kept < n && c.right[c.kept] > 0)
        c.kept++;
    const char *words = recognise(&c);
    const int32_t wrong = first_wrong(&c);
    if (words)
        snprintf(message, size, "%s", language_of(words));
    else if (wrong > 0 && wrong < c.kept)
        snprintf(message, size,
                 language_of("the first %d elements are right, and from there on they are not: where do the "
                             "next block's begin?"),
                 wrong);
    free(c.right);
    return words || (wrong > 0 && wrong < c.kept);
}

static double atomics(const struct counters *counters, int32_t n) {
    return (counters->bytes[GLOBAL_ATOMIC] + counters->bytes[SHARED_ATOMIC]) / (4.0 * n);
}

// Sectors, not bytes asked for: where all lanes read one word, the total or where a block begins, it moves
// once.
static double sectors_moved(const struct counters *counters, int32_t n) {
    return 32 *
           (counters->transactions[GLOBAL_LOAD] + counters->transactions[GLOBAL_STORE] +
            counters->transactions[GLOBAL_ATOMIC]) /
           (4.0 * n);
}

// Half of the measured elements are kept. To read them and store what is kept is 1.5 times the input, to read
// them twice and write every place 3.8, for a warp's stores begin anywhere in a sector. Flags in global
// memory, scanned there step by step, are 60. To draw a place for each that is
// kept takes 0.5 atomics an element; to add up some hundred counts in each block so takes 0.4, and one a
// block next to nothing. A block whose first thread counts the flags has 12 active lanes, and
// every right way that was tried 27 and more.
static const struct spec_bound bounds[] = {
    {.name = "atomic operations, per element",
     .value = atomics,
     .at_least = -INFINITY,
     .at_most = 0.45,
     .too_low = "",
     .too_high = "a place drawn from a counter depends on which thread comes first: a scan gives every "
                 "thread its own"},
    {.name = "lanes active in an instruction, of 32",
     .value = counters_active_lanes,
     .at_least = 16,
     .at_most = INFINITY,
     .too_low = "most lanes wait for a few: who counts the elements before its own?",
     .too_high = ""},
    {.name = "bytes of global memory moved, over the input's",
     .value = sectors_moved,
     .at_least = 1.4,
     .at_most = 6,
     .too_low =
         "the kernels do not read the whole input and write the whole output: the work must be done on "
         "the device",
     .too_high = "flags or places go through global memory: a block can keep them in shared memory"},
};

static const char *const hints[] = {
    "Eight elements: 5 -2 8 0 -7 3 4 -6. Write a 1 below each that is kept and a 0 below the others, and the "
    "exclusive scan of these flags below that. What does it say of the places of 5, 8, 3 and 4?",
    "One block: every thread brings a flag to a scan of the block, as in lab 6, and takes its own flag off "
    "again to have the ones before it. Then `if (kept) out[before] = in[i];`. __syncthreads_count(flag) is a "
    "barrier that tells every thread how many brought a flag that is not 0.",
    "Many blocks: a first kernel leaves each block's count in d_scratch[blockIdx.x]; a second one scans "
    "these "
    "exclusively, in one block that goes through them BLOCK at a time and carries the sum so far, and puts "
    "the "
    "total behind them; in the third a block's places begin at its scanned count, and places from the total "
    "on get 0.",
};

static const struct spec_task tasks[] = {{
    .name = "compact_positive",
    .parameters = SPEC_SCAN(1),
    .points = {[CHECK_MEMORY] = 6,
               [CHECK_INIT] = 4,
               [CHECK_RACES] = 5,
               [CHECK_SYNC] = 3,
               [CHECK_API] = 2,
               [CHECK_TECHNIQUE] = 20,
               [CHECK_BANDWIDTH] = 20},
    .groups = groups,
    .group_count = SPEC_COUNT(groups),
    .reference = reference,
    .diagnose = diagnose,
    .bounds = bounds,
    .bound_count = SPEC_COUNT(bounds),
    .bandwidth = {.bytes_per_element = 8,
                  .n = 1 << 26,
                  .modelled_n = 1 << 23,
                  .warmups = 2,
                  .repetitions = 7,
                  .fill = inputs_int_random},
}};

static const struct spec spec_lab11 = {
    .name = "lab11",
    .title = "Stream compaction",
    .build_points = 3,
    .symbols_points = 2,
    .tasks = tasks,
    .task_count = SPEC_COUNT(tasks),
    .speeds = speeds,
    .limits = {.case_s = 4,
               .case_s_per_element = 2e-5,
               .memory_bytes = 1024u << 20,
               .output_bytes = 1u << 20},
    .hints = hints,
    .hint_count = SPEC_COUNT(hints),
};

SPEC_REGISTER(lab11);
