// What a function keeps over a call is on the stack, or in registers that called functions restore. Where the
// engine's functions have put those is known to the tables by which exceptions are unwound.
#include "engine/exec/lane_variables.h"

#include <unwind.h>

#include "engine/processor/registers.h"

struct frame {
    uintptr_t pc;
    uintptr_t low; /* the frame's first byte; 0: it has not been found */
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

uint64_t simt_lane_variables(const struct simt_lane *lane, uintptr_t pc) {
    struct frame frame = {.pc = pc};
    if (!simt_preserved_count)
        return 0; /* where the variables are is not known */
    _Unwind_Backtrace(look_at, &frame);
    if (!frame.low)
        return 0;
    for (uintptr_t at = frame.low; at + sizeof(uint64_t) <= lane->stack.high; at += sizeof(uint64_t))
        frame.hash = mix(frame.hash, *(const uint64_t *)at);
    return frame.hash | 1;
}
