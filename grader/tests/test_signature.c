// Launchers are described by tables, and called through them: directly, and as the guard calls them.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#if WARPLAB_CONFINE
#include "confine/guard/guard.h"
#endif
#include "lab/outputs.h"

// As many arguments as there may be, of all types, mixed.
static const struct parameter everything[SIGNATURE_MAX] = {
    SPEC_IN(FLOAT, .rows_inner = 1),
    SPEC_SCALAR(FLOAT, ROWS),
    SPEC_OUT(DOUBLE, .rows_cols = 1, .fixed = 1),
    SPEC_SCALAR(DOUBLE, COLS),
    SPEC_IN_OUT(INT16, .inner_cols = 2),
    SPEC_SCALAR(INT64, OPTION),
    SPEC_SCRATCH(UINT8, .rows = 3, .cols = 5),
    SPEC_SCALAR(UINT8, N),
    SPEC_SCALAR(INT32, N),
    SPEC_SCALAR(INT32, ROWS),
    SPEC_SCALAR(INT32, COLS),
    SPEC_SCALAR(INT32, OPTION),
};
static const struct shape shape = {.n = 7, .rows = 3, .cols = 5, .inner = 7};
enum { OPTION = -9 };

START_TEST(a_table_says_how_large_everything_is) {
    const struct call call = signature_call(everything, &shape, OPTION);
    ck_assert(call_is_valid(&call));
    ck_assert_uint_eq(call.count, SIGNATURE_MAX);
    ck_assert_uint_eq(call.of[0].bytes, 3 * 7 * sizeof(float));
    ck_assert_uint_eq(call.of[2].bytes, (3 * 5 + 1) * sizeof(double));
    ck_assert_uint_eq(call.of[4].bytes, 2 * 7 * 5 * sizeof(int16_t));
    ck_assert_uint_eq(call.of[6].bytes, 3 * 3 + 5 * 5);
    // Inputs and outputs are contiguous, each at a multiple of 256; a buffer that is both is in both.
    ck_assert_uint_eq(call_offset(&call, CALL_GIVEN, 4), 256);
    ck_assert_uint_eq(call_bytes(&call, CALL_GIVEN, call.count), 256 + 140);
    ck_assert_uint_eq(call_offset(&call, CALL_WRITTEN, 4), 256);
    ck_assert_uint_eq(call_bytes(&call, CALL_WRITTEN, call.count), 256 + 140);
    ck_assert_uint_eq(call_bytes(&call, CALL_SCRATCH, call.count), 34);
}
END_TEST

// Real numbers, a volume, the side of squares, a second length.
static const struct parameter more[] = {SPEC_IN(FLOAT, .rows_cols_inner = 1),
                                        SPEC_SCALAR(FLOAT, ALPHA),
                                        SPEC_SCALAR(DOUBLE, BETA),
                                        SPEC_SCALAR(INT32, ROWS),
                                        {0}};
static const struct parameter square[] = {
    SPEC_IN(FLOAT, .rows_cols = 1), SPEC_OUT(FLOAT, .inner_cols = 1), SPEC_SCALAR(INT32, SIDE), {0}};
static const struct parameter merge[] = {
    SPEC_IN(INT32, .n = 1), SPEC_IN(INT32, .inner = 1), SPEC_OUT(INT32, .n = 1, .inner = 1),
    SPEC_SCALAR(INT32, N),  SPEC_SCALAR(INT32, INNER),  {0}};

START_TEST(scalars_and_sizes_are_what_the_shape_says) {
    const struct shape volume = {.n = 15, .rows = 3, .cols = 5, .inner = 7, .alpha = 0.5, .beta = -1.25};
    const struct call call = signature_call(more, &volume, 0);
    float alpha;
    double beta;
    memcpy(&alpha, &call.of[1].bits, sizeof alpha);
    memcpy(&beta, &call.of[2].bits, sizeof beta);
    ck_assert_uint_eq(call.of[0].bytes, 3 * 5 * 7 * sizeof(float));
    ck_assert(alpha == 0.5F && beta == -1.25);
    const struct shape of_side = signature_whole_shape(square, (struct shape){.rows = 6});
    ck_assert(of_side.n == 36 && of_side.cols == 6 && of_side.inner == 6);
    ck_assert_uint_eq(signature_call(square, &of_side, 0).of[1].bytes, 36 * sizeof(float));
    ck_assert_uint_eq(signature_call(square, &of_side, 0).of[2].bits, 6);
    const struct shape small = signature_small_shape(merge, 8);
    ck_assert(small.n == 8 && small.inner == 5);
    ck_assert_uint_eq(signature_length(merge, &small, &merge[2]), 13);
}
END_TEST

