// Questions about a recorded run, with the numbers that answer them.
//
// Each kind of question looks at all that it could ask of each launch, and keeps one of these by chance. What
// could be told from the handout and the question alone is left out: 0 and 1, a warp, the number of elements.
#include "explain.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "recorded.h"
#include "reports.h"

enum { MOST_LAUNCHES = 16, MOST_BLOCKS = 8, MOST_BARRIERS = 20000, MOST_THREADS = 1024, LANES = 32 };
enum { MOST_OF_AN_ELEMENT = 1024 }; // accesses; the rest of a launch would take long

struct launch {
    struct recorded_launch recorded;
    int number, blocks, threads;
    bool whole;                     // all of it is recorded
    const struct access **list;     // sorted anew for each kind
    const struct access **requests; // the first access of each
    size_t request_count;
    int *barriers[MOST_BLOCKS]; // their lines, in order
    int barrier_count[MOST_BLOCKS];
};

struct drawing {
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
    [EXPLAIN_IDLE] = {"idle", "threads without an element"},
    [EXPLAIN_LOADER] = {"loader", "which thread loads an element"},
    [EXPLAIN_WRITER] = {"writer", "which thread stores to an element last"},
    [EXPLAIN_WRITES] = {"writes", "how often an element is written"},
    [EXPLAIN_LANES] = {"lanes", "lanes that take part"},
    [EXPLAIN_REQUESTS] = {"requests", "requests of a line"},
    [EXPLAIN_WAVEFRONTS] = {"wavefronts", "wavefronts of a line"},
    [EXPLAIN_SECTORS] = {"sectors", "sectors of a line"},
    [EXPLAIN_ATOMICS] = {"atomics", "atomic operations of a line"},
    [EXPLAIN_BARRIERS] = {"barriers", "barriers of a block"},
    [EXPLAIN_VALUE] = {"value", "an element after a barrier"},
    [EXPLAIN_LAST_STORE] = {"last_store", "a thread's last store"},
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
        const double number = reports_number(event, "b");
        if (!kind || strcmp(kind, "barrier") != 0 || !(number >= 0 && number < MOST_BLOCKS))
            continue;
        const int block = (int)number;
        if (!launch->barriers[block])
            launch->barriers[block] = calloc(MOST_BARRIERS, sizeof(int));
        if (!launch->barriers[block])
            return false;
        if (launch->barrier_count[block] < MOST_BARRIERS)
            launch->barriers[block][launch->barrier_count[block]++] = recorded_line(event, trace, file);
    }
    return true;
}

static bool read_launch(struct launch *launch, const cJSON *json, int number, const cJSON *trace,
                        const char *file) {
    *launch = (struct launch){.number = number,
                              .blocks = (int)product(cJSON_GetObjectItemCaseSensitive(json, "grid")),
                              .threads = (int)product(cJSON_GetObjectItemCaseSensitive(json, "block"))};
    if (!recorded_read(&launch->recorded, json, trace, file, true))
        return false;
    const struct recorded_launch *of = &launch->recorded;
    launch->whole = of->blocks > 0 && of->blocks == launch->blocks;
    launch->list = calloc(of->count + 1, sizeof *launch->list);
    launch->requests = calloc(of->count + 1, sizeof *launch->requests);
    for (size_t i = 0; launch->requests && i < of->count; i++)
        if (of->list[i].kind != ACCESS_SHUFFLE && (i == 0 || of->list[i].request != of->list[i - 1].request))
            launch->requests[launch->request_count++] = &of->list[i];
    return launch->list && launch->requests && read_barriers(launch, trace, file);
}

static void free_launch(struct launch *launch) {
    for (int i = 0; i < MOST_BLOCKS; i++)
        free(launch->barriers[i]);
    free(launch->list);
    free(launch->requests);
    recorded_free(&launch->recorded);
}

