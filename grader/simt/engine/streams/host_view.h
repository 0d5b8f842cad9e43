/**
 * @file host_view.h
 * @brief Memory that host and device share, as the host sees it: what operations wrote there shows when the
 * host has waited for them, and not before.
 *
 * The engine runs an operation as soon as it is given to its stream. So that this does not help the host, the
 * bytes that the operation wrote are put aside when it ends, and the host's memory gets back what was there.
 * Before the next operation they are put in again, and when the host waits they stay. What the host wrote in
 * the meantime to other bytes is left alone.
 *
 * An operation *opens* the pages that it may touch, and names what it wrote as it *closes* them.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/streams/byte_set.h"
#include "engine/streams/stream_order.h"

/** Host and device share the memory at [address, address + size), a device address, from now on. */
void simt_host_view_share(uintptr_t address, uint64_t size);
/** The memory that begins at @p address is shared no more. */
void simt_host_view_forget(uintptr_t address);
/** True if any memory is shared. */
bool simt_host_view_exists(void);
/** True if a byte of the set is in shared memory. */
bool simt_host_view_has(const struct simt_byte_set *set);

/** Gives the running operation the device's view of [offset, offset + size), of the pages of it that are
 * shared. */
void simt_host_view_open(uint64_t offset, uint64_t size);
/** The same for all that is shared. */
void simt_host_view_open_all(void);
/** The running operation, of @p segment, has written @p set. */
void simt_host_view_put_aside(struct simt_segment segment, const struct simt_byte_set *set);
/** The operation has ended: gives the host its view again. */
void simt_host_view_close(void);

/** Shows the host what operations wrote for which it has waited; or, with @p all, everything. */
void simt_host_view_publish(bool all);
/** Forgets all shared memory. */
void simt_host_view_reset(void);
