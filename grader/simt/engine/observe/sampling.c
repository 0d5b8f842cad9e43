// Keeps what the warps of some blocks of each launch do, for the timing model: model/sample.h.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/model/parts.h"
#include "engine/model/profile.h"
#include "engine/model/sample.h"
#include "engine/observe/built_in.h"
#include "engine/observe/caches.h"
#include "engine/observe/observers.h"
#include "engine/observe/transactions.h"
#include "engine/report/settings.h"

enum { SECTOR_LOG2 = 5, GRANULE_LOG2 = 6, LINE_LOG2 = 7, LINE_BYTES = 1 << LINE_LOG2 };
/** Pieces of memory that global atomics are told apart by. */
enum { REGIONS_TOLD_LOG2 = 14 };

/** Loads whose values a warp still has: a compiler loads a value again only where somebody may have changed
 * it, or no register is left. By a hash of their addresses, those of shared and of global memory apart. */
enum { KEPT = 64 };
struct kept {
    uint64_t loads[2][KEPT];
    unsigned next[2];
};

/** A block's part of the cache, and where its sample is. */
struct sampled {
    struct simt_block_sample *block; /**< NULL: the block is not sampled */
    struct simt_near_cache near;
    struct kept *kept;            /* by warp */
};

static struct simt_block_states states = {.entry_bytes = sizeof(struct sampled)};
static struct simt_sample *sample;   /* of the running launch */
static struct sampled *sampled_now;  /* of the block that the events are about; NULL: not sampled */
static uint64_t last;                /* number of the last block + 1; 0: all are sampled */
static uint64_t every;               /* so many blocks apart are those sampled */
static uint64_t near_bytes;          /* of a multiprocessor's cache, for one block */
static double again_sum, carried_sum;
static unsigned sampled_part; /* of the launches, that what is known of caches belongs to */
static double region_passes[1 << REGIONS_TOLD_LOG2];
static unsigned region_log2; /* bytes that lie in one slice of the second-level cache */

/* Words that blocks read to wait for others, by hash. */
enum { SIGNAL_WORDS = 1 << 16 };
static uint64_t signal_words[SIGNAL_WORDS / 64];

/** Stores of sampled blocks, until it is known whether another block reads them to wait. */
enum { MOST_STORES = 4096 };
static struct stored {
    struct simt_block_sample *block;
    uint32_t warp, operation;
    uint64_t offset; /* of its first lane's word */
    bool before_wait;
} stores[MOST_STORES];
static unsigned store_count;

static uint64_t volume(struct simt_dim3 d) { return (uint64_t)d.x * d.y * d.z; }

static void begin_launch(const struct simt_launch_event *launch) {
    const struct simt_profile *p = simt_profile();
    const uint64_t blocks = volume(launch->grid), threads = volume(launch->block);
    const uint32_t fit = simt_blocks_per_multiprocessor(threads, launch->record->shared_bytes);
    const uint64_t most = (uint64_t)(fit ? fit : 1) * p->multiprocessors;
    const uint64_t share = blocks < most ? blocks : most;
    const uint64_t resident = (share + p->multiprocessors - 1) / p->multiprocessors;
    sample = launch->record->sample = simt_sample_new();
    last = blocks > SIMT_SAMPLED_BLOCKS ? blocks : 0;
    every = blocks > SIMT_SAMPLED_BLOCKS ? blocks / SIMT_SAMPLED_BLOCKS : 1;
    near_bytes = (uint64_t)p->l1_effective_bytes / resident;
    again_sum = carried_sum = 0;
    if (sampled_part != simt_part_now())
        simt_caches_forget();
    sampled_part = simt_part_now();
    simt_caches_begin(share);
    region_log2 = (unsigned)log2(fmax(p->atomic_slice_bytes, 1));
    memset(region_passes, 0, sizeof region_passes);
    memset(signal_words, 0, sizeof signal_words);
    store_count = 0;
}

/** The sampled blocks lie in the middle of equal parts of the grid. */
static bool is_sampled(uint32_t number) { return number % every == every / 2 || number + 1 == last; }

static void resume_block(const struct simt_block_event *block) {
    sampled_now = simt_block_state(&states, block->place);
    if (!sampled_now->block)
        sampled_now = NULL;
}

