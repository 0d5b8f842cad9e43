/**
 * @file guard.h
 * @brief Keeps a program's code away from the engine, which runs in the same process.
 *
 * A runner must be able to rely on the engine's findings, although untrusted code runs in the same process.
 * That code was compiled by `simtcc --confined`, so that
 * - each of its stores first calls a hook, which may refuse the store;
 * - each indirect call and each return goes through a function that may refuse it (branches.c);
 * - it has no assembly, and `grade` has checked its machine code for dangerous instructions.
 *
 * On the host it may store to its own variables, to its own part of the stack and to memory that it
 * allocated, which comes from an arena of its own (arena.c). It may call its own functions at their first
 * instruction, call those of the runtime API, and return to its caller. Functions of the C library that store
 * through pointers are replaced by ones that ask the guard first (c_library.c). Anything else ends the
 * program as `tampered`. In kernels every access is checked in any case.
 *
 * The engine does not include this folder: it calls the functions that simt_confinement names
 * (engine/exec/confinement.h). simt_guard_run() sets it while the program's code runs.
 *
 * The scheme is software fault isolation (Wahbe, Lucco, Anderson, Graham, 1993), with the compiler's
 * instrumentation as its checks. Indirect branches are watched on x86-64 only.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/exec/confinement.h"

/** The functions and variables of the confined program. */
struct simt_guard_bounds {
    uintptr_t text_from; /**< first byte of its functions */
    uintptr_t text_to;   /**< first byte after them */

    /** Variables, as [from, to). */
    struct simt_guard_range {
        uintptr_t from; /**< first byte */
        uintptr_t to;   /**< first byte after them */
    } variables[4];     /**< of the data sections; empty ones are 0, 0 */
};

/** Finds the program's functions, from the symbols of the running program. Called once.
 * @return false if they cannot be read */
bool simt_guard_confine(const struct simt_guard_bounds *bounds);
/** The arguments of a call to a function of the program; it need not take all of them. */
struct simt_guard_arguments {
    uintptr_t words[12]; /**< pointers and integers; those after the sixth are on the stack */
    double numbers[8];   /**< floating-point numbers; a float is the lower half of one */
    size_t word_count;   /**< of `words`, those that the function takes */
};
/** Calls a function of the confined program from the host. Until it returns, simt_confinement is set and the
 * program is checked. */
void simt_guard_run(void (*function)(void), const struct simt_guard_arguments *arguments);

/** Ends the program if its host code may not store there. @p pc is in the code that is about to store. */
void simt_guard_check_store(uintptr_t address, size_t size, uintptr_t pc);
/** The length of a text, at most @p most: each byte of it, and the one that ends it, is reported to the
 * engine before it is read. @p pc: the place of the read */
size_t simt_guard_text_length(const char *text, size_t most, uintptr_t pc);
/** Ends the program if trusted code may not store there for it. @p stack: the first byte of the program's own
 * stack. Device memory counts as accessed by the program. */
void simt_guard_check_given(uintptr_t address, size_t size, uintptr_t stack, uintptr_t pc);
/** To be called in a trusted function before it stores for the program: ends the program if it may not. */
static inline void simt_guard_check_target(const struct simt_call *from, const void *pointer, size_t size) {
    if (simt_confinement)
        simt_guard_check_given((uintptr_t)pointer, size, from->stack, from->pc);
}
/** @name Guarded replacements of library functions that the program calls
 * @{ */
