// Pages are found by hashing. Lanes of a warp mostly touch the page that the lane before them touched.
#include "engine/streams/operations.h"

#include <stdio.h>
#include <stdlib.h>

enum { LEAST = 8 };

static void *checked(void *memory) {
    if (!memory) {
        fprintf(stderr, "simt: no memory for what unfinished operations have accessed\n");
        exit(2);
    }
    return memory;
}

/** The place of a page, or the free one where it belongs. The table is not empty. */
static size_t place_of(const struct simt_byte_set *set, uint64_t page) {
    const uint64_t name = page + 1;
    size_t i = (name * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (set->capacity - 1);
    while (set->slot[i].name && set->slot[i].name != name)
        i = (i + 1) & (set->capacity - 1);
    return i;
}

static const struct simt_byte_page *find(const struct simt_byte_set *set, uint64_t page) {
    if (!set->count)
        return NULL;
    const struct simt_byte_page *at = &set->slot[place_of(set, page)];
    return at->name ? at : NULL;
}

static void grow(struct simt_byte_set *set) {
    struct simt_byte_set larger = {.capacity = set->capacity ? 2 * set->capacity : LEAST,
                                   .count = set->count};
    larger.slot = checked(calloc(larger.capacity, sizeof *larger.slot));
    for (size_t i = 0; i < set->capacity; i++)
        if (set->slot[i].name)
            larger.slot[place_of(&larger, set->slot[i].name - 1)] = set->slot[i];
    free(set->slot);
    *set = larger;
}

/** The page's entry; one that is new has no byte, or all of them. */
static struct simt_byte_page *page_for(struct simt_byte_set *set, uint64_t page, bool whole) {
    if (set->capacity && set->slot[set->latest].name == page + 1)
        return &set->slot[set->latest];
    if (2 * (set->count + 1) > set->capacity)
        grow(set);
    set->latest = place_of(set, page);
    struct simt_byte_page *at = &set->slot[set->latest];
    if (!at->name) {
        at->name = page + 1;
        at->bits = whole ? NULL : checked(calloc(SIMT_SET_WORDS, sizeof *at->bits));
        set->count++;
    }
    return at;
}

/** The bits of the bytes [from, to) that are in word @p word of a page. */
static uint64_t mask_of(uint64_t word, uint64_t from, uint64_t to) {
    const uint64_t low = word * 64 > from ? 0 : from - word * 64;
    const uint64_t high = to - word * 64 > 64 ? 64 : to - word * 64;
    return (UINT64_MAX << low) & (UINT64_MAX >> (64 - high));
}

static void add_in_page(struct simt_byte_set *set, uint64_t page, uint64_t from, uint64_t to) {
    const bool whole = from == 0 && to == SIMT_SET_PAGE;
    struct simt_byte_page *at = page_for(set, page, whole);
    if (whole) {
        free(at->bits);
        at->bits = NULL;
    }
    if (!at->bits)
        return;
    for (uint64_t w = from / 64; w <= (to - 1) / 64; w++)
        at->bits[w] |= mask_of(w, from, to);
}

void simt_byte_set_add(struct simt_byte_set *set, uint64_t offset, uint64_t size) {
    const uint64_t end = offset + size;
    while (offset < end) {
        const uint64_t page = offset / SIMT_SET_PAGE, next = (page + 1) * SIMT_SET_PAGE;
        const uint64_t to = next < end ? next : end;
        add_in_page(set, page, offset % SIMT_SET_PAGE, to - page * SIMT_SET_PAGE);
        offset = to;
    }
}

void simt_byte_set_join(struct simt_byte_set *set, const struct simt_byte_set *from) {
    for (size_t i = 0; i < from->capacity; i++) {
        const struct simt_byte_page *page = &from->slot[i];
        if (page->name && !page->bits)
            add_in_page(set, page->name - 1, 0, SIMT_SET_PAGE);
        if (!page->name || !page->bits)
            continue;
        struct simt_byte_page *at = page_for(set, page->name - 1, false);
        for (unsigned w = 0; w < SIMT_SET_WORDS && at->bits; w++)
            at->bits[w] |= page->bits[w];
    }
}

bool simt_byte_set_meets(const struct simt_byte_set *set, uint64_t offset, uint64_t size) {
    const uint64_t end = offset + size;
    while (offset < end) {
        const uint64_t page = offset / SIMT_SET_PAGE, base = page * SIMT_SET_PAGE;
        const uint64_t to = base + SIMT_SET_PAGE < end ? base + SIMT_SET_PAGE : end;
        const struct simt_byte_page *at = find(set, page);
        if (at && !at->bits)
            return true;
        for (uint64_t w = (offset - base) / 64; at && w <= (to - base - 1) / 64; w++)
            if (at->bits[w] & mask_of(w, offset - base, to - base))
                return true;
        offset = to;
    }
    return false;
}

static bool pages_meet(const struct simt_byte_page *a, const struct simt_byte_page *b) {
    if (!a->bits || !b->bits)
        return true; /* no page is in a set without a byte */
    for (unsigned w = 0; w < SIMT_SET_WORDS; w++)
        if (a->bits[w] & b->bits[w])
            return true;
    return false;
}

bool simt_byte_sets_meet(const struct simt_byte_set *a, const struct simt_byte_set *b) {
    const struct simt_byte_set *few = a->count < b->count ? a : b, *many = few == a ? b : a;
    for (size_t i = 0; i < few->capacity; i++) {
        const struct simt_byte_page *other = few->slot[i].name ? find(many, few->slot[i].name - 1) : NULL;
        if (other && pages_meet(&few->slot[i], other))
            return true;
    }
    return false;
}

void simt_byte_set_clear(struct simt_byte_set *set) {
    for (size_t i = 0; i < set->capacity; i++)
        free(set->slot[i].bits);
    free(set->slot);
    *set = (struct simt_byte_set){0};
}
