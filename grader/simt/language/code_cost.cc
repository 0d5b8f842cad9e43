// The cost of a statement on a GPU, by unit.
//
// The general rules: a 64-bit value takes each integer operation twice. Constants, parameters and
// conversions that change no bit are operands. A product that only a sum uses is fused with it to one
// multiply-add; of a chain of logical operations or of sums, two make one instruction. There is no integer
// division: the numbers are lengths of the sequences that nvcc 13 emits for sm_90.
#include "code.h"

namespace {

const cost nothing;

cost alu(float count) { return cost(SIMT_UNIT_ALU, count); }
cost either(float count) { return cost(UNIT_ALU_OR_FMA, count); }
cost fma(float count) { return cost(SIMT_UNIT_FMA, count); }

cost mixed(float alus, float fmas, float specials, float branches = 0, float doubles = 0) {
    cost sum(SIMT_UNIT_ALU, alus);
    sum.unit[SIMT_UNIT_FMA] = fmas;
    sum.unit[SIMT_UNIT_SPECIAL] = specials;
    sum.unit[SIMT_UNIT_BRANCH] = branches;
    sum.unit[SIMT_UNIT_FP64] = doubles;
    return sum;
}

// nvcc treats long double as double.
bool is_double(const_tree type) { return SCALAR_FLOAT_TYPE_P(type) && TYPE_PRECISION(type) > 32; }
bool is_boolean(const_tree type) { return TREE_CODE(type) == BOOLEAN_TYPE || TYPE_PRECISION(type) == 1; }

bool is_call(gimple *statement, const char *first, const char *second) {
    gcall *call = statement ? dyn_cast<gcall *>(statement) : NULL;
    tree function = call ? gimple_call_fndecl(call) : NULL_TREE;
    return function && DECL_NAME(function) &&
           (id_equal(DECL_NAME(function), first) || id_equal(DECL_NAME(function), second));
}

// The engine computes 16-bit numbers as doubles, and rounds each result.
bool is_half(tree value) {
    return TREE_CODE(value) == SSA_NAME &&
           is_call(SSA_NAME_DEF_STMT(value), "simt_half_value", "simt_bfloat_value");
}

bool becomes_half(tree value) {
    use_operand_p use;
    gimple *statement;
    return single_imm_use(value, &use, &statement) &&
           is_call(statement, "simt_half_bits", "simt_bfloat_bits");
}

// A sum, difference or product of such numbers.
bool is_of_halves(gimple *statement) {
    const enum tree_code operation = gimple_assign_rhs_code(statement);
    if (operation != PLUS_EXPR && operation != MINUS_EXPR && operation != MULT_EXPR)
        return false;
    tree one = gimple_assign_rhs1(statement), other = gimple_assign_rhs2(statement);
    return is_half(one) && (is_half(other) || CONSTANT_CLASS_P(other));
}

// The only statement that uses the value; NULL if there are several.
gimple *only_use(tree value) {
    use_operand_p use;
    gimple *statement;
    return single_imm_use(value, &use, &statement) ? statement : NULL;
}

bool is_operation(gimple *statement, enum tree_code first, enum tree_code second, enum tree_code third) {
    if (!statement || !is_gimple_assign(statement))
        return false;
    const enum tree_code operation = gimple_assign_rhs_code(statement);
    return operation == first || operation == second || operation == third;
}

bool is_sum(gimple *statement) { return is_operation(statement, PLUS_EXPR, MINUS_EXPR, POINTER_PLUS_EXPR); }
bool is_logical(gimple *statement) {
    return is_operation(statement, BIT_AND_EXPR, BIT_IOR_EXPR, BIT_XOR_EXPR);
}

// Follows conversions that change nothing, between a product and the sum that uses it.
gimple *use_behind_conversions(tree value) {
    gimple *use = only_use(value);
    while (use && is_gimple_assign(use) && CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(use)) &&
           INTEGRAL_TYPE_P(TREE_TYPE(gimple_assign_lhs(use))) &&
           TREE_CODE(gimple_assign_lhs(use)) == SSA_NAME)
        use = only_use(gimple_assign_lhs(use));
    return use;
}

