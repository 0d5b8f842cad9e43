// Values without a value, from shuffle to use: called by what language/code_unset.cc puts into kernels.
#include "engine/exec/unset.h"

#include <stddef.h>

#include "engine/exec/local_memory.h"
#include "engine/exec/machine.h"
#include "engine/report/errors.h"
#include "engine/report/lines.h"
#include "engine/report/settings.h"

#define CALLER ((uintptr_t)__builtin_return_address(0))

uint64_t __simt_unset_read(void *p, size_t size, int passed);
void __simt_unset_pass(uint64_t origin);
uint64_t __simt_unset_received(void);
void __simt_unset_use(uint64_t origin);
void __simt_unset_store(uint64_t origin, void *p, size_t size);
void __simt_unset_copy(void *to, void *from, size_t size);

/** In place of the hook of a load of the lane's own variable. @param passed the value is only passed to
 * shuffles @return the value's origin */
uint64_t __simt_unset_read(void *p, size_t size, int passed) {
    return simt_self() ? simt_local_read_origin((uintptr_t)p, size, passed, CALLER) : 0;
}

/** The origin of the value that the lane passes to its next shuffle. */
void __simt_unset_pass(uint64_t origin) { simt_running->passed_origin = origin; }

/** The origin of the value that the lane's last shuffle gave it. */
uint64_t __simt_unset_received(void) { return simt_running->request.received_origin; }

void __simt_unset_use(uint64_t origin) {
    if (__builtin_expect(origin != 0, 0) && simt_self())
        simt_unset_report(origin, CALLER);
}

/** The lane is about to store the value. In a variable of its own the value does no harm yet. */
void __simt_unset_store(uint64_t origin, void *p, size_t size) {
    if (__builtin_expect(origin == 0, 1) || !simt_self())
        return;
    if (simt_is_in_stack(simt_own_stack(), (uintptr_t)p, size))
        simt_local_store_origin((uintptr_t)p, size, origin);
    else
        simt_unset_report(origin, CALLER);
}

void __simt_unset_copy(void *to, void *from, size_t size) {
    if (simt_self())
        simt_local_copy_state((uintptr_t)to, (uintptr_t)from, size);
}

static const char *words_of(enum simt_unset_cause cause) {
    static const char *const words[] = {
        [SIMT_UNSET_GIVEN] = "which has not set the variable that it passes",
        [SIMT_UNSET_ENDED] = "which has ended",
        [SIMT_UNSET_NO_LANE] = "which the block does not have",
        [SIMT_UNSET_NOT_IN_MASK] = "which is not in the mask",
    };
    return words[cause];
}

void simt_unset_report(uint64_t origin, uintptr_t used_at) {
    const enum simt_unset_cause cause = simt_unset_cause_of(origin);
    const struct simt_actor actor = simt_lane_actor(simt_self(), simt_unset_pc_of(origin));
    struct simt_line shuffle, use;
    if (cause <= SIMT_UNSET_OWN || !simt_check_on(SIMT_CHECK_INIT))
        return;
    simt_line_of(actor.pc, &shuffle);
    simt_line_of(used_at, &use);
    simt_error_add(SIMT_UNSET_SHUFFLE, SIMT_SPACE_LOCAL, &actor, NULL,
                   "line %d takes the value of lane %u, %s; line %d uses it", shuffle.line,
                   simt_unset_lane_of(origin), words_of(cause), use.line);
}
