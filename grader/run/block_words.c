// What a block of a recorded launch loaded from global memory and left there.
#include "block_words.h"

#include <stdlib.h>

static int by_place(const void *a, const void *b) {
    const struct word *x = a, *y = b;
    return x->place != y->place ? (x->place > y->place) - (x->place < y->place)
                                : (x->by > y->by) - (x->by < y->by);
}

// All of one kind, by place; of one place in their order. @return false if memory is used up
static bool gather(struct words *words, const struct recorded_launch *launch, int block, bool loads) {
    *words = (struct words){.list = calloc(launch->count + 1, sizeof *words->list)};
    for (size_t i = 0; words->list && i < launch->count; i++) {
        const struct access *a = &launch->list[i];
        if (a->block == block && !a->shared && a->kind != ACCESS_SHUFFLE && (a->kind == ACCESS_LOAD) == loads)
            words->list[words->count++] = (struct word){a->place, a->value, a};
    }
    if (words->list)
        qsort(words->list, words->count, sizeof *words->list, by_place);
    return words->list != NULL;
}

static void keep_given(struct words *loads, const struct words *stores) {
    size_t kept = 0;
    for (size_t i = 0; i < loads->count; i++) {
        const struct word word = loads->list[i];
        const struct word *stored = words_at(stores, word.place);
        if ((kept == 0 || loads->list[kept - 1].place != word.place) && (!stored || stored->by > word.by))
            loads->list[kept++] = word;
    }
    loads->count = kept;
}

static void keep_left(struct words *stores) {
    size_t kept = 0;
    for (size_t i = 0; i < stores->count; i++) {
        struct word word = stores->list[i];
        const bool again = kept > 0 && stores->list[kept - 1].place == word.place,
                   adds = word.by->kind == ACCESS_ATOMIC;
        if (adds)
            word.value -= word.by->before;
        if (again && adds)
            word.value += stores->list[kept - 1].value;
        stores->list[again ? kept - 1 : kept++] = word;
    }
    stores->count = kept;
}

bool block_words_read(struct block_words *words, const struct recorded_launch *launch, int block) {
    const bool loads = gather(&words->loads, launch, block, true),
               stores = gather(&words->stores, launch, block, false);
    if (!loads || !stores)
        return false;
    keep_given(&words->loads, &words->stores);
    keep_left(&words->stores);
    return true;
}

void block_words_free(struct block_words *words) {
    free(words->loads.list);
    free(words->stores.list);
}

const struct word *words_at(const struct words *words, int64_t place) {
    for (size_t i = 0; i < words->count; i++)
        if (words->list[i].place == place)
            return &words->list[i];
    return NULL;
}

size_t words_of_array(const struct words *words, int array, size_t *first) {
    size_t count = 0;
    for (size_t i = 0; i < words->count; i++)
        if (words->list[i].by->array == array && count++ == 0)
            *first = i;
    return count;
}

uint32_t words_sum(const struct word *list, size_t count) {
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += list[i].value;
    return sum;
}

// The last access of the thread before one, that loads a value from shared memory.
static const struct access *loaded_before(const struct recorded_launch *launch, const struct access *by,
                                          uint32_t value) {
    for (const struct access *a = by; a-- > launch->list;)
        if (a->block == by->block && a->thread == by->thread && a->kind == ACCESS_LOAD && a->shared &&
            a->value == value)
            return a;
    return NULL;
}

int word_maker(const struct recorded_launch *launch, const struct word *word) {
    const struct access *load = loaded_before(launch, word->by, word->value);
    for (const struct access *a = load; a && a-- > launch->list;)
        if (a->block == load->block && a->shared && a->place == load->place &&
            (a->kind == ACCESS_STORE || a->kind == ACCESS_ATOMIC))
            return a->line > 0 ? a->line : word->by->line;
    return word->by->line;
}

const struct access *word_from_absent(const struct recorded_launch *launch, const struct word *word) {
    for (const struct access *a = word->by; a-- > launch->list;)
        if (a->block == word->by->block && a->thread == word->by->thread && a->kind == ACCESS_SHUFFLE &&
            a->absent)
            return a;
    return NULL;
}

// Of which elements a number is the sum.

static int by_sum(const void *a, const void *b) {
    const struct sum_end *x = a, *y = b;
    return x->sum != y->sum ? (x->sum > y->sum) - (x->sum < y->sum) : (x->end > y->end) - (x->end < y->end);
}

uint32_t *sums_before(const uint32_t *numbers, int32_t n) {
    uint32_t *before = calloc((size_t)n + 1, sizeof *before);
    for (int32_t i = 0; before && i < n; i++)
        before[i + 1] = before[i] + numbers[i];
    return before;
}

bool sums_make(struct sums *sums, const uint32_t *numbers, int32_t n) {
    const size_t count = (size_t)n + 1;
    *sums = (struct sums){
        .n = n, .before = sums_before(numbers, n), .sorted = calloc(count, sizeof *sums->sorted)};
    if (!sums->before || !sums->sorted)
        return false;
    for (size_t i = 0; i < count; i++)
        sums->sorted[i] = (struct sum_end){sums->before[i], (int32_t)i};
    qsort(sums->sorted, count, sizeof *sums->sorted, by_sum);
    return true;
}

void sums_free(struct sums *sums) {
    free(sums->before);
    free(sums->sorted);
}

uint32_t sums_of(const struct sums *sums, struct stretch of) {
    return sums->before[of.end] - sums->before[of.begin];
}

static int32_t end_with(const struct sums *sums, uint32_t sum) {
    const struct sum_end key = {.sum = sum, .end = -1};
    size_t low = 0, high = (size_t)sums->n + 1;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (by_sum(&sums->sorted[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low <= (size_t)sums->n && sums->sorted[low].sum == sum ? sums->sorted[low].end : -1;
}

static bool explain_from(const struct sums *sums, uint32_t value, int32_t begin, struct stretch *of) {
    const int32_t end = end_with(sums, sums->before[begin] + value);
    *of = (struct stretch){begin, end > begin ? end : begin};
    return end > begin;
}

bool sums_explain(const struct sums *sums, uint32_t value, int32_t likely, struct stretch *of) {
    *of = (struct stretch){0, 0};
    if (value == 0 || (likely < sums->n && explain_from(sums, value, likely, of)))
        return true;
    for (int32_t begin = 0; begin < sums->n; begin++)
        if (explain_from(sums, value, begin, of))
            return true;
    *of = (struct stretch){0, 0};
    return false;
}