static struct {
    const float *a;
    const double *b;
    const int16_t *c;
    const uint8_t *d;
    float rows;
    double cols;
    int64_t option;
    unsigned small;
    int n, r, k, o, calls;
} seen;

// As nvcc and g++ compile a launcher. It changes its arguments, like a loop that counts one down.
static void launcher(const float *a, float rows, double *b, double cols, int16_t *c, int64_t option,
                     uint8_t *d, uint8_t small, int n, int r, int k, int o) {
    seen.a = a, seen.b = b, seen.c = c, seen.d = d;
    seen.rows = rows, seen.cols = cols, seen.option = option, seen.small = small;
    seen.n = n, seen.r = r, seen.k = k, seen.o = o;
    for (volatile int *last = &o; *last < 0; ++*last)
        seen.calls++;
}

// Opaque to the compiler: a runner finds its launchers at run time.
static void (*volatile const opaque)(void) = (void (*)(void))launcher;

static struct passed pass(void) {
    const struct call call = signature_call(everything, &shape, OPTION);
    struct passed passed = {.word_count = 0};
    for (uint32_t i = 0; i < call.count; i++)
        call_pass(&passed, &call.of[i],
                  call.of[i].role == ARGUMENT_VALUE ? call.of[i].bits : UINT64_C(0x100000) * (i + 1));
    return passed;
}

static void check_seen(void) {
    ck_assert_uint_eq((uintptr_t)seen.a, 0x100000);
    ck_assert_uint_eq((uintptr_t)seen.b, 0x300000);
    ck_assert_uint_eq((uintptr_t)seen.c, 0x500000);
    ck_assert_uint_eq((uintptr_t)seen.d, 0x700000);
    ck_assert(seen.rows == 3 && seen.cols == 5);
    ck_assert_int_eq(seen.option, OPTION);
    ck_assert_uint_eq(seen.small, 7);
    ck_assert_int_eq(seen.n, 7);
    ck_assert_int_eq(seen.r, 3);
    ck_assert_int_eq(seen.k, 5);
    ck_assert_int_eq(seen.o, OPTION);
    ck_assert_int_eq(seen.calls, -OPTION);
    memset(&seen, 0, sizeof seen);
}

START_TEST(arguments_arrive_as_they_were_passed) {
    const struct passed passed = pass();
    ck_assert_uint_eq(passed.word_count, 10);
    ck_assert_uint_eq(passed.number_count, 2);
    call_make(opaque, &passed);
    check_seen();
}
END_TEST

#if WARPLAB_CONFINE
// The guard keeps the address of the return address just below the words on the stack.
START_TEST(arguments_arrive_through_the_guard) {
    const struct passed passed = pass();
    struct simt_guard_arguments arguments = {.word_count = passed.word_count};
    uintptr_t slot = 0;
    memcpy(arguments.words, passed.words, sizeof arguments.words);
    memcpy(arguments.numbers, passed.numbers, sizeof arguments.numbers);
    simt_guard_call(opaque, &slot, arguments.words, &arguments);
    ck_assert_uint_ne(slot, 0);
    check_seen();
}
END_TEST
#endif

START_TEST(a_call_that_cannot_be_made_is_refused) {
    const struct call good = signature_call(everything, &shape, OPTION);
    struct call call = good;
    call.count = CALL_WORDS + 1;
    ck_assert(!call_is_valid(&call));
    call = good;
    call.of[1].element = ELEMENT_BASES;
    ck_assert(!call_is_valid(&call));
    call = good;
    call.of[1].role = 0;
    ck_assert(!call_is_valid(&call));
    call = good;
    for (uint32_t i = 0; i < CALL_NUMBERS + 1; i++)
        call.of[i] = (struct argument){.role = ARGUMENT_VALUE, .element = ELEMENT_FLOAT};
    ck_assert(!call_is_valid(&call));
}
END_TEST

