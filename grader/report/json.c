// The result for programs: the documented JSON.
#include "judge/judge.h"
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/files.h"
#include "base/utf8.h"
#include "run/reports.h"
#include "run/timing.h"

void json_add_text(cJSON *object, const char *name, const char *text) {
    cJSON_AddItemToObject(object, name, text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

void json_add_number(cJSON *object, const char *name, bool known, double number) {
    cJSON_AddItemToObject(object, name, known ? cJSON_CreateNumber(number) : cJSON_CreateNull());
}

static cJSON *check_object(const struct check *check) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "id", check_id_name(check->id));
    json_add_text(object, "task", check->task);
    cJSON_AddStringToObject(object, "backend", check->backend);
    cJSON_AddStringToObject(object, "title", check_title(check->id));
    cJSON_AddStringToObject(object, "status", check_status_name(check->status));
    cJSON_AddNumberToObject(object, "points", check->points);
    cJSON_AddNumberToObject(object, "max_points", check->max_points);
    cJSON_AddStringToObject(object, "message", check->message);
    if (check->cause != CAUSE_NONE)
        cJSON_AddStringToObject(object, "cause", cause_name(check->cause));
    if (check->line > 0) {
        cJSON *source = cJSON_AddObjectToObject(object, "source");
        cJSON_AddStringToObject(source, "file", check->file);
        cJSON_AddNumberToObject(source, "line", check->line);
    } else {
        cJSON_AddNullToObject(object, "source");
    }
    return object;
}

static cJSON *backend_object(const struct backend_run *run) {
    if (!run->ran)
        return cJSON_CreateNull();
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "device", run->calibration.device);
    cJSON_AddNumberToObject(object, "copy_gbps", run->calibration.copy_gbps);
    cJSON_AddNumberToObject(object, "clock_mhz", run->calibration.clock_mhz);
    if (run->calibration.slowed > 0)
        cJSON_AddNumberToObject(object, "slowed", run->calibration.slowed);
    cJSON_AddNumberToObject(object, "peak_bytes", (double)run->cost.peak_bytes);
    return object;
}

// The breakdown of the time, according to the model.
static void add_prediction(cJSON *object, const struct bandwidth *bandwidth) {
    const struct prediction *p = &bandwidth->prediction;
    if (!(p->us > 0))
        return;
    cJSON_AddNumberToObject(object, "kernels_us", p->kernels_us);
    cJSON_AddNumberToObject(object, "launches_us", p->launches_us);
    cJSON_AddNumberToObject(object, "copies_us", p->copies_us);
    cJSON_AddNumberToObject(object, "host_us", p->host_us);
    cJSON_AddStringToObject(object, "bound", p->bound);
    cJSON_AddNumberToObject(object, "bound_share", p->share);
    json_add_number(object, "bound_line", p->line > 0, p->line);
    cJSON_AddNumberToObject(object, "without_bound_gbps", bandwidth->bytes / p->without_us / 1e3);
}

static cJSON *bandwidth_object(const struct grading *grading, const struct backend_run *run, size_t task) {
    const struct bandwidth *bandwidth = &run->bandwidths[task];
    struct timing_scale scale;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "task", bandwidth->task->name);
    cJSON_AddStringToObject(object, "backend", run->backend == BACKEND_GPU ? "gpu" : "cpu");
    cJSON_AddStringToObject(object, "how", run->backend == BACKEND_GPU ? "measured" : "modelled");
    cJSON_AddStringToObject(object, "device", run->calibration.device);
    cJSON_AddNumberToObject(object, "n", bandwidth->n);
    cJSON_AddNumberToObject(object, "bytes", bandwidth->bytes);
    cJSON_AddNumberToObject(object, "gbps", bandwidth->gbps);
    if (bandwidth->outside_gbps > 0)
        cJSON_AddNumberToObject(object, "outside_gbps", bandwidth->outside_gbps);
    if (bandwidth->claimed_gbps > 0)
        cJSON_AddNumberToObject(object, "claimed_gbps", bandwidth->claimed_gbps);
    cJSON_AddNumberToObject(object, "peak_gbps", run->calibration.copy_gbps);
    timing_scale(grading->lab, bandwidth->task, bandwidth->n, run->backend, &run->calibration, &scale, NULL);
    json_add_number(object, "reference_gbps", scale.reference_gbps > 0, scale.reference_gbps);
    json_add_number(object, "threshold", scale.full_gbps > 0, scale.full_gbps);
    json_add_number(object, "naive_gbps", scale.zero_gbps > 0, scale.zero_gbps);
    cJSON_AddStringToObject(object, "profile", scale.profile);
    add_prediction(object, bandwidth);
    return object;
}

