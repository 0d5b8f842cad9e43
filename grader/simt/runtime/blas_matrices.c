// Functions of matrices: the second and third level of cublas_v2.h.
#include "blas.h"

#include <stdlib.h>

#include "engine/memory/heap.h"

/** Element of op(m), where op may transpose. */
static double element(const struct simt_matrix *m, cublasOperation_t operation, int64_t row, int64_t column) {
    return operation == CUBLAS_OP_N ? simt_blas_get(m, row, column) : simt_blas_get(m, column, row);
}

static struct simt_matrix stored(const char *name, const void *memory, enum simt_number type,
                                 cublasOperation_t operation, int rows, int columns, int ld) {
    const bool plain = operation == CUBLAS_OP_N;
    return (struct simt_matrix){.name = name,
                                .memory = (void *)(uintptr_t)memory,
                                .type = type,
                                .rows = plain ? rows : columns,
                                .columns = plain ? columns : rows,
                                .ld = ld};
}

/** A product C = alpha op(A) op(B) + beta C. */
struct product {
    struct simt_matrix a, b, c;
    cublasOperation_t of_a, of_b;
    int64_t m, n, k;
    double alpha, beta;
};

/** op(m) by rows, so that a product's inner loop goes over neighbours. */
static double *by_rows(const struct simt_matrix *m, cublasOperation_t operation, int64_t rows,
                       int64_t columns) {
    double *out = malloc((size_t)(rows * columns + 1) * sizeof *out);
    for (int64_t row = 0; out && row < rows; row++)
        for (int64_t column = 0; column < columns; column++)
            out[row * columns + column] = element(m, operation, row, column);
    return out;
}

static bool multiply(const struct product *p) {
    double *a = by_rows(&p->a, p->of_a, p->m, p->k), *b = by_rows(&p->b, p->of_b, p->k, p->n),
           *row = malloc((size_t)(p->n + 1) * sizeof *row);
    for (int64_t i = 0; a && b && row && i < p->m; i++) {
        for (int64_t j = 0; j < p->n; j++)
            row[j] = 0;
        for (int64_t l = 0; l < p->k; l++)
            for (int64_t j = 0; j < p->n; j++)
                row[j] += a[i * p->k + l] * b[l * p->n + j];
        for (int64_t j = 0; j < p->n; j++)
            simt_blas_put(&p->c, i, j,
                          p->alpha * row[j] + (p->beta != 0 ? p->beta * simt_blas_get(&p->c, i, j) : 0));
    }
    const bool done = a && b && row;
    free(a), free(b), free(row);
    return done;
}

