// Accesses of a warp that are one on a GPU.
#include "engine/observe/sampling/joined_accesses.h"

#include <string.h>

#include "engine/observe/transactions.h"

static void forget_members(struct simt_joined_accesses *joined) {
    for (int i = 0; joined->has_members && i < 2; i++)
        simt_wide_loads_forget(&joined->members[i]);
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
    simt_wide_loads_forget(&joined->shared);
    forget_members(joined);
    simt_joined_stores_forget(&joined->stores);
}

void simt_joined_accesses_next(struct simt_joined_accesses *joined, const struct simt_request *request) {
    joined->access += joined->what != request->site->pc;
    joined->what = request->site->pc;
}

/** Whether the access is plain: no other one may be seen between it and its neighbours. */
static bool is_plain(const struct simt_request *request) {
    return request->kind != LOG_ATOMIC && !request->site->is_volatile && !request->site->is_atomic;
}

/** Whether it is one that the compiler may join with those beside it. */
static bool may_be_joined(const struct simt_joined_accesses *joined, const struct simt_request *request) {
    return joined->info && joined->access <= SIMT_BLOCK_LOADS && is_plain(request) &&
           joined->info->parts >> (joined->access - 1) & 1;
}

/** The operation that stands for joined accesses; NULL if it is no longer among those that are kept. */
static struct simt_warp_operation *operation_of(struct simt_warp_sample *warp,
                                                const struct simt_wide_load *load) {
    struct simt_warp_operation *operation = &warp->operations[load->operation];
    return load->operation < warp->count && operation->what == load->what ? operation : NULL;
}

/** The access that it joins; NULL: it is on its own, and others may join it. */
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
        simt_wide_loads_forget(&joined->shared);
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
    operation->quads = (uint8_t)simt_quads_of(&whole);
    if (request->kind == LOG_LOAD)
        operation->wavefronts = simt_byte_of(simt_wavefronts_of(&whole));
    else
        operation->partial = simt_byte_of(simt_partial_sectors_of(&whole));
}

/* Accesses of other memory may be of the same place, and keep them apart: loads keep stores, and stores both.
 */
static bool joins_members(struct simt_joined_accesses *joined, struct simt_warp_sample *warp,
                          const struct simt_request *request) {
    if (!may_be_joined(joined, request)) {
        if (request->kind != LOG_LOAD)
            forget_members(joined);
        else if (joined->has_members)
            simt_wide_loads_forget(&joined->members[1]);
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

void simt_joined_accesses_global(struct simt_joined_accesses *joined, struct simt_warp_sample *warp,
                                 const struct simt_request *request, struct simt_warp_operation *operation) {
    struct simt_joined_stores *stores = &joined->stores;
    unsigned partial;
    if (request->kind != LOG_STORE) {
        simt_joined_stores_forget(stores);
        return;
    }
    operation->partial = simt_byte_of(simt_partial_sectors_of(request));
    if (!simt_joined_stores_add(stores, request, operation->passes, &partial)) {
        stores->operation = (uint32_t)(operation - warp->operations);
        return;
    }
    operation->beyond = operation->partial = 0;
    struct simt_warp_operation *first = &warp->operations[stores->operation];
    if (stores->operation < warp->count && first->kind == SIMT_DOES_STORE) {
        first->beyond = simt_byte_of(stores->count);
        first->partial = simt_byte_of(partial);
    }
}
