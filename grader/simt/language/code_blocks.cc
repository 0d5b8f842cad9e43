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
