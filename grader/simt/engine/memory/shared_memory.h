/**
 * @file shared_memory.h
 * @brief The layout of a block's shared memory: static variables, each with a red zone, and the dynamic part.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Bytes that the system keeps of a block's shared memory. */
#define SIMT_SHARED_RESERVED 1024

/** Begins a launch: no static variables yet, @p dynamic_bytes of dynamic shared memory. */
void simt_shared_begin_launch(size_t dynamic_bytes);
/** Begins a block: its shared memory holds garbage that no thread has written. */
void simt_shared_begin_block(void);
/** Lays out a static variable of the running kernel. @return its offset; 0 if there is no more room */
uint32_t simt_shared_lay_out(const char *name, size_t size);
/**
 * Where the part begins that the system keeps of a block's shared memory: SIMT_SHARED_RESERVED bytes, through
 * which tiles of several warps pass values on. It is no static variable: profiles have it in
 * @c shared_reserved_per_block.
 * @return its offset in the device's address range
 */
uint64_t simt_shared_reserved(void);
/**
 * Saves the running block's shared memory while other blocks run: the bytes, which of them were written, and
 * who touched them.
 * @param image what an earlier call returned, or NULL; it is used again
 * @param epoch  the running block's
 * @return the image, to be kept by the block
 */
void *simt_shared_save(void *image, uint32_t epoch);
/** Brings back what simt_shared_save() saved. */
void simt_shared_restore(const void *image);
/** The variable around a device offset, as [low, high). @return false if none */
bool simt_shared_find(uint64_t offset, uint64_t *low, uint64_t *high);
/** The name of the variable around a device offset. @return false if it is dynamic, or none */
bool simt_shared_name(uint64_t offset, char *name, size_t size);
/** In words, what a bad offset is outside of, for "Address … is …"; valid until the next call. */
const char *simt_shared_describe(uint64_t offset);
/** Static bytes laid out so far in this launch, red zones not counted. */
size_t simt_shared_static_bytes(void);
