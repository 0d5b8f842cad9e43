// Lab 5, loop unrolling: its tasks, inputs, checks, thresholds, points and hints.
#include <math.h>

#include "lab/diagnose.h"
#include "lab/spec.h"
#include "questions.h"
#include "speed.h"

static const struct spec_case one_block[] = {
    {.n = 0, .fill = inputs_int_random, .data = "no elements"},
    {.n = 1, .fill = inputs_int_random, .data = "random"},
    {.n = 2, .fill = inputs_int_random, .data = "random"},
    {.n = 33, .fill = inputs_int_random, .data = "random"},
    {.n = 350, .spread = 150, .fill = inputs_int_random, .data = "random"},
    {.n = 512, .fill = inputs_int_random, .data = "random"},
    {.n = 1024, .fill = inputs_int_random, .data = "random"},
};

// 6144 and 2400 are one block of data and a half of eight: where a tail is dropped, it shows. Of 4000 and
// 8000 elements the first thread to lack some lacks exactly one, whatever the block: a guard off by one
// shows.
static const struct spec_case any_size[] = {
    {.n = 1023, .fill = inputs_int_random, .data = "random"},
    {.n = 1025, .fill = inputs_int_random, .data = "random"},
    {.n = 2400, .spread = 300, .fill = inputs_int_random, .data = "random"},
    {.n = 4096, .fill = inputs_int_random, .data = "random"},
    {.n = 4099, .fill = inputs_int_random, .data = "random"},
    {.n = 6144, .fill = inputs_int_random, .data = "random"},
    {.n = 20000, .spread = 5000, .fill = inputs_int_random, .data = "random"},
    {.n = 65537, .fill = inputs_int_random, .data = "random"},
    {.n = 4000, .fill = inputs_int_random, .data = "random"},
    {.n = 8000, .fill = inputs_int_random, .data = "random"},
    {.n = 2000000, .spread = 90000, .fill = inputs_int_random, .data = "random", .measured = true},
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
    // The last block, of 8 times 512 elements, ends in its last stretch: the end of the array is in reach of
    // a guard that is one off.
    {.n = 12160, .spread = 96, .fill = inputs_int_alternating, .data = "INT_MAX and INT_MIN alternating"},
    {.n = 9000, .spread = 800, .fill = inputs_int_minus_one, .data = "all -1"},
    {.n = 7000, .spread = 900, .fill = inputs_int_last_only, .data = "zeros, but for the last element"},
    {.n = 1025, .fill = inputs_int_small, .data = "-100 to 100, a size seen before"},
};

#define GROUPS(one, many, odd)                                                                               \
    {                                                                                                        \
        {"few elements", one, one_block, SPEC_COUNT(one_block), .input_untouched = false},                   \
            {"many blocks, any n", many, any_size, SPEC_COUNT(any_size), .input_untouched = false}, {        \
            "difficult data, input untouched", odd, adversarial, SPEC_COUNT(adversarial),                    \
                .input_untouched = true                                                                      \
        }                                                                                                    \
    }

static const struct spec_group groups2[] = GROUPS(2, 4, 3), groups4[] = GROUPS(1, 3, 2),
                               groups8[] = GROUPS(1, 3, 2), groups_warps[] = GROUPS(2, 3, 2),
                               groups_complete[] = GROUPS(2, 3, 2);

static double elements_per_thread(const struct counters *counters, int32_t n) {
    const double threads = counters->heaviest.blocks * counters->heaviest.threads;
    return threads > 0 ? n / threads : 0;
}

static double instructions_per_element(const struct counters *counters, int32_t n) {
    return n > 0 ? counters->warp_instructions / n : 0;
}

// Sectors of 32 bytes, over the bytes of the input: 1 where the lanes of a warp load side by side.
static double sector_bytes_per_byte(const struct counters *counters, int32_t n) {
    return n > 0 ? 32 * counters->transactions[GLOBAL_LOAD] / (4.0 * n) : 0;
}

