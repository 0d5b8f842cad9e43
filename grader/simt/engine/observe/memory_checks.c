// Checks bounds, alignment and initialisation of a request's addresses.
#include "engine/memory/bounds.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/shadow.h"
#include "engine/memory/shared_memory.h"
#include "engine/observe/built_in.h"
#include "engine/observe/races.h"
#include "engine/report/settings.h"

static const char *space_name(bool shared) { return shared ? "__shared__" : "__global__"; }

static void report(enum simt_error_kind error, const struct simt_request *request,
                   const struct simt_actor *actor, uint64_t offset, const char *why) {
    simt_error_add(error, request->shared ? SIMT_SPACE_SHARED : SIMT_SPACE_GLOBAL, actor, NULL,
                   "Invalid %s %s of size %u bytes: Address 0x%llx is %s", space_name(request->shared),
                   simt_access_verb(request->kind), request->size,
                   (unsigned long long)(SIMT_DEVICE_BASE + offset), why);
}

/** How far the address is past the end of an allocation; 0 if it is within. */
static uint64_t distance_past(const struct simt_allocation *a, uint64_t offset) {
    uint64_t end = a ? a->base + a->size - SIMT_DEVICE_BASE : 0;
    return !a ? UINT64_MAX : offset < end ? 0 : offset - end + 1;
}

static void report_bad_heap(const struct simt_request *request, const struct simt_actor *actor,
                            uint64_t offset) {
    const struct simt_allocation *a = simt_heap_find(SIMT_DEVICE_BASE + offset);
    if (a && !a->live && distance_past(a, offset) == 0) {
        struct simt_actor freed = {.pc = a->freed_at};
        simt_error_add(SIMT_USE_AFTER_FREE, SIMT_SPACE_GLOBAL, actor, a->freed_at ? &freed : NULL,
                       "Invalid __global__ %s of size %u bytes: the memory was %s",
                       simt_access_verb(request->kind), request->size,
                       a->freed_at ? "freed before"
                                   : "that of an earlier call, and was freed between the two");
        return;
    }
    if (simt_report_overflowed_index(actor, simt_access_verb(request->kind), SIMT_DEVICE_BASE + offset,
                                     request->size))
        return;
    const struct simt_allocation *next = simt_heap_next(SIMT_DEVICE_BASE + offset);
    if (next && next->live && next->base - (SIMT_DEVICE_BASE + offset) < distance_past(a, offset)) {
        simt_error_add(SIMT_BEFORE_START, SIMT_SPACE_GLOBAL, actor, NULL,
                       "Invalid __global__ %s of size %u bytes: Address 0x%llx is out of bounds, %llu bytes "
                       "before the start "
                       "of an allocation of %zu bytes",
                       simt_access_verb(request->kind), request->size,
                       (unsigned long long)(SIMT_DEVICE_BASE + offset),
                       (unsigned long long)(next->base - SIMT_DEVICE_BASE - offset), next->size);
        simt_error_set_address(SIMT_DEVICE_BASE + offset);
        return;
    }
    if (simt_report_wrapped_index(actor, simt_access_verb(request->kind), SIMT_DEVICE_BASE + offset,
                                  request->size))
        return;
    if (!a) {
        report(SIMT_FAR_AWAY, request, actor, offset, "out of bounds of every allocation");
        return;
    }
    simt_error_add(
        SIMT_OUT_OF_BOUNDS, SIMT_SPACE_GLOBAL, actor, NULL,
        "Invalid __global__ %s of size %u bytes: Address 0x%llx is out of bounds, %llu bytes past the start "
        "of an allocation of %zu bytes",
        simt_access_verb(request->kind), request->size, (unsigned long long)(SIMT_DEVICE_BASE + offset),
        (unsigned long long)(SIMT_DEVICE_BASE + offset - a->base), a->size);
    simt_error_set_address(SIMT_DEVICE_BASE + offset);
}

/** True if every byte was written; for an aggregate, if any was: the others may be padding. */
static bool written_before(const uint8_t *bits, uint64_t offset, unsigned size, bool loose) {
    unsigned wanted = (1u << size) - 1;
    unsigned have = (unsigned)bits[offset / 8] >> offset % 8;
    if (size == 16)
        have |= (unsigned)bits[offset / 8 + 1] << 8;
    return loose ? (have & wanted) != 0 : (have & wanted) == wanted;
}

static void report_bad_address(const struct simt_request *request, unsigned lane) {
    const uint64_t offset = request->offset[lane];
    const struct simt_actor actor =
        simt_thread_actor(request->batch->warp * SIMT_WARP + lane, request->site->pc);
    if (offset % request->size != 0)
        report(SIMT_MISALIGNED, request, &actor, offset, "misaligned");
    else if (request->shared)
        report(SIMT_OUT_OF_BOUNDS, request, &actor, offset, simt_shared_describe(offset));
    else
        report_bad_heap(request, &actor, offset);
}

/** Defers the report of a read of uninitialised bytes. They count as written from now on, because one report
 * is enough: values computed from them are wrong anyway. */
static void check_written(const struct simt_request *request, unsigned lane, const uint8_t *bits) {
    const uint64_t offset = request->offset[lane];
    if (written_before(bits, offset, request->size, request->loose))
        return;
    const struct simt_actor actor =
        simt_thread_actor(request->batch->warp * SIMT_WARP + lane, request->site->pc);
    simt_deferred_add(&actor, request->kind, request->shared,
                      request->shared ? request->batch->block->epoch : simt_observed_launch->epoch, offset,
                      request->size);
    simt_mark_initialized(SIMT_DEVICE_BASE + offset, request->size, true);
}

static void check_request(const struct simt_request *request) {
    if (simt_check_on(SIMT_CHECK_MEMORY))
        for (uint32_t left = request->lanes & ~request->valid; left; left &= left - 1)
            report_bad_address(request, (unsigned)__builtin_ctz(left));
    if (request->kind == LOG_STORE || request->overwrites || !simt_check_on(SIMT_CHECK_INIT))
        return;
    const uint8_t *bits = simt_written;
    if (request->shape != SIMT_ANY_ADDRESSES && request->valid == request->lanes &&
        !simt_first_uninitialized(SIMT_DEVICE_BASE + simt_request_low(request), simt_request_span(request)))
        return;
    for (uint32_t left = request->valid; left; left &= left - 1)
        check_written(request, (unsigned)__builtin_ctz(left), bits);
}

static bool wanted(void) { return simt_check_on(SIMT_CHECK_MEMORY) || simt_check_on(SIMT_CHECK_INIT); }

static void end_launch(const struct simt_launch_event *launch) {
    (void)launch;
    simt_deferred_report();
}

const struct simt_observer simt_memory_observer = {
    .name = "memory", .wanted = wanted, .launch_end = end_launch, .request = check_request};
