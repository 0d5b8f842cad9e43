/**
 * @file volumes.h
 * @brief Three-dimensional memory: cudaMalloc3D and the copies and fills that go with it. C and C++.
 *
 * A volume consists of slices of @c ysize rows, one row every @c pitch bytes; widths are in bytes, those of
 * arrays in elements.
 */
#pragma once

#include "simt/runtime_types.h"

#ifdef __cplusplus
/** A default argument, which C does not have. */
#define SIMT_DEFAULT(value) = value
extern "C" {
#else
#define SIMT_DEFAULT(value)
#endif

/** The size of a volume. */
struct cudaExtent {
    size_t width;  /**< of a row, in bytes */
    size_t height; /**< rows of a slice */
    size_t depth;  /**< slices */
};
/** A position in a volume. */
struct cudaPos {
    size_t x; /**< bytes into the row */
    size_t y; /**< row */
    size_t z; /**< slice */
};
/** The memory of a volume. */
struct cudaPitchedPtr {
    void *ptr;    /**< its first row */
    size_t pitch; /**< bytes from one row to the next */
    size_t xsize; /**< bytes of a row that are used */
    size_t ysize; /**< rows of a slice */
};
/** @name Arrays: the memory of textures
 * @{ */
/** As in the CUDA Runtime API. Here an array is device memory, row by row. */
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned = 1,
    cudaChannelFormatKindFloat = 2,
    cudaChannelFormatKindNone = 3
};
/** @cond CUDA: its members are those of the CUDA Runtime API */
struct cudaChannelFormatDesc {
    int x, y, z, w;
    enum cudaChannelFormatKind f;
};
/** @endcond */
#define cudaArrayDefault 0x00
#define cudaArrayLayered 0x01
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayCubemap 0x04
#define cudaArrayTextureGather 0x08
/** @} */
/** The arguments of cudaMemcpy3D(). */
struct cudaMemcpy3DParms {
    cudaArray_t srcArray;         /**< the source, if it is an array; else null */
    struct cudaPos srcPos;        /**< where in the source to begin */
    struct cudaPitchedPtr srcPtr; /**< the source */
    cudaArray_t dstArray;         /**< the target, likewise */
    struct cudaPos dstPos;        /**< where in the target to begin */
    struct cudaPitchedPtr dstPtr; /**< the target */
    struct cudaExtent extent;     /**< how much to copy */
    enum cudaMemcpyKind kind;     /**< between which sides */
};

/** @name As in the CUDA Runtime API, "Memory Management"
 * @{ */
/** They allocate, fill and copy volumes, with the checks of the plain calls. @return as those */
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent);
cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent);
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters);
/** @} */

/** @name Arrays
 * @{ */
/** They allocate and copy arrays, with the checks of the plain calls; offsets and widths of copies are in
 * bytes. Flags are accepted for surfaces, not for layers or cubemaps. @return as the plain calls */
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned int flags SIMT_DEFAULT(0));
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width,
                            size_t height SIMT_DEFAULT(0), unsigned int flags SIMT_DEFAULT(0));
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array);
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t size,
                              enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t size,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                  size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                     size_t x, size_t y, size_t width, size_t height,
                                     enum cudaMemcpyKind kind SIMT_DEFAULT(cudaMemcpyDeviceToDevice));
/** @} */

#ifdef __cplusplus
}

#include "simt/qualifiers.h"

/** @name The C++ forms
 * @{ */
/** As in the CUDA Runtime API: functions that make the structures, and calls on a stream, which are done when
 * they return. */
SIMT_HOST_INLINE struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    return {width, height, depth};
}
SIMT_HOST_INLINE struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
SIMT_HOST_INLINE struct cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t x, size_t y) {
    return {pointer, pitch, x, y};
}
SIMT_HOST_INLINE cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value,
                                               struct cudaExtent extent, cudaStream_t = nullptr) {
    return cudaMemset3D(pitched, value, extent);
}
SIMT_HOST_INLINE cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                                      size_t pitch, size_t width, size_t height,
                                                      enum cudaMemcpyKind kind, cudaStream_t = nullptr) {
    return cudaMemcpy2DToArray(to, x, y, from, pitch, width, height, kind);
}
SIMT_HOST_INLINE struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                                    enum cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}
SIMT_HOST_INLINE struct cudaChannelFormatDesc cudaCreateChannelDescHalf() {
    return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
SIMT_HOST_INLINE cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters,
                                               cudaStream_t = nullptr) {
    return cudaMemcpy3D(parameters);
}
/** @} */
#endif
