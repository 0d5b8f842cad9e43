/**
 * @file local_requests.h
 * @brief Requests to local memory, as requests to the device memory that it lies in.
 *
 * Words of 32 bits of a warp's lanes lie side by side there: lanes with one index use one line, and lanes
 * with indices of their own a sector each. A store goes on to the second-level cache, as one to global memory
 * does, but leaves its line in the first one. So it was measured on an H100: of stores of 32 lanes at random
 * indices of 32 words all sectors came to the second-level cache, and all loads behind them were found.
 */
#ifndef SIMT_LOCAL_REQUESTS_H
#define SIMT_LOCAL_REQUESTS_H

#include "engine/log/batch.h"

/** The request with offsets that no other memory has. Blocks that are resident together have different ones.
 */
struct simt_request simt_local_request(const struct simt_request *request);

#endif