// The accesses to memory in a new order. @return how many
static size_t sort_accesses(const struct launch *launch, int (*order)(const void *, const void *)) {
    size_t count = 0;
    for (size_t i = 0; i < launch->recorded.count; i++)
        if (launch->recorded.list[i].kind != ACCESS_SHUFFLE &&
            launch->recorded.list[i].block < launch->recorded.blocks &&
            launch->recorded.list[i].thread < MOST_THREADS)
            launch->list[count++] = &launch->recorded.list[i];
    qsort(launch->list, count, sizeof *launch->list, order);
    return count;
}

static int compare(int64_t a, int64_t b) { return (a > b) - (a < b); }

// Accesses of a block to one element follow each other, in the order of time.
static int by_element(const void *left, const void *right) {
    const struct access *a = *(const struct access *const *)left, *b = *(const struct access *const *)right;
    return a->block != b->block   ? compare(a->block, b->block)
           : a->array != b->array ? compare(a->array, b->array)
           : a->cell != b->cell   ? compare(a->cell, b->cell)
                                  : (a > b) - (a < b);
}

static int by_thread(const void *left, const void *right) {
    const struct access *a = *(const struct access *const *)left, *b = *(const struct access *const *)right;
    return a->block != b->block     ? compare(a->block, b->block)
           : a->thread != b->thread ? compare(a->thread, b->thread)
                                    : (a > b) - (a < b);
}

static bool is_same_element(const struct access *a, const struct access *b) {
    return a->block == b->block && a->array == b->array && a->cell == b->cell;
}

// From the first one on, those that are like it. @return how many
static size_t run_length(const struct access *const *list, size_t count,
                         bool (*same)(const struct access *, const struct access *)) {
    size_t length = 1;
    while (length < count && same(list[0], list[length]))
        length++;
    return length;
}

/* ---- what is kept of all that could be asked ---- */

static bool is_telling(const struct drawing *d, enum explain_kind kind, int64_t key) {
    return key > 1 && key != LANES && key != d->n && key != (d->n + LANES - 1) / LANES &&
           (key != d->launch->blocks || kind == EXPLAIN_BLOCKS);
}

static bool has_name(const struct launch *launch, const struct access *a) {
    const char *name = recorded_array(&launch->recorded, a->array);
    return name[0] != '\0' && !strchr(name, ' ');
}

// Whether this one takes the place of the one that was kept.
static bool take(struct drawing *d, enum explain_kind kind, int64_t key, int line) {
    const struct launch *launch = d->launch;
    struct explain_question *q = d->kept;
    if (!is_telling(d, kind, key) || rng_between(&d->rng, 0, d->seen++) != 0)
        return false;
    *q = (struct explain_question){.kind = kind, .launch = launch->number, .line = line, .key = key};
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

static void draw_blocks(struct drawing *d) {
    const struct launch *l = d->launch;
    if (l->threads == 0 || l->blocks == (d->n + l->threads - 1) / l->threads ||
        !take(d, EXPLAIN_BLOCKS, l->blocks, 0))
        return;
    d->kept->is_counted = true;
    d->kept->counted = ASK_BLOCKS;
    ask(d, language_of("how many blocks does its grid have?"));
    because(d, language_of("%d blocks of %d threads are %lld threads, for %d elements."), l->blocks,
            l->threads, (long long)l->blocks * l->threads, d->n);
}

static void draw_idle(struct drawing *d) {
    const struct launch *l = d->launch;
    const int64_t all = (int64_t)l->blocks * l->threads;
    const int arrays = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(l->recorded.json, "arrays"));
    for (int array = 0; l->whole && array < arrays; array++) {
        bool loads[MOST_BLOCKS][MOST_THREADS] = {{false}};
        int64_t loading = 0;
        const struct access *first = NULL;
        for (size_t i = 0; i < l->recorded.count; i++) {
            const struct access *a = &l->recorded.list[i];
            if (a->kind != ACCESS_LOAD || a->shared || a->array != array || loads[a->block][a->thread])
                continue;
            loads[a->block][a->thread] = true;
            loading++;
            first = first ? first : a;
        }
        if (!first || !has_name(l, first) || all - loading == all - d->n ||
            !take(d, EXPLAIN_IDLE, all - loading, 0))
            continue;
        ask(d, language_of("how many threads of its whole grid never load from `%s`?"),
            recorded_array(&l->recorded, array));
        because(d, language_of("%d blocks of %d threads are %lld threads, and %lld of them load from it."),
                l->blocks, l->threads, (long long)all, (long long)loading);
    }
}

