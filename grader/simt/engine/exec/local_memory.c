// The lanes' local arrays: a state for each byte of their stacks, and a list of the arrays that are there
// now.
#include "engine/exec/local_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/exec/unset.h"
#include "engine/memory/poison.h"
#include "engine/report/errors.h"
#include "engine/report/settings.h"

/* SPARE: what the engine's own functions need at the end of a lane's stack; REACH: how far beyond it a frame
 * that is too large may lie, and the largest is 2 GiB */
enum { MOST_ARRAYS = 64, SPARE = 8192 };
#define REACH (UINT64_C(1) << 32)

enum byte_state { NOT_OURS, GUARD, EMPTY, LOOSE, WRITTEN };

struct array {
    uint64_t depth; /**< of the function that declared it, as the trace's keys have it */
    uintptr_t room, end, base;
    size_t size;
    const char *name;
    uint64_t origin; /**< of the last value without a value that was stored there (unset.h); 0: none was */
};

struct simt_local_memory {
    struct array arrays[MOST_ARRAYS];
    unsigned count;
    uintptr_t low; /* the first byte of the stack that they are on */
    struct {
        uintptr_t address, pc;
        size_t size; /**< 0: none */
    } copied;        /**< what was read of bytes without a value, to be stored next */
    uint8_t state[SIMT_STACK_BYTES];
};

/* What is kept of a lane's memory beside its arrays and their bytes' states. */
enum { HEAD_BYTES = offsetof(struct simt_local_memory, state) - offsetof(struct simt_local_memory, count) };

/** The memories of lanes, reserved for the first array of any: a mapping for each would be more than the
 * system allows a process. All blocks use the same, as they do stacks, and as little of it: shared for the
 * same reason (fiber.c). NULL if memory is short. */
