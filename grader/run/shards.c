// The plan's cases dealt out to runners.
#include "shards.h"

#include <stdlib.h>

// Elements of input that are worth a runner of its own: on the CPU engine they take about a tenth of a
// second, ten times as long as a sandbox takes to start.
enum { SHARD_ELEMENTS = 1 << 18 };

typedef const struct plan_case **position; // in shards->cases

bool shards_before(const struct plan_case *a, const struct plan_case *b) {
    return a->n != b->n ? a->n < b->n : a < b;
}

static int by_size(const void *a, const void *b) {
    const struct plan_case *const *first = a, *const *second = b;
    return shards_before(*second, *first) - shards_before(*first, *second);
}

static void sort(position begin, position end) {
    qsort(begin, (size_t)(end - begin), sizeof *begin, by_size);
}

static uint64_t elements(position begin, position end) {
    uint64_t sum = 0;
    while (begin < end)
        sum += (uint64_t)(*begin++)->n;
    return sum;
}

// @return where the next shard begins
static position add(struct shards *shards, position begin, position end) {
    if (begin < end) {
        sort(begin, end);
        shards->list[shards->count++] = (struct shard){.cases = begin, .count = (size_t)(end - begin)};
    }
    return end;
}

// Cuts the cases of a large task. The small ones come first, since they tell soonest that a kernel never
// ends; then the largest, which take longest.
static void cut(struct shards *shards, position begin, position end) {
    const size_t first = shards->count + 1;
    if (begin == end)
        return;
    sort(begin, end);
    for (position c = begin; c < end; c++)
        if (elements(begin, c + 1) >= SHARD_ELEMENTS)
            begin = add(shards, begin, c + 1);
    add(shards, begin, end);
    for (size_t i = first, j = shards->count - 1; i < j; i++, j--) {
        const struct shard other = shards->list[i];
        shards->list[i] = shards->list[j];
        shards->list[j] = other;
    }
}

static size_t next_task(const struct plan *plan, size_t i) {
    const struct spec_task *task = plan->cases[i].task;
    while (i < plan->count && plan->cases[i].task == task)
        i++;
    return i;
}

// Copies a backend's cases of the task that begins with the plan's i-th case, if @p large is what it is.
// @return the end of them
static position take_task(position to, const struct plan *plan, size_t i, enum backend backend, bool large) {
    const size_t end = next_task(plan, i);
    uint64_t sum = 0;
    for (size_t c = i; c < end; c++)
        sum += plan->cases[c].backends & backend ? (uint64_t)plan->cases[c].n : 0;
    for (; i < end && (sum >= SHARD_ELEMENTS) == large; i++)
        if (plan->cases[i].backends & backend)
            *to++ = &plan->cases[i];
    return to;
}

static void deal(struct shards *shards, const struct plan *plan, enum backend backend) {
    position begin = shards->cases, end = begin;
    for (size_t i = 0; i < plan->count; i = next_task(plan, i)) {
        end = take_task(begin, plan, i, backend, true);
        cut(shards, begin, end);
        begin = end;
    }
    for (size_t i = 0; i < plan->count; i = next_task(plan, i)) {
        end = take_task(end, plan, i, backend, false);
        if (elements(begin, end) >= SHARD_ELEMENTS)
            begin = add(shards, begin, end);
    }
    add(shards, begin, end);
}

// A GPU is shared by all who use it, so one runner keeps it busy; the engine takes a core for each runner.
static void deal_one(struct shards *shards, const struct plan *plan, enum backend backend) {
    position end = shards->cases;
    for (size_t i = 0; i < plan->count; i++)
        if (plan->cases[i].backends & backend)
            *end++ = &plan->cases[i];
    add(shards, shards->cases, end);
}

bool shards_make(struct shards *shards, const struct plan *plan, enum backend backend) {
    *shards = (struct shards){.list = calloc(plan->count + 1, sizeof *shards->list),
                              .cases = calloc(plan->count + 1, sizeof *shards->cases)};
    if (!shards->list || !shards->cases) {
        shards_free(shards);
        return false;
    }
    (backend == BACKEND_GPU ? deal_one : deal)(shards, plan, backend);
    return true;
}

void shards_free(struct shards *shards) {
    free(shards->list);
    free(shards->cases);
    *shards = (struct shards){.list = NULL};
}
