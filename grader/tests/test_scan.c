// Scans: the references against plain arithmetic, and well-known wrong scans named by their values.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "lab/diagnose.h"
#include "lab/inputs.h"

enum { N = 5000, BLOCK = 256 };

static uint32_t input[N], actual[N], inclusive[N], exclusive[N];

static void prepare(void) {
    struct rng rng = {42};
    inputs_int_random(&rng, input, N);
    reference_scan_inclusive(input, N, 0, inclusive);
    reference_scan_exclusive(input, N, 0, exclusive);
}

START_TEST(references_are_sums_that_wrap) {
    int64_t sum = 0;
    for (int32_t i = 0; i < N; i++) {
        ck_assert_uint_eq(exclusive[i], (uint32_t)(uint64_t)sum);
        sum += (int32_t)input[i];
        ck_assert_uint_eq(inclusive[i], (uint32_t)(uint64_t)sum);
    }
}
END_TEST

// How a mistake fills `actual`, from the right answer of its kind.
typedef void mistake(const uint32_t *right);

static void other_kind(const uint32_t *right) {
    memcpy(actual, right == inclusive ? exclusive : inclusive, sizeof actual);
}
static void from_right(const uint32_t *right) { memcpy(actual, right + 1, sizeof actual - sizeof *actual); }
static void from_left(const uint32_t *right) { memcpy(actual + 1, right, sizeof actual - sizeof *actual); }
static void first_off(const uint32_t *right) { actual[0] = right[0] + 1; }
static void all_off(const uint32_t *right) {
    for (int32_t i = 0; i < N; i++)
        actual[i] = right[i] + 7;
}
static void first_block(const uint32_t *right) {
    (void)right;
    memset(actual + BLOCK, 0, (N - BLOCK) * sizeof *actual);
}
static void tail_stays(const uint32_t *right) {
    for (int32_t i = N - N % BLOCK; i < N; i++)
        actual[i] = right[N - N % BLOCK - (right == inclusive)];
}
static void without_offsets(const uint32_t *right) {
    for (int32_t i = 0; i < N; i++)
        actual[i] = right[i] - exclusive[i - i % BLOCK];
}
static void one_block_before(const uint32_t *right) {
    without_offsets(right);
    for (int32_t i = BLOCK; i < N; i++) {
        const int32_t begin = i - i % BLOCK;
        actual[i] += exclusive[begin] - exclusive[begin - BLOCK];
    }
}
static void own_block_too(const uint32_t *right) {
    for (int32_t i = 0; i < N; i++) {
        const int32_t end = i - i % BLOCK + BLOCK;
        actual[i] = right[i] - exclusive[i - i % BLOCK] + inclusive[(end < N ? end : N) - 1];
    }
}
static void own_block_too_but_first(const uint32_t *right) {
    own_block_too(right);
    memcpy(actual, right, BLOCK * sizeof *actual);
}
static void own_block_alone(const uint32_t *right) {
    for (int32_t i = 0; i < N; i++) {
        const int32_t begin = i - i % BLOCK, end = begin + BLOCK < N ? begin + BLOCK : N;
        actual[i] = right[i] - exclusive[begin] + inclusive[end - 1] - exclusive[begin];
    }
}
static void own_block_alone_but_first(const uint32_t *right) {
    own_block_alone(right);
    memcpy(actual, right, BLOCK * sizeof *actual);
}
static void one_level_less(const uint32_t *right) {
    for (int32_t i = 4096; i < N; i++)
        actual[i] = right[i] ^ (uint32_t)i;
}
static void window(const uint32_t *right) {
    for (int32_t i = 128; i < N; i++)
        actual[i] = right[i] - inclusive[i - 128];
}
static void backwards(const uint32_t *right) {
    uint32_t sum = 0;
    for (int32_t i = N - 1; i >= 0; i--) {
        actual[i] = sum + (right == inclusive ? input[i] : 0);
        sum += input[i];
    }
}
static void the_input(const uint32_t *right) {
    (void)right;
    memcpy(actual, input, sizeof actual);
}
static void low_bits(const uint32_t *right) {
    for (int32_t i = 0; i < N; i++)
        actual[i] = right[i] & 0xffff;
}
static void in_floats(const uint32_t *right) {
    for (int32_t i = 0; i < N; i++)
        actual[i] = (uint32_t)(int32_t)(float)(int32_t)right[i];
}
static void all_alike(const uint32_t *right) {
    for (int32_t i = 0; i < N; i++)
        actual[i] = right[N - 1];
}