static void add_bandwidths(cJSON *array, const struct grading *grading, const struct backend_run *run) {
    for (size_t t = 0; t < grading->lab->task_count; t++)
        if (run->bandwidths[t].known && !grading->lab->challenge)
            cJSON_AddItemToArray(array, bandwidth_object(grading, run, t));
}

static cJSON *kernel_named(cJSON *kernels, const char *name) {
    cJSON *kernel;
    cJSON_ArrayForEach(kernel, kernels) {
        if (strcmp(reports_string(kernel, "name"), name) == 0)
            return kernel;
    }
    kernel = cJSON_CreateObject();
    cJSON_AddStringToObject(kernel, "name", name);
    cJSON_AddNumberToObject(kernel, "launches", 0);
    cJSON_AddObjectToObject(kernel, "counters");
    cJSON_AddItemToArray(kernels, kernel);
    return kernel;
}

static void add_number(cJSON *object, const char *name, double value) {
    cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
    if (member)
        cJSON_SetNumberValue(member, member->valuedouble + value);
    else
        cJSON_AddNumberToObject(object, name, value);
}

// Launches of one kernel are summed; a ratio such as warp_efficiency is the last launch's.
static void add_launch(cJSON *kernels, const cJSON *launch) {
    const char *name = reports_string(launch, "name");
    cJSON *kernel = kernel_named(kernels, name ? name : "");
    cJSON *sums = cJSON_GetObjectItemCaseSensitive(kernel, "counters");
    add_number(kernel, "launches", counters_launches(launch));
    const cJSON *counter;
    cJSON_ArrayForEach(counter, cJSON_GetObjectItemCaseSensitive(launch, "counters")) {
        if (!cJSON_IsNumber(counter) || !counter->string)
            continue;
        if (strcmp(counter->string, "warp_efficiency") == 0)
            cJSON_DeleteItemFromObjectCaseSensitive(sums, counter->string);
        add_number(sums, counter->string, counter->valuedouble);
    }
}

static cJSON *kernels_array(const struct grading *grading) {
    cJSON *kernels = cJSON_CreateArray();
    for (size_t t = 0; t < grading->lab->task_count; t++) {
        const size_t i = grading_measured_case(grading, &grading->lab->tasks[t]);
        const struct outcome *outcome = i < grading->plan.count ? grading_outcome(&grading->cpu, i) : NULL;
        const cJSON *launch;
        if (!outcome || !reports_is_engine(outcome->report))
            continue;
        cJSON_ArrayForEach(launch, cJSON_GetObjectItemCaseSensitive(reports_driver(outcome->report),
                                                                    "kernels")) add_launch(kernels, launch);
    }
    return kernels;
}

// The counters of the measured case, with the bounds: for authors of bounds.
static void add_bounds(cJSON *array, const struct grading *grading, const struct spec_task *task) {
    const size_t i = grading_measured_case(grading, task);
    const struct outcome *outcome = i < grading->plan.count ? grading_outcome(&grading->cpu, i) : NULL;
    struct counters counters;
    if (!outcome || outcome->kind != OUTCOME_RIGHT || !reports_counters(outcome->report, &counters))
        return;
    for (const struct spec_bound *b = task->bounds; b < task->bounds + task->bound_count; b++) {
        if (b->applies && !b->applies(&counters))
            continue;
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "task", task->name);
        cJSON_AddStringToObject(object, "name", b->name);
        const double value = b->value(&counters, grading->plan.cases[i].n);
        json_add_number(object, "value", isfinite(value), value);
        json_add_number(object, "at_least", isfinite(b->at_least), b->at_least);
        json_add_number(object, "at_most", isfinite(b->at_most), b->at_most);
        cJSON_AddItemToArray(array, object);
    }
}

// The fault to fix first.
static cJSON *next_object(const struct grading *grading) {
    const struct check *check = judge_first_cause(grading);
    if (!check)
        return cJSON_CreateNull();
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "cause", cause_name(check->cause));
    cJSON_AddStringToObject(object, "check", check_id_name(check->id));
    json_add_text(object, "task", check->task);
    cJSON_AddNumberToObject(object, "n", check->n);
    cJSON_AddStringToObject(object, "elements", next_elements_of(grading, check));
    cJSON_AddStringToObject(object, "small", next_small_of(grading, check));
    cJSON_AddStringToObject(object, "inside", next_inside_of(grading, check));
    return object;
}

