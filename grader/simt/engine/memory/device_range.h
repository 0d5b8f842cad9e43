/**
 * @file device_range.h
 * @brief The device's address range: one contiguous range [shared memory | heap] at a fixed address.
 *
 * One range check tells a device address; shadow state is found by linear arithmetic from its offset.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simt/quiet.h"

#define SIMT_SHARED_SPAN                                                                                     \
    (UINT64_C(1) << 20) /**< bytes at the range's start for one block's shared memory                        \
                         */
/** Where the heap begins in it. */
#define SIMT_HEAP_BASE (SIMT_DEVICE_BASE + SIMT_SHARED_SPAN)

/** Bytes of addresses reserved for the range: 256 GiB, or less where the process may not have so many. */
extern uint64_t simt_device_range_span;
/** Bytes of the range backed by memory now, from SIMT_DEVICE_BASE; grows with the heap. */
extern uint64_t simt_device_range_size;

/** Reserves the range; called once before anything else. Ends the program with a message if it cannot. */
void simt_device_range_init(void);
/** Backs the range's first @p size bytes (rounded up to whole pages) by memory, shadow included.
 * @return false if the system refuses */
bool simt_device_range_grow(uint64_t size);
/** Marks [address, address + size) as written (or, with @p initialized false, as never written). */
void simt_mark_initialized(uintptr_t address, size_t size, bool initialized);
/** The first never-written byte in the range, or 0 if all were written. */
uintptr_t simt_first_uninitialized(uintptr_t address, size_t size);
/** The first written byte in the range, or 0 if none was written. */
uintptr_t simt_first_initialized(uintptr_t address, size_t size);
/** True if @p address lies in the range (shared memory or heap). */
static inline bool simt_is_device_address(uintptr_t address) {
    return address - SIMT_DEVICE_BASE < simt_device_range_size;
}
/** Up to 8 bytes as they are now: what a store is about to overwrite. */
static inline uint64_t simt_peek(uintptr_t address, unsigned size_log2) {
    switch (size_log2) {
    case 0:
        return *(const volatile uint8_t *)address;
    case 1:
        return *(const volatile uint16_t *)address;
    case 2:
        return *(const volatile uint32_t *)address;
    default:
        return *(const volatile uint64_t *)address;
    }
}

/** Gives the memory and shadow of a freed heap range back to the system: it counts as never written.
 */
void simt_device_range_release(uintptr_t address, size_t size);

/* Areas of memory that run parallel to the device address range: so many bytes for so many of it. */

/** Reserves @p size bytes of addresses, at @p hint if that is not NULL. Ends the program if it cannot. */
void *simt_area_reserve(void *hint, uint64_t size);
/** Backs by memory what the bytes [from, to) of the range need of an area with @p size bytes for each @p
 * per. @return false if the system refuses */
bool simt_area_back(void *area, uint64_t from, uint64_t to, uint64_t size, uint64_t per);
/** Gives whole pages of the same back to the system; they read as zero from then on. */
void simt_area_give_back(void *area, uint64_t from, uint64_t to, uint64_t size, uint64_t per);
