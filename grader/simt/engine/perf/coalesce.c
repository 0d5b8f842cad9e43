// Accesses of a warp that a GPU merges or omits: kept in registers, gathered, wide, joined.
#include "engine/perf/coalesce.h"

#include <string.h>

#include "engine/log/access_log.h"
#include "engine/observe/transactions.h"

static uint64_t hash_of(const struct simt_request *request) {
    uint64_t hash = request->lanes * UINT64_C(0x9e3779b97f4a7c15) + request->size;
    for (uint32_t left = request->lanes; left; left &= left - 1)
        hash = (hash ^ request->offset[__builtin_ctz(left)]) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash | 1;
}

bool simt_load_is_kept(struct simt_kept_loads *kept, const struct simt_request *request) {
    const int space = request->local ? 2 : request->shared;
    if (request->kind != LOG_LOAD || request->site->is_volatile || request->site->is_atomic) {
        memset(kept->loads[space], 0, sizeof kept->loads[space]);
        return false;
    }
    const uint64_t hash = hash_of(request);
    for (unsigned i = 0; i < SIMT_KEPT_LOADS; i++)
        if (kept->loads[space][i] == hash)
            return true;
    kept->loads[space][kept->next[space]++ % SIMT_KEPT_LOADS] = hash;
    return false;
}

/* Code addresses at which lanes of one request used several addresses, by hash. Addresses that share a slot
 * count as such, too: then nothing is gathered. */
enum { SLOTS_LOG2 = 12 };
static uint64_t apart[SIMT_HASHED_WORDS(SLOTS_LOG2)];

static bool is_one_address(const struct simt_request *request) {
    const uint64_t first = request->offset[__builtin_ctz(request->lanes)];
    for (uint32_t left = request->lanes; left; left &= left - 1)
        if (request->offset[__builtin_ctz(left)] != first)
            return false;
    return true;
}

bool simt_atomic_is_gathered(const struct simt_request *request) {
    if (request->before[__builtin_ctz(request->lanes)] & SIMT_OF_EACH_LANE)
        return false;
    if (!is_one_address(request))
        simt_hashed_add(apart, SLOTS_LOG2, request->site->pc);
    return !simt_hashed_has(apart, SLOTS_LOG2, request->site->pc);
}

enum { WIDEST = 16, WORDS = 4 };

/** The loop around the block whose iterations follow each other without a branch: all of them, or as many as
 * the widest load has words. */
static uint32_t straight_code_of(const struct simt_code_info *info) {
    uint32_t number = 0;
    for (int i = 0; info && i < SIMT_CODE_LOOPS; i++)
        if (info->loops[i].number && (info->loops[i].entire || info->loops[i].together >= WORDS))
            number = info->loops[i].number;
    return number;
}

/** Forgets all loads: at a barrier or a store. */
static void wide_loads_forget(struct simt_wide_loads *wide) {
    for (int i = 0; i < SIMT_WIDE_LOADS; i++)
        wide->loads[i].lanes = 0;
}

void simt_wide_loads_code(struct simt_wide_loads *wide, const struct simt_code_info *info) {
    const uint32_t code = straight_code_of(info);
    if (code == 0 || code != wide->code)
        wide_loads_forget(wide);
    wide->code = code;
}

/** The smallest power of two that is not below. */
static uint32_t width_of(uint32_t bytes) {
    uint32_t width = 1;
    while (width < bytes)
        width *= 2;
    return width;
}

/** Whether the request loads, in each lane, the bytes after the wide load, and the wider one is aligned. */
static bool follows(const struct simt_wide_load *load, const struct simt_request *request) {
    const uint32_t bytes = load->bytes + request->size;
    const uint64_t width = width_of(bytes);
    if (load->lanes != request->lanes || bytes > WIDEST)
        return false;
    for (uint32_t left = load->lanes; left; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        if (request->offset[lane] != load->offset[lane] + load->bytes || load->offset[lane] % width)
            return false;
    }
    return true;
}

const struct simt_wide_load *simt_wide_loads_join(struct simt_wide_loads *wide,
                                                  const struct simt_request *request, uint64_t *passes) {
    for (struct simt_wide_load *load = wide->loads; load < wide->loads + SIMT_WIDE_LOADS; load++) {
        if (!load->lanes || !follows(load, request))
            continue;
        load->bytes += request->size;
        struct simt_request whole = *request;
        whole.size = width_of(load->bytes);
        memcpy(whole.offset, load->offset, sizeof whole.offset);
        whole.shape = simt_shape_of(&whole);
        *passes = simt_transactions_of(&whole);
        return load;
    }
    return NULL;
}

