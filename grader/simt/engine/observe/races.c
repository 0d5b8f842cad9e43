// The race checker: compares a request with the accesses in the shadow cells, and records it there.
#include "engine/observe/races.h"

#include <string.h>

#include "engine/memory/device_range.h"
#include "engine/memory/shadow.h"
#include "engine/observe/observers.h"
#include "engine/observe/order.h"
#include "engine/report/settings.h"

static const char *access_name(enum simt_access_kind kind) {
    return kind == SIMT_ACCESS_READ ? "Read" : kind == SIMT_ACCESS_WRITE ? "Write" : "Atomic";
}

static uint32_t warp_in_block(struct simt_dim3 thread) {
    const struct simt_dim3 block = simt_observed_launch->block;
    return ((thread.z * block.y + thread.y) * block.x + thread.x) / SIMT_WARP;
}

/** A barrier of one warp would not suffice. */
static bool is_between_warps(const struct simt_actor *here, const struct simt_actor *there) {
    return memcmp(&here->block, &there->block, sizeof here->block) == 0 &&
           warp_in_block(here->thread) != warp_in_block(there->thread);
}

void simt_race_report(const struct simt_race *race) {
    const struct simt_actor *here = &race->here, *there = &race->there;
    simt_error_add(
        race->not_acquired ? SIMT_RACE_NOT_ACQUIRED : SIMT_RACE, race->space, here, there,
        "Race reported between %s access by thread (%u,%u,%u) of block (%u,%u,%u) and %s access by thread "
        "(%u,%u,%u) of block (%u,%u,%u) to %s memory: %s",
        access_name(race->here_kind), here->thread.x, here->thread.y, here->thread.z, here->block.x,
        here->block.y, here->block.z, access_name(race->there_kind), there->thread.x, there->thread.y,
        there->thread.z, there->block.x, there->block.y, there->block.z,
        race->space == SIMT_SPACE_SHARED ? "__shared__" : "__global__", race->remedy);
    const bool both_write = race->here_kind == SIMT_ACCESS_WRITE && race->there_kind == SIMT_ACCESS_WRITE;
    simt_error_add_pair(both_write ? SIMT_TWO_WRITES : SIMT_OTHER_PAIR);
    if ((race->here_kind == SIMT_ACCESS_ATOMIC) != (race->there_kind == SIMT_ACCESS_ATOMIC))
        simt_error_add_pair(race->here_kind == SIMT_ACCESS_READ || race->there_kind == SIMT_ACCESS_READ
                                ? SIMT_READ_AND_ATOMIC
                                : SIMT_WRITE_AND_ATOMIC);
    if (is_between_warps(here, there))
        simt_error_add_pair(SIMT_BETWEEN_WARPS);
}

/** One side of a pair of accesses. */
struct side {
    enum simt_access_kind kind;
    uint32_t thread;
    const struct simt_site *site;
};

static bool is_strong(const struct side *s) {
    return s->kind == SIMT_ACCESS_ATOMIC || s->site->is_volatile || s->site->is_atomic;
}

/* Within a block there are barriers, and volatile excuses only a signal: a word that is stored to right after
 * a fence. */
static bool is_signal_in_block(const struct simt_access *a, const struct side *here,
                               const struct side *there) {
    const struct side *writer = here->kind == SIMT_ACCESS_READ ? there : here;
    return writer->kind == SIMT_ACCESS_WRITE ? simt_is_signal(simt_release_word(a->offset))
                                             : simt_has_fenced(writer->thread);
}

/* Atomic accesses do not race with each other. Volatile ones are excused as signals: one thread stores,
 * others read the word or update it by atomics. */
