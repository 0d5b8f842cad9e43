/**
 * @file local_memory.h
 * @brief The arrays that lanes keep on their stacks: their bounds, and which of their bytes were
 *        initialised.
 *
 * The translator puts a guard on either side of each array and announces it where it is declared. A stack in
 * which an array was announced has one byte of state for each of its bytes; bytes outside arrays are not
 * checked. An array is known until the function that declared it returns.
 */
#ifndef SIMT_LOCAL_MEMORY_H
#define SIMT_LOCAL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/exec/machine.h"
#include "engine/log/access_log.h"

/** Checks an access of the running lane to its own stack. Returns in any case. */
void simt_local_access(uintptr_t address, size_t size, enum simt_log_kind kind, uintptr_t pc);
/** Puts off the check of a read that only copies the value, until the running lane's next access to its
 * stack. Copied to an array, uninitialised bytes stay so; stored in other memory, the read is reported.
 * @return false if there is nothing to put off: the read is to be checked like any other */
bool simt_local_read_to_copy(uintptr_t address, size_t size, uintptr_t pc);
/** Checks a read of the running lane, unless a shuffle left its bytes uninitialised, or @p passed: the
 * value is only passed to shuffles. @return the value's origin (unset.h); 0 if it has none */
uint64_t simt_local_read_origin(uintptr_t address, size_t size, bool passed, uintptr_t pc);
/** The running lane stores a value of this origin: the bytes count as uninitialised afterwards. */
void simt_local_store_origin(uintptr_t address, size_t size, uint64_t origin);
/** The running lane copies one of its variables to another, and uninitialised bytes stay so. */
void simt_local_copy_state(uintptr_t to, uintptr_t from, size_t size);
/** The running lane leaves the function at its current call depth: that function's arrays are gone. */
void simt_local_leave(void);
/** Forgets all arrays of a lane that starts a new thread. */
void simt_local_clear(struct simt_lane *lane);

/** @name A block gives way to another one, whose lanes use the same memories
 * @{ */
/** Bytes that simt_local_save() needs. */
size_t simt_local_image_bytes(const struct simt_lane *lane);
/** Copies the state of a lane's arrays to @p to, and forgets it. @return the end of the copy */
unsigned char *simt_local_save(struct simt_lane *lane, unsigned char *to);
/** The reverse. @return the end of the bytes read */
const unsigned char *simt_local_restore(struct simt_lane *lane, const unsigned char *from);
/** @} */

/** True, and reported, if @p address is past the end of the running lane's stack. */
bool simt_local_overflow(uintptr_t address, uintptr_t pc);

#endif
