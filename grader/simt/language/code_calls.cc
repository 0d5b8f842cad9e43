// The cost of calls: of engine functions that replace instructions, of the mathematical library, and of
// functions in the engine's headers that take several steps for a GPU's one instruction.
//
// The numbers are lengths of the sequences that nvcc 13 emits for sm_90, on the path of ordinary values, as
// the profiler counts them. Instructions of the uniform unit load constants there. They start while
// double-precision operands are read, so only those beyond these count.
#include "code.h"
#include "space.h"

namespace {

struct function_cost {
    const char *name;
    unsigned char alu, fma, special, branch, fp64;
    enum order order;
};

const struct function_cost called[] = {
    /* the engine */
    {"simt_block_barrier", 0, 0, 0, 1, 0, ORDER_BARRIER},
    {"simt_barrier", 1, 0, 0, 2, 0, ORDER_BARRIER},
    {"simt_warp_barrier", 0, 0, 0, 1, 0, ORDER_BARRIER},
    {"simt_tile_barrier", 0, 0, 0, 1, 0, ORDER_BARRIER},
    {"simt_named_barrier", 0, 0, 0, 1, 0, ORDER_BARRIER},
    {"simt_begin_tiles", 10, 0, 1, 9, 0, ORDER_BARRIER}, /* fitted to the measured 138 cycles */
    {"simt_fence", 0, 0, 0, 3, 0, ORDER_BARRIER},
    {"simt_fence_ordered", 0, 0, 0, 3, 0, ORDER_BARRIER},
    {"simt_shuffle", 0, 0, 0, 1, 0, ORDER_TOGETHER},
    {"simt_vote", 1, 0, 0, 0, 0, ORDER_TOGETHER},
    {"simt_match", 0, 0, 1, 0, 0, ORDER_TOGETHER},
    {"simt_reduce", 0, 0, 1, 0, 0, ORDER_TOGETHER},
    {"simt_active_mask", 1, 0, 0, 0, 0, ORDER_TOGETHER},
    {"simt_clock", 0, 0, 0, 1, 0, ORDER_BARRIER},
    {"simt_sleep", 0, 0, 0, 1, 0, ORDER_BARRIER},
    {"simt_work", 0, 0, 0, 0, 0, ORDER_NONE},
    {"simt_trap", 0, 0, 0, 1, 0, ORDER_NONE},
    {"simt_printf", 12, 0, 0, 2, 0, ORDER_BARRIER},
    {"simt_to_short", 0, 0, 1, 0, 0, ORDER_NONE},
    {"simt_to_ushort", 0, 0, 1, 0, 0, ORDER_NONE},
    {"simt_to_int", 0, 0, 1, 0, 0, ORDER_NONE},
    {"simt_to_uint", 0, 0, 1, 0, 0, ORDER_NONE},
    {"simt_to_longlong", 0, 0, 1, 0, 0, ORDER_NONE},
    {"simt_to_ulonglong", 0, 0, 1, 0, 0, ORDER_NONE},
    {"simt_half_bits", 0, 0, 0, 0, 0, ORDER_NONE},
    {"simt_half_value", 0, 0, 0, 0, 0, ORDER_NONE},
    {"simt_bfloat_bits", 0, 0, 0, 0, 0, ORDER_NONE},
    {"simt_bfloat_value", 0, 0, 0, 0, 0, ORDER_NONE},
    {"simt_rounded_float", 0, 1, 0, 0, 0, ORDER_NONE},
    {"simt_rounded_double", 0, 0, 0, 0, 1, ORDER_NONE},
    {"simt_float_of_double", 0, 0, 1, 0, 0, ORDER_NONE},
    {"simt_shared_variable", 3, 0, 0, 0, 0, ORDER_NONE},
    {"simt_dynamic_shared", 3, 0, 0, 0, 0, ORDER_NONE},
    /* single precision */
    {"sqrtf", 2, 4, 1, 3, 0, ORDER_NONE},
    {"cbrtf", 5, 8, 2, 0, 0, ORDER_NONE},
    {"hypotf", 10, 11, 1, 3, 0, ORDER_NONE},
    {"expf", 2, 7, 1, 0, 0, ORDER_NONE},
    {"exp2f", 1, 2, 1, 0, 0, ORDER_NONE},
    {"exp10f", 3, 7, 1, 0, 0, ORDER_NONE},
    {"expm1f", 11, 16, 2, 0, 0, ORDER_NONE},
    {"logf", 13, 14, 0, 0, 0, ORDER_NONE},
    {"log10f", 14, 14, 0, 0, 0, ORDER_NONE},
    {"log2f", 13, 16, 0, 0, 0, ORDER_NONE},
    {"log1pf", 10, 14, 0, 3, 0, ORDER_NONE},
    {"sinf", 9, 14, 1, 3, 0, ORDER_NONE},
    {"cosf", 10, 14, 1, 3, 0, ORDER_NONE},
    {"sincosf", 12, 20, 2, 4, 0, ORDER_NONE},
    {"tanf", 7, 12, 2, 3, 0, ORDER_NONE},
    {"asinf", 10, 14, 1, 0, 0, ORDER_NONE},
    {"acosf", 10, 15, 1, 0, 0, ORDER_NONE},
    {"atanf", 7, 11, 1, 0, 0, ORDER_NONE},
    {"atan2f", 14, 17, 2, 7, 0, ORDER_NONE},
    {"sinhf", 8, 14, 3, 0, 0, ORDER_NONE},
    {"coshf", 5, 8, 3, 0, 0, ORDER_NONE},
    {"tanhf", 6, 9, 2, 0, 0, ORDER_NONE},
    {"erff", 16, 12, 1, 0, 0, ORDER_NONE},
    {"erfcf", 10, 34, 4, 0, 0, ORDER_NONE},
    {"powf", 34, 42, 4, 7, 0, ORDER_NONE},
    {"fmodf", 10, 10, 1, 6, 0, ORDER_NONE},
    {"fmaf", 0, 1, 0, 0, 0, ORDER_NONE},
    {"fminf", 1, 0, 0, 0, 0, ORDER_NONE},
    {"fmaxf", 1, 0, 0, 0, 0, ORDER_NONE},
    {"floorf", 0, 0, 1, 0, 0, ORDER_NONE},
    {"ceilf", 0, 0, 1, 0, 0, ORDER_NONE},
    {"truncf", 0, 0, 1, 0, 0, ORDER_NONE},
    {"rintf", 0, 0, 1, 0, 0, ORDER_NONE},
    {"nearbyintf", 0, 0, 1, 0, 0, ORDER_NONE},
    {"roundf", 2, 2, 1, 0, 0, ORDER_NONE},
    /* double precision */
    {"sqrt", 4, 2, 1, 3, 8, ORDER_NONE},
    {"cbrt", 16, 8, 6, 0, 13, ORDER_NONE},
    {"hypot", 17, 8, 1, 0, 15, ORDER_NONE},
    {"exp", 13, 4, 0, 3, 15, ORDER_NONE},
    {"exp2", 11, 3, 0, 3, 16, ORDER_NONE},
    {"exp10", 14, 5, 0, 3, 17, ORDER_NONE},
    {"expm1", 17, 6, 0, 3, 19, ORDER_NONE},
    {"log", 18, 11, 1, 3, 30, ORDER_NONE},
    {"log10", 18, 11, 1, 3, 32, ORDER_NONE},
    {"log2", 18, 11, 1, 3, 32, ORDER_NONE},
    {"log1p", 17, 14, 1, 5, 31, ORDER_NONE},
    {"sin", 7, 3, 2, 8, 16, ORDER_NONE},
    {"cos", 8, 3, 2, 8, 16, ORDER_NONE},
    {"sincos", 20, 0, 2, 4, 24, ORDER_NONE},
    {"tan", 16, 2, 2, 7, 23, ORDER_NONE},
    {"asin", 13, 0, 0, 3, 15, ORDER_NONE},
    {"acos", 13, 2, 0, 3, 20, ORDER_NONE},
    {"atan", 19, 4, 1, 3, 28, ORDER_NONE},
    {"atan2", 18, 3, 1, 7, 39, ORDER_NONE},
    {"sinh", 8, 2, 0, 3, 9, ORDER_NONE},
    {"cosh", 11, 3, 1, 3, 21, ORDER_NONE},
    {"tanh", 12, 4, 6, 4, 21, ORDER_NONE},
    {"erf", 33, 3, 5, 0, 42, ORDER_NONE},
    {"erfc", 19, 13, 2, 3, 62, ORDER_NONE},
    {"lgamma", 11, 7, 1, 14, 26, ORDER_NONE},
    {"tgamma", 14, 11, 1, 9, 32, ORDER_NONE},
    {"pow", 28, 23, 1, 12, 86, ORDER_NONE},
    {"fmod", 20, 0, 1, 8, 10, ORDER_NONE},
    {"fma", 0, 0, 0, 0, 1, ORDER_NONE},
    {"fmin", 3, 0, 0, 0, 2, ORDER_NONE},
    {"fmax", 3, 0, 0, 0, 2, ORDER_NONE},
    {"floor", 0, 0, 1, 0, 0, ORDER_NONE},
    {"ceil", 0, 0, 1, 0, 0, ORDER_NONE},
    {"trunc", 0, 0, 1, 0, 0, ORDER_NONE},
    {"rint", 0, 0, 1, 0, 0, ORDER_NONE},
    {"round", 3, 0, 1, 0, 2, ORDER_NONE},
    /* bits */
    {"__builtin_popcount", 0, 0, 1, 0, 0, ORDER_NONE},
    {"__builtin_popcountll", 1, 0, 2, 0, 0, ORDER_NONE},
    {"__builtin_clz", 1, 0, 1, 0, 0, ORDER_NONE},
    {"__builtin_ctz", 1, 0, 2, 0, 0, ORDER_NONE},
    {"__builtin_ffs", 2, 0, 2, 0, 0, ORDER_NONE},
    {"__builtin_bswap32", 1, 0, 0, 0, 0, ORDER_NONE},
};

const struct function_cost inlined[] = {
    {"__popc", 0, 0, 1, 0, 0, ORDER_NONE},
    {"__popcll", 1, 0, 2, 0, 0, ORDER_NONE},
    {"__clz", 1, 0, 1, 0, 0, ORDER_NONE},
    {"__clzll", 3, 0, 2, 0, 0, ORDER_NONE},
    {"__ffs", 2, 0, 2, 0, 0, ORDER_NONE},
    {"__ffsll", 4, 0, 4, 0, 0, ORDER_NONE},
    {"__brev", 0, 0, 1, 0, 0, ORDER_NONE},
    {"__brevll", 0, 0, 2, 0, 0, ORDER_NONE},
    {"__byte_perm", 1, 0, 0, 0, 0, ORDER_NONE},
    {"__funnelshift_l", 1, 0, 0, 0, 0, ORDER_NONE},
    {"__funnelshift_r", 1, 0, 0, 0, 0, ORDER_NONE},
    {"__funnelshift_lc", 1, 0, 0, 0, 0, ORDER_NONE},
    {"__funnelshift_rc", 1, 0, 0, 0, 0, ORDER_NONE},
    {"__mul24", 2, 1, 0, 0, 0, ORDER_NONE},
    {"__umul24", 2, 1, 0, 0, 0, ORDER_NONE},
    {"__mulhi", 0, 1, 0, 0, 0, ORDER_NONE},
    {"__umulhi", 0, 1, 0, 0, 0, ORDER_NONE},
    {"__mul64hi", 4, 6, 0, 0, 0, ORDER_NONE},
    {"__umul64hi", 2, 5, 0, 0, 0, ORDER_NONE},
    {"__fdividef", 1, 3, 1, 0, 0, ORDER_NONE},
    {"fdividef", 1, 3, 1, 0, 0, ORDER_NONE},
    {"__frcp_rn", 2, 3, 1, 2, 0, ORDER_NONE},
    {"__frsqrt_rn", 1, 2, 1, 0, 0, ORDER_NONE},
    {"__saturatef", 0, 1, 0, 0, 0, ORDER_NONE},
    {"__sinf", 0, 1, 1, 0, 0, ORDER_NONE},
    {"__cosf", 0, 1, 1, 0, 0, ORDER_NONE},
    {"__tanf", 0, 2, 3, 0, 0, ORDER_NONE},
    {"__sincosf", 0, 1, 2, 0, 0, ORDER_NONE},
    {"__expf", 1, 3, 1, 0, 0, ORDER_NONE},
    {"__exp10f", 1, 3, 1, 0, 0, ORDER_NONE},
    {"__logf", 1, 3, 1, 0, 0, ORDER_NONE},
    {"__log2f", 1, 2, 1, 0, 0, ORDER_NONE},
    {"__log10f", 1, 3, 1, 0, 0, ORDER_NONE},
    {"__powf", 2, 4, 2, 0, 0, ORDER_NONE},
    {"rsqrtf", 1, 2, 1, 0, 0, ORDER_NONE},
    {"rsqrt", 3, 2, 1, 3, 5, ORDER_NONE},
    {"__ballot_sync", 1, 0, 0, 0, 0, ORDER_TOGETHER},
};

cost cost_of_row(const struct function_cost &row) {
    cost sum;
    sum.unit[SIMT_UNIT_ALU] = row.alu;
    sum.unit[SIMT_UNIT_FMA] = row.fma;
    sum.unit[SIMT_UNIT_SPECIAL] = row.special;
    sum.unit[SIMT_UNIT_BRANCH] = row.branch;
    sum.unit[SIMT_UNIT_FP64] = row.fp64;
    return sum;
}

template <size_t n> const struct function_cost *find(const struct function_cost (&table)[n], tree name) {
    for (const struct function_cost &row : table)
        if (id_equal(name, row.name))
            return &row;
    return NULL;
}

// The instructions of an access's hook are the access itself; another function of the program is inlined by
// nvcc, if allowed.
const struct function_cost *row_of(tree function) {
    const struct function_cost *row = find(called, DECL_NAME(function));
    return row ? row : find(called, DECL_ASSEMBLER_NAME(function));
}

// Call and return, through the address that the caller puts in a register and the function in a pair of them.
cost call_and_return() {
    cost sum(UNIT_ALU_OR_FMA, 3);
    sum += cost(SIMT_UNIT_BRANCH, 2);
    return sum;
}

bool stays_function(tree function) {
    return lookup_attribute("noinline", DECL_ATTRIBUTES(function)) && (space_of(function) & SPACE_DEVICE);
}

} // namespace

