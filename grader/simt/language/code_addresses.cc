// Addresses of accesses, as a GPU's compiler computes them: base + index * size + constant.
//
// A load or store adds a constant itself. One wide multiply-add computes a 64-bit address from a base and an
// index of 32 bits; an address in shared memory has 32 bits. A computed address is reused wherever its
// computation dominates, and is hoisted out of loops in which it does not change.
#include "code.h"

namespace {

struct decomposition {
    const struct code &code;
    struct address address;
};

bool is_offset(const struct code &code, tree value) {
    return TREE_CODE(value) == INTEGER_CST || code.constants.count(value);
}

// True if the value comes from a thread's index through operations that keep it small: then nvcc knows that a
// sum does not wrap.
bool is_small(const struct code &code, tree value, unsigned depth = 0) {
    gimple *made = definition_of(value);
    if (!made || !is_gimple_assign(made) || depth > 8)
        return false;
    if (gimple_vuse(made))
        return is_read_once(made) && is_of_thread(made);
    switch (gimple_assign_rhs_code(made)) {
    CASE_CONVERT:
        return INTEGRAL_TYPE_P(TREE_TYPE(gimple_assign_rhs1(made))) &&
               is_small(code, gimple_assign_rhs1(made), depth + 1);
    case PLUS_EXPR:
        return is_offset(code, gimple_assign_rhs2(made)) &&
               is_small(code, gimple_assign_rhs1(made), depth + 1);
    case RSHIFT_EXPR:
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
        return TREE_CODE(gimple_assign_rhs2(made)) == INTEGER_CST &&
               is_small(code, gimple_assign_rhs1(made), depth + 1);
    case BIT_AND_EXPR:
        return is_small(code, gimple_assign_rhs1(made), depth + 1);
    default:
        return false;
    }
}

// A 32-bit sum whose constant may be added to the address instead: it may not wrap.
bool adds_offset(const struct code &code, gimple *statement) {
    const enum tree_code operation = gimple_assign_rhs_code(statement);
    if (operation != PLUS_EXPR && operation != MINUS_EXPR)
        return false;
    tree left = gimple_assign_rhs1(statement), right = gimple_assign_rhs2(statement);
    if (!is_offset(code, right) && (operation == MINUS_EXPR || !is_offset(code, left)))
        return false;
    return !TYPE_UNSIGNED(TREE_TYPE(gimple_assign_lhs(statement))) ||
           is_small(code, is_offset(code, right) ? left : right);
}

void add_term(struct decomposition &into, tree value, HOST_WIDE_INT scale, bool wide) {
    if (into.code.constants.count(value))
        return;
    for (address_term &term : into.address.terms)
        if (term.value == value) {
            term.scale += scale;
            return;
        }
    into.address.terms.push_back({value, scale, wide});
}

// The counter of a completely unrolled loop is its first value and a constant.
tree without_counter(const struct code &code, tree value) {
    gimple *statement = SSA_NAME_DEF_STMT(value);
    if (!loops_step(value) || !code.shapes[gimple_bb(statement)->loop_father->num].flat)
        return value;
    edge entry = EDGE_PRED(gimple_bb(statement), 0);
    if (dominated_by_p(CDI_DOMINATORS, entry->src, gimple_bb(statement)))
        entry = EDGE_PRED(gimple_bb(statement), 1);
    return PHI_ARG_DEF_FROM_EDGE(statement, entry);
}

bool add_operation(struct decomposition &into, gimple *statement, HOST_WIDE_INT scale, bool narrow);

// value * scale. 32-bit sums may not be split, because they may wrap, except signed ones with a
// constant.
void add_integer(struct decomposition &into, tree value, HOST_WIDE_INT scale, bool narrow) {
    if (TREE_CODE(value) != SSA_NAME)
        return;
    narrow |= TYPE_PRECISION(TREE_TYPE(value)) <= 32;
    tree first = without_counter(into.code, value);
    if (first != value)
        return add_integer(into, first, scale, narrow);
    gimple *statement = SSA_NAME_DEF_STMT(value);
    if (!is_gimple_assign(statement) || !add_operation(into, statement, scale, narrow))
        add_term(into, value, scale, !narrow);
}

bool add_operation(struct decomposition &into, gimple *statement, HOST_WIDE_INT scale, bool narrow) {
    tree left = gimple_assign_rhs1(statement), right = gimple_assign_rhs2(statement);
    const bool by_constant = right && tree_fits_shwi_p(right);
    switch (gimple_assign_rhs_code(statement)) {
    case NOP_EXPR:
        if (!INTEGRAL_TYPE_P(TREE_TYPE(left)) || TYPE_PRECISION(TREE_TYPE(left)) < 32 ||
            TYPE_PRECISION(TREE_TYPE(left)) > TYPE_PRECISION(TREE_TYPE(gimple_assign_lhs(statement))))
            return false;
        add_integer(into, left, scale, narrow);
        return true;
    case PLUS_EXPR:
    case MINUS_EXPR:
        if (narrow && !adds_offset(into.code, statement))
            return false;
        add_integer(into, left, scale, narrow);
        add_integer(into, right, gimple_assign_rhs_code(statement) == PLUS_EXPR ? scale : -scale, narrow);
        return true;
    case MULT_EXPR:
        if (narrow || !by_constant)
            return false;
        add_integer(into, left, scale * tree_to_shwi(right), narrow);
        return true;
    case LSHIFT_EXPR:
        if (narrow || !by_constant)
            return false;
        add_integer(into, left, scale << (tree_to_shwi(right) & 63), narrow);
        return true;
    default:
        return false;
    }
}

void add_pointer(struct decomposition &into, tree pointer);

void add_place(struct decomposition &into, tree place) {
    for (; handled_component_p(place); place = TREE_OPERAND(place, 0))
        if (TREE_CODE(place) == ARRAY_REF && tree_fits_shwi_p(array_ref_element_size(place)))
            add_integer(into, TREE_OPERAND(place, 1), tree_to_shwi(array_ref_element_size(place)), false);
    if (TREE_CODE(place) == MEM_REF || TREE_CODE(place) == TARGET_MEM_REF)
        return add_pointer(into, TREE_OPERAND(place, 0));
    into.address.base = place;
    into.address.is_local = DECL_P(place) && !is_global_var(place);
}

// True if the pointer is into a variable of the function, by any path.
bool is_into_local(tree pointer, unsigned depth = 0) {
    if (TREE_CODE(pointer) == ADDR_EXPR)
        return variable_of(TREE_OPERAND(pointer, 0)) != NULL_TREE;
    gimple *made = depth < 8 ? definition_of(pointer) : NULL;
    if (made && is_gimple_assign(made) && !gimple_vuse(made))
        return POINTER_TYPE_P(TREE_TYPE(gimple_assign_rhs1(made))) &&
               is_into_local(gimple_assign_rhs1(made), depth + 1);
    gphi *phi = made ? dyn_cast<gphi *>(made) : NULL;
    for (unsigned i = 0; phi && i < gimple_phi_num_args(phi); i++)
        if (is_into_local(gimple_phi_arg_def(phi, i), depth + 1))
            return true;
    return false;
}

bool makes_shared(gimple *statement) {
    gcall *call = dyn_cast<gcall *>(statement);
    tree function = call ? gimple_call_fndecl(call) : NULL_TREE;
    return function && DECL_NAME(function) &&
           (id_equal(DECL_NAME(function), "simt_shared_variable") ||
            id_equal(DECL_NAME(function), "simt_dynamic_shared"));
}

void add_pointer(struct decomposition &into, tree pointer) {
    if (TREE_CODE(pointer) == ADDR_EXPR)
        return add_place(into, TREE_OPERAND(pointer, 0));
    into.address.base = pointer;
    if (TREE_CODE(pointer) != SSA_NAME)
        return;
    gimple *statement = SSA_NAME_DEF_STMT(pointer);
    into.address.is_shared |= makes_shared(statement);
    into.address.is_local |= gimple_code(statement) == GIMPLE_PHI && is_into_local(pointer);
    if (!is_gimple_assign(statement))
        return;
    tree left = gimple_assign_rhs1(statement);
    switch (gimple_assign_rhs_code(statement)) {
    case POINTER_PLUS_EXPR:
        add_integer(into, gimple_assign_rhs2(statement), 1, false);
        return add_pointer(into, left);
    case ADDR_EXPR:
    case SSA_NAME:
        return add_pointer(into, left);
    case NOP_EXPR:
        return POINTER_TYPE_P(TREE_TYPE(left)) ? add_pointer(into, left) : (void)0;
    default:
        return;
    }
}

// True if the statement uses the value only as part of an address.
bool is_used_as_address(const struct code &code, gimple *statement, tree value) {
    if (gcall *call = dyn_cast<gcall *>(statement)) {
        tree address;
        return order_of_hook(call, &address) != ORDER_NONE && address == value;
    }
    if (!is_gimple_assign(statement))
        return false;
    if (gimple_vuse(statement)) /* a load, or a store of another value */
        return gimple_assign_rhs1(statement) != value;
    return address_has(code, statement);
}

bool may_be_part(const struct code &code, gimple *statement) {
    tree value = gimple_assign_lhs(statement), left = gimple_assign_rhs1(statement);
    const bool is_wide_integer = INTEGRAL_TYPE_P(TREE_TYPE(value)) && TYPE_PRECISION(TREE_TYPE(value)) == 64;
    switch (gimple_assign_rhs_code(statement)) {
    case POINTER_PLUS_EXPR:
    case ADDR_EXPR:
        return true;
    case NOP_EXPR:
        return POINTER_TYPE_P(TREE_TYPE(value)) || is_wide_integer || INTEGRAL_TYPE_P(TREE_TYPE(left));
    case PLUS_EXPR:
    case MINUS_EXPR:
        return is_wide_integer || (INTEGRAL_TYPE_P(TREE_TYPE(value)) && adds_offset(code, statement));
    case MULT_EXPR:
    case LSHIFT_EXPR:
        return is_wide_integer && TREE_CODE(gimple_assign_rhs2(statement)) == INTEGER_CST;
    default:
        return false;
    }
}

/* The cost of one term: a wide multiply-add for 32 bits, two additions for 64; in shared memory, an addition
 * with a shift. */
cost cost_of_term(const struct address &address, const address_term &term) {
    if (address.is_shared || address.is_local)
        return term.scale == 1 ? cost() : cost(UNIT_ALU_OR_FMA, 1);
    return term.wide ? cost(UNIT_ALU_OR_FMA, 2) : cost(SIMT_UNIT_FMA, 1);
}

std::vector<unsigned HOST_WIDE_INT> key_of(const struct address &address) {
    std::vector<unsigned HOST_WIDE_INT> key;
    std::vector<std::pair<unsigned, HOST_WIDE_INT>> terms;
    for (const address_term &term : address.terms)
        terms.push_back({SSA_NAME_VERSION(term.value), term.scale});
    std::sort(terms.begin(), terms.end());
    key.push_back(address.is_shared                     ? 0
                  : TREE_CODE(address.base) == SSA_NAME ? SSA_NAME_VERSION(address.base)
                                                        : (uintptr_t)address.base);
    for (const auto &term : terms) {
        key.push_back(term.first);
        key.push_back((unsigned HOST_WIDE_INT)term.second);
    }
    return key;
}

// True if the value changes by a constant from one iteration to the next.
bool is_counter_of(class loop *loop, tree value) {
    return loops_step(value) && gimple_bb(SSA_NAME_DEF_STMT(value))->loop_father == loop;
}

} // namespace

