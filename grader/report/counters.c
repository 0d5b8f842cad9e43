// The output of --counters. No verdict depends on it: the GPU's counters come from the submission's own
// process.
#include "report.h"

#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/wrap.h"

enum { NAME_WIDTH = 26, NUMBER_WIDTH = 17 };

// A task's counters on both sides.
struct sides {
    int32_t n;
    struct counted engine;
    const struct counted *gpu;
};

// @return false if no case of the task is counted
static bool find_sides(const struct grading *grading, size_t task, struct sides *sides) {
    const size_t i = grading_measured_case(grading, &grading->lab->tasks[task]);
    if (i == grading->plan.count)
        return false;
    const struct outcome *outcome = grading_outcome(&grading->cpu, i);
    *sides = (struct sides){.n = grading->plan.cases[i].n, .gpu = &grading->gpu.counted[task]};
    if (outcome)
        counted_by_engine(&sides->engine, outcome->report);
    return true;
}

// 1234567 as "1,234,567", aligned right; a dash for an unknown number.
static void print_number(FILE *out, bool known, double value) {
    char digits[32], text[48];
    size_t length = 0;
    snprintf(digits, sizeof digits, "%.0f", value);
    const size_t count = strlen(digits);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0)
            text[length++] = ',';
        text[length++] = digits[i];
    }
    text[length] = '\0';
    fprintf(out, "%*s", NUMBER_WIDTH, known ? text : "-");
}

static void print_row(FILE *out, const char *name, const struct sides *sides, double engine, double gpu) {
    const bool both = sides->engine.known && sides->gpu->known;
    if (engine == 0 && gpu == 0)
        return;
    fprintf(out, "    %-*s", NAME_WIDTH, name);
    print_number(out, sides->engine.known, engine);
    print_number(out, sides->gpu->known, gpu);
    if (both && engine != gpu && gpu > 0)
        fprintf(out, "%10.3f", engine / gpu);
    fputc('\n', out);
}

static void print_task(FILE *out, const char *task, const struct sides *sides) {
    fputc('\n', out);
    fprintf(out, language_of("Counters of %s, n = %d"), task, sides->n);
    fprintf(out, "\n    %*s%*s%*s\n", NAME_WIDTH + NUMBER_WIDTH, "engine", NUMBER_WIDTH, "GPU", 10, "ratio");
    print_row(out, "launches", sides, sides->engine.launches, sides->gpu->launches);
    for (size_t i = 0; i < COUNTED_COUNT; i++)
        print_row(out, counted_names[i], sides, sides->engine.values[i], sides->gpu->values[i]);
}

// The part of the device that limits a kernel, as the end of a sentence.
static const char *bound_of(const struct reached *r) {
    if (r->memory < reached_least && r->compute < reached_least)
        return language_of("neither is used well, so most of the time its threads wait");
    if (r->compute > r->memory)
        return language_of("its multiprocessors bound it");
    if (r->dram >= r->l2 && r->dram >= r->l1)
        return language_of("device memory bounds it");
    return r->l2 >= r->l1 ? language_of("the second-level cache bounds it")
                          : language_of("the first-level cache and shared memory bound it");
}

static void print_reached(FILE *out, const struct reached *r, int32_t n) {
    if (r->known || r->error.text[0])
        fputc('\n', out);
    if (r->known)
        report_say(out, 4,
                   language_of("By the GPU's counters, n = %d: %.0f %% of what its memory can move (device "
                               "memory %.0f %%, L2 %.0f %%, L1 %.0f %%), %.0f %% of what its multiprocessors "
                               "can issue. So %s."),
                   n, r->memory, r->dram, r->l2, r->l1, r->compute, bound_of(r));
    else if (r->error.text[0])
        report_say(out, 4, "%s%s", language_of("How near it comes to the GPU's limits was not read: "),
                   r->error.text);
}

// The reason why a task has no GPU counters.
static const char *problem_of(const struct grading *grading, const struct counted *gpu) {
    if (grading->gpu.ran)
        return gpu->error.text;
    return grading->gpu.error.text[0] ? grading->gpu.error.text : "no GPU was used";
}

void counted_print(FILE *out, const struct grading *grading) {
    const char *printed = NULL;
    for (size_t t = 0; t < grading->lab->task_count; t++) {
        struct sides sides;
        if (!find_sides(grading, t, &sides))
            continue;
        if (sides.engine.known || sides.gpu->known)
            print_task(out, grading->lab->tasks[t].name, &sides);
        if (sides.gpu->known)
            print_reached(out, &grading->gpu.reached[t], grading->gpu.bandwidths[t].n);
        const char *problem = problem_of(grading, sides.gpu);
        if (!sides.gpu->known && !(printed && strcmp(printed, problem) == 0)) {
            report_say(out, 4, "%s%s", language_of("The GPU's counters were not read: "), problem);
            printed = problem;
        }
    }
}

static cJSON *side_object(const struct counted *side) {
    if (!side->known)
        return cJSON_CreateNull();
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "launches", side->launches);
    for (size_t i = 0; i < COUNTED_COUNT; i++)
        cJSON_AddNumberToObject(object, counted_names[i], side->values[i]);
    return object;
}

static cJSON *reached_object(const struct reached *r, int32_t n) {
    if (!r->known)
        return cJSON_CreateNull();
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "n", n);
    cJSON_AddNumberToObject(object, "launches", r->launches);
    cJSON_AddNumberToObject(object, "us", r->us);
    cJSON_AddNumberToObject(object, "memory", r->memory);
    cJSON_AddNumberToObject(object, "compute", r->compute);
    cJSON_AddNumberToObject(object, "dram", r->dram);
    cJSON_AddNumberToObject(object, "l2", r->l2);
    cJSON_AddNumberToObject(object, "l1", r->l1);
    return object;
}

cJSON *counted_json(const struct grading *grading) {
    cJSON *array = cJSON_CreateArray();
    for (size_t t = 0; t < grading->lab->task_count; t++) {
        struct sides sides;
        if (!find_sides(grading, t, &sides))
            continue;
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "task", grading->lab->tasks[t].name);
        cJSON_AddNumberToObject(object, "n", sides.n);
        cJSON_AddItemToObject(object, "engine", side_object(&sides.engine));
        cJSON_AddItemToObject(object, "gpu", side_object(sides.gpu));
        cJSON_AddItemToObject(object, "reached",
                              reached_object(&grading->gpu.reached[t], grading->gpu.bandwidths[t].n));
        json_add_text(object, "problem", sides.gpu->known ? NULL : problem_of(grading, sides.gpu));
        cJSON_AddItemToArray(array, object);
    }
    return array;
}
