// Makes a state machine of a kernel's body, so that a lane that waits keeps no stack (simt/lane_frames.h).
//
// Each barrier, and each operation of the warp, ends a part of the code: what is live there is stored in the
// lane's frame, and so is the number of the next part; the code asks for the next lane's frame, and goes on
// where that one says. Values get new names where they are loaded again; update_ssa() joins the names.
//
// This is the last pass, so that no other one moves code past such a place. A body that keeps variables in
// memory over a wait stays as it is: then its lanes wait on stacks.
#include "calls.h"
#include "code_pass.h"
#include "lanes.h"

#include "cfghooks.h"
#include "ssa-iterators.h"
#include "tree-into-ssa.h"
#include "tree-phinodes.h"

namespace {

const unsigned HOST_WIDE_INT MOST_BYTES = 2048; // of a lane's frame

bool is_wait(const gimple *statement) {
    static const char *const names[] = {"simt_block_barrier", "simt_barrier",    "simt_warp_barrier",
                                        "simt_shuffle",       "simt_vote",       "simt_match",
                                        "simt_reduce",        "simt_active_mask"};
    for (const char *name : names)
        if (strcmp(name_of_call(statement), name) == 0)
            return true;
    return false;
}

// All of them but debug statements.
std::vector<gimple *> statements_of(function *of) {
    std::vector<gimple *> all;
    basic_block block;
    FOR_EACH_BB_FN(block, of)
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
        if (!is_gimple_debug(gsi_stmt(at)))
            all.push_back(gsi_stmt(at));
    return all;
}

bool can_be_made(const lane_code &made, const std::vector<std::set<tree>> &alive) {
    function *const of = made.of;
    basic_block block;
    edge e;
    edge_iterator i;
    if (of->calls_alloca || of->calls_setjmp || of->has_nonlocal_label)
        return false;
    // Nothing follows its call where g++ has seen that it never returns.
    if (EDGE_COUNT(EXIT_BLOCK_PTR_FOR_FN(of)->preds) == 0 || TREE_THIS_VOLATILE(of->decl))
        return false;
    FOR_EACH_BB_FN(block, of)
    FOR_EACH_EDGE(e, i, block->succs)
    if (e->flags & EDGE_ABNORMAL)
        return false;
    return !lanes_keep_memory(made, alive);
}

void find_live(lane_code &of, const std::vector<std::set<tree>> &alive) {
    unsigned i;
    tree value;
    FOR_EACH_SSA_NAME(i, value, of.of)
    for (lane_wait &w : of.waits)
        if (alive[w.before->index].count(value) && !SSA_NAME_IS_DEFAULT_DEF(value) &&
            SSA_NAME_DEF_STMT(value) != w.call)
            w.live.push_back(value);
}

// The narrow ones first, behind the number of the place. The engine aligns the first frame to 64 bytes.
void find_places(lane_code &of) {
    std::vector<tree> values;
    std::set<tree> known;
    for (const lane_wait &w : of.waits)
        for (tree value : w.live)
            if (known.insert(value).second)
                values.push_back(value);
    std::stable_sort(values.begin(), values.end(), [](tree a, tree b) {
        return TYPE_ALIGN_UNIT(TREE_TYPE(a)) < TYPE_ALIGN_UNIT(TREE_TYPE(b));
    });
    unsigned HOST_WIDE_INT align = sizeof(uint64_t); // a proof of a deadlock reads words of it
    for (tree value : values) {
        align = MAX(align, TYPE_ALIGN_UNIT(TREE_TYPE(value)));
        of.bytes = ROUND_UP(of.bytes, TYPE_ALIGN_UNIT(TREE_TYPE(value)));
        of.places[value] = of.bytes;
        of.bytes += tree_to_uhwi(TYPE_SIZE_UNIT(TREE_TYPE(value)));
    }
    of.bytes = ROUND_UP(of.bytes, align);
}

tree place_in(const lane_code &of, tree type, unsigned HOST_WIDE_INT at) {
    return build2(MEM_REF, type, of.frame, build_int_cst(ptr_type_node, at));
}

tree engine_flag(const char *name) { return hooks_variable(name, integer_type_node, false); }

// Puts `result = function(argument)` at the end of a block.
tree call_at_end(basic_block block, tree function, tree argument) {
    gimple_stmt_iterator at = gsi_last_bb(block);
    gcall *call = argument ? gimple_build_call(function, 1, argument) : gimple_build_call(function, 0);
    tree result = make_ssa_name(TREE_TYPE(TREE_TYPE(function)));
    gimple_call_set_lhs(call, result);
    gsi_insert_after(&at, call, GSI_NEW_STMT);
    return result;
}

// What the lane waited for is asked for where it goes on.
void fetch_answer(const lane_wait &w) {
    tree to = gimple_call_lhs(w.call);
    if (!to)
        return;
    static tree function;
    if (!function)
        function =
            hooks_declare("simt_lane_answer", build_function_type_list(long_unsigned_type_node, NULL_TREE));
    gimple_call_set_lhs(w.call, NULL_TREE);
    update_stmt(w.call);
    gimple_stmt_iterator at = gsi_after_labels(w.after);
    gcall *call = gimple_build_call(function, 0);
    tree answer = make_ssa_name(long_unsigned_type_node);
    gimple_call_set_lhs(call, answer);
    gsi_insert_before(&at, call, GSI_SAME_STMT);
    gsi_insert_before(&at, gimple_build_assign(to, NOP_EXPR, answer), GSI_SAME_STMT);
}

void load_again(const lane_code &of, const lane_wait &w, tree value) {
    gimple *made = SSA_NAME_DEF_STMT(value);
    gimple_stmt_iterator at = gsi_after_labels(w.after);
    gassign *load = gimple_build_assign(value, place_in(of, TREE_TYPE(value), of.places.at(value)));
    gsi_insert_before(&at, load, GSI_SAME_STMT);
    create_new_def_for(value, load, SINGLE_SSA_DEF_OPERAND(load, SSA_OP_DEF));
    SSA_NAME_DEF_STMT(value) = made;
}

gassign *store_of(const lane_code &of, tree value) {
    return gimple_build_assign(place_in(of, TREE_TYPE(value), of.places.at(value)), value);
}

void store_at_definition(const lane_code &of, tree value) {
    gimple *made = SSA_NAME_DEF_STMT(value);
    gimple_stmt_iterator at;
    if (gimple_code(made) == GIMPLE_PHI) {
        at = gsi_after_labels(gimple_bb(made));
        gsi_insert_before(&at, store_of(of, value), GSI_SAME_STMT);
    } else {
        at = gsi_for_stmt(made);
        gsi_insert_after(&at, store_of(of, value), GSI_NEW_STMT);
    }
}

// True if the value is made less often than lanes wait here.
bool is_made_rarely(tree value, const lane_wait &w) {
    gimple *made = SSA_NAME_DEF_STMT(value);
    return bb_loop_depth(gimple_bb(made)) < bb_loop_depth(w.before) && !stmt_ends_bb_p(made);
}

// The call returns at once; that of a barrier can be left out where nothing is checked.
void tell_wait(const lane_wait &w) {
    gimple_stmt_iterator at = gsi_for_stmt(w.call), before = at;
    if (strcmp(name_of_call(w.call), "simt_block_barrier") == 0) {
        tree is_untold = make_ssa_name(integer_type_node);
        gsi_insert_before(&at, gimple_build_assign(is_untold, engine_flag("simt_lane_untold")),
                          GSI_SAME_STMT);
        before = at;
        gsi_prev(&before);
        gcond *condition = gimple_build_cond(EQ_EXPR, is_untold, integer_zero_node, NULL_TREE, NULL_TREE);
        basic_block told =
            insert_cond_bb(gimple_bb(w.call), gsi_stmt(before), condition, profile_probability::even());
        at = gsi_for_stmt(w.call);
        gsi_move_to_bb_end(&at, told);
        at = gsi_for_stmt(w.call);
    }
    gsi_insert_before(&at, gimple_build_assign(engine_flag("simt_lane_returns"), integer_one_node),
                      GSI_SAME_STMT);
}

void keep_values(const lane_code &of) {
    std::vector<tree> at_definition;
    tree forget = hooks_declare("simt_lane_forget", build_function_type_list(void_type_node, NULL_TREE));
    for (size_t k = 0; k < of.waits.size(); k++) {
        const lane_wait &w = of.waits[k];
        gimple_stmt_iterator at = gsi_for_stmt(w.call);
        for (tree value : w.live) {
            if (!is_made_rarely(value, w))
                gsi_insert_before(&at, store_of(of, value), GSI_SAME_STMT);
            else if (std::count(at_definition.begin(), at_definition.end(), value) == 0)
                at_definition.push_back(value);
            load_again(of, w, value);
        }
        gsi_insert_before(&at,
                          gimple_build_assign(place_in(of, unsigned_type_node, 0),
                                              build_int_cst(unsigned_type_node, k + 1)),
                          GSI_SAME_STMT);
        if (of.has_arrays)
            gsi_insert_before(&at, gimple_build_call(forget, 0), GSI_SAME_STMT);
        tell_wait(w);
    }
    for (tree value : at_definition)
        store_at_definition(of, value);
}

basic_block new_block(basic_block after) {
    basic_block block = create_empty_bb(after);
    add_bb_to_loop(block, current_loops->tree_root);
    return block;
}

// From `block` to `head` with the next lane's frame, or out of the function.
void go_to_next(basic_block block, basic_block head, basic_block out, const char *name, gphi *frames) {
    tree function = hooks_declare(name, build_function_type_list(ptr_type_node, NULL_TREE));
    tree next = call_at_end(block, function, NULL_TREE);
    gimple_stmt_iterator at = gsi_last_bb(block);
    gsi_insert_after(&at, gimple_build_cond(NE_EXPR, next, null_pointer_node, NULL_TREE, NULL_TREE),
                     GSI_NEW_STMT);
    edge on = make_edge(block, head, EDGE_TRUE_VALUE), done = make_edge(block, out, EDGE_FALSE_VALUE);
    on->probability = profile_probability::likely();
    done->probability = profile_probability::unlikely();
    add_phi_arg(frames, next, on, UNKNOWN_LOCATION);
}

// From the end of a block to the part of that number, from `first` to `last`: by comparisons, since confined
// code has no tables of jumps.
void choose_part(basic_block from, tree state, const std::vector<basic_block> &parts, size_t first,
                 size_t last) {
    if (first == last) {
        make_edge(from, parts[first], EDGE_FALLTHRU)->probability = profile_probability::always();
        return;
    }
    const size_t middle = (first + last) / 2;
    gimple_stmt_iterator at = gsi_last_bb(from);
    gsi_insert_after(
        &at,
        gimple_build_cond(LE_EXPR, state, build_int_cst(unsigned_type_node, middle), NULL_TREE, NULL_TREE),
        GSI_NEW_STMT);
    basic_block lower = new_block(from), upper = new_block(lower);
    make_edge(from, lower, EDGE_TRUE_VALUE)->probability = profile_probability::even();
    make_edge(from, upper, EDGE_FALSE_VALUE)->probability = profile_probability::even();
    choose_part(lower, state, parts, first, middle);
    choose_part(upper, state, parts, middle + 1, last);
}

void connect(lane_code &of) {
    basic_block entry = ENTRY_BLOCK_PTR_FOR_FN(of.of), exit = EXIT_BLOCK_PTR_FOR_FN(of.of);
    std::vector<basic_block> ends;
    edge e;
    edge_iterator i;
    FOR_EACH_EDGE(e, i, exit->preds)
    ends.push_back(e->src);

    basic_block start = split_edge(single_succ_edge(entry));
    tree begin = hooks_declare("simt_lane_begin",
                               build_function_type_list(ptr_type_node, unsigned_type_node, NULL_TREE));
    tree first = call_at_end(start, begin, build_int_cst(unsigned_type_node, of.bytes));
    basic_block head = split_edge(single_succ_edge(start));
    gphi *frames = create_phi_node(of.frame, head);
    add_phi_arg(frames, first, single_pred_edge(head), UNKNOWN_LOCATION);

    keep_values(of);
    basic_block waiting = new_block(of.waits.back().before), ended = new_block(waiting),
                out = new_block(ended);
    for (const lane_wait &w : of.waits) {
        basic_block last = single_pred(w.after);
        remove_edge(single_succ_edge(last));
        make_edge(last, waiting, EDGE_FALLTHRU)->probability = profile_probability::always();
    }
    gimple_stmt_iterator at = gsi_start_bb(out);
    gsi_insert_after(&at, gimple_build_return(NULL_TREE), GSI_NEW_STMT);
    make_edge(out, exit, 0);
    for (basic_block end : ends) {
        at = gsi_last_bb(end);
        gsi_remove(&at, true);
        remove_edge(find_edge(end, exit));
        make_edge(end, ended, EDGE_FALLTHRU)->probability = profile_probability::always();
    }
    go_to_next(waiting, head, out, "simt_lane_next", frames);
    go_to_next(ended, head, out, "simt_lane_end", frames);

    at = gsi_last_bb(head);
    tree state = make_ssa_name(unsigned_type_node);
    gsi_insert_after(&at, gimple_build_assign(state, place_in(of, unsigned_type_node, 0)), GSI_NEW_STMT);
    std::vector<basic_block> parts = {split_edge(single_succ_edge(head))};
    for (const lane_wait &w : of.waits)
        parts.push_back(w.after);
    remove_edge(single_succ_edge(head));
    choose_part(head, state, parts, 0, of.waits.size());
}

bool is_body(tree function) {
    const char *name = DECL_NAME(function) ? IDENTIFIER_POINTER(DECL_NAME(function)) : "";
    return strcmp(name, "lane_body") == 0 || strcmp(name, "lane_body_in") == 0;
}

const pass_data lanes_data = {GIMPLE_PASS,
                              "simt_lanes",
                              OPTGROUP_NONE,
                              TV_NONE,
                              PROP_ssa | PROP_cfg,
                              0,
                              0,
                              0,
                              TODO_update_ssa_full_phi | TODO_cleanup_cfg};

class lane_loops : public gimple_opt_pass {
  public:
    explicit lane_loops(gcc::context *context) : gimple_opt_pass(lanes_data, context) {}
    opt_pass *clone() override { return new lane_loops(m_ctxt); }
    bool gate(function *of) override { return is_body(of->decl); }
    unsigned int execute(function *function) override {
        lane_code of;
        of.of = function;
        const std::vector<gimple *> statements = statements_of(function);
        for (gimple *statement : statements) {
            of.has_arrays |= lanes_declare(statement);
            if (is_wait(statement))
                of.waits.push_back({as_a<gcall *>(statement), NULL, NULL, {}});
        }
        if (of.waits.empty())
            return 0;
        for (lane_wait &w : of.waits) {
            if (stmt_ends_bb_p(w.call))
                return 0;
            edge after = split_block(gimple_bb(w.call), w.call);
            w.before = after->src;
            w.after = after->dest;
        }
        const std::vector<std::set<tree>> alive = live_at_ends(function);
        if (!can_be_made(of, alive))
            return 0;
        for (gimple *statement : statements) // none is the last before a return any more
            if (gcall *call = dyn_cast<gcall *>(statement))
                gimple_call_set_tail(call, false);
        find_live(of, alive);
        find_places(of);
        if (of.bytes > MOST_BYTES)
            return 0;
        for (const lane_wait &w : of.waits)
            fetch_answer(w);
        loop_optimizer_init(0);
        of.frame = make_ssa_name(ptr_type_node);
        lanes_bind_again(of);
        connect(of);
        loop_optimizer_finalize();
        free_dominance_info(CDI_DOMINATORS);
        free_dominance_info(CDI_POST_DOMINATORS);
        mark_virtual_operands_for_renaming(function);
        return 0;
    }
};

} // namespace

// Behind the pass that skips calls: what it adds must not wait.
void lanes_pass_register(const char *plugin) {
    register_pass_info info = {new lane_loops(g), "optimized", 1, PASS_POS_INSERT_BEFORE};
    register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}
