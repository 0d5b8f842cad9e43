// The frame that a call came from, by the unwinder of the compiler's library.
#include "engine/observe/recorder/frame.h"

#include <string.h>
#include <unwind.h>

#include "engine/processor/registers.h"

enum { DEEPEST = 16 };

struct search {
    uintptr_t pc;
    struct trace_frame *frame;
    int depth;
    bool found, whole;
};

static void take_register(struct trace_frame *frame, int number, uint64_t value) {
    frame->registers[number] = value;
    frame->known[number] = true;
}

static void take_registers(struct _Unwind_Context *context, struct trace_frame *frame) {
    memset(frame->known, 0, sizeof frame->known);
    for (unsigned i = 0; i < simt_preserved_count; i++)
        take_register(frame, simt_preserved[i], _Unwind_GetGR(context, simt_preserved[i]));
    for (unsigned i = 0; i < simt_preserved_floats_count; i++)
        take_register(frame, simt_preserved_floats[i], _Unwind_GetGR(context, simt_preserved_floats[i]));
    if (simt_stack_pointer >= 0)
        take_register(frame, simt_stack_pointer, _Unwind_GetCFA(context));
}

/* The address that the unwinder gives for a frame is the stack pointer at its call: the canonical frame
 * address of the function called. So that of a frame itself is told with the next one. */
static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *data) {
    struct search *search = data;
    if (search->found) {
        search->frame->cfa = _Unwind_GetCFA(context);
        search->whole = true;
        return _URC_END_OF_STACK;
    }
    if (_Unwind_GetIP(context) == search->pc) {
        take_registers(context, search->frame);
        search->found = true;
    }
    return ++search->depth < DEEPEST ? _URC_NO_REASON : _URC_END_OF_STACK;
}

bool simt_frame_find(uintptr_t pc, struct trace_frame *frame) {
    struct search search = {.pc = pc, .frame = frame};
    _Unwind_Backtrace(visit, &search);
    return search.whole;
}