gimple *definition_of(tree value) { return TREE_CODE(value) == SSA_NAME ? SSA_NAME_DEF_STMT(value) : NULL; }

tree variable_of(tree place) {
    tree base = place ? get_base_address(place) : NULL_TREE;
    return base && DECL_P(base) && !is_global_var(base) ? base : NULL_TREE;
}

struct address address_of(const struct code &code, tree pointer) {
    struct decomposition into = {code, {}};
    add_pointer(into, pointer);
    return into.address;
}

static bool only_makes_addresses(const struct code &code, gimple *statement) {
    imm_use_iterator i;
    use_operand_p use;
    tree value = gimple_get_lhs(statement);
    if (!is_gimple_assign(statement) || !value || TREE_CODE(value) != SSA_NAME || gimple_vuse(statement) ||
        !may_be_part(code, statement))
        return false;
    bool is_used = false;
    FOR_EACH_IMM_USE_FAST(use, i, value) {
        if (is_gimple_debug(USE_STMT(use)))
            continue;
        is_used = true;
        if (!is_used_as_address(code, USE_STMT(use), value))
            return false;
    }
    return is_used;
}

bool address_has(const struct code &code, gimple *statement) {
    auto known = code.parts.find(statement);
    if (known != code.parts.end())
        return known->second;
    return code.parts[statement] = only_makes_addresses(code, statement);
}

