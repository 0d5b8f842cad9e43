/**
 * @file warplab.h
 * @brief The few helpers a lab may use: CUDA_CHECK(), wl_add(), wl_ceil_div(), WL_BLOCK(). Read, do not edit.
 *
 * The header is the same for a GPU (nvcc) and for the CPU engine (simtcc, which defines `__SIMT__`).
 */
#ifndef WARPLAB_H
#define WARPLAB_H

#include <assert.h>
#include <cuda_runtime.h>
#include <stdio.h>

/** @cond PRIVATE: what CUDA_CHECK() is made of */

/**
 * @brief Told of every CUDA call that failed inside CUDA_CHECK().
 *
 * The program a submission is linked with may define it, to keep the first failure for its report; where
 * nobody does, nothing is called.
 * @param error the cudaError_t, as a number
 */
extern "C" void wl_cuda_failed(const char *expression, const char *file, int line, int error)
    __attribute__((weak));

/** @brief What CUDA_CHECK() expands to. @return @p error, unchanged */
static inline cudaError_t wl_cuda_check(cudaError_t error, const char *expression, const char *file,
                                        int line) {
    if (error != cudaSuccess) {
        fprintf(stderr, "%s:%d: error: %s: %s (%s)\n", file, line, expression, cudaGetErrorString(error),
                cudaGetErrorName(error));
        if (wl_cuda_failed)
            wl_cuda_failed(expression, file, line, (int)error);
    }
    return error;
}

/** @endcond */

/**
 * @brief Checks one CUDA call; use it on every call, and after every launch as
 *        `CUDA_CHECK(cudaGetLastError())`.
 *
 * A call that fails is printed on standard error with the file, the line and the runtime's own words. The
 * program goes on: a launcher that has no way to continue returns.
 * @return the call's cudaError_t
 * @hideinitializer
 */
#define CUDA_CHECK(...) wl_cuda_check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

/**
 * @brief How many groups of @p size are needed to hold @p n things: n / size, rounded up.
 * @param n    0 or more
 * @param size 1 or more
 */
static inline __host__ __device__ int wl_ceil_div(int n, int size) { return n / size + (n % size != 0); }

/**
 * @brief Threads per block: the number given.
 *
 * `./grade LAB --trace FILE --block B` makes it B, so that a trace is small enough to be looked at. Grading
 * never does.
 */
#ifdef WL_SMALL_BLOCK
#define WL_BLOCK(threads) WL_SMALL_BLOCK
#else
#define WL_BLOCK(threads) threads
#endif

/**
 * @brief Adds two numbers in a kernel; sums wrap modulo 2^32.
 *
 * On a GPU it is the one instruction that `a + b` is. The CPU engine also counts it, as one operation of
 * the algorithm's *work*.
 */
static __device__ __forceinline__ unsigned int wl_add(unsigned int a, unsigned int b) {
#ifdef __SIMT__
    simt_work(1);
#endif
    return a + b;
}

/** @brief wl_add() for signed numbers. */
static __device__ __forceinline__ int wl_add(int a, int b) {
    return (int)wl_add((unsigned int)a, (unsigned int)b);
}

#endif
