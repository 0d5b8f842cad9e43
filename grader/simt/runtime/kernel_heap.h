/**
 * @file kernel_heap.h
 * @brief malloc and free as kernels call them: memory of the device, within cudaLimitMallocHeapSize.
 */
#ifndef SIMT_KERNEL_HEAP_H
#define SIMT_KERNEL_HEAP_H

#include <stddef.h>
#include <stdint.h>

/** Memory for the running lane, not initialised; NULL if the limit is reached. @param at the call */
void *simt_kernel_allocate(size_t size, uintptr_t at);
/** Frees what simt_kernel_allocate() gave; anything else is reported as the error of the call at @p at. */
void simt_kernel_free(void *pointer, uintptr_t at);

#endif
