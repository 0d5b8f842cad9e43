// Common runs of tokens: candidates by the hash of a run, compared token by token, the longest taken.
#include "tiling.h"

#include <stdlib.h>
#include <string.h>

// How many places of equal hash are looked at: a text that repeats itself must not take time by the square.
enum { MOST_CANDIDATES = 64 };
static const uint64_t base = 0x9e3779b97f4a7c15u; // odd, with its bits well spread

static int by_hash(const void *left, const void *right) {
    const struct run *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return a->at < b->at ? -1 : 1;
}

static uint64_t hash_at(const struct tokens *tokens, size_t at, size_t length) {
    uint64_t hash = 0;
    for (size_t i = 0; i < length; i++)
        hash = hash * base + tokens->kind[at + i];
    return hash;
}

// The next run's hash from this one's (Karp and Rabin): one token leaves, one comes.
static uint64_t hash_after(uint64_t hash, uint64_t weight, const struct tokens *tokens, size_t at,
                           size_t length) {
    return (hash - weight * tokens->kind[at]) * base + tokens->kind[at + length];
}

// Of a run's first token.
static uint64_t weight_of_first(size_t length) {
    uint64_t weight = 1;
    while (--length > 0)
        weight *= base;
    return weight;
}

bool runs_of(struct runs *runs, const struct tokens *tokens, size_t length) {
    *runs = (struct runs){.tokens = length, .count = tokens->count < length ? 0 : tokens->count - length + 1};
    runs->run = malloc((runs->count + 1) * sizeof *runs->run);
    if (!runs->run)
        return false;
    const uint64_t weight = weight_of_first(length);
    uint64_t hash = runs->count > 0 ? hash_at(tokens, 0, length) : 0;
    for (size_t i = 0; i < runs->count; i++) {
        runs->run[i] = (struct run){hash, i};
        if (i + 1 < runs->count)
            hash = hash_after(hash, weight, tokens, i, length);
    }
    if (runs->count > 1)
        qsort(runs->run, runs->count, sizeof *runs->run, by_hash);
    return true;
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
    const uint64_t weight = weight_of_first(length);
    size_t count = 0;
    uint64_t hash = a->count < length ? 0 : hash_at(a, 0, length);
    memset(taken, 0, b->count);
    for (size_t at = 0; at + length <= a->count;) {
        const struct tile tile = longest_at(a, at, hash, b, runs, taken);
        if (tile.tokens > 0) {
            memset(taken + tile.at[1], 1, tile.tokens);
            tiles[count++] = tile;
            at += tile.tokens;
            hash = at + length <= a->count ? hash_at(a, at, length) : 0;
        } else {
            hash = at + length < a->count ? hash_after(hash, weight, a, at, length) : 0;
            at++;
        }
    }
    return count;
}