// The operand that a value is computed from, apart from added constants and conversions; NULL_TREE: several.
static tree without_constants(const struct code &code, tree value) {
    gimple *made = definition_of(value);
    if (!made || !is_gimple_assign(made))
        return NULL_TREE;
    const enum tree_code operation = gimple_assign_rhs_code(made);
    if (CONVERT_EXPR_CODE_P(operation))
        return gimple_assign_rhs1(made);
    if (operation != PLUS_EXPR && operation != BIT_IOR_EXPR)
        return NULL_TREE;
    if (is_offset(code, gimple_assign_rhs2(made)))
        return gimple_assign_rhs1(made);
    return is_offset(code, gimple_assign_rhs1(made)) ? gimple_assign_rhs2(made) : NULL_TREE;
}

// How often 2 is a factor of the value, apart from added constants.
static unsigned twos_of(const struct code &code, tree value) {
    unsigned twos = tree_ctz(value);
    while ((value = without_constants(code, value)) && TREE_CODE(value) == SSA_NAME)
        twos = MAX(twos, tree_ctz(value));
    return twos;
}

// Whatever its terms, if the variable is aligned: a compiler chooses where it is.
bool address_is_aligned(const struct code &code, const struct address &address,
                        unsigned HOST_WIDE_INT bytes) {
    enum { MOST_TWOS = 16 };
    for (const address_term &term : address.terms)
        if (!code.constants.count(term.value) &&
            ((unsigned HOST_WIDE_INT)term.scale << MIN(twos_of(code, term.value), MOST_TWOS)) % bytes != 0)
            return false;
    return true;
}

