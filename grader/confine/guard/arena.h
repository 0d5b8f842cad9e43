/**
 * @file arena.h
 * @brief Memory that a confined program allocates: in one piece of the address space, apart from the
 * engine's.
 *
 * What the program writes over in there is its own loss: sizes and links that it has spoilt never lead
 * outside.
 */
#ifndef SIMT_GUARD_ARENA_H
#define SIMT_GUARD_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** 16-byte aligned, or more with a larger power of two. @return NULL if there is no memory */
void *simt_arena_allocate(size_t size, size_t alignment);
/** Takes a block back; anything that is no block is ignored. */
void simt_arena_free(void *block);
/** Bytes that a block has room for; 0 if it is none. */
size_t simt_arena_size(const void *block);
/** True if all of [address, address + size) is memory of the arena in use. */
bool simt_arena_holds(uintptr_t address, size_t size);

#endif
