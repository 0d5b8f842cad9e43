/**
 * @file outside_access.h
 * @brief Accesses outside device memory: a lane's own stack is fine, everything else is a fault.
 */
#ifndef SIMT_OUTSIDE_ACCESS_H
#define SIMT_OUTSIDE_ACCESS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/log/access_log.h"

/**
 * Judges an access that simt_log_access() refused; the arguments are the same. Returns if it is harmless (the
 * lane's own stack, the program's constants, host code touching host memory); otherwise reports it and ends
 * the launch, or, on the host, the program.
 */
void simt_access_outside(uintptr_t address, size_t size, enum simt_log_kind kind, uintptr_t pc,
                         unsigned flags);

/** The same for an access that the engine makes itself, in a function that the program called, and whose
 * frame ends at @p stack: a store of a confined program must not reach that frame, nor those below it. */
void simt_access_for(uintptr_t address, size_t size, enum simt_log_kind kind, uintptr_t pc, unsigned flags,
                     uintptr_t stack);

#endif
