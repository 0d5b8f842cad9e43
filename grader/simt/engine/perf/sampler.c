// Samples the operations of the warps in some blocks of each launch (sample.h), as the timing model's input.
#include <stdlib.h>
#include <string.h>

#include "engine/model/profile.h"
#include "engine/observe/observers.h"
#include "engine/observe/transactions.h"
#include "engine/perf/caches.h"
#include "engine/perf/chosen.h"
#include "engine/perf/coalesce.h"
#include "engine/perf/launch.h"
#include "engine/perf/signals.h"
#include "engine/report/settings.h"

/** The state of a sampled warp. */
struct sampled_warp {
    struct simt_kept_loads kept;          /**< loads whose values it has in registers */
    struct simt_joined_accesses accesses; /**< accesses that others may join */
};

/** The state of a sampled block while it runs. */
struct sampled {
    struct simt_block_sample *block;
    struct simt_block_caches caches;           /**< its caches */
    struct sampled_warp warps[SIMT_MAX_WARPS]; /**< its warps */
    struct simt_windows windows;               /**< its trace windows */
};

/** A running block. */
struct watched {
    struct sampled *sampled;         /**< NULL: it is not sampled */
    struct sampled *room;            /**< kept for the next block in its slot; NULL: not needed yet */
    bool has_loaded;                 /**< some lane has loaded from global memory */
    uint64_t issued[SIMT_MAX_WARPS]; /**< instructions of each of its warps */
};

static struct simt_block_states states = {.entry_bytes = sizeof(struct watched)};
static struct simt_sample *sample;  /* of the running launch */
static struct watched *block_now;   /* the block of the events */
static struct sampled *sampled_now; /* its sampled state; NULL: none */
static struct sampled *longest_now; /* the sample's longest block, while it runs */
static uint64_t longest_sampled;    /* instructions of the longest sampled warp */
static uint64_t near_bytes;         /* of a multiprocessor's cache, for one block */
static uint64_t together;           /* blocks that the device holds at a time */
static uint64_t turn;               /* how many times as many have begun */

static void begin_launch(const struct simt_launch_event *launch) {
    static const struct simt_kernel_timer timer = {.us = simt_launch_us, .forget = simt_sample_free};
    const struct simt_profile *p = simt_profile();
    const uint64_t blocks = simt_volume(launch->grid), threads = simt_volume(launch->block);
    const uint32_t fit = simt_blocks_per_multiprocessor(threads, launch->record->shared_bytes);
    const uint64_t most = (uint64_t)(fit ? fit : 1) * p->multiprocessors;
    simt_kernel_timer = &timer;
    sample = launch->record->sample = simt_sample_new();
    simt_chosen_begin(blocks, simt_sample_secret() + launch->serial);
    longest_now = NULL;
    longest_sampled = 0;
    if (simt_kernel_count() == 1)
        simt_granules_forget(); /* the program has only begun: simt_reset() */
    together = blocks < most ? blocks : most;
    turn = 0;
    near_bytes = (uint64_t)p->l1_effective_bytes / ((together + p->multiprocessors - 1) / p->multiprocessors);
    simt_granules_begin(together);
    simt_atomic_slices_begin(p->atomic_slice_bytes);
    simt_signals_begin();
}

/** @return NULL if it is not sampled, or enough are */
static struct simt_block_sample *new_sample_of(const struct simt_block_event *block) {
    switch (simt_chosen(block->number)) {
    case SIMT_CHOSEN_OF_PARTS:
        return simt_sample_block(sample, block->warps);
    case SIMT_CHOSEN_FIRST:
        return simt_sample_first(sample, block->warps);
    case SIMT_CHOSEN_LAST:
        return simt_sample_last(sample, block->warps);
    default:
        return NULL;
    }
}

/** Whether the block represents others. */
static bool stands_for_others(const struct simt_block_sample *block) {
    return block != &sample->first && block != &sample->last && block != &sample->longest;
}

/** The next events are of a sampled block, or of one that is not sampled (NULL). */
static void follow(struct sampled *sampled) {
    sampled_now = sampled;
    simt_observers.want_local = sampled != NULL;
    if (simt_samples_alone())
        simt_observers.want_log = sampled && !sampled->windows.rests;
}

