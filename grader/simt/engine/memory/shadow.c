// The cells of device memory, and how those of bytes are packed.
//
// What the four bytes of a word have in common is kept once: the warp that wrote, the warp that read, the
// ticks of both. The lanes differ by byte, and so may the places in the code, as far as their numbers lie
// close to each other. Words whose bytes have less in common keep their cells whole, in a pool.
#include "engine/memory/shadow.h"

#include <string.h>

#include "engine/memory/area.h"
#include "engine/memory/pool.h"
#include "engine/memory/window.h"

enum { PAGE = 4096, WORDS = PAGE / 4, WARP = 32 };

struct packed {
    uint32_t write_warp, write_stamp;
    uint32_t warp, stamp; /* of the readers */
    uint32_t other, other_stamp;
    uint16_t write_site, site, other_site;
    uint16_t flags;    /* a bit for each byte: it has a writer; it has another party; then two: its atomics */
    uint8_t writer[4]; /* the lane, and by how much its place's number exceeds write_site */
    uint8_t site_delta[4]; /* the same for the readers */
    uint32_t mask[4];      /* the readers' lanes; of whole cells, their numbers in the pools */
};
enum {
    OTHER_SHIFT = 4,
    ATOMICS_SHIFT = 8,
    WHOLE = 3 << ATOMICS_SHIFT, /* no state of atomics: the cells are in the pools */
    LANE_BITS = 5,
    MOST_WRITE_DELTA = (1 << (8 - LANE_BITS)) - 1,
    MOST_READ_DELTA = UINT8_MAX
};

struct simt_cell *simt_word_cells;
struct simt_party *simt_word_atomics;
uint32_t *simt_narrow_era;
static struct packed *packed_cells;

/* Whole cells; and, for the few words that need them, the summaries beside them. */
static struct simt_pool whole_cells = {.entry_bytes = 4 * sizeof(struct simt_cell)};
static struct simt_pool whole_atomics = {.entry_bytes = 4 * sizeof(struct simt_party)};

static bool is_whole(const struct packed *p) { return (p->flags & WHOLE) == WHOLE; }

static void return_to_pools(const struct packed *p) {
    simt_pool_give_back(&whole_cells, p->mask[0]);
    if (p->mask[1])
        simt_pool_give_back(&whole_atomics, p->mask[1]);
}

static bool pack_writers(const struct simt_bytes *in, struct packed *p) {
    const struct simt_cell *first = NULL;
    for (unsigned i = 0; i < 4; i++) {
        const struct simt_cell *c = &in->cell[i];
        if (!c->write_site)
            continue;
        if (!first)
            first = c;
        if (c->writer / WARP != first->writer / WARP || c->write_stamp != first->write_stamp)
            return false;
        if (!p->write_site || c->write_site < p->write_site)
            p->write_site = c->write_site;
        p->flags = (uint16_t)(p->flags | 1u << i);
    }
    if (!first)
        return true;
    p->write_warp = first->writer / WARP;
    p->write_stamp = first->write_stamp;
    for (unsigned i = 0; i < 4; i++) {
        unsigned delta = (unsigned)in->cell[i].write_site - p->write_site;
        if (!in->cell[i].write_site)
            continue;
        if (delta > MOST_WRITE_DELTA)
            return false;
        p->writer[i] = (uint8_t)(in->cell[i].writer % WARP | delta << LANE_BITS);
    }
    return true;
}

static bool pack_readers(const struct simt_bytes *in, struct packed *p) {
    const struct simt_party *first = NULL;
    for (unsigned i = 0; i < 4; i++) {
        const struct simt_party *r = &in->cell[i].readers;
        if (!r->mask)
            continue;
        if (!first)
            first = r;
        if (r->warp != first->warp || r->stamp != first->stamp)
            return false;
        if (!p->site || r->site < p->site)
            p->site = r->site;
    }
    if (!first)
        return true;
    p->warp = first->warp;
    p->stamp = first->stamp;
    for (unsigned i = 0; i < 4; i++) {
        const struct simt_party *r = &in->cell[i].readers;
        unsigned delta = (unsigned)r->site - p->site;
        if (!r->mask)
            continue;
        if (delta > MOST_READ_DELTA)
            return false;
        p->mask[i] = r->mask;
        p->site_delta[i] = (uint8_t)delta;
    }
    return true;
}

static bool pack_others(const struct simt_bytes *in, struct packed *p) {
    for (unsigned i = 0; i < 4; i++) {
        const struct simt_party *r = &in->cell[i].readers;
        if (!r->other_site)
            continue;
        if (p->other_site &&
            (r->other != p->other || r->other_stamp != p->other_stamp || r->other_site != p->other_site))
            return false;
        p->other = r->other;
        p->other_stamp = r->other_stamp;
        p->other_site = r->other_site;
        p->flags = (uint16_t)(p->flags | 1u << (OTHER_SHIFT + i));
    }
    return true;
}

/** @p beside receives the summary that is kept beside the word, if there is one. */
static bool pack_atomics(const struct simt_bytes *in, struct packed *p, const struct simt_party **beside) {
    *beside = NULL;
    for (unsigned i = 0; i < 4; i++) {
        p->flags = (uint16_t)(p->flags | (unsigned)in->cell[i].atomics << (ATOMICS_SHIFT + 2 * i));
        if (in->cell[i].atomics != SIMT_ATOMICS_BESIDE)
            continue;
        if (*beside && memcmp(*beside, &in->atomics[i], sizeof **beside) != 0)
            return false;
        *beside = &in->atomics[i];
    }
    return true;
}

