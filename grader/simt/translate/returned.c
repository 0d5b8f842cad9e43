/* Structures that a function returns. The called function writes them directly to the variable that they are
   assigned to, and no hook sees that store. So the value passes through an inline function, and the
   assignment stores it:

       a[i] = f(x);             a[i] = simt::returned(f(x));

   The definitions in the text show which functions may return a structure; the user's operators are
   functions, too.

   Where g++ has the plugin, that does the same for every structure (confine/plugin/results.cc). This pass is
   for machines without the headers that the plugin needs: no correct program may get an error there. */
#include <stdlib.h>
#include <string.h>

#include "lexer.h"
#include "unit.h"

/** Names of functions, each by a token that spells it. */
struct names {
    uint32_t *tokens;
    size_t count, capacity;
};

/** What is known about the text's functions. */
struct functions {
    struct names structured; /**< may return a structure */
    struct names plain;      /**< return none */
    bool operators;          /**< some operator of the user may */
};

static bool is_among(const struct unit *unit, const struct names *names, uint32_t name) {
    for (size_t i = 0; i < names->count; i++)
        if (unit_same_word(unit, names->tokens[i], name))
            return true;
    return false;
}

static void remember(const struct unit *unit, struct names *names, uint32_t name) {
    if (is_among(unit, names, name))
        return;
    names->tokens = memory_grow(names->tokens, names->count, &names->capacity, sizeof *names->tokens);
    names->tokens[names->count++] = name;
}

static bool is_scalar_word(const struct token_list *list, uint32_t i) {
    static const char *const words[] = {
        "void",     "bool",   "char",   "short",   "int",     "long",     "unsigned", "signed",   "float",
        "double",   "size_t", "int8_t", "int16_t", "int32_t", "int64_t",  "uint8_t",  "uint16_t", "uint32_t",
        "uint64_t", "uint",   "ushort", "uchar",   "sizeof",  "decltype", "alignof",  "noexcept", NULL};
    return token_is_one_of(list, i, words);
}

/* True if a function with the words from `first` on before its name may return a structure by a call: not a
   constructor, nothing that is always inlined. */
static bool may_return_structure(const struct token_list *list, uint32_t first, uint32_t name) {
    static const char *const indirect[] = {"*", "&", "&&", "~", NULL};
    static const char *const inlined[] = {"always_inline", "__always_inline__", NULL};
    bool typed = false;
    if (token_is_one_of(list, name - 1, indirect))
        return false;
    for (uint32_t i = first; i < name; i++) {
        if (is_scalar_word(list, i) || token_is_one_of(list, i, inlined))
            return false;
        if (token_is(list, i, "<") && syntax_angle_close(list, i) != NO_TOKEN)
            i = syntax_angle_close(list, i);
        else
            typed |= list->tokens[i].kind == TOKEN_NAME && !syntax_is_attribute(list, i);
    }
    return typed;
}

static uint32_t after_template_heads(const struct token_list *list, uint32_t i) {
    while (token_is(list, i, "template") && token_is(list, i + 1, "<") &&
           syntax_angle_close(list, i + 1) != NO_TOKEN)
        i = syntax_angle_close(list, i + 1) + 1;
    return i;
}

/* The name before the parenthesis at `open`, without template arguments; or NO_TOKEN. */
static uint32_t name_before(const struct token_list *list, uint32_t open) {
    uint32_t name = open - 1;
    if (token_is(list, name, ">") && syntax_angle_open(list, name) != NO_TOKEN)
        name = syntax_angle_open(list, name) - 1;
    return list->tokens[name].kind == TOKEN_NAME ? name : NO_TOKEN;
}

static void read_function(const struct unit *unit, const struct region *r, struct functions *out) {
    const struct token_list *list = &unit->list;
    uint32_t first = after_template_heads(list, r->first), open = syntax_parameters(list, first, r->body);
    for (uint32_t i = first; open != NO_TOKEN && i < open; i++)
        if (token_is(list, i, "operator")) {
            out->operators |= may_return_structure(list, first, i);
            return;
        }
    uint32_t name = open == NO_TOKEN ? NO_TOKEN : name_before(list, open);
    if (name != NO_TOKEN && name >= first)
        remember(unit, may_return_structure(list, first, name) ? &out->structured : &out->plain, name);
}

