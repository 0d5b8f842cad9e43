/**
 * @file memory.h
 * @brief memcpy, memmove and memset, which kernels may call too: what they touch is seen by the checkers.
 */
#ifndef SIMT_MEMORY_H
#define SIMT_MEMORY_H

#include <string.h>

#include "qualifiers.h"

extern "C" {
/** The C library's functions for the host; in a kernel, each access counts and is checked. */
void *simt_memmove(void *to, const void *from, size_t size) noexcept;
void *simt_memset(void *to, int value, size_t size) noexcept;
}

SIMT_INLINE_C void *memcpy(void *__restrict to, const void *__restrict from, size_t size) noexcept {
    return simt_memmove(to, from, size);
}
SIMT_INLINE_C void *memmove(void *to, const void *from, size_t size) noexcept {
    return simt_memmove(to, from, size);
}
SIMT_INLINE_C void *memset(void *to, int value, size_t size) noexcept { return simt_memset(to, value, size); }

#endif
