// The types of a submission's launchers, read from the debug information of its object.
#include "symbols.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TYPES = 16 }; // names for a type, one after another

// Text that is cut off at the end of its buffer.
struct text {
    char *to;
    size_t size, used;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text->to + text->used, text->size - text->used, format, arguments);
    va_end(arguments);
    text->used += length > 0 ? (size_t)length : 0;
    if (text->used >= text->size)
        text->used = text->size - 1;
}

static bool type_of(Dwarf_Die *die, Dwarf_Die *type) {
    Dwarf_Attribute attribute;
    return dwarf_attr_integrate(die, DW_AT_type, &attribute) && dwarf_formref_die(&attribute, type);
}

// The type without const, volatile, restrict and typedefs; false for void.
static bool plain_type_of(Dwarf_Die *die, Dwarf_Die *type) {
    Dwarf_Die named;
    return type_of(die, &named) && dwarf_peel_type(&named, type) == 0 && dwarf_tag(type) != DW_TAG_invalid;
}

static Dwarf_Word encoding_of(Dwarf_Die *type) {
    Dwarf_Attribute attribute;
    Dwarf_Word encoding = 0;
    if (dwarf_attr(type, DW_AT_encoding, &attribute))
        dwarf_formudata(&attribute, &encoding);
    return encoding;
}

// Whether it is a number of this size and kind; const, signs and names of enumerations do not matter. Types
// that are structures for the compiler are compared by name: __half and the vector types.
static bool is_element(Dwarf_Die *type, enum element element) {
    Dwarf_Word size = 0;
    const int tag = dwarf_tag(type);
    if (!element_is_passed(element)) {
        const char *name = dwarf_diename(type);
        return tag == DW_TAG_structure_type && name && strcmp(name, element_name(element)) == 0;
    }
    if ((tag != DW_TAG_base_type && tag != DW_TAG_enumeration_type) || dwarf_aggregate_size(type, &size) != 0)
        return false;
    const bool is_float = tag == DW_TAG_base_type && encoding_of(type) == DW_ATE_float;
    return size == element_bytes(element) && is_float == element_is_float(element);
}

// A pointer to a type that is not a number may be a pointer to void, about which nothing is known.
static bool is_parameter(Dwarf_Die *die, const struct parameter *parameter) {
    Dwarf_Die type, target;
    if (!plain_type_of(die, &type))
        return false;
    if (parameter->role == ARGUMENT_VALUE)
        return is_element(&type, parameter->element);
    return dwarf_tag(&type) == DW_TAG_pointer_type &&
           (!plain_type_of(&type, &target) || is_element(&target, parameter->element));
}

// The next parameter of a function; with NULL the first. @return whether there is one
static bool next_parameter(Dwarf_Die *function, Dwarf_Die *parameter, bool first) {
    int end = first ? dwarf_child(function, parameter) : dwarf_siblingof(parameter, parameter);
    while (end == 0 && dwarf_tag(parameter) != DW_TAG_formal_parameter)
        end = dwarf_siblingof(parameter, parameter);
    return end == 0;
}

static bool is_called_right(Dwarf_Die *function, const struct parameter *parameters) {
    const size_t count = signature_count(parameters);
    Dwarf_Die parameter;
    size_t i = 0;
    for (bool more = next_parameter(function, &parameter, true); more;
         more = next_parameter(function, &parameter, false))
        if (i >= count || !is_parameter(&parameter, &parameters[i++]))
            return false;
    return i == count;
}

