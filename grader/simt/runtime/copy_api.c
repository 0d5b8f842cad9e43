// Copies and fills. They also keep track of initialised bytes: bytes from the host count as initialised,
// bytes from the device keep their state.
#include "simt/volumes.h"

#include <string.h>

#include "api.h"
#include "engine/exec/confinement.h"
#include "engine/memory/closed_memory.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/host_written.h"
#include "engine/memory/shadow.h"
#include "engine/memory/variables.h"
#include "engine/model/host_calls.h"
#include "engine/report/errors.h"
#include "engine/report/settings.h"
#include "engine/report/status.h"
#include "engine/streams/capture.h"

static const char *kind_name(enum cudaMemcpyKind kind) {
    static const char *const names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                        "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                                        "cudaMemcpyDefault"};
    return names[kind];
}

/** Bytes from the first to the last of some rows; SIZE_MAX if they are too many to count. */
static size_t rows_extent(size_t pitch, size_t width, size_t height) {
    size_t bytes;
    const bool fits =
        !__builtin_mul_overflow(height - 1, pitch, &bytes) && !__builtin_add_overflow(bytes, width, &bytes);
    return fits ? bytes : SIZE_MAX;
}

/** The same for one side of a copy. */
static size_t extent(const struct simt_copy *c, size_t pitch) {
    return rows_extent(pitch, c->width, c->height);
}

/** Checks one side. @return cudaSuccess, or the call's error */
static cudaError_t check_side(const struct simt_copy *c, const void *pointer, size_t size, bool wants_device,
                              const char *role) {
    switch (simt_pointee_of(pointer, size, role)) {
    case POINTEE_BAD:
        return (cudaError_t)simt_status_note(cudaErrorInvalidValue);
    case POINTEE_UNMAPPED:
        return simt_api_misuse(cudaErrorInvalidValue, ": the %s is %s", role,
                               pointer ? "no memory of this program" : "a null pointer");
    case POINTEE_HOST:
        if (wants_device && c->kind != cudaMemcpyDefault)
            return simt_api_misuse(cudaErrorInvalidValue, " with %s: the %s is host memory",
                                   kind_name(c->kind), role);
        return cudaSuccess;
    case POINTEE_DEVICE:
        if (!wants_device && c->kind != cudaMemcpyDefault)
            return simt_api_misuse(cudaErrorInvalidValue, " with %s: the %s is device memory",
                                   kind_name(c->kind), role);
        return cudaSuccess;
    default:
        return cudaSuccess;
    }
}

static bool in_device(uintptr_t address) { return simt_is_device_address(address); }

/** Gives the bytes at @p to the state of those at @p from; both are device addresses. */
static void copy_state(uintptr_t to, uintptr_t from, size_t size) {
    bool written = false;
    for (size_t done = 0; done < size; written = !written) {
        const uintptr_t at = from + done, next = written ? simt_first_uninitialized(at, size - done)
                                                         : simt_first_initialized(at, size - done);
        const size_t run = next ? next - at : size - done;
        simt_mark_initialized(to + done, run, written);
        done += run;
    }
}

static void copy_row(char *to, const char *from, size_t size) {
    uintptr_t target = simt_variable_alias((uintptr_t)to), source = simt_variable_alias((uintptr_t)from);
    memmove(to, from, size);
    if (!in_device(target))
        return;
    if (in_device(source)) {
        simt_host_written_note_range(source, size);
        copy_state(target, source, size);
    } else {
        simt_mark_initialized(target, size, true);
    }
}

/** True for device memory, whose bounds check_side() knows. */
static bool is_devices_own(uintptr_t address) {
    return in_device(simt_variable_alias(address)) || simt_constant_near(address);
}

/** True for memory that only the device can use. */
static bool is_of_device(uintptr_t address) {
    const struct simt_allocation *a = simt_heap_find(simt_variable_alias(address));
    return simt_constant_near(address) ||
           (a && a->kind == SIMT_MEMORY_DEVICE && !simt_is_registered(address, 1));
}

static bool is_pageable(uintptr_t address) { return !in_device(simt_variable_alias(address)); }

/** Whether the host waits until the copy is done (Runtime API, "API synchronization behavior"). An
 * asynchronous copy from pageable memory has read it when the call returns. */
static bool waits_for_copy(const struct simt_copy *c) {
    const uintptr_t to = (uintptr_t)c->to, from = (uintptr_t)c->from;
    if (!c->async)
        return c->kind != cudaMemcpyDeviceToDevice && !(is_of_device(to) && is_of_device(from));
    return c->kind == cudaMemcpyHostToHost || is_pageable(to) || (is_pageable(from) && !is_of_device(to));
}

