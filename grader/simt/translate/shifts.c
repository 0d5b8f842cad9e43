/* Shifts in device code. On a GPU, a shift by at least the width leaves only the sign; the host takes the
   count modulo the width. So operators of the engine do the shift (simt/shifts.h):

       a << n                   a <<simt::by<< n
       a >>= n                  a >>=simt::by>>= n

   which has the same precedence. A literal count below 32 gives the same on both, and stays. */
#include <stdlib.h>

#include "unit.h"

/* The last token of the shift that begins at `i`, of two or, with an assignment, as many; or NO_TOKEN. */
static uint32_t shift_end(const struct token_list *list, uint32_t i) {
    for (unsigned right = 0; right < 2; right++) {
        const char *mark = right ? ">" : "<", *assigning = right ? ">=" : "<=";
        if (!token_is(list, i, mark) || !token_touches_next(list, i))
            continue;
        if (token_is(list, i + 1, assigning))
            return i + 1;
        if (token_is(list, i + 1, mark) && !token_is(list, i + 2, mark) && !token_is(list, i - 1, mark))
            return i + 1;
    }
    return NO_TOKEN;
}

/* True if the two marks close template arguments: two lists are open before them, with only types and simple
   values in them. */
static bool closes_templates(const struct token_list *list, uint32_t i) {
    static const char *const strangers[] = {";",  "(",  "[", "{",  ")",  "]",      "}", "=",
                                            "&&", "||", "?", "==", "!=", "return", ".", "->",
                                            "+=", "-=", "|", "^",  "!",  "~",      NULL};
    enum { LONGEST = 256 };
    int open = -2;
    if (!token_is(list, i, ">"))
        return false;
    for (uint32_t k = i - 1; list->tokens[k].kind != TOKEN_EDGE && i - k < LONGEST; k--) {
        if (list->tokens[k].match != NO_TOKEN && list->tokens[k].match < k)
            k = list->tokens[k].match;
        else if (token_is_one_of(list, k, strangers))
            return false;
        else if (token_is(list, k, ">"))
            open--;
        else if (token_is(list, k, "<") && ++open == 0)
            return list->tokens[k - 1].kind == TOKEN_NAME;
    }
    return false;
}

static bool is_small_count(const struct token_list *list, uint32_t i) {
    static const char *const ends[] = {";", ")", "]", "}", ",", "&",  "|",  "^",  "&&", "||",
                                       "?", ":", "<", ">", "=", "==", "!=", "<=", ">=", NULL};
    return list->tokens[i].kind == TOKEN_NUMBER && token_is_one_of(list, i + 1, ends) &&
           strtoul(list->text + list->tokens[i].start, NULL, 0) < 32;
}

/* True for the name of an operator, or for a fold expression. */
static bool is_no_expression(const struct token_list *list, uint32_t first, uint32_t last) {
    return token_is(list, first - 1, "operator") || token_is(list, first - 1, "...") ||
           token_is(list, last + 1, "...");
}

void translate_shifts(struct unit *unit) {
    const struct token_list *list = &unit->list;
    for (uint32_t i = 1; i + 2 < list->count; i++) {
        uint32_t last = shift_end(list, i);
        if (last == NO_TOKEN)
            continue;
        bool assigns = list->tokens[last].length == 2;
        if (!list->tokens[i].system && unit_in_device_code(unit, i) && !is_no_expression(list, i, last) &&
            !closes_templates(list, i) && !is_small_count(list, last + 1))
            edit_insert(&unit->edits, token_end(list, last), "simt::by%.*s%s", TOKEN_TEXT(list, i),
                        token_is(list, i, "<") ? (assigns ? "<=" : "<") : (assigns ? ">=" : ">"));
        i = last;
    }
}
