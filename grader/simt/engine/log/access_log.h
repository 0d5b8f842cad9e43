/**
 * @file access_log.h
 * @brief The access log: actions of the running warp's lanes since they last synchronised, a table of rows
 *        by lane.
 *
 * An entry is a key; a memory access adds an address, and a store the value before it. The key
 * orders entries as a warp would run them: deeper calls first, then lower code addresses, so that lanes that
 * diverged meet again at the lowest common address ahead of them (the "thread frontier" order of Diamos
 * et al., "SIMD re-convergence at thread frontiers", MICRO 2011).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/** Lanes of a warp, and the most threads and warps of a block, as on hardware. */
enum { SIMT_WARP = 32, SIMT_MAX_THREADS = 1024, SIMT_MAX_WARPS = SIMT_MAX_THREADS / SIMT_WARP };

/** Entries that a lane may log before the log is flushed. */
enum { LOG_ROWS = 1024 };

/** Offsets in a thread's local memory are below this. */
enum { SIMT_LOCAL_SPAN = 1 << 20 };

/** One word for each lane and row; the areas follow each other, so one pointer finds all three. */
struct simt_access_log {
    uint64_t key[LOG_ROWS][SIMT_WARP];     /**< the kind of action, and its place */
    uint64_t address[LOG_ROWS][SIMT_WARP]; /**< of an access */
    uint64_t before[LOG_ROWS][SIMT_WARP];  /**< the value before a store */
};
enum {
    LOG_ADDRESS = LOG_ROWS * SIMT_WARP,
    LOG_BEFORE = 2 * LOG_ROWS * SIMT_WARP,
    LOG_ROW_BYTES = SIMT_WARP * sizeof(uint64_t)
};

/** The hardware class of an atomic. It is logged instead of the value before a store. */
enum simt_atomic_class {
    SIMT_ADDS,             /**< integers of 32 bits, by an instruction: additions, minima, bits */
    SIMT_COMPARES,         /**< a compare-and-swap, an exchange */
    SIMT_LOOPS,            /**< a loop around a compare-and-swap in shared memory: floating point, 64 bits */
    SIMT_ATOMIC_CLASS = 3, /**< these bits */
    SIMT_ONLY_READS = 4,   /**< beside the class: the value stays, as with an addition of 0 */
    SIMT_OF_EACH_LANE = 8, /**< likewise: a warp does not gather it, whatever its addresses */
    SIMT_OF_FLOATS = 16    /**< likewise: floating point */
};

/** @name The key: | call depth, inverted: 8 | 0 | code address: 47 | kind: 8 |
 * @{ */
/** The kind of an entry. */
enum simt_log_kind { LOG_BLOCK, LOG_LOAD, LOG_STORE, LOG_ATOMIC };
/** A fence is an atomic of one of these sizes, as a power of two. So is the place where an access releases or
 * acquires. */
enum { FENCE_BLOCK = 6, FENCE_DEVICE = 7 };
enum {
    KEY_KIND_BITS = 8,
    KEY_SIZE_SHIFT = 2,
    KEY_VOLATILE = 1 << 5,
    KEY_OVERWRITES = 1 << 5, /**< of an atomic: the stored value does not depend on the old one */
    KEY_LOOSE = 1 << 6,
    KEY_BLOCK_SCOPE = 1 << 6, /**< of an atomic access: for the threads of its own block */
    KEY_ATOMIC = 1 << 7,      /**< an atomic load or store; a read-modify-write is LOG_ATOMIC */
    KEY_DEPTH_SHIFT = 56
};
/** One level of call depth: subtracted for each call, since deeper calls come first. */
#define KEY_DEPTH_UNIT (UINT64_C(1) << KEY_DEPTH_SHIFT)
/** The depth of a kernel's own body. */
#define KEY_DEPTH_START (UINT64_C(0xff) << KEY_DEPTH_SHIFT)

/** The key of an entry, without the depth. */
static inline uint64_t simt_key(uintptr_t pc, enum simt_log_kind kind, unsigned size_log2) {
    return (uint64_t)pc << KEY_KIND_BITS | size_log2 << KEY_SIZE_SHIFT | kind;
}
/** Its code address. */
static inline uintptr_t simt_key_pc(uint64_t key) { return key >> KEY_KIND_BITS & ((UINT64_C(1) << 47) - 1); }
/** Its kind. */
static inline enum simt_log_kind simt_key_kind(uint64_t key) { return key & 3; }
/** The access in messages. */
static inline const char *simt_access_verb(enum simt_log_kind kind) {
    return kind == LOG_LOAD ? "read" : kind == LOG_STORE ? "write" : "atomic";
}
/** True for an atomic access of any kind. */
static inline bool simt_key_is_atomic(uint64_t key) {
    return simt_key_kind(key) == LOG_ATOMIC || (key & KEY_ATOMIC);
}
/** True for a copy of an aggregate, which may have bytes that are never written. */
static inline bool simt_key_is_loose(uint64_t key) { return (key & KEY_LOOSE) && !simt_key_is_atomic(key); }
/** True for an access of a volatile object. */
static inline bool simt_key_is_volatile(uint64_t key) {
    return (key & KEY_VOLATILE) && !simt_key_is_atomic(key);
}
/** True for an atomic access that is atomic only for its own block. */
static inline bool simt_key_is_of_block(uint64_t key) {
    return (key & KEY_BLOCK_SCOPE) && simt_key_is_atomic(key);
}
/** True for an atomic that stores regardless of the old value. */
static inline bool simt_key_overwrites(uint64_t key) {
    return (key & KEY_OVERWRITES) && simt_key_kind(key) == LOG_ATOMIC;
}
/** Bytes of the access. */
static inline unsigned simt_key_size(uint64_t key) { return 1u << (key >> KEY_SIZE_SHIFT & 7); }
/** True for a fence, which has no address. */
static inline bool simt_key_is_fence(uint64_t key) {
    return simt_key_kind(key) == LOG_ATOMIC && simt_key_size(key) >= 1u << FENCE_BLOCK;
}
/** @} */