/* True if neither the text nor a header defines a function of this name: then it is a variable, such as a
   lambda or a pointer, or a function of another file. */
static bool is_stranger(const struct unit *unit, uint32_t name) {
    const struct token_list *list = &unit->list;
    bool known = false;
    if (token_begins(list, name, "__") || token_begins(list, name, "atomic"))
        return false; /* of the headers, which may be precompiled */
    for (uint32_t i = 1; i + 1 < list->count; i++) {
        if (!unit_same_word(unit, i, name))
            continue;
        bool called = token_is(list, i + 1, "(") || token_is(list, i + 1, "<");
        if (!list->tokens[i].system && !called)
            return true;
        known |= list->tokens[i].system && called;
    }
    return !known;
}

/* True if the call whose arguments open at `open` may give a structure. */
static bool call_may_give_structure(const struct unit *unit, struct functions *functions, uint32_t open) {
    static const char *const no_call[] = {"(", ",", "=", "return", NULL};
    const struct token_list *list = &unit->list;
    uint32_t name = name_before(list, open);
    if (name == NO_TOKEN) /* through a pointer, `(*p)(x)` or `p[i](x)`; a cast, `(int)(x)`, is no call */
        return token_is(list, open - 1, "]") ||
               (token_is(list, open - 1, ")") && list->tokens[open - 1].match != NO_TOKEN &&
                token_is(list, list->tokens[open - 1].match + 1, "*"));
    if (is_scalar_word(list, name) || token_is_one_of(list, name, no_call))
        return false;
    if (is_among(unit, &functions->structured, name))
        return true;
    if (is_among(unit, &functions->plain, name))
        return false;
    bool structured = is_stranger(unit, name) || token_is(list, name - 1, "::");
    remember(unit, structured ? &functions->structured : &functions->plain, name);
    return structured;
}

/* True if the value of tokens `first` to `last` may be what a function returned. */
static bool may_be_returned(const struct unit *unit, struct functions *functions, uint32_t first,
                            uint32_t last) {
    const struct token_list *list = &unit->list;
    bool call = false, chosen = false, computed = false;
    for (uint32_t i = first; i <= last; i++) {
        call |= token_is(list, i, "(") && i > first && call_may_give_structure(unit, functions, i);
        chosen |= token_is(list, i, "?");
        computed |= list->tokens[i].kind == TOKEN_MARK;
    }
    return (call && (chosen || token_is(list, last, ")") || token_is(list, last, "}"))) ||
           (computed && functions->operators);
}

/* True if the `=` gives a variable its first value where it is declared. */
static bool initializes(const struct token_list *list, uint32_t equals) {
    static const char *const statements[] = {"else", "do", "return", "case", "goto", "co_return", NULL};
    uint32_t name = equals - 1;
    while (token_is(list, name, "]") && list->tokens[name].match != NO_TOKEN)
        name = list->tokens[name].match - 1;
    if (token_is(list, name, "auto") || token_is(list, name - 1, "auto"))
        return true; /* a structured binding */
    if (list->tokens[name].kind != TOKEN_NAME)
        return false;
    uint32_t before = name - 1;
    while (token_is(list, before, "*") || token_is(list, before, "&") || token_is(list, before, "&&"))
        before--;
    return (list->tokens[before].kind == TOKEN_NAME && !token_is_one_of(list, before, statements)) ||
           (token_is(list, before, ">") && syntax_angle_open(list, before) != NO_TOKEN);
}

/* The first token from `i` on that no template arguments have outside of parentheses. */
static uint32_t next_mark(const struct token_list *list, uint32_t i) {
    while (i + 1 < list->count && !token_is(list, i, "?") && !token_is(list, i, "=") &&
           !token_is(list, i, ";"))
        i++;
    return i;
}

