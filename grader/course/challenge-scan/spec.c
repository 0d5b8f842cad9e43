// Challenge: a scan in a single pass: its task, inputs, points and hints. Ungraded; on a GPU it is timed for
// the leaderboard.
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
    "Eight tiles are scanned at once, and tile 5 has its own sum. Which sums does it need, which of them "
    "does it have to add up itself, and which of them has another block added up already?",
    "A tile makes two things known: first its own sum, as soon as it has it, then the sum of all tiles up to "
    "itself. Flag and sum must be read together: put both into one word of 64 bits, written by one "
    "atomicExch() and read by atomicAdd(word, 0). All words must be 0 before the launch.",
    "Take tiles by a ticket, an atomic counter, and not by blockIdx.x: then every tile before yours belongs "
    "to a block that runs already, and waiting for it must end. Let the lanes of one warp look at 32 tiles "
    "at once, add the sums up to the nearest lane that knows all, and go 32 further back if none does.",
};

static const struct spec_task tasks[] = {{
    .name = "challenge_scan",
    .parameters = SPEC_SCAN(1),
    .points = {CHALLENGE_SAFETY},
    .groups = groups,
    .group_count = SPEC_COUNT(groups),
    .reference = reference_scan_exclusive,
    .pieces = PIECES_SCAN,
    .diagnose = diagnose_scan_exclusive,
    .bandwidth = CHALLENGE_BANDWIDTH(8, 1 << 25, inputs_int_random),
    .vendor = VENDOR_EXCLUSIVE_SCAN,
}};

static const struct spec spec_challenge_scan = {
    .name = "challenge-scan",
    .title = "A scan in a single pass",
    .build_points = 3,
    .symbols_points = 2,
    .tasks = tasks,
    .task_count = SPEC_COUNT(tasks),
    .limits = {.case_s = 4, .case_s_per_element = 2e-5, .memory_bytes = 1u << 30, .output_bytes = 1u << 20},
    .challenge = true,
    .hints = hints,
    .hint_count = SPEC_COUNT(hints),
};

SPEC_REGISTER(challenge_scan);
