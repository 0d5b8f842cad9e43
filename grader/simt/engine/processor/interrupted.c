// The registers of an interrupted program, as the kernel lays them out for each processor.
#include "engine/processor/interrupted.h"

#include <stdbool.h>

#if defined __x86_64__

uintptr_t simt_interrupted_instruction(const ucontext_t *context) {
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
}

/* The address to return to lies on top of the stack. */
uintptr_t simt_interrupted_call(const ucontext_t *context) {
    const greg_t *registers = context->uc_mcontext.gregs;
    return registers[REG_RIP] ? (uintptr_t)registers[REG_RIP] : *(const uintptr_t *)registers[REG_RSP] - 1;
}

const char *simt_interrupted_access(const ucontext_t *context) {
    enum { WRITES = 2 };
    return context->uc_mcontext.gregs[REG_ERR] & WRITES ? "write" : "read";
}

#elif defined __aarch64__

uintptr_t simt_interrupted_instruction(const ucontext_t *context) {
    return (uintptr_t)context->uc_mcontext.pc;
}

/* The address to return to is in the link register. */
uintptr_t simt_interrupted_call(const ucontext_t *context) {
    enum { LINK = 30 };
    const mcontext_t *machine = &context->uc_mcontext;
    return (uintptr_t)(machine->pc ? machine->pc : machine->regs[LINK] - 1);
}

/* The kernel tells it in a record that emulators leave out, so the instruction is read (Arm Architecture
 * Reference Manual for A-profile, C4.1, "Loads and Stores"). Nearly everywhere one bit says whether it loads;
 * among the registers of integers, loads that keep the sign have another one; and those that load from beside
 * the program have none. */
const char *simt_interrupted_access(const ucontext_t *context) {
    const mcontext_t *machine = &context->uc_mcontext;
    if (machine->fault_address == machine->pc)
        return "access"; /* of the instruction itself */
    const uint32_t code = *(const uint32_t *)machine->pc;
    const bool accesses = (code >> 25 & 5) == 4, of_vectors = code >> 26 & 1, literal = (code >> 27 & 7) == 3;
    const bool single = (code >> 27 & 7) == 7, atomic = single && (code >> 21 & 1) && !(code >> 10 & 3);
    const bool loads = (code >> 22 & 1) || literal || (single && !of_vectors && (code >> 23 & 1));
    return !accesses ? "access" : loads && !atomic ? "read" : "write";
}

#else

uintptr_t simt_interrupted_instruction(const ucontext_t *context) {
    (void)context;
    return 0;
}

uintptr_t simt_interrupted_call(const ucontext_t *context) {
    (void)context;
    return 0;
}

const char *simt_interrupted_access(const ucontext_t *context) {
    (void)context;
    return "access";
}

#endif
