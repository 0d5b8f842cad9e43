/**
 * @file volumes.h
 * @brief Three-dimensional memory: cudaMalloc3D and the copies and fills that go with it. C and C++.
 *
 * A volume consists of slices of @c ysize rows, one row every @c pitch bytes; widths are in bytes.
 */
#ifndef SIMT_VOLUMES_H
#define SIMT_VOLUMES_H

#include "simt/runtime_types.h"

#ifdef __cplusplus
extern "C" {
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
/** Memory of textures, which the engine does not have: always null here. */
typedef struct cudaArray *cudaArray_t;
/** The arguments of cudaMemcpy3D(). */
struct cudaMemcpy3DParms {
    cudaArray_t srcArray;         /**< always null */
    struct cudaPos srcPos;        /**< where in the source to begin */
    struct cudaPitchedPtr srcPtr; /**< the source */
    cudaArray_t dstArray;         /**< always null */
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

#ifdef __cplusplus
}

#include "simt/qualifiers.h"

/** @name The C++ forms
 * @{ */
/** As in the CUDA Runtime API: functions that make the structures, and calls on a stream, which are done when
 * they return. */
SIMT_INLINE struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    return {width, height, depth};
}
SIMT_INLINE struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
SIMT_INLINE struct cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t x, size_t y) {
    return {pointer, pitch, x, y};
}
SIMT_INLINE cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent,
                                          cudaStream_t = nullptr) {
    return cudaMemset3D(pitched, value, extent);
}
SIMT_INLINE cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters,
                                          cudaStream_t = nullptr) {
    return cudaMemcpy3D(parameters);
}
/** @} */
#endif
#endif
