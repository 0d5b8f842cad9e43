// A recording as text: one line per step, in columns.
#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"
#include "run/reports.h"
#include "trace.h"
#include "viewer/replay.h"

enum { WHAT_WIDTH = 96 };

// The text in a recording may have any content.
static const char *clean(const cJSON *object, const char *name) {
    static char text[4][400];
    static unsigned next;
    char *to = text[next++ % 4];
    const char *from = reports_string(object, name);
    snprintf(to, sizeof text[0], "%s", from ? from : "?");
    utf8_escape_line(to, sizeof text[0]);
    return to;
}

static int cell_at(const cJSON *event, int i) {
    return (int)cJSON_GetNumberValue(simt_replay_item(event, "c", i));
}

// The cells of an array: each component of a vector is one.
struct cells {
    const char *name;
    int components;
    bool whole; // each access covers a whole vector
};

static struct cells cells_of(const cJSON *array, const cJSON *event) {
    const int components = simt_replay_number(array, "components", 1);
    return (struct cells){clean(array, "name"), components,
                          components > 1 && simt_replay_number(event, "n", 0) == components};
}

// "s[3]=", "s[0..3]=", or for a component "s[3].y=".
static int print_place(char *to, size_t size, const struct cells *of, int first, int last) {
    const int c = of->components > 1 ? of->components : 1;
    if (c > 1 && !of->whole)
        return snprintf(to, size, " %s[%d].%c=", of->name, first / c, "xyzw"[first % c & 3]);
    if (last > first)
        return snprintf(to, size, " %s[%d..%d]=", of->name, first / c, last / c);
    return snprintf(to, size, " %s[%d]=", of->name, first / c);
}

// "5", or for a whole vector "(5 2)".
static void print_value(char *to, size_t size, const struct cells *of, const cJSON *value) {
    const cJSON *component;
    size_t length = 0;
    if (!of->whole || !cJSON_IsArray(value)) {
        simt_replay_value(to, size, value);
        return;
    }
    cJSON_ArrayForEach(component, value) {
        char text[40];
        simt_replay_value(text, sizeof text, component);
        if (length < size)
            length += (size_t)snprintf(to + length, size - length, "%s%s", length ? " " : "(", text);
    }
    if (length < size)
        snprintf(to + length, size - length, ")");
}

// "s[0..3]=3 7 1 2 s[8]=4": the cells that an access touched, cut off before the line becomes too long.
static void print_cells(char *to, size_t size, const cJSON *event, const cJSON *array) {
    const int count = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(event, "c"));
    const struct cells of = cells_of(array, event);
    const int step = of.whole ? of.components : 1;
    size_t length = 0;
    for (int i = 0; i < count;) {
        int last = i;
        char value[128];
        while ((of.components == 1 || of.whole) && last + 1 < count &&
               cell_at(event, last + 1) == cell_at(event, last) + step)
            last++;
        length +=
            (size_t)print_place(to + length, size - length, &of, cell_at(event, i), cell_at(event, last));
        for (const int first = i; i <= last && length < WHAT_WIDTH; i++) {
            print_value(value, sizeof value, &of, simt_replay_item(event, "v", i));
            length += (size_t)snprintf(to + length, size - length, "%s%s", i > first ? " " : "", value);
        }
        if (length >= WHAT_WIDTH) {
            snprintf(to + length, size - length, i < count ? " .." : "");
            return;
        }
    }
}

static void print_what(FILE *out, const cJSON *launch, const cJSON *event) {
    static const struct {
        const char *kind, *words;
    } verbs[] = {{"load", "read"},          {"store", "write"},
                 {"atomic", "atomic"},      {"barrier", "---- barrier ----"},
                 {"shuffle", "shuffle"},    {"warp", "warp operation"},
                 {"fault", "it ends here"}, {"code", "run"}};
    const char *kind = reports_string(event, "k"), *words = "?";
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (kind && strcmp(kind, verbs[i].kind) == 0)
            words = verbs[i].words;
    char cells[WHAT_WIDTH + 256] = "";
    const bool access = cJSON_GetObjectItemCaseSensitive(event, "a") != NULL;
    if (access)
        print_cells(cells, sizeof cells, event,
                    simt_replay_item(launch, "arrays", simt_replay_number(event, "a", 0)));
    fprintf(out, "%s%s", words, cells);
}

