// Lab 2, tree reduction in global memory: its tasks, inputs, checks, thresholds, points and hints.
#include <math.h>

#include "../../../labs/lab2/lab2.h"
#include "lab/spec.h"
#include "questions.h"
#include "reference.h"
#include "speed.h"
#include "wrong_reduce.h"

// What is timed are sums.
static void reference_reduce(const void *input, int32_t n, int32_t option, void *output) {
    if (option == REDUCE_SUM)
        *(uint32_t *)output = sum_of_powers(input, n, 1);
    else
        *(int32_t *)output = reduce_of(input, n, option);
}

static void reference_squares(const void *input, int32_t n, int32_t option, void *output) {
    (void)option;
    *(uint32_t *)output = sum_of_powers(input, n, 2);
}

static void reference_cubes(const void *input, int32_t n, int32_t option, void *output) {
    (void)option;
    *(uint32_t *)output = sum_of_powers(input, n, 3);
}

// Inputs that show an operator: with random ints a product is soon 0, and || never is.
static void fill_odd(struct rng *rng, void *input, int32_t n) {
    inputs_int_random(rng, input, n);
    for (int32_t i = 0; i < n; i++)
        ((int32_t *)input)[i] |= 1;
}

static void fill_negative(struct rng *rng, void *input, int32_t n) {
    for (int32_t i = 0; i < n; i++)
        ((int32_t *)input)[i] = rng_between(rng, -2000000000, -1000);
}

static void fill_large(struct rng *rng, void *input, int32_t n) {
    for (int32_t i = 0; i < n; i++)
        ((int32_t *)input)[i] = rng_between(rng, 1000, 2000000000);
}

static void fill_zero(struct rng *rng, void *input, int32_t n) {
    (void)rng;
    for (int32_t i = 0; i < n; i++)
        ((int32_t *)input)[i] = 0;
}

static void fill_one_zero(struct rng *rng, void *input, int32_t n) {
    fill_large(rng, input, n);
    if (n > 0)
        ((int32_t *)input)[rng_between(rng, n / 2, n - 1)] = 0;
}

static const struct spec_case one_block[] = {
    {.n = 0, .fill = inputs_int_random, .data = "+, no elements"},
    {.n = 1, .fill = inputs_int_random, .data = "+, random"},
    {.n = 2, .fill = inputs_int_random, .data = "+, random"},
    {.n = 31, .fill = inputs_int_random, .data = "+, random"},
    {.n = 32, .fill = inputs_int_random, .data = "+, random"},
    {.n = 33, .fill = inputs_int_random, .data = "+, random"},
    {.n = 150, .spread = 80, .fill = inputs_int_random, .data = "+, random"},
    {.n = 256, .fill = inputs_int_random, .data = "+, random"},
};

static const struct spec_case any_size[] = {
    {.n = 1023, .fill = inputs_int_random, .data = "+, random"},
    {.n = 1024, .fill = inputs_int_random, .data = "+, random"},
    {.n = 1025, .fill = inputs_int_random, .data = "+, random"},
    {.n = 4099, .fill = inputs_int_random, .data = "+, random"},
    {.n = 20000, .spread = 5000, .fill = inputs_int_random, .data = "+, random"},
    {.n = 65537, .fill = inputs_int_random, .data = "+, random"},
    {.n = 980000, .spread = 60000, .fill = inputs_int_random, .data = "+, random", .measured = true},
    {.n = 1100000,
     .spread = 40000,
     .fill = inputs_int_random,
     .data = "+, random"}, // 1024 blocks of 1024 are not enough
    {.n = 1 << 24, .fill = inputs_int_random, .data = "+, random", .backends = BACKEND_GPU},
};

