// Every store of untrusted code. This pass runs after the instrumentation: where that added no call, it adds
// one
// (__tsan_write_range), unless the store stays within a variable of the function.
//
// The instrumentation skips variables whose address no other code has, whatever the index; constants, which a
// cast makes writable; and functions that the compiler expands itself, such as va_start and mempcpy. The
// caller chooses the addresses of two kinds of variables of a function: its result, and parameters on the
// stack. A caller that uses a wrong function type may pass any address, so the function's first code checks
// both.
#include "gcc.h"

#include "calls.h"
#include "function.h"

namespace {

bool is_hook_of_store(gcall *call) {
    tree function = gimple_call_fndecl(call);
    if (!function || !fndecl_built_in_p(function, BUILT_IN_NORMAL))
        return false;
    const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
    return strncmp(name, "__tsan_", 7) == 0 && (strstr(name, "write") || strstr(name, "vptr_update"));
}

gcall *question(tree address, tree size, location_t location) {
    gcall *call = gimple_build_call(builtin_decl_implicit(BUILT_IN_TSAN_WRITE_RANGE), 2, address, size);
    gimple_set_location(call, location);
    return call;
}

void ask_before(gimple_stmt_iterator *at, tree address, tree size) {
    ask_before(at, BUILT_IN_TSAN_WRITE_RANGE, address, size);
}

void ask_for_place(gimple_stmt_iterator *at, tree place) {
    tree address, size;
    place_bytes(place, at, &address, &size);
    if (size)
        ask_before(at, address, size);
    else
        refuse(gsi_stmt(*at), "variables of a size that is not constant");
}

// What a built-in function stores through its first argument.
void ask_for_argument(gimple_stmt_iterator *at, gcall *call, tree size) {
    tree to = gimple_call_arg(call, 0);
    if (TREE_CODE(to) == ADDR_EXPR && tree_fits_uhwi_p(size)) {
        tree bytes = build_array_type_nelts(char_type_node, MAX(tree_to_uhwi(size), 1));
        tree place = build2(MEM_REF, bytes, to, build_int_cst(build_pointer_type(char_type_node), 0));
        if (place_is_inside(place))
            return;
    }
    ask_before(at, to, size);
}

bool takes_pointer(gcall *call) {
    for (unsigned i = 0; i < gimple_call_num_args(call); i++)
        if (POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, i))))
            return true;
    return false;
}

// Functions that the compiler may expand itself.
void check_built_in(gimple_stmt_iterator *at, gcall *call, tree function) {
    const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
    if (!takes_pointer(call))
        return;
    switch (DECL_FUNCTION_CODE(function)) {
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMSET:
    case BUILT_IN_MEMPCPY:
    case BUILT_IN_MEMCPY_CHK:
    case BUILT_IN_MEMMOVE_CHK:
    case BUILT_IN_MEMSET_CHK:
    case BUILT_IN_MEMPCPY_CHK:
        return ask_for_argument(at, call, gimple_call_arg(call, 2));
    case BUILT_IN_BZERO:
        return ask_for_argument(at, call, gimple_call_arg(call, 1));
    case BUILT_IN_VA_START:
    case BUILT_IN_VA_COPY:
        return ask_for_argument(at, call, TYPE_SIZE_UNIT(va_list_type_node));
    case BUILT_IN_VA_END:
    case BUILT_IN_PREFETCH:
    case BUILT_IN_STACK_RESTORE: // machine_code.c refuses what needs it
    case BUILT_IN_UNWIND_RESUME:
    case BUILT_IN_EH_RETURN_DATA_REGNO:
        return;
    default:
        if (strncmp(name, "__builtin_", 10) == 0)
            return refuse(call, name);
        leave_to_library(call, function, name);
    }
}

