// Elements of every type: their names and sizes, the numbers of halves, inputs, and the verdicts on vectors
// and halves, component by component.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "lab/answer.h"
#include "lab/diagnose.h"
#include "lab/float_sum.h"
#include "lab/outputs.h"
#include "made_case.h"

static const struct {
    enum element element, base;
    unsigned components, bytes;
    const char *name;
} types[] = {
    {ELEMENT_INT8, ELEMENT_INT8, 1, 1, "signed char"},
    {ELEMENT_UINT16, ELEMENT_UINT16, 1, 2, "unsigned short"},
    {ELEMENT_INT64, ELEMENT_INT64, 1, 8, "long long"},
    {ELEMENT_HALF, ELEMENT_HALF, 1, 2, "__half"},
    {ELEMENT_HALF2, ELEMENT_HALF, 2, 4, "__half2"},
    {ELEMENT_CHAR3, ELEMENT_INT8, 3, 3, "char3"},
    {ELEMENT_UCHAR4, ELEMENT_UINT8, 4, 4, "uchar4"},
    {ELEMENT_SHORT2, ELEMENT_INT16, 2, 4, "short2"},
    {ELEMENT_USHORT4, ELEMENT_UINT16, 4, 8, "ushort4"},
    {ELEMENT_INT2, ELEMENT_INT32, 2, 8, "int2"},
    {ELEMENT_INT4, ELEMENT_INT32, 4, 16, "int4"},
    {ELEMENT_UINT2, ELEMENT_UINT32, 2, 8, "uint2"},
    {ELEMENT_UINT4, ELEMENT_UINT32, 4, 16, "uint4"},
    {ELEMENT_LONGLONG2, ELEMENT_INT64, 2, 16, "longlong2"},
    {ELEMENT_ULONGLONG2, ELEMENT_UINT64, 2, 16, "ulonglong2"},
    {ELEMENT_FLOAT2, ELEMENT_FLOAT, 2, 8, "float2"},
    {ELEMENT_FLOAT3, ELEMENT_FLOAT, 3, 12, "float3"},
    {ELEMENT_FLOAT4, ELEMENT_FLOAT, 4, 16, "float4"},
    {ELEMENT_DOUBLE2, ELEMENT_DOUBLE, 2, 16, "double2"},
};

START_TEST(a_type_is_a_base_and_a_number_of_components) {
    ck_assert_int_eq(element_base(types[_i].element), types[_i].base);
    ck_assert_uint_eq(element_components(types[_i].element), types[_i].components);
    ck_assert_uint_eq(element_bytes(types[_i].element), types[_i].bytes);
    ck_assert_str_eq(element_name(types[_i].element), types[_i].name);
}
END_TEST

START_TEST(what_is_no_type_has_no_bytes) {
    static const uint32_t none[] = {0,
                                    ELEMENT_BASES,
                                    2 * ELEMENT_VECTOR,
                                    4 * ELEMENT_VECTOR + ELEMENT_DOUBLE,
                                    5 * ELEMENT_VECTOR + ELEMENT_INT8,
                                    UINT32_MAX};
    for (size_t i = 0; i < SPEC_COUNT(none); i++)
        ck_assert_uint_eq(element_bytes(none[i]), 0);
}
END_TEST

START_TEST(every_half_is_stored_as_itself) {
    for (uint32_t bits = 0; bits <= UINT16_MAX; bits++) {
        const uint16_t half = (uint16_t)bits;
        uint16_t again = 0;
        const double value = element_value(ELEMENT_HALF, &half, 0);
        element_store(ELEMENT_HALF, &again, 0, value);
        if (isnan(value))
            ck_assert_uint_gt(bits & 0x7fff, 0x7c00);
        else
            ck_assert_uint_eq(again, half);
        const struct number text = number_at(ELEMENT_HALF, &half, 0);
        element_store(ELEMENT_HALF, &again, 0, strtod(text.text, NULL));
        ck_assert_msg(isnan(value) || again == half, "%04x is shown as %s", bits, text.text);
    }
}
END_TEST

