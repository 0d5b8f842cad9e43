// Release and acquire through atomics: what each word has released, and what the running block has acquired.
#include "engine/observe/release.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/exec/machine.h"
#include "engine/memory/device_range.h"
#include "engine/observe/releases.h"

/* BLOCK_SHIFT: past the highest window offset */
enum { FEW_RELEASES = 32, BLOCK_SHIFT = 40 };

struct simt_word *simt_words;
static size_t word_count, word_capacity;
static uint32_t *slots; /* hash of offsets: index into simt_words, as index + 1 */
static size_t slot_count;
static uint64_t block_count;
static bool in_use;
uint64_t simt_release_clock;

/** Releases whose fence is logged, but not yet drained: its timestamp is still to come. */
static struct pending { uint32_t word, index; } * pending;
static size_t pending_count, pending_capacity;

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

static void forget(struct simt_word *word) {
    for (uint32_t i = 0; i < word->count; i++) {
        free(word->releases[i].heard);
        free(word->releases[i].seen);
    }
    free(word->releases);
    free(word->latest);
}

void simt_release_begin_launch(uint64_t blocks) {
    for (size_t i = 0; i < word_count; i++)
        forget(&simt_words[i]);
    if (word_count)
        memset(slots, 0, slot_count * sizeof *slots);
    word_count = 0;
    block_count = blocks;
    in_use = false;
    simt_questions_begin_launch();
    pending_count = 0;
}

void simt_release_end_block(struct simt_checked_block *block) {
    block->acquired.count = block->heard.count = 0;
}
bool simt_release_in_use(void) { return in_use; }
void simt_release_note_fence(bool device) {
    struct simt_lane *self = simt_self;
    in_use = true;
    self->fences++;
    if (device)
        self->device_fence = self->fences;
}

uint64_t simt_release_word(uint64_t offset) {
    return offset < SIMT_SHARED_SPAN ? offset | ((uint64_t)simt_running_block() + 1) << BLOCK_SHIFT : offset;
}

static uint32_t *slot_of(uint64_t offset) {
    size_t i = (size_t)(offset * UINT64_C(0x9e3779b97f4a7c15) >> 32) % slot_count;
    while (slots[i] && simt_words[slots[i] - 1].offset != offset)
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
        *slot_of(simt_words[i].offset) = (uint32_t)i + 1;
}

static struct simt_word *word_at(uint64_t offset, bool make) {
    if (make)
        make_room();
    uint32_t *slot = slot_count ? slot_of(offset) : NULL;
    if (slot && *slot)
        return &simt_words[*slot - 1];
    if (!make)
        return NULL;
    if (word_count == word_capacity)
        simt_words = grown(simt_words, &word_capacity, sizeof *simt_words);
    simt_words[word_count] = (struct simt_word){.offset = offset};
    *slot = (uint32_t)++word_count;
    return &simt_words[word_count - 1];
}

static struct simt_lane *lane_of(uint32_t thread) {
    return &simt_block_now->lane[thread - simt_block_now->first_warp * SIMT_WARP];
}

static const struct simt_checked_warp *warp_of(uint32_t thread) {
    return &simt_checked_now->warp[thread / SIMT_WARP - simt_checked_now->first_warp];
}

static void acquire(struct simt_acquisitions *all, uint32_t word, uint32_t count, uint32_t thread) {
    struct simt_acquisition *found = NULL;
    for (size_t i = 0; i < all->count && !found; i++)
        if (all->items[i].word == word && all->items[i].thread == thread)
            found = &all->items[i];
    uint32_t first = found ? found->first : simt_checked_now->timestamp;
    if (!found) {
        if (all->count == all->capacity)
            all->items = grown(all->items, &all->capacity, sizeof *all->items);
        found = &all->items[all->count++];
    }
    *found = (struct simt_acquisition){word, count, thread, simt_checked_now->timestamp, first};
}

bool simt_acquisition_holds(const struct simt_acquisition *a, uint32_t thread) {
    if (a->thread == thread || a->timestamp < simt_checked_now->barrier_timestamp)
        return true;
    const struct simt_checked_warp *warp = warp_of(thread);
    return warp->number == a->thread / SIMT_WARP &&
           (a->timestamp < warp->full_timestamp ||
            (warp->partial && a->timestamp < warp->seen[thread % SIMT_WARP][a->thread % SIMT_WARP]));
}

