// A result that does not fit into registers is written by the called function to memory that the caller
// names. The caller has no store that the instrumentation could see, and in the called function the result
// looks like a local variable. So where other threads may see that memory,
//
//     *p = made(n);        becomes        result = made(n); *p = result;
//
// A class that must not be copied by its bytes (TREE_ADDRESSABLE) needs no change: its functions get a
// pointer, and each store through it is seen.
#include "gcc.h"

#include "tree-ssa-alias.h"

namespace {

// The test of the instrumentation (gcc/tsan.cc): no other code has the variable's address.
bool is_private(tree place) {
    tree base = get_base_address(place);
    if (!base || !DECL_P(base) || is_global_var(base))
        return false;
    pt_solution escaped;
    memset(&escaped, 0, sizeof escaped);
    escaped.escaped = 1;
    escaped.ipa_escaped = flag_ipa_pta != 0;
    return !may_be_aliased(base) || !pt_solution_includes(&escaped, base);
}

bool is_to_be_stored(tree place) {
    if (!place || TREE_CODE(place) == SSA_NAME || TREE_ADDRESSABLE(TREE_TYPE(place)) ||
        !tree_fits_uhwi_p(TYPE_SIZE_UNIT(TREE_TYPE(place))))
        return false;
    return !is_private(place) || !place_is_inside(place);
}

// The store follows the call. A call that may throw ends its block: then the store goes on the edge after it.
void store_result(gimple_stmt_iterator *at, gcall *call) {
    tree place = gimple_call_lhs(call), type = TREE_TYPE(place);
    edge onward = stmt_ends_bb_p(call) ? find_fallthru_edge(gimple_bb(call)->succs) : NULL;
    if (stmt_ends_bb_p(call) && (!onward || onward->flags & EDGE_ABNORMAL))
        return; // it never returns
    tree result = is_gimple_reg_type(type) ? make_ssa_name(type) : create_tmp_var(type, "result");
    gassign *store = gimple_build_assign(place, result);
    gimple_set_location(store, gimple_location(call));
    gimple_call_set_lhs(call, result);
    gimple_call_set_return_slot_opt(call, false);
    update_stmt(call);
    if (onward)
        gsi_insert_on_edge_immediate(onward, store);
    else
        gsi_insert_after(at, store, GSI_SAME_STMT);
}

const pass_data results_data = {GIMPLE_PASS,
                                "simt_results",
                                OPTGROUP_NONE,
                                TV_NONE,
                                PROP_ssa | PROP_cfg,
                                0,
                                0,
                                0,
                                TODO_update_ssa_only_virtuals};

class results : public gimple_opt_pass {
  public:
    results(gcc::context *context, bool without_optimizing)
        : gimple_opt_pass(results_data, context), unoptimized(without_optimizing) {}
    opt_pass *clone() override { return new results(m_ctxt, unoptimized); }
    bool gate(function *) override { return unoptimized == !optimize; }
    unsigned int execute(function *code) override {
        auto_vec<gcall *> calls;
        basic_block block;
        FOR_EACH_BB_FN(block, code)
        for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
            if (gcall *call = dyn_cast<gcall *>(gsi_stmt(at)))
                if (is_to_be_stored(gimple_call_lhs(call)))
                    calls.safe_push(call);
        for (gcall *call : calls) {
            gimple_stmt_iterator at = gsi_for_stmt(call);
            store_result(&at, call);
        }
        return 0;
    }

  private:
    const bool unoptimized;
};

} // namespace

gimple_opt_pass *results_pass(gcc::context *context, bool unoptimized) {
    return new results(context, unoptimized);
}
