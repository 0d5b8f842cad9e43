/* `__shared__` variables. The declaration becomes three: a typedef of the same form, so that any declarator
   and any type works; a slot with the size and alignment for the engine; and a reference to the memory that
   the engine keeps for the running block:

       __shared__ int s[512];
       typedef int simt_type_s[512]; static simt_shared_slot simt_slot_s = {"s", ...}; simt_type_s &s = ...;

   For a variable declared outside functions, typedef and slot stay there. `extern __shared__ int s[];` is
   dynamic shared memory. Any other `extern` variable is a static one, whose slot is found by its name and
   type. */

#include "lexer.h"
#include "unit.h"

/* A typedef cannot have `alignas`: it moves to an empty struct, whose alignment the slot uses. */
static void move_alignas(struct unit *unit, const struct declaration *d) {
    const struct token_list *list = &unit->list;
    uint32_t open = d->alignas_word + 1, close = list->tokens[open].match;
    if (close == NO_TOKEN)
        return;
    edit_insert(&unit->edits, list->tokens[d->first].start, "struct alignas%.*s simt_align_%.*s {}; ",
                (int)(token_end(list, close) - list->tokens[open].start),
                list->text + list->tokens[open].start, TOKEN_TEXT(list, d->names[0]));
    unit_blank(unit, d->alignas_word, close);
}

static void make_typedef(struct unit *unit, const struct declaration *d) {
    static const char *const dropped[] = {"__shared__", "__device__", "static", "extern", "inline", NULL};
    const struct token_list *list = &unit->list;
    if (d->alignas_word != NO_TOKEN)
        move_alignas(unit, d);
    edit_insert(&unit->edits, list->tokens[d->first].start, "typedef ");
    for (uint32_t i = d->first; i < d->names[0]; i++) {
        if (token_is_one_of(list, i, dropped))
            unit_blank(unit, i, i);
        else if (token_is(list, i, "{") && list->tokens[i].match != NO_TOKEN)
            i = list->tokens[i].match;
    }
    for (size_t k = 0; k < d->name_count; k++)
        edit_insert(&unit->edits, list->tokens[d->names[k]].start, "simt_type_");
}

static void add_slot(struct unit *unit, const struct declaration *d, uint32_t name) {
    const struct token_list *list = &unit->list;
    int length = (int)list->tokens[name].length;
    const char *text = list->text + list->tokens[name].start;
    uint32_t after = token_end(list, d->semicolon);
    edit_insert(&unit->edits, after,
                " static simt_shared_slot simt_slot_%.*s%s = {\"%.*s\", sizeof(simt_type_%.*s), ", length,
                text, unit->checked ? " __attribute__((simt_device))" : "", length, text, length, text);
    if (d->alignas_word == NO_TOKEN)
        edit_insert(&unit->edits, after, "alignof(simt_type_%.*s), 0, 0};", length, text);
    else
        edit_insert(&unit->edits, after,
                    "simt::stricter(alignof(simt_type_%.*s), alignof(simt_align_%.*s)), 0, 0};", length, text,
                    TOKEN_TEXT(list, d->names[0]));
}

/* The call that finds a variable by its type and name. */
static void add_named(struct unit *unit, uint32_t at, int length, const char *text) {
    edit_insert(&unit->edits, at, "simt_extern_shared<simt_type_%.*s", length, text);
    for (int i = 0; i < length; i++)
        edit_insert(&unit->edits, at, text[i] == '\\' ? ", '\\%c'" : ", '%c'", text[i]);
    edit_insert(&unit->edits, at, ">());");
}

void unit_add_shared_reference(struct unit *unit, uint32_t at, uint32_t name, enum shared_kind kind) {
    int length = (int)unit->list.tokens[name].length;
    const char *text = unit->list.text + unit->list.tokens[name].start;
    edit_insert(&unit->edits, at, " simt_type_%.*s &%.*s = *static_cast<simt_type_%.*s *>(", length, text,
                length, text, length, text);
    if (kind == SHARED_DYNAMIC)
        edit_insert(&unit->edits, at, "simt_dynamic_shared());");
    else if (kind == SHARED_NAMED)
        add_named(unit, at, length, text);
    else
        edit_insert(&unit->edits, at, "simt_shared_variable(__builtin_addressof(simt_slot_%.*s)));", length,
                    text);
}

