// Makes contexts, and switches between them.
#include "engine/processor/context.h"

#ifdef __x86_64__

/* A function expects the stack aligned below its return address: here a zero takes that place. */
void simt_context_make(simt_context *context, uintptr_t high, size_t size, void (*entry)(void)) {
    uintptr_t *top = (uintptr_t *)(high & ~(uintptr_t)15);
    (void)size;
    *--top = 0;
    *context = (simt_context){.stack = top, .resume = (void *)(uintptr_t)entry};
}

/* It jumps where a return would read the address from the other lane's stack, which is usually no longer in
 * the cache: measured, that is slower than mispredicting the lane's last returns, at its end. */
__attribute__((naked)) void simt_switch(__attribute__((unused)) simt_context *from,
                                        __attribute__((unused)) const simt_context *to) {
    __asm__("popq %rax\n\t"
            "movq %rsp, (%rdi)\n\t"
            "movq %rax, 8(%rdi)\n\t"
            "movq %rbx, 16(%rdi)\n\t"
            "movq %rbp, 24(%rdi)\n\t"
            "movq %r12, 32(%rdi)\n\t"
            "movq %r13, 40(%rdi)\n\t"
            "movq %r14, 48(%rdi)\n\t"
            "movq %r15, 56(%rdi)\n\t"
            "movq (%rsi), %rsp\n\t"
            "movq 16(%rsi), %rbx\n\t"
            "movq 24(%rsi), %rbp\n\t"
            "movq 32(%rsi), %r12\n\t"
            "movq 40(%rsi), %r13\n\t"
            "movq 48(%rsi), %r14\n\t"
            "movq 56(%rsi), %r15\n\t"
            "jmp *8(%rsi)");
}

#else

/* boost.context installs no C header for these; the ABI is documented in its assembler sources. */
struct transfer {
    void *from;
    void *data;
};
struct transfer jump_fcontext(void *to, void *data);
void *make_fcontext(void *stack_top, size_t size, void (*entry)(struct transfer));

/* The entry of the context made last. All lanes have the same, and the only other one is entered at once. */
static void (*latest_entry)(void);

static void begin(struct transfer transfer) {
    void (*entry)(void) = latest_entry;
    ((simt_context *)transfer.data)->stack = transfer.from;
    entry();
}

void simt_context_make(simt_context *context, uintptr_t high, size_t size, void (*entry)(void)) {
    latest_entry = entry;
    context->stack = make_fcontext((void *)high, size, begin);
}

void simt_switch(simt_context *from, const simt_context *to) {
    struct transfer transfer = jump_fcontext(to->stack, from);
    ((simt_context *)transfer.data)->stack = transfer.from;
}

#endif
