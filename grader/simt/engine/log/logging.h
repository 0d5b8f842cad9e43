/**
 * @file tracing.h
 * @brief What a run has to log: `SIMT_COUNT=all|none` (default all) turns the counters on or off, SIMT_CHECK
 *        the checkers (checks.h).
 *
 * Counters and most checkers read the lanes' log. With neither, lanes log nothing, and a program runs about
 * as fast as its threads can be switched: what is left is to catch accesses that would end the program.
 */
#ifndef SIMT_TRACING_H
#define SIMT_TRACING_H

#include <stdbool.h>

/** True if counters are kept. Known once simt_logging_begin_launch() was called. */
extern bool simt_counting;
/** True if lanes log what they do: for the counters, or for the checkers of races, memory and initialisation.
 */
extern bool simt_logging;

/** True if some of the program was compiled with `--unchecked`: its accesses call nobody, so that nothing can
 * be checked, counted or recorded. Never of a program that runs jobs for others (simt.h). */
bool simt_is_unchecked(void);

/** Reads the environment the first time; a word it does not know ends the program. */
void simt_logging_begin_launch(void);

#endif
