/**
 * @file guard.h
 * @brief Keeps a program's own code away from the engine, which shares its process.
 *
 * A grader's runner must be able to believe what the engine found, although code that nobody trusts runs
 * beside it. That code was compiled by `simtcc --confined`, so that
 * - every store of it calls a hook first, which may refuse it;
 * - every indirect call and every return goes through a function of ours (branches.c), which may refuse it;
 * - it has no assembly, and `grade` has looked through its machine code for instructions that would matter.
 *
 * On the host it may store to its own variables, to its own part of the stack and to memory that it
 * allocated, which comes from an arena of its own (arena.h). It may call its own functions where they begin,
 * those of the runtime API, and return to where it was called from. Functions of the C library that store
 * through pointers are replaced by ones that ask here first (c_library.c). Anything else ends
 * the program as `tampered`. In kernels every access is checked in any case.
 *
 * The engine knows nothing of this folder: it asks whoever simt_confinement names
 * (engine/exec/confinement.h), which simt_guard_run() sets while the program's code runs.
 *
 * The scheme is software fault isolation (Wahbe, Lucco, Anderson, Graham, 1993), with the compiler's
 * instrumentation as its checks. Indirect branches are watched on x86-64 only.
 */
#ifndef SIMT_GUARD_H
#define SIMT_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What belongs to the confined program: its functions, and its variables. */
struct simt_guard_bounds {
    uintptr_t text_from; /**< first byte of its functions */
    uintptr_t text_to;   /**< first byte after them */

    /** Variables, as [from, to). */
    struct simt_guard_range {
        uintptr_t from; /**< first byte */
        uintptr_t to;   /**< first byte after them */
    } variables[4];     /**< of the data sections; empty ones are 0, 0 */
};

/** Makes the program's functions known, from the symbols of the running program. Called once.
 * @return false if they cannot be read */
bool simt_guard_confine(const struct simt_guard_bounds *bounds);
/** Calls a function of the confined program from the host, with up to five arguments. Until it returns, what
 * the program does is checked: simt_confinement is set. */
void simt_guard_run(void (*function)(void), const uintptr_t arguments[5]);

/** Ends the program if the host may not store there. @p pc: the code that is about to. */
void simt_guard_check_store(uintptr_t address, size_t size, uintptr_t pc);
/** Ends the program unless @p target is a function that confined code may call. @p pc: the call. */
void simt_guard_check_target(uintptr_t target, uintptr_t pc);
/** The call that confined code made last into a function of its own: a place to blame where no better one is
 * known. */
uintptr_t simt_guard_caller(void);
/** Ends the program because of what the code at @p pc tried. */
_Noreturn void simt_guard_tampered(uintptr_t pc, const char *what);

/** Calls a function, keeping at @p slot where its return address lies (branches.c). */
void simt_guard_call(void (*function)(void), uintptr_t *slot, const uintptr_t arguments[5]);

#endif
