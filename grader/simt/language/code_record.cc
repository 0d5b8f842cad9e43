// A block's record: its instructions divided into segments, and the loads that each segment waits for.
//
// nvcc moves a load up past arithmetic and past stores to other memory, so that independent loads are all in
// flight before the first result is used. So work on a loaded value is counted in the last segment that
// allows it: that of an access whose address it computes, of the next store that loads
// cannot pass, of the next barrier, or of the block's end.
#include "code.h"

namespace {

// Approximate cycles from an instruction to a dependent one: they only choose the longest chain.
const float latency_of[COST_UNITS] = {4, 4, 8, 18, 4, 4};

struct segment {
    cost work;
    cost chain;
    uint32_t loads = 0;
    bool earlier = false;
};

struct block_view {
    const struct code &code;
    const std::vector<item> &items;
    std::map<tree, size_t> made;  // by value: the item that computes it
    std::vector<unsigned> before; // by item: accesses before it
    std::vector<uint32_t> needs;  // by item: the loads that it depends on, a bit for each
    std::vector<unsigned> wanted; // by item: the first access whose address or data it computes
    std::vector<const item *> accesses;
    std::vector<unsigned> limits; // accesses that loads cannot pass, or segments that contain a barrier
};

// The load's bit: the simulated machine tracks so many loads of a block.
uint32_t bit_of(unsigned access) { return UINT32_C(1) << access % SIMT_BLOCK_LOADS; }

// No load is moved up past an item that contains branches.
bool stays(const item &part) { return part.order != ORDER_NONE || has_branches(part); }

void number_items(struct block_view &view) {
    for (size_t i = 0; i < view.items.size(); i++) {
        const item &part = view.items[i];
        view.before.push_back((unsigned)view.accesses.size());
        if (part.value)
            view.made[part.value] = i;
        if (part.data)
            view.made[part.data] = i;
        if (is_access(part))
            view.accesses.push_back(&part);
    }
}

const item *maker_of(const struct block_view &view, tree use, size_t user, size_t *number) {
    auto found = view.made.find(use);
    if (found == view.made.end() || found->second >= user)
        return NULL;
    *number = found->second;
    return &view.items[found->second];
}

void find_needs(struct block_view &view) {
    for (size_t i = 0; i < view.items.size(); i++) {
        uint32_t loads = 0;
        size_t maker;
        for (tree use : view.items[i].uses)
            if (const item *by = maker_of(view, use, i, &maker))
                loads |= by->data == use ? bit_of(view.before[maker]) : view.needs[maker];
        view.needs.push_back(loads);
    }
}

void find_wanted(struct block_view &view) {
    const unsigned end = (unsigned)view.accesses.size();
    view.wanted.assign(view.items.size(), end);
    for (size_t i = view.items.size(); i-- > 0;) {
        const unsigned by = stays(view.items[i]) ? view.before[i] : view.wanted[i];
        size_t maker;
        for (tree use : view.items[i].uses)
            if (maker_of(view, use, i, &maker))
                view.wanted[maker] = std::min(view.wanted[maker], by);
    }
}

// A load cannot pass a store that may alias it.
bool stops(const struct block_view &view, size_t store) {
    bool loads_follow = false;
    for (size_t i = store + 1; i < view.items.size() && view.items[i].order != ORDER_BARRIER; i++)
        if (view.items[i].order == ORDER_LOAD) {
            loads_follow = true;
            if (may_be_one_place(view.items[i], view.items[store]))
                return true;
        }
    return !loads_follow;
}

void find_limits(struct block_view &view) {
    for (size_t i = 0; i < view.items.size(); i++)
        if (view.items[i].order == ORDER_BARRIER || (view.items[i].order == ORDER_STORE && stops(view, i)))
            view.limits.push_back(view.before[i]);
    view.limits.push_back((unsigned)view.accesses.size());
}

unsigned segment_of(const struct block_view &view, size_t i) {
    const unsigned written = view.before[i];
    if (stays(view.items[i]) || view.needs[i] == 0)
        return written;
    for (unsigned limit : view.limits)
        if (limit >= written)
            return std::max(written, std::min(limit, view.wanted[i]));
    return written;
}

float weight_of(const cost &work) {
    float sum = 0;
    for (int u = 0; u < COST_UNITS; u++)
        sum += work.unit[u] * latency_of[u];
    return sum;
}

// The loads that the store's data or address, or the work, depends on: stores that loads pass wait
// later.
uint32_t loads_for(const struct block_view &view, size_t i, unsigned to) {
    if (view.items[i].order == ORDER_STORE &&
        std::find(view.limits.begin(), view.limits.end(), to) == view.limits.end())
        return 0;
    return view.needs[i];
}

// Assigns additions and moves to the unit with less work so far.
struct balance {
    float had[COST_UNITS] = {};
    cost of(const cost &work) {
        cost sum = work;
        for (int u = 0; u < SIMT_UNITS; u++)
            had[u] += sum.unit[u];
        const int unit = had[SIMT_UNIT_FMA] < had[SIMT_UNIT_ALU] ? SIMT_UNIT_FMA : SIMT_UNIT_ALU;
        had[unit] += sum.unit[UNIT_ALU_OR_FMA];
        sum.unit[unit] += sum.unit[UNIT_ALU_OR_FMA];
        sum.unit[UNIT_ALU_OR_FMA] = 0;
        return sum;
    }
};

const cost &longer_of(const cost &one, const cost &other) {
    return weight_of(other) > weight_of(one) ? other : one;
}

// An item without instructions only names a value: the value's users wait for it.
bool waits(const item &part) { return part.work.total() > 0 || part.order != ORDER_NONE; }

bool is_loaded_earlier(const struct block_view &view, tree use) {
    auto made = view.made.find(use);
    if (!view.code.loaded.count(use) || made == view.made.end())
        return view.code.loaded.count(use);
    const item &by = view.items[made->second];
    if (by.data == use || waits(by))
        return false;
    for (tree named : by.uses)
        if (named != use && is_loaded_earlier(view, named))
            return true;
    return false;
}

// True for an integer division by a number that is known only at run time, with its reciprocal.
bool is_long_division(const item &part) {
    gassign *made = part.statement ? dyn_cast<gassign *>(part.statement) : NULL;
    return made && part.work.unit[SIMT_UNIT_SPECIAL] > 0 &&
           (gimple_assign_rhs_code(made) == TRUNC_DIV_EXPR || gimple_assign_rhs_code(made) == TRUNC_MOD_EXPR);
}

// Its two corrections wait for a predicate each. Unsigned computations run in parallel.
cost delay_of_division(const cost &work) {
    cost delay = work;
    delay.unit[SIMT_UNIT_ALU] = std::min(work.unit[SIMT_UNIT_ALU], 10.f);
    delay.unit[SIMT_UNIT_FMA] = std::min(work.unit[SIMT_UNIT_FMA], 6.f);
    delay.unit[SIMT_UNIT_BRANCH] += 2;
    return delay;
}

// A call and its return take 57 cycles, measured on an H200.
cost delay_of_call(const cost &work) {
    cost delay = work;
    delay.unit[SIMT_UNIT_BRANCH] = 5.5;
    return delay;
}

// From there on lanes run together again: 24 cycles, measured on an H200, also for a warp that skipped it.
cost delay_of_meeting() { return cost(SIMT_UNIT_BRANCH, 2.7f); }

cost without_branch(const cost &work) {
    cost delay = work;
    delay.unit[SIMT_UNIT_BRANCH] = 0;
    return delay;
}

// The latency of an item's result. That of a predicate is as long as a branch if it guards
// accesses; of arithmetic both sides are issued, and one result is selected.
cost delay_of(const item &part, const cost &work, const struct block_shape &shape) {
    gcond *condition = part.statement ? dyn_cast<gcond *>(part.statement) : NULL;
    gcall *call = part.statement ? dyn_cast<gcall *>(part.statement) : NULL;
    if (part.is_meeting)
        return delay_of_meeting();
    if (is_long_division(part))
        return delay_of_division(work);
    if (call && is_called(call))
        return delay_of_call(work);
    if (condition && shape.is_guarded)
        return without_branch(work); /* both parts of a condition make one, counted in the first */
    if (!shape.has_no_branch || !condition)
        return work;
    class loop *loop = gimple_bb(condition)->loop_father;
    if (loop_outer(loop) && loops_leave(loop, condition))
        return cost(); /* nvcc keeps it in a predicate, for all iterations */
    return shape.guards_accesses ? work : without_branch(work);
}

std::vector<segment> segments_of(const struct block_view &view, const struct block_shape &shape) {
    std::vector<segment> segments(view.accesses.size() + 1);
    std::vector<unsigned> at(view.items.size());
    std::vector<cost> chains(view.items.size());
    std::vector<cost> branched(segments.size());
    balance balance;
    for (size_t i = 0; i < view.items.size(); i++) {
        const item &part = view.items[i];
        const unsigned to = at[i] = segment_of(view, i);
        cost longest = branched[to];
        size_t maker;
        for (tree use : part.uses) {
            segments[to].earlier |= waits(part) && is_loaded_earlier(view, use);
            const item *by = maker_of(view, use, i, &maker);
            if (!by || at[maker] != to || by->data == use)
                continue;
            longest = longer_of(longest, chains[maker]);
        }
        const cost work = balance.of(part.work);
        longest += delay_of(part, work, shape);
        chains[i] = longest;
        if (has_branches(part) || part.is_meeting)
            branched[to] = longest;
        segments[to].work += work;
        if (waits(part))
            segments[to].loads |= loads_for(view, i, to);
        segments[to].chain = longer_of(segments[to].chain, longest);
    }
    segments.back().work += balance.of(shape.guards);
    if (shape.guards_any)
        segments.back().work += cost(SIMT_UNIT_BRANCH, -1);
    return segments;
}

// Fractions of instructions are carried over, so that the block's sum is right.
struct rounding {
    cost left;
    static unsigned whole_of(float *left, float count) {
        *left += count;
        const unsigned whole = *left > -.5f ? (unsigned)(*left + .5f) : 0;
        *left -= (float)whole;
        return whole;
    }
    unsigned take(int unit, float count) { return whole_of(&left.unit[unit], count); }
};

void add_words(std::vector<unsigned> &words, const segment &part, struct rounding &issued,
               struct rounding &chained) {
    for (int u = 0; u < SIMT_UNITS; u++)
        words.push_back(issued.take(u, part.work.unit[u]));
    for (int u = 0; u < SIMT_UNITS; u++)
        words.push_back(chained.take(u, part.chain.unit[u]));
    words.push_back(part.loads);
    words.push_back(part.earlier);
}

// Its name contains the line in which the block begins, as help in a listing of the object.
tree array_of(const std::vector<unsigned> &words, location_t place) {
    vec<constructor_elt, va_gc> *elements = NULL;
    for (size_t i = 0; i < words.size(); i++)
        CONSTRUCTOR_APPEND_ELT(elements, size_int(i), build_int_cst(uint32_type_node, words[i]));
    tree type = build_array_type_nelts(build_qualified_type(uint32_type_node, TYPE_QUAL_CONST), words.size());
    tree value = build_constructor(type, elements);
    const std::string name = "simt_code_" + std::to_string(expand_location(place).line);
    tree record = build_decl(UNKNOWN_LOCATION, VAR_DECL, create_tmp_var_name(name.c_str()), type);
    TREE_STATIC(value) = TREE_CONSTANT(value) = 1;
    TREE_STATIC(record) = TREE_READONLY(record) = TREE_ADDRESSABLE(record) = TREE_USED(record) = 1;
    DECL_ARTIFICIAL(record) = DECL_IGNORED_P(record) = 1;
    DECL_INITIAL(record) = value;
    varpool_node::finalize_decl(record);
    return record;
}

} // namespace

