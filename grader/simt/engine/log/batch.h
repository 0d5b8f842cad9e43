/**
 * @file batch.h
 * @brief The actions of one warp's lanes in one time slice, and the requests that they are merged into.
 */
#pragma once

#include <stddef.h>

#include "engine/log/access_log.h"
#include "engine/log/sites.h"

/** A resident block, as described by events. */
struct simt_block_event {
    uint32_t place;      /**< its slot: blocks that are resident together have different ones */
    uint32_t epoch;      /**< of its shared memory */
    uint32_t number;     /**< linear index in the grid */
    uint32_t first_warp; /**< number of its first warp in the launch */
    uint32_t warps;      /**< number of warps */
    uint32_t threads;    /**< number of threads */
};

/** The order of a lane's entries in a batch: from each row on it was the n-th to run, after it had resumed.
 */
struct simt_lane_order {
    uint32_t count;               /**< of the rows below; 0: it ran without interruption */
    uint32_t row[LOG_ROWS + 1];   /**< from each on, ascending */
    uint32_t order[LOG_ROWS + 1]; /**< it was the n-th to run */
};

/** One time slice of a warp. All of its entries are read, except those held back: a lane whose column is full
 * and read to its end stops the others, because its next entry is not known yet. */
struct simt_batch {
    const struct simt_block_event *block;  /**< the warp's */
    uint32_t warp;                         /**< its number in the launch */
    uint64_t (*key)[SIMT_WARP];            /**< first row of the entries; see struct simt_access_log */
    uint32_t lanes;                        /**< those that exist */
    uint32_t open;                         /**< lanes that may yet add entries */
    uint32_t written[SIMT_WARP];           /**< rows, by lane */
    uint32_t read[SIMT_WARP];              /**< of those that have been merged */
    const uint32_t *order;                 /**< the order of the lanes: grows each time a lane resumes */
    uint32_t orders[SIMT_WARP];            /**< room for that */
    const struct simt_lane_order *changes; /**< of lanes that were interrupted; NULL if none was */
};

/** The order of an entry: grows each time a lane resumes. */
static inline uint32_t simt_batch_order(const struct simt_batch *batch, uint32_t row, unsigned lane) {
    const struct simt_lane_order *changes = batch->changes ? &batch->changes[lane] : NULL;
    uint32_t from = 0, end = changes ? changes->count : 0;
    if (end == 0)
        return batch->order[lane];
    while (end - from > 1) {
        const uint32_t middle = from + (end - from) / 2;
        if (changes->row[middle] <= row)
            from = middle;
        else
            end = middle;
    }
    return changes->order[from];
}

/** The addresses of its entries. */
static inline uint64_t (*simt_batch_address(const struct simt_batch *batch))[SIMT_WARP] {
    return batch->key + LOG_ADDRESS / SIMT_WARP;
}
/** The values before stores. */
static inline uint64_t (*simt_batch_before(const struct simt_batch *batch))[SIMT_WARP] {
    return batch->key + LOG_BEFORE / SIMT_WARP;
}

/** The pattern of a request's addresses. Where a pattern is known, lanes need not be examined one by one;
 * code that handles SIMT_ANY_ADDRESSES handles all. */
enum simt_address_shape {
    SIMT_ANY_ADDRESSES, /**< each lane has its own */
    SIMT_CONSECUTIVE,   /**< consecutive lanes without gaps, whose addresses are consecutive */
    SIMT_ONE_ADDRESS    /**< all lanes have the same */
};

/** One memory instruction of one warp: the unit that is counted and checked. */
struct simt_request {
    const struct simt_batch *batch; /**< its origin */
    struct simt_site *site;         /**< the instruction */
    enum simt_log_kind kind;        /**< a load, a store or an atomic */
    unsigned size;                  /**< bytes for each lane */
    bool loose;                     /**< an aggregate is copied: some of its bytes may never be written */
    bool overwrites;                /**< an atomic that stores regardless of the old value */
    bool shared;                    /**< to shared memory; else to global, or to local */
    bool local;                     /**< to local memory */
    enum simt_address_shape shape;  /**< of the addresses */
    uint32_t lanes;                 /**< the active lanes */
    uint32_t valid;                 /**< of those, the lanes whose address is aligned and in bounds */
    const uint32_t *row;            /**< by lane: its entry's row */
    uint64_t offset[SIMT_WARP];     /**< by lane: address less SIMT_DEVICE_BASE; local memory: the offset in
                                       the lane's stack, the same for a variable of all lanes */
    uint64_t
        before[SIMT_WARP]; /**< by lane: the value before a store, the class of an atomic; unset for a load */
};

/** The pattern of a request's addresses; to be called again when its lanes, offsets or size have changed.
 */
enum simt_address_shape simt_shape_of(const struct simt_request *request);
/** Bytes from a request's lowest address to the end of its highest; 0 if its addresses have no pattern. */
static inline unsigned simt_request_span(const struct simt_request *request) {
    return request->shape == SIMT_CONSECUTIVE   ? (unsigned)__builtin_popcount(request->lanes) * request->size
           : request->shape == SIMT_ONE_ADDRESS ? request->size
                                                : 0;
}
/** The address of its lowest lane, which is the lowest address if there is a pattern. */
static inline uint64_t simt_request_low(const struct simt_request *request) {
    return request->offset[__builtin_ctz(request->lanes)];
}

/** Lanes of a warp that run a basic block, or a fence, together. */
struct simt_code_event {
    const struct simt_batch *batch;    /**< its origin */
    struct simt_site *site;            /**< the code address */
    uint32_t lanes;                    /**< the active lanes */
    bool device;                       /**< of a fence: for the whole device, not the block alone */
    const struct simt_code_info *info; /**< of a block: its record; NULL if the compiler had no plugin */
};

/** The functions that receive the merged events. */
struct simt_log_reader {
    void (*code)(const struct simt_code_event *);  /**< a basic block */
    void (*fence)(const struct simt_code_event *); /**< a fence */
    void (*request)(const struct simt_request *);  /**< a memory instruction; then its stores count as done */
    void (*local)(const struct simt_request *);    /**< one of local memory */
};

/** False if all addresses are treated as SIMT_ANY_ADDRESSES: no report may depend on it. */
extern bool simt_shapes_seen;

/** Merges the entries of a batch into instructions of the warp, in lockstep order, as far as the batch is
 * complete. */
void simt_log_merge(struct simt_batch *batch, const struct simt_log_reader *reader);
