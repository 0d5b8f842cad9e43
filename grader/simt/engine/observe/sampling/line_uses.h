/**
 * @file line_uses.h
 * @brief When a warp of a sampled block used a line of memory last, counted in its requests.
 *
 * How much memory lies between two uses may grow with the size of the input. The requests between them do
 * not, as long as the loop that makes them stays the same.
 */
#ifndef SIMT_LINE_USES_H
#define SIMT_LINE_USES_H

#include <stdint.h>

#include "engine/log/batch.h"

/** Lines that are remembered of a block. */
enum { SIMT_LINE_USES = 4096 };

/** The latest uses of lines by the warps of a block, by a hash of line and warp. */
struct simt_line_uses {
    uint64_t line[SIMT_LINE_USES];     /**< number of the line and of the warp; 0: none */
    uint32_t used[SIMT_LINE_USES];     /**< the number of the request that used it last */
    uint32_t requests[SIMT_MAX_WARPS]; /**< of each warp so far */
};

/** The active lanes of a request whose addresses are a multiple of the lane's number apart; 0 if they are
 * not. */
uint8_t simt_evenly_apart(const struct simt_request *request);
/** A block begins. */
void simt_line_uses_begin(struct simt_line_uses *uses);
/**
 * A warp makes a request to some lines.
 * @return how many requests ago it used one of them last, the most of all lines and at most 255; 0 if it used
 *         none of them before
 */
uint8_t simt_line_uses_note(struct simt_line_uses *uses, uint32_t warp, const uint64_t *lines,
                            unsigned count);

#endif
