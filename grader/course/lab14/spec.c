// Lab 14, sparse matrix times vector by a segmented scan: its task, inputs, checks, thresholds, points and
// hints.
#include <math.h>

#include "lab/diagnose.h"
#include "lab/float_sum.h"
#include "lab/spec.h"
#include "speed.h"

// The first case of a group is the one that a report names first: large enough to show the kind of mistake.
static const struct spec_case one_block[] = {
    {.n = 100,
     .rows = 20,
     .cols = 30,
     .fill = inputs_float_small,
     .divide = inputs_parts_even,
     .data = "rows of 5 entries"},
    {.n = 0, .rows = 0, .cols = 0, .fill = inputs_float_small, .data = "no rows"},
    {.n = 0, .rows = 7, .cols = 5, .fill = inputs_float_small, .data = "no entries"},
    {.n = 1, .rows = 1, .cols = 1, .fill = inputs_float_small, .data = "one entry"},
    {.n = 31,
     .rows = 1,
     .cols = 9,
     .fill = inputs_float_small,
     .divide = inputs_parts_even,
     .data = "one row"},
    {.n = 60,
     .rows = 40,
     .cols = 50,
     .fill = inputs_float_small,
     .divide = inputs_parts_gaps,
     .data = "empty rows first, in the middle and last"},
    {.n = 64,
     .rows = 64,
     .cols = 64,
     .fill = inputs_float_random,
     .divide = inputs_parts_even,
     .data = "rows of 1 entry"},
    {.n = 128,
     .rows = 33,
     .cols = 17,
     .fill = inputs_float_random,
     .divide = inputs_parts_random,
     .data = "rows by chance"},
};

static const struct spec_case many_blocks[] = {
    {.n = 3001,
     .rows = 400,
     .cols = 300,
     .spread = 9,
     .fill = inputs_float_small,
     .divide = inputs_parts_random,
     .data = "rows by chance"},
    {.n = 257,
     .rows = 30,
     .cols = 40,
     .fill = inputs_float_small,
     .divide = inputs_parts_even,
     .data = "rows of 8 or 9 entries"},
    {.n = 4096,
     .rows = 16,
     .cols = 100,
     .fill = inputs_float_small,
     .divide = inputs_parts_even,
     .data = "rows of 256 entries"},
    {.n = 5000,
     .rows = 5,
     .cols = 100,
     .fill = inputs_float_small,
     .divide = inputs_parts_even,
     .data = "rows of 1000 entries"},
    {.n = 2500,
     .rows = 3000,
     .cols = 700,
     .spread = 40,
     .fill = inputs_float_small,
     .divide = inputs_parts_random,
     .data = "many empty rows, by chance"},
    {.n = 6400,
     .rows = 800,
     .cols = 500,
     .spread = 40,
     .fill = inputs_float_random,
     .divide = inputs_parts_skewed,
     .data = "mostly short rows, some very long"},
    {.n = 90000,
     .rows = 2000,
     .cols = 2000,
     .spread = 99,
     .fill = inputs_float_random,
     .divide = inputs_parts_skewed,
     .data = "mostly short rows, some very long"},
    {.n = 200000,
     .rows = 25000,
     .cols = 5000,
     .spread = 300,
     .fill = inputs_float_small,
     .divide = inputs_parts_long,
     .data = "half of all entries in one row",
     .measured = true},
    {.n = 5000000,
     .rows = 150000,
     .cols = 100000,
     .spread = 5000,
     .fill = inputs_float_random,
     .divide = inputs_parts_skewed,
     .data = "mostly short rows, some very long",
     .backends = BACKEND_GPU},
};

static const struct spec_case difficult[] = {
    {.n = 2000,
     .rows = 300,
     .cols = 200,
     .spread = 40,
     .fill = inputs_float_small,
     .divide = inputs_parts_gaps,
     .data = "empty rows first, in the middle and last"},
    {.n = 70001,
     .rows = 100,
     .cols = 900,
     .spread = 50,
     .fill = inputs_float_small,
     .divide = inputs_parts_one,
     .data = "all entries in one row"},
    {.n = 3000,
     .rows = 500,
     .cols = 400,
     .spread = 40,
     .fill = inputs_float_last_only,
     .divide = inputs_parts_even,
     .data = "zeros, but for the last element"},
    {.n = 2304,
     .rows = 9,
     .cols = 300,
     .fill = inputs_float_random,
     .divide = inputs_parts_even,
     .data = "rows of 256 entries"},
    {.n = 4000,
     .rows = 700,
     .cols = 900,
     .spread = 40,
     .fill = inputs_float_one_nan,
     .divide = inputs_parts_random,
     .data = "random, one number NaN"},
};

static const struct spec_group groups[] = {
    {"up to one block of entries", 10, one_block, SPEC_COUNT(one_block), .input_untouched = false},
    {"many blocks, rows of any length", 15, many_blocks, SPEC_COUNT(many_blocks), .input_untouched = false},
    {"difficult matrices, inputs untouched", 10, difficult, SPEC_COUNT(difficult), .input_untouched = true},
};

// A double holds the products, and rounds far less than a float does. Each of the honest sums goes through
// at most as many roundings as the row has entries.
static void solve(const struct problem *p) {
    const int32_t *offsets = p->in[0], *columns = p->in[1];
    const float *values = p->in[2], *x = p->in[3];
    float *y = p->out[0];
    const int lowest =
        float_lowest_bit(values, (size_t)p->shape.n) + float_lowest_bit(x, (size_t)p->shape.cols);
    for (int32_t r = 0; r < p->shape.rows; r++) {
        double sum = 0, size = 0;
        for (int32_t i = offsets[r]; i < offsets[r + 1]; i++) {
            const double product = (double)values[i] * (double)x[columns[i]];
            sum += product;
            size += fabs(product);
        }
        y[r] = (float)sum;
        p->bound[0][r] =
            float_bound(sum, size, lowest, ELEMENT_FLOAT, (uint64_t)(offsets[r + 1] - offsets[r]));
    }
}

