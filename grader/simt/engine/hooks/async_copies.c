/* Asynchronous copies of threads (cp.async, memcpy_async). A copy is kept, and made when its thread waits
   for it: so code that reads the target earlier, or changes the source, gets a result that a GPU may show.
   The copy has the line that started it. A copy that its thread never waits for is never made. */
#include <stdlib.h>
#include <string.h>

#include "engine/exec/launch.h"
#include "engine/exec/machine.h"
#include "engine/hooks/hooks.h"
#include "engine/hooks/outside_access.h"

#define CALLER ((uintptr_t)__builtin_return_address(0))

enum { BUCKETS = 1024 };

/** A pending copy. */
struct copy {
    struct copy *next;
    char *to;
    const char *from;
    size_t size, filled; /**< bytes copied; bytes of zeros after them */
    uint64_t group;      /**< of its thread: how many were closed before */
    uintptr_t at;
};

/** The pending copies of one thread. */
struct thread {
    struct thread *next;
    const struct simt_lane *lane;
    uint32_t serial, block; /**< of the launch and in it: a lane serves one block after another */
    uint64_t closed;        /**< groups */
    struct copy *first, **last;
};

static struct thread *buckets[BUCKETS];
static bool some_asked; /* copies were started in this program */

static void forget_copies(struct thread *t) {
    while (t->first) {
        struct copy *next = t->first->next;
        free(t->first);
        t->first = next;
    }
    t->last = &t->first;
    t->closed = 0;
}

/** The running thread's copies; those of an earlier thread in the same lane are forgotten. */
static struct thread *own(void) {
    const struct simt_lane *lane = simt_running;
    struct thread **bucket = &buckets[((uintptr_t)lane / sizeof *lane) % BUCKETS], *t = *bucket;
    const uint32_t serial = simt_launch_now.event.serial, block = simt_block_now->event.first_warp;
    while (t && t->lane != lane)
        t = t->next;
    if (!t) {
        t = calloc(1, sizeof *t);
        if (!t)
            abort();
        *t = (struct thread){.next = *bucket, .lane = lane, .serial = serial, .block = block};
        t->last = &t->first;
        *bucket = t;
    }
    if (t->serial != serial || t->block != block) {
        forget_copies(t);
        t->serial = serial;
        t->block = block;
    }
    return t;
}

static void access_memory(const char *address, size_t size, enum simt_log_kind kind, uintptr_t at) {
    const unsigned log2 = (unsigned)__builtin_ctzll(size);
    if (!simt_log_access((uintptr_t)address, kind, log2, at, 0))
        simt_access_outside((uintptr_t)address, size, kind, at, 0);
}

/** The largest power of two up to 16 that divides both addresses and the remaining size. */
static size_t piece_of(const struct copy *c, size_t done) {
    const uintptr_t all = (uintptr_t)c->to | (uintptr_t)c->from | c->size | c->filled | done | 16;
    return (size_t)1 << __builtin_ctzll(all);
}

static void make_copy(const struct copy *c) {
    for (size_t done = 0, piece; done < c->size + c->filled; done += piece) {
        char bytes[16] = {0};
        piece = piece_of(c, done);
        if (done < c->size) {
            access_memory(c->from + done, piece, LOG_LOAD, c->at);
            memcpy(bytes, c->from + done, piece);
        }
        access_memory(c->to + done, piece, LOG_STORE, c->at);
        memcpy(c->to + done, bytes, piece);
    }
}

void simt_async_copy(void *to, const void *from, size_t size, size_t filled) {
    if (!simt_self())
        simt_unsupported("an asynchronous copy of a thread in host code");
    struct thread *t = own();
    some_asked = true;
    struct copy *c = malloc(sizeof *c);
    if (!c)
        abort();
    *c = (struct copy){
        .to = to, .from = from, .size = size, .filled = filled, .group = t->closed, .at = CALLER};
    *t->last = c;
    t->last = &c->next;
}

void simt_async_arrive(void) {
    if (some_asked)
        simt_async_wait(SIMT_ASYNC_ALL);
}

void simt_async_commit(void) {
    if (simt_self())
        own()->closed++;
}

void simt_async_wait(uint64_t most_open) {
    if (!simt_self())
        return;
    struct thread *t = own();
    while (t->first && (most_open == SIMT_ASYNC_ALL || t->first->group + most_open < t->closed)) {
        struct copy *c = t->first;
        t->first = c->next;
        if (!t->first)
            t->last = &t->first;
        make_copy(c);
        free(c);
    }
}
