// Local variables, lane by lane and event by event.
#include "engine/observe/recorder/values.h"

#include <string.h>

#include "engine/observe/recorder/recording.h"

enum { REMEMBERED = 32 };

/** The last known values of the shown threads' variables that never change. */
static struct {
    uint32_t known; /**< mask of the variables */
    uint64_t bits[REMEMBERED];
} remembered[TRACE_BLOCKS][TRACE_WARPS * SIMT_WARP];

void simt_locals_begin(void) { memset(remembered, 0, sizeof remembered); }

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

void simt_locals_take(struct trace_locals *to, const struct simt_lane_event *lane) {
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
