// What a kernel's body needs behind a wait: variables in memory, values, and the names that a debugger knows.
#include "calls.h"
#include "lanes.h"

#include "gimple-walk.h"
#include "gimplify.h"
#include "ssa-iterators.h"
#include "tree-phinodes.h"

namespace {

std::set<tree> variables_of(function *of) {
    std::set<tree> found;
    tree variable;
    unsigned i;
    FOR_EACH_LOCAL_DECL(of, i, variable)
    if (VAR_P(variable) && auto_var_in_fn_p(variable, of->decl) && !is_gimple_reg(variable))
        found.insert(variable);
    for (tree parameter = DECL_ARGUMENTS(of->decl); parameter; parameter = DECL_CHAIN(parameter))
        if (!is_gimple_reg(parameter))
            found.insert(parameter);
    return found;
}

// The statements that name each variable, in the order of their blocks.
typedef std::map<tree, std::vector<gimple *>> mentions;

struct search {
    const std::set<tree> &variables;
    std::set<tree> found;
};

tree look_for(tree *place, int *subtrees, void *data) {
    search *s = static_cast<search *>(static_cast<walk_stmt_info *>(data)->info);
    if (TYPE_P(*place))
        *subtrees = 0;
    if (s->variables.count(*place))
        s->found.insert(*place);
    return NULL_TREE;
}

void add_mentions(mentions &all, gimple *statement, const std::set<tree> &variables) {
    search names = {variables, {}};
    walk_stmt_info walk = {};
    walk.info = &names;
    if (gphi *phi = dyn_cast<gphi *>(statement)) {
        for (unsigned i = 0; i < gimple_phi_num_args(phi); i++) {
            tree argument = gimple_phi_arg_def(phi, i);
            walk_tree(&argument, look_for, &walk, NULL);
        }
    } else {
        walk_gimple_op(statement, look_for, &walk);
    }
    for (tree variable : names.found)
        all[variable].push_back(statement);
}

mentions find_mentions(function *of, const std::set<tree> &variables) {
    mentions all;
    basic_block block;
    FOR_EACH_BB_FN(block, of) {
        for (gphi_iterator at = gsi_start_phis(block); !gsi_end_p(at); gsi_next(&at))
            add_mentions(all, at.phi(), variables);
        for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
            if (!is_gimple_debug(gsi_stmt(at)))
                add_mentions(all, gsi_stmt(at), variables);
    }
    return all;
}

// What a body does with a variable in memory.
struct memory_use {
    tree variable;
    std::set<tree> pointers; // values made of its address
    bool is_stored = false;
    bool escapes = false; // its address is where the search below does not see it
};

bool leads_to(const memory_use &use, tree operand) {
    if (operand && TREE_CODE(operand) == TREE_LIST) // an operand of assembly, with its constraint
        operand = TREE_VALUE(operand);
    if (!operand || TREE_CODE(operand) != ADDR_EXPR)
        return operand && use.pointers.count(operand);
    tree base = get_base_address(TREE_OPERAND(operand, 0));
    return base &&
           (base == use.variable || (TREE_CODE(base) == MEM_REF && leads_to(use, TREE_OPERAND(base, 0))));
}

// @return whether this has found another pointer
bool follow(memory_use &use, gimple *statement) {
    bool leads = false;
    tree to = gimple_get_lhs(statement);
    if (gimple_clobber_p(statement) || gimple_code(statement) == GIMPLE_COND)
        return false;
    if (gphi *phi = dyn_cast<gphi *>(statement)) {
        to = gimple_phi_result(phi);
        for (unsigned i = 0; i < gimple_phi_num_args(phi); i++)
            leads |= leads_to(use, gimple_phi_arg_def(phi, i));
    } else {
        for (unsigned i = to ? 1 : 0; i < gimple_num_ops(statement); i++)
            leads |= leads_to(use, gimple_op(statement, i));
        use.is_stored |= to && get_base_address(to) == use.variable;
        if (gcall *call = dyn_cast<gcall *>(statement))
            leads &= !is_any_hook(call) && !lanes_declare(call);
    }
    if (!leads)
        return false;
    use.escapes |= !to || TREE_CODE(to) != SSA_NAME || is_gimple_call(statement);
    return to && TREE_CODE(to) == SSA_NAME && use.pointers.insert(to).second;
}

memory_use use_of(tree variable, const std::vector<gimple *> &statements) {
    memory_use use;
    use.variable = variable;
    std::vector<gimple *> work = statements;
    while (!work.empty()) {
        gimple *statement = work.back(), *user;
        work.pop_back();
        if (!follow(use, statement))
            continue;
        imm_use_iterator i;
        tree pointer =
            gimple_code(statement) == GIMPLE_PHI ? gimple_phi_result(statement) : gimple_get_lhs(statement);
        FOR_EACH_IMM_USE_STMT(user, i, pointer)
        if (!is_gimple_debug(user))
            work.push_back(user);
    }
    return use;
}

// Follows the code from each wait until the variable's lifetime ends or starts again. @return whether the
// variable is named before that
bool is_named_after_wait(const lane_code &of, tree variable, const std::vector<gimple *> &statements) {
    std::map<basic_block, std::vector<gimple *>> in;
    std::set<basic_block> seen;
    std::vector<basic_block> work;
    for (gimple *statement : statements)
        in[gimple_bb(statement)].push_back(statement);
    for (const lane_wait &w : of.waits)
        if (seen.insert(w.after).second)
            work.push_back(w.after);
    while (!work.empty()) {
        basic_block block = work.back();
        const auto named = in.find(block);
        edge e;
        edge_iterator i;
        work.pop_back();
        if (named != in.end()) {
            gimple *first = named->second.front();
            const bool is_end = gimple_clobber_p(first) && gimple_assign_lhs(first) == variable;
            if (!is_end && !lanes_declare(first))
                return true;
            continue;
        }
        FOR_EACH_EDGE(e, i, block->succs)
        if (seen.insert(e->dest).second)
            work.push_back(e->dest);
    }
    return false;
}

struct by_number {
    bool operator()(tree a, tree b) const { return DECL_UID(a) < DECL_UID(b); }
};

// What variables of the source are bound to, where it is the same on all ways.
typedef std::map<tree, tree, by_number> bindings;

// @return whether `to` has changed
bool meet(bindings &to, bool is_first, const bindings &from) {
    if (is_first) {
        to = from;
        return true;
    }
    bool changed = false;
    for (auto at = to.begin(); at != to.end();) {
        const auto other = from.find(at->first);
        const bool same = other != from.end() && other->second == at->second;
        changed |= !same;
        at = same ? std::next(at) : to.erase(at);
    }
    return changed;
}

void bind_in(basic_block block, bindings &now) {
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
        if (gimple_debug_bind_p(gsi_stmt(at)))
            now[gimple_debug_bind_get_var(gsi_stmt(at))] = gimple_debug_bind_get_value(gsi_stmt(at));
}

} // namespace