// Every operator on nothing, on one element, and on inputs on which it differs from similar operators.
static const struct spec_case every_operator[] = {
    {.n = 0, .option = REDUCE_PROD, .fill = fill_odd, .data = "*, no elements"},
    {.n = 0, .option = REDUCE_MIN, .fill = fill_odd, .data = "min, no elements"},
    {.n = 0, .option = REDUCE_MAX, .fill = fill_odd, .data = "max, no elements"},
    {.n = 0, .option = REDUCE_AND, .fill = fill_odd, .data = "&&, no elements"},
    {.n = 0, .option = REDUCE_OR, .fill = fill_odd, .data = "||, no elements"},
    {.n = 1, .option = REDUCE_MAX, .fill = fill_negative, .data = "max, negative"},
    {.n = 1, .option = REDUCE_AND, .fill = fill_odd, .data = "&&, odd"},
    {.n = 1, .option = REDUCE_OR, .fill = fill_large, .data = "||, no zero"},
    {.n = 700, .spread = 180, .option = REDUCE_PROD, .fill = fill_odd, .data = "*, odd"},
    {.n = 9000, .spread = 800, .option = REDUCE_PROD, .fill = fill_odd, .data = "*, odd"},
    {.n = 4000, .spread = 900, .option = REDUCE_PROD, .fill = inputs_int_minus_one, .data = "*, all -1"},
    {.n = 5000, .spread = 900, .option = REDUCE_MIN, .fill = fill_large, .data = "min, all positive"},
    {.n = 6000, .spread = 900, .option = REDUCE_MIN, .fill = inputs_int_random, .data = "min, random"},
    {.n = 700, .spread = 180, .option = REDUCE_MIN, .fill = inputs_int_max, .data = "min, all INT_MAX"},
    {.n = 5000, .spread = 900, .option = REDUCE_MAX, .fill = fill_negative, .data = "max, all negative"},
    {.n = 6000, .spread = 900, .option = REDUCE_MAX, .fill = inputs_int_random, .data = "max, random"},
    {.n = 3000, .spread = 900, .option = REDUCE_MAX, .fill = inputs_int_min, .data = "max, all INT_MIN"},
    {.n = 5000, .spread = 900, .option = REDUCE_AND, .fill = fill_large, .data = "&&, no zero"},
    {.n = 7000, .spread = 900, .option = REDUCE_AND, .fill = fill_one_zero, .data = "&&, one zero"},
    {.n = 3000, .spread = 900, .option = REDUCE_AND, .fill = fill_zero, .data = "&&, all zero"},
    {.n = 5000, .spread = 900, .option = REDUCE_OR, .fill = fill_zero, .data = "||, all zero"},
    {.n = 7000,
     .spread = 900,
     .option = REDUCE_OR,
     .fill = inputs_int_last_only,
     .data = "||, zeros but for the last element"},
    {.n = 3000, .spread = 900, .option = REDUCE_OR, .fill = inputs_int_random, .data = "||, random"},
    {.n = 9000, .spread = 800, .fill = inputs_int_minus_one, .data = "+, all -1"},
    {.n = 5000, .spread = 700, .fill = inputs_int_max, .data = "+, all INT_MAX"},
    {.n = 1025, .fill = inputs_int_small, .data = "+, -100 to 100, a size seen before"},
};

static const struct spec_group reduce_groups[] = {
    {"one block, n up to 256", 5, one_block, SPEC_COUNT(one_block), .input_untouched = false},
    {"many blocks, any n", 8, any_size, SPEC_COUNT(any_size), .input_untouched = false},
    {"every operator, input untouched", 12, every_operator, SPEC_COUNT(every_operator),
     .input_untouched = true},
};

static const struct spec_case powers[] = {
    {.n = 0, .fill = inputs_int_random, .data = "no elements"},
    {.n = 1, .fill = inputs_int_small, .data = "-100 to 100"},
    {.n = 33, .fill = inputs_int_small, .data = "-100 to 100"},
    {.n = 700, .spread = 180, .fill = inputs_int_small, .data = "-100 to 100"},
    {.n = 1025, .fill = inputs_int_random, .data = "random"},
    {.n = 1025, .fill = inputs_int_small, .data = "-100 to 100, a size seen before"},
    {.n = 5000, .spread = 900, .fill = inputs_int_minus_one, .data = "all -1"},
    {.n = 4000, .spread = 900, .fill = inputs_int_max, .data = "all INT_MAX"},
    {.n = 400000, .spread = 20000, .fill = inputs_int_random, .data = "random", .measured = true},
    {.n = 1 << 24, .fill = inputs_int_random, .data = "random", .backends = BACKEND_GPU},
};

static const struct spec_group power_groups[] = {
    {"any n, input untouched", 5, powers, SPEC_COUNT(powers), .input_untouched = true},
};

static double steps(const struct counters *counters, int32_t n) {
    (void)n;
    return counters->steps;
}

// A pass over blocks of B takes log2 B steps, one to bring the values and one to carry the result out: 24 for
// two passes of 1024, 30 for three of 256. Threads that add serially take two. Bringing is an
// operation an element, the tree another: work is 2n, and a little for blocks that are not full.
static const struct spec_bound bounds[] = {
    {.name = "global bytes moved, over the input's",
     .value = counters_global_bytes_per_int,
     .at_least = 0.9,
     .at_most = INFINITY,
     .too_low = "the kernels do not read the whole input: the work must be done on the device",
     .too_high = ""},
    {.name = "steps, all launches together",
     .value = steps,
     .at_least = 6,
     .at_most = 64,
     .too_low = "there is no tree: which threads combine values that other threads have stored?",
     .too_high = "a tree over a block of B takes log2 B steps: how many threads work in the first one?"},
    {.name = "work (operations or stores), over n",
     .value = counters_work_per_element,
     .at_least = -INFINITY,
     .at_most = 2.25,
     .too_low = "",
     .too_high = "in each step half as many threads have something to do as in the one before: do the others "
                 "combine as well?"},
};

