// The stacks of lanes.
#include "engine/fiber/fiber.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102 /* since Linux 6.13; of shared memory since 6.15 */
#endif

enum { PAGE = 4096, SET = 32, SETS = 1024 / SET, STRIDE = SIMT_STACK_BYTES + PAGE };
static const size_t SET_BYTES = (size_t)SET * STRIDE;

/** The stacks of one warp: reserved at once, those before @c ready guarded. */
static struct set {
    char *base;
    unsigned ready;
} sets[SETS];

static _Noreturn void no_memory(void) {
    fprintf(stderr, "simt: no memory for the stacks of a block's threads\n");
    exit(2);
}

/* Shared, though with no other process: what is private counts against a sandbox's limit on data in full, and
 * stacks are large and hardly ever full. What is used of them counts as memory all the same. */
static char *map(size_t bytes) {
    char *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return base == MAP_FAILED ? NULL : base;
}

/** Makes a page one without access. */
static bool make_guard(char *page) {
    return madvise(page, PAGE, MADV_GUARD_INSTALL) == 0 || mprotect(page, PAGE, PROT_NONE) == 0;
}

struct simt_stack simt_stack_get(unsigned thread) {
    struct set *set = &sets[thread / SET];
    unsigned in_set = thread % SET;
    if (!set->base && !(set->base = map(SET_BYTES)))
        no_memory();
    for (; set->ready <= in_set; set->ready++)
        if (!make_guard(set->base + (size_t)set->ready * STRIDE))
            no_memory();
    /* Stacks whose tops fell on the same cache sets would evict each other at every switch: stagger them. */
    uintptr_t low = (uintptr_t)set->base + (size_t)in_set * STRIDE + PAGE;
    return (struct simt_stack){low, low + SIMT_STACK_BYTES - thread % 16 * 448};
}
