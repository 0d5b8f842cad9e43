// The findings of a run, as JSON for programs and as compiler-like messages for people.

#include "engine/report/report.h"

#include <cjson/cJSON.h>

#include "engine/model/host_calls.h"
#include "engine/model/kernels.h"
#include "engine/model/profile.h"
#include "engine/report/errors.h"
#include "engine/report/lines.h"
#include "engine/report/settings.h"
#include "engine/report/status.h"

// A report is read whole. Items that a program may have any number of are listed up to here, then added up.
enum { ERRORS_LISTED = 1000, LAUNCHES_LISTED = 1000 };

static cJSON *json_dim3(struct simt_dim3 d) {
    return cJSON_CreateIntArray((const int[]){(int)d.x, (int)d.y, (int)d.z}, 3);
}

// file, line, block and thread: the part that an error's two sides have in common.
static void add_actor(cJSON *object, const struct simt_actor *actor) {
    struct simt_line line;
    simt_line_of(actor->pc, &line);
    char file[256];
    snprintf(file, sizeof file, "%s", line.file);
    cJSON_AddStringToObject(object, "file", file);
    cJSON_AddNumberToObject(object, "line", line.line);
    cJSON_AddItemToObject(object, "block", json_dim3(actor->block));
    cJSON_AddItemToObject(object, "thread", json_dim3(actor->thread));
    if (actor->launched_at && simt_line_of(actor->launched_at, &line))
        cJSON_AddNumberToObject(object, "launched_in_line", line.line);
}

// Whether the message itself names the threads.
static bool names_threads(const struct simt_error *error) {
    return error->kind == SIMT_RACE || error->kind == SIMT_RACE_NOT_ACQUIRED ||
           error->kind == SIMT_BARRIER_PASSED_BY;
}

static cJSON *json_error(const struct simt_error *error) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "kind", simt_error_kind_name(error->kind));
    cJSON_AddStringToObject(object, "space", simt_space_name(error->space));
    cJSON_AddStringToObject(object, "message", error->message);
    cJSON_AddBoolToObject(object, "names_threads", names_threads(error));
    cJSON_AddBoolToObject(object, "acquire_missing", error->kind == SIMT_RACE_NOT_ACQUIRED);
    cJSON_AddBoolToObject(object, "on_device", error->actor.on_device);
    if (simt_error_detail(error))
        cJSON_AddStringToObject(object, "detail", simt_error_detail(error));
    add_actor(object, &error->actor);
    if (error->has_other)
        add_actor(cJSON_AddObjectToObject(object, "other"), &error->other);
    else
        cJSON_AddNullToObject(object, "other");
    cJSON_AddNumberToObject(object, "count", (double)error->count);
    return object;
}

static void add_count(cJSON *object, const char *name, uint64_t count) {
    cJSON_AddNumberToObject(object, name, (double)count);
}

static void add_traffic(cJSON *object, const char *what, const char *transactions,
                        const struct simt_traffic *traffic) {
    char name[64];
    snprintf(name, sizeof name, "%s_requests", what);
    add_count(object, name, traffic->requests);
    snprintf(name, sizeof name, "%s_bytes", what);
    add_count(object, name, traffic->bytes);
    snprintf(name, sizeof name, "%s_%s", what, transactions);
    add_count(object, name, traffic->transactions);
}

// Mean active lanes per instruction, as a part of 32. A launch that ran nothing wasted nothing.
static double warp_efficiency(const struct simt_counters *c) {
    return c->active_instructions ? (double)c->lane_instructions / (32.0 * (double)c->active_instructions)
                                  : 1.0;
}

static cJSON *json_counters(const struct simt_counters *c) {
    cJSON *object = cJSON_CreateObject();
    add_traffic(object, "global_load", "sectors", &c->global_load);
    add_traffic(object, "global_store", "sectors", &c->global_store);
    add_traffic(object, "global_atomic", "sectors", &c->global_atomic);
    add_traffic(object, "shared_load", "wavefronts", &c->shared_load);
    add_traffic(object, "shared_store", "wavefronts", &c->shared_store);
    add_traffic(object, "shared_atomic", "wavefronts", &c->shared_atomic);
    add_count(object, "barriers", c->barriers);
    add_count(object, "warp_instructions", c->warp_instructions);
    add_count(object, "longest_warp", c->longest_warp);
    add_count(object, "active_instructions", c->active_instructions);
    add_count(object, "lane_instructions", c->lane_instructions);
    cJSON_AddNumberToObject(object, "warp_efficiency", warp_efficiency(c));
    add_count(object, "atomic_serialization", c->atomic_serialization);
    add_count(object, "global_broadcast_bytes", c->global_broadcast_bytes);
    add_count(object, "shared_atomic_words", c->shared_atomic_words);
    add_count(object, "steps", c->steps);
    add_count(object, "shuffles", c->shuffles);
    add_count(object, "work", c->work);
    cJSON_AddStringToObject(object, "work_counts", c->work_is_stores ? "stores" : "operations");
    return object;
}

