/**
 * @file release.h
 * @brief Order between threads by fence and atomic: a thread that fences and then updates a word atomically
 *        releases what it did; a thread that updates the word later acquires it.
 *
 * What is released is what the thread did itself, what its whole block did before the last block barrier, and
 * all that the thread had acquired before. What is acquired holds for the acquiring thread at once, and for
 * its block after the next block barrier. So the usual patterns are understood: last block done, flags,
 * locks, and chains of blocks in which each waits for the one before it.
 */
#ifndef SIMT_RELEASE_H
#define SIMT_RELEASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What the threads of one block have acquired; belongs to the block, freed by simt_release_end_block(). */
struct simt_acquisitions {
    struct simt_acquisition *items;
    size_t count, capacity;
};

/** Begins a launch: no word has released anything yet. */
void simt_release_begin_launch(uint64_t blocks);
/** Ends a block: forgets what its threads acquired. */
void simt_release_end_block(struct simt_acquisitions *acquired);
/** True once a fence was executed in this launch; without one there is nothing to follow. */
bool simt_release_in_use(void);
/** Notes that a fence was executed in this launch. */
void simt_release_note_fence(void);
/** A thread of the running block (warp * 32 + lane) read the word at window offset @p offset, by an atomic or
 * as volatile: it acquires what the word has released. */
void simt_release_read(uint32_t thread, uint64_t offset);
/** A thread that had fenced before updated the word likewise: it releases what it did. */
void simt_release_write(uint32_t thread, uint64_t offset);
/** True if what thread @p before did at tick @p stamp was released and acquired by thread @p now. */
bool simt_release_orders(uint32_t before, uint32_t stamp, uint32_t now);

#endif
