// Barriers, shuffles, votes and the like within a warp: lanes park with a request, and are answered together.
#include "engine/exec/machine.h"
#include "engine/exec/unset.h"
#include "engine/observe/observers.h"

#define CALLER ((uintptr_t)__builtin_return_address(0))

/** Parks the running lane with its request and returns the answer. Inlined, so that the request is built in
 * place. */
static inline __attribute__((always_inline)) uint64_t ask(struct simt_warp_request request, uintptr_t at) {
    struct simt_lane *self = simt_self();
    self->request = request;
    self->waits_at = at;
    if (__builtin_expect(simt_observers.want_accesses, 0)) {
        const struct simt_lane_event event = simt_lane_event_at(at);
        SIMT_TELL(lane_waits, &event);
    }
    simt_park(&simt_warp_now->at_op);
    return self->request.result;
}

void simt_warp_barrier(uint32_t mask) {
    if (simt_self())
        ask((struct simt_warp_request){.op = OP_BARRIER, .mask = mask}, CALLER);
}

uint64_t simt_shuffle(uint32_t mask, enum simt_shuffle_mode mode, uint64_t bits, int source, int width) {
    const uint64_t origin = simt_running->passed_origin;
    simt_running->passed_origin = 0;
    return ask((struct simt_warp_request){.op = OP_SHUFFLE,
                                          .variant = (int)mode,
                                          .mask = mask,
                                          .bits = bits,
                                          .source = source,
                                          .width = width,
                                          .passed_origin = origin},
               CALLER);
}

uint32_t simt_vote(uint32_t mask, enum simt_vote_op op, int predicate) {
    return (uint32_t)ask(
        (struct simt_warp_request){.op = OP_VOTE, .variant = (int)op, .mask = mask, .bits = predicate != 0},
        CALLER);
}

uint32_t simt_match(uint32_t mask, enum simt_match_op op, uint64_t bits) {
    return (uint32_t)ask(
        (struct simt_warp_request){.op = OP_MATCH, .variant = (int)op, .mask = mask, .bits = bits}, CALLER);
}

uint32_t simt_reduce(uint32_t mask, enum simt_reduce_op op, uint32_t bits) {
    return (uint32_t)ask(
        (struct simt_warp_request){.op = OP_REDUCE, .variant = (int)op, .mask = mask, .bits = bits}, CALLER);
}

uint32_t simt_active_mask(void) {
    return (uint32_t)ask((struct simt_warp_request){.op = OP_ACTIVE_MASK}, CALLER);
}

/** Lanes of @p group with the given bits. */
static uint32_t lanes_with(uint64_t bits, const struct simt_lane *lanes, uint32_t group) {
    uint32_t mask = 0;
    for (uint32_t left = group; left; left &= left - 1)
        if (lanes[__builtin_ctz(left)].request.bits == bits)
            mask |= left & -left;
    return mask;
}

static uint64_t vote(enum simt_vote_op op, uint32_t yes, uint32_t group) {
    switch (op) {
    case SIMT_VOTE_ANY:
        return yes != 0;
    case SIMT_VOTE_ALL:
        return yes == group;
    case SIMT_VOTE_BALLOT:
        return yes;
    default:
        return yes == 0 || yes == group;
    }
}