bool is_access(const item &part) { return part.order == ORDER_LOAD || part.order == ORDER_STORE; }

bool has_branches(const item &part) {
    return part.statement && gimple_code(part.statement) != GIMPLE_COND && part.order == ORDER_NONE &&
           part.work.unit[SIMT_UNIT_BRANCH] >= 2;
}

unsigned accesses_of(const struct code &code, basic_block block) {
    unsigned count = 0;
    for (const item &part : code.items[block->index])
        count += is_access(part);
    return count;
}

unsigned awaited_loads_of(const struct code &code, basic_block block) {
    struct block_view view = {code, code.items[block->index], {}, {}, {}, {}, {}, {}};
    unsigned loads = 0;
    bool any_waits = false;
    number_items(view);
    find_needs(view);
    for (size_t i = 0; i < view.items.size(); i++) {
        loads += view.items[i].order == ORDER_LOAD;
        any_waits |= view.needs[i] && waits(view.items[i]);
    }
    return any_waits ? loads : 0;
}

// True if loads of later iterations may come before the stores of this one.
bool loads_run_ahead(const struct code &code, basic_block block) {
    const std::vector<item> &items = code.items[block->index];
    for (const item &part : items)
        if (part.order == ORDER_BARRIER)
            return false;
    for (const item &load : items)
        for (const item &store : items)
            if (load.order == ORDER_LOAD && store.order == ORDER_STORE &&
                may_meet_later(block->loop_father, load, store))
                return false;
    return true;
}

