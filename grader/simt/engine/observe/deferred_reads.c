// Holds reads of unwritten memory back; when there is no more room, the oldest verdict is the plain one.
#include "engine/observe/deferred_reads.h"

enum { MOST = 1024 };

struct held {
    struct simt_actor actor;
    enum simt_log_kind kind;
    bool shared;
    uint32_t epoch;
    uint64_t offset;
    unsigned size;
};

static struct held held[MOST];
static unsigned count;

static void report(const struct held *h) {
    simt_error_add(SIMT_UNINITIALIZED, h->shared ? SIMT_SPACE_SHARED : SIMT_SPACE_GLOBAL, &h->actor, NULL,
                   "Uninitialized %s memory %s of size %u bytes: no thread has written this address",
                   h->shared ? "__shared__" : "__global__", h->kind == LOG_LOAD ? "read" : "atomic", h->size);
}

void simt_deferred_report(void) {
    for (unsigned i = 0; i < count; i++)
        report(&held[i]);
    count = 0;
}

void simt_deferred_add(const struct simt_actor *actor, enum simt_log_kind kind, bool shared, uint32_t epoch,
                       uint64_t offset, unsigned size) {
    if (count == MOST)
        simt_deferred_report();
    held[count++] = (struct held){*actor, kind, shared, epoch, offset, size};
}

void simt_deferred_drop(uint32_t epoch, uint64_t offset, unsigned size) {
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct held *h = &held[i];
        if (h->epoch != epoch || h->offset >= offset + size || offset >= h->offset + h->size)
            held[kept++] = *h;
    }
    count = kept;
}
