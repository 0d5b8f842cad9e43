// How functions of the runtime API begin and fail.
#include "api.h"

#include <stdarg.h>
#include <stdio.h>

#include "engine/exec/exit.h"
#include "engine/exec/machine.h"
#include "engine/report/errors.h"
#include "engine/report/status.h"

cudaError_t simt_api_begin(const char *function, uintptr_t at) {
    if (simt_on_device()) {
        struct simt_actor caller = simt_lane_actor(simt_self(), at);
        simt_error_add(SIMT_UNSUPPORTED, SIMT_SPACE_HOST, &caller, NULL,
                       "%s inside a kernel is not known to this engine", function);
        simt_exit_now(1);
    }
    return (cudaError_t)simt_status_note(simt_status_sticky_error());
}

cudaError_t simt_api_misuse(cudaError_t error, uintptr_t at, const char *format, ...) {
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    struct simt_actor caller = {.pc = at};
    simt_error_add(SIMT_API, SIMT_SPACE_HOST, &caller, NULL, "Program hit %s (error %d): %s",
                   cudaGetErrorName(error), (int)error, message);
    return (cudaError_t)simt_status_note((int)error);
}
