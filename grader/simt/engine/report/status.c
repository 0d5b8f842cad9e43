// The CUDA error state. A failed launch stays on a list until the program asks for the error.
#include "engine/report/status.h"

#include <stdio.h>

#include "engine/report/errors.h"
#include "simt/runtime_functions.h"

enum { MAX_UNCHECKED = 64, MAX_REASON = 128 };

static int last_error, sticky_error, launch_error;
/* A launch that never began. */
struct refused {
    int error;
    uintptr_t at;
    char reason[MAX_REASON];
};
static struct refused unchecked[MAX_UNCHECKED], first, latest;
static unsigned unchecked_count;

static bool is_sticky(int error) {
    switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
        return true;
    default:
        return false;
    }
}

/* A fault in a running kernel is an error of its own, so only a launch that never began is kept for later. */
void simt_status_set(int cuda_error, uintptr_t at) {
    simt_add_last_check(simt_status_report_unchecked);
    last_error = launch_error = cuda_error;
    if (is_sticky(cuda_error)) {
        sticky_error = cuda_error;
        return;
    }
    latest.error = cuda_error;
    latest.at = at;
    if (first.error == 0)
        first = latest;
    if (unchecked_count < MAX_UNCHECKED)
        unchecked[unchecked_count++] = latest;
}

void simt_status_explain(const char *format, va_list arguments) {
    vsnprintf(latest.reason, sizeof latest.reason, format, arguments);
}

const char *simt_status_reason(uintptr_t *at) {
    *at = first.at;
    return first.reason;
}

bool simt_status_sticky(void) { return sticky_error != 0; }
int simt_status_sticky_error(void) { return sticky_error; }

int simt_status_note(int cuda_error) {
    if (cuda_error)
        last_error = cuda_error;
    return cuda_error;
}

int simt_status_fetch(bool clear) {
    int error = sticky_error ? sticky_error : last_error;
    unchecked_count = 0;
    if (clear)
        last_error = 0;
    return error;
}

cudaError_t simt_launch_result(void) {
    int error = sticky_error ? sticky_error : launch_error;
    launch_error = 0;
    return (cudaError_t)error;
}

void simt_status_report_unchecked(void) {
    for (unsigned i = 0; i < unchecked_count; i++) {
        struct simt_actor launcher = {.pc = unchecked[i].at};
        simt_error_add(
            SIMT_API, SIMT_SPACE_HOST, &launcher, NULL,
            "The kernel never ran (%s): %s; and the error was never checked with cudaGetLastError()",
            cudaGetErrorName((cudaError_t)unchecked[i].error), unchecked[i].reason);
    }
    unchecked_count = 0;
}

void simt_status_clear(void) {
    last_error = sticky_error = launch_error = 0;
    unchecked_count = 0;
    first = latest = (struct refused){.error = 0};
}