/* What is known of the signs `<` of an expression. */
struct angles {
    uint32_t mark;        /* the next one behind the last that was asked for */
    unsigned comparisons; /* to look for the other end takes time: not for more than some */
};

/* The `>` of template arguments that open at `i`; NO_TOKEN if it compares, as in `x < 0 ? 0 : x, y = z > 0`.
 */
static uint32_t arguments_close(const struct token_list *list, uint32_t i, struct angles *angles) {
    enum { MOST_COMPARISONS = 64 };
    if (!token_is(list, i, "<") || angles->comparisons >= MOST_COMPARISONS)
        return NO_TOKEN;
    if (angles->mark < i)
        angles->mark = next_mark(list, i);
    const uint32_t close = syntax_angle_close(list, i);
    const bool compares = close == NO_TOKEN || close > angles->mark;
    angles->comparisons += compares;
    return compares ? NO_TOKEN : close;
}

static bool is_end(const struct token_list *list, uint32_t i, unsigned conditionals) {
    return token_is(list, i, ";") ||
           (conditionals == 0 && (token_is(list, i, ",") || token_is(list, i, ":")));
}

/* The last token of the expression that begins at `first`. */
static uint32_t expression_end(const struct token_list *list, uint32_t first) {
    uint32_t i = first;
    struct angles angles = {0};
    for (unsigned conditionals = 0; i + 1 < list->count && !is_end(list, i, conditionals); i++) {
        uint32_t match = list->tokens[i].match;
        if (match != NO_TOKEN && match < i)
            break;
        conditionals += token_is(list, i, "?");
        conditionals -= token_is(list, i, ":");
        if (match == NO_TOKEN)
            match = arguments_close(list, i, &angles);
        if (match != NO_TOKEN)
            i = match;
    }
    return i - 1;
}

/* What is assigned from token `first` on: an expression, or several in braces. */
static void translate_value(struct unit *unit, struct functions *functions, uint32_t first) {
    const struct token_list *list = &unit->list;
    uint32_t last = expression_end(list, first), close = list->tokens[first].match;
    if (token_is(list, first, "{")) {
        for (uint32_t i = first + 1; close != NO_TOKEN && i < close; i = expression_end(list, i) + 2)
            translate_value(unit, functions, i);
    } else if (last >= first && may_be_returned(unit, functions, first, last)) {
        edit_insert(&unit->edits, list->tokens[first].start, "simt::returned(");
        edit_insert(&unit->edits, token_end(list, last), ")");
    }
}

static void translate_body(struct unit *unit, const struct region *function, struct functions *functions) {
    const struct token_list *list = &unit->list;
    for (uint32_t i = function->body + 1; i < function->last; i++)
        if (token_is(list, i, "=") && !token_is(list, i - 1, "operator") && !initializes(list, i))
            translate_value(unit, functions, i + 1);
}

/* True if the text contains the engine's headers, or the pragma for them: then host code may use device
 * memory. */
static bool has_headers(const struct token_list *list) {
    static const char precompiled[] = "pch_preprocess";
    if (memmem(list->text, list->length, precompiled, sizeof precompiled - 1))
        return true;
    for (uint32_t i = 1; i + 1 < list->count; i++)
        if (token_is(list, i, "simt_launch"))
            return true;
    return false;
}

void translate_returned(struct unit *unit) {
    bool host = has_headers(&unit->list);
    struct functions functions = {.operators = false};
    for (size_t i = 0; i < unit->outline.count; i++) {
        const struct region *r = &unit->outline.regions[i];
        if (r->kind == REGION_FUNCTION && !unit->list.tokens[r->first].system)
            read_function(unit, r, &functions);
    }
    for (size_t i = 0; i < unit->outline.count; i++) {
        const struct region *r = &unit->outline.regions[i];
        if (r->kind == REGION_FUNCTION && (r->kernel || r->device || host) &&
            !unit->list.tokens[r->first].system)
            translate_body(unit, r, &functions);
    }
    free(functions.structured.tokens);
    free(functions.plain.tokens);
}