static const char *const hints[] = {
    "For 8 elements and 8 threads, which pairs does stride 4 combine, which stride 2? What must be true of "
    "tree[4] before thread 0 reads it, and how does thread 0 know? "
    "And if there is no element 5, what may stand there so that the result is not changed?",
    "A thread without an element brings the operator's identity: 0 for + and ||, 1 for * and &&, the largest "
    "int for min, the smallest for max. Start from it and combine the elements into it, also if there is "
    "only one: then && and || give 0 or 1 whatever comes.",
    "Launch at most 1024 blocks of 1024, each thread going on by gridDim.x * blockDim.x until n is reached; "
    "the blocks' values go to d_scratch, and a second launch of one block combines them into d_out. Give "
    "each block blockDim.x ints of scratch for its tree: d_in is not yours to change.",
    "With offset 1 thread 0 adds its neighbour 1, thread 2 adds 3. Which bits of a thread's number tell "
    "whether it adds in the step with offset 2? And in that with offset 4? What does the second launch add?",
    "The mask has one more bit each step: 1, 11, 111. A thread adds what lies `offset` further while "
    "(t & mask) == 0. All threads reach the barrier, whether they add or not.",
    "Square while bringing the elements, nowhere else: the second launch adds sums, so it is the plain + of "
    "reduce_global. clock64() at the start and the end of thread 0 gives the block's span.",
    "What is different from the squares but one multiplication?",
    "A kernel may take the power as a parameter, or be a template over it. Either way squares and cubes "
    "share all the rest, tree and launches.",
    "x * x * x wraps like any product: keep x, and the sum, in unsigned int. The second launch must not make "
    "cubes of the blocks' sums.",
};

#define BANDWIDTH                                                                                            \
    {                                                                                                        \
        .bytes_per_element = 4, .n = 1 << 26, .option = REDUCE_SUM, .warmups = 3, .repetitions = 21,         \
        .fill = inputs_int_random                                                                            \
    }

#define POINTS_OF_POWERS                                                                                     \
    {                                                                                                        \
        [CHECK_MEMORY] = 1, [CHECK_INIT] = 1, [CHECK_RACES] = 1, [CHECK_SYNC] = 1, [CHECK_TECHNIQUE] = 4,    \
        [CHECK_BANDWIDTH] = 4                                                                                \
    }

static const struct spec_task tasks[] = {
    {.name = "reduce_global",
     .parameters = SPEC_REDUCE_OPTION,
     .points = {[CHECK_MEMORY] = 4,
                [CHECK_INIT] = 2,
                [CHECK_RACES] = 3,
                [CHECK_SYNC] = 2,
                [CHECK_API] = 1,
                [CHECK_TECHNIQUE] = 12,
                [CHECK_BANDWIDTH] = 12},
     .groups = reduce_groups,
     .group_count = SPEC_COUNT(reduce_groups),
     .option_names = reduce_operators,
     .reference = reference_reduce,
     .pieces = PIECES_ADD,
     .diagnose = wrong_reduce,
     .bounds = bounds,
     .bound_count = SPEC_COUNT(bounds),
     .bandwidth = BANDWIDTH},
    {.name = "reduce_squares",
     .parameters = SPEC_REDUCE(1),
     .points = POINTS_OF_POWERS,
     .groups = power_groups,
     .group_count = SPEC_COUNT(power_groups),
     .reference = reference_squares,
     .pieces = PIECES_ADD,
     .diagnose = wrong_squares,
     .bounds = bounds,
     .bound_count = SPEC_COUNT(bounds),
     .bandwidth = BANDWIDTH},
    {.name = "reduce_cubes",
     .parameters = SPEC_REDUCE(1),
     .points = POINTS_OF_POWERS,
     .groups = power_groups,
     .group_count = SPEC_COUNT(power_groups),
     .reference = reference_cubes,
     .pieces = PIECES_ADD,
     .diagnose = wrong_cubes,
     .bounds = bounds,
     .bound_count = SPEC_COUNT(bounds),
     .bandwidth = BANDWIDTH},
};

static const struct spec spec_lab2 = {
    .name = "lab2",
    .title = "Tree reduction",
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

SPEC_REGISTER(lab2);