static bool is_excused(const struct simt_access *a, const struct side *here, const struct side *there) {
    const bool same_block = simt_in_this_block(simt_warp_of(there->thread));
    if (!is_strong(here) || !is_strong(there))
        return false;
    if ((here->site->of_block || there->site->of_block) && !same_block)
        return false;
    if (!here->site->is_volatile && !there->site->is_volatile)
        return true;
    if (here->kind == SIMT_ACCESS_WRITE && there->kind == SIMT_ACCESS_WRITE)
        return false;
    if (same_block)
        return is_signal_in_block(a, here, there);
    const struct side *reader = here->kind == SIMT_ACCESS_READ ? here : there;
    return !simt_reads_behind_signal(reader->site);
}

/* Another block wrote, fenced and signalled, and the reading thread saw the signal: only the fence that would
 * acquire the write is missing. */
static bool lacks_acquire(const struct simt_access *a, const struct simt_cell *cell) {
    return a->kind == SIMT_ACCESS_READ && !simt_in_this_block(simt_warp_of(cell->writer)) &&
           simt_release_was_seen(cell->writer, cell->write_timestamp, a->thread);
}

static const char *remedy_of(const struct simt_access *a, const struct side *here, const struct side *there) {
    const bool strong = is_strong(here) && is_strong(there);
    if (simt_in_this_block(simt_warp_of(there->thread)))
        return simt_warp_of(there->thread) == a->warp->number
                   ? "no __syncwarp or __syncthreads separates these threads of one warp"
                   : "no __syncthreads separates them";
    if (strong && (here->site->of_block || there->site->of_block))
        return "an atomic of block scope is atomic for the threads of its own block alone";
    if (strong && here->kind == there->kind)
        return "volatile does not make a read and a store one step: use an atomic";
    return strong ? "volatile orders no data: a fence is missing before the signal or behind it"
                  : "nothing orders different blocks within a launch";
}

static void report(const struct simt_access *a, enum simt_access_kind other_kind, uint32_t other,
                   uint16_t other_site, const struct simt_cell *cell) {
    const struct side here = {a->kind, a->thread, simt_site_get(a->site)},
                      there = {other_kind, other, simt_site_get(other_site)};
    if (a->beside_bad_address || is_excused(a, &here, &there))
        return;
    const bool not_acquired = other_kind == SIMT_ACCESS_WRITE && lacks_acquire(a, cell);
    const struct simt_race race = {
        .here = simt_thread_actor(a->thread, here.site->pc),
        .there = simt_thread_actor(other, there.site->pc),
        .here_kind = a->kind,
        .there_kind = other_kind,
        .space = a->shared ? SIMT_SPACE_SHARED : SIMT_SPACE_GLOBAL,
        .not_acquired = not_acquired,
        .remedy =
            not_acquired
                ? "the reader saw the signal behind the write, but no fence stands between signal and read"
                : remedy_of(a, &here, &there)};
    bool with_atomic = a->kind == SIMT_ACCESS_ATOMIC || other_kind == SIMT_ACCESS_ATOMIC;
    uintptr_t read_at = a->kind == SIMT_ACCESS_READ      ? race.here.pc
                        : other_kind == SIMT_ACCESS_READ ? race.there.pc
                                                         : 0;
    if (!with_atomic || !read_at || !simt_cas_read_defer(read_at, &race))
        simt_race_report(&race);
}

static bool is_in_warp(uint32_t thread, const struct simt_access *a) {
    return simt_warp_of(thread) == a->warp->number;
}

/* Two threads that store the same value do not disturb each other. A lane runs alone until it synchronises,
 * so the value that this store found is the one that the other store left, unless that one came later; then
 * the present value is the one that this store, or a still later one with its own check, left. */
static bool stores_same_value(const struct simt_cell *cell, const struct simt_access *a) {
    return a->size <= 8 && simt_stored_nothing_new(a->before, a->offset, a->size) &&
           !(is_in_warp(cell->writer, a) &&
             simt_stored_later(a->batch, cell->writer % SIMT_WARP, a->lane, a->offset, a->size));
}

/* Lanes of one warp may have stored in another order than the warp's, when they diverged. */
static bool agrees_within_warp(const struct simt_cell *cell, const struct simt_access *a) {
    return a->size <= 8 && is_in_warp(cell->writer, a) &&
           simt_stores_agree(a->batch, cell->writer % SIMT_WARP, a->offset, a->size);
}

