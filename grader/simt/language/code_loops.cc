// How nvcc would compile loops: unrolled completely, in part, or not at all.
#include "code.h"
#include "pragmas.h"

namespace {

// The limits of nvcc 13's unrolling, found by compiling loops of growing length and body. Sizes are counted
// as its optimiser does: operations, accesses, and addresses that are not a base and a constant.
enum {
    LARGEST_FLAT =
        400, // all copies of a body, multiplied by the savings by unrolling, at most BEST_SAVING times
    BEST_SAVING = 4,
    LARGEST_LOCAL = 2500,   // all copies of the original body, if they index a variable of the thread
    LARGEST_PART = 650,     // the copies of a part of a loop of known length
    LARGEST_WANTED = 16384, // the same if the source requests it
    MOST_PART = 16,
    LARGEST_UNKNOWN = 180, // the copies of a loop of unknown length: 4 or 2
    LARGEST_AGAIN = 22,    // the assembler unrolls such a small body by 4 once more
    MOST_FLAT = 1024
};

struct size {
    unsigned rolled = 0, flat = 0;
    bool has_atomic = false, converges = false, has_local = false;
};

bool is_constant(const struct code &code, tree value) {
    return is_gimple_min_invariant(value) || (TREE_CODE(value) == SSA_NAME && code.constants.count(value));
}

// True if the value is computed from constants alone.
bool is_made_of_constants(const struct code &code, gimple *statement) {
    ssa_op_iter i;
    tree use;
    if (gphi *phi = dyn_cast<gphi *>(statement)) {
        for (unsigned arg = 0; arg < gimple_phi_num_args(phi); arg++)
            if (!is_constant(code, gimple_phi_arg_def(phi, arg)))
                return false;
        return true;
    }
    if (!is_gimple_assign(statement) || gimple_vuse(statement))
        return false;
    FOR_EACH_SSA_TREE_OPERAND(use, statement, i, SSA_OP_USE)
    if (!code.constants.count(use))
        return false;
    return true;
}

bool is_header_of_flat(const struct code &code, basic_block block) {
    return block->loop_father->header == block && code.shapes[block->loop_father->num].flat;
}

// Assumes that every candidate is a constant, then removes those that are not, until none is left.
void find_constants(struct code &code) {
    basic_block block;
    code.constants.clear();
    code.parts.clear();
    code.strides.clear();
    FOR_EACH_BB_FN(block, code.of) {
        if (is_header_of_flat(code, block))
            for (gphi_iterator at = gsi_start_phis(block); !gsi_end_p(at); gsi_next(&at))
                code.constants.insert(gimple_phi_result(at.phi()));
        for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
            tree value = is_gimple_assign(gsi_stmt(at)) ? gimple_assign_lhs(gsi_stmt(at)) : NULL_TREE;
            if (value && TREE_CODE(value) == SSA_NAME && !gimple_vuse(gsi_stmt(at)))
                code.constants.insert(value);
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (auto at = code.constants.begin(); at != code.constants.end();)
            if (is_made_of_constants(code, SSA_NAME_DEF_STMT(*at))) {
                ++at;
            } else {
                at = code.constants.erase(at);
                changed = true;
            }
    }
}

bool depends_on_constants_alone(const struct code &code, gimple *statement) {
    tree value = gimple_get_lhs(statement);
    return value && TREE_CODE(value) == SSA_NAME && code.constants.count(value);
}

void add_access(const struct code &code, struct size &size, gcall *call, tree address) {
    size.has_local |= code.indexing.count(call) > 0;
    const bool is_computed = !address_of(code, address).terms.empty();
    size.rolled += 2;
    size.flat += is_computed ? 2 : 1;
    size.has_atomic |= !is_any_hook(call);
}

bool is_call(gimple *statement) { return statement && is_gimple_call(statement); }

// A conversion that changes no bits, or one to or from the 64 bits in which the engine's functions pass
// values.
bool is_no_instruction(gimple *statement) {
    if (!is_gimple_assign(statement) || !CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(statement)))
        return false;
    tree to = gimple_assign_lhs(statement), from = gimple_assign_rhs1(statement);
    gimple *use;
    use_operand_p place;
    if (!INTEGRAL_TYPE_P(TREE_TYPE(to)) || !INTEGRAL_TYPE_P(TREE_TYPE(from)))
        return false;
    return TYPE_PRECISION(TREE_TYPE(to)) == TYPE_PRECISION(TREE_TYPE(from)) || is_call(definition_of(from)) ||
           (single_imm_use(to, &place, &use) && is_call(use));
}

