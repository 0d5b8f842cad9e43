// A recording of the CPU engine as a list of accesses.
#include "recorded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reports.h"

enum { LANES = 32, WARPS = 32, MOST_BLOCKS = 8, MOST_EVENTS = 20000, MOST_ACCESSES = 1 << 21, WORD = 4 };

static const cJSON *member(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

// A member that is a whole number that an int64_t and a double hold; -1 if there is none.
static int64_t whole(const cJSON *number) {
    return cJSON_IsNumber(number) && number->valuedouble >= 0 && number->valuedouble < 1e15
               ? (int64_t)number->valuedouble
               : -1;
}

static uint32_t word_of(const cJSON *number) {
    const double value = cJSON_IsNumber(number) ? number->valuedouble : 0;
    return value > -1e15 && value < 1e15 ? (uint32_t)(int64_t)value : 0;
}

int recorded_line(const cJSON *event, const cJSON *trace, const char *file) {
    const cJSON *place = member(event, "l"), *number = cJSON_GetArrayItem(place, 0);
    const int64_t line = whole(cJSON_GetArrayItem(place, 1));
    const char *name =
        whole(number) >= 0 && whole(number) < 1000
            ? reports_string(cJSON_GetArrayItem(member(trace, "files"), number->valueint), "name")
            : NULL;
    return name && strcmp(reports_base_name(name), file) == 0 && line > 0 && line < INT32_MAX ? (int)line : 0;
}

static bool kind_of(const cJSON *event, enum access_kind *kind) {
    static const char *const names[] = {[ACCESS_LOAD] = "load",
                                        [ACCESS_STORE] = "store",
                                        [ACCESS_ATOMIC] = "atomic",
                                        [ACCESS_SHUFFLE] = "shuffle"};
    const char *name = reports_string(event, "k");
    for (int k = ACCESS_LOAD; name && k <= ACCESS_SHUFFLE; k++)
        if (strcmp(name, names[k]) == 0) {
            *kind = (enum access_kind)k;
            return true;
        }
    return false;
}

static struct access *add(struct recorded_launch *launch) {
    return launch->count < MOST_ACCESSES ? array_add(&launch->list, &launch->count, sizeof(struct access))
                                         : NULL;
}

// Where its array lies. @return false if it has no elements, or none of four bytes where it is to have them
static bool find_array(const struct recorded_launch *launch, const cJSON *event, struct access *like,
                       int64_t *from, int64_t *size, bool any) {
    const int64_t number = whole(member(event, "a"));
    const cJSON *array =
        number >= 0 && number < 1000 ? cJSON_GetArrayItem(member(launch->json, "arrays"), (int)number) : NULL;
    const char *space = reports_string(array, "space");
    like->array = (int)number;
    like->shared = space && strcmp(space, "shared") == 0;
    *from = like->shared ? number << 32 : whole(member(array, "offset"));
    *size = whole(member(array, "size"));
    return space && (any ? *size > 0 && *size < 1 << 16 : *size == WORD) && *from >= 0;
}

// The k-th word of an access to several.
static const cJSON *part(const cJSON *value, int k) {
    return cJSON_IsArray(value) ? cJSON_GetArrayItem(value, k) : value;
}

static bool add_lanes(struct recorded_launch *launch, const cJSON *event, const struct access *like,
                      int64_t from, int64_t size) {
    const cJSON *cell = member(event, "c") ? member(event, "c")->child : NULL,
                *value = member(event, "v") ? member(event, "v")->child : NULL,
                *before = member(event, "o") ? member(event, "o")->child : NULL;
    const int64_t width = member(event, "n") ? whole(member(event, "n")) : 1;
    for (int lane = 0; lane < LANES && cell && value; lane++) {
        if (!(like->lanes >> lane & 1))
            continue;
        const int64_t at = cJSON_IsNumber(cell) ? (int64_t)cell->valuedouble : -1;
        for (int k = 0; at >= 0 && at < INT32_MAX && k < width && k < LANES; k++) {
            struct access *to = add(launch);
            if (!to)
                return false;
            *to = *like;
            to->thread += lane;
            to->cell = at + k;
            to->place = like->kind == ACCESS_SHUFFLE ? at : from + (at + k) * (like->shared ? 1 : size);
            to->value = word_of(part(value, k));
            to->before = word_of(part(before, k));
            to->absent = like->kind == ACCESS_SHUFFLE && at < LANES && !(like->lanes >> at & 1);
        }
        cell = cell->next;
        value = value->next;
        before = before ? before->next : NULL;
    }
    return true;
}

static bool add_event(struct recorded_launch *launch, const cJSON *event, const cJSON *trace,
                      const char *file, int number, bool any) {
    struct access like = {.array = -1, .request = number};
    int64_t from = 0, size = WORD;
    const int64_t block = whole(member(event, "b")), warp = whole(member(event, "w")),
                  lanes = whole(member(event, "m")), interval = whole(member(event, "i")),
                  transactions = whole(member(event, "t"));
    if (!kind_of(event, &like.kind) || block < 0 || block >= MOST_BLOCKS || warp < 0 || warp >= WARPS ||
        lanes < 0 || lanes > UINT32_MAX)
        return true;
    if (like.kind != ACCESS_SHUFFLE && !find_array(launch, event, &like, &from, &size, any))
        return true;
    like.block = (int)block;
    like.thread = (int)warp * LANES;
    like.line = recorded_line(event, trace, file);
    like.lanes = (uint32_t)lanes;
    like.interval = interval < INT32_MAX ? (int)interval : -1;
    like.transactions = transactions < INT32_MAX ? (int)transactions : -1;
    return add_lanes(launch, event, &like, from, size);
}

// Blocks run one after another: of more than are recorded the first ones are whole. A launch that was cut for
// another reason is not.
static int whole_blocks(const cJSON *json) {
    int64_t blocks = 1;
    const cJSON *extent;
    cJSON_ArrayForEach(extent, member(json, "grid")) blocks *= whole(extent) < 1 << 20 ? whole(extent) : 0;
    if (!cJSON_IsTrue(member(json, "cut")))
        return blocks > 0 && blocks <= MOST_BLOCKS ? (int)blocks : 0;
    const bool by_blocks = blocks > MOST_BLOCKS && cJSON_GetArraySize(member(json, "events")) < MOST_EVENTS;
    return by_blocks ? MOST_BLOCKS : 0;
}

bool recorded_read(struct recorded_launch *launch, const cJSON *json, const cJSON *trace, const char *file,
                   bool any) {
    const cJSON *event;
    int number = 0;
    const char *kernel = reports_string(json, "kernel");
    *launch =
        (struct recorded_launch){.json = json, .kernel = kernel ? kernel : "", .blocks = whole_blocks(json)};
    cJSON_ArrayForEach(event, member(json, "events")) {
        if (!add_event(launch, event, trace, file, number++, any)) {
            recorded_free(launch);
            return false;
        }
    }
    return true;
}

void recorded_free(struct recorded_launch *launch) {
    free(launch->list);
    *launch = (struct recorded_launch){.json = launch->json};
}

const char *recorded_array(const struct recorded_launch *launch, int array) {
    const char *name = reports_string(cJSON_GetArrayItem(member(launch->json, "arrays"), array), "name");
    return name ? name : "";
}

// Which step of a recording wrote an element of an output last.

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
    const double number = (double)whole(member(event, "a")), lanes = (double)whole(member(event, "m")),
                 warp = (double)whole(member(event, "w"));
    const cJSON *array = number >= 0 && number < 1e6 ? cJSON_GetArrayItem(arrays, (int)number) : NULL;
    const double from = (double)whole(member(array, "offset")), size = (double)whole(member(array, "size"));
    const double width = member(event, "n") ? (double)whole(member(event, "n")) : 1;
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
    const double number = (double)whole(member(write->event, "a"));
    const cJSON *array = cJSON_GetArrayItem(member(write->launch, "arrays"), (int)number);
    const double now = element_value(output->base, output->actual, i);
    const double allowed = element_is_float(output->base) ? 1e-8 * fabs(now) : 0;
    return !cJSON_IsNumber(write->value) ||
           (double)whole(member(array, "size")) != (double)element_bytes(output->base) ||
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
    return recorded_line(write->event, member(driver, "trace"), file);
}