/** Declares a replacement. */
#define SIMT_GUARDED(type, name) type simt_guarded_##name
/** Another name of a replacement: with C++ linkage, or in newer C libraries. */
#define SIMT_GUARDED_ALIAS(name, function)                                                                   \
    extern __typeof__(simt_guarded_##function) simt_guarded_##name                                           \
        __attribute__((alias("simt_guarded_" #function)));
/** @} */
/** True if these bytes of the program's own stack contain a return address that is still to be used.
 * @p pc: the place at which the storing code called the engine. @p from: the start of the engine's frames. @p
 * last: the place of the address by which the program leaves its part of the stack (return_slots.c). */
bool simt_guard_holds_return(uintptr_t address, size_t size, uintptr_t pc, uintptr_t from, uintptr_t last);
/** Ends the program unless @p target is a function that confined code may call. @p pc is the call. */
void simt_guard_check_call_of(uintptr_t target, uintptr_t pc);
/** The place where confined code last called one of its own functions: blamed if nothing better is known. */
uintptr_t simt_guard_caller(void);
/** Ends the program because of an attempt by the code at @p pc. */
_Noreturn void simt_guard_tampered(uintptr_t pc, const char *what);

/** Ends the program, because the code at @p pc uses @p what, which labs do not allow: it could use @p
 * instead. */
_Noreturn void simt_guard_refuse(uintptr_t pc, const char *what, const char *instead);
/** Ends the program, because the code at @p pc made the @p call that ends it. */
_Noreturn void simt_guard_ended(uintptr_t pc, const char *call);

/** Whether return addresses are checked: only on x86-64. */
extern const bool simt_guard_knows_returns;

/** Calls a function, and stores the end of its part of the stack in @p slot: on x86-64 the address of its
 * return address, above which are arguments; elsewhere of a frame above both (branches.c).
 * @param arguments the first five words
 * @param all those and the rest; NULL: there are no more
 * @return the function's result in an integer register */
uintptr_t simt_guard_call(void (*function)(void), uintptr_t *slot, const uintptr_t arguments[5],
                          const struct simt_guard_arguments *all);

/** @name Starts of the program's functions, and return addresses of calls in them (functions.c)
 * @{ */
/** The properties of each byte of the program's code: a set of these. */
enum { GUARD_ENTRY = 1, GUARD_RETURN = 2 };
/** The program's code: its first byte, its length, and for each byte a set of the above. */
extern uintptr_t simt_guard_text, simt_guard_text_size;
extern const uint8_t *simt_guard_map; /**< as long as the code */
/** Fills them from the program's symbols and machine code. */
bool simt_guard_map_functions(uintptr_t from, uintptr_t to);
/** True if @p target is a function outside the program that it may call through a pointer. */
bool simt_guard_may_call(uintptr_t target);
/** @} */

/** @name The C++ library's standard streams (streams.c)
 * @{ */
/** The settings that manipulators such as std::setw, compiled into the program, store in a stream. */
struct simt_guard_stream {
    int64_t precision; /**< digits */
    int64_t width;     /**< characters */
    uint32_t flags;    /**< such as std::fixed */
};
/** The offsets of these in a stream, and of its fill character with the note that it is set, in bytes. */
enum { GUARD_STREAM_SETTINGS = 16, GUARD_STREAM_FILL = 232, GUARD_STREAM_FILL_BYTES = 2 };
/** Prepares the streams; a null pointer in a program that prints to none. */
void simt_guard_ready_streams(void) __attribute__((weak));
/** @} */

/** @name Memory that the program allocates (arena.c): one range of addresses, apart from the engine's memory
 *
 * Sizes and free lists are kept outside of the range, so that a program that overwrites its own blocks only
 * harms itself.
 * @{ */
/** A block aligned to @p alignment, a power of two, and at least to 16 bytes. @return NULL without memory */
void *simt_arena_allocate(size_t size, size_t alignment);
/** Frees a block. @return false if the pointer is to anything else: nothing is done then */
bool simt_arena_free(void *block);
/** The capacity of a block in bytes; 0 for a pointer to anything else. */
size_t simt_arena_size(const void *block);
/** True if all of [address, address + size) is arena memory in use. */
bool simt_arena_holds(uintptr_t address, size_t size);
/** True if these bytes are in the range that only the arena's blocks ever use. */
bool simt_arena_reserves(uintptr_t address, size_t size);
/** @} */
