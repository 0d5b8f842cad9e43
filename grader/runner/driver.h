/**
 * @file driver.h
 * @brief What the runner's main loop (runner.c) asks of a device: one driver a backend.
 *
 * driver_cpu.c implements it over the CPU engine, gpu*.cu over the CUDA runtime. The main loop owns the
 * protocol (job.h): it maps input and output, checks that the job's sizes fit the mappings and the
 * signature, and finds the launcher; a driver only runs it. Everything here runs in the untrusted process.
 */
#ifndef WARPLAB_DRIVER_H
#define WARPLAB_DRIVER_H

#include <stddef.h>

#include "job.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A launcher whose real type its signature tells; NULL where the submission lacks it. */
typedef void (*runner_launcher)(void);
/** The real type of a JOB_INT_TO_INT launcher. */
typedef void (*runner_int_to_int)(const int *d_in, int *d_out, int *d_scratch, int n);
/** The real type of a JOB_BYTE_HISTOGRAM launcher. */
typedef void (*runner_byte_histogram)(const unsigned char *d_in, unsigned int *d_bins, unsigned int *d_scratch, int n);

/** One task of the lab. The table is generated for every build, from the lab's spec. */
struct runner_task {
    const char *name;
    uint32_t signature; /**< enum job_signature */
    runner_launcher launcher;
};
extern const struct runner_task runner_tasks[];
extern const size_t runner_task_count;

/** Starts the device; called once, before the first job. Failing to is told by the first driver_run(). */
void driver_start(void);

/**
 * Runs one job on the device.
 *
 * For JOB_RUN: allocates d_in (exactly n elements; NULL where n is 0), d_out and d_scratch, copies the
 * input in, and into d_out the bytes found in the output mapping (the parent's poison, which thus comes
 * back where the launcher writes nothing); on the CPU engine d_out and d_scratch count as uninitialised.
 * Calls the launcher, waits for the device, copies d_out and the input as it is then into the mapping
 * (layout in job.h), frees everything. The CUDA calls it makes itself are never reported as the
 * submission's.
 *
 * @param job      checked: sizes fit the mappings
 * @param launcher not NULL, but for JOB_CALIBRATE
 * @param input    the base input
 * @param output   the output mapping, laid out as job.h says
 * @param json     receives a JSON object (malloc; the caller frees it):
 *   - JOB_RUN on the CPU engine: the engine's report (simt_report_take());
 *   - JOB_RUN on a GPU: `{"device":"…","errors":[{"kind":"api","message":"…","file":"…","line":N}]}`;
 *   - JOB_TIME: the same with `"times_us":[…]`, one a timed repetition (warm-ups left out);
 *   - JOB_CALIBRATE: `{"device":"…","compute_capability":"9.0","driver":"…","runtime":"…",
 *     "multiprocessors":N,"peak_gbps":X,"copy_gbps":X,"issue_per_us":X,"launch_us":X}`: peak by the
 *     device's properties, copy bandwidth (read + write bytes) and warp instructions a microsecond
 *     measured now, and the time of an empty launch.
 * @return JOB_DONE, or JOB_DEVICE_ERROR with `{"fatal":"one sentence"}` added to the object
 */
enum job_status driver_run(const struct job *job, runner_launcher launcher, const void *input, unsigned char *output,
                           char **json);

/**
 * Called by CUDA_CHECK (warplab.h) when a CUDA call of the submission failed: remembers the call for the
 * JSON of the running job and returns, so that a failed call never ends the runner.
 * Lives in runner.c and is the same on both backends.
 * @param expression the source text of the call
 * @param error      the cudaError_t
 */
void wl_cuda_failed(const char *expression, const char *file, int line, int error);

/** One call that wl_cuda_failed() was told of. */
struct runner_failed_call {
    const char *expression, *file;
    int line, error;
};
enum { RUNNER_MAX_FAILED_CALLS = 16 };
/** The failed calls of the running job, at most RUNNER_MAX_FAILED_CALLS; cleared before each job. */
extern struct runner_failed_call runner_failed_calls[RUNNER_MAX_FAILED_CALLS];
extern size_t runner_failed_call_count;

#ifdef __cplusplus
}
#endif
#endif
