/**
 * @file arrays.h
 * @brief Arrays, as the runtime keeps them: rows of elements in device memory.
 */
#ifndef SIMT_RUNTIME_ARRAYS_H
#define SIMT_RUNTIME_ARRAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "simt/volumes.h"

/** An array; it begins and ends with cudaMallocArray() and cudaFreeArray(). */
struct cudaArray {
    struct cudaArray *next;       /**< of all arrays */
    struct cudaPitchedPtr memory; /**< its rows */
    struct cudaExtent extent;     /**< in elements; height and depth are 0 where there are fewer dimensions */
    struct cudaChannelFormatDesc desc; /**< of an element */
    size_t element;                    /**< bytes of an element */
    unsigned int flags;                /**< as given */
};

/** Whether there is such an array. */
bool simt_array_exists(cudaArray_const_t array);
/** Bytes of an element of this format: 1, 2, 4, 8 or 16; 0 if there is no such format. */
size_t simt_element_bytes(const struct cudaChannelFormatDesc *desc);
/** Makes of a 3D copy with arrays one of rows of bytes. @return false if an array does not exist, or the copy
 * is not within it */
bool simt_array_as_rows(struct cudaMemcpy3DParms *parameters);

#endif
