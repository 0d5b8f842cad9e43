/**
 * @file transactions.h
 * @brief The memory transactions of a request, as Nsight Compute counts them: sectors of global memory,
 *        wavefronts of shared memory, lanes of an atomic one after the other.
 */
#pragma once

#include "engine/log/batch.h"

/** True if all lanes of a request have one address: hardware fetches the word once. */
bool simt_is_broadcast(const struct simt_request *request);
/** Sectors of a request to global memory, wavefronts of one to shared memory. */
uint64_t simt_transactions_of(const struct simt_request *request);
/** Wavefronts of a load in the L1 cache, which keeps its lines in the banks of shared memory. */
uint64_t simt_wavefronts_of(const struct simt_request *request);
/** The most lanes with one address: they are serialised. */
uint64_t simt_serialization_of(const struct simt_request *request);
/** The pieces of 2^@p size_log2 bytes, 32 or more, that a request touches, each once.
 * @param places receives their numbers, SIMT_WARP at most
 * @return how many */
unsigned simt_places_of(const struct simt_request *request, unsigned size_log2, uint64_t *places);
/** Bytes that a request moves, in parts of 128, rounded up. */
unsigned simt_quads_of(const struct simt_request *request);
/** Of the sectors that a store touches, those that it does not write as a whole. */
unsigned simt_partial_sectors_of(const struct simt_request *request);
