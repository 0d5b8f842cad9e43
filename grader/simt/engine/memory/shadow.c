// The cells of device memory. Those of bytes are packed (packed.h); words whose bytes have too little in
// common for that keep their cells whole, in a pool.
#include "engine/memory/shadow.h"

#include <string.h>
#include <sys/mman.h>

#include "engine/memory/area.h"
#include "engine/memory/device_range.h"
#include "engine/memory/packed.h"
#include "engine/memory/pool.h"
#include "engine/report/settings.h"

enum { PAGE = 4096, WORDS = PAGE / 4 };

struct simt_cell *simt_word_cells;
struct simt_access_summary *simt_word_atomics;
uint32_t *simt_narrow_epoch;
static struct simt_packed *packed_cells;

/* Whole cells; and, for the few words that need them, the summaries beside them. */
static struct simt_pool whole_cells = {.entry_bytes = 4 * sizeof(struct simt_cell)};
static struct simt_pool whole_atomics = {.entry_bytes = 4 * sizeof(struct simt_access_summary)};

static bool is_whole(const struct simt_packed *p) {
    return (p->flags & SIMT_PACKED_WHOLE) == SIMT_PACKED_WHOLE;
}

static void return_to_pools(const struct simt_packed *p) {
    simt_pool_give_back(&whole_cells, p->mask[0]);
    if (p->mask[1])
        simt_pool_give_back(&whole_atomics, p->mask[1]);
}

static bool has_atomics_beside(const struct simt_bytes *in) {
    for (unsigned i = 0; i < 4; i++)
        if (in->cell[i].atomics == SIMT_ATOMICS_BESIDE)
            return true;
    return false;
}

void simt_bytes_put(uint64_t word, const struct simt_bytes *in) {
    struct simt_packed *at = &packed_cells[word], p;
    const struct simt_access_summary *beside;
    if (simt_pack(in, &p, &beside)) {
        if (is_whole(at))
            return_to_pools(at);
        if (beside)
            simt_word_atomics[word] = *beside;
        *at = p;
        return;
    }
    if (!is_whole(at)) {
        at->flags = SIMT_PACKED_WHOLE;
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

static void forget_page(uint64_t page) {
    struct simt_packed *first = &packed_cells[page * WORDS];
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
    const struct simt_packed *p = &packed_cells[word];
    if (is_whole(p)) {
        memcpy(out->cell, simt_pool_entry(&whole_cells, p->mask[0]), sizeof out->cell);
        if (p->mask[1])
            memcpy(out->atomics, simt_pool_entry(&whole_atomics, p->mask[1]), sizeof out->atomics);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        out->cell[i] = (struct simt_cell){.epoch = epoch};
        simt_unpack(p, i, &out->cell[i]);
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
    /* Ten bytes for each one of the device's: in large pages, where the system has them, there are fewer to
     * fault in. */
    madvise(simt_word_cells, span / 4 * sizeof *simt_word_cells, MADV_HUGEPAGE);
    simt_word_atomics = simt_area_reserve(NULL, span / 4 * sizeof *simt_word_atomics);
    packed_cells = simt_area_reserve(NULL, span / 4 * sizeof *packed_cells);
    simt_narrow_epoch = simt_area_reserve(NULL, span / PAGE * sizeof *simt_narrow_epoch);
}

bool simt_shadow_grow(uint64_t from, uint64_t to) {
    if (simt_samples_alone()) /* nobody looks for races */
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
