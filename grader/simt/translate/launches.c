/* Kernel launches: `k<<<g, b>>>(args)` becomes `simt::configure(g, b), k(args)`, which is still one
   expression. It gets parentheses where the comma would mean something else. */

#include "unit.h"

struct launch {
    uint32_t first;      /* first token of the kernel's name */
    uint32_t open;       /* the first of `<<<` */
    uint32_t close;      /* the last of `>>>` */
    uint32_t parameters; /* the parenthesis after it */
};

/* Three of the mark; formatters that do not know CUDA write `<< <` and `>> >`, which means the same. */
static bool is_run_of(const struct token_list *list, uint32_t i, const char *mark) {
    return token_is(list, i, mark) && token_is(list, i + 1, mark) && token_is(list, i + 2, mark) &&
           token_touches_next(list, i);
}

/* The last token of the `>>>` that ends the configuration. In a longer run, the first `>` close templates. */
static uint32_t configuration_end(const struct token_list *list, uint32_t open) {
    enum { LONGEST = 4096 };
    static const char *const strangers[] = {";", ")", "]", "}", NULL};
    for (uint32_t i = open + 3;
         i + 1 < list->count && i - open < LONGEST && !token_is_one_of(list, i, strangers); i++) {
        if (list->tokens[i].match != NO_TOKEN && list->tokens[i].match > i)
            i = list->tokens[i].match;
        else if (is_run_of(list, i, ">") && token_is(list, i + 3, "("))
            return i + 2;
    }
    return NO_TOKEN;
}

static bool is_statement_keyword(const struct token_list *list, uint32_t i) {
    static const char *const words[] = {"if",   "while", "for",  "switch",    "return",
                                        "else", "do",    "case", "constexpr", NULL};
    return token_is_one_of(list, i, words);
}

static bool is_operand(const struct token_list *list, uint32_t i) {
    return list->tokens[i].kind == TOKEN_NAME && !is_statement_keyword(list, i);
}

/* First token of the name that ends at `last`, with the qualifiers before it: `a::b<int>::k`. */
static uint32_t qualified_start(const struct token_list *list, uint32_t last) {
    uint32_t first = last;
    if (token_is(list, first, ">")) {
        first = syntax_angle_open(list, first);
        first = first == NO_TOKEN ? NO_TOKEN : first - 1;
    }
    if (first == NO_TOKEN || !is_operand(list, first) || token_is(list, first, "operator"))
        return NO_TOKEN;
    if (token_is(list, first - 1, "template"))
        first--;
    if (!token_is(list, first - 1, "::"))
        return first;
    uint32_t before = first - 2;
    if (is_operand(list, before) || token_is(list, before, ">")) {
        uint32_t start = qualified_start(list, before);
        return start == NO_TOKEN ? first - 1 : start;
    }
    return first - 1;
}

/* True if a parenthesis after token `i` calls it, rather than opening an expression or a condition. */
static bool is_callable(const struct token_list *list, uint32_t i) {
    if (token_is(list, i, ")")) {
        uint32_t open = list->tokens[i].match;
        return open != NO_TOKEN && !is_statement_keyword(list, open - 1);
    }
    return is_operand(list, i) || token_is(list, i, "]") || token_is(list, i, ">");
}

/* First token of the expression that ends at `last` and names the kernel, or NO_TOKEN. */
static uint32_t expression_start(const struct token_list *list, uint32_t last) {
    uint32_t first = last;
    for (;;) {
        if (token_is(list, first, ")") || token_is(list, first, "]")) {
            first = list->tokens[first].match;
            if (first == NO_TOKEN)
                return NO_TOKEN;
            if (token_is(list, first, "(") && !is_callable(list, first - 1))
                return first;
            first--;
            continue;
        }
        first = qualified_start(list, first);
        if (first == NO_TOKEN || !(token_is(list, first - 1, ".") || token_is(list, first - 1, "->")))
            return first;
        first -= 2;
    }
}

static bool read_launch(const struct token_list *list, uint32_t i, struct launch *out) {
    if (!is_run_of(list, i, "<"))
        return false;
    *out = (struct launch){.first = expression_start(list, i - 1), .open = i, .close = NO_TOKEN};
    if (out->first != NO_TOKEN)
        out->close = configuration_end(list, i);
    if (out->close == NO_TOKEN)
        return false;
    out->parameters = out->close + 1;
    return list->tokens[out->parameters].match != NO_TOKEN;
}

/* An operator before the launch would bind to the configuration alone. */
static bool needs_parentheses(const struct token_list *list, uint32_t before) {
    static const char *const statement[] = {";", "{", "}", ")", NULL};
    return list->tokens[before].kind == TOKEN_MARK && !token_is_one_of(list, before, statement);
}

