// What each access found and left behind. A store's hook runs before the store, so what it leaves is read
// when the same lane does its next thing; no other lane runs in between.
#include "engine/observe/recorder/values.h"

#include <string.h>

#include "engine/observe/recorder/recording.h"

// Words that a warp adds to, and what they are when the additions are made instruction by instruction.

enum { WORDS = 1 << 12, TRIES = 16 };

static struct {
    uint64_t address;
    uint32_t phase;
    bool mixed;     /* something else was done to it, too */
    uint64_t value; /* before the next addition that is placed */
} words[WORDS];
static uint32_t phase_now = 1;

void simt_sums_begin(void) { phase_now++; }

// Its place, or a free one; -1 if there is none near by.
static int find(uint64_t address) {
    const uint64_t start = address * UINT64_C(0x9e3779b97f4a7c15) >> 52;
    for (unsigned i = 0; i < TRIES; i++) {
        const unsigned at = (start + i) % WORDS;
        if (words[at].phase != phase_now || words[at].address == address)
            return (int)at;
    }
    return -1;
}

/** A lane is about to access a word that holds @p value. @p adds: it is an atomic addition of an integer. */
static void sums_note(uint64_t address, uint64_t value, bool adds) {
    const int at = find(address);
    if (at < 0)
        return;
    if (words[at].phase != phase_now) {
        words[at].address = address;
        words[at].phase = phase_now;
        words[at].value = value;
        words[at].mixed = false;
    }
    words[at].mixed |= !adds;
}

void simt_sums_place(uint64_t address, unsigned size, uint64_t *before, uint64_t *after) {
    const uint64_t mask = size < 8 ? (UINT64_C(1) << 8 * size) - 1 : UINT64_MAX, added = *after - *before;
    const int at = find(address);
    if (at < 0 || words[at].phase != phase_now || words[at].mixed)
        return;
    *before = words[at].value;
    *after = (*before + added) & mask;
    words[at].value = *after;
}

// Local variables, lane by lane and event by event.

enum { REMEMBERED = 32 };

/** The last known values of the shown threads' variables that never change. */
static struct {
    uint32_t known; /**< mask of the variables */
    uint64_t bits[REMEMBERED];
} remembered[TRACE_BLOCKS][TRACE_WARPS * SIMT_WARP];

static void locals_begin(void) { memset(remembered, 0, sizeof remembered); }

/** The compiler forgets a variable that it no longer needs. The value of one that cannot have changed is
 * known all the same. */
static void remember(struct trace_locals *locals, unsigned i, const struct simt_lane_event *lane) {
    const int number = locals->scope->seen[i].variable;
    if (!locals->scope->seen[i].is_fixed || number >= REMEMBERED)
        return;
    const uint32_t in_block = lane->thread - lane->block->first_warp * SIMT_WARP;
    uint32_t *known = &remembered[lane->block->number][in_block].known;
    uint64_t *bits = &remembered[lane->block->number][in_block].bits[number];
    if (locals->known >> i & 1) {
        *known |= 1u << number;
        *bits = locals->bits[i];
    } else if (*known >> number & 1) {
        locals->known |= 1u << i;
        locals->bits[i] = *bits;
    }
}

/** Looks at the variables of the running lane, of a warp that is shown. */
static void locals_take(struct trace_locals *to, const struct simt_lane_event *lane) {
    const struct trace_scope *scope = simt_scope_at(lane->pc);
    struct trace_frame frame;
    to->scope = scope;
    to->known = 0;
    if (scope->count == 0 || !simt_frame_find(lane->pc, &frame))
        return;
    const struct trace_readable own = {lane->stack_low, lane->stack_high};
    for (unsigned i = 0; i < scope->count; i++) {
        const struct trace_seen *seen = &scope->seen[i];
        to->bits[i] = seen->constant;
        const bool known = seen->is_constant || simt_expression_value(&seen->located, &scope->base, &frame,
                                                                      own, seen->size, &to->bits[i]);
        to->known |= (uint32_t)known << i;
        remember(to, i, lane);
    }
}

static void gather_one(const struct trace_locals *const *of, unsigned count, unsigned i,
                       struct trace_local *local) {
    local->variable = of[0]->scope->seen[i].variable;
    local->is_common = true;
    local->bits = simt_recorder_zeroed(count, sizeof *local->bits);
    for (unsigned l = 0; l < count; l++) {
        const bool known = of[l]->known >> i & 1;
        local->known |= (uint32_t)known << l;
        local->bits[l] = known ? of[l]->bits[i] : 0;
        local->is_common &= known == (local->known & 1) && local->bits[l] == local->bits[0];
    }
}

