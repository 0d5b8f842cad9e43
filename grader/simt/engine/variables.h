/**
 * @file variables.h
 * @brief The program's `__device__`, `__constant__` and `__managed__` variables.
 *
 * They live in the program's image, in the section "simt_device" that the translator puts them in. At the
 * first launch or API call the pages of that section are mapped a second time, inside the device window, as
 * one allocation of the heap: so a variable has shadow state and counters like any device memory, and the
 * same bytes are seen under both addresses.
 */
#ifndef SIMT_VARIABLES_H
#define SIMT_VARIABLES_H

#include <stdint.h>

/** Maps the variables into the window; does nothing where there are none, or the second time. */
void simt_variables_init(void);
/** The window address of a variable's byte; any other address comes back unchanged. */
uintptr_t simt_variable_alias(uintptr_t address);

#endif