// A number in a type's own format, and back.
static const struct {
    enum element element;
    double value;
    const char *text;
} numbers[] = {
    {ELEMENT_INT8, -128, "-128"},
    {ELEMENT_UINT8, 255, "255"},
    {ELEMENT_INT16, -3, "-3"},
    {ELEMENT_UINT16, 65535, "65535"},
    {ELEMENT_INT32, -2147483648.0, "-2147483648"},
    {ELEMENT_UINT32, 4294967295.0, "4294967295"},
    {ELEMENT_INT64, -5, "-5"},
    {ELEMENT_UINT64, 9007199254740992.0, "9007199254740992"},
    {ELEMENT_FLOAT, 0.5, "0.5"},
    {ELEMENT_FLOAT, 0.1, "0.1"},
    {ELEMENT_FLOAT, 16777217.0, "16777216"},
    {ELEMENT_DOUBLE, 0.1, "0.1"},
    {ELEMENT_FLOAT, INFINITY, "inf"},
    {ELEMENT_DOUBLE, -INFINITY, "-inf"},
};

START_TEST(numbers_are_shown_as_their_type_has_them) {
    unsigned char buffer[4 * sizeof(double)] = {0};
    element_store(numbers[_i].element, buffer, 2, numbers[_i].value);
    ck_assert_str_eq(number_at(numbers[_i].element, buffer, 2).text, numbers[_i].text);
    ck_assert_str_eq(number_at(numbers[_i].element, buffer, 1).text, "0");
}
END_TEST

// A sparse matrix by rows: the start of each row, the column of each entry, its value; a vector; the product.
static const struct spec_task sparse = {.name = "sparse",
                                        .parameters = {SPEC_OFFSETS(N, .fixed = 1, .rows = 1),
                                                       SPEC_INDICES(COLS, .n = 1), SPEC_IN(FLOAT, .n = 1),
                                                       SPEC_IN(FLOAT, .cols = 1), SPEC_OUT(FLOAT, .rows = 1),
                                                       SPEC_SCALAR(INT32, ROWS), SPEC_SCALAR(INT32, N)},
                                        .bandwidth = {.n = 6000, .rows = 300, .cols = 50}};

// The members of each.
enum { BUFFER_BYTES = 1 << 16 };
static _Alignas(256) unsigned char buffers[BUFFER_BYTES];

static const int32_t *indices_at(size_t i, const struct shape *of) {
    return (const void *)(buffers + signature_place(sparse.parameters, of, &sparse.parameters[i]));
}

// @return the parts that are empty
static int check_sparse(const struct shape *of) {
    const int32_t *offsets = indices_at(0, of), *columns = indices_at(1, of);
    int empty = 0;
    ck_assert_int_eq(offsets[0], 0);
    ck_assert_int_eq(offsets[of->rows], of->n);
    for (int32_t r = 0; r < of->rows; r++) {
        ck_assert_int_le(offsets[r], offsets[r + 1]);
        empty += offsets[r] == offsets[r + 1];
    }
    for (int32_t i = 0; i < of->n; i++)
        ck_assert(columns[i] >= 0 && columns[i] < of->cols);
    return empty;
}

static inputs_divide *const divides[] = {
    inputs_parts_even, inputs_parts_random, inputs_parts_skewed, inputs_parts_one,
    inputs_parts_long, inputs_parts_gaps,   inputs_parts_known,  NULL};
static const struct shape sparse_shapes[] = {
    {.n = 0, .rows = 0, .cols = 0},      {.n = 0, .rows = 5, .cols = 0},
    {.n = 1, .rows = 1, .cols = 1},      {.n = 7, .rows = 1, .cols = 3},
    {.n = 3, .rows = 1000, .cols = 900}, {.n = 4099, .rows = 333, .cols = 77}};

