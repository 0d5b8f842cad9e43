/**
 * @file prototype.h
 * @brief The types of a submission's launchers, from its debug information, beside those that the lab calls.
 *
 * A launcher that was declared by the lab's header has the right type, or the compiler says so. One that was
 * declared by hand may have any, and would be called with arguments that it does not have.
 */
#ifndef WARPLAB_PROTOTYPE_H
#define WARPLAB_PROTOTYPE_H

#include "lab/spec.h"
#include "symbols.h"

/**
 * Compares each launcher that was found in the object. One whose parameters differ in number, in a size, or
 * in what is a pointer or a floating-point number becomes SYMBOLS_OTHER_SIGNATURE, with both types as C
 * writes them. Without debug information nothing is known, and nothing changes.
 */
void prototypes_check(const char *object, const struct spec *lab, struct symbols *symbols);

#endif
