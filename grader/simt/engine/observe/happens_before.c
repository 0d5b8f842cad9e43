// Release and acquire: follows the fences of threads, and their atomic and volatile accesses.
#include "engine/observe/order.h"

#include <string.h>

#include "engine/memory/device_range.h"
#include "engine/observe/observers.h"
#include "engine/observe/releases.h"
#include "engine/report/settings.h"

/* BLOCK_SHIFT: past the highest device address offset. FEW: so many of a thread's latest reads are searched.
 */
enum { BLOCK_SHIFT = 40, FEW = 8 };

/** Releases of a word that a thread has seen, and not acquired yet. */
struct seen_releases {
    uint32_t word, from, count;
    bool device; /**< the access reaches the whole device */
};

/** All that a thread has seen and not acquired. */
struct pending {
    struct seen_releases *items; /**< owned */
    uint32_t count, capacity;
};

/** A thread's points so far. */
struct thread_points {
    uint32_t executed;                    /**< how many */
    uint32_t merged;                      /**< of those, the ones found in the log */
    bool fresh;                           /**< it has stored to no volatile word since its last fence */
    struct simt_mark *mark[SIMT_REACHES]; /**< of its last fences that release; NULL if there was none */
};

/** A timestamp to be set once its point is found in the log. */
struct unmerged {
    uint32_t thread, point;
    uint32_t *timestamp;
};

/** The synchronisation state of a resident block. */
struct block_sync {
    struct thread_points thread[SIMT_MAX_THREADS];
    struct pending pending[SIMT_MAX_THREADS];
    struct simt_settled settled[SIMT_MAX_THREADS]; /**< its threads' last fences before their last barrier */
    const struct simt_settled *block_settled;      /**< a copy, as of the last block barrier; NULL if none */
    struct simt_block_history *history;            /**< NULL if no thread has acquired anything */
    struct unmerged *unmerged;                     /**< owned */
    uint32_t unmerged_count, unmerged_capacity;
    uint32_t threads, seen_count; /**< its threads; what is pending for all of them */
    uint32_t fencers;             /**< threads that have fenced */
    bool fenced;                  /**< some thread has since the last block barrier */
};

static struct simt_block_states states = {.entry_bytes = sizeof(struct block_sync)};
static struct block_sync *now; /* of the block that the events are about */
static bool in_use;

static void begin_launch(const struct simt_launch_event *launch) {
    simt_releases_begin((uint64_t)launch->grid.x * launch->grid.y * launch->grid.z, launch->block_warps);
    in_use = false;
}

static void resume_block(const struct simt_block_event *block) {
    now = simt_block_state(&states, block->place);
}

static void begin_block(const struct simt_block_event *block) {
    resume_block(block);
    const uint32_t lanes = block->warps * SIMT_WARP;
    memset(now->thread, 0, lanes * sizeof *now->thread);
    memset(now->settled, 0, lanes * sizeof *now->settled);
    for (uint32_t i = 0; now->seen_count && i < SIMT_MAX_THREADS; i++)
        now->pending[i].count = 0;
    now->block_settled = NULL;
    now->history = NULL;
    now->unmerged_count = now->seen_count = 0;
    now->threads = lanes;
    now->fencers = 0;
    now->fenced = false;
}

bool simt_release_in_use(void) { return in_use; }

static uint32_t first_thread(void) { return simt_clock_now->first_warp * SIMT_WARP; }

/** The number of the running block in the launch. */
static uint32_t running_block(void) { return simt_clock_now->first_warp / simt_clock_now->warps; }

uint64_t simt_release_word(uint64_t offset) {
    return offset < SIMT_SHARED_SPAN ? offset | ((uint64_t)running_block() + 1) << BLOCK_SHIFT : offset;
}

static struct thread_points *points_of(uint32_t thread) { return &now->thread[thread - first_thread()]; }

static const struct simt_warp_clock *warp_of(uint32_t thread) {
    return &simt_clock_now->warp[thread / SIMT_WARP - simt_clock_now->first_warp];
}

bool simt_has_fenced(uint32_t thread) {
    if (!in_use)
        return false;
    const struct simt_mark *mark = points_of(thread)->mark[SIMT_NEAR];
    return mark && mark->timestamp != SIMT_NOT_MERGED;
}

bool simt_is_signal(uint64_t number) {
    const struct simt_word *word = in_use ? simt_word_at(number, false) : NULL;
    return word && word->count && !word->unfenced;
}

