// What confined code may do on the host.
#include "confine/guard/guard.h"

#include <errno.h>

#include "engine/exec/confinement.h"
#include "engine/exec/exit.h"
#include "engine/exec/machine.h"
#include "engine/log/access_log.h"
#include "engine/memory/device_range.h"
#include "engine/report/errors.h"

/* A store there crashes by itself, and is an error rather than an attack. */
enum { NULL_PAGE = 4096 };

static struct simt_guard_bounds own;
static uintptr_t called; /* the function that the host has called */

extern char __start_simt_device[], __stop_simt_device[];
extern uintptr_t simt_guard_host_slot;

bool simt_guard_confine(const struct simt_guard_bounds *bounds) {
    own = *bounds;
    return simt_guard_map_functions(own.text_from, own.text_to);
}

/** What to blame: code of the program itself, at worst the function that the host called. */
static uintptr_t in_program(uintptr_t pc) {
    if (pc - own.text_from < own.text_to - own.text_from)
        return pc;
    const uintptr_t last = simt_guard_caller();
    return last - own.text_from < own.text_to - own.text_from ? last : called + 1;
}

void simt_guard_tampered(uintptr_t pc, const char *what) {
    const struct simt_actor actor = {.pc = in_program(pc)};
    simt_error_add(SIMT_TAMPERED, SIMT_SPACE_HOST, &actor, NULL, "%s", what);
    simt_exit_now(1);
}

static bool holds(uintptr_t from, uintptr_t to, uintptr_t address, size_t size) {
    return address >= from && address < to && size <= to - address;
}

static bool is_own_variable(uintptr_t address, size_t size) {
    for (size_t i = 0; i < sizeof own.variables / sizeof own.variables[0]; i++)
        if (holds(own.variables[i].from, own.variables[i].to, address, size))
            return true;
    return holds((uintptr_t)__start_simt_device, (uintptr_t)__stop_simt_device, address, size);
}

void simt_guard_check_store(uintptr_t address, size_t size, uintptr_t pc) {
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    const uintptr_t low = simt_self() ? simt_running->stack.low : here;
    const uintptr_t high = simt_self() ? simt_running->entry_slot : simt_guard_host_slot;
    if (size == 0 || address < NULL_PAGE || holds(low, high, address, size) ||
        is_own_variable(address, size) || simt_arena_holds(address, size) ||
        (simt_is_device_address(address) && size <= simt_device_range_span))
        return;
    if ((address == (uintptr_t)&errno && size <= sizeof errno))
        return;
    simt_guard_tampered(pc, "the program writes to memory that is not its own");
}

void simt_guard_check_target(uintptr_t target, uintptr_t pc) {
    const bool own_entry = target - simt_guard_text < simt_guard_text_size &&
                           simt_guard_map[target - simt_guard_text] & GUARD_ENTRY;
    if (simt_confinement && !own_entry && !simt_guard_may_call(target))
        simt_guard_tampered(pc, "a call goes to where no function of the program begins");
}

uintptr_t simt_guard_caller(void) { return simt_host_lane.entered_from; }

static void call_kernel(void (*body)(const void *), const void *closure, uintptr_t *stack_end) {
    simt_guard_call((void (*)(void))body, stack_end, (const uintptr_t[5]){(uintptr_t)closure});
}

static void *allocate(size_t size) { return simt_arena_allocate(size, 16); }

static const struct simt_confinement guard = {.check_store = simt_guard_check_store,
                                              .check_target = simt_guard_check_target,
                                              .call_kernel = call_kernel,
                                              .allocate = allocate,
                                              .release = simt_arena_free};

void simt_guard_run(void (*function)(void), const uintptr_t arguments[5]) {
    called = (uintptr_t)function;
    simt_confinement = &guard;
    simt_guard_call(function, &simt_guard_host_slot, arguments);
    simt_confinement = NULL;
}
