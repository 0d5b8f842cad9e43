// Where a function runs and a variable lives.
#include "space.h"

namespace {

bool has_attribute(tree decl, const char *name) {
    return lookup_attribute(name, DECL_ATTRIBUTES(decl)) != NULL_TREE;
}

// The bits that a declaration's own qualifiers give; 0 if it has none.
int own_space(tree function) {
    int space = 0;
    if (has_attribute(function, "simt_global"))
        space |= SPACE_KERNEL;
    if (has_attribute(function, "simt_device"))
        space |= SPACE_DEVICE;
    if (has_attribute(function, "simt_host"))
        space |= SPACE_HOST;
    return space;
}

bool is_named(tree decl, const char *name) { return DECL_NAME(decl) && id_equal(DECL_NAME(decl), name); }

bool begins_with_simt(tree scope) {
    return DECL_NAME(scope) && strncmp(IDENTIFIER_POINTER(DECL_NAME(scope)), "simt", 4) == 0;
}

// The engine's own functions run on both sides: nothing else may have such names (translate/confined.c).
bool is_of_engine(tree function) {
    const char *name = DECL_NAME(function) ? IDENTIFIER_POINTER(DECL_NAME(function)) : "";
    if (strncmp(name, "simt_", 5) == 0 || strncmp(name, "__builtin_", 10) == 0)
        return true;
    for (tree scope = CP_DECL_CONTEXT(function); scope && scope != global_namespace;
         scope = TYPE_P(scope) ? CP_TYPE_CONTEXT(scope) : CP_DECL_CONTEXT(scope)) {
        if (TREE_CODE(scope) == NAMESPACE_DECL && begins_with_simt(scope))
            return true;
        if (TREE_CODE(scope) == FUNCTION_DECL)
            return false;
    }
    return false;
}

// g++ calls it where a length is out of range, nvcc calls nothing.
bool is_length_check(tree function) { return is_named(function, "__cxa_throw_bad_array_new_length"); }

// nvcc takes these for both sides (its options --host-device-move-forward and
// --host-device-initializer-list, which are on).
bool is_of_both_libraries(tree function) {
    tree scope = CP_DECL_CONTEXT(function);
    if (TYPE_P(scope) && CLASS_TYPE_P(scope))
        return is_std_init_list(scope);
    return decl_in_std_namespace_p(function) && (is_named(function, "move") || is_named(function, "forward"));
}

// A lambda runs where the function around it runs. In a class it initializes a member, which may be on either
// side; outside of both it runs on the host.
int space_of_lambda(tree function) {
    tree call = lambda_function(DECL_CONTEXT(function));
    if (call && call != function && own_space(call))
        return own_space(call); // for the function that a lambda converts to
    tree around = decl_function_context(TYPE_NAME(DECL_CONTEXT(function)));
    if (!around)
        return TYPE_P(CP_TYPE_CONTEXT(DECL_CONTEXT(function))) ? SPACE_BOTH : SPACE_HOST;
    const int space = space_of(around);
    return space == SPACE_KERNEL ? SPACE_DEVICE : space == SPACE_IMPLICIT ? SPACE_BOTH : space;
}

bool is_written_by_compiler(tree function) {
    return DECL_DEFAULTED_FN(function) ? DECL_DEFAULTED_IN_CLASS_P(function) || DECL_ARTIFICIAL(function)
                                       : DECL_INHERITED_CTOR(function) != NULL_TREE;
}

int space_of_template(tree function) {
    if (!DECL_LANG_SPECIFIC(function) || !DECL_TEMPLATE_INFO(function))
        return 0;
    tree origin = DECL_TI_TEMPLATE(function);
    tree pattern = TREE_CODE(origin) == TEMPLATE_DECL ? DECL_TEMPLATE_RESULT(origin) : NULL_TREE;
    return pattern && pattern != function && TREE_CODE(pattern) == FUNCTION_DECL ? own_space(pattern) : 0;
}

} // namespace

