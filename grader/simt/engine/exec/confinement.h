/**
 * @file confinement.h
 * @brief What the engine asks before it acts for an untrusted program.
 *
 * Such a program shares the engine's process, so another component must keep its code away from the engine
 * (grader/confine in a grader's runner). That component sets simt_confinement while code of the program runs.
 * The engine knows nothing else about it: for a plain program the pointer is NULL, and the engine is linked
 * and used without any such component.
 */
#ifndef SIMT_CONFINEMENT_H
#define SIMT_CONFINEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/** Decides what a confined program may do. Each check ends the program if the answer is no. */
struct simt_confinement {
    /** May the program's host code store there? Asked before each store outside device memory. @p pc: the
     * place to blame. */
    void (*check_store)(uintptr_t address, size_t size, uintptr_t pc);
    /** May the engine store there for the program, that is, through a pointer that the program passed?
     * @p stack: the first byte of the program's own stack; the engine's frames are below it. */
    void (*check_target)(uintptr_t address, size_t size, uintptr_t stack, uintptr_t pc);
    /** Ends the program if some of these bytes are in the engine's frames, which are below @p stack on the
     * running stack. */
    void (*check_frames)(uintptr_t address, size_t size, uintptr_t stack, uintptr_t pc);
    /** May the engine share this host memory with kernels, until the program says otherwise? The arguments
     * are those of check_target. */
    void (*check_shared)(uintptr_t address, size_t size, uintptr_t stack, uintptr_t pc);
    /** May the engine call @p function for the program? @p pc: the place to blame. */
    void (*check_callback)(uintptr_t function, uintptr_t pc);
    /** Runs a kernel's body for the running lane. The body may not store at or above *@p stack_end, which is
     * set before the body runs. */
    void (*call_kernel)(void (*body)(const void *), const void *closure, uintptr_t *stack_end);
    /** Calls a host function of the program, a callback, on its behalf. @p stack_from: where the
     * program's own part of the stack began when it called the engine; 0 if unknown. @p pc: the
     * place to blame. @return the function's return value */
    uintptr_t (*call_function)(void (*function)(void), const uintptr_t arguments[5], uintptr_t stack_from,
                               uintptr_t pc);
    /** The program's malloc on the host. */
    void *(*allocate)(size_t size);
    /** The program's free on the host. @return false if it is not from allocate(), or was freed before */
    bool (*release)(void *block);
    /** Whether @p pc is in the program's own code, not in the engine or a library. Never ends the
     * program, and may be called at any time. */
    bool (*has_code_at)(uintptr_t pc);
};

/** What confines the code that runs now; NULL for a plain program. */
extern const struct simt_confinement *simt_confinement;

/** In a function that the program calls: the first byte above its frame, in the caller's frame. */
#define SIMT_CALLERS_STACK ((uintptr_t)__builtin_frame_address(0) + 2 * sizeof(void *))

/** A call of a trusted function by the program. */
struct simt_call {
    uintptr_t pc;    /**< in the call: the place to blame */
    uintptr_t stack; /**< where the program's own part of the stack begins: its frame, and those above it */
};
/** In such a function: the call that entered it. */
#define SIMT_THIS_CALL ((const struct simt_call){(uintptr_t)__builtin_return_address(0), SIMT_CALLERS_STACK})

/** To be called before the engine stores through a pointer that the program passed. @p stack: where the
 * program's own part of the stack began when it called the engine. */
static inline __attribute__((always_inline)) void simt_confined_target(const void *pointer, size_t size,
                                                                       uintptr_t stack) {
    if (__builtin_expect(simt_confinement != NULL, 0))
        simt_confinement->check_target((uintptr_t)pointer, size, stack,
                                       (uintptr_t)__builtin_return_address(0));
}

/** The same for a store made on behalf of the program, in a function that the program calls. */
static inline __attribute__((always_inline)) void simt_confined_store(const void *pointer, size_t size) {
    const uintptr_t pc = (uintptr_t)__builtin_return_address(0);
    if (__builtin_expect(simt_confinement == NULL, 1))
        return;
    simt_confinement->check_frames((uintptr_t)pointer, size, SIMT_CALLERS_STACK, pc);
    simt_confinement->check_store((uintptr_t)pointer, size, pc);
}

/** The program's malloc on the host. */
static inline void *simt_confined_allocate(size_t size) {
    return simt_confinement ? simt_confinement->allocate(size) : malloc(size);
}

/** Frees a block from simt_confined_allocate(). @return false if it is known to be from elsewhere */
static inline bool simt_confined_free(void *block) {
    if (simt_confinement)
        return simt_confinement->release(block);
    free(block);
    return true;
}

#endif
