// Lab 12, tiled matrix multiplication: its task, inputs, checks, thresholds, points and hints.
#include <math.h>
#include <stdlib.h>

#include "lab/diagnose.h"
#include "lab/float_sum.h"
#include "lab/spec.h"
#include "speed.h"

// The first case of a group is the one that a report names first: large enough to show the kind of mistake.
static const struct spec_case one_tile[] = {
    {.rows = 16, .cols = 16, .inner = 16, .fill = inputs_float_small, .data = "whole numbers from -8 to 8"},
    {.rows = 0, .cols = 5, .inner = 3, .fill = inputs_float_small, .data = "no rows"},
    {.rows = 5, .cols = 0, .inner = 3, .fill = inputs_float_small, .data = "no columns"},
    {.rows = 5, .cols = 3, .inner = 0, .fill = inputs_float_small, .data = "sums of nothing"},
    {.rows = 1, .cols = 1, .inner = 1, .fill = inputs_float_small, .data = "one element each"},
    {.rows = 1, .cols = 16, .inner = 7, .fill = inputs_float_small, .data = "whole numbers from -8 to 8"},
    {.rows = 16, .cols = 1, .inner = 9, .fill = inputs_float_random, .data = "random from -1 to 1"},
    {.rows = 7, .cols = 9, .inner = 5, .fill = inputs_float_random, .data = "random from -1 to 1"},
};

static const struct spec_case any_shape[] = {
    {.rows = 70,
     .cols = 45,
     .inner = 55,
     .spread = 9,
     .fill = inputs_float_small,
     .data = "whole numbers from -8 to 8"},
    {.rows = 64, .cols = 48, .inner = 32, .fill = inputs_float_small, .data = "whole numbers from -8 to 8"},
    {.rows = 17, .cols = 33, .inner = 65, .fill = inputs_float_small, .data = "whole numbers from -8 to 8"},
    {.rows = 25,
     .cols = 90,
     .inner = 20,
     .spread = 8,
     .fill = inputs_float_small,
     .data = "whole numbers from -8 to 8"},
    {.rows = 16, .cols = 16, .inner = 17, .fill = inputs_float_random, .data = "random from -1 to 1"},
    {.rows = 1, .cols = 300, .inner = 40, .fill = inputs_float_random, .data = "random from -1 to 1"},
    {.rows = 300, .cols = 1, .inner = 40, .fill = inputs_float_random, .data = "random from -1 to 1"},
    {.rows = 3, .cols = 5, .inner = 700, .fill = inputs_float_small, .data = "whole numbers from -8 to 8"},
    {.rows = 256,
     .cols = 128,
     .inner = 64,
     .spread = 9,
     .fill = inputs_float_random,
     .data = "random from -1 to 1",
     .measured = true},
    {.rows = 1000,
     .cols = 700,
     .inner = 300,
     .fill = inputs_float_random,
     .data = "random from -1 to 1",
     .backends = BACKEND_GPU},
};

static const struct spec_case difficult[] = {
    {.rows = 60,
     .cols = 50,
     .inner = 40,
     .spread = 9,
     .fill = inputs_float_random,
     .data = "random from -1 to 1"},
    {.rows = 45,
     .cols = 51,
     .inner = 33,
     .spread = 9,
     .fill = inputs_float_last_only,
     .data = "zeros, but for the last element"},
    {.rows = 64, .cols = 48, .inner = 32, .fill = inputs_float_random, .data = "a shape seen before"},
};

static const struct spec_group groups[] = {
    {"one tile, up to 16 rows and columns", 10, one_tile, SPEC_COUNT(one_tile), .input_untouched = false},
    {"many tiles, any shape", 15, any_shape, SPEC_COUNT(any_shape), .input_untouched = false},
    {"difficult data, inputs untouched", 10, difficult, SPEC_COUNT(difficult), .input_untouched = true},
};

// Products with a row of b, and their sizes, added to those of a row of c.
VECTOR_CLONES
static void add_row(double *restrict sums, double *restrict sizes, const float *restrict b, double a,
                    int32_t cols) {
    for (int32_t j = 0; j < cols; j++) {
        const double product = a * (double)b[j];
        sums[j] += product;
        sizes[j] += product < 0 ? -product : product;
    }
}

