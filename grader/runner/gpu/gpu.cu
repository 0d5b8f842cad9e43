// What the parts of the GPU driver share.
#include "gpu.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

// Fills memory of unknown content: a pattern that is in no right answer.
static const int UNKNOWN_BYTE = 0xa5;

bool gpu_note(struct gpu_failure *failure, cudaError_t error, const char *call) {
    if (error != cudaSuccess && failure->error == cudaSuccess) {
        failure->error = error;
        failure->call = call;
    }
    return error == cudaSuccess;
}

bool gpu_alive(void) {
    cudaGetLastError();
    return cudaDeviceSynchronize() == cudaSuccess && cudaGetLastError() == cudaSuccess;
}

bool gpu_note_launcher(struct gpu_failure *failure) {
    bool launched = gpu_note(failure, cudaGetLastError(), "a kernel launch");
    bool ran = gpu_note(failure, cudaDeviceSynchronize(), "a kernel");
    cudaGetLastError();
    return launched && ran;
}

static bool make_room(struct gpu_text *text, size_t more) {
    if (text->length + more < text->capacity)
        return true;
    size_t capacity = 2 * (text->length + more) + 256;
    char *data = (char *)realloc(text->data, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void gpu_text_add(struct gpu_text *text, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length >= 0 && make_room(text, (size_t)length + 1)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
        text->length += (size_t)length;
    }
    va_end(arguments);
}

void gpu_text_string(struct gpu_text *text, const char *value) {
    gpu_text_add(text, "\"");
    for (; *value; value++) {
        bool printable = *value >= ' ' && *value <= '~';
        bool escaped = *value == '"' || *value == '\\';
        gpu_text_add(text, "%s%c", escaped ? "\\" : "", printable ? *value : '?');
    }
    gpu_text_add(text, "\"");
}

void gpu_text_numbers(struct gpu_text *text, const double *values, size_t count) {
    gpu_text_add(text, "[");
    for (size_t i = 0; i < count; i++)
        gpu_text_add(text, "%s%.3f", i ? "," : "", values[i]);
    gpu_text_add(text, "]");
}

void gpu_text_failure(struct gpu_text *text, const struct gpu_failure *failure) {
    if (failure->error == cudaSuccess) {
        gpu_text_add(text, "\"error\":null");
        return;
    }
    gpu_text_add(text, "\"error\":{\"call\":");
    gpu_text_string(text, failure->call);
    gpu_text_add(text, ",\"message\":");
    gpu_text_string(text, cudaGetErrorString(failure->error));
    gpu_text_add(text, "}");
}

// The device's description, asked for once: the question makes other processes wait in the driver.
static struct {
    bool known;
    cudaDeviceProp properties;
    int driver, runtime, clock_khz;
} device;

static bool ask_device(struct gpu_failure *failure) {
    return GPU_TRY(failure, cudaGetDeviceProperties(&device.properties, 0)) &&
           GPU_TRY(failure, cudaDeviceGetAttribute(&device.clock_khz, cudaDevAttrClockRate, 0)) &&
           GPU_TRY(failure, cudaDriverGetVersion(&device.driver)) &&
           GPU_TRY(failure, cudaRuntimeGetVersion(&device.runtime));
}

void gpu_text_device(struct gpu_text *text, struct gpu_failure *failure) {
    device.known = device.known || ask_device(failure);
    gpu_text_add(text, "\"device\":{\"name\":");
    gpu_text_string(text, device.properties.name);
    gpu_text_add(text, ",\"driver\":%d,\"runtime\":%d,\"multiprocessors\":%d", device.driver, device.runtime,
                 device.properties.multiProcessorCount);
    gpu_text_add(text, ",\"clock_khz\":%d,\"memory_bytes\":%zu}", device.clock_khz,
                 device.properties.totalGlobalMem);
}

enum job_status gpu_finish(struct gpu_text *text, const struct gpu_failure *failure, char **json) {
    gpu_text_failure(text, failure);
    gpu_text_add(text, "}");
    *json = text->data;
    return !text->failed && gpu_alive() ? JOB_DONE : JOB_DEVICE_ERROR;
}

// Device memory that is kept from job to job: each allocation makes other processes wait in the driver.
struct kept {
    void *pointer;
    size_t bytes;
};
static struct {
    struct kept input[2], output[2], scratch, base, eviction;
    bool reserved; // for all jobs, before the first
} memory;

// Most cases of a plan fit into this.
static const size_t LEAST_KEPT = (size_t)4 << 20;
// One process reserves at most this part of a GPU's memory, since several runners may use the GPU.
static const size_t SHARE = 8;

static void drop(struct kept *kept) {
    cudaFree(kept->pointer);
    *kept = {};
}

static bool keep(struct kept *kept, size_t bytes, struct gpu_failure *failure) {
    if (bytes <= kept->bytes)
        return true;
    drop(kept);
    const size_t size = bytes > LEAST_KEPT ? bytes : LEAST_KEPT;
    if (!GPU_TRY(failure, cudaMalloc(&kept->pointer, size)))
        return false;
    kept->bytes = size;
    return true;
}

bool gpu_make_unknown(void *pointer, size_t bytes, struct gpu_failure *failure) {
    return bytes == 0 || GPU_TRY(failure, cudaMemset(pointer, UNKNOWN_BYTE, bytes));
}

static bool keep_unknown(void **pointer, struct kept *kept, size_t bytes, struct gpu_failure *failure) {
    const bool good = keep(kept, bytes, failure) && gpu_make_unknown(kept->pointer, bytes, failure);
    *pointer = good && bytes > 0 ? kept->pointer : NULL;
    return good;
}

bool gpu_allocate(struct gpu_memory *own, const struct job *job, int slots, struct gpu_failure *failure) {
    *own = {};
    bool good = keep_unknown(&own->scratch, &memory.scratch, job->scratch_bytes, failure);
    for (int i = 0; i < slots && good; i++)
        good = keep_unknown(&own->input[i], &memory.input[i], job->input_bytes, failure) &&
               keep_unknown(&own->output[i], &memory.output[i], job->output_bytes, failure);
    return good;
}

// Where an argument's buffer is: one that is written lies among the outputs.
static void *buffer_of(const struct gpu_memory *memory, int slot, const struct call *call, uint32_t i) {
    const uint32_t sets[] = {CALL_WRITTEN, CALL_GIVEN, CALL_SCRATCH};
    void *const areas[] = {memory->output[slot], memory->input[slot], memory->scratch};
    for (int k = 0; k < 3; k++)
        if (call_has(sets[k], &call->of[i]))
            return call->of[i].bytes > 0 ? (char *)areas[k] + call_offset(call, sets[k], i) : NULL;
    return NULL;
}

bool gpu_give_outputs(const struct gpu_memory *memory, int slot, const struct call *call,
                      struct gpu_failure *failure) {
    bool good = true;
    for (uint32_t i = 0; i < call->count && good; i++) {
        const struct argument *a = &call->of[i];
        if (a->role == ARGUMENT_IN_OUT && a->bytes > 0)
            good = GPU_TRY(failure, cudaMemcpy(buffer_of(memory, slot, call, i),
                                               (char *)memory->input[slot] + call_offset(call, CALL_GIVEN, i),
                                               a->bytes, cudaMemcpyDeviceToDevice));
    }
    return good;
}

struct passed gpu_arguments(const struct gpu_memory *memory, int slot, const struct call *call) {
    struct passed passed = {};
    for (uint32_t i = 0; i < call->count; i++) {
        const struct argument *a = &call->of[i];
        const bool value = a->role == ARGUMENT_VALUE;
        call_pass(&passed, a, value ? a->bits : (uint64_t)(uintptr_t)buffer_of(memory, slot, call, i));
    }
    return passed;
}

bool gpu_allocate_base(void **base, size_t bytes, struct gpu_failure *failure) {
    const bool good = keep(&memory.base, bytes, failure);
    *base = memory.base.pointer;
    return good;
}

// Twice as much as the cache holds.
static size_t eviction_bytes(void) { return 2 * (size_t)device.properties.l2CacheSize; }

bool gpu_allocate_eviction(void **zeros, size_t *bytes, struct gpu_failure *failure) {
    device.known = device.known || ask_device(failure);
    *bytes = eviction_bytes();
    const bool good = keep(&memory.eviction, *bytes, failure);
    *zeros = memory.eviction.pointer;
    return good && GPU_TRY(failure, cudaMemset(*zeros, 0, *bytes));
}

bool gpu_allocate_pair(void *pair[2], size_t bytes, struct gpu_failure *failure) {
    const bool good = keep(&memory.input[0], bytes, failure) && keep(&memory.input[1], bytes, failure);
    pair[0] = memory.input[0].pointer;
    pair[1] = memory.input[1].pointer;
    return good;
}

void gpu_free_pair(void) {
    for (int i = 0; i < 2 && !memory.reserved; i++)
        drop(&memory.input[i]);
}

// If it reserves nothing, memory is allocated when it is needed.
static void reserve(const struct job *largest) {
    struct gpu_failure failure = {};
    const size_t input =
        largest->input_bytes > GPU_CALIBRATION_BYTES ? largest->input_bytes : GPU_CALIBRATION_BYTES;
    const size_t all = 2 * input + 2 * largest->output_bytes + largest->scratch_bytes + largest->input_bytes +
                       eviction_bytes();
    if (all > device.properties.totalGlobalMem / SHARE)
        return;
    memory.reserved = true;
    keep(&memory.scratch, largest->scratch_bytes, &failure);
    keep(&memory.base, largest->input_bytes, &failure);
    keep(&memory.eviction, eviction_bytes(), &failure);
    for (int i = 0; i < 2; i++) {
        keep(&memory.input[i], input, &failure);
        keep(&memory.output[i], largest->output_bytes, &failure);
    }
    cudaGetLastError();
}

enum job_status driver_open(const struct job *largest, char **json) {
    struct gpu_text text = {};
    struct gpu_failure failure = {};
    gpu_text_add(&text, "{");
    GPU_TRY(&failure, cudaFree(NULL)); // the first call that needs a context makes it
    device.known = ask_device(&failure);
    if (device.known)
        reserve(largest);
    return gpu_finish(&text, &failure, json);
}
