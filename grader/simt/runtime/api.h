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
cudaError_t simt_api_begin(const char *function, uintptr_t at);

/** Reports a call that can never be valid, and keeps its error as the last one. @return @p error */
cudaError_t simt_api_misuse(cudaError_t error, uintptr_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** The same for an argument that is a null pointer. */
cudaError_t simt_api_null(const char *function, uintptr_t at);

/** @name An API function holds the engine's lock from beginning to end
 * @{ */
/** The end of the program's stack at its call of the running API function; 0 outside of one. */
extern _Thread_local uintptr_t simt_api_stack;
/** Locks the engine. @return the previous simt_api_stack; the cleanup of its variable unlocks the engine */
static inline uintptr_t simt_api_enter(uintptr_t stack) {
    simt_engine_lock();
    const uintptr_t before = simt_api_stack;
    simt_api_stack = stack;
    return before;
}
/** Unlocks the engine. Closes the device memory that the call opened. */
static inline void simt_api_leave(const uintptr_t *before) {
    simt_memory_close();
    simt_api_stack = *before;
    simt_engine_unlock();
}
/**
 * Calls a function of the program: in a confined program only its own are allowed.
 * @param arguments as in registers; those that the function does not take are not read
 * @param at        the call of the API function, to blame
 * @return its return value, as in a register
 */
uintptr_t simt_api_call(void (*function)(void), const uintptr_t arguments[5], uintptr_t at);
/** @} */

/** Begins an API function that fails with the sticky error, like most. */
#define SIMT_API_BEGIN()                                                                                     \
    __attribute__((cleanup(simt_api_leave))) const uintptr_t simt_api_entered =                              \
        simt_api_enter(SIMT_CALLERS_STACK);                                                                  \
    do {                                                                                                     \
        cudaError_t simt_sticky = simt_api_begin(__func__, SIMT_API_CALLER);                                 \
        if (simt_sticky != cudaSuccess)                                                                      \
            return simt_sticky;                                                                              \
    } while (0)

/** To be called in an API function before it stores through a pointer of the program. Ends a confined program
 * that may not store there. */
static inline __attribute__((always_inline)) void simt_api_target(const void *pointer, size_t size) {
    simt_confined_target(pointer, size, simt_api_stack);
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
            return simt_api_null(__func__, SIMT_API_CALLER);                                                 \
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
    char *to;                 /**< the first row of the target */
    const char *from;         /**< the first row of the source */
    size_t to_pitch;          /**< bytes from one row to the next, of the target */
    size_t from_pitch;        /**< bytes from one row to the next, of the source */
    size_t width;             /**< bytes of a row */
    size_t height;            /**< rows */
    enum cudaMemcpyKind kind; /**< the sides; cudaMemcpyDefault: determined by the pointers */
    const char *function;     /**< the API function */
    uintptr_t at;             /**< the call of it */
    bool async;               /**< the host goes on at once, if it can */
    cudaStream_t stream;      /**< the copy's stream */
};
/** Checks both sides, and copies. @return the error of the call */
cudaError_t simt_api_copy_rows(const struct simt_copy *copy);
/** One fill of @c height rows of @c width bytes. */
struct simt_fill {
    char *to;             /**< the first row */
    size_t pitch;         /**< bytes from one row to the next */
    int value;            /**< of each byte */
    size_t width;         /**< bytes of a row */
    size_t height;        /**< rows */
    const char *function; /**< the API function */
    uintptr_t at;         /**< the call of it */
    bool async;           /**< the host goes on at once, whatever the kind of memory */
    cudaStream_t stream;  /**< the fill's stream */
};
/** Checks the memory, and fills it. @return the error of the call */
cudaError_t simt_api_fill_rows(const struct simt_fill *fill);
/** Allocates like cudaMallocAsync(), for @p function. */
cudaError_t simt_api_allocate_in_stream(void **pointer, size_t size, cudaStream_t stream,
                                        const char *function, uintptr_t at);
/** Device memory for @p height rows of @p width bytes, each begun at a multiple of the pitch. */
cudaError_t simt_api_allocate_rows(void **pointer, size_t *pitch, size_t width, size_t height,
                                   const char *function, uintptr_t at);
/** @} */

/** @name The order of streams (api.c)
 * @{ */
/** Makes a stream, for @p function (stream_api.c). */
cudaError_t simt_api_create_stream(cudaStream_t *stream, unsigned int flags, int priority,
                                   const char *function, uintptr_t at);
/** Whether the stream waits for the default stream (stream_api.c). */
bool simt_api_is_blocking(cudaStream_t stream);
/** The host waits for a stream. */
void simt_api_wait_for_stream(cudaStream_t stream);
/** The host waits for the whole device. */
void simt_api_wait_for_device(void);
/** Reports that the running operation uses rows of device memory; rows of host memory are skipped. */
void simt_api_use_rows(enum simt_use use, const void *first, size_t pitch, size_t width, size_t height,
                       uintptr_t at);
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
/** Checks [pointer, pointer + size), size > 0. Reports a POINTEE_BAD as an error of the call of @p
 * function. */
enum simt_pointee simt_pointee_of(const void *pointer, size_t size, const char *function, const char *role,
                                  uintptr_t at);
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
