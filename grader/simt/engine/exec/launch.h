/**
 * @file launch.h
 * @brief From a launch's configuration to its record.
 */
#ifndef SIMT_LAUNCH_H
#define SIMT_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The CUDA errors a launch can end with. */
enum {
    SIMT_CUDA_INVALID_VALUE = 1,
    SIMT_CUDA_INVALID_CONFIGURATION = 9,
    SIMT_CUDA_ILLEGAL_ADDRESS = 700,
    SIMT_CUDA_LAUNCH_TIMEOUT = 702,
    SIMT_CUDA_ASSERT = 710,
    SIMT_CUDA_LAUNCH_FAILURE = 719,
    SIMT_CUDA_CAPTURE_IMPLICIT = 906
};

/** Runs the blocks of simt_launch_now (scheduler.c). */
void simt_run_launch(void);
/** Has every lane's fiber made anew when it is next needed. */
void simt_forget_fibers(void);
/** Puts the operations of the running launch, if it had any, to its counters. */
void simt_launch_count_work(void);
/** The next configuration is that of a cooperative launch, or is not. */
void simt_configure_cooperative(bool cooperative);
/** Notes the error the running launch ends with. */
void simt_launch_failed(int cuda_error);

/* What a program has set for its kernels (cudaFuncSetAttribute).
 *
 * A kernel is known by the function its lanes run, which only its launch tells: so the kernel is called
 * once as if launched, and simt_launch() hands that function over instead of running it. */

/** What every lane of a launch runs; @p closure holds the kernel's arguments. */
typedef void (*simt_lane_function)(const void *closure);

/** To be called first by simt_launch(). @return true if the kernel was called only to learn @p body */
bool simt_function_probed(simt_lane_function body);
/** The most dynamic shared memory a launch of @p body may ask for: what the device gives without asking, or
 * what cudaFuncAttributeMaxDynamicSharedMemorySize allowed. */
size_t simt_function_dynamic_limit(simt_lane_function body);

#endif
