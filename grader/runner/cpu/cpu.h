/**
 * @file cpu.h
 * @brief What the jobs of the CPU engine's driver share.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runner/call.h"

/** The JSON of a job that the engine cannot do, for the caller to free. @param text in plain letters */
char *cpu_sentence(const char *text);
/** Tells the engine of the submission's code and variables, before any of it runs; does it once.
 * @return false if they cannot be found */
bool cpu_confine(void);
/** Calls one of the submission's functions, kept from the engine as far as this kit does that (confined.c,
 * unconfined.c); cpu_confine() comes first. */
void cpu_run(void (*function)(void), const struct passed *passed);

/** Device memory of one call. */
struct cpu_buffers {
    uintptr_t at[CALL_WORDS]; /**< of the argument with the same number; 0 for no bytes, and for scalars */
};
/**
 * Allocates the buffers of @p call. Those that are given have a copy of their part of @p input; the others
 * that are written have a copy of their part of @p output, and count as never written.
 * @return false without memory
 */
bool cpu_make_buffers(struct cpu_buffers *buffers, const struct call *call, const void *input,
                      const void *output);
/** Copies what lies in the buffers of a set of roles to @p to, laid out as call.h says. */
void cpu_copy_buffers(const struct cpu_buffers *buffers, const struct call *call, uint32_t set, void *to);
/** Frees them. */
void cpu_free_buffers(const struct cpu_buffers *buffers);
/** Calls a launcher of the submission by cpu_run(). Until it returns, it finds nothing of the grader's memory
 * for inputs and outputs. */
void cpu_call(void (*launcher)(void), const struct call *call, const struct cpu_buffers *buffers);
