// Outputs are compared exactly, and well-known wrong sums are named.
#include <check.h>
#include <limits.h>
#include <string.h>

#include "lab/diagnose.h"
#include "run/compare.h"

enum { N = 1025 };

static struct spec_task task = {
    .name = "sum", .parameters = SPEC_REDUCE(1), .reference = reference_sum, .diagnose = diagnose_sum};
static struct spec_case spec_case = {.n = N, .fill = inputs_int_random, .data = "random"};
static uint32_t input[N], after[N];
static struct plan_data data;
static struct plan_case plan_case;

static void prepare(int32_t n, inputs_fill *fill) {
    spec_case.fill = fill;
    plan_case = (struct plan_case){.task = &task, .spec = &spec_case, .n = n, .data = {42}};
    ck_assert(plan_data_make(&data, &plan_case, input));
    memcpy(after, input, sizeof after);
}

static uint32_t expected(void) { return *(uint32_t *)data.expected; }

static struct comparison compare_with(uint32_t actual) {
    struct comparison result;
    compare(&result, &plan_case, &data, input, &actual, after);
    return result;
}

static uint32_t first(int32_t n) {
    uint32_t sum;
    reference_sum(input, n, 0, &sum);
    return sum;
}

static const struct {
    int32_t n;
    inputs_fill *fill;
} inputs[] = {
    {1, inputs_int_random},         {32, inputs_int_min},         {33, inputs_int_max},
    {1000, inputs_int_alternating}, {1025, inputs_int_minus_one}, {700, inputs_int_last_only},
    {1024, inputs_int_positive},    {1025, inputs_int_small},     {0, inputs_int_random},
};

START_TEST(the_right_answer_is_right_and_its_neighbours_are_not) {
    prepare(inputs[_i].n, inputs[_i].fill);
    ck_assert(compare_with(expected()).right);
    ck_assert(!compare_with(expected() + 1).right);
    ck_assert(!compare_with(expected() ^ 0x80000000u).right);
    ck_assert_str_ne(compare_with(expected() - 1).message, "");
    plan_data_free(&data);
}
END_TEST

// The sum of the input by the plainest arithmetic there is.
START_TEST(sums_wrap) {
    prepare(inputs[_i].n, inputs[_i].fill);
    int64_t sum = 0;
    for (int32_t i = 0; i < inputs[_i].n; i++)
        sum += (int32_t)input[i];
    ck_assert_uint_eq(expected(), (uint32_t)(uint64_t)sum);
    plan_data_free(&data);
}
END_TEST

