/**
 * @file closed_memory.h
 * @brief Device memory is closed to host code: its pages have no access rights.
 *
 * So accesses by host code in library functions, or without a hook, fault, and are errors with a line
 * (exec/exit.h). The engine opens memory where it needs it: a copy or a fill its operands, a launch all of
 * it, or if that is much, the pieces it accesses. Memory is closed again when host code of the program
 * resumes. Memory that the host shares (managed, pinned, registered) is never closed.
 *
 * All of this belongs to the thread that has the engine's lock. Other threads of a plain program find
 * device memory open while a launch or a copy of this one runs.
 */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Memory that the host may not access. */
enum simt_closed_kind {
    SIMT_CLOSED_NOT,       /**< it may, or there is no device memory */
    SIMT_CLOSED_MEMORY,    /**< of cudaMalloc and the like, or shared memory */
    SIMT_CLOSED_VARIABLES, /**< of `__device__` and `__constant__` variables */
};

/** Opens all device memory and variables. */
void simt_memory_open_all(void);
/** The same for a launch. If there is much memory, it is opened piece by piece: on a fault in this thread,
 * simt_memory_open_piece() is to be called. */
void simt_memory_open_for_launch(void);
/** For a signal handler: opens the piece of device memory in which a launch of this thread faulted.
 * @return false if the fault has another cause */
bool simt_memory_open_piece(uintptr_t address);
/** The handler of SIGSEGV that calls simt_memory_open_piece(). While another handler is installed, all memory
 * is opened at once. */
void simt_memory_set_handler(void (*handler)(int, siginfo_t *, void *));
/** Whether a signal that this thread causes reaches the handler, on a stack of its own, without a debugger
 * that stops at it. */
bool simt_signal_comes(int number, void (*handler)(int, siginfo_t *, void *));
/** Opens the pages of [address, address + size), if they are device memory. Of device variables it opens all.
 */
void simt_memory_open(uintptr_t address, size_t size);
/** Closes what is open: host code of the program runs next. */
void simt_memory_close(void);
/** True if host code of the program could run now: nothing is open. */
bool simt_memory_is_closed(void);
/** The kind of closed memory at @p address. For a signal handler. */
enum simt_closed_kind simt_memory_closed_at(uintptr_t address);

/** To be called when pages of the device address range were mapped or backed, and so are open. */
void simt_memory_was_opened(uintptr_t address, size_t size);
/** Keeps the pages of [address, address + size) open from now on: the host shares them. */
void simt_memory_share(uintptr_t address, size_t size);
/** The host no longer shares those that begin at @p address. */
void simt_memory_share_no_more(uintptr_t address);
