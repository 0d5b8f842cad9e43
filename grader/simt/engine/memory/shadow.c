// The cells of device memory. Those of bytes are packed; words whose bytes have too little in
// common for that keep their cells whole, in a pool.
#include "engine/memory/shadow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/memory/device_range.h"
#include "engine/report/settings.h"

/* The cells of a word's four bytes in the room of one.
 *
 * Common parts of the four are kept once: the warp that wrote, the warp that read, the timestamps of both.
 * The lanes differ by byte, and so may the code sites, if their numbers are close to each
 * other. */

/** Four packed cells. */
struct packed {
    uint32_t write_warp;      /**< warp of the last plain writes */
    uint32_t write_timestamp; /**< their timestamp */
    uint32_t warp;            /**< of the readers, as in simt_party */
    uint32_t timestamp;       /**< of the readers */
    uint32_t other;           /**< of the readers */
    uint32_t other_timestamp; /**< of the readers */
    uint16_t write_site;      /**< the smallest of the writers' sites */
    uint16_t site;            /**< the smallest of the readers' sites */
    uint16_t other_site;      /**< of the readers */
    uint16_t flags; /**< a bit for each byte: it has a writer; it has another access; then two: its atomics */
    uint8_t writer[4];     /**< the lane, and its site's number less write_site */
    uint8_t site_delta[4]; /**< the same for the readers */
    uint32_t mask[4];      /**< the readers' lanes; of whole cells, their numbers in the pools */
};

/** Flags of no packed word: its two bits for the first byte's atomics have an impossible value. Then the
 * cells are in the pools, and @c mask is for the owner's use. */
enum { PACKED_WHOLE = 3 << 8 };

enum { WARP = 32 };
enum {
    OTHER_SHIFT = 4,
    ATOMICS_SHIFT = 8,
    LANE_BITS = 5,
    MOST_WRITE_DELTA = (1 << (8 - LANE_BITS)) - 1,
    MOST_READ_DELTA = UINT8_MAX
};

static bool pack_writers(const struct simt_bytes *in, struct packed *p) {
    const struct simt_cell *first = NULL;
    for (unsigned i = 0; i < 4; i++) {
        const struct simt_cell *c = &in->cell[i];
        if (!c->write_site)
            continue;
        if (!first)
            first = c;
        if (c->writer / WARP != first->writer / WARP || c->write_timestamp != first->write_timestamp)
            return false;
        if (!p->write_site || c->write_site < p->write_site)
            p->write_site = c->write_site;
        p->flags = (uint16_t)(p->flags | 1u << i);
    }
    if (!first)
        return true;
    p->write_warp = first->writer / WARP;
    p->write_timestamp = first->write_timestamp;
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
    const struct simt_access_summary *first = NULL;
    for (unsigned i = 0; i < 4; i++) {
        const struct simt_access_summary *r = &in->cell[i].readers;
        if (!r->mask)
            continue;
        if (!first)
            first = r;
        if (r->warp != first->warp || r->timestamp != first->timestamp)
            return false;
        if (!p->site || r->site < p->site)
            p->site = r->site;
    }
    if (!first)
        return true;
    p->warp = first->warp;
    p->timestamp = first->timestamp;
    for (unsigned i = 0; i < 4; i++) {
        const struct simt_access_summary *r = &in->cell[i].readers;
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
        const struct simt_access_summary *r = &in->cell[i].readers;
        if (!r->other_site)
            continue;
        if (p->other_site && (r->other != p->other || r->other_timestamp != p->other_timestamp ||
                              r->other_site != p->other_site))
            return false;
        p->other = r->other;
        p->other_timestamp = r->other_timestamp;
        p->other_site = r->other_site;
        p->flags = (uint16_t)(p->flags | 1u << (OTHER_SHIFT + i));
    }
    return true;
}

