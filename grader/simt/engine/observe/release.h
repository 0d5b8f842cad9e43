/**
 * @file release.h
 * @brief Order between threads by fence and atomic: a thread that fences and then updates a word atomically
 *        releases what it did before the fence; a thread that updates or reads the word later acquires it.
 *
 * What is released is what the thread did before its last fence, what its block did before the last block
 * barrier and its warp before the last warp barrier, and all that the thread had acquired before.
 * `__threadfence_block()` releases to the own block only. What is acquired holds for the acquiring thread at
 * once, and for its warp and block after the next barrier. So the usual patterns are understood: last block
 * done, flags, locks, and chains of blocks in which each waits for the one before it.
 *
 * Who released before whom is noted as it happens, with a clock that only such accesses drive; what follows
 * from it for other accesses, when these are drained from the trace, in which the lanes of a warp may stand
 * in another order.
 */
#ifndef SIMT_RELEASE_H
#define SIMT_RELEASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct simt_checked_block;
struct simt_checked_warp;

/** What the threads of one block have acquired. */
struct simt_acquisitions {
    struct simt_acquisition *items; /**< in no order; owned */
    size_t count;                   /**< of `items` */
    size_t capacity;                /**< items there is room for */
};

/** Begins a launch: no word has released anything yet. */
void simt_release_begin_launch(uint64_t blocks);
/** Ends a block: forgets what its threads acquired. */
void simt_release_end_block(struct simt_checked_block *block);
/** True once a fence was executed in this launch; without one there is nothing to follow. */
bool simt_release_in_use(void);
/** The number of the word at a window offset: its own, also among the shared words of different blocks. */
uint64_t simt_release_word(uint64_t offset);
/** Grows with each access that may release or acquire. */
extern uint64_t simt_release_clock;

/** @name As it happens: the running lane …
 * @{ */
/** … executes a fence, of its block or of the device. */
void simt_release_note_fence(bool device);
/** … accesses a word (a number that is the word's alone) by an atomic or as volatile: it acquires what was
 * released there, or releases what it did before its last fence. */
void simt_release_signal(uint64_t word, bool reads, bool writes);
/** @} */

/** @name As the trace is drained
 * @{ */
/** Lanes of a warp have executed a fence. */
void simt_release_fence(const struct simt_checked_warp *warp, uint32_t lanes, bool device);
/** A thread (warp * 32 + lane) has read a word, at this time of simt_release_clock. */
void simt_release_read(uint32_t thread, uint64_t word, uint64_t time);
/** @} */
/** True if what thread @p before did at timestamp @p timestamp was released, and acquired by thread @p after
 * not later than at timestamp @p until.
 * @param word the word it signalled by, if that is what it did; else SIMT_NO_WORD */
bool simt_release_orders(uint32_t before, uint32_t timestamp, uint64_t word, uint32_t after, uint32_t until);
/** A plain access: it signalled by no word. */
#define SIMT_NO_WORD UINT64_MAX

#endif