// Writes a type in C's notation, from the innermost word outwards.
static void write_type(struct text *text, Dwarf_Die *die, int depth) {
    Dwarf_Die type;
    const bool known = type_of(die, &type);
    const int tag = known ? dwarf_tag(&type) : DW_TAG_invalid;
    const char *name = known ? dwarf_diename(&type) : "void";
    if (name) {
        add(text, "%s%s", tag == DW_TAG_enumeration_type ? "enum " : "", name);
        return;
    }
    const bool is_pointer = tag == DW_TAG_pointer_type, is_const = tag == DW_TAG_const_type;
    Dwarf_Die target;
    const bool of_pointer = is_const && type_of(&type, &target) && dwarf_tag(&target) == DW_TAG_pointer_type;
    if (is_const && !of_pointer)
        add(text, "const ");
    if (depth < MOST_TYPES && (is_pointer || is_const || tag == DW_TAG_restrict_type ||
                               tag == DW_TAG_volatile_type || tag == DW_TAG_reference_type))
        write_type(text, &type, depth + 1);
    else
        add(text, "...");
    if (is_pointer)
        add(text, text->used > 0 && text->to[text->used - 1] == '*' ? "*" : " *");
    else if (tag == DW_TAG_reference_type)
        add(text, " &");
    else if (of_pointer)
        add(text, " const");
}

static void write_function(char *to, size_t size, Dwarf_Die *function) {
    struct text text = {to, size, 0};
    Dwarf_Die parameter;
    to[0] = '\0';
    add(&text, "(");
    bool more = next_parameter(function, &parameter, true);
    for (bool first = true; more; more = next_parameter(function, &parameter, false), first = false) {
        add(&text, "%s", first ? "" : ", ");
        write_type(&text, &parameter, 0);
    }
    add(&text, ")");
}

static void write_expected(char *to, size_t size, const struct parameter *parameters) {
    struct text text = {to, size, 0};
    add(&text, "(");
    for (size_t i = 0; i < signature_count(parameters); i++) {
        const struct parameter *p = &parameters[i];
        add(&text, "%s%s%s%s", i > 0 ? ", " : "", CALL_ONLY_READ >> p->role & 1 ? "const " : "",
            element_name(p->element), p->role == ARGUMENT_VALUE ? "" : " *");
    }
    add(&text, ")");
}

// Of functions with the same name, the one with C linkage is called; otherwise any.
static bool find_function(Dwarf_Die *unit, const char *name, bool c_linkage, Dwarf_Die *function) {
    Dwarf_Die die;
    for (int end = dwarf_child(unit, &die); end == 0; end = dwarf_siblingof(&die, &die)) {
        const char *its_name = dwarf_tag(&die) == DW_TAG_subprogram ? dwarf_diename(&die) : NULL;
        if (!its_name || strcmp(its_name, name) != 0 || dwarf_hasattr(&die, DW_AT_declaration) ||
            !dwarf_hasattr(&die, DW_AT_external) ||
            dwarf_hasattr(&die, DW_AT_linkage_name) == (c_linkage ? 1 : 0))
            continue;
        *function = die;
        return true;
    }
    return false;
}

static void check_launcher(struct symbols *symbols, size_t i, const struct spec_task *task, Dwarf_Die *unit) {
    Dwarf_Die function;
    if (symbols->launchers[i] == SYMBOLS_MISSING ||
        !find_function(unit, task->name, symbols->launchers[i] == SYMBOLS_DEFINED, &function) ||
        (symbols->launchers[i] == SYMBOLS_DEFINED && is_called_right(&function, task->parameters)))
        return;
    symbols->launchers[i] = SYMBOLS_OTHER_SIGNATURE;
    write_function(symbols->types[i].is, sizeof symbols->types[i].is, &function);
    write_expected(symbols->types[i].should_be, sizeof symbols->types[i].should_be, task->parameters);
}

void prototypes_check(const char *object, const struct spec *lab, struct symbols *symbols) {
    static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_build_id_find_elf,
                                             .find_debuginfo = dwfl_standard_find_debuginfo,
                                             .section_address = dwfl_offline_section_address};
    Dwfl *dwfl = dwfl_begin(&callbacks);
    Dwfl_Module *module = dwfl ? dwfl_report_offline(dwfl, "submission", object, -1) : NULL;
    Dwarf_Addr bias;
    Dwarf_Die *unit = NULL;
    while (module && (unit = dwfl_module_nextcu(module, unit, &bias)))
        for (size_t t = 0; t < lab->task_count && t < SYMBOLS_MAX_LAUNCHERS; t++)
            check_launcher(symbols, t, &lab->tasks[t], unit);
    dwfl_end(dwfl);
}
