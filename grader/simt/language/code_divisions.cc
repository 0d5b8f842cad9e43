// Divisions of integers on processors that go on with some value where the divisor is zero: a function of the
// engine takes their place, which reports it and gives the same value everywhere.
#include "code.h"

namespace {

bool may_be_by_zero(gimple *statement) {
    if (!is_gimple_assign(statement) || (gimple_assign_rhs_code(statement) != TRUNC_DIV_EXPR &&
                                         gimple_assign_rhs_code(statement) != TRUNC_MOD_EXPR))
        return false;
    tree type = TREE_TYPE(gimple_assign_lhs(statement)), divisor = gimple_assign_rhs2(statement);
    return INTEGRAL_TYPE_P(type) && TYPE_PRECISION(type) <= TYPE_PRECISION(long_long_integer_type_node) &&
           (TREE_CODE(divisor) != INTEGER_CST || integer_zerop(divisor));
}

tree engine_function() {
    static tree declared;
    if (!declared)
        declared = hooks_declare("__simt_divide", build_function_type_list(long_long_integer_type_node,
                                                                           long_long_integer_type_node,
                                                                           long_long_integer_type_node,
                                                                           integer_type_node, NULL_TREE));
    return declared;
}

// A sign is kept where the operand's type has one.
tree widen(gimple_stmt_iterator *at, tree operand) {
    tree wide = make_ssa_name(long_long_integer_type_node);
    gassign *statement = gimple_build_assign(wide, NOP_EXPR, operand);
    gimple_set_location(statement, gimple_location(gsi_stmt(*at)));
    gsi_insert_before(at, statement, GSI_SAME_STMT);
    return wide;
}

void replace(gimple_stmt_iterator *at) {
    gimple *division = gsi_stmt(*at);
    const int how = (gimple_assign_rhs_code(division) == TRUNC_MOD_EXPR ? SIMT_DIVIDE_REMAINDER : 0) |
                    (TYPE_UNSIGNED(TREE_TYPE(gimple_assign_lhs(division))) ? SIMT_DIVIDE_UNSIGNED : 0);
    tree result = make_ssa_name(long_long_integer_type_node);
    gcall *call =
        gimple_build_call(engine_function(), 3, widen(at, gimple_assign_rhs1(division)),
                          widen(at, gimple_assign_rhs2(division)), build_int_cst(integer_type_node, how));
    gimple_call_set_lhs(call, result);
    gimple_set_location(call, gimple_location(division));
    gsi_insert_before(at, call, GSI_SAME_STMT);
    gimple_assign_set_rhs_with_ops(at, NOP_EXPR, result);
    update_stmt(gsi_stmt(*at));
}

} // namespace

void divisions_replace(function *of) {
    basic_block block;
    FOR_EACH_BB_FN(block, of)
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
        if (may_be_by_zero(gsi_stmt(at)))
            replace(&at);
}
