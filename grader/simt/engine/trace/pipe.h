/**
 * @file pipe.h
 * @brief Who reads the log: `SIMT_THREADS=1|2` (default 1).
 *
 * Theory of operation. Whatever happens to a block is posted (checked.h). With one thread, the poster takes
 * each post at once. With two, posts and the tables of records that they speak of are gathered in batches, in
 * a ring; the second thread, made when the first batch is full, takes them in the same order. So counters and
 * verdicts are the same. The lanes' thread waits until all is taken (simt_pipe_flush()) before it changes
 * anything that the checkers read as well: the list of errors, of allocations, of shared variables. A launch
 * leaves the pipe for good (simt_pipe_stop()) where both sides need each other's state all the time: once a
 * fence was executed, and when blocks take turns.
 *
 * One thread posts, that of the launch; launches take turns (turn.h).
 */
#ifndef SIMT_PIPE_H
#define SIMT_PIPE_H

#include <stdbool.h>

#include "engine/check/checked.h"

/** True if posts are not taken at once. */
extern bool simt_piped;

/** Begins a launch, with an empty table for its records; reads the environment the first time: a number that
 * makes no sense ends the program. */
void simt_pipe_begin_launch(void);
/** Begins one in which each post is taken at once … */
void simt_pipe_begin_alone(void);
/** … until this is called, between two blocks, unless the launch has left the pipe for good. */
void simt_pipe_join_launch(void);
/** True if SIMT_THREADS asks for more than one; a number that makes no sense ends the program. */
bool simt_two_threads(void);
/** True once the second thread has been made. */
bool simt_pipe_has_thread(void);
/** Waits until all posts are taken. Nothing to do for the thread that takes them. */
void simt_pipe_flush(void);
/** The same, and takes each post at once from now on in this launch. */
void simt_pipe_stop(void);
/** Posts. A round is one that simt_pipe_room() gave, and settled where simt_piped is true. */
void simt_post(const struct simt_post *post);
/** Room for one round; the same until it is posted. */
struct simt_round *simt_pipe_room(void);
/** Settles a round that is to be posted (stored.h). */
void simt_pipe_settle(struct simt_round *round);
/** Forgets which stores were logged: their round has been drained. */
void simt_pipe_unsettle(void);

#endif