static void begin_block(const struct simt_block_event *block) {
    if (!is_sampled(block->number)) {
        if (block->place > 0 || states.count > 0)
            ((struct sampled *)simt_block_state(&states, block->place))->block = NULL;
        sampled_now = NULL;
        return;
    }
    sampled_now = simt_block_state(&states, block->place);
    sampled_now->block = block->number + 1 == last ? simt_sample_last(sample, block->warps)
                                                   : simt_sample_block(sample, block->warps);
    if (sampled_now->block && !sampled_now->kept)
        sampled_now->kept = calloc(SIMT_MAX_WARPS, sizeof *sampled_now->kept);
    if (sampled_now->block && sampled_now->kept)
        memset(sampled_now->kept, 0, block->warps * sizeof *sampled_now->kept);
    if (sampled_now->block)
        simt_near_begin(&sampled_now->near, near_bytes);
    else
        sampled_now = NULL;
}

static struct simt_warp_sample *warp_of(const struct simt_batch *batch) {
    return &sampled_now->block->warps[batch->warp - batch->block->first_warp];
}

static void add(struct simt_warp_sample *warp, enum simt_warp_operation_kind kind, uintptr_t what) {
    struct simt_warp_operation *operation = simt_sample_operation(warp);
    if (operation) {
        operation->kind = (uint8_t)kind;
        operation->what = what;
    }
}

static void note_code(const struct simt_code_event *event) {
    if (event->info && event->info->registers > sample->registers)
        sample->registers = event->info->registers;
    sample->described |= event->info != NULL;
    if (sampled_now)
        add(warp_of(event->batch), SIMT_DOES_CODE,
            event->info ? (uintptr_t)event->info : event->site->weight.issued);
}

static void note_fence(const struct simt_code_event *event) {
    if (sampled_now)
        add(warp_of(event->batch), SIMT_DOES_FENCE, event->site->pc);
}

/** Writes the granules of a request, in equal parts. @return those that the launch writes for the first time */
static unsigned write(const struct simt_request *request, const uint64_t *places, unsigned count) {
    const unsigned bytes = (unsigned)__builtin_popcount(request->lanes) * request->size / count;
    unsigned first = 0;
    for (unsigned i = 0; i < count; i++)
        first += simt_caches_write(places[i] << GRANULE_LOG2, bytes);
    return first;
}

/** Touches the granules of a request. @param again receives those that another block far away had touched
 * @param by_other whether another block of the launch had touched one of them last
 * @return those that nothing in the launch had touched */
static unsigned touch(const struct simt_request *request, unsigned *again, bool *by_other) {
    uint64_t places[SIMT_WARP];
    const unsigned count = simt_places_of(request, GRANULE_LOG2, places);
    unsigned first = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct simt_touched touched =
            simt_caches_touch(places[i] << GRANULE_LOG2, request->batch->block->number);
        *by_other |= touched.by_other;
        switch (touched.last) {
        case SIMT_TOUCH_AGAIN:
            again_sum += (double)touched.distance;
            ++*again;
            break;
        case SIMT_TOUCH_CARRIED:
            carried_sum += (double)touched.distance;
            sample->carried++;
            first++;
            break;
        case SIMT_TOUCH_FIRST:
            first++;
            break;
        case SIMT_TOUCH_RECENT:
            break;
        }
    }
    sample->again_touches += *again;
    if (request->kind == LOG_STORE)
        return write(request, places, count);
    sample->first_touches += first;
    return first;
}

static uint64_t hash_of(uint64_t value) { return value * UINT64_C(0x9e3779b97f4a7c15); }

/** A request of atomics: its passes fall on the pieces of memory in proportion to their lanes. */
static void note_updates(const struct simt_request *request) {
    const double passes = (double)simt_transactions_of(request);
    const double each = passes / __builtin_popcount(request->lanes);
    sample->passes += passes;
    sample->shared_words |= simt_serialization_of(request) > 1;
    for (uint32_t left = request->lanes; left; left &= left - 1)
        region_passes[hash_of(request->offset[__builtin_ctz(left)] >> region_log2) >> (64 - REGIONS_TOLD_LOG2)] +=
            each;
}

/** Sectors that the block's part of the cache has. Stores and atomics go past it. */
static unsigned near_of(const struct simt_request *request, const uint64_t *sectors, unsigned count) {
    unsigned near = 0;
    if (request->kind != LOG_LOAD || request->site->is_volatile || request->site->is_atomic)
        return 0;
    for (unsigned i = 0; i < count; i++)
        near += simt_near_load(&sampled_now->near, sectors[i] << SECTOR_LOG2);
    return near;
}

