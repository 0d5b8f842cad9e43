// Lab 1's right answers, and what is wrong with others: indices, costs of algorithms, Brent's bound.
#include "course/lab1/answers.h"

#include <stdio.h>
#include <string.h>

#include "../../../labs/lab1/lab1.h"
#include "base/language.h"

enum { WARP = 32 };

void lab1_reference_ids_1d(const void *input, int32_t n, int32_t option, void *output) {
    int32_t *record = output;
    (void)input, (void)option;
    for (int32_t i = 0; i < n; i++, record += IDS_1D_RECORD) {
        const int32_t thread = i % IDS_BLOCK;
        const int32_t ids[] = {i, i / IDS_BLOCK, thread, thread / WARP, thread % WARP};
        memcpy(record, ids, sizeof ids);
    }
}

void lab1_reference_ids_2d(const void *input, int32_t n, int32_t width, void *output) {
    const int32_t across = (width + IDS_COLUMNS - 1) / IDS_COLUMNS;
    int32_t *record = output;
    (void)input;
    for (int32_t i = 0; i < n; i++, record += IDS_2D_RECORD) {
        const int32_t x = i % width, y = i / width;
        const int32_t thread = y % IDS_ROWS * IDS_COLUMNS + x % IDS_COLUMNS;
        const int32_t ids[] = {x,
                               y,
                               y * across * IDS_COLUMNS + x,
                               y / IDS_ROWS * across + x / IDS_COLUMNS,
                               thread,
                               thread / WARP,
                               thread % WARP};
        memcpy(record, ids, sizeof ids);
    }
}

void lab1_reference_copy(const void *input, int32_t n, int32_t option, void *output) {
    (void)option;
    memcpy(output, input, (size_t)n * sizeof(int32_t));
}

// What an algorithm costs, by going through its steps.
struct lab1_cost {
    int64_t steps, work;
};

static struct lab1_cost serial(int32_t n) {
    return n > 0 ? (struct lab1_cost){n - 1, n - 1} : (struct lab1_cost){0, 0};
}

static struct lab1_cost tree_reduce(int32_t n) {
    struct lab1_cost cost = {0, 0};
    for (int64_t left = n; left > 1; left -= left / 2, cost.steps++)
        cost.work += left / 2;
    return cost;
}

static struct lab1_cost reduce_an_output(int32_t n) {
    return (struct lab1_cost){tree_reduce(n).steps, (int64_t)n * (n - (int64_t)1) / 2};
}

static struct lab1_cost hillis_steele(int32_t n) {
    struct lab1_cost cost = {0, 0};
    for (int64_t offset = 1; offset < n; offset *= 2, cost.steps++)
        cost.work += n - offset;
    return cost;
}

static struct lab1_cost blelloch(int32_t n) {
    struct lab1_cost cost = {0, 0};
    for (int64_t width = 1; width < n; width *= 2, cost.steps += 2)
        cost.work += 2 * width;
    return cost;
}

typedef struct lab1_cost cost_of(int32_t n);
static cost_of *const reduces[] = {serial, tree_reduce};
static cost_of *const scans[] = {serial, reduce_an_output, hillis_steele, blelloch};
static const char *const reduce_names[] = {"serial reduce", "tree reduce"};
static const char *const scan_names[] = {"serial scan", "one reduce for each output", "Hillis-Steele",
                                         "Blelloch"};

static void write_costs(cost_of *const *algorithms, size_t count, int32_t n, int32_t *record) {
    for (size_t i = 0; i < count; i++, record += COST_RECORD) {
        const struct lab1_cost cost = algorithms[i](n);
        record[0] = (int32_t)cost.steps;
        record[1] = (int32_t)(uint32_t)cost.work;
        record[2] = (int32_t)(cost.work >> 32);
    }
}

void lab1_reference_reduces(const void *input, int32_t n, int32_t option, void *output) {
    (void)input, (void)option;
    write_costs(reduces, SPEC_COUNT(reduces), n, output);
}

void lab1_reference_scans(const void *input, int32_t n, int32_t option, void *output) {
    (void)input, (void)option;
    write_costs(scans, SPEC_COUNT(scans), n, output);
}

// Brent's bound, steps + (work - steps) / processors, times processors.
static int64_t bound_of(struct lab1_cost cost, int32_t processors) {
    return cost.steps * processors + cost.work - cost.steps;
}

static int32_t best_scan(int32_t n, int32_t processors) {
    const int64_t bounds[] = {bound_of(serial(n), processors), bound_of(hillis_steele(n), processors),
                              bound_of(blelloch(n), processors)};
    int32_t best = SCAN_SERIAL;
    for (int32_t s = SCAN_HILLIS_STEELE; s <= SCAN_BLELLOCH; s++)
        if (bounds[s] < bounds[best])
            best = s;
    return best;
}

void lab1_reference_picks(const void *input, int32_t n, int32_t processors, void *output) {
    const int32_t *sizes = input;
    for (int32_t i = 0; i < n; i++)
        ((int32_t *)output)[i] = best_scan(sizes[i], processors);
}