static bool has_readers(const struct simt_cell *cell) {
    return cell->atomics != SIMT_ATOMICS_ALONE && simt_summary_has_any(&cell->readers);
}

/** The summary of a cell's atomics; @p beside is the entry beside the cell. */
static struct simt_access_summary *atomics_of(struct simt_cell *cell, struct simt_access_summary *beside) {
    return cell->atomics == SIMT_ATOMICS_ALONE ? &cell->readers : beside;
}

/** The access, to be compared with signals. */
static struct simt_access against_signals(const struct simt_access *a) {
    struct simt_access copy = *a;
    copy.against_signals = simt_release_in_use();
    return copy;
}

static bool is_unordered_write(const struct simt_cell *cell, const struct simt_access *a) {
    if (simt_is_ordered(cell->writer, cell->write_timestamp, a))
        return false;
    struct simt_access again = against_signals(a);
    return !simt_site_get(cell->write_site)->is_volatile ||
           !simt_is_ordered(cell->writer, cell->write_timestamp, &again);
}

static bool find_unordered_atomic(const struct simt_access_summary *p, const struct simt_access *a,
                                  uint32_t *thread, uint16_t *site) {
    struct simt_access again = against_signals(a);
    return simt_summary_unordered(p, a, thread, site) && simt_summary_unordered(p, &again, thread, site);
}

/** The last launch with an atomic of block scope: only in it can two atomics race. */
static uint32_t launch_with_scopes;

static bool scopes_matter(const struct simt_access *a) {
    return !a->shared && launch_with_scopes == a->epoch;
}

static void judge(struct simt_cell *cell, struct simt_access_summary *beside, const struct simt_access *a) {
    uint32_t other;
    uint16_t site;
    if (cell->write_site && is_unordered_write(cell, a) &&
        !(a->kind == SIMT_ACCESS_WRITE && (stores_same_value(cell, a) || agrees_within_warp(cell, a))))
        report(a, SIMT_ACCESS_WRITE, cell->writer, cell->write_site, cell);
    if (a->kind != SIMT_ACCESS_READ && has_readers(cell) &&
        simt_summary_unordered(&cell->readers, a, &other, &site)) {
        report(a, SIMT_ACCESS_READ, other, site, cell);
        simt_deferred_drop(a->epoch, a->offset, a->size);
    }
    if ((a->kind != SIMT_ACCESS_ATOMIC || scopes_matter(a)) && cell->atomics &&
        find_unordered_atomic(atomics_of(cell, beside), a, &other, &site)) {
        report(a, SIMT_ACCESS_ATOMIC, other, site, cell);
        if (a->kind == SIMT_ACCESS_WRITE)
            simt_deferred_drop(a->epoch, a->offset, a->size);
    }
}

static inline void record_read(struct simt_cell *cell, struct simt_access_summary *beside,
                               const struct simt_access *a) {
    if (cell->atomics == SIMT_ATOMICS_ALONE) {
        *beside = cell->readers;
        cell->readers = (struct simt_access_summary){0};
        cell->atomics = SIMT_ATOMICS_BESIDE;
    }
    simt_summary_join(&cell->readers, a);
}

static inline void record_atomic(struct simt_cell *cell, struct simt_access_summary *beside,
                                 const struct simt_access *a) {
    if (!cell->atomics && simt_summary_has_any(&cell->readers)) {
        *beside = (struct simt_access_summary){0};
        cell->atomics = SIMT_ATOMICS_BESIDE;
    } else if (!cell->atomics) {
        cell->atomics = SIMT_ATOMICS_ALONE;
    }
    simt_summary_join(atomics_of(cell, beside), a);
}

