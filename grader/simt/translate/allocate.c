// Memory for the translator.
#include "allocate.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void memory_fail(void) {
    fputs("simtcc: error: out of memory\n", stderr);
    exit(2);
}

void *memory_resize(void *old, size_t size) {
    void *block = realloc(old, size ? size : 1);
    if (!block)
        memory_fail();
    return block;
}

void *memory_grow(void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity)
        return array;
    *capacity = *capacity ? *capacity * 2 : 64;
    return memory_resize(array, *capacity * size);
}