static cJSON *json_launch(size_t i) {
    const struct simt_kernel_record *record = simt_kernel_get(i);
    char name[256];
    simt_kernel_name(record->name, name, sizeof name);
    cJSON *object = cJSON_CreateObject();
    add_count(object, "launch", i);
    cJSON_AddStringToObject(object, "name", name);
    cJSON_AddItemToObject(object, "grid", json_dim3(record->grid));
    cJSON_AddItemToObject(object, "block", json_dim3(record->block));
    add_count(object, "shared_bytes", record->shared_bytes);
    return object;
}

static cJSON *json_kernel(size_t i) {
    const struct simt_kernel_record *record = simt_kernel_get(i);
    cJSON *object = json_launch(i);
    cJSON_AddItemToObject(object, "counters",
                          record->uncounted ? cJSON_CreateNull() : json_counters(&record->counters));
    if (record->timed)
        cJSON_AddNumberToObject(object, "modelled_us", record->modelled_us);
    else
        cJSON_AddNullToObject(object, "modelled_us");
    return object;
}

// Launches of the same kind, as one entry: @p first is the number of the first of them.
static cJSON *json_launches(size_t first, uint64_t launches, const struct simt_counters *sum) {
    cJSON *object = json_launch(first);
    add_count(object, "launches", launches);
    if (simt_kernel_get(first)->uncounted)
        cJSON_AddNullToObject(object, "counters");
    else
        cJSON_AddItemToObject(object, "counters", json_counters(sum));
    cJSON_AddNullToObject(object, "modelled_us");
    return object;
}

static void add_launches(cJSON *report) {
    cJSON *kernels = cJSON_AddArrayToObject(report, "kernels");
    const size_t count = simt_kernel_count();
    for (size_t i = 0; i < count && i < LAUNCHES_LISTED; i++)
        cJSON_AddItemToArray(kernels, json_kernel(i));
    if (count <= LAUNCHES_LISTED)
        return;
    static struct launch_group groups[LAUNCH_GROUPS];
    const size_t used = launches_group(groups, LAUNCHES_LISTED);
    for (size_t i = 0; i < used; i++)
        cJSON_AddItemToArray(kernels, json_launches(groups[i].first, groups[i].launches, &groups[i].sum));
    add_count(report, "launches", count);
}

// The device of the modelled times.
static void add_profile(cJSON *report) {
    cJSON *profile = cJSON_AddObjectToObject(report, "profile");
    cJSON_AddStringToObject(profile, "name", simt_profile()->name);
    cJSON_AddBoolToObject(profile, "measured", simt_profile()->measured);
}

static void add_host_work(cJSON *report) {
    cJSON *host = cJSON_AddObjectToObject(report, "host");
    add_count(host, "copied_bytes", simt_host_work.copied_bytes);
    if (simt_is_unchecked())
        cJSON_AddNullToObject(host, "accessed_bytes");
    else
        add_count(host, "accessed_bytes", simt_host_bytes);
}

// The launch that never began, and why: a program that checks for the error only learns its number.
static void add_refused(cJSON *report) {
    uintptr_t at;
    const char *reason = simt_status_reason(&at);
    struct simt_line line;
    if (reason[0] == '\0')
        return;
    cJSON *refused = cJSON_AddObjectToObject(report, "refused_launch");
    cJSON_AddStringToObject(refused, "message", reason);
    cJSON_AddNumberToObject(refused, "line", simt_line_of(at, &line) ? (double)line.line : 0);
}

static void add_remarks(cJSON *report) {
    cJSON *remarks = simt_remark_count() ? cJSON_AddArrayToObject(report, "remarks") : NULL;
    for (size_t i = 0; i < simt_remark_count(); i++) {
        cJSON *object = cJSON_CreateObject();
        add_actor(object, &(struct simt_actor){.pc = simt_remark_get(i)->pc});
        cJSON_AddStringToObject(object, "message", simt_remark_get(i)->text);
        cJSON_AddItemToArray(remarks, object);
    }
}