static cJSON *question_object(const struct explain_question *question, int64_t answer) {
    cJSON *object = cJSON_CreateObject();
    const char *metric;
    cJSON_AddStringToObject(object, "kind", explain_name(question->kind));
    cJSON_AddNumberToObject(object, "launch", question->launch);
    json_add_number(object, "line", question->line > 0, question->line);
    cJSON_AddStringToObject(object, "question", question->text);
    cJSON_AddNumberToObject(object, "key", (double)question->key);
    json_add_number(object, "answer", answer >= 0, (double)answer);
    cJSON_AddBoolToObject(object, "right", answer == question->key);
    cJSON_AddStringToObject(object, "why", question->why);
    cJSON *metrics = cJSON_AddArrayToObject(object, "metrics");
    for (size_t i = 0; question->counted < ASK_COUNT && (metric = question_metric(question->counted, i)); i++)
        cJSON_AddItemToArray(metrics, cJSON_CreateString(metric));
    return object;
}

// The questions of --explain, and the call that they are about.
static cJSON *explain_object(const struct explained *explained) {
    char seed[20];
    cJSON *object = cJSON_CreateObject();
    snprintf(seed, sizeof seed, "%016llx", (unsigned long long)explained->seed);
    cJSON_AddStringToObject(object, "seed", seed);
    json_add_text(object, "task", explained->count > 0 ? explained->task->name : NULL);
    cJSON_AddNumberToObject(object, "n", explained->shape.n);
    cJSON_AddNumberToObject(object, "option", explained->option);
    cJSON_AddStringToObject(object, "input", explained->words);
    cJSON *questions = cJSON_AddArrayToObject(object, "questions");
    for (size_t i = 0; i < explained->count; i++)
        cJSON_AddItemToArray(questions, question_object(&explained->questions[i], explained->answers[i]));
    return object;
}

cJSON *json_of(const struct grading *grading) {
    char seed[20];
    cJSON *root = cJSON_CreateObject();
    if (!root)
        return NULL;
    snprintf(seed, sizeof seed, "%016llx", (unsigned long long)grading->plan.seed);
    cJSON_AddNumberToObject(root, "warplab", 1);
    cJSON_AddStringToObject(root, "lab", grading->lab->name);
    cJSON_AddNumberToObject(root, "score", grading->score);
    cJSON_AddNumberToObject(root, "max_score", grading->max_score);
    cJSON_AddNumberToObject(root, "open_points", grading->open_points);
    cJSON_AddStringToObject(root, "seed", seed);
    cJSON_AddStringToObject(root, "sandbox", sandbox_tier_name(grading->tier));
    cJSON *backends = cJSON_AddObjectToObject(root, "backends");
    cJSON_AddItemToObject(backends, "cpu", backend_object(&grading->cpu));
    cJSON_AddItemToObject(backends, "gpu", backend_object(&grading->gpu));
    cJSON *checks = cJSON_AddArrayToObject(root, "checks");
    for (size_t i = 0; i < grading->check_count; i++)
        cJSON_AddItemToArray(checks, check_object(&grading->checks[i]));
    cJSON_AddItemToObject(root, "next", next_object(grading));
    cJSON_AddItemToObject(root, "kernels", kernels_array(grading));
    cJSON *bounds = cJSON_AddArrayToObject(root, "bounds");
    for (size_t t = 0; t < grading->lab->task_count; t++)
        add_bounds(bounds, grading, &grading->lab->tasks[t]);
    cJSON *bandwidths = cJSON_AddArrayToObject(root, "bandwidth");
    add_bandwidths(bandwidths, grading, &grading->cpu);
    add_bandwidths(bandwidths, grading, &grading->gpu);
    if (grading->counters)
        cJSON_AddItemToObject(root, "counters", counted_json(grading));
    if (grading->explained.asked)
        cJSON_AddItemToObject(root, "explain", explain_object(&grading->explained));
    if (grading->lab->challenge)
        cJSON_AddItemToObject(root, "leaderboard", leaderboard_json(grading));
    if (utf8_escape_json(root))
        return root;
    cJSON_Delete(root);
    return NULL;
}

bool json_print(FILE *out, cJSON *value) {
    char *text = value ? cJSON_Print(value) : NULL;
    if (text)
        fprintf(out, "%s\n", text);
    cJSON_free(text);
    cJSON_Delete(value);
    return text != NULL;
}

bool json_write(const struct grading *grading, const char *path, struct error *error) {
    struct output_file file;
    if (!output_file_open(&file, path, error))
        return false;
    const bool good = json_print(file.out, json_of(grading)) || error_set(error, "memory is used up");
    return output_file_close(&file, good, error);
}
