/**
 * @file host_written.h
 * @brief The host's stores to memory that it shares with the device (managed, pinned).
 *
 * The engine sees the stores of kernels and the copies of the runtime, but not the host's stores through a
 * pointer of its own. Such memory starts with a pattern (poison.h): where the pattern is unchanged, the host
 * has not written.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** Marks the parts of shared allocations that the host has written as initialised: before a launch. */
void simt_host_written_note(void);
/** The same for @p size bytes from @p address, if the host shares them: before their state is copied. */
void simt_host_written_note_range(uintptr_t address, size_t size);
