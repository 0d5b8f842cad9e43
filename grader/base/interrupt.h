/**
 * @file interrupt.h
 * @brief Ctrl-C: remembered, so that every loop that waits can end and clean up.
 */
#ifndef WARPLAB_STOP_H
#define WARPLAB_STOP_H

#include <stdbool.h>

/** From now on SIGINT, SIGTERM and SIGHUP only set a flag; waiting calls return with EINTR. */
void stop_catch_signals(void);
/** True once such a signal has come. */
bool stop_requested(void);
/** Exit code of a program that a signal ended: 128 + its number. */
int stop_exit_code(void);

#endif
