/**
 * @file machine_code.h
 * @brief Checks the machine code of a confined submission for what its compiler never produces.
 *
 * `simtcc --confined` makes code that reaches the engine through hooks alone (confine/guard/guard.h). The
 * compiler worked on untrusted text, so `grade` checks its output: no system calls, no indirect branches
 * except through the engine's checks, no branch into the middle of an instruction, and a stack pointer that
 * moves only by constants.
 */
#pragma once

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>

/** The first violation. */
struct code_finding {
    const char *what; /**< words that follow "a lab must not " */
    size_t section;   /**< where it is */
    GElf_Addr offset; /**< in bytes from the section's start */
};

/**
 * Checks all code of an object for x86-64; code of other machines is not checked.
 * @return false with a finding, also if the code cannot be read
 */
bool code_is_confined(Elf *elf, struct code_finding *finding);
