// A function with a result that ends without a return.
//
// C++ does not say what it does, and g++, where it optimizes, takes that end to be out of reach: what runs
// then is the code of the next function. On a GPU, and in what nvcc makes of host code, the function comes
// back with any value. A beginner's check without a last return does no harm there, and none here: where the
// compiler has warned of such an end, this pass puts a return in its place.
#include "missing_return.h"

#include "middle.h"

namespace {

// The front end's own mark of such an end has no place in the source.
bool is_missing_return(gimple *statement) {
    return gimple_call_builtin_p(statement, BUILT_IN_UNREACHABLE) &&
           LOCATION_LOCUS(gimple_location(statement)) == BUILTINS_LOCATION;
}

const pass_data missing_return_data = {
    GIMPLE_PASS, "simt_missing_return", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0};

class missing_return : public gimple_opt_pass {
  public:
    explicit missing_return(gcc::context *context) : gimple_opt_pass(missing_return_data, context) {}
    unsigned int execute(function *of) override {
        basic_block block;
        FOR_EACH_BB_FN(block, of) {
            gimple_stmt_iterator last = gsi_last_nondebug_bb(block);
            if (gsi_end_p(last) || !is_missing_return(gsi_stmt(last)))
                continue;
            gsi_replace(&last, gimple_build_return(NULL_TREE), false);
            make_edge(block, EXIT_BLOCK_PTR_FOR_FN(of), 0);
        }
        return 0;
    }
};

} // namespace

void missing_return_register(const char *plugin) {
    register_pass_info info = {new missing_return(g), "*warn_function_return", 1, PASS_POS_INSERT_AFTER};
    register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}
