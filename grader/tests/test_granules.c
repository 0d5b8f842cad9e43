// The state of the granules of device memory that a launch accesses.
#include <check.h>
#include <stdlib.h>

#include "engine/perf/caches.h"

enum { GRANULE = 64, BLOCK = 0 };

static void begin(void) {
    simt_granules_forget();
    simt_granules_begin(1);
}

// Three words of each lane, contiguous as in a structure: 32 lanes write six granules.
START_TEST(a_granule_is_written_once_for_the_first_time) {
    enum { LANES = 32, WORDS = 3, WORD = 4, GRANULES = LANES * WORDS * WORD / GRANULE };
    struct simt_sample sample = {0};
    struct simt_block_event block = {.number = BLOCK};
    struct simt_batch batch = {.block = &block};
    for (unsigned word = 0; word < WORDS; word++) {
        struct simt_request request = {.batch = &batch, .kind = LOG_STORE, .size = WORD, .lanes = UINT32_MAX};
        for (unsigned lane = 0; lane < LANES; lane++)
            request.offset[lane] = (lane * WORDS + word) * WORD;
        ck_assert_uint_eq(simt_device_touch(&sample, &request).first, word == 0 ? GRANULES : 0);
    }
    ck_assert_uint_eq(simt_granules_written(), GRANULES);
}
END_TEST

// The last block to access it: none, the same block, one far away in the grid, or one of an earlier launch.
START_TEST(a_granule_knows_who_touched_it_last) {
    ck_assert_int_eq(simt_granules_touch(0, BLOCK).last, SIMT_TOUCH_FIRST);
    ck_assert_int_eq(simt_granules_touch(0, BLOCK).last, SIMT_TOUCH_RECENT);
    simt_granules_touch(GRANULE, BLOCK);
    const struct simt_touched touched = simt_granules_touch(0, BLOCK + 2);
    ck_assert_int_eq(touched.last, SIMT_TOUCH_AGAIN);
    ck_assert_uint_eq(touched.distance, GRANULE);
    ck_assert(!touched.by_other);
    simt_granules_change(0, BLOCK + 2);
    ck_assert(simt_granules_touch(0, BLOCK).by_other);
    simt_granules_begin(1);
    ck_assert_int_eq(simt_granules_touch(0, BLOCK).last, SIMT_TOUCH_CARRIED);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("granules");
    TCase *cases = tcase_create("granules");
    tcase_add_checked_fixture(cases, begin, simt_granules_forget);
    tcase_add_test(cases, a_granule_is_written_once_for_the_first_time);
    tcase_add_test(cases, a_granule_knows_who_touched_it_last);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
