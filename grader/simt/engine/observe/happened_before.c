// Whether what one thread did was released, and acquired by another one: looks through what the words have
// released, and what the releasing threads had acquired themselves.
#include "engine/observe/release.h"
#include "engine/observe/releases.h"

/** What one thread did at one timestamp: the question is whether it happened before. */
struct deed {
    uint64_t question;
    uint32_t block, thread, timestamp;
    uint64_t word; /**< the word it signalled by, if it did */
};

static bool covers(const struct simt_word *word, const struct simt_release *r, const struct deed *deed) {
    bool near = r->block == simt_running_block();
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
static uint64_t in_vain; /* steps of this launch that led to no answer */

void simt_questions_begin_launch(void) { in_vain = 0; }

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
            if (has_heard(&simt_words[heard->word], heard->count, deed))
                return true;
        }
    return false;
}

bool simt_release_orders(uint32_t before, uint32_t timestamp, uint64_t word, uint32_t after, uint32_t until) {
    static uint64_t question;
    const struct deed deed = {++question, before / SIMT_WARP / simt_checked_now->warps, before, timestamp,
                              word};
    steps = 0;
    most_steps = in_vain > STEPS_IN_VAIN ? SHORT_WAY : UINT64_MAX;
    const struct simt_acquisitions *all = &simt_checked_now->acquired;
    for (size_t i = 0; i < all->count; i++) {
        const struct simt_acquisition *a = &all->items[i];
        if (a->first <= until && simt_acquisition_holds(a, after) &&
            has_heard(&simt_words[a->word], a->count, &deed))
            return true;
    }
    in_vain += steps;
    return false;
}
