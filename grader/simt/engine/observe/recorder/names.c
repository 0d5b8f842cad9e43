// Names and types of a kernel's arrays.
//
// A kernel's body was made a lambda that captures the kernel's parameters (translate/kernels.c), and is the
// template argument of the function that runs it; g++ describes a capture of `n` as a member `__n`.
// A `__shared__` variable `s` has a typedef `simt_type_s` (translate/shared.c).
#include "engine/observe/recorder/scope.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/report/lines.h"

const struct trace_type simt_recorder_plain = {"int", 4, FORM_SIGNED, 0, 0};

static bool type_of(Dwarf_Die *die, Dwarf_Die *type) {
    Dwarf_Attribute attribute;
    return dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), type) != NULL;
}

static bool unqualified(Dwarf_Die *die, Dwarf_Die *type) {
    return type_of(die, type) && dwarf_peel_type(type, type) == 0;
}

static enum trace_form form_of(Dwarf_Die *type) {
    Dwarf_Attribute attribute;
    Dwarf_Word encoding;
    const char *name = dwarf_diename(type);
    if (dwarf_tag(type) == DW_TAG_enumeration_type)
        return FORM_SIGNED;
    if (dwarf_tag(type) == DW_TAG_structure_type && name && strcmp(name, "__half") == 0)
        return FORM_HALF;
    if (dwarf_tag(type) != DW_TAG_base_type ||
        dwarf_formudata(dwarf_attr(type, DW_AT_encoding, &attribute), &encoding) != 0)
        return FORM_OTHER;
    switch (encoding) {
    case DW_ATE_float:
        return FORM_FLOAT;
    case DW_ATE_signed:
    case DW_ATE_signed_char:
        return FORM_SIGNED;
    default:
        return FORM_UNSIGNED;
    }
}

// A structure is a vector if its data are x, y, z and w, or the first of them, of one type without gaps.
// @return how many; 0 of what is none
static unsigned components_of(Dwarf_Die *structure, Dwarf_Die *component) {
    static const char *const names[] = {"x", "y", "z", "w"};
    Dwarf_Die member, type;
    Dwarf_Word size, all;
    unsigned count = 0;
    if (dwarf_tag(structure) != DW_TAG_structure_type || dwarf_aggregate_size(structure, &all) != 0)
        return 0;
    for (int end = dwarf_child(structure, &member); end == 0; end = dwarf_siblingof(&member, &member)) {
        const char *name = dwarf_diename(&member);
        if (dwarf_tag(&member) != DW_TAG_member || dwarf_hasattr(&member, DW_AT_external))
            continue;
        if (count == 4 || !name || strcmp(name, names[count]) != 0 || !unqualified(&member, &type) ||
            (count > 0 && dwarf_dieoffset(&type) != dwarf_dieoffset(component)))
            return 0;
        *component = type;
        count++;
    }
    const bool whole = count > 1 && dwarf_aggregate_size(component, &size) == 0 && size * count == all;
    return whole && form_of(component) != FORM_OTHER ? count : 0;
}

static bool describe(Dwarf_Die *element, struct trace_type *type) {
    Dwarf_Die component;
    Dwarf_Word size;
    type->components = components_of(element, &component);
    Dwarf_Die *number = type->components > 0 ? &component : element;
    if (dwarf_aggregate_size(number, &size) != 0 || size == 0 || size > 4096)
        return false;
    const char *name = dwarf_diename(element);
    snprintf(type->name, sizeof type->name, "%s", name ? name : "struct");
    type->size = (unsigned)size;
    type->form = size <= 8 ? form_of(number) : FORM_OTHER;
    return true;
}

// The element of an array, and the length of its last dimension if it has more than one.
static bool describe_array(Dwarf_Die *array, struct trace_type *type) {
    Dwarf_Die element, dimension;
    if (!unqualified(array, &element))
        return false;
    unsigned dimensions = 0;
    Dwarf_Word bound = 0;
    if (dwarf_child(array, &dimension) == 0) {
        do {
            Dwarf_Attribute attribute;
            dimensions++;
            bound = 0;
            dwarf_formudata(dwarf_attr(&dimension, DW_AT_upper_bound, &attribute), &bound);
        } while (dwarf_siblingof(&dimension, &dimension) == 0);
    }
    if (!describe(&element, type))
        return false;
    type->columns = dimensions > 1 ? ((uint32_t)bound + 1) * (simt_recorder_stride(type) / type->size) : 0;
    return true;
}

