// Reads declarations of any shape: several declarators, arrays, pointers to arrays, classes defined in place.
#include "unit.h"

static bool is_class_word(const struct token_list *list, uint32_t i) {
    static const char *const words[] = {"struct", "union", "class", "enum", NULL};
    return token_is_one_of(list, i, words);
}

/* The keyword of the class whose body closes at `brace`, or NO_TOKEN. */
static uint32_t class_head(const struct token_list *list, uint32_t brace) {
    enum { LONGEST_HEAD = 16 };
    uint32_t open = list->tokens[brace].match;
    if (open == NO_TOKEN)
        return NO_TOKEN;
    for (uint32_t i = open - 1; i > 0 && open - i < LONGEST_HEAD; i--) {
        if (is_class_word(list, i))
            return i;
        if (token_is(list, i, ";") || token_is(list, i, "}") || token_is(list, i, "{"))
            break;
    }
    return NO_TOKEN;
}

/* First token of the specifier that ends at `last`, or NO_TOKEN if that is none. */
static uint32_t specifier_start(const struct token_list *list, uint32_t last) {
    static const char *const marks[] = {"::", "*", NULL};
    static const char *const statements[] = {"else", "do", NULL};
    uint32_t match = list->tokens[last].match;
    if (token_is_one_of(list, last, statements))
        return NO_TOKEN;
    if (list->tokens[last].kind == TOKEN_NAME || token_is_one_of(list, last, marks))
        return last;
    if (token_is(list, last, ")") && match != NO_TOKEN && syntax_is_attribute(list, match - 1))
        return match - 1;
    if (token_is(list, last, "]") && match != NO_TOKEN && token_is(list, match + 1, "["))
        return match;
    if (token_is(list, last, ">"))
        return syntax_angle_open(list, last);
    if (token_is(list, last, "}"))
        return class_head(list, last);
    return NO_TOKEN;
}

static uint32_t declaration_start(const struct token_list *list, uint32_t at) {
    uint32_t first = at, before;
    while ((before = specifier_start(list, first - 1)) != NO_TOKEN)
        first = before;
    return first;
}

/* The variable's name inside `(*name)` and the like, or NO_TOKEN if this is no declarator. */
static uint32_t name_in_parentheses(const struct token_list *list, uint32_t open) {
    uint32_t name = NO_TOKEN;
    if (list->tokens[open].match == NO_TOKEN ||
        (!token_is(list, open + 1, "*") && !token_is(list, open + 1, "&")))
        return NO_TOKEN;
    for (uint32_t i = open + 1; i < list->tokens[open].match; i++)
        if (list->tokens[i].kind == TOKEN_NAME)
            name = i;
    return name;
}

/* How far a declarator has been read. */
struct progress {
    uint32_t name;   /* the last name seen: the variable's, once the declarator ends */
    bool named;      /* past the name: brackets and attributes follow */
    bool unsized;    /* the first of those brackets are empty */
    bool class_head; /* after `struct`, before its body */
};

static void read_parentheses(const struct token_list *list, uint32_t i, struct progress *p,
                             struct declaration *out) {
    uint32_t inside = name_in_parentheses(list, i);
    if (inside == NO_TOKEN)
        out->initializer = i;
    else
        p->name = inside;
    p->named = true;
}

/* Reads token `i`; returns the last token it covers, or NO_TOKEN if it cannot be part of a declarator. */
static uint32_t read_token(const struct token_list *list, uint32_t i, struct progress *p,
                           struct declaration *out) {
    static const char *const strangers[] = {"}", ")", "]", NULL};
    const struct token *t = &list->tokens[i];
    bool body = token_is(list, i, "{") && p->class_head;
    if (token_is_one_of(list, i, strangers))
        return NO_TOKEN;
    if (body)
        p->class_head = false;
    else if (token_is(list, i, "=") || token_is(list, i, "{"))
        out->initializer = i;
    else if (token_is(list, i, "alignas"))
        out->alignas_word = i;
    else if (token_is(list, i, "(") && !syntax_is_attribute(list, i - 1) && !p->named)
        read_parentheses(list, i, p, out);
    else if (token_is(list, i, "[") && !token_is(list, i + 1, "[")) {
        p->unsized |= !p->named && token_is(list, i + 1, "]");
        p->named = true;
    } else if (token_is(list, i, "<") && !p->named && out->initializer == NO_TOKEN)
        return syntax_angle_close(list, i);
    else if (t->kind == TOKEN_NAME && !p->named && out->initializer == NO_TOKEN &&
             !syntax_is_attribute(list, i)) {
        p->name = i;
        p->class_head |= is_class_word(list, i);
    }
    return t->match != NO_TOKEN && t->match > i ? t->match : i;
}

/* Reads one declarator, with the specifiers if it is the first; returns its `,` or `;`, or NO_TOKEN. */
static uint32_t read_declarator(const struct token_list *list, uint32_t i, struct declaration *out) {
    struct progress p = {.name = NO_TOKEN};
    for (; i + 1 < list->count && !token_is(list, i, ",") && !token_is(list, i, ";"); i++) {
        i = read_token(list, i, &p, out);
        if (i == NO_TOKEN)
            return NO_TOKEN;
    }
    if (p.name == NO_TOKEN || out->name_count == DECLARATORS_MAX || i + 1 >= list->count)
        return NO_TOKEN;
    out->unsized[out->name_count] = p.unsized;
    out->names[out->name_count++] = p.name;
    return i;
}

bool declaration_read(const struct token_list *list, uint32_t at, struct declaration *out) {
    *out = (struct declaration){.alignas_word = NO_TOKEN, .initializer = NO_TOKEN};
    out->first = declaration_start(list, at);
    uint32_t i = out->first;
    do {
        i = read_declarator(list, i, out);
        if (i == NO_TOKEN)
            return false;
    } while (token_is(list, i++, ","));
    out->semicolon = i - 1;
    for (uint32_t k = out->first; k < out->names[0]; k++)
        out->is_extern |= token_is(list, k, "extern");
    return true;
}
