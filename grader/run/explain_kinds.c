// What each kind of question asks of a recorded launch, with its key.
#include "explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "reports.h"

enum { MOST_OF_AN_ELEMENT = 1024 }; // accesses; the rest of a launch would take long

// How many from the first one on are of its element.
static size_t run_length(const struct access *const *list, size_t count) {
    size_t length = 1;
    while (length < count && list[0]->block == list[length]->block && list[0]->array == list[length]->array &&
           list[0]->cell == list[length]->cell)
        length++;
    return length;
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

/* ---- a launch ---- */

static void draw_blocks(struct drawing *d, enum explain_kind kind) {
    const struct launch *l = d->launch;
    if (l->threads == 0 || l->blocks == (d->n + l->threads - 1) / l->threads ||
        !explain_take(d, kind, l->blocks, 0))
        return;
    d->kept->counted = ASK_BLOCKS;
    explain_ask_for(d, language_of("how many blocks does its grid have?"));
    explain_because(d, language_of("%d blocks of %d threads are %lld threads, for %d elements."), l->blocks,
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
        if ((size_t)places == count || !explain_take(d, kind, (int64_t)count, 0))
            continue;
        explain_ask_for(d, language_of("how many barriers does block %d pass?"), block);
        explain_because(d, language_of("It passes %zu (lines with one: %d); the last one is in line %d."),
                        count, places, lines[count - 1]);
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
    if (total.earlier || (kind == EXPLAIN_SECTORS && key == ideal) || !explain_take(d, kind, key, a->line))
        return;
    explain_ask_for(d, language_of(forms[kind]), language_of(sorts[a->shared][a->kind].words), a->line,
                    language_of(l->whole ? "the whole grid" : "block 0"));
    if (kind == EXPLAIN_REQUESTS || kind == EXPLAIN_ATOMICS)
        explain_because(d, language_of("Warps make %lld requests there, with %lld active lanes in all."),
                        (long long)total.requests, (long long)total.lanes);
    else if (total.least == total.most)
        explain_because(d, language_of("Warps make %lld requests there, and each takes %d."),
                        (long long)total.requests, total.most);
    else
        explain_because(d, language_of("Warps make %lld requests there, and each takes %d to %d."),
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
            !explain_take(d, kind, first.line, 0))
            continue;
        explain_ask_for(
            d,
            language_of(
                "which line makes the most requests to %s in %s, loads, stores and atomics together?"),
            language_of(shared ? "shared memory" : "global memory"),
            language_of(l->whole ? "the whole grid" : "block 0"));
        explain_because(d, language_of("Line %d makes %lld, line %d as the next one %lld."), first.line,
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
        if (a->line == 0 || !explain_is_telling(d, kind, lanes) || !is_last_pass(l, i) ||
            !explain_take(d, kind, lanes, a->line))
            continue;
        explain_ask_for(
            d,
            language_of("warp %d of block %d, barriers passed: %d. How many of its lanes take part when "
                        "it runs line %d for the last time before the next one?"),
            a->thread / LANES, a->block, a->interval, a->line);
        explain_because(d, language_of("The mask of its active lanes is 0x%08x there."), a->lanes);
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
        !explain_take(d, kind, a->thread, a->line))
        return;
    explain_ask_for(d, language_of("which thread of block %d loads `%s[%lld]` in line %d?"), a->block,
                    recorded_array(&d->launch->recorded, a->array), (long long)a->cell, a->line);
    explain_because(d, language_of("Thread %d does (barriers passed before: %d)."), a->thread, a->interval);
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
        !explain_take(d, kind, thread ? a->thread : a->line, 0))
        return;
    explain_ask_for(
        d,
        language_of(thread ? "which thread of block %d is the last of its threads to store to `%s[%lld]`?"
                           : "in which line do threads of block %d store to `%s[%lld]` for the last time?"),
        a->block, recorded_array(&d->launch->recorded, a->array), (long long)a->cell);
    explain_because(d, language_of("It is thread %d, in line %d (barriers passed before: %d)."), a->thread,
                    a->line, a->interval);
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
        !explain_take(d, kind, value, 0))
        return;
    explain_ask_for(
        d, language_of("what is in `%s[%lld]` of block %d right after its barrier %d, counted from 1?"),
        recorded_array(&d->launch->recorded, a->array), (long long)a->cell, a->block, a->interval + 1);
    explain_because(d, language_of("Thread %d stored %lld there in line %d."), a->thread, (long long)value,
                    a->line);
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
        if (!pair.first || pair.several || !pair.apart || !explain_take(d, kind, pair.second->line, line))
            continue;
        explain_ask_for(
            d,
            language_of(
                "suppose that the barrier in line %d were left out. Two accesses of different threads "
                "would race; in which line is the one that is further down in the file? It may be "
                "the line of both."),
            line);
        explain_because(
            d,
            language_of("Thread %d in line %d and thread %d in line %d access element %lld of the same "
                        "array, and no other barrier is between them."),
            pair.first->thread, pair.first->line, pair.second->thread, pair.second->line,
            (long long)pair.first->cell);
    }
}

void (*const explain_draws[EXPLAIN_KINDS])(struct drawing *, enum explain_kind) = {
    [EXPLAIN_BLOCKS] = draw_blocks,      [EXPLAIN_LOADER] = draw_elements,   [EXPLAIN_WRITER] = draw_elements,
    [EXPLAIN_LAST_LINE] = draw_elements, [EXPLAIN_BUSIEST] = draw_busiest,   [EXPLAIN_LANES] = draw_lanes,
    [EXPLAIN_REQUESTS] = draw_totals,    [EXPLAIN_WAVEFRONTS] = draw_totals, [EXPLAIN_SECTORS] = draw_totals,
    [EXPLAIN_ATOMICS] = draw_totals,     [EXPLAIN_BARRIERS] = draw_barriers, [EXPLAIN_VALUE] = draw_elements,
    [EXPLAIN_RACE] = draw_race,
};
