// Hashes of runs: one token leaves, one comes.
#include "class/similar/runs.h"

#include <stdlib.h>

static const uint64_t base = 0x9e3779b97f4a7c15u; // odd, with its bits well spread

size_t run_count(const struct tokens *tokens, size_t length) {
    return tokens->count < length ? 0 : tokens->count - length + 1;
}

uint64_t run_hash(const struct tokens *tokens, size_t at, size_t length) {
    uint64_t hash = 0;
    for (size_t i = 0; i < length; i++)
        hash = hash * base + tokens->kind[at + i];
    return hash;
}

uint64_t run_hash_next(uint64_t hash, uint64_t weight, const struct tokens *tokens, size_t at,
                       size_t length) {
    return (hash - weight * tokens->kind[at]) * base + tokens->kind[at + length];
}

uint64_t run_weight(size_t length) {
    uint64_t weight = 1;
    while (--length > 0)
        weight *= base;
    return weight;
}

uint64_t *run_hashes(const struct tokens *tokens, size_t length) {
    const size_t count = run_count(tokens, length);
    const uint64_t weight = run_weight(length);
    uint64_t *hashes = malloc((count + 1) * sizeof *hashes);
    for (size_t i = 0; hashes && i < count; i++)
        hashes[i] = i == 0 ? run_hash(tokens, 0, length)
                           : run_hash_next(hashes[i - 1], weight, tokens, i - 1, length);
    return hashes;
}
