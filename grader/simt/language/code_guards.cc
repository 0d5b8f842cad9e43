// Which blocks a predicate guards: nvcc rather issues a few instructions for nothing than to branch around
// them.
#include "code.h"

namespace {

enum { LONGEST_GUARDED = 8 }; // instructions, accesses included

// What is issued for the block alone, accesses included. There is no branch around what it guards.
cost issued_of(const struct code &code, basic_block block, const block_shape &shape) {
    cost all = work_of(code, block);
    all += cost(SIMT_UNIT_BRANCH, (float)accesses_of(code, block) - (shape.guards_any ? 1 : 0));
    return all;
}

float size_of(const struct code &code, const std::vector<block_shape> &shapes, basic_block block) {
    const block_shape &shape = shapes[block->index];
    return issued_of(code, block, shape).total() + shape.guards.total() + shape.skipped.total();
}

bool is_short(const struct code &code, const std::vector<block_shape> &shapes, basic_block block) {
    for (const item &part : code.items[block->index])
        if (part.order == ORDER_BARRIER || part.order == ORDER_TOGETHER)
            return false;
    return size_of(code, shapes, block) <= LONGEST_GUARDED;
}

// True if a predicate may guard the block, which only follows a branch around it to @p join.
bool is_guardable(const struct code &code, const std::vector<block_shape> &shapes, basic_block block,
                  basic_block join) {
    return has_hook(block) && single_pred_p(block) && single_succ_p(block) &&
           target_of(single_succ(block)) == join && !ends_function(join) && is_short(code, shapes, block);
}

// True if the branch leaves the loop at a bound of its counter.
bool leaves_at_bound(basic_block block, basic_block to) {
    class loop *loop = block->loop_father;
    return loop_outer(loop) && !flow_bb_inside_loop_p(loop, to) && loops_exit(loop);
}

// True if the block asks for the second part of a condition, `a && b`: both together make one branch.
bool is_second_part(const struct code &code, const std::vector<block_shape> &shapes, basic_block block,
                    basic_block other) {
    return has_hook(block) && single_pred_p(block) && ends_in_branch(block) &&
           EDGE_COUNT(block->succs) == 2 &&
           (target_of(EDGE_SUCC(block, 0)->dest) == other || target_of(EDGE_SUCC(block, 1)->dest) == other) &&
           block->loop_father == single_pred(block)->loop_father && !leaves_at_bound(block, other) &&
           is_short(code, shapes, block);
}

void guard(const struct code &code, std::vector<block_shape> &shapes, basic_block by, basic_block block) {
    block_shape &first = shapes[by->index], &guarded = shapes[block->index];
    const unsigned accesses = accesses_of(code, block);
    (accesses > 0 ? first.skipped : first.guards) += issued_of(code, block, guarded);
    first.guards += guarded.guards;
    first.skipped += guarded.skipped;
    first.guarded_accesses += accesses + guarded.guarded_accesses;
    first.guarded_loads += awaited_loads_of(code, block) + guarded.guarded_loads;
    first.guards_any = true;
    first.guards_accesses |= accesses > 0 || guarded.guards_accesses;
    guarded.guards = guarded.skipped = cost();
    guarded.guarded_accesses = guarded.guarded_loads = 0;
    guarded.is_guarded = true;
}

} // namespace

// Both ways of a branch may be guarded, or the one that the other goes around.
void guards_find(const struct code &code, std::vector<block_shape> &shapes, basic_block block) {
    if (EDGE_COUNT(block->succs) != 2 || !has_hook(block) || !ends_in_branch(block))
        return;
    basic_block first = target_of(EDGE_SUCC(block, 0)->dest), second = target_of(EDGE_SUCC(block, 1)->dest);
    const bool both = single_succ_p(first) && first != second &&
                      is_guardable(code, shapes, first, target_of(single_succ(first))) &&
                      is_guardable(code, shapes, second, target_of(single_succ(first)));
    bool &has_no_branch = shapes[block->index].has_no_branch;
    const bool guards_first = is_guardable(code, shapes, first, second),
               guards_second = is_guardable(code, shapes, second, first);
    has_no_branch = both || guards_first || guards_second;
    if (both || guards_first || (!guards_second && is_second_part(code, shapes, first, second)))
        guard(code, shapes, block, first);
    if (both || guards_second || (!guards_first && is_second_part(code, shapes, second, first)))
        guard(code, shapes, block, second);
}
