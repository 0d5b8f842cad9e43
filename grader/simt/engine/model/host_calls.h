/**
 * @file host_calls.h
 * @brief What the host asked of the device, in program order, for the time of the whole program.
 */
#ifndef SIMT_HOST_CALLS_H
#define SIMT_HOST_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What a call does to time. */
enum simt_host_call_kind {
    SIMT_CALL_LAUNCH,         /**< of the kernel at index `kernel` */
    SIMT_CALL_FILL,           /**< cudaMemset and its kin */
    SIMT_CALL_COPY_IN_DEVICE, /**< a copy within the device */
    SIMT_CALL_COPY_TO_DEVICE, /**< from the host */
    SIMT_CALL_COPY_TO_HOST,   /**< from the device */
    SIMT_CALL_SYNCHRONIZE,    /**< the host waits for the device */
    SIMT_CALL_ALLOCATE,       /**< cudaMalloc and its kin */
    SIMT_CALL_FREE,           /**< cudaFree, which waits for the device */
    SIMT_CALL_REGISTER,       /**< cudaHostRegister */
    SIMT_CALL_UNREGISTER,     /**< cudaHostUnregister, which waits for the device */
    SIMT_CALL_HOST_FUNCTION   /**< a function of the host that has its turn in a stream */
};

/** One call. */
struct simt_host_call {
    enum simt_host_call_kind kind; /**< what it does */
    bool pinned;       /**< of a copy to or from the host, and of what is allocated or freed: that memory
                          is the host's, and pinned */
    bool pooled;       /**< of what is allocated or freed: it is a pool's, in the order of a stream */
    bool waits;        /**< of a copy: the host waits for it */
    uint64_t bytes;    /**< of a copy, a fill, an allocation, and of what is freed */
    uint64_t accessed; /**< bytes that host code had read and written, by then: set as the call is added */
    uint64_t instructions; /**< that host code had run by then, likewise */
    size_t kernel;         /**< of a launch: its place in the list of kernels (kernels.h) */
};

/** Adds a call at the end of the list. The program ends if memory ran out. */
void simt_host_call_add(struct simt_host_call call);
/** How many calls there were. */
size_t simt_host_call_count(void);
/** The i-th call, from 0; NULL past the last. */
const struct simt_host_call *simt_host_call_get(size_t i);
/** Forgets them all. */
void simt_host_calls_clear(void);

#endif
