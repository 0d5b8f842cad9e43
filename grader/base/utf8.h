/**
 * @file utf8.h
 * @brief Untrusted bytes made fit for a terminal and for JSON.
 */
#ifndef WARPLAB_UTF8_H
#define WARPLAB_UTF8_H

#include <stddef.h>

/** How many bytes from the start are well-formed UTF-8; @p length if all are. */
size_t utf8_valid_prefix(const char *text, size_t length);
/** Replaces, in place, bytes that are not UTF-8 and control characters (but newline and tab) by '?'. */
void utf8_clean(char *text);

#endif