// Two operations in a row make one instruction: the first of each pair is free. Counted from the end of the
// chain.
bool is_first_of_pair(gimple *statement, bool (*same)(gimple *)) {
    bool first = false;
    gimple *use = only_use(gimple_assign_lhs(statement));
    for (unsigned length = 0; use && same(use) && length < 16; length++) {
        first = !first;
        use = TREE_CODE(gimple_assign_lhs(use)) == SSA_NAME ? only_use(gimple_assign_lhs(use)) : NULL;
    }
    return first;
}

bool has_constant(gimple *statement) { return CONSTANT_CLASS_P(gimple_assign_rhs2(statement)); }

bool is_shift(gimple *product) { return has_constant(product) && integer_pow2p(gimple_assign_rhs2(product)); }

// True if this has been computed where it is of use; otherwise notes that it is from now on.
bool is_known(struct code &code, const std::pair<const_tree, const_tree> &what, basic_block block) {
    for (basic_block before : code.once[what])
        if (dominated_by_p(CDI_DOMINATORS, block, before))
            return true;
    code.once[what].push_back(block);
    return false;
}

// The product that the sum may be fused with; NULL if the value is none.
gimple *product_of(tree value) {
    gimple *made = TREE_CODE(value) == SSA_NAME ? SSA_NAME_DEF_STMT(value) : NULL;
    while (made && is_gimple_assign(made) && CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(made)) &&
           TREE_CODE(gimple_assign_rhs1(made)) == SSA_NAME)
        made = SSA_NAME_DEF_STMT(gimple_assign_rhs1(made));
    const bool fits = is_operation(made, MULT_EXPR, MULT_EXPR, MULT_EXPR) &&
                      is_sum(use_behind_conversions(gimple_assign_lhs(made)));
    return fits ? made : NULL;
}

bool leaves_loop(gimple *product, gimple *sum) {
    return loops_leave(gimple_bb(sum)->loop_father, gimple_assign_lhs(product), 0);
}

// The product that is fused with its only use, the sum: of two, one that is not computed before the loop.
gimple *fused_product(gimple *sum) {
    gimple *one = product_of(gimple_assign_rhs1(sum)), *other = product_of(gimple_assign_rhs2(sum));
    if (!one || !other)
        return one ? one : other;
    return leaves_loop(one, sum) && !leaves_loop(other, sum) ? other : one;
}

// The lower words' product has two words, and both mixed ones are added to the upper one. A further
// summand is added to the first.
cost product_of_two_words() {
    cost sum = fma(3);
    sum += either(1);
    return sum;
}

cost cost_of_product(gimple *statement) {
    tree type = TREE_TYPE(gimple_assign_lhs(statement));
    gimple *use = use_behind_conversions(gimple_assign_lhs(statement));
    const bool is_fused = is_sum(use) && fused_product(use) == statement;
    if (is_fused && (is_double(type) || !is_wide(type)))
        return nothing; /* the sum is a multiply-add */
    if (is_double(type))
        return cost(SIMT_UNIT_FP64, 1);
    if (SCALAR_FLOAT_TYPE_P(type))
        return fma(1);
    if (is_shift(statement))
        return either(is_wide(type) ? 2 : 1);
    return is_wide(type) ? product_of_two_words() : fma(1);
}

// The carry needs one unit.
cost sum_of_two_words() {
    cost sum = alu(1);
    sum += either(1);
    return sum;
}

// A number of two words is added with the product, or with that of the lower words.
cost sum_with_product(gimple *product) {
    if (!is_wide(TREE_TYPE(gimple_assign_lhs(product))))
        return fma(1);
    return is_shift(product) ? sum_of_two_words() : nothing;
}

cost cost_of_sum(gimple *statement) {
    tree type = TREE_TYPE(gimple_assign_lhs(statement));
    gimple *fused = fused_product(statement);
    if (is_double(type))
        return cost(SIMT_UNIT_FP64, 1);
    if (SCALAR_FLOAT_TYPE_P(type))
        return fma(1);
    if (fused)
        return is_wide(type) ? sum_with_product(fused) : fma(1);
    if (is_first_of_pair(statement, is_sum))
        return nothing;
    return is_wide(type) ? sum_of_two_words() : either(1);
}

