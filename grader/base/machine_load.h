/**
 * @file machine_load.h
 * @brief This machine's spare capacity: cores and memory.
 */
#ifndef WARPLAB_MACHINE_LOAD_H
#define WARPLAB_MACHINE_LOAD_H

#include <stddef.h>

/** Cores that this process may use, at least 1. */
size_t machine_cores(void);
/** The idle ones among them: the machine's cores less its running threads, except this one;
 * 0 if there is none, machine_cores() if the kernel does not report it. */
size_t machine_idle_cores(void);
/** Bytes of memory that new programs can have without swapping; SIZE_MAX if the kernel does not report it. */
size_t machine_free_bytes(void);

#endif
