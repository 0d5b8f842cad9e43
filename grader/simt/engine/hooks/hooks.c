// The functions that the compiler's instrumentation calls: one for each kind of access, one per basic block,
// two per function. They run on the lane's own stack, before the access; on the host they only watch for
// device pointers.
#include "engine/hooks/hooks.h"

#include <stdint.h>

#include "engine/exec/local_memory.h"
#include "engine/exec/machine.h"
#include "engine/exec/schedule.h"
#include "engine/exec/time_slice.h"
#include "engine/hooks/outside_access.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/poison.h"
#include "engine/memory/variables.h"
#include "engine/observe/observers.h"
#include "simt/code_info.h"

/* For lanes that log nothing: instructions before the present slice, and those left of the slice. */
enum { STEPS_OF_A_SLICE = 1 << 16 };
static uint64_t steps_before;
static int64_t steps_left = STEPS_OF_A_SLICE - 1;

_Thread_local uint64_t simt_quiet_span;
int64_t simt_quiet_steps = SIMT_HOST_STEPS;
static int64_t host_steps;

enum { CUDA_LAUNCH_FAILURE = 719 };

#define CALLER ((uintptr_t)__builtin_return_address(0))

/** For records that cannot be written at once: in a full column, on the host, and now and then in a run that
 * logs nothing, so that a loop that waits lets others run. */
static __attribute__((noinline)) void slow_block(uintptr_t pc, const struct simt_code_info *info) {
    if (!simt_self())
        return;
    if (simt_running->log_limit == SIMT_LOG_NOTHING) {
        steps_before += STEPS_OF_A_SLICE;
        simt_quiet_steps += STEPS_OF_A_SLICE;
        simt_time_slice.steps_then += STEPS_OF_A_SLICE;
        simt_time_slice.began += STEPS_OF_A_SLICE;
        simt_park(&simt_warp_now->full);
        return;
    }
    simt_park(&simt_warp_now->full);
    struct simt_lane *self = simt_running;
    if (self->log_limit == SIMT_LOG_NOTHING)
        return; /* the block has stopped logging (observers.h) */
    self->log_next[0] = simt_key(pc, LOG_BLOCK, 0) | self->depth_key;
    self->log_next[LOG_ADDRESS] = (uintptr_t)info;
    self->log_next += SIMT_WARP;
}

/** Makes room in the column of the running lane. @return the place for its next record; NULL on the host, and
 * if the lane no longer logs anything */
static __attribute__((noinline)) uint64_t *make_room(void) {
    if (!simt_self())
        return NULL;
    simt_park(&simt_warp_now->full);
    return simt_running->log_limit == SIMT_LOG_NOTHING ? NULL : simt_running->log_next;
}

/** The place for the record of an access of the running lane, with room made if needed; NULL on the host, and
 * if the lane logs nothing from now on. To be called only while something is logged. */
static inline uint64_t *next_entry(struct simt_lane *self) {
    uint64_t *entry = self->log_next;
    if (__builtin_expect(entry >= self->log_limit, 0)) {
        entry = make_room();
        if (!entry)
            return NULL;
    }
    self->log_next = entry + SIMT_WARP;
    return entry;
}

/** Reports an access whose entry has been made to observers. */
static __attribute__((noinline)) void tell_access(const uint64_t *entry, uintptr_t address,
                                                  unsigned size_log2, enum simt_log_kind kind, uintptr_t pc,
                                                  bool adds) {
    const struct simt_access_event event = {.lane = simt_lane_event_at(pc),
                                            .row =
                                                (uint32_t)((size_t)(entry - &simt_log.key[0][0]) / SIMT_WARP),
                                            .address = address & ~(uintptr_t)((1u << size_log2) - 1),
                                            .size_log2 = size_log2,
                                            .kind = kind,
                                            .adds = adds};
    SIMT_TELL(access, &event);
}

/** Fills the entry of an access; @p flags are those of the key. */
static inline __attribute__((always_inline)) void fill(uint64_t *entry, uintptr_t address,
                                                       enum simt_log_kind kind, unsigned size_log2,
                                                       uintptr_t pc, unsigned flags) {
    entry[0] = simt_key(pc, kind, size_log2) | flags | simt_running->depth_key;
    entry[LOG_ADDRESS] = address;
    if (kind == LOG_STORE)
        entry[LOG_BEFORE] = simt_peek(address & ~(uintptr_t)((1u << size_log2) - 1), size_log2);
    else
        simt_bad_read_check(address, size_log2);
}