// A double holds the products, and rounds far less than a float does. Each of the honest sums goes through
// at most as many roundings as there are terms.
static void solve(const struct problem *p) {
    const float *a = p->in[0], *b = p->in[1];
    const size_t rows = (size_t)p->shape.rows, cols = (size_t)p->shape.cols, inner = (size_t)p->shape.inner;
    const int lowest = float_lowest_bit(a, rows * inner) + float_lowest_bit(b, inner * cols);
    double *sums = calloc(2 * cols + 1, sizeof *sums), *sizes = sums + cols;
    for (size_t r = 0; sums && r < rows; r++) {
        for (size_t j = 0; j < 2 * cols; j++)
            sums[j] = 0;
        for (size_t k = 0; k < inner; k++)
            add_row(sums, sizes, b + k * cols, (double)a[r * inner + k], p->shape.cols);
        for (size_t j = 0; j < cols; j++) {
            ((float *)p->out[0])[r * cols + j] = (float)sums[j];
            p->bound[0][r * cols + j] = float_bound(sums[j], sizes[j], lowest, ELEMENT_FLOAT, inner);
        }
    }
    free(sums);
}

static bool explain(const struct problem *p, const void *const *actual, char *message, size_t size) {
    const struct float_matrix m = {p->out[0], actual[0], p->bound[0], p->shape.rows, p->shape.cols};
    return diagnose_matrix(&m, message, size);
}

// The measured case: so many multiplications an element of the product has.
enum { MEASURED_INNER = 64 };

static double bytes_per_multiplication(const struct counters *counters, int32_t n) {
    return 32 * (counters->transactions[GLOBAL_LOAD] + counters->transactions[GLOBAL_STORE]) /
           ((double)n * MEASURED_INNER);
}

static bool uses_shared_memory(const struct counters *counters) {
    return counters->transactions[SHARED_LOAD] > 0;
}

// Tiles of 16 x 16 take 0.56 bytes per multiplication, those of 8 x 8 take 1.06, and a thread that reads its
// row and its column 5.1. To read and to write everything once would be 0.11. A tile that is read along its
// columns makes 16 wavefronts of a request of which one would do.
static const struct spec_bound bounds[] = {
    {.name = "bytes of global memory moved, per multiplication",
     .value = bytes_per_multiplication,
     .at_least = 0.1,
     .at_most = 1.5,
     .too_low = "the kernels do not read both matrices and write the product: the work must be done on the "
                "device",
     .too_high = "the same values come from global memory again and again: a block can bring a tile of each "
                 "matrix into shared memory, and use every value TILE times"},
    {.name = "wavefronts of shared memory, per request",
     .value = counters_wavefronts_per_request,
     .at_least = -INFINITY,
     .at_most = 1.5,
     .too_low = "",
     .too_high = "lanes of a warp meet in a bank: which index of the tile changes from lane to lane?",
     .applies = uses_shared_memory,
     .points = 8,
     .zero_at = 8},
};

static const char *const hints[] = {
    "Two matrices of 4 x 4, tiles of 2 x 2: which tiles of a and b does the block need that makes the upper "
    "right tile of c, and how often does it use each value of them?",
    "A thread is one element of c. In each round the block's threads bring one element of a and one of b "
    "into "
    "shared memory, wait, add TILE products, and wait again before the next tiles come. Beyond a matrix they "
    "bring 0; a thread beyond c takes part and stores nothing.",
    "Row and column are blockIdx.y * TILE + threadIdx.y and blockIdx.x * TILE + threadIdx.x. In the round "
    "that "
    "begins at `first` the thread brings a[row * inner + first + threadIdx.x] and b[(first + threadIdx.y) * "
    "cols "
    "+ col]; it adds as[threadIdx.y][k] * bs[k][threadIdx.x].",
};

static const struct spec_task tasks[] = {{
    .name = "matmul_tiled",
    .parameters = {SPEC_IN(FLOAT, .rows_inner = 1), SPEC_IN(FLOAT, .inner_cols = 1),
                   SPEC_OUT(FLOAT, .rows_cols = 1), SPEC_SCALAR(INT32, ROWS), SPEC_SCALAR(INT32, COLS),
                   SPEC_SCALAR(INT32, INNER)},
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
    // Per element of c: itself, and its share of a and b.
    .bandwidth = {.bytes_per_element = 4 + 4.0 * 256 / 512 + 4.0 * 256 / 2048,
                  .n = 2048 * 512,
                  .rows = 2048,
                  .cols = 512,
                  .inner = 256,
                  .warmups = 2,
                  .repetitions = 7,
                  .fill = inputs_float_random},
}};

static const struct spec spec_lab12 = {
    .name = "lab12",
    .title = "Tiled matrix multiplication",
    .build_points = 3,
    .symbols_points = 2,
    .tasks = tasks,
    .task_count = SPEC_COUNT(tasks),
    .speeds = speeds,
    .limits = {.case_s = 4,
               .case_s_per_element = 2e-4,
               .memory_bytes = 1024u << 20,
               .output_bytes = 1u << 20},
    .hints = hints,
    .hint_count = SPEC_COUNT(hints),
};

SPEC_REGISTER(lab12);
