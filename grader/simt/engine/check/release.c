// Release and acquire through atomics: what each word has released, and what the running block has acquired.
#include "engine/check/release.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/run/machine.h"

/**
 * One release: everything of the block before @c barrier_tick, of the thread up to @c tick, and all that the
 * thread had acquired by then.
 */
struct release {
    uint32_t block, thread, barrier_tick, tick;
    uint32_t previous; /**< the same block's release before this one, as index + 1; see struct word */
    uint32_t heard_count;
    struct simt_acquisition *heard;
};

/** A word used to synchronise. */
struct word {
    uint64_t offset;
    struct release *releases;
    uint32_t count, capacity;
    uint32_t *latest;   /**< by block: its latest release, as index + 1; NULL while there are only a few */
    uint64_t question;  /**< the question for which its releases have been looked at, … */
    uint32_t looked_at; /**< … and how many of them */
};

/** Somebody has seen the first @c count releases of a word, given by its index. */
struct simt_acquisition {
    uint32_t word, count, thread, tick;
};

enum { FEW_RELEASES = 32 };

static struct word *words;
static size_t word_count, word_capacity;
static uint32_t *slots; /* hash of offsets: index into words, as index + 1 */
static size_t slot_count;
static uint64_t block_count;
static bool in_use;

static _Noreturn void no_memory(void) {
    fprintf(stderr, "simt: no memory to follow atomics\n");
    exit(2);
}

static void *grown(void *array, size_t *capacity, size_t size) {
    *capacity = *capacity ? 2 * *capacity : 8;
    array = realloc(array, *capacity * size);
    if (!array)
        no_memory();
    return array;
}

static void forget(struct word *word) {
    for (uint32_t i = 0; i < word->count; i++)
        free(word->releases[i].heard);
    free(word->releases);
    free(word->latest);
}

void simt_release_begin_launch(uint64_t blocks) {
    for (size_t i = 0; i < word_count; i++)
        forget(&words[i]);
    if (word_count)
        memset(slots, 0, slot_count * sizeof *slots);
    word_count = 0;
    block_count = blocks;
    in_use = false;
}

void simt_release_end_block(struct simt_acquisitions *acquired) { acquired->count = 0; }
bool simt_release_in_use(void) { return in_use; }
void simt_release_note_fence(void) { in_use = true; }

static uint32_t running_block(void) { return simt_block_now->first_warp / simt_block_now->warps; }

static uint32_t *slot_of(uint64_t offset) {
    size_t i = (size_t)(offset * UINT64_C(0x9e3779b97f4a7c15) >> 32) % slot_count;
    while (slots[i] && words[slots[i] - 1].offset != offset)
        i = (i + 1) % slot_count;
    return &slots[i];
}

/** Keeps the hash at most half full. */
static void make_room(void) {
    if (2 * (word_count + 1) <= slot_count)
        return;
    free(slots);
    slot_count = slot_count ? 2 * slot_count : 64;
    slots = calloc(slot_count, sizeof *slots);
    if (!slots)
        no_memory();
    for (size_t i = 0; i < word_count; i++)
        *slot_of(words[i].offset) = (uint32_t)i + 1;
}

