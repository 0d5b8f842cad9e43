// Lab 1, steps and work: its tasks, inputs, checks, thresholds, points and hints.
#include "lab/spec.h"
#include "../../../labs/lab1/lab1.h"
#include "course/lab1/answers.h"
#include "questions.h"
#include "speed.h"

// Sizes to pick a scan for: what the handout asks about, and all orders of magnitude.
static void fill_same_size(void *input, int32_t n, int32_t size) {
    for (int32_t i = 0; i < n; i++)
        ((int32_t *)input)[i] = size;
}

static void fill_512(struct rng *rng, void *input, int32_t n) { (void)rng, fill_same_size(input, n, 512); }
static void fill_million(struct rng *rng, void *input, int32_t n) {
    (void)rng, fill_same_size(input, n, 1000000);
}
static void fill_128k(struct rng *rng, void *input, int32_t n) {
    (void)rng, fill_same_size(input, n, 128 << 10);
}
// Which scan is best changes at a few sizes, and a wrong formula shows only there. So all small sizes are
// asked, and every sixteenth up to 2^16, beginning anywhere; then any.
static void fill_sizes(struct rng *rng, void *input, int32_t n) {
    enum { SMALL = 2048, STEP = 16, SIXTEENTHS = (1 << 16) / STEP, LISTED = SMALL + SIXTEENTHS };
    const int32_t first = rng_between(rng, 0, LISTED - 1);
    for (int32_t i = 0; i < n; i++) {
        const int32_t listed = (i + first) % LISTED;
        ((int32_t *)input)[i] = i >= LISTED      ? rng_between(rng, 1, 1 << rng_between(rng, 1, 24))
                                : listed < SMALL ? 1 + listed
                                                 : STEP * (1 + listed - SMALL);
    }
}

static const struct spec_case ids_1d_cases[] = {
    {.n = 0, .fill = inputs_int_random, .data = "no thread"},
    {.n = 1, .fill = inputs_int_random, .data = "one thread"},
    {.n = 33, .fill = inputs_int_random, .data = "two warps"},
    {.n = IDS_BLOCK, .fill = inputs_int_random, .data = "one block"},
    {.n = IDS_BLOCK + 1, .fill = inputs_int_random, .data = "two blocks"},
    {.n = 3000, .spread = 900, .fill = inputs_int_random, .data = "many blocks", .measured = true},
};

static const struct spec_case ids_2d_cases[] = {
    {.n = 0, .option = 10, .fill = inputs_int_random, .data = "no picture"},
    {.n = 1, .option = 1, .fill = inputs_int_random, .data = "one pixel"},
    {.n = 144, .option = 24, .fill = inputs_int_random, .data = "one block, width 24"},
    {.n = 40, .option = 40, .fill = inputs_int_random, .data = "one row, width 40"},
    {.n = 70, .option = 1, .fill = inputs_int_random, .data = "one column, width 1"},
    {.n = 1500, .spread = 400, .option = 53, .fill = inputs_int_random, .data = "width 53"},
    {.n = 2500, .spread = 400, .option = 120, .fill = inputs_int_random, .data = "width 120"},
    {.n = 4000, .spread = 900, .option = 31, .fill = inputs_int_random, .data = "width 31", .measured = true},
};

static const struct spec_case copy_cases[] = {
    {.n = 0, .fill = inputs_int_random, .data = "no elements"},
    {.n = 1, .fill = inputs_int_random, .data = "random"},
    {.n = 1025, .fill = inputs_int_random, .data = "random"},
    {.n = 1025, .fill = inputs_int_small, .data = "-100 to 100, a size seen before"},
    {.n = 20000, .spread = 5000, .fill = inputs_int_random, .data = "random"},
    {.n = 262145, .fill = inputs_int_random, .data = "random"},
    {.n = 1100000, .spread = 90000, .fill = inputs_int_random, .data = "random", .measured = true},
    {.n = 1 << 24, .fill = inputs_int_random, .data = "random", .backends = BACKEND_GPU},
};

static const struct spec_case cost_cases[] = {
    {.n = 0, .fill = inputs_int_random, .data = "no elements"},
    {.n = 1, .fill = inputs_int_random, .data = "one element"},
    {.n = 2, .fill = inputs_int_random, .data = "two elements"},
    {.n = 8, .fill = inputs_int_random, .data = "the handout's example"},
    {.n = 31, .fill = inputs_int_random, .data = "no power of two"},
    {.n = 32, .fill = inputs_int_random, .data = "a power of two"},
    {.n = 33, .fill = inputs_int_random, .data = "one past a power of two"},
    {.n = 60, .spread = 25, .fill = inputs_int_random, .data = "counted by the engine", .measured = true},
    {.n = 1000, .spread = 400, .fill = inputs_int_random, .data = "a thousand or so"},
    {.n = 65536, .fill = inputs_int_random, .data = "2^16"},
    {.n = 150000, .spread = 40000, .fill = inputs_int_random, .data = "work past 32 bits"},
};