bool simt_recorder_describe(Dwarf_Die *die, bool *is_pointer, struct trace_type *type) {
    Dwarf_Die its, target;
    if (!unqualified(die, &its))
        return false;
    const int tag = dwarf_tag(&its);
    *is_pointer = tag == DW_TAG_pointer_type;
    *type = simt_recorder_plain;
    if (*is_pointer)
        return unqualified(&its, &target) && describe(&target, type);
    return (tag == DW_TAG_base_type || tag == DW_TAG_enumeration_type) && describe(&its, type) &&
           type->size <= 8;
}

static bool points_to_const(Dwarf_Die *pointer) {
    Dwarf_Die target;
    bool found = type_of(pointer, &target);
    while (found && dwarf_tag(&target) == DW_TAG_typedef)
        found = type_of(&target, &target);
    return found && dwarf_tag(&target) == DW_TAG_const_type;
}

static bool read_member(Dwarf_Die *member, const unsigned char *closure, struct trace_argument *argument) {
    Dwarf_Attribute attribute;
    Dwarf_Word offset, size;
    Dwarf_Die type, target;
    const char *name = dwarf_diename(member);
    if (!name || !unqualified(member, &type) || dwarf_aggregate_size(&type, &size) != 0 || size > 8 ||
        dwarf_formudata(dwarf_attr(member, DW_AT_data_member_location, &attribute), &offset) != 0)
        return false;
    memset(argument, 0, sizeof *argument);
    snprintf(argument->name, sizeof argument->name, "%s", name + (strncmp(name, "__", 2) == 0 ? 2 : 0));
    memcpy(&argument->value, closure + offset, size);
    argument->is_pointer = dwarf_tag(&type) == DW_TAG_pointer_type;
    argument->is_const = argument->is_pointer && points_to_const(&type);
    argument->type = simt_recorder_plain;
    if (argument->is_pointer)
        return unqualified(&type, &target) && describe(&target, &argument->type);
    return describe(&type, &argument->type);
}

// The lambda's type: the template argument of the function at `body`.
static bool lambda_type(void (*body)(const void *), Dwarf_Die *lambda) {
    Dwarf_Die unit, *scopes = NULL, child;
    const Dwarf_Addr address = (uintptr_t)body - simt_debug_bias();
    bool found = false;
    int count = simt_debug_unit(address, &unit) ? dwarf_getscopes(&unit, address, &scopes) : 0;
    for (int i = 0; i < count && !found; i++) {
        if (dwarf_tag(&scopes[i]) != DW_TAG_subprogram || dwarf_child(&scopes[i], &child) != 0)
            continue;
        do
            found = dwarf_tag(&child) == DW_TAG_template_type_parameter && unqualified(&child, lambda);
        while (!found && dwarf_siblingof(&child, &child) == 0);
    }
    free(scopes);
    return found;
}

size_t simt_recorder_arguments(void (*body)(const void *), const void *closure, struct trace_argument *out,
                               size_t most) {
    Dwarf_Die lambda, member;
    size_t count = 0;
    if (!lambda_type(body, &lambda) || dwarf_child(&lambda, &member) != 0)
        return 0;
    do {
        if (dwarf_tag(&member) == DW_TAG_member && count < most)
            count += read_member(&member, closure, &out[count]);
    } while (dwarf_siblingof(&member, &member) == 0);
    return count;
}

static bool has_no_bound(Dwarf_Die *array) {
    Dwarf_Die dimension;
    Dwarf_Attribute attribute;
    return dwarf_tag(array) == DW_TAG_array_type && dwarf_child(array, &dimension) == 0 &&
           !dwarf_attr(&dimension, DW_AT_upper_bound, &attribute);
}

// Looks through `die` and all below it for the typedef of a shared variable.
static bool find_shared(Dwarf_Die *die, const char *name, Dwarf_Die *type, char found[64]) {
    static const char prefix[] = "simt_type_";
    Dwarf_Die child;
    if (dwarf_child(die, &child) != 0)
        return false;
    do {
        const char *word = dwarf_tag(&child) == DW_TAG_typedef ? dwarf_diename(&child) : NULL;
        if (word && strncmp(word, prefix, sizeof prefix - 1) == 0 && unqualified(&child, type)) {
            word += sizeof prefix - 1;
            if (name ? strcmp(word, name) == 0 : has_no_bound(type)) {
                snprintf(found, 64, "%s", word);
                return true;
            }
        }
        if (find_shared(&child, name, type, found))
            return true;
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

bool simt_recorder_shared_type(void (*body)(const void *), const char *name, struct trace_type *type,
                               char found[64]) {
    Dwarf_Die unit, array;
    const Dwarf_Addr address = (uintptr_t)body - simt_debug_bias();
    if (!simt_debug_unit(address, &unit) || !find_shared(&unit, name, &array, found))
        return false;
    type->columns = 0;
    return dwarf_tag(&array) == DW_TAG_array_type ? describe_array(&array, type) : describe(&array, type);
}
