// Divisions of integers that the processor refuses by a signal, and how a program goes on behind one.
#ifndef ENGINE_PROCESSOR_REFUSED_DIVISION_H
#define ENGINE_PROCESSOR_REFUSED_DIVISION_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/** One division, as its instruction says. */
struct simt_refused_division {
    unsigned size;    /**< bytes of divisor, quotient and remainder */
    uint64_t divisor; /**< its value */
    unsigned length;  /**< bytes of the instruction */
};

/**
 * Reads the instruction that a signal interrupted.
 * @return false if it is no division of integers, and on processors that refuse none
 */
bool simt_refused_division_read(const ucontext_t *context, struct simt_refused_division *out);

/** Has the program go on behind the division, with this result. */
void simt_refused_division_resume(ucontext_t *context, const struct simt_refused_division *division,
                                  uint64_t quotient, uint64_t remainder);

#endif
