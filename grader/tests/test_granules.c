// What is known of the granules of device memory that a launch touches.
#include <check.h>
#include <stdlib.h>

#include "engine/observe/sampling/device_touches.h"
#include "engine/observe/sampling/granules.h"

enum { GRANULE = 64, LINE = 128, FAR = 1 << 22, BLOCK = 0 };

static void begin(void) {
    simt_granules_forget();
    simt_granules_begin(1);
}

START_TEST(a_granule_that_is_written_in_part_is_counted_until_the_rest_follows) {
    ck_assert(simt_granules_write(0, 4, false));
    ck_assert_uint_eq(simt_granules_written().partial, 1);
    ck_assert(!simt_granules_write(0, 60, false));
    ck_assert_uint_eq(simt_granules_written().partial, 0);
    ck_assert_uint_eq(simt_granules_written().all, 1);
}
END_TEST

// Three words of each lane, one after the other, as of a structure: 32 lanes write six granules, each in
// three parts that are no whole number of words on average.
START_TEST(stores_to_the_words_of_structures_write_whole_granules) {
    enum { LANES = 32, WORDS = 3, WORD = 4, GRANULES = LANES * WORDS * WORD / GRANULE };
    struct simt_sample sample = {0};
    struct simt_block_event block = {.number = BLOCK};
    struct simt_batch batch = {.block = &block};
    for (unsigned word = 0; word < WORDS; word++) {
        struct simt_request request = {.batch = &batch, .kind = LOG_STORE, .size = WORD, .lanes = UINT32_MAX};
        for (unsigned lane = 0; lane < LANES; lane++)
            request.offset[lane] = (lane * WORDS + word) * WORD;
        simt_device_touch(&sample, &request);
    }
    ck_assert_uint_eq(simt_granules_written().all, GRANULES);
    ck_assert_uint_eq(simt_granules_written().partial, 0);
}
END_TEST

// The cache has the rest of what was loaded, and need not fetch it.
START_TEST(a_granule_that_was_loaded_is_written_as_a_whole) {
    simt_granules_touch(0, BLOCK);
    ck_assert(simt_granules_write(0, 4, true));
    ck_assert(!simt_granules_write(0, 4, true));
    ck_assert_uint_eq(simt_granules_written().partial, 0);
}
END_TEST

START_TEST(a_granule_is_alone_until_its_line_is_touched) {
    ck_assert_int_eq(simt_granules_touch(0, BLOCK).alone, 1);
    ck_assert_int_eq(simt_granules_touch(0, BLOCK).alone, 0);
    ck_assert_int_eq(simt_granules_touch(LINE, BLOCK).alone, 1);
    ck_assert_int_eq(simt_granules_touch(FAR + GRANULE, BLOCK).alone, 1);
    ck_assert_int_eq(simt_granules_touch(GRANULE, BLOCK).alone, -1);
    simt_granules_begin(1);
    ck_assert_int_eq(simt_granules_touch(GRANULE, BLOCK).alone, 1);
}
END_TEST

START_TEST(a_granule_written_is_alone_until_its_line_is_written) {
    simt_granules_write(0, GRANULE, false);
    simt_granules_write(LINE, GRANULE, false);
    ck_assert_uint_eq(simt_granules_written().alone, 2);
    simt_granules_touch(GRANULE, BLOCK);
    ck_assert_uint_eq(simt_granules_written().alone, 2);
    simt_granules_write(GRANULE, 4, false);
    ck_assert_uint_eq(simt_granules_written().alone, 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("granules");
    TCase *cases = tcase_create("granules");
    tcase_add_checked_fixture(cases, begin, simt_granules_forget);
    tcase_add_test(cases, a_granule_that_is_written_in_part_is_counted_until_the_rest_follows);
    tcase_add_test(cases, stores_to_the_words_of_structures_write_whole_granules);
    tcase_add_test(cases, a_granule_that_was_loaded_is_written_as_a_whole);
    tcase_add_test(cases, a_granule_is_alone_until_its_line_is_touched);
    tcase_add_test(cases, a_granule_written_is_alone_until_its_line_is_written);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
