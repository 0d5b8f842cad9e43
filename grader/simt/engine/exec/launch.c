// Launch configuration, limits and records.
#include "engine/exec/launch.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "engine/exec/child_launches.h"
#include "engine/exec/confinement.h"
#include "engine/exec/engine_lock.h"
#include "engine/exec/exit.h"
#include "engine/exec/machine.h"
#include "engine/memory/closed_memory.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/host_written.h"
#include "engine/memory/shared_memory.h"
#include "engine/model/host_calls.h"
#include "engine/model/kernels.h"
#include "engine/model/profile.h"
#include "engine/observe/observers.h"
#include "engine/report/errors.h"
#include "engine/report/lines.h"
#include "engine/report/settings.h"
#include "engine/report/status.h"
#include "engine/streams/capture.h"
#include "engine/streams/operations.h"
#include "simt/simt.h"

enum { MAX_BLOCK_Z = 64, MAX_GRID_YZ = 65535 };

enum { MAX_NESTED = 2 * SIMT_MAX_THREADS };

/** Configurations whose launch has yet to come: the arguments of one launch may contain another. */
static _Thread_local struct simt_configuration *waiting;
static _Thread_local size_t waiting_count, waiting_room;
static _Thread_local bool is_next_cooperative;
/** The configuration of the running launch. */
static struct simt_configuration pending;

void simt_configure_cooperative(bool cooperative) { is_next_cooperative = cooperative; }

static void make_room(void) {
    const size_t room = waiting_room ? 2 * waiting_room : 16;
    struct simt_configuration *more = room <= MAX_NESTED ? realloc(waiting, room * sizeof *waiting) : NULL;
    if (!more)
        simt_unsupported("more than 2048 launches whose arguments are not known yet");
    waiting = more;
    waiting_room = room;
}

void simt_configure(struct simt_dim3 grid, struct simt_dim3 block, size_t shared_bytes, void *stream) {
    if (waiting_count == waiting_room)
        make_room();
    waiting[waiting_count++] = (struct simt_configuration){.grid = grid,
                                                           .block = block,
                                                           .shared_bytes = shared_bytes,
                                                           .stream = stream,
                                                           .at = (uintptr_t)__builtin_return_address(0),
                                                           .cooperative = is_next_cooperative,
                                                           .lane = simt_self()};
    is_next_cooperative = false;
}

/** Takes the configuration that the running lane, or the host, set last: other lanes may have run since. */
static bool take_configuration(struct simt_configuration *out) {
    size_t i = waiting_count;
    while (i > 0 && waiting[i - 1].lane != simt_self())
        i--;
    if (i == 0)
        return false;
    *out = waiting[i - 1];
    memmove(&waiting[i - 1], &waiting[i], (waiting_count-- - i) * sizeof *waiting);
    return true;
}

__attribute__((format(printf, 2, 3))) static int refuse(int error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    simt_status_explain(format, arguments);
    va_end(arguments);
    return error;
}

/** The CUDA error that the hardware would return for a configuration, 0 if it can run. The reason is kept. */
static int judge_configuration(simt_lane_function body) {
    const struct simt_dim3 g = pending.grid, b = pending.block;
    const size_t shared = simt_function_dynamic_limit(body);
    if (!g.x || !g.y || !g.z)
        return refuse(SIMT_CUDA_INVALID_CONFIGURATION, "a grid of %ux%ux%u blocks, at least one needed", g.x,
                      g.y, g.z);
    if (!b.x || !b.y || !b.z)
        return refuse(SIMT_CUDA_INVALID_CONFIGURATION, "blocks of %ux%ux%u threads, at least one needed", b.x,
                      b.y, b.z);
    if (g.x > INT32_MAX || g.y > MAX_GRID_YZ || g.z > MAX_GRID_YZ)
        return refuse(SIMT_CUDA_INVALID_CONFIGURATION, "a grid of %ux%ux%u blocks, at most %dx%dx%d", g.x,
                      g.y, g.z, INT32_MAX, MAX_GRID_YZ, MAX_GRID_YZ);
    if ((uint64_t)b.x * b.y * b.z > SIMT_MAX_THREADS)
        return refuse(SIMT_CUDA_INVALID_CONFIGURATION, "a block of %ux%ux%u threads, at most %d in all", b.x,
                      b.y, b.z, SIMT_MAX_THREADS);
    if (b.z > MAX_BLOCK_Z)
        return refuse(SIMT_CUDA_INVALID_CONFIGURATION, "a block of %u threads in z, at most %d", b.z,
                      MAX_BLOCK_Z);
    if (pending.shared_bytes > shared)
        return refuse(SIMT_CUDA_INVALID_VALUE, "%zu bytes of dynamic shared memory, at most %zu here",
                      pending.shared_bytes, shared);
    return 0;
}

