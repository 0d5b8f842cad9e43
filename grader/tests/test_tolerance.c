// Floating-point answers: every honest order of additions is right, a dropped element is not; the message
// about a wrong one, with rows and columns and by how much.
#include <check.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/diagnose.h"
#include "lab/float_sum.h"
#include "lab/outputs.h"
#include "made_case.h"
#include "run/smallest.h"

enum { MANY = 5000 };

static float numbers[MANY];

static float one_after_another(const float *x, int n) {
    volatile float sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum + x[i];
    return sum;
}
static float backwards(const float *x, int n) {
    volatile float sum = 0;
    for (int i = n - 1; i >= 0; i--)
        sum = sum + x[i];
    return sum;
}
static float tree(const float *x, int n) {
    if (n == 1)
        return x[0];
    volatile float sum = tree(x, n / 2) + tree(x + n / 2, n - n / 2);
    return sum;
}
static float by_threads(const float *x, int n) {
    enum { THREADS = 256 };
    volatile float sums[THREADS] = {0};
    for (int i = 0; i < n; i++)
        sums[i % THREADS] = sums[i % THREADS] + x[i];
    volatile float sum = 0;
    for (int t = 0; t < THREADS; t++)
        sum = sum + sums[t];
    return sum;
}
static float (*const honest[])(const float *, int) = {one_after_another, backwards, tree, by_threads};

static inputs_fill *const fills[] = {inputs_float_small, inputs_float_random};
static const int32_t sizes[] = {1, 2, 3, 33, 1000, MANY};

static struct float_sum sum_of(const float *x, int n) {
    struct float_sum sum = {.terms = 0};
    for (int i = 0; i < n; i++)
        float_sum_add(&sum, (double)x[i]);
    return sum;
}

START_TEST(every_honest_order_is_within_the_bound) {
    struct rng rng = rng_stream(5, (uint64_t)_i);
    const int32_t n = sizes[_i / 2];
    fills[_i % 2](&rng, numbers, n);
    const struct float_sum sum = sum_of(numbers, n);
    const double right = (double)(float)float_sum_value(&sum),
                 bound = float_sum_bound(&sum, ELEMENT_FLOAT, 0);
    for (size_t h = 0; h < sizeof honest / sizeof *honest; h++)
        ck_assert_double_le(fabs((double)honest[h](numbers, n) - right), bound);
    // Small integers: nothing rounds, so no element may be missing.
    if (_i % 2 == 0)
        ck_assert_double_eq(bound, 0);
}
END_TEST

// Of random numbers, those larger than the possible rounding of the sum are found: nearly all, if
// a launcher has no long chains of additions.
START_TEST(a_dropped_element_is_outside_of_it) {
    struct rng rng = rng_stream(6, (uint64_t)_i);
    const int32_t n = sizes[_i / 2];
    const bool whole = _i % 2 == 0;
    int found = 0;
    fills[_i % 2](&rng, numbers, n);
    const struct float_sum sum = sum_of(numbers, n);
    const double right = float_sum_value(&sum), bound = float_sum_bound(&sum, ELEMENT_FLOAT, whole ? 0 : 64);
    for (int32_t i = 0; i < n; i++)
        found += fabs((double)numbers[i]) > bound && fabs(right - (double)numbers[i] - right) > bound;
    ck_assert_int_ge(found, whole ? n : n * 9 / 10);
}
END_TEST

START_TEST(the_sum_itself_is_compensated) {
    struct float_sum sum = {.terms = 0};
    float_sum_add(&sum, 1e16);
    for (int i = 0; i < 1000; i++)
        float_sum_add(&sum, 1);
    float_sum_add(&sum, -1e16);
    ck_assert_double_eq(float_sum_value(&sum), 1000);
    const struct float_sum nothing = {.terms = 0};
    ck_assert_double_eq(float_sum_value(&nothing), 0);
    ck_assert_double_eq(float_sum_bound(&nothing, ELEMENT_FLOAT, 0), 0);
    float_sum_add(&sum, INFINITY);
    ck_assert(isinf(float_sum_value(&sum)));
}
END_TEST

static const struct {
    float number;
    int bit;
} lowest_bits[] = {{1, 0},    {-6, 1},       {0.75f, -2}, {16777216, 24},   {1.0f / 3, -25}, {1e-45f, -149},
                   {0, 1024}, {-0.0f, 1024}, {NAN, 1024}, {INFINITY, 1024}, {FLT_MIN, -126}, {FLT_MAX, 104}};