START_TEST(known_mistakes_are_named) {
    prepare(N, inputs_int_random);
    const struct {
        uint32_t actual;
        const char *words;
    } mistakes[] = {
        {data.poison, "never written"},
        {expected() + 255, "1 for each place past the end"}, // one block of 256 or more leaves 255 places

        {first(256), "first 256 elements"},
        {5 * first(256), "each of 5 blocks adds the first 256 elements"},
        {33 * first(32), "each of 33 blocks adds the first 32 elements"},
        {first(32), "first 32 elements"},
        {first(1000), "last 25 elements are missing"},
        {first(5), "first 5 elements, as many as there are blocks of 256"},
        {first(1), "last 1024 elements are missing"},
        {expected() - input[0], "the first element is missing"},
        {expected() + input[N - 1], "the last element is counted twice"},
        {2 * expected(), "every element is counted twice"},
        {expected() & 0xffff, "lowest 16 bits"},
        {expected() & 0xff, "lowest 8 bits"},
        {(uint32_t)(int32_t)(int16_t)expected(), "lowest 16 bits"},
        {N, "number of elements"},
        {(uint32_t)(int32_t)(float)(int32_t)expected(), "rounded to a float"},
        {0, "as if nothing had been added"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        const struct comparison result = compare_with(mistakes[i].actual);
        ck_assert(!result.right);
        ck_assert_msg(strstr(result.message, mistakes[i].words) != NULL, "\"%s\" does not say \"%s\"",
                      result.message, mistakes[i].words);
        ck_assert_ptr_nonnull(strstr(result.message, "n = 1025 (random)"));
    }
    plan_data_free(&data);
}
END_TEST

// Bytes of the sum over what was there before.
static uint32_t written(unsigned bytes) {
    const uint32_t mask = (UINT32_C(1) << 8 * bytes) - 1;
    return (expected() & mask) | (data.poison & ~mask);
}

START_TEST(an_element_written_in_part_is_told) {
    prepare(N, inputs_int_random);
    ck_assert_ptr_nonnull(strstr(compare_with(written(1)).message, "only 1 of its 4 bytes written"));
    ck_assert_ptr_nonnull(strstr(compare_with(written(2)).message, "only 2 of its 4 bytes written"));
    ck_assert_ptr_null(strstr(compare_with(written(1) + 1).message, "bytes written"));
    ck_assert_ptr_null(strstr(compare_with(written(1) ^ UINT32_C(1) << 31).message, "bytes written"));
    plan_data_free(&data);
}
END_TEST

// The sum that a block of that many threads leaves, of no more elements, where each step halves the stride.
static uint32_t halved(int32_t n, int32_t threads) {
    uint32_t sums[1024] = {0};
    memcpy(sums, input, (size_t)n * sizeof *sums);
    for (int32_t stride = threads / 2; stride > 0; stride /= 2)
        for (int32_t t = 0; t < stride; t++)
            sums[t] += sums[t + stride];
    return sums[0];
}

START_TEST(blocks_of_odd_sizes_are_named) {
    char message[160];
    prepare(N, inputs_int_random);
    uint32_t actual = halved(31, 250);
    ck_assert(diagnose_tree_sum(input, 31, 0, &actual, message, sizeof message));
    ck_assert_ptr_nonnull(strstr(message, "is the block's size a power of two?"));
    actual = halved(31, 256) ^ 0x40000000;
    ck_assert(!diagnose_tree_sum(input, 31, 0, &actual, message, sizeof message));
    plan_data_free(&data);
}
END_TEST

START_TEST(a_modified_input_is_told) {
    prepare(N, inputs_int_random);
    after[17]++;
    const struct comparison result = compare_with(expected());
    ck_assert(result.right);
    ck_assert(result.input_modified);
    ck_assert_ptr_nonnull(strstr(result.message, "element 17"));
    ck_assert(!compare_with(expected() + 1).right);
    plan_data_free(&data);
}
END_TEST

START_TEST(a_histogram_is_compared_bin_by_bin) {
    static uint32_t bins[256];
    static const unsigned char bytes[] = {3, 3, 200};
    struct spec_task histogram = {.name = "h", .parameters = SPEC_HISTOGRAM};
    struct spec_case three = {.n = 3, .data = "three"};
    const struct plan_case c = {.task = &histogram, .spec = &three, .n = 3};
    uint32_t right[256] = {[3] = 2, [200] = 1};
    const struct plan_data d = {
        .input_bytes = 3, .output_bytes = sizeof right, .expected = right, .poison = 0xdeadbeef};
    struct comparison result;
    memcpy(bins, right, sizeof bins);
    compare(&result, &c, &d, bytes, bins, bytes);
    ck_assert(result.right && !result.input_modified && !result.untouched);
    bins[200] = 7;
    compare(&result, &c, &d, bytes, bins, bytes);
    ck_assert_str_eq(result.message, "n = 3 (three): expected 1 in bin 200, got 7");
    for (int b = 0; b < 256; b++)
        bins[b] = right[b] + d.poison;
    compare(&result, &c, &d, bytes, bins, bytes);
    ck_assert_ptr_nonnull(strstr(result.message, "expected 0 in bin 0, got 3735928559: each wrong bin has "
                                                 "what it held before: who clears it?"));
    memcpy(bins, right, sizeof bins);
    bins[200] = 7;
    bins[9] = d.poison;
    compare(&result, &c, &d, bytes, bins, bytes);
    ck_assert_str_eq(result.message, "n = 3 (three): expected 0 in bin 9, but 1 of 256 bins have what they "
                                     "held before: who clears them, and who stores to them?");
    bins[4] = 1;
    compare(&result, &c, &d, bytes, bins, bytes);
    ck_assert_str_eq(result.message, "n = 3 (three): expected 0 in bin 4, but 1 of 256 bins have what they "
                                     "held before: who clears them, and who stores to them?");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare");
    TCase *cases = tcase_create("answers");
    const int count = (int)(sizeof inputs / sizeof inputs[0]);
    tcase_add_loop_test(cases, the_right_answer_is_right_and_its_neighbours_are_not, 0, count);
    tcase_add_loop_test(cases, sums_wrap, 0, count);
    tcase_add_test(cases, known_mistakes_are_named);
    tcase_add_test(cases, a_modified_input_is_told);
    tcase_add_test(cases, an_element_written_in_part_is_told);
    tcase_add_test(cases, blocks_of_odd_sizes_are_named);
    tcase_add_test(cases, a_histogram_is_compared_bin_by_bin);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
