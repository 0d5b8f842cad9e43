/**
 * @file places.h
 * @brief A table of places of the code, by their address.
 */
#ifndef SIMT_PLACES_H
#define SIMT_PLACES_H

#include <stddef.h>
#include <stdint.h>

/**
 * The entry of an address in a table with open addressing. A new one is taken for it if there is none.
 * @param table      2^@p slots_log2 entries, each of which begins with its address, a uintptr_t; 0: it is
 * free
 * @param entry_size bytes of an entry
 * @param what       not 0
 * @return NULL if all entries are taken by others
 */
static inline void *simt_place_of(void *table, size_t entry_size, unsigned slots_log2, uintptr_t what) {
    const size_t slots = (size_t)1 << slots_log2;
    size_t i = (size_t)(what * UINT64_C(0x9e3779b97f4a7c15) >> (64 - slots_log2));
    for (size_t tries = 0; tries < slots; tries++, i = (i + 1) % slots) {
        uintptr_t *entry = (uintptr_t *)(void *)((char *)table + i * entry_size);
        if (*entry && *entry != what)
            continue;
        *entry = what;
        return entry;
    }
    return NULL;
}

#endif