bool is_called(gcall *call) {
    tree function = gimple_call_fndecl(call);
    if (!function)
        return !gimple_call_internal_p(call);
    return stays_function(function) && !row_of(function);
}

bool returns_to_caller(const struct code &code, gimple *statement) {
    return gimple_code(statement) == GIMPLE_RETURN && stays_function(code.of->decl) && !is_kernel(code);
}

cost cost_of_call(gcall *call, enum order *order) {
    *order = ORDER_NONE;
    tree function = gimple_call_fndecl(call), address;
    if (gimple_call_internal_p(call))
        return cost(SIMT_UNIT_ALU, 1);
    *order = order_of_hook(call, &address);
    if (*order != ORDER_NONE || is_any_hook(call))
        return cost();
    if (is_called(call)) {
        *order = ORDER_BARRIER;
        return call_and_return();
    }
    const struct function_cost *row = DECL_NAME(function) ? row_of(function) : NULL;
    *order = row ? row->order : fndecl_built_in_p(function) ? ORDER_NONE : ORDER_BARRIER;
    return row ? cost_of_row(*row) : cost();
}

tree cost_of_inlined(gimple *statement, cost *work) {
    tree found = NULL_TREE;
    for (tree block = gimple_block(statement); block && TREE_CODE(block) == BLOCK;
         block = BLOCK_SUPERCONTEXT(block)) {
        tree origin = block_ultimate_origin(block);
        if (!origin || TREE_CODE(origin) != FUNCTION_DECL || !DECL_NAME(origin))
            continue;
        const struct function_cost *row = find(inlined, DECL_NAME(origin));
        if (row) {
            *work = cost_of_row(*row);
            found = block;
        }
    }
    return found;
}
