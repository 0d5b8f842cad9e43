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
#include "engine/model/host_work.h"
#include "engine/streams/operations.h"

enum { WIDEST_LOG2 = 4, NANOSECONDS = 1000000000 };

#define CALLER ((uintptr_t)__builtin_return_address(0))

void *simt_memcpy(void *to, const void *from, size_t size);
void *simt_memmove(void *to, const void *from, size_t size);
void *simt_memset(void *to, int value, size_t size);
int simt_memcmp(const void *a, const void *b, size_t size);
clock_t simt_clock_ticks(void);

static void touch(uintptr_t address, enum simt_log_kind kind, unsigned log2, uintptr_t pc) {
    if (!simt_log_access(address, kind, log2, pc, KEY_LOOSE))
        simt_access_outside(address, (size_t)1 << log2, kind, pc, KEY_LOOSE);
}

/** Checks @p size bytes that the host is about to read or write. */
static void touch_by_host(const void *pointer, size_t size, enum simt_log_kind kind, uintptr_t pc) {
    if (kind == LOG_STORE && simt_confinement && !simt_is_device_address((uintptr_t)pointer))
        simt_confinement->check_store((uintptr_t)pointer, size, pc);
    if (size > 0 && (simt_is_device_address((uintptr_t)pointer) || simt_host_is_watched))
        simt_access_outside((uintptr_t)pointer, size, kind, pc, 0);
    else
        simt_host_accessed(size);
}

/** The widest piece that fits in @p size bytes and to which all of @p addresses are aligned, as a power of
 * two. */
static unsigned piece_log2(uintptr_t addresses, size_t size) {
    unsigned log2 = WIDEST_LOG2;
    while ((size_t)1 << log2 > size || addresses % ((uintptr_t)1 << log2) != 0)
        log2--;
    return log2;
}

static void move_piece(char *to, const char *from, unsigned log2, uintptr_t pc) {
    touch((uintptr_t)from, LOG_LOAD, log2, pc);
    touch((uintptr_t)to, LOG_STORE, log2, pc);
    memmove(to, from, (size_t)1 << log2);
}

static void *move(void *to, const void *from, size_t size, uintptr_t pc) {
    if (!simt_self()) {
        touch_by_host(from, size, LOG_LOAD, pc);
        touch_by_host(to, size, LOG_STORE, pc);
        return memmove(to, from, size);
    }
    if (from == simt_launch_now.event.closure)
        return memmove(to, from, size); /* large arguments, copied for the lane at the start of its kernel */
    bool backwards = (uintptr_t)to - (uintptr_t)from < size;
    for (size_t done = 0; done < size;) {
        uintptr_t edge = backwards ? size - done : done;
        unsigned log2 = piece_log2(((uintptr_t)to + edge) | ((uintptr_t)from + edge), size - done);
        size_t at = backwards ? edge - ((size_t)1 << log2) : edge;
        move_piece((char *)to + at, (const char *)from + at, log2, pc);
        done += (size_t)1 << log2;
    }
    return to;
}

void *simt_memcpy(void *to, const void *from, size_t size) { return move(to, from, size, CALLER); }
void *simt_memmove(void *to, const void *from, size_t size) { return move(to, from, size, CALLER); }

void *simt_memset(void *to, int value, size_t size) {
    if (!simt_self()) {
        touch_by_host(to, size, LOG_STORE, CALLER);
        return memset(to, value, size);
    }
    for (size_t done = 0; done < size;) {
        unsigned log2 = piece_log2((uintptr_t)to + done, size - done);
        touch((uintptr_t)to + done, LOG_STORE, log2, CALLER);
        memset((char *)to + done, value, (size_t)1 << log2);
        done += (size_t)1 << log2;
    }
    return to;
}

int simt_memcmp(const void *a, const void *b, size_t size) {
    if (!simt_self()) {
        touch_by_host(a, size, LOG_LOAD, CALLER);
        touch_by_host(b, size, LOG_LOAD, CALLER);
        return memcmp(a, b, size);
    }
    int difference = 0;
    for (size_t i = 0; i < size && difference == 0; i++) {
        touch((uintptr_t)a + i, LOG_LOAD, 0, CALLER);
        touch((uintptr_t)b + i, LOG_LOAD, 0, CALLER);
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
