// The calls by which a block's accesses are seen: the race detector's hooks, and the engine's functions that
// access memory themselves.
#include "code.h"

namespace {

bool begins(const char *name, const char *with) { return strncmp(name, with, strlen(with)) == 0; }

// The engine's own functions, by the argument that is the address.
const struct {
    const char *name;
    unsigned address;
    enum order order;
} engine_accesses[] = {
    {"simt_atomic", 0, ORDER_STORE},     {"simt_atomic_ordered", 0, ORDER_STORE},
    {"simt_atomic_load", 0, ORDER_LOAD}, {"simt_atomic_store", 0, ORDER_STORE},
    {"simt_load", 1, ORDER_LOAD},        {"simt_store", 0, ORDER_STORE},
};

enum order order_of_detector(const char *name) {
    if (begins(name, "__tsan_atomic") && strstr(name, "_load"))
        return ORDER_LOAD;
    if (begins(name, "__tsan_atomic") && !strstr(name, "fence"))
        return ORDER_STORE;
    if (strstr(name, "read"))
        return ORDER_LOAD;
    return strstr(name, "write") || strstr(name, "vptr_update") ? ORDER_STORE : ORDER_NONE;
}

bool is_hook_of(gimple *statement, enum order order) {
    gcall *call = statement ? dyn_cast<gcall *>(statement) : NULL;
    return call && is_any_hook(call) && order_of_detector(name_of_call(call)) == order;
}

gimple_stmt_iterator before(gimple_stmt_iterator at) {
    gsi_prev_nondebug(&at);
    return at;
}

gimple *statement_after(gimple_stmt_iterator at) {
    gsi_next_nondebug(&at);
    return gsi_end_p(at) ? NULL : gsi_stmt(at);
}

bool is_variable_of(tree function, tree place) {
    tree base = get_base_address(place);
    return base && DECL_P(base) && auto_var_in_fn_p(base, function);
}

bool is_hook_of_load(gimple *statement) {
    static const char *const names[] = {"__tsan_read1", "__tsan_read2", "__tsan_read4", "__tsan_read8"};
    for (const char *name : names)
        if (strcmp(name_of_call(statement), name) == 0)
            return true;
    return false;
}

bool is_log_of_local(gimple *statement) { return begins(name_of_call(statement), "__simt_local_"); }

// The hook of a store comes first of all that touches memory behind the load, and the store right behind it.
bool is_stored_next(gimple_stmt_iterator at, tree function, tree value) {
    for (gsi_next_nondebug(&at); !gsi_end_p(at); gsi_next_nondebug(&at)) {
        gimple *store = statement_after(at);
        if (is_log_of_local(gsi_stmt(at)))
            continue;
        if (is_hook_of(gsi_stmt(at), ORDER_STORE))
            return store && gimple_assign_single_p(store) && gimple_assign_rhs1(store) == value &&
                   gimple_store_p(store) && is_variable_of(function, gimple_assign_lhs(store));
        if (gimple_vuse(gsi_stmt(at)) || !is_gimple_assign(gsi_stmt(at)))
            return false;
    }
    return false;
}

bool is_load_to_copy(gimple_stmt_iterator hook, tree function) {
    gimple_stmt_iterator at = hook;
    gsi_next_nondebug(&at);
    gimple *load = gsi_end_p(at) ? NULL : gsi_stmt(at);
    if (!load || !gimple_assign_load_p(load) || TREE_CODE(gimple_assign_lhs(load)) != SSA_NAME)
        return false;
    tree value = gimple_assign_lhs(load);
    return has_single_use(value) && is_variable_of(function, gimple_assign_rhs1(load)) &&
           is_stored_next(at, function, value);
}

tree read_to_copy() {
    static tree function;
    if (!function)
        function = hooks_declare_of_bytes("__simt_read_to_copy");
    return function;
}

} // namespace

const char *name_of_call(const gimple *statement) {
    tree function = is_gimple_call(statement) ? gimple_call_fndecl(statement) : NULL_TREE;
    return function && DECL_NAME(function) ? IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function)) : "";
}

bool is_any_hook(gcall *call) {
    const char *name = name_of_call(call);
    return begins(name, "__tsan_") && !begins(name, "__tsan_atomic");
}

bool is_hook_of_number(gcall *call) {
    const char *name = name_of_call(call);
    const char *what = begins(name, "__tsan_read")    ? name + 11
                       : begins(name, "__tsan_write") ? name + 12
                                                      : "";
    return *what >= '1' && *what <= '9';
}

bool is_hook_of_block(gcall *call) { return strcmp(name_of_call(call), "__simt_code") == 0; }

enum order order_of_hook(gcall *call, tree *address) {
    const char *name = name_of_call(call);
    *address = NULL_TREE;
    if (begins(name, "__tsan_") && gimple_call_num_args(call) > 0) {
        *address = gimple_call_arg(call, 0);
        return order_of_detector(name);
    }
    for (const auto &access : engine_accesses)
        if (strcmp(access.name, name) == 0 && gimple_call_num_args(call) > access.address) {
            *address = gimple_call_arg(call, access.address);
            return access.order;
        }
    return ORDER_NONE;
}