// True if the known facts at the statement, such as the condition of its loop, exclude negative
// values.
bool is_never_negative(tree value, gimple *where) {
    int_range_max range;
    return TYPE_UNSIGNED(TREE_TYPE(value)) ||
           (get_range_query(cfun)->range_of_expr(range, value, where) && !range.undefined_p() &&
            wi::ge_p(range.lower_bound(), 0, SIGNED));
}

// True for a power of two, and for a value that is one in each copy of a loop's body: a counter that begins
// with one and is doubled or halved. @param seen values assumed to be one
bool is_power_of_two(const struct code &code, tree value, std::set<tree> &seen) {
    if (TREE_CODE(value) == INTEGER_CST)
        return integer_pow2p(value);
    if (!code.constants.count(value))
        return false;
    if (!seen.insert(value).second)
        return true;
    gimple *made = SSA_NAME_DEF_STMT(value);
    if (gphi *phi = dyn_cast<gphi *>(made)) {
        for (unsigned arg = 0; arg < gimple_phi_num_args(phi); arg++)
            if (!is_power_of_two(code, gimple_phi_arg_def(phi, arg), seen))
                return false;
        return true;
    }
    const enum tree_code operation = gimple_assign_rhs_code(made);
    const bool keeps = CONVERT_EXPR_CODE_P(operation) || operation == LSHIFT_EXPR || operation == RSHIFT_EXPR;
    const bool joins = operation == MULT_EXPR || operation == TRUNC_DIV_EXPR;
    return (keeps || joins) && is_power_of_two(code, gimple_assign_rhs1(made), seen) &&
           (keeps || is_power_of_two(code, gimple_assign_rhs2(made), seen));
}

/* Of 32 bits: by a power of two a shift, after an addition of the sign for signed ones; by another constant
 * the upper half of a product and a shift; else a reciprocal in single precision and two corrections. 64-bit
 * numbers mostly fit in 32 bits, and are divided as such behind a branch. */
cost cost_of_integer_division(const struct code &code, gimple *statement, bool wants_rest) {
    tree type = TREE_TYPE(gimple_assign_lhs(statement)), by = gimple_assign_rhs2(statement);
    const bool is_constant = TREE_CODE(by) == INTEGER_CST || code.constants.count(by);
    const bool is_unsigned = is_never_negative(gimple_assign_rhs1(statement), statement) &&
                             (is_constant || is_never_negative(by, statement));
    const float rest = wants_rest ? 1 : 0;
    if (is_constant) {
        std::set<tree> seen;
        if (is_power_of_two(code, by, seen))
            return alu((is_unsigned ? 1 : 3 + rest) * (is_wide(type) ? 2 : 1));
        return is_wide(type) ? mixed(6, 8 + 2 * rest, 0) : mixed(is_unsigned ? 2 : 3, 1 + rest, 0);
    }
    if (is_wide(type))
        return mixed(13 - rest, 6, 3, 3);
    return is_unsigned ? mixed(9 - rest, 6, 3) : mixed(13 - 2 * rest, 8, 3);
}

// True if there was a division by the same number before, in the same loop: the assembler computes its
// reciprocal once, but does not hoist it out of loops.
bool has_reciprocal(struct code &code, const_tree divisor, basic_block block) {
    const std::pair<const_tree, const_tree> what(NULL_TREE, divisor);
    for (basic_block before : code.once[what])
        if (before->loop_father == block->loop_father && dominated_by_p(CDI_DOMINATORS, block, before))
            return true;
    code.once[what].push_back(block);
    return false;
}

// Quotient and remainder of the same two numbers are computed together.
cost cost_of_division(struct code &code, gimple *statement, basic_block block) {
    const std::pair<const_tree, const_tree> both(gimple_assign_rhs1(statement),
                                                 gimple_assign_rhs2(statement));
    cost whole =
        cost_of_integer_division(code, statement, gimple_assign_rhs_code(statement) == TRUNC_MOD_EXPR);
    tree by = gimple_assign_rhs2(statement);
    const bool is_long = TREE_CODE(by) != INTEGER_CST && !code.constants.count(by);
    if (is_known(code, both, block))
        return mixed(1, 1, 0);
    if (!is_long || !has_reciprocal(code, both.second, block))
        return whole;
    return mixed(whole.unit[SIMT_UNIT_ALU] - 2, whole.unit[SIMT_UNIT_FMA] - 1, 0);
}

