// For each page of shared memory: what is put aside, by segment, in the order in which the operations ran.
#include "engine/streams/operations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory/device_range.h"

enum { PAGE = SIMT_SET_PAGE };

/** What the operations of one segment wrote to a page. */
struct written {
    struct written *next;
    struct simt_segment segment;
    uint64_t mask[SIMT_SET_WORDS]; /* which bytes */
    uint8_t bytes[PAGE];
};

static struct shared {
    uint64_t first, pages;    /* page numbers, from SIMT_DEVICE_BASE */
    struct written **written; /* by page */
    uint8_t *before;          /* the host's view of open pages */
    bool *open;               /* by page */
} * list;
static size_t count, written_pages;

static void *checked(void *memory) {
    if (!memory) {
        fprintf(stderr, "simt: no memory for what the host does not see yet\n");
        exit(2);
    }
    return memory;
}

bool simt_host_view_exists(void) { return count > 0; }

void simt_host_view_share(uintptr_t address, uint64_t size) {
    const uint64_t offset = address - SIMT_DEVICE_BASE, first = offset / PAGE;
    const uint64_t pages = (offset + size - 1) / PAGE - first + 1;
    list = checked(realloc(list, (count + 1) * sizeof *list));
    list[count++] = (struct shared){.first = first,
                                    .pages = pages,
                                    .written = checked(calloc(pages, sizeof *list->written)),
                                    .before = NULL,
                                    .open = checked(calloc(pages, sizeof *list->open))};
}

static void drop(struct written **link) {
    struct written *gone = *link;
    *link = gone->next;
    free(gone);
    written_pages--;
}

void simt_host_view_forget(uintptr_t address) {
    const uint64_t first = (address - SIMT_DEVICE_BASE) / PAGE;
    for (size_t i = 0; i < count; i++) {
        if (list[i].first != first)
            continue;
        for (uint64_t p = 0; p < list[i].pages; p++)
            while (list[i].written[p])
                drop(&list[i].written[p]);
        free(list[i].written);
        free(list[i].before);
        free(list[i].open);
        list[i] = list[--count];
        return;
    }
}

/** The shared memory with page @p page; NULL if there is none. */
static struct shared *with_page(uint64_t page) {
    for (size_t i = 0; i < count; i++)
        if (page - list[i].first < list[i].pages)
            return &list[i];
    return NULL;
}

bool simt_host_view_has(const struct simt_byte_set *set) {
    for (size_t i = 0; count > 0 && i < set->capacity; i++)
        if (set->slot[i].name && with_page(set->slot[i].name - 1))
            return true;
    return false;
}

static uint8_t *memory_of(const struct shared *s, uint64_t page) {
    return (uint8_t *)SIMT_DEVICE_BASE + (s->first + page) * PAGE;
}

/** Copies the bytes of a page that are in @p mask. */
static void copy_masked(uint8_t *to, const uint8_t *from, const uint64_t *mask) {
    for (unsigned w = 0; w < SIMT_SET_WORDS; w++) {
        if (mask[w] == UINT64_MAX) {
            memcpy(to + w * 64, from + w * 64, 64);
            continue;
        }
        for (uint64_t left = mask[w]; left; left &= left - 1) {
            const unsigned i = w * 64 + (unsigned)__builtin_ctzll(left);
            to[i] = from[i];
        }
    }
}

static void open_page(struct shared *s, uint64_t page) {
    if (s->open[page])
        return;
    if (!s->before)
        s->before = checked(malloc(s->pages * PAGE));
    s->open[page] = true;
    memcpy(s->before + page * PAGE, memory_of(s, page), PAGE);
    for (const struct written *w = s->written[page]; w; w = w->next)
        copy_masked(memory_of(s, page), w->bytes, w->mask);
}

void simt_host_view_open(uint64_t offset, uint64_t size) {
    for (uint64_t page = offset / PAGE; count > 0 && page <= (offset + size - 1) / PAGE; page++) {
        struct shared *s = with_page(page);
        if (s)
            open_page(s, page - s->first);
    }
}

void simt_host_view_open_all(void) {
    for (size_t i = 0; i < count; i++)
        for (uint64_t p = 0; p < list[i].pages; p++)
            open_page(&list[i], p);
}

static struct written *entry_for(struct shared *s, uint64_t page, struct simt_segment segment) {
    struct written **link = &s->written[page];
    while (*link && ((*link)->segment.stream != segment.stream || (*link)->segment.number != segment.number))
        link = &(*link)->next;
    if (!*link) {
        *link = checked(calloc(1, sizeof **link));
        (*link)->segment = segment;
        written_pages++;
    }
    return *link;
}

void simt_host_view_put_aside(struct simt_segment segment, const struct simt_byte_set *set) {
    static const uint64_t none[SIMT_SET_WORDS];
    uint64_t mask[SIMT_SET_WORDS];
    for (size_t i = 0; count > 0 && i < set->capacity; i++) {
        const struct simt_byte_page *from = &set->slot[i];
        struct shared *s = from->name ? with_page(from->name - 1) : NULL;
        if (!s)
            continue;
        const uint64_t page = from->name - 1 - s->first;
        memcpy(mask, from->bits ? from->bits : none, sizeof mask);
        if (!from->bits)
            memset(mask, 0xff, sizeof mask);
        struct written *entry = entry_for(s, page, segment);
        copy_masked(entry->bytes, memory_of(s, page), mask);
        for (unsigned w = 0; w < SIMT_SET_WORDS; w++)
            entry->mask[w] |= mask[w];
    }
}

void simt_host_view_close(void) {
    for (size_t i = 0; i < count; i++)
        for (uint64_t p = 0; p < list[i].pages; p++) {
            if (!list[i].open[p])
                continue;
            list[i].open[p] = false;
            for (const struct written *w = list[i].written[p]; w; w = w->next)
                copy_masked(memory_of(&list[i], p), list[i].before + p * PAGE, w->mask);
        }
}

static void publish_page(struct shared *s, uint64_t page, bool all) {
    struct written **link = &s->written[page];
    while (*link) {
        if (all || simt_host_is_behind((*link)->segment)) {
            copy_masked(memory_of(s, page), (*link)->bytes, (*link)->mask);
            drop(link);
        } else {
            link = &(*link)->next;
        }
    }
}

void simt_host_view_publish(bool all) {
    for (size_t i = 0; written_pages > 0 && i < count; i++)
        for (uint64_t p = 0; p < list[i].pages; p++)
            publish_page(&list[i], p, all);
}

void simt_host_view_reset(void) {
    while (count > 0)
        simt_host_view_forget(SIMT_DEVICE_BASE + list[0].first * PAGE);
}
