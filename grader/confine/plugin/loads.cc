// Every load. This pass runs after the instrumentation: it adds the missing hook calls, unless the load
// stays within a variable of the function, or within a constant of the program.
//
// The instrumentation only sees loads of assignments. It skips arguments that a call reads from memory,
// elements of vectors, variables whose address no other code has, whatever the index, constants, which an
// index may leave, and reads of functions that the compiler expands itself. Such functions are left to the
// library if only they know how many bytes they read: then a replacement in the engine is called
// (grader/simt/runtime/strings.c).
#include "gcc.h"

#include "tree-ssa-loop-ivopts.h"

namespace {

// A name from a declaration begins with a star.
bool begins(tree name, const char *with) {
    const char *text = IDENTIFIER_POINTER(name);
    return strncmp(text + (*text == '*'), with, strlen(with)) == 0;
}

bool is_hook_of_load(gcall *call) {
    tree name = DECL_ASSEMBLER_NAME(gimple_call_fndecl(call));
    return !begins(name, "__tsan_atomic") && strstr(IDENTIFIER_POINTER(name), "read");
}

// A constant with memory of its own, or one of the engine's variables, threadIdx and the like.
bool is_constant_of_program(tree variable) {
    if (!VAR_P(variable) || !TREE_READONLY(variable))
        return false;
    return begins(DECL_ASSEMBLER_NAME(variable), "simt_") ||
           (TREE_STATIC(variable) && !DECL_EXTERNAL(variable) && !DECL_WEAK(variable) &&
            !lookup_attribute("alias", DECL_ATTRIBUTES(variable)));
}

bool is_private(tree place) {
    tree base = get_base_address(place);
    return place_is_inside(place) || (base && is_constant_of_program(base) && place_is_inside(place, true));
}

// The hook that the instrumentation would call.
enum built_in_function hook_of(tree place, unsigned HOST_WIDE_INT size) {
    if (size > 16 || !pow2p_hwi(size) || get_object_alignment(place) < MIN(size, 8) * BITS_PER_UNIT)
        return BUILT_IN_TSAN_READ_RANGE;
    const int first = TREE_THIS_VOLATILE(place) ? BUILT_IN_TSAN_VOLATILE_READ1 : BUILT_IN_TSAN_READ1;
    return static_cast<enum built_in_function>(first + exact_log2(size));
}

bool is_bit_field(tree place) {
    return TREE_CODE(place) == BIT_FIELD_REF ||
           (TREE_CODE(place) == COMPONENT_REF && DECL_BIT_FIELD_TYPE(TREE_OPERAND(place, 1)));
}

void ask_for_place(gimple_stmt_iterator *at, tree place, bool confined) {
    tree type = TREE_TYPE(place), address, size = TYPE_SIZE_UNIT(type), base = get_base_address(place);
    if (size && tree_fits_uhwi_p(size) && !is_bit_field(place) && !may_be_nonaddressable_p(place)) {
        if (base && DECL_P(base))
            mark_addressable(base);
        ask_before(at, hook_of(place, tree_to_uhwi(size)), build_fold_addr_expr(unshare_expr(place)), size);
        return;
    }
    place_bytes(place, at, &address, &size);
    if (size)
        ask_before(at, BUILT_IN_TSAN_READ_RANGE, address, size);
    else if (confined)
        refuse(gsi_stmt(*at), "variables of a size that is not constant");
}

// Functions of the C library that read until they find something; bytes beyond that need not be readable.
const char *reader_of(tree function) {
    switch (DECL_FUNCTION_CODE(function)) {
    case BUILT_IN_MEMCMP_EQ:
        return IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(builtin_decl_implicit(BUILT_IN_MEMCMP)));
    case BUILT_IN_STRCMP_EQ:
        return "strcmp";
    case BUILT_IN_STRNCMP_EQ:
        return "strncmp";
    case BUILT_IN_BCMP:
    case BUILT_IN_INDEX:
    case BUILT_IN_MEMCHR:
    case BUILT_IN_MEMCMP:
    case BUILT_IN_RINDEX:
    case BUILT_IN_STRCASECMP:
    case BUILT_IN_STRCHR:
    case BUILT_IN_STRCMP:
    case BUILT_IN_STRCSPN:
    case BUILT_IN_STRLEN:
    case BUILT_IN_STRNCASECMP:
    case BUILT_IN_STRNCMP:
    case BUILT_IN_STRNLEN:
    case BUILT_IN_STRPBRK:
    case BUILT_IN_STRRCHR:
    case BUILT_IN_STRSPN:
    case BUILT_IN_STRSTR:
        return IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
    default:
        return NULL;
    }
}

