/**
 * @file kernels.h
 * @brief The restrictions on kernels.
 */
#ifndef SIMT_LANGUAGE_KERNELS_H
#define SIMT_LANGUAGE_KERNELS_H

#include "space.h"

/** Checks the declaration of a kernel: its result, its parameters, and its scope. */
void kernel_check_declaration(tree kernel);
/** Checks the definition of a kernel, or of an instance of a kernel template. */
void kernel_check_definition(tree kernel);
/** Checks a local variable: the body is a lambda, in which it would only hide a parameter of the kernel. */
void kernel_check_local(tree variable);
/** Checks the template arguments of a kernel that is launched at @p place. */
void kernel_check_arguments(tree kernel, location_t place);

#endif
