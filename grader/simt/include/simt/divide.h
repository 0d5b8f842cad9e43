/**
 * @file divide.h
 * @brief How the compiler's plugin has the engine divide integers, on processors that do not stop at a
 * divisor of zero.
 */
#ifndef SIMT_DIVIDE_H
#define SIMT_DIVIDE_H

/** What a division is to give. */
enum {
    SIMT_DIVIDE_REMAINDER = 1, /**< the remainder, not the quotient */
    SIMT_DIVIDE_UNSIGNED = 2   /**< of integers without a sign */
};

#endif
