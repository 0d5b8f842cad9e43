/* Qualifiers such as `__device__`. Before a function they mean nothing to the host compiler and are removed;
   before a variable they decide its section. */
#include "unit.h"

/* The engine watches this section and the next, and maps each variable by its pages. Constants have a section
   of their own: they need no watching. */
#define VARIABLE_SECTION "__attribute__((section(\"simt_device\"), aligned(4096)))"
/* The host uses these variables, too. */
#define MANAGED_SECTION "__attribute__((section(\"simt_managed\"), aligned(4096)))"
/* Reads of constant memory do not count as global memory traffic. */
#define CONSTANT_SECTION "__attribute__((section(\"simt_constant\"), aligned(4096)))"

static bool names_a_memory(const struct token_list *list, uint32_t i) {
    static const char *const words[] = {"__device__", "__constant__", "__managed__", NULL};
    return token_is_one_of(list, i, words);
}

/* True if the variable declared in [first, last] cannot change: const that no pointer's `*` follows. */
static bool is_constant(const struct token_list *list, uint32_t first, uint32_t last) {
    bool constant = false;
    for (uint32_t i = first; i < last; i++) {
        if (token_is(list, i, "constexpr"))
            return true;
        if (token_is(list, i, "const"))
            constant = true;
        else if (token_is(list, i, "*"))
            constant = false;
        else if (token_is(list, i, "=") || token_is(list, i, "[") || token_is(list, i, "{"))
            break;
        else if (token_is(list, i, "<") && syntax_angle_close(list, i) != NO_TOKEN)
            i = syntax_angle_close(list, i);
    }
    return constant;
}

/* True if `word` is among the names that follow each other around i: as many as a declaration may have. */
static bool is_among_words(const struct token_list *list, uint32_t i, const char *word) {
    enum { MOST_WORDS = 8 };
    uint32_t first = i, end = i;
    while (first > 0 && i - first < MOST_WORDS && list->tokens[first - 1].kind == TOKEN_NAME)
        first--;
    while (end < list->count && end - i < MOST_WORDS && list->tokens[end].kind == TOKEN_NAME)
        end++;
    for (; first < end; first++)
        if (token_is(list, first, word))
            return true;
    return false;
}

/* The section of the variable with the memory word at i; there may be several such words. */
static const char *section_of(const struct token_list *list, uint32_t i) {
    if (is_among_words(list, i, "__constant__"))
        return CONSTANT_SECTION;
    return is_among_words(list, i, "__managed__") ? MANAGED_SECTION : VARIABLE_SECTION;
}

static bool is_template(const struct token_list *list, uint32_t first, uint32_t last) {
    for (uint32_t i = first; i < last; i++)
        if (token_is(list, i, "template"))
            return true;
    return false;
}

/* True if the declaration is a function's: its parameter list comes before any initializer. */
static bool declares_function(const struct token_list *list, uint32_t first, uint32_t last) {
    uint32_t open = syntax_parameters(list, first, last);
    if (open == NO_TOKEN || token_is(list, open + 1, "*") || token_is(list, open + 1, "&"))
        return false;
    for (uint32_t i = first; i < open; i++)
        if (token_is(list, i, "=") && !token_is(list, i - 1, "operator"))
            return false;
    return true;
}

static uint32_t statement_end(const struct token_list *list, uint32_t i) {
    while (i + 1 < list->count && !token_is(list, i, ";")) {
        if (list->tokens[i].match != NO_TOKEN && list->tokens[i].match > i)
            i = list->tokens[i].match;
        i++;
    }
    return i;
}

/* Inside a function only `static __device__ int x;` declares a variable; the rest are lambdas. */
static bool is_static_local(const struct token_list *list, uint32_t i) {
    for (uint32_t k = i - 1; list->tokens[k].kind == TOKEN_NAME; k--)
        if (token_is(list, k, "static"))
            return true;
    return token_is(list, i + 1, "static");
}

static bool is_watched_variable(struct unit *unit, uint32_t i) {
    const struct token_list *list = &unit->list;
    const struct region *region = outline_find(&unit->outline, i);
    if (!region || token_is(list, i - 1, "]"))
        return false;
    uint32_t first = region->first, last = region->last;
    if (region->kind == REGION_FUNCTION) {
        if (i < region->body || !is_static_local(list, i))
            return false;
        first = i - 1;
        last = statement_end(list, i);
    } else if (declares_function(list, first, last)) {
        return false;
    }
    if (is_constant(list, first, last))
        return false;
    bool template = is_template(list, first, last);
    if (template && token_is(list, i, "__constant__"))
        unit_error(unit, i,
                   "unsupported: a __constant__ variable of a template"); /* g++ ignores its section */
    return !template;
}

/* Blanks a word and the parenthesis after it, if there is one. */
static void drop_with_arguments(struct unit *unit, uint32_t i) {
    uint32_t last = i;
    if (token_is(&unit->list, i + 1, "(") && unit->list.tokens[i + 1].match != NO_TOKEN)
        last = unit->list.tokens[i + 1].match;
    unit_blank(unit, i, last);
}

