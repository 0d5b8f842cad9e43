// A plain run on the GPU: one call of the launcher, with counters or not; its output and input are copied
// back.
#include "gpu.h"

#include <stdio.h>

static bool copy_in(const struct gpu_memory *memory, const struct job *job, const void *input,
                    const void *output, struct gpu_failure *failure) {
    return GPU_TRY(failure, cudaMemcpy(memory->input[0], input, job->input_bytes, cudaMemcpyHostToDevice)) &&
           GPU_TRY(failure,
                   cudaMemcpy(memory->output[0], output, job->output_bytes, cudaMemcpyHostToDevice)) &&
           gpu_give_outputs(memory, 0, &job->call, failure) && GPU_TRY(failure, cudaDeviceSynchronize());
}

static bool copy_out(const struct gpu_memory *memory, const struct job *job, void *output,
                     struct gpu_failure *failure) {
    char *input_left = (char *)output + job_align(job->output_bytes);
    return GPU_TRY(failure,
                   cudaMemcpy(output, memory->output[0], job->output_bytes, cudaMemcpyDeviceToHost)) &&
           GPU_TRY(failure,
                   cudaMemcpy(input_left, memory->input[0], job->input_bytes, cudaMemcpyDeviceToHost));
}

struct work {
    void (*launcher)(void);
    struct passed arguments;
    struct gpu_failure *failure;
};

static void make_call(void *context) {
    const struct work *work = (const struct work *)context;
    call_make(work->launcher, &work->arguments);
    fflush(stdout);
    gpu_note_launcher(work->failure);
}

enum job_status driver_run(const struct job *job, const void *input, void *output, char **json) {
    void (*launcher)(void) = driver_find(job->task);
    if (!launcher)
        return JOB_NOT_DEFINED;
    struct gpu_text text = {};
    struct gpu_failure failure = {};
    struct gpu_memory memory;
    gpu_text_add(&text, "{");
    gpu_text_device(&text, &failure);
    gpu_text_add(&text, ",");
    if (gpu_allocate(&memory, job, 1, &failure) && copy_in(&memory, job, input, output, &failure)) {
        struct work call = {launcher, gpu_arguments(&memory, 0, &job->call), &failure};
        const struct gpu_work work = {make_call, &call};
        if (job->kind == JOB_COUNT || job->kind == JOB_REACH) {
            (job->kind == JOB_COUNT ? gpu_count : gpu_reach)(&text, &work);
            gpu_text_add(&text, ",");
        } else {
            make_call(&call);
        }
        if (gpu_alive())
            copy_out(&memory, job, output, &failure);
    }
    enum job_status status = gpu_finish(&text, &failure, json);
    return status;
}

enum job_status driver_model(const struct job *, const void *, void *, char **json) {
    struct gpu_text text = {};
    gpu_text_add(&text, "{\"fatal\":\"a GPU's times are measured\"}");
    *json = text.data;
    return JOB_DEVICE_ERROR;
}
