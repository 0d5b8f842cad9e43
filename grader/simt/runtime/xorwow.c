// How XORWOW moves ahead: a step is a linear map of 160 bits, and so is any number of steps. The maps of 1,
// 2, 4, ... steps are made as they are needed, each from the one before.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/exec/confinement.h"
#include "simt/random_numbers.h"

enum {
    WORDS = 5,
    BITS = 32 * WORDS,
    SEQUENCE = 67 /* its length is 2 to that power */,
    MAPS = SEQUENCE + 64
};

/** What becomes of each bit of a state. */
struct map {
    uint32_t of_bit[BITS][WORDS];
};

static struct map *maps; /* of 1, 2, 4, ... steps */
static unsigned map_count;

static void apply(const struct map *map, uint32_t words[WORDS]) {
    uint32_t moved[WORDS] = {0};
    for (unsigned bit = 0; bit < BITS; bit++)
        for (unsigned w = 0; words[bit / 32] >> bit % 32 & 1 && w < WORDS; w++)
            moved[w] ^= map->of_bit[bit][w];
    memcpy(words, moved, sizeof moved);
}

static void make_step(struct map *map) {
    memset(map, 0, sizeof *map);
    for (unsigned bit = 0; bit < BITS; bit++) {
        uint32_t *words = map->of_bit[bit];
        uint32_t before[WORDS] = {0};
        before[bit / 32] = 1u << bit % 32;
        memcpy(words, before + 1, (WORDS - 1) * sizeof *words);
        words[WORDS - 1] = simt_xorwow_word(before[0], before[WORDS - 1]);
    }
}

static const struct map *map_of(unsigned power) {
    if (!maps && !(maps = malloc(MAPS * sizeof *maps)))
        abort();
    for (; map_count <= power; map_count++) {
        struct map *next = &maps[map_count];
        if (map_count == 0) {
            make_step(next);
            continue;
        }
        *next = maps[map_count - 1];
        for (unsigned bit = 0; bit < BITS; bit++)
            apply(&maps[map_count - 1], next->of_bit[bit]);
    }
    return &maps[power];
}

void simt_xorwow_skip(uint32_t words[WORDS], uint64_t n, int sequences) {
    simt_confined_store(words, WORDS * sizeof *words);
    for (unsigned power = sequences ? SEQUENCE : 0; n; n >>= 1, power++)
        if (n & 1)
            apply(map_of(power), words);
}
