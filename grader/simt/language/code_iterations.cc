// Loops of which nvcc runs several iterations as one.
//
// It copies the body, guards the short blocks in it by predicates, and the assembler then moves the loads of
// all copies to the front. So the copies of a block are side by side, and there is one wait for their
// loads. That needs a body without branches, including those in a division or a root, loads that depend on no
// load of an earlier iteration, and stores that no later iteration's loads may alias.
#include "code.h"

namespace {

enum { LEAF, AROUND }; // an innermost loop, and one whose inner loops are completely unrolled

bool is_counter(tree value) { return loops_step(value) != NULL_TREE; }

// Whether the value depends on one that the previous iteration loaded, or on any that it computed, except
// counters.
class carried_values {
  public:
    carried_values(const struct code &of, class loop *in, bool only_loaded)
        : code(of), loop(in), loaded(only_loaded) {}
    bool needs(tree value) {
        gimple *made = definition_of(value);
        if (!made || !gimple_bb(made) || !flow_bb_inside_loop_p(loop, gimple_bb(made)) ||
            !seen.insert(made).second)
            return false;
        if (gimple_code(made) == GIMPLE_PHI && gimple_bb(made) == loop->header)
            return !is_counter(value) && (!loaded || code.loaded.count(value));
        return any_operand(made);
    }

  private:
    bool any_operand(gimple *made) {
        ssa_op_iter i;
        tree use;
        if (gphi *phi = dyn_cast<gphi *>(made)) {
            for (unsigned arg = 0; arg < gimple_phi_num_args(phi); arg++)
                if (needs(gimple_phi_arg_def(phi, arg)))
                    return true;
            return false;
        }
        FOR_EACH_SSA_TREE_OPERAND(use, made, i, SSA_OP_USE)
        if (needs(use))
            return true;
        return false;
    }

