// Arrays: the memory of textures, kept as rows of device memory.

#include <stdlib.h>

#include "api.h"
#include "engine/memory/heap.h"

static struct cudaArray *arrays;

bool simt_array_exists(cudaArray_const_t array) {
    const struct cudaArray *a = arrays;
    while (a && a != array)
        a = a->next;
    return a != NULL;
}

size_t simt_element_bytes(const struct cudaChannelFormatDesc *desc) {
    const int bits[] = {desc->x, desc->y, desc->z, desc->w};
    size_t channels = 0;
    if (desc->x != 8 && desc->x != 16 && desc->x != 32)
        return 0;
    while (channels < 4 && bits[channels] == desc->x)
        channels++;
    for (size_t i = channels; i < 4; i++)
        if (bits[i] != 0)
            return 0;
    return channels == 3 || (unsigned)desc->f > cudaChannelFormatKindFloat ? 0
                                                                           : channels * (size_t)desc->x / 8;
}

static size_t at_least_one(size_t n) { return n ? n : 1; }

static cudaError_t allocate(cudaArray_t *out, const struct cudaChannelFormatDesc *desc,
                            struct cudaExtent extent, unsigned int flags) {
    if (!out || !desc)
        return simt_api_null();
    const size_t element = simt_element_bytes(desc);
    if (element == 0 || extent.width == 0 || (extent.depth > 0 && extent.height == 0))
        return simt_api_misuse(cudaErrorInvalidValue, " of elements or extents that no array has");
    if (flags & ~(unsigned)(cudaArraySurfaceLoadStore | cudaArrayTextureGather))
        return simt_api_misuse(cudaErrorNotSupported, " of layers or cubemaps, which the engine lacks");
    struct cudaArray *array = calloc(1, sizeof *array);
    size_t rows, bytes;
    if (!array)
        return cudaErrorMemoryAllocation;
    *array = (struct cudaArray){.extent = extent, .desc = *desc, .element = element, .flags = flags};
    if (__builtin_mul_overflow(at_least_one(extent.height), at_least_one(extent.depth), &rows))
        rows = SIZE_MAX;
    if (__builtin_mul_overflow(extent.width, element, &bytes))
        bytes = SIZE_MAX;
    array->memory.xsize = bytes;
    array->memory.ysize = at_least_one(extent.height);
    const cudaError_t error = simt_api_allocate_rows(&array->memory.ptr, &array->memory.pitch, bytes, rows);
    if (error != cudaSuccess) {
        free(array);
        return error;
    }
    array->next = arrays;
    arrays = array;
    SIMT_API_STORE(out, array);
    return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width,
                            size_t height, unsigned int flags) {
    SIMT_API_BEGIN();
    return allocate(array, desc, (struct cudaExtent){width, height, 0}, flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned int flags) {
    SIMT_API_BEGIN();
    return allocate(array, desc, extent, flags);
}

static cudaError_t refuse(void) {
    return simt_api_misuse(cudaErrorInvalidResourceHandle, ": there is no such array");
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    struct cudaArray **link = &arrays;
    SIMT_API_BEGIN();
    if (!array)
        return cudaSuccess;
    if (!simt_array_exists(array))
        return refuse();
    while (*link != array)
        link = &(*link)->next;
    *link = array->next;
    simt_api_wait_for_device();
    const size_t size = simt_heap_find((uintptr_t)array->memory.ptr)->size;
    simt_heap_free((uintptr_t)array->memory.ptr, SIMT_API_CALLER);
    simt_host_call_add((struct simt_host_call){.kind = SIMT_CALL_FREE, .bytes = size});
    free(array);
    return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array) {
    SIMT_API_BEGIN();
    if (!simt_array_exists(array))
        return refuse();
    if (desc)
        SIMT_API_STORE(desc, array->desc);
    if (extent)
        SIMT_API_STORE(extent, array->extent);
    if (flags)
        SIMT_API_STORE(flags, array->flags);
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array) {
    SIMT_API_BEGIN();
    if (!simt_array_exists(array))
        return refuse();
    SIMT_API_GIVE(desc, array->desc);
}

/** Whether rows of bytes, from a place on, are all within an array. */
static bool is_within(const struct cudaArray *a, size_t x, size_t y, size_t width, size_t height) {
    const size_t rows = at_least_one(a->extent.height);
    return x <= a->memory.xsize && width <= a->memory.xsize - x && y <= rows && height <= rows - y;
}

static char *place(const struct cudaArray *a, size_t x, size_t y) {
    return (char *)a->memory.ptr + y * a->memory.pitch + x;
}

/** Copies between arrays, or an array and rows of memory; the array of the other side is NULL. */
static cudaError_t copy(const struct cudaArray *to, size_t to_x, size_t to_y, const struct cudaArray *from,
                        size_t x, size_t y, struct simt_copy c) {
    if ((to && !simt_array_exists(to)) || (from && !simt_array_exists(from)))
        return refuse();
    if ((to && !is_within(to, to_x, to_y, c.width, c.height)) ||
        (from && !is_within(from, x, y, c.width, c.height)))
        return simt_api_misuse(cudaErrorInvalidValue, ": the array has fewer bytes in a row, or rows");
    if (to) {
        c.to = place(to, to_x, to_y);
        c.to_pitch = to->memory.pitch;
    }
    if (from) {
        c.from = place(from, x, y);
        c.from_pitch = from->memory.pitch;
    }
    return simt_api_copy_rows(&c);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind) {
    SIMT_API_BEGIN();
    if (!to)
        return refuse();
    return copy(to, x, y, NULL, 0, 0,
                (struct simt_copy){
                    .from = from, .from_pitch = pitch, .width = width, .height = height, .kind = kind});
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                  size_t width, size_t height, enum cudaMemcpyKind kind) {
    SIMT_API_BEGIN();
    if (!from)
        return refuse();
    return copy(
        NULL, 0, 0, from, x, y,
        (struct simt_copy){.to = to, .to_pitch = pitch, .width = width, .height = height, .kind = kind});
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                     size_t x, size_t y, size_t width, size_t height,
                                     enum cudaMemcpyKind kind) {
    SIMT_API_BEGIN();
    if (!from || !to)
        return refuse();
    return copy(to, to_x, to_y, from, x, y,
                (struct simt_copy){.width = width, .height = height, .kind = kind});
}

/** Bytes that go row by row, the first row from @p x on: a whole number of rows, or less than one. */
static bool rows_of(const struct cudaArray *a, size_t x, size_t size, size_t *width, size_t *height) {
    const size_t row = a->memory.xsize;
    const bool whole = x == 0 && size % row == 0;
    *width = whole ? row : size;
    *height = whole ? size / row : 1;
    return whole || (x <= row && size <= row - x);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t size,
                              enum cudaMemcpyKind kind) {
    SIMT_API_BEGIN();
    struct simt_copy c = {.from = from, .kind = kind};
    if (!simt_array_exists(to))
        return refuse();
    if (!rows_of(to, x, size, &c.width, &c.height))
        return simt_api_misuse(cudaErrorInvalidValue, " of bytes that are not whole rows");
    c.from_pitch = c.width;
    return copy(to, x, y, NULL, 0, 0, c);
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t size,
                                enum cudaMemcpyKind kind) {
    SIMT_API_BEGIN();
    struct simt_copy c = {.to = to, .kind = kind};
    if (!simt_array_exists(from))
        return refuse();
    if (!rows_of(from, x, size, &c.width, &c.height))
        return simt_api_misuse(cudaErrorInvalidValue, " of bytes that are not whole rows");
    c.to_pitch = c.width;
    return copy(NULL, 0, 0, from, x, y, c);
}

/** One side of a 3D copy: an array's rows in place of memory. */
static bool side_as_rows(cudaArray_t array, struct cudaPitchedPtr *memory, struct cudaPos *from,
                         const struct cudaExtent *extent) {
    if (!array)
        return true;
    if (memory->ptr || !simt_array_exists(array))
        return false;
    const struct cudaExtent *all = &array->extent;
    const bool within =
        from->x <= all->width && extent->width <= all->width - from->x &&
        from->y <= at_least_one(all->height) && extent->height <= at_least_one(all->height) - from->y &&
        from->z <= at_least_one(all->depth) && extent->depth <= at_least_one(all->depth) - from->z;
    *memory = array->memory;
    from->x *= array->element;
    return within;
}

bool simt_array_as_rows(struct cudaMemcpy3DParms *p) {
    const struct cudaArray *array = p->dstArray ? p->dstArray : p->srcArray;
    if (!side_as_rows(p->srcArray, &p->srcPtr, &p->srcPos, &p->extent) ||
        !side_as_rows(p->dstArray, &p->dstPtr, &p->dstPos, &p->extent))
        return false;
    if (array)
        p->extent.width *= array->element;
    return true;
}
