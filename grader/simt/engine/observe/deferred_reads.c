// Defers reports of reads of unwritten memory. They are found by their address, since each racing write asks
// for those of its bytes. When there is no more room, the verdict on those deferred is the plain one.
#include "engine/observe/races.h"

#include <string.h>

#include "engine/memory/device_range.h"

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

static void report(const struct deferred *d) {
    simt_error_add(SIMT_UNINITIALIZED, d->shared ? SIMT_SPACE_SHARED : SIMT_SPACE_GLOBAL, &d->actor, NULL,
                   "Uninitialized %s memory %s of size %u bytes: no thread has written this address",
                   d->shared ? "__shared__" : "__global__", d->kind == LOG_LOAD ? "read" : "atomic", d->size);
    if (!d->shared)
        simt_error_set_address(SIMT_DEVICE_BASE + d->offset);
}

void simt_deferred_report(void) {
    if (count == 0)
        return;
    for (uint32_t i = 0; i < count; i++)
        if (!deferred[i].dropped)
            report(&deferred[i]);
    memset(bucket, 0, sizeof bucket);
    count = 0;
}

void simt_deferred_add(const struct simt_actor *actor, enum simt_log_kind kind, bool shared, uint32_t epoch,
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