static inline void record(struct simt_cell *cell, struct simt_access_summary *beside,
                          const struct simt_access *a) {
    if (a->kind == SIMT_ACCESS_READ) {
        record_read(cell, beside, a);
    } else if (a->kind == SIMT_ACCESS_ATOMIC) {
        record_atomic(cell, beside, a);
    } else {
        cell->writer = a->thread;
        cell->write_timestamp = simt_clock_now->timestamp;
        cell->write_site = a->site;
        cell->readers = (struct simt_access_summary){0};
        cell->atomics = SIMT_NO_ATOMICS;
    }
}

static void visit(struct simt_cell *cell, struct simt_access_summary *beside, const struct simt_access *a) {
    if (cell->epoch == a->epoch)
        judge(cell, beside, a);
    else
        *cell = (struct simt_cell){.epoch = a->epoch};
    record(cell, beside, a);
}

/** True if a barrier of the block, or one of all lanes of the access's own warp, is between: usually one of
 * them is, if anything orders the accesses. */
static inline bool is_before_barrier(uint32_t thread, uint32_t timestamp, const struct simt_access *a) {
    const uint32_t warp = simt_warp_of(thread);
    return simt_in_this_block(warp) && (timestamp < simt_clock_now->barrier_timestamp ||
                                        (warp == a->warp->number && timestamp < a->warp->full_timestamp));
}

/** The same, or both are by one thread. */
static inline bool has_barrier_between(uint32_t thread, uint32_t timestamp, const struct simt_access *a) {
    return thread == a->thread || is_before_barrier(thread, timestamp, a);
}

/** The same for all accesses in a summary. */
static inline bool has_barrier_after(const struct simt_access_summary *p, const struct simt_access *a) {
    const uint32_t own = p->warp == a->warp->number ? 1u << a->lane : 0;
    const uint32_t some_other_lane = a->lane == 0;
    return (!(p->mask & ~own) ||
            has_barrier_between(p->warp * SIMT_WARP + some_other_lane, p->timestamp, a)) &&
           (!p->other_site || has_barrier_between(p->other, p->other_timestamp, a));
}

/** Whether there is nothing to check: barriers order all accesses in the cell, or all are atomics.
 */
static inline bool is_simple(const struct simt_cell *cell, const struct simt_access *a) {
    if (cell->write_site && !has_barrier_between(cell->writer, cell->write_timestamp, a))
        return false;
    if (cell->atomics)
        return cell->atomics == SIMT_ATOMICS_ALONE && a->kind == SIMT_ACCESS_ATOMIC && !scopes_matter(a);
    return a->kind == SIMT_ACCESS_READ || !simt_summary_has_any(&cell->readers) ||
           (a->kind == SIMT_ACCESS_WRITE && has_barrier_after(&cell->readers, a));
}

/** Handles the simple cases of visit(). @return false if the case is not simple, and nothing is done */
static inline bool visit_simply(struct simt_cell *cell, const struct simt_access *a) {
    if (cell->epoch != a->epoch)
        *cell = (struct simt_cell){.epoch = a->epoch};
    else if (!is_simple(cell, a))
        return false;
    record(cell, NULL, a);
    return true;
}

/** The word whose bytes' cells are unpacked: neighbouring lanes mostly share it. */
struct open_word {
    bool is_open;
    uint64_t word;
    struct simt_bytes bytes;
};

static void close_word(struct open_word *open) {
    if (open->is_open)
        simt_bytes_put(open->word, &open->bytes);
    open->is_open = false;
}

static void visit_bytes(const struct simt_access *a, struct open_word *open) {
    for (uint64_t b = a->offset; b < a->offset + a->size; b++) {
        if (!open->is_open || open->word != b / 4) {
            close_word(open);
            simt_bytes_get(b / 4, a->epoch, &open->bytes);
            open->word = b / 4;
            open->is_open = true;
        }
        visit(&open->bytes.cell[b % 4], &open->bytes.atomics[b % 4], a);
    }
}