static uint32_t combine(enum simt_reduce_op op, uint32_t a, uint32_t b) {
    switch (op) {
    case SIMT_REDUCE_ADD:
        return a + b;
    case SIMT_REDUCE_MIN_SIGNED:
        return (int32_t)a < (int32_t)b ? a : b;
    case SIMT_REDUCE_MAX_SIGNED:
        return (int32_t)a > (int32_t)b ? a : b;
    case SIMT_REDUCE_MIN_UNSIGNED:
        return a < b ? a : b;
    case SIMT_REDUCE_MAX_UNSIGNED:
        return a > b ? a : b;
    case SIMT_REDUCE_AND:
        return a & b;
    case SIMT_REDUCE_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

static uint32_t reduce(enum simt_reduce_op op, const struct simt_lane *lanes, uint32_t group) {
    uint32_t result = (uint32_t)lanes[__builtin_ctz(group)].request.bits;
    for (uint32_t left = group & (group - 1); left; left &= left - 1)
        result = combine(op, result, (uint32_t)lanes[__builtin_ctz(left)].request.bits);
    return result;
}

/** The answer for lane @p i of @p group, except of a shuffle. */
static uint64_t answer(unsigned i, const struct simt_lane *lanes, uint32_t group) {
    const struct simt_warp_request *r = &lanes[i].request;
    uint32_t same;
    switch (r->op) {
    case OP_VOTE:
        return vote((enum simt_vote_op)r->variant, lanes_with(1, lanes, group), group);
    case OP_MATCH:
        same = lanes_with(r->bits, lanes, group);
        return r->variant == SIMT_MATCH_ANY || same == group ? same : 0;
    case OP_REDUCE:
        return reduce((enum simt_reduce_op)r->variant, lanes, group);
    default:
        return group;
    }
}

/** The origin of the uninitialised value that a lane would have received from lane @p source of its warp.
 */
static uint64_t lost_by(unsigned source, const struct simt_warp *warp, const struct simt_lane *to) {
    return simt_unset_origin(warp->exited >> source & 1  ? SIMT_UNSET_ENDED
                             : warp->lanes >> source & 1 ? SIMT_UNSET_NOT_IN_MASK
                                                         : SIMT_UNSET_NO_LANE,
                             source, to->waits_at);
}

/** A broadcast from an inactive lane is reported as such (observe/barrier_divergence.c). */
static void forget_broadcast(struct simt_lane *lanes, uint32_t group) {
    const struct simt_warp_request *first = &lanes[__builtin_ctz(group)].request;
    bool is_broadcast = first->variant == SIMT_SHUFFLE_INDEX && (group & (group - 1)) != 0;
    for (uint32_t left = group; left; left &= left - 1) {
        const struct simt_warp_request *r = &lanes[__builtin_ctz(left)].request;
        is_broadcast &= r->source == first->source && r->width == SIMT_WARP;
    }
    for (uint32_t left = is_broadcast ? group : 0; left; left &= left - 1)
        lanes[__builtin_ctz(left)].request.received_origin = 0;
}

/** A shuffle from a lane outside the group gives an unspecified value. */
static void answer_shuffle(const struct simt_warp *warp, struct simt_lane *lanes, uint32_t group) {
    uint32_t absent = 0;
    for (uint32_t left = group; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left), source = simt_shuffle_source(i, &lanes[i].request);
        const bool is_here = group >> source & 1;
        const uint64_t passed =
            is_here ? lanes[source].request.passed_origin : lost_by(source, warp, &lanes[i]);
        lanes[i].request.result = is_here ? lanes[source].request.bits : UINT64_C(0xa5a5a5a5a5a5a5a5);
        lanes[i].request.received_origin =
            passed && simt_unset_cause_of(passed) == SIMT_UNSET_OWN
                ? simt_unset_origin(SIMT_UNSET_GIVEN, source, lanes[i].waits_at)
                : passed;
        absent |= is_here ? 0 : left & -left;
    }
    if (absent == group)
        forget_broadcast(lanes, group);
}

static void tell(const struct simt_warp *warp, const struct simt_lane *lanes, uint32_t group) {
    struct simt_warp_op_event event = {.block = &simt_block_now->event,
                                       .warp = warp->number,
                                       .lanes = group,
                                       .whole = group == (warp->lanes & ~warp->exited),
                                       .at = lanes[__builtin_ctz(group)].waits_at};
    for (uint32_t left = group; left; left &= left - 1)
        event.requests[__builtin_ctz(left)] = &lanes[__builtin_ctz(left)].request;
    SIMT_TELL(warp_op, &event);
}

/** Shuffles and matches give each lane its own answer, all other operations give all lanes the same one.
 */
static void answer_all(const struct simt_warp *warp, struct simt_lane *lanes, uint32_t group) {
    const unsigned first = (unsigned)__builtin_ctz(group);
    const enum simt_warp_op op = lanes[first].request.op;
    if (op == OP_SHUFFLE) {
        answer_shuffle(warp, lanes, group);
        return;
    }
    const uint64_t common = op == OP_MATCH ? 0 : answer(first, lanes, group);
    for (uint32_t left = group; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        lanes[i].request.result = op == OP_MATCH ? answer(i, lanes, group) : common;
    }
}

static void release(struct simt_warp *warp, struct simt_lane *lanes, uint32_t group) {
    answer_all(warp, lanes, group);
    if (simt_observers.count > 0)
        tell(warp, lanes, group);
    warp->at_op &= ~group;
    warp->ready |= group;
}

static bool same_operation(const struct simt_warp_request *a, const struct simt_warp_request *b) {
    return a->op == b->op && a->variant == b->variant && a->mask == b->mask;
}

/** The lanes that lane @p i waits with, if all of them have come; else 0. */
static uint32_t complete_group(unsigned i, const struct simt_warp *warp, const struct simt_lane *lanes) {
    uint32_t mask = lanes[i].request.mask & warp->lanes & ~warp->exited;
    if (!(mask >> i & 1) || mask & ~warp->at_op || lanes[i].request.op == OP_TILE)
        return 0;
    for (uint32_t left = mask; left; left &= left - 1) {
        if (!same_operation(&lanes[__builtin_ctz(left)].request, &lanes[i].request))
            return 0;
    }
    return mask;
}

/** Lanes that ask for the active mask at the same address as lane @p i: they are converged by definition. */
static uint32_t gathered(unsigned i, const struct simt_warp *warp, const struct simt_lane *lanes) {
    uint32_t group = 0;
    for (uint32_t left = warp->at_op; left; left &= left - 1) {
        const struct simt_lane *lane = &lanes[__builtin_ctz(left)];
        if (lane->request.op == OP_ACTIVE_MASK && lane->waits_at == lanes[i].waits_at)
            group |= left & -left;
    }
    return group;
}

void simt_resolve_warp_ops(struct simt_warp *warp, struct simt_lane *lanes) {
    if (warp->ready | warp->full | warp->stepping)
        return; /* another lane may still join, and part of the log is yet to come */
    for (uint32_t left = warp->at_op; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint32_t group =
            lanes[i].request.op == OP_ACTIVE_MASK ? gathered(i, warp, lanes) : complete_group(i, warp, lanes);
        if (group)
            release(warp, lanes, group);
        left &= ~group | (left & -left);
    }
}
