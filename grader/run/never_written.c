// Which element of shared memory is read, and is written by no other thread.
#include "first_wrong.h"

#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "recorded.h"
#include "reports.h"

static bool is_written(const struct recorded_launch *launch, const struct access *load) {
    for (size_t i = 0; i < launch->count; i++) {
        const struct access *a = &launch->list[i];
        if (a->shared && a->block == load->block && a->place == load->place &&
            (a < load || a->thread != load->thread) && (a->kind == ACCESS_STORE || a->kind == ACCESS_ATOMIC))
            return true;
    }
    return false;
}

// Whether a checker found in that line that memory is read before it has a value.
static bool is_blamed(const cJSON *trace, int line) {
    const cJSON *error;
    cJSON_ArrayForEach(error, cJSON_GetObjectItemCaseSensitive(trace, "errors")) {
        const char *kind = reports_string(error, "kind");
        const cJSON *actor = cJSON_GetObjectItemCaseSensitive(error, "actor");
        const cJSON *at = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(actor, "l"), 1);
        if (kind && strcmp(kind, "uninitialized") == 0 && cJSON_IsNumber(at) && at->valueint == line)
            return true;
    }
    return false;
}

// A launch that a fault ended may have written it later.
static bool is_cut_short(const cJSON *trace) {
    static const char *const harmless[] = {"uninitialized", "race", "leak"};
    const cJSON *error;
    cJSON_ArrayForEach(error, cJSON_GetObjectItemCaseSensitive(trace, "errors")) {
        const char *kind = reports_string(error, "kind");
        bool ends = true;
        for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
            ends = ends && !(kind && strcmp(kind, harmless[i]) == 0);
        if (ends)
            return true;
    }
    return false;
}

// The first read of many may be told apart from a late one soon, or not at all.
enum { MOST_READS = 512 };

static const struct access *never_written(const struct recorded_launch *launch, const cJSON *trace) {
    int reads = 0;
    for (size_t i = 0; i < launch->count && reads < MOST_READS; i++) {
        const struct access *a = &launch->list[i];
        if (a->kind != ACCESS_LOAD || !a->shared || a->line == 0 || !is_blamed(trace, a->line))
            continue;
        reads++;
        if (!is_written(launch, a))
            return a;
    }
    return NULL;
}

void never_written_find(char *words, size_t size, const cJSON *driver, const char *file) {
    const cJSON *trace = cJSON_GetObjectItemCaseSensitive(driver, "trace"), *json;
    words[0] = '\0';
    if (is_cut_short(trace))
        return;
    cJSON_ArrayForEach(json, cJSON_GetObjectItemCaseSensitive(trace, "launches")) {
        struct recorded_launch launch;
        if (words[0] || !recorded_read(&launch, json, trace, file, false))
            return;
        const struct access *load = launch.blocks > 0 ? never_written(&launch, trace) : NULL;
        if (load)
            snprintf(words, size,
                     language_of(
                         "line %d: thread %d of block %d reads %s[%d], which no other thread ever writes."),
                     load->line, load->thread, load->block, recorded_array(&launch, load->array),
                     (int)load->cell);
        recorded_free(&launch);
    }
}
