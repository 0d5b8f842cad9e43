// Three-dimensional memory, slice by slice.
#include "simt/volumes.h"

#include "api.h"
#include "engine/report/status.h"

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent) {
    SIMT_API_BEGIN();
    if (!pitched)
        return simt_api_misuse(cudaErrorInvalidValue, SIMT_API_CALLER, "%s was given a null pointer",
                               __func__);
    *pitched = (struct cudaPitchedPtr){.xsize = extent.width, .ysize = extent.height};
    return simt_api_allocate_rows(&pitched->ptr, &pitched->pitch, extent.width, extent.height * extent.depth,
                                  __func__, SIMT_API_CALLER);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent) {
    SIMT_API_BEGIN();
    for (size_t z = 0; z < extent.depth; z++) {
        cudaError_t error =
            simt_api_fill_rows((char *)pitched.ptr + z * pitched.ysize * pitched.pitch, pitched.pitch, value,
                               extent.width, extent.height, __func__, SIMT_API_CALLER);
        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

/** Where slice @p z of a copy begins. */
static char *slice_of(const struct cudaPitchedPtr *pitched, const struct cudaPos *from, size_t z) {
    return (char *)pitched->ptr + ((from->z + z) * pitched->ysize + from->y) * pitched->pitch + from->x;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p) {
    SIMT_API_BEGIN();
    if (!p || !p->srcPtr.ptr || !p->dstPtr.ptr)
        return simt_api_misuse(cudaErrorInvalidValue, SIMT_API_CALLER,
                               "%s was given no source or no destination", __func__);
    for (size_t z = 0; z < p->extent.depth; z++) {
        struct simt_copy copy = {.to = slice_of(&p->dstPtr, &p->dstPos, z),
                                 .from = slice_of(&p->srcPtr, &p->srcPos, z),
                                 .to_pitch = p->dstPtr.pitch,
                                 .from_pitch = p->srcPtr.pitch,
                                 .width = p->extent.width,
                                 .height = p->extent.height,
                                 .kind = p->kind,
                                 .function = __func__,
                                 .at = SIMT_API_CALLER};
        cudaError_t error = simt_api_copy_rows(&copy);
        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}
