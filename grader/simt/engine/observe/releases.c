// The words through which threads synchronise, their releases, and whether these cover an access.
#include "engine/observe/releases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/log/access_log.h"

enum { FEW_RELEASES = 32, CHUNK_BYTES = 1 << 16 };

static struct simt_word *words;
static uint32_t word_count, word_capacity;
static uint32_t *slots; /* hash of numbers: index into words, as index + 1 */
static size_t slot_count;
static uint64_t block_count;
static uint32_t block_warps;

/** Memory in chunks, which the next launch uses again. */
static struct chunk {
    struct chunk *next;
    size_t size, used;
} * chunks, *chunk_now;

_Noreturn void simt_releases_no_memory(void) {
    fprintf(stderr, "simt: no memory to follow atomics\n");
    exit(2);
}

void *simt_releases_grown(void *array, uint32_t *capacity, size_t size) {
    *capacity = *capacity ? 2 * *capacity : 8;
    array = realloc(array, *capacity * size);
    if (!array)
        simt_releases_no_memory();
    return array;
}

static struct chunk *add_chunk(size_t size) {
    struct chunk *chunk = malloc(sizeof *chunk + size);
    if (!chunk)
        simt_releases_no_memory();
    *chunk = (struct chunk){.size = size};
    if (chunk_now) {
        chunk->next = chunk_now->next;
        chunk_now->next = chunk;
    } else {
        chunks = chunk;
    }
    return chunk;
}

void *simt_releases_room(size_t size) {
    size = (size + 15) / 16 * 16;
    while (chunk_now && chunk_now->size - chunk_now->used < size && chunk_now->next) {
        chunk_now = chunk_now->next;
        chunk_now->used = 0;
    }
    if (!chunk_now || chunk_now->size - chunk_now->used < size)
        chunk_now = add_chunk(size > CHUNK_BYTES ? size : CHUNK_BYTES);
    void *room = (char *)(chunk_now + 1) + chunk_now->used;
    chunk_now->used += size;
    return memset(room, 0, size);
}

static void forget_words(void) {
    for (uint32_t i = 0; i < word_count; i++) {
        free(words[i].releases);
        free(words[i].latest);
    }
    if (word_count)
        memset(slots, 0, slot_count * sizeof *slots);
    word_count = 0;
}

static uint32_t *slot_of(uint64_t number) {
    size_t i = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 32) % slot_count;
    while (slots[i] && words[slots[i] - 1].number != number)
        i = (i + 1) % slot_count;
    return &slots[i];
}

/** Keeps the hash at most half full. */
static void make_room(void) {
    if (2 * ((size_t)word_count + 1) <= slot_count)
        return;
    free(slots);
    slot_count = slot_count ? 2 * slot_count : 64;
    slots = calloc(slot_count, sizeof *slots);
    if (!slots)
        simt_releases_no_memory();
    for (uint32_t i = 0; i < word_count; i++)
        *slot_of(words[i].number) = i + 1;
}

struct simt_word *simt_word_at(uint64_t number, bool make) {
    if (make)
        make_room();
    uint32_t *slot = slot_count ? slot_of(number) : NULL;
    if (slot && *slot)
        return &words[*slot - 1];
    if (!make)
        return NULL;
    if (word_count == word_capacity)
        words = simt_releases_grown(words, &word_capacity, sizeof *words);
    words[word_count] = (struct simt_word){.number = number};
    *slot = ++word_count;
    return &words[word_count - 1];
}

uint32_t simt_word_index(const struct simt_word *word) { return (uint32_t)(word - words); }

/** Once there are many releases, each block's are found through its latest. */
static void index_releases(struct simt_word *word) {
    word->latest = calloc(block_count, sizeof *word->latest);
    if (!word->latest)
        simt_releases_no_memory();
    for (uint32_t i = 0; i < word->count; i++) {
        word->releases[i]->previous = word->latest[word->releases[i]->block];
        word->latest[word->releases[i]->block] = i + 1;
    }
}

