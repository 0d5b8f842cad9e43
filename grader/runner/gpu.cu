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

void gpu_text_device(struct gpu_text *text, struct gpu_failure *failure) {
    cudaDeviceProp properties;
    int driver = 0, runtime = 0, clock_khz = 0;
    memset(&properties, 0, sizeof properties);
    GPU_TRY(failure, cudaGetDeviceProperties(&properties, 0));
    GPU_TRY(failure, cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, 0));
    GPU_TRY(failure, cudaDriverGetVersion(&driver));
    GPU_TRY(failure, cudaRuntimeGetVersion(&runtime));
    gpu_text_add(text, "\"device\":{\"name\":");
    gpu_text_string(text, properties.name);
    gpu_text_add(text, ",\"driver\":%d,\"runtime\":%d,\"multiprocessors\":%d", driver, runtime,
                 properties.multiProcessorCount);
    gpu_text_add(text, ",\"clock_khz\":%d,\"memory_bytes\":%zu}", clock_khz, properties.totalGlobalMem);
}

enum job_status gpu_finish(struct gpu_text *text, const struct gpu_failure *failure, char **json) {
    gpu_text_failure(text, failure);
    gpu_text_add(text, "}");
    *json = text->data;
    return !text->failed && gpu_alive() ? JOB_DONE : JOB_DEVICE_ERROR;
}

static bool allocate_unknown(void **pointer, size_t bytes, struct gpu_failure *failure) {
    *pointer = NULL;
    return bytes == 0 || (GPU_TRY(failure, cudaMalloc(pointer, bytes)) &&
                          GPU_TRY(failure, cudaMemset(*pointer, UNKNOWN_BYTE, bytes)));
}

bool gpu_allocate(struct gpu_memory *memory, const struct job *job, int slots, struct gpu_failure *failure) {
    memset(memory, 0, sizeof *memory);
    bool good = allocate_unknown(&memory->scratch, job->scratch_bytes, failure);
    for (int i = 0; i < slots && good; i++)
        good = allocate_unknown(&memory->input[i], job->input_bytes, failure) &&
               allocate_unknown(&memory->output[i], job->output_bytes, failure);
    return good && (slots == 1 || allocate_unknown(&memory->base, job->input_bytes, failure));
}

void gpu_free(struct gpu_memory *memory) {
    for (int i = 0; i < 2; i++) {
        cudaFree(memory->input[i]);
        cudaFree(memory->output[i]);
    }
    cudaFree(memory->scratch);
    cudaFree(memory->base);
    cudaGetLastError();
}