/* A line marker: the text after it counts as being on the line of token `i`. */
static void put_marker(struct unit *unit, uint32_t at, uint32_t i) {
    const struct token *t = &unit->list.tokens[i];
    edit_insert(&unit->edits, at, "\n# %u \"", (unsigned)t->line);
    for (const char *p = unit->list.files[t->file]; *p; p++)
        edit_insert(&unit->edits, at, *p == '"' || *p == '\\' ? "\\%c" : "%c", *p);
    edit_insert(&unit->edits, at, t->system ? "\" 3\n" : "\"\n");
}

static void rewrite(struct unit *unit, const struct launch *launch) {
    const struct token_list *list = &unit->list;
    uint32_t at = list->tokens[launch->first].start, end = list->tokens[launch->parameters].start;
    uint32_t inner = list->tokens[launch->open + 3].start, inner_end = list->tokens[launch->close - 2].start;
    bool wrapped = needs_parentheses(list, launch->first - 1);
    bool split = list->tokens[launch->first].line != list->tokens[launch->parameters].line;
    edit_insert(&unit->edits, at, "%ssimt::configure(", wrapped ? "(" : "");
    if (split)
        put_marker(unit, at, launch->open + 3);
    edit_insert(&unit->edits, at, "%.*s", (int)(inner_end - inner), list->text + inner);
    if (split)
        put_marker(unit, at, launch->first);
    edit_insert(&unit->edits, at, "), ");
    edit_replace(&unit->edits, list->tokens[launch->open].start, end - list->tokens[launch->open].start, "%s",
                 "");
    if (split)
        put_marker(unit, end, launch->parameters);
    if (wrapped)
        edit_insert(&unit->edits, token_end(list, list->tokens[launch->parameters].match), ")");
}

void translate_launches(struct unit *unit) {
    for (uint32_t i = 1; i + 1 < unit->list.count; i++) {
        struct launch launch;
        if (!read_launch(&unit->list, i, &launch))
            continue;
        rewrite(unit, &launch);
        i = launch.close;
    }
}

void diagnose_child_launches(struct unit *unit) {
    for (uint32_t i = 1; i + 1 < unit->list.count; i++) {
        struct launch launch;
        if (!read_launch(&unit->list, i, &launch))
            continue;
        if (unit_in_device_code(unit, i))
            unit_error(unit, i, "unsupported: a kernel launch in device code (dynamic parallelism)");
        i = launch.close;
    }
}

/* `cudaLaunchKernel((void *)k, …)`: in CUDA this call takes a kernel as an address without a type. The engine
   needs the type to call it, so the cast is removed in such calls. */

/* The last token of a cast to void * that begins at `i`, or NO_TOKEN. */
static uint32_t cast_end(const struct token_list *list, uint32_t i) {
    static const char *const words[] = {"void", "const", "*", NULL};
    static const char *const named[] = {"reinterpret_cast", "static_cast", NULL};
    bool is_named = token_is_one_of(list, i, named) && token_is(list, i + 1, "<");
    uint32_t open = is_named ? i + 1 : i;
    uint32_t close = is_named ? syntax_angle_close(list, open) : list->tokens[i].match;
    if ((!is_named && !token_is(list, open, "(")) || close == NO_TOKEN || close == open + 1 ||
        !token_is(list, close - 1, "*") || token_is(list, close - 2, "*"))
        return NO_TOKEN;
    for (uint32_t k = open + 1; k < close; k++)
        if (!token_is_one_of(list, k, words))
            return NO_TOKEN;
    return close;
}

static void remove_casts(struct unit *unit, uint32_t open) {
    const struct token_list *list = &unit->list;
    for (uint32_t i = open; i < list->tokens[open].match; i++) {
        uint32_t end = i == open || token_is(list, i, ",") ? cast_end(list, i + 1) : NO_TOKEN;
        const uint32_t kernel = end != NO_TOKEN && token_is(list, end + 1, "&") ? end + 2 : end + 1;
        if (end != NO_TOKEN && (list->tokens[kernel].kind == TOKEN_NAME || token_is(list, kernel, "(")))
            unit_blank(unit, i + 1, end);
        if (i > open && list->tokens[i].match != NO_TOKEN && list->tokens[i].match > i)
            i = list->tokens[i].match;
    }
}

void translate_kernel_casts(struct unit *unit) {
    static const char *const calls[] = {"cudaLaunchKernel",
                                        "cudaLaunchCooperativeKernel",
                                        "cudaFuncSetAttribute",
                                        "cudaFuncGetAttributes",
                                        "cudaFuncSetCacheConfig",
                                        "cudaFuncSetSharedMemConfig",
                                        NULL};
    const struct token_list *list = &unit->list;
    for (uint32_t i = 1; i + 1 < list->count; i++)
        if (!list->tokens[i].system && token_is_one_of(list, i, calls) && token_is(list, i + 1, "(") &&
            list->tokens[i + 1].match != NO_TOKEN)
            remove_casts(unit, i + 1);
}
