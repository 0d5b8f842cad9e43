/**
 * @file batch.h
 * @brief What the lanes of one warp logged in one time slice, and the requests that it is merged into.
 */
#ifndef SIMT_BATCH_H
#define SIMT_BATCH_H

#include <stddef.h>

#include "engine/log/access_log.h"
#include "engine/log/sites.h"

/** A resident block, as events tell of it. */
struct simt_block_event {
    uint32_t place;      /**< among the resident blocks: blocks that are resident together differ in it */
    uint32_t epoch;      /**< of its shared memory */
    uint32_t number;     /**< linear index in the grid */
    uint32_t first_warp; /**< number of its first warp in the launch */
    uint32_t warps;      /**< how many it has */
    uint32_t threads;    /**< how many it has */
};

/** When a lane of a batch logged what: from a row on it was the n-th to run, since it went on after others.
 */
struct simt_lane_order {
    uint32_t count;               /**< of the rows below; 0: it ran without a break */
    uint32_t row[LOG_ROWS + 1];   /**< from each on, ascending */
    uint32_t order[LOG_ROWS + 1]; /**< it was the n-th to run */
};

/** One time slice of a warp. All of its entries are read, but for those that are held up: a lane whose column
 * is full and read to its end stops the others, for its next entry is not known yet. */
struct simt_batch {
    const struct simt_block_event *block;  /**< the warp's */
    uint32_t warp;                         /**< its number in the launch */
    uint64_t (*key)[SIMT_WARP];            /**< first row of the entries; see struct simt_access_log */
    uint32_t lanes;                        /**< those that exist */
    uint32_t open;                         /**< lanes that may yet add entries */
    uint32_t written[SIMT_WARP];           /**< rows, by lane */
    uint32_t read[SIMT_WARP];              /**< of those that have been merged */
    const uint32_t *order;                 /**< which lane ran after which: grows each time a lane goes on */
    uint32_t orders[SIMT_WARP];            /**< room for that */
    const struct simt_lane_order *changes; /**< of lanes that did not run without a break; NULL if all did */
};

/** Which entry was logged after which: grows each time a lane goes on. */
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
/** What stores found. */
static inline uint64_t (*simt_batch_before(const struct simt_batch *batch))[SIMT_WARP] {
    return batch->key + LOG_BEFORE / SIMT_WARP;
}

/** How the addresses of a request lie. What is known of all of them at once need not be asked for each lane;
 * what holds for SIMT_ANY_ADDRESSES holds for all. */
enum simt_address_shape {
    SIMT_ANY_ADDRESSES, /**< each lane has its own */
    SIMT_CONSECUTIVE,   /**< the lanes are a run without gaps, and each address follows the one before it */
    SIMT_ONE_ADDRESS    /**< all lanes have the same */
};

/** One memory instruction of one warp: the unit that is counted and checked. */
struct simt_request {
    const struct simt_batch *batch; /**< where it comes from */
    struct simt_site *site;         /**< the instruction */
    enum simt_log_kind kind;        /**< a load, a store or an atomic */
    unsigned size;                  /**< bytes for each lane */
    bool loose;                     /**< an aggregate is copied: some of its bytes may never be written */
    bool overwrites;                /**< an atomic that stores without regard to what was there */
    bool shared;                    /**< to shared memory; else to global, or to local */
    bool local;                     /**< to local memory */
    enum simt_address_shape shape;  /**< of the addresses */
    uint32_t lanes;                 /**< who takes part */
    uint32_t valid;                 /**< of those, the lanes whose address is aligned and in bounds */
    const uint32_t *row;            /**< by lane: its entry's row */
    uint64_t offset[SIMT_WARP];     /**< by lane: address less SIMT_DEVICE_BASE; of local memory, the place in
                                       the lane's stack, the same for a variable of all lanes */
    uint64_t
        before[SIMT_WARP]; /**< by lane: what a store found there, what an atomic is; of a load, nothing */
};

/** How the addresses of a request's lanes lie; to be asked again when its lanes, offsets or size are changed.
 */
enum simt_address_shape simt_shape_of(const struct simt_request *request);
/** Bytes from the lowest address of a request to behind its highest; 0 if its addresses have no shape. */
static inline unsigned simt_request_span(const struct simt_request *request) {
    return request->shape == SIMT_CONSECUTIVE   ? (unsigned)__builtin_popcount(request->lanes) * request->size
           : request->shape == SIMT_ONE_ADDRESS ? request->size
                                                : 0;
}
/** The address of its lowest lane, which of a request with a shape is the lowest. */
static inline uint64_t simt_request_low(const struct simt_request *request) {
    return request->offset[__builtin_ctz(request->lanes)];
}

/** Lanes of a warp that run a basic block, or a fence, together. */
struct simt_code_event {
    const struct simt_batch *batch;    /**< where it comes from */
    struct simt_site *site;            /**< the place in the code */
    uint32_t lanes;                    /**< who takes part */
    bool device;                       /**< of a fence: for the whole device, not the block alone */
    const struct simt_code_info *info; /**< of a block: its record; NULL if the compiler had no plugin */
};

/** The functions that get what is merged. */
struct simt_log_reader {
    void (*code)(const struct simt_code_event *);  /**< a basic block */
    void (*fence)(const struct simt_code_event *); /**< a fence */
    void (*request)(const struct simt_request *);  /**< a memory instruction; then its stores count as done */
    void (*local)(const struct simt_request *);    /**< one of local memory */
};

/** False if all addresses are taken for SIMT_ANY_ADDRESSES: nothing that is reported may depend on it. */
extern bool simt_shapes_seen;

/** Merges the entries of a batch into instructions of the warp, in lockstep order, as far as the batch is
 * complete. */
void simt_log_merge(struct simt_batch *batch, const struct simt_log_reader *reader);

#endif