cost cost_of_float_division(gimple *statement) {
    tree type = TREE_TYPE(gimple_assign_lhs(statement));
    if (real_onep(gimple_assign_rhs1(statement)))
        return is_double(type) ? mixed(2, 0, 1, 3, 5) : mixed(3, 3, 1, 3);
    if (CONSTANT_CLASS_P(gimple_assign_rhs2(statement)) &&
        TREE_CODE(gimple_assign_rhs2(statement)) == REAL_CST &&
        exact_real_inverse(TYPE_MODE(type), &TREE_REAL_CST(gimple_assign_rhs2(statement))))
        return is_double(type) ? cost(SIMT_UNIT_FP64, 1) : fma(1);
    return is_double(type) ? mixed(2, 2, 1, 3, 8) : mixed(0, 5, 2, 3);
}

cost cost_of_shift(gimple *statement) {
    gimple *use = only_use(gimple_assign_lhs(statement));
    tree type = TREE_TYPE(gimple_assign_lhs(statement));
    const bool is_left_by_constant =
        gimple_assign_rhs_code(statement) == LSHIFT_EXPR && has_constant(statement);
    if (is_left_by_constant && is_sum(use) && !is_wide(type))
        return nothing; /* an addition with a shift */
    return is_left_by_constant ? either(is_wide(type) ? 2 : 1) : alu(is_wide(type) ? 2 : 1);
}

bool is_of_load(tree value) {
    gimple *made = TREE_CODE(value) == SSA_NAME ? SSA_NAME_DEF_STMT(value) : NULL;
    return made && is_gimple_assign(made) && gimple_vuse(made);
}

cost cost_of_conversion(gimple *statement) {
    tree to = TREE_TYPE(gimple_assign_lhs(statement)), value = gimple_assign_rhs1(statement),
         from = TREE_TYPE(value);
    if (is_half(value) && SCALAR_FLOAT_TYPE_P(to))
        return fma(1);
    if (is_double(to) && SCALAR_FLOAT_TYPE_P(from) && becomes_half(gimple_assign_lhs(statement)))
        return alu(1);
    if (SCALAR_FLOAT_TYPE_P(to) != SCALAR_FLOAT_TYPE_P(from) || (SCALAR_FLOAT_TYPE_P(to) && to != from)) {
        if (SCALAR_FLOAT_TYPE_P(to) && SCALAR_FLOAT_TYPE_P(from) && is_double(to) == is_double(from))
            return nothing;
        return cost(
            is_wide(to) || is_wide(from) || SCALAR_FLOAT_TYPE_P(from) ? SIMT_UNIT_SPECIAL : SIMT_UNIT_ALU, 1);
    }
    if (!INTEGRAL_TYPE_P(to) || !INTEGRAL_TYPE_P(from))
        return nothing;
    if (is_boolean(from))
        return alu(1); /* a predicate becomes a number */
    if (TYPE_PRECISION(to) <= TYPE_PRECISION(from))
        return TYPE_PRECISION(to) < 32 && !is_boolean(to) && !is_of_load(value) ? alu(1) : nothing;
    if (TYPE_PRECISION(from) < 32)
        return is_of_load(value) ? nothing : alu(1); /* a load extends what it loads */
    return TYPE_UNSIGNED(from) || is_sum(only_use(gimple_assign_lhs(statement))) ||
                   is_operation(only_use(gimple_assign_lhs(statement)), MULT_EXPR, MULT_EXPR, MULT_EXPR)
               ? nothing
               : alu(1);
}

cost cost_of_comparison(tree operand) {
    tree type = TREE_TYPE(operand);
    if (is_boolean(type))
        return nothing;
    if (is_double(type) && !is_half(operand))
        return cost(SIMT_UNIT_FP64, 1);
    return alu(is_wide(type) && !is_double(type) ? 2 : 1);
}

cost cost_of_logic(gimple *statement) {
    tree type = TREE_TYPE(gimple_assign_lhs(statement));
    if (is_boolean(type) || is_first_of_pair(statement, is_logical))
        return nothing; /* predicates are combined where they are computed */
    return alu(is_wide(type) ? 2 : 1);
}

