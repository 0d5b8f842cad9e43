/**
 * @file constants.h
 * @brief The program's `__constant__` variables: read by kernels through a cache of their own, so that they
 *        are no traffic of global memory, and written by the host alone.
 *
 * They live in the section "simt_constant" that the translator puts them in.
 */
#ifndef SIMT_CONSTANTS_H
#define SIMT_CONSTANTS_H

#include <stdint.h>

#include "engine/memory/variables.h"

/** The last constant that begins at or before @p address; NULL if the address is not in constant memory. */
const struct simt_variable *simt_constant_near(uintptr_t address);

#endif
