// Of which elements a number is the sum.
#include "sums.h"

#include <stdlib.h>

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
