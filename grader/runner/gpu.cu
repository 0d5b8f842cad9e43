// What the parts of the GPU driver share.
#include "gpu.h"

#include <string.h>

// Memory that holds no known values: a pattern that no sum of nothing looks like.
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

// What a device is does not change, and the driver, when asked, has other processes wait.
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

// Most cases of a plan fit into this.
static const size_t LEAST_KEPT = (size_t)4 << 20;

bool gpu_keep(struct gpu_kept *kept, size_t bytes, struct gpu_failure *failure) {
    if (bytes <= kept->bytes)
        return true;
    cudaFree(kept->pointer);
    kept->pointer = NULL;
    kept->bytes = 0;
    const size_t size = bytes > LEAST_KEPT ? bytes : LEAST_KEPT;
    if (!GPU_TRY(failure, cudaMalloc(&kept->pointer, size)))
        return false;
    kept->bytes = size;
    return true;
}

bool gpu_make_unknown(void *pointer, size_t bytes, struct gpu_failure *failure) {
    return bytes == 0 || GPU_TRY(failure, cudaMemset(pointer, UNKNOWN_BYTE, bytes));
}

static bool allocate_unknown(void **pointer, struct gpu_kept *kept, size_t bytes,
                             struct gpu_failure *failure) {
    const bool good = gpu_keep(kept, bytes, failure) && gpu_make_unknown(kept->pointer, bytes, failure);
    *pointer = good && bytes > 0 ? kept->pointer : NULL;
    return good;
}

bool gpu_allocate(struct gpu_memory *memory, const struct job *job, int slots, struct gpu_failure *failure) {
    static struct gpu_kept input[2], output[2], scratch;
    memset(memory, 0, sizeof *memory);
    bool good = allocate_unknown(&memory->scratch, &scratch, job->scratch_bytes, failure);
    for (int i = 0; i < slots && good; i++)
        good = allocate_unknown(&memory->input[i], &input[i], job->input_bytes, failure) &&
               allocate_unknown(&memory->output[i], &output[i], job->output_bytes, failure);
    return good;
}

enum job_status driver_open(char **json) {
    struct gpu_text text = {};
    struct gpu_failure failure = {};
    gpu_text_add(&text, "{");
    GPU_TRY(&failure, cudaFree(NULL)); // the first call that needs a context makes it
    device.known = ask_device(&failure);
    return gpu_finish(&text, &failure, json);
}
