// The counters: each request as the profiler counts it (sectors of global memory, wavefronts of shared
// memory, serialisation of atomics), instructions, barriers, steps.
#include <string.h>

#include "engine/memory/device_range.h"
#include "engine/observe/observers.h"
#include "engine/observe/transactions.h"
#include "engine/report/settings.h"

enum { WORD_LOG2 = 2 };

static struct simt_traffic *traffic_of(struct simt_counters *c, enum simt_log_kind kind, bool shared) {
    switch (kind) {
    case LOG_LOAD:
        return shared ? &c->shared_load : &c->global_load;
    case LOG_STORE:
        return shared ? &c->shared_store : &c->global_store;
    default:
        return shared ? &c->shared_atomic : &c->global_atomic;
    }
}

/** Steps of a block's warps: an interval between barriers in which some lane stores is one. */
struct block_steps {
    uint64_t steps[SIMT_MAX_WARPS];  /**< so far, on the longest path through the block */
    uint64_t issued[SIMT_MAX_WARPS]; /**< instructions of each warp */
    bool stored[SIMT_MAX_WARPS];     /**< some lane stored in the present interval */
    bool has_atomics;                /**< some lane used an atomic on shared memory */
};

enum { SHARED_WORDS = SIMT_SHARED_SPAN / 4 };

/** The words of shared memory that a block's atomics touched. */
struct atomic_words {
    uint64_t touched[SHARED_WORDS / 64]; /**< a bit for each */
};

static struct simt_block_states states = {.entry_bytes = sizeof(struct block_steps)};
/* Asked for only where a block has such atomics: most kernels have none, and the memory stays untouched. */
static struct simt_block_states word_states = {.entry_bytes = sizeof(struct atomic_words)};
static struct simt_counters *counters; /* of the running launch */
static struct block_steps *steps_now;  /* of the block that the events are about */
static void resume_block(const struct simt_block_event *block) {
    steps_now = simt_block_state(&states, block->place);
}

static void begin_launch(const struct simt_launch_event *launch) { counters = &launch->record->counters; }

static void begin_block(const struct simt_block_event *block) {
    resume_block(block);
    memset(steps_now, 0, sizeof *steps_now);
}

static void end_interval(struct block_steps *block, uint32_t warp) {
    block->steps[warp] += block->stored[warp];
    block->stored[warp] = false;
}

static uint64_t longest_path(struct block_steps *block, uint32_t warps) {
    uint64_t longest = 0;
    for (uint32_t w = 0; w < warps; w++) {
        end_interval(block, w);
        longest = block->steps[w] > longest ? block->steps[w] : longest;
    }
    return longest;
}

static void end_block(const struct simt_block_event *block) {
    uint64_t longest = longest_path(steps_now, block->warps);
    if (longest > counters->steps)
        counters->steps = longest;
    for (uint32_t w = 0; w < block->warps; w++)
        if (steps_now->issued[w] > counters->longest_warp)
            counters->longest_warp = steps_now->issued[w];
}

static void pass_block_barrier(const struct simt_barrier_event *event) {
    uint64_t longest = longest_path(steps_now, event->block->warps);
    for (uint32_t w = 0; w < event->block->warps; w++)
        steps_now->steps[w] = longest;
    counters->barriers++;
}

static void pass_tile_barrier(const struct simt_tile_event *event) {
    for (uint32_t w = event->first; w < event->end; w++)
        end_interval(steps_now, w);
}

/** A shuffle hands values on as a store and a barrier would: it is a step of its own. */
static void pass_warp_op(const struct simt_warp_op_event *event) {
    enum simt_warp_op op = event->requests[__builtin_ctz(event->lanes)]->op;
    uint32_t warp = event->warp - event->block->first_warp;
    if (op == OP_BARRIER) {
        end_interval(steps_now, warp);
    } else if (op == OP_SHUFFLE) {
        steps_now->steps[warp]++;
        counters->shuffles += (unsigned)__builtin_popcount(event->lanes);
    }
}

static void count_code(const struct simt_code_event *event) {
    const struct simt_weight *weight = &event->site->weight;
    counters->warp_instructions += weight->issued;
    steps_now->issued[event->batch->warp - event->batch->block->first_warp] += weight->issued;
    counters->active_instructions += weight->own;
    counters->lane_instructions += (uint64_t)weight->own * (unsigned)__builtin_popcount(event->lanes);
}

static void count_atomic_words(const struct simt_request *request) {
    struct atomic_words *words = simt_block_state(&word_states, request->batch->block->place);
    if (!steps_now->has_atomics)
        memset(words, 0, sizeof *words);
    steps_now->has_atomics = true;
    for (uint32_t left = request->lanes; left; left &= left - 1) {
        const uint64_t word = request->offset[__builtin_ctz(left)] >> WORD_LOG2;
        if (word >= SHARED_WORDS)
            continue;
        const uint64_t bit = UINT64_C(1) << word % 64;
        counters->shared_atomic_words += (words->touched[word / 64] & bit) == 0;
        words->touched[word / 64] |= bit;
    }
}

static void count_traffic(const struct simt_request *request) {
    struct simt_traffic *traffic = traffic_of(counters, request->kind, request->shared);
    unsigned lanes = (unsigned)__builtin_popcount(request->lanes);
    traffic->requests++;
    traffic->bytes += (uint64_t)lanes * request->size;
    if (request->kind == LOG_LOAD && !request->shared && simt_is_broadcast(request))
        counters->global_broadcast_bytes += (uint64_t)(lanes - 1) * request->size;
    traffic->transactions += simt_transactions_of(request);
    if (request->kind == LOG_ATOMIC)
        counters->atomic_serialization += simt_serialization_of(request);
    if (request->kind == LOG_ATOMIC && request->shared)
        count_atomic_words(request);
    if (request->kind != LOG_LOAD)
        counters->work += lanes;
}

static void count_request(const struct simt_request *request) {
    const struct simt_batch *batch = request->batch;
    count_traffic(request);
    if (request->kind != LOG_LOAD)
        steps_now->stored[batch->warp - batch->block->first_warp] = true;
}

const struct simt_observer simt_counters_observer = {.name = "counters",
                                                     .wanted = simt_counting,
                                                     .launch_begin = begin_launch,
                                                     .block_begin = begin_block,
                                                     .block_resume = resume_block,
                                                     .block_end = end_block,
                                                     .code = count_code,
                                                     .request = count_request,
                                                     .block_barrier = pass_block_barrier,
                                                     .tile_barrier = pass_tile_barrier,
                                                     .warp_op = pass_warp_op};