/* True if the qualifier belongs to a lambda: `[=] __device__ (int x) {`, but not `[[nodiscard]] __device__
 * f`. */
static bool qualifies_lambda(const struct token_list *list, uint32_t i) {
    static const char *const words[] = {"__host__", "__device__", NULL};
    while (token_is_one_of(list, i - 1, words))
        i--;
    const uint32_t open = list->tokens[i - 1].match;
    return token_is(list, i - 1, "]") && open != NO_TOKEN && !token_is(list, open + 1, "[");
}

/* True if the qualifier is a deduction guide's, `__host__ __device__ pair(T, U) -> pair<T, U>;`: g++ takes no
   attribute there. */
static bool qualifies_guide(const struct token_list *list, uint32_t i) {
    static const char *const words[] = {"__host__", "__device__", "explicit", NULL};
    while (token_is_one_of(list, i, words))
        i++;
    return list->tokens[i].kind == TOKEN_NAME && token_is(list, i + 1, "(") &&
           list->tokens[i + 1].match != NO_TOKEN && token_is(list, list->tokens[i + 1].match + 1, "->");
}

/* A lambda's attributes follow its parameters, and `mutable` and the like. */
static void move_behind_parameters(struct unit *unit, uint32_t i, const char *attribute) {
    static const char *const words[] = {"__host__", "__device__", NULL};
    static const char *const after[] = {"mutable", "constexpr", "noexcept", NULL};
    const struct token_list *list = &unit->list;
    uint32_t at = i + 1;
    unit_blank(unit, i, i);
    while (token_is_one_of(list, at, words))
        at++;
    const bool empty = !token_is(list, at, "(");
    uint32_t last = empty ? at - 1 : list->tokens[at].match;
    while (!empty && last != NO_TOKEN && token_is_one_of(list, last + 1, after))
        last++;
    if (last != NO_TOKEN)
        edit_insert(&unit->edits, token_end(list, last), "%s %s",
                    empty && qualifies_lambda(list, i) && token_is(list, i - 1, "]") ? " ()" : "", attribute);
}

/* The attribute that the plugin of g++ reads in place of the qualifier; NULL if it needs none. */
static const char *attribute_of(const struct token_list *list, uint32_t i) {
    static const char *const attributes[][2] = {{"__global__", "__attribute__((simt_global))"},
                                                {"__device__", "__attribute__((simt_device))"},
                                                {"__host__", "__attribute__((simt_host))"},
                                                {"__constant__", "__attribute__((simt_constant))"},
                                                {"__managed__", "__attribute__((simt_managed))"},
                                                {"__grid_constant__", "__attribute__((simt_grid_constant))"}};
    for (size_t k = 0; k < sizeof attributes / sizeof *attributes; k++)
        if (token_is(list, i, attributes[k][0]))
            return attributes[k][1];
    return NULL;
}

/* Puts the attribute in place of the qualifier. */
static void put_attribute(struct unit *unit, uint32_t i, const char *section) {
    const struct token_list *list = &unit->list;
    const char *attribute = attribute_of(list, i);
    if (qualifies_lambda(list, i))
        move_behind_parameters(unit, i, attribute);
    else if (qualifies_guide(list, i))
        unit_blank(unit, i, i);
    else
        edit_replace(&unit->edits, list->tokens[i].start, list->tokens[i].length, "%s%s%s", attribute,
                     section ? " " : "", section ? section : "");
}

static void translate_hint(struct unit *unit, uint32_t i) {
    const struct token_list *list = &unit->list;
    if (!unit->checked || !token_is(list, i, "__launch_bounds__") || !token_is(list, i + 1, "(") ||
        list->tokens[i + 1].match == NO_TOKEN) {
        drop_with_arguments(unit, i);
        return;
    }
    edit_replace(&unit->edits, list->tokens[i].start, list->tokens[i].length,
                 "__attribute__((simt_launch_bounds");
    edit_insert(&unit->edits, token_end(list, list->tokens[i + 1].match), "))");
}

static void translate_qualifier(struct unit *unit, uint32_t i) {
    const struct token_list *list = &unit->list;
    const bool watched = names_a_memory(list, i) && is_watched_variable(unit, i);
    if (unit->checked)
        put_attribute(unit, i, watched ? section_of(list, i) : NULL);
    else if (watched)
        edit_replace(&unit->edits, list->tokens[i].start, list->tokens[i].length, "%s", section_of(list, i));
    else
        unit_blank(unit, i, i);
}

void translate_qualifiers(struct unit *unit) {
    static const char *const dropped[] = {"__global__", "__host__", "__grid_constant__", NULL};
    static const char *const hints[] = {"__launch_bounds__", "__maxnreg__", NULL};
    const struct token_list *list = &unit->list;
    for (uint32_t i = 1; i + 1 < list->count; i++) {
        if (list->tokens[i].kind != TOKEN_NAME || !token_begins(list, i, "__"))
            continue;
        if (names_a_memory(list, i) || token_is_one_of(list, i, dropped))
            translate_qualifier(unit, i);
        else if (token_is_one_of(list, i, hints))
            translate_hint(unit, i);
    }
}
