/**
 * @file copy.h
 * @brief A copy of the process that computes something for it and is gone again, unnoticed by the program.
 *
 * Unlike a child of fork() it gives no signal when it ends, nobody who waits for any child gets it, what is
 * registered to be done in children is not done in it, it takes no signals, and it is killed with the
 * process. Its memory is its own, but for what is mapped as shared. What it prints is not printed. There is
 * one at a time.
 */
#ifndef SIMT_COPY_H
#define SIMT_COPY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/** How a copy ended; zero before it is made. To lie in memory that both share. */
typedef _Atomic uint32_t simt_copy_end_word;

/** Whether this process is the copy. */
extern bool simt_in_copy;

/**
 * Makes one, which goes on where this returns. Refused if the process has more than one thread, for what
 * others have locked would stay so in the copy.
 * @return false if there is none
 */
bool simt_copy_make(simt_copy_end_word *end);
/** Ends the copy, for good only if it printed nothing. */
_Noreturn void simt_copy_exit(bool good);
/** Waits for the copy's end. @return whether it was good; false if it was killed */
bool simt_copy_wait(void);
/** Kills the copy, if there is one. */
void simt_copy_kill(void);
/** Waits until the system has taken back what a copy had that has ended. */
void simt_copy_reap(void);

#endif
