// Finds the functions and declarations of namespaces and classes.
#include <stdlib.h>

#include "lexer.h"
#include "unit.h"

enum scope_kind { SCOPE_NAMESPACE, SCOPE_CLASS, SCOPE_FUNCTION, SCOPE_VALUE };

struct scope {
    enum scope_kind kind;
    uint32_t head;  /* where the declaration it belongs to began */
    uint32_t close; /* its closing brace */
};

struct outliner {
    const struct token_list *list;
    struct outline *out;
    struct scope *scopes;
    size_t depth, scope_capacity;
    uint32_t first; /* where the present declaration began */
};

static uint32_t skip_group(const struct token_list *list, uint32_t i) {
    uint32_t match = list->tokens[i].match;
    return match != NO_TOKEN && match > i ? match : i;
}

static uint32_t skip_template_head(const struct token_list *list, uint32_t i) {
    if (!token_is(list, i, "template") || !token_is(list, i + 1, "<"))
        return i;
    uint32_t close = syntax_angle_close(list, i + 1);
    return close == NO_TOKEN ? i : close;
}

/* What the brace at `open` begins, by the tokens of its declaration so far. */
static enum scope_kind classify(const struct token_list *list, uint32_t first, uint32_t open) {
    static const char *const class_words[] = {"class", "struct", "union", "enum", NULL};
    bool class_word = false;
    if (list->tokens[open - 1].kind == TOKEN_QUOTED && token_is(list, first, "extern") && open - first == 2)
        return SCOPE_NAMESPACE;
    for (uint32_t i = first; i < open; i++) {
        i = skip_template_head(list, i);
        if (token_is(list, i, "namespace"))
            return SCOPE_NAMESPACE;
        if (token_is_one_of(list, i, class_words))
            class_word = true;
        else if (token_is(list, i, ":") && class_word)
            return SCOPE_CLASS;
        else if (token_is(list, i, "=") && !token_is(list, i - 1, "operator"))
            return SCOPE_VALUE;
        else if (token_is(list, i, "(") && !syntax_is_attribute(list, i - 1))
            return SCOPE_FUNCTION;
        else if (token_is(list, i, "<") && class_word && syntax_angle_close(list, i) != NO_TOKEN)
            i = syntax_angle_close(list, i);
        i = skip_group(list, i);
    }
    return class_word ? SCOPE_CLASS : SCOPE_VALUE;
}

static uint32_t parent_of(const struct outliner *o) {
    return o->depth ? o->scopes[o->depth - 1].close : o->list->count - 1;
}

static void add_region(struct outliner *o, enum region_kind kind, uint32_t body, uint32_t last) {
    struct outline *out = o->out;
    struct region region = {
        .kind = kind, .first = o->first, .body = body, .last = last, .parent = parent_of(o)};
    for (uint32_t i = o->first; i < body; i++) {
        region.kernel |= token_is(o->list, i, "__global__");
        region.device |= token_is(o->list, i, "__device__");
    }
    out->regions = memory_grow(out->regions, out->count, &out->capacity, sizeof *out->regions);
    out->regions[out->count++] = region;
}

static void push_scope(struct outliner *o, enum scope_kind kind, uint32_t open) {
    o->scopes = memory_grow(o->scopes, o->depth, &o->scope_capacity, sizeof *o->scopes);
    o->scopes[o->depth++] =
        (struct scope){.kind = kind, .head = o->first, .close = o->list->tokens[open].match};
    o->first = open + 1;
}

/* Returns the token to go on after. */
static uint32_t open_brace(struct outliner *o, uint32_t open) {
    uint32_t close = o->list->tokens[open].match;
    enum scope_kind kind = classify(o->list, o->first, open);
    if (kind == SCOPE_NAMESPACE || kind == SCOPE_CLASS) {
        push_scope(o, kind, open);
        return open;
    }
    if (kind == SCOPE_FUNCTION) {
        add_region(o, REGION_FUNCTION, open, close);
        o->first = close + 1;
    }
    return close;
}

/* After a class its declaration continues, `struct S { } s;`; after a namespace a new one begins. */
static void close_brace(struct outliner *o, uint32_t close) {
    o->first = close + 1;
    if (o->depth == 0 || o->scopes[o->depth - 1].close != close)
        return;
    o->depth--;
    if (o->scopes[o->depth].kind == SCOPE_CLASS)
        o->first = o->scopes[o->depth].head;
}

static bool is_access_label(const struct token_list *list, uint32_t colon) {
    static const char *const words[] = {"public", "private", "protected", NULL};
    return token_is(list, colon, ":") && token_is_one_of(list, colon - 1, words);
}

void syntax_outline(const struct token_list *list, struct outline *out) {
    struct outliner o = {.list = list, .out = out, .first = 1};
    for (uint32_t i = 1; i + 1 < list->count; i++) {
        if (token_is(list, i, "{")) {
            if (list->tokens[i].match == NO_TOKEN)
                break; /* unbalanced: the compiler will say so */
            i = open_brace(&o, i);
        } else if (token_is(list, i, "}")) {
            close_brace(&o, i);
        } else if (token_is(list, i, ";")) {
            add_region(&o, REGION_DECLARATION, i, i);
            o.first = i + 1;
        } else if (is_access_label(list, i)) {
            o.first = i + 1;
        } else {
            i = skip_group(list, skip_template_head(list, i));
        }
    }
    free(o.scopes);
}

const struct region *outline_find(const struct outline *outline, uint32_t i) {
    size_t low = 0, high = outline->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (outline->regions[middle].last < i)
            low = middle + 1;
        else
            high = middle;
    }
    return low < outline->count && outline->regions[low].first <= i ? &outline->regions[low] : NULL;
}

void outline_free(struct outline *outline) {
    free(outline->regions);
    *outline = (struct outline){0};
}
