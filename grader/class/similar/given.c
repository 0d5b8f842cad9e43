// A hash table of runs with open addressing. Hashes stand for their runs: they have 64 bits, and a run that
// is taken out wrongly costs a hint at most.
#include "class/similar/given.h"

#include <stdlib.h>
#include <string.h>

#include "class/similar/runs.h"

static uint64_t *slot_of(const struct given *given, uint64_t hash) {
    size_t at = (size_t)(hash ^ hash >> 29) & (given->room - 1);
    while (given->slots[at] != 0 && given->slots[at] != hash)
        at = (at + 1) & (given->room - 1);
    return &given->slots[at];
}

// Room for as many more; at most half of it is ever taken.
static bool grow(struct given *given, size_t more) {
    struct given larger = {.room = given->room ? given->room : 1024};
    while (larger.room < 2 * (given->count + more))
        larger.room *= 2;
    if (larger.room == given->room)
        return true;
    larger.slots = calloc(larger.room, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < given->room; i++)
        if (given->slots[i] != 0)
            *slot_of(&larger, given->slots[i]) = given->slots[i];
    larger.count = given->count;
    free(given->slots);
    *given = larger;
    return true;
}

static void put(struct given *given, uint64_t hash) {
    uint64_t *slot = slot_of(given, hash | 1); // 0 is an empty slot
    given->count += *slot == 0;
    *slot = hash | 1;
}

bool given_add(struct given *given, const char *text) {
    struct tokens tokens;
    bool good = tokens_read(&tokens, text);
    const size_t count = run_count(&tokens, GIVEN_LEAST_TOKENS);
    uint64_t *hashes = good ? run_hashes(&tokens, GIVEN_LEAST_TOKENS) : NULL;
    good = hashes && grow(given, count);
    for (size_t i = 0; good && i < count; i++)
        put(given, hashes[i]);
    free(hashes);
    tokens_free(&tokens);
    return good;
}

bool given_take_out(const struct given *given, struct tokens *tokens) {
    const size_t count = run_count(tokens, GIVEN_LEAST_TOKENS);
    uint64_t *hashes = run_hashes(tokens, GIVEN_LEAST_TOKENS);
    size_t kept = 0, given_until = 0;
    for (size_t i = 0; hashes && given->room > 0 && i < tokens->count; i++) {
        if (i < count && *slot_of(given, hashes[i] | 1) != 0)
            given_until = i + GIVEN_LEAST_TOKENS;
        if (i < given_until)
            continue;
        tokens->kind[kept] = tokens->kind[i];
        tokens->place[kept++] = tokens->place[i];
    }
    tokens->count = given->room > 0 ? kept : tokens->count;
    free(hashes);
    return hashes != NULL;
}

void given_free(struct given *given) {
    free(given->slots);
    *given = (struct given){.count = 0};
}
