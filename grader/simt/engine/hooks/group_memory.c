// Device memory of the engine's own: the word in which a barrier of the whole grid counts its blocks, and
// room through which the warps of a block pass values on.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/exec/launch.h"
#include "engine/exec/machine.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"

enum { SLOT = 32, PAGE = 4096 /* of an area: it begins a page, and nothing else is on it */ };

/** Memory that is zero when @c epoch, that of the launch or block it serves, is new. */
struct area {
    uintptr_t base;
    uint32_t epoch;
};

static void *area_for(struct area *area, size_t size, uint32_t epoch) {
    if (!area->base || !simt_heap_find(area->base) || !simt_heap_find(area->base)->live)
        area->base = simt_heap_allocate(size, false, 0);
    if (!area->base)
        simt_unsupported("a barrier of the grid, or of several warps, when there is no device memory left");
    if (area->epoch != epoch) { /* what an earlier block did there is no access of this one's memory */
        simt_device_range_release(area->base, PAGE);
        simt_mark_initialized(area->base, size, true);
        area->epoch = epoch;
    }
    return (void *)area->base;
}

int simt_grid_is_cooperative(void) { return simt_self() && simt_launch_now.cooperative; }

unsigned int *simt_grid_word(void) {
    static struct area area;
    if (!simt_launch_now.cooperative) {
        const struct simt_actor here = simt_actor_at((uintptr_t)__builtin_return_address(0));
        simt_error_add(SIMT_BARRIER_ERROR, SIMT_SPACE_GLOBAL, &here, NULL,
                       "Barrier error detected. A barrier of the whole grid in a launch that is not "
                       "cooperative ends the kernel");
        simt_abort_launch(SIMT_CUDA_LAUNCH_FAILURE);
    }
    return area_for(&area, sizeof(unsigned int), simt_launch_now.event.epoch);
}

/* Blocks that are resident at the same time have places of their own. */
void *simt_block_scratch(void) {
    static struct area *areas;
    static uint32_t count;
    uint32_t place = simt_block_now->event.place;
    if (place >= count) {
        struct area *grown = realloc(areas, (place + 1) * sizeof *grown);
        if (!grown) {
            fputs("simt: no memory for what the warps of a block pass on\n", stderr);
            exit(2);
        }
        memset(grown + count, 0, (place + 1 - count) * sizeof *grown);
        areas = grown;
        count = place + 1;
    }
    return area_for(&areas[place], SIMT_MAX_WARPS * SLOT, simt_block_now->event.epoch);
}
