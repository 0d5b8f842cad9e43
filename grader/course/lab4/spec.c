// Lab 4, divergence removal: its tasks, inputs, checks, thresholds, points and hints.
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
    {.n = 350, .spread = 150, .fill = inputs_int_random, .data = "random"},
    {.n = 512, .fill = inputs_int_random, .data = "random"},
};

static const struct spec_case any_size[] = {
    {.n = 513, .fill = inputs_int_random, .data = "random"},
    {.n = 700, .spread = 180, .fill = inputs_int_random, .data = "random"},
    {.n = 1023, .fill = inputs_int_random, .data = "random"},
    {.n = 1024, .fill = inputs_int_random, .data = "random"},
    {.n = 1025, .fill = inputs_int_random, .data = "random"},
    {.n = 4099, .fill = inputs_int_random, .data = "random"},
    {.n = 20000, .spread = 5000, .fill = inputs_int_random, .data = "random"},
    {.n = 65537, .fill = inputs_int_random, .data = "random"},
    {.n = 1 << 18, .fill = inputs_int_random, .data = "random"},
    {.n = 600000, .spread = 50000, .fill = inputs_int_random, .data = "random", .measured = true},
    {.n = 1 << 22, .fill = inputs_int_random, .data = "random", .backends = BACKEND_GPU},
    {.n = (1 << 24) + 500000,
     .spread = 499000,
     .fill = inputs_int_random,
     .data = "random",
     .backends = BACKEND_GPU},
};

// For the kernel that is given: enough to see that it is still the one handed out.
static const struct spec_case some_sizes[] = {
    {.n = 513, .fill = inputs_int_random, .data = "random"},
    {.n = 1024, .fill = inputs_int_random, .data = "random"},
    {.n = 1025, .fill = inputs_int_random, .data = "random"},
    {.n = 65537, .fill = inputs_int_random, .data = "random"},
    {.n = 300000, .spread = 30000, .fill = inputs_int_random, .data = "random"},
    {.n = 1 << 22, .fill = inputs_int_random, .data = "random", .backends = BACKEND_GPU},
};

static const struct spec_case adversarial[] = {
    {.n = 1000, .spread = 23, .fill = inputs_int_min, .data = "all INT_MIN"},
    {.n = 5000, .spread = 700, .fill = inputs_int_max, .data = "all INT_MAX"},
    {.n = 3000, .spread = 900, .fill = inputs_int_alternating, .data = "INT_MAX and INT_MIN alternating"},
    {.n = 9000, .spread = 800, .fill = inputs_int_minus_one, .data = "all -1"},
    {.n = 7000, .spread = 900, .fill = inputs_int_last_only, .data = "zeros, but for the last element"},
    {.n = 1025, .fill = inputs_int_small, .data = "-100 to 100, a size seen before"},
};

static const struct spec_group given_groups[] = {
    {"one block, n up to 512", 2, one_block, SPEC_COUNT(one_block), .input_untouched = false},
    {"many blocks, any n", 3, some_sizes, SPEC_COUNT(some_sizes), .input_untouched = false},
    {"difficult data, input untouched", 2, adversarial, SPEC_COUNT(adversarial), .input_untouched = true},
};

static const struct spec_group groups[] = {
    {"one block, n up to 512", 4, one_block, SPEC_COUNT(one_block), .input_untouched = false},
    {"many blocks, any n", 6, any_size, SPEC_COUNT(any_size), .input_untouched = false},
    {"difficult data, input untouched", 4, adversarial, SPEC_COUNT(adversarial), .input_untouched = true},
};

static double shared_requests(const struct counters *counters) {
    return counters->requests[SHARED_LOAD] + counters->requests[SHARED_STORE];
}

// A warp's worth of elements is 32, whoever adds them.
static double shared_requests_per_32(const struct counters *counters, int32_t n) {
    return n > 0 ? 32 * shared_requests(counters) / n : 0;
}

static double lanes_per_shared_request(const struct counters *counters, int32_t n) {
    (void)n;
    const double words = (counters->bytes[SHARED_LOAD] + counters->bytes[SHARED_STORE]) / 4;
    return shared_requests(counters) > 0 ? words / shared_requests(counters) : 0;
}

static const char not_shared[] = "no kernel uses shared memory: the tree belongs there";

// Neighbored trees come to 19 shared requests for 32 elements, or 13 if each thread keeps its sum in a
// register, with 7 lanes in each; whatever the block. With the idle threads gathered it is 4.7 requests and
// 26 lanes for blocks of 512, and 10 requests and 12.6 lanes for blocks of 64.
#define GATHERED_BOUNDS                                                                                      \
    {.name = "shared-memory requests for 32 elements",                                                       \
     .value = shared_requests_per_32,                                                                        \
     .at_least = 1e-6,                                                                                       \
     .at_most = 12,                                                                                          \
     .too_low = not_shared,                                                                                  \
     .too_high = "most warps take part in most steps: which threads must add, so that the idle ones fill "   \
                 "whole warps?"},                                                                            \
        {.name = "active lanes in a shared-memory request",                                                  \
         .value = lanes_per_shared_request,                                                                  \
         .at_least = 10,                                                                                     \
         .at_most = INFINITY,                                                                                \
         .too_low = "a few lanes of each warp add while the others idle: which threads must add, so that "   \
                    "the idle ones fill whole warps?",                                                       \
         .too_high = ""},                                                                                    \
    {                                                                                                        \
        .name = "global bytes loaded, over the input's", .value = counters_global_load_per_int,              \
        .at_least = 0.9, .at_most = 1.2,                                                                     \
        .too_low = "the kernels do not read the whole input: the work must be done on the device",           \
        .too_high = "the kernels read global memory again and again: the tree belongs in shared memory"      \
    }

