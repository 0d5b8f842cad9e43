// A plugin of g++, which `simtcc` compiles CUDA sources with.
//
// The engine sees a store by the call that -fsanitize=thread puts before it. That pass was made to find
// races. It skips stores that cannot race, and some others; above all, a function that stores the structure
// it returns directly into a variable of its caller. This plugin makes these stores visible. It always
// handles what functions return (results.cc), so that races and unwritten memory are found correctly. With
// the argument "confined" it handles every other store, too (stores.cc), so that untrusted code stores
// nothing that the engine has not checked (confine/guard/guard.h).
#include "gcc.h"

#include <cstring>

// Required of every plugin: the MIT license is compatible.
int plugin_is_GPL_compatible;

// What both passes ask about the memory that a statement stores to.

bool place_is_inside(tree place) {
    poly_int64 size, first;
    HOST_WIDE_INT bits, from;
    tree offset;
    machine_mode mode;
    int is_unsigned, is_reversed, is_volatile = 0;
    tree base =
        get_inner_reference(place, &size, &first, &offset, &mode, &is_unsigned, &is_reversed, &is_volatile);
    if (!DECL_P(base) || is_global_var(base) || offset || !size.is_constant(&bits) ||
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

static void add_pass(const char *plugin, gimple_opt_pass *pass, const char *beside,
                     pass_positioning_ops where) {
    register_pass_info info = {pass, beside, 0, where};
    register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
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
    return 0;
}