static uint8_t byte_of(uint64_t value) { return value > UINT8_MAX ? UINT8_MAX : (uint8_t)value; }

static uint64_t hash_of_request(const struct simt_request *request) {
    uint64_t hash = request->lanes * UINT64_C(0x9e3779b97f4a7c15) + request->size;
    for (uint32_t left = request->lanes; left; left &= left - 1)
        hash = (hash ^ request->offset[__builtin_ctz(left)]) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash | 1;
}

/** Whether the warp still has what it loads. A store or an atomic may change any other value. */
static bool is_kept(const struct simt_request *request) {
    struct kept *kept = &sampled_now->kept[request->batch->warp - request->batch->block->first_warp];
    const int space = request->shared;
    if (request->kind != LOG_LOAD || request->site->is_volatile || request->site->is_atomic) {
        memset(kept->loads[space], 0, sizeof kept->loads[space]);
        return false;
    }
    const uint64_t hash = hash_of_request(request);
    for (unsigned i = 0; i < KEPT; i++)
        if (kept->loads[space][i] == hash)
            return true;
    kept->loads[space][kept->next[space]++ % KEPT] = hash;
    return false;
}

static void note_shared(const struct simt_request *request) {
    static const enum simt_warp_operation_kind atomics[] = {[SIMT_ADDS] = SIMT_DOES_SHARED_ADD,
                                                            [SIMT_INCREMENTS] = SIMT_DOES_SHARED_INCREMENT,
                                                            [SIMT_COMPARES] = SIMT_DOES_SHARED_COMPARE,
                                                            [SIMT_LOOPS] = SIMT_DOES_SHARED_LOOP};
    struct simt_warp_operation *operation = sampled_now ? simt_sample_operation(warp_of(request->batch)) : NULL;
    if (!operation)
        return;
    operation->kind = request->kind == LOG_LOAD    ? SIMT_DOES_SHARED_LOAD
                      : request->kind == LOG_STORE ? SIMT_DOES_SHARED_STORE
                                                   : (uint8_t)atomics[request->before[__builtin_ctz(request->lanes)]];
    operation->what = request->site->pc;
    operation->passes = byte_of(simt_transactions_of(request));
    if (request->kind == LOG_ATOMIC)
        operation->most = byte_of(simt_serialization_of(request));
}

static unsigned signal_slot(uint64_t offset) { return (unsigned)(hash_of(offset >> 2) >> 48); }

static bool is_signal_word(uint64_t offset) {
    const unsigned slot = signal_slot(offset);
    return signal_words[slot / 64] >> slot % 64 & 1;
}

static enum simt_signal_part signal_of(const struct simt_request *request, bool by_other) {
    const bool synchronises = request->site->is_volatile || request->site->is_atomic;
    if (request->kind == LOG_STORE)
        return SIMT_PUBLISHES;
    if (request->kind != LOG_LOAD || !synchronises || !by_other)
        return SIMT_NO_SIGNAL;
    for (uint32_t left = request->lanes; left; left &= left - 1) {
        const unsigned slot = signal_slot(request->offset[__builtin_ctz(left)]);
        signal_words[slot / 64] |= UINT64_C(1) << slot % 64;
    }
    return SIMT_AWAITS;
}

static void note_signal(const struct simt_request *request, struct simt_warp_operation *operation,
                        enum simt_signal_part part) {
    struct simt_block_sample *block = sampled_now->block;
    const uint32_t warp = request->batch->warp - request->batch->block->first_warp;
    if (part == SIMT_AWAITS) {
        operation->signal = SIMT_AWAITS;
        block->waits = true;
    } else if (part == SIMT_PUBLISHES && store_count < MOST_STORES) {
        stores[store_count++] = (struct stored){.block = block,
                                                .warp = warp,
                                                .operation = block->warps[warp].count - 1,
                                                .offset = request->offset[__builtin_ctz(request->lanes)],
                                                .before_wait = !block->waits};
    }
}

/** Marks the stores that published something, now that all readers are known. */
static void mark_published(void) {
    unsigned waiting = 0, early = 0;
    for (unsigned i = 0; i < store_count; i++) {
        if (!is_signal_word(stores[i].offset))
            continue;
        stores[i].block->warps[stores[i].warp].operations[stores[i].operation].signal = SIMT_PUBLISHES;
        stores[i].block->early |= stores[i].before_wait;
    }
    for (uint32_t b = 0; b < sample->count; b++) {
        waiting += sample->blocks[b].waits;
        early += sample->blocks[b].waits && sample->blocks[b].early;
    }
    sample->chained = waiting > 0 && 2 * early < waiting;
}

