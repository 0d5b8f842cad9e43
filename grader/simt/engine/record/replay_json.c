// What stands in a recording, read with care: it may be odd in any way.
#include <stdio.h>
#include <string.h>

#include "engine/record/replay.h"

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
