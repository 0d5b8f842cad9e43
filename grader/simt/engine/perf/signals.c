// What sampled blocks wait for, and what they publish.
#include "engine/perf/signals.h"

#include <string.h>

#include "engine/perf/coalesce.h"

/* Words that blocks read to wait for others, by hash. */
enum { WORDS_LOG2 = 20 };
static uint64_t words[SIMT_HASHED_WORDS(WORDS_LOG2)];

/* Places of the code with atomics that change something, by hash: where one finds nothing to change, a zero
 * to add, it does not wait. */
enum { PLACES_LOG2 = 12 };
static uint64_t changing[SIMT_HASHED_WORDS(PLACES_LOG2)];

/* Stores of sampled blocks, until it is known whether another block reads them to wait. */
enum { MOST_STORES = 4096 };
static struct stored {
    struct simt_block_sample *block;
    uint32_t warp, operation;
    uint64_t offset; /* of its first lane's word */
    bool before_wait;
} stores[MOST_STORES];
static unsigned store_count;

void simt_signals_begin(void) {
    memset(words, 0, sizeof words);
    memset(changing, 0, sizeof changing);
    store_count = 0;
}

static bool is_awaited(uint64_t offset) { return simt_hashed_has(words, WORDS_LOG2, offset >> 2); }

static bool is_changing(uintptr_t place) { return simt_hashed_has(changing, PLACES_LOG2, place); }

void simt_signals_change(uintptr_t changing_at) { simt_hashed_add(changing, PLACES_LOG2, changing_at); }

/** Whether an access reads what another block may have published: a load that is volatile or atomic does, and
 * an atomic that changes nothing. */
static bool may_wait(enum simt_log_kind kind, bool synchronises, uintptr_t pc) {
    return kind == LOG_LOAD ? synchronises : kind == LOG_ATOMIC && !is_changing(pc);
}

bool simt_signals_await(const struct simt_request *request, bool by_other) {
    const bool synchronises = request->site->is_volatile || request->site->is_atomic;
    if (!by_other || !may_wait(request->kind, synchronises, request->site->pc))
        return false;
    for (uint32_t left = request->lanes; left; left &= left - 1)
        simt_hashed_add(words, WORDS_LOG2, request->offset[__builtin_ctz(left)] >> 2);
    return true;
}

void simt_signals_pass(const struct simt_passing_access *access) {
    if (may_wait(access->kind, access->synchronises, access->pc))
        simt_hashed_add(words, WORDS_LOG2, access->offset >> 2);
}

void simt_signals_note(struct simt_block_sample *block, uint32_t warp, const struct simt_request *request,
                       bool awaits) {
    const uint32_t operation = block->warps[warp].count - 1;
    if (awaits) {
        block->warps[warp].operations[operation].signal = SIMT_AWAITS;
        block->waits = true;
    } else if (request->kind != LOG_LOAD && store_count < MOST_STORES) {
        stores[store_count++] = (struct stored){.block = block,
                                                .warp = warp,
                                                .operation = operation,
                                                .offset = request->offset[__builtin_ctz(request->lanes)],
                                                .before_wait = !block->waits};
    }
}

/* An atomic that seemed to wait until one of the same place changed something. */
static void take_back(struct simt_block_sample *block) {
    block->waits = false;
    for (uint32_t w = 0; w < block->count; w++)
        for (uint32_t i = 0; i < block->warps[w].count; i++) {
            struct simt_warp_operation *operation = &block->warps[w].operations[i];
            if (operation->signal != SIMT_AWAITS)
                continue;
            if (operation->kind == SIMT_DOES_ATOMIC && is_changing(operation->what))
                operation->signal = 0;
            else
                block->waits = true;
        }
}

void simt_signals_end(struct simt_sample *sample) {
    unsigned waiting = 0, early = 0;
    for (uint32_t b = 0; b < sample->count; b++)
        take_back(&sample->blocks[b]);
    for (unsigned i = 0; i < store_count; i++) {
        if (!is_awaited(stores[i].offset))
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
