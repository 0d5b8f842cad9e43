// The JSON that comes with a runner's reply, read with suspicion.
#include "reports.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

const cJSON *reports_driver(const cJSON *reply) {
    const cJSON *driver = cJSON_GetObjectItemCaseSensitive(reply, "driver");
    return cJSON_IsObject(driver) ? driver : NULL;
}

const char *reports_string(const cJSON *object, const char *name) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

double reports_number(const cJSON *object, const char *name) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(value) ? value->valuedouble : 0;
}

bool reports_is_engine(const cJSON *reply) {
    const cJSON *driver = reports_driver(reply);
    return reports_number(driver, "simt") == 1 &&
           cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(driver, "errors")) &&
           cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(driver, "kernels"));
}

bool reports_counters(const cJSON *reply, struct counters *sum) {
    *sum = (struct counters){0};
    if (!reports_is_engine(reply))
        return false;
    const cJSON *kernel;
    cJSON_ArrayForEach(kernel, cJSON_GetObjectItemCaseSensitive(reports_driver(reply), "kernels"))
        counters_add(sum, kernel);
    const cJSON *host = cJSON_GetObjectItemCaseSensitive(reports_driver(reply), "host");
    sum->host_bytes = reports_number(host, "copied_bytes") + reports_number(host, "accessed_bytes");
    return true;
}

double reports_blocks(const cJSON *reply) {
    double blocks = 0;
    const cJSON *kernel;
    cJSON_ArrayForEach(kernel, cJSON_GetObjectItemCaseSensitive(reports_driver(reply), "kernels")) {
        const cJSON *grid = cJSON_GetObjectItemCaseSensitive(kernel, "grid"), *extent;
        double of_launch = 1;
        cJSON_ArrayForEach(extent, grid) of_launch *= extent->valuedouble;
        blocks += cJSON_IsArray(grid) ? of_launch : 0;
    }
    return blocks;
}

const char *reports_gpu_error(const cJSON *driver) {
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(driver, "error");
    const char *words =
        cJSON_IsObject(error) ? reports_string(error, "message") : reports_string(driver, "fatal");
    return words ? words : "unknown error";
}

enum check_id reports_check_of(const char *kind) {
    static const struct {
        const char *kind;
        enum check_id check;
    } checks[] = {
        {"race", CHECK_RACES},
        {"out_of_bounds", CHECK_MEMORY},
        {"misaligned", CHECK_MEMORY},
        {"use_after_free", CHECK_MEMORY},
        {"host_pointer", CHECK_MEMORY},
        {"uninitialized", CHECK_INIT},
        {"barrier", CHECK_SYNC},
        {"deadlock", CHECK_SYNC},
        {"leak", CHECK_API},
        {"api", CHECK_API},
        {"unsupported", CHECK_CORRECT},
        {"tampered", CHECK_LIMITS},
        {"time", CHECK_LIMITS},
    };
    for (size_t i = 0; kind && i < sizeof checks / sizeof checks[0]; i++)
        if (strcmp(kind, checks[i].kind) == 0)
            return checks[i].check;
    return CHECK_ID_COUNT;
}

bool reports_has(const cJSON *reply, enum check_id id) {
    const cJSON *error;
    cJSON_ArrayForEach(error, cJSON_GetObjectItemCaseSensitive(reports_driver(reply), "errors")) {
        if (reports_check_of(reports_string(error, "kind")) == id)
            return true;
    }
    return false;
}

const char *reports_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// What an engine's report says of a race beside its message, which a message alone shows by its words.
static const char *detail_of_race(const char *message) {
    const char *first = strstr(message, "Write access by "),
               *second = first ? strstr(first + 1, "Write access by ") : NULL;
    return strstr(message, " overlap, one is used here") ? "overlap" : second ? "two_writes" : NULL;
}

// One line of output as an error of the report; NULL if it is none.
static cJSON *error_from_line(const char *line, size_t length) {
    char text[640], file[128], kind[32];
    int number, used = 0;
    snprintf(text, sizeof text, "%.*s", (int)length, line);
    if (sscanf(text, "%127[^:]:%d: error: %31[a-z_]: %n", file, &number, kind, &used) != 3 || used == 0 ||
        reports_check_of(kind) == CHECK_ID_COUNT)
        return NULL;
    cJSON *error = cJSON_CreateObject();
    cJSON_AddStringToObject(error, "kind", kind);
    cJSON_AddStringToObject(error, "message", utf8_line(text + used).text);
    cJSON_AddStringToObject(error, "file", utf8_line(file).text);
    cJSON_AddNumberToObject(error, "line", number);
    cJSON_AddBoolToObject(error, "names_threads", strstr(text + used, " by thread (") != NULL);
    const char *detail = strcmp(kind, "race") == 0 ? detail_of_race(text + used) : NULL;
    if (detail)
        cJSON_AddStringToObject(error, "detail", detail);
    return error;
}

static void add_three(cJSON *object, const char *name, const int values[3]) {
    cJSON_AddItemToObject(object, name, cJSON_CreateIntArray(values, 3));
}

