// Which functions of the device are inlined in any case.
//
// nvcc inlines functions of any size. g++ would leave some calls, and the model moves no load past a call.
//
// A function for both sides may ask at run time which one it is on (translate/sides.c). Inlined into a
// function of one side it knows, and the other side's part goes.
#include "inlining.h"

#include "middle.h"
#include "space.h"

#include "gimple-fold.h"

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

const pass_data side_data = {
    GIMPLE_PASS, "simt_side", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0};

class known_side : public gimple_opt_pass {
  public:
    explicit known_side(gcc::context *context) : gimple_opt_pass(side_data, context) {}
    unsigned int execute(function *of) override {
        const enum space space = space_of(of->decl);
        basic_block block;
        // Thrust's functions are the host's to the compiler, and its algorithms run on the device.
        if (space != SPACE_DEVICE && (space != SPACE_HOST || DECL_IN_SYSTEM_HEADER(of->decl)))
            return 0;
        FOR_EACH_BB_FN(block, of)
        for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
            tree callee = is_gimple_call(gsi_stmt(at)) ? gimple_call_fndecl(gsi_stmt(at)) : NULL_TREE;
            if (callee && DECL_NAME(callee) && id_equal(DECL_NAME(callee), "simt_on_device"))
                replace_call_with_value(&at, build_int_cst(integer_type_node, space == SPACE_DEVICE));
        }
        return 0;
    }
};

} // namespace

void inlining_register(const char *plugin) {
    register_pass_info info = {new known_side(g), "einline", 1, PASS_POS_INSERT_AFTER};
    register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

void inlining_finish(tree function) {
    unsigned HOST_WIDE_INT bytes = 0;
    if (!(space_of(function) & SPACE_DEVICE))
        return;
    cp_walk_tree_without_duplicates(&DECL_SAVED_TREE(function), add_variable, &bytes);
    if (bytes < LARGE)
        DECL_DISREGARD_INLINE_LIMITS(function) = 1;
}