void simt_wide_loads_add(struct simt_wide_loads *wide, const struct simt_request *request,
                         uint32_t operation) {
    struct simt_wide_load *load = &wide->loads[wide->next++ % SIMT_WIDE_LOADS];
    *load = (struct simt_wide_load){
        .lanes = request->lanes, .bytes = request->size, .operation = operation, .what = request->site->pc};
    memcpy(load->offset, request->offset, sizeof load->offset);
}

static void forget_members(struct simt_joined_accesses *joined) {
    for (int i = 0; joined->has_members && i < 2; i++)
        wide_loads_forget(&joined->members[i]);
    joined->has_members = false;
}

void simt_joined_accesses_code(struct simt_joined_accesses *joined, const struct simt_code_info *info) {
    simt_wide_loads_code(&joined->shared, info);
    forget_members(joined);
    joined->info = info;
    joined->access = 0;
    joined->what = 0;
}

void simt_joined_accesses_forget(struct simt_joined_accesses *joined) {
    wide_loads_forget(&joined->shared);
    forget_members(joined);
}

void simt_joined_accesses_next(struct simt_joined_accesses *joined, const struct simt_request *request) {
    joined->access += joined->what != request->site->pc;
    joined->what = request->site->pc;
}

/** Whether the access is plain: no other access may be seen between it and its neighbours. */
static bool is_plain(const struct simt_request *request) {
    return request->kind != LOG_ATOMIC && !request->site->is_volatile && !request->site->is_atomic;
}

/** Whether the compiler may join it with its neighbours. */
static bool may_be_joined(const struct simt_joined_accesses *joined, const struct simt_request *request) {
    return joined->info && joined->access <= SIMT_BLOCK_LOADS && is_plain(request) &&
           joined->info->parts >> (joined->access - 1) & 1;
}

/** The operation of joined accesses; NULL if it is no longer kept. */
static struct simt_warp_operation *operation_of(struct simt_warp_sample *warp,
                                                const struct simt_wide_load *load) {
    struct simt_warp_operation *operation = &warp->operations[load->operation];
    return load->operation < warp->count && operation->what == load->what ? operation : NULL;
}

/** The access that it joins; NULL: it is separate, and others may join it. */
static const struct simt_wide_load *join_or_add(struct simt_wide_loads *wide,
                                                const struct simt_warp_sample *warp,
                                                const struct simt_request *request, uint64_t *passes) {
    const struct simt_wide_load *load = simt_wide_loads_join(wide, request, passes);
    if (!load)
        simt_wide_loads_add(wide, request, warp->count);
    return load;
}

static bool joins_shared(struct simt_joined_accesses *joined, struct simt_warp_sample *warp,
                         const struct simt_request *request) {
    if (request->kind != LOG_LOAD || !is_plain(request)) {
        wide_loads_forget(&joined->shared);
        return false;
    }
    if (!may_be_joined(joined, request))
        return false;
    uint64_t passes;
    const struct simt_wide_load *load = join_or_add(&joined->shared, warp, request, &passes);
    struct simt_warp_operation *operation = load ? operation_of(warp, load) : NULL;
    if (operation && operation->kind == SIMT_DOES_SHARED_LOAD)
        operation->passes = simt_byte_of(passes);
    return load != NULL;
}

/** The operation loads or stores one more member. */
static void widen(struct simt_warp_operation *operation, const struct simt_wide_load *load,
                  const struct simt_request *request) {
    struct simt_request whole = *request;
    whole.size = load->bytes;
    memcpy(whole.offset, load->offset, sizeof whole.offset);
    whole.shape = simt_shape_of(&whole);
    operation->quads = (uint8_t)simt_quads_of(&whole);
    if (request->kind == LOG_LOAD)
        operation->wavefronts = simt_byte_of(simt_wavefronts_of(&whole));
    else
        operation->partial = simt_byte_of(simt_partial_sectors_of(&whole));
}

/* Accesses of other memory may alias, and so prevent joins: loads those of stores, and stores both.
 */
static bool joins_members(struct simt_joined_accesses *joined, struct simt_warp_sample *warp,
                          const struct simt_request *request) {
    if (!may_be_joined(joined, request)) {
        if (request->kind != LOG_LOAD)
            forget_members(joined);
        else if (joined->has_members)
            wide_loads_forget(&joined->members[1]);
        return false;
    }
    uint64_t passes;
    joined->has_members = true;
    const struct simt_wide_load *load =
        join_or_add(&joined->members[request->kind == LOG_STORE], warp, request, &passes);
    struct simt_warp_operation *operation = load ? operation_of(warp, load) : NULL;
    if (operation)
        widen(operation, load, request);
    return load != NULL;
}

bool simt_joined_accesses_add(struct simt_joined_accesses *joined, struct simt_warp_sample *warp,
                              const struct simt_request *request) {
    return request->shared ? joins_shared(joined, warp, request) : joins_members(joined, warp, request);
}