static const struct spec_case pick_cases[] = {
    {.n = 0, .option = 1, .fill = fill_sizes, .data = "no question"},
    {.n = 1, .option = 512, .fill = fill_512, .data = "512 elements on 512 processors"},
    {.n = 1, .option = 512, .fill = fill_million, .data = "a million on 512"},
    {.n = 1, .option = 1, .fill = fill_128k, .data = "128 k on one"},
    {.n = 7000, .spread = 500, .option = 2, .fill = fill_sizes, .data = "all sizes on 2"},
    {.n = 7000, .spread = 500, .option = 32, .fill = fill_sizes, .data = "all sizes on 32"},
    {.n = 7000, .spread = 500, .option = 512, .fill = fill_sizes, .data = "all sizes on 512"},
    {.n = 7000, .spread = 500, .option = 16896, .fill = fill_sizes, .data = "all sizes on 16896"},
};

#define ONE_GROUP(name, points)                                                                              \
    static const struct spec_group name##_groups[] = {                                                       \
        {"every size", points, name##_cases, SPEC_COUNT(name##_cases), .input_untouched = true}}

ONE_GROUP(ids_1d, 6);
ONE_GROUP(ids_2d, 7);
ONE_GROUP(copy, 6);
ONE_GROUP(pick, 5);
static const struct spec_group reduce_groups[] = {
    {"steps and work of two reduces", 5, cost_cases, SPEC_COUNT(cost_cases), .input_untouched = true}};
static const struct spec_group scan_groups[] = {
    {"steps and work of four scans", 6, cost_cases, SPEC_COUNT(cost_cases), .input_untouched = true}};

static double ids_1d_stored(const struct counters *counters, int32_t n) {
    return counters->bytes[GLOBAL_STORE] / (4.0 * IDS_1D_RECORD * n);
}

static double ids_2d_stored(const struct counters *counters, int32_t n) {
    return counters->bytes[GLOBAL_STORE] / (4.0 * IDS_2D_RECORD * n);
}

static double sectors_over_ideal(const struct counters *counters, int32_t n) {
    return (counters->transactions[GLOBAL_LOAD] + counters->transactions[GLOBAL_STORE]) * 8 / (2.0 * n);
}

#define EQUAL(what, function)                                                                                \
    {                                                                                                        \
        .name = what " the engine counted, over your formulas'", .value = function, .at_least = 1,           \
        .at_most = 1, .too_low = "the given kernels must run as they are, so that they can be counted",      \
        .too_high = "the given kernels must run as they are, and no others with them"                        \
    }

static const struct spec_bound reduce_bounds[] = {EQUAL("steps", lab1_reduce_steps),
                                                  EQUAL("work", lab1_reduce_work)};
static const struct spec_bound scan_bounds[] = {EQUAL("steps", lab1_scan_steps),
                                                EQUAL("work", lab1_scan_work)};
#define STORED(function)                                                                                     \
    {                                                                                                        \
        .name = "bytes the threads stored, over their records'", .value = function, .at_least = 0.85,        \
        .at_most = 1.15,                                                                                     \
        .too_low = "only a thread itself knows its indices: let every one store its own record",             \
        .too_high = "numbers are stored more than once: every thread has one record"                         \
    }

static const struct spec_bound ids_1d_bounds[] = {STORED(ids_1d_stored)};
static const struct spec_bound ids_2d_bounds[] = {STORED(ids_2d_stored)};
static const struct spec_bound copy_bounds[] = {
    {.name = "sectors of memory touched, over as many as the data fills",
     .value = sectors_over_ideal,
     .at_least = 0.85,
     .at_most = 1.15,
     .too_low = "the kernels do not touch all of the data: the copy must be made on the device",
     .too_high = "a warp's 32 elements should lie side by side: which element does the next thread copy?"},
};

static const char *const hints[] = {
    "Which thread of which block is the 100th of the grid, with 96 threads per block? And how many blocks "
    "come "
    "before it, how many threads?",
    "blockIdx.x counts blocks, blockDim.x is their size, threadIdx.x counts within one. A warp is 32 threads "
    "of one block that follow each other: division and remainder give the warp and the lane.",
    "A block of 96 is three warps. The number in the grid is blockIdx.x * blockDim.x + threadIdx.x, and the "
    "last block has threads for which there is no element: they write nothing.",
    "Threads of a block are counted along x first, then in the next row. Which are the first 32 of a block "
    "of 24 x 6?",
    "Every number in two dimensions is row times width plus column; the question is only whose rows, and how "
    "wide they are: the picture's, the grid's in threads, the grid's in blocks, the block's in threads.",
    "gridDim.x * blockDim.x is the width of the whole grid in threads, gridDim.x that in blocks, blockDim.x "
    "that of a block. A pixel needs x < width, too: right of the picture there are threads as well.",
    "With 1024 blocks of 256 threads and 2^20 elements, how many does each thread copy, and which, if "
    "neighbours should always copy neighbours?",
    "Start at the thread's number in the grid, and go on by the number of threads in the grid while there "
    "are elements left.",
    "for (i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x). Keep i unsigned: "
    "the last += may go past 2^31. And a grid of no blocks is an error, so n = 0 launches nothing.",
    "How many values are left after one addition, wherever it is made? And after one step of a tree of 5?",
    "Every reduce of n values makes n - 1 additions. Serially they wait for one another; in a tree each step "
    "halves what is left, an odd one out stays.",
    "Count how often n can be replaced by half of it, rounded up, until 1 is left. For n = 0 and n = 1 all "
    "is 0.",
    "In Hillis-Steele's step with offset 4, which elements of 10 add nothing? How many outputs has a scan, "
    "and which additions does output i need?",
    "One reduce for each output: 0 + 1 + ... + (n - 1) additions, in trees that grow at the same time. "
    "Hillis-Steele: n - 1, n - 2, n - 4, ... Blelloch: a tree of the next power of two P up, and the same "
    "down again.",
    "Blelloch takes 2 log2 P steps and 2 (P - 1) additions. From n = 65537 on one reduce for each output "
    "makes more additions than an int can count: multiply in long long.",
    "With one processor, what does the number of steps matter? With as many as there are elements, what does "
    "the work matter?",
    "Brent: steps + (work - steps) / processors. Work it out for 512 elements on 512 processors with all "
    "three scans, by hand, before you write it.",
    "Multiplied by the number of processors the bound needs no division and no floating point: steps * "
    "processors + work - steps, in long long. Where two are equal, the one named first is taken.",
};

static const struct spec_task tasks[] = {
    {.name = "ids_1d",
     .parameters = SPEC_SCAN(IDS_1D_RECORD),
     .points = {[CHECK_MEMORY] = 2, [CHECK_RACES] = 1, [CHECK_API] = 1, [CHECK_TECHNIQUE] = 3},
     .groups = ids_1d_groups,
     .group_count = SPEC_COUNT(ids_1d_groups),
     .reference = lab1_reference_ids_1d,
     .bounds = ids_1d_bounds,
     .bound_count = SPEC_COUNT(ids_1d_bounds),
     .diagnose = lab1_diagnose_ids_1d},
    {.name = "ids_2d",
     .parameters = SPEC_SCAN_OPTION(IDS_2D_RECORD),
     .points = {[CHECK_MEMORY] = 3, [CHECK_RACES] = 1, [CHECK_API] = 1, [CHECK_TECHNIQUE] = 3},
     .groups = ids_2d_groups,
     .group_count = SPEC_COUNT(ids_2d_groups),
     .reference = lab1_reference_ids_2d,
     .bounds = ids_2d_bounds,
     .bound_count = SPEC_COUNT(ids_2d_bounds),
     .diagnose = lab1_diagnose_ids_2d},
    {.name = "copy_grid_stride",
     .parameters = SPEC_SCAN(1),
     .points = {[CHECK_MEMORY] = 4,
                [CHECK_INIT] = 2,
                [CHECK_RACES] = 2,
                [CHECK_API] = 1,
                [CHECK_TECHNIQUE] = 4,
                [CHECK_BANDWIDTH] = 20},
     .groups = copy_groups,
     .group_count = SPEC_COUNT(copy_groups),
     .reference = lab1_reference_copy,
     .pieces = PIECES_FOLLOW,
     .bounds = copy_bounds,
     .bound_count = SPEC_COUNT(copy_bounds),
     // A copy is bound by memory. The model takes the wait for a short grid's loads for the time instead.
     .bandwidth = {.bytes_per_element = 8,
                   .n = 1 << 26,
                   .modelled_n = 1 << 23,
                   .warmups = 2,
                   .repetitions = 7,
                   .fill = inputs_int_random}},
    {.name = "count_reduces",
     .parameters = SPEC_REDUCE(2 * COST_RECORD),
     .points = {[CHECK_TECHNIQUE] = 4},
     .groups = reduce_groups,
     .group_count = SPEC_COUNT(reduce_groups),
     .reference = lab1_reference_reduces,
     .diagnose = lab1_diagnose_reduces,
     .bounds = reduce_bounds,
     .bound_count = SPEC_COUNT(reduce_bounds)},
    {.name = "count_scans",
     .parameters = SPEC_REDUCE(4 * COST_RECORD),
     .points = {[CHECK_TECHNIQUE] = 6},
     .groups = scan_groups,
     .group_count = SPEC_COUNT(scan_groups),
     .reference = lab1_reference_scans,
     .diagnose = lab1_diagnose_scans,
     .bounds = scan_bounds,
     .bound_count = SPEC_COUNT(scan_bounds)},
    {.name = "pick_scans",
     .parameters = SPEC_SCAN_OPTION(1),
     .points = {[CHECK_MEMORY] = 1, [CHECK_INIT] = 1},
     .groups = pick_groups,
     .group_count = SPEC_COUNT(pick_groups),
     .reference = lab1_reference_picks,
     .diagnose = lab1_diagnose_picks},
};

static const struct spec spec_lab1 = {
    .name = "lab1",
    .title = "Steps and work",
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

SPEC_REGISTER(lab1);
