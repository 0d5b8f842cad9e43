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

const char *name_of_call(gcall *call) {
    tree function = gimple_call_fndecl(call);
    return function && DECL_NAME(function) ? IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function)) : "";
}

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

} // namespace

bool is_any_hook(gcall *call) {
    const char *name = name_of_call(call);
    return begins(name, "__tsan_") && !begins(name, "__tsan_atomic");
}

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
