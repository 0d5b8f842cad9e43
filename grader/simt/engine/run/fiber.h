/**
 * @file fiber.h
 * @brief Stacks and contexts for lanes, over boost.context's C entry points.
 */
#ifndef SIMT_FIBER_H
#define SIMT_FIBER_H

#include <stddef.h>
#include <stdint.h>

/** A suspended context. */
typedef void *simt_context;

/** What a resumed context is handed: who resumed it, and the pointer it passed. */
struct simt_transfer {
    simt_context from;
    void *data;
};

/* boost.context installs no C header for these two; the ABI is documented in its assembler sources. */
struct simt_transfer jump_fcontext(simt_context to, void *data);
simt_context make_fcontext(void *stack_top, size_t size, void (*entry)(struct simt_transfer));

/** A stack with a guard page below. */
struct simt_stack {
    uintptr_t low, high; /**< the usable bytes are [low, high) */
};

enum { SIMT_STACK_BYTES = 64 * 1024 };

/** The i-th stack of a pool that grows as needed and is never given back; ends the program if there is no
 * memory. */
struct simt_stack simt_stack_get(unsigned i);

#endif
