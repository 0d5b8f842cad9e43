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
