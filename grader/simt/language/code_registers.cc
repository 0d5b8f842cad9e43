// How many registers hold values at the same time in each block.
#include "code.h"

namespace {

enum {
    ALWAYS = 6, // what is at work, the stack pointer, and what the allocator leaves free
    LEAST = 16, // a GPU gives a thread no fewer
    FULL = 32,  // with so many, 2048 threads fill a multiprocessor of 65,536 registers
    MOST_ADDRESSES = 4
};

// Values that take no register: what is folded into addresses, predicates, and constants.
unsigned weight_of(const struct code &code, tree name) {
    tree type = TREE_TYPE(name);
    gimple *made = SSA_NAME_DEF_STMT(name);
    if (virtual_operand_p(name) || code.constants.count(name) || TREE_CODE(type) == BOOLEAN_TYPE)
        return 0;
    if (is_gimple_assign(made) && address_has(code, made))
        return 0;
    if (is_gimple_assign(made) && gimple_vuse(made) && TREE_CODE(gimple_assign_rhs1(made)) == COMPONENT_REF &&
        TREE_CODE(TREE_OPERAND(gimple_assign_rhs1(made), 0)) == PARM_DECL)
        return 0; /* a parameter is in constant memory */
    if (address_of(code, name).is_shared)
        return 0; /* a number that the compiler knows */
    return is_wide(type) ? 2 : 1;
}

typedef std::vector<std::set<tree>> live_sets;

// The value is alive from the end of @p block on, back to where it is made.
void live_out(live_sets &out, basic_block block, tree name) {
    std::vector<basic_block> rest(1, block);
    while (!rest.empty()) {
        basic_block next = rest.back();
        rest.pop_back();
        if (next->index == ENTRY_BLOCK || !out[next->index].insert(name).second ||
            gimple_bb(SSA_NAME_DEF_STMT(name)) == next)
            continue;
        edge from;
        edge_iterator i;
        FOR_EACH_EDGE(from, i, next->preds)
        rest.push_back(from->src);
    }
}

void use_in(live_sets &out, basic_block block, tree name) {
    edge from;
    edge_iterator i;
    if (gimple_bb(SSA_NAME_DEF_STMT(name)) == block)
        return;
    FOR_EACH_EDGE(from, i, block->preds)
    live_out(out, from->src, name);
}

void find_uses(live_sets &out, tree name) {
    imm_use_iterator i;
    use_operand_p use;
    FOR_EACH_IMM_USE_FAST(use, i, name) {
        gimple *user = USE_STMT(use);
        if (is_gimple_debug(user))
            continue;
        if (gphi *phi = dyn_cast<gphi *>(user))
            live_out(out, gimple_phi_arg_edge(phi, PHI_ARG_INDEX_FROM_USE(use))->src, name);
        else
            use_in(out, gimple_bb(user), name);
    }
}

unsigned sum_of(const struct code &code, const std::set<tree> &alive) {
    unsigned sum = 0;
    for (tree name : alive)
        sum += weight_of(code, name);
    return sum;
}

unsigned most_in(const struct code &code, basic_block block, std::set<tree> alive) {
    unsigned now = sum_of(code, alive), most = now;
    for (gimple_stmt_iterator at = gsi_last_bb(block); !gsi_end_p(at); gsi_prev(&at)) {
        tree name;
        ssa_op_iter i;
        if (is_gimple_debug(gsi_stmt(at)))
            continue;
        FOR_EACH_SSA_TREE_OPERAND(name, gsi_stmt(at), i, SSA_OP_DEF)
        now -= alive.erase(name) ? weight_of(code, name) : 0;
        FOR_EACH_SSA_TREE_OPERAND(name, gsi_stmt(at), i, SSA_OP_USE)
        now += alive.insert(name).second ? weight_of(code, name) : 0;
        most = std::max(most, now);
    }
    return most;
}

// Addresses in global memory have two; those at work at the same time are few.
unsigned registers_of_addresses(const struct code &code, basic_block block) {
    std::set<tree> bases;
    for (const item &part : code.items[block->index])
        if (part.base && !part.is_shared)
            bases.insert(part.base);
    return 2 * (unsigned)std::min(bases.size(), (size_t)MOST_ADDRESSES);
}

// Of iterations that are run as one, the loads are on their way together: as many as leave the multiprocessor
// full.
unsigned with_copies(const struct code &code, basic_block block, unsigned registers) {
    unsigned loaded = 0;
    for (const item &part : code.items[block->index])
        if (part.order == ORDER_LOAD && part.data)
            loaded += TREE_CODE(part.data) == SSA_NAME && is_wide(TREE_TYPE(part.data)) ? 2 : 1;
    const unsigned copies =
        loads_run_ahead(code, block) ? code.shapes[block->loop_father->num].unroll - 1 : 0;
    const unsigned wanted = registers + std::min(loaded, (unsigned)FULL) * std::min(copies, (unsigned)FULL);
    return std::max({registers, std::min(wanted, (unsigned)FULL), (unsigned)LEAST});
}

} // namespace

live_sets live_at_ends(function *of) {
    live_sets out(last_basic_block_for_fn(of));
    unsigned i;
    tree name;
    FOR_EACH_SSA_NAME(i, name, of)
    if (!virtual_operand_p(name) && SSA_NAME_DEF_STMT(name))
        find_uses(out, name);
    return out;
}

std::vector<unsigned> registers_of(const struct code &code) {
    const live_sets out = live_at_ends(code.of);
    std::vector<unsigned> most(last_basic_block_for_fn(code.of));
    basic_block block;
    FOR_EACH_BB_FN(block, code.of)
    most[block->index] = with_copies(
        code, block, ALWAYS + most_in(code, block, out[block->index]) + registers_of_addresses(code, block));
    return most;
}
