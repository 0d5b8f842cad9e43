/**
 * @file fiber.h
 * @brief Stacks for lanes, whose contexts the processor's folder makes.
 */
#ifndef SIMT_FIBER_H
#define SIMT_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/processor/context.h"

/** A stack. */
struct simt_stack {
    uintptr_t low;  /**< its first usable byte */
    uintptr_t high; /**< the first byte after it, where it begins to be used */
};

/** True if the bytes lie in the stack. */
static inline bool simt_is_in_stack(const struct simt_stack *stack, uintptr_t address, size_t size) {
    return address >= stack->low && address < stack->high && size <= stack->high - address;
}

/** What a thread may keep in local memory, as on hardware; and its stack, which the engine uses as well. */
enum { SIMT_LOCAL_BYTES = 512 * 1024, SIMT_STACK_BYTES = SIMT_LOCAL_BYTES + 16 * 1024 };

/** The stack of thread @p thread of a block. All blocks run on the same: one that gives way to another takes
 * what is on them with it (exec/blocks.c). Each has a guard page. The program ends if there is no memory. */
struct simt_stack simt_stack_get(unsigned thread);

#endif
