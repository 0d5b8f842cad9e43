// Functions of vectors: the first level of cublas_v2.h.
#include "blas.h"

#include <math.h>

/** One function for vectors. */
enum vector_operation { AXPY, SCAL, COPY, SWAP, DOT, NRM2, ASUM, AMAX, AMIN };

/** The vectors of a function; those that have only one leave out @c y. */
struct vectors {
    struct simt_matrix x, y;
};

static double sum_over(enum vector_operation operation, const struct simt_matrix *x,
                       const struct simt_matrix *y) {
    double sum = 0;
    for (int64_t i = 0; i < x->columns; i++) {
        const double a = simt_blas_get(x, 0, i);
        sum += operation == DOT ? a * simt_blas_get(y, 0, i) : operation == NRM2 ? a * a : fabs(a);
    }
    return operation == NRM2 ? sqrt(sum) : sum;
}

/** The first place, from 1, of the number of the largest or smallest magnitude; 0 of none. */
static int64_t extreme(const struct simt_matrix *x, bool least) {
    int64_t found = 0;
    double best = 0;
    for (int64_t i = 0; i < x->columns; i++) {
        const double a = fabs(simt_blas_get(x, 0, i));
        if (found == 0 || (least ? a < best : a > best)) {
            found = i + 1;
            best = a;
        }
    }
    return found;
}

static void change(enum vector_operation operation, double alpha, const struct simt_matrix *x,
                   const struct simt_matrix *y) {
    for (int64_t i = 0; i < x->columns; i++) {
        const double a = simt_blas_get(x, 0, i), b = y ? simt_blas_get(y, 0, i) : 0;
        if (operation == SCAL || operation == SWAP)
            simt_blas_put(x, 0, i, operation == SCAL ? alpha * a : b);
        if (operation != SCAL)
            simt_blas_put(y, 0, i, operation == AXPY ? alpha * a + b : a);
    }
}

/** Functions that change a vector: @p y of axpy, copy and swap, @p x of scal and swap. */
static cublasStatus_t change_vectors(struct simt_blas_call *call, enum vector_operation operation,
                                     const void *alpha, struct vectors of) {
    const struct simt_matrix *x = &of.x, *y = operation == SCAL ? NULL : &of.y;
    const double factor = alpha ? simt_blas_scalar(call, "alpha", alpha, x->type) : 1;
    if (x->columns <= 0 || call->status != CUBLAS_STATUS_SUCCESS)
        return call->status;
    simt_blas_check(call, x, true);
    if (y)
        simt_blas_check(call, y, operation != COPY);
    if (call->status != CUBLAS_STATUS_SUCCESS)
        return call->status;
    const struct simt_matrix *to = y ? y : x, read[2] = {*x, *to};
    simt_blas_run(call, read, operation == COPY ? 1 : 2, to);
    change(operation, factor, x, y);
    simt_blas_end(to);
    if (operation == SWAP) {
        simt_blas_run(call, NULL, 0, x);
        simt_blas_end(x);
    }
    return CUBLAS_STATUS_SUCCESS;
}

/** Stores a result where the pointer mode says; the host waits for one of its own. */
static void give(struct simt_blas_call *call, enum simt_number type, bool is_index, void *result,
                 double value) {
    if (call->handle->mode == CUBLAS_POINTER_MODE_HOST)
        simt_api_wait_for_stream(call->handle->stream);
    if (is_index)
        *(int *)result = (int)value;
    else if (type == SIMT_NUMBER_FLOAT)
        *(float *)result = (float)value;
    else
        *(double *)result = value;
}

/** Functions that make a number of one or two vectors. */
static cublasStatus_t reduce(struct simt_blas_call *call, enum vector_operation operation, struct vectors of,
                             void *result) {
    const struct simt_matrix *x = &of.x, *y = operation == DOT ? &of.y : NULL;
    const bool is_index = operation == AMAX || operation == AMIN, none = x->columns <= 0;
    const bool on_device = call->handle->mode == CUBLAS_POINTER_MODE_DEVICE;
    /* An index is as wide as a float. */
    const struct simt_matrix to =
        simt_blas_vector("the result", result, is_index ? SIMT_NUMBER_FLOAT : x->type, 1, 1);
    if (!result)
        simt_blas_refuse(call, "the result is a null pointer");
    if (!none)
        simt_blas_check(call, x, true);
    if (y && !none)
        simt_blas_check(call, y, true);
    if (on_device)
        simt_blas_check(call, &to, false);
    if (call->status != CUBLAS_STATUS_SUCCESS)
        return call->status;
    const struct simt_matrix read[2] = {*x, y ? *y : *x};
    simt_blas_run(call, read, none ? 0 : 2, on_device ? &to : NULL);
    const double value = is_index ? (double)extreme(x, operation == AMIN) : sum_over(operation, x, y);
    if (!on_device)
        simt_blas_end(NULL);
    give(call, x->type, is_index, result, value);
    if (on_device)
        simt_blas_end(&to);
    return CUBLAS_STATUS_SUCCESS;
}

/** A function of the library. */
#define FUNCTION(name, parameters, result)                                                                   \
    cublasStatus_t cublas##name parameters {                                                                 \
        SIMT_BLAS_BEGIN(handle);                                                                             \
        return result;                                                                                       \
    }
/** Its vectors. */
#define X(number) simt_blas_vector("vector x", x, number, n, x_step)
#define Y(number) simt_blas_vector("vector y", y, number, n, y_step)
#define HANDLE cublasHandle_t handle, int n
/** The functions of one type: its letter in large and small, C's name and ours. */
#define BLAS(letter, small, type, number)                                                                    \
    FUNCTION(letter##axpy, (HANDLE, const type *alpha, const type *x, int x_step, type *y, int y_step),      \
             change_vectors(&call, AXPY, alpha, (struct vectors){X(number), Y(number)}))                     \
    FUNCTION(letter##scal, (HANDLE, const type *alpha, type *x, int x_step),                                 \
             change_vectors(&call, SCAL, alpha, (struct vectors){.x = X(number)}))                           \
    FUNCTION(letter##copy, (HANDLE, const type *x, int x_step, type *y, int y_step),                         \
             change_vectors(&call, COPY, NULL, (struct vectors){X(number), Y(number)}))                      \
    FUNCTION(letter##swap, (HANDLE, type * x, int x_step, type *y, int y_step),                              \
             change_vectors(&call, SWAP, NULL, (struct vectors){X(number), Y(number)}))                      \
    FUNCTION(letter##dot, (HANDLE, const type *x, int x_step, const type *y, int y_step, type *result),      \
             reduce(&call, DOT, (struct vectors){X(number), Y(number)}, result))                             \
    FUNCTION(letter##nrm2, (HANDLE, const type *x, int x_step, type *result),                                \
             reduce(&call, NRM2, (struct vectors){.x = X(number)}, result))                                  \
    FUNCTION(letter##asum, (HANDLE, const type *x, int x_step, type *result),                                \
             reduce(&call, ASUM, (struct vectors){.x = X(number)}, result))                                  \
    FUNCTION(I##small##amax, (HANDLE, const type *x, int x_step, int *result),                               \
             reduce(&call, AMAX, (struct vectors){.x = X(number)}, result))                                  \
    FUNCTION(I##small##amin, (HANDLE, const type *x, int x_step, int *result),                               \
             reduce(&call, AMIN, (struct vectors){.x = X(number)}, result))
BLAS(S, s, float, SIMT_NUMBER_FLOAT)
BLAS(D, d, double, SIMT_NUMBER_DOUBLE)
