/**
 * @file space.h
 * @brief Where a function runs and a variable lives, by the attributes that the translator puts in place of
 * CUDA's qualifiers and that the engine's headers have.
 *
 * Source: CUDA C++ Programming Guide, "Function Execution Space Specifiers" and "Variable Memory Space
 * Specifiers"; what it leaves open is as nvcc 13.0 does it (grader/tests/language).
 */
#ifndef SIMT_LANGUAGE_SPACE_H
#define SIMT_LANGUAGE_SPACE_H

#include "gcc.h"

/** The sides that a function runs on; a set of bits. */
enum space {
    SPACE_HOST = 1,     /**< no qualifier, or `__host__` */
    SPACE_DEVICE = 2,   /**< `__device__`, and the body of a kernel */
    SPACE_BOTH = 3,     /**< `__host__ __device__` */
    SPACE_KERNEL = 4,   /**< `__global__`: called on the host, with a launch configuration */
    SPACE_IMPLICIT = 8, /**< a function that the compiler writes: as its callers */
};

/** The function that a constructor's or destructor's variant belongs to; any other function itself. */
tree function_of_variant(tree function);
/** True for the code of a lambda, but not for what copies or destroys it. */
bool is_of_lambda(tree function);
/** True if the function is the body of a kernel: the lambda that the translator made of it. */
bool is_kernel_body(tree function);
/** True if the function's own declaration says where it runs. */
bool has_qualifier(tree function);
/** Where a function runs. */
enum space space_of(tree function);
/** True for a function of the compiler that nvcc has on the host alone: of memory and texts, and atomics. The
 * engine's and the system's headers use them on both sides. */
bool is_host_builtin(tree function);
/** True for a variable in device memory: `__device__`, `__constant__`, `__managed__` or `__shared__`. */
bool is_device_variable(tree variable);
/** True for a variable in `__constant__` memory. */
bool is_constant_memory(tree variable);
/** True for a variable of the host that outlives the function: of a namespace, a class, or static. */
bool is_host_variable(tree variable);
/** True if device code may read the variable of the host since its value is known to the compiler. */
bool has_constant_value(tree variable);

/** A function's name for a message, with its parameters. */
std::string name_of(tree function);
/** `__host__`, `__device__`, `__global__` or `__host__ __device__`. */
const char *qualifiers_of(enum space space);

#endif
