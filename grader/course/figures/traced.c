// Runs of the solutions, recorded and replayed.
#include "traced.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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

static struct traced *run_submission(const char *lab, const char *folder_of_it, const char *options,
                                     int code) {
    char folder[] = "/tmp/warplab-figure-XXXXXX", path[64], command[512];
    struct traced *run = calloc(1, sizeof *run);
    if (!run || !mkdtemp(folder))
        fail("no room to run ", lab);
    snprintf(path, sizeof path, "%s/trace.json", folder);
    snprintf(command, sizeof command, "./grade %s --submission %s --trace %s %s >%s/said 2>&1", lab,
             folder_of_it, path, options, folder);
    const int status = system(command);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != code)
        fail("this failed: ", command);
    run->trace = read_trace(path);
    run->launch = -1;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (!run->trace || system(command) != 0)
        fail("this failed: ", command);
    return run;
}

struct traced *traced_run(const char *lab, const char *options) {
    char folder[64];
    snprintf(folder, sizeof folder, "solutions/%s", lab);
    return run_submission(lab, folder, options, EXIT_SUCCESS);
}

struct traced *traced_wrong(const char *lab, const char *folder, const char *options) {
    return run_submission(lab, folder, options, EXIT_FAILURE);
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

/* ---- accesses, one by one ---- */

// The bit of `mask` that is the index-th from below.
static int lane_of(const cJSON *event, int index) {
    unsigned mask = (unsigned)cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(event, "m"));
    for (; index > 0; index--)
        mask &= mask - 1;
    return mask ? __builtin_ctz(mask) : 0;
}

// Of an access of several cells, the first.
static const cJSON *first(const cJSON *event, const char *member, int index) {
    const cJSON *value = simt_replay_item(event, member, index);
    return cJSON_IsArray(value) ? value->child : value;
}

static int single(const cJSON *event, const char *member, int index) {
    return number_of(first(event, member, index));
}

bool traced_access(const struct traced *run, int launch, const char *kind, const char *array, int index,
                   struct traced_access *to) {
    const cJSON *its = simt_replay_launch(run->trace, launch), *event;
    const int number = find_array(run, launch, array);
    cJSON_ArrayForEach(event, cJSON_GetObjectItemCaseSensitive(its, "events")) {
        const int count = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(event, "c"));
        if (!simt_replay_is(event, kind) || simt_replay_number(event, "a", -1) != number)
            continue;
        if (index >= count) {
            index -= count;
            continue;
        }
        // A float that nobody wrote may be no number.
        const cJSON *before = first(event, "o", index);
        *to = (struct traced_access){.block = simt_replay_number(event, "b", 0),
                                     .thread = 32 * simt_replay_number(event, "w", 0) + lane_of(event, index),
                                     .cell = single(event, "c", index),
                                     .value = single(event, "v", index),
                                     .before = cJSON_IsNumber(before) ? before->valueint : 0};
        return true;
    }
    return false;
}

// What was left there last. No solution stores to a cell after it has added to it.
static bool find_last(const struct traced *run, int launch, int block, const char *array, int cell,
                      int *value) {
    static const char *const kinds[] = {"store", "atomic"};
    struct traced_access access;
    bool found = false;
    for (int k = 0; k < 2; k++)
        for (int i = 0; traced_access(run, launch, kinds[k], array, i, &access); i++)
            if (access.cell == cell && (block < 0 || access.block == block))
                *value = access.value, found = true;
    return found;
}

int traced_after(struct traced *run, int launch, const char *array, int cell) {
    int value;
    return find_last(run, launch, -1, array, cell, &value) ? value : traced_before(run, launch, array, cell);
}

int traced_left(const struct traced *run, int launch, int block, const char *array, int cell) {
    int value = 0;
    if (!find_last(run, launch, block, array, cell, &value))
        fail("nothing was left in a cell of ", array);
    return value;
}

/* ---- barriers and shuffles of block 0 ---- */

static const cJSON *nth(const struct traced *run, int launch, const char *kind, int index) {
    const cJSON *event;
    cJSON_ArrayForEach(event,
                       cJSON_GetObjectItemCaseSensitive(simt_replay_launch(run->trace, launch), "events")) {
        if (simt_replay_is(event, kind) && simt_replay_number(event, "b", -1) == 0 && index-- == 0)
            return event;
    }
    return NULL;
}

int traced_barriers(const struct traced *run, int launch) {
    int count = 0;
    while (nth(run, launch, "barrier", count))
        count++;
    return count;
}

unsigned traced_storing(const struct traced *run, int launch, int barrier) {
    return (unsigned)simt_replay_number(nth(run, launch, "barrier", barrier), "s", 0);
}

int traced_shuffle(const struct traced *run, int launch, int shuffle) {
    const cJSON *event = nth(run, launch, "shuffle", shuffle);
    return event ? number_of(simt_replay_item(event, "c", 0)) - lane_of(event, 0) : -1;
}