struct simt_release *simt_release_add(struct simt_word *word, uint32_t block) {
    if (word->count == word->capacity)
        word->releases = simt_releases_grown(word->releases, &word->capacity, sizeof *word->releases);
    struct simt_release *r = simt_releases_room(sizeof *r);
    r->block = block;
    word->releases[word->count++] = r;
    if (word->latest) {
        r->previous = word->latest[block];
        word->latest[block] = word->count;
    } else if (word->count > FEW_RELEASES) {
        index_releases(word);
    }
    return r;
}

/** The latest acquisition with the same thread, word and reach. */
static struct simt_acquisition **latest_like(struct simt_block_history *history,
                                             const struct simt_acquisition *acquired) {
    for (uint32_t i = history->count; i > 0; i--) {
        const struct simt_acquisition *a = history->latest[i - 1];
        if (a->thread == acquired->thread && a->word == acquired->word && a->device == acquired->device)
            return &history->latest[i - 1];
    }
    if (history->count == history->capacity) {
        const uint32_t capacity = history->capacity ? 2 * history->capacity : 4;
        struct simt_acquisition **more = simt_releases_room(capacity * sizeof(struct simt_acquisition *));
        if (history->count)
            memcpy(more, history->latest, history->count * sizeof(struct simt_acquisition *));
        history->latest = more;
        history->capacity = capacity;
    }
    history->latest[history->count] = NULL;
    return &history->latest[history->count++];
}

struct simt_acquisition *simt_acquisition_add(struct simt_block_history *history,
                                              const struct simt_acquisition *acquired) {
    struct simt_acquisition **latest = latest_like(history, acquired);
    if (*latest && (*latest)->from <= acquired->from && (*latest)->count >= acquired->count)
        return NULL;
    struct simt_acquisition *a = simt_releases_room(sizeof *a);
    *a = *acquired;
    a->previous = *latest;
    return *latest = a;
}

/** True if what @p thread did at @p timestamp, in the block of the release, came before its mark by barriers,
 * or before a fence of that thread which did. */
static bool precedes(uint32_t thread, uint32_t timestamp, const struct simt_release *r,
                     enum simt_reach reach) {
    const struct simt_mark *m = r->mark[reach];
    const uint32_t lane = thread % SIMT_WARP, warp_in_block = thread / SIMT_WARP % block_warps;
    if (timestamp < m->barrier_timestamp)
        return true;
    if (r->block_settled && timestamp < r->block_settled[warp_in_block * SIMT_WARP + lane].fence[reach])
        return true;
    if (thread / SIMT_WARP != r->thread / SIMT_WARP)
        return m->known && timestamp < m->known[warp_in_block];
    return timestamp < m->warp_timestamp || (m->seen && timestamp < m->seen[lane]) ||
           (r->warp_settled && timestamp < r->warp_settled[lane].fence[reach]);
}

/** True if the release itself covers the deed. */
static bool covers(const struct simt_word *word, const struct simt_release *r, enum simt_reach reach,
                   const struct simt_deed *deed) {
    if (r->block != deed->block || !r->mark[reach])
        return false;
    if (deed->thread == r->thread)
        return deed->timestamp < r->mark[reach]->timestamp ||
               (deed->word == word->number && deed->timestamp <= r->written); /* it is the release itself */
    return precedes(deed->thread, deed->timestamp, r, reach);
}

/** True if one of block @p block's releases among [from, count) covers the deed itself. */
static bool covers_directly(const struct simt_word *word, const struct simt_acquisition *a, uint32_t block,
                            enum simt_reach reach, const struct simt_deed *deed) {
    if (word->latest) {
        for (uint32_t i = word->latest[block]; i > a->from; i = word->releases[i - 1]->previous)
            if (i <= a->count && covers(word, word->releases[i - 1], reach, deed))
                return true;
        return false;
    }
    for (uint32_t i = a->from; i < a->count; i++)
        if (word->releases[i]->block == block && covers(word, word->releases[i], reach, deed))
            return true;
    return false;
}