/** Checks a product and makes it. A matrix with the factor zero need not be written. */
static cublasStatus_t run_product(struct simt_blas_call *call, const struct product *p) {
    if (p->m <= 0 || p->n <= 0) {
        if (p->m < 0 || p->n < 0 || p->k < 0)
            simt_blas_refuse(call, "m, n or k is negative");
        return call->status;
    }
    const bool reads = p->alpha != 0 && p->k > 0;
    if (reads) {
        simt_blas_check(call, &p->a, true);
        simt_blas_check(call, &p->b, true);
    }
    simt_blas_check(call, &p->c, p->beta != 0);
    if (call->status != CUBLAS_STATUS_SUCCESS)
        return call->status;
    const struct simt_matrix read[3] = {p->c, p->a, p->b};
    simt_blas_run(call, p->beta != 0 ? read : read + 1, (reads ? 2u : 0u) + (p->beta != 0), &p->c);
    struct product effective = *p;
    if (!reads)
        effective.k = 0;
    const bool done = multiply(&effective);
    simt_blas_end(&p->c);
    return done ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

/** The arguments of a product, or of several that lie a step apart. */
struct product_arguments {
    cublasOperation_t of_a, of_b;
    int m, n, k;
    const void *alpha, *a, *b, *beta;
    void *c;
    enum simt_number a_type, b_type, c_type, scale_type;
    int a_ld, b_ld, c_ld, count;
    long long a_step, b_step, c_step;
};

static const void *advance(const void *memory, long long step, int i, enum simt_number type) {
    const long long bytes = type == SIMT_NUMBER_DOUBLE ? 8 : type == SIMT_NUMBER_FLOAT ? 4 : 2;
    return (const char *)memory + step * i * bytes;
}

static cublasStatus_t multiply_all(struct simt_blas_call *call, const struct product_arguments *g) {
    const double alpha = simt_blas_scalar(call, "alpha", g->alpha, g->scale_type),
                 beta = simt_blas_scalar(call, "beta", g->beta, g->scale_type);
    for (int i = 0; i < g->count && call->status == CUBLAS_STATUS_SUCCESS; i++) {
        const struct product p = {.a = stored("matrix A", advance(g->a, g->a_step, i, g->a_type), g->a_type,
                                              g->of_a, g->m, g->k, g->a_ld),
                                  .b = stored("matrix B", advance(g->b, g->b_step, i, g->b_type), g->b_type,
                                              g->of_b, g->k, g->n, g->b_ld),
                                  .c = stored("matrix C", advance(g->c, g->c_step, i, g->c_type), g->c_type,
                                              CUBLAS_OP_N, g->m, g->n, g->c_ld),
                                  .of_a = g->of_a,
                                  .of_b = g->of_b,
                                  .m = g->m,
                                  .n = g->n,
                                  .k = g->k,
                                  .alpha = alpha,
                                  .beta = beta};
        call->status = run_product(call, &p);
    }
    return call->status;
}

static bool number_of(cudaDataType type, enum simt_number *out) {
    static const struct {
        cudaDataType type;
        enum simt_number number;
    } known[] = {{CUDA_R_32F, SIMT_NUMBER_FLOAT},
                 {CUDA_R_64F, SIMT_NUMBER_DOUBLE},
                 {CUDA_R_16F, SIMT_NUMBER_HALF},
                 {CUDA_R_16BF, SIMT_NUMBER_BFLOAT}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].type == type) {
            *out = known[i].number;
            return true;
        }
    return false;
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t of_a,
                                          cublasOperation_t of_b, int m, int n, int k, const void *alpha,
                                          const void *a, cudaDataType a_type, int a_ld, long long a_step,
                                          const void *b, cudaDataType b_type, int b_ld, long long b_step,
                                          const void *beta, void *c, cudaDataType c_type, int c_ld,
                                          long long c_step, int count, cublasComputeType_t compute,
                                          cublasGemmAlgo_t algo) {
    SIMT_BLAS_BEGIN(handle);
    (void)algo;
    struct product_arguments g = {of_a, of_b, m, n,    k,    alpha, a,     b,      beta,   c,     0,
                                  0,    0,    0, a_ld, b_ld, c_ld,  count, a_step, b_step, c_step};
    if (!number_of(a_type, &g.a_type) || !number_of(b_type, &g.b_type) || !number_of(c_type, &g.c_type))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    g.scale_type = compute == CUBLAS_COMPUTE_64F   ? SIMT_NUMBER_DOUBLE
                   : compute == CUBLAS_COMPUTE_16F ? SIMT_NUMBER_HALF
                                                   : SIMT_NUMBER_FLOAT;
    return multiply_all(&call, &g);
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m,
                            int n, int k, const void *alpha, const void *a, cudaDataType a_type, int a_ld,
                            const void *b, cudaDataType b_type, int b_ld, const void *beta, void *c,
                            cudaDataType c_type, int c_ld, cublasComputeType_t compute,
                            cublasGemmAlgo_t algo) {
    SIMT_BLAS_BEGIN(handle);
    (void)algo;
    struct product_arguments g = {of_a, of_b, m, n,    k,    alpha, a, b, beta, c, 0,
                                  0,    0,    0, a_ld, b_ld, c_ld,  1, 0, 0,    0};
    if (!number_of(a_type, &g.a_type) || !number_of(b_type, &g.b_type) || !number_of(c_type, &g.c_type))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    g.scale_type = compute == CUBLAS_COMPUTE_64F   ? SIMT_NUMBER_DOUBLE
                   : compute == CUBLAS_COMPUTE_16F ? SIMT_NUMBER_HALF
                                                   : SIMT_NUMBER_FLOAT;
    return multiply_all(&call, &g);
}

cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m,
                           int n, int k, const struct __half *alpha, const struct __half *a, int a_ld,
                           const struct __half *b, int b_ld, const struct __half *beta, struct __half *c,
                           int c_ld) {
    SIMT_BLAS_BEGIN(handle);
    const enum simt_number h = SIMT_NUMBER_HALF;
    const struct product_arguments g = {of_a, of_b, m, n,    k,    alpha, a, b, beta, c, h,
                                        h,    h,    h, a_ld, b_ld, c_ld,  1, 0, 0,    0};
    return multiply_all(&call, &g);
}

static cublasStatus_t multiply_vector(struct simt_blas_call *call, cublasOperation_t operation,
                                      const struct simt_matrix *a, const struct simt_matrix *x,
                                      const struct simt_matrix *y, double alpha, double beta) {
    simt_blas_check(call, a, true);
    simt_blas_check(call, x, true);
    simt_blas_check(call, y, beta != 0);
    if (call->status != CUBLAS_STATUS_SUCCESS)
        return call->status;
    const struct simt_matrix read[3] = {*y, *a, *x};
    simt_blas_run(call, beta != 0 ? read : read + 1, beta != 0 ? 3 : 2, y);
    for (int64_t i = 0; i < y->columns; i++) {
        double sum = 0;
        for (int64_t j = 0; j < x->columns; j++)
            sum += element(a, operation, i, j) * simt_blas_get(x, 0, j);
        simt_blas_put(y, 0, i, alpha * sum + (beta != 0 ? beta * simt_blas_get(y, 0, i) : 0));
    }
    simt_blas_end(y);
    return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t add_product(struct simt_blas_call *call, const struct simt_matrix *a,
                                  const struct simt_matrix *x, const struct simt_matrix *y, double alpha) {
    simt_blas_check(call, x, true);
    simt_blas_check(call, y, true);
    simt_blas_check(call, a, true);
    if (call->status != CUBLAS_STATUS_SUCCESS)
        return call->status;
    const struct simt_matrix read[3] = {*a, *x, *y};
    simt_blas_run(call, read, 3, a);
    for (int64_t j = 0; j < a->columns; j++)
        for (int64_t i = 0; i < a->rows; i++)
            simt_blas_put(a, i, j,
                          simt_blas_get(a, i, j) + alpha * simt_blas_get(x, 0, i) * simt_blas_get(y, 0, j));
    simt_blas_end(a);
    return CUBLAS_STATUS_SUCCESS;
}

/** C = alpha op(A) + beta op(B); a matrix with the factor zero is not read. */
static cublasStatus_t add_matrices(struct simt_blas_call *call, const struct product *p) {
    if (p->alpha != 0)
        simt_blas_check(call, &p->a, true);
    if (p->beta != 0)
        simt_blas_check(call, &p->b, true);
    simt_blas_check(call, &p->c, false);
    if (call->status != CUBLAS_STATUS_SUCCESS)
        return call->status;
    const struct simt_matrix read[2] = {p->alpha != 0 ? p->a : p->b, p->beta != 0 ? p->b : p->a};
    simt_blas_run(call, read, p->alpha != 0 && p->beta != 0 ? 2 : p->alpha != 0 || p->beta != 0, &p->c);
    for (int64_t j = 0; j < p->n; j++)
        for (int64_t i = 0; i < p->m; i++)
            simt_blas_put(&p->c, i, j,
                          (p->alpha != 0 ? p->alpha * element(&p->a, p->of_a, i, j) : 0) +
                              (p->beta != 0 ? p->beta * element(&p->b, p->of_b, i, j) : 0));
    simt_blas_end(&p->c);
    return CUBLAS_STATUS_SUCCESS;
}

/** The functions of one type: its letter in large and small, C's name and ours. */
#define BLAS(letter, type, number)                                                                           \
    cublasStatus_t cublas##letter##gemv(cublasHandle_t handle, cublasOperation_t operation, int m, int n,    \
                                        const type *alpha, const type *a, int a_ld, const type *x,           \
                                        int x_step, const type *beta, type *y, int y_step) {                 \
        SIMT_BLAS_BEGIN(handle);                                                                             \
        const bool plain = operation == CUBLAS_OP_N;                                                         \
        const struct simt_matrix matrix = stored("matrix A", a, number, CUBLAS_OP_N, m, n, a_ld),            \
                                 from = simt_blas_vector("vector x", x, number, plain ? n : m, x_step),      \
                                 to = simt_blas_vector("vector y", y, number, plain ? m : n, y_step);        \
        const double factor = simt_blas_scalar(&call, "alpha", alpha, number),                               \
                     kept = simt_blas_scalar(&call, "beta", beta, number);                                   \
        return multiply_vector(&call, operation, &matrix, &from, &to, factor, kept);                         \
    }                                                                                                        \
    cublasStatus_t cublas##letter##ger(cublasHandle_t handle, int m, int n, const type *alpha,               \
                                       const type *x, int x_step, const type *y, int y_step, type *a,        \
                                       int a_ld) {                                                           \
        SIMT_BLAS_BEGIN(handle);                                                                             \
        const struct simt_matrix matrix = stored("matrix A", a, number, CUBLAS_OP_N, m, n, a_ld),            \
                                 first = simt_blas_vector("vector x", x, number, m, x_step),                 \
                                 second = simt_blas_vector("vector y", y, number, n, y_step);                \
        return add_product(&call, &matrix, &first, &second,                                                  \
                           simt_blas_scalar(&call, "alpha", alpha, number));                                 \
    }                                                                                                        \
    cublasStatus_t cublas##letter##gemm(cublasHandle_t handle, cublasOperation_t of_a,                       \
                                        cublasOperation_t of_b, int m, int n, int k, const type *alpha,      \
                                        const type *a, int a_ld, const type *b, int b_ld, const type *beta,  \
                                        type *c, int c_ld) {                                                 \
        SIMT_BLAS_BEGIN(handle);                                                                             \
        const struct product_arguments g = {                                                                 \
            of_a,   of_b,   m,      n,    k,    alpha, a, b, beta, c, number,                                \
            number, number, number, a_ld, b_ld, c_ld,  1, 0, 0,    0};                                       \
        return multiply_all(&call, &g);                                                                      \
    }                                                                                                        \
    cublasStatus_t cublas##letter##gemmStridedBatched(                                                       \
        cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m, int n, int k,          \
        const type *alpha, const type *a, int a_ld, long long a_step, const type *b, int b_ld,               \
        long long b_step, const type *beta, type *c, int c_ld, long long c_step, int count) {                \
        SIMT_BLAS_BEGIN(handle);                                                                             \
        const struct product_arguments g = {of_a, of_b, m,    n,      k,      alpha,  a,                     \
                                            b,    beta, c,    number, number, number, number,                \
                                            a_ld, b_ld, c_ld, count,  a_step, b_step, c_step};               \
        return multiply_all(&call, &g);                                                                      \
    }                                                                                                        \
    cublasStatus_t cublas##letter##geam(cublasHandle_t handle, cublasOperation_t of_a,                       \
                                        cublasOperation_t of_b, int m, int n, const type *alpha,             \
                                        const type *a, int a_ld, const type *beta, const type *b, int b_ld,  \
                                        type *c, int c_ld) {                                                 \
        SIMT_BLAS_BEGIN(handle);                                                                             \
        const struct product p = {.a = stored("matrix A", a, number, of_a, m, n, a_ld),                      \
                                  .b = stored("matrix B", b, number, of_b, m, n, b_ld),                      \
                                  .c = stored("matrix C", c, number, CUBLAS_OP_N, m, n, c_ld),               \
                                  .of_a = of_a,                                                              \
                                  .of_b = of_b,                                                              \
                                  .m = m,                                                                    \
                                  .n = n,                                                                    \
                                  .alpha = simt_blas_scalar(&call, "alpha", alpha, number),                  \
                                  .beta = simt_blas_scalar(&call, "beta", beta, number)};                    \
        return add_matrices(&call, &p);                                                                      \
    }
BLAS(S, float, SIMT_NUMBER_FLOAT)
BLAS(D, double, SIMT_NUMBER_DOUBLE)