void simt_report_json(FILE *out) {
    cJSON *report = cJSON_CreateObject();
    cJSON_AddNumberToObject(report, "simt", 1);
    if (simt_is_unchecked())
        cJSON_AddTrueToObject(report, "unchecked");
    if (simt_kernel_count() > 0)
        add_profile(report);
    cJSON *errors = cJSON_AddArrayToObject(report, "errors");
    const size_t count = simt_error_count();
    for (size_t i = 0; i < count && i < ERRORS_LISTED; i++)
        cJSON_AddItemToArray(errors, json_error(simt_error_get(i)));
    if (count > ERRORS_LISTED)
        add_count(report, "errors_in_all", count);
    add_remarks(report);
    add_refused(report);
    add_launches(report);
    add_host_work(report);
    char *text = cJSON_PrintUnformatted(report);
    if (text)
        fputs(text, out);
    cJSON_free(text);
    cJSON_Delete(report);
}

static bool is_between_blocks(const struct simt_error *error) {
    const struct simt_dim3 *a = &error->actor.block, *b = &error->other.block;
    return error->has_other && (a->x != b->x || a->y != b->y || a->z != b->z);
}

// One of the two sides is no thread known by its index.
static bool is_between_streams(const struct simt_error *error) {
    return !error->actor.on_device || error->actor.launched_at != 0;
}

// Advice for cases in which the error's kind says too little; NULL for all others.
static const char *special_advice(const struct simt_error *error) {
    bool local = error->space == SIMT_SPACE_LOCAL;
    if (error->kind == SIMT_RACE && error->space == SIMT_SPACE_HOST)
        return "launches and asynchronous copies go on while the host does: wait first, with "
               "cudaStreamSynchronize, "
               "cudaEventSynchronize or cudaDeviceSynchronize";
    if (error->kind == SIMT_RACE && is_between_streams(error))
        return "streams go on beside each other: record an event behind the first operation "
               "(cudaEventRecord) "
               "and have the "
               "other stream wait for it (cudaStreamWaitEvent)";
    if (error->kind == SIMT_RACE && error->space == SIMT_SPACE_GLOBAL && is_between_blocks(error))
        return "no barrier reaches from one block to another: use atomics, give each block memory of its "
               "own, or end "
               "the kernel and launch the next step as another";
    if (error->kind == SIMT_RACE && error->pairs & SIMT_BETWEEN_WARPS)
        return "threads of several warps touch the same bytes with nothing between them that orders them: "
               "put a "
               "__syncthreads() between the two accesses, or make both atomic";
    if (error->kind == SIMT_UNINITIALIZED && local)
        return "a thread's own variables do not start as zero: give it a value where it is declared";
    if ((error->kind == SIMT_BARRIER_ERROR || error->kind == SIMT_DEADLOCK) && local)
        return "a mask names the lanes that come to this very call, the caller among them: have all lanes of "
               "the warp "
               "come, or compute the mask with __ballot_sync before they branch apart";
    if (error->kind == SIMT_BARRIER_ERROR && error->space == SIMT_SPACE_GLOBAL)
        return "launch the kernel by cudaLaunchCooperativeKernel, with no more blocks than the device holds";
    if (error->kind == SIMT_API && local)
        return "this is in a kernel: look at the values that the line had in this thread";
    if (error->kind == SIMT_LEAK && error->actor.on_device)
        return "a kernel allocated it, so a kernel has to free it: cudaFree of the host does not";
    if (error->kind == SIMT_DEADLOCK)
        return "look at what should end the wait: a flag that is raised too late, a lock that is not given "
               "back, or "
               "more blocks than fit on the device at a time";
    return NULL;
}

