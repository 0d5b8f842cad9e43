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

/**
 * jump_fcontext() without a call instruction. It leaves by a jump, so a call would put the processor's
 * prediction of return addresses out of step, and every return after a switch would be predicted wrong: a
 * third of the time of a barrier. Lanes take the same way through the same functions, so once in step the
 * predictions hold.
 */
static inline struct simt_transfer simt_switch_to(simt_context to, void *data) {
#ifdef __x86_64__
    struct simt_transfer result;
    __asm__ volatile("leaq 1f(%%rip), %%rcx\n\t"
                     "subq $128, %%rsp\n\t" /* the compiler may keep something in the red zone */
                     "pushq %%rcx\n\t"
                     "jmp jump_fcontext@PLT\n"
                     "1:\n\t"
                     "addq $128, %%rsp"
                     : "+D"(to), "+S"(data), "=a"(result.from), "=d"(result.data)
                     :
                     : "rcx", "r8", "r9", "r10", "r11", "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3",
                       "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
                       "xmm14", "xmm15");
    return result;
#else
    return jump_fcontext(to, data);
#endif
}

/** A stack. */
struct simt_stack {
    uintptr_t low, high; /**< the usable bytes are [low, high) */
};

enum { SIMT_STACK_BYTES = 64 * 1024 };

/**
 * The stack of thread @p thread of the block that is @p place -th among the resident ones. Stacks are kept
 * for the next block at that place; the program ends if there is no memory. Each stack of the first place has
 * a guard page of its own, of the others the whole set has one: the system allows only so many pieces of
 * memory.
 */
struct simt_stack simt_stack_get(unsigned place, unsigned thread);

#endif
