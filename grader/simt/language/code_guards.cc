// Which blocks are predicated: nvcc issues a few instructions that may be predicated off rather than branch
// around them.
#include "code.h"

namespace {

enum { LONGEST_GUARDED = 8, LONGEST_OF_A_LOAD = 2 }; // instructions, accesses included

// The instructions of the block alone, accesses included. There is no branch around guarded blocks.
cost issued_of(const struct code &code, basic_block block, const block_shape &shape) {
    cost all = work_of(code, block);
    all += cost(SIMT_UNIT_BRANCH, (float)accesses_of(code, block) - (shape.guards_any ? 1 : 0));
    return all;
}

float size_of(const struct code &code, const std::vector<block_shape> &shapes, basic_block block) {
    const block_shape &shape = shapes[block->index];
    return issued_of(code, block, shape).total() + shape.guards.total() + shape.skipped.total();
}

bool loads_global_memory(const struct code &code, basic_block block) {
    for (const item &part : code.items[block->index])
        if (part.order == ORDER_LOAD && !part.is_shared && !part.is_local)
            return true;
    return false;
}

// True if no other block of the loop accesses memory, and nvcc does not unroll the loop.
bool is_all_of_its_loop(const struct code &code, basic_block block) {
    class loop *loop = block->loop_father;
    const loop_shape &shape = loops_shape(code, loop);
    if (!loop_outer(loop) || shape.flat || shape.unroll > 1)
        return false;
    basic_block *body = get_loop_body(loop);
    const bool is_all = std::all_of(body, body + loop->num_nodes, [&code, block](basic_block other) {
        return other == block || accesses_of(code, other) == 0;
    });
    free(body);
    return is_all;
}

// A step of a tree in global memory: there nvcc branches around the loads, unless others of the loop's
// accesses could overlap with them.
unsigned longest_guarded(const struct code &code, basic_block block) {
    return loads_global_memory(code, block) && is_all_of_its_loop(code, block) ? LONGEST_OF_A_LOAD
                                                                               : LONGEST_GUARDED;
}

bool is_short(const struct code &code, const std::vector<block_shape> &shapes, basic_block block) {
    for (const item &part : code.items[block->index])
        if (part.order == ORDER_BARRIER || part.order == ORDER_TOGETHER)
            return false;
    return size_of(code, shapes, block) <= longest_guarded(code, block);
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

// True if the block evaluates the second part of a condition, `a && b`: both together make one branch.
bool is_second_part(const struct code &code, const std::vector<block_shape> &shapes, basic_block block,
                    basic_block other) {
    return has_hook(block) && single_pred_p(block) && ends_in_branch(block) &&
           EDGE_COUNT(block->succs) == 2 &&
           (target_of(EDGE_SUCC(block, 0)->dest) == other || target_of(EDGE_SUCC(block, 1)->dest) == other) &&
           block->loop_father == single_pred(block)->loop_father && !leaves_at_bound(block, other) &&
           is_short(code, shapes, block);
}

std::vector<const item *> loads_of(const struct code &code, basic_block block) {
    std::vector<const item *> loads;
    for (const item &part : code.items[block->index])
        if (part.order == ORDER_LOAD)
            loads.push_back(&part);
    return loads;
}

// Loads common to both blocks.
unsigned common_loads(const struct code &code, basic_block one, basic_block other) {
    std::vector<const item *> left = loads_of(code, other);
    unsigned common = 0;
    for (const item *load : loads_of(code, one)) {
        auto same = std::find_if(left.begin(), left.end(),
                                 [load](const item *known) { return are_one_place(*load, *known); });
        if (same == left.end())
            continue;
        left.erase(same);
        common++;
    }
    return common;
}

// A load on both sides of a branch is moved before it, and issued once: no warp has it predicated off.
void share_loads(const struct code &code, block_shape &by, basic_block one, basic_block other) {
    const unsigned common = common_loads(code, one, other);
    by.skipped += cost(SIMT_UNIT_BRANCH, -(float)common);
    by.guarded_accesses -= std::min(common, by.guarded_accesses);
    by.guarded_loads -= std::min(common, by.guarded_loads);
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

// Both sides of a branch may be guarded, or the one that the other side skips.
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
    if (both)
        share_loads(code, shapes[block->index], first, second);
}
