// The time of a call at the size that is timed: the launcher runs for real, and what some of its blocks do is
// sampled (simt.h).
#include <cjson/cJSON.h>
#include <stdio.h>

#include "cpu.h"
#include "engine/memory/heap.h"
#include "engine/model/kernels.h"
#include "engine/perf/sample.h"
#include "engine/report/errors.h"
#include "engine/report/lines.h"
#include "engine/report/report.h"
#include "engine/report/status.h"
#include "include/simt/simt.h"
#include "runner/driver.h"

// Of the launches, those that are looked at for blocks without work: more are alike.
enum { MOST_LAUNCHES = 256 };
// Of fewer blocks a part says little.
enum { LEAST_BLOCKS = 8 };

// Why there is no time; "" if there is one.
struct reason {
    const char *name; // its member in the reply
    bool starved;     // there was no memory for the buffers
    char text[512];
};

// An error of the call ended it, or left out what it was to do.
static bool is_clean(struct reason *why) {
    simt_status_report_unchecked();
    why->name = simt_error_count() > 0 ? "error" : "why";
    if (simt_error_count() > 0)
        snprintf(why->text, sizeof why->text, "%s", simt_error_get(0)->message);
    else if (simt_status_sticky())
        snprintf(why->text, sizeof why->text, "a kernel ended early");
    return why->text[0] == '\0';
}

static bool call(const struct job *job, const void *input, void *output, struct reason *why) {
    struct cpu_buffers buffers;
    if (!cpu_make_buffers(&buffers, &job->call, input, output)) {
        snprintf(why->text, sizeof why->text, "the engine has no memory for the buffers");
        why->starved = true;
        return false;
    }
    simt_limit_time(job->milliseconds / 1e3);
    cpu_call(driver_find(job->task), &job->call, &buffers);
    simt_limit_time(0);
    cpu_copy_buffers(&buffers, &job->call, CALL_WRITTEN, output);
    cpu_free_buffers(&buffers);
    return is_clean(why);
}

static double share_idle(const struct simt_kernel_record *k) {
    return (double)k->sample->blocks_without_loads / (double)simt_volume(k->grid);
}

// Most of its blocks load nothing from global memory, and some do.
static bool is_idle(const struct simt_kernel_record *k) {
    return k->sample && simt_volume(k->grid) >= LEAST_BLOCKS && share_idle(k) >= 0.5 && share_idle(k) < 1;
}

static void add_place(cJSON *object, uintptr_t place) {
    struct simt_line line;
    const bool known = place && simt_line_of(place, &line);
    cJSON_AddStringToObject(object, "file", known ? line.file : "");
    cJSON_AddNumberToObject(object, "line", known ? line.line : 0);
}

static void add_idle(cJSON *predicted) {
    const struct simt_kernel_record *most = NULL;
    for (size_t i = 0; i < simt_kernel_count() && i < MOST_LAUNCHES; i++) {
        const struct simt_kernel_record *k = simt_kernel_get(i);
        if (is_idle(k) && (!most || simt_volume(k->grid) > simt_volume(most->grid)))
            most = k;
    }
    cJSON *idle = most ? cJSON_AddObjectToObject(predicted, "idle") : NULL;
    if (!idle)
        return;
    char name[256];
    simt_kernel_name(most->name, name, sizeof name);
    cJSON_AddStringToObject(idle, "kernel", name);
    cJSON_AddNumberToObject(idle, "blocks", (double)simt_volume(most->grid));
    cJSON_AddNumberToObject(idle, "idle", (double)most->sample->blocks_without_loads);
    add_place(idle, most->launched_at);
}

static void add_time(cJSON *json, const struct simt_program_time *time) {
    cJSON *object = cJSON_AddObjectToObject(json, "predicted");
    cJSON_AddNumberToObject(object, "us", time->us);
    cJSON_AddNumberToObject(object, "kernels_us", time->kernels_us);
    cJSON_AddNumberToObject(object, "launches_us", time->launches_us);
    cJSON_AddNumberToObject(object, "copies_us", time->copies_us);
    cJSON_AddNumberToObject(object, "host_us", time->host_us);
    cJSON_AddStringToObject(object, "bound", time->bound);
    cJSON_AddNumberToObject(object, "share", time->share);
    add_place(object, time->place);
    cJSON_AddNumberToObject(object, "without_us", time->without_us);
    cJSON_AddNumberToObject(object, "touched_bytes", time->touched);
    cJSON_AddNumberToObject(object, "instructions", time->instructions);
    add_idle(object);
}

enum job_status driver_model(const struct job *job, const void *input, void *output, char **json) {
    struct simt_program_time time;
    struct reason why = {.name = "why"};
    simt_embed();
    simt_sample_launches(job->secret);
    simt_limit_instructions(job->most_instructions);
    simt_set_schedule("");
    simt_set_multiprocessors(0);
    simt_reset();
    if (!cpu_confine()) {
        *json = cpu_sentence("the engine cannot find the submission's functions");
        return JOB_DEVICE_ERROR;
    }
    cJSON *object = cJSON_CreateObject();
    if (call(job, input, output, &why)) {
        simt_heap_leave_out_kept();
        if (!simt_time_program(&time))
            snprintf(why.text, sizeof why.text, "no kernel is launched");
    }
    if (why.text[0])
        cJSON_AddStringToObject(object, why.name, why.text);
    else
        add_time(object, &time);
    cJSON_AddBoolToObject(object, "starved", why.starved);
    *json = cJSON_PrintUnformatted(object);
    cJSON_Delete(object);
    return JOB_DONE;
}
