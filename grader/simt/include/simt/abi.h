/**
 * @file abi.h
 * @brief The boundary between translated CUDA C and the CPU engine.
 *
 * The headers that replace the CUDA Toolkit's (`cuda_runtime.h` and others)
 * use these functions; a translated program sees
 * nothing else of the engine. Device functions may only be called by a lane, that
 * is, from inside a launched kernel; each says what happens otherwise.
 *
 * Every function is `noexcept` for C++ and returns to the same OS thread; those
 * marked *collective* may run other lanes of the block before they return.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
/** For every function of this interface: it throws no C++ exception. */
#define SIMT_NOTHROW noexcept
extern "C" {
#else
#define SIMT_NOTHROW
#endif

/** Three indices or extents, in threads or blocks. */
struct simt_dim3 {
    unsigned int x; /**< first, the fastest in the order of threads */
    unsigned int y; /**< second */
    unsigned int z; /**< third */
};

/** @name Launching (called on the host)
 * `k<<<grid, block, bytes, stream>>>(args)` is translated to
 * `simt::configure(grid, block, bytes, stream), k(args)`, and the kernel's own
 * body to a call of simt_launch() with its arguments captured by value.
 * @{ */

/** Sets grid, block, dynamic shared memory (bytes) and stream of this thread's next launch. */
void simt_configure(struct simt_dim3 grid, struct simt_dim3 block, size_t shared_bytes,
                    void *stream) SIMT_NOTHROW;

/**
 * Runs a kernel to its end with the last configuration.
 * @param name    the kernel's name from `__PRETTY_FUNCTION__`, a static string
 * @param body    called once by every lane, with @p closure
 * @param closure the captured arguments; only read
 * @param bytes   of @p closure
 * A configuration that the device cannot run sets the hardware's CUDA error; nothing runs then.
 */
void simt_launch(const char *name, void (*body)(const void *), const void *closure,
                 size_t bytes) SIMT_NOTHROW;
/** @} */

/** @name Shared and local memory
 * @{ */

/** One `__shared__` variable of the source: the translator defines a static object beside each declaration.
 */
struct simt_shared_slot {
    const char *name; /**< as in the source */
    size_t size;      /**< bytes */
    size_t align;     /**< bytes, a power of two */
    uint32_t launch;  /**< the engine's: the launch of @c offset; 0 at first */
    uint32_t offset;  /**< the engine's: offset in the block's shared memory */
};

/** Address of a static shared variable in the calling lane's block. */
void *simt_shared_variable(struct simt_shared_slot *slot) SIMT_NOTHROW;
/** Address of the dynamic shared memory (`extern __shared__`) of the calling lane's block. */
void *simt_dynamic_shared(void) SIMT_NOTHROW;
/** @} */
/** The initial state of an array's bytes, which decides about reads of partly initialised bytes. */
enum simt_local_state {
    SIMT_LOCAL_EMPTY, /**< uninitialised */
    SIMT_LOCAL_LOOSE, /**< likewise, and its elements have padding */
    SIMT_LOCAL_FILLED /**< initialised */
};
/**
 * Registers an array on the calling lane's stack: the engine watches it until the function returns.
 * @param room      the memory of it and of the guards on both sides, @p room_size bytes; a guard may be empty
 * @param offset    of the array in @p room; @p size its bytes
 * @param name      as in the source, a static string
 * @param state     the initial state of its bytes
 * Does nothing on the host.
 */
void simt_local_variable(void *room, size_t room_size, size_t offset, size_t size, const char *name,
                         enum simt_local_state state) SIMT_NOTHROW;

/** @name Barriers and warp collectives (all *collective*)
 * @p mask names lanes by bit, as in CUDA; lanes that have exited count as arrived.
 * @{ */
/** `__syncthreads()`. */
void simt_block_barrier(void) SIMT_NOTHROW;
/** The operation of a block's barrier on predicates. */
enum simt_barrier_op { SIMT_BARRIER_COUNT, SIMT_BARRIER_AND, SIMT_BARRIER_OR };
/** `__syncthreads_count`, `_and` and `_or`; returns the reduction of @p predicate over the block. */
int simt_barrier(enum simt_barrier_op op, int predicate) SIMT_NOTHROW;
/** `__syncwarp(mask)`. */
void simt_warp_barrier(uint32_t mask) SIMT_NOTHROW;

/** A barrier of @p warps neighbouring warps of the block, from @p first_warp on: a tile of several warps.
 * @param takes_time 0: only the engine needs it, and it is no part of modelled times */
void simt_tile_barrier(uint32_t first_warp, uint32_t warps, int takes_time) SIMT_NOTHROW;

/** PTX's `bar.sync` with a barrier number and a number of threads. */
void simt_named_barrier(uint32_t number, uint32_t threads) SIMT_NOTHROW;

/** The block is partitioned into tiles of several warps. Hardware initialises the word that their barriers
 * use, and the block's warps wait for each other meanwhile; a program cannot rely on that, so here it only
 * takes time. */
void simt_begin_tiles(void) SIMT_NOTHROW;

/** The ways in which a shuffle chooses its source. */
enum simt_shuffle_mode { SIMT_SHUFFLE_INDEX, SIMT_SHUFFLE_UP, SIMT_SHUFFLE_DOWN, SIMT_SHUFFLE_XOR };
/**
 * `__shfl_*_sync` on up to 64 bits.
 * @param bits   the calling lane's value
 * @param source source lane, delta or lane mask, by @p mode
 * @param width  sub-warp width: 1, 2, 4, 8, 16 or 32
 * @return the source lane's bits, or the caller's own if the source is outside the sub-warp
 */
uint64_t simt_shuffle(uint32_t mask, enum simt_shuffle_mode mode, uint64_t bits, int source,
                      int width) SIMT_NOTHROW;

/** The kinds of vote. */
enum simt_vote_op { SIMT_VOTE_ANY, SIMT_VOTE_ALL, SIMT_VOTE_BALLOT, SIMT_VOTE_UNI };
/** `__any_sync`, `__all_sync`, `__ballot_sync`. */
uint32_t simt_vote(uint32_t mask, enum simt_vote_op op, int predicate) SIMT_NOTHROW;

/** The kinds of match. */
enum simt_match_op { SIMT_MATCH_ANY, SIMT_MATCH_ALL };
/** `__match_any_sync`, `__match_all_sync` (zero unless all equal). */
uint32_t simt_match(uint32_t mask, enum simt_match_op op, uint64_t bits) SIMT_NOTHROW;

/** The operation of a reduction. */
enum simt_reduce_op {
    SIMT_REDUCE_ADD,
    SIMT_REDUCE_MIN_SIGNED,
    SIMT_REDUCE_MAX_SIGNED,
    SIMT_REDUCE_MIN_UNSIGNED,
    SIMT_REDUCE_MAX_UNSIGNED,
    SIMT_REDUCE_AND,
    SIMT_REDUCE_OR,
    SIMT_REDUCE_XOR
};
/** `__reduce_*_sync` on 32 bits. */
uint32_t simt_reduce(uint32_t mask, enum simt_reduce_op op, uint32_t bits) SIMT_NOTHROW;

/** `__activemask()`: the lanes that reached this call together. */
uint32_t simt_active_mask(void) SIMT_NOTHROW;
/** @} */

/** @name Atomics
 * @{ */
/** The operation of an atomic, as in CUDA's functions of these names. */
enum simt_atomic_op {
    SIMT_ATOMIC_ADD,
    SIMT_ATOMIC_SUB,
    SIMT_ATOMIC_EXCHANGE,
    SIMT_ATOMIC_MIN,
    SIMT_ATOMIC_MAX,
    SIMT_ATOMIC_AND,
    SIMT_ATOMIC_OR,
    SIMT_ATOMIC_XOR,
    SIMT_ATOMIC_INC,
    SIMT_ATOMIC_DEC,
    SIMT_ATOMIC_CAS
};
/** The type and size of an atomic's operand. */
enum simt_atomic_type {
    SIMT_I32,
    SIMT_U32,
    SIMT_I64,
    SIMT_U64,
    SIMT_F32,
    SIMT_F64,
    SIMT_U16,
    SIMT_F16,
    SIMT_F16X2,
    SIMT_I16,
    SIMT_U8,
    SIMT_I8,
    SIMT_BF16,
    SIMT_BF16X2
};
/**
 * One atomic read-modify-write on shared or global memory, for all threads of the device and without order.
 * @param operand bits of the operand (of the value to store, for CAS), in the low bits
 * @param compare bits to compare with, for CAS only
 * @return the old value
 */
uint64_t simt_atomic(void *address, enum simt_atomic_op op, enum simt_atomic_type type, uint64_t operand,
                     uint64_t compare) SIMT_NOTHROW;

/** The threads to which an order applies. */
enum simt_fence_scope { SIMT_FENCE_BLOCK, SIMT_FENCE_DEVICE, SIMT_FENCE_SYSTEM };
/** `__threadfence_block()`, `__threadfence()`, `__threadfence_system()`: each releases and acquires. */
void simt_fence(enum simt_fence_scope scope) SIMT_NOTHROW;

/** The order of an atomic access or a fence: added to its scope. */
enum simt_order {
    SIMT_RELAXED = 0,
    SIMT_ACQUIRE = 4,          /**< orders later accesses */
    SIMT_RELEASE = 8,          /**< orders earlier accesses */
    SIMT_ACQUIRE_UNEQUAL = 16, /**< of a CAS that does not store: acquires */
    SIMT_SCOPE = 3             /**< the bits of the scope */
};
/** Like simt_atomic(), with a scope and an order, @p how. */
uint64_t simt_atomic_ordered(void *address, enum simt_atomic_op op, enum simt_atomic_type type,
                             uint64_t operand, uint64_t compare, unsigned how) SIMT_NOTHROW;
/** An atomic load; @return the value */
uint64_t simt_atomic_load(const void *address, enum simt_atomic_type type, unsigned how) SIMT_NOTHROW;
/** An atomic store. */
void simt_atomic_store(void *address, enum simt_atomic_type type, uint64_t bits, unsigned how) SIMT_NOTHROW;
/** A fence that only releases, or only acquires, or does both. */
void simt_fence_ordered(unsigned how) SIMT_NOTHROW;
/** @} */

/** @name One access of a vector type (`int4`, `float2`, …): counted as one request
 * @{ */
/** Loads @p size bytes: 2, 4, 8 or 16. */
void simt_load(void *to, const void *from, size_t size) SIMT_NOTHROW;
/** Stores @p size bytes, likewise. */
void simt_store(void *to, const void *from, size_t size) SIMT_NOTHROW;
/** @} */

/** @name Other calls of a lane
 * @{ */
/** Device `printf`: at most 32 arguments; printed to standard output in lane order. */
int simt_printf(const char *format, ...) SIMT_NOTHROW __attribute__((format(printf, 1, 2)));
/** A failed device `assert`: reports it with block and thread, and ends the launch. */
void simt_assert_failed(const char *expression, const char *file, int line,
                        const char *function) SIMT_NOTHROW;
/** `clock64()`: modelled cycles since the launch began; grows with every instruction of the warp. */
long long simt_clock(void) SIMT_NOTHROW;
/** `__trap()`. */
void simt_trap(void) SIMT_NOTHROW __attribute__((noreturn));
/** Ends the calling thread of a kernel: PTX's exit. */
void simt_exit_thread(void) SIMT_NOTHROW __attribute__((noreturn));
/** `__nanosleep` and the like: lets other lanes and blocks run. */
void simt_sleep(unsigned nanoseconds) SIMT_NOTHROW;
/** @name Asynchronous copies (cp.async, memcpy_async)
 * @{ */
/** Starts a copy of @p size bytes, followed by @p filled bytes of zeros. It is made when the thread
 * waits for it. Sizes and addresses are multiples of the size of its pieces, at most 16 bytes. */
void simt_async_copy(void *to, const void *from, size_t size, size_t filled) SIMT_NOTHROW;
/** Closes the group of the copies started since the last call. */
void simt_async_commit(void) SIMT_NOTHROW;
/** For simt_async_wait(): also waits for copies in no closed group. */
#define SIMT_ASYNC_ALL UINT64_MAX
/** Waits until at most @p most_open of the calling thread's last closed groups are unfinished. */
void simt_async_wait(uint64_t most_open) SIMT_NOTHROW;
/** The thread arrives at a barrier that completes its pending copies, if any. */
void simt_async_arrive(void) SIMT_NOTHROW;
/** @} */
/** Counts @p operations of algorithmic work (`wl_add` and similar functions in warplab.h). */
void simt_work(unsigned operations) SIMT_NOTHROW;
/** A word of device memory that belongs to the running launch and is zero when it begins: the counter of a
 * grid-wide barrier. Ends a launch that is not cooperative, as a GPU does. */
unsigned int *simt_grid_word(void) SIMT_NOTHROW;
/** Whether the running launch is cooperative. */
int simt_grid_is_cooperative(void) SIMT_NOTHROW;
/** Shared memory reserved by the system in the calling lane's block: 32 bytes for each of its warps. */
void *simt_block_scratch(void) SIMT_NOTHROW;
/** The start of shared memory in the address range. */
void *simt_shared_window(void) SIMT_NOTHROW;
/** The memory of a generic address, in PTX's division. */
enum simt_memory { SIMT_MEMORY_GLOBAL, SIMT_MEMORY_SHARED, SIMT_MEMORY_CONSTANT, SIMT_MEMORY_LOCAL };
/** The memory at @p address for the calling lane. */
enum simt_memory simt_memory_of(const void *address) SIMT_NOTHROW;
/** The multiprocessor of the calling lane's block in the low 16 bits, and their number above. A
 * block's multiprocessor is its number modulo their number. */
uint32_t simt_multiprocessor(void) SIMT_NOTHROW;
/** Modelled nanoseconds since the launch began, by simt_clock() and the profile's clock. */
uint64_t simt_nanoseconds(void) SIMT_NOTHROW;
/** True inside a kernel. */
int simt_on_device(void) SIMT_NOTHROW;
/**
 * Reports the use of a CUDA feature that the engine lacks, at the caller's line, and ends the program.
 * @param feature what was used, for example "texture fetch"
 */
void simt_unsupported(const char *feature) SIMT_NOTHROW __attribute__((noreturn));
/** @} */

#ifdef __cplusplus
}
#endif
