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

/**
 * Makes sure of addresses for the stacks of @p threads threads of the block that is @p place -th among the
 * resident ones. Some are left for other uses.
 * @return false if there are too few, which a limit (`ulimit -v`) or a very large launch brings about
 */
bool simt_stacks_reserve(unsigned place, unsigned threads);

/**
 * The stack of thread @p thread of the block that is @p place -th among the resident ones. Stacks are kept
 * for the next block at that place; the program ends if there is no memory. Each stack of the first place has
 * a guard page of its own, of the others a set of them has one: the system allows only so many pieces of
 * memory.
 */
struct simt_stack simt_stack_get(unsigned place, unsigned thread);

#endif
