// Looks up which variables are in scope, once for each code address.
#include "engine/observe/recorder/scope.h"

#include <dwarf.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/observe/recorder/recording.h"
#include "engine/report/lines.h"

struct trace_variable simt_recorder_variables[RECORD_VARIABLES];
size_t simt_recorder_variable_count;

static void *scopes_known; /* a tree of struct trace_scope by pc */

/** The state of a search: a scope, of a function, in which the code has reached a line. */
struct search {
    struct trace_scope *scope;
    Dwarf_Die *unit;
    Dwarf_Addr address;
    int depth, line;
};

static int variable_number(const struct trace_variable *variable) {
    for (size_t i = 0; i < simt_recorder_variable_count; i++)
        if (strcmp(simt_recorder_variables[i].name, variable->name) == 0 &&
            strcmp(simt_recorder_variables[i].type.name, variable->type.name) == 0 &&
            simt_recorder_variables[i].is_pointer == variable->is_pointer)
            return (int)i;
    if (simt_recorder_variable_count == RECORD_VARIABLES)
        return -1;
    simt_recorder_variables[simt_recorder_variable_count] = *variable;
    return (int)simt_recorder_variable_count++;
}

static bool is_hidden(const struct trace_scope *scope, const char *name) {
    for (unsigned i = 0; i < scope->count; i++)
        if (strcmp(simt_recorder_variables[scope->seen[i].variable].name, name) == 0)
            return true;
    return false;
}

static void find_constant(Dwarf_Die *die, struct trace_seen *seen) {
    Dwarf_Attribute attribute;
    Dwarf_Sword value;
    if (!dwarf_attr_integrate(die, DW_AT_const_value, &attribute) || dwarf_formsdata(&attribute, &value) != 0)
        return;
    seen->is_constant = true;
    seen->constant = (uint64_t)value << (64 - 8 * seen->size) >> (64 - 8 * seen->size);
}

static bool is_const(Dwarf_Die *die) {
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    return dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), &type) &&
           dwarf_tag(&type) == DW_TAG_const_type;
}

/** Adds a variable, unless it is of another kind, is hidden by another, or is declared further down. Captures
 * of a kernel's body, its parameters, have no file and are left out: where the kernel has changed one, g++
 * gives memory that no longer holds it. */
static void add(const struct search *search, Dwarf_Die *die) {
    struct trace_scope *scope = search->scope;
    struct trace_variable variable = {.is_pointer = false};
    struct trace_seen seen = {.depth = search->depth};
    const char *name = dwarf_diename(die), *file = dwarf_decl_file(die);
    int line = 0;
    if (scope->count == TRACE_LOCALS || !name || strncmp(name, "__", 2) == 0 || is_hidden(scope, name) ||
        !simt_line_is_own(search->unit, file) ||
        !simt_recorder_describe(die, &variable.is_pointer, &variable.type))
        return;
    simt_expression_find(die, DW_AT_location, search->address, &seen.located);
    seen.size = variable.is_pointer ? sizeof(void *) : variable.type.size;
    find_constant(die, &seen);
    seen.is_fixed = is_const(die);
    const bool has_value = seen.located.count > 0 || seen.is_constant;
    if (!has_value && (dwarf_decl_line(die, &line) != 0 || line >= search->line))
        return;
    snprintf(variable.name, sizeof variable.name, "%s", name);
    seen.variable = variable_number(&variable);
    if (seen.variable >= 0)
        scope->seen[scope->count++] = seen;
}

static void add_all(const struct search *search, Dwarf_Die *scope) {
    Dwarf_Die child;
    if (dwarf_child(scope, &child) != 0)
        return;
    do
        if (dwarf_tag(&child) == DW_TAG_variable || dwarf_tag(&child) == DW_TAG_formal_parameter)
            add(search, &child);
    while (dwarf_siblingof(&child, &child) == 0);
}

static int call_line(Dwarf_Die *inlined) {
    Dwarf_Attribute attribute;
    Dwarf_Word line;
    return dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &line) == 0 ? (int)line : 0;
}

/** The body of a kernel was made a lambda (translate/kernels.c). */
static bool is_lambda(Dwarf_Die *scope) {
    const char *name = dwarf_tag(scope) == DW_TAG_inlined_subroutine ? dwarf_diename(scope) : NULL;
    return name && strcmp(name, "operator()") == 0;
}

static bool has_variables(Dwarf_Die *scope) {
    Dwarf_Attribute attribute;
    Dwarf_Die child;
    bool found = false;
    if (dwarf_child(scope, &child) == 0)
        do
            found |= dwarf_tag(&child) == DW_TAG_variable &&
                     !dwarf_attr_integrate(&child, DW_AT_artificial, &attribute);
        while (dwarf_siblingof(&child, &child) == 0);
    return found;
}

/** The depth of the block that is the kernel's body: the outermost one in the lambda with variables other
 * than captures, which are artificial. -1: none. */
static int depth_of_body(Dwarf_Die *scopes, int count) {
    for (int i = count - 1; i >= 0; i--) {
        if (!is_lambda(&scopes[i]))
            continue;
        while (i >= 0 && !has_variables(&scopes[i]))
            i--;
        return i;
    }
    return -1;
}

static int outermost_first(const void *a, const void *b) {
    const struct trace_seen *x = a, *y = b;
    return x->depth != y->depth ? y->depth - x->depth : x->variable - y->variable;
}

static int line_at(Dwarf_Die *unit, Dwarf_Addr address) {
    Dwarf_Line *row = dwarf_getsrc_die(unit, address);
    int line = 0;
    return row && dwarf_lineno(row, &line) == 0 ? line : 0;
}

/** From the innermost scope outwards to the called function, through those that were inlined. */
static void fill(struct trace_scope *scope) {
    Dwarf_Die unit, *innermost = NULL, *scopes = NULL;
    const Dwarf_Addr address = scope->pc - 1 - simt_debug_bias(); // within the call
    struct search search = {.scope = scope, .unit = &unit, .address = address};
    if (!simt_debug_unit(address, &unit))
        return;
    search.line = line_at(&unit, address);
    int count = dwarf_getscopes(&unit, address, &innermost) > 0 ? dwarf_getscopes_die(innermost, &scopes) : 0;
    for (int i = 0; i < count; i++, search.depth++) {
        add_all(&search, &scopes[i]);
        if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine)
            search.line = call_line(&scopes[i]);
        if (dwarf_tag(&scopes[i]) != DW_TAG_subprogram)
            continue;
        simt_expression_find(&scopes[i], DW_AT_frame_base, address, &scope->base);
        break;
    }
    const int body = depth_of_body(scopes, count);
    for (unsigned s = 0; s < scope->count; s++)
        scope->seen[s].is_fixed &= scope->seen[s].depth == body;
    qsort(scope->seen, scope->count, sizeof scope->seen[0], outermost_first);
    free(scopes);
    free(innermost);
}

static int by_pc(const void *a, const void *b) {
    const struct trace_scope *x = a, *y = b;
    return (x->pc > y->pc) - (x->pc < y->pc);
}

const struct trace_scope *simt_scope_at(uintptr_t pc) {
    struct trace_scope wanted = {.pc = pc}, **known = tfind(&wanted, &scopes_known, by_pc);
    if (known)
        return *known;
    struct trace_scope *scope = simt_recorder_zeroed(1, sizeof *scope);
    scope->pc = pc;
    fill(scope);
    tsearch(scope, &scopes_known, by_pc);
    return scope;
}