START_TEST(the_lowest_bit_of_a_number_is_known) {
    const float two[] = {lowest_bits[_i].number, 1024};
    ck_assert_int_eq(float_lowest_bit(two, 1), lowest_bits[_i].bit);
    ck_assert_int_eq(float_lowest_bit(two, 2), lowest_bits[_i].bit < 10 ? lowest_bits[_i].bit : 10);
}
END_TEST

// A sparse matrix by rows, and the sums of its rows.
static const struct spec_task row_sums = {
    .name = "row_sums",
    .parameters = {SPEC_OFFSETS(N, .fixed = 1, .rows = 1), SPEC_INDICES(COLS, .n = 1), SPEC_IN(FLOAT, .n = 1),
                   SPEC_OUT(FLOAT, .rows = 1), SPEC_SCALAR(INT32, ROWS)},
    .tolerance = TOLERANCE_EXACT};

// A product of two matrices: rows x inner by inner x cols.
static void solve_product(const struct problem *p) {
    const float *a = p->in[0], *b = p->in[1];
    float *c = p->out[0];
    const int32_t inner = p->shape.inner, cols = p->shape.cols;
    for (int32_t r = 0; r < p->shape.rows; r++)
        for (int32_t k = 0; k < cols; k++) {
            struct float_sum sum = {.terms = 0};
            for (int32_t i = 0; i < inner; i++)
                float_sum_add(&sum, (double)a[r * inner + i] * (double)b[i * cols + k]);
            c[r * cols + k] = (float)float_sum_value(&sum);
            p->bound[0][r * cols + k] = float_sum_bound(&sum, ELEMENT_FLOAT, 0);
        }
}

static bool explain_product(const struct problem *p, const void *const *actual, char *message, size_t size) {
    const struct float_matrix m = {p->out[0], actual[0], p->bound[0], p->shape.rows, p->shape.cols};
    return diagnose_matrix(&m, message, size);
}

static const struct spec_task product = {
    .name = "product",
    .parameters = {SPEC_IN(FLOAT, .rows_inner = 1), SPEC_IN(FLOAT, .inner_cols = 1),
                   SPEC_OUT(FLOAT, .rows_cols = 1), SPEC_SCALAR(INT32, ROWS), SPEC_SCALAR(INT32, COLS),
                   SPEC_SCALAR(INT32, INNER)},
    .solve = solve_product,
    .tolerance = TOLERANCE_BOUND,
    .explain = explain_product};

static struct made_case made;

static void make(const struct spec_task *task, struct shape shape, inputs_fill *fill) {
    made_case_of(&made, task, shape, (struct spec_case){.fill = fill, .data = "random"}, 9);
}

static const struct shape six_by_seven = {.n = 42, .rows = 6, .cols = 7, .inner = 5};

START_TEST(a_matrix_is_wrong_in_a_row_and_a_column) {
    make(&product, six_by_seven, inputs_float_small);
    ck_assert(made_compared(&made).right);
    made.floats[2 * 7 + 3] += 0.25f;
    const struct comparison result = made_compared(&made);
    char words[400];
    snprintf(words, sizeof words,
             "n = 42 (6 x 5 by 5 x 7, random): expected %g in row 2, column 3, got %g: off by 0.25",
             (double)((float *)made.data.expected)[17], (double)made.floats[17]);
    ck_assert(!result.right);
    ck_assert_str_eq(result.message, words);
    made_free(&made);
}
END_TEST

// The row of the first wrong element, and its position.
START_TEST(a_wrong_matrix_is_shown_by_its_row) {
    static const struct shape small = {.n = 6, .rows = 2, .cols = 3, .inner = 2};
    const float right[] = {1, 2, 3, 4, 5, 6};
    make(&product, small, inputs_float_small);
    memcpy(made.data.expected, right, sizeof right);
    memcpy(made.actual, right, sizeof right);
    made.floats[4] = 5.5f;
    char *text = example_rows(&made.c, &made.data, made.input, made.actual);
    ck_assert_str_eq(text, "row        1\n"
                           "column       0   1   2\n"
                           "expected     4   5   6\n"
                           "yours        4 5.5   6\n"
                           "                 ^\n");
    free(text);
    made_free(&made);
}
END_TEST

