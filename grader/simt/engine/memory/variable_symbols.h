/**
 * @file variable_symbols.h
 * @brief Where each variable of a range of the program's image begins and ends, from its symbol table.
 */
#ifndef SIMT_VARIABLE_SYMBOLS_H
#define SIMT_VARIABLE_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

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

#endif
