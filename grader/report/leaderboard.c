// A challenge's line: its speed against a plain copy and CUB in the same run.
#include "report.h"

#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/utf8.h"
#include "judge/judge.h"

// The reason why a task has no line; NULL if it has one. Only correct and safe submissions are compared.
static const char *no_line(const struct grading *grading, size_t task) {
    const struct bandwidth *own = &grading->gpu.bandwidths[task];
    const char *name = grading->lab->tasks[task].name;
    for (size_t i = 0; i < grading->check_count; i++) {
        const struct check *check = &grading->checks[i];
        if (check->status != CHECK_PASSED && (!check->task || strcmp(check->task, name) == 0))
            return language_of("it is for submissions that are right and safe");
    }
    if (!grading->gpu.ran)
        return language_of("it takes a GPU");
    if (own->wrong)
        return language_of("a timed repetition gave a wrong answer: every one has an input of its own");
    if (!own->known)
        return own->error.text[0] ? own->error.text : language_of("no time could be taken");
    if (own->gbps > judge_roofline * grading->gpu.calibration.copy_gbps)
        return language_of("it is faster than the memory of this device: it cannot have read its input");
    return NULL;
}

// CUB's bandwidth; 0 if there is none.
static double vendor_gbps(const struct grading *grading, size_t task) {
    const struct bandwidth *vendor = &grading->gpu.vendor[task];
    return vendor->known && !vendor->wrong ? vendor->gbps : 0;
}

bool leaderboard_line(const struct grading *grading, size_t task, char *line, size_t size) {
    const struct bandwidth *own = &grading->gpu.bandwidths[task];
    const struct calibration *device = &grading->gpu.calibration;
    const char *name = grading->lab->tasks[task].name, *why = no_line(grading, task);
    const double vendor = vendor_gbps(grading, task);
    if (why)
        snprintf(line, size, language_of("%s: no line; %s"), name, why);
    else if (vendor > 0)
        snprintf(
            line, size,
            language_of("%s: %.0f GB/s on %s (n = %d); a copy %.0f, the vendor's library %.0f: %.2f of it"),
            name, own->gbps, device->device, own->n, device->copy_gbps, vendor, own->gbps / vendor);
    else
        snprintf(
            line, size,
            language_of("%s: %.0f GB/s on %s (n = %d); a copy %.0f, the vendor's library gave no figure%s%s"),
            name, own->gbps, device->device, own->n, device->copy_gbps,
            grading->gpu.vendor[task].error.text[0] ? ": " : "", grading->gpu.vendor[task].error.text);
    utf8_escape_line(line, size);
    return !why;
}

cJSON *leaderboard_json(const struct grading *grading) {
    cJSON *array = cJSON_CreateArray();
    for (size_t t = 0; t < grading->lab->task_count; t++) {
        const struct bandwidth *own = &grading->gpu.bandwidths[t];
        if (no_line(grading, t))
            continue;
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "task", grading->lab->tasks[t].name);
        cJSON_AddStringToObject(object, "device", grading->gpu.calibration.device);
        cJSON_AddNumberToObject(object, "n", own->n);
        cJSON_AddNumberToObject(object, "gbps", own->gbps);
        cJSON_AddNumberToObject(object, "copy_gbps", grading->gpu.calibration.copy_gbps);
        json_add_number(object, "vendor_gbps", vendor_gbps(grading, t) > 0, vendor_gbps(grading, t));
        cJSON_AddItemToArray(array, object);
    }
    return array;
}
