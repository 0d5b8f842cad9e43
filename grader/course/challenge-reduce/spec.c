// Challenge: a reduce at the speed of memory: its task, inputs, points and hints. Ungraded; on a GPU it is
// timed for the leaderboard.
#include "course/inputs/challenge_inputs.h"

static const struct spec_case small_sizes[] = {CHALLENGE_SMALL_SIZES};
static const struct spec_case any_size[] = {CHALLENGE_LARGER_SIZES};
static const struct spec_case difficult[] = {CHALLENGE_DIFFICULT_DATA};

static const struct spec_group groups[] = {
    {"small n", 15, small_sizes, SPEC_COUNT(small_sizes), .input_untouched = false},
    {"any n", 25, any_size, SPEC_COUNT(any_size), .input_untouched = false},
    {"difficult data, input untouched", 15, difficult, SPEC_COUNT(difficult), .input_untouched = true},
};

static const char *const hints[] = {
    "Memory takes hundreds of cycles to answer, however little is asked. If each thread asks for one int and "
    "waits, what does memory do meanwhile? How many bytes must be on their way for it never to be idle?",
    "Load 16 bytes at a time, as uint4, and several of them before the first is added: four independent "
    "loads in a row, 16 elements per thread. Compare once, for the whole tile; the tile that is not full is "
    "added "
    "in a plain loop.",
    "A block of 1024 threads adds one tile, and there are as many blocks as tiles. Then add by shuffles "
    "in the warp, by shared memory once in the block, and by one atomicAdd() per block to d_out, which has "
    "to "
    "be 0 before.",
};

static const struct spec_task tasks[] = {{
    .name = "challenge_reduce",
    .parameters = SPEC_REDUCE(1),
    .points = {CHALLENGE_SAFETY},
    .groups = groups,
    .group_count = SPEC_COUNT(groups),
    .reference = reference_sum,
    .pieces = PIECES_ADD,
    .diagnose = diagnose_sum,
    .bandwidth = CHALLENGE_BANDWIDTH(4, 1 << 26, inputs_int_random),
    .vendor = VENDOR_SUM,
}};

static const struct spec spec_challenge_reduce = {
    .name = "challenge-reduce",
    .title = "A reduce at the speed of memory",
    .build_points = 3,
    .symbols_points = 2,
    .tasks = tasks,
    .task_count = SPEC_COUNT(tasks),
    .limits = {.case_s = 4, .case_s_per_element = 2e-5, .memory_bytes = 1u << 30, .output_bytes = 1u << 20},
    .challenge = true,
    .hints = hints,
    .hint_count = SPEC_COUNT(hints),
};

SPEC_REGISTER(challenge_reduce);
