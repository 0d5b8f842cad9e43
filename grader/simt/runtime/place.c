// Where the pointers of an API call point, and whether the bytes it names are there.
#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>

#include "api.h"
#include "engine/memory/constants.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/registered.h"
#include "engine/memory/variables.h"
#include "engine/report/errors.h"
#include "engine/report/status.h"

enum { PAGE = 4096 };

static int is_mapped(uintptr_t address) {
    return msync((void *)(address / PAGE * PAGE), PAGE, MS_ASYNC) == 0 || errno != ENOMEM;
}

static enum simt_place report(enum simt_error_kind kind, uintptr_t at, uintptr_t freed_at,
                              const char *function, const char *role, size_t size, const char *what) {
    struct simt_actor caller = {.pc = at}, other = {.pc = freed_at};
    simt_error_add(kind, SIMT_SPACE_GLOBAL, &caller, freed_at ? &other : NULL,
                   "%s: the %s's %zu bytes are %s", function, role, size, what);
    return PLACE_BAD;
}

/** Constant memory: the host may copy to and from a constant within its bounds. */
static enum simt_place place_of_constant(const struct simt_variable *constant, uintptr_t address, size_t size,
                                         const char *function, const char *role, uintptr_t at) {
    size_t offset = address - constant->address;
    if (offset <= constant->size && size <= constant->size - offset)
        return PLACE_DEVICE;
    return report(SIMT_OUT_OF_BOUNDS, at, 0, function, role, size, "out of bounds of a constant");
}

enum simt_place simt_place_of(const void *pointer, size_t size, const char *function, const char *role,
                              uintptr_t at) {
    if (simt_is_registered((uintptr_t)pointer, 1))
        return PLACE_BOTH;
    uintptr_t address = simt_variable_alias((uintptr_t)pointer);
    simt_device_range_init();
    const struct simt_variable *constant = simt_constant_near(address);
    if (constant)
        return place_of_constant(constant, address, size, function, role, at);
    if (!simt_is_device_address(address))
        return is_mapped(address) && is_mapped(address + size - 1) ? PLACE_HOST : PLACE_NOWHERE;
    const struct simt_allocation *a = address >= SIMT_HEAP_BASE ? simt_heap_find(address) : NULL;
    if (!a)
        return report(SIMT_OUT_OF_BOUNDS, at, 0, function, role, size, "no allocated device memory");
    if (!a->live)
        return report(SIMT_USE_AFTER_FREE, at, a->freed_at, function, role, size,
                      "device memory that was freed");
    if (address - a->base > a->size || size > a->size - (address - a->base)) {
        char what[128];
        snprintf(what, sizeof what, "out of bounds: they start %zu bytes into an allocation of %zu bytes",
                 (size_t)(address - a->base), a->size);
        return report(SIMT_OUT_OF_BOUNDS, at, 0, function, role, size, what);
    }
    if (a->kind == SIMT_MEMORY_KERNEL)
        return report(SIMT_API, at, 0, function, role, size,
                      "memory of malloc or new in a kernel, which only kernels can use");
    return a->kind == SIMT_MEMORY_DEVICE ? PLACE_DEVICE : PLACE_BOTH;
}
