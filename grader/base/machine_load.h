/**
 * @file machine_load.h
 * @brief What this machine has to spare now: cores and memory.
 */
#ifndef WARPLAB_MACHINE_LOAD_H
#define WARPLAB_MACHINE_LOAD_H

#include <stddef.h>

/** Cores that this process may use, at least 1. */
size_t machine_cores(void);
/** Those of them that nobody uses now: as many as the machine's cores are more than its threads that run,
 * this one aside; 0 if there is none, machine_cores() where the kernel does not tell. */
size_t machine_idle_cores(void);
/** Bytes of memory that new programs can have without swapping; SIZE_MAX where the kernel does not tell. */
size_t machine_free_bytes(void);

#endif
