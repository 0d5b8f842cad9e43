/**
 * @file cpu.h
 * @brief What the jobs of the CPU engine's driver share.
 */
#ifndef WARPLAB_CPU_H
#define WARPLAB_CPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The JSON of a job that the engine cannot do, for the caller to free. @param text in plain letters */
char *cpu_sentence(const char *text);
/** Tells the engine of the submission's code and variables, before any of it runs; does it once.
 * @return false if they cannot be found */
bool cpu_confine(void);
/** Calls one of the submission's functions, kept from the engine as far as this kit does that (confined.c,
 * unconfined.c); cpu_confine() comes first. */
void cpu_run(void (*function)(void), const uintptr_t arguments[5]);
/** Calls a launcher of the submission by cpu_run(). Until it returns, it finds nothing of the grader's memory
 * for inputs and outputs. */
void cpu_call(void (*launcher)(void), const uintptr_t arguments[5]);
/** Device memory with a copy of @p size bytes of @p from; without @p from it keeps the heap's poison.
 * @return 0 for no bytes, or without memory */
uintptr_t cpu_make_buffer(const void *from, size_t size);
/** Frees it; 0 is passed over. */
void cpu_free_buffer(uintptr_t base);

#endif
