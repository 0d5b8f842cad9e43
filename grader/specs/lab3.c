// Lab 3, shared-memory reduce: its task, inputs, checks, thresholds, points and hints.
#include "src/diagnose.h"
#include "src/spec.h"

static const struct spec_case one_block[] = {
    {.n = 0, .fill = inputs_int_random, .data = "no elements"},
    {.n = 1, .fill = inputs_int_random, .data = "random"},
    {.n = 2, .fill = inputs_int_random, .data = "random"},
    {.n = 31, .fill = inputs_int_random, .data = "random"},
    {.n = 32, .fill = inputs_int_random, .data = "random"},
    {.n = 33, .fill = inputs_int_random, .data = "random"},
    {.n = 150, .spread = 80, .fill = inputs_int_random, .data = "random"},
    {.n = 700, .spread = 180, .fill = inputs_int_random, .data = "random"},
    {.n = 1023, .fill = inputs_int_random, .data = "random"},
    {.n = 1024, .fill = inputs_int_random, .data = "random"},
};

static const struct spec_case any_size[] = {
    {.n = 1025, .fill = inputs_int_random, .data = "random"},
    {.n = 2048, .fill = inputs_int_random, .data = "random"},
    {.n = 4099, .fill = inputs_int_random, .data = "random"},
    {.n = 20000, .spread = 5000, .fill = inputs_int_random, .data = "random"},
    {.n = 65537, .fill = inputs_int_random, .data = "random"},
    {.n = 200000, .spread = 60000, .fill = inputs_int_random, .data = "random"},
    {.n = 1 << 20, .fill = inputs_int_random, .data = "random"},
    {.n = (1 << 20) + 40000, .spread = 39000, .fill = inputs_int_random, .data = "random", .measured = true},
    {.n = 1 << 24, .fill = inputs_int_random, .data = "random", .backends = BACKEND_GPU},
    {.n = (1 << 24) + 500000,
     .spread = 499000,
     .fill = inputs_int_random,
     .data = "random",
     .backends = BACKEND_GPU},
};

static const struct spec_case adversarial[] = {
    {.n = 1000, .spread = 23, .fill = inputs_int_min, .data = "all INT_MIN"},
    {.n = 5000, .spread = 700, .fill = inputs_int_max, .data = "all INT_MAX"},
    {.n = 3000, .spread = 900, .fill = inputs_int_alternating, .data = "INT_MAX and INT_MIN in turn"},
    {.n = 9000, .spread = 800, .fill = inputs_int_minus_one, .data = "all -1"},
    {.n = 7000, .spread = 900, .fill = inputs_int_last_only, .data = "zeros, but for the last element"},
    {.n = 6000, .spread = 900, .fill = inputs_int_positive, .data = "1000 to 1999, a sum past 16 bits"},
};

static const struct spec_group groups[] = {
    {"one block, n up to 1024", 10, one_block, SPEC_COUNT(one_block), .input_untouched = false},
    {"many blocks, any n", 15, any_size, SPEC_COUNT(any_size), .input_untouched = false},
    {"difficult data, input untouched", 10, adversarial, SPEC_COUNT(adversarial), .input_untouched = true},
};

// A tree in global memory moves 3 times the input and more; one that loads each element once and hands on
// one sum a block moves 1 + 2 / block times the input. Nobody who reads the whole input moves less than 1.
static const struct spec_bound bounds[] = {
    {.name = "global bytes loaded, over the input's",
     .value = counters_global_load_per_int,
     .at_least = 1.0,
     .at_most = 1.05,
     .too_low = "the kernels do not read the whole input: the work must be done on the device",
     .too_high =
         "the kernels read global memory again and again: which of these loads could shared memory serve?"},
    {.name = "global bytes moved, over the input's",
     .value = counters_global_bytes_per_int,
     .at_least = 1.0,
     .at_most = 1.05,
     .too_low = "the kernels do not read the whole input: the work must be done on the device",
     .too_high = "partial sums go back to global memory at every step: keep the tree in shared memory"},
    {.name = "shared bytes loaded, over the input's",
     .value = counters_shared_load_per_int,
     .at_least = 1e-6,
     .at_most = 1e9,
     .too_low = "no kernel reads shared memory: the tree belongs there",
     .too_high = ""},
};

static const char *const hints[] = {
    "Each element of the input is needed once from global memory. After a block has fetched its elements, "
    "where can "
    "its threads leave partial sums so that the others of the block, and nobody else, see them quickly?",
    "Every thread loads one element into shared memory, or 0, the identity of +, where its index is past the "
    "end. "
    "Then a loop halves the number of active threads: thread t adds the element `stride` above its own. "
    "Between "
    "writing and reading what another thread wrote there must be a __syncthreads() that every thread of the "
    "block "
    "reaches, also those with nothing left to add.",
    "The third launch argument is the size of the dynamic shared memory in bytes: block * sizeof(int). Each "
    "block "
    "writes one sum to d_scratch; then those sums are the input of the next launch, until one block is left, "
    "which "
    "writes d_out. Keep the levels apart in d_scratch: a block may run before another has read its input. "
    "And what "
    "should the first launch do where n is 0?",
};

static const struct spec_task tasks[] = {{
    .name = "reduce_shared",
    .signature = JOB_INT_TO_INT,
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
    .diagnose = diagnose_sum,
    .bounds = bounds,
    .bound_count = SPEC_COUNT(bounds),
    // An interleaved tree of blocks of 512 issues 960 M warp instructions for 2^28 elements, at 65 % of the
    // issue limit (docs/results). Neighbored addressing issues 2.4 times as many.
    .bandwidth = {.bytes_per_element = 4,
                  .instructions_per_element = 3.58,
                  .issue_efficiency = 0.65,
                  .launches = 2,
                  .zero_at = 0.5,
                  .full_at = 0.75,
                  .n_gpu = 1 << 26,
                  .spread_gpu = 1 << 20,
                  .warmups = 3,
                  .repetitions = 21,
                  .fill = inputs_int_random},
}};

static const struct spec spec_lab3 = {
    .name = "lab3",
    .title = "Shared-memory reduce",
    .build_points = 3,
    .symbols_points = 2,
    .tasks = tasks,
    .task_count = SPEC_COUNT(tasks),
    .limits = {.case_s = 4, .case_s_per_element = 1e-5, .memory_bytes = 512u << 20, .output_bytes = 1u << 20},
    .hints = hints,
    .hint_count = SPEC_COUNT(hints),
};

SPEC_REGISTER(lab3);