/** All cells of one lane's access. */
static void visit_range(const struct simt_access *a, struct open_word *open) {
    uint64_t page = a->offset / 4096;
    if (a->size < 4 && !simt_narrow_epoch[page])
        simt_make_narrow(page, a->epoch);
    if (simt_narrow_epoch[page]) {
        visit_bytes(a, open);
        return;
    }
    for (uint64_t w = a->offset / 4; w < (a->offset + a->size + 3) / 4; w++)
        if (!simt_shapes_seen || !visit_simply(&simt_word_cells[w], a))
            visit(&simt_word_cells[w], &simt_word_atomics[w], a);
}

/** Visits a word that all lanes of a request read: they are added to its summary as one mask.
 * @return false if there is more to do, and nothing is done */
static bool visit_together(const struct simt_request *request, struct simt_access *a) {
    struct simt_cell *cell = &simt_word_cells[request->offset[a->lane] / 4];
    if (request->shape != SIMT_ONE_ADDRESS || request->lanes != request->valid || request->size != 4 ||
        a->kind != SIMT_ACCESS_READ || simt_narrow_epoch[request->offset[a->lane] / 4096])
        return false;
    if (cell->epoch == a->epoch &&
        (cell->atomics || (cell->write_site && !is_before_barrier(cell->writer, cell->write_timestamp, a))))
        return false;
    visit_simply(cell, a);
    cell->readers.mask |= request->lanes;
    return true;
}

/** An atomic store counts with the other atomics, and an atomic load with the reads. */
static enum simt_access_kind kind_of(const struct simt_request *request) {
    if (request->kind == LOG_LOAD)
        return SIMT_ACCESS_READ;
    return request->kind == LOG_ATOMIC || request->site->is_atomic ? SIMT_ACCESS_ATOMIC : SIMT_ACCESS_WRITE;
}

/* The lowest address that a code address accesses in a launch: kernel_pointers.c. */
static void note_lowest(const struct simt_request *request) {
    struct simt_site *site = request->site;
    if (site->lowest_in != simt_observed_launch->serial)
        site->lowest = UINT64_MAX;
    site->lowest_in = simt_observed_launch->serial;
    if (request->shape != SIMT_ANY_ADDRESSES && request->valid == request->lanes) {
        const uint64_t low = simt_request_low(request);
        site->lowest = low < site->lowest ? low : site->lowest;
        return;
    }
    for (uint32_t left = request->valid; left; left &= left - 1) {
        const uint64_t offset = request->offset[__builtin_ctz(left)];
        site->lowest = offset < site->lowest ? offset : site->lowest;
    }
}

static void check_request(const struct simt_request *request) {
    const struct simt_batch *batch = request->batch;
    const struct simt_warp_clock *warp = &simt_clock_now->warp[batch->warp - simt_clock_now->first_warp];
    struct simt_access a = {.kind = kind_of(request),
                            .site = request->site->id,
                            .size = request->size,
                            .shared = request->shared,
                            .beside_bad_address = request->lanes != request->valid,
                            .epoch = request->shared ? simt_clock_now->epoch : simt_observed_launch->epoch,
                            .batch = batch,
                            .warp = warp};
    struct open_word open;
    open.is_open = false;
    if (!request->shared)
        note_lowest(request);
    if (request->site->of_block && !request->shared)
        launch_with_scopes = a.epoch;
    a.lane = (uint32_t)__builtin_ctz(request->lanes);
    a.thread = warp->number * SIMT_WARP + a.lane;
    if (visit_together(request, &a))
        return;
    for (uint32_t left = request->valid; left; left &= left - 1) {
        a.lane = (uint32_t)__builtin_ctz(left);
        a.thread = warp->number * SIMT_WARP + a.lane;
        a.offset = request->offset[a.lane];
        a.before = request->kind == LOG_LOAD ? 0 : request->before[a.lane];
        visit_range(&a, &open);
    }
    close_word(&open);
}

static bool wanted(void) { return simt_check_on(SIMT_CHECK_RACE); }

static void end_batch(const struct simt_batch *batch) {
    (void)batch;
    simt_stores_forget();
}

const struct simt_observer simt_race_observer = {
    .name = "races", .wanted = wanted, .flush = end_batch, .request = check_request};
