// Lab 8, histograms by atomics: its tasks, inputs, checks, thresholds, points and hints.
#include <math.h>

#include "course/inputs/histogram_inputs.h"
#include "questions.h"
#include "speed.h"

static const struct spec_case small_sizes[] = {HISTOGRAM_SMALL_SIZES};
static const struct spec_case any_size[] = {
    HISTOGRAM_LARGER_SIZES,
    {.n = 120000, .spread = 9000, .fill = inputs_byte_random, .data = "random", .measured = true},
};
// Where the grid has a size of its own, more data than threads, many times over.
static const struct spec_case any_size_strided[] = {
    HISTOGRAM_LARGER_SIZES,
    {.n = (1 << 20) + 40000, .spread = 39000, .fill = inputs_byte_random, .data = "random", .measured = true},
};
static const struct spec_case difficult[] = {HISTOGRAM_DIFFICULT_DATA};

static const struct spec_group global_groups[] = {
    {"n up to 256", 3, small_sizes, SPEC_COUNT(small_sizes), .input_untouched = false},
    {"any n", 4, any_size, SPEC_COUNT(any_size), .input_untouched = false},
    {"difficult data, input untouched", 3, difficult, SPEC_COUNT(difficult), .input_untouched = true},
};
static const struct spec_group wide_groups[] = {
    {"n up to 256", 3, small_sizes, SPEC_COUNT(small_sizes), .input_untouched = false},
    {"any n", 4, any_size, SPEC_COUNT(any_size), .input_untouched = false},
    {"difficult data, input untouched", 3, difficult, SPEC_COUNT(difficult), .input_untouched = true},
};
static const struct spec_group shared_groups[] = {
    {"n up to 256", 4, small_sizes, SPEC_COUNT(small_sizes), .input_untouched = false},
    {"any n", 7, any_size_strided, SPEC_COUNT(any_size_strided), .input_untouched = false},
    {"difficult data, input untouched", 4, difficult, SPEC_COUNT(difficult), .input_untouched = true},
};

// Lanes that add to global memory, or to shared; all labs' bins are words of four bytes.
static double global_atomics(const struct counters *counters, int32_t n) {
    return counters->bytes[GLOBAL_ATOMIC] / (4.0 * n);
}
static double shared_atomics(const struct counters *counters, int32_t n) {
    return counters->bytes[SHARED_ATOMIC] / (4.0 * n);
}
static double load_instructions(const struct counters *counters, int32_t n) {
    return 32 * counters->requests[GLOBAL_LOAD] / n;
}

#define ONE_ATOMIC_AN_ELEMENT                                                                                \
    {                                                                                                        \
        .name = "atomic additions to global memory, per element", .value = global_atomics, .at_least = 0.85, \
        .at_most = 1.15,                                                                                     \
        .too_low = "this task is one atomic addition in global memory for each element; fewer come later",   \
        .too_high = "each element needs one addition: which ones add nothing, or add twice?"                 \
    }

static const struct spec_bound global_bounds[] = {ONE_ATOMIC_AN_ELEMENT};

// Byte loads by full warps are 1; words 0.25, and 16 bytes at a time 0.06. Loads of 2 bytes are 0.5.
static const struct spec_bound wide_bounds[] = {
    {.name = "load instructions of warps, times 32 lanes, per element",
     .value = load_instructions,
     .at_least = 0.01,
     .at_most = 0.4,
     .too_low = "the kernels do not read the whole input: the work must be done on the device",
     .too_high = "a load brings one thread one byte: how many would a word bring?"},
    ONE_ATOMIC_AN_ELEMENT,
};

// Two blocks of 256 a multiprocessor merge 2 * 132 * 256 counts, 0.07 an element here; eight merge 0.26, and
// so does a block of 256 that counts one word a thread. Merging after every element would be 1.
static const struct spec_bound shared_bounds[] = {
    {.name = "atomic additions to global memory, per element",
     .value = global_atomics,
     .at_least = -INFINITY,
     .at_most = 0.35,
     .too_low = "",
     .too_high = "the blocks add to global memory too often: count in shared memory, and merge once, at the "
                 "end; how many elements does a block count before it merges its 256 bins?"},
    {.name = "atomic additions to shared memory, per element",
     .value = shared_atomics,
     .at_least = 0.5,
     .at_most = 1.5,
     .too_low = "no kernel counts in shared memory: that is where a block's own bins belong",
     .too_high = "each element needs one addition to the block's own bins: what else is added there?"},
};