// Functions that the compiler may expand itself.
void check_built_in(gimple_stmt_iterator *at, gcall *call, tree function) {
    switch (DECL_FUNCTION_CODE(function)) {
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMPCPY:
    case BUILT_IN_MEMCPY_CHK:
    case BUILT_IN_MEMMOVE_CHK:
    case BUILT_IN_MEMPCPY_CHK:
        return ask_before(at, BUILT_IN_TSAN_READ_RANGE, gimple_call_arg(call, 1), gimple_call_arg(call, 2));
    case BUILT_IN_BCOPY:
        return ask_before(at, BUILT_IN_TSAN_READ_RANGE, gimple_call_arg(call, 0), gimple_call_arg(call, 2));
    case BUILT_IN_VA_COPY:
        return ask_before(at, BUILT_IN_TSAN_READ_RANGE, gimple_call_arg(call, 1),
                          TYPE_SIZE_UNIT(va_list_type_node));
    default:
        if (const char *name = reader_of(function))
            leave_to_library(call, function, name);
    }
}

bool add_place(gimple *, tree, tree place, void *places) {
    static_cast<auto_vec<tree> *>(places)->safe_push(place);
    return false;
}

// Checks one block. A hook comes directly before its load: nothing between them reads memory.
void check_block(basic_block block, bool confined) {
    bool asked = false;
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        gimple *statement = gsi_stmt(at);
        gcall *call = dyn_cast<gcall *>(statement);
        if (!gimple_vuse(statement) || gimple_clobber_p(statement) || is_gimple_debug(statement))
            continue;
        if (call && is_hook(call)) {
            asked = is_hook_of_load(call) ||
                    (asked && !begins(DECL_ASSEMBLER_NAME(gimple_call_fndecl(call)), "__tsan_atomic"));
            continue;
        }
        auto_vec<tree> places;
        walk_stmt_load_store_ops(statement, &places, add_place, NULL);
        for (tree place : places)
            if (!asked && !is_private(place))
                ask_for_place(&at, place, confined);
        tree function = call ? gimple_call_fndecl(call) : NULL_TREE;
        if (function && fndecl_built_in_p(function, BUILT_IN_NORMAL))
            check_built_in(&at, call, function);
        asked = false;
    }
}

const pass_data loads_data = {GIMPLE_PASS, "simt_loads",   OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0,
                              0,           TODO_update_ssa};

class loads : public gimple_opt_pass {
  public:
    loads(gcc::context *context, bool without_optimizing, bool is_confined)
        : gimple_opt_pass(loads_data, context), unoptimized(without_optimizing), confined(is_confined) {}
    opt_pass *clone() override { return new loads(m_ctxt, unoptimized, confined); }
    // The engine's headers may exempt their own code from the instrumentation.
    bool gate(function *code) override {
        return unoptimized == !optimize && sanitize_flags_p(SANITIZE_THREAD, code->decl);
    }
    unsigned int execute(function *code) override {
        basic_block block;
        FOR_EACH_BB_FN(block, code)
        check_block(block, confined);
        return 0;
    }

  private:
    const bool unoptimized, confined;
};

} // namespace

gimple_opt_pass *loads_pass(gcc::context *context, bool unoptimized, bool confined) {
    return new loads(context, unoptimized, confined);
}
