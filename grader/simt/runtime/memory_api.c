// Allocation: cudaMalloc and similar functions, and the addresses of device variables.
#include <stdio.h>

#include "api.h"
#include "engine/exec/exit.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/variables.h"
#include "engine/report/errors.h"
#include "engine/report/lines.h"
#include "engine/report/settings.h"
#include "engine/report/status.h"
#include "engine/streams/operations.h"

enum { PITCH_ALIGNMENT = 512, MIB = 1 << 20 };

// A program that does not check the error of its allocation fails later, in other code. So this note is
// printed.
static void note_full(size_t size) {
    static bool noted;
    struct simt_line line;
    if (noted || simt_is_embedded())
        return;
    noted = true;
    fflush(stdout);
    if (simt_line_of(simt_api_now.at, &line))
        fprintf(stderr, "%s:%d: ", line.file, line.line);
    fprintf(stderr,
            "note: %s of %.0f MiB fails: here the device has %.0f MiB (SIMT_MEMORY=BYTES sets another share "
            "of the "
            "host's memory)\n",
            simt_api_now.function, (double)size / MIB, (double)simt_heap_lent() / MIB);
}

static cudaError_t allocate(void **pointer, size_t size, enum simt_memory_kind kind) {
    if (!pointer)
        return simt_api_misuse(cudaErrorInvalidValue, " was given no place for the pointer");
    SIMT_API_STORE(pointer, NULL);
    if (size == 0)
        return cudaSuccess;
    simt_add_last_check(simt_heap_report_leaks);
    uintptr_t base = simt_heap_allocate(size, true, simt_api_now.at);
    const bool shared = kind != SIMT_MEMORY_DEVICE;
    if (!base || (shared && !simt_heap_share_with_host(base, kind))) {
        note_full(size);
        return (cudaError_t)simt_status_note(cudaErrorMemoryAllocation);
    }
    if (shared)
        simt_host_view_share(base, size);
    *pointer = (void *)base;
    return cudaSuccess;
}

/** The same for calls that are no part of a stream's order, and take time of the host. */
static cudaError_t allocate_at_once(void **pointer, size_t size, enum simt_memory_kind kind) {
    const cudaError_t error = allocate(pointer, size, kind);
    if (error == cudaSuccess && size > 0)
        simt_host_call_add((struct simt_host_call){.kind = SIMT_CALL_ALLOCATE,
                                                   .pinned = kind == SIMT_MEMORY_PINNED,
                                                   .bytes = size,
                                                   .address = (uintptr_t)*pointer});
    return error;
}

cudaError_t simt_api_allocate_in_stream(void **pointer, size_t size, cudaStream_t stream) {
    cudaError_t error = allocate(pointer, size, SIMT_MEMORY_DEVICE);
    if (error == cudaSuccess && size > 0) {
        simt_heap_order_by_stream((uintptr_t)*pointer);
        simt_api_operation_begin(SIMT_OPERATION_CALL, stream);
        simt_operation_uses(SIMT_USE_ALLOCATE, false, simt_api_now.at, (uintptr_t)*pointer, size);
        simt_operation_end(false);
        simt_host_call_add((struct simt_host_call){
            .kind = SIMT_CALL_ALLOCATE, .pooled = true, .bytes = size, .address = (uintptr_t)*pointer});
    }
    return error;
}

/** What a kernel's cudaMalloc() gives is what its malloc() gives. */
static cudaError_t allocate_in_kernel(void **pointer, size_t size, uintptr_t at) {
    *pointer = simt_kernel_allocate(size, at);
    return *pointer ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaMalloc(void **pointer, size_t size) {
    if (simt_on_device() && !simt_confinement)
        return allocate_in_kernel(pointer, size, SIMT_API_CALLER);
    SIMT_API_BEGIN();
    return allocate_at_once(pointer, size, SIMT_MEMORY_DEVICE);
}

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream) {
    SIMT_API_BEGIN();
    return simt_api_allocate_in_stream(pointer, size, stream);
}