/** Reports an access of a lane that logs nothing to the observer that wants it. */
static inline void tell_passing(uintptr_t address, enum simt_log_kind kind, unsigned size_log2, uintptr_t pc,
                                unsigned flags) {
    const unsigned size = 1u << size_log2;
    simt_observers.passing(
        &(struct simt_passing_access){.block = &simt_block_now->event,
                                      .offset = (address & ~(uintptr_t)(size - 1)) - SIMT_DEVICE_BASE,
                                      .size = size,
                                      .kind = kind,
                                      .how = (flags & LOG_CLASS) >> LOG_CLASS_SHIFT,
                                      .synchronises = flags & (KEY_VOLATILE | KEY_ATOMIC),
                                      .pc = pc});
}

bool simt_log_access(uintptr_t address, enum simt_log_kind kind, unsigned size_log2, uintptr_t pc,
                     unsigned flags) {
    if (__builtin_expect(!simt_is_device_address(address), 0))
        return false;
    struct simt_lane *self = simt_running;
    if (__builtin_expect((flags & KEY_VOLATILE) || simt_schedule_lockstep, 0) && simt_self())
        simt_step(pc, kind == LOG_STORE, address >= SIMT_HEAP_BASE);
    if (self->log_limit == SIMT_LOG_NOTHING) {
        if (simt_observers.passing && address >= SIMT_HEAP_BASE && simt_self())
            tell_passing(address, kind, size_log2, pc, flags);
        return true;
    }
    uint64_t *entry = next_entry(self);
    if (__builtin_expect(!entry, 0))
        return simt_self() != NULL;
    fill(entry, address, kind, size_log2, pc, flags & ~(unsigned)(LOG_ADDS | LOG_CLASS));
    if (kind == LOG_ATOMIC)
        entry[LOG_BEFORE] = (flags & LOG_CLASS) >> LOG_CLASS_SHIFT;
    if (__builtin_expect(simt_observers.want_accesses, 0))
        tell_access(entry, address, size_log2, kind, pc, flags & LOG_ADDS);
    return true;
}

static struct simt_sync_event sync_event(unsigned how, uintptr_t pc) {
    return (struct simt_sync_event){.block = &simt_block_now->event,
                                    .thread = simt_running_thread(),
                                    .pc = pc,
                                    .device = (how & SIMT_SCOPE) != SIMT_FENCE_BLOCK,
                                    .acquires = how & SIMT_ACQUIRE,
                                    .releases = how & SIMT_RELEASE};
}

void simt_log_fence(unsigned how, uintptr_t pc) {
    struct simt_lane *self = simt_running;
    const struct simt_sync_event event = sync_event(how, pc);
    uint64_t *entry = self->log_limit == SIMT_LOG_NOTHING ? NULL : next_entry(self);
    if (entry)
        entry[0] = simt_key(pc, LOG_ATOMIC, event.device ? FENCE_DEVICE : FENCE_BLOCK) | self->depth_key;
    simt_launch_now.fenced = true;
    SIMT_TELL(sync_fence, &event);
}

void simt_log_sync_place(uintptr_t pc) {
    if (simt_self() && simt_observers.want_sync)
        simt_log_fence(SIMT_FENCE_DEVICE, pc);
}

void simt_tell_sync_access(uintptr_t address, unsigned how, unsigned what, uintptr_t pc) {
    if ((!simt_launch_now.fenced && !simt_launch_now.signals) || !simt_self())
        return;
    const uintptr_t at = simt_variable_alias(address);
    if (!simt_is_device_address(at))
        return;
    struct simt_sync_event event = sync_event(how, pc);
    event.offset = at - SIMT_DEVICE_BASE;
    event.reads = what & SYNC_READS;
    event.writes = what & SYNC_WRITES;
    event.is_volatile = what & SYNC_VOLATILE;
    SIMT_TELL(sync_access, &event);
}

