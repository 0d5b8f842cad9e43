// What a kernel may not be: a member, a function with a result, one with parameters that cannot be passed.
// Source: CUDA C++ Programming Guide, "C++ Language Support", Functions; Templates.
#include "kernels.h"

#include "calls.h"

namespace {

bool is_unnamed_inline(tree scope) {
    return TREE_CODE(scope) == NAMESPACE_DECL && DECL_NAMESPACE_INLINE_P(scope) && !DECL_NAME(scope);
}

const char *wrong_place(tree kernel) {
    if (DECL_CLASS_SCOPE_P(kernel) || DECL_FUNCTION_MEMBER_P(kernel))
        return "a __global__ function cannot be a member function";
    if (DECL_NAME(kernel) && IDENTIFIER_ANY_OP_P(DECL_NAME(kernel)))
        return "an operator function cannot be a __global__ function";
    if (DECL_DECLARED_CONSTEXPR_P(kernel))
        return "a __global__ function cannot be constexpr";
    if (is_unnamed_inline(CP_DECL_CONTEXT(kernel)))
        return "a __global__ function cannot be declared in an inline unnamed namespace";
    return NULL;
}

// On some processors it is an array, of which a parameter is a pointer to its first element; on others a
// class.
bool is_va_list(tree type) {
    if (TREE_CODE(va_list_type_node) != ARRAY_TYPE)
        return TYPE_MAIN_VARIANT(type) == TYPE_MAIN_VARIANT(va_list_type_node);
    return POINTER_TYPE_P(type) &&
           TYPE_MAIN_VARIANT(TREE_TYPE(type)) == TYPE_MAIN_VARIANT(TREE_TYPE(va_list_type_node));
}

const char *wrong_parameter(tree type) {
    if (TYPE_REF_P(type) && TYPE_REF_IS_RVALUE(type))
        return "a __global__ function cannot have a parameter with rvalue reference type";
    if (CLASS_TYPE_P(type) && is_std_init_list(type))
        return "a __global__ function cannot have a parameter with type std::initializer_list";
    if (is_va_list(type))
        return "a __global__ function cannot have a parameter with va_list type";
    return NULL;
}

const char *wrong_result(tree result) {
    if (VOID_TYPE_P(result) || (processing_template_decl && dependent_type_p(result)))
        return NULL;
    return is_auto(result) ? "a __global__ function must not have a deduced return type"
                           : "a __global__ function must have a void return type";
}

// Why a type cannot be a template argument of a kernel: device code cannot name it. NULL if it can.
const char *wrong_argument(tree type) {
    if (POINTER_TYPE_P(type) || TREE_CODE(type) == ARRAY_TYPE)
        return wrong_argument(TREE_TYPE(type));
    if (!OVERLOAD_TYPE_P(type))
        return NULL;
    tree around = decl_function_context(TYPE_NAME(type));
    const bool on_host = !around || space_of(around) == SPACE_HOST;
    if (CLASS_TYPE_P(type) && LAMBDA_TYPE_P(type))
        return on_host ? "the type of a lambda" : NULL;
    if (around)
        return on_host ? "a type defined inside a __host__ function" : NULL;
    if (TYPE_UNNAMED_P(type))
        return "an unnamed type";
    tree decl = TYPE_NAME(type);
    return DECL_CLASS_SCOPE_P(decl) && (TREE_PRIVATE(decl) || TREE_PROTECTED(decl))
               ? "a private or protected type"
               : NULL;
}

bool is_extended_lambda(tree type) {
    if (!CLASS_TYPE_P(type) || !LAMBDA_TYPE_P(type))
        return false;
    tree call = lambda_function(type);
    return call && (space_of(call) & SPACE_DEVICE);
}

} // namespace

void kernel_check_declaration(tree kernel) {
    const location_t place = DECL_SOURCE_LOCATION(kernel);
    tree type = TREE_TYPE(kernel);
    const char *wrong = wrong_place(kernel);
    if (!wrong)
        wrong = wrong_result(TREE_TYPE(type));
    if (!wrong && stdarg_p(type))
        wrong = "a __global__ function cannot have ellipsis";
    for (tree parameter = TYPE_ARG_TYPES(type); !wrong && parameter; parameter = TREE_CHAIN(parameter))
        wrong = wrong_parameter(TREE_VALUE(parameter));
    if (wrong)
        error_at(place, "%s", wrong);
}

void kernel_check_definition(tree kernel) {
    const bool is_instance = DECL_LANG_SPECIFIC(kernel) && DECL_TEMPLATE_INSTANTIATION(kernel);
    const char *wrong = is_instance ? wrong_result(TREE_TYPE(TREE_TYPE(kernel))) : NULL;
    if (wrong)
        error_at(DECL_SOURCE_LOCATION(kernel), "%s", wrong);
    else if (!is_instance && !calls_has_kernel_body(kernel))
        error_at(DECL_SOURCE_LOCATION(kernel),
                 "the __global__ function '%s' is redeclared without __global__", name_of(kernel).c_str());
}

void kernel_check_local(tree variable) {
    tree function = current_function_decl;
    if (!function || DECL_CONTEXT(variable) != function || !is_kernel_body(function) || !DECL_NAME(variable))
        return;
    // The kernel's own braces are two scopes inside that of the lambda's parameters.
    const cp_binding_level *own = current_binding_level, *around = own->level_chain;
    if (own->kind != sk_block || !around || around->kind != sk_block || !around->level_chain ||
        around->level_chain->kind != sk_function_parms)
        return;
    tree kernel = decl_function_context(TYPE_NAME(DECL_CONTEXT(function)));
    for (tree parameter = DECL_ARGUMENTS(kernel); parameter; parameter = DECL_CHAIN(parameter))
        if (DECL_NAME(parameter) == DECL_NAME(variable) && !is_capture_proxy(variable))
            error_at(DECL_SOURCE_LOCATION(variable),
                     "redeclaration of '%s', which is a parameter of the kernel",
                     IDENTIFIER_POINTER(DECL_NAME(variable)));
}

void kernel_check_arguments(tree kernel, location_t place) {
    if (!DECL_LANG_SPECIFIC(kernel) || !DECL_TEMPLATE_INFO(kernel))
        return;
    tree arguments = INNERMOST_TEMPLATE_ARGS(DECL_TI_ARGS(kernel));
    for (int i = 0; i < TREE_VEC_LENGTH(arguments); i++) {
        tree argument = TREE_VEC_ELT(arguments, i);
        const int count = ARGUMENT_PACK_P(argument) ? TREE_VEC_LENGTH(ARGUMENT_PACK_ARGS(argument)) : 1;
        for (int k = 0; k < count; k++) {
            tree type = ARGUMENT_PACK_P(argument) ? TREE_VEC_ELT(ARGUMENT_PACK_ARGS(argument), k) : argument;
            const char *wrong = TYPE_P(type) && !is_extended_lambda(type) ? wrong_argument(type) : NULL;
            if (wrong)
                return error_at(place,
                                "%s cannot be a template argument of a __global__ function, here of '%s'",
                                wrong, name_of(kernel).c_str());
        }
    }
}
