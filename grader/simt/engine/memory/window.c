// The device's address space and the shadow state beside it, reserved once and backed by memory as it grows.
#include "engine/memory/window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/memory/shadow.h"

enum { PAGE = 4096 };
#define GROWTH (UINT64_C(1) << 21)

uint64_t simt_window_size;
struct simt_cell *simt_word_cells;
struct simt_cell *simt_byte_cells;
struct simt_party *simt_word_atomics;
struct simt_party *simt_byte_atomics;
uint8_t *simt_byte_pages;

static uint8_t *initialized_bits;

static void *reserve(void *hint, uint64_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (hint ? MAP_FIXED_NOREPLACE : 0);
    void *at = mmap(hint, size, PROT_NONE, flags, -1, 0);
    if (at == MAP_FAILED || (hint && at != hint)) {
        fprintf(stderr, "simt: cannot reserve %llu GiB of addresses for device memory\n",
                (unsigned long long)(size >> 30));
        exit(2);
    }
    return at;
}

void simt_window_init(void) {
    if (simt_word_cells)
        return;
    reserve((void *)SIMT_WINDOW_BASE, SIMT_WINDOW_SPAN);
    simt_word_cells = reserve(NULL, SIMT_WINDOW_SPAN / 4 * sizeof *simt_word_cells);
    simt_byte_cells = reserve(NULL, SIMT_WINDOW_SPAN * sizeof *simt_byte_cells);
    simt_word_atomics = reserve(NULL, SIMT_WINDOW_SPAN / 4 * sizeof *simt_word_atomics);
    simt_byte_atomics = reserve(NULL, SIMT_WINDOW_SPAN * sizeof *simt_byte_atomics);
    simt_byte_pages = reserve(NULL, SIMT_WINDOW_SPAN / PAGE);
    initialized_bits = reserve(NULL, SIMT_WINDOW_SPAN / 8);
    if (!simt_window_grow(SIMT_SHARED_SPAN)) {
        fprintf(stderr, "simt: no memory for the shared memory of a block\n");
        exit(2);
    }
}

/** Backs by memory what the bytes [from, to) of the window need of an area with @p size bytes for each @p
 * per. */
static bool back(void *area, uint64_t from, uint64_t to, uint64_t size, uint64_t per) {
    uint64_t first = from / per * size / PAGE * PAGE;
    uint64_t last = (to / per * size + PAGE - 1) / PAGE * PAGE;
    return mprotect((char *)area + first, last - first, PROT_READ | PROT_WRITE) == 0;
}

bool simt_window_grow(uint64_t size) {
    if (size <= simt_window_size)
        return true;
    uint64_t from = simt_window_size;
    uint64_t to = (size + GROWTH - 1) / GROWTH * GROWTH;
    if (to > SIMT_WINDOW_SPAN)
        return false;
    if (!back((void *)SIMT_WINDOW_BASE, from, to, 1, 1) ||
        !back(simt_word_cells, from, to, sizeof *simt_word_cells, 4) ||
        !back(simt_word_atomics, from, to, sizeof *simt_word_atomics, 4) ||
        !back(simt_byte_pages, from, to, 1, PAGE) || !back(initialized_bits, from, to, 1, 8))
        return false;
    simt_window_size = to;
    return true;
}

bool simt_split_page(uint64_t page) {
    uint64_t from = page * PAGE;
    if (!back(simt_byte_cells, from, from + PAGE, sizeof *simt_byte_cells, 1) ||
        !back(simt_byte_atomics, from, from + PAGE, sizeof *simt_byte_atomics, 1))
        return false;
    for (uint64_t byte = from; byte < from + PAGE; byte++) {
        simt_byte_cells[byte] = simt_word_cells[byte / 4];
        simt_byte_atomics[byte] = simt_word_atomics[byte / 4];
    }
    simt_byte_pages[page] = 1;
    return true;
}

static void give_back(void *area, uint64_t from, uint64_t to, uint64_t size, uint64_t per) {
    uint64_t first = (from / per * size + PAGE - 1) / PAGE * PAGE;
    uint64_t last = to / per * size / PAGE * PAGE;
    if (last > first)
        madvise((char *)area + first, last - first, MADV_DONTNEED);
}

void simt_window_release(uintptr_t address, size_t size) {
    uint64_t from = address - SIMT_WINDOW_BASE, to = from + size;
    give_back((void *)SIMT_WINDOW_BASE, from, to, 1, 1);
    give_back(simt_word_cells, from, to, sizeof *simt_word_cells, 4);
    give_back(simt_word_atomics, from, to, sizeof *simt_word_atomics, 4);
    for (uint64_t page = from / PAGE; page < to / PAGE; page++) {
        if (!simt_byte_pages[page])
            continue;
        give_back(simt_byte_cells, page * PAGE, (page + 1) * PAGE, sizeof *simt_byte_cells, 1);
        give_back(simt_byte_atomics, page * PAGE, (page + 1) * PAGE, sizeof *simt_byte_atomics, 1);
    }
}

void simt_mark_initialized(uintptr_t address, size_t size, bool initialized) {
    uint64_t from = address - SIMT_WINDOW_BASE, to = from + size;
    while (from < to && from % 8 != 0)
        simt_set_initialized_bits(initialized_bits, from++, 1, initialized);
    while (from < to && to % 8 != 0)
        simt_set_initialized_bits(initialized_bits, --to, 1, initialized);
    memset(initialized_bits + from / 8, initialized ? 0xff : 0, (to - from) / 8);
}

uintptr_t simt_first_uninitialized(uintptr_t address, size_t size) {
    uint64_t from = address - SIMT_WINDOW_BASE, to = from + size;
    for (uint64_t byte = from; byte < to; byte++) {
        if (byte % 8 == 0 && to - byte >= 8 && initialized_bits[byte / 8] == 0xff)
            byte += 7;
        else if (!(initialized_bits[byte / 8] >> byte % 8 & 1))
            return SIMT_WINDOW_BASE + byte;
    }
    return 0;
}

uint8_t *simt_initialized_bits(void) { return initialized_bits; }