// A permutation, and its inverse.
static void arrange(struct shape of, int32_t option, struct rng *rng, void *const *in) {
    int32_t *to = in[0], *back = in[1];
    (void)option;
    for (int32_t i = 0; i < of.n; i++) {
        const int32_t j = rng_between(rng, 0, i);
        to[i] = to[j];
        to[j] = i;
    }
    for (int32_t i = 0; i < of.n; i++)
        back[to[i]] = i;
}

static void solve_gather(const struct problem *p) {
    const int32_t *to = p->in[0];
    const float *x = p->in[2];
    for (int32_t i = 0; i < p->shape.n; i++)
        ((float *)p->out[0])[i] = x[to[i]];
}

// However the inputs were made: drawn for a case or for timing, or counted up for a small case.
START_TEST(inputs_are_arranged_together) {
    enum { COUNT = 1000 };
    static const struct spec_task task = {.name = "gather",
                                          .parameters = {SPEC_INDICES(N, .n = 1), SPEC_INDICES(N, .n = 1),
                                                         SPEC_IN(FLOAT, .n = 1), SPEC_OUT(FLOAT, .n = 1),
                                                         SPEC_SCALAR(INT32, N)},
                                          .solve = solve_gather,
                                          .tolerance = TOLERANCE_EXACT,
                                          .arrange = arrange};
    const struct spec_case spec = {.n = COUNT, .fill = _i == 0 ? inputs_float_random : NULL, .data = "test"};
    const struct plan_case c = {.task = &task, .spec = &spec, .shape = {.n = COUNT}, .data = {5}};
    const struct shape of = {.n = COUNT};
    struct rng rng = {5};
    struct plan_data data = {.expected = NULL};
    memset(buffers, 0, sizeof buffers);
    if (_i == 1)
        signature_count_up(task.parameters, &of, buffers, false);
    if (_i < 2)
        ck_assert(plan_data_make(&data, &c, buffers));
    else
        plan_fill(&task, of, inputs_float_random, NULL, 0, &rng, buffers);
    const int32_t *to = (const void *)buffers,
                  *back =
                      (const void *)(buffers + signature_place(task.parameters, &of, &task.parameters[1]));
    for (int32_t i = 0; i < COUNT; i++)
        ck_assert(to[i] >= 0 && to[i] < COUNT && back[to[i]] == i);
    plan_data_free(&data);
}
END_TEST

START_TEST(indices_and_offsets_are_consistent) {
    for (size_t s = 0; s < SPEC_COUNT(sparse_shapes); s++) {
        struct rng rng = rng_stream(3, s);
        plan_fill(&sparse, sparse_shapes[s], inputs_float_small, divides[_i], 0, &rng, buffers);
        check_sparse(&sparse_shapes[s]);
    }
}
END_TEST

// The purposes of the ways to divide.
static const struct {
    inputs_divide *divide;
    int least_empty, most_empty, least_longest, most_longest;
} lengths[] = {
    {inputs_parts_even, 0, 0, 8, 9},          {inputs_parts_random, 0, 5, 14, 30},
    {inputs_parts_one, 999, 999, 8100, 8100}, {inputs_parts_long, 10, 40, 4050, 4080},
    {inputs_parts_gaps, 375, 375, 12, 13},    {inputs_parts_skewed, 250, 400, 4000, 4050},
};

START_TEST(parts_have_the_lengths_that_they_are_for) {
    enum { PARTS = 1000, END = 8100 };
    static int32_t offsets[PARTS + 1];
    struct rng rng = rng_stream(4, (uint64_t)_i);
    int empty = 0, longest = 0;
    lengths[_i].divide(&rng, offsets, PARTS, END);
    for (int r = 0; r < PARTS; r++) {
        const int length = offsets[r + 1] - offsets[r];
        empty += length == 0;
        longest = length > longest ? length : longest;
    }
    ck_assert_int_ge(empty, lengths[_i].least_empty);
    ck_assert_int_le(empty, lengths[_i].most_empty);
    ck_assert_int_ge(longest, lengths[_i].least_longest);
    ck_assert_int_le(longest, lengths[_i].most_longest);
}
END_TEST

