// Lab 10, the histogram by sorting and reducing by key: its task, inputs, checks, thresholds, points, hints.
#include <math.h>

#include "course/inputs/histogram_inputs.h"
#include "questions.h"
#include "speed.h"

static const struct spec_case small_sizes[] = {HISTOGRAM_SMALL_SIZES};
static const struct spec_case any_size[] = {
    HISTOGRAM_LARGER_SIZES,
    {.n = 140000, .spread = 9000, .fill = inputs_byte_random, .data = "random", .measured = true},
};
// Runs of 255 meet what fills up the last tile; runs longer than a tile go on in the next.
static const struct spec_case difficult[] = {
    HISTOGRAM_DIFFICULT_DATA,
    {.n = 2000, .spread = 250, .fill = inputs_byte_greatest, .data = "all 255"},
    {.n = 30000, .spread = 5000, .fill = inputs_byte_sorted, .data = "sorted"},
};

static const struct spec_group groups[] = {
    {"n up to 256", 10, small_sizes, SPEC_COUNT(small_sizes), .input_untouched = false},
    {"any n", 15, any_size, SPEC_COUNT(any_size), .input_untouched = false},
    {"difficult data, input untouched", 10, difficult, SPEC_COUNT(difficult), .input_untouched = true},
};

static double all_atomics(const struct counters *counters, int32_t n) {
    return (counters->requests[GLOBAL_ATOMIC] + counters->requests[SHARED_ATOMIC]) / n;
}
// Where a block leaves a row of counts for each tile, that is a store for each element, but no key has moved:
// so the keys are looked for in one of the memories.
static double stores(const struct counters *counters, int32_t n) {
    return 32 * fmax(counters->requests[GLOBAL_STORE], counters->requests[SHARED_STORE]) / n;
}
static double waits(const struct counters *counters, int32_t n) { return counters->thread_barriers / n; }

// A sort of one bit a pass stores every key eight times, one of four bits twice, a network of compare and
// exchange dozens of times; the honest ones that were counted come to 11 and more. To look through all keys
// for each bin takes none, or one to bring them in. In a sort every thread waits before it may read what
// others have placed: two or three times a pass and key, or for as many keys as it has itself. Private
// counters are added up after dozens of elements: 0.12, if they are cleared for every 32.
static const struct spec_bound bounds[] = {
    {.name = "atomic operations, per element",
     .value = all_atomics,
     .at_least = -INFINITY,
     .at_most = 0.002,
     .too_low = "",
     .too_high = "there are atomics: where one thread alone writes a count, as at the end of a run of equal "
                 "keys, a store is enough"},
    {.name = "store instructions of warps in one memory, times 32 lanes, per element",
     .value = stores,
     .at_least = 1.6,
     .at_most = INFINITY,
     .too_low = "keys that are sorted in memory move at least twice: are they sorted?",
     .too_high = ""},
    {.name = "times that a thread waits for others, per element",
     .value = waits,
     .at_least = 0.19,
     .at_most = INFINITY,
     .too_low =
         "each thread counts on its own: to be sorted, keys have to change places between threads, which "
         "wait for each other",
     .too_high = ""},
};

static const char *const hints[] = {
    "Eight keys, all of them 0 or 1: 1 0 0 1 0 1 1 0. How many zeros come before each zero, and where does "
    "it go? How many zeros are there in all, and so where does the first 1 go, and the second? Which one "
    "scan gives all these places? And of sorted keys 2 2 5: where does each run begin, and where does it "
    "end?",
    "__ballot_sync(0xffffffff, is_zero) gives all 32 lanes a word with a bit for each zero; __popc(votes & "
    "((1u << lane) - 1)) counts those of the lanes before. Lane 0 stores __popc(votes) in zeros[warp]; "
    "after a __syncthreads() every thread adds up the counts of the warps before its own. A second one "
    "stands before keys[t] "
    "is read.",
    "Sort by bit 0 first and by bit 7 last. Past the end of the array let a thread sort 255: it comes last, "
    "and every pass keeps it behind the elements that are 255. Then a run begins at t if t == 0 or keys[t - "
    "1] differs, and ends at t + 1 if t == count - 1 or keys[t + 1] differs.",
};

static const struct spec_task tasks[] = {{
    .name = "histogram_sort_reduce",
    .parameters = SPEC_HISTOGRAM,
    .points = {[CHECK_MEMORY] = 6,
               [CHECK_INIT] = 4,
               [CHECK_RACES] = 5,
               [CHECK_SYNC] = 3,
               [CHECK_API] = 2,
               [CHECK_TECHNIQUE] = 20,
               [CHECK_BANDWIDTH] = 20},
    .groups = groups,
    .group_count = SPEC_COUNT(groups),
    .reference = reference_histogram,
    .pieces = PIECES_ADD,
    .diagnose = diagnose_histogram,
    .bounds = bounds,
    .bound_count = SPEC_COUNT(bounds),
    // The engine counts 35 instructions a warp for each element of the reference, and a GPU's compiler, which
    // unrolls the scan over the warps, half as many. A sort of the whole array in many launches is honest,
    // too; at the size judged here it mostly waits.
    .bandwidth = {.bytes_per_element = 1,
                  .n = 1 << 26,
                  .modelled_n = 1 << 22,
                  .warmups = 3,
                  .repetitions = 15,
                  .fill = inputs_byte_random},
}};

static const struct spec spec_lab10 = {
    .name = "lab10",
    .title = "Histogram III: sort, then reduce by key",
    .build_points = 3,
    .symbols_points = 2,
    .tasks = tasks,
    .task_count = SPEC_COUNT(tasks),
    .speeds = speeds,
    .limits = {.case_s = 8,
               // 32 passes over words of 32 bits, of three launches each, take a quarter of it here.
               .case_s_per_element = 2e-4,
               .memory_bytes = 1024u << 20,
               .output_bytes = 1u << 20},
    .hints = hints,
    .hint_count = SPEC_COUNT(hints),
    .programs = programs,
    .program_count = SPEC_COUNT(programs),
};

SPEC_REGISTER(lab10);