void add_statement(const struct code &code, struct size &size, gimple *statement) {
    gcall *call = dyn_cast<gcall *>(statement);
    tree address;
    if (call && order_of_hook(call, &address) != ORDER_NONE)
        return add_access(code, size, call, address);
    if (gimple_code(statement) == GIMPLE_COND) {
        gcond *condition = as_a<gcond *>(statement);
        size.rolled += 2;
        size.flat +=
            is_constant(code, gimple_cond_lhs(condition)) && is_constant(code, gimple_cond_rhs(condition))
                ? 0
                : 2;
        return;
    }
    enum order order = ORDER_NONE;
    const bool is_free = call && cost_of_call(call, &order).total() <= 0 && order == ORDER_NONE;
    size.converges |= order == ORDER_BARRIER || order == ORDER_TOGETHER;
    if (is_free || (!call && gimple_vuse(statement)) || is_gimple_debug(statement) ||
        address_has(code, statement) || is_no_instruction(statement))
        return;
    size.rolled++;
    size.flat += depends_on_constants_alone(code, statement) ? 0 : 1;
}

void add_block(const struct code &code, struct size &size, basic_block block) {
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
        if (gimple_code(gsi_stmt(at)) != GIMPLE_LABEL)
            add_statement(code, size, gsi_stmt(at));
}

struct size size_of(const struct code &code, class loop *loop, const std::vector<size> &known) {
    struct size size;
    basic_block *body = get_loop_body(loop);
    for (unsigned i = 0; i < loop->num_nodes; i++)
        if (body[i]->loop_father == loop)
            add_block(code, size, body[i]);
    free(body);
    for (class loop *inner = loop->inner; inner; inner = inner->next) {
        size.rolled += known[inner->num].rolled;
        size.flat += known[inner->num].flat;
        size.has_atomic |= known[inner->num].has_atomic;
        size.converges |= known[inner->num].converges;
        size.has_local |= known[inner->num].has_local;
    }
    return size;
}

// Its trip count, if that is a constant; 0 otherwise.
unsigned HOST_WIDE_INT trips_of(class loop *loop) {
    edge exit;
    tree count = find_loop_niter(loop, &exit);
    if (!count || count == chrec_dont_know || !tree_fits_uhwi_p(count))
        count = find_loop_niter_by_eval(loop, &exit);
    return count && count != chrec_dont_know && tree_fits_uhwi_p(count) ? tree_to_uhwi(count) + 1 : 0;
}

// The step of the counter: NULL_TREE if nvcc cannot compute the trip count. It can if the step is a constant,
// or a signed number that does not change, because that sum may not wrap.
tree step_of_counter(class loop *loop, tree value) {
    gimple *made = definition_of(value);
    if (made && gimple_code(made) == GIMPLE_PHI && gimple_bb(made) == loop->header)
        made = definition_of(PHI_ARG_DEF_FROM_EDGE(made, loop_latch_edge(loop)));
    if (!made || !is_gimple_assign(made) || !flow_bb_inside_loop_p(loop, gimple_bb(made)))
        return NULL_TREE;
    const enum tree_code operation = gimple_assign_rhs_code(made);
    if (operation != PLUS_EXPR && operation != MINUS_EXPR && operation != POINTER_PLUS_EXPR)
        return NULL_TREE;
    tree step = gimple_assign_rhs2(made);
    gimple *second = definition_of(step);
    if (second && gimple_code(second) == GIMPLE_PHI && gimple_bb(second) == loop->header)
        step = gimple_assign_rhs1(made);
    if (TREE_CODE(step) == INTEGER_CST)
        return step;
    return TYPE_UNSIGNED(TREE_TYPE(step)) || !loops_leave(loop, step) ? NULL_TREE : step;
}

