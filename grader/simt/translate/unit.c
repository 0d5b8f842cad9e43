// What all passes of the translator use: errors, questions about tokens, and the list of changes, which is
// applied at the end.
#include "unit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lexer.h"

void unit_begin(struct unit *unit, const char *text, size_t length) {
    *unit = (struct unit){.diagnostics = memory_resize(NULL, 1)};
    unit->diagnostics[0] = '\0';
    lexer_run(text, length, &unit->list);
    syntax_match_brackets(&unit->list);
    syntax_outline(&unit->list, &unit->outline);
}

void unit_end(struct unit *unit) {
    edits_free(&unit->edits);
    outline_free(&unit->outline);
    token_list_free(&unit->list);
    free(unit->globals);
    free(unit->locals);
    free(unit->diagnostics);
}

static void add_error(struct unit *unit, const struct token *t, const char *format, va_list args) {
    char text[512], line[1024];
    vsnprintf(text, sizeof text, format, args);
    snprintf(line, sizeof line, "%s:%u: error: %s\n", unit->list.files[t->file], (unsigned)t->line, text);
    if (strstr(unit->diagnostics, line))
        return;
    size_t length = strlen(line);
    unit->diagnostics = memory_resize(unit->diagnostics, unit->diagnostics_length + length + 1);
    memcpy(unit->diagnostics + unit->diagnostics_length, line, length + 1);
    unit->diagnostics_length += length;
}

void unit_error(struct unit *unit, uint32_t at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_error(unit, &unit->list.tokens[at], format, args);
    va_end(args);
}

void unit_error_at(struct unit *unit, const struct token *at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_error(unit, at, format, args);
    va_end(args);
}

void unit_blank(struct unit *unit, uint32_t first, uint32_t last) {
    uint32_t start = unit->list.tokens[first].start, end = token_end(&unit->list, last);
    char *spaces = memory_resize(NULL, end - start + 1);
    for (uint32_t i = 0; i < end - start; i++)
        spaces[i] = unit->list.text[start + i] == '\n' ? '\n' : ' ';
    spaces[end - start] = '\0';
    edit_replace(&unit->edits, start, end - start, "%s", spaces);
    free(spaces);
}

bool unit_in_device_code(const struct unit *unit, uint32_t i) {
    const struct region *region = outline_find(&unit->outline, i);
    return region && region->kind == REGION_FUNCTION && i > region->body &&
           (region->kernel || region->device);
}

bool unit_same_word(const struct unit *unit, uint32_t a, uint32_t b) {
    const struct token *left = &unit->list.tokens[a], *right = &unit->list.tokens[b];
    return left->length == right->length && left->kind == right->kind &&
           memcmp(unit->list.text + left->start, unit->list.text + right->start, left->length) == 0;
}

bool unit_mentions(const struct unit *unit, uint32_t first, uint32_t last, uint32_t name) {
    static const char *const member[] = {".", "->", "::", NULL};
    for (uint32_t i = first; i <= last; i++)
        if (unit_same_word(unit, i, name) && !token_is_one_of(&unit->list, i - 1, member))
            return true;
    return false;
}

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

static int by_position(const void *left, const void *right) {
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
        qsort(list->edits, list->count, sizeof *list->edits, by_position);
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
