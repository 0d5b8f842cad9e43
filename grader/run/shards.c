// The plan's cases dealt out to runners.
#include "slot.h"

#include <stdlib.h>

// A shard has a sixteenth of a lab's elements, or more: enough shards for most machines, and few enough that
// to start their sandboxes costs little. Below the second figure that would cost more than the cases do.
enum { SHARDS_WANTED = 16, LEAST_ELEMENTS = 1 << 14 };

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
static void cut(struct shards *shards, position begin, position end, uint64_t least) {
    const size_t first = shards->count + 1;
    if (begin == end)
        return;
    sort(begin, end);
    for (position c = begin; c < end; c++)
        if (elements(begin, c + 1) >= least)
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
    while (i < plan->in_table && plan->cases[i].task == task)
        i++;
    return i;
}

// Cases of a task that may share a runner.
struct family {
    const struct spec_task *task;
    uint32_t multiprocessors;
};

static bool belongs(const struct plan_case *c, struct family family) {
    return c->task == family.task && c->multiprocessors == family.multiprocessors;
}

// Copies a family's cases, in all orders. @return the end of the copies
static position copy(position to, const struct plan *plan, struct family family, const bool *wanted) {
    for (size_t i = 0; i < plan->count; i++)
        if (wanted[i] && belongs(&plan->cases[i], family))
            *to++ = &plan->cases[i];
    return to;
}

// Elements of a family's cases; of all cases if it is NULL.
static uint64_t elements_of(const struct plan *plan, const struct family *family, const bool *wanted) {
    uint64_t sum = 0;
    for (size_t i = 0; i < plan->count; i++)
        sum += wanted[i] && (!family || belongs(&plan->cases[i], *family)) ? (uint64_t)plan->cases[i].n : 0;
    return sum;
}

// Large families are cut; small ones are put together.
static position deal_family(struct shards *shards, position begin, const struct plan *plan,
                            const bool *wanted, uint32_t multiprocessors, uint64_t least) {
    position end = begin;
    for (size_t i = 0; i < plan->in_table; i = next_task(plan, i)) {
        const struct family family = {plan->cases[i].task, multiprocessors};
        if (elements_of(plan, &family, wanted) < least)
            continue;
        end = copy(begin, plan, family, wanted);
        cut(shards, begin, end, least);
        begin = end;
    }
    for (size_t i = 0; i < plan->in_table; i = next_task(plan, i)) {
        const struct family family = {plan->cases[i].task, multiprocessors};
        if (elements_of(plan, &family, wanted) >= least)
            continue;
        end = copy(end, plan, family, wanted);
        if (elements(begin, end) >= least)
            begin = add(shards, begin, end);
    }
    return add(shards, begin, end);
}

// The numbers of multiprocessors that the plan's cases name, one after another from the lowest.
static bool next_device(const struct plan *plan, uint32_t *multiprocessors, bool first) {
    bool found = false;
    uint32_t next = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const uint32_t here = plan->cases[i].multiprocessors;
        if ((first || here > *multiprocessors) && (!found || here < next)) {
            next = here;
            found = true;
        }
    }
    *multiprocessors = next;
    return found;
}

static void deal(struct shards *shards, const struct plan *plan, const bool *wanted) {
    const uint64_t share = elements_of(plan, NULL, wanted) / SHARDS_WANTED;
    const uint64_t least = share > LEAST_ELEMENTS ? share : LEAST_ELEMENTS;
    position begin = shards->cases;
    uint32_t multiprocessors = 0;
    for (bool any = next_device(plan, &multiprocessors, true); any;
         any = next_device(plan, &multiprocessors, false))
        begin = deal_family(shards, begin, plan, wanted, multiprocessors, least);
}

// A GPU is shared by all who use it, so one runner keeps it busy; the engine takes a core for each runner.
static void deal_one(struct shards *shards, const struct plan *plan, const bool *wanted) {
    position end = shards->cases;
    for (size_t i = 0; i < plan->count; i++)
        if (wanted[i])
            *end++ = &plan->cases[i];
    add(shards, shards->cases, end);
}

bool shards_make(struct shards *shards, const struct plan *plan, enum backend backend, const bool *wanted) {
    *shards = (struct shards){.list = calloc(plan->count + 1, sizeof *shards->list),
                              .cases = calloc(plan->count + 1, sizeof *shards->cases)};
    if (!shards->list || !shards->cases) {
        shards_free(shards);
        return false;
    }
    (backend == BACKEND_GPU ? deal_one : deal)(shards, plan, wanted);
    return true;
}

void shards_free(struct shards *shards) {
    free(shards->list);
    free(shards->cases);
    *shards = (struct shards){.list = NULL};
}