// A number converted to a half, how it is shown, and the distance to the next one.
static const struct {
    double value;
    uint16_t bits;
    const char *text;
    double unit;
} halves[] = {
    {1, 0x3c00, "1", 0x1p-10},
    {-2, 0xc000, "-2", 0x1p-9},
    {0.1, 0x2e66, "0.1", 0x1p-14},
    {2049, 0x6800, "2048", 2}, // half way: to the even one
    {2051, 0x6802, "2052", 2},
    {65504, 0x7bff, "65504", 32},
    {65519.9, 0x7bff, "65504", 32},
    {65520, 0x7c00, "inf", 0},
    {-1e9, 0xfc00, "-inf", 0},
    {0x1p-14, 0x0400, "6.104e-05", 0x1p-24},
    {0x1p-24, 0x0001, "5.96e-08", 0x1p-24},
    {0x1p-25, 0x0000, "0", 0x1p-24},
    {0x1.1p-25, 0x0001, "5.96e-08", 0x1p-24},
    {0, 0x0000, "0", 0x1p-24},
};

START_TEST(numbers_are_rounded_to_halves) {
    uint16_t bits = 0;
    element_store(ELEMENT_HALF, &bits, 0, halves[_i].value);
    ck_assert_uint_eq(bits, halves[_i].bits);
    ck_assert_str_eq(number_at(ELEMENT_HALF, &bits, 0).text, halves[_i].text);
    if (halves[_i].unit > 0)
        ck_assert_double_eq(element_unit(ELEMENT_HALF, element_value(ELEMENT_HALF, &bits, 0)),
                            halves[_i].unit);
}
END_TEST

START_TEST(units_are_those_of_the_type) {
    static const double values[] = {0, 1, 1.5, -3, 1e-30, 1e30, 0x1p-149, 0x1p-126};
    for (size_t i = 0; i < SPEC_COUNT(values); i++) {
        const float size = fabsf((float)values[i]);
        ck_assert_double_eq(element_unit(ELEMENT_FLOAT, values[i]),
                            (double)nextafterf(size, INFINITY) - (double)size);
        ck_assert_double_eq(element_unit(ELEMENT_DOUBLE, values[i]),
                            nextafter(fabs(values[i]), INFINITY) - fabs(values[i]));
    }
}
END_TEST

// A fill does the same to every type that it supports.
static inputs_fill *const kinds[] = {inputs_float_random, inputs_float_small, inputs_float_last_only,
                                     inputs_int_random,   inputs_int_small,   inputs_int_last_only};

START_TEST(inputs_are_of_the_type_that_they_are_for) {
    enum { COUNT = 999 };
    static unsigned char numbers[COUNT * 8];
    for (enum element base = ELEMENT_INT8; base <= ELEMENT_DOUBLE; base++) {
        inputs_fill *fill = inputs_fill_for(kinds[_i], base);
        const bool last_only = kinds[_i] == inputs_float_last_only || kinds[_i] == inputs_int_last_only;
        enum element made;
        if ((element_is_float(base) && _i >= 3) || (base == ELEMENT_UINT64 && _i < 3)) {
            ck_assert(!fill);
            continue;
        }
        struct rng rng = {7};
        memset(numbers, 0xff, sizeof numbers);
        fill(&rng, numbers, COUNT);
        ck_assert(inputs_element(fill, &made) && element_bytes(made) == element_bytes(base));
        for (size_t i = 0; i < COUNT; i++) {
            const double value = element_value(base, numbers, i);
            if (!element_is_float(base) &&
                _i < 3) { // whole numbers beside floats are small, whatever those are
                ck_assert(fabs(value) <= UINT16_MAX);
                continue;
            }
            ck_assert(isfinite(value) && (!element_is_float(base) || fabs(value) <= 8));
            ck_assert_msg((value != 0) == (i == COUNT - 1) || !last_only, "%s %zu", element_name(base), i);
        }
    }
}
END_TEST

START_TEST(halves_are_floats_rounded) {
    enum { COUNT = 500 };
    float floats[COUNT];
    uint16_t bits[COUNT], right;
    struct rng one = {11}, other = {11};
    inputs_float_random(&one, floats, COUNT);
    inputs_half_random(&other, bits, COUNT);
    for (int i = 0; i < COUNT; i++) {
        element_store(ELEMENT_HALF, &right, 0, (double)floats[i]);
        ck_assert_uint_eq(bits[i], right);
    }
}
END_TEST

