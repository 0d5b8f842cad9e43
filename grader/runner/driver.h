/**
 * @file driver.h
 * @brief What a backend does for the runner's main loop: one function per kind of job.
 *
 * runner.c implements the protocol (job.h) and is the same for both backends. driver_cpu.c is the CPU
 * engine's driver, gpu*.cu is the GPU's. Launchers are found by name in the table that the
 * runner was built with. All of this runs in the untrusted process.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "job.h"

__BEGIN_DECLS

/** One task of the lab; the table is generated for every build, from the lab's spec. */
struct driver_task {
    const char *name;       /**< the launcher's, in the spec */
    void (*launcher)(void); /**< NULL if the submission lacks it */
};
/** The lab's tasks; a NULL name ends the table. */
extern const struct driver_task driver_tasks[];

/** The submission's launcher called @p task; NULL if it defines none. */
void (*driver_find(const char *task))(void);
/** With @p closed, the mappings of inputs and outputs cannot be read or written until they are opened again:
 * to be called before and after code of the submission runs, where the driver itself does not use them. */
void driver_close_mappings(bool closed);

/**
 * Runs one job. The main loop has checked that its sizes fit the mappings.
 *
 * Before the launcher runs, the driver copies the output mapping to the device: the parent's poison, which
 * comes back where the launcher writes nothing. The CPU engine still treats output and scratch as
 * uninitialised. CUDA calls of the driver itself are never reported as the submission's.
 *
 * @param input  the base input, only read
 * @param output the output mapping, laid out as job.h says
 * @param json   receives a malloc'ed JSON object; the caller frees it. CPU: the engine's report. GPU:
 *   `{"device":{…},"error":null|{"call","message"}}`, the first CUDA error left when the launcher was done;
 * for JOB_COUNT `"counted"` as well, for JOB_REACH `"reached"` (gpu.h)
 * @return the reply's status
 */
enum job_status driver_run(const struct job *job, const void *input, void *output, char **json);
/** Of the launcher, or with JOB_TIME_VENDOR of the vendor's library.
 * JSON: `{"times_us":[…timed repetitions…],"warmup_us":[…],"threads":N,"error":null|{"call","message"}}`;
 * fewer of both once they have taken JOB_TIME_ENOUGH_US, but one timed repetition at least. */
enum job_status driver_time(const struct job *job, const void *input, void *output, char **json);
/** For JOB_MODEL. JSON: `{"predicted":{"us","kernels_us","launches_us","copies_us","host_us","bound",
 * "share","file","line","without_us","touched_bytes","instructions"}}`, with
 * `"idle":{"kernel","blocks","idle","file","line"}` in it where most blocks of a large launch load nothing
 * from global memory (`idle` of `blocks`), and `line` launches it; or `{"error":"what the engine found"}` or
 * `{"why":"one sentence"}` where there is no time. The process is not to run other jobs then. */
enum job_status driver_model(const struct job *job, const void *input, void *output, char **json);
/** Begins to use the device, which takes a GPU's driver long. On a GPU with much memory it also allocates
 * what all jobs need: as many bytes of each kind as @p largest has. JSON:
 * `{"error":null|{"call","message"}}`. */
enum job_status driver_open(const struct job *largest, char **json);
/** JSON: `{"device":{"name","driver","runtime","multiprocessors","clock_khz","memory_bytes"},
 * "copy_gbps":X,"clock_mhz":X,"slowed":X,"short_us":X,"turn_us":X,"store_us":X,"error":null|{…}}`: a copy's
 * rate, in 10^9 bytes per second, and the clock of the multiprocessors at work; a GPU's are measured.
 * `slowed` is more than 1 if other programs use the GPU and slow down kernels that take longer than
 * `short_us` microseconds; `turn_us` is the median time between two events in turns without a launcher,
 * `store_us` in turns of a kernel that only stores. Only a GPU's driver gives these four. */
enum job_status driver_calibrate(char **json);

/** Waits until the parent lets the next turn begin (struct job_turn). */
void driver_turn_begin(void);
/** The event behind the launcher's work has come. */
void driver_turn_done(void);
/** Ends the turn: the device has nothing left to do. @param proof the end of its answer; NULL without any */
void driver_turn_end(const void *proof, size_t bytes);

/**
 * Called by CUDA_CHECK (warplab.h) for each call of the submission that failed; the reply lists them. The
 * JSON of a reply is `{"failed_calls":[{"expression","file","line","error"}],"driver":…}`: the second is the
 * driver's object.
 */
void wl_cuda_failed(const char *expression, const char *file, int line, int error);

__END_DECLS