/** To the compiler the kernel is an ordinary function: its caller is where the function was entered from. */
static _Noreturn void refuse_plain_call(void) {
    struct simt_line line;
    uintptr_t caller = simt_line_of(simt_running->entered_from, &line)
                           ? simt_running->entered_from
                           : (uintptr_t)__builtin_return_address(0);
    simt_error_add(SIMT_API, SIMT_SPACE_HOST, &(struct simt_actor){.pc = caller}, NULL,
                   "A kernel is called without <<<grid, block>>>, which nvcc refuses");
    simt_exit_now(1);
}

static struct simt_kernel_record *begin_record(const char *name) {
    struct simt_kernel_record *record = simt_kernel_add();
    *record = (struct simt_kernel_record){.name = name,
                                          .grid = pending.grid,
                                          .block = pending.block,
                                          .shared_bytes = pending.shared_bytes,
                                          .launched_at = pending.at};
    record->counters.work_is_stores = 1;
    size_t used, total;
    simt_heap_usage(&used, &total);
    record->device_bytes = used;
    return record;
}

static void begin_launch(void (*body)(const void *), const void *closure, struct simt_kernel_record *record) {
    simt_launch_now.event.serial++;
    simt_launch_now.event.epoch = simt_next_epoch();
    simt_launch_now.event.grid = pending.grid;
    simt_launch_now.event.block = pending.block;
    simt_launch_now.event.body = body;
    simt_launch_now.event.closure = closure;
    simt_launch_now.dynamic_bytes = pending.shared_bytes;
    simt_launch_now.cooperative = pending.cooperative;
    simt_launch_now.event.aborted = simt_launch_now.event.counts_operations = false;
    simt_launch_now.event.operations = 0;
    simt_launch_now.event.record = record;
    simt_launch_now.event.block_warps =
        (pending.block.x * pending.block.y * pending.block.z + SIMT_WARP - 1) / SIMT_WARP;
    simt_launch_now.fenced = simt_launch_now.signals = false;
    simt_host_written_note();
    simt_shared_begin_launch(pending.shared_bytes);
    simt_observers_begin_launch(&simt_launch_now.event);
}

/** A fiber stays in the thread it was made in, because its registers may hold that thread's variables. */
static void settle_in_thread(void) {
    static _Thread_local char here;
    static const char *last;
    if (last && last != &here)
        simt_forget_fibers();
    last = &here;
}

/** A program may make any number of launches: data kept to time a launch is freed once it is timed. */
static void time_record(struct simt_kernel_record *record) {
    record->modelled_us = simt_kernel_timer->us(record);
    record->timed = true;
    simt_kernel_timer->forget(record->sample);
    record->sample = NULL;
}

/** Runs a kernel with the pending configuration. */
static void run(const char *name, void (*body)(const void *), const void *closure) {
    int error = judge_configuration(body);
    struct simt_kernel_record *record = begin_record(name);
    if (error) {
        simt_status_set(error, pending.at);
        return;
    }
    simt_host_call_add((struct simt_host_call){.kind = SIMT_CALL_LAUNCH, .kernel = simt_kernel_count() - 1});
    uint64_t threads = (uint64_t)pending.block.x * pending.block.y * pending.block.z;
    uint64_t blocks = (uint64_t)pending.grid.x * pending.grid.y * pending.grid.z;
    if (blocks > UINT32_MAX / SIMT_WARP / ((threads + SIMT_WARP - 1) / SIMT_WARP))
        simt_unsupported_at("a launch of more than 2^32 threads", pending.at);
    settle_in_thread();
    simt_memory_open_for_launch();
    simt_operation_begin(SIMT_OPERATION_LAUNCH, simt_stream_number(pending.stream), NULL, pending.at);
    begin_launch(body, closure, record);
    simt_run_launch();
    simt_launch_count_work();
    SIMT_TELL(launch_end, &simt_launch_now.event);
    simt_operation_end(simt_launch_now.fenced);
    record->shared_bytes += simt_shared_static_bytes();
    record->uncounted = !simt_counting();
    record->ended_early = simt_launch_now.event.aborted;
    if (record->sample && !simt_keeps_samples())
        time_record(record);
}

