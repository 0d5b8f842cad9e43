/* In CUDA a shared variable is static, so a lambda uses it without capturing it. Here it is a local
   reference: [=] would capture a copy, so the variable is captured by reference and by name. */
#include "unit.h"

struct lambda {
    uint32_t open, close; /* the capture list's brackets */
    uint32_t body, end;   /* the body's braces */
};

static bool may_precede_lambda(const struct token_list *list, uint32_t i) {
    static const char *const keywords[] = {"return", "else", "do", "case", "throw", NULL};
    static const char *const ends[] = {")", "]", NULL};
    if (list->tokens[i].kind == TOKEN_NAME)
        return token_is_one_of(list, i, keywords);
    return list->tokens[i].kind == TOKEN_EDGE ||
           (list->tokens[i].kind == TOKEN_MARK && !token_is_one_of(list, i, ends));
}

static bool read_lambda(const struct token_list *list, uint32_t open, struct lambda *out) {
    static const char *const stops[] = {";", ",", ")", "]", "}", "=", "[", NULL};
    uint32_t close = list->tokens[open].match;
    if (!token_is(list, open, "[") || close == NO_TOKEN || token_is(list, open + 1, "[") ||
        !may_precede_lambda(list, open - 1))
        return false;
    for (uint32_t i = close + 1; i + 1 < list->count && !token_is_one_of(list, i, stops); i++) {
        if (list->tokens[i].match == NO_TOKEN)
            continue;
        if (token_is(list, i, "{")) {
            *out = (struct lambda){open, close, i, list->tokens[i].match};
            return true;
        }
        i = list->tokens[i].match;
    }
    return false;
}

static bool captures_all_by_reference(const struct token_list *list, const struct lambda *lambda) {
    return token_is(list, lambda->open + 1, "&") &&
           (token_is(list, lambda->open + 2, ",") || lambda->open + 2 == lambda->close);
}

/* The brace that ends the block around token `i`, or NO_TOKEN. */
static uint32_t block_end(const struct token_list *list, uint32_t i) {
    do
        i = syntax_enclosing(list, i);
    while (i != NO_TOKEN && !token_is(list, i, "{"));
    return i == NO_TOKEN ? i : list->tokens[i].match;
}

static bool is_local_in_scope(const struct unit *unit, uint32_t name, uint32_t at) {
    uint32_t end = block_end(&unit->list, name);
    return name < at && end != NO_TOKEN && at < end;
}

struct capture_edit {
    const struct lambda *lambda;
    uint32_t names[16];
    size_t count;
};

static void capture(struct unit *unit, struct capture_edit *edit, uint32_t name) {
    const struct lambda *lambda = edit->lambda;
    if (edit->count == sizeof edit->names / sizeof *edit->names ||
        !unit_mentions(unit, lambda->body, lambda->end, name) ||
        unit_mentions(unit, lambda->open, lambda->body, name))
        return;
    for (size_t i = 0; i < edit->count; i++)
        if (unit_same_word(unit, edit->names[i], name))
            return;
    bool first = edit->count == 0 && lambda->open + 1 == lambda->close;
    edit->names[edit->count++] = name;
    edit_insert(&unit->edits, unit->list.tokens[lambda->close].start, "%s&%.*s", first ? "" : ", ",
                TOKEN_TEXT(&unit->list, name));
}

void translate_captures(struct unit *unit) {
    const struct token_list *list = &unit->list;
    if (unit->local_count + unit->global_count == 0)
        return;
    for (uint32_t i = 1; i + 1 < list->count; i++) {
        struct lambda lambda;
        if (!read_lambda(list, i, &lambda) || captures_all_by_reference(list, &lambda))
            continue;
        const struct region *function = outline_find(&unit->outline, i);
        struct capture_edit edit = {.lambda = &lambda};
        for (size_t k = 0; k < unit->local_count; k++)
            if (is_local_in_scope(unit, unit->locals[k], i))
                capture(unit, &edit, unit->locals[k]);
        for (size_t k = 0; k < unit->global_count; k++)
            if (function && unit_sees_global(unit, function, &unit->globals[k]))
                capture(unit, &edit, unit->globals[k].name);
    }
}
