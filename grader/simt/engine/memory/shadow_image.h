/**
 * @file shadow_image.h
 * @brief Who touched the shared memory of a block, put aside while other blocks use the same addresses.
 */
#ifndef SIMT_SHADOW_IMAGE_H
#define SIMT_SHADOW_IMAGE_H

#include <stddef.h>
#include <stdint.h>

/** What is remembered. Zeroed is nothing. */
struct simt_shadow_image {
    struct simt_saved_cell *cells; /**< with their places; owned */
    size_t count;                  /**< of `cells` */
    size_t capacity;               /**< cells there is room for */
};

/** Begins anew. */
void simt_shadow_image_clear(struct simt_shadow_image *image);
/** Adds what is remembered of the device offsets [low, high) in @p epoch; the program ends if there is no
 * memory. */
void simt_shadow_image_add(struct simt_shadow_image *image, uint64_t low, uint64_t high, uint32_t epoch);
/** Brings it back. */
void simt_shadow_image_restore(const struct simt_shadow_image *image);

#endif
