/**
 * @file functions.h
 * @brief Where the functions of the confined program begin, and where calls in them return to.
 */
#ifndef SIMT_GUARD_FUNCTIONS_H
#define SIMT_GUARD_FUNCTIONS_H

#include <stdbool.h>
#include <stdint.h>

/** What each byte of the confined code is. */
enum { GUARD_ENTRY = 1, GUARD_RETURN = 2 };

/** The code, and a byte of the above for each of its bytes; read by branches.c. */
/** @{ */
/** The confined code: its first byte, its length, and for each byte a set of the above; read by branches.c.
 */
extern uintptr_t simt_guard_text, simt_guard_text_size;
extern const uint8_t *simt_guard_map;
/** @} */

/** Fills them from the program's symbols and machine code. */
bool simt_guard_map_functions(uintptr_t from, uintptr_t to);
/** True if @p target is a function outside that confined code may call through a pointer. */
bool simt_guard_may_call(uintptr_t target);

#endif
