// Lab 9, histograms by private copies: its tasks, inputs, checks, thresholds, points and hints.
#include <math.h>

#include "course/inputs/histogram_inputs.h"
#include "questions.h"
#include "speed.h"

static const struct spec_case small_sizes[] = {HISTOGRAM_SMALL_SIZES};
static const struct spec_case any_size[] = {
    HISTOGRAM_LARGER_SIZES,
    {.n = (1 << 20) + 40000, .spread = 39000, .fill = inputs_byte_random, .data = "random", .measured = true},
};
// Enough for a grid of eight blocks a multiprocessor to count several rounds before it merges.
static const struct spec_case any_size_strided[] = {
    HISTOGRAM_LARGER_SIZES,
    {.n = (1 << 21) + 40000, .spread = 39000, .fill = inputs_byte_random, .data = "random", .measured = true},
};
// One value only, long enough that counters of 8 bits, or of 16, run over.
static const struct spec_case difficult[] = {
    HISTOGRAM_DIFFICULT_DATA,
    {.n = 150000, .spread = 9000, .fill = inputs_byte_same, .data = "all one value"},
};

static const struct spec_group private_groups[] = {
    {"n up to 256", 4, small_sizes, SPEC_COUNT(small_sizes), .input_untouched = false},
    {"any n", 8, any_size, SPEC_COUNT(any_size), .input_untouched = false},
    {"difficult data, input untouched", 6, difficult, SPEC_COUNT(difficult), .input_untouched = true},
};
static const struct spec_group multi_groups[] = {
    {"n up to 256", 4, small_sizes, SPEC_COUNT(small_sizes), .input_untouched = false},
    {"any n", 8, any_size_strided, SPEC_COUNT(any_size_strided), .input_untouched = false},
    {"difficult data, input untouched", 5, difficult, SPEC_COUNT(difficult), .input_untouched = true},
};

static double all_atomics(const struct counters *counters, int32_t n) {
    return (counters->bytes[GLOBAL_ATOMIC] + counters->bytes[SHARED_ATOMIC]) / (4.0 * n);
}
static double shared_atomics(const struct counters *counters, int32_t n) {
    return counters->bytes[SHARED_ATOMIC] / (4.0 * n);
}
static double input_read(const struct counters *counters, int32_t n) {
    return counters->bytes[GLOBAL_LOAD] / n;
}
// Counts that leave the blocks, by atomics, or by stores for a further launch to add.
static double carried_out(const struct counters *counters) {
    return (counters->bytes[GLOBAL_ATOMIC] + counters->bytes[GLOBAL_STORE]) / 4;
}
static double merged(const struct counters *counters, int32_t n) { return carried_out(counters) / n; }
// By the words that a block's atomics use; with counters of 16 bits a histogram has half as many.
static double copies(const struct counters *counters, int32_t n) {
    (void)n;
    const double blocks = counters->heaviest.blocks;
    return blocks > 0 ? counters->shared_atomic_words / (256 * blocks) : 0;
}

// No atomic for an element leaves only the merge: 256 for each 255 * 64 elements if a block of 64 merges by
// atomics, 256 a block of any size. A histogram for each warp, counted by atomics, has 1. Threads that begin
// to add up rows at column 0 make 4.1 wavefronts of a request, those that begin at their own 1.0, and
// counters of a byte side by side, four threads' in a word, 3.0. A thread's 256 counters of a word side by
// side, so that a bank depends on the element and not on the thread, make 4.3.
static const struct spec_bound private_bounds[] = {
    {.name = "atomic additions, per element",
     .value = all_atomics,
     .at_least = -INFINITY,
     .at_most = 0.4,
     .too_low = "",
     .too_high = "elements are counted by atomics: if a counter belongs to one thread, which other thread "
                 "could interfere?"},
    {.name = "bytes read, per element",
     .value = input_read,
     .at_least = 0.9,
     .at_most = INFINITY,
     .too_low = "the kernels do not read the whole input: the work must be done on the device",
     .too_high = ""},
    {.name = "wavefronts of a shared-memory request",
     .value = counters_wavefronts_per_request,
     .at_least = -INFINITY,
     .at_most = 3.4,
     .too_low = "",
     .too_high =
         "lanes of a warp wait for each other at one bank: do neighbours count in neighbouring columns, "
         "and when they add up rows, in which column does each of them begin?",
     .points = 4,
     .zero_at = 4,
     .hint = 2},
};

