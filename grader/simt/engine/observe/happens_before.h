/**
 * @file happens_before.h
 * @brief Order between threads by fence and atomic: a thread that fences and then updates a word atomically
 *        releases what it did before the fence; a thread that updates or reads the word later acquires it.
 *
 * What is released is what the thread did before its last fence, what its block did before the last block
 * barrier and its warp before the last warp barrier, and all that the thread had acquired before.
 * `__threadfence_block()` releases to the own block only. What is acquired holds for the acquiring thread at
 * once, and for its warp and block after the next barrier. So the usual patterns are understood: last block
 * done, flags, locks, and chains of blocks in which each waits for the one before it.
 *
 * Who released before whom is noted as it happens, with a clock that only such accesses drive. What follows
 * from it for other accesses is found when the log is merged, in which the lanes of a warp may stand in
 * another order.
 */
#ifndef SIMT_HAPPENS_BEFORE_H
#define SIMT_HAPPENS_BEFORE_H

#include <stdbool.h>
#include <stdint.h>

/** True once a fence was executed in this launch; without one there is nothing to follow. */
bool simt_release_in_use(void);
/** True if the thread, of the block that the events are about, has executed a fence. */
bool simt_has_fenced(uint32_t thread);
/** The number of the word at an offset: its own, also among the shared words of different blocks. */
uint64_t simt_release_word(uint64_t offset);
/** A thread (warp * 32 + lane) has read a word, at this time by the clock of such accesses. */
void simt_release_read(uint32_t thread, uint64_t word, uint64_t time);
/** True if what thread @p before did at @p timestamp was released, and acquired by thread @p after not later
 * than at @p until.
 * @param word the word it signalled by, if that is what it did; else SIMT_NO_WORD */
bool simt_release_orders(uint32_t before, uint32_t timestamp, uint64_t word, uint32_t after, uint32_t until);
/** A plain access: it signalled by no word. */
#define SIMT_NO_WORD UINT64_MAX

#endif