// Vectors are filled component by component, each buffer by the fill of its type.
START_TEST(buffers_of_several_types_are_filled) {
    static const struct spec_task task = {
        .parameters = {SPEC_IN(HALF2, .n = 1), SPEC_IN(FLOAT4, .n = 1), SPEC_OUT(FLOAT, .n = 1)}};
    static _Alignas(256) unsigned char input[256 + 5 * 16];
    struct rng rng = {3};
    plan_fill(&task, (struct shape){.n = 5}, inputs_float_small, NULL, 0, &rng, input);
    for (size_t i = 0; i < 5 * 2; i++) {
        const double value = element_value(ELEMENT_HALF, input, i);
        ck_assert(fabs(value) >= 1 && fabs(value) <= 8);
    }
    for (size_t i = 0; i < 5 * 4; i++) {
        const double value = element_value(ELEMENT_FLOAT, input + 256, i);
        ck_assert(fabs(value) >= 1 && fabs(value) <= 8);
    }
}
END_TEST

// Each number is twice that of the input, or `times` as many.
static double times = 2;
static void solve(const struct problem *p);

#define TASK(type, how, ...)                                                                                 \
    {                                                                                                        \
        .name = "task",                                                                                      \
        .parameters = {SPEC_IN(type, .n = 1), SPEC_OUT(type, .n = 1), SPEC_SCALAR(INT32, N)},                \
        .solve = solve, .tolerance = how, __VA_ARGS__                                                        \
    }
static const struct spec_task exact_half = TASK(HALF, TOLERANCE_EXACT, 0),
                              ulps_half = TASK(HALF, TOLERANCE_ULPS, .ulps = 2),
                              bound_half = TASK(HALF, TOLERANCE_BOUND, 0),
                              exact_half2 = TASK(HALF2, TOLERANCE_EXACT, 0),
                              exact_float4 = TASK(FLOAT4, TOLERANCE_EXACT, 0),
                              bound_float3 = TASK(FLOAT3, TOLERANCE_BOUND, 0),
                              exact_double2 = TASK(DOUBLE2, TOLERANCE_EXACT, 0),
                              whole_int2 = TASK(INT2, TOLERANCE_UNSAID, 0),
                              whole_uchar4 = TASK(UCHAR4, TOLERANCE_UNSAID, 0);

static void solve(const struct problem *p) {
    const enum element element = p->shape.inner ? (enum element)p->shape.inner : ELEMENT_FLOAT;
    const enum element base = element_base(element);
    const int32_t count = p->shape.n * (int32_t)element_components(element);
    for (int32_t i = 0; i < count; i++) {
        const double right = times * element_value(base, p->in[0], (size_t)i);
        element_store(base, p->out[0], (size_t)i, right);
        if (p->bound[0])
            p->bound[0][i] = 0.25;
    }
}

static struct made_case made;

// Elements that count up, of a task whose solve() has the type as a parameter.
static void make(const struct spec_task *task, int32_t n) {
    const struct shape shape = {.n = n, .inner = (int32_t)task->parameters[0].element};
    made_case_of(&made, task, shape, (struct spec_case){.data = "counted"}, 5);
}

// Of 40 elements whose numbers are 2, 4, 6, ... one differs. Without a message it is right.
static const struct {
    const struct spec_task *task;
    size_t number;
    double value;
    const char *words;
} judged[] = {
    {&exact_half, 17, 36, NULL},
    {&exact_half, 17, 36.03125, "expected 36 in element 17, got 36.03: off by 0.0312"},
    {&exact_half, 17, INFINITY, "expected 36 in element 17, got inf: a __half ends at 65504"},
    {&exact_half, 0, NAN, "expected 2 in element 0, got nan"},
    {&ulps_half, 17, 36.0625, NULL},
    {&ulps_half, 17, 36.09375,
     "expected 36 in element 17, got 36.1: off by 0.0938, and rounding makes at most 0.0625"},
    {&ulps_half, 0, 2.00390625, NULL},
    {&ulps_half, 0, 2.005859375, "expected 2 in element 0, got 2.006"},
    {&bound_half, 3, 8.25, NULL},
    {&bound_half, 3, 8.265625,
     "expected 8 in element 3, got 8.266: off by 0.266, and rounding makes at most 0.25"},
    {&exact_half2, 35, -1, "expected 72 in element 17.y, got -1: off by 73"},
    {&exact_float4, 17, 35, "expected 36 in element 4.y, got 35: off by 1"},
    {&exact_float4, 159, NAN, "expected 320 in element 39.w, got nan"},
    {&bound_float3, 5, 12.25, NULL},
    {&bound_float3, 5, 12.5,
     "expected 12 in element 1.z, got 12.5: off by 0.5, and rounding makes at most 0.25"},
    {&exact_double2, 2, 6.5, "expected 6 in element 1.x, got 6.5: off by 0.5"},
    {&whole_int2, 3, -8, "expected 8 in element 1.y, got -8"},
    {&whole_uchar4, 7, 255, "expected 16 in element 1.w, got 255"},
};