static bool explain(const struct problem *p, const void *const *actual, char *message, size_t size) {
    const struct sparse_product product = {.offsets = p->in[0],
                                           .columns = p->in[1],
                                           .values = p->in[2],
                                           .x = p->in[3],
                                           .expected = p->out[0],
                                           .actual = actual[0],
                                           .bound = p->bound[0],
                                           .rows = p->shape.rows};
    return diagnose_sparse(&product, message, size);
}

static double atomics_per_entry(const struct counters *counters, int32_t n) {
    return counters->bytes[GLOBAL_ATOMIC] / (4.0 * n);
}

static double sectors_per_entry(const struct counters *counters, int32_t n) {
    return counters->transactions[GLOBAL_LOAD] / n;
}

// In the measured case half of all entries are in one row. The longest warp has 1.1 to 2.1 times the
// instructions of the mean one in segmented scans of 1 or 8 entries a thread, in a merge path and in
// CSR-stream; 43 times with a block for each row, 216 with a warp, 689 with a thread. One thread alone is
// balanced, but with 1 lane of a warp; honest ones have 7.5 and more. An atomic addition for each entry is 1,
// one for each end of a row in a warp or a thread 0.19 at most. Values, columns and x are at least 1.2
// sectors of global memory an entry.
static const struct spec_bound bounds[] = {
    {.name = "instructions of the longest warp, over the mean",
     .value = counters_imbalance,
     .at_least = -INFINITY,
     .at_most = 8,
     .too_low = "",
     .too_high = "one warp has many times the work of the others, because its row is long: give each thread "
                 "as many entries as any other, and put the rows together by a segmented scan"},
    {.name = "lanes active in an instruction",
     .value = counters_active_lanes,
     .at_least = 3,
     .at_most = INFINITY,
     .too_low = "nearly all lanes of the warps are idle: entries can be multiplied and added side by side",
     .too_high = ""},
    {.name = "atomic additions to global memory, per entry",
     .value = atomics_per_entry,
     .at_least = -INFINITY,
     .at_most = 0.5,
     .too_low = "",
     .too_high =
         "entries are added to d_y one by one, by atomic operations: add up what is of one row in the "
         "block first, and only its end has a sum to put out"},
    {.name = "sectors of global memory read, per entry",
     .value = sectors_per_entry,
     .at_least = 0.3,
     .at_most = INFINITY,
     .too_low = "the kernels do not read the matrix: the work must be done on the device",
     .too_high = ""},
};

static const char *const hints[] = {
    "Rows of 3, 0 and 5 entries, blocks of 4 threads, a thread for each entry: which row is each entry in, "
    "which thread has the sum of which row at the end, and which sum is in two blocks?",
    "Scan as in lab 6, with one question before each addition: is the place so far to the left of the same "
    "row? The last entry of each row in a block then has the row's sum. If the row goes on in the next "
    "block, "
    "the sum is the block's carry; the carries are entries of the next launch, and have their rows.",
    "Scan: if t >= distance and its_row[t - distance] == row, sum += sums[from][t - distance]; store it "
    "in "
    "sums[1 - from][t], wait. Put out: a row ends at t if t == last and it does not go on, or if "
    "its_row[t + 1] != row. Thread `last` stores row and sum in the carries, 0 if the row has ended.",
};

static const struct spec_task tasks[] = {{
    .name = "spmv_csr",
    .parameters = {SPEC_OFFSETS(N, .fixed = 1, .rows = 1), SPEC_INDICES(COLS, .n = 1), SPEC_IN(FLOAT, .n = 1),
                   SPEC_IN(FLOAT, .cols = 1), SPEC_OUT(FLOAT, .rows = 1),
                   SPEC_SCRATCH(INT32, .fixed = 4096, .n = 1, .rows = 1),
                   SPEC_SCRATCH(FLOAT, .fixed = 4096, .n = 1, .rows = 1), SPEC_SCALAR(INT32, ROWS),
                   SPEC_SCALAR(INT32, COLS), SPEC_SCALAR(INT32, N)},
    .points = {[CHECK_MEMORY] = 6,
               [CHECK_INIT] = 4,
               [CHECK_RACES] = 5,
               [CHECK_SYNC] = 3,
               [CHECK_API] = 2,
               [CHECK_TECHNIQUE] = 20,
               [CHECK_BANDWIDTH] = 20},
    .groups = groups,
    .group_count = SPEC_COUNT(groups),
    .solve = solve,
    .tolerance = TOLERANCE_BOUND,
    .explain = explain,
    .bounds = bounds,
    .bound_count = SPEC_COUNT(bounds),
    // Per entry its value and its column, and its share of offsets, y and x.
    .bandwidth = {.bytes_per_element = 8 + 8.0 / 32 + 4.0 / 512,
                  .n = 1 << 24,
                  .modelled_n = 1 << 23,
                  .rows = 1 << 19,
                  .cols = 1 << 15,
                  .warmups = 2,
                  .repetitions = 7,
                  .fill = inputs_float_random,
                  .divide = inputs_parts_skewed},
}};

static const struct spec spec_lab14 = {
    .name = "lab14",
    .title = "Sparse matrix times vector",
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
};

SPEC_REGISTER(lab14);
