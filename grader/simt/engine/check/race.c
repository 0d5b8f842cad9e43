// The race checker: compares a request with what the shadow cells remember, and records it there.
#include <stdio.h>

#include "engine/check/held.h"
#include "engine/check/release.h"
#include "engine/memory/shadow.h"
#include "engine/memory/window.h"
#include "engine/trace/request.h"
#include "engine/trace/stored.h"

enum access_kind { READ, WRITE, ATOMIC };

/** The access being judged. */
struct access {
    uint32_t thread; /**< warp * 32 + lane, in the launch */
    uint32_t lane;
    uint32_t era;
    enum access_kind kind;
    uint16_t site;
    uint64_t offset, before;
    unsigned size;
    bool shared;
    bool is_volatile;
    bool against_signals; /**< what it is compared with are accesses that may have released this very word */
    const struct simt_warp *warp;
};

static uint32_t warp_of(uint32_t thread) { return thread / SIMT_WARP; }

static bool in_this_block(uint32_t warp) { return warp - simt_block_now->first_warp < simt_block_now->warps; }

/** True if a barrier of the block or of the warp lies between. */
static bool barrier_orders(uint32_t thread, uint32_t stamp, const struct access *a) {
    uint32_t warp = warp_of(thread);
    if (!in_this_block(warp))
        return false;
    if (stamp < simt_block_now->barrier_tick)
        return true;
    if (warp != a->warp->number)
        return simt_block_now->tiles_wait && stamp < a->warp->known[warp - simt_block_now->first_warp];
    return stamp < a->warp->full_tick ||
           (a->warp->partial && stamp < a->warp->seen[a->lane][thread % SIMT_WARP]);
}

/** The same for releases. The trace may tell of the lanes of a warp in another order than the one in which
 * they took a lock in turn, so it is asked both ways there. */
static bool release_orders(uint32_t thread, uint32_t stamp, const struct access *a) {
    uint32_t now = simt_block_now->tick;
    uint64_t word = a->against_signals ? simt_release_word(a->offset) : SIMT_NO_WORD;
    return simt_release_orders(thread, stamp, word, a->thread, now) ||
           (warp_of(thread) == a->warp->number &&
            simt_release_orders(a->thread, now, SIMT_NO_WORD, thread, stamp));
}

/** True if what @p thread did at tick @p stamp is ordered with the access. */
static bool is_ordered(uint32_t thread, uint32_t stamp, const struct access *a) {
    return thread == a->thread || barrier_orders(thread, stamp, a) ||
           (simt_release_in_use() && release_orders(thread, stamp, a));
}

static const char *access_name(enum access_kind kind) {
    return kind == READ ? "Read" : kind == WRITE ? "Write" : "Atomic";
}

static bool has_fenced(uint32_t thread) {
    return simt_block_now->lane[thread - simt_block_now->first_warp * SIMT_WARP].fences_drained > 0;
}

/* Blocks may watch a word of global memory through volatile or atomic accesses: that is how they wait for one
 * another. Within a block there are barriers for that, and volatile excuses nothing, unless the writer fenced
 * before: then it is a signal, too. */
static bool is_signalling(const struct access *a, enum access_kind other_kind, uint32_t other,
                          uint16_t other_site) {
    if ((a->kind != ATOMIC && !a->is_volatile) ||
        (other_kind != ATOMIC && !simt_site_get(other_site)->is_volatile))
        return false;
    return !in_this_block(warp_of(other)) || has_fenced(a->kind == READ ? other : a->thread);
}

static void report(const struct access *a, enum access_kind other_kind, uint32_t other, uint16_t other_site) {
    if (is_signalling(a, other_kind, other, other_site))
        return;
    struct simt_actor here = simt_thread_actor(a->thread, simt_site_get(a->site)->pc);
    struct simt_actor there = simt_thread_actor(other, simt_site_get(other_site)->pc);
    const char *remedy = !in_this_block(warp_of(other)) ? "nothing orders different blocks within a launch"
                         : warp_of(other) == a->warp->number
                             ? "no __syncwarp or __syncthreads separates these threads of one warp"
                             : "no __syncthreads separates them";
    simt_error_add(
        SIMT_RACE, a->shared ? SIMT_SPACE_SHARED : SIMT_SPACE_GLOBAL, &here, &there,
        "Race reported between %s access by thread (%u,%u,%u) of block (%u,%u,%u) and %s access by thread "
        "(%u,%u,%u) of block (%u,%u,%u) to %s memory: %s",
        access_name(a->kind), here.thread.x, here.thread.y, here.thread.z, here.block.x, here.block.y,
        here.block.z, access_name(other_kind), there.thread.x, there.thread.y, there.thread.z, there.block.x,
        there.block.y, there.block.z, a->shared ? "__shared__" : "__global__", remedy);
}

