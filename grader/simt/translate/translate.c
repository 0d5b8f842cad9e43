// The translator's passes, one after the other over one list of tokens.
#include "translate.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "unit.h"

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

void translate_again(const char *source, size_t length, enum translate_dialect dialect, const char *messages,
                     struct translation *out) {
    struct unit unit = {.clang = dialect == TRANSLATE_CLANG, .diagnostics = memory_resize(NULL, 1)};
    unit.diagnostics[0] = '\0';
    lexer_run(source, length, &unit.list);
    syntax_match_brackets(&unit.list);
    syntax_outline(&unit.list, &unit.outline);
    translate_kernels(&unit);
    translate_shared(&unit);
    translate_shared_globals(&unit);
    translate_captures(&unit);
    translate_locals(&unit);
    translate_watched(&unit, messages);
    translate_returned(&unit);
    translate_launches(&unit);
    translate_kernel_casts(&unit);
    translate_shifts(&unit);
    translate_qualifiers(&unit);
    diagnose_unsupported(&unit);
    *out = (struct translation){.diagnostics = unit.diagnostics};
    out->text = edits_apply(&unit.edits, source, length, &out->length);
    edits_free(&unit.edits);
    outline_free(&unit.outline);
    token_list_free(&unit.list);
    free(unit.globals);
    free(unit.locals);
}

void translate(const char *source, size_t length, struct translation *out) {
    translate_again(source, length, TRANSLATE_GCC, NULL, out);
}

char *translate_confinement(const char *source, size_t length) {
    struct unit unit = {.diagnostics = memory_resize(NULL, 1)};
    unit.diagnostics[0] = '\0';
    lexer_run(source, length, &unit.list);
    syntax_match_brackets(&unit.list);
    diagnose_unconfined(&unit);
    token_list_free(&unit.list);
    return unit.diagnostics;
}

void translation_free(struct translation *translation) {
    free(translation->text);
    free(translation->diagnostics);
    *translation = (struct translation){0};
}
