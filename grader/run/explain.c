// Questions about a recorded run, with the numbers that answer them.
//
// Each kind of question looks at all that it could ask of each launch, and keeps one of these by chance. What
// could be told from the handout and the question alone is left out: 0 and 1, a warp, the number of elements.
#include "explain.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/language.h"
#include "recorded.h"
#include "reports.h"

enum { MOST_LAUNCHES = 16 };

static const struct {
    const char *name, *concept;
} kinds[EXPLAIN_KINDS] = {
    [EXPLAIN_BLOCKS] = {"blocks", "blocks of a launch"},
    [EXPLAIN_LOADER] = {"loader", "which thread loads an element"},
    [EXPLAIN_WRITER] = {"writer", "which thread stores to an element last"},
    [EXPLAIN_LAST_LINE] = {"last_line", "in which line an element is stored to last"},
    [EXPLAIN_BUSIEST] = {"busiest", "the line with most requests"},
    [EXPLAIN_LANES] = {"lanes", "lanes that take part"},
    [EXPLAIN_REQUESTS] = {"requests", "requests of a line"},
    [EXPLAIN_WAVEFRONTS] = {"wavefronts", "wavefronts of a line"},
    [EXPLAIN_SECTORS] = {"sectors", "sectors of a line"},
    [EXPLAIN_ATOMICS] = {"atomics", "atomic operations of a line"},
    [EXPLAIN_BARRIERS] = {"barriers", "barriers of a block"},
    [EXPLAIN_VALUE] = {"value", "an element after a barrier"},
    [EXPLAIN_RACE] = {"race", "the race that a barrier prevents"},
};

const char *explain_concept(enum explain_kind kind) { return kinds[kind].concept; }
const char *explain_name(enum explain_kind kind) { return kinds[kind].name; }

/* ---- the recording ---- */

static double product(const cJSON *list) {
    double all = 1;
    const cJSON *item;
    cJSON_ArrayForEach(item, list) all *= cJSON_GetNumberValue(item);
    return all >= 1 && all <= INT32_MAX ? all : 0;
}

static bool read_barriers(struct launch *launch, const cJSON *trace, const char *file) {
    const cJSON *event;
    cJSON_ArrayForEach(event, cJSON_GetObjectItemCaseSensitive(launch->recorded.json, "events")) {
        const char *kind = reports_string(event, "k");
        const double block = reports_number(event, "b");
        if (!kind || strcmp(kind, "barrier") != 0 || !(block >= 0 && block < MOST_BLOCKS))
            continue;
        int *line =
            array_add(&launch->barriers[(int)block], &launch->barrier_count[(int)block], sizeof *line);
        if (!line)
            return false;
        *line = recorded_line(event, trace, file);
    }
    return true;
}