// A note below an error of a kernel: who it was, or the other side of it.
static void take_note(cJSON *error, const char *line, size_t length) {
    char text[640], file[128];
    int number, used = 0, thread[3], block[3];
    snprintf(text, sizeof text, "%.*s", (int)length, line);
    if (sscanf(text, "%127[^:]:%d: note: %n", file, &number, &used) != 2 || used == 0)
        return;
    static const char other_side[] = "the other side, ";
    const bool other = strncmp(text + used, other_side, strlen(other_side)) == 0;
    const char *by = text + used + (other ? strlen(other_side) : 0);
    if (sscanf(by, "by thread (%d,%d,%d) of block (%d,%d,%d)", &thread[0], &thread[1], &thread[2], &block[0],
               &block[1], &block[2]) != 6)
        return;
    if (cJSON_HasObjectItem(error, other ? "other" : "block"))
        return;
    cJSON *side = other ? cJSON_AddObjectToObject(error, "other") : error;
    if (other) {
        cJSON_AddStringToObject(side, "file", utf8_line(file).text);
        cJSON_AddNumberToObject(side, "line", number);
    }
    add_three(side, "block", block);
    add_three(side, "thread", thread);
}

cJSON *reports_from_messages(const char *output) {
    cJSON *reply = cJSON_CreateObject(), *driver = cJSON_AddObjectToObject(reply, "driver");
    cJSON *errors = cJSON_AddArrayToObject(driver, "errors"), *last = NULL;
    for (const char *line = output; *line;) {
        const size_t length = strcspn(line, "\n");
        cJSON *error = cJSON_GetArraySize(errors) < 16 ? error_from_line(line, length) : NULL;
        if (error)
            cJSON_AddItemToArray(errors, last = error);
        else if (last)
            take_note(last, line, length);
        line += length + (line[length] == '\n');
    }
    if (cJSON_GetArraySize(errors) > 0)
        return reply;
    cJSON_Delete(reply);
    return NULL;
}

const char *const counted_names[COUNTED_COUNT] = {
    "global_load_requests",     "global_load_sectors",   "global_store_requests",  "global_store_sectors",
    "global_atomic_requests",   "global_atomic_sectors", "shared_load_wavefronts", "shared_store_wavefronts",
    "shared_atomic_wavefronts", "warp_instructions",     "lane_instructions",
};

// Beyond it a double is no count any more.
static const double most = 9007199254740992;

// Adds each counter of @p object. @return false if it lacks one, or holds what is no count
static bool add(struct counted *counted, const cJSON *object) {
    for (size_t i = 0; i < COUNTED_COUNT; i++) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, counted_names[i]);
        if (!cJSON_IsNumber(value) || !(value->valuedouble >= 0 && value->valuedouble <= most))
            return false;
        counted->values[i] += value->valuedouble;
    }
    return true;
}

void counted_by_engine(struct counted *counted, const cJSON *reply) {
    *counted = (struct counted){.known = reports_is_engine(reply)};
    const cJSON *kernel;
    if (!counted->known)
        return;
    cJSON_ArrayForEach(kernel, cJSON_GetObjectItemCaseSensitive(reports_driver(reply), "kernels")) {
        counted->known = add(counted, cJSON_GetObjectItemCaseSensitive(kernel, "counters")) && counted->known;
        counted->launches += counters_launches(kernel);
    }
}

// @param problem the driver's own words, NULL if it gave none
static void say_why(struct error *error, const char *problem) {
    error_set(error, "%s", problem ? problem : "the runner's answer is not readable");
    utf8_escape(error->text, sizeof error->text);
}

void counted_by_gpu(struct counted *counted, const cJSON *driver) {
    const cJSON *object = cJSON_GetObjectItemCaseSensitive(driver, "counted");
    const char *problem = reports_string(object, "problem");
    *counted = (struct counted){.launches = reports_number(object, "launches")};
    counted->known = !problem && counted->launches >= 0 &&
                     add(counted, cJSON_GetObjectItemCaseSensitive(object, "counters"));
    if (!counted->known)
        say_why(&counted->error, problem);
}

const double reached_least = 60;

// A percentage may be a little above 100: parts of it are counted in passes of their own.
static bool read_percent(double *to, const cJSON *object, const char *name) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, name);
    *to = cJSON_IsNumber(value) ? value->valuedouble : -1;
    return *to >= 0 && *to <= 150;
}

void reached_by_gpu(struct reached *reached, const cJSON *driver) {
    const cJSON *object = cJSON_GetObjectItemCaseSensitive(driver, "reached");
    const char *problem = reports_string(object, "problem");
    *reached =
        (struct reached){.launches = reports_number(object, "launches"), .us = reports_number(object, "us")};
    reached->known = !problem && reached->launches > 0 && reached->us > 0 && reached->us <= most &&
                     read_percent(&reached->compute, object, "compute") &&
                     read_percent(&reached->memory, object, "memory") &&
                     read_percent(&reached->dram, object, "dram") &&
                     read_percent(&reached->l2, object, "l2") && read_percent(&reached->l1, object, "l1");
    if (!reached->known)
        say_why(&reached->error, problem);
}
