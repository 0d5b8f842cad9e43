// Judges accesses outside device memory.
#include "engine/hooks/outside_access.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "engine/exec/confinement.h"
#include "engine/exec/engine_lock.h"
#include "engine/exec/exit.h"
#include "engine/exec/local_memory.h"
#include "engine/hooks/hooks.h"
#include "engine/memory/bounds.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/poison.h"
#include "engine/memory/variables.h"
#include "engine/model/host_calls.h"
#include "engine/streams/operations.h"

enum { PAGE = 4096, CUDA_ILLEGAL_ADDRESS = 700 };

/* The program's image, as the linker lays it out: constants come before the host's variables. */
extern const char __executable_start[], __data_start[];

static bool is_constant_of_program(uintptr_t address) {
    return address >= (uintptr_t)__executable_start && address < (uintptr_t)__data_start;
}

/** True if the page is mapped at all: then it is host memory. */
static bool is_mapped(uintptr_t address) {
    return msync((void *)(address / PAGE * PAGE), PAGE, MS_ASYNC) == 0 || errno != ENOMEM;
}

static _Noreturn void host_fault(uintptr_t address, size_t size, enum simt_log_kind kind, uintptr_t pc) {
    struct simt_actor actor = {.pc = simt_host_blame(pc)};
    simt_error_add(
        SIMT_HOST_POINTER, SIMT_SPACE_HOST, &actor, NULL,
        "Invalid host %s of size %zu bytes: address 0x%llx is device memory; copy it with cudaMemcpy",
        simt_access_verb(kind), size, (unsigned long long)address);
    simt_exit_now(1);
}

static _Noreturn void lane_fault(uintptr_t address, size_t size, enum simt_log_kind kind, uintptr_t pc) {
    struct simt_actor actor = simt_lane_actor(simt_self(), pc);
    uintptr_t stack = simt_own_stack()->high;
    if (simt_report_wrapped_index(&actor, simt_access_verb(kind), address, size) ||
        simt_report_overflowed_index(&actor, simt_access_verb(kind), address, size))
        simt_abort_launch(CUDA_ILLEGAL_ADDRESS);
    if (address < stack && address >= stack - 16 * SIMT_STACK_BYTES)
        simt_error_add(SIMT_OUT_OF_BOUNDS, SIMT_SPACE_LOCAL, &actor, NULL,
                       "Invalid __local__ %s of size %zu bytes: address 0x%llx is outside the thread's own "
                       "variables",
                       simt_access_verb(kind), size, (unsigned long long)address);
    else if (address - SIMT_DEVICE_BASE < simt_device_range_span)
        simt_error_add(SIMT_FAR_AWAY, SIMT_SPACE_GLOBAL, &actor, NULL,
                       "Invalid %s of size %zu bytes: Address 0x%llx is out of bounds of every allocation",
                       simt_access_verb(kind), size, (unsigned long long)address);
    else if (is_mapped(address))
        simt_error_add(
            SIMT_HOST_POINTER, SIMT_SPACE_GLOBAL, &actor, NULL,
            "Invalid __global__ %s of size %zu bytes: address 0x%llx is host memory; a kernel can use "
            "only what cudaMalloc returned",
            simt_access_verb(kind), size, (unsigned long long)address);
    else
        simt_error_add(address < PAGE ? SIMT_NULL_ACCESS : SIMT_FAR_AWAY, SIMT_SPACE_GLOBAL, &actor, NULL,
                       "Invalid __global__ %s of size %zu bytes: Address 0x%llx is out of bounds%s",
                       simt_access_verb(kind), size, (unsigned long long)address,
                       address < PAGE ? " (a null pointer)" : "");
    simt_abort_launch(CUDA_ILLEGAL_ADDRESS);
}

/** True if the host may use the @p size bytes of device memory at @p address as well. What it used last it
 * mostly uses next.
 */
static bool is_shared_with_host(uintptr_t address, size_t size) {
    static _Thread_local struct {
        uintptr_t base;
        size_t size;
        uint64_t version;
    } last;
    const uintptr_t offset = address - last.base;
    if (offset < last.size && size <= last.size - offset && last.version == simt_heap_version())
        return true;
    simt_engine_lock(); /* another host thread may be allocating */
    const struct simt_allocation *a = simt_heap_find(address);
    bool shared = a && a->live && (a->kind == SIMT_MEMORY_MANAGED || a->kind == SIMT_MEMORY_PINNED);
    shared = shared && address - a->base < a->size && size <= a->size - (address - a->base);
    if (shared) {
        last.base = a->base;
        last.size = a->size;
        last.version = simt_heap_version();
    }
    simt_engine_unlock();
    return shared;
}

/** Puts garbage where a kernel is about to read past the end of a constant, as far as its pages go: another
 * constant may follow. */
