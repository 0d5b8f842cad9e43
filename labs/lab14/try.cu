// Runs your spmv_csr once on a matrix of N entries, for the tools that look at a program: build/try N. How to
// build it, for a GPU or for the CPU engine, is in README.md.
#include "lab14.h"
#include "warplab.h"
#include <stdlib.h>

// The matrix: rows by turns of 0, 1, 2, ..., 15 entries, and at last one with what is left, about a half.
struct matrix {
    int rows, cols, entries;
    int *offsets, *columns;
    float *values, *x, *y;
};

static float x_of(int col) { return (float)(col % 5 + 1); }
static float value_of(int i) { return (float)(i % 7 - 3); }

static bool make(struct matrix *m, int entries) {
    m->entries = entries;
    m->rows = entries / 16 + 2;
    m->cols = entries / 16 + 1;
    m->offsets = (int *)malloc((m->rows + 1) * sizeof(int));
    m->columns = (int *)malloc((entries + 1) * sizeof(int));
    m->values = (float *)malloc((entries + 1) * sizeof(float));
    m->x = (float *)malloc(m->cols * sizeof(float));
    m->y = (float *)malloc(m->rows * sizeof(float));
    if (!m->offsets || !m->columns || !m->values || !m->x || !m->y)
        return false;
    m->offsets[0] = 0;
    for (int row = 0; row + 1 < m->rows; row++)
        m->offsets[row + 1] = m->offsets[row] + row % 16;
    m->offsets[m->rows] = entries;
    for (int i = 0; i < entries; i++) {
        m->columns[i] = (int)(i * 7919L % m->cols);
        m->values[i] = value_of(i);
    }
    for (int col = 0; col < m->cols; col++)
        m->x[col] = x_of(col);
    return true;
}

// Small whole numbers: no order of additions rounds, up to 2^24.
static int first_wrong(const struct matrix *m) {
    for (int row = 0; row < m->rows; row++) {
        double sum = 0, size = 0;
        for (int i = m->offsets[row]; i < m->offsets[row + 1]; i++) {
            const double product = (double)m->values[i] * m->x[m->columns[i]];
            sum += product;
            size += product < 0 ? -product : product;
        }
        const double off = m->y[row] - sum;
        if (!(off <= 1e-4 * size && -off <= 1e-4 * size))
            return row;
    }
    return -1;
}

static void *on_device(const void *from, size_t bytes) {
    void *to;
    CUDA_CHECK(cudaMalloc(&to, bytes + 4));
    if (from)
        CUDA_CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
    return to;
}

static void run_on_device(struct matrix *m) {
    const size_t scratch = 4UL * ((size_t)m->entries + m->rows + 4096);
    int *d_offsets = (int *)on_device(m->offsets, (m->rows + 1) * sizeof(int));
    int *d_columns = (int *)on_device(m->columns, m->entries * sizeof(int));
    float *d_values = (float *)on_device(m->values, m->entries * sizeof(float));
    float *d_x = (float *)on_device(m->x, m->cols * sizeof(float));
    float *d_y = (float *)on_device(NULL, m->rows * sizeof(float));
    int *d_rows = (int *)on_device(NULL, scratch);
    float *d_sums = (float *)on_device(NULL, scratch);

    spmv_csr(d_offsets, d_columns, d_values, d_x, d_y, d_rows, d_sums, m->rows, m->cols, m->entries);
    CUDA_CHECK(cudaDeviceSynchronize());

    CUDA_CHECK(cudaMemcpy(m->y, d_y, m->rows * sizeof(float), cudaMemcpyDeviceToHost));
    void *const all[] = {d_offsets, d_columns, d_values, d_x, d_y, d_rows, d_sums};
    for (int i = 0; i < 7; i++)
        CUDA_CHECK(cudaFree(all[i]));
}

int main(int argc, char **argv) {
    const int entries = argc > 1 ? atoi(argv[1]) : 1 << 20;
    struct matrix m;
    if (entries < 0 || !make(&m, entries)) {
        fprintf(stderr, "usage: %s N   (entries of the matrix, 0 or more)\n", argv[0]);
        return EXIT_FAILURE;
    }
    run_on_device(&m);
    const int wrong = first_wrong(&m);
    if (wrong < 0)
        printf("%d rows with %d entries, multiplied: right\n", m.rows, m.entries);
    else
        printf("%d rows with %d entries, multiplied: wrong from row %d on\n", m.rows, m.entries, wrong);
    free(m.offsets);
    free(m.columns);
    free(m.values);
    free(m.x);
    free(m.y);
    return wrong < 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
