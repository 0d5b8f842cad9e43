/**
 * @file api.h
 * @brief Shared by the functions of the runtime API: how they begin and fail, and what they look up about
 * memory.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/exec/confinement.h"
#include "engine/exec/engine_lock.h"
#include "engine/memory/closed_memory.h"
#include "engine/model/host_calls.h"
#include "engine/streams/operations.h"
#include "simt/runtime_functions.h"
#include "simt/volumes.h"

/** In an API function: an address in its call, as the line of errors. */
#define SIMT_API_CALLER ((uintptr_t)__builtin_return_address(0))

/** The sticky error, which makes every call fail, or cudaSuccess. Ends the program if a kernel makes the
 * call. */
cudaError_t simt_api_begin(void);

/** Reports that the running call can never be valid, and keeps its error as the last one. The message begins
 * with the function's name, which @p format follows. @return @p error */
cudaError_t simt_api_misuse(cudaError_t error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** The same without the function's name. */
cudaError_t simt_api_fault(cudaError_t error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** The same for an argument that is a null pointer. */
cudaError_t simt_api_null(void);

/** @name An API function holds the engine's lock from beginning to end
 * @{ */
/** The program's call of an API function. */
struct simt_api_caller {
    const char *function; /**< its name, for messages */
    uintptr_t at;         /**< the place of the call, to blame */
    uintptr_t stack;      /**< the end of the program's stack there */
};
/** Of the running API function; zeroed outside of one. */
extern _Thread_local struct simt_api_caller simt_api_now;
/** Locks the engine. @return the previous simt_api_now; the cleanup of its variable unlocks the engine */
static inline struct simt_api_caller simt_api_enter(struct simt_api_caller caller) {
    simt_engine_lock();
    const struct simt_api_caller before = simt_api_now;
    simt_api_now = caller;
    return before;
}
/** Unlocks the engine. Closes the device memory that the call opened. */
static inline void simt_api_leave(const struct simt_api_caller *before) {
    simt_memory_close();
    simt_api_now = *before;
    simt_engine_unlock();
}
/** A call that was captured is made now: errors blame it, and not the launch of the graph.
 * @return the previous simt_api_now, for the end of it */
static inline struct simt_api_caller simt_api_replay(const struct simt_api_caller *captured) {
    const struct simt_api_caller before = simt_api_now;
    simt_api_now.function = captured->function;
    simt_api_now.at = captured->at;
    return before;
}
/**
 * Calls a function of the program: in a confined program only its own are allowed.
 * @param arguments as in registers; those that the function does not take are not read
 * @return its return value, as in a register
 */
uintptr_t simt_api_call(void (*function)(void), const uintptr_t arguments[5]);
/** @} */

/** Enters a function of a library under the name @p name; it holds the engine's lock until it returns. */
#define SIMT_API_ENTER(name)                                                                                 \
    __attribute__((cleanup(simt_api_leave))) const struct simt_api_caller simt_api_before =                  \
        simt_api_enter((struct simt_api_caller){name, SIMT_API_CALLER, SIMT_CALLERS_STACK})

/** Begins an API function that programs call by the name @p name. It fails with the sticky error, like most.
 */
#define SIMT_API_BEGIN_AS(name)                                                                              \
    SIMT_API_ENTER(name);                                                                                    \
    do {                                                                                                     \
        cudaError_t simt_sticky = simt_api_begin();                                                          \
        if (simt_sticky != cudaSuccess)                                                                      \
            return simt_sticky;                                                                              \
    } while (0)
/** The same under its own name. */
#define SIMT_API_BEGIN() SIMT_API_BEGIN_AS(__func__)

/** To be called in an API function before it stores through a pointer of the program. Ends a confined program
 * that may not store there. */
static inline __attribute__((always_inline)) void simt_api_target(const void *pointer, size_t size) {
    simt_confined_target(pointer, size, simt_api_now.stack);
}

/** Stores through a pointer of the program. */
#define SIMT_API_STORE(pointer, value)                                                                       \
    do {                                                                                                     \
        simt_api_target(pointer, sizeof *(pointer));                                                         \
        *(pointer) = (value);                                                                                \
    } while (0)

/** Ends an API function that only stores @p value through a pointer, which must not be null. */
#define SIMT_API_GIVE(pointer, value)                                                                        \
    do {                                                                                                     \
        if (!(pointer))                                                                                      \
            return simt_api_null();                                                                          \
        SIMT_API_STORE(pointer, value);                                                                      \
        return cudaSuccess;                                                                                  \
    } while (0)

/** @name Modelled time (stream_api.c)
 * @{ */
/** The time now, in microseconds since the program began: of the device, or of the host if that is ahead. */
double simt_api_now_us(void);
/** @} */

/** @name Rows of bytes, in host or device memory (copy_api.c, memory_api.c)
 * @{ */
/** One copy of @c height rows of @c width bytes. */
struct simt_copy {
    char *to;                        /**< the first row of the target */
    const char *from;                /**< the first row of the source */
    size_t to_pitch;                 /**< bytes from one row to the next, of the target */
    size_t from_pitch;               /**< bytes from one row to the next, of the source */
    size_t width;                    /**< bytes of a row */
    size_t height;                   /**< rows */
    enum cudaMemcpyKind kind;        /**< the sides; cudaMemcpyDefault: determined by the pointers */
    bool async;                      /**< the host goes on at once, if it can */
    cudaStream_t stream;             /**< the copy's stream */
    struct simt_api_caller captured; /**< of a captured one: its call */
};
/** Checks both sides, and copies. @return the error of the call */
cudaError_t simt_api_copy_rows(const struct simt_copy *copy);
/** One fill of @c height rows of @c width bytes. */
struct simt_fill {
    char *to;                        /**< the first row */
    size_t pitch;                    /**< bytes from one row to the next */
    int value;                       /**< of each byte */
    size_t width;                    /**< bytes of a row */
    size_t height;                   /**< rows */
    bool async;                      /**< the host goes on at once, whatever the kind of memory */
    cudaStream_t stream;             /**< the fill's stream */
    struct simt_api_caller captured; /**< of a captured one: its call */
};
/** Checks the memory, and fills it. @return the error of the call */
cudaError_t simt_api_fill_rows(const struct simt_fill *fill);
/** Allocates like cudaMallocAsync(). */
cudaError_t simt_api_allocate_in_stream(void **pointer, size_t size, cudaStream_t stream);
/** Device memory for @p height rows of @p width bytes, each begun at a multiple of the pitch. */
cudaError_t simt_api_allocate_rows(void **pointer, size_t *pitch, size_t width, size_t height);
/** @} */

/** @name The order of streams (api.c)
 * @{ */
/** Makes a stream (stream_api.c). */
cudaError_t simt_api_create_stream(cudaStream_t *stream, unsigned int flags, int priority);
/** Whether the stream waits for the default stream (stream_api.c). */
bool simt_api_is_blocking(cudaStream_t stream);
/** The host waits for a stream. */
void simt_api_wait_for_stream(cudaStream_t stream);
/** The host waits for the whole device. */
void simt_api_wait_for_device(void);
/** Begins an operation of a stream, for the running call. */
static inline void simt_api_operation_begin(enum simt_operation_kind kind, const void *stream) {
    simt_operation_begin(kind, simt_stream_number(stream), simt_api_now.function, simt_api_now.at);
}
/** Reports that the running operation uses rows of device memory; rows of host memory are skipped. */
void simt_api_use_rows(enum simt_use use, const void *first, size_t pitch, size_t width, size_t height);
/** @} */

/** The value of a limit of cudaDeviceSetLimit() (hints_api.c). */
size_t simt_device_limit(enum cudaLimit limit);

/** @name What a pointer points to
 * @{ */
/** The memory at a pointer's address. */
enum simt_pointee {
    POINTEE_HOST,     /**< host memory, as far as is known */
    POINTEE_UNMAPPED, /**< no memory: a null or wild pointer */
    POINTEE_DEVICE,
    POINTEE_BOTH, /**< managed or pinned memory */
    POINTEE_BAD   /**< device memory that is freed, too short, or outside allocations */
};
/** Checks [pointer, pointer + size), size > 0. Reports a POINTEE_BAD as an error of the running
 * call. */
enum simt_pointee simt_pointee_of(const void *pointer, size_t size, const char *role);
/** @} */

/** @name malloc and free in kernels: device memory, within cudaLimitMallocHeapSize
 * @{ */
/** Uninitialised memory for the running lane; NULL if the limit is reached. @param at the call */
void *simt_kernel_allocate(size_t size, uintptr_t at);
/** malloc on the host: memory that begins as garbage. */
void *simt_host_allocate(size_t size);
/** Frees memory from simt_kernel_allocate(); any other pointer is an error of the call at @p at. */
void simt_kernel_free(void *pointer, uintptr_t at);
/** The host's free or delete, which @p function names: device memory and pinned memory are an error at
 * @p at. @return false if no allocator owns the pointer: memory of the C++ library may seem so */
bool simt_host_free(void *pointer, const char *function, uintptr_t at);
/** @} */

/* Arrays, as the runtime keeps them: rows of elements in device memory. */

/** An array; its lifetime is from cudaMallocArray() to cudaFreeArray(). */
struct cudaArray {
    struct cudaArray *next;            /**< of all arrays */
    struct cudaPitchedPtr memory;      /**< its rows */
    struct cudaExtent extent;          /**< in elements; height and depth are 0 for missing dimensions */
    struct cudaChannelFormatDesc desc; /**< of an element */
    size_t element;                    /**< bytes of an element */
    unsigned int flags;                /**< as given */
};

/** Whether the array exists. */
bool simt_array_exists(cudaArray_const_t array);
/** Bytes of an element of this format: 1, 2, 4, 8 or 16; 0 if there is no such format. */
size_t simt_element_bytes(const struct cudaChannelFormatDesc *desc);
/** Turns a 3D copy with arrays into one of rows of bytes. @return false if an array does not exist, or the
 * copy exceeds it */
bool simt_array_as_rows(struct cudaMemcpy3DParms *parameters);
