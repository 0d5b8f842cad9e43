/**
 * @file round.h
 * @brief What the lanes of one warp logged in one turn, as it is handed to the counters and checkers.
 */
#ifndef SIMT_ROUND_H
#define SIMT_ROUND_H

#include "engine/log/access_log.h"
#include "engine/observe/clocks.h"

/** One turn of a warp. All of its records are read, but for those that are held up: a lane whose column is
 * full and read to its end stops the others, for its next record is not known yet. */
struct simt_batch {
    struct simt_checked_warp *warp; /**< whose */
    uint64_t (*key)[SIMT_WARP];     /**< first row of the records; see struct simt_access_log */
    uint32_t lanes;                 /**< those that exist */
    uint32_t open;                  /**< lanes that may yet add records */
    uint32_t written[SIMT_WARP];    /**< rows, by lane */
    uint32_t read[SIMT_WARP];       /**< of those the drain has read so many */
    const uint32_t *turn;           /**< who ran after whom: grows with every turn of a lane */
    uint32_t turns[SIMT_WARP];      /**< room for that */
};

/** The round being drained. */
extern const struct simt_batch *simt_batch_now;

/** The addresses of its records. */
static inline uint64_t (*simt_batch_address(const struct simt_batch *round))[SIMT_WARP] {
    return round->key + LOG_ADDRESS / SIMT_WARP;
}
/** What they found, or when they happened. */
static inline uint64_t (*simt_batch_before(const struct simt_batch *round))[SIMT_WARP] {
    return round->key + LOG_BEFORE / SIMT_WARP;
}

/** Consumes the records of a round in lockstep order, as far as they are complete. */
void simt_drain(struct simt_batch *round);

#endif
