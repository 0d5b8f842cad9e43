/**
 * @file cublas_v2.h
 * @brief Replaces the header of cuBLAS of this name: products and sums of vectors and matrices in device
 *        memory, the part that courses use.
 *
 * A call is an operation of its stream, as in cuBLAS, and its vectors and matrices are checked like a
 * kernel's accesses: bounds, memory of the wrong side, uninitialised values, races with other streams.
 * Matrices are stored by columns. Sums are computed in double and rounded once, and may differ from a GPU's
 * in the last digits. A call takes no modelled time.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus /* programs rely on these includes */
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#endif
#include "library_types.h"
#include "simt/runtime_functions.h"

/** Shows programs that this header has been included. */
#define CUBLAS_V2_H_
/** The cuBLAS version of these names. */
#define CUBLAS_VERSION 130000

__BEGIN_DECLS

/** @name Types
 * @{ */
/** As in the cuBLAS Library, "Data Types Reference". */
typedef struct cublasContext *cublasHandle_t;
typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;
typedef enum {
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99
} cublasGemmAlgo_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
    CUBLAS_COMPUTE_64F = 70
} cublasComputeType_t;
/** @} */

/** @name Handles and settings
 * @{ */
/** As in the cuBLAS Library, "Helper Function Reference". The mode of the arithmetic has no effect. */
cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t bytes);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasSetVector(int n, int size, const void *from, int from_step, void *to, int to_step);
cublasStatus_t cublasGetVector(int n, int size, const void *from, int from_step, void *to, int to_step);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *from, int from_ld, void *to,
                               int to_ld);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *from, int from_ld, void *to,
                               int to_ld);
/** @} */

/** @name Vectors, and matrices with vectors
 * @{ */
/** As in the cuBLAS Library, "Level-1" and "Level-2 Function Reference"; indices count from 1. The pointer
 * mode decides whether scalars and results are in host or device memory. */
/** @cond */
#define SIMT_BLAS(letter, small, type)                                                                       \
    cublasStatus_t cublas##letter##axpy(cublasHandle_t handle, int n, const type *alpha, const type *x,      \
                                        int x_step, type *y, int y_step);                                    \
    cublasStatus_t cublas##letter##scal(cublasHandle_t handle, int n, const type *alpha, type *x,            \
                                        int x_step);                                                         \
    cublasStatus_t cublas##letter##copy(cublasHandle_t handle, int n, const type *x, int x_step, type *y,    \
                                        int y_step);                                                         \
    cublasStatus_t cublas##letter##swap(cublasHandle_t handle, int n, type *x, int x_step, type *y,          \
                                        int y_step);                                                         \
    cublasStatus_t cublas##letter##dot(cublasHandle_t handle, int n, const type *x, int x_step,              \
                                       const type *y, int y_step, type *result);                             \
    cublasStatus_t cublas##letter##nrm2(cublasHandle_t handle, int n, const type *x, int x_step,             \
                                        type *result);                                                       \
    cublasStatus_t cublas##letter##asum(cublasHandle_t handle, int n, const type *x, int x_step,             \
                                        type *result);                                                       \
    cublasStatus_t cublasI##small##amax(cublasHandle_t handle, int n, const type *x, int x_step,             \
                                        int *result);                                                        \
    cublasStatus_t cublasI##small##amin(cublasHandle_t handle, int n, const type *x, int x_step,             \
                                        int *result);                                                        \
    cublasStatus_t cublas##letter##gemv(cublasHandle_t handle, cublasOperation_t operation, int m, int n,    \
                                        const type *alpha, const type *a, int a_ld, const type *x,           \
                                        int x_step, const type *beta, type *y, int y_step);                  \
    cublasStatus_t cublas##letter##ger(cublasHandle_t handle, int m, int n, const type *alpha,               \
                                       const type *x, int x_step, const type *y, int y_step, type *a,        \
                                       int a_ld);                                                            \
    cublasStatus_t cublas##letter##gemm(cublasHandle_t handle, cublasOperation_t of_a,                       \
                                        cublasOperation_t of_b, int m, int n, int k, const type *alpha,      \
                                        const type *a, int a_ld, const type *b, int b_ld, const type *beta,  \
                                        type *c, int c_ld);                                                  \
    cublasStatus_t cublas##letter##gemmStridedBatched(                                                       \
        cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m, int n, int k,          \
        const type *alpha, const type *a, int a_ld, long long a_step, const type *b, int b_ld,               \
        long long b_step, const type *beta, type *c, int c_ld, long long c_step, int count);                 \
    cublasStatus_t cublas##letter##geam(cublasHandle_t handle, cublasOperation_t of_a,                       \
                                        cublasOperation_t of_b, int m, int n, const type *alpha,             \
                                        const type *a, int a_ld, const type *beta, const type *b, int b_ld,  \
                                        type *c, int c_ld);
SIMT_BLAS(S, s, float)
SIMT_BLAS(D, d, double)
#undef SIMT_BLAS
/** @endcond */
/** @} */

struct __half;
/** @name Matrices of other types
 * @{ */
/** As in the cuBLAS Library, "BLAS-like Extension": CUDA_R_16F, CUDA_R_16BF, CUDA_R_32F and CUDA_R_64F. */
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m,
                           int n, int k, const struct __half *alpha, const struct __half *a, int a_ld,
                           const struct __half *b, int b_ld, const struct __half *beta, struct __half *c,
                           int c_ld);
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m,
                            int n, int k, const void *alpha, const void *a, cudaDataType a_type, int a_ld,
                            const void *b, cudaDataType b_type, int b_ld, const void *beta, void *c,
                            cudaDataType c_type, int c_ld, cublasComputeType_t compute,
                            cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t of_a,
                                          cublasOperation_t of_b, int m, int n, int k, const void *alpha,
                                          const void *a, cudaDataType a_type, int a_ld, long long a_step,
                                          const void *b, cudaDataType b_type, int b_ld, long long b_step,
                                          const void *beta, void *c, cudaDataType c_type, int c_ld,
                                          long long c_step, int count, cublasComputeType_t compute,
                                          cublasGemmAlgo_t algo);
/** @} */

__END_DECLS

#ifdef __cplusplus

/** The overload whose compute type is a data type. @return like the other */
static inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t of_a,
                                          cublasOperation_t of_b, int m, int n, int k, const void *alpha,
                                          const void *a, cudaDataType a_type, int a_ld, const void *b,
                                          cudaDataType b_type, int b_ld, const void *beta, void *c,
                                          cudaDataType c_type, int c_ld, cudaDataType compute,
                                          cublasGemmAlgo_t algo) {
    return cublasGemmEx(handle, of_a, of_b, m, n, k, alpha, a, a_type, a_ld, b, b_type, b_ld, beta, c, c_type,
                        c_ld,
                        compute == CUDA_R_64F   ? CUBLAS_COMPUTE_64F
                        : compute == CUDA_R_16F ? CUBLAS_COMPUTE_16F
                                                : CUBLAS_COMPUTE_32F,
                        algo);
}
#endif