// Lines of one block's barriers that differ.
static int count_places(const int *lines, int count) {
    int places = 0;
    for (int i = 0; i < count; i++) {
        int before = 0;
        while (before < i && lines[before] != lines[i])
            before++;
        places += before == i;
    }
    return places;
}

static void draw_barriers(struct drawing *d) {
    const struct launch *l = d->launch;
    for (int block = 0; block < l->recorded.blocks && block < MOST_BLOCKS; block++) {
        const int count = l->barrier_count[block];
        const int places = count_places(l->barriers[block], count);
        if (places == count || !take(d, EXPLAIN_BARRIERS, count, 0))
            continue;
        ask(d, language_of("how many barriers does block %d pass?"), block);
        because(d, language_of("It passes %d, at %d place(s) of the program; the last one in line %d."),
                count, places, l->barriers[block][count - 1]);
    }
}

/* ---- a line ---- */

static const char *words_of(const struct access *a) {
    static const char *const words[2][3] = {
        {"loads from global memory", "stores to global memory", "atomics on global memory"},
        {"loads from shared memory", "stores to shared memory", "atomics on shared memory"}};
    return language_of(words[a->shared][a->kind]);
}

// What a line's accesses of one sort come to, in a block, or in all of them.
struct total {
    int64_t requests, lanes, transactions;
    int least, most; // transactions of a request
    bool alone;      // no other line has such accesses
};

static struct total total_of(const struct launch *l, const struct access *like, int block) {
    struct total total = {.least = INT32_MAX, .alone = true};
    for (size_t i = 0; i < l->request_count; i++) {
        const struct access *a = l->requests[i];
        if (a->kind != like->kind || a->shared != like->shared || (block >= 0 && a->block != block))
            continue;
        total.alone = total.alone && a->line == like->line;
        if (a->line != like->line)
            continue;
        total.requests++;
        total.lanes += __builtin_popcount(a->lanes);
        total.transactions += a->transactions;
        total.least = a->transactions < total.least ? a->transactions : total.least;
        total.most = a->transactions > total.most ? a->transactions : total.most;
    }
    return total;
}

// What a GPU counts of it.
static void note_counter(struct explain_question *q, const struct access *a) {
    static const enum question_asks none = ASK_COUNT,
                                    requests[] = {ASK_LOAD_REQUESTS, ASK_STORE_REQUESTS, ASK_ATOMIC_REQUESTS},
                                    sectors[] = {ASK_LOAD_SECTORS, ASK_STORE_SECTORS, ASK_COUNT},
                                    wavefronts[] = {ASK_SHARED_LOADS, ASK_SHARED_STORES, ASK_SHARED_ATOMICS};
    q->counted = q->kind == EXPLAIN_REQUESTS && !a->shared ? requests[a->kind]
                 : q->kind == EXPLAIN_SECTORS              ? sectors[a->kind]
                 : q->kind == EXPLAIN_WAVEFRONTS           ? wavefronts[a->kind]
                                                           : none;
    q->is_counted = q->counted != none;
}

// The line before this request has been seen.
static bool is_known_line(const struct launch *l, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (l->requests[k]->line == l->requests[i]->line && l->requests[k]->kind == l->requests[i]->kind &&
            l->requests[k]->shared == l->requests[i]->shared)
            return true;
    return false;
}

