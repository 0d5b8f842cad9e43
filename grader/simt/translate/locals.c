/* Local variables of kernels and device functions. Each array gets a guard on either side and is registered
   with the engine, which so sees an index outside of it and a read of elements that were never written:

       int a[8], i;             int simt_shape_a[8] ..., i; simt::guarded<decltype(simt_shape_a)> simt_room_a;
                                decltype(simt_shape_a) &a = simt::local_array(simt_room_a, "a");
       int a[2] = {1, 2};       typedef int simt_type_a[2]; simt::guarded<simt_type_a> simt_room_a = {{}, {1,
   2}}; simt_type_a &a = simt::filled_array(simt_room_a, "a");

   A variable of a class without an initializer is registered as well; the compiler knows its type:

       pair p;                  pair p; simt::declared(p, "p");

   Any other form of declaration stays as it is: then the array has no guard. */
#include <string.h>

#include "unit.h"

/** A declarator that is an array. */
struct array {
    uint32_t name, close; /**< its name, and the last bracket */
    uint32_t initializer; /**< `=` or `{`; NO_TOKEN if absent */
};

struct statement {
    struct array arrays[DECLARATORS_MAX];
    size_t count;
    uint32_t plain[DECLARATORS_MAX]; /**< names of the others without an initializer */
    size_t plain_count;
    size_t declarators;
    uint32_t semicolon;
};

/* True if a statement that begins with this word, or has it as a specifier, stays as it is. */
static bool is_no_specifier(const struct token_list *list, uint32_t i) {
    static const char *const words[] = {
        "return",  "goto",         "delete", "throw",      "else",          "do",       "case",
        "default", "if",           "for",    "while",      "switch",        "using",    "typedef",
        "static",  "constexpr",    "extern", "new",        "static_assert", "template", "asm",
        "__asm__", "operator",     "sizeof", "__shared__", "namespace",     "friend",   "goto",
        "struct",  "class",        "union",  "enum",       "co_return",     "auto",     "decltype",
        "alignas", "thread_local", NULL};
    return token_is_one_of(list, i, words) || syntax_is_attribute(list, i);
}

/* Skips `unsigned`, `std::pair<int, int>`, `T *` and the like; returns the token after the last name, or
   NO_TOKEN if these are no specifiers with a declarator behind them. */
static uint32_t after_first_name(const struct token_list *list, uint32_t i) {
    unsigned names = 0;
    bool qualified = false;
    for (;; i++) {
        const struct token *t = &list->tokens[i];
        if (t->kind == TOKEN_NAME) {
            if (is_no_specifier(list, i))
                return NO_TOKEN;
            names += !qualified;
            qualified = false;
        } else if (token_is(list, i, "::")) {
            qualified = true;
        } else if (token_is(list, i, "<") && names > 0) {
            i = syntax_angle_close(list, i);
            if (i == NO_TOKEN)
                return NO_TOKEN;
        } else if (!token_is(list, i, "*") || names == 0) {
            break;
        }
    }
    return names >= 2 && list->tokens[i - 1].kind == TOKEN_NAME ? i : NO_TOKEN;
}

/* Reads one declarator from the token after its name on; returns its `,` or `;`, or NO_TOKEN. */
static uint32_t read_declarator(const struct token_list *list, uint32_t i, struct statement *out) {
    struct array a = {.name = i - 1, .close = NO_TOKEN, .initializer = NO_TOKEN};
    bool sized = true;
    for (; token_is(list, i, "["); i = list->tokens[i].match + 1) {
        if (list->tokens[i].match == NO_TOKEN)
            return NO_TOKEN;
        a.close = list->tokens[i].match;
        sized &= a.close != i + 1;
    }
    if (token_is(list, i, "=") || token_is(list, i, "{") || token_is(list, i, "("))
        a.initializer = i;
    for (; !token_is(list, i, ",") && !token_is(list, i, ";"); i++) {
        if (i + 1 >= list->count || (list->tokens[i].match != NO_TOKEN && list->tokens[i].match < i) ||
            a.initializer == NO_TOKEN)
            return NO_TOKEN;
        if (token_is(list, i, "<") && syntax_angle_close(list, i) != NO_TOKEN)
            return NO_TOKEN; /* tokens alone do not show whether a comma in it separates declarators */
        if (list->tokens[i].match != NO_TOKEN)
            i = list->tokens[i].match;
    }
    if (out->declarators++ == DECLARATORS_MAX)
        return NO_TOKEN;
    if (a.close != NO_TOKEN && sized)
        out->arrays[out->count++] = a;
    else if (a.close == NO_TOKEN && a.initializer == NO_TOKEN)
        out->plain[out->plain_count++] = a.name;
    return i;
}

static bool read_statement(const struct token_list *list, uint32_t first, struct statement *out) {
    *out = (struct statement){.count = 0};
    uint32_t i = after_first_name(list, first);
    while (i != NO_TOKEN && (i = read_declarator(list, i, out)) != NO_TOKEN) {
        if (token_is(list, i, ";")) {
            out->semicolon = i;
            return true;
        }
        for (i++; token_is(list, i, "*"); i++)
            continue;
        if (list->tokens[i++].kind != TOKEN_NAME)
            return false;
    }
    return false;
}