static void remember_local(struct unit *unit, uint32_t name) {
    unit->locals = memory_grow(unit->locals, unit->local_count, &unit->local_capacity, sizeof *unit->locals);
    unit->locals[unit->local_count++] = name;
}

static void remember_global(struct unit *unit, uint32_t name, uint32_t scope_end, enum shared_kind kind) {
    unit->globals =
        memory_grow(unit->globals, unit->global_count, &unit->global_capacity, sizeof *unit->globals);
    unit->globals[unit->global_count++] = (struct shared_global){name, scope_end, kind};
}

static void translate_declaration(struct unit *unit, const struct declaration *d) {
    const struct region *region = outline_find(&unit->outline, d->semicolon);
    bool global = region && region->kind == REGION_DECLARATION;
    make_typedef(unit, d);
    for (size_t k = 0; k < d->name_count; k++) {
        const enum shared_kind kind = !d->is_extern   ? SHARED_STATIC
                                      : d->unsized[k] ? SHARED_DYNAMIC
                                                      : SHARED_NAMED;
        if (kind == SHARED_STATIC)
            add_slot(unit, d, d->names[k]);
        if (global) {
            remember_global(unit, d->names[k], region->parent, kind);
        } else {
            unit_add_shared_reference(unit, token_end(&unit->list, d->semicolon), d->names[k], kind);
            remember_local(unit, d->names[k]);
        }
    }
}

void translate_shared(struct unit *unit) {
    const struct token_list *list = &unit->list;
    for (uint32_t i = 1; i + 1 < list->count; i++) {
        struct declaration d;
        if (!token_is(list, i, "__shared__"))
            continue;
        if (!declaration_read(list, i, &d)) {
            unit_blank(unit, i, i);
            continue;
        }
        if (d.initializer != NO_TOKEN) {
            unit_error(unit, d.initializer, "initializer not allowed for __shared__ variable");
            unit_blank(unit, i, i);
        } else {
            translate_declaration(unit, &d);
        }
        i = d.semicolon;
    }
}

/* Shared variables declared outside functions. Each device function that names one gets a reference to it at
   the start of its body, and the body becomes a block of its own, so that local variables hide it as usual.
 */

static bool is_hidden_by_parameter(const struct unit *unit, const struct region *function, uint32_t name) {
    const struct token_list *list = &unit->list;
    uint32_t open = syntax_parameters(list, function->first, function->body);
    return open != NO_TOKEN && unit_mentions(unit, open, list->tokens[open].match, name);
}

bool unit_sees_global(const struct unit *unit, const struct region *function,
                      const struct shared_global *global) {
    return function->kind == REGION_FUNCTION && (function->kernel || function->device) &&
           function->body > global->name && function->last < global->scope_end &&
           unit_mentions(unit, function->body, function->last, global->name) &&
           !is_hidden_by_parameter(unit, function, global->name);
}

static bool is_declared_before(const struct unit *unit, size_t global) {
    for (size_t i = 0; i < global; i++)
        if (unit_same_word(unit, unit->globals[i].name, unit->globals[global].name))
            return true;
    return false;
}

static void add_views(struct unit *unit, const struct region *function) {
    uint32_t at = token_end(&unit->list, function->body);
    bool any = false;
    for (size_t i = 0; i < unit->global_count; i++) {
        const struct shared_global *global = &unit->globals[i];
        if (!unit_sees_global(unit, function, global) || is_declared_before(unit, i))
            continue;
        unit_add_shared_reference(unit, at, global->name, global->kind);
        any = true;
    }
    if (!any)
        return;
    edit_insert(&unit->edits, at, " {");
    edit_insert(&unit->edits, unit->list.tokens[function->last].start, "} ");
}

void translate_shared_globals(struct unit *unit) {
    for (size_t i = 0; i < unit->outline.count && unit->global_count; i++)
        add_views(unit, &unit->outline.regions[i]);
}
