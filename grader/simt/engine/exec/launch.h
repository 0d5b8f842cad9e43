/**
 * @file launch.h
 * @brief From a launch's configuration to its record.
 */
#ifndef SIMT_LAUNCH_H
#define SIMT_LAUNCH_H

#include <stdbool.h>
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

#endif
