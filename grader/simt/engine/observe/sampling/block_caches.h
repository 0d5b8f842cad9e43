/**
 * @file block_caches.h
 * @brief What a sampled block finds in its part of the caches: of each request, how much comes from where.
 */
#ifndef SIMT_BLOCK_CACHES_H
#define SIMT_BLOCK_CACHES_H

#include "engine/log/batch.h"
#include "engine/model/sample.h"
#include "engine/observe/sampling/device_touches.h"
#include "engine/observe/sampling/granules.h"
#include "engine/observe/sampling/line_uses.h"
#include "engine/observe/sampling/near_cache.h"

/** The caches of a block that runs. */
struct simt_block_caches {
    struct simt_near_cache near;  /**< its part of the multiprocessor's cache */
    struct simt_near_cache close; /**< the close one (SIMT_CLOSE_PART) */
    struct simt_line_uses uses;   /**< of lines, by its warps */
    struct simt_own_granules own; /**< what it uses alone */
};

/** A block of so many warps begins. @param near_bytes, close_bytes of its caches */
void simt_block_caches_begin(struct simt_block_caches *caches, uint64_t near_bytes, uint64_t close_bytes,
                             uint32_t warps);
/** A request to global or local memory passes the caches: fills in the operation that stands for it.
 * @param touches what it has touched of device memory */
void simt_block_caches_pass(struct simt_block_caches *caches, const struct simt_request *request,
                            const struct simt_device_touches *touches, struct simt_warp_operation *operation);

#endif
