// What all passes of the translator use: to complain, to blank, and to look around.
#include "unit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"

void unit_error(struct unit *unit, uint32_t at, const char *format, ...) {
    const struct token *t = &unit->list.tokens[at];
    char text[512], line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(line, sizeof line, "%s:%u: error: %s\n", unit->list.files[t->file], (unsigned)t->line, text);
    if (strstr(unit->diagnostics, line))
        return;
    size_t length = strlen(line);
    unit->diagnostics = memory_resize(unit->diagnostics, unit->diagnostics_length + length + 1);
    memcpy(unit->diagnostics + unit->diagnostics_length, line, length + 1);
    unit->diagnostics_length += length;
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
