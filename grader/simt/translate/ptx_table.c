// The PTX instructions allowed in an assembly statement. Source: the PTX ISA, version 9.
#include <string.h>

#include "ptx.h"

#define SPACES " global shared shared::cta const local param "
#define SCOPES " cta gpu sys "
#define CACHE                                                                                                \
    " weak ca cg cs lu cv nc wb wt L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last "     \
    "L1::no_allocate L2::64B L2::128B L2::256B "
#define FLOATS " f32 f64 "
#define WORDS " u32 s32 "
#define INTEGERS " u16 s16 u32 s32 u64 s64 "
#define BITS " b16 b32 b64 "
#define BYTES " b8 u8 s8 "
#define ANY BITS INTEGERS FLOATS

static const struct ptx_row rows[] = {
    {"mov", "", ANY " pred ", "move", "ds"},
    /* memory */
    {"ld", SPACES CACHE, ANY BYTES, "load", "dm"},
    {"ldu", SPACES, ANY BYTES, "load", "dm"},
    {"ld.v2", SPACES CACHE, ANY BYTES, "load_vector", "Dm"},
    {"ld.v4", SPACES CACHE, ANY BYTES, "load_vector", "Dm"},
    {"ld.volatile", SPACES, ANY BYTES, "load_volatile", "dm"},
    {"ld.relaxed", SPACES SCOPES, BITS INTEGERS, "load_relaxed", "dm"},
    {"ld.relaxed.v2", SPACES SCOPES, ANY, "load_vector_relaxed", "Dm"},
    {"ld.relaxed.v4", SPACES SCOPES, ANY BYTES, "load_vector_relaxed", "Dm"},
    {"ld.acquire", SPACES SCOPES, BITS INTEGERS, "load_acquire", "dm"},
    {"st", SPACES CACHE, ANY BYTES, "store", "ms"},
    {"st.v2", SPACES CACHE, ANY BYTES, "store_vector", "mS"},
    {"st.v4", SPACES CACHE, ANY BYTES, "store_vector", "mS"},
    {"st.volatile", SPACES, ANY BYTES, "store_volatile", "ms"},
    {"st.relaxed", SPACES SCOPES, BITS INTEGERS, "store_relaxed", "ms"},
    {"st.relaxed.v2", SPACES SCOPES, ANY, "store_vector_relaxed", "mS"},
    {"st.relaxed.v4", SPACES SCOPES, ANY BYTES, "store_vector_relaxed", "mS"},
    {"st.release", SPACES SCOPES, BITS INTEGERS, "store_release", "ms"},
    {"cp.async", " ca cg shared shared::cta global L2::64B L2::128B L2::256B ", NULL, "copy_async", "mgu"},
    {"cp.async", " ca cg shared shared::cta global L2::64B L2::128B L2::256B ", NULL, "copy_async", "mguu"},
    {"cp.async.commit_group", "", NULL, "close_copies", ""},
    {"cp.async.wait_group", "", NULL, "wait_for_copies", "u"},
    {"cp.async.wait_all", "", NULL, "wait_for_all_copies", ""},
    {"prefetch", SPACES " L1 L2 L2::evict_last L2::evict_normal ", NULL, "prefetch", "m"},
    {"prefetchu", " L1 ", NULL, "prefetch", "m"},
    {"cvta.to.shared", "", " u32 u64 ", "to_shared", "dl"},
    {"cvta.shared", "", " u32 u64 ", "from_shared", "dl"},
    {"cvta.to", " global const local param ", " u32 u64 ", "move", "ds"},
    {"cvta", " global const local param ", " u32 u64 ", "move", "ds"},
    /* atomics */
    {"atom.add", SPACES SCOPES " relaxed ", " u32 s32 u64 f32 f64 ", "atomic_add", "dms"},
    {"atom.min", SPACES SCOPES " relaxed ", " u32 s32 u64 s64 ", "atomic_min", "dms"},
    {"atom.max", SPACES SCOPES " relaxed ", " u32 s32 u64 s64 ", "atomic_max", "dms"},
    {"atom.and", SPACES SCOPES " relaxed ", " b32 b64 ", "atomic_and", "dms"},
    {"atom.or", SPACES SCOPES " relaxed ", " b32 b64 ", "atomic_or", "dms"},
    {"atom.xor", SPACES SCOPES " relaxed ", " b32 b64 ", "atomic_xor", "dms"},
    {"atom.exch", SPACES SCOPES " relaxed ", " b32 b64 ", "atomic_exchange", "dms"},
    {"atom.inc", SPACES SCOPES " relaxed ", " u32 ", "atomic_increment", "dms"},
    {"atom.dec", SPACES SCOPES " relaxed ", " u32 ", "atomic_decrement", "dms"},
    {"atom.cas", SPACES SCOPES " relaxed ", " b32 b64 ", "atomic_cas", "dmss"},
    {"red.add", SPACES SCOPES " relaxed ", " u32 s32 u64 f32 f64 ", "atomic_add", "ms"},
    {"red.min", SPACES SCOPES " relaxed ", " u32 s32 u64 s64 ", "atomic_min", "ms"},
    {"red.max", SPACES SCOPES " relaxed ", " u32 s32 u64 s64 ", "atomic_max", "ms"},
    {"red.and", SPACES SCOPES " relaxed ", " b32 b64 ", "atomic_and", "ms"},
    {"red.or", SPACES SCOPES " relaxed ", " b32 b64 ", "atomic_or", "ms"},
    {"red.xor", SPACES SCOPES " relaxed ", " b32 b64 ", "atomic_xor", "ms"},
    {"red.inc", SPACES SCOPES " relaxed ", " u32 ", "atomic_increment", "ms"},
    {"red.dec", SPACES SCOPES " relaxed ", " u32 ", "atomic_decrement", "ms"},
    /* arithmetic */
    {"add", " rn ftz ", INTEGERS FLOATS, "add", "dss"},
    {"add.rz", " ftz ", FLOATS, "add_to_zero", "dss"},
    {"add.rm", " ftz ", FLOATS, "add_down", "dss"},
    {"add.rp", " ftz ", FLOATS, "add_up", "dss"},
    {"sub", " rn ftz ", INTEGERS FLOATS, "subtract", "dss"},
    {"mul", " rn ftz ", FLOATS, "multiply", "dss"},
    {"mul.rz", " ftz ", FLOATS, "multiply_to_zero", "dss"},
    {"mul.rm", " ftz ", FLOATS, "multiply_down", "dss"},
    {"mul.rp", " ftz ", FLOATS, "multiply_up", "dss"},
    {"mul.lo", "", INTEGERS, "multiply", "dss"},
    {"mul.hi", "", WORDS " u64 s64 ", "multiply_high", "dss"},
    {"mul.wide", "", " u16 s16 u32 s32 ", "multiply_wide", "dss"},
    {"mul24.lo", "", WORDS, "multiply_24", "dss"},
    {"mad", " rn ftz ", FLOATS, "multiply_add_once", "dsss"},
    {"mad.lo", "", INTEGERS, "multiply_add", "dsss"},
    {"mad.hi", "", WORDS " u64 s64 ", "multiply_high_add", "dsss"},
    {"mad.wide", "", " u16 s16 u32 s32 ", "multiply_wide_add", "dssW"},
    {"fma", " rn ftz ", FLOATS, "multiply_add_once", "dsss"},
    {"fma.rz", " ftz ", FLOATS, "multiply_add_to_zero", "dsss"},
    {"fma.rm", " ftz ", FLOATS, "multiply_add_down", "dsss"},
    {"fma.rp", " ftz ", FLOATS, "multiply_add_up", "dsss"},
    {"dp4a.u32", "", " u32 ", "dot_4", "dsss"},
    {"dp4a.s32", "", " s32 ", "dot_4", "dsss"},
    {"sad", "", WORDS, "absolute_difference_add", "dsss"},
    {"div", "", INTEGERS, "divide", "dss"},
    {"div", " rn approx full ftz ", FLOATS, "divide", "dss"},
    {"rem", "", INTEGERS, "remainder", "dss"},
    {"abs", " ftz ", " s16 s32 s64 " FLOATS, "absolute", "ds"},
    {"neg", " ftz ", " s16 s32 s64 " FLOATS, "negate", "ds"},
    {"min", " ftz ", INTEGERS FLOATS, "smaller", "dss"},
    {"max", " ftz ", INTEGERS FLOATS, "larger", "dss"},
    {"rcp", " rn approx ftz ", FLOATS, "reciprocal", "ds"},
    {"sqrt", " rn approx ftz ", FLOATS, "root", "ds"},
    {"rsqrt", " approx ftz ", FLOATS, "reciprocal_root", "ds"},
    {"sin.approx", " ftz ", " f32 ", "sine", "ds"},
    {"cos.approx", " ftz ", " f32 ", "cosine", "ds"},
    {"lg2.approx", " ftz ", " f32 ", "logarithm_2", "ds"},
    {"ex2.approx", " ftz ", " f32 ", "power_of_2", "ds"},
    {"tanh.approx", "", " f32 ", "hyperbolic_tangent", "ds"},
    /* bits */
    {"and", "", BITS " pred ", "bits_and", "dss"},
    {"or", "", BITS " pred ", "bits_or", "dss"},
    {"xor", "", BITS " pred ", "bits_xor", "dss"},
    {"not", "", BITS " pred ", "bits_not", "ds"},
    {"shl", "", BITS, "shift_left", "dsu"},
    {"shr", "", BITS INTEGERS, "shift_right", "dsu"},
    {"shf.l.wrap", "", " b32 ", "funnel_left", "dssu"},
    {"shf.r.wrap", "", " b32 ", "funnel_right", "dssu"},
    {"shf.l.clamp", "", " b32 ", "funnel_left_clamp", "dssu"},
    {"shf.r.clamp", "", " b32 ", "funnel_right_clamp", "dssu"},
    {"bfe", "", WORDS " u64 s64 ", "extract_field", "dsuu"},
    {"bfi", "", " b32 b64 ", "insert_field", "dssuu"},
    {"bmsk.clamp", "", " b32 ", "bit_mask", "duu"},
    {"bfind", "", WORDS " u64 s64 ", "highest_bit", "ds"},
    {"bfind.shiftamt", "", WORDS " u64 s64 ", "shift_to_highest_bit", "ds"},
    {"brev", "", " b32 b64 ", "reverse", "ds"},
    {"popc", "", " b32 b64 ", "count_ones", "ds"},
    {"clz", "", " b32 b64 ", "count_leading_zeros", "ds"},
    {"lop3", "", " b32 ", "logic_3", "dssss"},
    {"prmt", "", " b32 ", "permute_bytes", "dsss"},
    /* predicates */
    {"setp.eq", " ftz ", ANY, "equal", "dss"},
    {"setp.ne", " ftz ", ANY, "unequal", "dss"},
    {"setp.lt", " ftz ", INTEGERS FLOATS, "less", "dss"},
    {"setp.le", " ftz ", INTEGERS FLOATS, "at_most", "dss"},
    {"setp.gt", " ftz ", INTEGERS FLOATS, "greater", "dss"},
    {"setp.ge", " ftz ", INTEGERS FLOATS, "at_least", "dss"},
    {"setp.lo", "", " u16 u32 u64 ", "less", "dss"},
    {"setp.ls", "", " u16 u32 u64 ", "at_most", "dss"},
    {"setp.hi", "", " u16 u32 u64 ", "greater", "dss"},
    {"setp.hs", "", " u16 u32 u64 ", "at_least", "dss"},
    {"selp", "", ANY, "select", "dssb"},
    /* warps and blocks */
    {"activemask", "", " b32 ", "active_mask", "d"},
    {"vote.sync.any", "", " pred ", "vote_any", "dbu"},
    {"vote.sync.all", "", " pred ", "vote_all", "dbu"},
    {"vote.sync.uni", "", " pred ", "vote_uni", "dbu"},
    {"vote.sync.ballot", "", " b32 ", "vote_ballot", "dbu"},
    {"vote.any.sync", "", " pred ", "vote_any", "dbu"},
    {"vote.all.sync", "", " pred ", "vote_all", "dbu"},
    {"vote.uni.sync", "", " pred ", "vote_uni", "dbu"},
    {"vote.ballot.sync", "", " b32 ", "vote_ballot", "dbu"},
    {"match.any.sync", "", " b32 b64 ", "match_any", "dsu"},
    {"match.all.sync", "", " b32 b64 ", "match_all", "esu"},
    {"shfl.sync.up", "", " b32 ", "shuffle_up", "esuuu"},
    {"shfl.sync.down", "", " b32 ", "shuffle_down", "esuuu"},
    {"shfl.sync.bfly", "", " b32 ", "shuffle_butterfly", "esuuu"},
    {"shfl.sync.idx", "", " b32 ", "shuffle_index", "esuuu"},
    {"redux.sync.add", "", WORDS, "reduce_add", "dsu"},
    {"redux.sync.min", "", WORDS, "reduce_min", "dsu"},
    {"redux.sync.max", "", WORDS, "reduce_max", "dsu"},
    {"redux.sync.and", "", " b32 ", "reduce_and", "dsu"},
    {"redux.sync.or", "", " b32 ", "reduce_or", "dsu"},
    {"redux.sync.xor", "", " b32 ", "reduce_xor", "dsu"},
    {"bar.sync", "", NULL, "barrier", "u"},
    {"bar.sync", "", NULL, "barrier", "uu"},
    {"bar.cta.sync", "", NULL, "barrier", "u"},
    {"bar.cta.sync", "", NULL, "barrier", "uu"},
    {"barrier.sync", " aligned ", NULL, "barrier", "u"},
    {"barrier.sync", " aligned ", NULL, "barrier", "uu"},
    {"barrier.cta.sync", " aligned ", NULL, "barrier", "u"},
    {"barrier.cta.sync", " aligned ", NULL, "barrier", "uu"},
    {"bar.warp.sync", "", NULL, "warp_barrier", "u"},
    {"membar.cta", "", NULL, "fence_block", ""},
    {"membar.gl", "", NULL, "fence_device", ""},
    {"membar.sys", "", NULL, "fence_system", ""},
    {"fence.cta", " sc acq_rel ", NULL, "fence_block", ""},
    {"fence.gpu", " sc acq_rel ", NULL, "fence_device", ""},
    {"fence.sys", " sc acq_rel ", NULL, "fence_system", ""},
    {"nanosleep", "", " u32 ", "nap", "s"},
    {"trap", "", NULL, "trap", ""},
    {"exit", "", NULL, "exit", ""},
};

