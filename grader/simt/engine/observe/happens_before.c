// Release and acquire through atomics: what each word has released, what threads have acquired, and whether
// what one thread did happened before what another one does.
#include "engine/observe/happens_before.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory/device_range.h"
#include "engine/observe/built_in.h"
#include "engine/observe/clocks.h"
#include "engine/observe/observers.h"
#include "engine/report/settings.h"

/* BLOCK_SHIFT: past the highest device address offset */
enum { FEW_RELEASES = 32, BLOCK_SHIFT = 40 };

/** One release. */
struct simt_release {
    uint64_t time;   /**< by the clock of such accesses */
    uint32_t block;  /**< who released: number of its block in the launch */
    uint32_t thread; /**< and of the thread: warp * 32 + lane */
    /** @name What it covers: of its block, warp and thread, what came before these timestamps
     * @{ */
    /** The last timestamp of its block, of its warp, and of the thread by its fences of block and device. */
    uint32_t barrier_timestamp, warp_timestamp, timestamp, device_timestamp;
    uint32_t *seen; /**< of the lanes of its warp, where those were not all together; else NULL */
    /** @} */
    uint32_t fence;        /**< the thread's last fence, by number; 0 if none */
    uint32_t device_fence; /**< its last of the whole device; 0 if none */
    uint32_t previous;    /**< the same block's release before this one, as index + 1; see struct simt_word */
    uint32_t heard_count; /**< of `heard` */
    struct simt_acquisition *heard; /**< what the thread had acquired by then */
};

/** A word used to synchronise. */
struct simt_word {
    uint64_t offset;               /**< its number, see simt_release_word() */
    struct simt_release *releases; /**< in the order of their times; owned */
    uint32_t count;                /**< of `releases` */
    uint32_t capacity;             /**< releases there is room for */
    uint32_t *latest;   /**< by block: its latest release, as index + 1; NULL while there are only a few */
    uint64_t question;  /**< the question for which its releases have been looked at, … */
    uint32_t looked_at; /**< … and how many of them */
};

/** Somebody has seen the first @c count releases of a word, given by its index. */
struct simt_acquisition {
    uint32_t word;      /**< its index */
    uint32_t count;     /**< of the releases it has seen */
    uint32_t thread;    /**< who: warp * 32 + lane */
    uint32_t timestamp; /**< when it saw that many */
    uint32_t first;     /**< timestamp of the first time */
};

/** What the threads of one block have acquired. */
struct acquisitions {
    struct simt_acquisition *items; /**< in no order; owned */
    size_t count;                   /**< of `items` */
    size_t capacity;                /**< items there is room for */
};

/** A thread's fences, by number. */
struct fences {
    uint32_t executed;                    /**< so far */
    uint32_t device;                      /**< the last of them for the whole device; 0 if none */
    uint32_t merged;                      /**< of those, found in the log */
    uint32_t timestamp, device_timestamp; /**< of the last one found there, and of the last for the device */
};

/** What is known of a resident block. */
struct block_sync {
    struct acquisitions acquired; /**< by what has been read from the log */
    struct acquisitions heard;    /**< by what has happened */
    struct fences thread[SIMT_MAX_THREADS];
};

static struct simt_block_states states = {.entry_bytes = sizeof(struct block_sync)};
static struct block_sync *now; /* of the block that the events are about */

/** The words that synchronise, of the running launch; an index into them names one. */
static struct simt_word *words;
static size_t word_count, word_capacity;
static uint32_t *slots; /* hash of offsets: index into words, as index + 1 */
static size_t slot_count;
static uint64_t block_count;
static bool in_use;            /* a fence was executed in this launch */
static uint64_t steps_in_vain; /* of questions of this launch that led to no answer */

/** Releases whose fence is logged, but not yet merged: its timestamp is still to come. */
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