cudaError_t simt_malloc_managed(void **pointer, size_t size, unsigned int flags) {
    SIMT_API_BEGIN_AS("cudaMallocManaged");
    if (size == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
        return simt_api_fault(cudaErrorInvalidValue, "cudaMallocManaged of %zu bytes with flags %u", size,
                              flags);
    return allocate_at_once(pointer, size, SIMT_MEMORY_MANAGED);
}

cudaError_t simt_host_alloc(void **pointer, size_t size, unsigned int flags) {
    SIMT_API_BEGIN_AS("cudaMallocHost");
    (void)flags; /* both sides can always use the memory */
    return allocate_at_once(pointer, size, SIMT_MEMORY_PINNED);
}

cudaError_t simt_api_allocate_rows(void **pointer, size_t *pitch, size_t width, size_t height) {
    size_t size;
    if (!pitch)
        return simt_api_misuse(cudaErrorInvalidValue, " was given no place for the pitch");
    SIMT_API_STORE(pitch, (width + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT);
    if (*pitch < width || __builtin_mul_overflow(*pitch, height, &size))
        size = SIZE_MAX;
    return allocate_at_once(pointer, size, SIMT_MEMORY_DEVICE);
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
    SIMT_API_BEGIN();
    return simt_api_allocate_rows(pointer, pitch, width, height);
}

/** Reports why @p function cannot free @p pointer. */
static cudaError_t refuse(const void *pointer, const struct simt_allocation *a) {
    uintptr_t address = (uintptr_t)pointer;
    if (!a)
        return simt_api_misuse(cudaErrorInvalidValue, " of %p, which is no memory that was allocated for it",
                               pointer);
    if (address != a->base)
        return simt_api_misuse(cudaErrorInvalidValue, " of %p, %zu bytes past the start of an allocation",
                               pointer, (size_t)(address - a->base));
    if (!a->live)
        return simt_api_misuse(cudaErrorInvalidValue, " of memory that was freed before (double free)");
    return simt_api_misuse(cudaErrorInvalidValue,
                           " of memory of another kind: cudaFree is for cudaMalloc, "
                           "cudaFreeHost for cudaMallocHost, a kernel's free for a kernel's malloc");
}

/** cudaFree() waits for the device, unless the memory was allocated in a stream: then it relies on the
 * program having done so. */
static void wait_for_users(const struct simt_allocation *a) {
    if (a->stream_ordered)
        simt_host_frees(simt_api_now.function, simt_api_now.at, a->base, a->size);
    else
        simt_api_wait_for_device();
    if (a->kind != SIMT_MEMORY_DEVICE)
        simt_host_view_forget(a->base);
}

/** The live allocation that begins at @p pointer; NULL, and the error of the call is reported, if none that
 * @p function can free does. */
static const struct simt_allocation *freeable(void *pointer, bool pinned, cudaError_t *error) {
    const struct simt_allocation *a = simt_heap_find((uintptr_t)pointer);
    if (a && a->live && a->user && (uintptr_t)pointer == a->base && a->kind != SIMT_MEMORY_KERNEL &&
        (a->kind == SIMT_MEMORY_PINNED) == pinned)
        return a;
    *error = refuse(pointer, a);
    return NULL;
}

static cudaError_t release(void *pointer, bool pinned) {
    cudaError_t error = cudaSuccess;
    const struct simt_allocation *a = pointer ? freeable(pointer, pinned, &error) : NULL;
    if (!a)
        return error;
    wait_for_users(a);
    const struct simt_host_call call = {.kind = SIMT_CALL_FREE, .pinned = pinned, .bytes = a->size};
    simt_heap_free(a->base, simt_api_now.at);
    simt_host_call_add(call);
    return cudaSuccess;
}

cudaError_t cudaFree(void *pointer) {
    if (simt_on_device() && !simt_confinement) {
        simt_kernel_free(pointer, SIMT_API_CALLER);
        return cudaSuccess;
    }
    SIMT_API_BEGIN();
    return release(pointer, false);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
    SIMT_API_BEGIN();
    cudaError_t error = cudaSuccess;
    const struct simt_allocation *a = pointer ? freeable(pointer, false, &error) : NULL;
    if (!a)
        return error;
    simt_api_operation_begin(SIMT_OPERATION_CALL, stream);
    simt_operation_uses(SIMT_USE_FREE, false, SIMT_API_CALLER, a->base, a->size);
    simt_operation_end(false);
    if (a->kind != SIMT_MEMORY_DEVICE)
        simt_host_view_forget(a->base);
    const struct simt_host_call call = {.kind = SIMT_CALL_FREE, .pooled = true, .bytes = a->size};
    simt_heap_free(a->base, SIMT_API_CALLER);
    simt_host_call_add(call);
    return cudaSuccess;
}

cudaError_t cudaFreeHost(void *pointer) {
    SIMT_API_BEGIN();
    return release(pointer, true);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
    SIMT_API_BEGIN();
    if (!free_bytes || !total_bytes)
        return simt_api_null();
    size_t used;
    simt_api_target(free_bytes, sizeof *free_bytes);
    simt_api_target(total_bytes, sizeof *total_bytes);
    simt_heap_usage(&used, total_bytes);
    *free_bytes = *total_bytes - used;
    return cudaSuccess;
}

cudaError_t simt_host_get_device_pointer(void **device, void *host, unsigned int flags) {
    SIMT_API_BEGIN();
    const struct simt_allocation *a = simt_heap_find((uintptr_t)host);
    bool pinned = (a && a->live && a->kind == SIMT_MEMORY_PINNED) || simt_is_registered((uintptr_t)host, 1);
    if (!device || flags != 0 || !pinned)
        return simt_api_fault(cudaErrorInvalidValue,
                              "cudaHostGetDevicePointer of %p, which is no memory of cudaHostAlloc", host);
    SIMT_API_STORE(device, host);
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer) {
    static const enum cudaMemoryType types[] = {[SIMT_MEMORY_DEVICE] = cudaMemoryTypeDevice,
                                                [SIMT_MEMORY_MANAGED] = cudaMemoryTypeManaged,
                                                [SIMT_MEMORY_PINNED] = cudaMemoryTypeHost,
                                                [SIMT_MEMORY_KERNEL] = cudaMemoryTypeDevice};
    SIMT_API_BEGIN();
    if (!attributes)
        return simt_api_null();
    uintptr_t address = simt_variable_alias((uintptr_t)pointer);
    const struct simt_allocation *a = simt_heap_find(address);
    bool constant = simt_constant_near(address);
    bool known = constant || (a && a->live && address < a->base + a->size);
    bool on_host = !known || (a && (a->kind == SIMT_MEMORY_MANAGED || a->kind == SIMT_MEMORY_PINNED));
    void *same = (void *)(uintptr_t)pointer;
    simt_api_target(attributes, sizeof *attributes);
    *attributes = (struct cudaPointerAttributes){.type = !known     ? cudaMemoryTypeUnregistered
                                                         : constant ? cudaMemoryTypeDevice
                                                                    : types[a->kind],
                                                 .device = known ? 0 : -2,
                                                 .devicePointer = known ? same : NULL,
                                                 .hostPointer = on_host ? same : NULL};
    return cudaSuccess;
}

/** Bytes of the definition of a device variable; 0 if there is none at this address. */
static size_t defined_bytes(uintptr_t start) {
    const struct simt_variable *constant = simt_constant_near(start);
    if (constant)
        return constant->address == start ? constant->size : 0;
    const uintptr_t address = simt_variable_alias(start);
    const struct simt_allocation *a = address != start ? simt_heap_find(address) : NULL;
    return a && a->base == address ? a->size : 0;
}

static cudaError_t no_symbol(void) {
    return simt_api_fault(cudaErrorInvalidSymbol, "the symbol is no __device__ or __constant__ variable");
}

cudaError_t simt_symbol_size(size_t *out, const void *symbol, size_t size) {
    SIMT_API_BEGIN();
    const size_t defined = defined_bytes((uintptr_t)symbol);
    if (!defined)
        return no_symbol();
    SIMT_API_GIVE(out, size ? size : defined);
}

cudaError_t simt_symbol_address(void **address, const void *symbol, size_t size, size_t offset,
                                size_t count) {
    SIMT_API_BEGIN();
    if (!address)
        return simt_api_fault(cudaErrorInvalidValue, "no place was given for a symbol's address");
    uintptr_t start = (uintptr_t)symbol;
    if (simt_variable_alias(start) == start && !simt_constant_near(start))
        return no_symbol();
    if (size == 0)
        size = defined_bytes(start);
    if (offset > size || count > size - offset)
        return simt_api_fault(cudaErrorInvalidValue,
                              "%zu bytes at offset %zu are out of bounds of a variable of %zu bytes", count,
                              offset, size);
    SIMT_API_STORE(address, (char *)(uintptr_t)symbol + offset);
    return cudaSuccess;
}
