/**
 * @file utf16.h
 * @brief Texts that Windows wrote as UTF-16.
 */
#ifndef WARPLAB_UTF16_H
#define WARPLAB_UTF16_H

#include <stddef.h>

/**
 * A text in UTF-8, without a mark of the byte order. Of either order, by the mark at its beginning; without
 * one, if every second byte of its beginning is zero, as in ASCII.
 * @param used gets its length, and is left alone if there is none
 * @return NULL if the bytes are not UTF-16 (an odd number, a half of a pair, a zero character), or memory is
 * used up. The caller frees it.
 */
char *utf16_to_utf8(const char *bytes, size_t length, size_t *used);

#endif
