// Places in memory that code stores to: whether they stay within a variable, and where they begin.
#include "gcc.h"

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
