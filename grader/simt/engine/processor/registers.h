// The registers of a function that called others, by DWARF's numbers, as unwinding gives them.
#pragma once

#include <stdint.h>
#include <ucontext.h>

/** Those of integers that a called function leaves as they were; on a processor that is not known none. */
extern const int simt_preserved[];
extern const unsigned simt_preserved_count;

/** And those of floating-point numbers. */
extern const int simt_preserved_floats[];
extern const unsigned simt_preserved_floats_count;

/** The stack pointer; -1: not known. */
extern const int simt_stack_pointer;

/* What the processor's registers say of a program that a signal interrupted. */

/** The instruction that the signal interrupted; 0 on a processor whose registers are not known here. */
uintptr_t simt_interrupted_instruction(const ucontext_t *context);

/** The same; but after a call through a null pointer, the last byte of the instruction that called. */
uintptr_t simt_interrupted_call(const ucontext_t *context);

/** What the refused access was: "read" or "write", or "access" where the processor does not say so. */
const char *simt_interrupted_access(const ucontext_t *context);
