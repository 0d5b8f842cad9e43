// Entries by number. Entry 0 is not used; one that came back begins with the number of the next such. Those
// that were never taken stay untouched, so that the system need not back them by memory.
#include "engine/memory/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 1024 };

static uint32_t make(struct simt_pool *pool) {
    if (pool->made + 1 >= pool->size) {
        pool->size = pool->size ? 2 * pool->size : FIRST_SIZE;
        pool->entries = realloc(pool->entries, pool->size * pool->entry_bytes);
    }
    if (!pool->entries) {
        fprintf(stderr, "simt: no memory to remember who touched which byte\n");
        exit(2);
    }
    return ++pool->made;
}

uint32_t simt_pool_take(struct simt_pool *pool) {
    uint32_t taken = pool->first_free;
    pool->used++;
    if (!taken)
        return make(pool);
    memcpy(&pool->first_free, simt_pool_entry(pool, taken), sizeof pool->first_free);
    return taken;
}

void simt_pool_give_back(struct simt_pool *pool, uint32_t entry) {
    memcpy(simt_pool_entry(pool, entry), &pool->first_free, sizeof pool->first_free);
    pool->first_free = entry;
    pool->used--;
}
