// Variables of the thread that nvcc keeps in local memory: those that are accessed at an index that is no
// constant once loops are unrolled. All others are registers.
#include "code.h"

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
