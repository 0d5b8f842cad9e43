// What the functions of the runtime API share: how they begin and fail, the names of errors, and
// what pointers point to.
#include "api.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>

#include "engine/exec/exit.h"
#include "engine/exec/machine.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/variables.h"
#include "engine/report/errors.h"
#include "engine/report/status.h"
#include "engine/streams/operations.h"

_Thread_local struct simt_api_caller simt_api_now;

typedef uintptr_t any_function(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);

uintptr_t simt_api_call(void (*function)(void), const uintptr_t arguments[5]) {
    const struct simt_api_caller now = simt_api_now; /* the function may call the API */
    uintptr_t result;
    simt_memory_close();
    if (simt_confinement)
        result = simt_confinement->call_function(function, arguments, now.stack, now.at);
    else
        result =
            ((any_function *)function)(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4]);
    simt_api_now = now;
    return result;
}

cudaError_t simt_api_begin(void) {
    if (simt_on_device()) {
        struct simt_actor caller = simt_lane_actor(simt_self(), simt_api_now.at);
        simt_error_add(SIMT_UNSUPPORTED, SIMT_SPACE_HOST, &caller, NULL,
                       "%s inside a kernel is not known to this engine", simt_api_now.function);
        simt_exit_now(1);
    }
    return (cudaError_t)simt_status_note(simt_status_sticky_error());
}

static cudaError_t fault(cudaError_t error, const char *function, const char *format, va_list arguments) {
    char message[512];
    vsnprintf(message, sizeof message, format, arguments);
    struct simt_actor caller = {.pc = simt_api_now.at};
    simt_error_add(SIMT_API, SIMT_SPACE_HOST, &caller, NULL, "Program hit %s (error %d): %s%s",
                   cudaGetErrorName(error), (int)error, function, message);
    return (cudaError_t)simt_status_note((int)error);
}

cudaError_t simt_api_misuse(cudaError_t error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fault(error, simt_api_now.function, format, arguments);
    va_end(arguments);
    return error;
}

cudaError_t simt_api_fault(cudaError_t error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fault(error, "", format, arguments);
    va_end(arguments);
    return error;
}

cudaError_t simt_api_null(void) {
    return simt_api_misuse(cudaErrorInvalidValue, " was given a null pointer");
}

static const struct {
    cudaError_t error;
    const char *name, *meaning;
} errors[] = {
#define ROW(error, number, meaning) {error, #error, meaning},
    SIMT_CUDA_ERRORS(ROW)
#undef ROW
};

const char *cudaGetErrorName(cudaError_t error) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].error == error)
            return errors[i].name;
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].error == error)
            return errors[i].meaning;
    return "unrecognized error code";
}

enum { PAGE = 4096 };

/** True if all of these bytes are memory of the process. */
static bool is_mapped(uintptr_t address, size_t size) {
    const uintptr_t first = address / PAGE * PAGE;
    uintptr_t end;
    if (__builtin_add_overflow(address, size, &end))
        return false;
    return msync((void *)first, end - first, MS_ASYNC) == 0 || errno != ENOMEM;
}

static enum simt_pointee report(enum simt_error_kind kind, uintptr_t freed_at, const char *role, size_t size,
                                const char *what) {
    struct simt_actor caller = {.pc = simt_api_now.at}, other = {.pc = freed_at};
    simt_error_add(kind, SIMT_SPACE_GLOBAL, &caller, freed_at ? &other : NULL,
                   "%s: the %s's %zu bytes are %s", simt_api_now.function, role, size, what);
    return POINTEE_BAD;
}

/** Constant memory: the host may copy to and from a constant within its bounds. */
static enum simt_pointee check_constant(const struct simt_variable *constant, uintptr_t address, size_t size,
                                        const char *role) {
    size_t offset = address - constant->address;
    if (offset <= constant->size && size <= constant->size - offset)
        return POINTEE_DEVICE;
    return report(SIMT_OUT_OF_BOUNDS, 0, role, size, "out of bounds of a constant");
}

enum simt_pointee simt_pointee_of(const void *pointer, size_t size, const char *role) {
    if (simt_registered_holds((uintptr_t)pointer, size))
        return POINTEE_BOTH;
    uintptr_t address = simt_variable_alias((uintptr_t)pointer);
    simt_device_range_init();
    const struct simt_variable *constant = simt_constant_near(address);
    if (constant)
        return check_constant(constant, address, size, role);
    if (!simt_is_device_address(address))
        return is_mapped(address, size) ? POINTEE_HOST : POINTEE_UNMAPPED;
    const struct simt_allocation *a = address >= SIMT_HEAP_BASE ? simt_heap_find(address) : NULL;
    if (!a)
        return report(SIMT_OUT_OF_BOUNDS, 0, role, size, "no allocated device memory");
    if (!a->live)
        return report(SIMT_USE_AFTER_FREE, a->freed_at, role, size, "device memory that was freed");
    if (address - a->base > a->size || size > a->size - (address - a->base)) {
        char what[128];
        snprintf(what, sizeof what, "out of bounds: they start %zu bytes into an allocation of %zu bytes",
                 (size_t)(address - a->base), a->size);
        return report(SIMT_OUT_OF_BOUNDS, 0, role, size, what);
    }
    if (a->kind == SIMT_MEMORY_KERNEL)
        return report(SIMT_API, 0, role, size,
                      "memory of malloc or new in a kernel, which only kernels can use");
    return a->kind == SIMT_MEMORY_DEVICE ? POINTEE_DEVICE : POINTEE_BOTH;
}

/* What calls of the API share about the order of streams: how the host waits, and what a call uses. */

void simt_api_wait_for_stream(cudaStream_t stream) {
    simt_host_waits_for_stream(simt_stream_number(stream));
    simt_operations_settle();
}

void simt_api_wait_for_device(void) {
    simt_host_waits_for_device();
    simt_operations_settle();
}

void simt_api_use_rows(enum simt_use use, const void *first, size_t pitch, size_t width, size_t height) {
    const uintptr_t address = simt_variable_alias((uintptr_t)first);
    if (!simt_operation_is_recorded() || !simt_is_device_address(address))
        return;
    if (pitch == width) {
        simt_operation_uses(use, false, simt_api_now.at, address, width * height);
        return;
    }
    for (size_t row = 0; row < height; row++)
        simt_operation_uses(use, false, simt_api_now.at, address + row * pitch, width);
}
