// Lab 7, Blelloch's scan: its task, inputs, checks, thresholds, points and hints.
#include <math.h>

#include "course/inputs/scan_inputs.h"
#include "questions.h"
#include "speed.h"

// A block that goes through its elements in many rounds, two elements a thread, is judged by one of them.
static double rounds(const struct counter_launch *launch, int32_t n) {
    const double elements =
        launch->blocks > 0 && launch->threads > 0 ? n / launch->blocks / launch->threads : 0;
    return elements > 2.05 ? ceil(elements / 2) : 1;
}

// Steps of a block but the first, which loads, over log2 of its threads: 2 and a little more for two sweeps,
// 1 and a little more for Hillis and Steele. The sweeps may be launches of their own.
static double sweeps(const struct counters *counters, int32_t n) {
    (void)n;
    const struct counter_launch *launch = &counters->heaviest;
    return launch->threads > 1 ? (launch->steps_alike - 1) / log2(launch->threads) : 0;
}

static double sweeps_a_round(const struct counters *counters, int32_t n) {
    return sweeps(counters, n) / rounds(&counters->heaviest, n);
}

// Two sweeps make 2 additions an element and the block's offset one more; one more is allowed.
// Steps of growing distance make 5 and more with the offset even in blocks of 32. Where additions are not
// counted, an element is stored once when loaded, once on the way up, twice on the way down, once when put
// out and once with its offset; one copy more is allowed, and Hillis and Steele's steps make 8 and more: in
// small blocks the steps tell the two apart.
static const struct spec_bound bounds[] = {
    {.name = "additions per element, counted by wl_add",
     .value = counters_work_per_element,
     .applies = counters_are_operations,
     .at_least = 1.9,
     .at_most = 4.2,
     .too_low = "the two sweeps make 2 additions per element, and the block's offset one more: is every "
                "addition made by "
                "wl_add()?",
     .too_high = "the two sweeps make 2 additions per element, and the block's offset one more: which sums "
                 "are made more than once, or by blocks without elements?"},
    {.name = "values stored or shuffled per element (no wl_add to count additions by)",
     .value = counters_stores_per_element,
     .applies = counters_are_stores,
     .at_least = 1.9,
     .at_most = 8,
     .too_low = "the output alone is one for every element: the work must be done on the device",
     .too_high = "two sweeps store 3 values per element in shared memory, and half of the threads rest from "
                 "the first "
                 "step on: which threads store in every step?"},
    {.name = "steps of a block, over log2 of its threads",
     .value = sweeps,
     .at_least = 1.9,
     .at_most = INFINITY,
     .too_low = "an up-sweep and a down-sweep take log2 steps each, with a barrier between the steps",
     .too_high = ""},
    {.name = "steps of a block for two elements per thread, over log2 of its threads",
     .value = sweeps_a_round,
     .at_least = -INFINITY,
     .at_most = 4,
     .too_low = "",
     .too_high = "an up-sweep and a down-sweep take log2 steps each: does the distance double and halve?"},
    {.name = "shared bytes loaded, over the input's",
     .value = counters_shared_load_per_int,
     .at_least = 1e-6,
     .at_most = INFINITY,
     .too_low = "the tree belongs in shared memory",
     .too_high = ""},
    // Without gaps 4.0 in blocks of 512 elements, and with one after every 16 places 1.7.
    {.name = "wavefronts per shared request",
     .value = counters_wavefronts_per_request,
     .at_least = -INFINITY,
     .at_most = 1.25,
     .points = 6,
     .hint = 3,
     .zero_at = 4,
     .too_low = "",
     .too_high =
         "bank conflicts: in a step, which of the 32 banks do a warp's places fall on, and what does a "
         "gap after every 32 places change?"},
    {.name = "global bytes moved, over the input's",
     .value = counters_global_bytes_per_int,
     .at_least = 1.9,
     .at_most = 8.5,
     .too_low =
         "the kernels do not read the whole input and write the whole output: the work must be done on "
         "the device",
     .too_high = "the sweeps go through global memory: keep a block's tree in shared memory"},
};

static const char *const hints[] = {
    "Draw the tree of the example's eight numbers and fill in the sums on the way up. On the way down, what "
    "comes before the left half of a pair, and what before the right half, if you know what comes before "
    "both?",
    "At distance d thread t takes the pair whose right place is 2 * d * (t + 1) - 1 and whose left place is "
    "d before it. Up: the right place adds the left one, d from 1 to half the block. Then the root becomes "
    "0. Down, d from half the block to 1: the left place takes what the right one held, the right one that "
    "plus "
    "what the left one held. A barrier goes before every step, outside the if.",
    "Bank conflicts: at distance 16, in which of the 32 banks are the places of threads 0, 1 and 2, and by "
    "how "
    "much must place i move so that they differ? It moves everywhere, and the array grows by as much. "
    "For many blocks: keep the root's sum in d_scratch[blockIdx.x] before it becomes 0, scan those sums with "
    "the same kernels, in place, their own blocks' sums behind them, and let a small kernel add "
    "sums[blockIdx.x] to every element. For n = 0 launch nothing.",
};

static const struct spec_task tasks[] = {{
    .name = "scan_blelloch",
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
    .reference = reference_scan_exclusive,
    .pieces = PIECES_SCAN,
    .diagnose = diagnose_scan_exclusive,
    .bounds = bounds,
    .bound_count = SPEC_COUNT(bounds),
    .bandwidth = {.bytes_per_element = 8,
                  .n = 1 << 26,
                  .modelled_n = 1 << 23,
                  .warmups = 2,
                  .repetitions = 7,
                  .fill = inputs_int_random},
}};

static const struct spec spec_lab7 = {
    .name = "lab7",
    .title = "Blelloch scan",
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

SPEC_REGISTER(lab7);
