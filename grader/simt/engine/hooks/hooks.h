/**
 * @file hooks.h
 * @brief How the functions that compiled code calls log what the running lane does.
 */
#ifndef SIMT_HOOKS_H
#define SIMT_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/access_log.h"

/** Among the flags of an access: an atomic addition of an integer. */
enum { LOG_ADDS = 1 << 30 };

/** Logs an access of the running lane. @p flags: KEY_VOLATILE, KEY_LOOSE, LOG_ADDS.
 * @return false on the host, and if the address is not device memory (the caller decides what that means) */
bool simt_log_access(uintptr_t address, enum simt_log_kind kind, unsigned size_log2, uintptr_t pc,
                     unsigned flags);
/** Logs a fence of the running lane. */
void simt_log_fence(bool device, uintptr_t pc);
/** Tells observers of an access by which the running lane may synchronise. */
void simt_tell_sync_access(uintptr_t address, bool reads, bool writes);

#endif
