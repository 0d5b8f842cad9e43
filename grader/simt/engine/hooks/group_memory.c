// Memory of the engine's own: the word in which a barrier of the whole grid counts its blocks, and the shared
// memory through which the warps of a block pass values on.
#include "engine/exec/launch.h"
#include "engine/exec/machine.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/shared_memory.h"

enum { PAGE = 4096 /* of the word: it begins a page, and nothing else is on it */ };

int simt_grid_is_cooperative(void) { return simt_self() && simt_launch_now.cooperative; }

/* It is zero at its first use in each launch. */
unsigned int *simt_grid_word(void) {
    static uintptr_t word;
    static uint32_t epoch; /* of the launch that it serves */
    if (!simt_launch_now.cooperative) {
        const struct simt_actor here = simt_actor_at((uintptr_t)__builtin_return_address(0));
        simt_error_add(SIMT_BARRIER_ERROR, SIMT_SPACE_GLOBAL, &here, NULL,
                       "Barrier error detected. A barrier of the whole grid in a launch that is not "
                       "cooperative ends the kernel");
        simt_abort_launch(SIMT_CUDA_LAUNCH_FAILURE);
    }
    if (!word || !simt_heap_find(word) || !simt_heap_find(word)->live)
        word = simt_heap_allocate(sizeof(unsigned int), false, 0);
    if (!word)
        simt_unsupported("a barrier of the grid when there is no device memory left");
    if (epoch != simt_launch_now.event.epoch) {
        simt_device_range_release(word, PAGE);
        simt_mark_initialized(word, sizeof(unsigned int), true);
        epoch = simt_launch_now.event.epoch;
    }
    return (unsigned int *)word;
}

void *simt_block_scratch(void) { return (char *)SIMT_DEVICE_BASE + simt_shared_reserved(); }