/** A copy's access to its target, in device memory. In other memory the host's values may differ
 * (host_view.c). */
static enum simt_use use_of_target(const struct simt_copy *c) {
    bool same = simt_operation_is_recorded() && is_of_device((uintptr_t)c->to);
    for (size_t row = 0; same && row < c->height; row++)
        same = memcmp(c->to + row * c->to_pitch, c->from + row * c->from_pitch, c->width) == 0;
    return same ? SIMT_USE_SAME : SIMT_USE_WRITE;
}

/** A copy to the host of bytes that nothing has written is a remark: some programs only measure such copies.
 */
static void remark_on_garbage(const struct simt_copy *c) {
    if (simt_is_embedded() || simt_is_unchecked() || simt_samples_alone() || !simt_check_on(SIMT_CHECK_INIT))
        return;
    if (!is_pageable((uintptr_t)c->to) || !in_device((uintptr_t)c->from) || !is_of_device((uintptr_t)c->from))
        return;
    for (size_t row = 0; row < c->height; row++)
        if (simt_first_initialized((uintptr_t)c->from + row * c->from_pitch, c->width))
            return;
    simt_remark_add(simt_api_now.at,
                    "nothing has written the bytes that are copied to the host here: was the kernel "
                    "launched, and is this the array that it fills?");
}

/** Copies, in stream order. */
static void copy_in_order(const struct simt_copy *c) {
    simt_memory_open((uintptr_t)c->from, extent(c, c->from_pitch));
    simt_memory_open((uintptr_t)c->to, extent(c, c->to_pitch));
    simt_api_operation_begin(SIMT_OPERATION_CALL, c->stream);
    simt_api_use_rows(SIMT_USE_READ, c->from, c->from_pitch, c->width, c->height);
    simt_api_use_rows(use_of_target(c), c->to, c->to_pitch, c->width, c->height);
    for (size_t row = 0; row < c->height; row++)
        copy_row(c->to + row * c->to_pitch, c->from + row * c->from_pitch, c->width);
    simt_operation_end(false);
    if (waits_for_copy(c))
        simt_api_wait_for_stream(c->stream);
}

/** Notes a copy for the timing model. One from host to host is the host's own work. */
static void note_copy(const struct simt_copy *c) {
    const bool to = is_of_device((uintptr_t)c->to), from = is_of_device((uintptr_t)c->from);
    if (!to && !from)
        return;
    const void *hosts = to ? c->from : c->to;
    simt_host_call_add((struct simt_host_call){.kind = to && from ? SIMT_CALL_COPY_IN_DEVICE
                                                       : to       ? SIMT_CALL_COPY_TO_DEVICE
                                                                  : SIMT_CALL_COPY_TO_HOST,
                                               .pinned = in_device((uintptr_t)hosts) ||
                                                         simt_is_registered((uintptr_t)hosts, c->width),
                                               .waits = waits_for_copy(c),
                                               .bytes = (uint64_t)c->width * c->height});
}

static void copy_captured(void *data, const void *stream) {
    struct simt_copy copy = *(const struct simt_copy *)data;
    copy.stream = (cudaStream_t)(uintptr_t)stream;
    const struct simt_api_caller launch = simt_api_replay(&copy.captured);
    simt_api_copy_rows(&copy);
    simt_api_now = launch;
}

cudaError_t simt_api_copy_rows(const struct simt_copy *c) {
    if ((unsigned)c->kind > cudaMemcpyDefault)
        return simt_api_misuse(cudaErrorInvalidMemcpyDirection, " with a kind of %d", (int)c->kind);
    if (c->width == 0 || c->height == 0)
        return cudaSuccess;
    if (c->width > c->to_pitch || c->width > c->from_pitch)
        return simt_api_misuse(cudaErrorInvalidPitchValue, " of rows longer than the pitch");
    bool to_device = c->kind == cudaMemcpyHostToDevice || c->kind == cudaMemcpyDeviceToDevice;
    bool from_device = c->kind == cudaMemcpyDeviceToHost || c->kind == cudaMemcpyDeviceToDevice;
    cudaError_t error = check_side(c, c->to, extent(c, c->to_pitch), to_device, "destination");
    if (error == cudaSuccess)
        error = check_side(c, c->from, extent(c, c->from_pitch), from_device, "source");
    if (error != cudaSuccess)
        return error;
    if (simt_confinement && !is_devices_own((uintptr_t)c->to))
        simt_confinement->check_target((uintptr_t)c->to, extent(c, c->to_pitch), simt_api_now.stack,
                                       simt_api_now.at);
    if (!c->stream && simt_capture_forbids_default())
        return simt_api_misuse(cudaErrorStreamCaptureImplicit,
                               " in the default stream while another one is captured");
    struct simt_copy captured = *c;
    captured.captured = simt_api_now;
    if (simt_capture_takes(c->stream, SIMT_CAPTURED_COPY, copy_captured, &captured, sizeof captured))
        return cudaSuccess;
    copy_in_order(c);
    remark_on_garbage(c);
    if (is_devices_own((uintptr_t)c->to) != is_devices_own((uintptr_t)c->from))
        simt_host_work.copied_bytes += (uint64_t)c->width * c->height;
    note_copy(c);
    return cudaSuccess;
}

