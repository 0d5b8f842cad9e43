/**
 * @file debug_info.h
 * @brief The debug information of the running program, through elfutils' libdw.
 */
#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

/** Opened at the first question and kept: the strings it gives out live until the process ends. NULL if the
 * program has none. */
Dwarf *simt_debug_info(void);
/** Where the program was loaded, less where it was linked. */
uintptr_t simt_debug_bias(void);
/** The compilation unit that holds @p address (as linked). @return false if none does */
bool simt_debug_unit(Dwarf_Addr address, Dwarf_Die *unit);
