// Challenge: a histogram faster than the library's: its task, inputs, points and hints. Ungraded; on a GPU it
// is timed for the leaderboard.
#include "course/inputs/challenge_inputs.h"
#include "course/inputs/histogram_inputs.h"

static const struct spec_case small_sizes[] = {HISTOGRAM_SMALL_SIZES};
static const struct spec_case any_size[] = {
    HISTOGRAM_LARGER_SIZES,
    {.n = (1 << 20) + 40000, .spread = 39000, .fill = inputs_byte_random, .data = "random"},
};
static const struct spec_case difficult[] = {
    HISTOGRAM_DIFFICULT_DATA,
    {.n = 150000, .spread = 9000, .fill = inputs_byte_same, .data = "all one value"},
};

static const struct spec_group groups[] = {
    {"small n", 15, small_sizes, SPEC_COUNT(small_sizes), .input_untouched = false},
    {"any n", 25, any_size, SPEC_COUNT(any_size), .input_untouched = false},
    {"difficult data, input untouched", 15, difficult, SPEC_COUNT(difficult), .input_untouched = true},
};

static const char *const hints[] = {
    "Sixteen elements come with one load of 16 bytes, and each needs an addition in shared memory. Which of "
    "the two is the multiprocessor busy with, and what would make it less busy?",
    "Give each bin a row of 32 counters, one in each bank, and let lane l count in column l: then the lanes "
    "of a "
    "warp never meet in a bank. Read as uint4, and launch as many blocks as run at once. Clear, wait, count, "
    "wait, "
    "merge: thread b adds up row b and brings one sum to d_bins, which the launcher has cleared.",
    "With own = &counts[threadIdx.x % 32] an element is counted by atomicAdd(&own[(word & 0xff) * 32], 1u). "
    "For "
    "the merge let thread t begin at column t % 32 of its row, and go round.",
};

static const struct spec_task tasks[] = {{
    .name = "challenge_histogram",
    .parameters = SPEC_HISTOGRAM,
    .points = {CHALLENGE_SAFETY},
    .groups = groups,
    .group_count = SPEC_COUNT(groups),
    .reference = reference_histogram,
    .pieces = PIECES_ADD,
    .diagnose = diagnose_histogram,
    .bandwidth = CHALLENGE_BANDWIDTH(1, 1 << 27, inputs_byte_random),
    .vendor = VENDOR_HISTOGRAM,
}};

static const struct spec spec_challenge_histogram = {
    .name = "challenge-histogram",
    .title = "A histogram faster than the library's",
    .build_points = 3,
    .symbols_points = 2,
    .tasks = tasks,
    .task_count = SPEC_COUNT(tasks),
    .limits = {.case_s = 4, .case_s_per_element = 2e-5, .memory_bytes = 1u << 30, .output_bytes = 1u << 20},
    .challenge = true,
    .hints = hints,
    .hint_count = SPEC_COUNT(hints),
};

SPEC_REGISTER(challenge_histogram);
