// Release and acquire through atomics: what each word has released, and what the running block has acquired.
#include "engine/check/release.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/run/machine.h"

/** One release: everything of the block before @c barrier_tick, and of the thread up to @c tick. */
struct release {
    uint32_t block, thread, barrier_tick, tick;
    uint32_t previous; /**< the same block's release before this one, as index + 1 */
};

/** A word used to synchronise. */
struct word {
    uint64_t offset;
    struct release *releases;
    uint32_t count, capacity;
    uint32_t *latest; /**< by block: its latest release, as index + 1 */
};

/** A thread of the running block has seen the first @c count releases of a word, given by its index. */
struct simt_acquisition {
    uint32_t word, count, thread, tick;
};

static struct word *words;
static size_t word_count, word_capacity;
static uint64_t block_count;
static bool in_use;

static void *grown(void *array, size_t *capacity, size_t size) {
    *capacity = *capacity ? 2 * *capacity : 8;
    array = realloc(array, *capacity * size);
    if (!array) {
        fprintf(stderr, "simt: no memory to follow atomics\n");
        exit(2);
    }
    return array;
}

void simt_release_begin_launch(uint64_t blocks) {
    for (size_t i = 0; i < word_count; i++) {
        free(words[i].releases);
        free(words[i].latest);
    }
    word_count = 0;
    block_count = blocks;
    in_use = false;
}

void simt_release_end_block(struct simt_acquisitions *acquired) { acquired->count = 0; }
bool simt_release_in_use(void) { return in_use; }
void simt_release_note_fence(void) { in_use = true; }

static uint32_t running_block(void) { return simt_block_now->first_warp / simt_block_now->warps; }

/* Programs synchronise through a handful of words; those that use many are found by the same short walk. */
static struct word *word_at(uint64_t offset, bool make) {
    for (size_t i = word_count; i > 0; i--)
        if (words[i - 1].offset == offset)
            return &words[i - 1];
    if (!make)
        return NULL;
    if (word_count == word_capacity)
        words = grown(words, &word_capacity, sizeof *words);
    struct word *word = &words[word_count++];
    *word = (struct word){.offset = offset, .latest = calloc(block_count, sizeof *word->latest)};
    if (!word->latest) {
        fprintf(stderr, "simt: no memory to follow atomics\n");
        exit(2);
    }
    return word;
}

static void acquire(uint32_t word, uint32_t thread) {
    struct simt_acquisitions *all = &simt_block_now->acquired;
    struct simt_acquisition *found = NULL;
    for (size_t i = 0; i < all->count && !found; i++)
        if (all->items[i].word == word && all->items[i].thread == thread)
            found = &all->items[i];
    if (!found) {
        if (all->count == all->capacity)
            all->items = grown(all->items, &all->capacity, sizeof *all->items);
        found = &all->items[all->count++];
    }
    *found = (struct simt_acquisition){word, words[word].count, thread, simt_block_now->tick};
}

static void release(struct word *word, uint32_t thread) {
    if (word->count == word->capacity) {
        size_t capacity = word->capacity;
        word->releases = grown(word->releases, &capacity, sizeof *word->releases);
        word->capacity = (uint32_t)capacity;
    }
    uint32_t block = running_block();
    word->releases[word->count++] = (struct release){.block = block,
                                                     .thread = thread,
                                                     .barrier_tick = simt_block_now->barrier_tick,
                                                     .tick = simt_block_now->tick,
                                                     .previous = word->latest[block]};
    word->latest[block] = word->count;
}

void simt_release_read(uint32_t thread, uint64_t offset) {
    const struct word *word = word_at(offset, false);
    if (word && word->count)
        acquire((uint32_t)(word - words), thread);
}

void simt_release_write(uint32_t thread, uint64_t offset) { release(word_at(offset, true), thread); }

/** True if one of the word's first @p count releases covers what @p thread of @p block did at @p stamp. */
static bool covers(const struct word *word, uint32_t count, uint32_t block, uint32_t thread, uint32_t stamp) {
    for (uint32_t i = word->latest[block]; i > 0; i = word->releases[i - 1].previous) {
        const struct release *r = &word->releases[i - 1];
        if (i <= count && (stamp < r->barrier_tick || (thread == r->thread && stamp <= r->tick)))
            return true;
    }
    return false;
}

bool simt_release_orders(uint32_t before, uint32_t stamp, uint32_t now) {
    uint32_t block = before / SIMT_WARP / simt_block_now->warps;
    const struct simt_acquisitions *all = &simt_block_now->acquired;
    for (size_t i = 0; i < all->count; i++) {
        const struct simt_acquisition *a = &all->items[i];
        if (a->thread != now && a->tick >= simt_block_now->barrier_tick)
            continue;
        if (covers(&words[a->word], a->count, block, before, stamp))
            return true;
    }
    return false;
}