static const char *const hints[] = {
    "Thread 5 reads that bin 7 holds 12. Before it stores 13, what may another thread have read, and what "
    "will that thread store? How many elements have been counted then, and by how much has the bin grown?",
    "atomicAdd(&bins[x], 1u) reads, adds and stores as one step that no other thread can interrupt. d_bins "
    "holds "
    "garbage when your launcher is called, and again before every timed call: clear it on the device, "
    "CUDA_CHECK(cudaMemsetAsync(d_bins, 0, 256 * sizeof *d_bins)). Then it is right for n = 0 already, and "
    "there you must not launch a grid of no blocks.",
    "One thread per element: i = blockIdx.x * blockDim.x + threadIdx.x, wl_ceil_div(n, BLOCK) blocks, and a "
    "guard i < n, since the last block reaches past the end.",
    "How many whole words are there in n bytes, and how many bytes are left behind them? If n is 10, which "
    "threads have a word, and who counts bytes 8 and 9?",
    "A word w holds the bytes w & 0xff, w >> 8 & 0xff, w >> 16 & 0xff and w >> 24: four additions. Guard the "
    "words with i < n / 4, and let the first n % 4 threads count one byte each, from the end.",
    "Round up twice: wl_ceil_div(n, 4) threads are wanted, in wl_ceil_div(that, BLOCK) blocks, so that n = 3 "
    "still has a thread. Do not read the last word if it is not whole: it ends outside the array.",
    "In a block's life the bins in shared memory are cleared, counted in, and carried out. Between which of "
    "these must every thread wait for all the others, and what would be lost if one did not?",
    "There are two __syncthreads(): one behind the clearing and one before the merge. In the merge thread b "
    "adds the block's bin b to the grid's: atomicAdd(&bins[b], own[b]), for other blocks do the same.",
    "Ask for the multiprocessors: cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0). Launch "
    "twice as many blocks, or fewer where n needs fewer. Thread t then takes word t, t + stride, t + 2 * "
    "stride, ...; the stride is the number of threads in the grid.",
};

#define GLOBAL_BANDWIDTH                                                                                     \
    { .bytes_per_element = 1, .n = 1 << 26, .warmups = 3, .repetitions = 15, .fill = inputs_byte_random }

#define SAFETY_POINTS(memory, init, races, sync, api)                                                        \
    [CHECK_MEMORY] = (memory), [CHECK_INIT] = (init), [CHECK_RACES] = (races), [CHECK_SYNC] = (sync),        \
    [CHECK_API] = (api)

static const struct spec_task tasks[] = {
    {
        .name = "histogram_global_atomics",
        .parameters = SPEC_HISTOGRAM,
        .points = {SAFETY_POINTS(1, 1, 2, 0, 1), [CHECK_TECHNIQUE] = 5, [CHECK_BANDWIDTH] = 5},
        .groups = global_groups,
        .group_count = SPEC_COUNT(global_groups),
        .reference = reference_histogram,
        .pieces = PIECES_ADD,
        .diagnose = diagnose_histogram,
        .bounds = global_bounds,
        .bound_count = SPEC_COUNT(global_bounds),
        .bandwidth = GLOBAL_BANDWIDTH,
    },
    {
        .name = "histogram_wide_reads",
        .parameters = SPEC_HISTOGRAM,
        .points = {SAFETY_POINTS(2, 1, 1, 0, 1), [CHECK_TECHNIQUE] = 7, [CHECK_BANDWIDTH] = 5},
        .groups = wide_groups,
        .group_count = SPEC_COUNT(wide_groups),
        .reference = reference_histogram,
        .pieces = PIECES_ADD,
        .diagnose = diagnose_histogram,
        .bounds = wide_bounds,
        .bound_count = SPEC_COUNT(wide_bounds),
        .bandwidth = GLOBAL_BANDWIDTH,
    },
    {
        .name = "histogram_shared_atomics",
        .parameters = SPEC_HISTOGRAM,
        .points = {SAFETY_POINTS(2, 2, 3, 2, 1), [CHECK_TECHNIQUE] = 8, [CHECK_BANDWIDTH] = 10},
        .groups = shared_groups,
        .group_count = SPEC_COUNT(shared_groups),
        .reference = reference_histogram,
        .pieces = PIECES_ADD,
        .diagnose = diagnose_histogram,
        .bounds = shared_bounds,
        .bound_count = SPEC_COUNT(shared_bounds),
        .bandwidth = {.bytes_per_element = 1,
                      .n = 1 << 26,
                      .modelled_n = 1 << 26,
                      .warmups = 3,
                      .repetitions = 15,
                      .fill = inputs_byte_random},
    },
};

static const struct spec spec_lab8 = {
    .name = "lab8",
    .title = "Histogram I: atomics",
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

SPEC_REGISTER(lab8);
