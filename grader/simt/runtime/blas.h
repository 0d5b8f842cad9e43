/**
 * @file blas.h
 * @brief Vectors and matrices in device memory, used by the calls of cublas_v2.h: checked, read and written
 * by column.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api.h"
#include "cublas_v2.h"

/** The object behind a handle of the program. */
struct cublasContext {
    struct cublasContext *next; /**< in the list of all contexts */
    cudaStream_t stream;        /**< of later calls */
    cublasPointerMode_t mode;   /**< where scalars and results are */
};

/** The type of the numbers of a matrix. */
enum simt_number { SIMT_NUMBER_FLOAT, SIMT_NUMBER_DOUBLE, SIMT_NUMBER_HALF, SIMT_NUMBER_BFLOAT };

/** A call under way. */
struct simt_blas_call {
    struct cublasContext *handle; /**< of the program */
    cublasStatus_t status;        /**< the return value: the first error */
};

/** Numbers in device memory: a matrix by columns; a vector is a matrix of one row with a stride. */
struct simt_matrix {
    const char *name;      /**< for messages */
    void *memory;          /**< its first number */
    enum simt_number type; /**< of its numbers */
    int64_t rows;          /**< as it is stored */
    int64_t columns;       /**< likewise */
    int64_t ld;            /**< stride between columns, in numbers */
    bool reversed;         /**< a vector with a negative stride: its first number is the last one in memory */
};

/** Begins a call. @return false if the handle is invalid, or the call is made in a kernel */
bool simt_blas_begin(struct simt_blas_call *call, cublasHandle_t handle);
/** A vector of @p n numbers. Its stride may be negative. */
struct simt_matrix simt_blas_vector(const char *name, const void *memory, enum simt_number type, int n,
                                    int step);
/** Reports a call that can never be valid. */
void simt_blas_refuse(struct simt_blas_call *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/** Checks a matrix: its memory, its bounds, and with @p reads that all of it is initialised. Notes
 * errors in the call. */
void simt_blas_check(struct simt_blas_call *call, const struct simt_matrix *m, bool reads);
/** Begins the operation on the device: it reads @p from, @p count of them, and writes @p to, which may be
 * NULL. */
void simt_blas_run(const struct simt_blas_call *call, const struct simt_matrix *from, size_t count,
                   const struct simt_matrix *to);
/** Ends the operation: its result counts as initialised. */
void simt_blas_end(const struct simt_matrix *to);
/** The number in a row and a column, from 0. */
double simt_blas_get(const struct simt_matrix *m, int64_t row, int64_t column);
/** Stores a number, rounded. */
void simt_blas_put(const struct simt_matrix *m, int64_t row, int64_t column, double value);
/** A scalar argument, in the memory that the handle's pointer mode selects. */
double simt_blas_scalar(struct simt_blas_call *call, const char *name, const void *scalar,
                        enum simt_number type);

/** Begins a function of the library: it holds the engine's lock until it returns. */
#define SIMT_BLAS_BEGIN(handle)                                                                              \
    struct simt_blas_call call;                                                                              \
    SIMT_API_ENTER(__func__);                                                                                \
    if (!simt_blas_begin(&call, handle))                                                                     \
    return call.status
