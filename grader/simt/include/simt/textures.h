/**
 * @file textures.h
 * @brief Arrays, and texture objects of one to three dimensions over arrays and device memory. C and C++.
 *
 * A fetch loads each texel that it needs like a kernel's load, so bounds, uninitialised memory and races are
 * checked, and counted: with a linear filter up to 2, 4 or 8 loads. Layers, cubemaps, mipmaps, gathers and
 * surfaces are missing. Source: the CUDA C++ Programming Guide, "Texture Memory" and "Texture Fetching".
 */
#pragma once

#include "simt/runtime_types.h"
#include "simt/volumes.h"

__BEGIN_DECLS

/** @name As in the CUDA Runtime API, "Texture Object Management"
 * @{ */
/** Anything that is not listed there has no meaning here. */
typedef unsigned long long cudaTextureObject_t;
enum cudaResourceType {
    cudaResourceTypeArray = 0,
    cudaResourceTypeMipmappedArray = 1,
    cudaResourceTypeLinear = 2,
    cudaResourceTypePitch2D = 3
};
enum cudaTextureAddressMode {
    cudaAddressModeWrap = 0,
    cudaAddressModeClamp = 1,
    cudaAddressModeMirror = 2,
    cudaAddressModeBorder = 3
};
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
/** @cond CUDA: its members are those of the CUDA Runtime API */
struct cudaResourceDesc {
    enum cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            void *mipmap;
        } mipmap;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t width, height, pitchInBytes;
        } pitch2D;
    } res;
};
struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};
/** @endcond */
/** A view of a part of an array: not supported; calls that pass one fail. */
struct cudaResourceViewDesc {
    int format; /**< unused */
};
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource, cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *texture, cudaTextureObject_t object);
/** @} */

struct simt_texture;
/** The texels of one fetch. */
struct simt_texels {
    const void *at[8];                  /**< the address of each; NULL: outside, in the border */
    unsigned char bytes[8][16];         /**< the loaded value of each */
    float weight[8];                    /**< its share of the result */
    uint32_t count;                     /**< texels: 1, 2, 4 or 8 */
    uint32_t size;                      /**< bytes of each */
    const struct simt_texture *texture; /**< their texture; NULL: none */
    uint32_t words[4];                  /**< the result: numbers of 32 bits, or the bits of floats */
};
/** The names of the functions that fetch. */
enum simt_fetch { SIMT_TEX1DFETCH, SIMT_TEX1D, SIMT_TEX2D, SIMT_TEX3D };
/** Finds the texels of a fetch at these coordinates; tex1Dfetch takes @p index. An unsuitable texture
 * is an error at the caller's line. */
void simt_texture_find(cudaTextureObject_t object, enum simt_fetch fetch, int index, float x, float y,
                       float z, struct simt_texels *texels);
/** Computes the result from the loaded texels. */
void simt_texture_filter(struct simt_texels *texels);

__END_DECLS

#ifdef __cplusplus

#include <type_traits>

#include "simt/abi.h"
#include "simt/qualifiers.h"
#include "simt/vector_types.h"

namespace simt {
/** The element type of a vector, or of a number itself, and the number of elements. */
template <class T, class = void> struct channels_of {
    using type = T;                       /**< of a channel */
    static constexpr unsigned number = 1; /**< of channels */
};
/** The same for vectors. */
template <class T> struct channels_of<T, std::void_t<decltype(T::x)>> {
    using type = std::remove_reference_t<decltype(T::x)>;        /**< of a channel */
    static constexpr unsigned number = sizeof(T) / sizeof(type); /**< of channels */
};
} // namespace simt

/** The format of elements of type T: numbers, and vectors of up to four. */
template <class T> SIMT_HOST_INLINE struct cudaChannelFormatDesc cudaCreateChannelDesc() {
    using channel = typename simt::channels_of<T>::type;
    constexpr int bits = 8 * sizeof(channel), many = simt::channels_of<T>::number;
    return {bits, many > 1 ? bits : 0, many > 2 ? bits : 0, many > 3 ? bits : 0,
            std::is_floating_point_v<channel> ? cudaChannelFormatKindFloat
            : std::is_signed_v<channel>       ? cudaChannelFormatKindSigned
                                              : cudaChannelFormatKindUnsigned};
}

namespace simt {
/** One fetch: finds the texels, loads each, and computes the result. */
template <class T>
SIMT_INLINE T fetch(cudaTextureObject_t object, simt_fetch how, int index, float x, float y, float z) {
    using channel = typename channels_of<T>::type;
    static_assert(sizeof(channel) <= 4, "a texture's numbers have at most 32 bits");
    simt_texels texels;
    channel values[channels_of<T>::number];
    simt_texture_find(object, how, index, x, y, z, &texels);
    for (uint32_t i = 0; i < texels.count; i++)
        if (texels.at[i])
            simt_load(texels.bytes[i], texels.at[i], texels.size);
    simt_texture_filter(&texels);
    for (unsigned i = 0; i < channels_of<T>::number; i++)
        if constexpr (std::is_floating_point_v<channel>)
            values[i] = __builtin_bit_cast(float, texels.words[i]);
        else
            values[i] = static_cast<channel>(texels.words[i]);
    T result;
    __builtin_memcpy(&result, values, sizeof result);
    return result;
}
} // namespace simt

/** @name As in the CUDA C++ Programming Guide, "Texture Object API"
 * @{ */
/** Coordinates are those of texel edges: the first texel extends from 0 to 1. */
template <class T> SIMT_INLINE T tex1Dfetch(cudaTextureObject_t texture, int index) {
    return simt::fetch<T>(texture, SIMT_TEX1DFETCH, index, 0, 0, 0);
}
template <class T> SIMT_INLINE T tex1D(cudaTextureObject_t texture, float x) {
    return simt::fetch<T>(texture, SIMT_TEX1D, 0, x, 0, 0);
}
template <class T> SIMT_INLINE T tex2D(cudaTextureObject_t texture, float x, float y) {
    return simt::fetch<T>(texture, SIMT_TEX2D, 0, x, y, 0);
}
template <class T> SIMT_INLINE T tex3D(cudaTextureObject_t texture, float x, float y, float z) {
    return simt::fetch<T>(texture, SIMT_TEX3D, 0, x, y, z);
}
template <class T> SIMT_INLINE void tex1Dfetch(T *result, cudaTextureObject_t texture, int index) {
    *result = tex1Dfetch<T>(texture, index);
}
template <class T> SIMT_INLINE void tex1D(T *result, cudaTextureObject_t texture, float x) {
    *result = tex1D<T>(texture, x);
}
template <class T> SIMT_INLINE void tex2D(T *result, cudaTextureObject_t texture, float x, float y) {
    *result = tex2D<T>(texture, x, y);
}
template <class T> SIMT_INLINE void tex3D(T *result, cudaTextureObject_t texture, float x, float y, float z) {
    *result = tex3D<T>(texture, x, y, z);
}
/** @} */

#endif
