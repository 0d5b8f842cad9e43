/**
 * @file api.h
 * @brief What the functions of the runtime API share: how they begin, fail and blame the caller's line.
 */
#ifndef SIMT_RUNTIME_API_INTERNAL_H
#define SIMT_RUNTIME_API_INTERNAL_H

#include <stdint.h>

#include "engine/exec/engine_lock.h"
#include "simt/runtime_functions.h"

/** In an API function: an address in the call it is running for. */
#define SIMT_API_CALLER ((uintptr_t)__builtin_return_address(0))

/** The error that makes every call fail, or cudaSuccess. Ends the program if a kernel makes the call. */
cudaError_t simt_api_begin(const char *function, uintptr_t at);

/** Reports a call that can never be right, and notes its error. @return @p error */
cudaError_t simt_api_misuse(cudaError_t error, uintptr_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** @name From its beginning to its end an API function has the engine to itself
 * @{ */
/** Takes the turn. @return 0, for a variable whose end gives it back */
static inline int simt_api_enter(void) {
    simt_engine_lock();
    return 0;
}
/** Gives it back. */
static inline void simt_api_leave(const int *entered) {
    (void)entered;
    simt_engine_unlock();
}
/** @} */

/** Begins an API function that takes part in the sticky error, like most. */
#define SIMT_API_BEGIN()                                                                                     \
    __attribute__((cleanup(simt_api_leave))) const int simt_api_entered = simt_api_enter();                  \
    do {                                                                                                     \
        cudaError_t simt_sticky = simt_api_begin(__func__, SIMT_API_CALLER);                                 \
        if (simt_sticky != cudaSuccess)                                                                      \
            return simt_sticky;                                                                              \
    } while (0)

/** @name Modelled time of the device, in microseconds since the program began (timeline.c)
 * @{ */
/** What it is now. */
double simt_timeline_now(void);
/** Adds a copy or fill of @p size bytes inside the device, or across to the host. */
void simt_timeline_add_copy(uint64_t size, int inside_device);
/** @} */

/** @name Rows of bytes, in memory of either side (copy_api.c, memory_api.c)
 * @{ */
/** One copy of @c height rows of @c width bytes. */
struct simt_copy {
    char *to;                 /**< the first row, where it is written */
    const char *from;         /**< the first row, where it is read */
    size_t to_pitch;          /**< bytes from one row to the next, written */
    size_t from_pitch;        /**< bytes from one row to the next, read */
    size_t width;             /**< bytes of a row */
    size_t height;            /**< rows */
    enum cudaMemcpyKind kind; /**< between which sides; cudaMemcpyDefault: told by the pointers */
    const char *function;     /**< whose call it is */
    uintptr_t at;             /**< where that call is */
};
/** Copies, after a look at both sides. @return the error of the call */
cudaError_t simt_api_copy_rows(const struct simt_copy *copy);
/** Sets @p height rows of @p width bytes to @p value, each begun @p pitch bytes after the last. @return the
 * error of the call */
cudaError_t simt_api_fill_rows(char *pointer, size_t pitch, int value, size_t width, size_t height,
                               const char *function, uintptr_t at);
/** What cudaMalloc() does, for @p function. */
cudaError_t simt_api_allocate(void **pointer, size_t size, const char *function, uintptr_t at);
/** Device memory for @p height rows of @p width bytes, each begun at a multiple of the pitch. */
cudaError_t simt_api_allocate_rows(void **pointer, size_t *pitch, size_t width, size_t height,
                                   const char *function, uintptr_t at);
/** @} */

/** The value of a limit of cudaDeviceSetLimit() (hints_api.c). */
size_t simt_device_limit(enum cudaLimit limit);

/** @name Where a pointer points (place.c)
 * @{ */
/** What lies where a pointer points. */
enum simt_place {
    PLACE_HOST,    /**< memory of the host, as far as is known */
    PLACE_NOWHERE, /**< no memory at all: a null or wild pointer */
    PLACE_DEVICE,
    PLACE_BOTH, /**< managed or pinned memory */
    PLACE_BAD   /**< device memory that is freed, too short, or not an allocation */
};
/** Judges [pointer, pointer + size), size > 0; a PLACE_BAD is reported here as the fault of @p function. */
enum simt_place simt_place_of(const void *pointer, size_t size, const char *function, const char *role,
                              uintptr_t at);
/** @} */

#endif