    const struct code &code;
    class loop *const loop;
    const bool loaded;
    std::set<gimple *> seen;
};

bool needs_iteration_before(const struct code &code, class loop *loop, const item &part) {
    if (part.order != ORDER_LOAD && part.order != ORDER_TOGETHER)
        return false;
    carried_values carried(code, loop, part.order == ORDER_LOAD);
    for (tree use : part.uses)
        if (carried.needs(use))
            return true;
    return false;
}

bool may_meet_any(class loop *loop, const item &load, const std::vector<const item *> &stores) {
    for (const item *store : stores)
        if (may_meet_later(loop, load, *store))
            return true;
    return false;
}

std::vector<const item *> stores_of(const struct code &code, const std::vector<basic_block> &body) {
    std::vector<const item *> stores;
    for (basic_block block : body)
        for (const item &part : code.items[block->index])
            if (part.order == ORDER_STORE)
                stores.push_back(&part);
    return stores;
}

// True if some operation keeps loads after it.
bool has_barrier(const struct code &code, const std::vector<basic_block> &body) {
    for (basic_block block : body)
        for (const item &part : code.items[block->index])
            if (part.order == ORDER_BARRIER || has_branches(part))
                return true;
    return false;
}

// True if it has to come after the previous iteration.
bool comes_behind(const struct code &code, class loop *loop, const item &part,
                  const std::vector<const item *> &stores) {
    return needs_iteration_before(code, loop, part) ||
           (part.order == ORDER_LOAD && may_meet_any(loop, part, stores));
}

bool are_independent(const struct code &code, class loop *loop, const std::vector<basic_block> &body) {
    const std::vector<const item *> stores = stores_of(code, body);
    for (basic_block block : body)
        for (const item &part : code.items[block->index])
            if (comes_behind(code, loop, part, stores))
                return false;
    return true;
}

// True if the value's computation in the loop includes a load.
bool is_made_of_loads(class loop *loop, tree value, unsigned depth = 0) {
    gimple *made = definition_of(value);
    ssa_op_iter i;
    tree use;
    if (!made || !gimple_bb(made) || !flow_bb_inside_loop_p(loop, gimple_bb(made)) || is_read_once(made))
        return false;
    if (!is_gimple_assign(made) || gimple_vuse(made) || depth > 8)
        return gimple_code(made) != GIMPLE_PHI || !is_counter(value);
    FOR_EACH_SSA_TREE_OPERAND(use, made, i, SSA_OP_USE)
    if (is_made_of_loads(loop, use, depth + 1))
        return true;
    return false;
}

bool needs_load(class loop *loop, const item &load) {
    for (tree use : load.uses)
        if (is_made_of_loads(loop, use))
            return true;
    return false;
}

// The block's loads that come before all iterations, a bit for each of its first accesses: those that depend
// on none of the others.
unsigned loads_ahead(const struct code &code, class loop *loop, basic_block block,
                     const std::vector<const item *> &stores) {
    unsigned ahead = 0, access = 0;
    for (const item &part : code.items[block->index]) {
        if (part.order == ORDER_LOAD && access < SIMT_BLOCK_LOADS && !needs_load(loop, part) &&
            !comes_behind(code, loop, part, stores))
            ahead |= 1u << access;
        access += is_access(part);
    }
    return ahead;
}

// Finds those of all blocks. @return false if there are none
bool find_ahead(const struct code &code, class loop *loop, const std::vector<basic_block> &body,
                std::vector<block_shape> &shapes) {
    const std::vector<const item *> stores = stores_of(code, body);
    bool any = false;
    for (basic_block block : body)
        if (const unsigned ahead = loads_ahead(code, loop, block, stores)) {
            shapes[block->index].ahead = ahead;
            any = true;
        }
    return any;
}

// A back edge, or an exit of a completely unrolled inner loop, is no branch in the copies.
bool is_of_loop(class loop *loop, basic_block block, edge way) {
    return !flow_bb_inside_loop_p(loop, way->dest) || way->dest == block->loop_father->header ||
           !flow_bb_inside_loop_p(block->loop_father, way->dest);
}

// nvcc unswitches a branch if it goes the same way in all iterations.
bool is_unswitched(class loop *loop, basic_block block) {
    gcond *condition = condition_of(block);
    return condition && loops_leave(loop, condition);
}

bool has_branch(class loop *loop, const std::vector<block_shape> &shapes, basic_block block) {
    if (EDGE_COUNT(block->succs) < 2 || shapes[block->index].has_no_branch || is_unswitched(loop, block))
        return false;
    return EDGE_COUNT(block->succs) > 2 ||
           !(is_of_loop(loop, block, EDGE_SUCC(block, 0)) || is_of_loop(loop, block, EDGE_SUCC(block, 1)));
}

bool inner_are_flat(const struct code &code, class loop *loop) {
    for (class loop *inner = loop->inner; inner; inner = inner->next)
        if (!loops_shape(code, inner).flat || !inner_are_flat(code, inner))
            return false;
    return true;
}

bool is_straight(const struct code &code, const std::vector<block_shape> &shapes, class loop *loop,
                 const std::vector<basic_block> &body) {
    if (loops_shape(code, loop).unroll < 2 || !inner_are_flat(code, loop) || !loops_exit(loop))
        return false;
    for (basic_block block : body)
        if (has_branch(loop, shapes, block))
            return false;
    return !has_barrier(code, body);
}

std::vector<basic_block> body_of(class loop *loop, const std::vector<basic_block> &blocks) {
    std::vector<basic_block> body;
    for (basic_block block : blocks)
        if (flow_bb_inside_loop_p(loop, block) && has_hook(block))
            body.push_back(block);
    return body;
}

} // namespace

void iterations_find(const struct code &code, const std::vector<basic_block> &blocks,
                     std::vector<block_shape> &shapes) {
    static unsigned number;
    for (class loop *loop : loops_list(code.of, LI_FROM_INNERMOST)) {
        const std::vector<basic_block> body = body_of(loop, blocks);
        if (body.empty() || !dominated_by_p(CDI_DOMINATORS, loop->latch, body[0]) ||
            !is_straight(code, shapes, loop, body))
            continue;
        const bool serial = !are_independent(code, loop, body);
        if (serial && !find_ahead(code, loop, body, shapes))
            continue;
        number++;
        for (size_t i = 0; i < body.size(); i++)
            shapes[body[i]->index].loops[loop->inner ? AROUND : LEAF] = {
                number, (unsigned)i, loops_shape(code, loop).unroll, loops_shape(code, loop).flat, serial};
    }
}
