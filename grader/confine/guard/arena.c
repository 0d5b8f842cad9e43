// The arena: blocks of powers of two, taken one after another; free ones are in a list of their size. Sizes
// and lists are kept outside of the arena, in tables with one entry for each 32 bytes of it.
#include "confine/guard/guard.h"

#include <stdio.h>
#include <sys/mman.h>

enum { LEAST_LOG2 = 5, MOST_LOG2 = 36, GROWTH = 1 << 20, IN_USE = 0x80 };
#define SPAN (UINT64_C(1) << MOST_LOG2)

static char *base;
static uint8_t *kinds;        // for each 32 bytes: where a block begins, its size's logarithm, and IN_USE
static uint64_t used, backed; // bytes taken so far, and those that are mapped
static uint64_t kinds_backed;
static uint32_t *next_free; // for each 32 bytes: the next free block of the same size, counted from 1
static uint64_t next_free_backed;
static uint32_t first_free[MOST_LOG2 + 1];

static void *reserve(uint64_t size) {
    void *at = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static bool back(void *area, uint64_t *have, uint64_t wanted) {
    if (wanted <= *have)
        return true;
    const uint64_t to = (wanted + GROWTH - 1) / GROWTH * GROWTH;
    if (mprotect((char *)area + *have, to - *have, PROT_READ | PROT_WRITE) != 0)
        return false;
    *have = to;
    return true;
}

static bool begin(void) {
    if (base)
        return true;
    kinds = reserve(SPAN >> LEAST_LOG2);
    next_free = reserve((SPAN >> LEAST_LOG2) * sizeof *next_free);
    base = kinds && next_free ? reserve(SPAN) : NULL;
    return base != NULL;
}

static unsigned log2_for(size_t size) {
    unsigned log2 = LEAST_LOG2;
    while (log2 < MOST_LOG2 && (UINT64_C(1) << log2) < size)
        log2++;
    return log2;
}

// Printed once, so that a crash that follows is understood.
static void *out_of_memory(void) {
    static bool said;
    if (!said)
        fputs("malloc: out of memory\n", stderr);
    said = true;
    return NULL;
}

// A new block, aligned to its size as far as a page.
static void *cut(unsigned log2) {
    const uint64_t size = UINT64_C(1) << log2, alignment = size < 4096 ? size : 4096;
    const uint64_t at = (used + alignment - 1) / alignment * alignment, end = at + size;
    if (end > SPAN || !back(base, &backed, end) || !back(kinds, &kinds_backed, (end >> LEAST_LOG2) + 1) ||
        !back(next_free, &next_free_backed, ((end >> LEAST_LOG2) + 1) * sizeof *next_free))
        return out_of_memory();
    used = end;
    return base + at;
}

void *simt_arena_allocate(size_t size, size_t alignment) {
    const unsigned log2 = log2_for(size > alignment ? size : alignment);
    if (size > SPAN / 2 || alignment > 4096 || !begin())
        return NULL;
    char *block;
    if (first_free[log2]) {
        const uint32_t slot = first_free[log2] - 1;
        first_free[log2] = next_free[slot];
        block = base + ((uint64_t)slot << LEAST_LOG2);
    } else {
        block = cut(log2);
    }
    if (block)
        kinds[(uint64_t)(block - base) >> LEAST_LOG2] = (uint8_t)(log2 | IN_USE);
    return block;
}

// The block's entry in the table, or NULL.
static uint8_t *kind_of(const void *block) {
    const uint64_t offset = (uint64_t)((uintptr_t)block - (uintptr_t)base);
    if (!base || offset >= used || offset % (1 << LEAST_LOG2) != 0)
        return NULL;
    uint8_t *kind = &kinds[offset >> LEAST_LOG2];
    return *kind & IN_USE ? kind : NULL;
}

size_t simt_arena_size(const void *block) {
    const uint8_t *kind = kind_of(block);
    return kind ? (size_t)1 << (*kind & ~IN_USE) : 0;
}

bool simt_arena_free(void *block) {
    uint8_t *kind = kind_of(block);
    if (!kind)
        return false;
    const unsigned log2 = *kind & ~(unsigned)IN_USE;
    const uint32_t slot = (uint32_t)((uint64_t)((char *)block - base) >> LEAST_LOG2);
    *kind = (uint8_t)log2;
    if (log2 >= 12) // whole pages go back to the system
        madvise(block, (size_t)1 << log2, MADV_DONTNEED);
    next_free[slot] = first_free[log2];
    first_free[log2] = slot + 1;
    return true;
}

bool simt_arena_holds(uintptr_t address, size_t size) {
    const uintptr_t offset = address - (uintptr_t)base;
    return base && offset < used && size <= used - offset;
}

bool simt_arena_reserves(uintptr_t address, size_t size) {
    const uintptr_t offset = address - (uintptr_t)base;
    return base && offset < SPAN && size <= SPAN - offset;
}