START_TEST(each_component_is_judged) {
    make(judged[_i].task, 40);
    element_store(element_base(judged[_i].task->parameters[0].element), made.actual, judged[_i].number,
                  judged[_i].value);
    const struct comparison result = made_compared(&made);
    ck_assert_msg(result.right == (judged[_i].words == NULL), "%s", result.message);
    if (judged[_i].words)
        ck_assert_msg(strstr(result.message, judged[_i].words) != NULL, "\"%s\" does not say \"%s\"",
                      result.message, judged[_i].words);
    made_free(&made);
}
END_TEST

// If an infinity is expected its sign counts, and if NaN is expected any NaN is right.
START_TEST(halves_that_are_no_numbers_are_compared_by_what_they_are) {
    static const struct {
        double factor, actual;
        bool right;
    } rows[] = {{INFINITY, INFINITY, true},
                {INFINITY, -INFINITY, false},
                {INFINITY, 65504, false},
                {NAN, NAN, true},
                {NAN, 0, false},
                {0, -0.0, true}};
    for (size_t i = 0; i < SPEC_COUNT(rows); i++) {
        times = rows[i].factor;
        make(&ulps_half, 4);
        element_store(ELEMENT_HALF, made.actual, 2, rows[i].actual);
        ck_assert_msg(made_compared(&made).right == rows[i].right, "%zu: %s", i,
                      made_compared(&made).message);
        made_free(&made);
    }
    times = 2;
}
END_TEST

// A half beside a written one is recognised as unwritten.
START_TEST(a_half_that_nobody_wrote_is_told) {
    make(&exact_half, 40);
    memcpy(made.actual + 2 * 17, (const char *)&made.data.poison + 2, 2);
    ck_assert_ptr_nonnull(
        strstr(made_compared(&made).message,
               "but 1 of 40 output elements were never written: this is the first of them"));
    made_free(&made);
    make(&exact_half, 40);
    plan_poison(&made.data, made.actual);
    ck_assert(made_compared(&made).untouched);
    for (size_t i = 0; i < 40; i++)
        ck_assert(isnan(element_value(ELEMENT_HALF, made.actual, i)));
    made_free(&made);
}
END_TEST

// The stored value is between the rounded ends: 2048 is next to 2047 and 2050.
static const struct {
    double value, bound;
    enum element stored;
    double allowed;
} stored[] = {
    {3, 0, ELEMENT_HALF, 0},
    {2049.5, 0, ELEMENT_HALF, 0},
    {2049.5, 0.4, ELEMENT_HALF, 0},
    {2049.5, 0.5, ELEMENT_HALF, 2},
    {2049.5, 3, ELEMENT_HALF, 4},
    {1, 0x1p-30, ELEMENT_HALF, 0},
    {65504, 100, ELEMENT_HALF, 96},
    {1, 0x1p-40, ELEMENT_FLOAT, 0},
    {1, 0x1p-23, ELEMENT_FLOAT, 0x1p-23},
    {1e6, INFINITY, ELEMENT_HALF, 131008},
};

START_TEST(what_is_stored_shorter_has_its_own_bound) {
    ck_assert_double_eq(float_stored_bound(stored[_i].value, stored[_i].bound, stored[_i].stored),
                        stored[_i].allowed);
}
END_TEST

