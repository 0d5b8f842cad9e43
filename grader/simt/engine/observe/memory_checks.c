// Bounds, alignment and initialisation of a request's addresses.
#include "engine/log/request.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/shadow.h"
#include "engine/memory/shared_memory.h"
#include "engine/observe/checks.h"
#include "engine/observe/deferred_reads.h"

static const char *space_name(bool shared) { return shared ? "__shared__" : "__global__"; }

static const char *kind_name(enum simt_log_kind kind) {
    return kind == LOG_LOAD ? "read" : kind == LOG_STORE ? "write" : "atomic";
}

static void report(enum simt_error_kind error, const struct simt_request *request, bool shared,
                   const struct simt_actor *actor, uint64_t offset, const char *why) {
    simt_error_add(error, shared ? SIMT_SPACE_SHARED : SIMT_SPACE_GLOBAL, actor, NULL,
                   "Invalid %s %s of size %u bytes: Address 0x%llx is %s", space_name(shared),
                   kind_name(request->kind), request->size, (unsigned long long)(SIMT_DEVICE_BASE + offset),
                   why);
}

/** How far the place is past the end of an allocation; 0 if it is within. */
static uint64_t distance_past(const struct simt_allocation *a, uint64_t offset) {
    uint64_t end = a ? a->base + a->size - SIMT_DEVICE_BASE : 0;
    return !a ? UINT64_MAX : offset < end ? 0 : offset - end + 1;
}

static void report_bad_heap(const struct simt_request *request, const struct simt_actor *actor,
                            uint64_t offset) {
    const struct simt_allocation *a = simt_heap_find(SIMT_DEVICE_BASE + offset);
    if (a && !a->live && distance_past(a, offset) == 0) {
        struct simt_actor freed = {.pc = a->freed_at};
        simt_error_add(SIMT_USE_AFTER_FREE, SIMT_SPACE_GLOBAL, actor, &freed,
                       "Invalid __global__ %s of size %u bytes: the memory was freed before",
                       kind_name(request->kind), request->size);
        return;
    }
    const struct simt_allocation *next = simt_heap_next(SIMT_DEVICE_BASE + offset);
    if (next && next->live && next->base - (SIMT_DEVICE_BASE + offset) < distance_past(a, offset)) {
        simt_error_add(SIMT_OUT_OF_BOUNDS, SIMT_SPACE_GLOBAL, actor, NULL,
                       "Invalid __global__ %s of size %u bytes: Address 0x%llx is out of bounds, %llu bytes "
                       "before the start "
                       "of an allocation of %zu bytes",
                       kind_name(request->kind), request->size,
                       (unsigned long long)(SIMT_DEVICE_BASE + offset),
                       (unsigned long long)(next->base - SIMT_DEVICE_BASE - offset), next->size);
        return;
    }
    if (!a) {
        report(SIMT_OUT_OF_BOUNDS, request, false, actor, offset, "out of bounds of every allocation");
        return;
    }
    simt_error_add(
        SIMT_OUT_OF_BOUNDS, SIMT_SPACE_GLOBAL, actor, NULL,
        "Invalid __global__ %s of size %u bytes: Address 0x%llx is out of bounds, %llu bytes past the start "
        "of an allocation of %zu bytes",
        kind_name(request->kind), request->size, (unsigned long long)(SIMT_DEVICE_BASE + offset),
        (unsigned long long)(SIMT_DEVICE_BASE + offset - a->base), a->size);
}

/** Finds the variable or allocation around @p offset and remembers it at the site. @return false if there is
 * none */
static bool locate(struct simt_site *site, uint64_t offset, bool shared) {
    if (shared) {
        if (!simt_shared_find(offset, &site->low, &site->high))
            return false;
    } else {
        const struct simt_allocation *a = simt_heap_find(SIMT_DEVICE_BASE + offset);
        if (!a || !a->live || SIMT_DEVICE_BASE + offset >= a->base + a->size)
            return false;
        site->low = a->base - SIMT_DEVICE_BASE;
        site->high = site->low + a->size;
    }
    site->validity = simt_shared_validity();
    return true;
}

static bool in_bounds(struct simt_site *site, uint64_t offset, unsigned size, bool shared) {
    if (site->validity == simt_shared_validity() && offset >= site->low && offset + size <= site->high)
        return true;
    return locate(site, offset, shared) && offset >= site->low && offset + size <= site->high;
}

/** True if every byte was written; of an aggregate, if any was: the others may be none of its members'. */
static bool written_before(const uint8_t *bits, uint64_t offset, unsigned size, bool loose) {
    unsigned wanted = (1u << size) - 1;
    unsigned have = (unsigned)bits[offset / 8] >> offset % 8;
    if (size == 16)
        have |= (unsigned)bits[offset / 8 + 1] << 8;
    return loose ? (have & wanted) != 0 : (have & wanted) == wanted;
}

/** One lane's address. @return false if the lane has to leave the request */
static bool check_lane(struct simt_request *request, unsigned i, uint32_t thread, bool shared,
                       uint8_t *bits) {
    uint64_t offset = request->offset[i];
    if (offset % request->size != 0 || !in_bounds(request->site, offset, request->size, shared)) {
        if (!simt_check_on(SIMT_CHECK_MEMORY))
            return false;
        struct simt_actor actor = simt_thread_actor(thread, request->site->pc);
        if (offset % request->size != 0)
            report(SIMT_MISALIGNED, request, shared, &actor, offset, "misaligned");
        else if (shared)
            report(SIMT_OUT_OF_BOUNDS, request, shared, &actor, offset, simt_shared_describe(offset));
        else
            report_bad_heap(request, &actor, offset);
        return false;
    }
    if (request->kind != LOG_STORE && !written_before(bits, offset, request->size, request->loose) &&
        simt_check_on(SIMT_CHECK_INIT)) {
        struct simt_actor actor = simt_thread_actor(thread, request->site->pc);
        simt_deferred_add(&actor, request->kind, shared,
                          shared ? simt_checked_now->epoch : simt_launch_now.epoch, offset, request->size);
        /* Once is enough: what is computed from it is wrong anyway. */
        simt_mark_initialized(SIMT_DEVICE_BASE + offset, request->size, true);
    }
    return true;
}

void simt_check_request(struct simt_request *request, struct simt_checked_warp *warp, bool shared) {
    uint8_t *bits = simt_initialized_bits();
    for (uint32_t left = request->lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        if (!check_lane(request, i, warp->number * SIMT_WARP + i, shared, bits))
            request->lanes &= ~(1u << i);
    }
    if (request->kind == LOG_LOAD)
        return;
    for (uint32_t left = request->lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint64_t offset = request->offset[i];
        if (request->size == 16)
            bits[offset / 8] = bits[offset / 8 + 1] = 0xff;
        else
            simt_set_initialized_bits(bits, offset, request->size, true);
    }
}
