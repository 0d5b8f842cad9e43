// Lab 13, a stencil with a halo: its task, inputs, checks, thresholds, points and hints.
#include <math.h>
#include <stdlib.h>

#include "lab/diagnose.h"
#include "lab/float_sum.h"
#include "lab/spec.h"
#include "speed.h"
#include "wrong_stencil.h"

#define SMALL .fill = inputs_float_small, .data = "whole numbers from -8 to 8"
#define RANDOM .fill = inputs_float_random, .data = "random from -1 to 1"

// The first case of a group is the one that a report names first: large enough to show the kind of mistake.
static const struct spec_case one_tile[] = {
    {.rows = 8, .cols = 32, SMALL},
    {.rows = 0, .cols = 5, .fill = inputs_float_small, .data = "no rows"},
    {.rows = 5, .cols = 0, .fill = inputs_float_small, .data = "no columns"},
    {.rows = 1, .cols = 1, .fill = inputs_float_small, .data = "one element"},
    {.rows = 1, .cols = 32, SMALL},
    {.rows = 8, .cols = 1, SMALL},
    {.rows = 2, .cols = 3, SMALL},
    {.rows = 7, .cols = 9, RANDOM},
};

static const struct spec_case any_shape[] = {
    {.rows = 70, .cols = 85, .spread = 9, SMALL},
    {.rows = 64, .cols = 96, SMALL},
    {.rows = 9, .cols = 33, SMALL},
    {.rows = 33, .cols = 130, .spread = 20, SMALL},
    {.rows = 130, .cols = 33, .spread = 20, SMALL},
    {.rows = 8, .cols = 33, RANDOM},
    {.rows = 1, .cols = 300, RANDOM},
    {.rows = 300, .cols = 1, RANDOM},
    {.rows = 2, .cols = 65, SMALL},
    {.rows = 200, .cols = 320, .spread = 9, RANDOM, .measured = true},
    {.rows = 1500, .cols = 1100, .spread = 90, RANDOM, .backends = BACKEND_GPU},
};

static const struct spec_case difficult[] = {
    {.rows = 60, .cols = 75, .spread = 9, RANDOM},
    {.rows = 45,
     .cols = 51,
     .spread = 9,
     .fill = inputs_float_last_only,
     .data = "zeros, but for the last element"},
    {.rows = 64, .cols = 96, .fill = inputs_float_random, .data = "a shape seen before"},
};

static const struct spec_group groups[] = {
    {"one tile, up to 8 rows of 32", 10, one_tile, SPEC_COUNT(one_tile), .input_untouched = false},
    {"many tiles, any shape", 15, any_shape, SPEC_COUNT(any_shape), .input_untouched = false},
    {"difficult data, inputs untouched", 10, difficult, SPEC_COUNT(difficult), .input_untouched = true},
};

static int32_t nearest(int32_t i, int32_t count) { return i < 0 ? 0 : i < count ? i : count - 1; }

// A row as the stencil sees it, with what stands for its neighbours on both sides.
static void widen(double *to, const float *row, int32_t cols) {
    for (int32_t c = 0; c < cols + 2 * RADIUS; c++)
        to[c] = (double)row[nearest(c - RADIUS, cols)];
}

// Products of one weight with a row, and their sizes, added to those of a row of the output.
VECTOR_CLONES
static void add_row(double *restrict sums, double *restrict sizes, const double *restrict row, double weight,
                    int32_t cols) {
    for (int32_t c = 0; c < cols; c++) {
        const double product = weight * row[c];
        sums[c] += product;
        sizes[c] += product < 0 ? -product : product;
    }
}

// A double holds the products, and rounds far less than a float does. The rows that the stencil sees are kept
// in a ring, so that each is widened once.
static void solve(const struct problem *p) {
    const float *in = p->in[0], *weights = p->in[1];
    const int32_t rows = p->shape.rows, cols = p->shape.cols;
    const size_t wide = (size_t)cols + 2 * RADIUS;
    const int lowest = float_lowest_bit(in, (size_t)rows * (size_t)cols) + float_lowest_bit(weights, WEIGHTS);
    double *ring = calloc((SIDE + 2) * wide, sizeof *ring), *sums = ring + SIDE * wide, *sizes = sums + wide;
    if (!ring || rows == 0 || cols == 0) {
        free(ring);
        return;
    }
    for (int32_t seen = -RADIUS, r = -2 * RADIUS; r < rows; seen++, r++) {
        // The row that is seen last, from the one above the first on.
        widen(ring + (size_t)(seen + RADIUS) % SIDE * wide, in + (size_t)nearest(seen, rows) * (size_t)cols,
              cols);
        for (int32_t c = 0; r >= 0 && c < cols; c++)
            sums[c] = sizes[c] = 0;
        for (int32_t w = 0; r >= 0 && w < WEIGHTS; w++)
            add_row(sums, sizes, ring + (size_t)(r + w / SIDE) % SIDE * wide + w % SIDE, (double)weights[w],
                    cols);
        for (int32_t c = 0; r >= 0 && c < cols; c++) {
            const size_t i = (size_t)r * (size_t)cols + (size_t)c;
            ((float *)p->out[0])[i] = (float)sums[c];
            p->bound[0][i] = float_bound(sums[c], sizes[c], lowest, ELEMENT_FLOAT, WEIGHTS);
        }
    }
    free(ring);
}