cost cost_of_choice(tree type) { return alu(is_wide(type) ? 2 : 1); }

cost cost_of_operation(const struct code &code, gimple *statement) {
    tree type = TREE_TYPE(gimple_assign_lhs(statement));
    const enum tree_code operation = gimple_assign_rhs_code(statement);
    if (is_of_halves(statement))
        return fma(1);
    if (TREE_CODE_CLASS(operation) == tcc_comparison)
        return cost_of_comparison(gimple_assign_rhs1(statement));
    switch (operation) {
    case MULT_EXPR:
        return cost_of_product(statement);
    case PLUS_EXPR:
    case MINUS_EXPR:
    case POINTER_PLUS_EXPR:
        return cost_of_sum(statement);
    case POINTER_DIFF_EXPR:
        return alu(2);
    case EXACT_DIV_EXPR:
        return cost_of_integer_division(code, statement, false);
    case RDIV_EXPR:
        return cost_of_float_division(statement);
    case LSHIFT_EXPR:
    case RSHIFT_EXPR:
    case LROTATE_EXPR:
    case RROTATE_EXPR:
        return cost_of_shift(statement);
    case BIT_AND_EXPR:
    case BIT_IOR_EXPR:
    case BIT_XOR_EXPR:
        return cost_of_logic(statement);
    case BIT_NOT_EXPR:
        return nothing; /* part of the logic that uses it */
    case NEGATE_EXPR:
    case ABS_EXPR:
    case ABSU_EXPR:
        return SCALAR_FLOAT_TYPE_P(type) ? nothing
                                         : alu(is_wide(type) ? 2 : 1); /* a float's operand has a sign */
    case MIN_EXPR:
    case MAX_EXPR:
        return is_wide(type) ? alu(4) : alu(1);
    case COND_EXPR:
        return cost_of_choice(type);
    case MULT_HIGHPART_EXPR:
    case WIDEN_MULT_EXPR:
        return fma(is_wide(type) && operation == MULT_HIGHPART_EXPR ? 8 : 1);
    case FLOAT_EXPR:
    case FIX_TRUNC_EXPR:
    CASE_CONVERT:
        return cost_of_conversion(statement);
    default:
        return nothing;
    }
}

// Of 128 bits: twice as many words as of 64, and a product has each word times each. A quotient is computed
// bit by bit.
float of_widest(gimple *statement) {
    tree value = gimple_assign_rhs_class(statement) == GIMPLE_BINARY_RHS ? gimple_assign_rhs1(statement)
                                                                         : gimple_assign_lhs(statement);
    if (!INTEGRAL_TYPE_P(TREE_TYPE(value)) || TYPE_PRECISION(TREE_TYPE(value)) <= 64)
        return 1;
    switch (gimple_assign_rhs_code(statement)) {
    case MULT_EXPR:
        return 4;
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
        return 8;
    default:
        return 2;
    }
}

tree base_of(tree place) {
    while (handled_component_p(place))
        place = TREE_OPERAND(place, 0);
    if (TREE_CODE(place) == MEM_REF && TREE_CODE(TREE_OPERAND(place, 0)) == ADDR_EXPR)
        return TREE_OPERAND(TREE_OPERAND(place, 0), 0);
    return place;
}

// A variable on the lane's own stack with an index that is no constant, whose accesses are not logged: an
// access to the L1 cache, which takes a slot of a unit that serves one warp in four cycles.
cost cost_of_local(const struct code &code, tree place) {
    bool is_indexed = false;
    for (; handled_component_p(place); place = TREE_OPERAND(place, 0))
        if (TREE_CODE(place) == ARRAY_REF && TREE_CODE(TREE_OPERAND(place, 1)) == SSA_NAME)
            is_indexed |= !code.constants.count(TREE_OPERAND(place, 1));
    return is_indexed ? mixed(1, 0, 1) : nothing;
}

// Values that the hardware knows about a thread are read once in a kernel, and so is constant memory.
cost cost_of_once(struct code &code, tree place, basic_block block) {
    return is_known(code, {base_of(place), TREE_OPERAND(place, 1)}, loops_place(code, {}, block))
               ? nothing
               : cost(SIMT_UNIT_BRANCH, 1);
}