// Easy to follow: valid, with empty parts at both ends, and counting numbers.
START_TEST(a_small_sparse_matrix_can_be_followed) {
    for (int32_t size = 1; size < 70; size++) {
        const struct shape small = signature_small_shape(sparse.parameters, size);
        ck_assert_int_eq(small.n, size);
        signature_count_up(sparse.parameters, &small, buffers, false);
        ck_assert_int_ge(check_sparse(&small), size > 1 ? 2 : 1);
        const size_t at = signature_place(sparse.parameters, &small, signature_numbers(sparse.parameters));
        ck_assert_double_eq(element_value(ELEMENT_FLOAT, buffers + at, (size_t)size - 1), size);
    }
}
END_TEST

// n is a size of its own; without a buffer of n elements it is the product of rows and columns.
START_TEST(entries_are_counted_apart_from_rows_and_columns) {
    const struct spec_case none = {.rows = 30, .cols = 40};
    struct shape timed = spec_timed_shape(&sparse, 6000);
    ck_assert_int_eq(plan_table_shape(&sparse, &none).n, 0);
    ck_assert(timed.n == 6000 && timed.rows == 300 && timed.cols == 50);
    timed = spec_timed_shape(&sparse, 1000);
    ck_assert(timed.n == 1000 && timed.rows == 50 && timed.cols == 50);
    ck_assert_int_eq(spec_timed_shape(&sparse, 1).rows, 1);
}
END_TEST

static const struct spec_case no_column[] = {{.n = 5, .rows = 3, .fill = inputs_float_small, .data = "odd"}};
static const struct spec_group no_columns[] = {{"odd", 1, no_column, 1, .input_untouched = false}};
static void solve_nothing(const struct problem *problem) { (void)problem; }

START_TEST(a_sparse_task_that_makes_no_sense_is_refused) {
    static const char *const hints[] = {"?"};
    struct spec_task task = sparse;
    const struct spec lab = {
        .name = "lab0", .tasks = &task, .task_count = 1, .hints = hints, .hint_count = 1};
    struct error error = {""};
    task.solve = solve_nothing;
    task.tolerance = TOLERANCE_BOUND;
    ck_assert_msg(spec_check(&lab, &error), "%s", error.text);
    task.groups = no_columns;
    task.group_count = 1;
    ck_assert(!spec_check(&lab, &error));
    ck_assert_ptr_nonnull(
        strstr(error.text, ": sparse: case 1 of \"odd\" has elements, and no rows or no columns"));
    task.group_count = 0;
    task.parameters[0].scalar = SCALAR_ROWS;
    ck_assert(!spec_check(&lab, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "offsets go up to n"));
    task.parameters[0] = sparse.parameters[0];
    task.bandwidth.rows = 0;
    ck_assert(!spec_check(&lab, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "what is timed has no rows or no columns"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("signature");
    TCase *cases = tcase_create("signatures");
    tcase_add_test(cases, scalars_and_sizes_are_what_the_shape_says);
    tcase_add_loop_test(cases, inputs_are_arranged_together, 0, 3);
    tcase_add_test(cases, a_table_says_how_large_everything_is);
    tcase_add_test(cases, arguments_arrive_as_they_were_passed);
#if WARPLAB_CONFINE
    tcase_add_test(cases, arguments_arrive_through_the_guard);
#endif
    tcase_add_test(cases, a_call_that_cannot_be_made_is_refused);
    tcase_add_loop_test(cases, numbers_are_shown_as_their_type_has_them, 0, SPEC_COUNT(numbers));
    tcase_add_loop_test(cases, indices_and_offsets_are_consistent, 0, SPEC_COUNT(divides));
    tcase_add_loop_test(cases, parts_have_the_lengths_that_they_are_for, 0, SPEC_COUNT(lengths));
    tcase_add_test(cases, a_small_sparse_matrix_can_be_followed);
    tcase_add_test(cases, entries_are_counted_apart_from_rows_and_columns);
    tcase_add_test(cases, a_sparse_task_that_makes_no_sense_is_refused);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
