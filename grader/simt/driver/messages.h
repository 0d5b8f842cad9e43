/**
 * @file messages.h
 * @brief Adds to a compiler's messages what only we know: which names are CUDA's and not the engine's.
 */
#ifndef SIMT_MESSAGES_H
#define SIMT_MESSAGES_H

#include <stdio.h>

/**
 * Passes a compiler's messages on, and after each error about a missing name, header or library that is
 * CUDA's adds one line `FILE:LINE: error: unsupported: NAME is not known to this engine`.
 * @param text NUL-terminated; NULL if there are none
 */
void messages_pass_on(const char *text, FILE *to);

#endif
