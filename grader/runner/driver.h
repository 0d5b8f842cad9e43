/**
 * @file driver.h
 * @brief What a backend does for the runner's main loop: one function a kind of job.
 *
 * The common driver (JOB_RUN) is plain CUDA C and is built for both backends; timing and calibration exist on
 * a GPU only. Launchers are found by name in the table that the runner was built with.
 */
#ifndef WARPLAB_DRIVER_H
#define WARPLAB_DRIVER_H

#include "job.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Device memory of one call. */
struct driver_buffers {
    const void *input;
    void *output, *scratch;
};

/** The submission's launcher called @p task; NULL if it defines none. */
void (*driver_find(const char *task))(void);
/** Calls @p launcher by the job's signature. */
void driver_call(void (*launcher)(void), const struct job *job, const struct driver_buffers *buffers);

/**
 * One job of the kind the name says.
 * @param input  the base input, only read
 * @param output the output mapping, laid out as job.h says
 * @param json   receives a malloc'ed JSON object; the caller frees it
 * @return the reply's status
 */
enum job_status driver_run(const struct job *job, const void *input, void *output, char **json);
/** JSON: `{"times_us":[…timed repetitions…],"warmup_us":[…],"threads":N,"error":null|{"call","message"}}` */
enum job_status driver_time(const struct job *job, const void *input, void *output, char **json);
/** JSON: `{"device":{"name","driver","runtime","multiprocessors","clock_khz","memory_bytes"},
 * "copy_gbps":X,"issue_gips":X,"error":null|{…}}`; rates are medians, 10^9 bytes and 10^9 warp instructions a second. */
enum job_status driver_calibrate(char **json);

#ifdef __cplusplus
}
#endif
#endif
