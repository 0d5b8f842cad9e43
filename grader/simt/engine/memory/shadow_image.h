/**
 * @file shadow_image.h
 * @brief The shadow cells of a block's shared memory, saved while other blocks use the same addresses.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** The saved cells. Zeroed: none. */
struct simt_shadow_image {
    struct simt_saved_cell *cells; /**< with their positions; owned */
    size_t count;                  /**< of `cells` */
    size_t capacity;               /**< cells there is room for */
};

/** Empties it. */
void simt_shadow_image_clear(struct simt_shadow_image *image);
/** Adds the cells of the device offsets [low, high) in @p epoch; the program ends if there is no
 * memory. */
void simt_shadow_image_add(struct simt_shadow_image *image, uint64_t low, uint64_t high, uint32_t epoch);
/** Restores them. */
void simt_shadow_image_restore(const struct simt_shadow_image *image);