bool is_hook_of_class(gcall *call) { return strstr(name_of_call(call), "_range"); }

tree size_of_hook(gcall *call) {
    if (is_hook_of_class(call))
        return gimple_call_arg(call, 1);
    const char *name = name_of_call(call);
    const char *digits = name + strcspn(name, "0123456789");
    return size_int(*digits ? atoi(digits) : POINTER_SIZE / BITS_PER_UNIT);
}

bool is_copy(gimple *statement) {
    return gimple_assign_single_p(statement) && gimple_vuse(statement) && gimple_store_p(statement) &&
           gimple_assign_load_p(statement);
}

void hooks_order(basic_block block) {
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        if (!is_copy(gsi_stmt(at)))
            continue;
        gimple_stmt_iterator load = before(at), store = gsi_end_p(load) ? load : before(load);
        if (!gsi_end_p(store) && is_hook_of(gsi_stmt(load), ORDER_LOAD) &&
            is_hook_of(gsi_stmt(store), ORDER_STORE))
            gsi_move_before(&load, &store);
    }
}

tree hooks_declare(const char *name, tree type) {
    tree function = build_decl(UNKNOWN_LOCATION, FUNCTION_DECL, get_identifier(name), type);
    TREE_PUBLIC(function) = DECL_EXTERNAL(function) = DECL_ARTIFICIAL(function) = TREE_NOTHROW(function) = 1;
    DECL_ATTRIBUTES(function) = tree_cons(get_identifier("leaf"), NULL_TREE, NULL_TREE);
    return function;
}

tree hooks_variable(const char *name, tree type, bool of_thread) {
    static std::map<std::string, tree> variables;
    tree &variable = variables[name];
    if (variable)
        return variable;
    variable = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name), type);
    TREE_PUBLIC(variable) = DECL_EXTERNAL(variable) = DECL_ARTIFICIAL(variable) = 1;
    if (of_thread)
        set_decl_tls_model(variable, TLS_MODEL_INITIAL_EXEC);
    else
        varpool_node::get_create(variable);
    return variable;
}

tree hooks_declare_of_bytes(const char *name) {
    return hooks_declare(name,
                         build_function_type_list(void_type_node, ptr_type_node, size_type_node, NULL_TREE));
}

void hooks_mark_copies(function *of, basic_block block) {
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        if (!is_hook_of_load(gsi_stmt(at)) || !is_load_to_copy(at, of->decl))
            continue;
        tree value = gimple_assign_lhs(statement_after(at));
        gcall *call = gimple_build_call(read_to_copy(), 2, gimple_call_arg(gsi_stmt(at), 0),
                                        TYPE_SIZE_UNIT(TREE_TYPE(value)));
        gimple_set_location(call, gimple_location(gsi_stmt(at)));
        gimple_set_vuse(call, gimple_vuse(gsi_stmt(at)));
        gimple_set_vdef(call, gimple_vdef(gsi_stmt(at)));
        gsi_replace(&at, call, false);
    }
}

// Variables of the thread that nvcc keeps in local memory: those that are accessed at an index that is no
// constant once loops are unrolled. All others are registers.
namespace {

// What is never written lies in constant memory.
bool is_written_variable(tree base) { return VAR_P(base) && !TREE_READONLY(base); }

tree log_function(enum order order) {
    static tree functions[2];
    const bool is_store = order == ORDER_STORE;
    if (!functions[is_store])
        functions[is_store] = hooks_declare_of_bytes(is_store ? "__simt_local_write" : "__simt_local_read");
    return functions[is_store];
}

// The hook of an access; NULL for any other statement.
gcall *hook_of_access(gimple *statement, enum order *order, tree *pointer) {
    gcall *call = dyn_cast<gcall *>(statement);
    if (!call || !is_any_hook(call))
        return NULL;
    *order = order_of_hook(call, pointer);
    return *order != ORDER_NONE ? call : NULL;
}

} // namespace

std::map<gimple *, tree> locals_indexed(const struct code &code) {
    std::map<gimple *, tree> hooks;
    basic_block block;
    FOR_EACH_BB_FN(block, code.of)
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        enum order order;
        tree pointer;
        gcall *hook = hook_of_access(gsi_stmt(at), &order, &pointer);
        if (!hook)
            continue;
        const struct address place = address_of(code, pointer);
        if (place.is_local && !place.terms.empty() && is_written_variable(place.base))
            hooks[hook] = place.base;
    }
    return hooks;
}

void locals_find(struct code &code) {
    for (const auto &hook : locals_indexed(code))
        code.indexed.insert(hook.second);
}

bool is_in_local_memory(const struct code &code, const struct address &address) {
    return address.is_local && code.indexed.count(address.base);
}

void hooks_log_local(const struct code &code, basic_block block) {
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        enum order order;
        tree pointer;
        gcall *hook = hook_of_access(gsi_stmt(at), &order, &pointer);
        if (!hook || !is_in_local_memory(code, address_of(code, pointer)))
            continue;
        gcall *call = gimple_build_call(log_function(order), 2, pointer, size_of_hook(hook));
        gimple_set_location(call, gimple_location(hook));
        gsi_insert_before(&at, call, GSI_SAME_STMT);
    }
}
