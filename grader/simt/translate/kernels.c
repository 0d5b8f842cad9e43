/* Kernel definitions: the body becomes a lambda that captures the arguments by value; each launch passes it
   to the engine. The kernel itself stays an ordinary function, so that templates, overloads and conversions
   of arguments work as in CUDA. */

#include "unit.h"

/* The next `&` or `&&` of a parameter's type after token `i`, or NO_TOKEN. */
static uint32_t next_reference(const struct token_list *list, uint32_t i, uint32_t end) {
    bool in_default = false;
    for (i++; i < end; i++) {
        if (token_is(list, i, ","))
            in_default = false;
        else if (token_is(list, i, "="))
            in_default = true;
        else if (!in_default && (token_is(list, i, "&") || token_is(list, i, "&&")))
            return i;
        else if (token_is(list, i, "<") && syntax_angle_close(list, i) != NO_TOKEN)
            i = syntax_angle_close(list, i);
        else if (list->tokens[i].match != NO_TOKEN)
            i = list->tokens[i].match;
    }
    return NO_TOKEN;
}

static bool returns_a_value(const struct token_list *list, uint32_t first, uint32_t end) {
    static const char *const types[] = {"int",  "float",    "double", "char",   "bool", "short",
                                        "long", "unsigned", "signed", "size_t", NULL};
    bool value = false;
    for (uint32_t i = first; i < end; i++) {
        if (token_is(list, i, "<") && syntax_angle_close(list, i) != NO_TOKEN)
            i = syntax_angle_close(list, i);
        else if (list->tokens[i].match != NO_TOKEN && list->tokens[i].match > i)
            i = list->tokens[i].match;
        else if (token_is(list, i, "void"))
            return false;
        else
            value |= token_is_one_of(list, i, types);
    }
    return value;
}

static void check_signature(struct unit *unit, const struct region *kernel, uint32_t parameters) {
    const struct token_list *list = &unit->list;
    const uint32_t end = list->tokens[parameters].match;
    for (uint32_t i = next_reference(list, parameters, end); i != NO_TOKEN; i = next_reference(list, i, end))
        if (token_is(list, i, "&&"))
            unit_error(unit, i, "a __global__ function cannot have a parameter with rvalue reference type");
    if (returns_a_value(list, kernel->first, parameters))
        unit_error(unit, kernel->first, "a __global__ function must have a void return type");
}

/* In the lambda, __func__ and the like would give the name of the lambda. */
static void keep_function_names(struct unit *unit, const struct region *kernel, uint32_t parameters) {
    static const char *const plain[] = {"__func__", "__FUNCTION__", NULL};
    const struct token_list *list = &unit->list;
    uint32_t name = parameters - 1;
    if (token_is(list, name, ">") && syntax_angle_open(list, name) != NO_TOKEN)
        name = syntax_angle_open(list, name) - 1;
    bool pretty = false;
    for (uint32_t i = kernel->body + 1; i < kernel->last; i++) {
        const struct token *t = &list->tokens[i];
        if (token_is_one_of(list, i, plain))
            edit_replace(&unit->edits, t->start, t->length, "\"%.*s\"", TOKEN_TEXT(list, name));
        if (!token_is(list, i, "__PRETTY_FUNCTION__"))
            continue;
        edit_replace(&unit->edits, t->start, t->length, "simt_function");
        pretty = true;
    }
    if (pretty)
        edit_insert(&unit->edits, token_end(list, kernel->body),
                    " static auto &simt_function = __PRETTY_FUNCTION__;");
}

/* The object of a reference is not copied: the reference is like the address that CUDA passes. */
static void capture_references(struct unit *unit, const struct region *kernel, uint32_t parameters) {
    const struct token_list *list = &unit->list;
    const uint32_t end = list->tokens[parameters].match;
    for (uint32_t i = next_reference(list, parameters, end); i != NO_TOKEN; i = next_reference(list, i, end))
        if (list->tokens[i + 1].kind == TOKEN_NAME)
            edit_insert(&unit->edits, token_end(list, kernel->body), ", &%.*s", TOKEN_TEXT(list, i + 1));
}

static void wrap_body(struct unit *unit, const struct region *kernel, uint32_t parameters) {
    const struct token_list *list = &unit->list;
    edit_insert(&unit->edits, token_end(list, kernel->body), " simt::kernel(__PRETTY_FUNCTION__, [=");
    capture_references(unit, kernel, parameters);
    edit_insert(&unit->edits, token_end(list, kernel->body), "]() mutable __attribute__((always_inline)) {");
    edit_insert(&unit->edits, token_end(list, kernel->last), "); }");
}

void translate_kernels(struct unit *unit) {
    for (size_t i = 0; i < unit->outline.count; i++) {
        const struct region *kernel = &unit->outline.regions[i];
        if (kernel->kind != REGION_FUNCTION || !kernel->kernel)
            continue;
        uint32_t parameters = syntax_parameters(&unit->list, kernel->first, kernel->body);
        if (parameters == NO_TOKEN)
            continue;
        check_signature(unit, kernel, parameters);
        keep_function_names(unit, kernel, parameters);
        wrap_body(unit, kernel, parameters);
    }
}
