// memcpy and similar functions, and clock, as translated programs call them (include/simt/libc.h). In a
// kernel they work piece by piece, each as wide as the addresses allow, and log each access first. On the
// host they only check that the addresses are not the device's.
#include <string.h>
#include <time.h>

#include "engine/exec/confinement.h"
#include "engine/exec/machine.h"
#include "engine/hooks/hooks.h"
#include "engine/hooks/outside_access.h"
#include "engine/log/access_log.h"
#include "engine/memory/device_range.h"
#include "engine/model/host_calls.h"
#include "engine/streams/operations.h"

enum { NANOSECONDS = 1000000000 };

void *simt_memcpy(void *to, const void *from, size_t size);
void *simt_memmove(void *to, const void *from, size_t size);
void *simt_memset(void *to, int value, size_t size);
int simt_memcmp(const void *a, const void *b, size_t size);
clock_t simt_clock_ticks(void);

static void touch(uintptr_t address, enum simt_log_kind kind, unsigned log2, const struct simt_call *call) {
    if (!simt_log_access(address, kind, log2, call->pc, KEY_LOOSE))
        simt_access_for(address, (size_t)1 << log2, kind, call->pc, KEY_LOOSE, call->stack);
}

/** Checks @p size bytes that the host is about to read or write. */
static void touch_by_host(const void *pointer, size_t size, enum simt_log_kind kind,
                          const struct simt_call *call) {
    const bool on_device = simt_is_device_address((uintptr_t)pointer);
    if (kind == LOG_STORE && simt_confinement && !on_device)
        simt_confinement->check_target((uintptr_t)pointer, size, call->stack, call->pc);
    if (size > 0 && (on_device || simt_host_is_watched()))
        simt_access_outside((uintptr_t)pointer, size, kind, call->pc, 0);
    else
        simt_host_accessed(size);
}

static void move_piece(char *to, const char *from, unsigned log2, const struct simt_call *call) {
    touch((uintptr_t)from, LOG_LOAD, log2, call);
    touch((uintptr_t)to, LOG_STORE, log2, call);
    memmove(to, from, (size_t)1 << log2);
}

/** True for large arguments of a kernel, which are copied for the lane, onto its stack, when it begins. */
static bool copies_arguments(const void *to, const void *from, size_t size, const struct simt_call *call) {
    const uintptr_t end = simt_own_stack_end();
    return from == simt_launch_now.event.closure && (uintptr_t)to >= call->stack && (uintptr_t)to < end &&
           size <= end - (uintptr_t)to;
}

static void *move(void *to, const void *from, size_t size, const struct simt_call *call) {
    if (!simt_self()) {
        touch_by_host(from, size, LOG_LOAD, call);
        touch_by_host(to, size, LOG_STORE, call);
        return memmove(to, from, size);
    }
    if (copies_arguments(to, from, size, call))
        return memmove(to, from, size);
    bool backwards = (uintptr_t)to - (uintptr_t)from < size;
    for (size_t done = 0; done < size;) {
        uintptr_t edge = backwards ? size - done : done;
        unsigned log2 = simt_piece_log2(((uintptr_t)to + edge) | ((uintptr_t)from + edge), size - done);
        size_t at = backwards ? edge - ((size_t)1 << log2) : edge;
        move_piece((char *)to + at, (const char *)from + at, log2, call);
        done += (size_t)1 << log2;
    }
    return to;
}

void *simt_memcpy(void *to, const void *from, size_t size) { return move(to, from, size, &SIMT_THIS_CALL); }
void *simt_memmove(void *to, const void *from, size_t size) { return move(to, from, size, &SIMT_THIS_CALL); }

void *simt_memset(void *to, int value, size_t size) {
    const struct simt_call call = SIMT_THIS_CALL;
    if (!simt_self()) {
        touch_by_host(to, size, LOG_STORE, &call);
        return memset(to, value, size);
    }
    for (size_t done = 0; done < size;) {
        unsigned log2 = simt_piece_log2((uintptr_t)to + done, size - done);
        touch((uintptr_t)to + done, LOG_STORE, log2, &call);
        memset((char *)to + done, value, (size_t)1 << log2);
        done += (size_t)1 << log2;
    }
    return to;
}

int simt_memcmp(const void *a, const void *b, size_t size) {
    const struct simt_call call = SIMT_THIS_CALL;
    if (!simt_self()) {
        touch_by_host(a, size, LOG_LOAD, &call);
        touch_by_host(b, size, LOG_LOAD, &call);
        return memcmp(a, b, size);
    }
    int difference = 0;
    for (size_t i = 0; i < size && difference == 0; i++) {
        touch((uintptr_t)a + i, LOG_LOAD, 0, &call);
        touch((uintptr_t)b + i, LOG_LOAD, 0, &call);
        difference = ((const unsigned char *)a)[i] - ((const unsigned char *)b)[i];
    }
    return difference;
}

clock_t simt_clock_ticks(void) {
    struct timespec now = {0, 0};
    if (simt_self())
        return (clock_t)simt_clock();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (NANOSECONDS / CLOCKS_PER_SEC);
}