static void solve_row_sums(const struct problem *p) {
    const int32_t *offsets = p->in[0];
    for (int32_t r = 0; r < p->shape.rows; r++) {
        ((float *)p->out[0])[r] = 0;
        for (int32_t i = offsets[r]; i < offsets[r + 1]; i++)
            ((float *)p->out[0])[r] += ((const float *)p->in[2])[i];
    }
}

// Rows with some of the entries each: their starts, and their number.
START_TEST(wrong_rows_are_shown_with_their_entries) {
    struct spec_task task = row_sums;
    task.solve = solve_row_sums;
    made_case_of(&made, &task, signature_small_shape(task.parameters, 8),
                 (struct spec_case){.data = "1, 2, 3, ..."}, 0);
    made.floats[3] += 100;
    char *text = example_rows(&made.c, &made.data, made.input, made.actual);
    ck_assert_str_eq(text, "element      0   1   2   3   4   5\n"
                           "begins at    0   0   0   4   7   8\n"
                           "entries      0   0   4   3   1   0\n"
                           "expected     0   0  10  18   8   0\n"
                           "yours        0   0  10 118   8   0\n"
                           "                         ^\n");
    free(text);
    made_free(&made);
}
END_TEST

START_TEST(rounding_is_allowed_and_no_more) {
    make(&product, six_by_seven, inputs_float_random);
    const float right = made.floats[8];
    made.floats[8] = nextafterf(right, 2);
    ck_assert(made_compared(&made).right);
    made.floats[8] = right + 0.001f;
    ck_assert(!made_compared(&made).right);
    ck_assert_ptr_nonnull(strstr(made_compared(&made).message, "off by 0.001, and rounding makes at most "));
    made_free(&made);
}
END_TEST

// Output that is not a number.
static const struct {
    float expected, actual;
    bool right;
} odd[] = {
    {NAN, NAN, true},
    {NAN, 1, false},
    {1, NAN, false},
    {INFINITY, INFINITY, true},
    {INFINITY, FLT_MAX, false},
    {INFINITY, -INFINITY, false},
    {FLT_MAX, INFINITY, false},
    {0, -0.0f, true},
};

START_TEST(odd_numbers_are_compared_by_what_they_are) {
    static const enum tolerance tolerances[] = {TOLERANCE_EXACT, TOLERANCE_ULPS, TOLERANCE_BOUND};
    struct spec_task task = product;
    task.tolerance = tolerances[_i % 3];
    task.ulps = task.tolerance == TOLERANCE_ULPS ? 4 : 0;
    const float expected = odd[_i / 3].expected, actual = odd[_i / 3].actual;
    const double bound = 1;
    const struct right_answer right = {&expected, task.tolerance == TOLERANCE_BOUND ? &bound : NULL, 0};
    const struct outputs outputs =
        outputs_beside(&task, (struct shape){.n = 1, .rows = 1, .cols = 1, .inner = 1}, &right, &actual);
    ck_assert_int_eq(outputs_are_right(&outputs), odd[_i / 3].right);
}
END_TEST

// The memory of outputs holds NaN before the call: if that is expected, it must still have been
// written.
START_TEST(nan_that_nobody_wrote_is_no_answer) {
    make(&product, six_by_seven, inputs_float_small);
    ((float *)made.data.expected)[5] = NAN;
    made.floats[5] = NAN;
    ck_assert(made_compared(&made).right);
    plan_poison(&made.data, made.actual);
    ck_assert(isnan(made.floats[5]));
    const struct comparison result = made_compared(&made);
    ck_assert(!result.right && result.untouched);
    ck_assert_ptr_nonnull(strstr(result.message, "but the output was never written"));
    made_free(&made);
}
END_TEST

START_TEST(units_in_the_last_place_are_counted) {
    struct spec_task task = {.tolerance = TOLERANCE_ULPS,
                             .ulps = 2,
                             .parameters = {SPEC_IN(DOUBLE, .n = 1), SPEC_OUT(DOUBLE, .n = 1)}};
    const double expected = -3;
    double actual = expected;
    const struct right_answer right = {&expected, NULL, 0};
    for (int units = 0; units < 4; units++) {
        const struct outputs outputs = outputs_beside(&task, (struct shape){.n = 1}, &right, &actual);
        ck_assert_int_eq(outputs_are_right(&outputs), units <= 2);
        actual = nextafter(actual, -INFINITY);
    }
}
END_TEST

