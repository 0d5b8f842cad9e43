// Looks bounds up.
#include "engine/memory/bounds.h"

#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/shared_memory.h"

uint32_t simt_bounds_validity = 1;

static bool locate(struct simt_bounds *bounds, uint64_t offset, bool shared) {
    if (shared)
        return simt_shared_find(offset, &bounds->low, &bounds->high);
    const struct simt_allocation *a = simt_heap_find(SIMT_DEVICE_BASE + offset);
    if (!a || !a->live || SIMT_DEVICE_BASE + offset >= a->base + a->size)
        return false;
    bounds->low = a->base - SIMT_DEVICE_BASE;
    bounds->high = bounds->low + a->size;
    return true;
}

bool simt_bounds_find(struct simt_bounds *bounds, uint64_t offset, unsigned size, bool shared) {
    if (!locate(bounds, offset, shared))
        return false;
    bounds->validity = simt_bounds_validity;
    return offset >= bounds->low && offset + size <= bounds->high;
}

/* Recognises an address that an unsigned index below 0 leads to. */

/* How far below 0 an index may be: a few blocks, in bytes. */
enum { REACH = 1 << 16 };

static bool is_near_allocation(uintptr_t address) {
    const struct simt_allocation *a = simt_heap_find(address), *next = simt_heap_next(address);
    return (a && a->live && address - a->base < a->size) ||
           (next && next->live && next->base - address < REACH);
}

bool simt_report_wrapped_index(const struct simt_actor *actor, const char *verb, uintptr_t address,
                               uint64_t size) {
    const uint64_t wrap = size << 32;
    if (address < SIMT_DEVICE_BASE - REACH + wrap)
        return false;
    const uintptr_t meant = address - wrap;
    const bool shared = meant < SIMT_HEAP_BASE;
    if (!shared && !is_near_allocation(meant))
        return false;
    simt_error_add(
        SIMT_WRAPPED_INDEX, shared ? SIMT_SPACE_SHARED : SIMT_SPACE_GLOBAL, actor, NULL,
        "Invalid %s %s of size %llu bytes: Address 0x%llx is out of bounds, 2^32 elements past the "
        "array: an unsigned index went below 0",
        shared ? "__shared__" : "__global__", verb, (unsigned long long)size, (unsigned long long)address);
    return true;
}

bool simt_report_overflowed_index(const struct simt_actor *actor, const char *verb, uintptr_t address,
                                  uint64_t size) {
    enum { LARGEST_ELEMENT = 64 };
    for (uint64_t element = size; element <= LARGEST_ELEMENT; element *= 2) {
        const uintptr_t meant = address + (element << 32);
        const struct simt_allocation *a = simt_heap_find(meant);
        if (!a || !a->live || meant - a->base >= a->size || meant - a->base < element << 31)
            continue;
        simt_error_add(
            SIMT_OVERFLOWED_INDEX, SIMT_SPACE_GLOBAL, actor, NULL,
            "Invalid __global__ %s of size %llu bytes: Address 0x%llx is out of bounds, 2^32 elements "
            "before element %llu of an array: an int passed 2^31 on the way to this index",
            verb, (unsigned long long)size, (unsigned long long)address,
            (unsigned long long)((meant - a->base) / element));
        return true;
    }
    return false;
}
