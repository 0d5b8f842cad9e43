// Makes contexts; and switches between them where there are no instructions of our own for it.
#include "engine/run/fiber.h"

#ifdef __x86_64__

/* What simt_switch() finds on the stack of a context: where to go on. Above it stands a zero where a function
 * expects the address to return to, which is also where it expects the stack's alignment from. */
simt_context simt_context_make(uintptr_t high, size_t size, void (*entry)(void)) {
    uintptr_t *top = (uintptr_t *)(high & ~(uintptr_t)15);
    (void)size;
    *--top = 0;
    *--top = (uintptr_t)entry;
    return top;
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
