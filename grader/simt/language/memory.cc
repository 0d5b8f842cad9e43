// The shared and constant memory that a program requests, and the types of dynamic memory.
#include "memory.h"

namespace {

enum { MOST_CONSTANT = 64 << 10 };

unsigned HOST_WIDE_INT constant_bytes;
// The type of each name of dynamic shared memory, by its namespace.
std::map<std::string, std::string> dynamic_types;

tree find_call(tree *node, int *, void *data) {
    return TREE_CODE(*node) == FUNCTION_DECL && DECL_NAME(*node) &&
                   id_equal(DECL_NAME(*node), static_cast<const char *>(data))
               ? *node
               : NULL_TREE;
}

bool is_made_by(tree value, const char *function) {
    return cp_walk_tree_without_duplicates(&value, find_call, const_cast<char *>(function)) != NULL_TREE;
}

// All declarations of one name in a namespace are one variable, whatever their scope.
void declare_dynamic(tree function, tree variable) {
    tree scope = CP_DECL_CONTEXT(function);
    while (TREE_CODE(scope) != NAMESPACE_DECL)
        scope = TYPE_P(scope) ? CP_TYPE_CONTEXT(scope) : CP_DECL_CONTEXT(scope);
    const std::string name = IDENTIFIER_POINTER(DECL_NAME(variable));
    const std::string type =
        type_as_string(strip_typedefs(TREE_TYPE(TREE_TYPE(variable))), TFF_PLAIN_IDENTIFIER);
    const auto known = dynamic_types.insert({decl_as_string(scope, TFF_SCOPE) + ("::" + name), type}).first;
    if (known->second != type)
        error_at(DECL_SOURCE_LOCATION(variable),
                 "declaration is incompatible with another '%s': all declarations of one name are the same "
                 "memory, here '%s' and '%s'; give it another name, or one type and a cast",
                 name.c_str(), known->second.c_str(), type.c_str());
}

unsigned HOST_WIDE_INT bytes_of(tree type) {
    tree size = COMPLETE_TYPE_P(type) ? TYPE_SIZE_UNIT(type) : NULL_TREE;
    return size && tree_fits_uhwi_p(size) ? tree_to_uhwi(size) : 0;
}

} // namespace

void memory_declare_local(struct caller &caller, tree variable, tree value) {
    if (!VAR_P(variable) || !TYPE_REF_P(TREE_TYPE(variable)) || !DECL_NAME(variable))
        return;
    if (is_made_by(value, "simt_dynamic_shared"))
        declare_dynamic(caller.function, variable);
    else if (is_made_by(value, "simt_shared_variable"))
        caller.shared[DECL_UID(variable)] = bytes_of(TREE_TYPE(TREE_TYPE(variable)));
}

void memory_use(struct caller &caller, tree variable) {
    auto shared = caller.shared.find(DECL_UID(variable));
    if (shared == caller.shared.end())
        return;
    caller.shared_bytes += shared->second;
    caller.shared.erase(shared);
}

void memory_declare(tree variable) {
    if (!is_constant_memory(variable) || DECL_EXTERNAL(variable))
        return;
    const bool fitted = constant_bytes <= MOST_CONSTANT;
    constant_bytes += bytes_of(TREE_TYPE(variable));
    if (fitted && constant_bytes > MOST_CONSTANT)
        error_at(DECL_SOURCE_LOCATION(variable),
                 "the file uses too much constant memory (%wu bytes, 65536 at most)", constant_bytes);
}