static bool explain(const struct problem *p, const void *const *actual, char *message, size_t size) {
    const struct float_matrix m = {p->out[0], actual[0], p->bound[0], p->shape.rows, p->shape.cols};
    return wrong_stencil(p->in[0], p->in[1], &m, message, size) || diagnose_matrix(&m, message, size);
}

static double bytes_per_element(const struct counters *counters, int32_t n) {
    return 32 * (counters->transactions[GLOBAL_LOAD] + counters->transactions[GLOBAL_STORE]) / (double)n;
}

static double asked_over_moved(const struct counters *counters, int32_t n) {
    (void)n;
    return counters->transactions[GLOBAL_LOAD] > 0
               ? counters->bytes[GLOBAL_LOAD] / (32 * counters->transactions[GLOBAL_LOAD])
               : 0;
}

// Of 8 bytes that must move, a tile of 8 rows of 32 moves 14, one of 16 x 16 15, one of 8 x 8 23. Without a
// tile it is 122. Registers save as much: a thread that goes down 32 rows moves 31, one that makes two
// elements 78. Neighbours outside of a tile of 16 x 32 that come by plain loads make it 39, and so do weights
// that do not come through constant memory. Those are what the second bound is about: 25 loads of one word by
// all lanes make it 3.0. It is at most 0.9 where lanes load neighbouring words.
static const struct spec_bound bounds[] = {
    {.name = "bytes of global memory moved, per element",
     .value = bytes_per_element,
     .at_least = 7,
     .at_most = 90,
     .too_low = "the kernels do not read the whole input and write the whole output: the work must be done "
                "on the device",
     .too_high = "the same elements come from global memory again and again: a block can bring its tile and "
                 "the halo around it into shared memory, and use every value up to 25 times"},
    {.name = "bytes that lanes load from global memory, per byte moved",
     .value = asked_over_moved,
     .at_least = -INFINITY,
     .at_most = 1.4,
     .too_low = "",
     .too_high = "all lanes of a warp fetch the same words from global memory, and each of them again: the "
                 "weights are the same for all threads, which is what constant memory is for",
     .points = 6,
     .zero_at = 3},
};

static const char *const hints[] = {
    "A tile of 2 rows and 4 columns, and 5 x 5 weights: how many elements does its block need in all, and "
    "how many of them are needed by one of its threads alone?",
    "Tile and halo are one array in shared memory, 4 rows and 4 columns larger than the tile. It has more "
    "elements than the block has threads, so each brings one, and goes on by the block's size until all are "
    "there. Where a row or a column does not exist, it brings the nearest one. Then all wait.",
    "The corner of the halo is at row blockIdx.y * TILE_ROWS - 2: an int, for it may be -2. tile[r][c] is "
    "in[nearest(first_row + r, rows) * cols + nearest(first_col + c, cols)], and the thread's own element "
    "stands at tile[threadIdx.y + 2][threadIdx.x + 2]. Weights go from device memory to constant memory: "
    "cudaMemcpyToSymbol with cudaMemcpyDeviceToDevice.",
};

static const struct spec_task tasks[] = {{
    .name = "stencil_tiled",
    .parameters = {SPEC_IN(FLOAT, .rows_cols = 1), SPEC_IN(FLOAT, .fixed = WEIGHTS),
                   SPEC_OUT(FLOAT, .rows_cols = 1), SPEC_SCALAR(INT32, ROWS), SPEC_SCALAR(INT32, COLS)},
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
    .bandwidth = {.bytes_per_element = 8,
                  .n = 8192 * 8192,
                  .modelled_n = 1 << 23,
                  .rows = 8192,
                  .cols = 8192,
                  .warmups = 1,
                  .repetitions = 5,
                  .fill = inputs_float_random},
}};

static const struct spec spec_lab13 = {
    .name = "lab13",
    .title = "A stencil with a halo",
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

SPEC_REGISTER(lab13);
