/**
 * @file gpu.h
 * @brief What the parts of the GPU driver share: JSON text, the first CUDA error, memory, counters.
 */
#pragma once

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stdint.h>

#include "runner/driver.h"

/** JSON text that grows, for a reply. nvcc links this with the submission, so it needs no library.
 * Zero-initialise it. */
struct gpu_text {
    char *data;      /**< malloc'ed, NULL until something was added; ends with '\\0' */
    size_t length;   /**< bytes, without the '\\0' */
    size_t capacity; /**< bytes there is room for */
    bool failed;     /**< memory ran out: what is added is lost */
};

/** Appends formatted text as it is. */
void gpu_text_add(struct gpu_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** Appends @p value as a JSON string; bytes outside printable ASCII become question marks. */
void gpu_text_string(struct gpu_text *text, const char *value);
/** Appends `[…]`, with three decimals a number. */
void gpu_text_numbers(struct gpu_text *text, const double *values, size_t count);

/** The first CUDA call that failed; @c error is cudaSuccess as long as none has. */
struct gpu_failure {
    cudaError_t error; /**< what it returned */
    const char *call;  /**< its text in the source; constant */
};

/** Keeps @p error if it is the first; @return true if it is none. */
bool gpu_note(struct gpu_failure *failure, cudaError_t error, const char *call);
/** Makes a CUDA call and keeps its error; true if it succeeded. */
#define GPU_TRY(failure, call) gpu_note(failure, call, #call)

/** True if the device still answers: an error such as a bad address in a kernel ends a process's use of it.
 */
bool gpu_alive(void);

/** Waits for all work of a launcher, and keeps the error of a launch or of a kernel that failed. */
bool gpu_note_launcher(struct gpu_failure *failure);

/** Appends `"error":null` or `"error":{"call":…,"message":…}`. */
void gpu_text_failure(struct gpu_text *text, const struct gpu_failure *failure);
/** Appends `"device":{…}`. */
void gpu_text_device(struct gpu_text *text, struct gpu_failure *failure);
/** Ends the object and moves its text to @p json. @return how the job ended */
enum job_status gpu_finish(struct gpu_text *text, const struct gpu_failure *failure, char **json);

/** Bytes of each of the calibration's two arrays. */
static const size_t GPU_CALIBRATION_BYTES = (size_t)1 << 30;

/** Device memory of one job: of each kind the buffers lie one after another, as call.h says. */
struct gpu_memory {
    void *input[2];  /**< a plain run has the first of each only; NULL where the size is 0 */
    void *output[2]; /**< one per slot; buffers that are given and written lie here when the launcher runs */
    void *scratch;   /**< for every slot */
};
/** Memory for @p job, of unknown content; @p slots is 1 or 2. The next job gets the same memory again; so it
 * is for all memory below. */
bool gpu_allocate(struct gpu_memory *memory, const struct job *job, int slots, struct gpu_failure *failure);
/** Brings the inputs of buffers that are given and written to where the outputs are. */
bool gpu_give_outputs(const struct gpu_memory *memory, int slot, const struct call *call,
                      struct gpu_failure *failure);
/** The arguments of a call in that memory. */
struct passed gpu_arguments(const struct gpu_memory *memory, int slot, const struct call *call);
/** Memory for a base input, which no other job writes to. */
bool gpu_allocate_base(void **base, size_t bytes, struct gpu_failure *failure);
/** Zeros, twice as many as the cache holds. */
bool gpu_allocate_eviction(void **zeros, size_t *bytes, struct gpu_failure *failure);
/** Two arrays of unknown content; they use the memory of the inputs. */
bool gpu_allocate_pair(void *pair[2], size_t bytes, struct gpu_failure *failure);
/** Frees the two arrays. */
void gpu_free_pair(void);
/** Fills memory with bytes that are in no right answer. */
bool gpu_make_unknown(void *pointer, size_t bytes, struct gpu_failure *failure);

/** What launches kernels, and returns when all of them are done. */
struct gpu_work {
    void (*function)(void *context); /**< launches them */
    void *context;                   /**< its argument */
};

/** Appends `"counted":{"launches","passes","counters":{…},"problem":null|"…"}`: what the hardware counts of
 * the kernels that @p work launches, under the engine's names. Without CUPTI, @p work is not called. */
void gpu_count(struct gpu_text *text, const struct gpu_work *work);

/** Appends `"reached":{"launches","us","compute","memory","dram","l2","l1","problem":null|"…"}`: how long the
 * kernels of @p work take by the profiler, and what percentage of the device's limits they reach in the mean
 * over that time. Without CUPTI, @p work is not called.
 *
 * Source: NVIDIA Nsight Compute, section "GPU Speed Of Light Throughput", whose metrics these are. */
void gpu_reach(struct gpu_text *text, const struct gpu_work *work);

/** Room for kernel launches. With so many, CUPTI may have dropped some, so none is counted. */
enum { GPU_PROFILE_LAUNCHES = 256 };

/** What was counted, or why nothing was counted. */
struct gpu_profile {
    size_t launches;   /**< of kernels */
    size_t passes;     /**< how often each kernel was run to get all its counters */
    char problem[240]; /**< one sentence, "" if there is none */
};

/**
 * Does the work, and counts each kernel that it launches, with CUPTI, the profiling library of the CUDA
 * Toolkit. The library is loaded when it is first used; all else works without it. CUPTI repeats a kernel as
 * often as its counters need, and restores memory before each time: its effect is that of one run.
 *
 * Source: CUPTI's documentation, "CUPTI Range Profiling API", automatic ranges and kernel replay.
 *
 * @param metrics what to count, by the vendor's names
 * @param count   how many of them
 * @param work    not called if nothing can be counted
 * @param add     is called for each launch with its values, in the order of the metrics
 * @param to      first argument of @p add
 * @return false if some are missing; @p profile says why
 */
bool gpu_profile(const char *const *metrics, size_t count, const struct gpu_work *work,
                 void (*add)(void *to, const double *values), void *to, struct gpu_profile *profile);

/** A routine of the vendor's library behind the signature of launchers that solve the same; NULL without. */
void (*gpu_vendor(uint32_t routine))(void);
