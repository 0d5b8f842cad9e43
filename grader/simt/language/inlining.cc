// Which functions of the device are inlined in any case.
//
// nvcc inlines functions of any size. g++ would leave some calls, and the model moves no load past a call.
#include "inlining.h"

#include "space.h"

namespace {

const unsigned HOST_WIDE_INT LARGE = 1024; // bytes of a function's variables

tree add_variable(tree *node, int *, void *bytes) {
    tree variable = TREE_CODE(*node) == DECL_EXPR ? DECL_EXPR_DECL(*node) : NULL_TREE;
    if (!variable || !VAR_P(variable) || TREE_STATIC(variable))
        return NULL_TREE;
    tree size = DECL_SIZE_UNIT(variable);
    *static_cast<unsigned HOST_WIDE_INT *>(bytes) +=
        size && tree_fits_uhwi_p(size) ? tree_to_uhwi(size) : LARGE;
    return NULL_TREE;
}

} // namespace

void inlining_finish(tree function) {
    unsigned HOST_WIDE_INT bytes = 0;
    if (!(space_of(function) & SPACE_DEVICE))
        return;
    cp_walk_tree_without_duplicates(&DECL_SAVED_TREE(function), add_variable, &bytes);
    if (bytes < LARGE)
        DECL_DISREGARD_INLINE_LIMITS(function) = 1;
}
