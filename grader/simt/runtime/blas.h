/**
 * @file blas.h
 * @brief Vectors and matrices in device memory, for the calls of cublas_v2.h: checked, read and written by
 * the column.
 */
#ifndef SIMT_BLAS_H
#define SIMT_BLAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api.h"
#include "cublas_v2.h"

/** What a handle of the program stands for. */
struct cublasContext {
    struct cublasContext *next; /**< in the list of those that exist */
    cudaStream_t stream;        /**< of the calls to come */
    cublasPointerMode_t mode;   /**< where scalars and results are */
};

/** The type of the numbers of a matrix. */
enum simt_number { SIMT_NUMBER_FLOAT, SIMT_NUMBER_DOUBLE, SIMT_NUMBER_HALF, SIMT_NUMBER_BFLOAT };

/** A call under way. */
struct simt_blas_call {
    struct cublasContext *handle; /**< of the program */
    const char *function;         /**< its name */
    uintptr_t at;                 /**< where the program makes it */
    cublasStatus_t status;        /**< what it returns: the first thing that is wrong */
};

/** Numbers in device memory: a matrix by columns; a vector is a matrix of one row with a step. */
struct simt_matrix {
    const char *name;      /**< for messages */
    void *memory;          /**< its first number */
    enum simt_number type; /**< of its numbers */
    int64_t rows;          /**< as it is stored */
    int64_t columns;       /**< likewise */
    int64_t ld;            /**< numbers from one column to the next */
    bool reversed;         /**< a vector with a negative step: its first number is the last one stored */
};

/** Begins a call. @return false if the handle is none, or the call is made in a kernel */
bool simt_blas_begin(struct simt_blas_call *call, cublasHandle_t handle, const char *function, uintptr_t at);
/** A vector of @p n numbers. A step may be negative. */
struct simt_matrix simt_blas_vector(const char *name, const void *memory, enum simt_number type, int n,
                                    int step);
/** Reports a call that can never be right. */
void simt_blas_refuse(struct simt_blas_call *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/** Checks the numbers of a matrix: where it is, its bounds, and with @p reads that all are written. Notes
 * what is wrong in the call. */
void simt_blas_check(struct simt_blas_call *call, const struct simt_matrix *m, bool reads);
/** Begins the operation on the device: it reads @p from, @p count of them, and writes @p to, which may be
 * NULL. */
void simt_blas_run(const struct simt_blas_call *call, const struct simt_matrix *from, size_t count,
                   const struct simt_matrix *to);
/** Ends it: what it wrote counts as written. */
void simt_blas_end(const struct simt_matrix *to);
/** The number in a row and a column, from 0. */
double simt_blas_get(const struct simt_matrix *m, int64_t row, int64_t column);
/** Stores a number, rounded. */
void simt_blas_put(const struct simt_matrix *m, int64_t row, int64_t column, double value);
/** A scalar argument, from where the handle's mode says. */
double simt_blas_scalar(struct simt_blas_call *call, const char *name, const void *scalar,
                        enum simt_number type);

/** Begins a function of the library: the engine is its own until it returns. */
#define SIMT_BLAS_BEGIN(handle)                                                                              \
    struct simt_blas_call call;                                                                              \
    __attribute__((cleanup(simt_api_leave))) const uintptr_t entered = simt_api_enter(SIMT_CALLERS_STACK);   \
    if (!simt_blas_begin(&call, handle, __func__, SIMT_API_CALLER))                                          \
    return call.status

#endif
