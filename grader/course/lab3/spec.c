// Lab 3, shared-memory reduce: its task, inputs, checks, thresholds, points and hints.
#include <math.h>

#include "lab/diagnose.h"
#include "lab/spec.h"
#include "questions.h"
#include "speed.h"

static const struct spec_case one_block[] = {
    {.n = 0, .fill = inputs_int_random, .data = "no elements"},
    {.n = 1, .fill = inputs_int_random, .data = "random"},
    {.n = 2, .fill = inputs_int_random, .data = "random"},
    {.n = 31, .fill = inputs_int_random, .data = "random"},
    {.n = 32, .fill = inputs_int_random, .data = "random"},
    {.n = 33, .fill = inputs_int_random, .data = "random"},
    {.n = 129, .fill = inputs_int_random, .data = "random"},
    {.n = 192, .fill = inputs_int_random, .data = "random"},
    {.n = 150, .spread = 80, .fill = inputs_int_random, .data = "random"},
    {.n = 256, .fill = inputs_int_random, .data = "random"},
};

static const struct spec_case any_size[] = {
    {.n = 257, .fill = inputs_int_random, .data = "random"},
    {.n = 700, .spread = 180, .fill = inputs_int_random, .data = "random"},
    {.n = 1023, .fill = inputs_int_random, .data = "random"},
    {.n = 1024, .fill = inputs_int_random, .data = "random"},
    {.n = 1025, .fill = inputs_int_random, .data = "random"},
    {.n = 2048, .fill = inputs_int_random, .data = "random"},
    {.n = 4099, .fill = inputs_int_random, .data = "random"},
    {.n = 20000, .spread = 5000, .fill = inputs_int_random, .data = "random"},
    {.n = 65537, .fill = inputs_int_random, .data = "random"},
    {.n = 200000, .spread = 60000, .fill = inputs_int_random, .data = "random"},
    {.n = 1 << 20, .fill = inputs_int_random, .data = "random", .backends = BACKEND_GPU},
    {.n = (1 << 20) + 80000, .spread = 78000, .fill = inputs_int_random, .data = "random", .measured = true},
    {.n = 1 << 22, .fill = inputs_int_random, .data = "random", .backends = BACKEND_GPU},
    {.n = (1 << 24) + 500000,
     .spread = 499000,
     .fill = inputs_int_random,
     .data = "random",
     .backends = BACKEND_GPU},
};

static const struct spec_case adversarial[] = {
    {.n = 1000, .spread = 23, .fill = inputs_int_min, .data = "all INT_MIN"},
    {.n = 5000, .spread = 700, .fill = inputs_int_max, .data = "all INT_MAX"},
    {.n = 3000, .spread = 900, .fill = inputs_int_alternating, .data = "INT_MAX and INT_MIN alternating"},
    {.n = 9000, .spread = 800, .fill = inputs_int_minus_one, .data = "all -1"},
    {.n = 7000, .spread = 900, .fill = inputs_int_last_only, .data = "zeros, but for the last element"},
    {.n = 1025, .fill = inputs_int_small, .data = "-100 to 100, a size seen before"},
    {.n = 6000, .spread = 900, .fill = inputs_int_positive, .data = "1000 to 1999, a sum past 16 bits"},
};

static const struct spec_group groups[] = {
    {"one block, n up to 256", 10, one_block, SPEC_COUNT(one_block), .input_untouched = false},
    {"many blocks, any n", 15, any_size, SPEC_COUNT(any_size), .input_untouched = false},
    {"difficult data, input untouched", 10, adversarial, SPEC_COUNT(adversarial), .input_untouched = true},
};

static double loads_and_atomics(const struct counters *counters, int32_t n) {
    return n > 0 ? counters_global_load_per_int(counters, n) + counters->bytes[GLOBAL_ATOMIC] / (4.0 * n) : 0;
}
static double stored(const struct counters *counters, int32_t n) {
    return n > 0 ? counters->bytes[GLOBAL_STORE] / (4.0 * n) : 0;
}

// A tree in global memory loads twice the input and more; one that loads each element once and hands on one
// sum a block loads 1 + 1 / block times the input, and stores 1 / block. Where all threads of a block store
// its sum, each of them asks for 1. Nobody who reads the whole input loads less than 1.
static const struct spec_bound bounds[] = {
    {.name = "global bytes loaded, over the input's",
     .value = counters_global_load_per_int,
     .at_least = 0.9,
     .at_most = 1.2,
     .too_low = "the kernels do not read the whole input: the work must be done on the device",
     .too_high =
         "the kernels read global memory again and again: which of these loads could shared memory serve?"},
    {.name = "global bytes loaded and used by atomics, over the input's",
     .value = loads_and_atomics,
     .at_least = -INFINITY,
     .at_most = 1.2,
     .too_low = "",
     .too_high =
         "the elements meet in global memory, by atomics: let a block add up its own in shared memory, "
         "and hand on one sum"},
    {.name = "shared bytes loaded, over the input's",
     .value = counters_shared_load_per_int,
     .at_least = 1e-6,
     .at_most = INFINITY,
     .too_low = "no kernel reads shared memory: the tree belongs there",
     .too_high = ""},
    {.name = "global bytes stored, over the input's",
     .value = stored,
     .at_least = -INFINITY,
     .at_most = 0.2,
     .too_low = "",
     .too_high =
         "far more is stored than one sum for each block: which threads have the sum, and how many of "
         "them store?",
     .points = 6,
     .zero_at = 1},
};

static const char *const hints[] = {
    "Draw the tree for 8 elements and 8 threads. Before thread 0 may read sums[4], who must have written "
    "it, and how does thread 0 know that it has been?",
    "Wherever a thread reads what another one wrote there must be a __syncthreads() in between. "
    "In a step, thread t of those with t < stride adds sums[t + stride] to sums[t]; then the stride is "
    "halved. Put the barrier behind the if, not inside it: threads that have nothing to add must reach it "
    "as well. A thread past the end of the array stores 0 and stays.",
    "The third launch argument is in bytes: block * sizeof(int). While there is more than one block, the "
    "sums go to d_scratch, and the next launch adds them as this one added the input; the last launch "
    "writes d_out. Let each level write behind the one it reads, since blocks run in any order. And for "
    "n = 0 launch one block all the same: a grid of none is an error.",
};

static const struct spec_task tasks[] = {{
    .name = "reduce_shared",
    .parameters = SPEC_REDUCE(1),
    .points = {[CHECK_MEMORY] = 6,
               [CHECK_INIT] = 4,
               [CHECK_RACES] = 5,
               [CHECK_SYNC] = 3,
               [CHECK_API] = 2,
               [CHECK_TECHNIQUE] = 20,
               [CHECK_BANDWIDTH] = 20},
    .groups = groups,
    .group_count = SPEC_COUNT(groups),
    .reference = reference_sum,
    .pieces = PIECES_ADD,
    .diagnose = diagnose_tree_sum,
    .bounds = bounds,
    .bound_count = SPEC_COUNT(bounds),
    // The reference, an interleaved tree of blocks of 256, issues 105 instructions a warp and as many for
    // every 256 of its sums. Neighbored addressing issues 2.4 times as many.
    .bandwidth =
        {.bytes_per_element = 4, .n = 1 << 26, .warmups = 3, .repetitions = 21, .fill = inputs_int_random},
}};

static const struct spec spec_lab3 = {
    .name = "lab3",
    .title = "Shared-memory reduce",
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

SPEC_REGISTER(lab3);
