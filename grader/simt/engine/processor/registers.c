// System V ABI for x86-64, section 3.2.1; procedure call standard of Arm's 64-bit architecture, section 6.1.
#include "engine/processor/registers.h"

#include <stdbool.h>

#if defined __x86_64__

const int simt_preserved[] = {3, 6, 12, 13, 14, 15}; /* rbx, rbp, r12 to r15 */
const unsigned simt_preserved_count = sizeof simt_preserved / sizeof *simt_preserved;
const int simt_preserved_floats[] = {-1};
const unsigned simt_preserved_floats_count = 0;
const int simt_stack_pointer = 7;

#elif defined __aarch64__

const int simt_preserved[] = {19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29}; /* x19 to x29 */
const unsigned simt_preserved_count = sizeof simt_preserved / sizeof *simt_preserved;
const int simt_preserved_floats[] = {72, 73, 74, 75, 76, 77, 78, 79}; /* d8 to d15 */
const unsigned simt_preserved_floats_count = sizeof simt_preserved_floats / sizeof *simt_preserved_floats;
const int simt_stack_pointer = 31;

#else

const int simt_preserved[] = {-1};
const unsigned simt_preserved_count = 0;
const int simt_preserved_floats[] = {-1};
const unsigned simt_preserved_floats_count = 0;
const int simt_stack_pointer = -1;

#endif

/* The registers of an interrupted program, as the kernel lays them out for each processor. */

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