static bool pack_atomics(const struct simt_bytes *in, struct packed *p,
                         const struct simt_access_summary **beside) {
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

/**
 * Packs the cells of a word.
 * @param[out] beside receives the summary to be kept beside the word, or NULL if there is none
 * @return false if they have too little in common
 */
static bool pack(const struct simt_bytes *in, struct packed *out, const struct simt_access_summary **beside) {
    *out = (struct packed){0};
    return pack_writers(in, out) && pack_readers(in, out) && pack_others(in, out) &&
           pack_atomics(in, out, beside);
}

/** Unpacks the cell of byte @p i, except its epoch; @p cell must be empty. */
static void unpack(const struct packed *p, unsigned i, struct simt_cell *cell) {
    struct simt_access_summary *r = &cell->readers;
    if (p->flags >> i & 1) {
        cell->writer = p->write_warp * WARP + p->writer[i] % WARP;
        cell->write_timestamp = p->write_timestamp;
        cell->write_site = (uint16_t)(p->write_site + (p->writer[i] >> LANE_BITS));
    }
    if (p->mask[i]) {
        r->mask = p->mask[i];
        r->warp = p->warp;
        r->timestamp = p->timestamp;
        r->site = (uint16_t)(p->site + p->site_delta[i]);
    }
    if (p->flags >> (OTHER_SHIFT + i) & 1) {
        r->other = p->other;
        r->other_timestamp = p->other_timestamp;
        r->other_site = p->other_site;
    }
    cell->atomics = p->flags >> (ATOMICS_SHIFT + 2 * i) & 3;
}

/* Entries of one size, allocated by number, so that they may move when more are needed. */

/** Starts as zero, except @c entry_bytes, which is at least 4. */
struct pool {
    char *entries;       /**< entry i begins at byte i * entry_bytes */
    size_t entry_bytes;  /**< bytes of an entry */
    uint32_t size;       /**< entries there is memory for */
    uint32_t made;       /**< entries allocated so far, each counted once */
    uint32_t used;       /**< entries allocated now */
    uint32_t first_free; /**< the entry freed last, 0 if none is free */
};

/** The entry's address until the next call of pool_take(). */
static inline void *pool_entry(const struct pool *pool, uint32_t entry) {
    return pool->entries + entry * pool->entry_bytes;
}

enum { FIRST_SIZE = 1024 };

static uint32_t make(struct pool *pool) {
    if (pool->made + 1 >= pool->size) {
        pool->size = pool->size ? 2 * pool->size : FIRST_SIZE;
        pool->entries = realloc(pool->entries, pool->size * pool->entry_bytes);
    }
    if (!pool->entries) {
        fprintf(stderr, "simt: no memory to remember who touched which byte\n");
        exit(2);
    }
    return ++pool->made;
}

/** A free entry's number, never 0; its bytes are garbage. Ends the program if there is no memory. */
static uint32_t pool_take(struct pool *pool) {
    uint32_t taken = pool->first_free;
    pool->used++;
    if (!taken)
        return make(pool);
    memcpy(&pool->first_free, pool_entry(pool, taken), sizeof pool->first_free);
    return taken;
}

/** Frees an entry. */
static void pool_give_back(struct pool *pool, uint32_t entry) {
    memcpy(pool_entry(pool, entry), &pool->first_free, sizeof pool->first_free);
    pool->first_free = entry;
    pool->used--;
}

enum { PAGE = 4096, WORD = 4, WORDS = PAGE / WORD };

struct simt_cell *simt_word_cells;
struct simt_access_summary *simt_word_atomics;
uint32_t *simt_narrow_epoch;
static struct packed *packed_cells;

/* Whole cells, and the summaries beside them of the few words that need them. */
static struct pool whole_cells = {.entry_bytes = 4 * sizeof(struct simt_cell)};
static struct pool whole_atomics = {.entry_bytes = 4 * sizeof(struct simt_access_summary)};

static bool is_whole(const struct packed *p) { return (p->flags & PACKED_WHOLE) == PACKED_WHOLE; }

static void return_to_pools(const struct packed *p) {
    pool_give_back(&whole_cells, p->mask[0]);
    if (p->mask[1])
        pool_give_back(&whole_atomics, p->mask[1]);
}

static bool has_atomics_beside(const struct simt_bytes *in) {
    for (unsigned i = 0; i < 4; i++)
        if (in->cell[i].atomics == SIMT_ATOMICS_BESIDE)
            return true;
    return false;
}

void simt_bytes_put(uint64_t word, const struct simt_bytes *in) {
    struct packed *at = &packed_cells[word], p;
    const struct simt_access_summary *beside;
    if (pack(in, &p, &beside)) {
        if (is_whole(at))
            return_to_pools(at);
        if (beside)
            simt_word_atomics[word] = *beside;
        *at = p;
        return;
    }
    if (!is_whole(at)) {
        at->flags = PACKED_WHOLE;
        at->mask[0] = pool_take(&whole_cells);
        at->mask[1] = 0;
    }
    memcpy(pool_entry(&whole_cells, at->mask[0]), in->cell, sizeof in->cell);
    if (!has_atomics_beside(in))
        return;
    if (!at->mask[1])
        at->mask[1] = pool_take(&whole_atomics);
    memcpy(pool_entry(&whole_atomics, at->mask[1]), in->atomics, sizeof in->atomics);
}

static void forget_page(uint64_t page) {
    struct packed *first = &packed_cells[page * WORDS];
    for (unsigned w = 0; w < WORDS && whole_cells.used; w++)
        if (is_whole(&first[w])) {
            return_to_pools(&first[w]);
            first[w].flags = 0;
        }
}

void simt_bytes_get(uint64_t word, uint32_t epoch, struct simt_bytes *out) {
    uint64_t page = word / WORDS;
    if (simt_narrow_epoch[page] != epoch) {
        forget_page(page);
        memset(&packed_cells[page * WORDS], 0, WORDS * sizeof *packed_cells);
        simt_narrow_epoch[page] = epoch;
    }
    const struct packed *p = &packed_cells[word];
    if (is_whole(p)) {
        memcpy(out->cell, pool_entry(&whole_cells, p->mask[0]), sizeof out->cell);
        if (p->mask[1])
            memcpy(out->atomics, pool_entry(&whole_atomics, p->mask[1]), sizeof out->atomics);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        out->cell[i] = (struct simt_cell){.epoch = epoch};
        unpack(p, i, &out->cell[i]);
        if (out->cell[i].atomics == SIMT_ATOMICS_BESIDE)
            out->atomics[i] = simt_word_atomics[word];
    }
}

void simt_make_narrow(uint64_t page, uint32_t epoch) {
    simt_narrow_epoch[page] = epoch;
    for (uint64_t word = page * WORDS; word < (page + 1) * WORDS; word++) {
        struct simt_bytes bytes;
        if (simt_word_cells[word].epoch != epoch)
            continue;
        for (unsigned i = 0; i < 4; i++) {
            bytes.cell[i] = simt_word_cells[word];
            bytes.atomics[i] = simt_word_atomics[word];
        }
        simt_bytes_put(word, &bytes);
    }
    simt_area_give_back(simt_word_cells, page * PAGE, (page + 1) * PAGE, sizeof *simt_word_cells, 4);
}

uint64_t simt_shadow_bytes(uint64_t span) {
    return span / 4 * (sizeof *simt_word_cells + sizeof *simt_word_atomics + sizeof *packed_cells) +
           span / PAGE * sizeof *simt_narrow_epoch;
}

void simt_shadow_init(uint64_t span) {
    simt_word_cells = simt_area_reserve(NULL, span / 4 * sizeof *simt_word_cells);
    /* Ten bytes for each one of the device's: large pages, where the system has them, need fewer
     * faults. */
    madvise(simt_word_cells, span / 4 * sizeof *simt_word_cells, MADV_HUGEPAGE);
    simt_word_atomics = simt_area_reserve(NULL, span / 4 * sizeof *simt_word_atomics);
    packed_cells = simt_area_reserve(NULL, span / 4 * sizeof *packed_cells);
    simt_narrow_epoch = simt_area_reserve(NULL, span / PAGE * sizeof *simt_narrow_epoch);
}

bool simt_shadow_grow(uint64_t from, uint64_t to) {
    if (simt_samples_alone()) /* no race checker is on */
        return true;
    return simt_area_back(simt_word_cells, from, to, sizeof *simt_word_cells, 4) &&
           simt_area_back(simt_word_atomics, from, to, sizeof *simt_word_atomics, 4) &&
           simt_area_back(packed_cells, from, to, sizeof *packed_cells, 4) &&
           simt_area_back(simt_narrow_epoch, from, to, sizeof *simt_narrow_epoch, PAGE);
}

void simt_shadow_release(uint64_t from, uint64_t to) {
    if (simt_samples_alone())
        return;
    for (uint64_t page = (from + PAGE - 1) / PAGE; page < to / PAGE; page++)
        if (simt_narrow_epoch[page]) {
            forget_page(page);
            simt_narrow_epoch[page] = 0;
        }
    simt_area_give_back(simt_word_cells, from, to, sizeof *simt_word_cells, 4);
    simt_area_give_back(simt_word_atomics, from, to, sizeof *simt_word_atomics, 4);
    simt_area_give_back(packed_cells, from, to, sizeof *packed_cells, 4);
}

// Keeps the shadow cells of a block that are of its epoch: the others say nothing.

struct simt_saved_cell {
    uint64_t offset;
    bool is_byte;
    struct simt_cell cell;
    struct simt_access_summary atomics;
};

void simt_shadow_image_clear(struct simt_shadow_image *image) { image->count = 0; }

static void add(struct simt_shadow_image *image, struct simt_saved_cell saved) {
    if (image->count == image->capacity) {
        image->capacity = image->capacity ? 2 * image->capacity : 64;
        image->cells = realloc(image->cells, image->capacity * sizeof *image->cells);
        if (!image->cells) {
            fprintf(stderr, "simt: no memory for the shared memory of another resident block\n");
            exit(2);
        }
    }
    image->cells[image->count++] = saved;
}

static void add_bytes(struct simt_shadow_image *image, uint64_t word, uint32_t epoch) {
    struct simt_bytes bytes;
    if (simt_narrow_epoch[word * WORD / PAGE] != epoch)
        return;
    simt_bytes_get(word, epoch, &bytes);
    for (unsigned i = 0; i < WORD; i++)
        add(image, (struct simt_saved_cell){word * WORD + i, true, bytes.cell[i], bytes.atomics[i]});
}

void simt_shadow_image_add(struct simt_shadow_image *image, uint64_t low, uint64_t high, uint32_t epoch) {
    for (uint64_t word = low / WORD; word < (high + WORD - 1) / WORD; word++) {
        if (simt_narrow_epoch[word * WORD / PAGE])
            add_bytes(image, word, epoch);
        else if (simt_word_cells[word].epoch == epoch)
            add(image,
                (struct simt_saved_cell){word * WORD, false, simt_word_cells[word], simt_word_atomics[word]});
    }
}

/** The page's cells may have become bytes' since a word's was saved. */
static void restore_bytes(const struct simt_saved_cell *saved) {
    struct simt_bytes bytes;
    simt_bytes_get(saved->offset / WORD, saved->cell.epoch, &bytes);
    for (unsigned i = 0; i < WORD; i++)
        if (!saved->is_byte || saved->offset % WORD == i) {
            bytes.cell[i] = saved->cell;
            bytes.atomics[i] = saved->atomics;
        }
    simt_bytes_put(saved->offset / WORD, &bytes);
}

void simt_shadow_image_restore(const struct simt_shadow_image *image) {
    for (size_t k = 0; k < image->count; k++) {
        const struct simt_saved_cell *saved = &image->cells[k];
        if (simt_narrow_epoch[saved->offset / PAGE]) {
            restore_bytes(saved);
        } else {
            simt_word_cells[saved->offset / WORD] = saved->cell;
            simt_word_atomics[saved->offset / WORD] = saved->atomics;
        }
    }
}
