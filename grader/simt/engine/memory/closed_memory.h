/**
 * @file closed_memory.h
 * @brief Device memory is closed to host code, as on a GPU: pages without any right of access.
 *
 * What the host does by a function of a library, or where no hook stands, faults therefore, and is an error
 * with its line (exec/exit.h). The engine opens what it needs where it needs it: a copy or a fill what
 * it names, a launch all of it, or where that is much, what it touches, in pieces. It is closed again where
 * host code of the program goes on. Memory that the host shares (managed, pinned, registered) is never
 * closed.
 *
 * Everything here belongs to the thread that has the engine's lock. Other threads of a plain program find
 * device memory open while a launch or a copy of this one runs.
 */
#ifndef SIMT_CLOSED_MEMORY_H
#define SIMT_CLOSED_MEMORY_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What the host may not touch. */
enum simt_closed_kind {
    SIMT_CLOSED_NOT,       /**< it may, or there is no device memory */
    SIMT_CLOSED_MEMORY,    /**< of cudaMalloc and the like, or shared memory */
    SIMT_CLOSED_VARIABLES, /**< of `__device__` and `__constant__` variables */
};

/** Opens all device memory and variables. */
void simt_memory_open_all(void);
/** The same for a launch. Much memory is opened piece by piece: where it faults in this thread,
 * simt_memory_open_piece() is to be called. */
void simt_memory_open_for_launch(void);
/** For a signal handler: opens the piece of device memory in which a launch of this thread faulted.
 * @return false if the fault was none of these */
bool simt_memory_open_piece(uintptr_t address);
/** Which handler of SIGSEGV calls simt_memory_open_piece(). While another one has the signal, all is opened
 * at once. */
void simt_memory_set_handler(void (*handler)(int, siginfo_t *, void *));
/** Whether a signal that this thread causes comes to the handler, on a stack of its own, and no debugger
 * stops at it. */
bool simt_signal_comes(int number, void (*handler)(int, siginfo_t *, void *));
/** Opens the pages of [address, address + size), if they are device memory. Of device variables it opens all.
 */
void simt_memory_open(uintptr_t address, size_t size);
/** Closes what is open: host code of the program runs next. */
void simt_memory_close(void);
/** True if host code of the program could run now: nothing is open. */
bool simt_memory_is_closed(void);
/** What kind of closed memory is at @p address. For a signal handler. */
enum simt_closed_kind simt_memory_closed_at(uintptr_t address);

/** To be called when pages of the device address range were mapped or backed, and so are open. */
void simt_memory_was_opened(uintptr_t address, size_t size);
/** Never closes the pages of [address, address + size) from now on: the host shares them. */
void simt_memory_share(uintptr_t address, size_t size);
/** The host shares those that begin at @p address no more. */
void simt_memory_share_no_more(uintptr_t address);

#endif