cost work_of(const struct code &code, basic_block block) {
    cost sum;
    for (const item &part : code.items[block->index])
        sum += part.work;
    return sum;
}

bool may_be_joined(const item &access) { return access.is_shared ? access.is_aligned : access.is_part; }

tree record_of(const struct code &code, basic_block block, const struct block_shape &shape) {
    struct block_view view = {code, code.items[block->index], {}, {}, {}, {}, {}, {}};
    number_items(view);
    find_needs(view);
    find_wanted(view);
    find_limits(view);
    std::vector<segment> segments = segments_of(view, shape);
    const unsigned accesses = (unsigned)view.accesses.size();
    const float own = work_of(code, block).total() + (float)accesses - (shape.guards_any ? 1 : 0);
    unsigned parts = 0;
    for (unsigned i = 0; i < accesses && i < SIMT_BLOCK_LOADS; i++)
        parts |= may_be_joined(*view.accesses[i]) ? 1u << i : 0;
    std::vector<unsigned> words = {accesses,
                                   (unsigned)std::max(own + .5f, 0.f),
                                   shape.is_guarded,
                                   shape.registers,
                                   shape.guarded_accesses,
                                   shape.guarded_loads,
                                   parts,
                                   shape.ahead};
    for (const struct simt_code_loop &loop : shape.loops)
        words.insert(words.end(), {loop.number, loop.place, loop.together, loop.entire, loop.serial});
    struct rounding issued, chained, skipped;
    add_words(words, {balance().of(shape.skipped), cost()}, skipped, chained);
    for (segment &part : segments) {
        if (shape.is_guarded && accesses == 0)
            part.work = cost();
        add_words(words, part, issued, chained);
    }
    return array_of(words, shape.place);
}
