// Loops that wait for another thread. Such a lane returns to the same access (an atomic, a volatile read) and
// finds the same value in the same word. The loop may have one access or several: a lock is taken, a word is
// read, the lock is released. After some rounds the lane lets others run, and after more of them its block
// gives way.
//
// A lane counts as without progress if each round logs the same accesses to the same addresses, stores
// nothing new, and finds the same values. A loop over an array with an atomic in it is not such a loop. A
// loop that counts its tries is, until proof is required (simt_polls_are_proved): then the lane's own
// variables must be the same at the end of a slice as at its beginning.
//
// The access at which a round begins is found as in Brent's algorithm for cycles ("An improved Monte Carlo
// factorization algorithm", BIT 20, 1980): another one is chosen after 1, 2, 4, … accesses without a round.
#include "engine/exec/machine.h"

#include <unwind.h>

#include "engine/exec/time_slice.h"
#include "engine/processor/registers.h"

/* A hash of the lane's own variables, in its registers and on its stack. */

struct frame {
    uintptr_t pc;
    uintptr_t low; /* the frame's first byte; 0: not found yet */
    uint64_t hash;
};

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static _Unwind_Reason_Code look_at(struct _Unwind_Context *context, void *data) {
    struct frame *frame = data;
    if (_Unwind_GetIP(context) != frame->pc)
        return _URC_NO_REASON;
    frame->low = _Unwind_GetCFA(context);
    for (unsigned i = 0; i < simt_preserved_count; i++)
        frame->hash = mix(frame->hash, _Unwind_GetGR(context, simt_preserved[i]));
    for (unsigned i = 0; i < simt_preserved_floats_count; i++)
        frame->hash = mix(frame->hash, _Unwind_GetGR(context, simt_preserved_floats[i]));
    return _URC_NORMAL_STOP;
}

static uint64_t mix_words(uint64_t hash, uintptr_t from, uintptr_t to) {
    for (uintptr_t at = from; at + sizeof(uint64_t) <= to; at += sizeof(uint64_t))
        hash = mix(hash, *(const uint64_t *)at);
    return hash;
}

/**
 * A hash of the running lane's variables, as the function that is calling the engine keeps them over the
 * call, and as its frame has them.
 * @param pc the return address of that call
 * @return different for different variables, except by chance; 0 if they cannot be found
 */
static uint64_t lane_variables(const struct simt_lane *lane, uintptr_t pc) {
    const uint32_t bytes = simt_block_now->frame_bytes;
    const uintptr_t kept = (uintptr_t)simt_block_now->frames + (uintptr_t)lane->number * bytes;
    struct frame frame = {.pc = pc};
    if (!simt_preserved_count)
        return 0; /* the variables' place is unknown */
    _Unwind_Backtrace(look_at, &frame);
    if (!frame.low)
        return 0;
    frame.hash = mix_words(frame.hash, frame.low, simt_own_stack()->high);
    return mix_words(frame.hash, kept, kept + bytes) | 1;
}

enum { ROUNDS_OF_A_SLICE = 32, SLICES_OF_A_TURN = 8, LONGEST_ROUND = 64 };

/** The address under which a nap is noted: no word is at it. */
enum { NAP = 1 };

bool simt_polls_are_proved;

static bool is_logged(const struct simt_lane *lane) { return lane->log_limit != SIMT_LOG_NOTHING; }

/** The start of a round: where its log begins, unless that is flushed before the round ends. */
static void begin_round(struct simt_lane *lane) {
    struct simt_circle *c = &lane->circle;
    c->start = lane->log_next;
    c->start_clock = lane->clock;
    c->found = 0;
}

static void choose_start(struct simt_lane *lane, uintptr_t address, uint64_t value, uintptr_t pc) {
    struct simt_circle *c = &lane->circle;
    lane->polled = address;
    lane->polled_at = pc;
    lane->polled_value = value;
    lane->polls = 0;
    c->turns = c->steps = c->rows = 0;
    c->variables = 0;
    c->first_at = pc;
    c->in_vain = false; /* earlier rounds of this slice began elsewhere */
    c->patience = c->patience == 0 ? 1 : c->patience < LONGEST_ROUND ? 2 * c->patience : LONGEST_ROUND;
    begin_round(lane);
}

