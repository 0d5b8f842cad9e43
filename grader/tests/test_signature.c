// Launchers are described by tables, and called through them: plainly, and as the guard calls them.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "confine/guard/guard.h"
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
    // Inputs and outputs lie one after another, each at a multiple of 256; what is both is in both.
    ck_assert_uint_eq(call_offset(&call, CALL_GIVEN, 4), 256);
    ck_assert_uint_eq(call_bytes(&call, CALL_GIVEN, call.count), 256 + 140);
    ck_assert_uint_eq(call_offset(&call, CALL_WRITTEN, 4), 256);
    ck_assert_uint_eq(call_bytes(&call, CALL_WRITTEN, call.count), 256 + 140);
    ck_assert_uint_eq(call_bytes(&call, CALL_SCRATCH, call.count), 34);
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

// As nvcc and g++ compile a launcher. It changes its arguments, as a loop that counts one down does.
static void launcher(const float *a, float rows, double *b, double cols, int16_t *c, int64_t option,
                     uint8_t *d, uint8_t small, int n, int r, int k, int o) {
    seen.a = a, seen.b = b, seen.c = c, seen.d = d;
    seen.rows = rows, seen.cols = cols, seen.option = option, seen.small = small;
    seen.n = n, seen.r = r, seen.k = k, seen.o = o;
    for (volatile int *last = &o; *last < 0; ++*last)
        seen.calls++;
}

// Nothing that the compiler could look into: a runner finds its launchers when it runs.
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

START_TEST(a_call_that_cannot_be_made_is_refused) {
    const struct call good = signature_call(everything, &shape, OPTION);
    struct call call = good;
    call.count = CALL_WORDS + 1;
    ck_assert(!call_is_valid(&call));
    call = good;
    call.of[1].element = ELEMENT_DOUBLE + 1;
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

// A number in a type's own words, and back.
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

int main(void) {
    Suite *suite = suite_create("signature");
    TCase *cases = tcase_create("signatures");
    tcase_add_test(cases, a_table_says_how_large_everything_is);
    tcase_add_test(cases, arguments_arrive_as_they_were_passed);
    tcase_add_test(cases, arguments_arrive_through_the_guard);
    tcase_add_test(cases, a_call_that_cannot_be_made_is_refused);
    tcase_add_loop_test(cases, numbers_are_shown_as_their_type_has_them, 0, SPEC_COUNT(numbers));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
