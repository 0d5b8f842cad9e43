// Numbers that grow with the counter of a loop that is unrolled entirely: such as (y + j) * width + x.
//
// In the copies of the body nvcc makes each of the one before by an addition ("straight-line strength
// reduction" of LLVM), whatever operations it is written with. The addition itself is left out where an
// address has room for it.
#include "code.h"

namespace {

class loop *outermost_flat(const struct code &code, class loop *loop) {
    while (loop_outer(loop) && loop_outer(loop_outer(loop)) && code.shapes[loop_outer(loop)->num].flat)
        loop = loop_outer(loop);
    return loop;
}

bool is_step(enum tree_code operation) {
    return operation == PLUS_EXPR || operation == MINUS_EXPR || operation == MULT_EXPR ||
           operation == LSHIFT_EXPR || CONVERT_EXPR_CODE_P(operation);
}

enum growth { GROWS_NOT, IS_CONSTANT, GROWS, OTHER };

enum growth growth_of(const struct code &code, class loop *loop, tree value) {
    if (TREE_CODE(value) != SSA_NAME)
        return GROWS_NOT;
    if (code.constants.count(value))
        return IS_CONSTANT;
    gimple *made = SSA_NAME_DEF_STMT(value);
    if (!gimple_bb(made) || !flow_bb_inside_loop_p(loop, gimple_bb(made)))
        return GROWS_NOT;
    if (code.moved.count(value) && !flow_bb_inside_loop_p(loop, code.moved.find(value)->second))
        return GROWS_NOT;
    return strides_has(code, made) ? GROWS : OTHER;
}

bool is_stride(const struct code &code, gimple *statement) {
    if (!is_gimple_assign(statement) || gimple_vuse(statement) ||
        !is_step(gimple_assign_rhs_code(statement)) ||
        !INTEGRAL_TYPE_P(TREE_TYPE(gimple_assign_lhs(statement))) ||
        !INTEGRAL_TYPE_P(TREE_TYPE(gimple_assign_rhs1(statement))))
        return false;
    class loop *loop = gimple_bb(statement)->loop_father;
    if (!loop_outer(loop) || !code.shapes[loop->num].flat)
        return false;
    loop = outermost_flat(code, loop);
    enum growth left = growth_of(code, loop, gimple_assign_rhs1(statement)), right = GROWS_NOT;
    if (gimple_num_ops(statement) == 3)
        right = growth_of(code, loop, gimple_assign_rhs2(statement));
    if (left == OTHER || right == OTHER || (left == GROWS_NOT && right == GROWS_NOT))
        return false;
    return gimple_assign_rhs_code(statement) != MULT_EXPR || left != GROWS || right != GROWS;
}

} // namespace

bool strides_has(const struct code &code, gimple *statement) {
    auto known = code.strides.find(statement);
    if (known != code.strides.end())
        return known->second;
    code.strides[statement] = false; /* for a value that depends on itself */
    return code.strides[statement] = is_stride(code, statement);
}

cost strides_cost(const struct code &code, gimple *statement) {
    imm_use_iterator i;
    use_operand_p use;
    FOR_EACH_IMM_USE_FAST(use, i, gimple_assign_lhs(statement)) {
        gimple *user = USE_STMT(use);
        if (!is_gimple_debug(user) && !strides_has(code, user))
            return cost(UNIT_ALU_OR_FMA, 1);
    }
    return cost();
}
