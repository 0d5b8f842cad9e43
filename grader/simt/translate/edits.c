// Collects changes to a text and applies them in one pass.
#include "edits.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"

static void add(struct edit_list *list, uint32_t at, uint32_t removed, const char *format, va_list args) {
    char *text = NULL;
    if (vasprintf(&text, format, args) < 0)
        memory_fail();
    list->edits = memory_grow(list->edits, list->count, &list->capacity, sizeof *list->edits);
    list->edits[list->count] =
        (struct edit){.at = at, .removed = removed, .order = (uint32_t)list->count, .text = text};
    list->count++;
}

void edit_insert(struct edit_list *list, uint32_t at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add(list, at, 0, format, args);
    va_end(args);
}

void edit_replace(struct edit_list *list, uint32_t at, uint32_t removed, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add(list, at, removed, format, args);
    va_end(args);
}

static int by_place(const void *left, const void *right) {
    const struct edit *a = left, *b = right;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    if (!a->removed != !b->removed)
        return a->removed ? 1 : -1;
    return a->order < b->order ? -1 : a->order > b->order;
}

struct buffer {
    char *bytes;
    size_t length;
};

static void append(struct buffer *b, const char *bytes, size_t length) {
    memcpy(b->bytes + b->length, bytes, length);
    b->length += length;
}

char *edits_apply(struct edit_list *list, const char *text, size_t length, size_t *out_length) {
    if (list->count)
        qsort(list->edits, list->count, sizeof *list->edits, by_place);
    size_t size = length + 1;
    for (size_t i = 0; i < list->count; i++)
        size += strlen(list->edits[i].text);
    struct buffer out = {.bytes = memory_resize(NULL, size)};
    size_t done = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct edit *e = &list->edits[i];
        if (e->at < done)
            continue;
        append(&out, text + done, e->at - done);
        append(&out, e->text, strlen(e->text));
        done = (size_t)e->at + e->removed;
    }
    append(&out, text + done, length - done);
    out.bytes[out.length] = '\0';
    *out_length = out.length;
    return out.bytes;
}

void edits_free(struct edit_list *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->edits[i].text);
    free(list->edits);
    *list = (struct edit_list){0};
}
