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

enum { MOST_LAUNCHES = 16, MOST_BLOCKS = 8, MOST_LINES = 64, LANES = 32 };
enum { MOST_OF_AN_ELEMENT = 1024 }; // accesses; the rest of a launch would take long

struct launch {
    struct recorded_launch recorded;
    int number, blocks, threads;
    bool whole;                     // all of it is recorded
    const struct access **elements; // accesses to memory, those of a block to an element one after another
    const struct access **requests; // the first access of each request
    size_t count, request_count;
    int *barriers[MOST_BLOCKS]; // their lines, in order
    size_t barrier_count[MOST_BLOCKS];
};

struct drawing {
    const struct explain_question *earlier; // up to `kept`
    struct explain_question *kept;
    const struct launch *launch;
    struct rng rng;
    int32_t n;
    int seen;
};

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

// How many from the first one on are of its element.
static size_t run_length(const struct access *const *list, size_t count) {
    size_t length = 1;
    while (length < count && list[0]->block == list[length]->block && list[0]->array == list[length]->array &&
           list[0]->cell == list[length]->cell)
        length++;
    return length;
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

static bool is_telling(const struct drawing *d, enum explain_kind kind, int64_t key) {
    return key > 1 && key != LANES && key != d->n && key != (d->n + LANES - 1) / LANES &&
           (key != d->launch->blocks || kind == EXPLAIN_BLOCKS);
}

// Whether a reader knows which array is meant: one with a name, and where no parameter points into another's.
static bool has_name(const struct launch *l, const struct access *a) {
    const cJSON *arrays = cJSON_GetObjectItemCaseSensitive(l->recorded.json, "arrays"), *other;
    const cJSON *own = cJSON_GetArrayItem(arrays, a->array);
    const char *name = recorded_array(&l->recorded, a->array);
    const double from = reports_number(own, "offset"),
                 end = from + reports_number(own, "count") * reports_number(own, "size");
    cJSON_ArrayForEach(other, arrays) {
        const double at = reports_number(other, "offset"),
                     to = at + reports_number(other, "count") * reports_number(other, "size");
        if (!a->shared && other != own && at < end && to > from)
            return false;
    }
    return name[0] != '\0' && !strchr(name, ' ');
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

// Whether this one takes the place of the one that was kept.
static bool take(struct drawing *d, enum explain_kind kind, int64_t key, int line) {
    const struct launch *launch = d->launch;
    struct explain_question *q = d->kept;
    if (!is_telling(d, kind, key) || gives_away(d, kind, key, line) ||
        rng_between(&d->rng, 0, d->seen++) != 0)
        return false;
    *q = (struct explain_question){
        .kind = kind, .launch = launch->number, .line = line, .key = key, .counted = ASK_COUNT};
    snprintf(q->text, sizeof q->text, language_of("n = %d, launch %d (%.64s, blocks of %d threads): "), d->n,
             launch->number, launch->recorded.kernel, launch->threads);
    return true;
}

static void __attribute__((format(printf, 2, 3))) ask(struct drawing *d, const char *format, ...) {
    const size_t used = strlen(d->kept->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(d->kept->text + used, sizeof d->kept->text - used, format, arguments);
    va_end(arguments);
}

static void __attribute__((format(printf, 2, 3))) because(struct drawing *d, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(d->kept->why, sizeof d->kept->why, format, arguments);
    va_end(arguments);
}

/* ---- a launch ---- */

static void draw_blocks(struct drawing *d, enum explain_kind kind) {
    const struct launch *l = d->launch;
    if (l->threads == 0 || l->blocks == (d->n + l->threads - 1) / l->threads || !take(d, kind, l->blocks, 0))
        return;
    d->kept->counted = ASK_BLOCKS;
    ask(d, language_of("how many blocks does its grid have?"));
    because(d, language_of("%d blocks of %d threads are %lld threads, for %d elements."), l->blocks,
            l->threads, (long long)l->blocks * l->threads, d->n);
}

// Whether a barrier is the first of its line.
static bool is_new_place(const int *lines, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (lines[k] == lines[i])
            return false;
    return true;
}

static void draw_barriers(struct drawing *d, enum explain_kind kind) {
    const struct launch *l = d->launch;
    for (int block = 0; block < l->recorded.blocks; block++) {
        const int *lines = l->barriers[block];
        const size_t count = l->barrier_count[block];
        int places = 0;
        for (size_t i = 0; i < count; i++)
            places += is_new_place(lines, i);
        if ((size_t)places == count || !take(d, kind, (int64_t)count, 0))
            continue;
        ask(d, language_of("how many barriers does block %d pass?"), block);
        because(d, language_of("It passes %zu (lines with one: %d); the last one is in line %d."), count,
                places, lines[count - 1]);
    }
}

/* ---- a line ---- */

static const struct {
    const char *words;                         // what they are called
    enum question_asks requests, transactions; // what a GPU counts of them; ASK_COUNT: nothing
} sorts[2][3] = {{{"loads from global memory", ASK_LOAD_REQUESTS, ASK_LOAD_SECTORS},
                  {"stores to global memory", ASK_STORE_REQUESTS, ASK_STORE_SECTORS},
                  {"atomics on global memory", ASK_ATOMIC_REQUESTS, ASK_COUNT}},
                 {{"loads from shared memory", ASK_COUNT, ASK_SHARED_LOADS},
                  {"stores to shared memory", ASK_COUNT, ASK_SHARED_STORES},
                  {"atomics on shared memory", ASK_COUNT, ASK_SHARED_ATOMICS}}};

// What a line's accesses of one sort come to, in the first block or in all of them.
struct total {
    int64_t requests, lanes, transactions;
    int least, most;     // transactions of a request
    bool earlier, alone; // there were some before this request; no other line has such accesses
};

static struct total total_of(const struct launch *l, size_t of) {
    const struct access *like = l->requests[of];
    struct total total = {.least = INT32_MAX, .alone = l->whole};
    for (size_t i = 0; i < l->request_count; i++) {
        const struct access *a = l->requests[i];
        if (a->kind != like->kind || a->shared != like->shared || (!l->whole && a->block > 0))
            continue;
        total.alone = total.alone && a->line == like->line;
        if (a->line != like->line)
            continue;
        total.earlier = total.earlier || i < of;
        total.requests++;
        total.lanes += __builtin_popcount(a->lanes);
        total.transactions += a->transactions;
        total.least = a->transactions < total.least ? a->transactions : total.least;
        total.most = a->transactions > total.most ? a->transactions : total.most;
    }
    return total;
}

static void draw_total(struct drawing *d, enum explain_kind kind, size_t i) {
    static const char *const forms[EXPLAIN_KINDS] = {
        [EXPLAIN_REQUESTS] = "how many requests do the %s in line %d make, in %s?",
        [EXPLAIN_WAVEFRONTS] = "how many wavefronts do the %s in line %d take, in %s?",
        [EXPLAIN_SECTORS] = "how many sectors of 32 bytes do the %s in line %d move, in %s?",
        [EXPLAIN_ATOMICS] = "how many operations are the %s in line %d, all lanes counted, in %s?"};
    const struct launch *l = d->launch;
    const struct access *a = l->requests[i];
    const struct total total = total_of(l, i);
    const cJSON *array =
        cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(l->recorded.json, "arrays"), a->array);
    const int64_t ideal = (int64_t)(d->n * reports_number(array, "size") + 31) / 32;
    const int64_t key = kind == EXPLAIN_REQUESTS  ? total.requests
                        : kind == EXPLAIN_ATOMICS ? total.lanes
                                                  : total.transactions;
    if (total.earlier || (kind == EXPLAIN_SECTORS && key == ideal) || !take(d, kind, key, a->line))
        return;
    ask(d, language_of(forms[kind]), language_of(sorts[a->shared][a->kind].words), a->line,
        language_of(l->whole ? "the whole grid" : "block 0"));
    if (kind == EXPLAIN_REQUESTS || kind == EXPLAIN_ATOMICS)
        because(d, language_of("Warps make %lld requests there, with %lld active lanes in all."),
                (long long)total.requests, (long long)total.lanes);
    else if (total.least == total.most)
        because(d, language_of("Warps make %lld requests there, and each takes %d."),
                (long long)total.requests, total.most);
    else
        because(d, language_of("Warps make %lld requests there, and each takes %d to %d."),
                (long long)total.requests, total.least, total.most);
    if (total.alone && kind != EXPLAIN_ATOMICS)
        d->kept->counted = kind == EXPLAIN_REQUESTS ? sorts[a->shared][a->kind].requests
                                                    : sorts[a->shared][a->kind].transactions;
}

// A GPU counts sectors of atomics in another way.
static void draw_totals(struct drawing *d, enum explain_kind kind) {
    for (size_t i = 0; i < d->launch->request_count; i++) {
        const struct access *a = d->launch->requests[i];
        const bool fits = kind == EXPLAIN_WAVEFRONTS ? a->shared
                          : kind == EXPLAIN_SECTORS  ? !a->shared && a->kind != ACCESS_ATOMIC
                                                     : kind == EXPLAIN_REQUESTS || a->kind == ACCESS_ATOMIC;
        if (fits && a->line > 0)
            draw_total(d, kind, i);
    }
}

struct busy {
    int line;
    int64_t requests; // to one memory
};

static int list_busy(struct busy *lines, const struct launch *l, bool shared) {
    int count = 0;
    for (size_t i = 0; i < l->request_count && count < MOST_LINES; i++) {
        const struct access *a = l->requests[i];
        int at = 0;
        if (a->shared != shared || (!l->whole && a->block > 0))
            continue;
        while (at < count && lines[at].line != a->line)
            at++;
        lines[at] = at == count ? (struct busy){a->line, 1} : (struct busy){a->line, lines[at].requests + 1};
        count += at == count;
    }
    return count;
}

// The line that makes by far the most: a compiler may add a few to another, or save them.
static void draw_busiest(struct drawing *d, enum explain_kind kind) {
    const struct launch *l = d->launch;
    for (int shared = 0; shared < 2; shared++) {
        struct busy lines[MOST_LINES], first = {0}, second = {0};
        const int count = list_busy(lines, l, shared);
        for (int i = 0; i < count; i++) {
            const bool most = lines[i].requests > first.requests;
            second = most ? first : lines[i].requests > second.requests ? lines[i] : second;
            first = most ? lines[i] : first;
        }
        if (first.line == 0 || second.requests == 0 || 2 * first.requests < 3 * second.requests ||
            !take(d, kind, first.line, 0))
            continue;
        ask(d,
            language_of(
                "which line makes the most requests to %s in %s, loads, stores and atomics together?"),
            language_of(shared ? "shared memory" : "global memory"),
            language_of(l->whole ? "the whole grid" : "block 0"));
        because(d, language_of("Line %d makes %lld, line %d as the next one %lld."), first.line,
                (long long)first.requests, second.line, (long long)second.requests);
    }
}

static bool is_same_pass(const struct access *a, const struct access *b) {
    return a->block == b->block && a->thread / LANES == b->thread / LANES && a->interval == b->interval &&
           a->line == b->line;
}

// Whether the request is the last of its warp and line before a barrier, and the line's last ones of each
// sort have the same lanes: behind && or ?: they do not.
static bool is_last_pass(const struct launch *l, size_t last) {
    unsigned seen = 0;
    const struct access *a = l->requests[last];
    for (size_t i = l->request_count; i-- > 0;) {
        const struct access *b = l->requests[i];
        const unsigned sort = 1u << (b->kind + 4 * b->shared);
        if (!is_same_pass(a, b) || seen & sort)
            continue;
        if (a->lanes != b->lanes || i > last)
            return false;
        seen |= sort;
    }
    return true;
}

static void draw_lanes(struct drawing *d, enum explain_kind kind) {
    const struct launch *l = d->launch;
    for (size_t i = 0; i < l->request_count; i++) {
        const struct access *a = l->requests[i];
        const int lanes = __builtin_popcount(a->lanes);
        if (a->line == 0 || !is_telling(d, kind, lanes) || !is_last_pass(l, i) ||
            !take(d, kind, lanes, a->line))
            continue;
        ask(d,
            language_of("warp %d of block %d, barriers passed: %d. How many of its lanes take part when "
                        "it runs line %d for the last time before the next one?"),
            a->thread / LANES, a->block, a->interval, a->line);
        because(d, language_of("The mask of its active lanes is 0x%08x there."), a->lanes);
    }
}

/* ---- an element ---- */

static void ask_loader(struct drawing *d, enum explain_kind kind, const struct access *const *run,
                       size_t length, size_t i) {
    const struct access *a = run[i];
    for (size_t k = 0; k < length; k++)
        if (run[k]->kind == ACCESS_LOAD && run[k]->line == a->line && run[k]->thread != a->thread)
            return;
    if (a->kind != ACCESS_LOAD || a->line == 0 || a->thread == a->cell % d->launch->threads ||
        !take(d, kind, a->thread, a->line))
        return;
    ask(d, language_of("which thread of block %d loads `%s[%lld]` in line %d?"), a->block,
        recorded_array(&d->launch->recorded, a->array), (long long)a->cell, a->line);
    because(d, language_of("Thread %d does (barriers passed before: %d)."), a->thread, a->interval);
}

static bool is_write(const struct access *a) { return a->kind == ACCESS_STORE || a->kind == ACCESS_ATOMIC; }

// Whether a store is the element's last before some barrier, and no other thread's takes part in that.
static bool is_last_of_interval(const struct access *const *run, size_t length, size_t i) {
    for (size_t k = 0; k < length; k++)
        if (is_write(run[k]) && run[k]->interval == run[i]->interval &&
            (k > i || run[k]->thread != run[i]->thread))
            return false;
    return true;
}

// Whether another line stores to its array, too.
static bool is_stored_elsewhere(const struct launch *l, const struct access *a) {
    for (size_t i = 0; i < l->request_count; i++)
        if (is_write(l->requests[i]) && l->requests[i]->array == a->array &&
            l->requests[i]->block == a->block && l->requests[i]->line != a->line)
            return true;
    return false;
}

static void ask_last_store(struct drawing *d, enum explain_kind kind, const struct access *const *run,
                           size_t length, size_t i) {
    const struct access *a = run[i];
    const bool thread = kind == EXPLAIN_WRITER;
    for (size_t k = i + 1; k < length; k++)
        if (is_write(run[k]))
            return;
    if (a->kind != ACCESS_STORE || a->line == 0 || !is_last_of_interval(run, length, i) ||
        (thread ? a->thread == a->cell % d->launch->threads : !is_stored_elsewhere(d->launch, a)) ||
        !take(d, kind, thread ? a->thread : a->line, 0))
        return;
    ask(d,
        language_of(thread ? "which thread of block %d is the last of its threads to store to `%s[%lld]`?"
                           : "in which line do threads of block %d store to `%s[%lld]` for the last time?"),
        a->block, recorded_array(&d->launch->recorded, a->array), (long long)a->cell);
    because(d, language_of("It is thread %d, in line %d (barriers passed before: %d)."), a->thread, a->line,
            a->interval);
}

static bool is_of_ints(const struct launch *l, const struct access *a) {
    const char *type = reports_string(
        cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(l->recorded.json, "arrays"), a->array), "type");
    return type && (strcmp(type, "int") == 0 || strcmp(type, "unsigned int") == 0);
}

static void ask_value(struct drawing *d, enum explain_kind kind, const struct access *const *run,
                      size_t length, size_t i) {
    const struct access *a = run[i];
    const int64_t value = (int32_t)a->value;
    // An element of the input is no more than there are elements; the sum of all is no more than this.
    if (a->kind != ACCESS_STORE || !a->shared || a->line == 0 || value <= d->n ||
        value > (int64_t)d->n * (d->n + 1) / 2 || !is_of_ints(d->launch, a) ||
        (size_t)a->interval >= d->launch->barrier_count[a->block] || !is_last_of_interval(run, length, i) ||
        !take(d, kind, value, 0))
        return;
    ask(d, language_of("what is in `%s[%lld]` of block %d right after its barrier %d, counted from 1?"),
        recorded_array(&d->launch->recorded, a->array), (long long)a->cell, a->block, a->interval + 1);
    because(d, language_of("Thread %d stored %lld there in line %d."), a->thread, (long long)value, a->line);
}

static void draw_elements(struct drawing *d, enum explain_kind kind) {
    const struct launch *l = d->launch;
    for (size_t at = 0, length; at < l->count; at += length) {
        length = run_length(l->elements + at, l->count - at);
        for (size_t i = 0; i < length && length <= MOST_OF_AN_ELEMENT && has_name(l, l->elements[at]); i++)
            (kind == EXPLAIN_LOADER  ? ask_loader
             : kind == EXPLAIN_VALUE ? ask_value
                                     : ask_last_store)(d, kind, l->elements + at, length, i);
    }
}

/* ---- a barrier left out ---- */

// Two accesses that nothing would order.
struct pair {
    const struct access *first, *second;
    bool several, apart; // other lines, too; in different warps
};

// Whether all barriers between two accesses are in one line.
static bool has_only(const struct launch *l, const struct access *a, const struct access *b, int line) {
    for (int i = a->interval; i < b->interval; i++)
        if ((size_t)i >= l->barrier_count[a->block] || l->barriers[a->block][i] != line)
            return false;
    return a->interval >= 0 && a->interval < b->interval;
}

static void pair_up(struct pair *pair, const struct launch *l, const struct access *a, const struct access *b,
                    int line) {
    if (a->thread == b->thread || (!is_write(a) && !is_write(b)) ||
        (a->kind == ACCESS_ATOMIC && b->kind == ACCESS_ATOMIC) ||
        (!has_only(l, a, b, line) && !has_only(l, b, a, line)))
        return;
    const struct access *first = a->line < b->line ? a : b, *second = first == a ? b : a;
    pair->several = pair->several || first->line == 0 ||
                    (pair->first && (pair->first->line != first->line || pair->second->line != second->line));
    pair->apart = pair->apart || a->thread / LANES != b->thread / LANES;
    pair->first = first;
    pair->second = second;
}

static struct pair pair_without(const struct launch *l, int line) {
    struct pair pair = {.first = NULL};
    for (size_t at = 0, length; at < l->count && !pair.several; at += length) {
        length = run_length(l->elements + at, l->count - at);
        pair.several = length > MOST_OF_AN_ELEMENT;
        for (size_t i = at; i < at + length && !pair.several; i++)
            for (size_t k = i + 1; k < at + length && !pair.several; k++)
                pair_up(&pair, l, l->elements[i], l->elements[k], line);
    }
    return pair;
}

static void draw_race(struct drawing *d, enum explain_kind kind) {
    const struct launch *l = d->launch;
    for (size_t i = 0; i < l->barrier_count[0]; i++) {
        const int line = l->barriers[0][i];
        if (line == 0 || !is_new_place(l->barriers[0], i))
            continue;
        const struct pair pair = pair_without(l, line);
        if (!pair.first || pair.several || !pair.apart || !take(d, kind, pair.second->line, line))
            continue;
        ask(d,
            language_of(
                "suppose that the barrier in line %d were left out. Two accesses of different threads "
                "would race; in which line is the one that is further down in the file? It may be "
                "the line of both."),
            line);
        because(d,
                language_of("Thread %d in line %d and thread %d in line %d access element %lld of the same "
                            "array, and no other barrier is between them."),
                pair.first->thread, pair.first->line, pair.second->thread, pair.second->line,
                (long long)pair.first->cell);
    }
}

/* ---- all of it ---- */

static void (*const draws[EXPLAIN_KINDS])(struct drawing *, enum explain_kind) = {
    [EXPLAIN_BLOCKS] = draw_blocks,      [EXPLAIN_LOADER] = draw_elements,   [EXPLAIN_WRITER] = draw_elements,
    [EXPLAIN_LAST_LINE] = draw_elements, [EXPLAIN_BUSIEST] = draw_busiest,   [EXPLAIN_LANES] = draw_lanes,
    [EXPLAIN_REQUESTS] = draw_totals,    [EXPLAIN_WAVEFRONTS] = draw_totals, [EXPLAIN_SECTORS] = draw_totals,
    [EXPLAIN_ATOMICS] = draw_totals,     [EXPLAIN_BARRIERS] = draw_barriers, [EXPLAIN_VALUE] = draw_elements,
    [EXPLAIN_RACE] = draw_race,
};

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
            draws[kind](&d, kind);
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