/* A question that is answered no visits every acquisition. A program with many races of this kind asks again
 * and again; after this many such steps only short paths are searched, and a deed that is not found
 * counts as ordered: its races have been reported by then. */
#define STEPS_IN_VAIN UINT64_C(10000000)
enum { SHORT_WAY = 64 };
static uint64_t steps, most_steps, steps_in_vain;

void simt_releases_begin(uint64_t blocks, uint32_t warps) {
    forget_words();
    chunk_now = chunks;
    if (chunk_now)
        chunk_now->used = 0;
    block_count = blocks;
    block_warps = warps;
    steps_in_vain = 0;
}

uint64_t simt_question_begin(void) {
    static uint64_t question;
    steps = 0;
    most_steps = steps_in_vain > STEPS_IN_VAIN ? SHORT_WAY : UINT64_MAX;
    return ++question;
}

void simt_question_failed(void) { steps_in_vain += steps; }

/** The latest acquisition that came before the release's mark; NULL if none did. */
static const struct simt_acquisition *acquired_before(const struct simt_acquisition *a,
                                                      const struct simt_release *r, enum simt_reach reach) {
    for (; a; a = a->previous)
        if (a->thread == r->thread ? a->point <= r->mark[reach]->point
                                   : precedes(a->thread, a->first, r, reach))
            return a;
    return NULL;
}

/** True if the acquisitions of its thread before the release cover the deed. */
static bool passes_on(struct simt_release *r, enum simt_reach reach, const struct simt_deed *deed) {
    if (!r->mark[reach] || !r->history || r->looked_at[reach] == deed->question)
        return false;
    r->looked_at[reach] = deed->question;
    for (uint32_t i = 0; i < r->history->count; i++) {
        if (++steps > most_steps)
            return true;
        const struct simt_acquisition *a = acquired_before(r->history->latest[i], r, reach);
        if (a && simt_acquisition_covers(a, deed))
            return true;
    }
    return false;
}

/** The same for all releases of an acquisition that have not been visited for this question. */
static bool some_pass_on(struct simt_word *word, const struct simt_acquisition *a,
                         const struct simt_deed *deed) {
    const bool again = word->question == deed->question && word->looked_from <= a->from;
    const uint32_t from = again && word->looked_to > a->from ? word->looked_to : a->from;
    if (from >= a->count)
        return false;
    word->looked_from = again ? word->looked_from : a->from;
    word->looked_to = a->count;
    word->question = deed->question;
    for (uint32_t i = from; i < a->count; i++)
        if (passes_on(word->releases[i], SIMT_FAR, deed))
            return true;
    return false;
}

/** The same for the releases of the acquirer's own block that reach it alone. */
static bool some_near_pass_on(struct simt_word *word, const struct simt_acquisition *a, uint32_t own_block,
                              const struct simt_deed *deed) {
    uint32_t i = word->latest ? word->latest[own_block] : a->count;
    while (i > a->from) {
        struct simt_release *r = word->releases[i - 1];
        if (i <= a->count && r->block == own_block && r->mark[SIMT_NEAR] != r->mark[SIMT_FAR] &&
            passes_on(r, SIMT_NEAR, deed))
            return true;
        i = word->latest ? r->previous : i - 1;
    }
    return false;
}

bool simt_acquisition_covers(const struct simt_acquisition *a, const struct simt_deed *deed) {
    struct simt_word *word = &words[a->word];
    const uint32_t own_block = a->thread / SIMT_WARP / block_warps;
    if (a->device && covers_directly(word, a, deed->block, SIMT_FAR, deed))
        return true;
    if (own_block == deed->block && covers_directly(word, a, own_block, SIMT_NEAR, deed))
        return true;
    return (a->device && some_pass_on(word, a, deed)) || some_near_pass_on(word, a, own_block, deed);
}
