/* Assembly statements in device code: inline PTX becomes C++ statements (ptx.h). The operands stay where
   they are, so they are translated like other text:

       asm("add.u32 %0, %1, 1;" : "=r"(x) : "r"(y));

       do {auto &simt_asm_0 = (x); const auto simt_asm_1 = (y); simt::ptx::put(simt_asm_0, ...); } while (0);
 */
#include <stdlib.h>
#include <string.h>

#include "lexer.h"
#include "ptx.h"
#include "unit.h"

/** An assembly statement, by its tokens. */
struct assembly {
    uint32_t word, open; /**< `asm` and its parenthesis */
    uint32_t texts_end;  /**< the token after its text */
    unsigned operands;   /**< outputs and inputs */
};

static bool is_empty_string(const struct token_list *list, uint32_t i) {
    return list->tokens[i].kind == TOKEN_QUOTED && list->tokens[i].length == 2;
}

/* True if the function around token i contains device code: then assembly is PTX, else it is the host's. */
static bool is_near_device_code(const struct unit *unit, uint32_t i) {
    const struct region *region = outline_find(&unit->outline, i);
    if (!region || region->kind != REGION_FUNCTION)
        return false;
    for (uint32_t k = region->first; k < region->last; k++)
        if (token_is(&unit->list, k, "__device__") || token_is(&unit->list, k, "__global__"))
            return true;
    return false;
}

/* Appends a string literal's characters. @return false for a raw string or one with a prefix */
static bool add_text(const struct token_list *list, uint32_t i, FILE *out) {
    const char *at = list->text + list->tokens[i].start, *end = at + list->tokens[i].length - 1;
    static const char escapes[] = "n\nt\tr\rv\vf\f";
    if (*at != '"')
        return false;
    for (at++; at < end; at++) {
        const char *escape = *at == '\\' ? strchr(escapes, at[1]) : NULL;
        if (*at == '\\')
            at++;
        fputc(escape ? escape[1] : *at, out);
    }
    return true;
}

/* The text of a statement, from the token after its parenthesis; NULL if it is not a plain literal. */
static char *text_of(const struct token_list *list, struct assembly *a) {
    char *text = NULL;
    size_t length = 0;
    bool plain = true;
    uint32_t i = a->open + 1;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        memory_fail();
    for (; list->tokens[i].kind == TOKEN_QUOTED; i++)
        plain &= add_text(list, i, out);
    fclose(out);
    a->texts_end = i;
    if (plain && i > a->open + 1)
        return text;
    free(text);
    return NULL;
}

/* Replaces the tokens from `first` to `last` by `text`. */
static void replace(struct unit *unit, uint32_t first, uint32_t last, const char *text) {
    edit_insert(&unit->edits, unit->list.tokens[first].start, "%s", text);
    unit_blank(unit, first, last);
}

/* The last of the literals that begin at token `i`: a constraint may be written in pieces, `"=" "r"`. */
static uint32_t constraint_end(const struct token_list *list, uint32_t i) {
    while (list->tokens[i + 1].kind == TOKEN_QUOTED)
        i++;
    return i;
}

/* Makes a variable of each operand from token `i` on. @return the token after the last one; NO_TOKEN if
   there is anything else */
static uint32_t take_operands(struct unit *unit, struct assembly *a, uint32_t i, bool outputs) {
    const struct token_list *list = &unit->list;
    char text[64];
    while (list->tokens[i].kind == TOKEN_QUOTED) {
        const uint32_t last = constraint_end(list, i);
        if (!token_is(list, last + 1, "(") || list->tokens[last + 1].match == NO_TOKEN)
            return NO_TOKEN;
        snprintf(text, sizeof text,
                 "%s simt_asm_%u = ", outputs ? "auto &" : "__attribute__((unused)) const auto",
                 a->operands++);
        replace(unit, i, last, text);
        i = list->tokens[last + 1].match + 1;
        if (!token_is(list, i, ","))
            return i;
        replace(unit, i, i, ";");
        i++;
    }
    return list->tokens[i].kind == TOKEN_MARK ? i : NO_TOKEN;
}

/* Reads outputs and inputs; blanks the separators and the clobbers. */
static bool take_parts(struct unit *unit, struct assembly *a) {
    const struct token_list *list = &unit->list;
    const uint32_t close = list->tokens[a->open].match;
    uint32_t i = a->texts_end;
    unsigned part = 0; /* 1: outputs, 2: inputs, 3: what is clobbered */
    while (i < close) {
        if (!token_is(list, i, ":") && !token_is(list, i, "::"))
            return false;
        part += token_is(list, i, "::") ? 2 : 1;
        if (part > 2)
            break;
        replace(unit, i, i, ";");
        i = take_operands(unit, a, i + 1, part == 1);
        if (i == NO_TOKEN)
            return false;
    }
    if (i < close)
        unit_blank(unit, i, close - 1);
    return true;
}

/* An untranslatable statement is an error only where code is generated for it: headers contain functions that
 * are never called. */
static void refuse_where_used(struct unit *unit, const struct assembly *a, const char *unknown) {
    const struct token_list *list = &unit->list;
    char words[128];
    size_t length = 0;
    for (; *unknown && length + 1 < sizeof words; unknown++)
        if (*unknown != '"' && *unknown != '\\' && *unknown != '\n')
            words[length++] = *unknown;
    words[length] = '\0';
    unit_blank(unit, a->word, list->tokens[a->open].match);
    edit_insert(&unit->edits, list->tokens[a->word].start,
                "do {extern void simt_ptx_%u() __attribute__((error(\"unsupported: inline PTX (%s)\"))); "
                "simt_ptx_%u();} "
                "while (0)",
                a->word, words, a->word);
}

static void translate_statement(struct unit *unit, struct assembly *a) {
    const struct token_list *list = &unit->list;
    const uint32_t close = list->tokens[a->open].match;
    char *text = text_of(list, a), *translated = NULL, unknown[128] = "asm";
    size_t length = 0;
    FILE *out = open_memstream(&translated, &length);
    if (!out)
        memory_fail();
    bool known =
        text && take_parts(unit, a) && ptx_translate(text, a->operands, out, unknown, sizeof unknown);
    fclose(out);
    if (known) {
        replace(unit, a->word, a->texts_end - 1, "do {");
        edit_replace(&unit->edits, list->tokens[close].start, 1, "; %s} while (0)", translated);
    } else {
        refuse_where_used(unit, a, unknown);
    }
    free(text);
    free(translated);
}

void translate_assembly(struct unit *unit) {
    const struct token_list *list = &unit->list;
    static const char *const members[] = {".", "->", NULL};
    for (uint32_t i = 1; i + 1 < list->count; i++) {
        if (list->tokens[i].kind != TOKEN_NAME || token_is_one_of(list, i - 1, members))
            continue;
        struct assembly a = {.word = i, .open = syntax_assembly(list, i)};
        if (a.open != NO_TOKEN && token_is(list, a.open, "(") && list->tokens[a.open].match != NO_TOKEN &&
            !is_empty_string(list, a.open + 1) && is_near_device_code(unit, i))
            translate_statement(unit, &a);
    }
}