static void ask_total(struct drawing *d, enum explain_kind kind, const struct access *a,
                      const struct total *total, int block) {
    const char *form = kind == EXPLAIN_REQUESTS     ? "how many requests do the %s in line %d make, in %s?"
                       : kind == EXPLAIN_WAVEFRONTS ? "how many wavefronts do the %s in line %d take, in %s?"
                       : kind == EXPLAIN_SECTORS
                           ? "how many sectors of 32 bytes do the %s in line %d move, in %s?"
                           : "how many operations are the %s in line %d, all lanes counted, in %s?";
    char scope[64];
    snprintf(scope, sizeof scope, language_of(block < 0 ? "the whole grid" : "block %d"), block);
    ask(d, language_of(form), words_of(a), a->line, scope);
    because(d,
            language_of("Warps come there %lld times, with %lld active lanes in all; one such request takes "
                        "%d to %d sectors or wavefronts."),
            (long long)total->requests, (long long)total->lanes, total->least, total->most);
    if (block < 0 && total->alone)
        note_counter(d->kept, a);
}

static void draw_totals(struct drawing *d, enum explain_kind kind) {
    const struct launch *l = d->launch;
    const int block =
        l->whole || l->recorded.blocks == 0 ? -1 : rng_between(&d->rng, 0, l->recorded.blocks - 1);
    for (size_t i = 0; l->recorded.blocks > 0 && i < l->request_count; i++) {
        const struct access *a = l->requests[i];
        const bool fits = kind == EXPLAIN_WAVEFRONTS ? a->shared
                          : kind == EXPLAIN_SECTORS  ? !a->shared
                                                     : kind == EXPLAIN_REQUESTS || a->kind == ACCESS_ATOMIC;
        if (!fits || a->line == 0 || is_known_line(l, i))
            continue;
        const struct total total = total_of(l, a, block);
        const cJSON *array =
            cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(l->recorded.json, "arrays"), a->array);
        const int64_t key = kind == EXPLAIN_REQUESTS  ? total.requests
                            : kind == EXPLAIN_ATOMICS ? total.lanes
                                                      : total.transactions;
        const double bytes = d->n * reports_number(array, "size");
        const bool ideal = kind == EXPLAIN_SECTORS && key == (int64_t)(bytes + 31) / 32;
        if (!ideal && take(d, kind, key, a->line))
            ask_total(d, kind, a, &total, block);
    }
}

static void draw_requests(struct drawing *d) { draw_totals(d, EXPLAIN_REQUESTS); }
static void draw_wavefronts(struct drawing *d) { draw_totals(d, EXPLAIN_WAVEFRONTS); }
static void draw_sectors(struct drawing *d) { draw_totals(d, EXPLAIN_SECTORS); }
static void draw_atomics(struct drawing *d) { draw_totals(d, EXPLAIN_ATOMICS); }

static bool is_same_pass(const struct access *a, const struct access *b) {
    return a->block == b->block && a->thread / LANES == b->thread / LANES && a->interval == b->interval &&
           a->line == b->line;
}

// The line's loads and stores of one pass have the same lanes. Where the last ones do not, as behind && or
// ?:, there is no one answer.
static bool lanes_agree(const struct launch *l, size_t last) {
    unsigned seen = 0;
    const struct access *a = l->requests[last];
    for (size_t i = last + 1; i-- > 0;) {
        const struct access *b = l->requests[i];
        const unsigned sort = 1u << (b->kind + 4 * b->shared);
        if (!is_same_pass(a, b) || seen & sort)
            continue;
        seen |= sort;
        if (a->lanes != b->lanes)
            return false;
    }
    return true;
}

static void draw_lanes(struct drawing *d) {
    const struct launch *l = d->launch;
    for (size_t i = 0; i < l->request_count; i++) {
        const struct access *a = l->requests[i];
        const int lanes = __builtin_popcount(a->lanes);
        if (a->line == 0 || a->block >= l->recorded.blocks || !is_telling(d, EXPLAIN_LANES, lanes))
            continue;
        size_t later = i + 1;
        while (later < l->request_count && !is_same_pass(a, l->requests[later]))
            later++;
        if (later < l->request_count || !lanes_agree(l, i) || !take(d, EXPLAIN_LANES, lanes, a->line))
            continue;
        ask(d,
            language_of(
                "warp %d of block %d has passed %d barrier(s). How many of its lanes take part when it "
                "runs line %d for the last time before the next one?"),
            a->thread / LANES, a->block, a->interval, a->line);
        because(d, language_of("The mask of its active lanes is 0x%08x there."), a->lanes);
    }
}