// Merging 16 rounds of 256 words at a time carries out 0.016 counts an element, two blocks of 256 a
// multiprocessor 0.03, eight, which is as many as fit, 0.13; merging every round 0.25. With a single
// histogram a block's atomics use 256 words, with two 512.
static const struct spec_bound multi_bounds[] = {
    {.name = "counts that the blocks store, per element",
     .value = merged,
     .at_least = -INFINITY,
     .at_most = 0.18,
     .too_low = "",
     .too_high =
         "the blocks bring too many counts to d_bins: does each thread count in shared memory first, and how "
         "many rounds can a block count before it merges?"},
    {.name = "atomic additions to shared memory, per element",
     .value = shared_atomics,
     .at_least = 0.5,
     .at_most = 1.6,
     .too_low = "no kernel counts by atomics in shared memory: the block's histograms belong there",
     .too_high = "each element needs one addition to one of the block's histograms: what else is added?"},
    {.name = "histograms that a block counts in",
     .value = copies,
     .at_least = 1.4,
     .at_most = INFINITY,
     .too_low = "all threads of a block meet in one histogram: have several, and let neighbours count in "
                "different ones",
     .too_high = ""},
};

static const char *const hints[] = {
    "A thread with counters of its own needs no atomics. How much shared memory do 64 threads need for 256 "
    "counters each, with counters of four bytes, and with counters of one? And how many elements can a "
    "thread count before a counter of one byte might run over? How large may a bin's sum over 64 threads be?",
    "Keep four counters in a word, and add 1u << 8 * (bin % 4) to it. If thread t's words are "
    "counters[0][t], "
    "counters[1][t], ..., then a warp's threads are always in 32 different banks. And in which "
    "are they when thread t adds up row t?",
    "After 63 words: __syncthreads(), thread t sums row t over all columns, __syncthreads(), and on with the "
    "next chunk. Split each word with the masks 0x00ff00ff and, shifted by 8, 0x00ff00ff again, so that the "
    "sums have 16 bits each, and begin at column t so that the banks differ.",
    "All 32 threads of a warp read the same value. At how many addresses do their additions meet if the "
    "block has one histogram, and at how many if thread t uses copy t % 8? And if each warp has one copy?",
    "Three phases with a __syncthreads() between them: all threads clear all copies, count ROUNDS words each "
    "in copies[t % COPIES], and then thread t sums bin t over the copies and adds it to d_bins once.",
    "A block counts words blockIdx.x * ROUNDS * THREADS onwards: begin there + t, step by THREADS, and stop "
    "at the block's end or at n / 4. The first block also counts the n % 4 bytes behind the words. Clear "
    "d_bins before the launch, and launch nothing for n = 0.",
};

#define SAFETY_POINTS                                                                                        \
    [CHECK_MEMORY] = 2, [CHECK_INIT] = 2, [CHECK_RACES] = 3, [CHECK_SYNC] = 2, [CHECK_API] = 1

static const struct spec_task tasks[] = {
    {
        .name = "histogram_private",
        .parameters = SPEC_HISTOGRAM,
        .points = {SAFETY_POINTS, [CHECK_TECHNIQUE] = 10, [CHECK_BANDWIDTH] = 10},
        .groups = private_groups,
        .group_count = SPEC_COUNT(private_groups),
        .reference = reference_histogram,
        .pieces = PIECES_ADD,
        .diagnose = diagnose_histogram,
        .bounds = private_bounds,
        .bound_count = SPEC_COUNT(private_bounds),
        .bandwidth = {.bytes_per_element = 1,
                      .n = 1 << 26,
                      .modelled_n = 1 << 26,
                      .warmups = 3,
                      .repetitions = 15,
                      .fill = inputs_byte_random},
    },
    {
        .name = "histogram_multi",
        .parameters = SPEC_HISTOGRAM,
        .points = {SAFETY_POINTS, [CHECK_TECHNIQUE] = 10, [CHECK_BANDWIDTH] = 10},
        .groups = multi_groups,
        .group_count = SPEC_COUNT(multi_groups),
        .reference = reference_histogram,
        .pieces = PIECES_ADD,
        .diagnose = diagnose_histogram,
        .bounds = multi_bounds,
        .bound_count = SPEC_COUNT(multi_bounds),
        .bandwidth = {.bytes_per_element = 1,
                      .n = 1 << 26,
                      .modelled_n = 1 << 26,
                      .warmups = 3,
                      .repetitions = 15,
                      .fill = inputs_byte_random},
    },
};

static const struct spec spec_lab9 = {
    .name = "lab9",
    .title = "Histogram II: private copies",
    .build_points = 3,
    .symbols_points = 2,
    .tasks = tasks,
    .task_count = SPEC_COUNT(tasks),
    .speeds = speeds,
    .limits = {.case_s = 4,
               .case_s_per_element = 1e-5,
               .memory_bytes = 1024u << 20,
               .output_bytes = 1u << 20},
    .hints = hints,
    .hint_count = SPEC_COUNT(hints),
    .programs = programs,
    .program_count = SPEC_COUNT(programs),
};

SPEC_REGISTER(lab9);
