// A launch's accesses to global memory: input to the order of streams and host (streams/operations.h).
#include "engine/memory/device_range.h"
#include "engine/observe/observers.h"
#include "engine/observe/races.h"
#include "engine/streams/operations.h"

static bool is_same_value(const struct simt_request *request, unsigned lane) {
    return request->size <= 8 &&
           simt_stored_nothing_new(request->before[lane], request->offset[lane], request->size);
}

static enum simt_use use_of(const struct simt_request *request, unsigned lane) {
    if (request->kind == LOG_LOAD)
        return SIMT_USE_READ;
    if (request->kind == LOG_ATOMIC)
        return SIMT_USE_ATOMIC;
    return is_same_value(request, lane) ? SIMT_USE_SAME : SIMT_USE_WRITE;
}

/* Neighbouring lanes mostly access the same or neighbouring bytes: these are reported as one range. */
static void tell_request(const struct simt_request *request) {
    const bool signal = request->kind == LOG_ATOMIC || request->site->is_volatile;
    uint64_t from = 0, to = 0;
    enum simt_use use = SIMT_USE_READ;
    if (request->shared)
        return;
    for (uint32_t left = request->valid; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const enum simt_use next = use_of(request, lane);
        const uint64_t begin = request->offset[lane], end = begin + request->size;
        if (use == next && begin >= from && begin <= to) {
            to = end > to ? end : to;
            continue;
        }
        simt_operation_uses(use, signal, request->site->pc, SIMT_DEVICE_BASE + from, to - from);
        use = next;
        from = begin;
        to = end;
    }
    simt_operation_uses(use, signal, request->site->pc, SIMT_DEVICE_BASE + from, to - from);
}

const struct simt_observer simt_operation_observer = {
    .name = "operations", .wanted = simt_operation_is_recorded, .request = tell_request};