/* ---- an element ---- */

static void ask_loader(struct drawing *d, const struct access *const *run, size_t length, size_t i) {
    const struct access *a = run[i];
    for (size_t k = 0; k < length; k++)
        if (run[k]->kind == ACCESS_LOAD && run[k]->line == a->line && run[k]->thread != a->thread)
            return;
    if (a->kind != ACCESS_LOAD || a->line == 0 || a->thread == a->cell % d->launch->threads ||
        !take(d, EXPLAIN_LOADER, a->thread, a->line))
        return;
    ask(d, language_of("which thread of block %d loads `%s[%lld]` in line %d?"), a->block,
        recorded_array(&d->launch->recorded, a->array), (long long)a->cell, a->line);
    because(d, language_of("Thread %d does, after %d barrier(s)."), a->thread, a->interval);
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

static void ask_writer(struct drawing *d, const struct access *const *run, size_t length, size_t i) {
    const struct access *a = run[i];
    for (size_t k = i + 1; k < length; k++)
        if (is_write(run[k]))
            return;
    if (a->kind != ACCESS_STORE || a->thread == a->cell % d->launch->threads ||
        !is_last_of_interval(run, length, i) || !take(d, EXPLAIN_WRITER, a->thread, a->line))
        return;
    ask(d, language_of("which thread of block %d is the last of its threads to store to `%s[%lld]`?"),
        a->block, recorded_array(&d->launch->recorded, a->array), (long long)a->cell);
    because(d, language_of("Thread %d is, in line %d, after %d barrier(s)."), a->thread, a->line,
            a->interval);
}

static void ask_writes(struct drawing *d, const struct access *const *run, size_t length, size_t i) {
    int64_t writes = 0;
    const struct access *last = NULL;
    for (size_t k = 0; i == 0 && k < length; k++) {
        writes += is_write(run[k]);
        last = is_write(run[k]) ? run[k] : last;
    }
    if (!last || last->line == 0 || !take(d, EXPLAIN_WRITES, writes, 0))
        return;
    ask(d, language_of("how often do threads of block %d write `%s[%lld]`, atomics counted?"), last->block,
        recorded_array(&d->launch->recorded, last->array), (long long)last->cell);
    because(d, language_of("They do %lld times, the last time thread %d in line %d, after %d barrier(s)."),
            (long long)writes, last->thread, last->line, last->interval);
}

static bool is_of_ints(const struct launch *l, const struct access *a) {
    const char *type = reports_string(
        cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(l->recorded.json, "arrays"), a->array), "type");
    return type && (strcmp(type, "int") == 0 || strcmp(type, "unsigned int") == 0);
}

static void ask_value(struct drawing *d, const struct access *const *run, size_t length, size_t i) {
    const struct access *a = run[i];
    const int64_t value = (int32_t)a->value;
    // An element of the input is no more than there are elements.
    if (a->kind != ACCESS_STORE || !a->shared || a->line == 0 || value <= d->n || !is_of_ints(d->launch, a) ||
        a->interval >= d->launch->barrier_count[a->block] || !is_last_of_interval(run, length, i) ||
        !take(d, EXPLAIN_VALUE, value, a->line))
        return;
    ask(d, language_of("what is in `%s[%lld]` of block %d when its threads have passed %d barrier(s)?"),
        recorded_array(&d->launch->recorded, a->array), (long long)a->cell, a->block, a->interval + 1);
    because(d, language_of("Thread %d stored %lld there in line %d."), a->thread, (long long)value, a->line);
}

typedef void ask_element(struct drawing *, const struct access *const *, size_t, size_t);

static void draw_elements(struct drawing *d, ask_element *asks) {
    const struct launch *l = d->launch;
    const size_t count = sort_accesses(l, by_element);
    for (size_t at = 0, length; at < count; at += length) {
        length = run_length(l->list + at, count - at, is_same_element);
        for (size_t i = 0; i < length && length <= MOST_OF_AN_ELEMENT && has_name(l, l->list[at]); i++)
            asks(d, l->list + at, length, i);
    }
}

