// The pool of lane stacks.
#include "engine/run/fiber.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096, POOL = 1024, STRIDE = SIMT_STACK_BYTES + PAGE };

struct simt_stack simt_stack_get(unsigned i) {
    static char *pool;
    static unsigned ready;
    if (!pool) {
        pool =
            mmap(NULL, (size_t)POOL * STRIDE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (pool == MAP_FAILED)
            pool = NULL;
    }
    for (; pool && ready <= i; ready++)
        if (mprotect(pool + (size_t)ready * STRIDE + PAGE, SIMT_STACK_BYTES, PROT_READ | PROT_WRITE) != 0)
            pool = NULL;
    if (!pool) {
        fprintf(stderr, "simt: no memory for the stacks of a block's threads\n");
        exit(2);
    }
    /* Stacks whose tops fell on the same cache sets would evict each other at every switch: stagger them. */
    uintptr_t low = (uintptr_t)pool + (size_t)i * STRIDE + PAGE;
    return (struct simt_stack){low, low + SIMT_STACK_BYTES - i % 16 * 448};
}
