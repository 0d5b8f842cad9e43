// Winnowing, and the inverted index of what it chooses.
#include "class/similar/fingerprints.h"

#include <stdlib.h>

#include "class/similar/runs.h"

// Runs of the same tokens over and over have hashes of one pattern; which is smallest must not follow it.
static uint64_t mixed(uint64_t hash) {
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
    return hash ^ hash >> 32;
}

static bool put(struct fingerprints *fingerprints, uint32_t text, uint64_t hash) {
    if (fingerprints->count == fingerprints->room) {
        const size_t room = fingerprints->room ? 2 * fingerprints->room : 1024;
        struct fingerprint *items = reallocarray(fingerprints->items, room, sizeof *items);
        if (!items)
            return false;
        fingerprints->items = items;
        fingerprints->room = room;
    }
    fingerprints->items[fingerprints->count++] = (struct fingerprint){hash, text, 1};
    return true;
}

// The smallest hash of a window, the last of equal ones: what a window chooses follows from it alone. Looked
// for anew only where the one before has left the window, or a smaller one has come.
bool fingerprints_add(struct fingerprints *fingerprints, uint32_t text, const struct tokens *tokens,
                      size_t first, size_t end) {
    const struct tokens part = {.kind = tokens->kind + first, .count = end - first};
    const size_t count = run_count(&part, FINGERPRINT_TOKENS);
    uint64_t *hashes = run_hashes(&part, FINGERPRINT_TOKENS);
    size_t chosen = 0;
    bool good = hashes != NULL, any = false;
    for (size_t i = 0; good && i < count; i++)
        hashes[i] = mixed(hashes[i]);
    for (size_t last = FINGERPRINT_WINDOW - 1; good && last < count; last++) {
        const size_t begin = last + 1 - FINGERPRINT_WINDOW, before = chosen;
        if (!any || chosen < begin) {
            chosen = begin;
            for (size_t i = begin + 1; i <= last; i++)
                chosen = hashes[i] <= hashes[chosen] ? i : chosen;
        } else if (hashes[last] <= hashes[chosen]) {
            chosen = last;
        }
        if (!any || chosen != before)
            good = put(fingerprints, text, hashes[chosen]);
        any = true;
    }
    free(hashes);
    return good;
}

static int by_hash(const void *left, const void *right) {
    const struct fingerprint *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return (a->text > b->text) - (a->text < b->text);
}

void fingerprints_sort(struct fingerprints *fingerprints) {
    struct fingerprint *items = fingerprints->items;
    size_t kept = 0;
    if (fingerprints->count > 1)
        qsort(items, fingerprints->count, sizeof *items, by_hash);
    for (size_t i = 0; i < fingerprints->count; i++) {
        if (kept > 0 && by_hash(&items[kept - 1], &items[i]) == 0)
            items[kept - 1].count++;
        else
            items[kept++] = items[i];
    }
    fingerprints->count = kept;
}

const struct fingerprint *fingerprints_find(const struct fingerprints *fingerprints, uint64_t hash,
                                            size_t *count) {
    size_t low = 0, high = fingerprints->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (fingerprints->items[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    for (*count = 0; low + *count < fingerprints->count && fingerprints->items[low + *count].hash == hash;)
        ++*count;
    return fingerprints->items + low;
}

void fingerprints_free(struct fingerprints *fingerprints) {
    free(fingerprints->items);
    *fingerprints = (struct fingerprints){.count = 0};
}