static int compare_wholes(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int by_element(const void *left, const void *right) {
    const struct access *a = *(const struct access *const *)left, *b = *(const struct access *const *)right;
    return a->block != b->block   ? compare_wholes(a->block, b->block)
           : a->array != b->array ? compare_wholes(a->array, b->array)
           : a->cell != b->cell   ? compare_wholes(a->cell, b->cell)
                                  : (a > b) - (a < b);
}

static bool read_launch(struct launch *launch, const cJSON *json, int number, const cJSON *trace,
                        const char *file) {
    *launch = (struct launch){.number = number,
                              .blocks = (int)product(cJSON_GetObjectItemCaseSensitive(json, "grid")),
                              .threads = (int)product(cJSON_GetObjectItemCaseSensitive(json, "block"))};
    if (!recorded_read(&launch->recorded, json, trace, file, true))
        return false;
    const struct recorded_launch *of = &launch->recorded;
    launch->whole = of->blocks == launch->blocks;
    launch->elements = calloc(of->count + 1, sizeof *launch->elements);
    launch->requests = calloc(of->count + 1, sizeof *launch->requests);
    if (!launch->elements || !launch->requests || !read_barriers(launch, trace, file))
        return false;
    for (size_t i = 0; of->blocks > 0 && i < of->count; i++) {
        const struct access *a = &of->list[i];
        if (a->kind == ACCESS_SHUFFLE)
            continue;
        launch->elements[launch->count++] = a;
        if (launch->request_count == 0 || launch->requests[launch->request_count - 1]->request != a->request)
            launch->requests[launch->request_count++] = a;
    }
    qsort(launch->elements, launch->count, sizeof *launch->elements, by_element);
    return true;
}

static void free_launch(struct launch *launch) {
    for (int i = 0; i < MOST_BLOCKS; i++)
        free(launch->barriers[i]);
    free(launch->elements);
    free(launch->requests);
    recorded_free(&launch->recorded);
}

/* ---- what is kept of all that could be asked ---- */

bool explain_is_telling(const struct drawing *d, enum explain_kind kind, int64_t key) {
    return key > 1 && key != LANES && key != d->n && key != (d->n + LANES - 1) / LANES &&
           (key != d->launch->blocks || kind == EXPLAIN_BLOCKS);
}

static bool is_answered_by_line(enum explain_kind kind) {
    return kind == EXPLAIN_RACE || kind == EXPLAIN_LAST_LINE || kind == EXPLAIN_BUSIEST;
}

// Whether the line that answers one question is named by another.
static bool gives_away(const struct drawing *d, enum explain_kind kind, int64_t key, int line) {
    for (const struct explain_question *q = d->earlier; q < d->kept; q++)
        if ((is_answered_by_line(q->kind) && q->key == line) || (is_answered_by_line(kind) && q->line == key))
            return true;
    return false;
}

bool explain_take(struct drawing *d, enum explain_kind kind, int64_t key, int line) {
    const struct launch *launch = d->launch;
    struct explain_question *q = d->kept;
    if (!explain_is_telling(d, kind, key) || gives_away(d, kind, key, line) ||
        rng_between(&d->rng, 0, d->seen++) != 0)
        return false;
    *q = (struct explain_question){
        .kind = kind, .launch = launch->number, .line = line, .key = key, .counted = ASK_COUNT};
    snprintf(q->text, sizeof q->text, language_of("n = %d, launch %d (%.64s, blocks of %d threads): "), d->n,
             launch->number, launch->recorded.kernel, launch->threads);
    return true;
}

void explain_ask_for(struct drawing *d, const char *format, ...) {
    const size_t used = strlen(d->kept->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(d->kept->text + used, sizeof d->kept->text - used, format, arguments);
    va_end(arguments);
}

void explain_because(struct drawing *d, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(d->kept->why, sizeof d->kept->why, format, arguments);
    va_end(arguments);
}

/* ---- all of it ---- */

// What may follow from the algorithm alone, and not from how it is written, is asked once at most.
static bool is_general(enum explain_kind kind) {
    return kind == EXPLAIN_BLOCKS || kind == EXPLAIN_BARRIERS || kind == EXPLAIN_VALUE;
}

static size_t draw_all(struct explain_question *questions, size_t most, const struct launch *launches,
                       int launch_count, int32_t n, uint64_t seed) {
    enum explain_kind order[EXPLAIN_KINDS];
    struct rng rng = rng_stream(seed, EXPLAIN_KINDS);
    size_t count = 0;
    bool general = false, tried[EXPLAIN_KINDS] = {false};
    int others = 0; // that a line does not answer
    for (int i = 0; i < EXPLAIN_KINDS; i++) {
        const int at = rng_between(&rng, 0, i);
        order[i] = order[at];
        order[at] = (enum explain_kind)i;
    }
    for (int i = 0; i < 2 * EXPLAIN_KINDS && count < (i < EXPLAIN_KINDS ? most : EXPLAIN_LEAST); i++) {
        const enum explain_kind kind = order[i % EXPLAIN_KINDS];
        struct drawing d = {
            .earlier = questions, .kept = &questions[count], .rng = rng_stream(seed, kind), .n = n};
        const bool line = is_answered_by_line(kind);
        if (tried[kind] || (general && is_general(kind)) || (!line && others == 2 && i < EXPLAIN_KINDS))
            continue;
        for (int k = 0; k < launch_count; k++) {
            d.launch = &launches[k];
            explain_draws[kind](&d, kind);
        }
        tried[kind] = true;
        general = general || (d.seen > 0 && is_general(kind));
        others += d.seen > 0 && !line;
        count += d.seen > 0;
    }
    return count;
}

size_t explain_draw(struct explain_question *questions, size_t most, const cJSON *trace, const char *file,
                    int32_t n, uint64_t seed) {
    struct launch launches[MOST_LAUNCHES] = {{.number = 0}};
    const cJSON *json = cJSON_GetObjectItemCaseSensitive(trace, "launches");
    int count = 0;
    bool good = true;
    for (json = json ? json->child : NULL; json && good && count < MOST_LAUNCHES; json = json->next) {
        good = read_launch(&launches[count], json, count + 1, trace, file);
        count++;
    }
    const size_t drawn = good ? draw_all(questions, most, launches, count, n, seed) : 0;
    for (int i = 0; i < count; i++)
        free_launch(&launches[i]);
    return drawn;
}