static cudaError_t copy_bytes(void *to, const void *from, size_t size, enum cudaMemcpyKind kind) {
    struct simt_copy c = {to, from, size, size, size, 1, kind, false, NULL, {0}};
    return simt_api_copy_rows(&c);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind) {
    SIMT_API_BEGIN();
    return copy_bytes(to, from, size, kind);
}

cudaError_t simt_memcpy_async(void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
                              cudaStream_t stream) {
    SIMT_API_BEGIN_AS("cudaMemcpyAsync");
    struct simt_copy c = {to, from, size, size, size, 1, kind, true, stream, {0}};
    return simt_api_copy_rows(&c);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind) {
    SIMT_API_BEGIN();
    struct simt_copy c = {to, from, to_pitch, from_pitch, width, height, kind, false, NULL, {0}};
    return simt_api_copy_rows(&c);
}

cudaError_t simt_memcpy_2d_async(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                                 size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
    SIMT_API_BEGIN_AS("cudaMemcpy2DAsync");
    struct simt_copy c = {to, from, to_pitch, from_pitch, width, height, kind, true, stream, {0}};
    return simt_api_copy_rows(&c);
}

cudaError_t simt_symbol_copy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
                             int to_symbol) {
    SIMT_API_BEGIN_AS(to_symbol ? "cudaMemcpyToSymbol" : "cudaMemcpyFromSymbol");
    return copy_bytes(to, from, size, kind);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t size) {
    SIMT_API_BEGIN();
    if (to_device != 0 || from_device != 0)
        return simt_api_misuse(cudaErrorInvalidDevice, " from device %d to device %d; there is one, device 0",
                               from_device, to_device);
    return copy_bytes(to, from, size, cudaMemcpyDeviceToDevice);
}

static enum simt_use use_of_filled(const struct simt_fill *f) {
    bool same = simt_operation_is_recorded() && is_of_device((uintptr_t)f->to);
    for (size_t row = 0; same && row < f->height; row++) {
        const char *at = f->to + row * f->pitch;
        same = *at == (char)f->value && memcmp(at, at + 1, f->width - 1) == 0;
    }
    return same ? SIMT_USE_SAME : SIMT_USE_WRITE;
}

/** Fills, in stream order. The host waits if it can access the memory, too. */
static void fill_in_order(const struct simt_fill *f) {
    simt_memory_open((uintptr_t)f->to, rows_extent(f->pitch, f->width, f->height));
    simt_api_operation_begin(SIMT_OPERATION_CALL, f->stream);
    simt_api_use_rows(use_of_filled(f), f->to, f->pitch, f->width, f->height);
    for (size_t row = 0; row < f->height; row++) {
        const uintptr_t target = simt_variable_alias((uintptr_t)f->to) + row * f->pitch;
        memset(f->to + row * f->pitch, f->value, f->width);
        if (in_device(target))
            simt_mark_initialized(target, f->width, true);
    }
    simt_operation_end(false);
    if (!f->async && !is_of_device((uintptr_t)f->to))
        simt_api_wait_for_stream(f->stream);
}

static void fill_captured(void *data, const void *stream) {
    struct simt_fill fill = *(const struct simt_fill *)data;
    fill.stream = (cudaStream_t)(uintptr_t)stream;
    const struct simt_api_caller launch = simt_api_replay(&fill.captured);
    simt_api_fill_rows(&fill);
    simt_api_now = launch;
}