static struct word *word_at(uint64_t offset, bool make) {
    if (make)
        make_room();
    uint32_t *slot = slot_count ? slot_of(offset) : NULL;
    if (slot && *slot)
        return &words[*slot - 1];
    if (!make)
        return NULL;
    if (word_count == word_capacity)
        words = grown(words, &word_capacity, sizeof *words);
    words[word_count] = (struct word){.offset = offset};
    *slot = (uint32_t)++word_count;
    return &words[word_count - 1];
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

/** True if an acquisition of the running block holds for @p thread now. */
static bool holds_for(const struct simt_acquisition *a, uint32_t thread) {
    return a->thread == thread || a->tick < simt_block_now->barrier_tick;
}

/** What the thread has acquired so far goes with the release. */
static void pass_on(struct release *release, uint32_t thread) {
    const struct simt_acquisitions *all = &simt_block_now->acquired;
    if (!all->count)
        return;
    release->heard = malloc(all->count * sizeof *release->heard);
    if (!release->heard)
        no_memory();
    for (size_t i = 0; i < all->count; i++)
        if (holds_for(&all->items[i], thread))
            release->heard[release->heard_count++] = all->items[i];
}

/** Once there are many releases, each block's are found through its latest. */
static void index_releases(struct word *word) {
    word->latest = calloc(block_count, sizeof *word->latest);
    if (!word->latest)
        no_memory();
    for (uint32_t i = 0; i < word->count; i++) {
        word->releases[i].previous = word->latest[word->releases[i].block];
        word->latest[word->releases[i].block] = i + 1;
    }
}

static void release(struct word *word, uint32_t thread) {
    if (word->count == word->capacity) {
        size_t capacity = word->capacity;
        word->releases = grown(word->releases, &capacity, sizeof *word->releases);
        word->capacity = (uint32_t)capacity;
    }
    uint32_t block = running_block();
    struct release *r = &word->releases[word->count++];
    *r = (struct release){.block = block,
                          .thread = thread,
                          .barrier_tick = simt_block_now->barrier_tick,
                          .tick = simt_block_now->tick};
    pass_on(r, thread);
    if (word->latest) {
        r->previous = word->latest[block];
        word->latest[block] = word->count;
    } else if (word->count > FEW_RELEASES) {
        index_releases(word);
    }
}

void simt_release_read(uint32_t thread, uint64_t offset) {
    const struct word *word = word_at(offset, false);
    if (word && word->count)
        acquire((uint32_t)(word - words), thread);
}

void simt_release_write(uint32_t thread, uint64_t offset) { release(word_at(offset, true), thread); }

/** What one thread did at one tick: the question is whether it happened before. */
struct deed {
    uint64_t question;
    uint32_t block, thread, stamp;
};

static bool covers(const struct release *r, const struct deed *deed) {
    return r->block == deed->block &&
           (deed->stamp < r->barrier_tick || (deed->thread == r->thread && deed->stamp <= r->tick));
}

/** True if one of the word's first @p count releases covers the deed itself. */
static bool covers_directly(const struct word *word, uint32_t count, const struct deed *deed) {
    if (!word->latest) {
        for (uint32_t i = 0; i < count; i++)
            if (covers(&word->releases[i], deed))
                return true;
        return false;
    }
    for (uint32_t i = word->latest[deed->block]; i > 0; i = word->releases[i - 1].previous)
        if (i <= count && covers(&word->releases[i - 1], deed))
            return true;
    return false;
}

/** True if the deed is covered by one of the word's first @p count releases, or by what those had heard. Each
 * release is looked at once a question, so the work is bounded by their number. */
static bool has_heard(struct word *word, uint32_t count, const struct deed *deed) {
    uint32_t from = word->question == deed->question ? word->looked_at : 0;
    if (count <= from)
        return false;
    word->question = deed->question;
    word->looked_at = count;
    if (covers_directly(word, count, deed))
        return true;
    for (uint32_t i = from; i < count; i++)
        for (uint32_t h = 0; h < word->releases[i].heard_count; h++) {
            const struct simt_acquisition *heard = &word->releases[i].heard[h];
            if (has_heard(&words[heard->word], heard->count, deed))
                return true;
        }
    return false;
}

bool simt_release_orders(uint32_t before, uint32_t stamp, uint32_t now) {
    static uint64_t question;
    const struct deed deed = {++question, before / SIMT_WARP / simt_block_now->warps, before, stamp};
    const struct simt_acquisitions *all = &simt_block_now->acquired;
    for (size_t i = 0; i < all->count; i++) {
        const struct simt_acquisition *a = &all->items[i];
        if (holds_for(a, now) && has_heard(&words[a->word], a->count, &deed))
            return true;
    }
    return false;
}
