// Branches on which the lanes of a warp may part: there a GPU names the place where they meet again first,
// and waits at that place. Where a branch leaves the function nothing waits.
#include "code.h"

namespace {

bool is_source(gimple *statement) {
    if (is_gimple_call(statement))
        return true;
    if (!is_gimple_assign(statement) || !gimple_vuse(statement))
        return false;
    return !is_read_once(statement) || is_of_thread(statement);
}

bool uses_varying(const std::set<tree> &varying, gimple *statement) {
    ssa_op_iter i;
    tree use;
    if (gphi *phi = dyn_cast<gphi *>(statement)) {
        for (unsigned arg = 0; arg < gimple_phi_num_args(phi); arg++)
            if (varying.count(gimple_phi_arg_def(phi, arg)))
                return true;
        return false;
    }
    FOR_EACH_SSA_TREE_OPERAND(use, statement, i, SSA_OP_USE)
    if (varying.count(use))
        return true;
    return false;
}

// Values that may differ among the lanes of a warp.
std::set<tree> find_varying(const struct code &code) {
    std::set<tree> varying;
    tree name;
    unsigned i;
    for (bool changed = true; changed;) {
        changed = false;
        FOR_EACH_SSA_NAME(i, name, code.of) {
            gimple *made = SSA_NAME_DEF_STMT(name);
            if (!virtual_operand_p(name) && made && (is_source(made) || uses_varying(varying, made)))
                changed |= varying.insert(name).second;
        }
    }
    return varying;
}

bool parts(const std::set<tree> &varying, basic_block block) {
    gimple_stmt_iterator last = gsi_last_nondebug_bb(block);
    return EDGE_COUNT(block->succs) > 1 && !gsi_end_p(last) && uses_varying(varying, gsi_stmt(last));
}

// In a loop that is left by the branch, the place is named before the loop.
basic_block place_of_name(basic_block branch) {
    class loop *loop = branch->loop_father;
    return loop_outer(loop) && loop_exits_from_bb_p(loop, branch)
               ? get_immediate_dominator(CDI_DOMINATORS, loop->header)
               : branch;
}

} // namespace

std::vector<branch_meeting> branches_find(const struct code &code) {
    std::vector<branch_meeting> found;
    const std::set<tree> varying = find_varying(code);
    basic_block block;
    calculate_dominance_info(CDI_POST_DOMINATORS);
    FOR_EACH_BB_FN(block, code.of) {
        basic_block meeting = get_immediate_dominator(CDI_POST_DOMINATORS, block);
        if (parts(varying, block) && meeting && !ends_function(meeting))
            found.push_back({block, place_of_name(block), meeting});
    }
    free_dominance_info(CDI_POST_DOMINATORS);
    return found;
}