void address_add(struct code &code, tree pointer, basic_block block, item &access) {
    const struct address address = address_of(code, pointer);
    struct item work;
    for (const address_term &term : address.terms) {
        access.uses.push_back(term.value);
        work.uses.push_back(term.value);
    }
    if (address.base && TREE_CODE(address.base) == SSA_NAME && !address.is_shared) {
        access.uses.push_back(address.base);
        work.uses.push_back(address.base);
    }
    basic_block place = loops_place(code, work.uses, block);
    std::vector<basic_block> &known = code.addresses[key_of(address)];
    for (basic_block before : known)
        if (dominated_by_p(CDI_DOMINATORS, place, before))
            return;
    known.push_back(place);
    const unsigned unroll =
        code.shapes[place->loop_father->num].flat ? 1 : code.shapes[place->loop_father->num].unroll;
    for (const address_term &term : address.terms)
        work.work += cost_of_term(address, term) *
                     (is_counter_of(place->loop_father, term.value) ? 1.f / (float)unroll : 1.f);
    if (place == block)
        access.work += work.work;
    else if (work.work.total() > 0)
        code.items[place->index].push_back(work);
}

// Numbers that grow with the counter of a completely unrolled loop: such as (y + j) * width + x.
//
// In the copies of the body nvcc computes each from the previous one by an addition ("straight-line strength
// reduction" of LLVM), whatever its operations. The addition itself is omitted if an
// address has room for it.
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
