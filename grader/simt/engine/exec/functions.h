/**
 * @file functions.h
 * @brief What a program has set for its kernels (cudaFuncSetAttribute).
 *
 * A kernel is known by the function its lanes run, which only its launch tells: so the kernel is called
 * once as if launched, and simt_launch() hands that function over instead of running it.
 */
#ifndef SIMT_FUNCTIONS_H
#define SIMT_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>

/** What every lane of a launch runs; @p closure holds the kernel's arguments. */
typedef void (*simt_lane_function)(const void *closure);

/** To be called first by simt_launch(). @return true if the kernel was called only to learn @p body */
bool simt_function_probed(simt_lane_function body);
/** The most dynamic shared memory a launch of @p body may ask for: what the device gives without asking, or
 * what cudaFuncAttributeMaxDynamicSharedMemorySize allowed. */
size_t simt_function_dynamic_limit(simt_lane_function body);

#endif
