// Recognises wrong products of a sparse matrix and a vector that many students get, by the rows that are
// wrong and the entries that are missing.
#include <math.h>

#include "diagnose.h"

static double part_of(const struct sparse_product *p, int32_t from, int32_t to) {
    double sum = 0;
    for (int32_t i = from; i < to; i++)
        sum += (double)p->values[i] * (double)p->x[p->columns[i]];
    return sum;
}

static bool is_near(const struct sparse_product *p, int32_t row, double value) {
    return fabs((double)p->actual[row] - value) <= p->bound[row];
}

static bool is_right(const struct sparse_product *p, int32_t row) {
    return is_near(p, row, (double)p->expected[row]);
}

static bool is_empty(const struct sparse_product *p, int32_t row) {
    return p->offsets[row] == p->offsets[row + 1];
}

// Whether a row has the value that a mistake would give.
typedef bool is_what(const struct sparse_product *p, int32_t row, int32_t parameter);

static bool is_empty_row(const struct sparse_product *p, int32_t row, int32_t parameter) {
    (void)parameter;
    return is_empty(p, row);
}
static bool is_last_row(const struct sparse_product *p, int32_t row, int32_t parameter) {
    (void)parameter;
    return !is_empty(p, row) && p->offsets[row + 1] == p->offsets[p->rows];
}
static bool lacks_last(const struct sparse_product *p, int32_t row, int32_t parameter) {
    (void)parameter;
    return !is_empty(p, row) && is_near(p, row, part_of(p, p->offsets[row], p->offsets[row + 1] - 1));
}
static bool lacks_first(const struct sparse_product *p, int32_t row, int32_t parameter) {
    (void)parameter;
    return !is_empty(p, row) && is_near(p, row, part_of(p, p->offsets[row] + 1, p->offsets[row + 1]));
}
static bool is_of_last_block(const struct sparse_product *p, int32_t row, int32_t block) {
    const int32_t end = p->offsets[row + 1], from = (end - 1) / block * block;
    return from > p->offsets[row] && is_near(p, row, part_of(p, from, end));
}
static bool is_of_first_block(const struct sparse_product *p, int32_t row, int32_t block) {
    const int32_t begin = p->offsets[row], to = (begin / block + 1) * block;
    return to < p->offsets[row + 1] && is_near(p, row, part_of(p, begin, to));
}

// Whether there are wrong rows, and all of them are of this kind.
static bool all_wrong(const struct sparse_product *p, is_what *is_so, int32_t parameter) {
    int32_t wrong = 0;
    for (int32_t row = 0; row < p->rows; row++) {
        if (is_right(p, row))
            continue;
        if (!is_so(p, row, parameter))
            return false;
        wrong++;
    }
    return wrong > 0;
}

static bool is_shifted(const struct sparse_product *p, int32_t down) {
    int32_t seen = 0;
    for (int32_t row = 0; row < p->rows; row++) {
        const int32_t other = row + down;
        if (other < 0 || other >= p->rows)
            continue;
        if (fabs((double)p->actual[row] - (double)p->expected[other]) > p->bound[other])
            return false;
        seen++;
    }
    return seen > 1;
}

// Small blocks cut a row that a large block cuts, too: reports the largest block that explains it.
static bool say_block(const struct sparse_product *p, char *message, size_t size) {
    for (int32_t block = 1 << 20; block >= 32; block /= 2) {
        const bool last = all_wrong(p, is_of_last_block, block);
        if (!last && !all_wrong(p, is_of_first_block, block))
            continue;
        return diagnose_say(message, size,
                            last ? "rows that go on from one block of %d entries to the next are wrong: "
                                   "what the blocks before had of them is missing"
                                 : "rows that go on from one block of %d entries to the next are wrong: "
                                   "what the blocks behind have of them is missing",
                            block);
    }
    return false;
}

bool diagnose_sparse(const struct sparse_product *p, char *message, size_t size) {
    if (is_shifted(p, -1) || is_shifted(p, 1))
        return diagnose_say(message, size, "every sum is right, one row off: which row is entry i in?");
    if (all_wrong(p, is_empty_row, 0))
        return diagnose_say(message, size, "only rows without entries are wrong: who writes their 0?");
    if (all_wrong(p, lacks_last, 0))
        return diagnose_say(message, size, "the wrong rows lack their last entry: where does a row end?");
    if (all_wrong(p, lacks_first, 0))
        return diagnose_say(message, size, "the wrong rows lack their first entry: where does a row begin?");
    if (all_wrong(p, is_last_row, 0))
        return diagnose_say(message, size,
                            "only the last row that has entries is wrong: how is its end seen?");
    return say_block(p, message, size);
}