static struct simt_local_memory *pool(void) {
    static void *memory;
    if (!memory)
        memory = mmap(NULL, SIMT_MAX_THREADS * sizeof(struct simt_local_memory), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/** None if memory is short, and then there is nothing to check. What another block's lane has left is gone.
 */
static struct simt_local_memory *memory_of(struct simt_lane *lane) {
    struct simt_local_memory *memories = lane->local ? NULL : pool();
    if (memories) {
        lane->local = &memories[lane->number];
        simt_local_clear(lane);
    }
    return lane->local;
}

static uint8_t *state_of(const struct simt_lane *lane, uintptr_t address) {
    return &lane->local->state[address - lane->local->low];
}

static void forget_last(struct simt_lane *lane) {
    const struct array *a = &lane->local->arrays[--lane->local->count];
    memset(state_of(lane, a->room), NOT_OURS, a->end - a->room);
}

void simt_local_leave(void) {
    struct simt_local_memory *local = simt_running->local;
    while (local->count > 0 && local->arrays[local->count - 1].depth == simt_running->depth_key)
        forget_last(simt_self());
}

void simt_local_clear(struct simt_lane *lane) {
    while (lane->local && lane->local->count > 0)
        forget_last(lane);
    if (lane->local)
        lane->local->copied.size = 0;
}

size_t simt_local_image_bytes(const struct simt_lane *lane) {
    size_t bytes = lane->local ? HEAD_BYTES : 0;
    for (unsigned i = 0; lane->local && i < lane->local->count; i++)
        bytes += sizeof(struct array) + lane->local->arrays[i].end - lane->local->arrays[i].room;
    return bytes;
}

unsigned char *simt_local_save(struct simt_lane *lane, unsigned char *to) {
    if (!lane->local)
        return to;
    to = mempcpy(to, &lane->local->count, HEAD_BYTES);
    while (lane->local->count > 0) {
        const struct array *a = &lane->local->arrays[lane->local->count - 1];
        to = mempcpy(mempcpy(to, a, sizeof *a), state_of(lane, a->room), a->end - a->room);
        forget_last(lane);
    }
    return to;
}

const unsigned char *simt_local_restore(struct simt_lane *lane, const unsigned char *from) {
    if (!lane->local)
        return from;
    simt_local_clear(lane);
    memcpy(&lane->local->count, from, HEAD_BYTES);
    from += HEAD_BYTES;
    for (unsigned i = lane->local->count; i-- > 0;) {
        struct array *a = &lane->local->arrays[i];
        memcpy(a, from, sizeof *a);
        memcpy(state_of(lane, a->room), from + sizeof *a, a->end - a->room);
        from += sizeof *a + (a->end - a->room);
    }
    return from;
}

/** The record for an array: its own, if its declaration is passed again, as in a loop. */
static struct array *record_for(struct simt_local_memory *local, uintptr_t room) {
    for (unsigned i = 0; i < local->count; i++)
        if (local->arrays[i].room == room)
            return &local->arrays[i];
    return local->count < MOST_ARRAYS ? &local->arrays[local->count++] : NULL;
}

/** Whether some checker asks what lies in local memory. */
static bool is_watched(void) { return simt_check_on(SIMT_CHECK_MEMORY) || simt_check_on(SIMT_CHECK_INIT); }

void simt_local_variable(void *room, size_t room_size, size_t offset, size_t size, const char *name,
                         enum simt_local_state state) {
    static const enum byte_state first[] = {
        [SIMT_LOCAL_EMPTY] = EMPTY, [SIMT_LOCAL_LOOSE] = LOOSE, [SIMT_LOCAL_FILLED] = WRITTEN};
    struct simt_lane *self = simt_self();
    uintptr_t from = (uintptr_t)room;
    if (!self || !is_watched() || !simt_is_in_stack(simt_own_stack(), from, room_size) ||
        offset > room_size || size > room_size - offset || !memory_of(self))
        return;
    if (self->local->count == 0)
        self->local->low = simt_own_stack()->low;
    struct array *a = record_for(self->local, from);
    if (!a)
        return;
    *a = (struct array){simt_running->depth_key, from, from + room_size, from + offset, size, name, 0};
    memset(state_of(self, from), GUARD, room_size);
    memset(state_of(self, a->base), (int)first[state], size);
    if (state != SIMT_LOCAL_FILLED)
        simt_poison_again((void *)a->base, size);
}

static const struct array *array_around(const struct simt_lane *lane, uintptr_t address) {
    for (unsigned i = lane->local->count; i-- > 0;)
        if (address >= lane->local->arrays[i].room && address < lane->local->arrays[i].end)
            return &lane->local->arrays[i];
    return NULL;
}

static void report_outside(uintptr_t address, size_t size, enum simt_log_kind kind, uintptr_t pc,
                           const struct array *a) {
    struct simt_actor actor = simt_lane_actor(simt_self(), pc);
    if (simt_check_on(SIMT_CHECK_MEMORY))
        simt_error_add(
            SIMT_OUT_OF_BOUNDS, SIMT_SPACE_LOCAL, &actor, NULL,
            "Invalid __local__ %s of size %zu bytes: Address 0x%llx is out of bounds, at byte %lld of "
            "the array '%s' of %zu bytes",
            simt_access_verb(kind), size, (unsigned long long)address, (long long)(address - a->base),
            a->name, a->size);
}

static void report_unwritten(uintptr_t address, size_t size, enum simt_log_kind kind, uintptr_t pc,
                             const struct array *a) {
    if (a->origin)
        return; /* what a shuffle left there is only reported where it is used */
    struct simt_actor actor = simt_lane_actor(simt_self(), pc);
    char where[40] = "";
    if (size < a->size)
        snprintf(where, sizeof where, " at byte %lld", (long long)(address - a->base));
    if (simt_check_on(SIMT_CHECK_INIT))
        simt_error_add(SIMT_UNINITIALIZED, SIMT_SPACE_LOCAL, &actor, NULL,
                       "Uninitialized __local__ memory %s of size %zu bytes: the thread has not written byte "
                       "%lld of '%s'",
                       kind == LOG_LOAD ? "read" : "atomic", size, (long long)(address - a->base), a->name);
}

/** What is about to be read of the guards: not what an earlier store out of bounds has put there. */
static void garble_guards(uintptr_t address, size_t size, const uint8_t *state, const struct array *a) {
    for (size_t i = 0; i < size; i++)
        if (state[i] == GUARD)
            *(uint8_t *)(address + i) = simt_garbage_byte(address + i - a->room);
}

static bool has_value(enum byte_state state) { return state == WRITTEN || state == NOT_OURS; }

bool simt_local_read_to_copy(uintptr_t address, size_t size, uintptr_t pc) {
    struct simt_lane *self = simt_self();
    if (!self || !self->local || !self->local->count || !simt_is_in_stack(simt_own_stack(), address, size))
        return false;
    const uint8_t *state = state_of(self, address);
    bool is_whole = true;
    for (size_t i = 0; i < size; i++) {
        if (state[i] == GUARD)
            return false;
        is_whole &= has_value(state[i]);
    }
    self->local->copied.size = is_whole ? 0 : size;
    self->local->copied.address = address;
    self->local->copied.pc = pc;
    return !is_whole;
}

static bool are_of_arrays(const uint8_t *state, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (state[i] == NOT_OURS || state[i] == GUARD)
            return false;
    return true;
}

void simt_local_copy_state(uintptr_t to, uintptr_t from, size_t size) {
    const struct simt_lane *self = simt_self();
    if (!self->local || !self->local->count || !simt_is_in_stack(simt_own_stack(), to, size) ||
        !simt_is_in_stack(simt_own_stack(), from, size))
        return;
    if (are_of_arrays(state_of(self, to), size) && are_of_arrays(state_of(self, from), size))
        memmove(state_of(self, to), state_of(self, from), size);
}

/** Ends what simt_local_read_to_copy began. @return true if bytes without a value are where @p state is now
 */
static bool end_copy(uint8_t *state, size_t size, enum simt_log_kind kind) {
    struct simt_local_memory *local = simt_running->local;
    const size_t copied = local->copied.size;
    if (copied == 0)
        return false;
    local->copied.size = 0;
    const bool is_ours = kind == LOG_STORE && copied == size && are_of_arrays(state, size);
    if (is_ours)
        memmove(state, state_of(simt_self(), local->copied.address), size);
    else
        simt_local_access(local->copied.address, copied, LOG_LOAD, local->copied.pc);
    return is_ours;
}

void simt_local_access(uintptr_t address, size_t size, enum simt_log_kind kind, uintptr_t pc) {
    unsigned count[WRITTEN + 1] = {0};
    if (!simt_running->local || !simt_running->local->count)
        return;
    uint8_t *state = state_of(simt_self(), address);
    if (end_copy(state, size, kind))
        return;
    for (size_t i = 0; i < size; i++)
        count[state[i]]++;
    if (count[WRITTEN] == size || count[NOT_OURS] == size)
        return;
    const struct array *a = array_around(simt_self(), address);
    if (a && count[GUARD]) {
        report_outside(address, size, kind, pc, a);
        garble_guards(address, size, state, a);
    } else if (a && kind != LOG_STORE && (count[EMPTY] || count[LOOSE] == size)) {
        report_unwritten(address, size, kind, pc, a);
    }
    for (size_t i = 0; i < size; i++)
        if (state[i] == EMPTY || state[i] == LOOSE)
            state[i] = WRITTEN; /* once is enough */
}

uint64_t simt_local_read_origin(uintptr_t address, size_t size, bool passed, uintptr_t pc) {
    const struct simt_lane *self = simt_self();
    if (!self->local || !self->local->count || !simt_is_in_stack(simt_own_stack(), address, size))
        return 0;
    const uint8_t *state = state_of(self, address);
    const struct array *a = NULL;
    for (size_t i = 0; i < size && state[i] != GUARD; i++)
        if (!has_value(state[i]))
            a = array_around(self, address);
    if (a && (a->origin || passed))
        return a->origin ? a->origin : simt_unset_origin(SIMT_UNSET_OWN, 0, pc);
    simt_local_access(address, size, LOG_LOAD, pc);
    return 0;
}

void simt_local_store_origin(uintptr_t address, size_t size, uint64_t origin) {
    struct simt_local_memory *local = simt_running->local;
    uint8_t *state = local && local->count > 0 ? state_of(simt_self(), address) : NULL;
    for (unsigned i = 0; state && i < local->count; i++)
        if (address >= local->arrays[i].base &&
            address + size <= local->arrays[i].base + local->arrays[i].size) {
            memset(state, EMPTY, size);
            local->arrays[i].origin = origin;
        }
}

bool simt_local_overflow(uintptr_t address, uintptr_t pc) {
    if (!simt_self() || address >= simt_own_stack()->low + SPARE || address < simt_own_stack()->low - REACH)
        return false;
    struct simt_actor actor = simt_lane_actor(simt_self(), pc);
    simt_error_add(
        SIMT_STACK_OVERFLOW, SIMT_SPACE_LOCAL, &actor, NULL,
        "local memory: stack overflow: the calls and arrays of the thread take more than the %d KiB it has",
        SIMT_LOCAL_BYTES / 1024);
    return true;
}
