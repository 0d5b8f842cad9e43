// The device's address space and the shadow state beside it, reserved once and backed by memory as it grows.
#include "engine/memory/device_range.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "engine/memory/closed_memory.h"
#include "engine/memory/shadow.h"

enum { PAGE = 4096 };

#define GROWTH (UINT64_C(1) << 21)
#define MOST (UINT64_C(1) << 38)
#define LEAST (UINT64_C(1) << 24)

uint64_t simt_device_range_size, simt_device_range_span;

uint8_t *simt_written;
uint64_t simt_host_span;

// A limit of addresses (ulimit -v) leaves the range with what it keeps beside it half of them: the program
// and the stacks of its threads need some, too.
static uint64_t affordable_span(void) {
    struct rlimit limit;
    uint64_t span = MOST;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        while (span > LEAST && span + span / 8 + simt_shadow_bytes(span) > limit.rlim_cur / 2)
            span /= 2;
    return span;
}

void simt_device_range_init(void) {
    if (simt_written)
        return;
    simt_host_span = simt_device_range_span = affordable_span();
    simt_area_reserve((void *)SIMT_DEVICE_BASE, simt_device_range_span);
    simt_shadow_init(simt_device_range_span);
    simt_written = simt_area_reserve(NULL, simt_device_range_span / 8);
    if (!simt_device_range_grow(SIMT_SHARED_SPAN)) {
        fprintf(stderr, "simt: no memory for the shared memory of a block\n");
        exit(2);
    }
}

static bool back(uintptr_t address, size_t size) {
    const uint64_t from = address - SIMT_DEVICE_BASE, to = from + size;
    simt_memory_was_opened(address, size);
    return simt_area_back((void *)SIMT_DEVICE_BASE, from, to, 1, 1) && simt_shadow_grow(from, to) &&
           simt_area_back(simt_written, from, to, 1, 8);
}

bool simt_device_range_grow(uint64_t size) {
    if (size <= simt_device_range_size)
        return true;
    uint64_t from = simt_device_range_size;
    uint64_t to = (size + GROWTH - 1) / GROWTH * GROWTH;
    if (to > simt_device_range_span)
        return false;
    if (!back(SIMT_DEVICE_BASE + from, to - from))
        return false;
    simt_device_range_size = to;
    return true;
}

// Whatever was mapped there, its own pages or a file's or the host's.
static void renew_pages(uint64_t from, uint64_t to) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    const int rights = simt_memory_is_closed() ? PROT_NONE : PROT_READ | PROT_WRITE;
    if (rights != PROT_NONE)
        simt_memory_was_opened(SIMT_DEVICE_BASE + from, to - from);
    from = (from + PAGE - 1) / PAGE * PAGE;
    to = to / PAGE * PAGE;
    if (to > from && mmap((void *)(SIMT_DEVICE_BASE + from), to - from, rights, flags, -1, 0) == MAP_FAILED)
        simt_area_give_back((void *)SIMT_DEVICE_BASE, from, to, 1, 1);
}

static void forget_initialized(uint64_t from, uint64_t to) {
    const uint64_t unit = 8 * PAGE, first = (from + unit - 1) / unit * unit, last = to / unit * unit;
    if (first >= last) {
        simt_mark_initialized(SIMT_DEVICE_BASE + from, to - from, false);
        return;
    }
    simt_mark_initialized(SIMT_DEVICE_BASE + from, first - from, false);
    simt_mark_initialized(SIMT_DEVICE_BASE + last, to - last, false);
    simt_area_give_back(simt_written, first, last, 1, 8);
}

void simt_device_range_release(uintptr_t address, size_t size) {
    uint64_t from = address - SIMT_DEVICE_BASE, to = from + size;
    renew_pages(from, to);
    simt_shadow_release(from, to);
    forget_initialized(from, to);
}

void simt_mark_initialized(uintptr_t address, size_t size, bool initialized) {
    uint64_t from = address - SIMT_DEVICE_BASE, to = from + size;
    while (from < to && from % 8 != 0)
        simt_set_initialized_bits(simt_written, from++, 1, initialized);
    while (from < to && to % 8 != 0)
        simt_set_initialized_bits(simt_written, --to, 1, initialized);
    memset(simt_written + from / 8, initialized ? 0xff : 0, (to - from) / 8);
}

static inline uintptr_t first_in_state(uintptr_t address, size_t size, bool initialized) {
    const uint64_t from = address - SIMT_DEVICE_BASE, to = from + size;
    const uint8_t none = initialized ? 0 : 0xff; /* of eight bytes, where none is in that state */
    for (uint64_t byte = from; byte < to; byte++) {
        if (byte % 8 == 0 && to - byte >= 8 && simt_written[byte / 8] == none)
            byte += 7;
        else if ((simt_written[byte / 8] >> byte % 8 & 1) == initialized)
            return SIMT_DEVICE_BASE + byte;
    }
    return 0;
}

uintptr_t simt_first_uninitialized(uintptr_t address, size_t size) {
    return first_in_state(address, size, false);
}

uintptr_t simt_first_initialized(uintptr_t address, size_t size) {
    return first_in_state(address, size, true);
}

/* Areas of memory: reserved at once, backed as the device address range grows. */

void *simt_area_reserve(void *hint, uint64_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (hint ? MAP_FIXED_NOREPLACE : 0);
    void *at = mmap(hint, size, PROT_NONE, flags, -1, 0);
    if (at == MAP_FAILED || (hint && at != hint)) {
        fprintf(stderr, "simt: cannot reserve %llu GiB of addresses for device memory\n",
                (unsigned long long)(size >> 30));
        exit(2);
    }
    return at;
}

bool simt_area_back(void *area, uint64_t from, uint64_t to, uint64_t size, uint64_t per) {
    uint64_t first = from / per * size / PAGE * PAGE;
    uint64_t last = (to / per * size + PAGE - 1) / PAGE * PAGE;
    return mprotect((char *)area + first, last - first, PROT_READ | PROT_WRITE) == 0;
}

void simt_area_give_back(void *area, uint64_t from, uint64_t to, uint64_t size, uint64_t per) {
    uint64_t first = (from / per * size + PAGE - 1) / PAGE * PAGE;
    uint64_t last = to / per * size / PAGE * PAGE;
    if (last > first)
        madvise((char *)area + first, last - first, MADV_DONTNEED);
}