static void guard_empty(struct unit *unit, const struct array *a, uint32_t semicolon) {
    const struct token_list *list = &unit->list;
    int length = (int)list->tokens[a->name].length;
    const char *name = list->text + list->tokens[a->name].start;
    edit_insert(&unit->edits, list->tokens[a->name].start, "simt_shape_");
    edit_insert(&unit->edits, token_end(list, a->close), " __attribute__((unused))");
    edit_insert(&unit->edits, token_end(list, semicolon),
                " simt::guarded<decltype(simt_shape_%.*s)> simt_room_%.*s;"
                " decltype(simt_shape_%.*s) &%.*s = simt::local_array(simt_room_%.*s, \"%.*s\");",
                length, name, length, name, length, name, length, name, length, name, length, name);
}

static void guard_filled(struct unit *unit, uint32_t first, const struct array *a, uint32_t semicolon) {
    const struct token_list *list = &unit->list;
    int length = (int)list->tokens[a->name].length;
    const char *name = list->text + list->tokens[a->name].start;
    bool assigned = token_is(list, a->initializer, "=");
    edit_insert(&unit->edits, list->tokens[first].start, "typedef ");
    edit_insert(&unit->edits, list->tokens[a->name].start, "simt_type_");
    edit_insert(&unit->edits, list->tokens[a->initializer].start,
                "; simt::guarded<simt_type_%.*s> simt_room_%.*s %s", length, name, length, name,
                assigned ? "" : "= {{}, ");
    if (assigned)
        edit_insert(&unit->edits, token_end(list, a->initializer), " {{}, ");
    edit_insert(&unit->edits, list->tokens[semicolon].start, "}");
    edit_insert(&unit->edits, token_end(list, semicolon),
                " simt_type_%.*s &%.*s = simt::filled_array(simt_room_%.*s, \"%.*s\");", length, name, length,
                name, length, name, length, name);
}

/* True if the declaration that begins with token `first` may be of a class. */
static bool may_be_class(const struct token_list *list, uint32_t first) {
    static const char *const words[] = {"int",    "unsigned", "signed", "char",   "short", "long", "float",
                                        "double", "bool",     "void",   "size_t", "dim3",  NULL};
    static const char *const vectors[] = {"char",  "uchar", "short",  "ushort",   "int",       "uint", "long",
                                          "ulong", "float", "double", "longlong", "ulonglong", NULL};
    static const char *const qualifiers[] = {"const", "volatile", "register", "typename", NULL};
    while (token_is_one_of(list, first, qualifiers))
        first++;
    for (size_t k = 0; vectors[k]; k++) {
        size_t length = strlen(vectors[k]);
        const struct token *t = &list->tokens[first];
        if (t->length == length + 1 && memcmp(list->text + t->start, vectors[k], length) == 0 &&
            strchr("1234", list->text[t->start + length]))
            return false;
    }
    return !token_is_one_of(list, first, words);
}

/* True if the brace opens a block of statements, but not that of a switch, which may jump over them. */
static bool opens_block(const struct token_list *list, uint32_t i) {
    static const char *const before[] = {")", "{", "}", ";", ":", "else", "do", "]", NULL};
    uint32_t close = i - 1, open = list->tokens[close].match;
    if (token_is(list, close, ")") && open != NO_TOKEN && token_is(list, open - 1, "switch"))
        return false;
    return token_is_one_of(list, close, before);
}

static void translate_body(struct unit *unit, const struct region *function) {
    const struct token_list *list = &unit->list;
    bool begins = true;
    for (uint32_t i = function->body + 1; i < function->last; i++) {
        struct statement statement;
        if (token_is(list, i, "{") && !opens_block(list, i)) {
            i = list->tokens[i].match;
            begins = false;
            continue;
        }
        if (begins && list->tokens[i].kind == TOKEN_NAME && read_statement(list, i, &statement)) {
            if (statement.declarators == 1 && statement.count == 1 &&
                statement.arrays[0].initializer != NO_TOKEN)
                guard_filled(unit, i, &statement.arrays[0], statement.semicolon);
            for (size_t k = 0; k < statement.count; k++)
                if (statement.arrays[k].initializer == NO_TOKEN)
                    guard_empty(unit, &statement.arrays[k], statement.semicolon);
            for (size_t k = 0; may_be_class(list, i) && k < statement.plain_count; k++)
                edit_insert(&unit->edits, token_end(list, statement.semicolon),
                            " simt::declared(%.*s, \"%.*s\");", TOKEN_TEXT(list, statement.plain[k]),
                            TOKEN_TEXT(list, statement.plain[k]));
            i = statement.semicolon;
        }
        begins = token_is(list, i, "{") || token_is(list, i, "}") || token_is(list, i, ";");
        if (!begins && token_is(list, i, "(") && list->tokens[i].match != NO_TOKEN &&
            token_is(list, i - 1, "for"))
            i = list->tokens[i].match; /* its semicolons end no statement */
    }
}

static bool has_word(const struct token_list *list, uint32_t first, uint32_t last, const char *word) {
    for (uint32_t i = first; i < last; i++)
        if (token_is(list, i, word))
            return true;
    return false;
}

void translate_locals(struct unit *unit) {
    for (size_t i = 0; i < unit->outline.count; i++) {
        const struct region *r = &unit->outline.regions[i];
        if (r->kind != REGION_FUNCTION || !(r->kernel || r->device) || unit->list.tokens[r->first].system ||
            has_word(&unit->list, r->first, r->body, "constexpr") ||
            has_word(&unit->list, r->body, r->last, "goto"))
            continue;
        translate_body(unit, r);
    }
}
