/**
 * @file cublasLt.h
 * @brief Replaces the header of cuBLASLt of this name: its handle. The product itself, cublasLtMatmul(),
 * and its descriptors are missing, and do not compile.
 */
#pragma once

#include "cublas_v2.h"

/** The handle, which is one of cuBLAS. */
typedef cublasHandle_t cublasLtHandle_t;

/** @name As in cuBLASLt
 * @{ */
/** As cublasCreate() and cublasDestroy(). @return as those */
static inline cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) { return cublasCreate(handle); }
static inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) { return cublasDestroy(handle); }
/** @} */
