/**
 * @file record.h
 * @brief A run recorded step by step, to be looked at: `SIMT_TRACE=FILE`.
 *
 * Theory of operation. While a launch is recorded, the hooks note what each access read and wrote
 * (values.c), and the drain hands every instruction of a warp to events.c, in the order in which the warp
 * runs. What is shown of a launch is a window: its first blocks, threads, cells and events; what lies outside
 * is run as ever and counted, but not shown. Names and types of arrays come from the debug information
 * (names.c). At the program's end the recording becomes a file (file.c): a page, or its JSON alone.
 */
#ifndef SIMT_RECORD_H
#define SIMT_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/exec/machine.h"
#include "engine/log/access_log.h"

/** The window: what is shown of a launch. */
enum { TRACE_BLOCKS = 8, TRACE_WARPS = 2, TRACE_CELLS = 64, TRACE_EVENTS = 4000, TRACE_LAUNCHES = 16 };

/** True while a launch is recorded; the other functions may only be called then, but for
 * simt_recorder_wanted(), simt_recorder_begin() and simt_recorder_write(). */
extern bool simt_recording;

/** True if launches are to be recorded: SIMT_TRACE names a file, or simt_trace_begin() was called. */
bool simt_recorder_wanted(void);
/** Begins a launch. @p closure holds the kernel's arguments. */
void simt_recorder_begin(void (*body)(const void *), const void *closure);
/** Ends it. What was found wrong and belongs to no recorded instruction becomes its last event. */
void simt_recorder_end(void);

/** @name From the hooks (values.c)
 * @{ */
/** Notes what is at @p address before the access of @p record (a place in the trace). */
void simt_recorder_before(const uint64_t *record, uintptr_t address, unsigned size_log2,
                          enum simt_log_kind kind);
/** Whether the atomic that is logged next adds an integer. */
extern bool simt_recorder_adds;
/** Notes what the running lane's last store left behind; called before the lane gives way. */
void simt_recorder_after(void);
/** Notes what the running lane's variables hold as it comes to a warp operation, whose call returns to @p pc.
 */
void simt_recorder_waits(uintptr_t pc);
/** Follows simt_trace when a lane's column is moved up by @p rows. */
void simt_recorder_shift(unsigned lane, uint32_t rows, uint32_t written);
/** @} */

/** @name From the drain and the synchronisation (events.c)
 * @{ */
/** An access of @p lanes of warp @p warp, by its number in the launch, checked and counted; @p row gives each
 * lane's row of the trace. */
void simt_recorder_access(uint64_t key, uint32_t lanes, const uint32_t *row, uint32_t warp);
/** A basic block that @p lanes run together. */
void simt_recorder_code(uint64_t key, uint32_t lanes, uint32_t warp);
/** A block barrier that all threads have come to; called before they go on. */
void simt_recorder_barrier(const struct simt_block *block);
/** A warp operation of @p lanes. For a shuffle @p answers holds what each lane got. */
void simt_recorder_warp_op(const struct simt_warp *warp, const struct simt_lane *lanes, uint32_t group,
                           const uint64_t *answers);
/** @} */

/** Writes the file that SIMT_TRACE names, if anything was recorded. @return false, with errno, if it cannot
 */
bool simt_recorder_write(void);

#endif
