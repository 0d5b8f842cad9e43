// Skips the calls of hooks that have nothing to do. In a run that logs nothing these are those of accesses to
// device memory, and of all basic blocks but one in many (simt/quiet.h); on the host, those of accesses to
// host memory. So variables of the engine are asked before the call, in the code itself.
#include "calls.h"
#include "code.h"
#include "code_pass.h"
#include "space.h"

#include "simt/quiet.h"

#include "cgraph.h"
#include "tree-into-ssa.h"

namespace {

// Puts `result = a op b` before a statement.
tree assign_before(gimple_stmt_iterator *at, tree type, enum tree_code op, tree a, tree b) {
    tree result = make_ssa_name(type);
    gsi_insert_before(at, gimple_build_assign(result, op, a, b), GSI_SAME_STMT);
    return result;
}

// The call runs only if the condition holds. What it does to memory is no longer done on each way.
void call_if(gcall *call, gcond *condition) {
    gimple_stmt_iterator at = gsi_for_stmt(call), last = at;
    gsi_prev(&last);
    basic_block rare =
        insert_cond_bb(gimple_bb(call), gsi_stmt(last), condition, profile_probability::unlikely());
    unlink_stmt_vdef(call);
    if (tree defined = gimple_vdef(call))
        if (TREE_CODE(defined) == SSA_NAME)
            release_ssa_name(defined);
    gimple_set_vuse(call, gimple_vop(cfun));
    gimple_set_vdef(call, gimple_vop(cfun));
    at = gsi_for_stmt(call);
    gsi_move_to_bb_end(&at, rare);
    update_stmt(call);
}

// Adds to a variable of the engine, and returns its new value.
tree add_before(gimple_stmt_iterator *at, tree variable, HOST_WIDE_INT number) {
    tree type = TREE_TYPE(variable), before = make_ssa_name(type);
    gsi_insert_before(at, gimple_build_assign(before, variable), GSI_SAME_STMT);
    tree after = assign_before(at, type, PLUS_EXPR, before, build_int_cst(type, number));
    gsi_insert_before(at, gimple_build_assign(variable, after), GSI_SAME_STMT);
    return after;
}

// A variable of a thread: no assembler can express its address less that of the device.
bool is_of_thread(tree address) {
    tree base = TREE_CODE(address) == ADDR_EXPR ? get_base_address(TREE_OPERAND(address, 0)) : NULL_TREE;
    return base && VAR_P(base) && DECL_THREAD_LOCAL_P(base);
}

void call_if_offset(gcall *call, enum tree_code relation, tree span) {
    gimple_stmt_iterator at = gsi_for_stmt(call);
    tree address = make_ssa_name(long_unsigned_type_node), room = make_ssa_name(long_unsigned_type_node);
    gsi_insert_before(&at, gimple_build_assign(address, NOP_EXPR, gimple_call_arg(call, 0)), GSI_SAME_STMT);
    tree offset = assign_before(&at, long_unsigned_type_node, MINUS_EXPR, address,
                                build_int_cstu(long_unsigned_type_node, SIMT_DEVICE_BASE));
    gsi_insert_before(&at, gimple_build_assign(room, span), GSI_SAME_STMT);
    call_if(call, gimple_build_cond(relation, offset, room, NULL_TREE, NULL_TREE));
}

void skip_access(gcall *call) {
    call_if_offset(call, GE_EXPR, hooks_variable("simt_quiet_span", long_unsigned_type_node, true));
}

// The hook counts the bytes that the host accesses. Where it is skipped, the code does: once for all accesses
// of a basic block, less those of which the hook is called.
void skip_host_accesses(const std::vector<gcall *> &accesses) {
    tree span = hooks_variable("simt_host_span", long_unsigned_type_node, false),
         bytes = hooks_variable("simt_host_bytes", long_unsigned_type_node, false);
    for (size_t i = 0; i < accesses.size();) {
        HOST_WIDE_INT sum = 0;
        const size_t first = i;
        for (basic_block block = gimple_bb(accesses[i]);
             i < accesses.size() && gimple_bb(accesses[i]) == block; i++)
            sum += tree_to_uhwi(size_of_hook(accesses[i]));
        gimple_stmt_iterator at = gsi_for_stmt(accesses[first]);
        add_before(&at, bytes, sum);
    }
    for (gcall *call : accesses) {
        call_if_offset(call, LT_EXPR, span);
        gimple_stmt_iterator at = gsi_for_stmt(call);
        add_before(&at, bytes, -static_cast<HOST_WIDE_INT>(tree_to_uhwi(size_of_hook(call))));
    }
}

// Instructions of the block that the hook belongs to: `own` of its record (simt/code_info.h).
HOST_WIDE_INT instructions_of(gcall *call) {
    tree record = TREE_OPERAND(gimple_call_arg(call, 0), 0);
    const unsigned own = offsetof(simt_code_info, own) / sizeof(uint32_t);
    return tree_to_uhwi(CONSTRUCTOR_ELT(DECL_INITIAL(record), own)->value);
}

void skip_block(gcall *call) {
    gimple_stmt_iterator at = gsi_for_stmt(call);
    tree steps = hooks_variable("simt_quiet_steps", long_integer_type_node, false);
    tree left = add_before(&at, steps, -instructions_of(call));
    call_if(call,
            gimple_build_cond(LT_EXPR, left, build_int_cst(long_integer_type_node, 0), NULL_TREE, NULL_TREE));
}

void skip_quiet(function *of) {
    std::vector<gcall *> accesses, blocks;
    const bool of_host = space_of(of->decl) == SPACE_HOST;
    basic_block block;
    FOR_EACH_BB_FN(block, of)
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
        if (gcall *call = dyn_cast<gcall *>(gsi_stmt(at))) {
            if (is_hook_of_block(call))
                blocks.push_back(call);
            else if (is_hook_of_number(call) && !is_of_thread(gimple_call_arg(call, 0)) &&
                     (!of_host || language_options.trusted_host))
                accesses.push_back(call);
        }
    if (of_host)
        skip_host_accesses(accesses);
    else
        for (gcall *call : accesses)
            skip_access(call);
    for (gcall *call : blocks)
        skip_block(call);
}

const pass_data quiet_data = {GIMPLE_PASS, "simt_quiet",   OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0,
                              0,           TODO_update_ssa};

class quiet_hooks : public gimple_opt_pass {
  public:
    explicit quiet_hooks(gcc::context *context) : gimple_opt_pass(quiet_data, context) {}
    opt_pass *clone() override { return new quiet_hooks(m_ctxt); }
    bool gate(function *) override { return flag_sanitize & SANITIZE_THREAD; }
    unsigned int execute(function *of) override {
        free_dominance_info(CDI_DOMINATORS);
        skip_quiet(of);
        return 0;
    }
};

} // namespace

// It comes last: conditions make code larger, and so fewer loops would be unrolled.
void quiet_pass_register(const char *plugin) {
    register_pass_info info = {new quiet_hooks(g), "optimized", 1, PASS_POS_INSERT_BEFORE};
    register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}
