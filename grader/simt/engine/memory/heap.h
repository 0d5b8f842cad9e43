/**
 * @file heap.h
 * @brief Device memory: allocations in the device address range, not at the same address twice.
 *
 * Within a job addresses are not reused, so that a pointer kept after `cudaFree` is recognised however late
 * it is used; the pages go back to the system at once.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/report/errors.h"

/** Who may access an allocation, and how it is freed. */
enum simt_memory_kind {
    SIMT_MEMORY_DEVICE,  /**< kernels only; cudaFree */
    SIMT_MEMORY_MANAGED, /**< host and kernels; cudaFree */
    SIMT_MEMORY_PINNED,  /**< host and kernels; cudaFreeHost */
    SIMT_MEMORY_KERNEL   /**< made by malloc or new in a kernel; kernels only; free and delete in a kernel */
};

/** One allocation, live or freed. */
struct simt_allocation {
    uintptr_t base;             /**< 4096-byte aligned, 16-byte if made in a kernel */
    size_t size;                /**< bytes asked for */
    enum simt_memory_kind kind; /**< who may access it */
    bool live;                  /**< false after it was freed */
    bool user;                  /**< made by the program (reported as a leak), not by the engine itself */
    bool stream_ordered;        /**< made by cudaMallocAsync or from a pool */
    uintptr_t made_at;          /**< code address of the call that made it */
    struct simt_dim3 block;     /**< of the thread that made it, if its kind is SIMT_MEMORY_KERNEL */
    struct simt_dim3 thread;    /**< this thread in its block */
    uintptr_t freed_at;         /**< code address of the call that freed it; 0: simt_heap_reset() did */
};

/** Makes an allocation of @p size > 0 bytes filled with a pattern (poison.h), uninitialised to the checkers.
 * @return its base, or 0 if the device's memory is used up */
uintptr_t simt_heap_allocate(size_t size, bool user, uintptr_t made_at);
/** The same for malloc and new in a kernel: many and small, so close together, with smaller guards.
 * @p maker: the thread, and the code address of its call. */
uintptr_t simt_heap_allocate_in_kernel(size_t size, const struct simt_actor *maker);
/** Lets the host use the live allocation at @p base too. Accesses by the host are not seen:
 * host_written.h. @return false if there is no such allocation */
bool simt_heap_share_with_host(uintptr_t base, enum simt_memory_kind kind);
/** Notes that the live allocation at @p base was made in a stream. */
void simt_heap_order_by_stream(uintptr_t base);
/** Frees the live allocation that starts at @p base. @return false if there is none */
bool simt_heap_free(uintptr_t base, uintptr_t freed_at);
/** The allocation (live or freed) that contains @p address, or that ends nearest before it, within
 * the guard; NULL if none. Valid until the next simt_heap_allocate(). */
const struct simt_allocation *simt_heap_find(uintptr_t address);
/** The first allocation (live or freed) that begins after @p address; NULL if there is none. */
const struct simt_allocation *simt_heap_next(uintptr_t address);
/** The i-th allocation in order of making; NULL past the end. */
const struct simt_allocation *simt_heap_get(size_t i);
/** Bytes of device memory that a program can have: the device's, or the host's loan if that is less.
 */
uint64_t simt_heap_lent(void);
/** Changes after memory was freed: allocations found before may be gone. For any thread. */
uint64_t simt_heap_version(void);
/** Bytes live, and bytes the device has. */
void simt_heap_usage(size_t *used, size_t *total);
/** From now on memory with a static variable of the program that points to it is kept: it is no leak, and
 * simt_heap_reset() skips it. For programs in which one call of many ends. */
void simt_heap_keep_static(void);
/** Leaves allocations of kept memory out of the host's calls (model/host_calls.h): only the first of the
 * program's many calls makes them. */
void simt_heap_leave_out_kept(void);
/** Frees everything the program allocated. @param freed_at as simt_heap_free(); 0: between two calls of the
 * program, so kept memory stays */
void simt_heap_reset(uintptr_t freed_at);
/** Between two jobs of one process: once 4 MiB of addresses were used, those after the last live allocation
 * are reused. The range never shrinks, and would otherwise grow with every job. */
void simt_heap_reuse_addresses(void);
/** Adds a SIMT_LEAK error for each live allocation of the program, once. */
void simt_heap_report_leaks(void);

/* Memory of the host that kernels may use at its own address (cudaHostRegister).

   Its pages become shared ones, mapped a second time in the device address range as an allocation of the
   heap, as device variables are: so a kernel's accesses are checked like any other. */

/** Registers [address, address + size). @return false if there is no memory, or the pages cannot be shared */
bool simt_register(uintptr_t address, size_t size, uintptr_t at);
/** Ends that. @return false if nothing registered begins there */
bool simt_unregister(uintptr_t address);
/** True if a byte of [address, address + size) is registered. */
bool simt_is_registered(uintptr_t address, size_t size);
/** True if all of [address, address + size) was registered at once. */
bool simt_registered_holds(uintptr_t address, size_t size);
/** True if a device address lies in a page of registered memory, which holds the host's data all over. */
bool simt_is_of_registered_page(uintptr_t device_address);
/** The device address for a registered one; any other address comes back unchanged. */
uintptr_t simt_registered_alias(uintptr_t address);
