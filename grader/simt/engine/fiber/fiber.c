// The pools of lane stacks, one for each place a resident block can have.
#include "engine/fiber/fiber.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102 /* since Linux 6.13; of shared memory since 6.15 */
#endif

enum { PAGE = 4096, POOL = 1024, STRIDE = SIMT_STACK_BYTES + PAGE };

/** The stacks of one place: reserved at once, those before @c ready guarded. */
struct pool {
    char *base;
    unsigned ready;
};

static struct pool *pools;
static unsigned pool_count;

static _Noreturn void no_memory(void) {
    fprintf(stderr, "simt: no memory for the stacks of a block's threads\n");
    exit(2);
}

/* Shared, though with no other process: what is private counts against a sandbox's limit on data in full, and
 * stacks are large and hardly ever full. What is used of them counts as memory all the same. */
static char *reserve(void) {
    char *base = mmap(NULL, (size_t)POOL * STRIDE, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        no_memory();
    return base;
}

static struct pool *pool_at(unsigned place) {
    if (place >= pool_count) {
        unsigned count = pool_count ? 2 * pool_count : 1;
        while (place >= count)
            count *= 2;
        pools = realloc(pools, count * sizeof *pools);
        if (!pools)
            no_memory();
        memset(pools + pool_count, 0, (count - pool_count) * sizeof *pools);
        pool_count = count;
    }
    struct pool *pool = &pools[place];
    if (!pool->base)
        pool->base = reserve();
    return pool;
}

/** Makes a page one without access. */
static bool make_guard(char *page) {
    return madvise(page, PAGE, MADV_GUARD_INSTALL) == 0 || mprotect(page, PAGE, PROT_NONE) == 0;
}

static bool guard(struct pool *pool, unsigned place, unsigned thread) {
    bool guarded = place == 0 || thread == 0;
    return !guarded || make_guard(pool->base + (size_t)thread * STRIDE);
}

struct simt_stack simt_stack_get(unsigned place, unsigned thread) {
    struct pool *pool = pool_at(place);
    for (; pool->ready <= thread; pool->ready++)
        if (!guard(pool, place, pool->ready))
            no_memory();
    /* Stacks whose tops fell on the same cache sets would evict each other at every switch: stagger them. */
    uintptr_t low = (uintptr_t)pool->base + (size_t)thread * STRIDE + PAGE;
    return (struct simt_stack){low, low + SIMT_STACK_BYTES - thread % 16 * 448};
}
