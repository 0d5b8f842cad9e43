// A table of places of the code.
#include "engine/model/places.h"

void *simt_place_of(void *table, size_t entry_size, unsigned slots_log2, uintptr_t what) {
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
