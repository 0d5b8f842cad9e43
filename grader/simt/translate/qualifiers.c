/* Qualifiers such as `__device__`. Before a function they mean nothing to the host compiler and are removed;
   before a variable they decide its section. */
#include "unit.h"

/* The engine watches this section, and maps each variable by its pages. Constants have a section of their
   own: they need no watching. */
#define VARIABLE_SECTION "__attribute__((section(\"simt_device\"), aligned(4096)))"
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

/* The section of the variable with the memory word at i; several such words may follow each other. */
static const char *section_of(const struct token_list *list, uint32_t i) {
    bool constant = token_is(list, i - 1, "__constant__") || token_is(list, i, "__constant__") ||
                    token_is(list, i + 1, "__constant__");
    return constant ? CONSTANT_SECTION : VARIABLE_SECTION;
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

void translate_qualifiers(struct unit *unit) {
    static const char *const dropped[] = {"__global__", "__host__", "__grid_constant__", NULL};
    static const char *const hints[] = {"__launch_bounds__", "__maxnreg__", NULL};
    const struct token_list *list = &unit->list;
    for (uint32_t i = 1; i + 1 < list->count; i++) {
        if (list->tokens[i].kind != TOKEN_NAME || !token_begins(list, i, "__"))
            continue;
        if (names_a_memory(list, i) && is_watched_variable(unit, i))
            edit_replace(&unit->edits, list->tokens[i].start, list->tokens[i].length, "%s",
                         section_of(list, i));
        else if (names_a_memory(list, i) || token_is_one_of(list, i, dropped))
            unit_blank(unit, i, i);
        else if (token_is_one_of(list, i, hints))
            drop_with_arguments(unit, i);
    }
}
