// Sets of bytes, and what was written to them.
#include "engine/memory/footprint.h"

#include <string.h>

#include "engine/memory/shadow.h"
#include "engine/memory/window.h"

enum { PAGE = 4096, WORD = 64, WORDS = PAGE / WORD, TOUCHED = 1, WRITTEN = 2 };

static size_t whole_pages(uint64_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE; }

/* The last access may reach a little beyond the window. */
static size_t flag_bytes(uint64_t span) { return whole_pages(span / PAGE + 1); }
static size_t set_bytes(uint64_t span) { return whole_pages(span / 8 + WORD); }

size_t simt_footprint_bytes(uint64_t span) { return flag_bytes(span) + 2 * set_bytes(span); }

struct simt_footprint simt_footprint_at(void *memory, uint64_t span) {
    char *at = memory;
    return (struct simt_footprint){.span = span,
                                   .pages = (uint8_t *)at,
                                   .touched = (uint64_t *)(at + flag_bytes(span)),
                                   .written = (uint64_t *)(at + flag_bytes(span) + set_bytes(span))};
}

/** The bits [low, high) of a word, of which some are in it. */
static uint64_t bits_of(uint64_t word, uint64_t low, uint64_t high) {
    uint64_t mask = UINT64_MAX;
    if (low > word * WORD)
        mask &= UINT64_MAX << (low - word * WORD);
    if (high < (word + 1) * WORD)
        mask &= UINT64_MAX >> ((word + 1) * WORD - high);
    return mask;
}

/** Bytes of one word, of which there is at least one. */
static inline void add_bits(struct simt_footprint *f, uint64_t word, uint64_t bits, bool writes) {
    f->touched[word] |= bits;
    f->written[word] |= writes ? bits : 0;
    f->pages[word / WORDS] |= writes ? TOUCHED | WRITTEN : TOUCHED;
}

static void add_range(struct simt_footprint *f, uint64_t low, uint64_t high, bool writes) {
    uint64_t size = high - low, at = low % WORD;
    if (size > 0 && at + size <= WORD) {
        add_bits(f, low / WORD, UINT64_MAX >> (WORD - size) << at, writes);
        return;
    }
    for (uint64_t word = low / WORD; word * WORD < high; word++)
        add_bits(f, word, bits_of(word, low, high), writes);
}

void simt_footprint_add(struct simt_footprint *footprint, const struct simt_request *request) {
    uint64_t low = 0, high = 0;
    bool writes = request->kind != RECORD_LOAD;
    for (uint32_t left = request->lanes; left; left &= left - 1) {
        uint64_t offset = request->offset[__builtin_ctz(left)];
        if (offset != high || !high) {
            add_range(footprint, low, high, writes);
            low = offset;
        }
        high = offset + request->size;
    }
    add_range(footprint, low, high, writes);
}

static bool meet_in_page(const struct simt_footprint *a, const struct simt_footprint *b, uint64_t page) {
    for (uint64_t word = page * WORDS; word < (page + 1) * WORDS; word++)
        if ((a->touched[word] & b->written[word]) | (a->written[word] & b->touched[word]))
            return true;
    return false;
}

bool simt_footprints_meet(const struct simt_footprint *a, const struct simt_footprint *b) {
    for (uint64_t page = 0; page < a->span / PAGE; page++)
        if (a->pages[page] && b->pages[page] && (a->pages[page] | b->pages[page]) & WRITTEN &&
            meet_in_page(a, b, page))
            return true;
    return false;
}

void simt_footprint_carry_out(const struct simt_footprint *footprint, char *pages) {
    for (uint64_t page = 0; page < footprint->span / PAGE; page++)
        if (footprint->pages[page] & WRITTEN)
            memcpy(pages + page * PAGE, (const char *)SIMT_WINDOW_BASE + page * PAGE, PAGE);
}

static void bring_word_in(uint64_t word, uint64_t mask, const char *pages) {
    char *to = (char *)SIMT_WINDOW_BASE + word * WORD;
    if (mask == UINT64_MAX) {
        memcpy(to, pages + word * WORD, WORD);
        return;
    }
    for (uint64_t left = mask; left; left &= left - 1) {
        unsigned byte = (unsigned)__builtin_ctzll(left);
        to[byte] = pages[word * WORD + byte];
    }
}

void simt_footprint_bring_in(const struct simt_footprint *footprint, const char *pages) {
    uint64_t *initialized = (uint64_t *)simt_initialized_bits();
    for (uint64_t page = 0; page < footprint->span / PAGE; page++) {
        if (!(footprint->pages[page] & WRITTEN))
            continue;
        for (uint64_t word = page * WORDS; word < (page + 1) * WORDS; word++) {
            uint64_t mask = footprint->written[word];
            if (!mask)
                continue;
            bring_word_in(word, mask, pages);
            initialized[word] |= mask;
        }
    }
}
