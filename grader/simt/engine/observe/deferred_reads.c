// Defers reports of reads of unwritten memory; when there is no more room, the oldest verdict is the plain
// one.
#include "engine/observe/deferred_reads.h"

enum { MOST = 1024 };

struct deferred {
    struct simt_actor actor;
    enum simt_log_kind kind;
    bool shared;
    uint32_t epoch;
    uint64_t offset;
    unsigned size;
};

static struct deferred deferred[MOST];
static unsigned count;

static void report(const struct deferred *d) {
    simt_error_add(SIMT_UNINITIALIZED, d->shared ? SIMT_SPACE_SHARED : SIMT_SPACE_GLOBAL, &d->actor, NULL,
                   "Uninitialized %s memory %s of size %u bytes: no thread has written this address",
                   d->shared ? "__shared__" : "__global__", d->kind == LOG_LOAD ? "read" : "atomic", d->size);
}

void simt_deferred_report(void) {
    for (unsigned i = 0; i < count; i++)
        report(&deferred[i]);
    count = 0;
}

void simt_deferred_add(const struct simt_actor *actor, enum simt_log_kind kind, bool shared, uint32_t epoch,
                       uint64_t offset, unsigned size) {
    if (count == MOST)
        simt_deferred_report();
    deferred[count++] = (struct deferred){*actor, kind, shared, epoch, offset, size};
}

void simt_deferred_drop(uint32_t epoch, uint64_t offset, unsigned size) {
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct deferred *d = &deferred[i];
        if (d->epoch != epoch || d->offset >= offset + size || offset >= d->offset + d->size)
            deferred[kept++] = *d;
    }
    count = kept;
}
