/* Variables that may be read before they are written, in the compiler's opinion. The engine finds out whether
   they are, so each is registered with it at its declaration:

       int last;                int last; simt::watched(last, "last");

   They come from the compiler's messages about the first translation of the text, which have notes of the
   form `FILE:LINE: note: 'last' was declared here`. */
#include <stdlib.h>
#include <string.h>

#include "unit.h"

/** A note's variable. */
struct note {
    const char *file, *name;
    int file_length, name_length;
    unsigned long line;
};

static bool read_note(const char *text, size_t length, struct note *out) {
    static const char begin[] = ": note: '", end[] = " declared here";
    const char *at = memmem(text, length, begin, sizeof begin - 1), *colon = at;
    if (!at || !memmem(text, length, end, sizeof end - 1))
        return false;
    while (colon > text && colon[-1] != ':')
        colon--;
    if (colon == text)
        return false;
    out->file = text;
    out->file_length = (int)(colon - 1 - text);
    out->line = strtoul(colon, NULL, 10);
    out->name = at + sizeof begin - 1;
    out->name_length = (int)strcspn(out->name, "'\n");
    return out->line > 0;
}

static bool is_named(const struct token_list *list, uint32_t i, const struct note *note) {
    const struct token *t = &list->tokens[i];
    const char *file = list->files[t->file];
    return t->line == note->line && t->kind == TOKEN_NAME && t->length == (uint32_t)note->name_length &&
           memcmp(list->text + t->start, note->name, t->length) == 0 &&
           strlen(file) == (size_t)note->file_length && memcmp(file, note->file, strlen(file)) == 0;
}

/** True if the statement around token @p i is one of a block, and not the head of a loop. */
static bool in_block(const struct token_list *list, uint32_t i) {
    const uint32_t open = syntax_enclosing(list, i);
    return open != NO_TOKEN && token_is(list, open, "{");
}

/** The semicolon that ends the declaration of which token @p i is a declarator without a value; or NO_TOKEN.
 */
static uint32_t declaration_end(const struct token_list *list, uint32_t i) {
    static const char *const follows[] = {";", ",", "[", NULL};
    if (!token_is_one_of(list, i + 1, follows) || !in_block(list, i))
        return NO_TOKEN;
    for (i++; i + 1 < list->count && !token_is(list, i, ";"); i++) {
        uint32_t match = list->tokens[i].match;
        if (match != NO_TOKEN && match < i)
            return NO_TOKEN;
        if (match != NO_TOKEN)
            i = match;
    }
    return i;
}

static void watch(struct unit *unit, const struct note *note) {
    const struct token_list *list = &unit->list;
    for (uint32_t i = 1; i + 1 < list->count; i++) {
        /* CUB returns variables that it has not set, to callers that do not look */
        if (!is_named(list, i, note) || list->tokens[i].system || !unit_in_device_code(unit, i))
            continue;
        uint32_t end = declaration_end(list, i);
        if (end == NO_TOKEN)
            continue;
        edit_insert(&unit->edits, token_end(list, end), " simt::watched(%.*s, \"%.*s\");",
                    TOKEN_TEXT(list, i), TOKEN_TEXT(list, i));
        return;
    }
}

void translate_watched(struct unit *unit, const char *messages) {
    while (messages && *messages) {
        struct note note;
        size_t length = strcspn(messages, "\n");
        if (read_note(messages, length, &note))
            watch(unit, &note);
        messages += length + (messages[length] == '\n');
    }
}