/** Of the lanes in a summary's latest warp one that is unordered with the access; -1 if there is none. */
static int unordered_lane(const struct simt_party *p, const struct access *a) {
    uint32_t own = p->warp == warp_of(a->thread) ? 1u << a->lane : 0;
    for (uint32_t mask = p->mask & ~own; mask; mask &= mask - 1) {
        int lane = __builtin_ctz(mask);
        if (!is_ordered(p->warp * SIMT_WARP + (uint32_t)lane, p->stamp, a))
            return lane;
        if (!a->warp->partial && !simt_release_in_use())
            break; /* ordered for one lane of a warp is ordered for all */
    }
    return -1;
}

/** Looks for a thread of the summary that is unordered with the access. @return true, and who, if there is
 * one */
static bool find_unordered(const struct simt_party *p, const struct access *a, uint32_t *thread,
                           uint16_t *site) {
    int lane = unordered_lane(p, a);
    if (lane >= 0) {
        *thread = p->warp * SIMT_WARP + (uint32_t)lane;
        *site = p->site;
        return true;
    }
    if (p->other_site && !is_ordered(p->other, p->other_stamp, a)) {
        *thread = p->other;
        *site = p->other_site;
        return true;
    }
    return false;
}

/** Makes room for the access's warp, or its tick, in a summary; of those before one is kept as the other
 * party. */
static void leave(struct simt_party *p, const struct access *a) {
    bool keep_other = p->other_site && !in_this_block(warp_of(p->other));
    int leaving = p->mask && !keep_other ? unordered_lane(p, a) : -1;
    if (leaving >= 0) {
        p->other = p->warp * SIMT_WARP + (uint32_t)leaving;
        p->other_stamp = p->stamp;
        p->other_site = p->site;
    }
    p->warp = a->warp->number;
    p->mask = 0;
}

/** True if one tick tells as much of the lanes in the summary as of the access: nothing has come between that
 * orders some of them and not others. */
static bool shares_tick(const struct simt_party *p, const struct access *a) {
    if (p->stamp == simt_block_now->tick)
        return true;
    return !a->warp->partial && !simt_release_in_use() && p->stamp >= a->warp->full_tick &&
           p->stamp >= simt_block_now->barrier_tick;
}

/** Adds the access to a summary. */
static void join(struct simt_party *p, const struct access *a) {
    if (!p->mask || p->warp != a->warp->number || !shares_tick(p, a))
        leave(p, a);
    p->mask |= 1u << a->lane;
    p->stamp = simt_block_now->tick;
    p->site = a->site;
}

static bool has_any(const struct simt_party *p) { return p->mask || p->other_site; }

/** The value now at the accessed address; with what later stores found there, this tells what was stored. */
static uint64_t value_now(const struct access *a) {
    uint64_t value = 0;
    const unsigned char *p = (const unsigned char *)SIMT_WINDOW_BASE + a->offset;
    for (unsigned i = 0; i < a->size && i < 8; i++)
        value |= (uint64_t)p[i] << 8 * i;
    return value;
}

/* Two threads that store the same value do not disturb each other. A lane runs alone until it synchronises,
 * so what this store found is what the other one left, and what is there now is what this one (or a still
 * later one, which is judged in its turn) left. */
static bool stores_same_value(const struct access *a) { return a->size <= 8 && a->before == value_now(a); }

/* Lanes of one warp may have stored in another order than the warp's, when they branched apart. */
static bool agrees_within_warp(const struct simt_cell *cell, const struct access *a) {
    return a->size <= 8 && warp_of(cell->writer) == a->warp->number &&
           simt_stores_agree(a->warp, cell->writer % SIMT_WARP, a->offset, a->size, value_now(a));
}

static bool has_readers(const struct simt_cell *cell) {
    return cell->atomics != SIMT_ATOMICS_ALONE && has_any(&cell->readers);
}

/** The summary of a cell's atomics; @p beside is the place beside the cell. */
static struct simt_party *atomics_of(struct simt_cell *cell, struct simt_party *beside) {
    return cell->atomics == SIMT_ATOMICS_ALONE ? &cell->readers : beside;
}

/** The access, to be compared with signals. */
static struct access against_signals(const struct access *a) {
    struct access copy = *a;
    copy.against_signals = simt_release_in_use();
    return copy;
}

static bool is_unordered_write(const struct simt_cell *cell, const struct access *a) {
    if (is_ordered(cell->writer, cell->write_stamp, a))
        return false;
    struct access again = against_signals(a);
    return !simt_site_get(cell->write_site)->is_volatile ||
           !is_ordered(cell->writer, cell->write_stamp, &again);
}

