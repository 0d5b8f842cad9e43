/**
 * @file awaited_words.h
 * @brief Which operations of sampled blocks wait for another block of the launch, and which publish what
 *        another one waits for.
 *
 * A volatile or atomic load of what another block has written waits, and so does an atomic that changes
 * nothing, such as atomicOr(p, 0), if none of the same place in the code does. A store, or another atomic,
 * publishes if some block waits by the word that it stores to; that is known only when the launch has ended.
 */
#ifndef SIMT_AWAITED_WORDS_H
#define SIMT_AWAITED_WORDS_H

#include "engine/log/batch.h"
#include "engine/perf/sample.h"

/** A launch begins. */
void simt_awaited_words_begin(void);
/** Sees an atomic of the launch that changes something, before simt_awaits_other(). */
void simt_awaited_words_see(uintptr_t changing_at);
/** Whether a request waits for another block. @param by_other another block has changed something of
 * its memory */
bool simt_awaits_other(const struct simt_request *request, bool by_other);
/** Notes that the latest operation of warp @p warp of a sampled block is this request. @param awaits as
 * simt_awaits_other() said */
void simt_awaited_words_note(struct simt_block_sample *block, uint32_t warp,
                             const struct simt_request *request, bool awaits);
/** Marks the stores that published something, now that all readers are known, and tells whether the blocks
 * of the sample form a chain. */
void simt_awaited_words_end(struct simt_sample *sample);

#endif