static const struct spec_bound less_bounds[] = {GATHERED_BOUNDS};

static const struct spec_bound interleaved_bounds[] = {
    {.name = "wavefronts of a shared-memory request",
     .value = counters_wavefronts_per_request,
     .at_least = 1e-6,
     .at_most = 1.2,
     .too_low = not_shared,
     .too_high = "lanes of a warp use different words of the same bank and wait for each other: which pairs "
                 "would let "
                 "lanes beside each other use words beside each other?"},
    GATHERED_BOUNDS,
};

static const char *const hints[] = {
    "reduce_neighbored is given, and was right: what differs now from the file that was handed out, in the "
    "kernel and in reduce_levels()?",
    "Take blocks of 8 threads and write down, for each stride, which threads "
    "add. If a warp had 4 lanes, how many warps would have something to do in each step?",
    "Look at the condition t % (2 * stride) == 0. It is true for every second thread, then every fourth, and "
    "so on: until the stride passes the warp's size, no warp is without a thread that adds.",
    "With stride 1 the pairs are (0, 1), (2, 3), (4, 5), ... and threads 0, 1, 2, ... are to take them. "
    "Where is the left value of thread t's pair? And with stride 2, where the pairs are (0, 2), (4, 6), ...?",
    "Thread t's pair is at left = 2 * stride * t and left + stride. There are blockDim.x / (2 * stride) "
    "pairs: a thread whose left is outside the block has none. It still comes to the barrier.",
    "The kernel is reduce_neighbored_kernel with another body of the loop: compute left, and if left < "
    "blockDim.x, add sums[left + stride] to sums[left]. Loading and carrying out stay: thread 0 still ends "
    "with the sum in sums[0], and the launcher runs reduce_levels with the new kernel.",
    "For 8 words and strides 4, 2 and 1, which thread adds which word to its own? Then the banks: word w is "
    "in "
    "bank w % 32, which serves one word at a time. In the neighbored trees, stride 16, lanes 0, 1, 2, ... "
    "use "
    "words 0, 32, 64, ... In which banks are they?",
    "Let thread t keep word t in every step, and add the word half of what is left further on: 256 + t, then "
    "128 + t, then 64 + t. Which threads have something to add when the stride is 256?",
    "The stride begins with blockDim.x / 2 and is halved until it is 0; threads with t < stride add sums[t + "
    "stride] to sums[t]. The barrier stands behind the if, for all threads.",
};

static const struct spec_task tasks[] = {
    {.name = "reduce_neighbored",
     .parameters = SPEC_REDUCE(1),
     .points = {[CHECK_MEMORY] = 1, [CHECK_INIT] = 1, [CHECK_RACES] = 1, [CHECK_SYNC] = 1},
     .groups = given_groups,
     .group_count = SPEC_COUNT(given_groups),
     .reference = reference_sum,
     .pieces = PIECES_ADD,
     .diagnose = diagnose_tree_sum},
    // Instructions as the vendor's profiler counts them, blocks of 512: neighbored issues 8.6 an element.
    // Held against a tree's issue rate they give the times measured at 2^28 within a tenth.
    {.name = "reduce_neighbored_less",
     .parameters = SPEC_REDUCE(1),
     .points = {[CHECK_MEMORY] = 2,
                [CHECK_INIT] = 1,
                [CHECK_RACES] = 2,
                [CHECK_SYNC] = 2,
                [CHECK_API] = 1,
                [CHECK_TECHNIQUE] = 10,
                [CHECK_BANDWIDTH] = 10},
     .groups = groups,
     .group_count = SPEC_COUNT(groups),
     .reference = reference_sum,
     .pieces = PIECES_ADD,
     .diagnose = diagnose_tree_sum,
     .bounds = less_bounds,
     .bound_count = SPEC_COUNT(less_bounds),
     .bandwidth =
         {.bytes_per_element = 4, .n = 1 << 26, .warmups = 3, .repetitions = 15, .fill = inputs_int_random}},
    {.name = "reduce_interleaved",
     .parameters = SPEC_REDUCE(1),
     .points = {[CHECK_MEMORY] = 2,
                [CHECK_INIT] = 1,
                [CHECK_RACES] = 2,
                [CHECK_SYNC] = 2,
                [CHECK_API] = 1,
                [CHECK_TECHNIQUE] = 10,
                [CHECK_BANDWIDTH] = 10},
     .groups = groups,
     .group_count = SPEC_COUNT(groups),
     .reference = reference_sum,
     .pieces = PIECES_ADD,
     .diagnose = diagnose_tree_sum,
     .bounds = interleaved_bounds,
     .bound_count = SPEC_COUNT(interleaved_bounds),
     .bandwidth =
         {.bytes_per_element = 4, .n = 1 << 26, .warmups = 3, .repetitions = 15, .fill = inputs_int_random}},
};

static const struct spec spec_lab4 = {
    .name = "lab4",
    .title = "Divergence removal",
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

SPEC_REGISTER(lab4);
