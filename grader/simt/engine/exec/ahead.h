/**
 * @file ahead.h
 * @brief A part of a launch's blocks in a second process: `SIMT_THREADS=1|2` (default 1).
 *
 * Theory of operation. Blocks run one after another, and what one does may depend on what an earlier one did;
 * mostly it does not. So after its first block a launch is split: a copy of the process (copy.h) takes blocks
 * from the end on, while the process itself goes on from the front, until they meet. Each notes which bytes
 * of global memory its blocks touch (footprint.h). If neither wrote what the other touched, what the copy's
 * blocks wrote and counted is taken over, as if they had run here. If they did, or if a block of the copy did
 * anything else that others could notice (anything that a checker finds, allocations, atomics on global
 * memory, fences, waiting for other blocks, printing), the copy is thrown away, and the process runs these
 * blocks itself, as it would have done without. So what is reported never depends on the copy: there is
 * nothing of it to be reported but counts.
 *
 * The copy writes to nothing but its own memory and to a mapping that both share, in which the footprints
 * are, what it counted and, when it has finished, the pages that it wrote.
 */
#ifndef SIMT_AHEAD_H
#define SIMT_AHEAD_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/request.h"

/** True while footprints are noted. */
extern bool simt_ahead_noting;

/** Decides whether the launch that begins may be split after its first block: then simt_ahead_noting is true.
 * A SIMT_THREADS that makes no sense ends the program. */
void simt_ahead_plan(uint64_t blocks, uint64_t threads);
/** Splits the launch planned, of which one block has run. @return in both processes; false if there is no
 * copy
 */
bool simt_ahead_begin(void);
/** Takes one of the blocks that are left: the process its next, the copy the last. @return false if there is
 * none
 */
bool simt_ahead_take(void);
/** Ends the copy, whose blocks have all run. */
_Noreturn void simt_ahead_finish(void);
/** Waits for the copy. @return true if all that its blocks did has been taken over; false: they are to be run
 */
bool simt_ahead_join(void);
/** Ends the noting, and the copy if it still runs. */
void simt_ahead_end(void);

/** Notes a request to global memory. */
void simt_ahead_note(const struct simt_request *request);
/** Says that a block does what it can do in the process itself only. Does not return in the copy. */
void simt_ahead_spoil(void);
/** The same of what does not matter in blocks before the launch is split. */
void simt_ahead_give_up(void);

#endif
