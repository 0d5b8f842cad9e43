/**
 * @file allocate.h
 * @brief Memory for the translator, which has no use for going on without it.
 */
#ifndef SIMT_ALLOCATE_H
#define SIMT_ALLOCATE_H

#include <stddef.h>

/** Says that memory ran out and ends the program with exit code 2. */
_Noreturn void memory_fail(void);

/** Like realloc(), but ends the program with exit code 2 and a message if memory ran out. */
void *memory_resize(void *old, size_t size);

/**
 * Makes room for one more element in a growing array.
 * @param array    the array, or NULL if empty
 * @param count    elements in it now
 * @param capacity elements it has room for; updated
 * @param size     of one element
 * @return the array, perhaps moved
 */
void *memory_grow(void *array, size_t count, size_t *capacity, size_t size);

#endif
