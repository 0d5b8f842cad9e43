// The rest of a lane's world: printing, assertions, clocks, fences, work counted, and what is not supported.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/exec/builtins.h"
#include "engine/exec/confinement.h"
#include "engine/exec/exit.h"
#include "engine/exec/launch.h"
#include "engine/exec/machine.h"
#include "engine/hooks/hooks.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/shared_memory.h"
#include "engine/memory/variables.h"
#include "engine/model/profile.h"
#include "engine/observe/observers.h"

#define CALLER ((uintptr_t)__builtin_return_address(0))

enum { CYCLES_OF_AN_ENTRY = 4 };

int simt_printf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written = vprintf(format, arguments);
    va_end(arguments);
    return written;
}

void simt_assert_failed(const char *expression, const char *file, int line, const char *function) {
    struct simt_actor actor = simt_actor_at(CALLER);
    if (!simt_self()) {
        fprintf(stderr, "%s:%d: %s: Assertion `%s` failed.\n", file, line, function, expression);
        abort();
    }
    fprintf(stderr, "%s:%d: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line,
            function, actor.block.x, actor.block.y, actor.block.z, actor.thread.x, actor.thread.y,
            actor.thread.z, expression);

    simt_error_add(SIMT_API, SIMT_SPACE_LOCAL, &actor, NULL, "Assertion `%s` failed", expression);
    simt_abort_launch(SIMT_CUDA_ASSERT);
}

void simt_trap(void) {
    struct simt_actor actor = simt_actor_at(CALLER);
    if (!simt_self())
        abort();
    simt_error_add(SIMT_API, SIMT_SPACE_LOCAL, &actor, NULL, "__trap() ended the kernel");
    simt_abort_launch(SIMT_CUDA_LAUNCH_FAILURE);
}

long long simt_clock(void) {
    if (!simt_self())
        return 0;
    if (simt_running->log_limit == SIMT_LOG_NOTHING || simt_observers.passing)
        return (long long)(simt_quiet_step() * CYCLES_OF_AN_ENTRY);
    uint64_t logged = (uint64_t)(simt_running->log_next - simt_column(simt_running)) / SIMT_WARP;
    return (long long)((simt_running->clock + logged) * CYCLES_OF_AN_ENTRY);
}

uint64_t simt_nanoseconds(void) { return (uint64_t)((double)simt_clock() * 1e9 / simt_profile()->clock_hz); }

uint32_t simt_multiprocessor(void) {
    const uint32_t all = simt_profile()->multiprocessors & 0xffff;
    if (!simt_self() || all == 0)
        return 0;
    const struct simt_dim3 at = simt_block_now->index, grid = simt_builtin_grid_dim;
    const uint64_t number = ((uint64_t)at.z * grid.y + at.y) * grid.x + at.x;
    return all << 16 | (uint32_t)(number % all);
}

void *simt_shared_window(void) { return (void *)SIMT_DEVICE_BASE; }

enum simt_memory simt_memory_of(const void *address) {
    const uintptr_t at = (uintptr_t)address;
    const struct simt_lane *self = simt_self();
    const struct simt_variable *constant = simt_constant_near(at);
    if (at - SIMT_DEVICE_BASE < SIMT_SHARED_SPAN)
        return SIMT_MEMORY_SHARED;
    if (self && simt_is_in_stack(simt_own_stack(), at, 1))
        return SIMT_MEMORY_LOCAL;
    return constant && at - constant->address < constant->size ? SIMT_MEMORY_CONSTANT : SIMT_MEMORY_GLOBAL;
}

void simt_fence(enum simt_fence_scope scope) {
    if (simt_self() && simt_observers.want_sync)
        simt_log_fence(scope | SIMT_ACQUIRE | SIMT_RELEASE, CALLER);
}

void simt_fence_ordered(unsigned how) {
    if (simt_self() && simt_observers.want_sync)
        simt_log_fence(how, CALLER);
}

void simt_sleep(unsigned nanoseconds) {
    uint64_t *most = &simt_launch_now.event.record->slept;
    if (!simt_self())
        return;
    simt_running->slept += nanoseconds;
    simt_quiet_steps -= nanoseconds; /* a limit on instructions is one on naps, too */
    *most = simt_running->slept > *most ? simt_running->slept : *most;
    simt_note_nap(CALLER);
}

void simt_work(unsigned operations) {
    if (!simt_self())
        return;
    simt_launch_now.event.counts_operations = true;
    simt_launch_now.event.operations += operations;
}

void *simt_shared_variable(struct simt_shared_slot *slot) {
    if (slot->launch != simt_launch_now.event.serial) {
        const uint32_t offset = simt_shared_lay_out(slot->name, slot->size);
        if (!offset)
            simt_unsupported_at("more than 48 KiB of static shared memory in a kernel", CALLER);
        simt_confined_store(slot, sizeof *slot);
        slot->offset = offset;
        slot->launch = simt_launch_now.event.serial;
    }
    return (char *)SIMT_DEVICE_BASE + slot->offset;
}

/* Memory of the engine's own: the word in which a barrier of the whole grid counts its blocks, and the shared
 * memory through which the warps of a block pass values on. */

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
