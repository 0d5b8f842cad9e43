// The recording as a file: JSON, and a page around it that shows it.
//
// The JSON, "trace": 1, holds what the page shows and no more. Per launch: kernel, grid, block, the scalar
// arguments, the arrays with their first cells, and the events in the order they happened. An array in global
// memory has its "offset" in device memory, in bytes. An event has its kind "k", block "b", warp "w", barrier
// interval "i", source line "l" (file, line), lanes "m" (a mask), and for an access its array "a", cells "c",
// values read or left "v" and found before "o" (one a lane of the mask), cells a lane "n", sectors or
// wavefronts "t"; a barrier may have the operations done before it "u", and a mask of the block's warps,
// shown or not, that stored since the barrier before it "s". What the lanes' local variables hold is "x", by
// their number in "variables" (json_values.c); "e" is an error's index in "errors". Who knows the right
// answer may add "y": cells of the event that hold a wrong value in the end.
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/observe/recorder/recording.h"
#include "engine/report/errors.h"
#include "engine/report/lines.h"
#include "viewer/page.h"

enum { MAX_FILES = 16, MAX_SOURCE = 1 << 18 };

static const char *files[MAX_FILES];
static int file_count;

static int file_index(const char *file) {
    for (int i = 0; i < file_count; i++)
        if (strcmp(files[i], file) == 0)
            return i;
    if (file_count == MAX_FILES)
        return -1;
    files[file_count] = file;
    return file_count++;
}

static cJSON *json_place(uintptr_t pc) {
    struct simt_line line;
    simt_line_of(pc, &line);
    return cJSON_CreateIntArray((const int[]){line.line ? file_index(line.file) : -1, line.line}, 2);
}

static cJSON *json_dim3(struct simt_dim3 d) {
    return cJSON_CreateIntArray((const int[]){(int)d.x, (int)d.y, (int)d.z}, 3);
}

static cJSON *json_array(const struct trace_array *array) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", array->name);
    cJSON_AddStringToObject(object, "space", array->shared ? "shared" : "global");
    cJSON_AddStringToObject(object, "type", array->type.name);
    cJSON_AddNumberToObject(object, "size", array->type.size);
    cJSON_AddNumberToObject(object, "count", (double)((array->high - array->low) / array->type.size));
    cJSON_AddNumberToObject(object, "columns", array->type.columns);
    if (array->type.components)
        cJSON_AddNumberToObject(object, "components", array->type.components);
    cJSON_AddNumberToObject(object, "at", (double)(array->low % 128));
    if (!array->shared)
        cJSON_AddNumberToObject(object, "offset", (double)array->low);
    cJSON_AddNumberToObject(object, "shown", array->shown);
    if (array->start) {
        cJSON *cells = cJSON_AddArrayToObject(object, "cells");
        for (uint32_t i = 0; i < array->shown; i++)
            cJSON_AddItemToArray(
                cells, array->written[i]
                           ? simt_json_value(array->start + (size_t)i * array->type.size, &array->type)
                           : cJSON_CreateNull());
    }
    return object;
}

/* The access's own bytes as values of the array's type: one, or one a cell. */
static cJSON *json_values(const struct trace_value *value, unsigned size, const struct trace_type *type) {
    struct trace_type own = *type;
    if (own.size > size)
        own = (struct trace_type){.size = size, .form = FORM_UNSIGNED};
    if (own.size == size)
        return simt_json_value(value->bytes, &own);
    cJSON *values = cJSON_CreateArray();
    for (unsigned at = 0; at + own.size <= size && at + own.size <= sizeof value->bytes; at += own.size)
        cJSON_AddItemToArray(values, simt_json_value(value->bytes + at, &own));
    return values;
}

static void add_lanes(cJSON *object, const struct trace_event *event, const struct trace_launch *launch) {
    static const struct trace_type bits = {"", 4, FORM_SIGNED, 0, 0};
    const struct trace_type *type = event->array >= 0 ? &launch->arrays[event->array].type : &bits;
    cJSON *cells = cJSON_AddArrayToObject(object, "c"), *values = cJSON_AddArrayToObject(object, "v");
    cJSON *old = event->kind == EVENT_LOAD ? NULL : cJSON_AddArrayToObject(object, "o");
    const int lanes = __builtin_popcount(event->lanes);
    for (int i = 0; i < lanes; i++) {
        cJSON_AddItemToArray(cells, simt_json_integer(event->lane[i].cell));
        cJSON_AddItemToArray(values, json_values(&event->lane[i].after, event->size, type));
        if (old)
            cJSON_AddItemToArray(old, json_values(&event->lane[i].before, event->size, type));
    }
    if (event->size > type->size)
        cJSON_AddNumberToObject(object, "n", event->size / type->size);
}