size_t simt_locals_gather(const struct trace_locals *const *of, unsigned count, struct trace_local **out) {
    const struct trace_scope *scope = count ? of[0]->scope : NULL;
    *out = NULL;
    for (unsigned l = 0; l < count; l++)
        if (!scope || of[l]->scope != scope)
            return 0;
    if (!scope || scope->count == 0)
        return 0;
    *out = simt_recorder_zeroed(scope->count, sizeof **out);
    for (unsigned i = 0; i < scope->count; i++)
        gather_one(of, count, i, &(*out)[i]);
    return scope->count;
}

static struct trace_value before[LOG_ROWS][SIMT_WARP], after[LOG_ROWS][SIMT_WARP];

static struct trace_locals *locals; /* likewise, LOG_ROWS of SIMT_WARP */
static struct trace_locals waiting[TRACE_BLOCKS][TRACE_WARPS][SIMT_WARP]; /* at a warp operation */

/** The store of the running lane whose result was not read yet. */
static struct {
    struct trace_value *after; /**< NULL: none */
    uintptr_t address;
    unsigned size_log2;
} last;

static void read_memory(struct trace_value *value, uintptr_t address, unsigned size_log2) {
    memset(value, 0, sizeof *value);
    memcpy(value->bytes, (const void *)address, (size_t)1 << size_log2);
}

void simt_values_begin(void) {
    if (!locals)
        locals = simt_recorder_zeroed((size_t)LOG_ROWS * SIMT_WARP, sizeof *locals);
    memset(waiting, 0, sizeof waiting);
    locals_begin();
    simt_sums_begin();
}

static void settle(void) {
    if (last.after)
        read_memory(last.after, last.address, last.size_log2);
    last.after = NULL;
}

void simt_values_settle(const struct simt_block_event *block) {
    (void)block;
    settle();
}

static void note_sum(const struct simt_access_event *access, const struct trace_value *value) {
    static uint32_t last_warp = UINT32_MAX;
    const uint32_t warp = access->lane.thread / SIMT_WARP;
    uint64_t bits;
    if (last_warp != warp)
        simt_sums_begin();
    last_warp = warp;
    memcpy(&bits, value->bytes, sizeof bits);
    sums_note(access->address, bits, access->adds);
}

void simt_values_access(const struct simt_access_event *access) {
    const uint32_t row = access->row, lane = access->lane.thread % SIMT_WARP;
    settle();
    if (simt_recorder_shows(access->lane.block, access->lane.thread / SIMT_WARP))
        locals_take(&locals[row * SIMT_WARP + lane], &access->lane);
    else
        locals[row * SIMT_WARP + lane].scope = NULL;
    read_memory(&before[row][lane], access->address, access->size_log2);
    note_sum(access, &before[row][lane]);
    if (access->kind == LOG_LOAD)
        return;
    last.after = &after[row][lane];
    last.address = access->address;
    last.size_log2 = access->size_log2;
}

void simt_values_move(unsigned lane, uint32_t from, uint32_t end) {
    for (uint32_t r = from; r < end; r++) {
        before[r - from][lane] = before[r][lane];
        after[r - from][lane] = after[r][lane];
        locals[(r - from) * SIMT_WARP + lane] = locals[r * SIMT_WARP + lane];
    }
}

const struct trace_value *simt_recorder_value_before(uint32_t row, unsigned lane) {
    return &before[row][lane];
}
const struct trace_value *simt_recorder_value_after(uint32_t row, unsigned lane) { return &after[row][lane]; }

const struct trace_locals *simt_recorder_locals_at(uint32_t row, unsigned lane) {
    return &locals[row * SIMT_WARP + lane];
}

static struct trace_locals *waiting_at(const struct simt_block_event *block, uint32_t warp, unsigned lane) {
    return &waiting[block->number][warp - block->first_warp][lane];
}

void simt_values_wait(const struct simt_lane_event *lane) {
    const uint32_t warp = lane->thread / SIMT_WARP;
    if (simt_recorder_shows(lane->block, warp))
        locals_take(waiting_at(lane->block, warp, lane->thread % SIMT_WARP), lane);
}

const struct trace_locals *simt_recorder_locals_waiting(const struct simt_block_event *block, uint32_t warp,
                                                        unsigned lane) {
    return waiting_at(block, warp, lane);
}