/** Runs the kernels that the threads of the kernel launched, and theirs in turn: it ends with them. */
static void run_children(void) {
    struct simt_child child;
    while (simt_children_next(!simt_status_sticky(), &child)) {
        pending = child.configuration;
        run(child.name, child.body, child.closure);
        simt_child_free(&child);
    }
}

/** A launch in a graph; its closure follows. */
struct captured_launch {
    _Alignas(64) struct simt_child child;
};

static void run_captured(void *data, const void *stream) {
    const struct simt_child *child = data;
    if (simt_status_sticky())
        return;
    pending = child->configuration;
    pending.stream = stream;
    run(child->name, child->body, (const char *)data + sizeof(struct captured_launch));
    run_children();
}

/** Stores the pending launch if its stream is captured. @return false if it is to be run */
static bool capture(const char *name, void (*body)(const void *), const void *closure, size_t bytes) {
    struct captured_launch *kept;
    if (!simt_is_captured(pending.stream) && (pending.stream || !simt_capture_forbids_default()))
        return false;
    const int error = pending.stream ? judge_configuration(body)
                                     : refuse(SIMT_CUDA_CAPTURE_IMPLICIT,
                                              "a launch in the default stream while another one is captured");
    if (error) {
        simt_status_set(error, pending.at);
        return true;
    }
    kept = aligned_alloc(_Alignof(struct captured_launch), (sizeof *kept + bytes + 63) / 64 * 64);
    if (!kept)
        simt_unsupported("a captured launch for which there is no memory");
    kept->child = (struct simt_child){.name = name, .body = body, .bytes = bytes, .configuration = pending};
    memcpy(kept + 1, closure, bytes);
    simt_capture_takes(pending.stream, SIMT_CAPTURED_LAUNCH, run_captured, kept, sizeof *kept + bytes);
    free(kept);
    return true;
}

static void launch(const char *name, void (*body)(const void *), const void *closure, size_t bytes) {
    if (simt_function_probed(body))
        return;
    simt_profile(); /* an unreadable profile ends the program here */
    simt_device_range_init();
    if (simt_confinement)
        simt_confinement->check_callback((uintptr_t)body, (uintptr_t)__builtin_return_address(0));
    if (!take_configuration(&pending))
        refuse_plain_call();
    if (simt_status_sticky() || (simt_capture_is_on && capture(name, body, closure, bytes)))
        return;
    run(name, body, closure);
    run_children();
}

/** A thread of a kernel launches another kernel. */
static void launch_child(const char *name, void (*body)(const void *), const void *closure, size_t bytes) {
    struct simt_configuration configuration;
    if (simt_confinement)
        simt_unsupported("a kernel launch inside a kernel (dynamic parallelism)");
    if (!take_configuration(&configuration))
        refuse_plain_call();
    configuration.depth = pending.depth + 1;
    configuration.stream = pending.stream; /* its own streams order it among the children alone */
    simt_children_add(&(struct simt_child){.name = name,
                                           .body = body,
                                           .closure = (void *)closure,
                                           .bytes = bytes,
                                           .configuration = configuration});
}

void simt_launch_count_work(void) {
    if (!simt_launch_now.event.counts_operations)
        return;
    simt_launch_now.event.record->counters.work = simt_launch_now.event.operations;
    simt_launch_now.event.record->counters.work_is_stores = 0;
    simt_launch_now.event.counts_operations = false;
}

void simt_launch(const char *name, void (*body)(const void *), const void *closure, size_t bytes) {
    if (simt_self()) {
        launch_child(name, body, closure, bytes);
        return;
    }
    simt_engine_lock();
    const unsigned floats = simt_floats_watch();
    launch(name, body, closure, bytes);
    simt_floats_unwatch(floats);
    simt_memory_close();
    simt_engine_unlock();
}

void simt_launch_failed(int cuda_error) {
    simt_status_set(cuda_error, simt_launch_now.event.record->launched_at);
}

int simt_on_device(void) { return simt_self() != NULL; }