// nvcc knows the others that read and write memory, and the atomics, as functions of the host.
bool is_host_builtin(tree function) {
    static const char *const prefixes[] = {
        "__sync_",       "__atomic_",    "__builtin___",    "__builtin_str",   "__builtin_stp",
        "__builtin_mem", "__builtin_bc", "__builtin_bzero", "__builtin_index", "__builtin_rindex"};
    if (!fndecl_built_in_p(function, BUILT_IN_NORMAL) || is_named(function, "__builtin_memcpy") ||
        is_named(function, "__builtin_memset") || is_named(function, "__atomic_is_lock_free"))
        return false;
    for (const char *prefix : prefixes)
        if (strncmp(IDENTIFIER_POINTER(DECL_NAME(function)), prefix, strlen(prefix)) == 0)
            return true;
    return false;
}

tree function_of_variant(tree function) {
    return DECL_LANG_SPECIFIC(function) && DECL_CLONED_FUNCTION_P(function) ? DECL_CLONED_FUNCTION(function)
                                                                            : function;
}

bool is_of_lambda(tree function) {
    return DECL_CLASS_SCOPE_P(function) && LAMBDA_TYPE_P(DECL_CONTEXT(function)) &&
           !DECL_DEFAULTED_FN(function);
}

bool is_kernel_body(tree function) {
    if (!is_of_lambda(function))
        return false;
    tree around = decl_function_context(TYPE_NAME(DECL_CONTEXT(function)));
    return around && space_of(around) == SPACE_KERNEL;
}

bool has_qualifier(tree function) { return own_space(function) != 0; }

enum space space_of(tree function) {
    function = function_of_variant(function);
    int space = own_space(function) | space_of_template(function);
    if (space & SPACE_KERNEL)
        return SPACE_KERNEL;
    if (!space && (DECL_IS_UNDECLARED_BUILTIN(function) || is_length_check(function) ||
                   is_of_engine(function) || is_of_both_libraries(function)))
        space = SPACE_BOTH;
    if (!space && is_of_lambda(function))
        space = space_of_lambda(function);
    if (!space && DECL_LANG_SPECIFIC(function) && is_written_by_compiler(function))
        return SPACE_IMPLICIT;
    return static_cast<enum space>(space ? space : SPACE_HOST);
}

bool is_device_variable(tree variable) {
    return has_attribute(variable, "simt_device") || has_attribute(variable, "simt_constant") ||
           has_attribute(variable, "simt_managed");
}

bool is_constant_memory(tree variable) { return has_attribute(variable, "simt_constant"); }

bool is_host_variable(tree variable) {
    if (!VAR_P(variable) || !(TREE_STATIC(variable) || DECL_EXTERNAL(variable)) ||
        DECL_ARTIFICIAL(variable) || is_device_variable(variable))
        return false;
    tree around = decl_function_context(variable);
    if (around)
        return space_of(around) == SPACE_HOST;
    for (tree scope = CP_DECL_CONTEXT(variable); scope && scope != global_namespace;
         scope = TYPE_P(scope) ? CP_TYPE_CONTEXT(scope) : CP_DECL_CONTEXT(scope))
        if (begins_with_simt(TYPE_P(scope) ? TYPE_NAME(scope) : scope))
            return false;
    return true;
}

bool has_constant_value(tree variable) {
    if (DECL_DECLARED_CONSTEXPR_P(variable))
        return true;
    tree type = TREE_TYPE(variable);
    return TYPE_READONLY(type) && !TYPE_VOLATILE(type) &&
           (INTEGRAL_OR_ENUMERATION_TYPE_P(type) || SCALAR_FLOAT_TYPE_P(type) || CLASS_TYPE_P(type)) &&
           DECL_INITIAL(variable) && TREE_CONSTANT(DECL_INITIAL(variable));
}

std::string name_of(tree function) {
    function = function_of_variant(function);
    return is_kernel_body(function) ? name_of(decl_function_context(TYPE_NAME(DECL_CONTEXT(function))))
                                    : decl_as_string(function, TFF_NO_TEMPLATE_BINDINGS);
}

const char *qualifiers_of(enum space space) {
    return space == SPACE_KERNEL ? "__global__"
           : space == SPACE_BOTH ? "__host__ __device__"
           : space == SPACE_HOST ? "__host__"
                                 : "__device__";
}
