// Lab 6, Hillis and Steele's scan: its task, inputs, checks, thresholds, points and hints.
#include <math.h>

#include "course/inputs/scan_inputs.h"
#include "questions.h"
#include "speed.h"

static double steps(const struct counters *counters, int32_t n) {
    (void)n;
    return counters->heaviest.steps;
}

// Elements that a block of the heaviest launch scans at a time: one that goes through its elements in many
// rounds is judged by one of them.
static double rounds(const struct counter_launch *launch, int32_t n) {
    const double elements = n / launch->blocks;
    return elements > 2.05 * launch->threads ? ceil(elements / launch->threads) : 1;
}

// Of a block of B elements, a step each log2 B, or two where each step is followed by a copy: what the
// heaviest launch takes beyond that, to load, to store and to hand on the block's sum.
static double further_steps(const struct counters *counters, int32_t n) {
    const struct counter_launch *launch = &counters->heaviest;
    if (!(launch->blocks > 0 && launch->threads > 0))
        return INFINITY;
    const double all = rounds(launch, n);
    return launch->steps / all - 2 * log2(n / launch->blocks / all);
}

// How many of the elements a step of the heaviest launch gives a new value. In the sweeps of a tree it is
// 0.29 of them; warps that hand values on by shuffles, and scan the warps' sums besides, come to 0.57.
static double stores_a_step(const struct counters *counters, int32_t n) {
    const struct counter_launch *launch = &counters->heaviest;
    if (!(launch->blocks > 0 && launch->threads > 0 && launch->steps > 0))
        return 0;
    return counters_stores_per_element(counters, n) / (launch->steps / rounds(launch, n));
}

// In one block of B elements, step by step, B - 1, B - 2, B - 4, … places add: B log2 B - B + 1 additions.
// Blocks of 32 that scan nothing but themselves make 4.03 an element and the block's offset one more; a block
// of 1024 makes 9 and one. The two sweeps of a tree make 2 and one, a serial scan 1 and one, and one sum for
// every output half a block's. Where additions are not counted, each step stores every element, or hands it
// to a shuffle.
static const struct spec_bound bounds[] = {
    {.name = "additions per element, counted by wl_add",
     .value = counters_work_per_element,
     .applies = counters_are_operations,
     .at_least = 4.5,
     .at_most = 14,
     .too_low = "too few for B log2 B in blocks of B: is every addition of a step made by wl_add(), and for "
                "every element?",
     .too_high = "too many for B log2 B in blocks of B: which sums are made more than once?"},
    {.name = "values stored or shuffled per element (no wl_add to count additions by)",
     .value = counters_stores_per_element,
     .applies = counters_are_stores,
     .at_least = 4.5,
     .at_most = INFINITY,
     .too_low =
         "every step gives nearly every element a new value; with wl_add() for + additions are counted "
         "instead",
     .too_high = ""},
    {.name = "steps of a block",
     .value = steps,
     .at_least = 5,
     .at_most = INFINITY,
     .too_low =
         "log2 of a block's elements are expected: who adds up a block's elements, one after the other?",
     .too_high = ""},
    {.name = "values stored per element and step (no wl_add to count additions by)",
     .value = stores_a_step,
     .applies = counters_are_stores,
     .at_least = 0.42,
     .at_most = INFINITY,
     .too_low = "a step gives few elements a new value: up and down a tree is the next lab",
     .too_high = ""},
    {.name = "steps of a block, less twice log2 of its elements",
     .value = further_steps,
     .at_least = -INFINITY,
     .at_most = 6,
     .too_low = "",
     .too_high = "what one step adds must be twice as far away as in the step before"},
    {.name = "global bytes moved, over the input's",
     .value = counters_global_bytes_per_int,
     .at_least = 1.9,
     .at_most = 8.5,
     .too_low =
         "the kernels do not read the whole input and write the whole output: the work must be done on "
         "the device",
     .too_high = "the steps go through global memory: keep a block's two buffers in shared memory"},
};

static const char *const hints[] = {
    "Write down the 8 values of the example and do the step of distance 1 with a pencil, from the left to "
    "the right, in place. Why does it go wrong at the third value, and what are the two buffers for?",
    "In a step each thread writes one place of the other buffer: from[t - distance] + from[t], or from[t] "
    "alone if t < distance. Then comes a barrier, for all threads, and the buffers change their roles. Two "
    "buffers are 2 * block * sizeof(int) bytes in the launch's third argument.",
    "For many blocks: each leaves its sum, which its last thread holds, in d_scratch[blockIdx.x]; scan those "
    "with the same kernel, in place, their own blocks' sums behind them; then a small kernel adds "
    "sums[blockIdx.x - 1] to every element of each block but the first. Let a function that scans one level "
    "call itself for the sums, until there is one block. For n = 0 launch nothing.",
};

static const struct spec_task tasks[] = {{
    .name = "scan_hillis_steele",
    .parameters = SPEC_SCAN(1),
    .points = {[CHECK_MEMORY] = 6,
               [CHECK_INIT] = 4,
               [CHECK_RACES] = 5,
               [CHECK_SYNC] = 3,
               [CHECK_API] = 2,
               [CHECK_TECHNIQUE] = 20,
               [CHECK_BANDWIDTH] = 20},
    .groups = scan_groups,
    .group_count = SPEC_COUNT(scan_groups),
    .reference = reference_scan_inclusive,
    .pieces = PIECES_SCAN,
    .diagnose = diagnose_scan_inclusive,
    .bounds = bounds,
    .bound_count = SPEC_COUNT(bounds),
    .bandwidth = {.bytes_per_element = 8,
                  .n = 1 << 26,
                  .modelled_n = 1 << 23,
                  .warmups = 2,
                  .repetitions = 7,
                  .fill = inputs_int_random},
}};

static const struct spec spec_lab6 = {
    .name = "lab6",
    .title = "Hillis-Steele scan",
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
    .programs = programs,
    .program_count = SPEC_COUNT(programs),
};

SPEC_REGISTER(lab6);