static __attribute__((noinline)) void log_slowly(uintptr_t address, enum simt_log_kind kind,
                                                 unsigned size_log2, uintptr_t pc, unsigned flags) {
    if (__builtin_expect(!simt_log_access(address, kind, size_log2, pc, flags), 0))
        simt_access_outside(address, (size_t)1 << size_log2, kind, pc, flags);
}

/** Bytes from SIMT_DEVICE_BASE in which a non-volatile access only has to be logged. */
static _Thread_local uint64_t logged_span;

/** simt_log_access() for addresses where only the entry has to be made, without a call, which would need a
 * frame. The host and runs that log nothing have no such addresses. */
static inline __attribute__((always_inline)) void
log_or_judge(uintptr_t address, enum simt_log_kind kind, unsigned size_log2, uintptr_t pc, unsigned flags) {
    struct simt_lane *self = simt_running;
    uint64_t *entry = self->log_next;
    if (__builtin_expect((flags & KEY_VOLATILE) || address - SIMT_DEVICE_BASE >= logged_span ||
                             entry >= self->log_limit,
                         0)) {
        log_slowly(address, kind, size_log2, pc, flags);
        return;
    }
    self->log_next = entry + SIMT_WARP;
    fill(entry, address, kind, size_log2, pc, flags);
}

void simt_quiet_begin(void) {
    const bool quiet = !simt_block_now->logs;
    const uint64_t span = simt_observers.passing ? SIMT_HEAP_BASE - SIMT_DEVICE_BASE : simt_device_range_size;
    simt_quiet_span = quiet && !simt_schedule_lockstep ? span : 0;
    host_steps = simt_quiet_steps;
    simt_quiet_steps = simt_time_slice.steps_then = simt_time_slice.began =
        quiet ? steps_left : INT64_MIN / 2;
    simt_time_slice.most = simt_time_slice.unfinished = 0;
    logged_span =
        quiet || simt_schedule_lockstep || simt_observers.want_accesses ? 0 : simt_device_range_size;
}

void simt_quiet_end(void) {
    simt_time_slice.ran = simt_time_slice.began - simt_quiet_steps;
    if (!simt_block_now->logs)
        steps_left = simt_quiet_steps;
    simt_quiet_span = logged_span = 0;
    simt_quiet_steps = host_steps;
}

uint64_t simt_quiet_step(void) {
    return ++steps_before + (uint64_t)(STEPS_OF_A_SLICE - 1 - simt_quiet_steps);
}

/* A lane that gives way does so before the read is logged, because the value it then reads may have been
 * released in the meantime. */
void simt_poll(uintptr_t address, unsigned size_log2, uintptr_t pc) {
    bool readable =
        simt_self() && (simt_is_device_address(address) || simt_variable_alias(address) != address);
    if (readable)
        simt_note_poll(address, simt_peek(address & ~(uintptr_t)((1u << size_log2) - 1), size_log2), pc);
}

static void volatile_read(uintptr_t address, unsigned size_log2, uintptr_t pc) {
    simt_poll(address, size_log2, pc);
    log_or_judge(address, LOG_LOAD, size_log2, pc, KEY_VOLATILE);
    simt_tell_sync_access(address, SIMT_FENCE_SYSTEM, SYNC_READS | SYNC_VOLATILE, pc);
}

/** Notes a volatile store of a lane to device memory: it may be a signal. */
static void note_signal(uintptr_t address, uintptr_t pc) {
    const uintptr_t at = simt_variable_alias(address);
    if (!simt_self() || !simt_is_device_address(at) || !simt_observers.want_sync)
        return;
    simt_launch_now.signals |= at - SIMT_DEVICE_BASE >= SIMT_SHARED_SPAN;
    if (simt_launch_now.fenced)
        simt_log_fence(SIMT_FENCE_DEVICE, pc);
}

static void volatile_write(uintptr_t address, unsigned size_log2, uintptr_t pc) {
    note_signal(address, pc);
    log_or_judge(address, LOG_STORE, size_log2, pc, KEY_VOLATILE);
    simt_tell_sync_access(address, SIMT_FENCE_SYSTEM, SYNC_WRITES | SYNC_VOLATILE, pc);
}

/** True if the bytes are a number that the compiler knows to be misaligned, not a class that needs no
 * alignment: they reach past the end of an allocation, which would contain a class as a whole. */
