/**
 * @file quiet.h
 * @brief When a hook has nothing to do: what compiled code asks before it calls one, so that a run that logs
 *        nothing hardly pays for hooks (language/code_quiet.cc).
 */
#pragma once

#include <stdint.h>

/** Where the device's address range begins: high above what programs and libraries use. */
#define SIMT_DEVICE_BASE UINT64_C(0x200000000000)

#ifndef __cplusplus
/** Bytes from SIMT_DEVICE_BASE whose accesses need no hook: 0 on the host, and where lanes log. */
extern __thread uint64_t simt_quiet_span;
/** Bytes from SIMT_DEVICE_BASE whose accesses by host code need the hook: the device's range, or all
 * addresses while the host is watched (streams/operations.h). */
extern uint64_t simt_host_span;
/** Bytes that host code has read and written since the last simt_reset(), in any memory but its own stack
 * frames. Other threads' may be missed in a program that has several. */
extern uint64_t simt_host_bytes;
/** Instructions that may yet be run before a basic block calls its hook; each block takes off its own. Below
 * zero where lanes log, so that all blocks call theirs. Not of a thread: submissions may not write to what
 * is. */
extern int64_t simt_quiet_steps;
/** What it begins with on the host, whose blocks are counted so. */
#define SIMT_HOST_STEPS INT64_MAX
#endif