static void begin_launch(const struct simt_launch_event *launch) {
    for (size_t i = 0; i < word_count; i++)
        forget(&words[i]);
    if (word_count)
        memset(slots, 0, slot_count * sizeof *slots);
    word_count = 0;
    block_count = (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z;
    in_use = false;
    steps_in_vain = 0;
    pending_count = 0;
}

static void resume_block(const struct simt_block_event *block) {
    now = simt_block_state(&states, block->place);
}

static void begin_block(const struct simt_block_event *block) {
    resume_block(block);
    now->acquired.count = now->heard.count = 0;
    memset(now->thread, 0, block->threads * sizeof *now->thread);
}

bool simt_release_in_use(void) { return in_use; }

/** The number of the running block in the launch. */
static uint32_t running_block(void) { return simt_clock_now->first_warp / simt_clock_now->warps; }

uint64_t simt_release_word(uint64_t offset) {
    return offset < SIMT_SHARED_SPAN ? offset | ((uint64_t)running_block() + 1) << BLOCK_SHIFT : offset;
}

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

static struct simt_word *word_at(uint64_t offset, bool make) {
    if (make)
        make_room();
    uint32_t *slot = slot_count ? slot_of(offset) : NULL;
    if (slot && *slot)
        return &words[*slot - 1];
    if (!make)
        return NULL;
    if (word_count == word_capacity)
        words = grown(words, &word_capacity, sizeof *words);
    words[word_count] = (struct simt_word){.offset = offset};
    *slot = (uint32_t)++word_count;
    return &words[word_count - 1];
}

static struct fences *fences_of(uint32_t thread) {
    return &now->thread[thread - simt_clock_now->first_warp * SIMT_WARP];
}

bool simt_has_fenced(uint32_t thread) { return in_use && fences_of(thread)->merged > 0; }

static const struct simt_warp_clock *warp_of(uint32_t thread) {
    return &simt_clock_now->warp[thread / SIMT_WARP - simt_clock_now->first_warp];
}

static void acquire(struct acquisitions *all, uint32_t word, uint32_t count, uint32_t thread) {
    struct simt_acquisition *found = NULL;
    for (size_t i = 0; i < all->count && !found; i++)
        if (all->items[i].word == word && all->items[i].thread == thread)
            found = &all->items[i];
    uint32_t first = found ? found->first : simt_clock_now->timestamp;
    if (!found) {
        if (all->count == all->capacity)
            all->items = grown(all->items, &all->capacity, sizeof *all->items);
        found = &all->items[all->count++];
    }
    *found = (struct simt_acquisition){word, count, thread, simt_clock_now->timestamp, first};
}

static bool acquisition_holds(const struct simt_acquisition *a, uint32_t thread) {
    if (a->thread == thread || a->timestamp < simt_clock_now->barrier_timestamp)
        return true;
    const struct simt_warp_clock *warp = warp_of(thread);
    return warp->number == a->thread / SIMT_WARP &&
           (a->timestamp < warp->full_timestamp ||
            (warp->partial && a->timestamp < warp->seen[thread % SIMT_WARP][a->thread % SIMT_WARP]));
}

/** What the thread has acquired so far goes with the release. */
static void pass_on(struct simt_release *release, uint32_t thread) {
    const struct acquisitions *all = &now->heard;
    if (!all->count)
        return;
    release->heard = malloc(all->count * sizeof *release->heard);
    if (!release->heard)
        no_memory();
    for (size_t i = 0; i < all->count; i++)
        if (acquisition_holds(&all->items[i], thread))
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

/** Timestamps of the thread's fences, as far as they are merged. */
static void settle(struct simt_release *r) {
    const struct fences *fences = fences_of(r->thread);
    if (r->fence <= fences->merged)
        r->timestamp = fences->timestamp;
    if (r->device_fence <= fences->merged)
        r->device_timestamp = fences->device_timestamp;
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

static void release(struct simt_word *word, uint32_t thread, uint64_t time) {
    if (word->count == word->capacity) {
        size_t capacity = word->capacity;
        word->releases = grown(word->releases, &capacity, sizeof *word->releases);
        word->capacity = (uint32_t)capacity;
    }
    uint32_t block = running_block();
    struct simt_release *r = &word->releases[word->count++];
    const struct simt_warp_clock *warp = warp_of(thread);
    const struct fences *fences = fences_of(thread);
    *r = (struct simt_release){.time = time,
                               .block = block,
                               .thread = thread,
                               .barrier_timestamp = simt_clock_now->barrier_timestamp,
                               .warp_timestamp = warp->full_timestamp,
                               .timestamp = UINT32_MAX,
                               .device_timestamp = UINT32_MAX,
                               .fence = fences->executed,
                               .device_fence = fences->device};
    if (warp->partial)
        r->seen = copy_of(warp->seen[thread % SIMT_WARP], sizeof warp->seen[0]);
    settle(r);
    if (r->timestamp == UINT32_MAX || r->device_timestamp == UINT32_MAX)
        add_pending((uint32_t)(word - words), word->count - 1);
    pass_on(r, thread);
    if (word->latest) {
        r->previous = word->latest[block];
        word->latest[block] = word->count;
    } else if (word->count > FEW_RELEASES) {
        index_releases(word);
    }
}

/** Lanes of a warp have executed a fence. */
static void merge_fence(const struct simt_code_event *event) {
    uint32_t timestamp = ++simt_clock_now->timestamp;
    size_t kept = 0;
    for (uint32_t left = event->lanes; left; left &= left - 1) {
        struct fences *fences = fences_of(event->batch->warp * SIMT_WARP + (uint32_t)__builtin_ctz(left));
        fences->merged++;
        fences->timestamp = timestamp;
        if (event->device)
            fences->device_timestamp = timestamp;
    }
    for (size_t i = 0; i < pending_count; i++) {
        struct simt_release *r = &words[pending[i].word].releases[pending[i].index];
        settle(r);
        if (r->timestamp == UINT32_MAX || r->device_timestamp == UINT32_MAX)
            pending[kept++] = pending[i];
    }
    pending_count = kept;
}

static void execute_fence(const struct simt_sync_event *event) {
    struct fences *fences = fences_of(event->thread);
    in_use = true;
    fences->executed++;
    if (event->device)
        fences->device = fences->executed;
}

/** A word is accessed: the thread acquires what was released there, or releases what it did before its last
 * fence. */
static void access_word(const struct simt_sync_event *event) {
    const uint64_t number = simt_release_word(event->offset);
    if (event->reads) {
        const struct simt_word *known = word_at(number, false);
        if (known && known->count)
            acquire(&now->heard, (uint32_t)(known - words), known->count, event->thread);
    }
    if (event->writes && fences_of(event->thread)->executed)
        release(word_at(number, true), event->thread, event->time);
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
    simt_clock_now->timestamp++; /* so that it shows which accesses came before */
    acquire(&now->acquired, (uint32_t)(word - words), low, thread);
}

/** What one thread did at one timestamp: the question is whether it happened before. */
struct deed {
    uint64_t question;
    uint32_t block, thread, timestamp;
    uint64_t word; /**< the word it signalled by, if it did */
};

static bool covers(const struct simt_word *word, const struct simt_release *r, const struct deed *deed) {
    bool near = r->block == running_block();
    if (r->block != deed->block || (!near && !r->device_fence))
        return false;
    if (deed->word == word->offset && deed->thread == r->thread)
        return true; /* it is the release itself */
    if (deed->timestamp < r->barrier_timestamp)
        return true;
    if (deed->thread == r->thread)
        return deed->timestamp < (near ? r->timestamp : r->device_timestamp);
    return deed->thread / SIMT_WARP == r->thread / SIMT_WARP &&
           (deed->timestamp < r->warp_timestamp ||
            (r->seen && deed->timestamp < r->seen[deed->thread % SIMT_WARP]));
}

/** True if one of the word's first @p count releases covers the deed itself. */
static bool covers_directly(const struct simt_word *word, uint32_t count, const struct deed *deed) {
    if (!word->latest) {
        for (uint32_t i = 0; i < count; i++)
            if (covers(word, &word->releases[i], deed))
                return true;
        return false;
    }
    for (uint32_t i = word->latest[deed->block]; i > 0; i = word->releases[i - 1].previous)
        if (i <= count && covers(word, &word->releases[i - 1], deed))
            return true;
    return false;
}

/* A question whose answer is no goes through all that was ever heard. A program with many races of this kind
 * asks it over and over; after so many steps in vain only short ways are looked for, and what is not found
 * counts as ordered: its races have been reported by then. */
#define STEPS_IN_VAIN UINT64_C(10000000)
enum { SHORT_WAY = 1000 };
static uint64_t steps, most_steps;

/** True if the deed is covered by one of the word's first @p count releases, or by what those had heard. Each
 * release is looked at once a question, so the work is bounded by their number. */
static bool has_heard(struct simt_word *word, uint32_t count, const struct deed *deed) {
    uint32_t from = word->question == deed->question ? word->looked_at : 0;
    if (count <= from)
        return false;
    word->question = deed->question;
    word->looked_at = count;
    if (covers_directly(word, count, deed))
        return true;
    for (uint32_t i = from; i < count; i++)
        for (uint32_t h = 0; h < word->releases[i].heard_count; h++) {
            if (++steps > most_steps)
                return true;
            const struct simt_acquisition *heard = &word->releases[i].heard[h];
            if (has_heard(&words[heard->word], heard->count, deed))
                return true;
        }
    return false;
}

bool simt_release_orders(uint32_t before, uint32_t timestamp, uint64_t word, uint32_t after, uint32_t until) {
    static uint64_t question;
    const struct deed deed = {++question, before / SIMT_WARP / simt_clock_now->warps, before, timestamp,
                              word};
    steps = 0;
    most_steps = steps_in_vain > STEPS_IN_VAIN ? SHORT_WAY : UINT64_MAX;
    const struct acquisitions *all = &now->acquired;
    for (size_t i = 0; i < all->count; i++) {
        const struct simt_acquisition *a = &all->items[i];
        if (a->first <= until && acquisition_holds(a, after) && has_heard(&words[a->word], a->count, &deed))
            return true;
    }
    steps_in_vain += steps;
    return false;
}

static bool wanted(void) { return simt_check_on(SIMT_CHECK_RACE); }

const struct simt_observer simt_happens_before_observer = {.name = "happens-before",
                                                           .wanted = wanted,
                                                           .launch_begin = begin_launch,
                                                           .block_begin = begin_block,
                                                           .block_resume = resume_block,
                                                           .fence = merge_fence,
                                                           .sync_fence = execute_fence,
                                                           .sync_access = access_word};
