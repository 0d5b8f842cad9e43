// Texture objects: what was created, and how a fetch finds its texels and makes a number of them.
#include "simt/textures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "engine/exec/machine.h"
#include "engine/report/errors.h"
#include "simt/rounded_math.h"

enum {
    ALIGNMENT = 512,
    PITCH_ALIGNMENT = 32,
    DIMENSIONS = 3,
    PARTS = 256 /* of a texel, as weights count */
};

/** A texture object. */
struct simt_texture {
    struct cudaResourceDesc resource; /**< as given */
    struct cudaTextureDesc how;       /**< as given */
    bool live;                        /**< it was not destroyed */
    const char *first;                /**< its first texel */
    size_t pitch;                     /**< bytes from a row to the next */
    size_t slice;                     /**< bytes from a slice to the next */
    uint32_t extent[DIMENSIONS];      /**< texels; at least 1 */
    int dimensions;                   /**< of an array or of rows; 0: linear memory */
    struct cudaChannelFormatDesc desc;
    uint32_t size; /**< bytes of a texel */
};

static struct simt_texture **textures;
static size_t texture_count;

static struct simt_texture *find(cudaTextureObject_t object) {
    return object > 0 && object <= texture_count && textures[object - 1]->live ? textures[object - 1] : NULL;
}

/** Takes what is said of the memory. @return NULL, or what is wrong */
static const char *take_memory(struct simt_texture *t, const void *pointer,
                               const struct cudaChannelFormatDesc *desc, size_t width, size_t height,
                               size_t pitch) {
    t->first = pointer;
    t->desc = *desc;
    t->size = (uint32_t)simt_element_bytes(desc);
    t->pitch = pitch;
    if (t->size == 0)
        return "texels of a format that there is not";
    if (!pointer || (uintptr_t)pointer % ALIGNMENT != 0)
        return "memory that does not begin at a multiple of textureAlignment, 512 bytes";
    if (width == 0 || height == 0 || width > UINT32_MAX || height > UINT32_MAX)
        return "no texels, or too many";
    t->extent[0] = (uint32_t)width;
    t->extent[1] = (uint32_t)height;
    t->extent[2] = 1;
    return NULL;
}

static const char *take_array(struct simt_texture *t, const struct cudaArray *a) {
    if (!simt_array_exists(a))
        return "an array that there is not";
    t->dimensions = a->extent.depth ? 3 : a->extent.height ? 2 : 1;
    t->slice = a->memory.pitch * a->memory.ysize;
    const char *wrong =
        take_memory(t, a->memory.ptr, &a->desc, a->extent.width, a->memory.ysize, a->memory.pitch);
    t->extent[2] = a->extent.depth ? (uint32_t)a->extent.depth : 1;
    return wrong;
}

static const char *take_resource(struct simt_texture *t, const struct cudaResourceDesc *r) {
    const char *wrong;
    size_t element;
    switch (r->resType) {
    case cudaResourceTypeArray:
        return take_array(t, r->res.array.array);
    case cudaResourceTypeLinear:
        element = simt_element_bytes(&r->res.linear.desc);
        return take_memory(t, r->res.linear.devPtr, &r->res.linear.desc,
                           element ? r->res.linear.sizeInBytes / element : 0, 1, 0);
    case cudaResourceTypePitch2D:
        t->dimensions = 2;
        wrong = take_memory(t, r->res.pitch2D.devPtr, &r->res.pitch2D.desc, r->res.pitch2D.width,
                            r->res.pitch2D.height, r->res.pitch2D.pitchInBytes);
        if (!wrong && (t->pitch % PITCH_ALIGNMENT != 0 || t->pitch < r->res.pitch2D.width * t->size))
            wrong = "a pitch that is no multiple of texturePitchAlignment, 32 bytes, or less than a row";
        return wrong;
    default:
        return "a mipmapped array, which the engine lacks";
    }
}

/** Whether fetches give floats. */
static bool gives_floats(const struct simt_texture *t) {
    return t->desc.f == cudaChannelFormatKindFloat || t->how.readMode == cudaReadModeNormalizedFloat;
}

static const char *take_settings(struct simt_texture *t, const struct cudaTextureDesc *how) {
    t->how = *how;
    if (how->filterMode == cudaFilterModeLinear && t->dimensions > 0 && !gives_floats(t))
        return "a linear filter of integers, which needs cudaReadModeNormalizedFloat";
    if (how->readMode == cudaReadModeNormalizedFloat && t->desc.f != cudaChannelFormatKindFloat &&
        t->desc.x == 32)
        return "cudaReadModeNormalizedFloat of integers of 32 bits";
    if (how->sRGB || how->maxAnisotropy > 1)
        return "sRGB or anisotropy, which the engine lacks";
    return NULL;
}

