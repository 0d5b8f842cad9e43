/**
 * @file allocate.h
 * @brief Memory for simtcc, which cannot go on without it: its functions end the program with exit code 2 and
 * a message when memory runs out.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/** Says that memory ran out and ends the program. */
_Noreturn static inline void memory_fail(void) {
    fputs("simtcc: error: out of memory\n", stderr);
    exit(2);
}

/** Like realloc(), but it never returns NULL. */
static inline void *memory_resize(void *old, size_t size) {
    void *block = realloc(old, size ? size : 1);
    if (!block)
        memory_fail();
    return block;
}

/**
 * Makes room for one more element in a growing array.
 * @param array    the array, or NULL if empty
 * @param count    elements in it now
 * @param capacity elements it has room for; updated
 * @param size     of one element
 * @return the array, perhaps moved
 */
static inline void *memory_grow(void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity)
        return array;
    *capacity = *capacity ? *capacity * 2 : 64;
    return memory_resize(array, *capacity * size);
}
