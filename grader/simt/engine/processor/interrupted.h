// What the processor's registers say of a program that a signal interrupted.
#ifndef ENGINE_PROCESSOR_INTERRUPTED_H
#define ENGINE_PROCESSOR_INTERRUPTED_H

#include <stdint.h>
#include <ucontext.h>

/** The instruction that the signal interrupted; 0 on a processor whose registers are not known here. */
uintptr_t simt_interrupted_instruction(const ucontext_t *context);

/** The same; but after a call through a null pointer, the last byte of the instruction that called. */
uintptr_t simt_interrupted_call(const ucontext_t *context);

/** What the refused access was: "read" or "write", or "access" where the processor does not say so. */
const char *simt_interrupted_access(const ucontext_t *context);

#endif
