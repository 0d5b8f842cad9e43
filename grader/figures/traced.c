// Runs of the solutions, recorded and replayed.
#include "traced.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct traced {
    cJSON *trace;
    struct simt_replay replay;
    int launch; /* that `replay` holds, -1: none yet */
};

static void fail(const char *what, const char *more) {
    fprintf(stderr, "figures: %s%s\n", what, more);
    exit(EXIT_FAILURE);
}

static cJSON *read_trace(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "re");
    if (!file || getdelim(&text, &size, '\0', file) < 0)
        fail("no trace in ", path);
    fclose(file);
    cJSON *trace = cJSON_Parse(text);
    free(text);
    return trace;
}

struct traced *traced_run(const char *lab, const char *options) {
    char folder[] = "/tmp/warplab-figure-XXXXXX", path[64], command[320];
    struct traced *run = calloc(1, sizeof *run);
    if (!run || !mkdtemp(folder))
        fail("no room to run ", lab);
    snprintf(path, sizeof path, "%s/trace.json", folder);
    snprintf(command, sizeof command, "./grade %s --submission solutions/%s --trace %s %s >%s/said 2>&1", lab,
             lab, path, options, folder);
    if (system(command) != 0)
        fail("this failed: ", command);
    run->trace = read_trace(path);
    run->launch = -1;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (!run->trace || system(command) != 0)
        fail("this failed: ", command);
    return run;
}

void traced_free(struct traced *run) {
    cJSON_Delete(run->trace);
    free(run);
}

int traced_launches(const struct traced *run) {
    return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(run->trace, "launches"));
}

const struct simt_replay *traced_replay(struct traced *run, int launch) {
    const cJSON *its = simt_replay_launch(run->trace, launch);
    if (!its)
        fail("there are fewer launches than a figure shows", "");
    if (run->launch != launch)
        simt_replay_block(run->trace, its, 0, &run->replay);
    run->launch = launch;
    return &run->replay;
}

static int find_array(const struct traced *run, int launch, const char *name) {
    const cJSON *arrays = cJSON_GetObjectItemCaseSensitive(simt_replay_launch(run->trace, launch), "arrays");
    for (int i = 0; i < cJSON_GetArraySize(arrays); i++) {
        const char *its =
            cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(arrays, i), "name"));
        if (its && strcmp(its, name) == 0)
            return i;
    }
    fail("no array has the name ", name);
    return -1;
}

int traced_row(struct traced *run, int launch, const char *array, int step) {
    const struct simt_replay *replay = traced_replay(run, launch);
    const int number = find_array(run, launch, array);
    for (int r = 0; r < replay->row_count; r++)
        if (replay->row[r].array == number && !replay->row[r].is_start && step-- == 0)
            return r;
    return -1;
}

int traced_rows(struct traced *run, int launch, const char *array) {
    int rows = 0;
    while (traced_row(run, launch, array, rows) >= 0)
        rows++;
    return rows;
}

static int number_of(const cJSON *value) {
    if (!cJSON_IsNumber(value))
        fail("a cell that a figure shows holds no number", "");
    return value->valueint;
}

int traced_value(struct traced *run, int launch, int row, int cell) {
    return number_of(traced_replay(run, launch)->row[row].value[cell]);
}

int traced_before(struct traced *run, int launch, const char *array, int cell) {
    const cJSON *its =
        simt_replay_item(simt_replay_launch(run->trace, launch), "arrays", find_array(run, launch, array));
    return number_of(simt_replay_item(its, "cells", cell));
}

int traced_after(struct traced *run, int launch, const char *array, int cell) {
    const cJSON *its = simt_replay_launch(run->trace, launch), *event, *value = NULL;
    const int number = find_array(run, launch, array);
    cJSON_ArrayForEach(event, cJSON_GetObjectItemCaseSensitive(its, "events")) {
        const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(event, "k"));
        if (!kind || strcmp(kind, "store") != 0 || simt_replay_number(event, "a", -1) != number)
            continue;
        const int cells = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(event, "c"));
        for (int i = 0; i < cells; i++)
            if (simt_replay_item(event, "c", i)->valueint == cell)
                value = simt_replay_item(event, "v", i);
    }
    return value ? number_of(value) : traced_before(run, launch, array, cell);
}
