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
