/**
 * @file hooks.h
 * @brief How the functions that compiled code calls log what the running lane does.
 */
#ifndef SIMT_HOOKS_H
#define SIMT_HOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/log/access_log.h"

/** Among the flags of an access: an atomic addition of an integer. */
enum { LOG_ADDS = 1 << 30, LOG_CLASS_SHIFT = 25, LOG_CLASS = 31 << LOG_CLASS_SHIFT };

/** Logs an access of the running lane. @p flags: those of the key (access_log.h), LOG_ADDS.
 * @return false on the host, and if the address is not device memory (the caller decides what that means) */
bool simt_log_access(uintptr_t address, enum simt_log_kind kind, unsigned size_log2, uintptr_t pc,
                     unsigned flags);
/** An access of any size is made in pieces as a GPU makes them: the widest that fits in @p size bytes and to
 * which all of @p addresses, or-ed, are aligned, as a power of two. */
static inline unsigned simt_piece_log2(uintptr_t addresses, size_t size) {
    unsigned log2 = 4; /* the widest instruction */
    while ((size_t)1 << log2 > size || addresses % ((uintptr_t)1 << log2) != 0)
        log2--;
    return log2;
}
/** Logs a fence of the running lane, or with no order the place where an access of it is to release or to
 * acquire; tells observers. @p how: a scope and orders of simt/abi.h. */
void simt_log_fence(unsigned how, uintptr_t pc);
/** Before an access by which the running lane may synchronise: logs its place if somebody wants to know. */
void simt_log_sync_place(uintptr_t pc);
/** What an access does by which threads may synchronise. */
enum { SYNC_READS = 1, SYNC_WRITES = 2, SYNC_VOLATILE = 4 };
/** Tells observers of such an access of the running lane; @p how as above, @p what of the bits above. */
void simt_tell_sync_access(uintptr_t address, unsigned how, unsigned what, uintptr_t pc);
/** Before a read that may be one of many in a loop that waits: the running lane may give way. */
void simt_poll(uintptr_t address, unsigned size_log2, uintptr_t pc);

#endif
