// The attributes that replace CUDA's qualifiers, and the errors in declarations alone.
#include "calls.h"
#include "kernels.h"

namespace {

bool has(tree decl, const char *name) { return lookup_attribute(name, DECL_ATTRIBUTES(decl)) != NULL_TREE; }

// Qualifiers of one declaration arrive one by one: earlier ones are in its attributes.
void check_function(tree function, const char *name) {
    const location_t place = DECL_SOURCE_LOCATION(function);
    const bool kernel = strcmp(name, "simt_global") == 0;
    if (strcmp(name, "simt_host") != 0 && DECL_NAME(function) && MAIN_NAME_P(DECL_NAME(function)) &&
        DECL_NAMESPACE_SCOPE_P(function))
        error_at(place, "the function main cannot be marked __device__ or __global__");
    else if (kernel ? has(function, "simt_host") || has(function, "simt_device")
                    : has(function, "simt_global"))
        error_at(place, "a __global__ function cannot be __host__ or __device__, too");
    if (kernel)
        kernel_check_declaration(function);
}

bool is_of_translator(tree decl) { return strncmp(IDENTIFIER_POINTER(DECL_NAME(decl)), "simt_", 5) == 0; }

void check_memory(tree variable, const char *name) {
    const location_t place = DECL_SOURCE_LOCATION(variable);
    const bool managed = strcmp(name, "simt_managed") == 0 || has(variable, "simt_managed");
    const bool constant = strcmp(name, "simt_constant") == 0 || has(variable, "simt_constant");
    const char *word = managed ? "__managed__" : constant ? "__constant__" : "__device__";
    if (managed && constant)
        error_at(place, "a __managed__ variable cannot be __constant__");
    else if (managed && TYPE_REF_P(TREE_TYPE(variable)))
        error_at(place, "a __managed__ variable cannot have a reference type");
    else if (DECL_CLASS_SCOPE_P(variable))
        error_at(place, "the member '%s' cannot be %s: declare the variable outside of the class",
                 IDENTIFIER_POINTER(DECL_NAME(variable)), word);
    else if (at_function_scope_p() && !TREE_STATIC(variable) && !DECL_EXTERNAL(variable))
        error_at(place, "an automatic variable cannot be %s: declare it outside of the function", word);
    else if (at_function_scope_p() && current_function_decl &&
             space_of(current_function_decl) == SPACE_BOTH && !managed && TREE_STATIC(variable) &&
             !is_of_translator(variable))
        error_at(place, "a static %s variable is not allowed inside a host function body", word);
}

tree take_qualifier(tree *node, tree name, tree, int, bool *) {
    const char *word = IDENTIFIER_POINTER(name);
    if (TREE_CODE(*node) == FUNCTION_DECL)
        check_function(*node, word);
    else if (VAR_P(*node) && strcmp(word, "simt_host") != 0 && strcmp(word, "simt_global") != 0)
        check_memory(*node, word);
    return NULL_TREE;
}

tree take_launch_bounds(tree *node, tree, tree arguments, int, bool *) {
    if (TREE_CODE(*node) != FUNCTION_DECL)
        return NULL_TREE;
    const location_t place = DECL_SOURCE_LOCATION(*node);
    for (; arguments; arguments = TREE_CHAIN(arguments)) {
        tree value = TREE_VALUE(arguments);
        if (value && EXPR_P(value))
            value = maybe_constant_value(value);
        else if (value && DECL_P(value))
            value = decl_constant_value(value);
        if (!value || TREE_CODE(value) != INTEGER_CST)
            error_at(place, "__launch_bounds__ takes constants");
    }
    return NULL_TREE;
}

tree take_grid_constant(tree *node, tree, tree, int, bool *) {
    if (TREE_CODE(*node) == PARM_DECL && !TYPE_READONLY(TREE_TYPE(*node)) && !processing_template_decl)
        error_at(DECL_SOURCE_LOCATION(*node), "a __grid_constant__ parameter must have a const type");
    return NULL_TREE;
}

// name, fewest and most arguments, needs a declaration, a type, a function type, changes the type, handler
const struct attribute_spec specs[] = {
    {"simt_host", 0, 0, true, false, false, false, take_qualifier, NULL},
    {"simt_device", 0, 0, true, false, false, false, take_qualifier, NULL},
    {"simt_global", 0, 0, true, false, false, false, take_qualifier, NULL},
    {"simt_constant", 0, 0, true, false, false, false, take_qualifier, NULL},
    {"simt_managed", 0, 0, true, false, false, false, take_qualifier, NULL},
    {"simt_launch_bounds", 0, 3, true, false, false, false, take_launch_bounds, NULL},
    {"simt_grid_constant", 0, 0, true, false, false, false, take_grid_constant, NULL},
};

} // namespace

void attributes_register(void *, void *) {
    for (const struct attribute_spec &spec : specs)
        register_attribute(&spec);
}
