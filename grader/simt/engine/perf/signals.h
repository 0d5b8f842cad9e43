/**
 * @file signals.h
 * @brief Which operations of sampled blocks wait for another block of the launch, and which publish a value
 *        that another one waits for.
 *
 * A volatile or atomic load of a word that another block has written waits, and so does an atomic that
 * changes nothing, such as atomicOr(p, 0), if no atomic of the same place in the code changes anything. A
 * store, or another atomic, publishes if some block waits by the word that it stores to; that is known only
 * when the launch has ended.
 */
#pragma once

#include "engine/log/batch.h"
#include "engine/observe/observer.h"
#include "engine/perf/sample.h"

/** A launch begins. */
void simt_signals_begin(void);
/** Sees an atomic of the launch that changes something, before simt_signals_await(). */
void simt_signals_change(uintptr_t changing_at);
/** Whether a request waits for another block. @param by_other another block has changed something of
 * its memory */
bool simt_signals_await(const struct simt_request *request, bool by_other);
/** Sees an access of a block that is not sampled: simt_signals_end() asks whether a sampled one stores to
 * that word. */
void simt_signals_pass(const struct simt_passing_access *access);
/** Notes that the latest operation of warp @p warp of a sampled block is this request. @param awaits as
 * simt_signals_await() returned */
void simt_signals_note(struct simt_block_sample *block, uint32_t warp, const struct simt_request *request,
                       bool awaits);
/** Marks the stores that published something, now that all readers are known, and finds whether the blocks of
 * the sample form a chain. */
void simt_signals_end(struct simt_sample *sample);
