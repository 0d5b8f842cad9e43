// A recording of the CPU engine as a list of accesses.
#include "recorded.h"

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

static int line_of(const cJSON *event, const cJSON *trace, const char *file) {
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

// Where its array lies. @return false if it has no words of four bytes
static bool find_array(const struct recorded_launch *launch, const cJSON *event, struct access *like,
                       int64_t *from) {
    const int64_t number = whole(member(event, "a"));
    const cJSON *array =
        number >= 0 && number < 1000 ? cJSON_GetArrayItem(member(launch->json, "arrays"), (int)number) : NULL;
    const char *space = reports_string(array, "space");
    like->array = (int)number;
    like->shared = space && strcmp(space, "shared") == 0;
    *from = like->shared ? number << 32 : whole(member(array, "offset"));
    return space && whole(member(array, "size")) == WORD && *from >= 0;
}

// The k-th word of an access to several.
static const cJSON *part(const cJSON *value, int k) {
    return cJSON_IsArray(value) ? cJSON_GetArrayItem(value, k) : value;
}

static bool add_lanes(struct recorded_launch *launch, const cJSON *event, const struct access *like,
                      int64_t from, uint32_t lanes) {
    const cJSON *cell = member(event, "c") ? member(event, "c")->child : NULL,
                *value = member(event, "v") ? member(event, "v")->child : NULL,
                *before = member(event, "o") ? member(event, "o")->child : NULL;
    const int64_t width = member(event, "n") ? whole(member(event, "n")) : 1;
    for (int lane = 0; lane < LANES && cell && value; lane++) {
        if (!(lanes >> lane & 1))
            continue;
        const int64_t at = cJSON_IsNumber(cell) ? (int64_t)cell->valuedouble : -1;
        for (int k = 0; at >= 0 && at < INT32_MAX && k < width && k < LANES; k++) {
            struct access *to = add(launch);
            if (!to)
                return false;
            *to = *like;
            to->thread += lane;
            to->cell = at + k;
            to->place = like->kind == ACCESS_SHUFFLE ? at : from + (at + k) * (like->shared ? 1 : WORD);
            to->value = word_of(part(value, k));
            to->before = word_of(part(before, k));
            to->absent = like->kind == ACCESS_SHUFFLE && at < LANES && !(lanes >> at & 1);
        }
        cell = cell->next;
        value = value->next;
        before = before ? before->next : NULL;
    }
    return true;
}

static bool add_event(struct recorded_launch *launch, const cJSON *event, const cJSON *trace,
                      const char *file) {
    struct access like = {.array = -1};
    int64_t from = 0;
    const int64_t block = whole(member(event, "b")), warp = whole(member(event, "w")),
                  lanes = whole(member(event, "m"));
    if (!kind_of(event, &like.kind) || block < 0 || block >= MOST_BLOCKS || warp < 0 || warp >= WARPS ||
        lanes < 0 || lanes > UINT32_MAX)
        return true;
    if (like.kind != ACCESS_SHUFFLE && !find_array(launch, event, &like, &from))
        return true;
    like.block = (int)block;
    like.thread = (int)warp * LANES;
    like.line = line_of(event, trace, file);
    return add_lanes(launch, event, &like, from, (uint32_t)lanes);
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

bool recorded_read(struct recorded_launch *launch, const cJSON *json, const cJSON *trace, const char *file) {
    const cJSON *event;
    const char *kernel = reports_string(json, "kernel");
    *launch =
        (struct recorded_launch){.json = json, .kernel = kernel ? kernel : "", .blocks = whole_blocks(json)};
    cJSON_ArrayForEach(event, member(json, "events")) {
        if (!add_event(launch, event, trace, file)) {
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
