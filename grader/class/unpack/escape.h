/**
 * @file escape.h
 * @brief Names of files as nobody can misuse them: plain UTF-8 without control characters.
 */
#ifndef WARPLAB_ESCAPE_H
#define WARPLAB_ESCAPE_H

#include <stddef.h>

/** Writes `name` to `to`: what is no UTF-8, a control character, a mark that turns the direction of writing,
 * or '%' becomes %XX for each of its bytes. Cut at a whole character if `size` is too small. */
void name_escape(char *to, size_t size, const char *name);

#endif