// True if the loop is left there when its counter has reached an invariant number.
bool is_bound(class loop *loop, edge exit) {
    gcond *condition = condition_of(exit->src);
    if (!condition)
        return false;
    tree left = gimple_cond_lhs(condition), right = gimple_cond_rhs(condition);
    return (step_of_counter(loop, left) && loops_leave(loop, right)) ||
           (step_of_counter(loop, right) && loops_leave(loop, left));
}

bool touches_memory(basic_block block) {
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
        if (gimple_vuse(gsi_stmt(at)) && !is_read_once(gsi_stmt(at)))
            return true;
    return false;
}

unsigned unroll_of_unknown(class loop *loop, const struct size &size) {
    edge exit = loops_exit(loop);
    gcond *condition = exit ? condition_of(exit->src) : NULL;
    tree step = condition ? step_of_counter(loop, gimple_cond_lhs(condition)) : NULL_TREE;
    if (!step && condition)
        step = step_of_counter(loop, gimple_cond_rhs(condition));
    if (!step || (size.has_atomic && TREE_CODE(step) != INTEGER_CST))
        return 1;
    const unsigned first = 4 * size.rolled <= LARGEST_UNKNOWN   ? 4
                           : 2 * size.rolled <= LARGEST_UNKNOWN ? 2
                                                                : 1;
    const bool again = TREE_CODE(step) == INTEGER_CST && TYPE_PRECISION(TREE_TYPE(step)) == 32 &&
                       !size.has_atomic && !size.converges && !loop->inner && size.rolled <= LARGEST_AGAIN;
    return again ? 4 * first : first;
}

// The largest number of iterations that divides the loop's, so that none are left over.
unsigned part_of(unsigned HOST_WIDE_INT trips, const struct size &size) {
    for (unsigned part = MOST_PART; part > 1; part--)
        if (trips % part == 0 && part * size.flat <= LARGEST_PART)
            return part;
    return 1;
}

// The line of the loop's head, which is also that of the back edge.
expanded_location place_of_head(class loop *loop) {
    edge exit = single_exit(loop);
    gimple_stmt_iterator last = gsi_last_nondebug_bb(exit ? exit->src : loop->header);
    return expand_location(gsi_end_p(last) ? UNKNOWN_LOCATION : gimple_location(gsi_stmt(last)));
}

// A pragma before the loop around this one is not its own.
unsigned wanted_unroll(class loop *loop) {
    const expanded_location place = place_of_head(loop);
    class loop *outer = loop_outer(loop);
    const bool is_outermost = !outer || !loop_outer(outer);
    const expanded_location around = is_outermost ? expanded_location() : place_of_head(outer);
    const bool is_same_file = around.file && place.file && strcmp(around.file, place.file) == 0;
    return pragmas_unroll(place.file, is_same_file && around.line < place.line ? around.line : 0, place.line);
}

// Whether to unroll the loop completely: if the source requests it, or if it pays. It pays most if it may
// keep variables in registers.
bool is_flat(unsigned HOST_WIDE_INT trips, const struct size &size, unsigned wanted) {
    const float saving = std::min((float)BEST_SAVING, (float)size.rolled / (float)std::max(size.flat, 1u));
    if (wanted != UNROLL_UNSAID)
        return wanted >= trips && trips * size.flat <= LARGEST_WANTED;
    return (float)(trips * size.flat) <= saving * LARGEST_FLAT ||
           (size.has_local && trips * size.rolled <= LARGEST_LOCAL);
}

void shape(struct code &code, class loop *loop, std::vector<size> &sizes) {
    const unsigned HOST_WIDE_INT trips = trips_of(loop);
    const unsigned wanted = wanted_unroll(loop);
    loop_shape &shape = code.shapes[loop->num];
    bool inner_are_flat = true;
    for (class loop *inner = loop->inner; inner; inner = inner->next)
        inner_are_flat &= code.shapes[inner->num].flat;
    shape.known = trips > 0;
    shape.flat = trips > 0 && trips <= MOST_FLAT && inner_are_flat;
    find_constants(code);
    struct size size = size_of(code, loop, sizes);
    shape.flat &= is_flat(trips, size, wanted);
    if (shape.flat)
        shape.unroll = (unsigned)trips;
    else if (wanted != UNROLL_UNSAID && wanted != UNROLL_ALL)
        shape.unroll = wanted;
    else if (inner_are_flat)
        shape.unroll = trips > 0 ? part_of(trips, size) : unroll_of_unknown(loop, size);
    if (!shape.flat)
        find_constants(code);
    sizes[loop->num] = size;
    sizes[loop->num].rolled = sizes[loop->num].flat = shape.flat ? (unsigned)trips * size.flat : size.rolled;
}

} // namespace