/** Checks the memory of a texture that is no array. */
static cudaError_t check_memory(const struct simt_texture *t) {
    const size_t bytes = t->dimensions == 0 ? (size_t)t->extent[0] * t->size
                                            : (t->extent[1] - 1) * t->pitch + (size_t)t->extent[0] * t->size;
    switch (simt_pointee_of(t->first, bytes, "texture")) {
    case POINTEE_DEVICE:
    case POINTEE_BOTH:
        return cudaSuccess;
    case POINTEE_BAD:
        return cudaErrorInvalidValue;
    default:
        return simt_api_misuse(cudaErrorInvalidValue, ": the texture is in host memory");
    }
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view) {
    SIMT_API_BEGIN();
    if (!object || !resource || !texture)
        return simt_api_null();
    if (view)
        return simt_api_misuse(cudaErrorNotSupported, " with a view, which the engine lacks");
    struct simt_texture taken = {.resource = *resource, .live = true};
    const char *wrong = take_resource(&taken, resource);
    wrong = wrong ? wrong : take_settings(&taken, texture);
    if (wrong)
        return simt_api_misuse(cudaErrorInvalidValue, " of %s", wrong);
    if (resource->resType != cudaResourceTypeArray && check_memory(&taken) != cudaSuccess)
        return cudaErrorInvalidValue;
    struct simt_texture **grown = realloc(textures, (texture_count + 1) * sizeof(struct simt_texture *)),
                        *made = malloc(sizeof *made);
    textures = grown ? grown : textures;
    if (!grown || !made) {
        free(made);
        return cudaErrorMemoryAllocation;
    }
    *made = taken;
    textures[texture_count++] = made;
    SIMT_API_STORE(object, texture_count);
    return cudaSuccess;
}

static cudaError_t refuse(void) {
    return simt_api_misuse(cudaErrorInvalidValue, ": there is no such texture object");
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
    SIMT_API_BEGIN();
    if (!object)
        return cudaSuccess;
    if (!find(object))
        return refuse();
    find(object)->live = false;
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource, cudaTextureObject_t object) {
    SIMT_API_BEGIN();
    if (!find(object))
        return refuse();
    SIMT_API_GIVE(resource, find(object)->resource);
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *texture, cudaTextureObject_t object) {
    SIMT_API_BEGIN();
    if (!find(object))
        return refuse();
    SIMT_API_GIVE(texture, find(object)->how);
}

// Fetches

/** The place of texel @p i along a dimension of @p n, by the address mode; -1: it is outside. */
static int64_t addressed(const struct simt_texture *t, int dimension, int64_t i) {
    const int64_t n = t->extent[dimension];
    enum cudaTextureAddressMode mode = t->how.addressMode[dimension];
    if (i >= 0 && i < n)
        return i;
    if (!t->how.normalizedCoords && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror))
        mode = cudaAddressModeClamp;
    switch (mode) {
    case cudaAddressModeBorder:
        return -1;
    case cudaAddressModeWrap:
        return (i % n + n) % n;
    case cudaAddressModeMirror:
        i = (i % (2 * n) + 2 * n) % (2 * n);
        return i < n ? i : 2 * n - 1 - i;
    default:
        return i < 0 ? 0 : n - 1;
    }
}

/** The texels that a coordinate lies between, and the share of the second in 256ths. */
struct between {
    int64_t first;
    int parts; /**< 0: it is the first alone */
};

static struct between between(const struct simt_texture *t, int dimension, float x) {
    static const float FAR = 1 << 28; /* beyond every texture, also when it is counted in parts */
    double at = t->how.normalizedCoords ? (double)x * t->extent[dimension] : (double)x;
    at = isnan(at) ? 0 : fmin(fmax(at, -FAR), FAR);
    if (t->how.filterMode == cudaFilterModePoint)
        return (struct between){.first = (int64_t)floor(at)};
    const int64_t parts = (int64_t)floor((at - 0.5) * PARTS + 0.5);
    const int64_t first = parts >= 0 ? parts / PARTS : -((PARTS - 1 - parts) / PARTS);
    return (struct between){.first = first, .parts = (int)(parts - first * PARTS)};
}

/** Adds a texel; what is outside has the border's color. */
static void add_texel(struct simt_texels *out, const struct simt_texture *t, const int64_t place[DIMENSIONS],
                      float weight) {
    const bool outside = place[0] < 0 || place[1] < 0 || place[2] < 0;
    out->weight[out->count] = weight;
    out->at[out->count++] = outside ? NULL
                                    : t->first + (size_t)place[2] * t->slice + (size_t)place[1] * t->pitch +
                                          (size_t)place[0] * t->size;
}

/** Dimensions in which a fetch looks for texels. A GPU takes one dimension as a row of two, at y = 0: there a
 * linear filter lies half in the border. Measured on an H200. */