static void garble_constant(const struct simt_variable *constant, uintptr_t address, size_t size) {
    const size_t end = (constant->size + PAGE - 1) / PAGE * PAGE;
    for (size_t at = address - constant->address; size > 0; at++, size--)
        if (at >= constant->size && at < end)
            *(uint8_t *)(constant->address + at) = simt_garbage_byte(at);
}

/** A kernel reads constants within their bounds, and does nothing else to them. */
static void access_constant(const struct simt_variable *constant, uintptr_t address, size_t size,
                            enum simt_log_kind kind, uintptr_t pc) {
    struct simt_actor actor = simt_lane_actor(simt_self(), pc);
    uint64_t offset = address - constant->address;
    if (kind == LOG_LOAD && offset + size <= constant->size)
        return;
    if (kind == LOG_LOAD) {
        simt_error_add(
            SIMT_OUT_OF_BOUNDS, SIMT_SPACE_GLOBAL, &actor, NULL,
            "Invalid __constant__ read of size %zu bytes: it is out of bounds, %llu bytes past the start "
            "of a constant of %zu bytes",
            size, (unsigned long long)offset, constant->size);
        garble_constant(constant, address, size);
        return;
    }
    simt_error_add(SIMT_OUT_OF_BOUNDS, SIMT_SPACE_GLOBAL, &actor, NULL,
                   "Invalid __constant__ %s of size %zu bytes: a kernel cannot change constant memory",
                   simt_access_verb(kind), size);
    simt_abort_launch(CUDA_ILLEGAL_ADDRESS);
}

/** Tells of an access of the host to memory that it shares, while operations may be under way. */
static void tell_host_use(uintptr_t address, size_t size, enum simt_log_kind kind, uintptr_t pc,
                          unsigned flags) {
    static const enum simt_use uses[] = {
        [LOG_LOAD] = SIMT_USE_READ, [LOG_STORE] = SIMT_USE_WRITE, [LOG_ATOMIC] = SIMT_USE_ATOMIC};
    simt_engine_lock();
    const uintptr_t at = simt_variable_alias(address);
    if (simt_is_device_address(at))
        simt_host_uses(uses[kind], kind == LOG_ATOMIC || flags & KEY_VOLATILE, pc, at, size);
    simt_engine_unlock();
}

/** The host may use the device memory that it shares. A confined program's host code may store only to what
 * is its own. */
static __attribute__((noinline)) void judge_host(uintptr_t address, size_t size, enum simt_log_kind kind,
                                                 uintptr_t pc, unsigned flags) {
    if (simt_host_is_watched())
        tell_host_use(address, size, kind, pc, flags);
    if (simt_is_device_address(address) && !is_shared_with_host(address, size))
        host_fault(address, size, kind, pc);
    if (simt_confinement && kind != LOG_LOAD && !simt_is_device_address(address))
        simt_confinement->check_store(address, size, pc);
}

static __attribute__((noinline)) void judge_lane(uintptr_t address, size_t size, enum simt_log_kind kind,
                                                 uintptr_t pc, unsigned flags) {
    const uintptr_t end = simt_own_stack_end();
    if (address >= simt_own_stack()->low && address < end && size <= end - address) {
        simt_local_access(address, size, kind, pc);
        if (simt_confinement && kind != LOG_LOAD)
            simt_confinement->check_store(address, size, pc);
        return;
    }
    uintptr_t alias = simt_variable_alias(address);
    if (alias != address && simt_log_access(alias, kind, (unsigned)__builtin_ctzll(size), pc, flags))
        return;
    const struct simt_variable *constant = simt_constant_near(address);
    if (constant) {
        access_constant(constant, address, size, kind, pc);
        return;
    }
    if (kind == LOG_LOAD && is_constant_of_program(address))
        return; /* the compiler's tables and the program's constants */
    lane_fault(address, size, kind, pc);
}

/* Host code may do nothing else for long: it is to pass quickly. */
void simt_access_outside(uintptr_t address, size_t size, enum simt_log_kind kind, uintptr_t pc,
                         unsigned flags) {
    if (simt_self()) {
        judge_lane(address, size, kind, pc, flags);
        return;
    }
    simt_host_accessed(size);
    if (__builtin_expect(simt_confinement || simt_is_device_address(address) || simt_host_is_watched(), 0))
        judge_host(address, size, kind, pc, flags);
}

void simt_access_for(uintptr_t address, size_t size, enum simt_log_kind kind, uintptr_t pc, unsigned flags,
                     uintptr_t stack) {
    if (__builtin_expect(simt_confinement != NULL, 0) && kind != LOG_LOAD && !simt_is_device_address(address))
        simt_confinement->check_frames(address, size, stack, pc);
    simt_access_outside(address, size, kind, pc, flags);
}
