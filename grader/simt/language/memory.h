/**
 * @file memory.h
 * @brief How much shared and constant memory a program asks for, and of which types dynamic memory is.
 *
 * Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": 48 KiB of static
 * shared memory for a block, 64 KiB of constant memory. nvcc's assembler refuses more, without naming a line.
 */
#ifndef SIMT_LANGUAGE_MEMORY_H
#define SIMT_LANGUAGE_MEMORY_H

#include "calls.h"

/** Checks a local variable and its first value: the translator makes a reference of a `__shared__` variable.
 */
void memory_declare_local(struct caller &caller, tree variable, tree value);
/** The function uses the variable: its shared memory counts. */
void memory_use(struct caller &caller, tree variable);
/** Checks a variable of a namespace, which may be `__constant__`. */
void memory_declare(tree variable);

#endif