static void resume_block(const struct simt_block_event *block) {
    block_now = simt_block_state(&states, block->place);
    follow(block_now->sampled);
}

/** Samples the block of the events from now on. */
static void begin_sample(struct simt_block_sample *block, uint32_t warps) {
    if (block && !block_now->room)
        block_now->room = calloc(1, sizeof *block_now->room);
    if (!block || !block_now->room)
        return;
    struct sampled *begun = block_now->sampled = block_now->room;
    begun->block = block;
    simt_windows_begin(&begun->windows);
    memset(begun->warps, 0, warps * sizeof *begun->warps);
    simt_block_caches_begin(&begun->caches, near_bytes, warps);
    follow(begun);
}

static void begin_block(const struct simt_block_event *block) {
    block_now = simt_block_state(&states, block->place);
    block_now->sampled = NULL;
    block_now->has_loaded = false;
    if (block->number / together != turn)
        simt_atomic_slices_next();
    turn = block->number / together;
    memset(block_now->issued, 0, sizeof block_now->issued);
    follow(NULL);
    begin_sample(new_sample_of(block), block->warps);
}

static void end_block(const struct simt_block_event *block) {
    const struct watched *ended = simt_block_state(&states, block->place);
    sample->blocks_without_loads += !ended->has_loaded;
    for (uint32_t w = 0; w < block->warps; w++)
        sample->longest_warp =
            ended->issued[w] > sample->longest_warp ? ended->issued[w] : sample->longest_warp;
    if (!ended->sampled)
        return;
    simt_windows_end(&ended->sampled->windows, ended->sampled->block, block->warps);
    if (ended->sampled == longest_now)
        longest_now = NULL;
}

static uint32_t warp_number(const struct simt_batch *batch) { return batch->warp - batch->block->first_warp; }

/** Starts to sample a block once one of its warps has run so long that the sampled ones no longer show how
 * long the launch takes. */
static void watch_length(const struct simt_block_event *block, uint64_t issued) {
    if (longest_now || issued <= SIMT_FAR_LONGER * longest_sampled)
        return;
    longest_sampled = issued;
    begin_sample(simt_sample_long_one(sample, block->warps), block->warps);
    longest_now = sampled_now;
}

static void note_length(struct sampled *of, uint32_t warp, const struct simt_passed_event *passed) {
    struct simt_warp_sample *is = &of->block->warps[warp];
    is->issued += passed->instructions;
    longest_sampled = is->issued > longest_sampled ? is->issued : longest_sampled;
    if (stands_for_others(of->block))
        sample->issued_sampled += (double)passed->instructions;
    if (simt_windows_pass(&of->windows, warp, passed, simt_samples_alone()))
        memset(of->warps, 0, sizeof of->warps); /* warps have no loaded values any more */
}

static void pass_slice(const struct simt_passed_event *passed) {
    const uint32_t warp = passed->warp - passed->block->first_warp;
    block_now->issued[warp] += passed->instructions;
    sample->issued += (double)passed->instructions;
    if (sampled_now)
        note_length(sampled_now, warp, passed);
    else
        watch_length(passed->block, block_now->issued[warp] + passed->unfinished);
    follow(block_now->sampled);
}

static struct sampled_warp *sampled_warp_of(const struct simt_batch *batch) {
    return &sampled_now->warps[warp_number(batch)];
}

static struct simt_warp_sample *warp_of(const struct simt_batch *batch) {
    return &sampled_now->block->warps[warp_number(batch)];
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
    if (!sampled_now)
        return;
    sampled_now->windows.basic_blocks++;
    simt_joined_accesses_code(&sampled_warp_of(event->batch)->accesses, event->info);
    struct simt_warp_operation *operation = simt_sample_operation(warp_of(event->batch));
    if (!operation)
        return;
    operation->kind = SIMT_DOES_CODE;
    operation->what = event->info ? (uintptr_t)event->info : event->site->weight.issued;
    operation->at = event->info ? (int32_t)(event->site->pc - operation->what) : 0;
}

static void note_fence(const struct simt_code_event *event) {
    if (sampled_now && event->device)
        add(warp_of(event->batch), SIMT_DOES_FENCE, event->site->pc);
}

