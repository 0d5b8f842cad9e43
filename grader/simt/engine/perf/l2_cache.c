// Who touched which granule of device memory last.
#include "engine/perf/l2_cache.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/perf/sample.h"

enum { CHUNK_LOG2 = 20, CHUNK_GRANULES = 1 << (CHUNK_LOG2 - SIMT_GRANULE_LOG2), CHUNKS = 1 << 18 };

/** The last touch of a granule. */
struct touch {
    uint32_t block;      /**< counted through all launches, + 1; 0: never touched */
    uint32_t changed_by; /**< the same, of the block that has changed something of it last */
    uint32_t when;       /**< granules that had been touched for the first time, in any launch */
    uint32_t written_in; /**< the last launch that wrote to it */
};

static struct touch *chunks[CHUNKS];
static uint32_t launch_base, next_base = 1, now;
static uint64_t beside;
static uint32_t launch;
static uint64_t written; /* granules, by this launch */

void simt_granules_begin(uint64_t blocks_beside) {
    launch_base = next_base;
    beside = blocks_beside;
    launch++;
    written = 0;
}

static struct touch *touch_of(uint64_t offset) {
    struct touch **chunk = &chunks[(offset >> CHUNK_LOG2) % CHUNKS];
    if (!*chunk && !(*chunk = calloc(CHUNK_GRANULES, sizeof **chunk))) {
        fprintf(stderr, "simt: no memory to follow what caches would hold\n");
        exit(2);
    }
    return &(*chunk)[offset >> SIMT_GRANULE_LOG2 & (CHUNK_GRANULES - 1)];
}

static void touch_by(struct touch *touch, uint32_t block) {
    touch->block = launch_base + block;
    if (touch->block >= next_base)
        next_base = touch->block + 1;
}

struct simt_touched simt_granules_touch(uint64_t offset, uint32_t block) {
    struct touch *touch = touch_of(offset);
    const struct touch before = *touch;
    touch_by(touch, block);
    struct simt_touched touched = {.last = SIMT_TOUCH_RECENT,
                                   .distance = (uint64_t)(now - before.when) << SIMT_GRANULE_LOG2};
    if (before.block >= launch_base) {
        touched.by_other = before.changed_by >= launch_base && before.changed_by != touch->block;
        const uint32_t apart =
            before.block > touch->block ? before.block - touch->block : touch->block - before.block;
        if (apart <= beside)
            return touched; /* `when` stays: it came in then */
        touch->when = now;
        touched.last = SIMT_TOUCH_AGAIN;
        return touched;
    }
    touch->when = ++now;
    touched.last = before.block ? SIMT_TOUCH_CARRIED : SIMT_TOUCH_FIRST;
    return touched;
}

bool simt_granules_is_held(uint64_t offset, uint32_t block, bool changes) {
    const struct touch *touch = touch_of(offset);
    return touch->block == launch_base + block && (!changes || touch->changed_by == touch->block);
}

void simt_granules_change(uint64_t offset, uint32_t block) {
    touch_of(offset)->changed_by = launch_base + block;
}

bool simt_granules_write(uint64_t offset) {
    struct touch *touch = touch_of(offset);
    const bool is_first = touch->written_in != launch;
    touch->written_in = launch;
    written += is_first;
    return is_first;
}

uint64_t simt_granules_written(void) { return written; }

void simt_granules_forget(void) {
    for (unsigned i = 0; i < CHUNKS; i++) {
        free(chunks[i]);
        chunks[i] = NULL;
    }
    launch_base = 0;
    next_base = 1;
    now = 0;
}
