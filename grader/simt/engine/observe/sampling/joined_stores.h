/**
 * @file joined_stores.h
 * @brief Stores that leave a multiprocessor together.
 *
 * A store of a warp waits for a moment before it leaves. If the warp's next request is a store to the same
 * lines, both leave as one. Measured on an H100 with stores of 2 to 16 words side by side by each thread: of
 * two stores to 2 lines, or three to 3, nearly all sectors leave once; of four to 4 lines twice; of six to 6
 * lines none are joined, nor with a barrier, a load or a store to other lines in between.
 */
#ifndef SIMT_JOINED_STORES_H
#define SIMT_JOINED_STORES_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/batch.h"

/** Lines of which any number of stores are joined, and of which two are. */
enum { SIMT_JOINED_LINES = 3, SIMT_PAIRED_LINES = 4 };

/** The last request of a warp, if it was a store to few lines. */
struct simt_joined_stores {
    uint64_t sectors[4 * SIMT_PAIRED_LINES]; /**< their numbers, ascending */
    uint8_t written[4 * SIMT_PAIRED_LINES];  /**< bytes of each */
    uint32_t count;                          /**< of them; 0: there is no such store */
    uint32_t stores;                         /**< that have been joined */
    uint32_t operation;                      /**< number of the warp's operation that stands for them */
};

/** Anything but a store to global memory comes in between. */
void simt_joined_stores_forget(struct simt_joined_stores *joined);
/**
 * A store to global memory.
 * @param lines that it writes to
 * @param partial if it is to few lines, receives the sectors that all joined stores do not write as a whole
 * @return whether it is joined with the one before
 */
bool simt_joined_stores_add(struct simt_joined_stores *joined, const struct simt_request *request,
                            unsigned lines, unsigned *partial);

#endif