// Sums of halves, computed in halves and in floats, in three orders; and a missing term.
START_TEST(honest_sums_of_halves_are_within_the_bound) {
    enum { COUNT = 64 };
    uint16_t terms[COUNT], half, right;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct rng rng = {seed};
        struct float_sum sum = {0};
        float as_float = 0;
        double in_half = 0;
        inputs_half_random(&rng, terms, COUNT);
        for (size_t i = 0; i < COUNT; i++)
            float_sum_add(&sum, element_value(ELEMENT_HALF, terms, i));
        for (size_t i = COUNT; i-- > 0;) {
            as_float += (float)element_value(ELEMENT_HALF, terms, i);
            element_store(ELEMENT_HALF, &half, 0, in_half + element_value(ELEMENT_HALF, terms, i));
            in_half = element_value(ELEMENT_HALF, &half, 0);
        }
        const double value = float_sum_value(&sum);
        element_store(ELEMENT_HALF, &right, 0, value);
        element_store(ELEMENT_HALF, &half, 0, (double)as_float);
        const double expected = element_value(ELEMENT_HALF, &right, 0),
                     bound =
                         float_stored_bound(value, float_sum_bound(&sum, ELEMENT_FLOAT, COUNT), ELEMENT_HALF);
        ck_assert(fabs(element_value(ELEMENT_HALF, &half, 0) - expected) <= bound);
        ck_assert(fabs(in_half - expected) <= float_sum_bound(&sum, ELEMENT_HALF, COUNT));
        ck_assert(bound <= element_unit(ELEMENT_HALF, expected));
    }
}
END_TEST

// A product that is too small for all its digits is rounded, too.
START_TEST(small_products_of_halves_are_rounded) {
    struct float_sum sum = {0};
    float_sum_add(&sum, 0x1.01p-8 * 0x1.01p-8);
    ck_assert_double_eq(float_sum_bound(&sum, ELEMENT_FLOAT, 1), 0);
    ck_assert_double_ge(float_sum_bound(&sum, ELEMENT_HALF, 1), 0x1p-25);
}
END_TEST

// Of 40 sums, those kept in a shorter type in between are recognised by their digits.
static const struct {
    enum element output, kept; // 0: kept in its own type, and slightly wrong
    const char *words;         // NULL: nothing is known
} kept[] = {
    {ELEMENT_FLOAT, ELEMENT_HALF, "no number has more digits than a __half"},
    {ELEMENT_FLOAT4, ELEMENT_HALF, "no number has more digits than a __half"},
    {ELEMENT_DOUBLE, ELEMENT_HALF, "no number has more digits than a __half"},
    {ELEMENT_DOUBLE2, ELEMENT_FLOAT, "no number has more digits than a float"},
    {ELEMENT_FLOAT, 0, NULL},
    {ELEMENT_DOUBLE, 0, NULL},
    {ELEMENT_HALF, 0, NULL},
};

START_TEST(numbers_kept_in_a_shorter_type_are_known) {
    enum { COUNT = 40 };
    char expected[COUNT * 8], actual[COUNT * 8], message[200] = "";
    const struct parameter parameter = {.role = ARGUMENT_OUT, .element = kept[_i].output};
    const struct spec_task task = {.tolerance = TOLERANCE_EXACT};
    const enum element base = element_base(kept[_i].output);
    struct rng rng = {17};
    for (size_t i = 0; i < COUNT; i++) {
        double numbers[2];
        uint64_t room = 0;
        inputs_double_random(&rng, numbers, 2);
        element_store(base, expected, i, 100 * numbers[0]);
        if (kept[_i].kept)
            element_store(kept[_i].kept, &room, 0, 100 * numbers[0]);
        element_store(base, actual, i,
                      kept[_i].kept ? element_value(kept[_i].kept, &room, 0) : 100 * numbers[1]);
    }
    const struct output output = {.task = &task,
                                  .parameter = &parameter,
                                  .base = base,
                                  .expected = expected,
                                  .actual = actual,
                                  .count = COUNT};
    ck_assert(diagnose_type(&output, message, sizeof message) == (kept[_i].words != NULL));
    ck_assert_ptr_nonnull(strstr(message, kept[_i].words ? kept[_i].words : ""));
}
END_TEST

