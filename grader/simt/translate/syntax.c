// Pairs of brackets, template arguments and parameter lists.
#include "unit.h"

#include <stdlib.h>

#include "lexer.h"

struct open_stack {
    uint32_t *items;
    size_t count, capacity;
};

static char closer_of(char open) { return open == '(' ? ')' : open == '[' ? ']' : '}'; }

/* A brace also closes parentheses that are still open: a missing `)` is likelier than a missing line. */
static void close_bracket(struct token_list *list, struct open_stack *stack, uint32_t i) {
    char c = list->text[list->tokens[i].start];
    size_t n = stack->count;
    while (n > 0 && closer_of(list->text[list->tokens[stack->items[n - 1]].start]) != c) {
        if (c != '}')
            return;
        n--;
    }
    if (n == 0)
        return;
    uint32_t open = stack->items[n - 1];
    stack->count = n - 1;
    list->tokens[open].match = i;
    list->tokens[i].match = open;
}

void syntax_match_brackets(struct token_list *list) {
    struct open_stack stack = {0};
    for (uint32_t i = 1; i + 1 < list->count; i++) {
        const struct token *t = &list->tokens[i];
        if (t->kind != TOKEN_MARK || t->length != 1)
            continue;
        char c = list->text[t->start];
        if (c == '(' || c == '[' || c == '{') {
            stack.items = memory_grow(stack.items, stack.count, &stack.capacity, sizeof *stack.items);
            stack.items[stack.count++] = i;
        } else if (c == ')' || c == ']' || c == '}') {
            close_bracket(list, &stack, i);
        }
    }
    free(stack.items);
}

/* What one token does to the depth of angle brackets: 1 opens, -1 closes, 0 nothing. */
static int angle_step(const struct token_list *list, uint32_t i) {
    if (list->tokens[i].kind != TOKEN_MARK || list->tokens[i].length != 1)
        return 0;
    char c = list->text[list->tokens[i].start];
    return c == '<' ? 1 : c == '>' ? -1 : 0;
}

static bool ends_arguments(const struct token_list *list, uint32_t i) {
    static const char *const marks[] = {";", "(", "[", "{", ")", "]", "}", NULL};
    return list->tokens[i].kind == TOKEN_EDGE || token_is_one_of(list, i, marks);
}

/* The token at which the depth of angle brackets is zero again, from token `i` on in steps of 1 or -1. */
static uint32_t other_angle(const struct token_list *list, uint32_t i, int step) {
    int depth = 0;
    for (; i > 0 && i + 1 < list->count; i += (uint32_t)step) {
        const uint32_t match = list->tokens[i].match;
        depth += angle_step(list, i);
        if (depth == 0)
            return i;
        if (match != NO_TOKEN && (match > i) == (step > 0))
            i = match;
        else if (ends_arguments(list, i))
            break;
    }
    return NO_TOKEN;
}

uint32_t syntax_angle_close(const struct token_list *list, uint32_t open) {
    return other_angle(list, open, 1);
}
uint32_t syntax_angle_open(const struct token_list *list, uint32_t close) {
    return other_angle(list, close, -1);
}

uint32_t syntax_enclosing(const struct token_list *list, uint32_t i) {
    for (i--; list->tokens[i].kind != TOKEN_EDGE; i--) {
        const uint32_t match = list->tokens[i].match;
        if (match != NO_TOKEN && match > i)
            return i;
        if (match != NO_TOKEN)
            i = match;
    }
    return NO_TOKEN;
}

bool syntax_is_attribute(const struct token_list *list, uint32_t i) {
    static const char *const words[] = {
        "__attribute__", "__attribute",       "alignas",         "__align__",
        "__declspec",    "__launch_bounds__", "__maxnreg__",     "__cluster_dims__",
        "decltype",      "__decltype",        "__block_size__",  "noexcept",
        "explicit",      "requires",          "__typeof__",      "typeof",
        "__extension__", "__asm__",           "__no_sanitize__", NULL};
    return list->tokens[i].kind == TOKEN_NAME && token_is_one_of(list, i, words);
}

uint32_t syntax_parameters(const struct token_list *list, uint32_t first, uint32_t end) {
    for (uint32_t i = first; i < end; i++) {
        uint32_t skip = NO_TOKEN;
        if (token_is(list, i, "<") && list->tokens[i - 1].kind == TOKEN_NAME &&
            !token_is(list, i - 1, "operator"))
            skip = syntax_angle_close(list, i);
        else if (token_is(list, i, "[") || token_is(list, i, "{"))
            skip = list->tokens[i].match;
        else if (token_is(list, i, "(") &&
                 (syntax_is_attribute(list, i - 1) || token_is(list, i - 1, "operator")))
            skip = list->tokens[i].match;
        else if (token_is(list, i, "("))
            return list->tokens[i].match == NO_TOKEN ? NO_TOKEN : i;
        if (skip != NO_TOKEN)
            i = skip;
    }
    return NO_TOKEN;
}

uint32_t syntax_assembly(const struct token_list *list, uint32_t i) {
    static const char *const words[] = {"asm", "__asm__", "__asm", NULL};
    static const char *const modifiers[] = {"volatile", "__volatile__", "__volatile", "goto", "inline", NULL};
    if (!token_is_one_of(list, i, words))
        return NO_TOKEN;
    for (i++; token_is_one_of(list, i, modifiers); i++)
        continue;
    return i;
}
