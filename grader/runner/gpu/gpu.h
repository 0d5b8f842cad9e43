/**
 * @file gpu.h
 * @brief What the parts of the GPU driver share: the first CUDA error, the device's description, filling.
 */
#ifndef WARPLAB_GPU_H
#define WARPLAB_GPU_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stdint.h>

#include "runner/driver.h"
#include "gpu_text.h"

/** The first CUDA call that failed; @c error is cudaSuccess as long as none has. */
struct gpu_failure {
    cudaError_t error; /**< what it returned */
    const char *call;  /**< its text in the source; constant */
};

/** Keeps @p error if it is the first; @return true if it is none. */
bool gpu_note(struct gpu_failure *failure, cudaError_t error, const char *call);
/** Evaluates a CUDA call and notes how it went; true if it succeeded. */
#define GPU_TRY(failure, call) gpu_note(failure, call, #call)

/** True if the device still answers: an error such as a bad address in a kernel ends a process's use of it.
 */
bool gpu_alive(void);

/** Notes what a launcher left: a launch that failed, or, after all its work was waited for, a kernel that
 * did. */
bool gpu_note_launcher(struct gpu_failure *failure);

/** Appends `"error":null` or `"error":{"call":…,"message":…}`. */
void gpu_text_failure(struct gpu_text *text, const struct gpu_failure *failure);
/** Appends `"device":{…}`. */
void gpu_text_device(struct gpu_text *text, struct gpu_failure *failure);
/** Ends the object, hands its text over, and says how the job ended. */
enum job_status gpu_finish(struct gpu_text *text, const struct gpu_failure *failure, char **json);

/** Bytes of each of the calibration's two arrays. */
static const size_t GPU_CALIBRATION_BYTES = (size_t)1 << 30;

/** Device memory of one job. */
struct gpu_memory {
    void *input[2];  /**< a plain run has the first of each only; NULL where the size is 0 */
    void *output[2]; /**< one a slot */
    void *scratch;   /**< for every slot */
};
/** Memory for @p job, of no known content; @p slots is 1 or 2. It is the next job's, too, as is all that the
 * following ones give. */
bool gpu_allocate(struct gpu_memory *memory, const struct job *job, int slots, struct gpu_failure *failure);
/** Memory for a base input, which no other job writes to. */
bool gpu_allocate_base(void **base, size_t bytes, struct gpu_failure *failure);
/** Zeros, twice as many as the cache holds. */
bool gpu_allocate_eviction(void **zeros, size_t *bytes, struct gpu_failure *failure);
/** Two arrays of no known content, in place of the inputs. */
bool gpu_allocate_pair(void *pair[2], size_t bytes, struct gpu_failure *failure);
/** They are not needed any more. */
void gpu_free_pair(void);
/** Fills memory with what no answer looks like. */
bool gpu_make_unknown(void *pointer, size_t bytes, struct gpu_failure *failure);

/** Appends `"counted":{"launches","passes","counters":{…},"problem":null|"…"}`: what the hardware counts of
 * the kernels that @p work launches, under the engine's names. Without CUPTI, @p work is not called. */
void gpu_count(struct gpu_text *text, void (*work)(void *context), void *context);

/** The vendor's library behind a launcher's signature, for comparison; NULL if it has nothing of the kind.
 * Scans are exclusive. */
void (*gpu_vendor(uint32_t signature))(void);

#endif