// Zeros, and few digits, do not show the type.
START_TEST(simple_numbers_are_not_accused) {
    static const float right[] = {0.123456789f, 3.3333333f, 70000.5f},
                       wrong[][3] = {{0, 0, 0}, {1, 2, 3}, {0.123456789f, 3.3333335f, 70000.5f}};
    const struct parameter parameter = {.role = ARGUMENT_OUT, .element = ELEMENT_FLOAT};
    const struct spec_task task = {.tolerance = TOLERANCE_EXACT};
    for (size_t i = 0; i < SPEC_COUNT(wrong); i++) {
        char message[200] = "";
        const struct output output = {.task = &task,
                                      .parameter = &parameter,
                                      .base = ELEMENT_FLOAT,
                                      .expected = (const char *)right,
                                      .actual = (const char *)wrong[i],
                                      .count = 3};
        ck_assert_msg(!diagnose_type(&output, message, sizeof message), "%zu: %s", i, message);
    }
}
END_TEST

// A file that cannot be graded is reported with its line.
static const struct {
    struct parameter last;
    inputs_fill *fill;
    const char *words; // NULL: it can
} specs[] = {
    {SPEC_SCALAR(INT32, N), inputs_half_random, NULL},
    {SPEC_SCALAR(INT32, N), inputs_float_random, "an input of __half2 is filled with float"},
    {SPEC_SCALAR(HALF, N), inputs_half_random, "no scalar a __half or a vector"},
    {SPEC_SCALAR(FLOAT2, N), inputs_half_random, "no scalar a __half or a vector"},
    {SPEC_SCALAR(INT32, N), inputs_int_random, "an input of __half2 is filled with int"},
};

START_TEST(a_spec_that_makes_no_sense_is_refused) {
    static const char *const hints[] = {"?"};
    struct spec_task task = {.name = "f",
                             .parameters = {SPEC_IN(HALF2, .n = 1), SPEC_OUT(FLOAT4, .n = 1),
                                            SPEC_SCALAR(INT32, N), specs[_i].last},
                             .solve = solve,
                             .tolerance = TOLERANCE_BOUND,
                             .bandwidth = {.fill = specs[_i].fill}};
    const struct spec lab = {
        .name = "lab0", .tasks = &task, .task_count = 1, .hints = hints, .hint_count = 1};
    struct error error = {""};
    ck_assert(spec_check(&lab, &error) == (specs[_i].words == NULL));
    ck_assert_ptr_nonnull(strstr(error.text, specs[_i].words ? specs[_i].words : ""));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("elements");
    TCase *cases = tcase_create("elements");
    tcase_add_loop_test(cases, a_type_is_a_base_and_a_number_of_components, 0, SPEC_COUNT(types));
    tcase_add_test(cases, what_is_no_type_has_no_bytes);
    tcase_add_test(cases, every_half_is_stored_as_itself);
    tcase_add_loop_test(cases, numbers_are_rounded_to_halves, 0, SPEC_COUNT(halves));
    tcase_add_test(cases, units_are_those_of_the_type);
    tcase_add_loop_test(cases, inputs_are_of_the_type_that_they_are_for, 0, SPEC_COUNT(kinds));
    tcase_add_test(cases, halves_are_floats_rounded);
    tcase_add_test(cases, buffers_of_several_types_are_filled);
    tcase_add_loop_test(cases, each_component_is_judged, 0, SPEC_COUNT(judged));
    tcase_add_test(cases, halves_that_are_no_numbers_are_compared_by_what_they_are);
    tcase_add_test(cases, a_half_that_nobody_wrote_is_told);
    tcase_add_loop_test(cases, what_is_stored_shorter_has_its_own_bound, 0, SPEC_COUNT(stored));
    tcase_add_test(cases, honest_sums_of_halves_are_within_the_bound);
    tcase_add_test(cases, small_products_of_halves_are_rounded);
    tcase_add_loop_test(cases, numbers_kept_in_a_shorter_type_are_known, 0, SPEC_COUNT(kept));
    tcase_add_test(cases, simple_numbers_are_not_accused);
    tcase_add_loop_test(cases, a_spec_that_makes_no_sense_is_refused, 0, SPEC_COUNT(specs));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
