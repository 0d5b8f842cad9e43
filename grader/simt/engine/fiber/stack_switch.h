/**
 * @file stack_switch.h
 * @brief Switches of stack that AddressSanitizer can follow, if the engine is built with it.
 *
 * The sanitizer keeps the bounds of the running stack, and a state for each variable on it. Without this
 * it would take a lane's stack for a corrupted one, and the remains of an abandoned lane for bad memory.
 */
#ifndef SIMT_STACKS_H
#define SIMT_STACKS_H

#include "engine/fiber/fiber.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

/** Suspends the running context, saved to @p from, and resumes @p to, whose stack is @p stack. */
static inline void simt_switch_to_stack(simt_context *from, const simt_context *to, struct simt_stack stack) {
#ifdef __SANITIZE_ADDRESS__
    void *kept;
    __sanitizer_start_switch_fiber(&kept, (const void *)stack.low, stack.high - stack.low);
    simt_switch(from, to);
    __sanitizer_finish_switch_fiber(kept, NULL, NULL);
#else
    (void)stack;
    simt_switch(from, to);
#endif
}

/** To be called first on a new stack. @p before receives the previous stack; may be NULL. */
static inline void simt_stack_entered(struct simt_stack *before) {
#ifdef __SANITIZE_ADDRESS__
    const void *low;
    size_t size;
    __sanitizer_finish_switch_fiber(NULL, &low, &size);
    if (before)
        *before = (struct simt_stack){(uintptr_t)low, (uintptr_t)low + size};
#else
    (void)before;
#endif
}

/** To be called before a stack is reused, whatever is left on it. */
static inline void simt_stack_renew(struct simt_stack stack) {
#ifdef __SANITIZE_ADDRESS__
    __asan_unpoison_memory_region((const void *)stack.low, stack.high - stack.low);
#else
    (void)stack;
#endif
}

#endif