void check_call(gimple_stmt_iterator *at, gcall *call) {
    tree function = gimple_call_fndecl(call), place = gimple_call_lhs(call);
    // A class that is returned through a pointer needs no check here: its functions check each store.
    if (place && TREE_CODE(place) != SSA_NAME && !TREE_ADDRESSABLE(TREE_TYPE(place)) &&
        !place_is_inside(place))
        ask_for_place(at, place);
    if (gimple_call_internal_p(call)) {
        if (takes_pointer(call))
            refuse(call, internal_fn_name(gimple_call_internal_fn(call)));
    } else if (function && fndecl_built_in_p(function, BUILT_IN_NORMAL)) {
        check_built_in(at, call, function);
    } else if (function && fndecl_built_in_p(function) && takes_pointer(call)) {
        refuse(call, IDENTIFIER_POINTER(DECL_NAME(function))); // an instruction of the processor
    }
}

// The parameter that a store goes to; NULL_TREE if it goes to something else.
tree parameter_of(tree place) {
    tree base = get_base_address(place);
    return base && TREE_CODE(base) == PARM_DECL ? base : NULL_TREE;
}

// Checks one block. A hook comes directly before its store: nothing between them writes.
void check_block(basic_block block, hash_set<tree> *parameters) {
    bool asked = false;
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        gimple *statement = gsi_stmt(at);
        gcall *call = dyn_cast<gcall *>(statement);
        if (computed_goto_p(statement)) // no function begins there, as an indirect branch is asked
            refuse(statement, "goto to the address of a label: use switch");
        if (!(call ? gimple_vuse(statement) : gimple_vdef(statement)) || gimple_clobber_p(statement))
            continue;
        if (call && is_hook(call)) {
            asked |= is_hook_of_store(call);
            continue;
        }
        if (call)
            check_call(&at, call);
        else if (gassign *store = dyn_cast<gassign *>(statement)) {
            tree place = gimple_assign_lhs(store);
            if (!place_is_inside(place)) {
                if (!asked)
                    ask_for_place(&at, place);
            } else if (tree parameter = parameter_of(place)) {
                parameters->add(parameter);
            }
        }
        asked = false;
    }
}

void ask_at_entry(function *code, tree variable) {
    mark_addressable(variable);
    tree address = build_fold_addr_expr_with_type(variable, ptr_type_node);
    tree size = fold_convert(size_type_node, TYPE_SIZE_UNIT(TREE_TYPE(variable)));
    gsi_insert_on_edge_immediate(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(code)),
                                 question(address, size, DECL_SOURCE_LOCATION(code->decl)));
}

// A result that is returned through a pointer is checked at each store.
void check_result(function *code) {
    tree result = DECL_RESULT(code->decl);
    if (!result || VOID_TYPE_P(TREE_TYPE(result)) || DECL_BY_REFERENCE(result) ||
        !aggregate_value_p(result, code->decl))
        return;
    if (is_gimple_reg_type(TREE_TYPE(result)))
        error_at(DECL_SOURCE_LOCATION(code->decl),
                 "a submission must not return vectors of more than 16 bytes");
    else
        ask_at_entry(code, result);
}

const pass_data stores_data = {GIMPLE_PASS, "simt_stores",  OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0,
                               0,           TODO_update_ssa};

class stores : public gimple_opt_pass {
  public:
    stores(gcc::context *context, bool without_optimizing)
        : gimple_opt_pass(stores_data, context), unoptimized(without_optimizing) {}
    opt_pass *clone() override { return new stores(m_ctxt, unoptimized); }
    bool gate(function *) override { return unoptimized == !optimize; }
    unsigned int execute(function *code) override {
        hash_set<tree> parameters;
        basic_block block;
        FOR_EACH_BB_FN(block, code)
        check_block(block, &parameters);
        for (tree parameter = DECL_ARGUMENTS(code->decl); parameter; parameter = DECL_CHAIN(parameter))
            if (parameters.contains(parameter))
                ask_at_entry(code, parameter);
        check_result(code);
        return 0;
    }

  private:
    const bool unoptimized;
};

} // namespace

gimple_opt_pass *stores_pass(gcc::context *context, bool unoptimized) {
    return new stores(context, unoptimized);
}
