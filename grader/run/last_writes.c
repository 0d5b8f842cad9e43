// Which step of a recording wrote an element of an output last.
#include "last_writes.h"

#include <math.h>
#include <string.h>

#include "reports.h"

enum { LANES = 32 };

static const cJSON *member(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

// A member that is a whole number of bytes or cells; -1 if there is none.
static double count_of(const cJSON *object, const char *name) {
    const cJSON *number = member(object, name);
    return cJSON_IsNumber(number) && number->valuedouble >= 0 && number->valuedouble < 1e15
               ? floor(number->valuedouble)
               : -1;
}

// Of some of an output's elements: where they lie in device memory.
struct place {
    double from, size; // of the output's first element, and of each: bytes
    double count;
};

static bool is_write(const cJSON *event) {
    const char *kind = reports_string(event, "k");
    return kind && (strcmp(kind, "store") == 0 || strcmp(kind, "atomic") == 0);
}

// The elements that so many bytes from there on cover.
static void note(struct last_write *last, const struct place *output, double from, double bytes,
                 struct last_write write) {
    const double first = floor((from - output->from) / output->size);
    for (double i = first < 0 ? 0 : first;
         i < output->count && output->from + i * output->size < from + bytes; i++)
        last[(size_t)i] = write;
}

static void note_event(struct last_write *last, const struct place *output, const cJSON *launch,
                       cJSON *event) {
    const cJSON *arrays = member(launch, "arrays"), *cells = member(event, "c"), *values = member(event, "v"),
                *cell = cells ? cells->child : NULL, *value = values ? values->child : NULL;
    const double number = count_of(event, "a"), lanes = count_of(event, "m"), warp = count_of(event, "w");
    const cJSON *array = number >= 0 && number < 1e6 ? cJSON_GetArrayItem(arrays, (int)number) : NULL;
    const double from = count_of(array, "offset"), size = count_of(array, "size");
    const double width = member(event, "n") ? count_of(event, "n") : 1;
    if (!is_write(event) || from < 0 || size < 1 || width < 1 || width > LANES || lanes > UINT32_MAX ||
        lanes < 0 || warp < 0 || warp >= LANES)
        return;
    for (int lane = 0; lane < LANES && cell && value; lane++) {
        if (!((uint32_t)lanes >> lane & 1))
            continue;
        const double at = cJSON_IsNumber(cell) ? cell->valuedouble : -1;
        // Of an access to several cells each has a value of its own.
        const cJSON *its = cJSON_IsArray(value) ? value->child : value;
        for (int k = 0; at >= 0 && at < INT32_MAX - LANES && k < width && its; k++) {
            note(last, output, from + (at + k) * size, size,
                 (struct last_write){launch, event, its, (int)at + k, (int)warp * LANES + lane});
            its = cJSON_IsArray(value) ? its->next : value;
        }
        cell = cell->next;
        value = value->next;
    }
}

// Whether the write left what is there now. Of a part of an element, or of several, that is not known. The
// recording has the first nine digits of a real number.
static bool left_this(const struct last_write *write, const struct output *output, size_t i) {
    const double number = count_of(write->event, "a");
    const cJSON *array = cJSON_GetArrayItem(member(write->launch, "arrays"), (int)number);
    const double now = element_value(output->base, output->actual, i);
    const double allowed = element_is_float(output->base) ? 1e-8 * fabs(now) : 0;
    return !cJSON_IsNumber(write->value) || count_of(array, "size") != (double)element_bytes(output->base) ||
           fabs(write->value->valuedouble - now) <= allowed;
}

void last_writes_find(struct last_write *last, const cJSON *driver, const struct output *output,
                      size_t number) {
    const cJSON *at = cJSON_GetArrayItem(member(driver, "outputs"), (int)number), *launch;
    const struct place place = {cJSON_IsNumber(at) ? at->valuedouble : -1,
                                (double)element_bytes(output->base), (double)output->count};
    memset(last, 0, output->count * sizeof *last);
    if (!(place.from >= 0 && place.from < 1e15))
        return;
    cJSON_ArrayForEach(launch, member(member(driver, "trace"), "launches")) {
        cJSON *event;
        cJSON_ArrayForEach(event, member(launch, "events")) note_event(last, &place, launch, event);
    }
    for (size_t i = 0; i < output->count; i++)
        if (last[i].event && !left_this(&last[i], output, i))
            last[i] = (struct last_write){.event = NULL};
}

int last_write_line(const struct last_write *write, const cJSON *driver, const char *file) {
    const cJSON *place = member(write->event, "l"), *line = cJSON_GetArrayItem(place, 1);
    const cJSON *number = cJSON_GetArrayItem(place, 0);
    if (!write->event || !cJSON_IsNumber(number) || !cJSON_IsNumber(line))
        return 0;
    const char *name = reports_string(
        cJSON_GetArrayItem(member(member(driver, "trace"), "files"), number->valueint), "name");
    return name && strcmp(reports_base_name(name), file) == 0 && line->valueint > 0 ? line->valueint : 0;
}
