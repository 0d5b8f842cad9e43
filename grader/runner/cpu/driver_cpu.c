// The CPU engine's driver. It allocates and fills buffers by the engine's internal functions, so that they do
// not count as calls of the submission.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "cpu.h"
#include "engine/memory/device_range.h"
#include "engine/model/profile.h"
#include "include/simt/simt.h"
#include "runner/driver.h"

// Where the outputs lie in device memory, as the recording's arrays say it: [32768,33024]
static void write_places(FILE *out, const struct cpu_buffers *buffers, const struct call *call) {
    const char *before = "[";
    for (uint32_t i = 0; i < call->count; i++)
        if (call_has(CALL_WRITTEN, &call->of[i])) {
            const uint64_t offset = buffers->at[i] ? buffers->at[i] - SIMT_DEVICE_BASE : 0;
            fprintf(out, "%s%llu", before, (unsigned long long)offset);
            before = ",";
        }
    fputs(*before == '[' ? "[]" : "]", out);
}

// The report with the recording, and with what it calls the outputs.
static char *with_trace(char *report, const struct cpu_buffers *buffers, const struct call *call) {
    char *trace = simt_trace_take(), *json = NULL;
    size_t length;
    FILE *out = trace && report ? open_memstream(&json, &length) : NULL;
    if (out) {
        fprintf(out, "{\"trace\":%s,\"outputs\":", trace);
        write_places(out, buffers, call);
        fprintf(out, ",%s", report + 1);
    }
    if (out && fclose(out) != 0) {
        free(json);
        json = NULL;
    }
    free(trace);
    free(report);
    return json;
}

enum job_status driver_run(const struct job *job, const void *input, void *output, char **json) {
    simt_embed();
    simt_set_schedule(job->order);
    simt_set_multiprocessors(job->multiprocessors);
    simt_reset();
    if (!cpu_confine()) {
        *json = cpu_sentence("the engine cannot find the submission's functions");
        return JOB_DEVICE_ERROR;
    }
    struct cpu_buffers buffers;
    if (!cpu_make_buffers(&buffers, &job->call, input, output)) {
        *json = cpu_sentence("the engine has no memory for the buffers");
        return JOB_DEVICE_ERROR;
    }
    const bool recorded = job->kind == JOB_RECORD || job->kind == JOB_RECORD_WHOLE;
    if (recorded)
        simt_trace_begin(job->kind == JOB_RECORD_WHOLE);
    simt_limit_time(job->kind == JOB_RUN ? job->milliseconds / 1e3 : 0);
    cpu_call(driver_find(job->task), &job->call, &buffers);
    simt_limit_time(0);
    cpu_copy_buffers(&buffers, &job->call, CALL_WRITTEN, output);
    cpu_copy_buffers(&buffers, &job->call, CALL_GIVEN, (char *)output + job_align(job->output_bytes));
    cpu_free_buffers(&buffers);
    char *report = simt_report_take();
    *json = recorded ? with_trace(report, &buffers, &job->call) : report;
    return JOB_DONE;
}

enum job_status driver_time(const struct job *job, const void *input, void *output, char **json) {
    (void)job, (void)input, (void)output;
    *json = cpu_sentence("the CPU engine models time and has none to measure");
    return JOB_DEVICE_ERROR;
}

enum job_status driver_open(const struct job *largest, char **json) {
    (void)largest;
    *json = NULL; // there is no device to open
    return JOB_DONE;
}

// The figures of a GPU's calibration, here from the device profile.
enum job_status driver_calibrate(char **json) {
    const struct simt_profile *profile = simt_profile();
    const int made =
        asprintf(json,
                 "{\"device\":{\"name\":\"%s%s\",\"driver\":\"modelled\",\"runtime\":\"modelled\","
                 "\"multiprocessors\":%u,\"clock_khz\":%.0f,\"memory_bytes\":%llu},"
                 "\"copy_gbps\":%.3f,\"clock_mhz\":%.3f,\"error\":null}",
                 profile->name, profile->measured ? "" : " (not measured)", profile->multiprocessors,
                 profile->clock_hz / 1e3, (unsigned long long)profile->memory_bytes,
                 profile->copy_bandwidth / 1e9, profile->busy_clock_hz / 1e6);
    if (made < 0)
        *json = NULL;
    return JOB_DONE;
}
