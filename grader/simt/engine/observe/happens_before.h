/**
 * @file happens_before.h
 * @brief The happens-before order of threads, by fences and by atomic and volatile accesses.
 *
 * docs/memory-model.md states the rules and their sources. A store to a word after a fence releases what came
 * before the fence, and so does a store that is itself a release. A thread that reads the word acquires that
 * with its next fence, or at once if the read is itself an acquire. A block barrier after the read replaces
 * the fence. A fence or access of block scope reaches only its own block. What is acquired holds for the
 * acquiring thread, and for its warp and block after the next barrier, and is passed on by its releases.
 *
 * The order of releases is noted as they happen. Its consequences for other accesses are found when the log
 * is merged, in which the lanes of a warp may be in another order: a thread's fences, and the places of its
 * other releases and acquisitions, are its *points*, and the log gives each point its timestamp.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/** True once a thread of this launch has released or acquired; before that there is nothing to follow. */
bool simt_release_in_use(void);
/** True if the thread, of the block that the events are about, has executed a fence. */
bool simt_has_fenced(uint32_t thread);
/** True if each volatile store to the word came right after a fence: it is a signal, and no data. */
bool simt_is_signal(uint64_t word);
/** The number of the word at an offset; shared words of different blocks have different numbers. */
uint64_t simt_release_word(uint64_t offset);
/** True if what thread @p before did at @p timestamp was released, and acquired by thread @p after no later
 * than @p until. Threads are warp * 32 + lane.
 * @param word the word of its signal, if it was one; else SIMT_NO_WORD */
bool simt_release_orders(uint32_t before, uint32_t timestamp, uint64_t word, uint32_t after, uint32_t until);
/** True if thread @p after, of the running block, has seen a signal that came after a fence, and after what
 * thread @p before did at @p timestamp: a fence after the signal would have acquired it. */
bool simt_release_was_seen(uint32_t before, uint32_t timestamp, uint32_t after);
/** For a plain access, which is no signal. */
#define SIMT_NO_WORD UINT64_MAX
