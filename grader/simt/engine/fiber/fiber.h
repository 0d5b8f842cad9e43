/**
 * @file fiber.h
 * @brief Stacks and contexts for lanes.
 *
 * On x86-64 a switch is a few instructions of our own; on other processors it is boost.context's.
 */
#ifndef SIMT_FIBER_H
#define SIMT_FIBER_H

#include <stddef.h>
#include <stdint.h>

/** A suspended context. Those of lanes lie one behind the other, so that the next one is in the cache before
 * it is read; a lane's stack has mostly left it. */
typedef struct simt_context {
    void *stack;   /**< its stack pointer */
    void *resume;  /**< where it goes on; on x86-64 only, as what follows */
    void *kept[6]; /**< the registers that a function must leave as they were */
} simt_context;

/**
 * Makes a context that will run @p entry on the stack of @p size bytes below @p high. @p entry must not
 * return.
 */
void simt_context_make(simt_context *context, uintptr_t high, size_t size, void (*entry)(void));

/**
 * Suspends the running context, notes it at @p from, and resumes @p to. Returns when it is resumed.
 *
 * The floating-point control words stay as they are, for no lane has its own: saving them, as boost.context
 * does, took two thirds of a switch.
 */
void simt_switch(simt_context *from, const simt_context *to);

/** A stack. */
struct simt_stack {
    uintptr_t low;  /**< its first usable byte */
    uintptr_t high; /**< the first byte after it, where it begins to be used */
};

/** What a thread may keep in local memory, as on hardware; and its stack, which the engine uses as well. */
enum { SIMT_LOCAL_BYTES = 512 * 1024, SIMT_STACK_BYTES = SIMT_LOCAL_BYTES + 16 * 1024 };

/**
 * The stack of thread @p thread of the block that is @p place -th among the resident ones. Stacks are kept
 * for the next block at that place; the program ends if there is no memory. Each stack of the first place has
 * a guard page of its own, of the others the whole set has one: the system allows only so many pieces of
 * memory.
 */
struct simt_stack simt_stack_get(unsigned place, unsigned thread);

#endif
