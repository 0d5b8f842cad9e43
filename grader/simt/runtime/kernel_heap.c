// malloc and free: of the device's heap in a kernel, of the C library on the host, or of the memory of
// confined code. What the host allocates begins as garbage, too, where the system's pages would be zero.
#include "api.h"

#include "engine/exec/exit.h"
#include "engine/exec/machine.h"
#include "engine/log/access_log.h"
#include "engine/memory/heap.h"
#include "engine/memory/poison.h"
#include "engine/memory/shared_memory.h"
#include "engine/report/errors.h"

enum {
    HEADER = 16,            /* bytes of an allocation besides its size, about as on hardware */
    MOST_GARBAGE = 64 << 20 /* more than this of the host's memory is not touched before the program does */
};

#define CALLER ((uintptr_t)__builtin_return_address(0))

void *simt_malloc(size_t size);
void simt_free(void *pointer);

/** Bytes of the device's heap in use. */
static size_t taken;

void *simt_kernel_allocate(size_t size, uintptr_t at) {
    size_t limit = simt_device_limit(cudaLimitMallocHeapSize), bytes = size ? size : 1;
    if (bytes > limit || taken + bytes + HEADER > limit)
        return NULL;
    const struct simt_actor maker = simt_lane_actor(simt_self(), at);
    uintptr_t base = simt_heap_allocate_in_kernel(bytes, &maker);
    if (!base)
        return NULL;
    simt_add_last_check(simt_heap_report_leaks);
    simt_bounds_changed();
    taken += bytes + HEADER;
    return (void *)base;
}

/** Waits until the lane's log is read: its accesses to the memory came before the memory was freed. */
static void settle(void) {
    while (simt_running->log_next != SIMT_LOG_NOTHING && simt_running->log_next != simt_column(simt_running))
        simt_park(&simt_warp_now->full);
}

static const char *free_error(const void *pointer, const struct simt_allocation *a) {
    if (!a || a->kind != SIMT_MEMORY_KERNEL)
        return "which no malloc or new in a kernel returned";
    if ((uintptr_t)pointer != a->base)
        return "which is not the start of an allocation";
    return a->live ? NULL : "which was freed before (double free)";
}

void simt_kernel_free(void *pointer, uintptr_t at) {
    if (!pointer)
        return;
    settle();
    const struct simt_allocation *a = simt_heap_find((uintptr_t)pointer);
    const char *error = free_error(pointer, a);
    if (error) {
        struct simt_actor actor = simt_lane_actor(simt_self(), at);
        simt_error_add(SIMT_API, SIMT_SPACE_GLOBAL, &actor, NULL, "Malloc/Free error: free of %p, %s",
                       pointer, error);
        return;
    }
    taken -= a->size + HEADER;
    simt_heap_free(a->base, at);
    simt_bounds_changed();
}

void *simt_host_allocate(size_t size) {
    void *memory = simt_confined_allocate(size);
    if (memory)
        simt_poison_again(memory, size < MOST_GARBAGE ? size : MOST_GARBAGE);
    return memory;
}

void *simt_malloc(size_t size) {
    return simt_self() ? simt_kernel_allocate(size, CALLER) : simt_host_allocate(size);
}

static void refuse(const char *function, const void *pointer, const char *why, uintptr_t at) {
    const struct simt_actor caller = {.pc = at};
    simt_error_add(SIMT_API, SIMT_SPACE_HOST, &caller, NULL, "%s of %p, %s", function, pointer, why);
}

bool simt_host_free(void *pointer, const char *function, uintptr_t at) {
    const struct simt_allocation *a = pointer ? simt_heap_find((uintptr_t)pointer) : NULL;
    if (a)
        refuse(function, pointer,
               a->kind == SIMT_MEMORY_PINNED ? "which is pinned memory: use cudaFreeHost()"
                                             : "which is memory of the device: use cudaFree()",
               at);
    return a || !pointer || simt_confined_free(pointer);
}

void simt_free(void *pointer) {
    if (simt_self())
        simt_kernel_free(pointer, CALLER);
    else if (!simt_host_free(pointer, "free", CALLER))
        refuse("free", pointer, "which malloc() did not return, or which was freed before", CALLER);
}