bool is_named(tree variable, const char *name) {
    return VAR_P(variable) && DECL_NAME(variable) && id_equal(DECL_NAME(variable), name);
}

bool is_constant_bank(tree base) {
    return TREE_CODE(base) == PARM_DECL || is_named(base, "blockDim") || is_named(base, "gridDim");
}

bool is_register(tree base) { return is_named(base, "threadIdx") || is_named(base, "blockIdx"); }

tree place_of(gimple *statement) {
    return gimple_store_p(statement) ? gimple_assign_lhs(statement) : gimple_assign_rhs1(statement);
}

cost cost_of_memory(struct code &code, gimple *statement, basic_block block) {
    tree place = place_of(statement), base = base_of(place);
    if ((is_register(base) || is_constant_bank(base)) && TREE_CODE(place) == COMPONENT_REF)
        return cost_of_once(code, place, block);
    return DECL_P(base) && !is_global_var(base) ? cost_of_local(code, place) : nothing;
}

cost cost_of_condition(struct code &code, gcond *condition) {
    tree left = gimple_cond_lhs(condition), right = gimple_cond_rhs(condition);
    const bool known = (is_gimple_min_invariant(left) || code.constants.count(left)) &&
                       (is_gimple_min_invariant(right) || code.constants.count(right));
    if (known)
        return nothing;
    cost sum = cost_of_comparison(left);
    sum += cost(SIMT_UNIT_BRANCH, 1);
    return sum;
}

} // namespace

bool is_of_thread(gimple *statement) { return is_named(base_of(place_of(statement)), "threadIdx"); }

// A constant of the program is not in device memory either, whatever its qualifier.
static bool is_constant_of_program(tree base) {
    return base && VAR_P(base) && TREE_READONLY(base) && is_global_var(base);
}

bool is_in_constant_memory(const struct address &address) {
    return is_constant_of_program(address.base) ||
           (address.base && VAR_P(address.base) &&
            lookup_attribute("simt_constant", DECL_ATTRIBUTES(address.base)));
}

// With an address known to the compiler, constant memory is an operand. A variable of the thread is in a
// register then; with an index that is no constant cost_of_local() counts it.
cost cost_of_unlogged(const struct address &address) {
    if (address.is_local || address.terms.empty() || is_constant_of_program(address.base))
        return nothing;
    return mixed(1, 0, 0, 1);
}

bool is_kernel(const struct code &code) {
    return DECL_NAME(code.of->decl) && id_equal(DECL_NAME(code.of->decl), "lane_body");
}

bool is_wide(const_tree type) {
    return (INTEGRAL_TYPE_P(type) || POINTER_TYPE_P(type) || SCALAR_FLOAT_TYPE_P(type)) &&
           TYPE_PRECISION(type) > 32;
}

bool is_read_once(gimple *statement) {
    tree base =
        is_gimple_assign(statement) && gimple_vuse(statement) ? base_of(place_of(statement)) : NULL_TREE;
    return base && DECL_P(base) && !gimple_store_p(statement) &&
           (is_register(base) || is_constant_bank(base));
}

cost cost_of(struct code &code, gimple *statement, basic_block block) {
    if (gcond *condition = dyn_cast<gcond *>(statement))
        return cost_of_condition(code, condition);
    if (gswitch *choice = dyn_cast<gswitch *>(statement)) {
        const float steps = (float)ceil_log2(gimple_switch_num_labels(choice));
        return mixed(steps, 0, 0, steps);
    }
    if (gimple_code(statement) == GIMPLE_RETURN && is_kernel(code))
        return cost(SIMT_UNIT_BRANCH, 1);
    if (!is_gimple_assign(statement) || address_has(code, statement))
        return nothing;
    tree value = gimple_assign_lhs(statement);
    if (gimple_vuse(statement))
        return cost_of_memory(code, statement, block);
    if (TREE_CODE(value) != SSA_NAME || code.constants.count(value))
        return nothing;
    if (is_operation(statement, TRUNC_DIV_EXPR, TRUNC_MOD_EXPR, TRUNC_DIV_EXPR))
        return cost_of_division(code, statement, block) * of_widest(statement);
    return strides_has(code, statement) ? strides_cost(code, statement)
                                        : cost_of_operation(code, statement) * of_widest(statement);
}
