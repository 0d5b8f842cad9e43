// Who touched which granule of device memory last.
#include "engine/observe/sampling/granules.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/model/sample.h"

enum { CHUNK_LOG2 = 20, CHUNK_GRANULES = 1 << (CHUNK_LOG2 - SIMT_GRANULE_LOG2), CHUNKS = 1 << 18 };

/** The last touch of a granule. */
struct touch {
    uint32_t block;      /**< counted through all launches, + 1; 0: never touched */
    uint32_t changed_by; /**< the same, of the block that has changed something of it last */
    uint32_t when;       /**< granules that had been touched for the first time, in any launch */
    uint32_t written_in; /**< the last launch that wrote to it */
    uint32_t bytes;      /**< that it wrote, counted as often as written */
    uint32_t brought;    /**< by its block, when that touched it last */
    uint32_t of_warp;    /**< of them, the warp's that touched it then */
    uint8_t warp;        /**< that warp */
    bool loaded;         /**< its block has loaded it since it came in */
    bool changed;        /**< likewise, stored to it */
    bool is_shared;      /**< several blocks of the launch have touched it */
};

static struct touch *chunks[CHUNKS];
static uint32_t launch_base, next_base = 1, now;
static uint64_t beside;
static uint32_t launch;
static struct simt_written_granules written;

void simt_granules_begin(uint64_t blocks_beside) {
    launch_base = next_base;
    beside = blocks_beside;
    launch++;
    written = (struct simt_written_granules){0};
}

static struct touch *touch_of(uint64_t offset) {
    struct touch **chunk = &chunks[(offset >> CHUNK_LOG2) % CHUNKS];
    if (!*chunk && !(*chunk = calloc(CHUNK_GRANULES, sizeof **chunk))) {
        fprintf(stderr, "simt: no memory to follow what caches would hold\n");
        exit(2);
    }
    return &(*chunk)[offset >> SIMT_GRANULE_LOG2 & (CHUNK_GRANULES - 1)];
}

/** The other granule of the same line. */
static struct touch *other_of(uint64_t offset) { return touch_of(offset ^ 1u << SIMT_GRANULE_LOG2); }

static void touch_by(struct touch *touch, uint32_t block) {
    touch->block = launch_base + block;
    if (touch->block >= next_base)
        next_base = touch->block + 1;
}

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/** Different granules that the block has brought in since it touched one: as many as it uses at most. */
static uint32_t brought_since(const struct touch *touch, const struct simt_own_granules *own) {
    const struct simt_brought *brought = &own->brought;
    const uint32_t all = brought->all - touch->brought;
    const uint32_t of_warp =
        touch->warp == own->warp ? (brought->of_warp[own->warp] - touch->of_warp) * own->warps : 0;
    return smaller(larger(of_warp, all), larger(own->all, own->of_warp[own->warp] * own->warps));
}

/** What the block alone uses is loaded or stored to. What it stores to that has come in since its last store
 * will have to be written back. @param is_first the store is counted by simt_granules_write() */
static void use_own(struct touch *touch, bool is_store, bool is_first, struct simt_touched *touched) {
    if (!is_store) {
        touch->loaded = true;
        return;
    }
    touched->back = !is_first && !touch->changed;
    touched->whole = touched->back && touch->loaded;
    touch->changed = true;
}

/** Granules that the block finds near. A store finds what loads of all its warps have just brought in,
 * however small the block's part of the cache is. */
static uint32_t near_for(const struct simt_own_granules *own, bool is_store) {
    return larger(own->brought.near, is_store ? 2 * SIMT_WARP * own->warps : 0);
}

/** The block touches what nobody else has touched. What is still near does not come from beyond. */
static void touch_own(struct touch *touch, struct simt_own_granules *own, bool is_new, bool is_store,
                      bool is_first, struct simt_touched *touched) {
    struct simt_brought *brought = &own->brought;
    const uint32_t apart = brought_since(touch, own);
    const bool is_far = is_new || apart > near_for(own, is_store);
    touched->own = is_far && !is_new;
    touched->own_distance = (uint64_t)apart << SIMT_GRANULE_LOG2;
    brought->all += is_far;
    brought->of_warp[own->warp] += is_far;
    touch->brought = brought->all;
    touch->of_warp = brought->of_warp[own->warp];
    if (is_far)
        touch->loaded = touch->changed = false;
    use_own(touch, is_store, is_first, touched);
    own->all += is_new;
    own->of_warp[own->warp] += is_new;
    touch->warp = (uint8_t)own->warp;
}

struct simt_touched simt_granules_touch(uint64_t offset, uint32_t block, bool is_store,
                                        struct simt_own_granules *own) {
    struct touch *touch = touch_of(offset);
    const struct touch before = *touch;
    touch_by(touch, block);
    const bool is_new = before.block < launch_base;
    touch->is_shared = !is_new && (before.is_shared || before.block != touch->block);
    struct simt_touched touched = {.last = SIMT_TOUCH_RECENT,
                                   .distance = (uint64_t)(now - before.when) << SIMT_GRANULE_LOG2};
    if (own && !touch->is_shared)
        touch_own(touch, own, is_new, is_store, touch->written_in != launch, &touched);
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
    touched.alone = other_of(offset)->block >= launch_base ? -1 : 1;
    touched.last = before.block ? SIMT_TOUCH_CARRIED : SIMT_TOUCH_FIRST;
    return touched;
}

struct simt_touched simt_granules_touch_local(uint64_t offset, uint32_t block, bool is_store,
                                              struct simt_own_granules *own) {
    struct touch *touch = touch_of(offset);
    struct simt_touched touched = {.last = SIMT_TOUCH_RECENT};
    touch_own(touch, own, touch->block != launch_base + block, is_store, false, &touched);
    touch_by(touch, block);
    return touched;
}

bool simt_granules_is_held(uint64_t offset, uint32_t block, bool changes) {
    const struct touch *touch = touch_of(offset);
    return touch->block == launch_base + block && (!changes || touch->changed_by == touch->block);
}

void simt_granules_change(uint64_t offset, uint32_t block) {
    touch_of(offset)->changed_by = launch_base + block;
}

bool simt_granules_write(uint64_t offset, uint32_t bytes, bool was_loaded) {
    struct touch *touch = touch_of(offset);
    const bool is_first = touch->written_in != launch;
    const uint32_t before = is_first ? 0 : touch->bytes;
    if (is_first && was_loaded)
        bytes = SIMT_GRANULE;
    touch->written_in = launch;
    touch->bytes = before + bytes;
    written.all += is_first;
    if (is_first)
        written.alone += other_of(offset)->written_in == launch ? UINT64_MAX : 1;
    written.partial += is_first && bytes < SIMT_GRANULE;
    written.partial -= !is_first && before < SIMT_GRANULE && before + bytes >= SIMT_GRANULE;
    return is_first;
}

struct simt_written_granules simt_granules_written(void) {
    return written;
}

void simt_granules_forget(void) {
    for (unsigned i = 0; i < CHUNKS; i++) {
        free(chunks[i]);
        chunks[i] = NULL;
    }
    launch_base = 0;
    next_base = 1;
    now = 0;
}
