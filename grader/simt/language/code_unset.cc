// Uninitialised values that lanes receive from shuffles.
//
// Passing an uninitialised variable to a shuffle is no read, and receiving such a value is harmless too: in
// many reductions lanes receive values that they never use. So each value that may come from a shuffle is
// followed through the function by another one, its origin: 0, or the shuffle at which it was uninitialised
// (engine/exec/unset.h). The origin is passed to the engine where it matters: where the value is stored, is
// part of an address, or decides whether code with effects runs. A condition that only chooses between values
// passes its origin on to the result.
#include "code.h"
#include "code_pass.h"
#include "space.h"

#include "gimplify.h"

namespace {

enum { REGION = 32 }; // blocks that depend on a condition and are examined

// The blocks that depend on a condition.
struct region {
    basic_block branch, join;
    std::set<basic_block> blocks; // between the two
    bool acts;                    // one of the sides always has an effect
};

struct unset {
    function *of;
    std::vector<gcall *> shuffles, reads; // reads: hooks of loads of the function's own variables
    std::vector<gimple *> copies;         // of classes, from one of these variables to another
    std::map<tree, tree> origins;         // of values
    std::map<gimple *, region> regions;   // by condition
};

bool is_call_of(gimple *statement, const char *name) {
    tree function = is_gimple_call(statement) ? gimple_call_fndecl(statement) : NULL_TREE;
    return function && DECL_NAME(function) && strcmp(IDENTIFIER_POINTER(DECL_NAME(function)), name) == 0;
}

bool is_shuffle(gimple *statement) { return is_call_of(statement, "simt_shuffle"); }

bool is_of_engine(gimple *statement) {
    tree function = gimple_call_fndecl(statement);
    return function && DECL_NAME(function) &&
           strncmp(IDENTIFIER_POINTER(DECL_NAME(function)), "simt_", 5) == 0;
}

enum { PASSED = 2 }; // the argument of simt_shuffle() that is the lane's value

bool only_passes(gimple *shuffle, tree value) {
    for (unsigned i = 0; i < gimple_call_num_args(shuffle); i++)
        if (i != PASSED && gimple_call_arg(shuffle, i) == value)
            return false;
    return true;
}

// The only value that a statement computes from others; NULL_TREE if it does more, or less.
tree made_of_values(gimple *statement) {
    if (gimple_code(statement) == GIMPLE_PHI)
        return virtual_operand_p(gimple_phi_result(statement)) ? NULL_TREE : gimple_phi_result(statement);
    if (gimple_vuse(statement) || (!is_gimple_assign(statement) && !is_gimple_call(statement)))
        return NULL_TREE;
    tree value = gimple_get_lhs(statement);
    return value && TREE_CODE(value) == SSA_NAME ? value : NULL_TREE;
}

std::vector<gimple *> uses_of(tree value) {
    std::vector<gimple *> uses;
    imm_use_iterator i;
    use_operand_p use;
    FOR_EACH_IMM_USE_FAST(use, i, value)
    if (!is_gimple_debug(USE_STMT(use)))
        uses.push_back(USE_STMT(use));
    return uses;
}

// True if the value is only passed to shuffles.
bool is_only_passed(tree value, std::set<tree> &seen) {
    if (!seen.insert(value).second)
        return true;
    for (gimple *use : uses_of(value)) {
        tree made = is_shuffle(use) ? NULL_TREE : made_of_values(use);
        if (made ? !is_only_passed(made, seen) : !is_shuffle(use) || !only_passes(use, value))
            return false;
    }
    return true;
}

// The variable that contains a place, or the object of a pointer that is no constant.
tree variable_around(tree place) {
    tree base = get_base_address(place);
    for (unsigned steps = 0; base && !DECL_P(base) && steps < REGION; steps++) {
        if (TREE_CODE(base) != MEM_REF && TREE_CODE(base) != TARGET_MEM_REF)
            return NULL_TREE;
        tree pointer = TREE_OPERAND(base, 0);
        while (TREE_CODE(pointer) == SSA_NAME && steps++ < REGION) {
            gimple *made = SSA_NAME_DEF_STMT(pointer);
            if (gimple_code(made) == GIMPLE_PHI)
                pointer = gimple_phi_arg_def(made, 0) == pointer ? gimple_phi_arg_def(made, 1)
                                                                 : gimple_phi_arg_def(made, 0);
            else if (is_gimple_assign(made) && !gimple_vuse(made))
                pointer = gimple_assign_rhs1(made);
            else
                return NULL_TREE;
        }
        base = TREE_CODE(pointer) == ADDR_EXPR ? get_base_address(TREE_OPERAND(pointer, 0)) : NULL_TREE;
    }
    return base;
}

bool is_own_variable(const unset &at, tree place) {
    tree base = variable_around(place);
    return base && DECL_P(base) && auto_var_in_fn_p(base, at.of->decl);
}

// The load of a variable of the function that the hook belongs to; NULL if it belongs to something else.
gimple *load_of_own(const unset &at, gcall *hook) {
    tree address;
    if (!is_hook_of_number(hook) || order_of_hook(hook, &address) != ORDER_LOAD)
        return NULL;
    gimple_stmt_iterator i = gsi_for_stmt(hook);
    do
        gsi_next_nondebug(&i);
    while (!gsi_end_p(i) && !gimple_vuse(gsi_stmt(i)));
    gimple *load = gsi_end_p(i) ? NULL : gsi_stmt(i);
    return load && gimple_assign_load_p(load) && TREE_CODE(gimple_assign_lhs(load)) == SSA_NAME &&
                   is_own_variable(at, gimple_assign_rhs1(load))
               ? load
               : NULL;
}

/* ---- blocks that depend on a condition ---- */

// Whether the statement has an effect on others: not a hook, and no store to an own variable.
bool is_act(const unset &at, gimple *statement) {
    if (!gimple_vdef(statement) || gimple_clobber_p(statement))
        return false;
    if (gcall *call = dyn_cast<gcall *>(statement)) {
        tree function = gimple_call_fndecl(call);
        const char *name = function && DECL_NAME(function) ? IDENTIFIER_POINTER(DECL_NAME(function)) : "";
        return !is_any_hook(call) && !is_hook_of_block(call) && strncmp(name, "__simt_local_", 13) != 0;
    }
    return !gimple_store_p(statement) || !is_own_variable(at, gimple_get_lhs(statement));
}

bool has_act(const unset &at, basic_block block) {
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
        if (is_act(at, gsi_stmt(i)))
            return true;
    return false;
}

// Whether the path that begins with the block has an effect before another branch.
bool acts_first(const unset &at, const region &found, basic_block block) {
    for (unsigned steps = 0; steps < REGION && found.blocks.count(block); steps++) {
        if (has_act(at, block))
            return true;
        if (!single_succ_p(block))
            return false;
        block = single_succ(block);
    }
    return false;
}

// Collects the blocks between the branch and the join. @return false if they are not those of the branch
// alone, or too many
bool collect(region &found, basic_block block) {
    if (block == found.join || found.blocks.count(block))
        return true;
    if (block == found.branch || block->index < NUM_FIXED_BLOCKS || found.blocks.size() >= REGION ||
        !dominated_by_p(CDI_DOMINATORS, block, found.branch))
        return false;
    found.blocks.insert(block);
    edge way;
    edge_iterator i;
    FOR_EACH_EDGE(way, i, block->succs)
    if (!collect(found, way->dest))
        return false;
    return true;
}

region region_of(const unset &at, gimple *condition) {
    region found = {gimple_bb(condition), NULL, {}, false};
    found.join = get_immediate_dominator(CDI_POST_DOMINATORS, found.branch);
    edge way;
    edge_iterator i;
    FOR_EACH_EDGE(way, i, found.branch->succs)
    if (!found.join || !collect(found, way->dest)) {
        found.acts = true;
        found.blocks.clear();
        return found;
    }
    FOR_EACH_EDGE(way, i, found.branch->succs)
    found.acts |= acts_first(at, found, way->dest);
    return found;
}

bool comes_from(const region &found, edge way) {
    return way->src == found.branch || found.blocks.count(way->src);
}

// Whether a value at a join depends on the path taken.
bool chooses(const region &found, gphi *phi) {
    tree first = NULL_TREE;
    for (unsigned i = 0; i < gimple_phi_num_args(phi); i++) {
        if (!comes_from(found, gimple_phi_arg_edge(phi, i)))
            continue;
        if (first && !operand_equal_p(first, gimple_phi_arg_def(phi, i)))
            return true;
        first = gimple_phi_arg_def(phi, i);
    }
    return false;
}

/* ---- the values that are followed ---- */

void follow(unset &at, tree value, std::vector<tree> &left) {
    if (!at.origins.count(value)) {
        at.origins[value] = make_ssa_name(long_unsigned_type_node);
        left.push_back(value);
    }
}

void follow_condition(unset &at, gimple *condition, std::vector<tree> &left) {
    if (at.regions.count(condition))
        return;
    const region &found = at.regions[condition] = region_of(at, condition);
    if (found.acts || !found.join)
        return;
    for (gphi_iterator i = gsi_start_phis(found.join); !gsi_end_p(i); gsi_next(&i))
        if (!virtual_operand_p(gimple_phi_result(i.phi())) && chooses(found, i.phi()))
            follow(at, gimple_phi_result(i.phi()), left);
}

void follow_all(unset &at) {
    std::vector<tree> left;
    for (gcall *shuffle : at.shuffles)
        if (tree value = gimple_call_lhs(shuffle))
            follow(at, value, left);
    for (gcall *hook : at.reads)
        follow(at, gimple_assign_lhs(load_of_own(at, hook)), left);
    while (!left.empty()) {
        tree value = left.back();
        left.pop_back();
        for (gimple *use : uses_of(value)) {
            if (tree made = is_shuffle(use) ? NULL_TREE : made_of_values(use))
                follow(at, made, left);
            else if (gimple_code(use) == GIMPLE_COND)
                follow_condition(at, use, left);
        }
    }
}

/* ---- the computation of an origin ---- */

tree no_origin() { return build_int_cstu(long_unsigned_type_node, 0); }

tree origin_of(const unset &at, tree value) {
    auto found = value ? at.origins.find(value) : at.origins.end();
    return found == at.origins.end() ? NULL_TREE : found->second;
}

tree assign(gimple_stmt_iterator *before, enum tree_code op, tree type, tree a, tree b) {
    tree result = make_ssa_name(type);
    gsi_insert_before(before, gimple_build_assign(result, op, a, b), GSI_SAME_STMT);
    return result;
}

// One of two origins, if there is one: the larger one, because 0 is none.
tree either(gimple_stmt_iterator *before, tree a, tree b) {
    return !a || a == b ? b : !b ? a : assign(before, MAX_EXPR, long_unsigned_type_node, a, b);
}

// The origin of a value that is only used where another one is not 0.
tree unless_zero(gimple_stmt_iterator *before, tree origin, tree factor) {
    tree type = TREE_TYPE(factor);
    if (!origin || TREE_CODE(factor) != SSA_NAME || !INTEGRAL_TYPE_P(type))
        return origin;
    tree is_used = assign(before, NE_EXPR, boolean_type_node, factor, build_zero_cst(type));
    tree result = make_ssa_name(long_unsigned_type_node);
    gsi_insert_before(before, gimple_build_assign(result, COND_EXPR, is_used, origin, no_origin()),
                      GSI_SAME_STMT);
    return result;
}

tree any_origin_of(const unset &at, gimple *statement, gimple_stmt_iterator *before) {
    tree result = NULL_TREE, use;
    ssa_op_iter i;
    FOR_EACH_SSA_TREE_OPERAND(use, statement, i, SSA_OP_USE)
    result = either(before, result, origin_of(at, use));
    return result;
}

// In a choice and a product, only the chosen value, or one that is not multiplied by 0, counts.
tree origin_of_result(const unset &at, gimple *statement, gimple_stmt_iterator *before) {
    const enum tree_code op = is_gimple_assign(statement) ? gimple_assign_rhs_code(statement) : ERROR_MARK;
    if (op == COND_EXPR) {
        tree a = origin_of(at, gimple_assign_rhs2(statement)),
             b = origin_of(at, gimple_assign_rhs3(statement));
        tree condition = gimple_assign_rhs1(statement), chosen = NULL_TREE;
        if (a || b) {
            chosen = make_ssa_name(long_unsigned_type_node);
            gsi_insert_before(before,
                              gimple_build_assign(chosen, COND_EXPR, unshare_expr(condition),
                                                  a ? a : no_origin(), b ? b : no_origin()),
                              GSI_SAME_STMT);
        }
        if (TREE_CODE(condition) == SSA_NAME)
            return either(before, chosen, origin_of(at, condition));
        for (int i = 0; COMPARISON_CLASS_P(condition) && i < 2; i++)
            chosen = either(before, chosen, origin_of(at, TREE_OPERAND(condition, i)));
        return chosen;
    }
    if (op == BIT_AND_EXPR || op == MULT_EXPR) {
        tree a = gimple_assign_rhs1(statement), b = gimple_assign_rhs2(statement);
        tree of_a = origin_of(at, a), of_b = origin_of(at, b);
        return of_a && of_b ? either(before, of_a, of_b)
               : of_a       ? unless_zero(before, of_a, b)
                            : unless_zero(before, of_b, a);
    }
    return any_origin_of(at, statement, before);
}

gcall *call_before(gimple_stmt_iterator *before, gimple *statement, tree function,
                   std::initializer_list<tree> arguments) {
    auto_vec<tree> list;
    for (tree argument : arguments)
        list.safe_push(argument);
    gcall *call = gimple_build_call_vec(function, list);
    gimple_set_location(call, gimple_location(statement));
    gsi_insert_before(before, call, GSI_SAME_STMT);
    return call;
}

tree engine_function(const char *name, tree result, std::initializer_list<tree> types) {
    static std::map<std::string, tree> declared;
    tree &function = declared[name];
    if (!function) {
        auto_vec<tree> list;
        for (tree type : types)
            list.safe_push(type);
        function = hooks_declare(name, build_function_type_array(result, list.length(), list.address()));
    }
    return function;
}

/* ---- origins beside their values ---- */

void read_origin(unset &at, gcall *hook) {
    gimple *load = load_of_own(at, hook);
    std::set<tree> seen;
    const bool passed = is_only_passed(gimple_assign_lhs(load), seen);
    tree function = engine_function("__simt_unset_read", long_unsigned_type_node,
                                    {ptr_type_node, size_type_node, integer_type_node});
    gcall *call = gimple_build_call(function, 3, gimple_call_arg(hook, 0), size_of_hook(hook),
                                    build_int_cst(integer_type_node, passed));
    gimple_call_set_lhs(call, at.origins[gimple_assign_lhs(load)]);
    gimple_set_location(call, gimple_location(hook));
    gimple_set_vuse(call, gimple_vuse(hook));
    gimple_set_vdef(call, gimple_vdef(hook));
    gimple_stmt_iterator i = gsi_for_stmt(hook);
    gsi_replace(&i, call, false);
}

void pass_origin(const unset &at, gcall *shuffle) {
    gimple_stmt_iterator i = gsi_for_stmt(shuffle);
    if (tree origin = origin_of(at, gimple_call_arg(shuffle, PASSED)))
        call_before(&i, shuffle,
                    engine_function("__simt_unset_pass", void_type_node, {long_unsigned_type_node}),
                    {origin});
    if (tree origin = origin_of(at, gimple_call_lhs(shuffle))) {
        gcall *call = gimple_build_call(
            engine_function("__simt_unset_received", long_unsigned_type_node, {void_type_node}), 0);
        gimple_call_set_lhs(call, origin);
        gimple_set_location(call, gimple_location(shuffle));
        gsi_insert_after(&i, call, GSI_SAME_STMT);
    }
}

void make_origin(const unset &at, tree value, tree origin) {
    gimple *statement = SSA_NAME_DEF_STMT(value);
    if (gimple_code(statement) == GIMPLE_PHI) {
        create_phi_node(origin, gimple_bb(statement));
    } else if (made_of_values(statement)) {
        gimple_stmt_iterator i = gsi_for_stmt(statement);
        tree from = origin_of_result(at, statement, &i);
        gsi_insert_before(&i, gimple_build_assign(origin, from ? from : no_origin()), GSI_SAME_STMT);
    }
}

// Values on this path are chosen by conditions, too.
tree origin_by(const unset &at, gphi *phi, unsigned argument, const std::map<gimple *, tree> &conditions) {
    edge way = gimple_phi_arg_edge(phi, argument);
    tree origin = origin_of(at, gimple_phi_arg_def(phi, argument));
    gimple_stmt_iterator last = gsi_last_bb(way->src);
    for (const auto &known : at.regions) {
        const region &found = known.second;
        if (found.acts || found.join != gimple_bb(phi) || !comes_from(found, way) || !chooses(found, phi))
            continue;
        tree condition = conditions.at(known.first);
        if (origin && condition && (gsi_end_p(last) || !stmt_ends_bb_p(gsi_stmt(last)))) {
            gimple *larger =
                gimple_build_assign(make_ssa_name(long_unsigned_type_node), MAX_EXPR, origin, condition);
            gsi_insert_after(&last, larger, GSI_NEW_STMT);
            origin = gimple_assign_lhs(larger);
        } else {
            origin = either(&last, origin, condition);
        }
    }
    return origin ? origin : no_origin();
}

void join_origins(const unset &at, tree value, tree origin, const std::map<gimple *, tree> &conditions) {
    gphi *phi = dyn_cast<gphi *>(SSA_NAME_DEF_STMT(value));
    for (unsigned i = 0; phi && i < gimple_phi_num_args(phi); i++)
        add_phi_arg(as_a<gphi *>(SSA_NAME_DEF_STMT(origin)), origin_by(at, phi, i, conditions),
                    gimple_phi_arg_edge(phi, i), UNKNOWN_LOCATION);
}

/* ---- the uses of an origin ---- */

void use_before(gimple *statement, tree origin) {
    gimple_stmt_iterator i = gsi_for_stmt(statement);
    if (origin)
        call_before(&i, statement,
                    engine_function("__simt_unset_use", void_type_node, {long_unsigned_type_node}), {origin});
}

// The hook of a load or store, which comes shortly before it.
gcall *hook_of(gimple *access, enum order order) {
    gimple_stmt_iterator i = gsi_for_stmt(access);
    for (gsi_prev_nondebug(&i); !gsi_end_p(i); gsi_prev_nondebug(&i)) {
        gcall *call = dyn_cast<gcall *>(gsi_stmt(i));
        tree address;
        if (call && is_any_hook(call) && order_of_hook(call, &address) == order)
            return call;
        if (gimple_vdef(gsi_stmt(i)) && !call)
            break;
    }
    return NULL;
}

void store_origin(const unset &at, gimple *store) {
    tree origin = origin_of(at, gimple_assign_rhs1(store));
    gcall *hook = origin ? hook_of(store, ORDER_STORE) : NULL;
    gimple_stmt_iterator i = gsi_for_stmt(store);
    if (hook)
        call_before(&i, store,
                    engine_function("__simt_unset_store", void_type_node,
                                    {long_unsigned_type_node, ptr_type_node, size_type_node}),
                    {origin, gimple_call_arg(hook, 0), size_of_hook(hook)});
}

// All operands of an access belong to its address, except the stored value.
tree origin_of_address(const unset &at, gimple *access, gimple_stmt_iterator *before) {
    tree origin = NULL_TREE, use;
    ssa_op_iter i;
    FOR_EACH_SSA_TREE_OPERAND(use, access, i, SSA_OP_USE)
    if (use != gimple_assign_rhs1(access))
        origin = either(before, origin, origin_of(at, use));
    return origin;
}

void use_in_call(const unset &at, gcall *call) {
    gimple_stmt_iterator i = gsi_for_stmt(call);
    tree origin = NULL_TREE;
    for (unsigned a = 0; a < gimple_call_num_args(call); a++)
        if (!is_shuffle(call) || a != PASSED)
            origin = either(&i, origin, origin_of(at, gimple_call_arg(call, a)));
    use_before(call, origin);
}

void use_in(const unset &at, gimple *statement) {
    gimple_stmt_iterator i = gsi_for_stmt(statement);
    if (gcall *call = dyn_cast<gcall *>(statement)) {
        if (gimple_vuse(call) && is_of_engine(call))
            use_in_call(at, call);
    } else if (gimple_assign_single_p(statement) && gimple_vuse(statement)) {
        use_before(statement, origin_of_address(at, statement, &i));
        if (gimple_store_p(statement))
            store_origin(at, statement);
    } else if (gimple_code(statement) == GIMPLE_SWITCH || gimple_code(statement) == GIMPLE_ASM) {
        use_before(statement, any_origin_of(at, statement, &i));
    }
}

void use_in_region(const unset &at, gimple *condition, const region &found, tree origin) {
    if (found.acts)
        use_before(condition, origin);
    for (basic_block block : found.blocks)
        for (gimple_stmt_iterator i = gsi_start_bb(block); !found.acts && !gsi_end_p(i); gsi_next(&i))
            if (is_act(at, gsi_stmt(i)))
                use_before(gsi_stmt(i), origin);
}

// Uninitialised values may be copied as a whole: so are a function's arguments.
void copy_origins(gimple *copy) {
    gcall *load = hook_of(copy, ORDER_LOAD), *store = hook_of(copy, ORDER_STORE);
    if (!load || !store)
        return;
    gimple_stmt_iterator i = gsi_for_stmt(copy), read = gsi_for_stmt(load);
    call_before(
        &i, copy,
        engine_function("__simt_unset_copy", void_type_node, {ptr_type_node, ptr_type_node, size_type_node}),
        {gimple_call_arg(store, 0), gimple_call_arg(load, 0), size_of_hook(load)});
    unlink_stmt_vdef(load);
    gsi_remove(&read, true);
}

void tell_origins(const unset &at) {
    std::map<gimple *, tree> conditions;
    std::vector<gimple *> statements;
    basic_block block;
    FOR_EACH_BB_FN(block, at.of)
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
        if (!is_gimple_debug(gsi_stmt(i)))
            statements.push_back(gsi_stmt(i));
    for (const auto &known : at.origins)
        make_origin(at, known.first, known.second);
    for (const auto &known : at.regions) {
        gimple_stmt_iterator i = gsi_for_stmt(known.first);
        conditions[known.first] = any_origin_of(at, known.first, &i);
    }
    for (const auto &known : at.origins)
        join_origins(at, known.first, known.second, conditions);
    for (gimple *statement : statements)
        use_in(at, statement);
    for (const auto &known : at.regions)
        use_in_region(at, known.first, known.second, conditions[known.first]);
}

void find(unset &at) {
    basic_block block;
    FOR_EACH_BB_FN(block, at.of)
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
        if (is_shuffle(gsi_stmt(i)))
            at.shuffles.push_back(as_a<gcall *>(gsi_stmt(i)));
        else if (is_copy(gsi_stmt(i)) && is_own_variable(at, gimple_assign_lhs(gsi_stmt(i))) &&
                 is_own_variable(at, gimple_assign_rhs1(gsi_stmt(i))))
            at.copies.push_back(gsi_stmt(i));
        else if (gcall *call = dyn_cast<gcall *>(gsi_stmt(i)))
            if (load_of_own(at, call))
                at.reads.push_back(call);
}

const pass_data unset_data = {GIMPLE_PASS, "simt_unset",   OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0,
                              0,           TODO_update_ssa};

class unset_values : public gimple_opt_pass {
  public:
    explicit unset_values(gcc::context *context) : gimple_opt_pass(unset_data, context) {}
    opt_pass *clone() override { return new unset_values(m_ctxt); }
    bool gate(function *of) override {
        return (flag_sanitize & SANITIZE_THREAD) && space_of(of->decl) != SPACE_HOST;
    }
    unsigned int execute(function *of) override {
        unset at = {of, {}, {}, {}, {}, {}};
        find(at);
        if (at.shuffles.empty())
            return 0;
        calculate_dominance_info(CDI_DOMINATORS);
        calculate_dominance_info(CDI_POST_DOMINATORS);
        follow_all(at);
        tell_origins(at);
        for (gcall *shuffle : at.shuffles)
            pass_origin(at, shuffle);
        for (gcall *hook : at.reads)
            read_origin(at, hook);
        for (gimple *copy : at.copies)
            copy_origins(copy);
        free_dominance_info(CDI_POST_DOMINATORS);
        return 0;
    }
};

} // namespace

// It comes late: its additions would prevent loops from being unrolled.
void unset_pass_register(const char *plugin) {
    register_pass_info info = {new unset_values(g), "optimized", 1, PASS_POS_INSERT_BEFORE};
    register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}