// Names the first wrong number of a record: whose it is, what it should be, and for well-known ones why.
static bool diagnose_record(const int32_t *expected, const int32_t *actual, size_t words,
                            const char *const *fields, size_t count, char *message, size_t size) {
    for (size_t i = 0; i < words; i++) {
        if (expected[i] == actual[i])
            continue;
        snprintf(message, size, language_of("of element %zu, %s is wrong: expected %d, got %d"), i / count,
                 language_of(fields[i % count]), expected[i], actual[i]);
        return true;
    }
    return false;
}

enum { DIAGNOSED = 8192 };

bool lab1_diagnose_ids_1d(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                          size_t size) {
    static const char *const fields[] = {"the number in the grid", "the block", "the number in the block",
                                         "the warp in the block", "the lane"};
    int32_t expected[DIAGNOSED * IDS_1D_RECORD];
    if (n > DIAGNOSED)
        return false;
    lab1_reference_ids_1d(input, n, option, expected);
    return diagnose_record(expected, actual, (size_t)n * IDS_1D_RECORD, fields, IDS_1D_RECORD, message, size);
}

bool lab1_diagnose_ids_2d(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                          size_t size) {
    static const char *const fields[] = {"x",
                                         "y",
                                         "the number in the grid",
                                         "the block in the grid",
                                         "the number in the block",
                                         "the warp in the block",
                                         "the lane"};
    int32_t expected[DIAGNOSED * IDS_2D_RECORD];
    if (n > DIAGNOSED)
        return false;
    lab1_reference_ids_2d(input, n, option, expected);
    return diagnose_record(expected, actual, (size_t)n * IDS_2D_RECORD, fields, IDS_2D_RECORD, message, size);
}

static const char *why_wrong(struct lab1_cost right, int64_t steps, int64_t work, int32_t n) {
    const int32_t narrow = (int32_t)((uint32_t)n * ((uint32_t)n - 1));
    if (steps == right.steps && ((int32_t)work == (int32_t)right.work || work == narrow / 2))
        return ": an int is too narrow for it";
    if (steps == right.steps + 1)
        return ": how many steps do 8 elements take, and 1?";
    if (steps == right.steps - 1 || (right.steps > 1 && steps == right.steps - 2))
        return ": what if n is no power of two?";
    if (steps == right.steps && (work == n || work == right.work + 1))
        return ": n values need n - 1 additions";
    return "";
}

static bool diagnose_costs(cost_of *const *algorithms, const char *const *names, size_t count, int32_t n,
                           const int32_t *actual, char *message, size_t size) {
    for (size_t i = 0; i < count; i++, actual += COST_RECORD) {
        const struct lab1_cost right = algorithms[i](n);
        const int64_t work = (int64_t)((uint64_t)(uint32_t)actual[2] << 32 | (uint32_t)actual[1]);
        if (actual[0] == right.steps && work == right.work)
            continue;
        snprintf(message, size, language_of("%s: %lld steps and work %lld, not %d and %lld%s"),
                 language_of(names[i]), (long long)right.steps, (long long)right.work, actual[0],
                 (long long)work, language_of(why_wrong(right, actual[0], work, n)));
        return true;
    }
    return false;
}

bool lab1_diagnose_reduces(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                           size_t size) {
    (void)input, (void)option;
    return diagnose_costs(reduces, reduce_names, SPEC_COUNT(reduces), n, actual, message, size);
}

bool lab1_diagnose_scans(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                         size_t size) {
    (void)input, (void)option;
    return diagnose_costs(scans, scan_names, SPEC_COUNT(scans), n, actual, message, size);
}

bool lab1_diagnose_picks(const void *input, int32_t n, int32_t processors, const void *actual, char *message,
                         size_t size) {
    static const char *const names[] = {"serial", "Hillis-Steele", "Blelloch"};
    const int32_t *sizes = input, *answers = actual;
    for (int32_t i = 0; i < n; i++) {
        const int32_t best = best_scan(sizes[i], processors), answer = answers[i];
        if (answer == best)
            continue;
        snprintf(message, size, language_of("for %d elements on %d it is %s, not %s"), sizes[i], processors,
                 language_of(names[best]),
                 answer >= SCAN_SERIAL && answer <= SCAN_BLELLOCH ? language_of(names[answer])
                                                                  : language_of("that number"));
        return true;
    }
    return false;
}

static struct lab1_cost total_of(cost_of *const *algorithms, size_t count, int32_t n) {
    struct lab1_cost total = {0, 0};
    for (size_t i = 0; i < count; i++) {
        total.steps += algorithms[i](n).steps;
        total.work += algorithms[i](n).work;
    }
    return total;
}

// A right answer is the formula's value, so this is what the engine counted over what the formulas say.
double lab1_reduce_steps(const struct counters *counters, int32_t n) {
    return counters->steps / (double)total_of(reduces, SPEC_COUNT(reduces), n).steps;
}
double lab1_reduce_work(const struct counters *counters, int32_t n) {
    return counters->work / (double)total_of(reduces, SPEC_COUNT(reduces), n).work;
}
double lab1_scan_steps(const struct counters *counters, int32_t n) {
    return counters->steps / (double)total_of(scans, SPEC_COUNT(scans), n).steps;
}
double lab1_scan_work(const struct counters *counters, int32_t n) {
    return counters->work / (double)total_of(scans, SPEC_COUNT(scans), n).work;
}
