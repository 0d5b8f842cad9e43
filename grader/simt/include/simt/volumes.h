/**
 * @file volumes.h
 * @brief Three-dimensional memory: cudaMalloc3D and the copies and fills that go with it. C and C++.
 *
 * A volume is rows of a pitch, @c ysize of them a slice; widths are in bytes, as always without arrays.
 */
#ifndef SIMT_VOLUMES_H
#define SIMT_VOLUMES_H

#include "simt/runtime_types.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cudaExtent {
    size_t width, height, depth;
};
struct cudaPos {
    size_t x, y, z;
};
struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};
/** Memory of textures, which the engine does not have: always null here. */
typedef struct cudaArray *cudaArray_t;
struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent extent;
    enum cudaMemcpyKind kind;
};

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent);
cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent);
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters);

#ifdef __cplusplus
}

#include "simt/qualifiers.h"

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
#endif
#endif