static cJSON *json_event(const struct trace_event *event, const struct trace_launch *launch) {
    static const char *const kinds[] = {
        [EVENT_CODE] = "code",       [EVENT_LOAD] = "load",       [EVENT_STORE] = "store",
        [EVENT_ATOMIC] = "atomic",   [EVENT_SHUFFLE] = "shuffle", [EVENT_WARP_OP] = "warp",
        [EVENT_BARRIER] = "barrier", [EVENT_FAULT] = "fault"};
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "k", kinds[event->kind]);
    cJSON_AddNumberToObject(object, "b", event->block);
    cJSON_AddNumberToObject(object, "w", event->warp);
    cJSON_AddNumberToObject(object, "i", event->interval);
    cJSON_AddItemToObject(object, "l", json_place(event->pc));
    cJSON_AddItemToObject(object, "m", simt_json_unsigned(event->lanes));
    if (event->array >= 0)
        cJSON_AddNumberToObject(object, "a", event->array);
    if (event->transactions)
        cJSON_AddNumberToObject(object, "t", (double)event->transactions);
    if (event->operations)
        cJSON_AddNumberToObject(object, "u", (double)event->operations);
    if (event->stored)
        cJSON_AddNumberToObject(object, "s", event->stored);
    if (event->lane)
        add_lanes(object, event, launch);
    if (event->local_count)
        cJSON_AddItemToObject(object, "x", simt_json_locals(event, launch));
    if (event->error >= 0)
        cJSON_AddNumberToObject(object, "e", (double)simt_error_place((size_t)event->error));
    return object;
}

static cJSON *json_launch(const struct trace_launch *launch) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "kernel", launch->name ? launch->name : "");
    cJSON_AddItemToObject(object, "grid", json_dim3(launch->grid));
    cJSON_AddItemToObject(object, "block", json_dim3(launch->block));
    cJSON *arguments = cJSON_AddArrayToObject(object, "arguments");
    for (size_t i = 0; i < launch->argument_count; i++) {
        const struct trace_argument *argument = &launch->arguments[i];
        if (argument->is_pointer)
            continue;
        cJSON *pair = cJSON_CreateObject();
        cJSON_AddStringToObject(pair, "name", argument->name);
        cJSON_AddItemToObject(pair, "value",
                              simt_json_value((const unsigned char *)&argument->value, &argument->type));
        cJSON_AddItemToArray(arguments, pair);
    }
    cJSON *arrays = cJSON_AddArrayToObject(object, "arrays");
    for (size_t i = 0; i < launch->array_count; i++)
        cJSON_AddItemToArray(arrays, json_array(&launch->arrays[i]));
    cJSON *events = cJSON_AddArrayToObject(object, "events");
    for (size_t i = 0; i < launch->event_count; i++)
        cJSON_AddItemToArray(events, json_event(&launch->events[i], launch));
    cJSON_AddBoolToObject(object, "cut", launch->cut);
    cJSON_AddItemToObject(object, "steps", simt_json_unsigned(launch->steps));
    cJSON_AddItemToObject(object, "work", simt_json_unsigned(launch->work));
    cJSON_AddBoolToObject(object, "work_is_stores", launch->work_is_stores);
    return object;
}

static cJSON *json_actor(const struct simt_actor *actor) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToObject(object, "l", json_place(actor->pc));
    cJSON_AddItemToObject(object, "block", json_dim3(actor->block));
    cJSON_AddItemToObject(object, "thread", json_dim3(actor->thread));
    return object;
}

static cJSON *json_errors(void) {
    cJSON *errors = cJSON_CreateArray();
    for (size_t i = 0; i < simt_error_count(); i++) {
        const struct simt_error *error = simt_error_get(i);
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "kind", simt_error_kind_name(error->kind));
        cJSON_AddStringToObject(object, "message", error->message);
        cJSON_AddItemToObject(object, "actor", json_actor(&error->actor));
        if (error->has_other)
            cJSON_AddItemToObject(object, "other", json_actor(&error->other));
        cJSON_AddItemToArray(errors, object);
    }
    return errors;
}

/* The source as it lies there now; an empty text where it cannot be read. */
static cJSON *json_source(const char *name) {
    cJSON *object = cJSON_CreateObject();
    char *text = calloc(1, MAX_SOURCE);
    FILE *file = text ? fopen(name, "re") : NULL;
    if (file) {
        text[fread(text, 1, MAX_SOURCE - 1, file)] = '\0';
        fclose(file);
    }
    cJSON_AddStringToObject(object, "name", name);
    cJSON_AddStringToObject(object, "text", text ? text : "");
    free(text);
    return object;
}

static cJSON *json_recording(void) {
    cJSON *root = cJSON_CreateObject();
    cJSON_AddNumberToObject(root, "trace", 1);
    cJSON *launches = cJSON_AddArrayToObject(root, "launches");
    for (size_t i = 0; i < simt_recorder_launch_count; i++)
        cJSON_AddItemToArray(launches, json_launch(&simt_recorder_launches[i]));
    cJSON_AddItemToObject(root, "variables", simt_json_variables());
    cJSON_AddItemToObject(root, "errors", json_errors());
    cJSON *sources = cJSON_AddArrayToObject(root, "files");
    for (int i = 0; i < file_count; i++)
        cJSON_AddItemToArray(sources, json_source(files[i]));
    return root;
}

char *simt_recorder_json(void) {
    file_count = 0;
    cJSON *recording = json_recording();
    char *json = cJSON_PrintUnformatted(recording);
    cJSON_Delete(recording);
    return json;
}

static int number_from(const char *variable) {
    const char *text = getenv(variable);
    return text ? atoi(text) : 0;
}

bool simt_recorder_write(void) {
    const char *path = getenv("SIMT_TRACE");
    if (!path || !*path)
        return true;
    const struct simt_picture picture = {.launch = number_from("SIMT_TRACE_LAUNCH"),
                                         .step = number_from("SIMT_TRACE_STEP")};
    char *json = simt_recorder_json();
    FILE *file = json ? fopen(path, "we") : NULL;
    if (file && !trace_page_put(file, path, json, &picture))
        fputs("simt: the trace has no such launch or step\n", stderr);
    free(json);
    return file && !ferror(file) && fclose(file) == 0;
}