static bool is_misaligned_number(uintptr_t address, size_t size) {
    if (size > 16 || (size & (size - 1)) != 0 || address % size == 0)
        return false;
    const struct simt_allocation *a = simt_self() ? simt_heap_find(simt_variable_alias(address)) : NULL;
    return a && a->live && simt_variable_alias(address) < a->base + a->size &&
           simt_variable_alias(address) + size > a->base + a->size;
}

/* A range of odd size or alignment: logged as the aligned pieces a GPU would need for it. Only classes are
 * copied this way, and they may have bytes that are never written. All pieces are as wide as the alignment
 * that the compiler knows, so lanes with other addresses have the same pieces. Of 2, 4 or 8 bytes that are no
 * number that is half; of 16, 4, since 8 would be a number for g++; otherwise what divides the size. */
static void range(uintptr_t address, size_t size, enum simt_log_kind kind, uintptr_t pc) {
    if (is_misaligned_number(address, size)) {
        log_or_judge(simt_variable_alias(address), kind, (unsigned)__builtin_ctzll(size), pc, 0);
        return;
    }
    const bool of_a_number = size > 1 && size <= 16 && (size & (size - 1)) == 0;
    const size_t known = !of_a_number ? size : size == 16 ? 4 : size / 2;
    while (size > 0) {
        const unsigned log2 = simt_piece_log2(address | known, size);
        log_or_judge(address, kind, log2, pc, KEY_LOOSE);
        address += (uintptr_t)1 << log2;
        size -= (size_t)1 << log2;
    }
}

#define HOOKS(bytes, log2)                                                                                   \
    void __tsan_read##bytes(void *p);                                                                        \
    void __tsan_write##bytes(void *p);                                                                       \
    void __tsan_volatile_read##bytes(void *p);                                                               \
    void __tsan_volatile_write##bytes(void *p);                                                              \
    void __tsan_unaligned_read##bytes(void *p);                                                              \
    void __tsan_unaligned_write##bytes(void *p);                                                             \
    void __tsan_unaligned_volatile_read##bytes(void *p);                                                     \
    void __tsan_unaligned_volatile_write##bytes(void *p);                                                    \
    void __tsan_read##bytes(void *p) {                                                                       \
        log_or_judge((uintptr_t)p, LOG_LOAD, log2, CALLER, log2 == 4 ? KEY_LOOSE : 0);                       \
    }                                                                                                        \
    void __tsan_write##bytes(void *p) { log_or_judge((uintptr_t)p, LOG_STORE, log2, CALLER, 0); }            \
    void __tsan_volatile_read##bytes(void *p) { volatile_read((uintptr_t)p, log2, CALLER); }                 \
    void __tsan_volatile_write##bytes(void *p) { volatile_write((uintptr_t)p, log2, CALLER); }               \
    void __tsan_unaligned_read##bytes(void *p) { range((uintptr_t)p, bytes, LOG_LOAD, CALLER); }             \
    void __tsan_unaligned_write##bytes(void *p) { range((uintptr_t)p, bytes, LOG_STORE, CALLER); }           \
    void __tsan_unaligned_volatile_read##bytes(void *p) { volatile_read((uintptr_t)p, log2, CALLER); }       \
    void __tsan_unaligned_volatile_write##bytes(void *p) { volatile_write((uintptr_t)p, log2, CALLER); }

HOOKS(1, 0)
HOOKS(2, 1)
HOOKS(4, 2)
HOOKS(8, 3)
HOOKS(16, 4)

void __tsan_read_range(void *p, size_t size);
void __tsan_write_range(void *p, size_t size);
void __tsan_vptr_update(void **vptr, void *value);
void __tsan_vptr_read(void **vptr);
void __tsan_init(void);
void __tsan_func_entry(void *pc);
void __tsan_func_exit(void);
void __sanitizer_cov_trace_pc(void);
void __simt_code(const struct simt_code_info *info);
void __simt_read_to_copy(void *p, size_t size);
void __simt_local_read(void *p, size_t size);
void __simt_local_write(void *p, size_t size);

