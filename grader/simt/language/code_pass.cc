// The pass that reports each basic block to the engine, with the instructions a GPU would issue for it.
//
// It runs after the race detector's instrumentation, and puts a call at the start of each block that has
// statements, with the block's record (simt/code_info.h). It replaces -fsanitize-coverage=trace-pc.
#include "code_pass.h"
#include "calls.h"
#include "code.h"

namespace {

tree hook_function() {
    static tree function;
    if (!function)
        function = hooks_declare("__simt_code",
                                 build_function_type_list(void_type_node, const_ptr_type_node, NULL_TREE));
    return function;
}

void collect_uses(gimple *statement, std::vector<tree> &uses) {
    ssa_op_iter i;
    tree use;
    FOR_EACH_SSA_TREE_OPERAND(use, statement, i, SSA_OP_USE)
    uses.push_back(use);
}

// The results and operands of a statement, variables of the stack included: a vector is loaded into one.
void collect(gimple *statement, item &part) {
    collect_uses(statement, part.uses);
    tree value = gimple_get_lhs(statement);
    part.value = value && TREE_CODE(value) != SSA_NAME ? variable_of(value) : value;
    if (gimple_assign_single_p(statement))
        if (tree from = variable_of(gimple_assign_rhs1(statement)))
            part.uses.push_back(from);
}

bool has_one_step(basic_block block, tree value) {
    gimple *made = SSA_NAME_DEF_STMT(value);
    for (gphi_iterator at = gsi_start_phis(block->loop_father->header); !gsi_end_p(at); gsi_next(&at))
        if (loops_step(gimple_phi_result(at.phi())) == gimple_get_lhs(made))
            return true;
    return false;
}

// The counter and the back edge count once for all iterations that are run as one.
float share_of(const struct code &code, basic_block block, gimple *statement) {
    const loop_shape &shape = loops_shape(code, block->loop_father);
    tree value = gimple_get_lhs(statement);
    if (shape.flat || shape.unroll == 1)
        return 1;
    if (gimple_code(statement) == GIMPLE_COND)
        return 1.f / (float)shape.unroll;
    return value && TREE_CODE(value) == SSA_NAME && has_one_step(block, value) ? 1.f / (float)shape.unroll
                                                                               : 1;
}

void add_work(struct code &code, basic_block block, gimple *statement) {
    struct item part;
    part.statement = statement;
    part.work = cost_of(code, statement, block) * share_of(code, block, statement);
    collect(statement, part);
    basic_block place = block;
    if (is_gimple_assign(statement) && part.value && (!gimple_vuse(statement) || is_read_once(statement))) {
        place = loops_place(code, part.uses, block);
        if (place != block)
            code.moved[part.value] = place;
    }
    code.items[with_hook(place)->index].push_back(part);
}

// The last load of this block whose value has no name yet, if no other such load follows; NULL if there is
// none.
item *last_nameless_load(std::vector<item> &items) {
    for (size_t i = items.size(); i-- > 0;)
        if (items[i].order == ORDER_LOAD && !items[i].data)
            return &items[i];
    return NULL;
}

// Structures passed to a function: the hooks of their loads come before the call, in the same order.
void join_arguments(struct code &code, gcall *call, std::vector<item> &items, item &part) {
    for (unsigned i = gimple_call_num_args(call); i-- > 0;) {
        tree argument = gimple_call_arg(call, i);
        if (is_gimple_val(argument))
            continue;
        if (tree variable = variable_of(argument)) {
            part.uses.push_back(variable);
        } else if (item *load = last_nameless_load(items)) {
            code.loaded.insert(load->data = argument);
            part.uses.push_back(argument);
        }
    }
}

const unsigned HOST_WIDE_INT WIDEST = 16; // bytes of an access

// True if the address is known to allow a wider access. A class is copied in words, which are
// one access if it is aligned to its size.
bool is_aligned_to_more(const struct code &code, const struct address &place, gcall *hook) {
    tree size = size_of_hook(hook);
    const unsigned HOST_WIDE_INT bytes = tree_fits_uhwi_p(size) ? tree_to_uhwi(size) : 0;
    const unsigned HOST_WIDE_INT twos = bytes & -bytes;
    const unsigned HOST_WIDE_INT wide = is_hook_of_class(hook) && bytes == twos ? bytes : 2 * twos;
    return bytes > 0 && address_is_aligned(code, place, MIN(wide, WIDEST));
}

// @return the number of the item whose access is the next statement; -1: none
int add_call(struct code &code, basic_block block, gcall *call) {
    struct item part;
    tree address;
    part.statement = call;
    part.work = cost_of_call(call, &part.order);
    const bool is_access = order_of_hook(call, &address) != ORDER_NONE;
    const struct address place = is_access ? address_of(code, address) : (struct address){};
    part.is_local = is_access && is_in_local_memory(code, place);
    if (is_access && !part.is_local && (place.is_local || is_in_constant_memory(place))) {
        part.order = ORDER_NONE;
        part.work += cost_of_unlogged(place);
        code.items[block->index].push_back(part);
        return -1;
    }
    if (is_any_hook(call) && !is_access)
        return -1;
    if (is_access) {
        part.is_shared = place.is_shared;
        part.is_aligned = is_aligned_to_more(code, place, call);
        part.base = place.base;
        address_add(code, address, with_hook(block), part);
    }
    if (!is_any_hook(call)) {
        collect(call, part);
        if (is_called(call))
            join_arguments(code, call, code.items[block->index], part);
        part.data = part.order == ORDER_LOAD ? part.value : NULL_TREE;
        if (is_access && gimple_call_lhs(call))
            code.loaded.insert(part.data = part.value);
    }
    code.items[block->index].push_back(part);
    return is_any_hook(call) ? (int)code.items[block->index].size() - 1 : -1;
}

// The load of a copy: its store depends on it.
void join_load(struct code &code, gimple *copy, item &load) {
    if (load.order == ORDER_LOAD && !load.data)
        code.loaded.insert(load.data = gimple_assign_rhs1(copy));
}

// True if the place is a member of a class that is aligned to more bytes: a compiler may load or store it
// together with neighbouring members.
bool is_part(tree place) {
    tree bytes = TYPE_SIZE_UNIT(TREE_TYPE(place));
    const unsigned HOST_WIDE_INT size = bytes && tree_fits_uhwi_p(bytes) ? tree_to_uhwi(bytes) : WIDEST;
    for (; handled_component_p(place); place = TREE_OPERAND(place, 0))
        if (TREE_CODE(place) == COMPONENT_REF && TYPE_ALIGN_UNIT(TREE_TYPE(TREE_OPERAND(place, 0))) > size)
            return true;
    return false;
}

// The statement after a hook is its access: its result is the access's, and so are the values to store.
void join(struct code &code, gimple *statement, item &access) {
    struct item part;
    collect(statement, part);
    if (is_gimple_assign(statement))
        access.is_part = is_part(access.order == ORDER_LOAD ? gimple_assign_rhs1(statement)
                                                            : gimple_assign_lhs(statement));
    if (access.order == ORDER_LOAD) {
        access.data = part.value;
        if (part.value)
            code.loaded.insert(part.value);
    } else if (TREE_CODE(gimple_assign_rhs1(statement)) == SSA_NAME) {
        access.uses.push_back(gimple_assign_rhs1(statement));
    } else if (tree from = variable_of(gimple_assign_rhs1(statement))) {
        access.uses.push_back(from);
    } else if (is_copy(statement)) {
        access.uses.push_back(gimple_assign_rhs1(statement));
    }
}

// A copy has two hooks.
void join_all(struct code &code, gimple *statement, std::vector<item> &items, int access) {
    if (is_copy(statement) && access > 0)
        join_load(code, statement, items[access - 1]);
    join(code, statement, items[access]);
}

bool is_memory_access(gimple *statement) {
    return gimple_assign_single_p(statement) && gimple_vuse(statement) &&
           (gimple_store_p(statement) || gimple_assign_load_p(statement));
}

// If one of a copy's hooks is for an unlogged access, the other hook counts.
int last_access(int added, gcall *call, int before) {
    return is_any_hook(call) && added < 0 ? before : added;
}

// A called function returns values that it has: it waits for its loads. All stores to a structure are part
// of the returned value.
void add_return(struct code &code, basic_block block, greturn *statement) {
    struct item part;
    part.statement = statement;
    part.order = ORDER_BARRIER;
    collect_uses(statement, part.uses);
    std::vector<item> &items = code.items[block->index];
    if (tree variable = variable_of(gimple_return_retval(statement)))
        for (const item &stored : items)
            if (stored.value == variable)
                part.uses.insert(part.uses.end(), stored.uses.begin(), stored.uses.end());
    items.push_back(part);
}

// An inlined function of the engine's headers counts once, whatever its statements.
void add_inlined(struct code &code, basic_block block, gimple *statement, const cost &work) {
    struct item part;
    part.statement = statement;
    part.work = work;
    collect(statement, part);
    code.items[block->index].push_back(part);
}

void add_block(struct code &code, basic_block block, std::set<tree> &inlined) {
    int access = -1;
    for (gimple_stmt_iterator at = start_of(block); !gsi_end_p(at); gsi_next(&at)) {
        gimple *statement = gsi_stmt(at);
        cost work;
        if (is_gimple_debug(statement) || gimple_clobber_p(statement) ||
            gimple_code(statement) == GIMPLE_LABEL)
            continue;
        if (tree function = cost_of_inlined(statement, &work))
            add_inlined(code, block, statement, inlined.insert(function).second ? work : cost());
        else if (gcall *call = dyn_cast<gcall *>(statement))
            access = last_access(add_call(code, block, call), call, access);
        else if (access >= 0 && is_memory_access(statement))
            join_all(code, statement, code.items[block->index], access), access = -1;
        else if (returns_to_caller(code, statement))
            add_return(code, block, as_a<greturn *>(statement));
        else
            add_work(code, block, statement);
    }
}

// A constant that a branch passes to the join is moved to a register.
void add_moves(struct code &code, basic_block block) {
    const bool is_flat = loops_shape(code, block->loop_father).flat;
    for (gphi_iterator at = gsi_start_phis(block); !gsi_end_p(at); gsi_next(&at)) {
        tree value = gimple_phi_result(at.phi());
        if (virtual_operand_p(value) || (is_flat && block->loop_father->header == block) ||
            code.constants.count(value))
            continue;
        for (unsigned i = 0; i < gimple_phi_num_args(at.phi()); i++) {
            struct item move;
            basic_block from = with_hook(gimple_phi_arg_edge(at.phi(), i)->src);
            if (!is_gimple_min_invariant(gimple_phi_arg_def(at.phi(), i)) || from->index < NUM_FIXED_BLOCKS)
                continue;
            move.statement = at.phi();
            move.work = cost(UNIT_ALU_OR_FMA, 1);
            code.items[from->index].push_back(move);
        }
    }
}

// In an order in which dominators come first.
std::vector<basic_block> blocks_in_order(function *of) {
    std::vector<int> order(n_basic_blocks_for_fn(of));
    const int count = pre_and_rev_post_order_compute_fn(of, NULL, order.data(), false);
    std::vector<basic_block> blocks;
    for (int i = 0; i < count; i++)
        blocks.push_back(BASIC_BLOCK_FOR_FN(of, order[i]));
    return blocks;
}

std::vector<block_shape> find_shapes(const struct code &code) {
    std::vector<block_shape> shapes(last_basic_block_for_fn(code.of));
    const std::vector<unsigned> registers = registers_of(code);
    basic_block block;
    FOR_EACH_BB_FN(block, code.of)
    shapes[block->index].registers = registers[block->index];
    const std::vector<basic_block> blocks = blocks_in_order(code.of);
    for (size_t i = blocks.size(); i-- > 0;)
        guards_find(code, shapes, blocks[i]);
    iterations_find(code, blocks, shapes);
    return shapes;
}

bool is_any_loaded(const struct code &code, const std::vector<tree> &values) {
    for (tree value : values)
        if (code.loaded.count(value))
            return true;
    return false;
}

bool name_merged(struct code &code, gphi *phi) {
    std::vector<tree> merged;
    for (unsigned i = 0; i < gimple_phi_num_args(phi); i++)
        merged.push_back(gimple_phi_arg_def(phi, i));
    return !virtual_operand_p(gimple_phi_result(phi)) && is_any_loaded(code, merged) &&
           code.loaded.insert(gimple_phi_result(phi)).second;
}

bool name_copied(struct code &code, const item &part) {
    return part.work.total() <= 0 && part.value && part.statement && is_gimple_assign(part.statement) &&
           is_any_loaded(code, part.uses) && code.loaded.insert(part.value).second;
}

// Copies of loaded values, and loads on one of the paths to a block: instructions that need those wait for
// the load.
void name_loaded(struct code &code) {
    basic_block block;
    for (bool changed = true; changed;) {
        changed = false;
        FOR_EACH_BB_FN(block, code.of) {
            for (gphi_iterator at = gsi_start_phis(block); !gsi_end_p(at); gsi_next(&at))
                changed |= name_merged(code, at.phi());
            for (const item &part : code.items[block->index])
                changed |= name_copied(code, part);
        }
    }
}

// A kernel begins with the pointer of its stack, and the descriptor of global memory.
void add_start(struct code &code) {
    basic_block first = with_hook(single_succ(ENTRY_BLOCK_PTR_FOR_FN(code.of)));
    struct item start;
    if (!is_kernel(code) || first->index < NUM_FIXED_BLOCKS)
        return;
    start.work = cost(SIMT_UNIT_BRANCH, 2);
    code.items[first->index].push_back(start);
}

void add_branch_work(struct code &code, basic_block block, const cost &work) {
    struct item part;
    block = with_hook(block);
    part.work = work;
    if (block->index >= NUM_FIXED_BLOCKS && work.total() > 0)
        code.items[block->index].push_back(part);
}

// Every instruction in the block waits for it.
void add_meeting(struct code &code, basic_block block) {
    struct item part;
    block = with_hook(block);
    if (block->index < NUM_FIXED_BLOCKS)
        return;
    part.work = cost(SIMT_UNIT_BRANCH, 1);
    part.is_meeting = true;
    std::vector<item> &items = code.items[block->index];
    items.insert(items.begin(), part);
}

void add_meetings(struct code &code, const std::vector<block_shape> &shapes) {
    for (const branch_meeting &found : branches_find(code)) {
        const block_shape &shape = shapes[found.branch->index];
        basic_block meeting = target_of(found.meeting);
        if (shape.is_guarded || shape.has_no_branch || ends_function(meeting))
            continue;
        add_branch_work(code, found.named, cost(SIMT_UNIT_BRANCH, 1));
        add_meeting(code, meeting);
    }
}

void add_loop_starts(struct code &code) {
    for (class loop *loop : loops_list(code.of, 0))
        add_branch_work(code, get_immediate_dominator(CDI_DOMINATORS, loop->header), loops_start(code, loop));
}

void estimate(struct code &code) {
    std::set<tree> inlined;
    code.items.resize(last_basic_block_for_fn(code.of));
    loops_find(code);
    locals_find(code);
    add_start(code);
    const std::vector<basic_block> blocks = blocks_in_order(code.of);
    for (basic_block block : blocks)
        add_block(code, block, inlined);
    name_loaded(code);
    for (basic_block block : blocks)
        add_moves(code, block);
    add_loop_starts(code);
}

// The detector's own statements have no place.
location_t place_of_start(gimple_stmt_iterator at) {
    for (; !gsi_end_p(at); gsi_next(&at))
        if (!is_gimple_debug(gsi_stmt(at)) && gimple_location(gsi_stmt(at)) != UNKNOWN_LOCATION)
            return gimple_location(gsi_stmt(at));
    return UNKNOWN_LOCATION;
}

void insert_calls(function *of) {
    struct code code;
    code.of = of;
    basic_block block;
    FOR_EACH_BB_FN(block, of)
    hooks_order(block);
    estimate(code);
    std::vector<block_shape> shapes = find_shapes(code);
    add_meetings(code, shapes);
    FOR_EACH_BB_FN(block, of) {
        gimple_stmt_iterator at = start_of(block);
        if (gsi_end_p(at))
            continue;
        shapes[block->index].place = place_of_start(at);
        tree record = record_of(code, block, shapes[block->index]);
        gcall *call = gimple_build_call(hook_function(), 1, build_fold_addr_expr(record));
        gimple_set_location(call, shapes[block->index].place);
        gsi_insert_before(&at, call, GSI_SAME_STMT);
    }
    FOR_EACH_BB_FN(block, of) {
        hooks_log_local(code, block);
        hooks_mark_copies(of, block);
    }
    if (language_options.watch_divisions)
        divisions_replace(of);
}

const pass_data code_data = {GIMPLE_PASS, "simt_code", OPTGROUP_NONE,  TV_NONE, PROP_ssa | PROP_cfg, 0,
                             0,           0,           TODO_update_ssa};

class code_calls : public gimple_opt_pass {
  public:
    code_calls(gcc::context *context, bool without_optimizing)
        : gimple_opt_pass(code_data, context), unoptimized(without_optimizing) {}
    opt_pass *clone() override { return new code_calls(m_ctxt, unoptimized); }
    bool gate(function *of) override {
        return (flag_sanitize & SANITIZE_THREAD) && unoptimized == !optimize &&
               !lookup_attribute("no_sanitize_coverage", DECL_ATTRIBUTES(of->decl));
    }
    unsigned int execute(function *of) override {
        loop_optimizer_init(LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
        calculate_dominance_info(CDI_DOMINATORS);
        scev_initialize();
        enable_ranger(of);
        insert_calls(of);
        disable_ranger(of);
        scev_finalize();
        loop_optimizer_finalize();
        return 0;
    }

  private:
    const bool unoptimized;
};

} // namespace

void code_pass_register(const char *plugin) {
    for (bool unoptimized : {false, true}) {
        register_pass_info info = {new code_calls(g, unoptimized), unoptimized ? "tsan0" : "tsan", 0,
                                   PASS_POS_INSERT_AFTER};
        register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
    }
    unset_pass_register(plugin);
    quiet_pass_register(plugin);
    lanes_pass_register(plugin);
}
