// Contexts of execution: how one is made, and how the processor goes from one to another:
// on x86-64 by a few instructions of our own, on other processors by boost.context.
#pragma once

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
