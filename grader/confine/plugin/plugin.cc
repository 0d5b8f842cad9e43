// A plugin of g++, which `simtcc` compiles CUDA sources with.
//
// The engine sees a store by the call that -fsanitize=thread puts before it. That pass was made to find
// races. It skips stores that cannot race, and some others; above all, a function that stores the structure
// it returns directly into a variable of its caller. Of loads it skips fewer, above all arguments that a call
// reads from memory. This plugin makes these accesses visible. It always handles what functions return
// (results.cc) and loads (loads.cc), so that races and unwritten memory are found correctly. With the
// argument "confined" it handles every other store, too (stores.cc), so that untrusted code stores nothing
// that the engine has not checked (confine/guard/guard.h).
#include "gcc.h"

#include <cstring>

// Required of every plugin: the MIT license is compatible.
int plugin_is_GPL_compatible;

// What the passes ask about the memory that a statement loads or stores, and how they ask the engine.

bool place_is_inside(tree place, bool known) {
    poly_int64 size, first;
    HOST_WIDE_INT bits, from;
    tree offset;
    machine_mode mode;
    int is_unsigned, is_reversed, is_volatile = 0;
    tree base =
        get_inner_reference(place, &size, &first, &offset, &mode, &is_unsigned, &is_reversed, &is_volatile);
    if (!DECL_P(base) || (is_global_var(base) && !known) || offset || !size.is_constant(&bits) ||
        !first.is_constant(&from) || from < 0 || bits < 0 || !DECL_SIZE(base) ||
        !tree_fits_uhwi_p(DECL_SIZE(base)))
        return false;
    const unsigned HOST_WIDE_INT room = tree_to_uhwi(DECL_SIZE(base));
    return (unsigned HOST_WIDE_INT)from <= room && (unsigned HOST_WIDE_INT)bits <= room - from;
}

void place_bytes(tree place, gimple_stmt_iterator *at, tree *address, tree *count) {
    poly_int64 size, first;
    HOST_WIDE_INT bits, from;
    tree offset;
    machine_mode mode;
    int is_unsigned, is_reversed, is_volatile = 0;
    tree base =
        get_inner_reference(place, &size, &first, &offset, &mode, &is_unsigned, &is_reversed, &is_volatile);
    *count = NULL_TREE;
    if (!size.is_constant(&bits) || !first.is_constant(&from) || bits < 0)
        return;
    if (DECL_P(base))
        mark_addressable(base);
    const HOST_WIDE_INT byte = from >> 3, last = from + bits + 7;
    tree pointer = fold_convert(ptr_type_node, build_fold_addr_expr(unshare_expr(base)));
    tree moved = size_int(byte);
    if (offset)
        moved = size_binop(PLUS_EXPR, fold_convert(sizetype, unshare_expr(offset)), moved);
    pointer = fold_build_pointer_plus(pointer, moved);
    *address = force_gimple_operand_gsi(at, pointer, true, NULL_TREE, true, GSI_SAME_STMT);
    *count = build_int_cst(size_type_node, (last >> 3) - byte);
}

bool is_hook(gcall *call) {
    tree function = gimple_call_fndecl(call);
    return function && fndecl_built_in_p(function, BUILT_IN_NORMAL) &&
           strncmp(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function)), "__tsan_", 7) == 0;
}

void ask_before(gimple_stmt_iterator *at, enum built_in_function hook, tree address, tree size) {
    address = force_gimple_operand_gsi(at, fold_convert(ptr_type_node, address), true, NULL_TREE, true,
                                       GSI_SAME_STMT);
    size = force_gimple_operand_gsi(at, fold_convert(size_type_node, size), true, NULL_TREE, true,
                                    GSI_SAME_STMT);
    const bool has_size = hook == BUILT_IN_TSAN_READ_RANGE || hook == BUILT_IN_TSAN_WRITE_RANGE;
    gcall *call = gimple_build_call(builtin_decl_implicit(hook), has_size ? 2 : 1, address, size);
    gimple_set_location(call, gimple_location(gsi_stmt(*at)));
    gsi_insert_before(at, call, GSI_SAME_STMT);
}

void refuse(gimple *statement, const char *what) {
    error_at(gimple_location(statement), "a submission must not use %s", what);
}

void leave_to_library(gcall *call, tree function, const char *name) {
    tree plain =
        build_decl(DECL_SOURCE_LOCATION(function), FUNCTION_DECL, get_identifier(name), TREE_TYPE(function));
    TREE_PUBLIC(plain) = DECL_EXTERNAL(plain) = DECL_ARTIFICIAL(plain) = 1;
    TREE_NOTHROW(plain) = TREE_NOTHROW(function);
    TREE_THIS_VOLATILE(plain) = TREE_THIS_VOLATILE(function);
    DECL_IS_MALLOC(plain) = DECL_IS_MALLOC(function);
    DECL_PURE_P(plain) = DECL_PURE_P(function);
    SET_DECL_ASSEMBLER_NAME(plain, get_identifier(name));
    gimple_call_set_fndecl(call, plain);
}

static void add_pass(const char *plugin, gimple_opt_pass *pass, const char *beside,
                     pass_positioning_ops where) {
    register_pass_info info = {pass, beside, 0, where};
    register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

// Of the passes after the instrumentation, the last that is added runs first. The other plugin counts a GPU's
// instructions (grader/simt/language/code_pass.cc): these loads are among them. So this one is added when
// both plugins have begun.
static void add_loads_pass(void *, void *confined) {
    for (bool unoptimized : {false, true}) {
        register_pass_info info = {loads_pass(g, unoptimized, confined != NULL),
                                   unoptimized ? "tsan0" : "tsan", 0, PASS_POS_INSERT_AFTER};
        register_pass(&info);
    }
}

int plugin_init(plugin_name_args *arguments, plugin_gcc_version *version) {
    // The compiler's structures change with every version of it.
    if (!plugin_default_version_check(version, &gcc_version))
        return 1;
    bool confined = false;
    for (int i = 0; i < arguments->argc; i++)
        confined |= strcmp(arguments->argv[i].key, "confined") == 0;
    for (bool unoptimized : {false, true}) {
        const char *tsan = unoptimized ? "tsan0" : "tsan";
        add_pass(arguments->base_name, results_pass(g, unoptimized), tsan, PASS_POS_INSERT_BEFORE);
        if (confined)
            add_pass(arguments->base_name, stores_pass(g, unoptimized), tsan, PASS_POS_INSERT_AFTER);
    }
    register_callback(arguments->base_name, PLUGIN_START_UNIT, add_loads_pass, confined ? arguments : NULL);
    return 0;
}
