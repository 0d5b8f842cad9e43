// Numbers of a recording as JSON.
#include "engine/observe/recorder/recording.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/float16.h"
#include "engine/memory/device_range.h"

cJSON *simt_json_integer(int64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, value);
    return value > -(INT64_C(1) << 53) && value < INT64_C(1) << 53 ? cJSON_CreateRaw(text)
                                                                   : cJSON_CreateString(text);
}

cJSON *simt_json_unsigned(uint64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    return value < UINT64_C(1) << 53 ? cJSON_CreateRaw(text) : cJSON_CreateString(text);
}

static cJSON *json_real(double value) {
    char text[32];
    snprintf(text, sizeof text, "%.9g", value);
    return isfinite(value) ? cJSON_CreateRaw(text) : cJSON_CreateString(text);
}

static int64_t extended(uint64_t bits, unsigned size) {
    const unsigned unused = 64 - 8 * size;
    return (int64_t)(bits << unused) >> unused;
}

cJSON *simt_json_value(const unsigned char *bytes, const struct trace_type *type) {
    uint64_t bits = 0;
    float single;
    double real;
    memcpy(&bits, bytes, type->size < 8 ? type->size : 8);
    if (type->form == FORM_FLOAT && type->size == 4)
        return memcpy(&single, bytes, sizeof single), json_real((double)single);
    if (type->form == FORM_FLOAT && type->size == 8)
        return memcpy(&real, bytes, sizeof real), json_real(real);
    if (type->form == FORM_HALF)
        return json_real(float16_to((uint16_t)bits));
    if (type->form == FORM_SIGNED && type->size <= 8)
        return simt_json_integer(extended(bits, type->size));
    return simt_json_unsigned(bits);
}

/* ---- local variables ---- */

static const struct trace_array *array_at(uint64_t address, const struct trace_launch *launch) {
    const uint64_t offset = address - SIMT_DEVICE_BASE;
    for (size_t i = 0; i < launch->array_count; i++)
        if (offset >= launch->arrays[i].low && offset < launch->arrays[i].high)
            return &launch->arrays[i];
    return NULL;
}

static const struct trace_array *array_before(uint64_t address, const struct trace_launch *launch) {
    for (size_t i = 0; i < launch->array_count; i++)
        if (address - SIMT_DEVICE_BASE == launch->arrays[i].high)
            return &launch->arrays[i];
    return NULL;
}

/* "&tree[3]", also just past an array's end; local memory is not on the device here. */
static cJSON *json_pointer(uint64_t address, const struct trace_launch *launch) {
    char text[96];
    const struct trace_array *array = array_at(address, launch);
    array = array ? array : array_before(address, launch);
    if (array)
        snprintf(text, sizeof text, "&%s[%" PRIu64 "]", array->name,
                 (address - SIMT_DEVICE_BASE - array->low) / simt_recorder_stride(&array->type));
    else if (address && !simt_is_device_address(address))
        snprintf(text, sizeof text, "local");
    else
        snprintf(text, sizeof text, address ? "0x%" PRIx64 : "null", address);
    return cJSON_CreateString(text);
}

static cJSON *json_local(const struct trace_local *local, unsigned lane, const struct trace_launch *launch) {
    const struct trace_variable *variable = &simt_recorder_variables[local->variable];
    if (!(local->known >> lane & 1))
        return cJSON_CreateNull();
    if (variable->is_pointer)
        return json_pointer(local->bits[lane], launch);
    return simt_json_value((const unsigned char *)&local->bits[lane], &variable->type);
}

static bool repeats(const struct trace_local *local, const struct trace_launch *launch) {
    const struct trace_variable *variable = &simt_recorder_variables[local->variable];
    if (!local->is_common)
        return false;
    for (size_t i = 0; i < launch->argument_count; i++)
        if (strcmp(launch->arguments[i].name, variable->name) == 0)
            return !local->known || launch->arguments[i].value == local->bits[0];
    const struct trace_array *array =
        variable->is_pointer && local->known ? array_at(local->bits[0], launch) : NULL;
    return array && strcmp(array->name, variable->name) == 0 &&
           local->bits[0] - SIMT_DEVICE_BASE == array->low;
}

/* Whether each lane has as much more than the one before. */
static bool is_regular(const struct trace_local *local, unsigned lanes, int64_t *first, int64_t *by) {
    const struct trace_variable *variable = &simt_recorder_variables[local->variable];
    const unsigned size = variable->type.size;
    if (lanes < 3 || variable->is_pointer || variable->type.form == FORM_FLOAT || size > 4 ||
        local->known != (lanes < 32 ? (1u << lanes) - 1 : UINT32_MAX))
        return false;
    for (unsigned l = 0; l < lanes; l++) {
        const int64_t value =
            variable->type.form == FORM_SIGNED ? extended(local->bits[l], size) : (int64_t)local->bits[l];
        *first = l == 0 ? value : *first;
        *by = l == 1 ? value - *first : *by;
        if (l > 0 && value != *first + (int64_t)l * *by)
            return false;
    }
    return true;
}

static cJSON *json_lanes(const struct trace_local *local, unsigned lanes, const struct trace_launch *launch) {
    int64_t first = 0, by = 0;
    if (is_regular(local, lanes, &first, &by)) {
        cJSON *range = cJSON_CreateObject();
        cJSON_AddItemToObject(range, "from", simt_json_integer(first));
        cJSON_AddItemToObject(range, "by", simt_json_integer(by));
        return range;
    }
    cJSON *values = cJSON_CreateArray();
    for (unsigned l = 0; l < lanes; l++)
        cJSON_AddItemToArray(values, json_local(local, l, launch));
    return values;
}

cJSON *simt_json_locals(const struct trace_event *event, const struct trace_launch *launch) {
    cJSON *object = cJSON_CreateObject();
    const unsigned lanes = (unsigned)__builtin_popcount(event->lanes);
    for (size_t i = 0; i < event->local_count; i++) {
        const struct trace_local *local = &event->local[i];
        char number[16];
        snprintf(number, sizeof number, "%d", local->variable);
        if (!repeats(local, launch))
            cJSON_AddItemToObject(object, number,
                                  local->is_common ? json_local(local, 0, launch)
                                                   : json_lanes(local, lanes, launch));
    }
    return object;
}

cJSON *simt_json_variables(void) {
    cJSON *variables = cJSON_CreateArray();
    for (size_t i = 0; i < simt_recorder_variable_count; i++) {
        const struct trace_variable *variable = &simt_recorder_variables[i];
        char type[64];
        snprintf(type, sizeof type, "%s%s", variable->type.name, variable->is_pointer ? " *" : "");
        const char *const pair[] = {variable->name, type};
        cJSON_AddItemToArray(variables, cJSON_CreateStringArray(pair, 2));
    }
    return variables;
}