/** Whether an entry equals the one @p rows before it. */
static bool is_same_entry(const uint64_t *entry, size_t rows) {
    const uint64_t *before = entry - rows * SIMT_WARP;
    const enum simt_log_kind kind = simt_key_kind(entry[0]);
    if (entry[0] != before[0])
        return false;
    if (kind == LOG_BLOCK || simt_key_is_fence(entry[0]))
        return true;
    return entry[LOG_ADDRESS] == before[LOG_ADDRESS] &&
           (kind != LOG_STORE || entry[LOG_BEFORE] == before[LOG_BEFORE]);
}

/** Compares the finished round with the previous one, as far as both are in the log. */
static void compare_round(struct simt_lane *lane) {
    struct simt_circle *c = &lane->circle;
    c->in_vain &= lane->polls == 0 || c->found == c->found_before;
    c->found_before = c->found;
    if (!is_logged(lane))
        return;
    if (c->start_clock != lane->clock) { /* a part was flushed */
        c->in_vain &= c->rows != 0;
        c->rows = 0;
        return;
    }
    const size_t rows = (size_t)(lane->log_next - c->start) / SIMT_WARP;
    c->in_vain &= c->rows == 0 || rows == c->rows;
    for (size_t r = 0; c->rows != 0 && c->in_vain && r < rows; r++)
        c->in_vain = is_same_entry(c->start + r * SIMT_WARP, rows);
    c->rows = (uint32_t)rows;
}

/** Ends the slice of a lane that loops. */
static void end_slice(struct simt_lane *lane) {
    struct simt_circle *c = &lane->circle;
    lane->polls = 0;
    if (++c->turns >= SLICES_OF_A_TURN) {
        c->turns = 0;
        simt_block_now->turn_over = true;
    }
    simt_park(&simt_warp_now->polling);
    c->in_vain = true;
    c->variables = 0;
    c->rows = 0;
    begin_round(lane);
}

/** For a proof: whether the lane's variables have not changed since the end of the slice's first round. */
static void prove(struct simt_lane *lane, uintptr_t pc) {
    struct simt_circle *c = &lane->circle;
    if (lane->polls == 0)
        c->variables = lane_variables(lane, pc);
    else if (lane->polls + 1 == ROUNDS_OF_A_SLICE && c->variables)
        c->in_vain &= c->variables == lane_variables(lane, pc);
}

void simt_note_poll(uintptr_t address, uint64_t value, uintptr_t pc) {
    struct simt_lane *self = simt_self();
    if (!self)
        return;
    struct simt_circle *c = &self->circle;
    c->found = (c->found ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    c->first_at = pc < c->first_at ? pc : c->first_at;
    if (self->polled == address && self->polled_value == value && self->polled_at == pc) {
        c->steps = 0;
        compare_round(self);
        begin_round(self);
        if (simt_polls_are_proved)
            prove(self, pc);
        if (++self->polls == ROUNDS_OF_A_SLICE)
            end_slice(self);
    } else if (++c->steps >= c->patience) {
        choose_start(self, address, value, pc);
    }
}

/* A lane runs alone until it waits, so all it does until then is one turn, whatever others are about to do.
 */
void simt_note_ticket(uintptr_t pc) {
    const struct simt_ticket drawn = {pc, simt_time_slice.running, simt_time_slice.round};
    struct simt_ticket *before =
        &simt_warp_now->tickets[(pc * UINT64_C(0x9e3779b97f4a7c15) >> 32) % SIMT_TICKETS];
    if (before->at != pc) {
        *before = drawn;
    } else if (before->lane != drawn.lane) {
        before->lane = SIMT_WARP;
    } else if (before->round != drawn.round) {
        before->round = drawn.round;
        simt_block_now->turn_over = true;
    }
}

/* Words that others write take precedence: a round begins at a nap only if there is no such word. */
void simt_note_nap(uintptr_t pc) {
    const struct simt_lane *self = simt_self();
    if (self && (self->polled == 0 || self->polled == NAP))
        simt_note_poll(NAP, 0, pc);
}

bool simt_polls_in_vain(const struct simt_warp *warp, const struct simt_lane *lanes) {
    for (uint32_t left = warp->polling; left; left &= left - 1)
        if (!lanes[__builtin_ctz(left)].circle.in_vain)
            return false;
    return true;
}
