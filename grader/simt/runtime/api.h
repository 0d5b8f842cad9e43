/**
 * @file api.h
 * @brief What the functions of the runtime API share: how they begin, fail and blame the caller's line.
 */
#ifndef SIMT_RUNTIME_API_INTERNAL_H
#define SIMT_RUNTIME_API_INTERNAL_H

#include <stdint.h>

#include "simt/runtime_functions.h"

/** In an API function: an address in the call it is running for. */
#define SIMT_API_CALLER ((uintptr_t)__builtin_return_address(0))

/** The error that makes every call fail, or cudaSuccess. Ends the program if a kernel makes the call. */
cudaError_t simt_api_begin(const char *function, uintptr_t at);

/** Reports a call that can never be right, and notes its error. @return @p error */
cudaError_t simt_api_misuse(cudaError_t error, uintptr_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Begins an API function that takes part in the sticky error, like most. */
#define SIMT_API_BEGIN()                                                                                     \
    do {                                                                                                     \
        cudaError_t simt_sticky = simt_api_begin(__func__, SIMT_API_CALLER);                                 \
        if (simt_sticky != cudaSuccess)                                                                      \
            return simt_sticky;                                                                              \
    } while (0)

/** @name Modelled time of the device, in microseconds since the program began (timeline.c)
 * @{ */
double simt_timeline_now(void);
/** Adds a copy or fill of @p size bytes inside the device, or across to the host. */
void simt_timeline_add_copy(uint64_t size, int inside_device);
/** @} */

/** The value of a limit of cudaDeviceSetLimit() (hints_api.c). */
size_t simt_device_limit(enum cudaLimit limit);

/** @name Where a pointer points (place.c)
 * @{ */
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
