// Histograms of bytes: the inputs made for them, and which wrong answers are recognised.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/diagnose.h"
#include "lab/inputs.h"

enum { BINS = 256, N = 4099 };

static uint8_t input[N + 1];
static uint32_t bins[BINS];

static void make(inputs_fill *fill, int32_t n) {
    struct rng rng = rng_stream(1, 2);
    memset(input, 0xa5, sizeof input);
    fill(&rng, input, n);
    ck_assert_uint_eq(input[n], 0xa5);
    reference_histogram(input, n, 0, bins);
}

static int values(void) {
    int count = 0;
    for (int b = 0; b < BINS; b++)
        count += bins[b] > 0;
    return count;
}

START_TEST(inputs_are_what_they_say) {
    make(inputs_byte_random, N);
    ck_assert_int_eq(values(), 256);
    make(inputs_byte_same, N);
    ck_assert_int_eq(values(), 1);
    make(inputs_byte_greatest, N);
    ck_assert_uint_eq(bins[255], N);
    make(inputs_byte_two_values, N);
    ck_assert_int_eq(values(), 2);
    make(inputs_byte_skewed, N);
    ck_assert_uint_gt(bins[0], N / 4);
    ck_assert_int_gt(values(), 30);
    make(inputs_byte_last_only, N);
    ck_assert_uint_eq(bins[0], N - 1);
    make(inputs_byte_sorted, N);
    ck_assert_int_eq(values(), 256);
    for (int i = 1; i < N; i++)
        ck_assert(input[i - 1] <= input[i]);
}
END_TEST

START_TEST(inputs_fill_no_more_than_n) {
    inputs_fill *const fills[] = {inputs_byte_random,  inputs_byte_same,       inputs_byte_sorted,
                                  inputs_byte_skewed,  inputs_byte_two_values, inputs_byte_last_only,
                                  inputs_byte_greatest};
    for (size_t f = 0; f < sizeof fills / sizeof fills[0]; f++)
        for (int32_t n = 0; n < 20; n++)
            make(fills[f], n);
}
END_TEST

// Wrong histograms of N random bytes, or of the bytes named, and the words that tell each.
static void expect(int32_t n, const uint32_t *actual, const char *words) {
    char message[160];
    ck_assert(diagnose_histogram(input, n, 0, actual, message, sizeof message));
    ck_assert_msg(strstr(message, words) != NULL, "\"%s\" does not say \"%s\"", message, words);
}

START_TEST(usual_mistakes_are_recognised) {
    uint32_t wrong[BINS];
    make(inputs_byte_random, N);
    memset(wrong, 0, sizeof wrong);
    expect(N, wrong, "every bin is 0");
    for (int b = 0; b < BINS; b++)
        wrong[b] = bins[b] + 0xdeadbeef;
    expect(N, wrong, "who clears it");
    for (int b = 0; b < BINS; b++)
        wrong[b] = b < 128 ? bins[b] : bins[b] + 0xdeadbeef;
    expect(N, wrong, "who clears it");
    for (int b = 0; b < BINS; b++)
        wrong[b] = 2 * bins[b];
    expect(N, wrong, "counted twice");
    for (int b = 0; b < BINS; b++)
        wrong[b] = bins[b] > 0 ? bins[b] - 1 : 0;
    expect(N, wrong, "each bin that has elements is one short");
    reference_histogram(input, N - 1, 0, wrong);
    expect(N, wrong, "1 count is lost: is the last element visited");
    reference_histogram(input, N - 3, 0, wrong);
    expect(N, wrong, "3 missing at the end: what if n is no multiple of 4");
    reference_histogram(input, 2, 0, wrong);
    expect(7, wrong, "the bins add up to 2: 5 counts are lost");
    reference_histogram(input, 7, 0, wrong);
    wrong[input[3]]--;
    expect(7, wrong, "the bins add up to 6");
    reference_histogram(input, 256, 0, wrong);
    expect(257, wrong, "1 missing at the end");
    expect(257, wrong, "no second block, or an addition undone");
    reference_histogram(input, 260, 0, wrong);
    expect(261, wrong, "Or is an addition undone");
    reference_histogram(input, 1024, 0, wrong);
    for (int i = N - N % 4; i < N; i++)
        wrong[input[i]]++;
    expect(N, wrong, "only the first 1024 elements and the last 3");
    reference_histogram(input, 256, 0, wrong);
    expect(N, wrong, "only the first 256 elements");
    reference_histogram(input, 3840, 0, wrong);
    expect(N, wrong, "the last 259 elements are missing");
    memcpy(wrong, bins, sizeof wrong);
    wrong[3] -= 2;
    wrong[70] -= 1;
    expect(N, wrong, "3 counts are lost");
    memcpy(wrong, bins, sizeof wrong);
    wrong[3] += 2;
    expect(N, wrong, "bin 3 alone is too large, by 2: is an element counted twice");
    wrong[5] += 1;
    expect(N, wrong, "3 too many");
    wrong[5] -= 1;
    wrong[4] -= 1;
    expect(N, wrong, "too much and others too little");
    wrong[4] -= 1;
    expect(N, wrong, "in the wrong ones");
}
END_TEST

START_TEST(bytes_of_words_and_of_counters_are_recognised) {
    uint32_t wrong[BINS] = {0};
    make(inputs_byte_random, N);
    for (int i = 0; i < N; i++)
        wrong[i < N - 3 ? input[i - i % 4 + 1] : input[i]]++;
    expect(N, wrong, "byte 1 of each word");
    make(inputs_byte_two_values, N);
    for (int b = 0; b < BINS; b++)
        wrong[b] = bins[b] % 256;
    expect(N, wrong, "8 bits ran over");
}
END_TEST

START_TEST(no_elements_are_no_counts) {
    uint32_t wrong[BINS] = {[7] = 1};
    make(inputs_byte_random, 0);
    ck_assert_int_eq(values(), 0);
    expect(0, wrong, "bin 7 alone is too large, by 1");
    wrong[7] = 0xdeadbeef;
    expect(0, wrong, "off by the same 3735928559");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("histogram");
    TCase *cases = tcase_create("bytes");
    tcase_add_test(cases, inputs_are_what_they_say);
    tcase_add_test(cases, inputs_fill_no_more_than_n);
    tcase_add_test(cases, usual_mistakes_are_recognised);
    tcase_add_test(cases, bytes_of_words_and_of_counters_are_recognised);
    tcase_add_test(cases, no_elements_are_no_counts);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