// Matrices with different faults; the value of an element shows its place.
static float at(int r, int c) { return (float)(100 * r + c + (r * c) % 7); }

static void fill_wrong(float *actual, int way, int rows, int cols) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            const bool border = r == 0 || c == 0 || r == rows - 1 || c == cols - 1;
            float *to = way == 0 ? &actual[c * rows + r] : &actual[r * cols + c];
            *to = way == 1   ? at(r > 0 ? r - 1 : rows, c)
                  : way == 2 ? at(r, c + 1 < cols ? c + 1 : 0)
                  : way == 3 ? at(r, c) + (float)border
                  : way == 4 ? at(r, c) + (float)(r >= 16 || c >= 16)
                  : way == 5 ? at(r, c) + (float)(r == 3 && c == 3)
                             : at(r, c);
        }
}

static const char *const matrices[] = {"this is the matrix transposed",
                                       "every row is right, one row off",
                                       "every column is right, one column off",
                                       "only the border is wrong",
                                       "the first 16 rows and 16 columns are right",
                                       NULL};

START_TEST(matrices_are_wrong_in_well_known_ways) {
    enum { ROWS = 19, COLS = 22 };
    static float expected[ROWS * COLS], actual[ROWS * COLS];
    char message[160] = "";
    fill_wrong(expected, -1, ROWS, COLS);
    fill_wrong(actual, _i, ROWS, COLS);
    const struct float_matrix m = {expected, actual, NULL, ROWS, COLS};
    ck_assert_int_eq(diagnose_matrix(&m, message, sizeof message), matrices[_i] != NULL);
    if (matrices[_i])
        ck_assert_msg(strncmp(message, matrices[_i], strlen(matrices[_i])) == 0, "%s", message);
}
END_TEST

// Products of a sparse matrix with different faults: 60 rows of 17 entries, each third empty.
enum { SPARSE_ROWS = 60, SPARSE_LENGTH = 17, SPARSE_ENTRIES = SPARSE_ROWS * SPARSE_LENGTH };
static int32_t sparse_offsets[SPARSE_ROWS + 1], sparse_columns[SPARSE_ENTRIES];
static float sparse_values[SPARSE_ENTRIES], sparse_right[SPARSE_ROWS], sparse_wrong[SPARSE_ROWS];

// The sum of a row's entries, from one up to another.
static float sparse_sum(int32_t from, int32_t to) {
    float sum = 0;
    for (int32_t i = from; i < to; i++)
        sum += sparse_values[i];
    return sum;
}

static float sparse_answer(int way, int32_t row) {
    const int32_t begin = sparse_offsets[row], end = sparse_offsets[row + 1];
    const int32_t block_begin = end > begin ? (end - 1) / 128 * 128 : 0, block_end = (begin / 128 + 1) * 128;
    switch (way) {
    case 0:
        return row > 0 ? sparse_right[row - 1] : 7;
    case 1:
        return row + 1 < SPARSE_ROWS ? sparse_right[row + 1] : 7;
    case 2:
        return begin == end ? 3 : sparse_right[row];
    case 3:
        return begin == end ? 0 : sparse_sum(begin, end - 1);
    case 4:
        return begin == end ? 0 : sparse_sum(begin + 1, end);
    case 5:
        return end == sparse_offsets[SPARSE_ROWS] && begin < end ? -1 : sparse_right[row];
    case 6:
        return sparse_sum(block_begin > begin ? block_begin : begin, end);
    case 7:
        return sparse_sum(begin, block_end < end ? block_end : end);
    case 8:
        return sparse_right[row] + (float)(row % 7 == 4);
    default:
        return sparse_right[row];
    }
}

static const char *const products[] = {"every sum is right, one row off",
                                       "every sum is right, one row off",
                                       "only rows without entries are wrong",
                                       "the wrong rows lack their last entry",
                                       "the wrong rows lack their first entry",
                                       "only the last row that has entries is wrong",
                                       "rows that go on from one block of 128 entries to the next are wrong: "
                                       "what the blocks before",
                                       "rows that go on from one block of 128 entries to the next are wrong: "
                                       "what the blocks behind",
                                       NULL,
                                       NULL};

