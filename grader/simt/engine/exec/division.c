// Divisions without a result. Some processors trap on them; on the others the compiler plugin makes the
// engine divide. The first NaN or infinity of floating-point operations is found by a trap, too.
#include "engine/exec/exit.h"

#include <stdint.h>

#include "engine/exec/machine.h"
#include "engine/memory/closed_memory.h"
#include "engine/processor/refused_division.h"
#include "engine/processor/registers.h"
#include "engine/report/errors.h"
#include "engine/report/settings.h"
#include "simt/divide.h"

/* The quotient and the remainder of a division by zero. */
static const uint64_t UNSPECIFIED = 0xa5a5a5a5a5a5a5a5;

static void report_zero(uintptr_t pc) {
    const struct simt_actor actor = simt_lane_actor(simt_self(), pc + 1);
    simt_error_add(SIMT_API, SIMT_SPACE_LOCAL, &actor, NULL,
                   "Division by zero: an integer divided by 0 has an unspecified quotient and remainder");
}

/* The smallest integer divided by -1 wraps, also with 64 bits. */
static int64_t divide(int64_t a, int64_t b, bool remainder) {
    if (b == -1)
        return remainder ? 0 : (int64_t)(0 - (uint64_t)a);
    return remainder ? a % b : a / b;
}

int64_t __simt_divide(int64_t a, int64_t b, int how);
int64_t __simt_divide(int64_t a, int64_t b, int how) {
    const bool remainder = how & SIMT_DIVIDE_REMAINDER;
    if (b == 0) {
        if (!simt_self())
            raise(SIGFPE); /* the host's own division */
        else
            report_zero((uintptr_t)__builtin_return_address(0) - 1);
        return (int64_t)UNSPECIFIED;
    }
    if (how & SIMT_DIVIDE_UNSIGNED)
        return (int64_t)(remainder ? (uint64_t)a % (uint64_t)b : (uint64_t)a / (uint64_t)b);
    return divide(a, b, remainder);
}

bool simt_division_resume(const siginfo_t *info, void *context) {
    struct simt_refused_division division;
    if (info->si_code != FPE_INTDIV || !simt_self() || !simt_refused_division_read(context, &division))
        return false;
    const uint64_t smallest = UINT64_C(1) << (8 * division.size - 1);
    if (division.divisor == 0) {
        report_zero(simt_interrupted_instruction(context));
        simt_refused_division_resume(context, &division, UNSPECIFIED, UNSPECIFIED);
    } else {
        simt_refused_division_resume(context, &division, smallest, 0);
    }
    return true;
}

static bool watching, found;

unsigned simt_floats_watch(void) {
    // A lab's report has no remarks.
    watching = !found && !simt_is_embedded() && simt_check_on(SIMT_CHECK_MEMORY) &&
               simt_signal_comes(SIGFPE, simt_arithmetic_signal);
    return watching ? simt_floats_refuse() : 0;
}

void simt_floats_unwatch(unsigned before) {
    if (before)
        simt_floats_allow(before);
    watching = false;
}

bool simt_floats_note(const siginfo_t *info, void *context) {
    const bool divides = info->si_code == FPE_FLTDIV, grows = info->si_code == FPE_FLTOVF;
    if (!watching || !(divides || grows || info->si_code == FPE_FLTINV))
        return false;
    simt_floats_resume(context);
    if (!simt_self() || !(divides || grows || simt_refused_float_is_new(context)))
        return true;
    found = true;
    simt_remark_add(
        simt_host_blame(simt_interrupted_instruction(context)),
        divides ? "the first infinity that finite numbers give in these runs: a division by 0, or log(0)"
        : grows ? "the first infinity that finite numbers give in these runs: too large for its type"
                : "the first NaN that finite numbers give in these runs: 0 / 0, or a root or logarithm of a "
                  "number below 0");
    return true;
}