static void draw_loader(struct drawing *d) { draw_elements(d, ask_loader); }
static void draw_writer(struct drawing *d) { draw_elements(d, ask_writer); }
static void draw_writes(struct drawing *d) { draw_elements(d, ask_writes); }
static void draw_value(struct drawing *d) { draw_elements(d, ask_value); }

static bool is_same_thread(const struct access *a, const struct access *b) {
    return a->block == b->block && a->thread == b->thread;
}

static void draw_last_store(struct drawing *d) {
    const struct launch *l = d->launch;
    const size_t count = sort_accesses(l, by_thread);
    for (size_t at = 0, length; at < count; at += length) {
        const struct access *last = NULL;
        length = run_length(l->list + at, count - at, is_same_thread);
        for (size_t i = at; i < at + length; i++)
            last = l->list[i]->kind == ACCESS_STORE && l->list[i]->shared ? l->list[i] : last;
        if (!last || last->line == 0 || !take(d, EXPLAIN_LAST_STORE, last->interval, last->line))
            continue;
        ask(d,
            language_of(
                "how many barriers has thread %d of block %d passed when it stores to shared memory for "
                "the last time?"),
            last->thread, last->block);
        because(d, language_of("It does in line %d, and leaves %d in element %lld."), last->line,
                (int32_t)last->value, (long long)last->cell);
    }
}

/* ---- a barrier left out ---- */

// Two accesses that nothing would order.
struct pair {
    const struct access *first, *second;
    bool several, apart; // other lines, too; in different warps
};

static bool has_only(const struct launch *l, int block, int from, int to, int line) {
    for (int i = from; i < to; i++)
        if (i >= l->barrier_count[block] || l->barriers[block][i] != line)
            return false;
    return from < to;
}

static void pair_up(struct pair *pair, const struct launch *l, const struct access *a, const struct access *b,
                    int line) {
    if (a->thread == b->thread || (!is_write(a) && !is_write(b)) ||
        (a->kind == ACCESS_ATOMIC && b->kind == ACCESS_ATOMIC) ||
        !has_only(l, a->block, a->interval, b->interval, line))
        return;
    const struct access *first = a->line < b->line ? a : b, *second = first == a ? b : a;
    const bool other =
        pair->first && (pair->first->line != first->line || pair->second->line != second->line);
    pair->several = pair->several || other || first->line == 0;
    if (!pair->first)
        pair->first = first, pair->second = second;
    pair->apart = pair->apart || a->thread / LANES != b->thread / LANES;
}

static struct pair pair_without(const struct launch *l, size_t count, int line) {
    struct pair pair = {.first = NULL};
    for (size_t at = 0, length; at < count && !pair.several; at += length) {
        length = run_length(l->list + at, count - at, is_same_element);
        pair.several = length > MOST_OF_AN_ELEMENT;
        for (size_t i = at; i < at + length && !pair.several; i++)
            for (size_t k = i + 1; k < at + length && !pair.several; k++)
                if (l->list[i]->interval <= l->list[k]->interval)
                    pair_up(&pair, l, l->list[i], l->list[k], line);
                else
                    pair_up(&pair, l, l->list[k], l->list[i], line);
    }
    return pair;
}

static void draw_race(struct drawing *d) {
    const struct launch *l = d->launch;
    const size_t count = sort_accesses(l, by_element);
    // A barrier is one of the first block's; the others have the same.
    for (int i = 0; i < l->barrier_count[0]; i++) {
        const int line = l->barriers[0][i];
        if (line == 0 || count_places(l->barriers[0], i) == count_places(l->barriers[0], i + 1))
            continue;
        const struct pair pair = pair_without(l, count, line);
        if (!pair.first || pair.several || !pair.apart || !take(d, EXPLAIN_RACE, pair.second->line, line))
            continue;
        ask(d,
            language_of(
                "suppose that the barrier in line %d were left out. Two accesses of different threads "
                "would race; in which line is the one that is further down in the file? It may be the "
                "line of both."),
            line);
        because(d,
                language_of(
                    "Thread %d in line %d and thread %d in line %d access element %lld of the same array, "
                    "and no other barrier is between them."),
                pair.first->thread, pair.first->line, pair.second->thread, pair.second->line,
                (long long)pair.first->cell);
    }
}

