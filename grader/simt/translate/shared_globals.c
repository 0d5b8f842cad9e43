/* Shared variables declared outside functions: each device function that names one gets a view of it at the
   start of its body, and the body a block of its own, so that local variables hide it as usual. */
#include "unit.h"

static bool hidden_by_parameter(const struct unit *unit, const struct region *function, uint32_t name) {
    const struct token_list *list = &unit->list;
    uint32_t open = syntax_parameters(list, function->first, function->body);
    return open != NO_TOKEN && unit_mentions(unit, open, list->tokens[open].match, name);
}

bool unit_sees_global(const struct unit *unit, const struct region *function,
                      const struct shared_global *global) {
    return function->kind == REGION_FUNCTION && (function->kernel || function->device) &&
           function->body > global->name && function->last < global->scope_end &&
           unit_mentions(unit, function->body, function->last, global->name) &&
           !hidden_by_parameter(unit, function, global->name);
}

static bool declared_before(const struct unit *unit, size_t global) {
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
        if (!unit_sees_global(unit, function, global) || declared_before(unit, i))
            continue;
        unit_add_shared_reference(unit, at, global->name, global->dynamic);
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
