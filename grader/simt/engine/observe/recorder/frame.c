// The frame that a call came from, by the unwinder of the compiler's library.
#include "engine/observe/recorder/frame.h"

#include <unwind.h>

/** What a called function leaves as it was, and the stack pointer, by DWARF's numbers. */
#if defined __x86_64__
static const int preserved[] = {3, 6, 12, 13, 14, 15};
enum { STACK_POINTER = 7 };
#elif defined __aarch64__
static const int preserved[] = {19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29};
enum { STACK_POINTER = 31 };
#else
static const int preserved[] = {-1};
enum { STACK_POINTER = 0 };
#endif

enum { DEEPEST = 16 };

struct search {
    uintptr_t pc;
    struct trace_frame *frame;
    int depth;
    bool found, whole;
};

static void take_registers(struct _Unwind_Context *context, struct trace_frame *frame) {
    frame->known = 0;
    for (unsigned i = 0; i < sizeof preserved / sizeof preserved[0] && preserved[0] >= 0; i++) {
        frame->registers[preserved[i]] = _Unwind_GetGR(context, preserved[i]);
        frame->known |= 1u << preserved[i];
    }
    frame->registers[STACK_POINTER] = _Unwind_GetCFA(context);
    frame->known |= 1u << STACK_POINTER;
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
