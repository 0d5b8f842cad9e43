// Which blocks a predicate guards: nvcc rather issues a few instructions for nothing than to branch around
// them.
#include "code.h"

namespace {

enum { LONGEST_GUARDED = 8 }; // instructions, accesses included

float size_of(const struct code &code, const std::vector<block_shape> &shapes, basic_block block) {
    return work_of(code, block).total() + shapes[block->index].guards.total() +
           (float)accesses_of(code, block);
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
    cost &guards = shapes[by->index].guards;
    if (guards.total() == 0)
        guards += cost(SIMT_UNIT_BRANCH, -1); /* there is no branch then */
    guards += work_of(code, block);
    guards += shapes[block->index].guards;
    guards += cost(SIMT_UNIT_BRANCH, (float)accesses_of(code, block));
    shapes[by->index].guarded_accesses += accesses_of(code, block) + shapes[block->index].guarded_accesses;
    shapes[block->index].guarded_accesses = 0;
    shapes[block->index].is_guarded = true;
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
