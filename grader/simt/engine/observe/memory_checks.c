// Checks bounds, alignment and initialisation of a request's addresses.
#include <string.h>

#include "engine/memory/bounds.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/shadow.h"
#include "engine/memory/shared_memory.h"
#include "engine/observe/observers.h"
#include "engine/observe/races.h"
#include "engine/report/settings.h"

// Defers reports of reads of unwritten memory. They are found by their address, since each racing write asks
// for those of its bytes. When there is no more room, the verdict on those deferred is the plain one.

static const char *space_name(bool shared) { return shared ? "__shared__" : "__global__"; }

enum { MOST = 1 << 16, BUCKETS = 1 << 12, GRANULE = 16 /* bytes; no read is wider */ };

struct deferred {
    struct simt_actor actor;
    enum simt_log_kind kind;
    bool shared, dropped;
    uint32_t epoch;
    uint32_t next; // in the bucket: its number from 1 on, 0 for none
    uint64_t offset;
    unsigned size;
};

static struct deferred deferred[MOST]; // in the order of the reads
static uint32_t count, bucket[BUCKETS];

static uint32_t *bucket_of(uint64_t granule) { return &bucket[granule % BUCKETS]; }

static void put_into_bucket(uint32_t i) {
    uint32_t *first = bucket_of(deferred[i].offset / GRANULE);
    deferred[i].next = *first;
    *first = i + 1;
}

static void forget_dropped(void) {
    uint32_t kept = 0;
    memset(bucket, 0, sizeof bucket);
    for (uint32_t i = 0; i < count; i++)
        if (!deferred[i].dropped) {
            deferred[kept] = deferred[i];
            put_into_bucket(kept++);
        }
    count = kept;
}

static void report_deferred(const struct deferred *d) {
    simt_error_add(SIMT_UNINITIALIZED, d->shared ? SIMT_SPACE_SHARED : SIMT_SPACE_GLOBAL, &d->actor, NULL,
                   "Uninitialized %s memory %s of size %u bytes: no thread has written this address",
                   space_name(d->shared), d->kind == LOG_LOAD ? "read" : "atomic", d->size);
    if (!d->shared)
        simt_error_set_address(SIMT_DEVICE_BASE + d->offset);
}

void simt_deferred_report(void) {
    if (count == 0)
        return;
    for (uint32_t i = 0; i < count; i++)
        if (!deferred[i].dropped)
            report_deferred(&deferred[i]);
    memset(bucket, 0, sizeof bucket);
    count = 0;
}

/** Defers the report of a read of @p size uninitialised bytes at @p offset from SIMT_DEVICE_BASE; @p epoch as
 * in the shadow cells. */
static void defer(const struct simt_actor *actor, enum simt_log_kind kind, bool shared, uint32_t epoch,
                  uint64_t offset, unsigned size) {
    if (count == MOST)
        forget_dropped();
    if (count == MOST)
        simt_deferred_report();
    deferred[count] = (struct deferred){
        .actor = *actor, .kind = kind, .shared = shared, .epoch = epoch, .offset = offset, .size = size};
    put_into_bucket(count++);
}

void simt_deferred_drop(uint32_t epoch, uint64_t offset, unsigned size) {
    const uint64_t first = offset < GRANULE ? 0 : offset / GRANULE - 1, last = (offset + size - 1) / GRANULE;
    if (count == 0)
        return;
    for (uint64_t granule = first; granule <= last; granule++) {
        uint32_t *link = bucket_of(granule);
        while (*link) {
            struct deferred *d = &deferred[*link - 1];
            if (d->epoch == epoch && d->offset < offset + size && offset < d->offset + d->size) {
                d->dropped = true;
                *link = d->next;
            } else {
                link = &d->next;
            }
        }
    }
}

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
    defer(&actor, request->kind, request->shared,
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
