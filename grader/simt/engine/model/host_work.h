/**
 * @file host_work.h
 * @brief What the program's host code did with data itself: kernels that are launched beside it, for show, do
 * not make it the device's work.
 */
#ifndef SIMT_HOST_WORK_H
#define SIMT_HOST_WORK_H

#include <stddef.h>
#include <stdint.h>
#include <sys/single_threaded.h>

#include "simt/quiet.h"

/** Since the last simt_reset(). */
struct simt_host_work {
    uint64_t copied_bytes;   /**< between host and device, by cudaMemcpy and its kin */
    uint64_t accessed_bytes; /**< read and written by host code, in any memory but its own stack frames */
    int64_t steps_then;      /**< what simt_quiet_steps was (simt/quiet.h) */
};

/** The counts of this program. */
extern struct simt_host_work simt_host_work;

/** Instructions that host code has run since then: to be asked for on the host. */
static inline uint64_t simt_host_instructions(void) {
    return (uint64_t)(simt_host_work.steps_then - simt_quiet_steps);
}

/** Host code has read or written @p size bytes. A program of one thread does not pay for those of others. */
static inline void simt_host_accessed(size_t size) {
    if (__libc_single_threaded)
        simt_host_work.accessed_bytes += size;
    else
        __atomic_fetch_add(&simt_host_work.accessed_bytes, size, __ATOMIC_RELAXED);
}

#endif
