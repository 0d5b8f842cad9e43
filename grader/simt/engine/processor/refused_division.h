// Divisions of integers that the processor refuses by a signal, and how a program goes on behind one.
#pragma once

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

/** Has the processor refuse floating-point operations that turn finite numbers into an infinity or NaN, by
 * SIGFPE, and those of which NaN comes in any other way. @return what simt_floats_allow() takes; 0: it cannot
 */
unsigned simt_floats_refuse(void);
/** Ends that, with what simt_floats_refuse() returned. */
void simt_floats_allow(unsigned before);
/** The same for what a signal has interrupted: the operation has its result then. */
void simt_floats_resume(ucontext_t *context);
/** True if the refused operation is a division or root of a finite number: a sum, a product, a comparison or
 * a conversion is refused for an operand that is infinite or NaN, or too large for an integer. */
bool simt_refused_float_is_new(const ucontext_t *context);
