/**
 * @file launch.h
 * @brief From a launch's configuration to its record.
 */
#ifndef SIMT_LAUNCH_H
#define SIMT_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The CUDA errors that a launch can end with. */
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
/** Gives every lane a new fiber when it next needs one. */
void simt_forget_fibers(void);
/** Adds the operations of the running launch, if any, to its counters. */
void simt_launch_count_work(void);
/** Whether the next configuration is that of a cooperative launch. */
void simt_configure_cooperative(bool cooperative);
/** Notes the error that the running launch ends with. */
void simt_launch_failed(int cuda_error);

/* Attributes that a program has set for its kernels (cudaFuncSetAttribute).
 *
 * A kernel is identified by the function that its lanes run, which only a launch of it knows: so the kernel
 * is called as if launched, and simt_launch() records that function instead of running it. */

/** The function that every lane of a launch runs; @p closure holds the kernel's arguments. */
typedef void (*simt_lane_function)(const void *closure);

/** To be called first by simt_launch(). @return true if the kernel was called only to learn @p body */
bool simt_function_probed(simt_lane_function body);
/** The most dynamic shared memory a launch of @p body may request: the device's default limit, or the limit
 * set by cudaFuncAttributeMaxDynamicSharedMemorySize. */
size_t simt_function_dynamic_limit(simt_lane_function body);

#endif
