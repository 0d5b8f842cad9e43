// The word in which a barrier of the whole grid counts its blocks.
#include <string.h>

#include "engine/memory/heap.h"
#include "engine/memory/window.h"
#include "engine/run/machine.h"

unsigned int *simt_grid_word(void) {
    static uintptr_t word;
    static uint32_t serial;
    if (!word || !simt_heap_find(word) || !simt_heap_find(word)->live)
        word = simt_heap_allocate(sizeof(unsigned int), false, 0);
    if (!word)
        simt_unsupported("a barrier of the grid when there is no device memory left");
    if (serial != simt_launch_now.serial) {
        memset((void *)word, 0, sizeof(unsigned int));
        simt_mark_initialized(word, sizeof(unsigned int), true);
        serial = simt_launch_now.serial;
    }
    return (unsigned int *)word;
}
