/**
 * @file variables.h
 * @brief The program's `__device__` and `__managed__` variables.
 *
 * They live in the program's image, each on pages of its own, in the sections "simt_device" and
 * "simt_managed" that the translator puts them in. When the first of them is used, each is mapped a second
 * time, inside the device address range, as an allocation of the heap: so a variable has bounds, shadow state
 * and counters like any device memory, and the same bytes are seen under both addresses.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** The device address for an address in the section, which lies past the end of an allocation if it is past
 * the end of a variable, or in registered host memory; any other address comes back unchanged. */
uintptr_t simt_variable_alias(uintptr_t address);
/** The program's `__managed__` variables, with their device addresses. @param count receives their number */
const struct simt_variable *simt_managed_variables(size_t *count);

/* Where each variable of a range of the program's image begins and ends, from its symbol table. */

/** One variable. */
struct simt_variable {
    uintptr_t address;        /**< of its first byte, in the program's image */
    size_t size;              /**< in bytes */
    uintptr_t device_address; /**< where it is in the device address range; the caller's to set */
};

/**
 * The variables that lie in [from, to), in order of address.
 * @param count receives their number
 * @return a new array; NULL if there are none, or the program carries no symbols
 */
struct simt_variable *simt_variable_symbols(uintptr_t from, uintptr_t to, size_t *count);

/* The program's `__constant__` variables: read by kernels through a cache of their own, so that they
 * are no traffic of global memory, and written by the host alone.
 *
 * They live in the section "simt_constant" that the translator puts them in. */

/** The last constant that begins at or before @p address; NULL if the address is not in constant memory. */
const struct simt_variable *simt_constant_near(uintptr_t address);
