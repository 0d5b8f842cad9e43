/**
 * @file confinement.h
 * @brief What the engine asks before it acts for a program that is not trusted.
 *
 * Such a program shares the engine's process, so some other component must keep its code away from the engine
 * (grader/confine in a grader's runner). That component sets simt_confinement while code of the program runs.
 * The engine knows nothing else of it: for a plain program the pointer is NULL, and the engine is linked and
 * used without any such component.
 */
#ifndef SIMT_CONFINEMENT_H
#define SIMT_CONFINEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/** Decides what a confined program may do. Each check ends the program if the answer is no. */
struct simt_confinement {
    /** May the program's host code store there? Asked before it does, outside of device memory. @p pc: the
     * place to blame. */
    void (*check_store)(uintptr_t address, size_t size, uintptr_t pc);
    /** May the engine store there for the program, that is, through a pointer that the program gave it?
     * @p stack: the first byte of the stack that is the program's; below it are the engine's frames. */
    void (*check_target)(uintptr_t address, size_t size, uintptr_t stack, uintptr_t pc);
    /** Ends the program if some of these bytes lie in frames of the engine that are below @p stack, on the
     * stack on which it runs. */
    void (*check_frames)(uintptr_t address, size_t size, uintptr_t stack, uintptr_t pc);
    /** May the engine share this memory of the host with kernels, until the program says otherwise? The
     * arguments are those of check_target. */
    void (*check_shared)(uintptr_t address, size_t size, uintptr_t stack, uintptr_t pc);
    /** May the engine call @p function for the program? @p pc: the place to blame. */
    void (*check_callback)(uintptr_t function, uintptr_t pc);
    /** Runs a kernel's body for the present lane. What lies at and above *@p stack_end, set before the body
     * runs, is not the body's to store to. */
    void (*call_kernel)(void (*body)(const void *), const void *closure, uintptr_t *stack_end);
    /** Calls a function of the program on the host, for the program: a callback. @p stack_from: where the
     * program's own part of the stack began when it called the engine, 0 if that is not known. @p pc: the
     * place to blame. @return what the function returns */
    uintptr_t (*call_function)(void (*function)(void), const uintptr_t arguments[5], uintptr_t stack_from,
                               uintptr_t pc);
    /** The program's malloc on the host. */
    void *(*allocate)(size_t size);
    /** The program's free on the host. @return false if allocate() did not give it, or it was freed before */
    bool (*release)(void *block);
    /** Whether the program's own code is at @p pc: not that of the engine, or of a library. Never ends the
     * program, and may be asked at any time. */
    bool (*has_code_at)(uintptr_t pc);
};

/** What confines the code that runs now; NULL for a plain program. */
extern const struct simt_confinement *simt_confinement;

/** In a function that the program calls: the first byte above its frame. What lies there is its caller's. */
#define SIMT_CALLERS_STACK ((uintptr_t)__builtin_frame_address(0) + 2 * sizeof(void *))

/** A call by the program of a function that is trusted. */
struct simt_call {
    uintptr_t pc;    /**< in the call: what to blame */
    uintptr_t stack; /**< where the program's own part of the stack begins: its frame, and those above it */
};
/** In such a function: the call of it. */
#define SIMT_THIS_CALL ((const struct simt_call){(uintptr_t)__builtin_return_address(0), SIMT_CALLERS_STACK})

/** To be called before the engine stores through a pointer that the program gave it. @p stack: where the
 * program's own part of the stack began when it called the engine. */
static inline __attribute__((always_inline)) void simt_confined_target(const void *pointer, size_t size,
                                                                       uintptr_t stack) {
    if (__builtin_expect(simt_confinement != NULL, 0))
        simt_confinement->check_target((uintptr_t)pointer, size, stack,
                                       (uintptr_t)__builtin_return_address(0));
}

/** The same for a store that stands for one of the program's own, in a function that the program calls. */
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

/** Takes back what simt_confined_allocate() gave. @return false if it did not, as far as that is known */
static inline bool simt_confined_free(void *block) {
    if (simt_confinement)
        return simt_confinement->release(block);
    free(block);
    return true;
}

#endif
