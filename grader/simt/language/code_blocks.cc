// Blocks: which have a call of their own, and which follow each other.
#include "code.h"

static bool is_start_of_function(gimple *statement) {
    gcall *call = dyn_cast<gcall *>(statement);
    tree function = call ? gimple_call_fndecl(call) : NULL_TREE;
    if (!function || !fndecl_built_in_p(function, BUILT_IN_NORMAL))
        return false;
    return DECL_FUNCTION_CODE(function) == BUILT_IN_TSAN_FUNC_ENTRY ||
           (DECL_FUNCTION_CODE(function) == BUILT_IN_RETURN_ADDRESS);
}

// Where the block's call goes: before its first statement, but behind what the detector calls for the
// function.
gimple_stmt_iterator start_of(basic_block block) {
    gimple_stmt_iterator at = gsi_start_nondebug_after_labels_bb(block);
    while (!gsi_end_p(at) && (is_gimple_debug(gsi_stmt(at)) || is_start_of_function(gsi_stmt(at))))
        gsi_next(&at);
    return at;
}

bool has_hook(basic_block block) { return !gsi_end_p(start_of(block)); }

// The block whose record has what is done in this one.
basic_block with_hook(basic_block block) {
    while (block && block->index >= NUM_FIXED_BLOCKS && !has_hook(block))
        block = get_immediate_dominator(CDI_DOMINATORS, block);
    return block ? block : ENTRY_BLOCK_PTR_FOR_FN(cfun);
}

// Skips blocks that only go on. An empty loop without an end has no other.
basic_block target_of(basic_block block) {
    for (int left = n_basic_blocks_for_fn(cfun);
         left > 0 && block->index >= NUM_FIXED_BLOCKS && !has_hook(block) && single_succ_p(block); left--)
        block = single_succ(block);
    return block;
}

bool ends_function(basic_block block) {
    return block->index < NUM_FIXED_BLOCKS ||
           (single_succ_p(block) && single_succ(block)->index < NUM_FIXED_BLOCKS);
}

gcond *condition_of(basic_block block) {
    gimple_stmt_iterator last = gsi_last_nondebug_bb(block);
    return gsi_end_p(last) ? NULL : dyn_cast<gcond *>(gsi_stmt(last));
}

bool ends_in_branch(basic_block block) { return condition_of(block) != NULL; }

// Branches on which the lanes of a warp may part: there a GPU names the place where they meet again first,
// and waits at that place. Where a branch leaves the function nothing waits.
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
