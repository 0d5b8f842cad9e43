// Finds out which bytes of a read belong to nobody. What depends on the addresses of allocations differs with
// the jobs that a process did before, so the garbage does not.
#include "engine/memory/bad_read.h"

#include "engine/memory/bounds.h"
#include "engine/memory/heap.h"
#include "engine/memory/poison.h"
#include "engine/memory/registered.h"

enum { PAGE = 4096 };

static uint8_t garbage_at(uint64_t offset, bool shared) {
    const struct simt_allocation *a = shared ? NULL : simt_heap_find(SIMT_DEVICE_BASE + offset);
    return simt_garbage_byte(a ? SIMT_DEVICE_BASE + offset - a->base : offset % PAGE);
}

void simt_bad_read_garble(uint64_t offset, unsigned size) {
    static struct simt_bounds last[2];
    const bool shared = offset < SIMT_SHARED_SPAN;
    if (simt_in_bounds(&last[shared], offset, size, shared))
        return;
    for (uint64_t byte = offset; byte < offset + size; byte++)
        if (!simt_bounds_find(&last[shared], byte, 1, shared) &&
            !simt_is_of_registered_page(SIMT_DEVICE_BASE + byte))
            *(uint8_t *)(SIMT_DEVICE_BASE + byte) = garbage_at(byte, shared);
}