cudaError_t simt_api_fill_rows(const struct simt_fill *f) {
    if (f->width == 0 || f->height == 0)
        return cudaSuccess;
    if (f->width > f->pitch)
        return simt_api_misuse(cudaErrorInvalidPitchValue, " of rows longer than the pitch");
    enum simt_pointee pointee =
        simt_pointee_of(f->to, rows_extent(f->pitch, f->width, f->height), "destination");
    if (pointee == POINTEE_BAD)
        return (cudaError_t)simt_status_note(cudaErrorInvalidValue);
    if (pointee == POINTEE_HOST || pointee == POINTEE_UNMAPPED)
        return simt_api_misuse(cudaErrorInvalidValue, ": the destination is %s",
                               pointee == POINTEE_HOST ? "host memory"
                               : f->to                 ? "no memory of this program"
                                                       : "a null pointer");
    struct simt_fill captured = *f;
    captured.captured = simt_api_now;
    if (simt_capture_takes(f->stream, SIMT_CAPTURED_FILL, fill_captured, &captured, sizeof captured))
        return cudaSuccess;
    fill_in_order(f);
    simt_host_call_add(
        (struct simt_host_call){.kind = SIMT_CALL_FILL, .bytes = (uint64_t)f->width * f->height});
    return cudaSuccess;
}

static cudaError_t fill(void *to, size_t pitch, int value, size_t width, size_t height) {
    struct simt_fill f = {to, pitch, value, width, height, false, NULL, {0}};
    return simt_api_fill_rows(&f);
}

cudaError_t cudaMemset(void *pointer, int value, size_t size) {
    SIMT_API_BEGIN();
    return fill(pointer, size, value, size, 1);
}

cudaError_t simt_memset_async(void *pointer, int value, size_t size, cudaStream_t stream) {
    SIMT_API_BEGIN_AS("cudaMemsetAsync");
    struct simt_fill f = {pointer, size, value, size, 1, true, stream, {0}};
    return simt_api_fill_rows(&f);
}

cudaError_t simt_memset_2d_async(void *pointer, size_t pitch, int value, size_t width, size_t height,
                                 cudaStream_t stream) {
    SIMT_API_BEGIN_AS("cudaMemset2DAsync");
    struct simt_fill f = {pointer, pitch, value, width, height, true, stream, {0}};
    return simt_api_fill_rows(&f);
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height) {
    SIMT_API_BEGIN();
    return fill(pointer, pitch, value, width, height);
}

// Three-dimensional memory, slice by slice.

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent) {
    SIMT_API_BEGIN();
    if (!pitched)
        return simt_api_null();
    size_t rows;
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
        rows = SIZE_MAX; /* larger than any device */
    simt_api_target(pitched, sizeof *pitched);
    *pitched = (struct cudaPitchedPtr){.xsize = extent.width, .ysize = extent.height};
    return simt_api_allocate_rows(&pitched->ptr, &pitched->pitch, extent.width, rows);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent) {
    SIMT_API_BEGIN();
    for (size_t z = 0; z < extent.depth; z++) {
        cudaError_t error = fill((char *)pitched.ptr + z * pitched.ysize * pitched.pitch, pitched.pitch,
                                 value, extent.width, extent.height);
        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

/** The start of slice @p z of a copy. */
static char *slice_of(const struct cudaPitchedPtr *pitched, const struct cudaPos *from, size_t z) {
    return (char *)pitched->ptr + ((from->z + z) * pitched->ysize + from->y) * pitched->pitch + from->x;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters) {
    SIMT_API_BEGIN();
    /* The copy may go over them. */
    struct cudaMemcpy3DParms given = parameters ? *parameters : (struct cudaMemcpy3DParms){0};
    const struct cudaMemcpy3DParms *p = &given;
    if (!simt_array_as_rows(&given))
        return simt_api_misuse(cudaErrorInvalidValue,
                               ": there is no such array, or the copy is not within it");
    if (!p->srcPtr.ptr || !p->dstPtr.ptr)
        return simt_api_misuse(cudaErrorInvalidValue, " was given no source or no destination");
    for (size_t z = 0; z < p->extent.depth; z++) {
        struct simt_copy copy = {.to = slice_of(&p->dstPtr, &p->dstPos, z),
                                 .from = slice_of(&p->srcPtr, &p->srcPos, z),
                                 .to_pitch = p->dstPtr.pitch,
                                 .from_pitch = p->srcPtr.pitch,
                                 .width = p->extent.width,
                                 .height = p->extent.height,
                                 .kind = p->kind};
        cudaError_t error = simt_api_copy_rows(&copy);
        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}
