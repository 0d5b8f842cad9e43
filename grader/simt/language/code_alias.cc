// Which accesses may alias: nvcc moves no load past a store that may have the same address.
#include "code.h"

namespace {

// A kernel's parameters are members of its body's closure.
bool is_restrict(tree base) {
    gimple *made = definition_of(base);
    tree from = made && gimple_assign_single_p(made) ? gimple_assign_rhs1(made) : base;
    if (TREE_CODE(from) == SSA_NAME)
        from = SSA_NAME_VAR(from);
    return from && POINTER_TYPE_P(TREE_TYPE(from)) && TYPE_RESTRICT(TREE_TYPE(from));
}

// The address of a variable in shared memory comes from its descriptor. NULL_TREE for anything else.
tree shared_variable(tree base) {
    gimple *made = definition_of(base);
    gcall *call = made ? dyn_cast<gcall *>(made) : NULL;
    tree function = call ? gimple_call_fndecl(call) : NULL_TREE;
    return function && DECL_NAME(function) && id_equal(DECL_NAME(function), "simt_shared_variable")
               ? gimple_call_arg(call, 0)
               : NULL_TREE;
}

bool are_two_variables(tree one, tree other) {
    tree first = shared_variable(one), second = shared_variable(other);
    return (DECL_P(one) && DECL_P(other)) || (first && second && !operand_equal_p(first, second, 0));
}

tree address_in(const item &access) {
    tree address = NULL_TREE;
    if (gcall *call = access.statement ? dyn_cast<gcall *>(access.statement) : NULL)
        order_of_hook(call, &address);
    return address;
}

// True if its value differs in each iteration of the loop: the loop's counter, and results of it and
// invariant values.
bool steps(class loop *loop, tree value, unsigned depth = 0) {
    gimple *made = definition_of(value);
    if (!made || depth > 8)
        return false;
    if (loops_step(value))
        return gimple_bb(made) == loop->header;
    if (!is_gimple_assign(made) || gimple_vuse(made))
        return false;
    tree left = gimple_assign_rhs1(made), right = gimple_assign_rhs2(made);
    switch (gimple_assign_rhs_code(made)) {
    CASE_CONVERT:
        return steps(loop, left, depth + 1);
    case MULT_EXPR:
    case LSHIFT_EXPR:
        return TREE_CODE(right) == INTEGER_CST && steps(loop, left, depth + 1);
    case PLUS_EXPR:
    case POINTER_PLUS_EXPR:
        return (steps(loop, left, depth + 1) && loops_leave(loop, right)) ||
               (steps(loop, right, depth + 1) && loops_leave(loop, left));
    default:
        return false;
    }
}

bool is_same_value(tree one, tree other, unsigned depth);

// True if both are the same member or element of the same object.
bool is_same_reference(tree one, tree other, unsigned depth) {
    const bool is_address = TREE_CODE(one) == ADDR_EXPR;
    if (depth > 8 || TREE_CODE(one) != TREE_CODE(other) || (!is_address && !REFERENCE_CLASS_P(one)))
        return false;
    for (int i = 0; i < TREE_OPERAND_LENGTH(one); i++)
        if (!is_same_value(TREE_OPERAND(one, i), TREE_OPERAND(other, i), depth + 1))
            return false;
    return true;
}

// True if both are computed in the same way from the same values: each block computes its addresses itself.
// Shared operands are visited twice, hence the limit.
bool is_same_value(tree one, tree other, unsigned depth) {
    if (one == other || (one && other && operand_equal_p(one, other, 0)))
        return true;
    if (!one || !other)
        return false;
    if (TREE_CODE(one) != SSA_NAME)
        return is_same_reference(one, other, depth);
    gimple *first = definition_of(one), *second = definition_of(other);
    if (!first || !second || depth > 8 || !is_gimple_assign(first) || !is_gimple_assign(second))
        return false;
    if (is_read_once(first) && is_read_once(second))
        return operand_equal_p(gimple_assign_rhs1(first), gimple_assign_rhs1(second), 0);
    if (gimple_vuse(first) || gimple_vuse(second) || gimple_num_ops(first) != gimple_num_ops(second) ||
        gimple_assign_rhs_code(first) != gimple_assign_rhs_code(second))
        return false;
    for (unsigned i = 1; i < gimple_num_ops(first); i++)
        if (!is_same_value(gimple_op(first, i), gimple_op(second, i), depth + 1))
            return false;
    return true;
}

} // namespace

bool may_be_one_place(const item &load, const item &store) {
    if (load.is_shared != store.is_shared || load.is_local != store.is_local)
        return false;
    if (!load.base || !store.base || load.base == store.base)
        return true;
    return !are_two_variables(load.base, store.base) && !is_restrict(load.base) && !is_restrict(store.base);
}

bool are_one_place(const item &one, const item &other) {
    tree first = address_in(one), second = address_in(other);
    return first && second && is_same_value(first, second, 0);
}

bool may_meet_later(class loop *loop, const item &load, const item &store) {
    return may_be_one_place(load, store) && !(are_one_place(load, store) && steps(loop, address_in(load)));
}