static void note_shared(const struct simt_request *request) {
    static const enum simt_warp_operation_kind atomics[] = {[SIMT_ADDS] = SIMT_DOES_SHARED_ADD,
                                                            [SIMT_COMPARES] = SIMT_DOES_SHARED_COMPARE,
                                                            [SIMT_LOOPS] = SIMT_DOES_SHARED_LOOP};
    struct simt_warp_operation *operation =
        sampled_now ? simt_sample_operation(warp_of(request->batch)) : NULL;
    if (!operation)
        return;
    operation->kind =
        request->kind == LOG_LOAD ? SIMT_DOES_SHARED_LOAD
        : request->kind == LOG_STORE
            ? SIMT_DOES_SHARED_STORE
            : (uint8_t)atomics[request->before[__builtin_ctz(request->lanes)] & SIMT_ATOMIC_CLASS];
    operation->what = request->site->pc;
    operation->passes = simt_byte_of(simt_transactions_of(request));
    if (request->kind == LOG_ATOMIC)
        operation->most = simt_byte_of(simt_serialization_of(request));
}

static void note_global(const struct simt_request *request) {
    block_now->has_loaded |= request->kind == LOG_LOAD;
    const struct simt_device_touches touches = simt_device_touch(sample, request);
    const bool awaits = simt_signals_await(request, touches.by_other);
    struct simt_warp_operation *operation =
        sampled_now ? simt_sample_operation(warp_of(request->batch)) : NULL;
    if (!operation)
        return;
    if (sampled_now->block == &sample->longest)
        sample->longest.waits |= awaits;
    else
        simt_signals_note(sampled_now->block, warp_number(request->batch), request, awaits);
    simt_block_caches_pass(&sampled_now->caches, request, &touches, operation);
}

/** Whether the request has only one word, or several lanes with the same word: the rate of one address
 * was measured with one lane of each warp. */
static bool waits_for_word(const struct simt_request *request) {
    return __builtin_popcount(request->lanes) == 1 || simt_serialization_of(request) > 1;
}

/** The time of a floating-point atomic on one word relative to an integer one. */
static double cost_on_word(unsigned how) {
    const struct simt_profile *p = simt_profile();
    return how & SIMT_OF_FLOATS ? p->atomic_address_rate / p->atomic_float_address_rate : 1;
}

/** @param lanes of the warp that execute it */
static void note_updates(const struct simt_request *request, unsigned lanes) {
    const bool one_word = waits_for_word(request);
    const double passes = (double)simt_transactions_of(request);
    sample->shared_words |= one_word;
    simt_atomic_slices_add(request, lanes, passes,
                           one_word ? cost_on_word((unsigned)request->before[__builtin_ctz(request->lanes)])
                                    : 1);
}

static void note_memory(const struct simt_request *request, unsigned lanes) {
    if (request->shared) {
        note_shared(request);
        return;
    }
    if (request->kind == LOG_ATOMIC)
        note_updates(request, lanes);
    note_global(request);
}

/** One lane executes the atomic, with the value that the warp has gathered. */
static void note_gathered(const struct simt_request *request) {
    struct simt_request one = *request;
    one.lanes &= -one.lanes;
    one.shape = simt_shape_of(&one);
    if (sampled_now)
        add(warp_of(request->batch), SIMT_DOES_VOTE, request->site->pc);
    note_memory(&one, (unsigned)__builtin_popcount(request->lanes));
}

/** Whether the access has become part of another, sampled one. */
static bool is_joined(const struct simt_request *request) {
    if (!simt_joined_accesses_add(&sampled_warp_of(request->batch)->accesses, warp_of(request->batch),
                                  request))
        return false;
    if (request->kind == LOG_STORE)
        simt_device_touch(sample, request);
    add(warp_of(request->batch), SIMT_DOES_NOTHING, request->site->pc);
    return true;
}

/** Whether the warp already has the value. */
static bool is_kept(const struct simt_request *request) {
    struct sampled_warp *warp = sampled_warp_of(request->batch);
    simt_joined_accesses_next(&warp->accesses, request);
    if (!simt_load_is_kept(&warp->kept, request))
        return false;
    add(warp_of(request->batch), SIMT_DOES_NOTHING, request->site->pc);
    return true;
}