/** Sets @p timestamp to that of the thread's point, once the point is found in the log. */
static void await_merge(uint32_t thread, uint32_t point, uint32_t *timestamp) {
    *timestamp = SIMT_NOT_MERGED;
    if (now->unmerged_count == now->unmerged_capacity)
        now->unmerged = simt_releases_grown(now->unmerged, &now->unmerged_capacity, sizeof *now->unmerged);
    now->unmerged[now->unmerged_count++] = (struct unmerged){thread, point, timestamp};
}

/** Points of lanes of a warp have been found in the log. */
static void merge_points(const struct simt_code_event *event) {
    const uint32_t timestamp = ++simt_clock_now->timestamp;
    uint32_t kept = 0;
    for (uint32_t left = event->lanes; left; left &= left - 1)
        points_of(event->batch->warp * SIMT_WARP + (uint32_t)__builtin_ctz(left))->merged++;
    for (uint32_t i = 0; i < now->unmerged_count; i++) {
        const struct unmerged *u = &now->unmerged[i];
        if (points_of(u->thread)->merged >= u->point)
            *u->timestamp = timestamp;
        else
            now->unmerged[kept++] = *u;
    }
    now->unmerged_count = kept;
}

static void *copy_of(const void *bytes, size_t size) { return memcpy(simt_releases_room(size), bytes, size); }

/** The mark of a thread's point: what came before it. */
static struct simt_mark *mark_of(uint32_t thread, uint32_t point, struct simt_mark *m) {
    const struct simt_warp_clock *warp = warp_of(thread);
    if (!m)
        m = simt_releases_room(sizeof *m);
    *m = (struct simt_mark){.point = point,
                            .barrier_timestamp = simt_clock_now->barrier_timestamp,
                            .warp_timestamp = warp->full_timestamp};
    if (warp->partial)
        m->seen = copy_of(warp->seen[thread % SIMT_WARP], sizeof warp->seen[0]);
    if (simt_clock_now->tiles_wait)
        m->known = copy_of(warp->known, sizeof warp->known);
    await_merge(thread, point, &m->timestamp);
    return m;
}

static struct simt_block_history *history(void) {
    if (!now->history) {
        now->history = simt_releases_room(sizeof *now->history);
        now->history->first_warp = simt_clock_now->first_warp;
    }
    return now->history;
}

/** The acquisition of @p seen by the thread at its point @p point. */
static struct simt_acquisition acquisition_of(uint32_t thread, const struct seen_releases *seen, bool device,
                                              uint32_t point) {
    return (struct simt_acquisition){.word = seen->word,
                                     .from = seen->from,
                                     .count = seen->count,
                                     .thread = thread,
                                     .point = point,
                                     .first = SIMT_NOT_MERGED,
                                     .device = device};
}

static struct simt_acquisition *acquire(uint32_t thread, const struct seen_releases *seen, bool device,
                                        uint32_t point) {
    const struct simt_acquisition a = acquisition_of(thread, seen, device, point);
    return simt_acquisition_add(history(), &a);
}

static void acquire_at_point(uint32_t thread, const struct seen_releases *seen, bool device, uint32_t point) {
    struct simt_acquisition *a = acquire(thread, seen, device, point);
    if (a)
        await_merge(thread, point, &a->first);
}

/** Keeps what the thread has seen until it acquires it. */
static void note_seen(uint32_t thread, const struct seen_releases *seen) {
    struct pending *pending = &now->pending[thread - first_thread()];
    const uint32_t end = pending->count > FEW ? pending->count - FEW : 0;
    for (uint32_t i = pending->count; i > end; i--) {
        struct seen_releases *old = &pending->items[i - 1];
        if (old->word != seen->word || old->device != seen->device || seen->from > old->count)
            continue;
        old->from = seen->from < old->from ? seen->from : old->from;
        old->count = seen->count;
        return;
    }
    if (pending->count == pending->capacity)
        pending->items = simt_releases_grown(pending->items, &pending->capacity, sizeof *pending->items);
    pending->items[pending->count++] = *seen;
    now->seen_count++;
}

/** A fence acquires what its thread has seen; of block scope, it leaves it to be acquired for the device. */
static void acquire_seen(uint32_t thread, bool device) {
    struct pending *pending = &now->pending[thread - first_thread()];
    for (uint32_t i = 0; i < pending->count; i++) {
        const struct seen_releases *seen = &pending->items[i];
        acquire_at_point(thread, seen, device && seen->device, points_of(thread)->executed);
    }
    if (!device)
        return;
    now->seen_count -= pending->count;
    pending->count = 0;
}