// Prints an error in full at first, and as a word after that.
static void print_error(FILE *out, const cJSON *trace, const cJSON *event, unsigned *told) {
    if (!cJSON_GetObjectItemCaseSensitive(event, "e"))
        return;
    const int number_of = simt_replay_number(event, "e", 0);
    const cJSON *error = simt_replay_item(trace, "errors", number_of);
    const unsigned bit = number_of >= 0 && number_of < 32 ? 1u << number_of : 0;
    if (*told & bit)
        fprintf(out, "%43s ^ %s, the same\n", "", clean(error, "kind"));
    else
        fprintf(out, "%43s ^ %s: %s\n", "", clean(error, "kind"), clean(error, "message"));
    *told |= bit;
}

// Prints the variables' values if they differ from the last ones printed.
static void print_locals(FILE *out, const cJSON *trace, const cJSON *event) {
    static char last[WHAT_WIDTH];
    char now[WHAT_WIDTH];
    simt_replay_locals(now, sizeof now, trace, event);
    utf8_escape(now, sizeof now);
    if (now[0] && strcmp(now, last) != 0)
        fprintf(out, "%43s   where %s\n", "", now);
    memcpy(last, now, sizeof last);
}

static void print_event(FILE *out, const cJSON *trace, const cJSON *launch, const cJSON *event, int step,
                        unsigned *told) {
    char lanes[48], place[48];
    const cJSON *line = cJSON_GetObjectItemCaseSensitive(event, "l");
    const int file = (int)cJSON_GetNumberValue(cJSON_GetArrayItem(line, 0));
    snprintf(place, sizeof place, "%.30s:%d",
             reports_base_name(clean(simt_replay_item(trace, "files", file), "name")),
             (int)cJSON_GetNumberValue(cJSON_GetArrayItem(line, 1)));
    simt_replay_lanes(lanes, sizeof lanes, simt_replay_mask(event), 32 * simt_replay_number(event, "w", 0));
    fprintf(out, "%5d %5d %8d  %-16s %-12s ", step, simt_replay_number(event, "b", 0),
            simt_replay_number(event, "i", 0), place, lanes);
    print_what(out, launch, event);
    fputc('\n', out);
    print_locals(out, trace, event);
    print_error(out, trace, event, told);
}

static void print_launch(FILE *out, const cJSON *trace, const cJSON *launch, int index, unsigned *told) {
    const cJSON *event;
    int step = 0;
    fprintf(out, "launch %d: %s, %.0f block(s) of %.0f threads\n", index, clean(launch, "kernel"),
            cJSON_GetNumberValue(simt_replay_item(launch, "grid", 0)),
            cJSON_GetNumberValue(simt_replay_item(launch, "block", 0)));
    fprintf(out, " step block interval  %-16s %-12s what\n", "line", "threads");
    cJSON_ArrayForEach(event, cJSON_GetObjectItemCaseSensitive(launch, "events")) {
        const char *kind = reports_string(event, "k");
        if (!kind || strcmp(kind, "code") != 0)
            print_event(out, trace, launch, event, ++step, told);
    }
    fprintf(out, "%d steps and %d %s in all%s\n\n", simt_replay_number(launch, "steps", 0),
            simt_replay_number(launch, "work", 0),
            cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(launch, "work_is_stores")) ? "stores"
                                                                                     : "operations",
            cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(launch, "cut"))
                ? "; shown are 8 blocks, 64 threads of each"
                : "");
}

void trace_print(FILE *out, const cJSON *trace) {
    const cJSON *launch;
    int index = 0;
    unsigned told = 0; // errors printed so far
    cJSON_ArrayForEach(launch, cJSON_GetObjectItemCaseSensitive(trace, "launches"))
        print_launch(out, trace, launch, ++index, &told);
}
