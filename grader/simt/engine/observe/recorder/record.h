/**
 * @file record.h
 * @brief A run recorded step by step, to be looked at: `SIMT_TRACE=FILE`.
 *
 * Theory of operation. While a launch is recorded, each access is noted as it happens, with what it found and
 * left (values.c). When the log is merged, every instruction of a warp becomes an event (recording.c), in the
 * order in which the warp runs. What is shown of a launch is its first blocks, warps, cells and events. The
 * rest is run as ever and counted, but not shown. Names and types of arrays come from the debug information
 * (names.c). At the program's end the recording becomes a file (file.c): a page, or its JSON alone.
 */
#pragma once

#include <stdbool.h>

/** What is shown of a launch. */
enum { TRACE_BLOCKS = 8, TRACE_WARPS = 2, TRACE_CELLS = 64, TRACE_EVENTS = 4000, TRACE_LAUNCHES = 16 };
/** What is recorded for programs: all warps of a block, and no variables. */
enum { TRACE_ALL_WARPS = 32, TRACE_ALL_EVENTS = 20000 };

/** True if launches are to be recorded: SIMT_TRACE names a file, or simt_trace_begin() was called. */
bool simt_recorder_wanted(void);
/** Writes the file that SIMT_TRACE names, if anything was recorded. @return false, with errno, if it cannot
 */
bool simt_recorder_write(void);