// A tree over a block has log2 levels; a tree with a barrier in each has none left over.
static double levels_without_barrier(const struct counters *counters, int32_t n) {
    (void)n;
    const struct counter_launch *launch = &counters->heaviest;
    return launch->blocks > 0 ? log2(launch->threads) - counters->barriers / launch->blocks : 0;
}

static const char read_all[] = "the kernels do not read the whole input: the work must be done on the device";
static const char more_each[] =
    "the tree is climbed too often: how many elements can a thread add while it loads?";
static const char fewer_instructions[] = "the threads do more than load and add: which comparisons, steps of "
                                         "the tree, or blocks without elements, could be spared?";
static const char side_by_side[] = "memory moves whole sectors of 32 bytes, and yours are used in part: do "
                                   "the lanes of a warp load elements "
                                   "side by side? A thread's own elements are best a block apart";
static const char last_warp[] =
    "the whole block comes to a barrier in every step: what is left to add once one warp is enough, and who "
    "has to wait for whom then?";

#define ELEMENTS(least)                                                                                      \
    {                                                                                                        \
        .name = "elements per thread", .value = elements_per_thread, .at_least = least, .at_most = INFINITY, \
        .too_low = more_each, .too_high = ""                                                                 \
    }
#define INSTRUCTIONS(most)                                                                                   \
    {                                                                                                        \
        .name = "warp instructions per element", .value = instructions_per_element, .at_least = 1e-6,        \
        .at_most = most, .too_low = read_all, .too_high = fewer_instructions                                 \
    }
// A thread that reads two ints side by side, or eight as two vectors, touches each sector twice: that is
// fine.
#define SECTORS                                                                                              \
    {                                                                                                        \
        .name = "bytes of the sectors loaded, over the input's", .value = sector_bytes_per_byte,             \
        .at_least = 0.9, .at_most = 2.2, .too_low = read_all, .too_high = side_by_side                       \
    }
// The reference leaves five or six levels without; two barriers a step leave at least one.
#define LEVELS                                                                                               \
    {                                                                                                        \
        .name = "levels of a block's tree without a barrier", .value = levels_without_barrier,               \
        .at_least = 0.9, .at_most = INFINITY, .too_low = last_warp, .too_high = ""                           \
    }

// What is allowed is half as much again as the reference's 2.0, 1.1 and 0.62, and twice its 0.38 and 0.31;
// the tree of lab 4 takes 3.7. Blocks of 1024 take a tenth more; loops over the elements, with a guard for
// each, half as much again, since here no compiler unrolls them.
static const struct spec_bound bounds2[] = {INSTRUCTIONS(3.0), ELEMENTS(1.75), SECTORS};
static const struct spec_bound bounds4[] = {INSTRUCTIONS(1.7), ELEMENTS(3.5), SECTORS};
static const struct spec_bound bounds8[] = {INSTRUCTIONS(1.0), ELEMENTS(7.0), SECTORS};
static const struct spec_bound bounds_warps[] = {LEVELS, INSTRUCTIONS(0.8), ELEMENTS(7.0), SECTORS};
static const struct spec_bound bounds_complete[] = {INSTRUCTIONS(0.8), LEVELS, ELEMENTS(7.0), SECTORS};