static bool is_among(const char *words, const char *word, size_t length) {
    for (const char *at = words; (at = strchr(at, ' ')); at++)
        if (strncmp(at + 1, word, length) == 0 && at[length + 1] == ' ')
            return true;
    return false;
}

/* True if the opcode's words up to `end`, except optional ones, are the row's name. */
static bool is_named(const struct ptx_row *row, const char *opcode, const char *end) {
    const char *rest = row->name;
    for (const char *word = opcode; word < end;) {
        const size_t length = strcspn(word, ".");
        const bool first = rest == row->name;
        const size_t wanted = strcspn(rest, ".");
        if (wanted == length && strncmp(word, rest, length) == 0)
            rest += wanted + (rest[wanted] == '.');
        else if (first || !is_among(row->optional, word, length))
            return false;
        word += length + (word[length] == '.');
    }
    return *rest == '\0';
}

const struct ptx_row *ptx_find(const char *opcode, size_t count, const char **type) {
    const char *dot = strrchr(opcode, '.'), *end = opcode + strlen(opcode);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct ptx_row *row = &rows[i];
        *type = row->types && dot && is_among(row->types, dot + 1, strlen(dot + 1)) ? dot + 1 : NULL;
        if (strlen(row->operands) == count && (row->types != NULL) == (*type != NULL) &&
            is_named(row, opcode, *type ? dot : end))
            return row;
    }
    return NULL;
}