/* ---- all of it ---- */

static void (*const draws[EXPLAIN_KINDS])(struct drawing *) = {
    [EXPLAIN_BLOCKS] = draw_blocks,         [EXPLAIN_IDLE] = draw_idle,
    [EXPLAIN_LOADER] = draw_loader,         [EXPLAIN_WRITER] = draw_writer,
    [EXPLAIN_WRITES] = draw_writes,         [EXPLAIN_LANES] = draw_lanes,
    [EXPLAIN_REQUESTS] = draw_requests,     [EXPLAIN_WAVEFRONTS] = draw_wavefronts,
    [EXPLAIN_SECTORS] = draw_sectors,       [EXPLAIN_ATOMICS] = draw_atomics,
    [EXPLAIN_BARRIERS] = draw_barriers,     [EXPLAIN_VALUE] = draw_value,
    [EXPLAIN_LAST_STORE] = draw_last_store, [EXPLAIN_RACE] = draw_race,
};

// What follows from the algorithm alone, and not from how it is written, is asked once at most, unless there
// is nothing else.
static bool is_general(enum explain_kind kind) {
    return kind == EXPLAIN_BLOCKS || kind == EXPLAIN_IDLE || kind == EXPLAIN_BARRIERS ||
           kind == EXPLAIN_WRITES || kind == EXPLAIN_VALUE;
}

static bool draw_kind(struct drawing *d, enum explain_kind kind, const struct launch *launches, int count) {
    for (int l = 0; l < count; l++) {
        d->launch = &launches[l];
        draws[kind](d);
    }
    return d->seen > 0;
}

static size_t draw_all(struct explain_question *questions, size_t most, const struct launch *launches,
                       int launch_count, int32_t n, uint64_t seed) {
    enum explain_kind order[EXPLAIN_KINDS];
    struct rng rng = rng_stream(seed, EXPLAIN_KINDS);
    size_t count = 0;
    for (int i = 0; i < EXPLAIN_KINDS; i++) {
        const int at = rng_between(&rng, 0, i);
        order[i] = order[at];
        order[at] = (enum explain_kind)i;
    }
    bool general = false, tried[EXPLAIN_KINDS] = {false};
    for (int i = 0; i < 2 * EXPLAIN_KINDS && count < (i < EXPLAIN_KINDS ? most : EXPLAIN_LEAST); i++) {
        const enum explain_kind kind = order[i % EXPLAIN_KINDS];
        if (tried[kind] || (i < EXPLAIN_KINDS && general && is_general(kind)))
            continue;
        struct drawing d = {.kept = &questions[count], .rng = rng_stream(seed, kind), .n = n};
        const bool drawn = draw_kind(&d, kind, launches, launch_count);
        tried[kind] = true;
        general = general || (drawn && is_general(kind));
        count += drawn;
    }
    return count;
}

size_t explain_draw(struct explain_question *questions, size_t most, const cJSON *trace, const char *file,
                    int32_t n, uint64_t seed) {
    struct launch *launches = calloc(MOST_LAUNCHES, sizeof *launches);
    const cJSON *json;
    int count = 0;
    bool good = launches != NULL;
    cJSON_ArrayForEach(json, cJSON_GetObjectItemCaseSensitive(trace, "launches")) {
        if (!good || count == MOST_LAUNCHES)
            break;
        good = read_launch(&launches[count], json, count + 1, trace, file);
        count++;
    }
    const size_t drawn = good ? draw_all(questions, most, launches, count, n, seed) : 0;
    for (int i = 0; i < count; i++)
        free_launch(&launches[i]);
    free(launches);
    return drawn;
}