static const char *const hints[] = {
    "Which elements does a thread of block 1 load, if each block of 512 threads adds 1024 elements? Where do "
    "they have to lie so that lanes 0 to 31 load 32 in a row, the first time and the second time?",
    "A thread loads in[first] and in[first + blockDim.x], with first = blockIdx.x * 2 * blockDim.x + "
    "threadIdx.x. Near the end of the input the second may be missing, or both: a thread without elements "
    "brings 0 to the tree.",
    "if (first + blockDim.x < n) sum = in[first] + in[first + blockDim.x]; else sum = add_rest(in, first, "
    "n); then all threads call add_block(sums, sum), thread 0 stores, and the launcher says 2 elements per "
    "thread.",
    "When a thread asks for memory it can go on until it needs the answer. In a sum of four loads, how many "
    "can be under way before the first addition? And near the end of the input, which of a thread's four are "
    "there?",
    "Compare once, for the element furthest on: if first + 3 * blockDim.x < n, all four are there. Else "
    "leave it to add_rest().",
    "As reduce_unroll2_kernel, with first = blockIdx.x * 4 * blockDim.x + threadIdx.x, four loads in one "
    "expression, and 4 elements per thread in the launcher.",
    "How many elements does a block of 512 threads add now, and so how many blocks do n elements take? Is "
    "the number rounded up, also when n is no multiple of anything?",
    "add_eight() is the load of reduce_unroll4_kernel with eight terms, as a function. If a sum is too small "
    "by a thread's worth, look at what happens to a thread that has some of its eight elements.",
    "The kernel is const int sum = add_block(sums, add_eight(in, n)); and thread 0 stores it. The launcher "
    "says 8 elements per thread.",
    "In the last steps only lanes of the first warp add. Since Volta each lane has a program counter of its "
    "own: does lane 5 know that lane 21 has made its last addition, just because both are in one warp? "
    "And of the last 64 values, which does lane 5 begin with?",
    "Stop the loop with 64 values left: stride > 32. The threads of the first warp then go on, and no thread "
    "waits for the block again: a barrier of the block inside if (t < 32) would wait for ever, or for no "
    "thread at all.",
    "Lane t begins with sums[t] + sums[t + 32]. Then sum += __shfl_down_sync(0xffffffff, sum, 16), and the "
    "same for 8, 4, 2, 1. In shared memory instead: read, __syncwarp(), write, __syncwarp() in every step.",
    "What does the loop's stride cost in each step, besides the addition? Which of it is known before the "
    "kernel runs, if the block's size is?",
    "if (THREADS >= 512) is decided by the compiler, if (t < 256) by each thread. The barrier belongs inside "
    "the first, where it is reached by all or by none, and behind the second.",
    "For each stride from 512 down to 64: if (THREADS >= 2 * stride) { if (t < stride) sums[t] += sums[t + "
    "stride]; __syncthreads(); }. The rest is reduce_unroll_warps8_kernel; the launcher names the kernel "
    "reduce_complete_unroll_warps8_kernel<BLOCK>.",
};

#define SAFETY [CHECK_MEMORY] = 1, [CHECK_RACES] = 1, [CHECK_SYNC] = 1, [CHECK_API] = 1

#define TASK(launcher, group_table, bound_table)                                                             \
    {                                                                                                        \
        .name = #launcher, .parameters = SPEC_REDUCE(1),                                                     \
        .points = {SAFETY, [CHECK_TECHNIQUE] = 4, [CHECK_BANDWIDTH] = 4}, .groups = group_table,             \
        .group_count = SPEC_COUNT(group_table), .reference = reference_sum, .pieces = PIECES_ADD,            \
        .diagnose = diagnose_tree_sum, .bounds = bound_table, .bound_count = SPEC_COUNT(bound_table),        \
        .bandwidth = {                                                                                       \
            .bytes_per_element = 4,                                                                          \
            .n = 1 << 26,                                                                                    \
            .warmups = 2,                                                                                    \
            .repetitions = 11,                                                                               \
            .fill = inputs_int_random                                                                        \
        }                                                                                                    \
    }

static const struct spec_task tasks[] = {
    TASK(reduce_unroll2, groups2, bounds2),
    TASK(reduce_unroll4, groups4, bounds4),
    TASK(reduce_unroll8, groups8, bounds8),
    TASK(reduce_unroll_warps8, groups_warps, bounds_warps),
    TASK(reduce_complete_unroll_warps8, groups_complete, bounds_complete),
};

static const struct spec spec_lab5 = {
    .name = "lab5",
    .title = "Loop unrolling",
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

SPEC_REGISTER(lab5);
