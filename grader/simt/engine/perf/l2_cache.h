/**
 * @file l2_cache.h
 * @brief Who touched each 64 bytes of device memory last: whether a GPU would find them in the second-level
 *        cache.
 */
#ifndef SIMT_GRANULES_H
#define SIMT_GRANULES_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/access_log.h"

/** Who touched a granule last. */
enum simt_touch {
    SIMT_TOUCH_FIRST,   /**< nobody in this launch */
    SIMT_TOUCH_CARRIED, /**< nobody in this launch, but an earlier one */
    SIMT_TOUCH_RECENT,  /**< the same block, or one near in the grid */
    SIMT_TOUCH_AGAIN    /**< another block, far away in the grid */
};

/** A launch begins. */
void simt_granules_begin(uint64_t blocks_beside);
/** A touch of a granule. */
struct simt_touched {
    enum simt_touch last; /**< who had touched it before */
    bool by_other;        /**< another block of this launch has changed something of it */
    uint64_t distance;    /**< bytes that were first touched since */
};
/** Block @p block loads a granule or stores to it. */
struct simt_touched simt_granules_touch(uint64_t offset, uint32_t block);
/** Whether the block was the last that touched the granule in this launch, and if @p changes, the last that
 * changed it: to do so again tells nothing new. */
bool simt_granules_is_held(uint64_t offset, uint32_t block, bool changes);
/** Block @p block has touched the granule at an offset, and changes something of it. */
void simt_granules_change(uint64_t offset, uint32_t block);
/** The granule at an offset is written. @return true for the first time in this launch */
bool simt_granules_write(uint64_t offset);
/** Granules that the launch has written so far. */
uint64_t simt_granules_written(void);
/** Forgets all. */
void simt_granules_forget(void);

#endif