START_TEST(sparse_products_are_wrong_in_well_known_ways) {
    static const float x[] = {1};
    static const double bounds[SPARSE_ROWS];
    char message[160] = "";
    struct rng rng = rng_stream(8, 0);
    for (int32_t row = 0; row < SPARSE_ROWS; row++)
        sparse_offsets[row + 1] = sparse_offsets[row] + (row % 3 == 2 ? 0 : SPARSE_LENGTH);
    for (int32_t i = 0; i < SPARSE_ENTRIES; i++)
        sparse_values[i] = (float)rng_between(&rng, 1, 100);
    for (int32_t row = 0; row < SPARSE_ROWS; row++)
        sparse_right[row] = sparse_sum(sparse_offsets[row], sparse_offsets[row + 1]);
    for (int32_t row = 0; row < SPARSE_ROWS; row++)
        sparse_wrong[row] = sparse_answer(_i, row);
    const struct sparse_product p = {.offsets = sparse_offsets,
                                     .columns = sparse_columns,
                                     .values = sparse_values,
                                     .x = x,
                                     .expected = sparse_right,
                                     .actual = sparse_wrong,
                                     .bound = bounds,
                                     .rows = SPARSE_ROWS};
    ck_assert_int_eq(diagnose_sparse(&p, message, sizeof message), products[_i] != NULL);
    if (products[_i])
        ck_assert_msg(strncmp(message, products[_i], strlen(products[_i])) == 0, "%s", message);
}
END_TEST

// Two outputs of different types: each is compared, and the second one's elements are counted from 0.
static void solve_two(const struct problem *p) {
    for (int32_t i = 0; i < p->shape.n; i++) {
        ((int16_t *)p->out[0])[i] = (int16_t)i;
        ((double *)p->out[1])[i] = ((const double *)p->in[0])[i] / 2;
    }
}

START_TEST(a_second_output_is_compared_too) {
    static const struct spec_task two = {.name = "two",
                                         .parameters = {SPEC_IN_OUT(DOUBLE, .n = 1), SPEC_SCALAR(INT32, N)},
                                         .solve = solve_two,
                                         .tolerance = TOLERANCE_EXACT};
    struct spec_task task = two;
    const struct parameter parameters[] = {SPEC_OUT(INT16, .n = 1), SPEC_IN_OUT(DOUBLE, .n = 1)};
    memcpy(task.parameters, parameters, sizeof parameters);
    make(&task, (struct shape){.n = 9}, inputs_double_small);
    ck_assert(made_compared(&made).right && !made_compared(&made).input_modified);
    const struct outputs outputs = outputs_of(&made.c, &made.data, made.input, made.actual);
    ck_assert_uint_eq(outputs.count, 2);
    *(double *)(void *)(uintptr_t)(outputs.of[1].actual + 3 * sizeof(double)) += 1;
    ck_assert_ptr_nonnull(strstr(made_compared(&made).message, " in element 3 of output 2, got "));
    made_free(&made);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tolerance");
    TCase *cases = tcase_create("floats");
    tcase_add_loop_test(cases, every_honest_order_is_within_the_bound, 0, 2 * SPEC_COUNT(sizes));
    tcase_add_loop_test(cases, a_dropped_element_is_outside_of_it, 0, 2 * SPEC_COUNT(sizes));
    tcase_add_loop_test(cases, the_lowest_bit_of_a_number_is_known, 0, SPEC_COUNT(lowest_bits));
    tcase_add_test(cases, wrong_rows_are_shown_with_their_entries);
    tcase_add_test(cases, the_sum_itself_is_compensated);
    tcase_add_test(cases, a_matrix_is_wrong_in_a_row_and_a_column);
    tcase_add_test(cases, a_wrong_matrix_is_shown_by_its_row);
    tcase_add_test(cases, rounding_is_allowed_and_no_more);
    tcase_add_loop_test(cases, odd_numbers_are_compared_by_what_they_are, 0, 3 * SPEC_COUNT(odd));
    tcase_add_test(cases, nan_that_nobody_wrote_is_no_answer);
    tcase_add_test(cases, units_in_the_last_place_are_counted);
    tcase_add_loop_test(cases, matrices_are_wrong_in_well_known_ways, 0, SPEC_COUNT(matrices));
    tcase_add_loop_test(cases, sparse_products_are_wrong_in_well_known_ways, 0, SPEC_COUNT(products));
    tcase_add_test(cases, a_second_output_is_compared_too);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
