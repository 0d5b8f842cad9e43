/**
 * @file local_memory.h
 * @brief The arrays that lanes keep on their stacks: what lies around them, and which of their bytes were
 *        written.
 *
 * The translator puts a guard on either side of each and announces it where it is declared. One byte of state
 * stands for each byte of a stack in which an array was announced; bytes that belong to none are not judged.
 * An array is known until the function that declared it returns.
 */
#ifndef SIMT_LOCAL_MEMORY_H
#define SIMT_LOCAL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/exec/machine.h"
#include "engine/log/access_log.h"

/** Judges an access of the running lane to its own stack. Returns in any case. */
void simt_local_access(uintptr_t address, size_t size, enum simt_log_kind kind, uintptr_t pc);
/** Puts off the judgement of a read of the running lane whose value it only stores, by the next access to its
 * stack. Stored in an array, bytes without a value stay so; stored in other memory, the read is reported.
 * @return false if there is nothing to put off: the read is to be judged as any other */
bool simt_local_read_to_copy(uintptr_t address, size_t size, uintptr_t pc);
/** Judges a read of the running lane, unless a shuffle left its bytes without a value, or @p passed: the
 * value is only passed to shuffles. @return the value's origin (unset.h); 0 if it has none */
uint64_t simt_local_read_origin(uintptr_t address, size_t size, bool passed, uintptr_t pc);
/** The running lane stores a value of this origin: the bytes have no value afterwards. */
void simt_local_store_origin(uintptr_t address, size_t size, uint64_t origin);
/** The running lane copies from one of its variables to another one, and bytes without a value stay so. */
void simt_local_copy_state(uintptr_t to, uintptr_t from, size_t size);
/** The running lane leaves the function at the present call depth: its arrays are gone. */
void simt_local_leave(void);
/** Forgets all arrays of a lane that begins anew. */
void simt_local_clear(struct simt_lane *lane);

/** @name A block gives way to another one, whose lanes use the same memories
 * @{ */
/** Bytes that simt_local_save() needs. */
size_t simt_local_image_bytes(const struct simt_lane *lane);
/** Copies what is known of a lane's arrays to @p to, and forgets it. @return the end of the copy */
unsigned char *simt_local_save(struct simt_lane *lane, unsigned char *to);
/** The reverse. @return the end of what was read */
const unsigned char *simt_local_restore(struct simt_lane *lane, const unsigned char *from);
/** @} */

/** True, and reported, if @p address is where the running lane's stack has no more room. */
bool simt_local_overflow(uintptr_t address, uintptr_t pc);

#endif
