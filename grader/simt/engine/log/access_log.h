/**
 * @file trace.h
 * @brief What the lanes of the running warp did since they last synchronised: a table of rows by lane.
 *
 * A record is a key and, for a memory access, an address, and what was there before (a store) or when it
 * happened (an atomic or volatile load). The key orders records as a warp would run them: deeper calls first,
 * then lower code addresses, so that lanes that branched apart meet again at the lowest common address ahead
 * of them (the "thread frontier" order of Diamos et al., "SIMD re-convergence at thread frontiers", MICRO
 * 2011).
 */
#ifndef SIMT_TRACE_H
#define SIMT_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/exec/machine.h"

/** What one turn of a lane may log. */
enum { LOG_ROWS = 1024 };

/** One word a lane and row; the areas follow each other, so one pointer finds all three. */
struct simt_access_log {
    uint64_t key[LOG_ROWS][SIMT_WARP];     /**< what was done, where */
    uint64_t address[LOG_ROWS][SIMT_WARP]; /**< of an access */
    uint64_t before[LOG_ROWS][SIMT_WARP];  /**< what was there before, or when it happened */
};
enum {
    LOG_ADDRESS = LOG_ROWS * SIMT_WARP,
    LOG_BEFORE = 2 * LOG_ROWS * SIMT_WARP,
    LOG_ROW_BYTES = SIMT_WARP * sizeof(uint64_t)
};

/** Where the columns of the running warp begin; SIMT_LOG_NOTHING in a run that logs nothing. */
extern uint64_t *simt_log_start;

/** @name The key: | call depth, inverted: 8 | 0 | code address: 47 | kind: 8 |
 * @{ */
/** What a record is about. */
enum simt_log_kind { LOG_BLOCK, LOG_LOAD, LOG_STORE, LOG_ATOMIC };
/** A fence is an atomic of one of these sizes, as a power of two. */
enum { FENCE_BLOCK = 6, FENCE_DEVICE = 7 };
enum {
    KEY_KIND_BITS = 8,
    KEY_SIZE_SHIFT = 2,
    KEY_VOLATILE = 1 << 5,
    KEY_LOOSE = 1 << 6,
    KEY_DEPTH_SHIFT = 56
};
/** One call of depth: taken away for each, since deeper calls come first. */
#define KEY_DEPTH_UNIT (UINT64_C(1) << KEY_DEPTH_SHIFT)
/** The depth of a kernel's own body. */
#define KEY_DEPTH_START (UINT64_C(0xff) << KEY_DEPTH_SHIFT)

/** The key of a record, but for the depth. */
static inline uint64_t simt_key(uintptr_t pc, enum simt_log_kind kind, unsigned size_log2) {
    return (uint64_t)pc << KEY_KIND_BITS | size_log2 << KEY_SIZE_SHIFT | kind;
}
/** Its code address. */
static inline uintptr_t simt_key_pc(uint64_t key) { return key >> KEY_KIND_BITS & ((UINT64_C(1) << 47) - 1); }
/** What it is about. */
static inline enum simt_log_kind simt_key_kind(uint64_t key) { return key & 3; }
/** True for a copy of an aggregate, which may have bytes that are never written. */
static inline bool simt_key_is_loose(uint64_t key) { return key & KEY_LOOSE; }
/** True for an access of a volatile object. */
static inline bool simt_key_is_volatile(uint64_t key) { return key & KEY_VOLATILE; }
/** Bytes of the access. */
static inline unsigned simt_key_size(uint64_t key) { return 1u << (key >> KEY_SIZE_SHIFT & 7); }
/** @} */

/** @{ */
/** Where the running lane's next record goes, and the first place no record may go; both are NULL on the
 * host. */
extern _Thread_local uint64_t *simt_log_next, *simt_log_limit;
/** Both of a lane that logs nothing: no place lies before it. */
#define SIMT_LOG_NOTHING ((uint64_t *)1)
/** @} */
/** The running lane's call depth, ready to be or-ed into a key. */
extern _Thread_local uint64_t simt_depth_key;
/** Where the function entered last was called from. */
extern _Thread_local uintptr_t simt_entered_from;
/** Basic blocks that lanes ran in a run that logs nothing: what clock64() goes by then. */
extern uint64_t simt_steps;

/** Start of a lane's column. */
static inline uint64_t *simt_column(const struct simt_lane *lane) {
    return simt_log_start + lane->number % SIMT_WARP;
}

/** Begins a launch, with an empty table (hand_over.c). */
void simt_log_begin_launch(void);
/**
 * Hands what the lanes of a warp have logged to the counters and checkers (hand_over.c).
 * @param finish all of it, though some lane may be in the middle of something
 */
void simt_flush_log(struct simt_warp *warp, struct simt_lane *lanes, bool finish);

/** Logs a fence of the running lane. */
void simt_log_fence(bool device, uintptr_t pc);
/** Logs an access of the running lane; called by the hooks and the atomics. @p flags: KEY_VOLATILE,
 * KEY_LOOSE.
 * @return false on the host, and if the address is not device memory (the caller decides what that means). */
bool simt_log_access(uintptr_t address, enum simt_log_kind kind, unsigned size_log2, uintptr_t pc,
                     unsigned flags);

#endif