void loops_find(struct code &code) {
    std::vector<size> sizes(number_of_loops(code.of));
    code.shapes.resize(number_of_loops(code.of));
    code.indexing = locals_indexed(code);
    for (class loop *loop : loops_list(code.of, LI_FROM_INNERMOST))
        shape(code, loop, sizes);
    code.parts.clear();
    code.strides.clear();
}

edge loops_exit(class loop *loop) {
    if (edge exit = single_exit(loop))
        return exit;
    edge last = NULL;
    unsigned with_memory = 0;
    for (edge exit : get_loop_exit_edges(loop)) {
        if (!is_bound(loop, exit))
            return NULL;
        with_memory += touches_memory(exit->src);
        last = last && dominated_by_p(CDI_DOMINATORS, last->src, exit->src) ? last : exit;
    }
    return with_memory > 1 ? NULL : last;
}

const loop_shape &loops_shape(const struct code &code, const class loop *loop) {
    return code.shapes[loop->num];
}

static basic_block place_of(const struct code &code, tree value) {
    if (TREE_CODE(value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF(value))
        return ENTRY_BLOCK_PTR_FOR_FN(code.of);
    auto moved = code.moved.find(value);
    return moved == code.moved.end() ? gimple_bb(SSA_NAME_DEF_STMT(value)) : moved->second;
}

// By 2 or 4: the trip count is split, and tests for the rest come before and after. By 16, twice
// more.
cost loops_start(const struct code &code, const class loop *loop) {
    const loop_shape &shape = code.shapes[loop->num];
    cost start;
    if (shape.known || shape.unroll == 1)
        return start;
    start.unit[SIMT_UNIT_ALU] = shape.unroll > 4 ? 11 : 5;
    start.unit[SIMT_UNIT_BRANCH] = shape.unroll > 4 ? 6 : 3;
    return start;
}

basic_block loops_place(const struct code &code, const std::vector<tree> &uses, basic_block block) {
    for (class loop *loop = block->loop_father; loop_outer(loop); loop = loop_outer(loop)) {
        for (tree use : uses)
            if (!DECL_P(use) && flow_bb_inside_loop_p(loop, place_of(code, use)))
                return block;
        block = get_immediate_dominator(CDI_DOMINATORS, loop->header);
    }
    return block;
}

bool loops_leave(class loop *loop, tree value, unsigned depth) {
    gimple *made = definition_of(value);
    ssa_op_iter i;
    tree use;
    if (!made || !gimple_bb(made) || !flow_bb_inside_loop_p(loop, gimple_bb(made)) || is_read_once(made))
        return true;
    if (!is_gimple_assign(made) || gimple_vuse(made) || depth > 8)
        return false;
    FOR_EACH_SSA_TREE_OPERAND(use, made, i, SSA_OP_USE)
    if (!loops_leave(loop, use, depth + 1))
        return false;
    return true;
}

bool loops_leave(class loop *loop, gcond *condition) {
    return loops_leave(loop, gimple_cond_lhs(condition)) && loops_leave(loop, gimple_cond_rhs(condition));
}

tree loops_step(tree name) {
    gimple *statement = definition_of(name);
    gphi *phi = statement ? dyn_cast<gphi *>(statement) : NULL;
    if (!phi || gimple_bb(phi)->loop_father->header != gimple_bb(phi) || gimple_phi_num_args(phi) != 2)
        return NULL_TREE;
    for (unsigned i = 0; i < 2; i++) {
        tree next = gimple_phi_arg_def(phi, i);
        gimple *made = definition_of(next);
        if (made && is_gimple_assign(made) && gimple_num_ops(made) == 3 && gimple_assign_rhs1(made) == name &&
            TREE_CODE(gimple_assign_rhs2(made)) == INTEGER_CST)
            return next;
    }
    return NULL_TREE;
}