/** A releasing fence: its mark replaces the previous one, and its memory if no release uses that. */
static void note_mark(struct thread_points *t, uint32_t thread, bool device) {
    struct simt_mark *old = t->mark[SIMT_NEAR];
    const bool reuse = old && old != t->mark[SIMT_FAR] && !old->used && old->timestamp != SIMT_NOT_MERGED;
    const bool reuse_far =
        old && old == t->mark[SIMT_FAR] && device && !old->used && old->timestamp != SIMT_NOT_MERGED;
    t->mark[SIMT_NEAR] = mark_of(thread, t->executed, reuse || reuse_far ? old : NULL);
    if (device)
        t->mark[SIMT_FAR] = t->mark[SIMT_NEAR];
    t->fresh = true;
    now->fencers += !old;
    now->fenced = true;
}

static void execute_fence(const struct simt_sync_event *event) {
    struct thread_points *t = points_of(event->thread);
    in_use = true;
    t->executed++;
    if (event->releases)
        note_mark(t, event->thread, event->device);
    if (event->acquires)
        acquire_seen(event->thread, event->device);
}

static void read_word(const struct simt_sync_event *event, const struct simt_word *word) {
    if (!word || word->count == word->first)
        return;
    const struct seen_releases seen = {simt_word_index(word), word->first, word->count, event->device};
    if (event->acquires)
        acquire_at_point(event->thread, &seen, event->device, points_of(event->thread)->executed + 1);
    if (!event->acquires || !event->device)
        note_seen(event->thread, &seen);
}

/** Lanes of the thread's warp whose fences came before a warp barrier that it took part in; NULL if none. */
static const struct simt_settled *settled_of_warp(uint32_t thread) {
    if (now->fencers < 2)
        return NULL;
    const struct simt_warp_clock *warp = warp_of(thread);
    const struct simt_settled *settled = &now->settled[(thread - first_thread()) / SIMT_WARP * SIMT_WARP];
    struct simt_settled known[SIMT_WARP] = {0};
    bool any = false;
    for (unsigned lane = 0; lane < SIMT_WARP; lane++) {
        const uint32_t until = warp->partial ? warp->seen[thread % SIMT_WARP][lane] : warp->full_timestamp;
        for (unsigned reach = 0; reach < SIMT_REACHES; reach++)
            if (lane != thread % SIMT_WARP && settled[lane].fence[reach] < until)
                any |= (known[lane].fence[reach] = settled[lane].fence[reach]) > 0;
    }
    return any ? copy_of(known, sizeof known) : NULL;
}

static void release(struct simt_word *word, const struct simt_sync_event *event,
                    struct simt_mark *const mark[SIMT_REACHES]) {
    struct simt_release *r = simt_release_add(word, running_block());
    r->thread = event->thread;
    for (unsigned reach = 0; reach < SIMT_REACHES; reach++)
        if (mark[reach] && (reach == SIMT_NEAR || event->device)) {
            r->mark[reach] = mark[reach];
            mark[reach]->used = true;
        }
    r->written = UINT32_MAX;
    if (event->is_volatile)
        await_merge(event->thread, points_of(event->thread)->executed, &r->written);
    r->block_settled = now->block_settled;
    r->warp_settled = settled_of_warp(event->thread);
    r->history = history();
}

/** A store hides earlier releases of its word; an atomic that both reads and writes passes them on. */
static void write_word(const struct simt_sync_event *event, uint64_t number) {
    struct thread_points *t = points_of(event->thread);
    struct simt_mark *mark[SIMT_REACHES] = {t->mark[SIMT_NEAR], t->mark[SIMT_FAR]};
    if (event->releases) {
        mark[SIMT_NEAR] = mark_of(event->thread, t->executed, NULL);
        mark[SIMT_FAR] = event->device ? mark[SIMT_NEAR] : t->mark[SIMT_FAR];
    }
    struct simt_word *word = simt_word_at(number, mark[SIMT_NEAR] || event->is_volatile);
    if (!word)
        return;
    if (!event->reads)
        word->first = word->count;
    if (event->is_volatile) {
        word->unfenced |= !t->fresh;
        t->fresh = false;
    }
    if (mark[SIMT_NEAR])
        release(word, event, mark);
}

static void access_word(const struct simt_sync_event *event) {
    in_use |= event->acquires || event->releases;
    if (!in_use)
        return;
    const uint64_t number = simt_release_word(event->offset);
    if (event->reads)
        read_word(event, simt_word_at(number, false));
    if (event->writes)
        write_word(event, number);
}

static void settle(uint32_t i) {
    for (unsigned reach = 0; reach < SIMT_REACHES; reach++) {
        const struct simt_mark *mark = now->thread[i].mark[reach];
        if (mark && mark->timestamp != SIMT_NOT_MERGED)
            now->settled[i].fence[reach] = mark->timestamp;
    }
}

