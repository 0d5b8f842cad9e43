/**
 * @file host_calls.h
 * @brief The host's calls to the device, in program order: input to the time of the whole program.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/single_threaded.h>

#include "simt/quiet.h"

/** The kind of a call, as far as time is concerned. */
enum simt_host_call_kind {
    SIMT_CALL_LAUNCH,         /**< of the kernel at index `kernel` */
    SIMT_CALL_FILL,           /**< cudaMemset and the like */
    SIMT_CALL_COPY_IN_DEVICE, /**< a copy within the device */
    SIMT_CALL_COPY_TO_DEVICE, /**< from the host */
    SIMT_CALL_COPY_TO_HOST,   /**< from the device */
    SIMT_CALL_SYNCHRONIZE,    /**< the host waits for the device */
    SIMT_CALL_ALLOCATE,       /**< cudaMalloc and the like */
    SIMT_CALL_FREE,           /**< cudaFree, which waits for the device */
    SIMT_CALL_REGISTER,       /**< cudaHostRegister */
    SIMT_CALL_UNREGISTER,     /**< cudaHostUnregister, which waits for the device */
    SIMT_CALL_HOST_FUNCTION   /**< a host function that runs in stream order */
};

/** One call. */
struct simt_host_call {
    enum simt_host_call_kind kind; /**< its kind */
    bool pinned;                   /**< of a copy to or from the host, an allocation or a free: the memory
                                      is the host's, and pinned */
    bool pooled;                   /**< of an allocation or a free: from a pool, in stream order */
    bool waits;                    /**< of a copy: the host waits for it */
    uint64_t bytes;                /**< of a copy, a fill, an allocation or a free */
    uintptr_t address;             /**< of an allocation */
    uint64_t accessed;     /**< bytes that host code had read and written by then: set as the call is added */
    uint64_t instructions; /**< that host code had run by then, likewise */
    size_t kernel;         /**< of a launch: its index in the list of kernels (kernels.h) */
};

/** Adds a call at the end of the list. The program ends if memory ran out. */
void simt_host_call_add(struct simt_host_call call);
/** The number of calls. */
size_t simt_host_call_count(void);
/** The i-th call, from 0; NULL past the last. */
const struct simt_host_call *simt_host_call_get(size_t i);
/** Removes the calls for which this is true. */
void simt_host_calls_leave_out(bool (*is_left_out)(const struct simt_host_call *call));
/** Forgets them all. */
void simt_host_calls_clear(void);

/* The host code's own work on data: kernels launched beside it only for show do not make it the
 * device's work. */

/** Since the last simt_reset(). */
struct simt_host_work {
    uint64_t copied_bytes; /**< between host and device, by cudaMemcpy and the like */
    int64_t steps_then;    /**< simt_quiet_steps at the time (simt/quiet.h) */
};

/** The counts of this program. */
extern struct simt_host_work simt_host_work;

/** Instructions that host code has run since then: to be called on the host. */
static inline uint64_t simt_host_instructions(void) {
    return (uint64_t)(simt_host_work.steps_then - simt_quiet_steps);
}

/** Host code has read or written @p size bytes. A program of one thread does not pay for those of others. */
static inline void simt_host_accessed(size_t size) {
    if (__libc_single_threaded)
        simt_host_bytes += size;
    else
        __atomic_fetch_add(&simt_host_bytes, size, __ATOMIC_RELAXED);
}