static bool has_atomics_beside(const struct simt_bytes *in) {
    for (unsigned i = 0; i < 4; i++)
        if (in->cell[i].atomics == SIMT_ATOMICS_BESIDE)
            return true;
    return false;
}

void simt_bytes_put(uint64_t word, const struct simt_bytes *in) {
    struct packed *at = &packed_cells[word], p = {0};
    const struct simt_party *beside;
    if (pack_writers(in, &p) && pack_readers(in, &p) && pack_others(in, &p) &&
        pack_atomics(in, &p, &beside)) {
        if (is_whole(at))
            return_to_pools(at);
        if (beside)
            simt_word_atomics[word] = *beside;
        *at = p;
        return;
    }
    if (!is_whole(at)) {
        at->flags = WHOLE;
        at->mask[0] = simt_pool_take(&whole_cells);
        at->mask[1] = 0;
    }
    memcpy(simt_pool_entry(&whole_cells, at->mask[0]), in->cell, sizeof in->cell);
    if (!has_atomics_beside(in))
        return;
    if (!at->mask[1])
        at->mask[1] = simt_pool_take(&whole_atomics);
    memcpy(simt_pool_entry(&whole_atomics, at->mask[1]), in->atomics, sizeof in->atomics);
}

static void unpack(const struct packed *p, unsigned i, struct simt_cell *cell) {
    struct simt_party *r = &cell->readers;
    if (p->flags >> i & 1) {
        cell->writer = p->write_warp * WARP + p->writer[i] % WARP;
        cell->write_stamp = p->write_stamp;
        cell->write_site = (uint16_t)(p->write_site + (p->writer[i] >> LANE_BITS));
    }
    if (p->mask[i]) {
        r->mask = p->mask[i];
        r->warp = p->warp;
        r->stamp = p->stamp;
        r->site = (uint16_t)(p->site + p->site_delta[i]);
    }
    if (p->flags >> (OTHER_SHIFT + i) & 1) {
        r->other = p->other;
        r->other_stamp = p->other_stamp;
        r->other_site = p->other_site;
    }
    cell->atomics = p->flags >> (ATOMICS_SHIFT + 2 * i) & 3;
}

static void forget_page(uint64_t page) {
    struct packed *first = &packed_cells[page * WORDS];
    for (unsigned w = 0; w < WORDS && whole_cells.used; w++)
        if (is_whole(&first[w])) {
            return_to_pools(&first[w]);
            first[w].flags = 0;
        }
}

void simt_bytes_get(uint64_t word, uint32_t era, struct simt_bytes *out) {
    uint64_t page = word / WORDS;
    if (simt_narrow_era[page] != era) {
        forget_page(page);
        memset(&packed_cells[page * WORDS], 0, WORDS * sizeof *packed_cells);
        simt_narrow_era[page] = era;
    }
    const struct packed *p = &packed_cells[word];
    if (is_whole(p)) {
        memcpy(out->cell, simt_pool_entry(&whole_cells, p->mask[0]), sizeof out->cell);
        if (p->mask[1])
            memcpy(out->atomics, simt_pool_entry(&whole_atomics, p->mask[1]), sizeof out->atomics);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        out->cell[i] = (struct simt_cell){.era = era};
        unpack(p, i, &out->cell[i]);
        if (out->cell[i].atomics == SIMT_ATOMICS_BESIDE)
            out->atomics[i] = simt_word_atomics[word];
    }
}

void simt_make_narrow(uint64_t page, uint32_t era) {
    simt_narrow_era[page] = era;
    for (uint64_t word = page * WORDS; word < (page + 1) * WORDS; word++) {
        struct simt_bytes bytes;
        if (simt_word_cells[word].era != era)
            continue;
        for (unsigned i = 0; i < 4; i++) {
            bytes.cell[i] = simt_word_cells[word];
            bytes.atomics[i] = simt_word_atomics[word];
        }
        simt_bytes_put(word, &bytes);
    }
    simt_area_give_back(simt_word_cells, page * PAGE, (page + 1) * PAGE, sizeof *simt_word_cells, 4);
}

void simt_shadow_init(void) {
    simt_word_cells = simt_area_reserve(NULL, SIMT_WINDOW_SPAN / 4 * sizeof *simt_word_cells);
    simt_word_atomics = simt_area_reserve(NULL, SIMT_WINDOW_SPAN / 4 * sizeof *simt_word_atomics);
    packed_cells = simt_area_reserve(NULL, SIMT_WINDOW_SPAN / 4 * sizeof *packed_cells);
    simt_narrow_era = simt_area_reserve(NULL, SIMT_WINDOW_SPAN / PAGE * sizeof *simt_narrow_era);
}

bool simt_shadow_grow(uint64_t from, uint64_t to) {
    return simt_area_back(simt_word_cells, from, to, sizeof *simt_word_cells, 4) &&
           simt_area_back(simt_word_atomics, from, to, sizeof *simt_word_atomics, 4) &&
           simt_area_back(packed_cells, from, to, sizeof *packed_cells, 4) &&
           simt_area_back(simt_narrow_era, from, to, sizeof *simt_narrow_era, PAGE);
}

void simt_shadow_release(uint64_t from, uint64_t to) {
    for (uint64_t page = (from + PAGE - 1) / PAGE; page < to / PAGE; page++)
        if (simt_narrow_era[page]) {
            forget_page(page);
            simt_narrow_era[page] = 0;
        }
    simt_area_give_back(simt_word_cells, from, to, sizeof *simt_word_cells, 4);
    simt_area_give_back(simt_word_atomics, from, to, sizeof *simt_word_atomics, 4);
    simt_area_give_back(packed_cells, from, to, sizeof *packed_cells, 4);
}
