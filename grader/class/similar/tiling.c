// Common runs of tokens: candidates by the hash of a run, compared token by token, the longest taken.
#include "tiling.h"

#include <stdlib.h>
#include <string.h>

#include "class/similar/runs.h"

// How many places of equal hash are looked at: a text that repeats itself must not take time by the square.
enum { MOST_CANDIDATES = 64 };

static int by_hash(const void *left, const void *right) {
    const struct run *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return a->at < b->at ? -1 : 1;
}

bool runs_of(struct runs *runs, const struct tokens *tokens, size_t length) {
    *runs = (struct runs){.tokens = length, .count = run_count(tokens, length)};
    runs->run = malloc((runs->count + 1) * sizeof *runs->run);
    uint64_t *hashes = run_hashes(tokens, length);
    for (size_t i = 0; runs->run && hashes && i < runs->count; i++)
        runs->run[i] = (struct run){hashes[i], i};
    if (runs->run && hashes && runs->count > 1)
        qsort(runs->run, runs->count, sizeof *runs->run, by_hash);
    free(hashes);
    return runs->run && hashes;
}

void runs_free(struct runs *runs) {
    free(runs->run);
    *runs = (struct runs){.count = 0};
}

// The first run that is not before `hash`.
static size_t first_of(const struct runs *runs, uint64_t hash) {
    size_t low = 0, high = runs->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (runs->run[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t common(const struct tokens *a, size_t i, const struct tokens *b, size_t j,
                     const uint8_t *taken) {
    size_t length = 0;
    while (i + length < a->count && j + length < b->count && !taken[j + length] &&
           a->kind[i + length] == b->kind[j + length])
        length++;
    return length;
}

static struct tile longest_at(const struct tokens *a, size_t at, uint64_t hash, const struct tokens *b,
                              const struct runs *runs, const uint8_t *taken) {
    struct tile longest = {.tokens = 0};
    const size_t first = first_of(runs, hash);
    for (size_t i = first; i < runs->count && i < first + MOST_CANDIDATES && runs->run[i].hash == hash; i++) {
        const size_t length = common(a, at, b, runs->run[i].at, taken);
        if (length >= runs->tokens && length > longest.tokens)
            longest = (struct tile){{at, runs->run[i].at}, length};
    }
    return longest;
}

size_t tiles_find(const struct tokens *a, const struct tokens *b, const struct runs *runs, uint8_t *taken,
                  struct tile *tiles) {
    const size_t length = runs->tokens;
    const uint64_t weight = run_weight(length);
    size_t count = 0;
    uint64_t hash = a->count < length ? 0 : run_hash(a, 0, length);
    memset(taken, 0, b->count);
    for (size_t at = 0; at + length <= a->count;) {
        const struct tile tile = longest_at(a, at, hash, b, runs, taken);
        if (tile.tokens > 0) {
            memset(taken + tile.at[1], 1, tile.tokens);
            tiles[count++] = tile;
            at += tile.tokens;
            hash = at + length <= a->count ? run_hash(a, at, length) : 0;
        } else {
            hash = at + length < a->count ? run_hash_next(hash, weight, a, at, length) : 0;
            at++;
        }
    }
    return count;
}
