/**
 * @file deferred_reads.h
 * @brief Reads of memory that no thread has written: reported at the end of the launch, unless they are one
 * side of a race.
 *
 * A thread that reads too early, for want of a barrier, finds nothing there only because of the order in
 * which the engine runs threads: the race is the error, and a second report of the same mistake would
 * mislead.
 */
#ifndef SIMT_DEFERRED_READS_H
#define SIMT_DEFERRED_READS_H

#include "engine/log/access_log.h"
#include "engine/report/errors.h"

/** Defers the report of a read of @p size unwritten bytes at @p offset from SIMT_DEVICE_BASE; @p epoch as in
 * the shadow cells. */
void simt_deferred_add(const struct simt_actor *actor, enum simt_log_kind kind, bool shared, uint32_t epoch,
                       uint64_t offset, unsigned size);
/** A thread has written these bytes in a race with a reader: what was deferred about them is forgotten. */
void simt_deferred_drop(uint32_t epoch, uint64_t offset, unsigned size);
/** Reports what was deferred; at the end of a launch. */
void simt_deferred_report(void);

#endif
