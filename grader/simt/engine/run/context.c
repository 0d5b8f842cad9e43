// Makes contexts, and switches between them.
#include "engine/run/fiber.h"

#ifdef __x86_64__

enum { SAVED_REGISTERS = 6 };

/* What simt_switch() finds on the stack of a context: the registers that a function must leave as they were,
 * and where to go on. Above that stands a zero where a function expects the address to return to, which is
 * also where it expects the stack's alignment from. */
simt_context simt_context_make(uintptr_t high, size_t size, void (*entry)(void)) {
    uintptr_t *top = (uintptr_t *)(high & ~(uintptr_t)15);
    (void)size;
    *--top = 0;
    *--top = (uintptr_t)entry;
    for (unsigned i = 0; i < SAVED_REGISTERS; i++)
        *--top = 0;
    return top;
}

/* A call and its return: so the processor foresees where it returns to, since a lane that waits was called
 * from where the one before it was, and a function that ends with a switch leaves nothing of its own on the
 * stack. */
__attribute__((naked)) void simt_switch(__attribute__((unused)) simt_context *from,
                                        __attribute__((unused)) simt_context to) {
    __asm__("pushq %rbp\n\t"
            "pushq %rbx\n\t"
            "pushq %r12\n\t"
            "pushq %r13\n\t"
            "pushq %r14\n\t"
            "pushq %r15\n\t"
            "movq %rsp, (%rdi)\n\t"
            "movq %rsi, %rsp\n\t"
            "popq %r15\n\t"
            "popq %r14\n\t"
            "popq %r13\n\t"
            "popq %r12\n\t"
            "popq %rbx\n\t"
            "popq %rbp\n\t"
            "ret");
}

#else

/* boost.context installs no C header for these; the ABI is documented in its assembler sources. */
struct transfer {
    simt_context from;
    void *data;
};
struct transfer jump_fcontext(simt_context to, void *data);
simt_context make_fcontext(void *stack_top, size_t size, void (*entry)(struct transfer));

/* What the context made last is to run. All lanes run the same, and the only other one is entered at once. */
static void (*latest_entry)(void);

static void begin(struct transfer transfer) {
    void (*entry)(void) = latest_entry;
    *(simt_context *)transfer.data = transfer.from;
    entry();
}

simt_context simt_context_make(uintptr_t high, size_t size, void (*entry)(void)) {
    latest_entry = entry;
    return make_fcontext((void *)high, size, begin);
}

void simt_switch(simt_context *from, simt_context to) {
    struct transfer transfer = jump_fcontext(to, from);
    *(simt_context *)transfer.data = transfer.from;
}

#endif
