/**
 * @file machine_code.h
 * @brief The machine code of a confined submission, looked through for what its compiler has no use for.
 *
 * `simtcc --confined` makes code that reaches the engine through hooks alone (confine/guard/guard.h). This is
 * the trusted side's own look at what came out of a compiler that worked on untrusted text: no system calls,
 * no indirect branches but through the engine's checks, no branch into the middle of an instruction, and a
 * stack pointer that moves by constants only.
 */
#ifndef WARPLAB_CODE_H
#define WARPLAB_CODE_H

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>

/** The first thing found. */
struct code_finding {
    const char *what; /**< words that follow "a lab must not " */
    size_t section;   /**< where it is */
    GElf_Addr offset; /**< in bytes from the section's start */
};

/**
 * Looks through all code of an object for x86-64; other machines' code is not looked at.
 * @return false if something is found, or the code cannot be read
 */
bool code_is_confined(Elf *elf, struct code_finding *finding);

#endif