static void note_global(const struct simt_request *request) {
    static const enum simt_warp_operation_kind kinds[] = {
        [LOG_LOAD] = SIMT_DOES_LOAD, [LOG_STORE] = SIMT_DOES_STORE, [LOG_ATOMIC] = SIMT_DOES_ATOMIC};
    uint64_t places[SIMT_WARP];
    unsigned again = 0;
    bool by_other = false;
    const unsigned first = touch(request, &again, &by_other);
    const enum simt_signal_part signal = signal_of(request, by_other);
    struct simt_warp_operation *operation = sampled_now ? simt_sample_operation(warp_of(request->batch)) : NULL;
    if (!operation)
        return;
    note_signal(request, operation, signal);
    const unsigned bytes = (unsigned)__builtin_popcount(request->lanes) * request->size;
    operation->kind = (uint8_t)kinds[request->kind];
    operation->what = request->site->pc;
    operation->passes = (uint8_t)simt_places_of(request, LINE_LOG2, places);
    operation->quads = (uint8_t)((bytes + LINE_BYTES - 1) / LINE_BYTES);
    const unsigned sectors = simt_places_of(request, SECTOR_LOG2, places);
    operation->near = (uint8_t)near_of(request, places, sectors);
    operation->beyond = (uint8_t)(sectors - operation->near);
    operation->first = (uint8_t)first;
    operation->again = (uint8_t)again;
    if (request->kind == LOG_ATOMIC)
        operation->most = byte_of(simt_serialization_of(request));
}

static void note_request(const struct simt_request *request) {
    if (sampled_now && is_kept(request)) {
        add(warp_of(request->batch), SIMT_DOES_NOTHING, request->site->pc);
        return;
    }
    if (request->shared) {
        note_shared(request);
        return;
    }
    if (request->kind == LOG_ATOMIC)
        note_updates(request);
    note_global(request);
}

static void pass_block_barrier(const struct simt_barrier_event *event) {
    if (!sampled_now)
        return;
    memset(sampled_now->kept, 0, event->block->warps * sizeof *sampled_now->kept);
    for (uint32_t w = 0; w < event->block->warps; w++)
        add(&sampled_now->block->warps[w], SIMT_DOES_BARRIER, event->at);
}

static void pass_tile_barrier(const struct simt_tile_event *event) {
    if (!sampled_now)
        return;
    for (uint32_t w = event->first; w < event->end; w++)
        add(&sampled_now->block->warps[w], SIMT_DOES_TILE_BARRIER, event->end - event->first);
}

static void pass_warp_op(const struct simt_warp_op_event *event) {
    if (!sampled_now)
        return;
    const enum simt_warp_op op = event->requests[__builtin_ctz(event->lanes)]->op;
    add(&sampled_now->block->warps[event->warp - event->block->first_warp],
        op == OP_SHUFFLE ? SIMT_DOES_SHUFFLE : SIMT_DOES_VOTE, event->at);
}

static double greatest(const double *values, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = values[i] > most ? values[i] : most;
    return most;
}

static void end_launch(const struct simt_launch_event *launch) {
    (void)launch;
    mark_published();
    sample->first_writes = simt_caches_written().all;
    sample->partial_writes = simt_caches_written().partial;
    sample->region_passes = greatest(region_passes, 1 << REGIONS_TOLD_LOG2);
    if (sample->again_touches)
        sample->again_distance = again_sum / (double)sample->again_touches;
    if (sample->carried)
        sample->carried_distance = carried_sum / (double)sample->carried;
    sampled_now = NULL;
}

const struct simt_observer simt_sampling_observer = {.name = "sampling",
                                                     .wanted = simt_counting,
                                                     .launch_begin = begin_launch,
                                                     .launch_end = end_launch,
                                                     .block_begin = begin_block,
                                                     .block_resume = resume_block,
                                                     .code = note_code,
                                                     .fence = note_fence,
                                                     .request = note_request,
                                                     .block_barrier = pass_block_barrier,
                                                     .tile_barrier = pass_tile_barrier,
                                                     .warp_op = pass_warp_op};
