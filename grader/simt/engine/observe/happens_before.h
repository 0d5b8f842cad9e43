/**
 * @file happens_before.h
 * @brief Order between threads by fences, and by atomic and volatile accesses: what happened before what.
 *
 * docs/memory-model.md states the rules and their sources. A store to a word after a fence releases what came
 * before the fence, and so does a store that releases by itself. A thread that reads the word acquires that
 * with its next fence, or at once if the read acquires by itself. A block barrier behind the read stands in
 * for the fence. A fence or an access for the block reaches the own block only. What is acquired holds for
 * the acquiring thread, and for its warp and block after the next barrier, and is passed on by its releases.
 *
 * Who released before whom is noted as it happens. What follows from it for other accesses is found when the
 * log is merged, in which the lanes of a warp may stand in another order: a thread's fences, and the places
 * of its other releases and acquisitions, are its *points*, and the log gives each point its timestamp.
 */
#ifndef SIMT_HAPPENS_BEFORE_H
#define SIMT_HAPPENS_BEFORE_H

#include <stdbool.h>
#include <stdint.h>

/** True once a thread of this launch has released or acquired; before that there is nothing to follow. */
bool simt_release_in_use(void);
/** True if the thread, of the block that the events are about, has executed a fence. */
bool simt_has_fenced(uint32_t thread);
/** True if each volatile store to the word came right behind a fence: it is a signal, and no data. */
bool simt_is_signal(uint64_t word);
/** The number of the word at an offset: its own, also among the shared words of different blocks. */
uint64_t simt_release_word(uint64_t offset);
/** True if what thread @p before did at @p timestamp was released, and acquired by thread @p after not later
 * than at @p until. Threads are warp * 32 + lane.
 * @param word the word it signalled by, if that is what it did; else SIMT_NO_WORD */
bool simt_release_orders(uint32_t before, uint32_t timestamp, uint64_t word, uint32_t after, uint32_t until);
/** True if thread @p after, of the running block, has seen a signal that came behind what thread @p before
 * did at @p timestamp, and behind a fence: with a fence of its own behind that it would have acquired it. */
bool simt_release_was_seen(uint32_t before, uint32_t timestamp, uint32_t after);
/** A plain access: it signalled by no word. */
#define SIMT_NO_WORD UINT64_MAX

#endif
