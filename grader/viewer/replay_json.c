// Reads a recording carefully: it may be malformed in any way.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/replay.h"

int simt_replay_number(const cJSON *object, const char *name, int otherwise) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? item->valueint : otherwise;
}

const cJSON *simt_replay_item(const cJSON *object, const char *name, int index) {
    return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(object, name), index);
}

bool simt_replay_is(const cJSON *event, const char *kind) {
    const char *its = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(event, "k"));
    return its && strcmp(its, kind) == 0;
}

const cJSON *simt_replay_launch(const cJSON *trace, int launch) {
    return simt_replay_item(trace, "launches", launch);
}

int simt_replay_event(const cJSON *launch, int step) {
    const cJSON *event;
    int index = 0;
    cJSON_ArrayForEach(event, cJSON_GetObjectItemCaseSensitive(launch, "events")) {
        if (!simt_replay_is(event, "code") && --step == 0)
            return index;
        index++;
    }
    return -1;
}

uint32_t simt_replay_mask(const cJSON *event) {
    const double lanes = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(event, "m"));
    return lanes >= 0 && lanes <= UINT32_MAX ? (uint32_t)lanes : 0;
}

void simt_replay_lanes(char *to, size_t size, unsigned mask, int first) {
    size_t length = 0;
    to[0] = '\0';
    for (int i = 0; i < 32 && length < size; i++) {
        int last = i;
        if (!(mask >> i & 1))
            continue;
        while (last < 31 && mask >> (last + 1) & 1)
            last++;
        length += (size_t)snprintf(to + length, size - length, last > i ? "%s%d-%d" : "%s%d",
                                   length ? "," : "", first + i, first + last);
        i = last;
    }
}

void simt_replay_value(char *to, size_t size, const cJSON *value) {
    const cJSON *first = cJSON_IsArray(value) ? value->child : value;
    to[0] = '\0';
    if (cJSON_IsString(first))
        snprintf(to, size, "%.24s", first->valuestring);
    else if (first)
        snprintf(to, size, "%.9g%s", first->valuedouble, cJSON_IsArray(value) ? ".." : "");
}

// "0..7" of {"from", "by"}; if the stride is not 1, all values.
static size_t print_range(char *to, size_t size, const cJSON *range, int lanes) {
    const double from = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(range, "from")),
                 by = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(range, "by"));
    size_t length = 0;
    if (by == 1)
        return (size_t)snprintf(to, size, "%.9g..%.9g", from, from + lanes - 1);
    for (int l = 0; l < lanes && length < size; l++)
        length += (size_t)snprintf(to + length, size - length, "%s%.9g", l ? "," : "", from + l * by);
    return length;
}

static size_t print_list(char *to, size_t size, const cJSON *values) {
    char text[40];
    const cJSON *value;
    size_t length = 0;
    cJSON_ArrayForEach(value, values) {
        simt_replay_value(text, sizeof text, value);
        if (length < size)
            length += (size_t)snprintf(to + length, size - length, "%s%s", length ? "," : "",
                                       cJSON_IsNull(value) ? "?" : text);
    }
    return length;
}

static size_t print_local(char *to, size_t size, const cJSON *value, int lanes) {
    char text[40];
    if (cJSON_IsObject(value))
        return print_range(to, size, value, lanes);
    if (cJSON_IsArray(value))
        return print_list(to, size, value);
    simt_replay_value(text, sizeof text, value);
    return (size_t)snprintf(to, size, "%s", text);
}

void simt_replay_locals(char *to, size_t size, const cJSON *trace, const cJSON *event) {
    const cJSON *value;
    const int lanes = __builtin_popcount(simt_replay_mask(event));
    size_t length = 0;
    to[0] = '\0';
    cJSON_ArrayForEach(value, cJSON_GetObjectItemCaseSensitive(event, "x")) {
        const char *name = cJSON_GetStringValue(
            cJSON_GetArrayItem(simt_replay_item(trace, "variables", atoi(value->string)), 0));
        if (!name || cJSON_IsNull(value) || length >= size)
            continue;
        length += (size_t)snprintf(to + length, size - length, "%s%.24s=", length ? ", " : "", name);
        if (length < size)
            length += print_local(to + length, size - length, value, lanes);
    }
}