// One sentence of advice, by kind of error.
static const char *advice(const struct simt_error *error) {
    static const char *const by_kind[] = {
        [SIMT_RACE] =
            "two threads touch the same bytes with nothing between them that orders the two: put a barrier "
            "(__syncthreads, or __syncwarp within a warp) there, or make both accesses atomic",
        [SIMT_OUT_OF_BOUNDS] = "compare the index with the number of elements before using it",
        [SIMT_MISALIGNED] =
            "an access of 2, 4, 8 or 16 bytes needs an address that is a multiple of its size",
        [SIMT_USE_AFTER_FREE] = "this memory was given to cudaFree earlier: free it after its last use",
        [SIMT_HOST_POINTER] =
            "host and device have memories of their own: allocate with cudaMalloc and copy with "
            "cudaMemcpy, and check which pointer is passed",
        [SIMT_UNINITIALIZED] =
            "nothing wrote these bytes before: set them first (cudaMalloc and __shared__ memory "
            "do not start as zero)",
        [SIMT_BARRIER_ERROR] =
            "all threads of the block that have not returned must reach the same __syncthreads: "
            "move it out of the branch or loop that only some of them take",
        [SIMT_DEADLOCK] =
            "each of the waiting threads waits for one that cannot come: look at the conditions and "
            "masks of the barriers above",
        [SIMT_LEAK] = "give it to cudaFree when it is no longer needed",
        [SIMT_API] = "check what this call returns, and what its arguments are",
        [SIMT_UNSUPPORTED] =
            "the CPU engine does not know this feature: run the program on a GPU, or do without it",
        [SIMT_NULL_ACCESS] = "check what cudaMalloc returned, and which pointer is passed to the kernel",
        [SIMT_WRAPPED_INDEX] =
            "an unsigned number below 0 wraps to about 4 billion: ask for i >= stride before "
            "i - stride is used",
        [SIMT_OVERFLOWED_INDEX] =
            "an int ends at 2147483647: compute the index in 64 bits from its first product on, as in "
            "(size_t)y * width + x",
        [SIMT_BEFORE_START] =
            "an index may be negative here: a char is signed, and a difference can be below 0",
        [SIMT_FAR_AWAY] =
            "the index is no number that anybody meant: from which values does it come, and were they "
            "there already?",
        [SIMT_STACK_OVERFLOW] = "end the recursion earlier, or keep large arrays in shared or global memory",
        [SIMT_BARRIER_PASSED_BY] =
            "all threads of the block that have not returned must reach the same __syncthreads: "
            "move it out of the branch or loop that only some of them take",
        [SIMT_RACE_NOT_ACQUIRED] = "put a __threadfence() behind the loop that waits for the flag, and "
                                   "before this read: the one before "
                                   "the flag is set does half of the work",
        [SIMT_UNSET_SHUFFLE] =
            "a shuffle only gives the values of lanes that take part: have all lanes of the "
            "mask come, or use the result only where its source lane has a value",
        [SIMT_TAMPERED] = "a submission keeps to its own memory and functions, and to what was passed to it",
        [SIMT_TIME_IS_UP] = "find the loop that never ends, or goes round far too often",
    };
    const char *other = special_advice(error);
    return other ? other : by_kind[error->kind];
}

static void print_place(FILE *out, uintptr_t pc) {
    struct simt_line line;
    if (simt_line_of(pc, &line))
        fprintf(out, "%s:%d: ", line.file, line.line);
    else
        fputs("(unknown place): ", out);
}

static void print_launch(FILE *out, uintptr_t launched_at) {
    struct simt_line line;
    fputs("by a kernel", out);
    if (simt_line_of(launched_at, &line))
        fprintf(out, " launched at %s:%d", line.file, line.line);
}

static void print_actor(FILE *out, const struct simt_actor *actor) {
    struct simt_line line;
    simt_line_of(actor->pc, &line);
    if (!actor->on_device)
        fputs("by the host", out);
    else if (actor->launched_at)
        print_launch(out, actor->launched_at);
    else
        fprintf(out, "by thread (%u,%u,%u) of block (%u,%u,%u)", actor->thread.x, actor->thread.y,
                actor->thread.z, actor->block.x, actor->block.y, actor->block.z);
    if (line.function[0])
        fprintf(out, ", in %s", line.function);
}

static void print_error(FILE *out, const struct simt_error *error) {
    print_place(out, error->actor.pc);
    // To its reader a full stack is no index out of bounds; its message begins with its kind.
    if (error->kind == SIMT_STACK_OVERFLOW)
        fprintf(out, "error: %s\n", error->message);
    else
        fprintf(out, "error: %s: %s\n", simt_error_kind_name(error->kind), error->message);
    print_place(out, error->actor.pc);
    fputs("note: ", out);
    print_actor(out, &error->actor);
    if (error->count > 1)
        fprintf(out, "; %llu times in all, this was the first", (unsigned long long)error->count);
    fputc('\n', out);
    if (error->has_other) {
        print_place(out, error->other.pc);
        fputs("note: the other side, ", out);
        print_actor(out, &error->other);
        fputc('\n', out);
    }
    fprintf(out, "    help: %s\n", advice(error));
}

static void print_remarks(FILE *out) {
    for (size_t i = 0; i < simt_remark_count(); i++) {
        print_place(out, simt_remark_get(i)->pc);
        fprintf(out, "remark: %s\n", simt_remark_get(i)->text);
    }
}

void simt_report_text(FILE *out) {
    size_t count = simt_error_count();
    for (size_t i = 0; i < count; i++)
        print_error(out, simt_error_get(i));
    print_remarks(out);
    if (simt_kernel_count() > 0 && simt_is_unchecked())
        fputs("simt: note: compiled with --unchecked: nothing was checked or counted\n", out);
    if (simt_kernel_count() > 0 && !simt_profile()->measured)
        fprintf(out, "simt: note: the device profile '%s' was not measured: its modelled times are guesses\n",
                simt_profile()->name);
    if (count)
        fprintf(out, "%zu error%s found by the checkers\n", count, count == 1 ? "" : "s");
}