static const struct {
    mistake *make;
    const char *words;
    bool inclusive_only;
} mistakes[] = {
    {other_kind, "clusive scan", false},
    {from_right, "right neighbour's", false},
    {from_left, "left neighbour's", false},
    {first_off, "only the first element is wrong", false},
    {all_off, "off by the same number", false},
    {first_block, "only the first 256 elements are there", false},
    {tail_stays, "elements are not added", false},
    {without_offsets, "each block of 256 is scanned, but", false},
    {one_block_before, "the block before it alone", false},
    {own_block_too, "each block of 256 adds its own sum as well", false},
    {own_block_too_but_first, "each block of 256 but the first is too large by its own sum", false},
    {own_block_alone, "each block of 256 adds its own sum in place of those before it", false},
    {own_block_alone_but_first, "each block of 256 adds its own sum in place of those before it", false},
    {one_level_less, "right before element 4096", false},
    {window, "has the sum of 128 elements, no more", true},
    {backwards, "from the end of the array", false},
    {the_input, "this is the input", false},
    {low_bits, "lowest 16 bits", false},
    {in_floats, "rounded to floats", false},
    {all_alike, "all elements are the same", false},
};

static void expect(const uint32_t *right, bool named, const char *words) {
    char message[160] = "";
    const bool is = right == inclusive
                        ? diagnose_scan_inclusive(input, N, 0, actual, message, sizeof message)
                        : diagnose_scan_exclusive(input, N, 0, actual, message, sizeof message);
    ck_assert_msg(is == named, "\"%s\" is named: \"%s\"", words, message);
    ck_assert_msg(!named || strstr(message, words), "\"%s\" does not say \"%s\"", message, words);
}

START_TEST(mistakes_are_named) {
    const uint32_t *const kinds[] = {inclusive, exclusive};
    for (size_t k = 0; k < 2; k++) {
        if (mistakes[_i].inclusive_only && kinds[k] == exclusive)
            continue;
        memcpy(actual, kinds[k], sizeof actual);
        mistakes[_i].make(kinds[k]);
        expect(kinds[k], true, mistakes[_i].words);
    }
}
END_TEST

START_TEST(nothing_is_said_of_what_is_not_known) {
    memcpy(actual, inclusive, sizeof actual);
    expect(inclusive, false, "");
    for (int32_t i = 777; i < N; i += 3)
        actual[i] ^= 0x55;
    expect(inclusive, false, "");
}
END_TEST

// Distances that grow by 4: elements 2 and 3 alone look as if a step were missing.
START_TEST(steps_of_another_kind_are_not_named) {
    memcpy(actual, input, sizeof actual);
    for (int32_t distance = 1; distance < N; distance *= 4)
        for (int32_t i = N - 1; i >= distance; i--)
            actual[i] += actual[i - distance];
    expect(inclusive, false, "");
}
END_TEST

int main(void) {
    prepare();
    Suite *suite = suite_create("scan");
    TCase *cases = tcase_create("scans");
    tcase_add_test(cases, references_are_sums_that_wrap);
    tcase_add_loop_test(cases, mistakes_are_named, 0, sizeof mistakes / sizeof mistakes[0]);
    tcase_add_test(cases, nothing_is_said_of_what_is_not_known);
    tcase_add_test(cases, steps_of_another_kind_are_not_named);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
