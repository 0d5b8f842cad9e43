/**
 * @file lines.h
 * @brief From a code address of this program to the user's file and line, through elfutils' libdw.
 */
#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

/** A place in the source. Strings belong to lines.c and live until the process ends. */
struct simt_line {
    const char *file;     /**< as the compiler was given it; "" if unknown */
    int line;             /**< 1-based; 0 if unknown */
    const char *function; /**< the enclosing function's name, "" if unknown */
};

/**
 * Looks @p pc up. Code inlined from the engine's own headers (or the C++ library's) is charged to the line
 * of the user's source that called it.
 * @return false, and an empty line, where the program carries no debug information for @p pc
 */
bool simt_line_of(uintptr_t pc, struct simt_line *out);

/** True if the place is in a header or library of the system, or in a header of the engine. */
bool simt_line_is_of_others(const struct simt_line *line);

/** True for a file of the user's, false for a header of the engine or of the system. @param unit of libdw,
 * that uses the file */
bool simt_line_is_own(Dwarf_Die *unit, const char *file);

/* The debug information of the running program, through elfutils' libdw. */

/** Opened at the first question and kept: the strings it gives out live until the process ends. NULL if the
 * program has none. */
Dwarf *simt_debug_info(void);
/** Where the program was loaded, less where it was linked. */
uintptr_t simt_debug_bias(void);
/** The compilation unit that holds @p address (as linked). @return false if none does */
bool simt_debug_unit(Dwarf_Addr address, Dwarf_Die *unit);
