/**
 * @file granules.h
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
    /** 1 for a first touch in the launch if the other granule of the line has not been touched; -1 if it has:
     * that one is no longer alone; 0 for others */
    int alone;
    bool own; /**< nobody but this block has touched it in this launch, and it does so again */
    /** of such a touch: bytes that the block has brought in meanwhile, of what it uses alone */
    uint64_t own_distance;
    /** likewise, of a store: it will have to be written back, as it was not stored to since it came in */
    bool back;
    bool whole; /**< of such a store: what it does not write is there, for it was loaded */
};
/** What a block brings in from beyond its part of the multiprocessor's cache, of what it uses alone. Its
 * warps run one after another here, and side by side on a multiprocessor: what one of them brings in counts
 * for each. */
struct simt_brought {
    uint32_t near;                    /**< granules that its part of the cache holds */
    uint32_t all;                     /**< granules that it has brought in so far */
    uint32_t of_warp[SIMT_MAX_WARPS]; /**< of them, each warp */
};
/** What a block uses alone. */
struct simt_own_granules {
    struct simt_brought brought;      /**< what came in */
    uint32_t all;                     /**< granules that it has used */
    uint32_t of_warp[SIMT_MAX_WARPS]; /**< of them, those that were new to it with this warp */
    uint32_t warps;                   /**< of the block */
    uint32_t warp;                    /**< of them, the one that touches */
};
/** Block @p block loads a granule or stores to it. @param own of the block; NULL: it is not followed */
struct simt_touched simt_granules_touch(uint64_t offset, uint32_t block, bool is_store,
                                        struct simt_own_granules *own);
/** The same for a granule of its local memory: whoever had it before is gone. */
struct simt_touched simt_granules_touch_local(uint64_t offset, uint32_t block, bool is_store,
                                              struct simt_own_granules *own);
/** Whether the block was the last that touched the granule in this launch, and if @p changes, the last that
 * changed it: to do so again tells nothing new. */
bool simt_granules_is_held(uint64_t offset, uint32_t block, bool changes);
/** Block @p block has touched the granule at an offset, and changes something of it. */
void simt_granules_change(uint64_t offset, uint32_t block);
/** Bytes of the granule at an offset are written. @param was_loaded the launch had loaded it: the cache has
 * the rest of it. @return true for the first time in this launch */
bool simt_granules_write(uint64_t offset, uint32_t bytes, bool was_loaded);
/** What the launch wrote. */
struct simt_written_granules {
    uint64_t all;     /**< granules */
    uint64_t partial; /**< of those, the ones that were not written as a whole */
    uint64_t alone;   /**< of them, those whose line's other granule was not written */
};
/** The same, so far. */
struct simt_written_granules simt_granules_written(void);
/** Forgets all. */
void simt_granules_forget(void);

#endif