static int dimensions_filtered(const struct simt_texture *t) {
    return t->dimensions == 1 && t->how.filterMode == cudaFilterModeLinear &&
                   t->how.addressMode[1] == cudaAddressModeBorder
               ? 2
               : t->dimensions;
}

static void find_texels(struct simt_texels *out, const struct simt_texture *t, const float at[DIMENSIONS]) {
    struct between b[DIMENSIONS] = {{0}};
    const int dimensions = dimensions_filtered(t);
    for (int d = 0; d < dimensions; d++)
        b[d] = between(t, d, d < t->dimensions ? at[d] : 0);
    for (unsigned corner = 0; corner < 1u << dimensions; corner++) {
        int64_t place[DIMENSIONS] = {0};
        float weight = 1;
        for (int d = 0; d < dimensions; d++) {
            const bool second = corner >> d & 1;
            weight *= (float)(second ? b[d].parts : PARTS - b[d].parts) / PARTS;
            place[d] = addressed(t, d, b[d].first + second);
        }
        if (weight > 0)
            add_texel(out, t, place, weight);
    }
}

static _Noreturn void refuse_fetch(const char *function, const char *of, uintptr_t at) {
    const struct simt_actor here = simt_actor_at(at);
    simt_error_add(SIMT_API, SIMT_SPACE_GLOBAL, &here, NULL, "%s of %s ends the kernel", function, of);
    simt_abort_launch(cudaErrorIllegalAddress);
}

void simt_texture_find(cudaTextureObject_t object, enum simt_fetch fetch, int index, float x, float y,
                       float z, struct simt_texels *texels) {
    static const char *const names[] = {"tex1Dfetch", "tex1D", "tex2D", "tex3D"};
    const struct simt_texture *t = find(object);
    const uintptr_t at = SIMT_API_CALLER;
    simt_confined_store(texels, sizeof *texels);
    if (!simt_self())
        simt_unsupported("a fetch from a texture in host code");
    if (!t)
        refuse_fetch(names[fetch], "a texture object that there is not, or that was destroyed", at);
    if ((fetch == SIMT_TEX1DFETCH) != (t->dimensions == 0) || (t->dimensions && t->dimensions != (int)fetch))
        refuse_fetch(names[fetch], "a texture of another kind or dimension", at);
    texels->texture = t;
    texels->size = t->size;
    texels->count = 0;
    if (fetch == SIMT_TEX1DFETCH)
        add_texel(texels, t, (int64_t[]){(uint32_t)index < t->extent[0] ? index : -1, 0, 0}, 1);
    else
        find_texels(texels, t, (float[]){x, y, z});
}

/** Channel @p c of a texel, as a number. */
static double channel_of(const struct simt_texture *t, const unsigned char *bytes, unsigned c) {
    uint32_t bits = 0;
    float real;
    memcpy(&bits, bytes + c * (unsigned)t->desc.x / 8, (size_t)t->desc.x / 8);
    if (t->desc.f == cudaChannelFormatKindFloat && t->desc.x == 16)
        return simt_half_value((uint16_t)bits);
    if (t->desc.f == cudaChannelFormatKindFloat) {
        memcpy(&real, &bits, sizeof real);
        return real;
    }
    if (t->desc.f == cudaChannelFormatKindUnsigned)
        return bits;
    return t->desc.x == 8 ? (int8_t)bits : t->desc.x == 16 ? (int16_t)bits : (int32_t)bits;
}

/** The same as a fetch gives it, in [0, 1] or [-1, 1] if the texture says so. */
static double value_of(const struct simt_texture *t, const struct simt_texels *texels, unsigned i,
                       unsigned c) {
    const bool is_signed = t->desc.f == cudaChannelFormatKindSigned;
    if (!texels->at[i])
        return gives_floats(t) ? (double)t->how.borderColor[c] : 0;
    const double value = channel_of(t, texels->bytes[i], c);
    if (t->how.readMode == cudaReadModeElementType || t->desc.f == cudaChannelFormatKindFloat)
        return value;
    return fmax(value / ((1u << (t->desc.x - is_signed)) - 1), -1);
}

void simt_texture_filter(struct simt_texels *texels) {
    const struct simt_texture *t = texels->texture;
    const unsigned channels = t->size * 8 / (unsigned)t->desc.x;
    simt_confined_store(texels, sizeof *texels);
    for (unsigned c = 0; c < 4; c++) {
        double sum = 0;
        for (uint32_t i = 0; c < channels && i < texels->count; i++)
            sum += (double)texels->weight[i] * value_of(t, texels, i, c);
        const float real = (float)sum;
        const uint32_t whole = (uint32_t)(int64_t)sum;
        memcpy(&texels->words[c], gives_floats(t) ? (const void *)&real : (const void *)&whole,
               sizeof texels->words[c]);
    }
}