/** Threads that each execute a fence and then reach a barrier let one of them release for all. */
static void settle_block(void) {
    if (!now->fenced)
        return;
    for (uint32_t i = 0; i < now->threads; i++)
        settle(i);
    if (now->fencers > 1)
        now->block_settled = copy_of(now->settled, now->threads * sizeof *now->settled);
    now->fenced = false;
}

/** A block barrier acquires what its threads have seen. */
static void acquire_by_barrier(void) {
    for (uint32_t i = 0; now->seen_count && i < now->threads; i++) {
        struct pending *pending = &now->pending[i];
        for (uint32_t k = 0; k < pending->count; k++) {
            const struct seen_releases *seen = &pending->items[k];
            struct simt_acquisition *a =
                acquire(first_thread() + i, seen, seen->device, now->thread[i].executed + 1);
            if (a)
                a->first = simt_clock_now->barrier_timestamp - 1;
        }
        now->seen_count -= pending->count;
        pending->count = 0;
    }
}

static void pass_block_barrier(const struct simt_barrier_event *event) {
    (void)event;
    settle_block();
    acquire_by_barrier();
}

static void pass_warp_op(const struct simt_warp_op_event *event) {
    if (!now->fencers || event->requests[__builtin_ctz(event->lanes)]->op != OP_BARRIER)
        return;
    const uint32_t first = event->warp * SIMT_WARP - first_thread();
    for (uint32_t left = event->lanes; left; left &= left - 1)
        settle(first + (uint32_t)__builtin_ctz(left));
}

/** True if the acquisition holds for the thread, of the running block, at a timestamp. */
static bool holds(const struct simt_acquisition *a, uint32_t thread, uint32_t until) {
    if (a->thread == thread)
        return a->first <= until;
    if (a->first < simt_clock_now->barrier_timestamp)
        return true;
    const struct simt_warp_clock *warp = warp_of(thread);
    if (warp->number != a->thread / SIMT_WARP)
        return simt_clock_now->tiles_wait &&
               a->first < warp->known[a->thread / SIMT_WARP - simt_clock_now->first_warp];
    return a->first < warp->full_timestamp ||
           (warp->partial && a->first < warp->seen[thread % SIMT_WARP][a->thread % SIMT_WARP]);
}

bool simt_release_orders(uint32_t before, uint32_t timestamp, uint64_t word, uint32_t after, uint32_t until) {
    const struct simt_block_history *all = now->history;
    if (!all)
        return false;
    const struct simt_deed deed = {simt_question_begin(), before / SIMT_WARP / simt_clock_now->warps, before,
                                   timestamp, word};
    for (uint32_t i = 0; i < all->count; i++) {
        const struct simt_acquisition *a = all->latest[i];
        while (a && !holds(a, after, until))
            a = a->previous;
        if (a && simt_acquisition_covers(a, &deed))
            return true;
    }
    simt_question_failed();
    return false;
}

/** The log is behind: the thread may since have acquired what it had only seen at the time. */
bool simt_release_was_seen(uint32_t before, uint32_t timestamp, uint32_t after) {
    if (!in_use)
        return false;
    const struct simt_block_history *all = now->history;
    const struct pending *pending = &now->pending[after - first_thread()];
    const struct simt_deed deed = {simt_question_begin(), before / SIMT_WARP / simt_clock_now->warps, before,
                                   timestamp, SIMT_NO_WORD};
    bool covered = false;
    for (uint32_t i = 0; all && i < all->count && !covered; i++)
        covered = all->latest[i]->thread == after && simt_acquisition_covers(all->latest[i], &deed);
    for (uint32_t i = 0; i < pending->count && !covered; i++) {
        const struct seen_releases *seen = &pending->items[i];
        const struct simt_acquisition a = acquisition_of(after, seen, seen->device, 0);
        covered = simt_acquisition_covers(&a, &deed);
    }
    if (!covered)
        simt_question_failed();
    return covered;
}

static bool wanted(void) { return simt_check_on(SIMT_CHECK_RACE); }

const struct simt_observer simt_happens_before_observer = {.name = "happens-before",
                                                           .wanted = wanted,
                                                           .launch_begin = begin_launch,
                                                           .block_begin = begin_block,
                                                           .block_resume = resume_block,
                                                           .fence = merge_points,
                                                           .block_barrier = pass_block_barrier,
                                                           .warp_op = pass_warp_op,
                                                           .sync_fence = execute_fence,
                                                           .sync_access = access_word};