bool lanes_declare(const gimple *statement) {
    return strcmp(name_of_call(statement), "simt_local_variable") == 0;
}

bool lanes_keep_memory(const lane_code &of, const std::vector<std::set<tree>> &alive) {
    for (const auto &entry : find_mentions(of.of, variables_of(of.of))) {
        const memory_use use = use_of(entry.first, entry.second);
        // A parameter that nothing changes is there again whenever the body is called.
        if (TREE_CODE(entry.first) == PARM_DECL) {
            if (use.is_stored || use.escapes)
                return true;
            continue;
        }
        if (use.escapes || is_named_after_wait(of, entry.first, entry.second))
            return true;
        for (tree pointer : use.pointers)
            for (const lane_wait &w : of.waits)
                if (alive[w.before->index].count(pointer))
                    return true;
    }
    return false;
}

void lanes_bind_again(const lane_code &of) {
    std::map<basic_block, bindings> at_start;
    std::vector<basic_block> work = {single_succ(ENTRY_BLOCK_PTR_FOR_FN(of.of))};
    at_start[work[0]];
    while (!work.empty()) {
        basic_block block = work.back();
        edge e;
        edge_iterator i;
        work.pop_back();
        bindings now = at_start[block];
        bind_in(block, now);
        FOR_EACH_EDGE(e, i, block->succs) {
            const bool is_first = !at_start.count(e->dest);
            if (meet(at_start[e->dest], is_first, now))
                work.push_back(e->dest);
        }
    }
    for (const lane_wait &w : of.waits) {
        gimple_stmt_iterator at = gsi_after_labels(w.after);
        for (const auto &bound : at_start[w.after])
            if (bound.second && (is_gimple_min_invariant(bound.second) ||
                                 std::count(w.live.begin(), w.live.end(), bound.second)))
                gsi_insert_before(&at,
                                  gimple_build_debug_bind(bound.first, unshare_expr(bound.second), w.call),
                                  GSI_SAME_STMT);
    }
}