/** What the thread has acquired so far goes with the release. */
static void pass_on(struct simt_release *release, uint32_t thread) {
    const struct simt_acquisitions *all = &simt_checked_now->heard;
    if (!all->count)
        return;
    release->heard = malloc(all->count * sizeof *release->heard);
    if (!release->heard)
        no_memory();
    for (size_t i = 0; i < all->count; i++)
        if (simt_acquisition_holds(&all->items[i], thread))
            release->heard[release->heard_count++] = all->items[i];
}

/** Once there are many releases, each block's are found through its latest. */
static void index_releases(struct simt_word *word) {
    word->latest = calloc(block_count, sizeof *word->latest);
    if (!word->latest)
        no_memory();
    for (uint32_t i = 0; i < word->count; i++) {
        word->releases[i].previous = word->latest[word->releases[i].block];
        word->latest[word->releases[i].block] = i + 1;
    }
}

/** Ticks of the thread's fences, as far as they are drained. */
static void settle(struct simt_release *r) {
    const struct simt_lane *lane = lane_of(r->thread);
    if (r->fence <= lane->fences_drained)
        r->timestamp = lane->fence_timestamp;
    if (r->device_fence <= lane->fences_drained)
        r->device_timestamp = lane->device_fence_timestamp;
}

static void *copy_of(const void *bytes, size_t size) {
    void *copy = malloc(size);
    if (!copy)
        no_memory();
    return memcpy(copy, bytes, size);
}

static void add_pending(uint32_t word, uint32_t index) {
    if (pending_count == pending_capacity)
        pending = grown(pending, &pending_capacity, sizeof *pending);
    pending[pending_count++] = (struct pending){word, index};
}

static void release(struct simt_word *word, uint32_t thread) {
    if (word->count == word->capacity) {
        size_t capacity = word->capacity;
        word->releases = grown(word->releases, &capacity, sizeof *word->releases);
        word->capacity = (uint32_t)capacity;
    }
    uint32_t block = simt_running_block();
    struct simt_release *r = &word->releases[word->count++];
    const struct simt_checked_warp *warp = warp_of(thread);
    const struct simt_lane *lane = lane_of(thread);
    *r = (struct simt_release){.time = simt_release_clock,
                               .block = block,
                               .thread = thread,
                               .barrier_timestamp = simt_checked_now->barrier_timestamp,
                               .warp_timestamp = warp->full_timestamp,
                               .timestamp = UINT32_MAX,
                               .device_timestamp = UINT32_MAX,
                               .fence = lane->fences,
                               .device_fence = lane->device_fence};
    if (warp->partial)
        r->seen = copy_of(warp->seen[thread % SIMT_WARP], sizeof warp->seen[0]);
    settle(r);
    if (r->timestamp == UINT32_MAX || r->device_timestamp == UINT32_MAX)
        add_pending((uint32_t)(word - simt_words), word->count - 1);
    pass_on(r, thread);
    if (word->latest) {
        r->previous = word->latest[block];
        word->latest[block] = word->count;
    } else if (word->count > FEW_RELEASES) {
        index_releases(word);
    }
}

void simt_release_fence(const struct simt_checked_warp *warp, uint32_t lanes, bool device) {
    uint32_t timestamp = ++simt_checked_now->timestamp;
    size_t kept = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        struct simt_lane *lane = lane_of(warp->number * SIMT_WARP + (uint32_t)__builtin_ctz(left));
        lane->fences_drained++;
        lane->fence_timestamp = timestamp;
        if (device)
            lane->device_fence_timestamp = timestamp;
    }
    for (size_t i = 0; i < pending_count; i++) {
        struct simt_release *r = &simt_words[pending[i].word].releases[pending[i].index];
        settle(r);
        if (r->timestamp == UINT32_MAX || r->device_timestamp == UINT32_MAX)
            pending[kept++] = pending[i];
    }
    pending_count = kept;
}

void simt_release_signal(uint64_t word, bool reads, bool writes) {
    uint32_t thread = simt_checked_now->first_warp * SIMT_WARP + simt_self->number;
    if (reads) {
        const struct simt_word *known = word_at(word, false);
        if (known && known->count)
            acquire(&simt_checked_now->heard, (uint32_t)(known - simt_words), known->count, thread);
    }
    if (writes && simt_self->fences)
        release(word_at(word, true), thread);
}

void simt_release_read(uint32_t thread, uint64_t offset, uint64_t time) {
    const struct simt_word *word = word_at(offset, false);
    uint32_t low = 0, high = word ? word->count : 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (word->releases[middle].time < time)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return;
    simt_checked_now->timestamp++; /* so that it shows which accesses came before */
    acquire(&simt_checked_now->acquired, (uint32_t)(word - simt_words), low, thread);
}
