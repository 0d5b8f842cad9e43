// L1 hits of a block in its part of the cache, while its warps run in parallel.
#include <check.h>
#include <stdlib.h>

#include "engine/perf/caches.h"

enum { LINE = 128, LINES = 16, WARPS = 4, SECTOR = 32 };

static struct simt_near_cache cache;

static void begin(void) { simt_near_begin(&cache, LINES * LINE, WARPS); }

// The line of that number. Those of other warps are others.
static bool loads(uint32_t warp, unsigned number) {
    return simt_near_load(&cache, ((uint64_t)warp << 20) + (uint64_t)number * LINE, warp, 0);
}

static const struct {
    const char *what;
    unsigned between; // lines that the warp brings in before it comes back
    bool there;
} rows[] = {{"at once", 0, true},          {"a quarter of its part", 1, true},
            {"half of its part", 2, true}, {"three quarters of its part", 3, false},
            {"all of its part", 4, false}, {"twice its part", 8, false}};

// The engine runs one warp for a while. On a multiprocessor the others bring in as many lines meanwhile.
START_TEST(warps_share_the_cache_though_they_run_one_by_one) {
    loads(0, 0);
    for (unsigned i = 1; i <= rows[_i].between; i++)
        loads(0, i);
    ck_assert_msg(loads(0, 0) == rows[_i].there, "%s", rows[_i].what);
}
END_TEST

// A line that another warp has brought in is present as long as the block's lines have room.
START_TEST(lines_of_other_warps_are_there) {
    simt_near_load(&cache, 0, 0, 0);
    for (unsigned i = 1; i < LINES; i++)
        loads(0, i);
    ck_assert(simt_near_load(&cache, 0, 1, 0));
    for (unsigned i = LINES; i < 3 * LINES; i++)
        loads(0, i);
    ck_assert(!simt_near_load(&cache, 0, 2, 0));
}
END_TEST

// Each lane of a request has a line of its own: as many as all warps have room for.
START_TEST(lines_of_one_request_do_not_drive_each_other_out) {
    enum { EACH = LINES / WARPS };
    for (int time = 0; time < 3; time++)
        for (unsigned i = 0; i < EACH; i++)
            ck_assert_int_eq(simt_near_load(&cache, (uint64_t)i * LINE, 0, EACH - 1 - i), time > 0);
}
END_TEST

START_TEST(sectors_come_one_by_one) {
    ck_assert(!simt_near_load(&cache, 0, 0, 0));
    ck_assert(!simt_near_load(&cache, SECTOR, 0, 0));
    ck_assert(simt_near_load(&cache, 0, 0, 0));
    ck_assert(simt_near_load(&cache, SECTOR, 0, 0));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("near_cache");
    TCase *cases = tcase_create("near_cache");
    tcase_add_checked_fixture(cases, begin, NULL);
    tcase_add_loop_test(cases, warps_share_the_cache_though_they_run_one_by_one, 0,
                        sizeof rows / sizeof *rows);
    tcase_add_test(cases, lines_of_other_warps_are_there);
    tcase_add_test(cases, lines_of_one_request_do_not_drive_each_other_out);
    tcase_add_test(cases, sectors_come_one_by_one);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
