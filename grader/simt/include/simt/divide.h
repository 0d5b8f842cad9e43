/**
 * @file divide.h
 * @brief The engine's integer divisions, which the compiler plugin uses on processors that do not trap on a
 * division by zero.
 */
#pragma once

/** The kind of division. */
enum {
    SIMT_DIVIDE_REMAINDER = 1, /**< the remainder, not the quotient */
    SIMT_DIVIDE_UNSIGNED = 2   /**< of unsigned integers */
};