static void note_request(const struct simt_request *request) {
    if (request->kind == LOG_ATOMIC && simt_changes_something(request))
        simt_signals_change(request->site->pc);
    if (sampled_now && (is_kept(request) || is_joined(request)))
        return;
    if (request->kind == LOG_ATOMIC && simt_atomic_is_gathered(request))
        note_gathered(request);
    else
        note_memory(request, (unsigned)__builtin_popcount(request->lanes));
}

/** An access of a block that logs nothing. */
static void note_passing(const struct simt_passing_access *access) {
    const bool changes =
        access->kind == LOG_STORE || (access->kind == LOG_ATOMIC && !(access->how & SIMT_ONLY_READS));
    block_now->has_loaded |= access->kind == LOG_LOAD;
    if (access->kind == LOG_ATOMIC)
        simt_atomic_slices_add_lane(access->offset, cost_on_word(access->how));
    if (access->kind == LOG_ATOMIC && changes)
        simt_signals_change(access->pc);
    simt_signals_pass(access);
    simt_device_touch_lane(sample, access, changes);
}

static void note_local(const struct simt_request *request) {
    if (!sampled_now || is_kept(request))
        return;
    const struct simt_request moved = simt_local_request(request);
    struct simt_warp_operation *operation = simt_sample_operation(warp_of(request->batch));
    if (operation)
        simt_block_caches_pass(&sampled_now->caches, &moved, &(struct simt_device_touches){0}, operation);
}

static void pass_block_barrier(const struct simt_barrier_event *event) {
    if (!sampled_now)
        return;
    for (uint32_t w = 0; w < event->block->warps; w++) {
        memset(&sampled_now->warps[w].kept, 0, sizeof sampled_now->warps[w].kept);
        simt_joined_accesses_forget(&sampled_now->warps[w].accesses);
        simt_sample_barrier(&sampled_now->block->warps[w]);
        add(&sampled_now->block->warps[w], SIMT_DOES_BARRIER, event->at);
    }
}

static void pass_tile_barrier(const struct simt_tile_event *event) {
    if (!sampled_now || !event->takes_time)
        return;
    for (uint32_t w = event->first; w < event->end; w++) {
        simt_sample_barrier(&sampled_now->block->warps[w]);
        struct simt_warp_operation *operation = simt_sample_operation(&sampled_now->block->warps[w]);
        if (operation)
            *operation = (struct simt_warp_operation){.kind = SIMT_DOES_TILE_BARRIER,
                                                      .passes = (uint8_t)(event->end - event->first)};
    }
}

static void pass_warp_op(const struct simt_warp_op_event *event) {
    if (!sampled_now)
        return;
    const enum simt_warp_op op = event->requests[__builtin_ctz(event->lanes)]->op;
    add(&sampled_now->block->warps[event->warp - event->block->first_warp],
        op == OP_SHUFFLE ? SIMT_DOES_SHUFFLE : SIMT_DOES_VOTE, event->at);
}

static void end_launch(const struct simt_launch_event *launch) {
    (void)launch;
    simt_signals_end(sample);
    simt_device_touches_end(sample);
    sample->passes = simt_atomic_slices_end(&sample->region_passes);
    for (uint32_t b = 0; b < sample->count; b++)
        simt_sample_cut(&sample->blocks[b]);
    simt_sample_cut(&sample->first);
    simt_sample_cut(&sample->last);
    simt_sample_choose_last(sample);
    sampled_now = NULL;
}

const struct simt_observer simt_sampling_observer = {.name = "sampling",
                                                     .wanted = simt_sampling,
                                                     .launch_begin = begin_launch,
                                                     .launch_end = end_launch,
                                                     .block_begin = begin_block,
                                                     .block_resume = resume_block,
                                                     .block_end = end_block,
                                                     .wants_passing = simt_samples_alone,
                                                     .passing = note_passing,
                                                     .passed = pass_slice,
                                                     .code = note_code,
                                                     .fence = note_fence,
                                                     .request = note_request,
                                                     .local = note_local,
                                                     .block_barrier = pass_block_barrier,
                                                     .tile_barrier = pass_tile_barrier,
                                                     .warp_op = pass_warp_op};
