// From a signal to the line of the program that made the host touch device memory. The instruction may be in
// a function of a library or of the engine: then the nearest of its callers that is the program's is blamed.
#include "engine/exec/exit.h"

#include <stdint.h>
#include <unwind.h>

#include "engine/exec/machine.h"
#include "engine/memory/closed_memory.h"
#include "engine/processor/registers.h"
#include "engine/report/errors.h"
#include "engine/report/lines.h"

/** A search through the frames of the stack. */
struct search {
    uintptr_t at; /* the instruction with which it begins */
    bool reached;
    uintptr_t pc; /* found: of the program, or at least with a known line */
};

/* The frames of the engine come first. */
static _Unwind_Reason_Code visit(struct _Unwind_Context *frame, void *data) {
    struct search *search = data;
    struct simt_line line;
    int before_instruction = 0;
    const uintptr_t at = _Unwind_GetIPInfo(frame, &before_instruction);
    search->reached |= at == search->at;
    const uintptr_t pc = before_instruction ? at + 1 : at;
    if (!search->reached || !simt_line_of(pc, &line))
        return _URC_NO_REASON;
    const bool own = !simt_line_is_of_others(&line);
    if (own || !search->pc)
        search->pc = pc;
    return own ? _URC_END_OF_STACK : _URC_NO_REASON;
}

uintptr_t simt_host_blame(uintptr_t pc) {
    struct search search = {.at = pc};
    struct simt_line line;
    _Unwind_Backtrace(visit, &search);
    if (search.pc)
        return search.pc;
    return simt_line_of(pc, &line) ? pc : simt_host_lane.entered_from;
}

bool simt_host_fault_resume(const siginfo_t *info, const void *context) {
    const uintptr_t address = (uintptr_t)info->si_addr;
    const bool is_data = address != simt_interrupted_instruction(context);
    return info->si_code == SEGV_ACCERR && is_data && simt_memory_open_piece(address);
}

bool simt_host_fault_report(const siginfo_t *info, const void *context) {
    const uintptr_t address = (uintptr_t)info->si_addr;
    const enum simt_closed_kind kind = simt_memory_closed_at(address);
    if (simt_self() || info->si_code != SEGV_ACCERR || kind == SIMT_CLOSED_NOT)
        return false;
    const struct simt_actor actor = {.pc = simt_host_blame(simt_interrupted_instruction(context))};
    const bool variable = kind == SIMT_CLOSED_VARIABLES;
    simt_error_add(SIMT_HOST_POINTER, SIMT_SPACE_HOST, &actor, NULL,
                   "Invalid host %s: address 0x%llx is %s; copy it with %s", simt_interrupted_access(context),
                   (unsigned long long)address,
                   variable ? "a __device__ or __constant__ variable" : "device memory",
                   variable ? "cudaMemcpyFromSymbol or cudaMemcpyToSymbol" : "cudaMemcpy");
    return true;
}