static bool find_unordered_atomic(const struct simt_party *p, const struct access *a, uint32_t *thread,
                                  uint16_t *site) {
    struct access again = against_signals(a);
    return find_unordered(p, a, thread, site) && find_unordered(p, &again, thread, site);
}

static void judge(struct simt_cell *cell, struct simt_party *beside, const struct access *a) {
    uint32_t other;
    uint16_t site;
    if (cell->write_site && is_unordered_write(cell, a) &&
        !(a->kind == WRITE && (stores_same_value(a) || agrees_within_warp(cell, a))))
        report(a, WRITE, cell->writer, cell->write_site);
    if (a->kind != READ && has_readers(cell) && find_unordered(&cell->readers, a, &other, &site)) {
        report(a, READ, other, site);
        simt_held_drop(a->era, a->offset, a->size);
    }
    if (a->kind != ATOMIC && cell->atomics &&
        find_unordered_atomic(atomics_of(cell, beside), a, &other, &site)) {
        report(a, ATOMIC, other, site);
        if (a->kind == WRITE)
            simt_held_drop(a->era, a->offset, a->size);
    }
}

static void record_read(struct simt_cell *cell, struct simt_party *beside, const struct access *a) {
    if (cell->atomics == SIMT_ATOMICS_ALONE) {
        *beside = cell->readers;
        cell->readers = (struct simt_party){0};
        cell->atomics = SIMT_ATOMICS_BESIDE;
    }
    join(&cell->readers, a);
}

static void record_atomic(struct simt_cell *cell, struct simt_party *beside, const struct access *a) {
    if (!cell->atomics && has_any(&cell->readers)) {
        *beside = (struct simt_party){0};
        cell->atomics = SIMT_ATOMICS_BESIDE;
    } else if (!cell->atomics) {
        cell->atomics = SIMT_ATOMICS_ALONE;
    }
    join(atomics_of(cell, beside), a);
}

static void record(struct simt_cell *cell, struct simt_party *beside, const struct access *a) {
    if (a->kind == READ) {
        record_read(cell, beside, a);
    } else if (a->kind == ATOMIC) {
        record_atomic(cell, beside, a);
    } else {
        cell->writer = a->thread;
        cell->write_stamp = simt_block_now->tick;
        cell->write_site = a->site;
        cell->readers = (struct simt_party){0};
        cell->atomics = SIMT_NO_ATOMICS;
    }
}

static void visit(struct simt_cell *cell, struct simt_party *beside, const struct access *a) {
    if (cell->era == a->era)
        judge(cell, beside, a);
    else
        *cell = (struct simt_cell){.era = a->era};
    record(cell, beside, a);
}

/** The word whose bytes' cells are unpacked: lanes side by side mostly share it. */
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

static void visit_bytes(const struct access *a, struct open_word *open) {
    for (uint64_t b = a->offset; b < a->offset + a->size; b++) {
        if (!open->is_open || open->word != b / 4) {
            close_word(open);
            simt_bytes_get(b / 4, a->era, &open->bytes);
            open->word = b / 4;
            open->is_open = true;
        }
        visit(&open->bytes.cell[b % 4], &open->bytes.atomics[b % 4], a);
    }
}

/** All cells of one lane's access. */
static void visit_range(const struct access *a, struct open_word *open) {
    uint64_t page = a->offset / 4096;
    if (a->size < 4 && !simt_narrow_era[page])
        simt_make_narrow(page, a->era);
    if (simt_narrow_era[page]) {
        visit_bytes(a, open);
        return;
    }
    for (uint64_t w = a->offset / 4; w < (a->offset + a->size + 3) / 4; w++)
        visit(&simt_word_cells[w], &simt_word_atomics[w], a);
}

void simt_race_request(const struct simt_request *request, struct simt_warp *warp, bool shared) {
    static const enum access_kind kinds[] = {
        [RECORD_LOAD] = READ, [RECORD_STORE] = WRITE, [RECORD_ATOMIC] = ATOMIC};
    struct access a = {.kind = kinds[request->kind],
                       .site = request->site->id,
                       .size = request->size,
                       .shared = shared,
                       .is_volatile = request->site->is_volatile,
                       .era = shared ? simt_block_now->era : simt_launch_now.era,
                       .warp = warp};
    struct open_word open;
    open.is_open = false;
    for (uint32_t left = request->lanes; left; left &= left - 1) {
        a.lane = (uint32_t)__builtin_ctz(left);
        a.thread = warp->number * SIMT_WARP + a.lane;
        a.offset = request->offset[a.lane];
        a.before = request->before[a.lane];
        visit_range(&a, &open);
        if ((a.kind == ATOMIC || (a.is_volatile && a.kind == READ)) && simt_release_in_use())
            simt_release_read(a.thread, simt_release_word(a.offset), a.before);
    }
    close_word(&open);
}