void __tsan_read_range(void *p, size_t size) { range((uintptr_t)p, size, LOG_LOAD, CALLER); }
void __tsan_write_range(void *p, size_t size) { range((uintptr_t)p, size, LOG_STORE, CALLER); }
void __tsan_vptr_read(void **vptr) { log_or_judge((uintptr_t)vptr, LOG_LOAD, 3, CALLER, 0); }
void __tsan_vptr_update(void **vptr, void *value) {
    (void)value;
    log_or_judge((uintptr_t)vptr, LOG_STORE, 3, CALLER, 0);
}
void __tsan_init(void) {}

/* The compiler plugin calls this instead of the hook of a load, of 1, 2, 4 or 8 bytes
 * (language/code_hooks.cc). */
void __simt_read_to_copy(void *p, size_t size) {
    if (!simt_local_read_to_copy((uintptr_t)p, size, CALLER))
        log_or_judge((uintptr_t)p, LOG_LOAD, (unsigned)__builtin_ctzll(size), CALLER, 0);
}

_Static_assert((int)SIMT_STACK_BYTES <= (int)SIMT_LOCAL_SPAN, "all places of a stack can be logged");

static inline void log_piece(struct simt_lane *self, uintptr_t address, unsigned size_log2,
                             enum simt_log_kind kind, uintptr_t pc) {
    uint64_t *entry = next_entry(self);
    if (!entry)
        return;
    entry[0] = simt_key(pc, kind, size_log2) | self->depth_key;
    entry[LOG_ADDRESS] = SIMT_STACK_BYTES - (simt_own_stack()->high - address);
    entry[LOG_BEFORE] = kind == LOG_STORE ? simt_peek(address, size_log2) : 0;
}

/** Logs an access of the running lane's local memory, by its offset from the start of the lane's stack, so
 * that a variable has the same offset in all lanes. The detector's own hook, which follows, checks whether
 * the access is allowed. */
static void log_local(uintptr_t address, size_t size, enum simt_log_kind kind, uintptr_t pc) {
    struct simt_lane *self = simt_running;
    if (!simt_observers.want_local || self->log_limit == SIMT_LOG_NOTHING || !simt_self() ||
        !simt_is_in_stack(simt_own_stack(), address, size))
        return;
    while (size > 0) {
        const unsigned log2 = simt_piece_log2(address | size, size);
        log_piece(self, address, log2, kind, pc);
        address += (uintptr_t)1 << log2;
        size -= (size_t)1 << log2;
    }
}

/* The compiler plugin calls these before the hooks of accesses in local memory (language/code_hooks.cc). */
void __simt_local_read(void *p, size_t size) { log_local((uintptr_t)p, size, LOG_LOAD, CALLER); }
void __simt_local_write(void *p, size_t size) { log_local((uintptr_t)p, size, LOG_STORE, CALLER); }

/* Deeper calls come first, so the inverted depth falls at each entry. Host frames are counted in the same
 * way: each lane starts from a depth of its own. */
void __tsan_func_entry(void *pc) {
    struct simt_lane *self = simt_running;
    self->entered_from = (uintptr_t)pc;
    self->depth_key -= KEY_DEPTH_UNIT;
    if (self != &simt_host_lane &&
        __builtin_expect(simt_local_overflow((uintptr_t)__builtin_frame_address(0), CALLER), 0))
        simt_abort_launch(CUDA_LAUNCH_FAILURE);
}
void __tsan_func_exit(void) {
    struct simt_lane *self = simt_running;
    if (__builtin_expect(self->local != NULL, 0)) /* never on the host */
        simt_local_leave();
    self->depth_key += KEY_DEPTH_UNIT;
}

static inline __attribute__((always_inline)) void block(uintptr_t pc, const struct simt_code_info *info) {
    struct simt_lane *self = simt_running;
    uint64_t *entry = self->log_next;
    if (__builtin_expect(entry >= self->log_limit, 0)) {
        slow_block(pc, info);
        return;
    }
    self->log_next = entry + SIMT_WARP;
    entry[0] = simt_key(pc, LOG_BLOCK, 0) | self->depth_key;
    entry[LOG_ADDRESS] = (uintptr_t)info;
}

/* The compiler plugin calls this one (language/code_pass.cc), after it has counted; without the plugin the
 * compiler calls the next one. */
void __simt_code(const struct simt_code_info *info) { block(CALLER, info); }
void __sanitizer_cov_trace_pc(void) {
    if (--simt_quiet_steps < 0)
        block(CALLER, NULL);
}
