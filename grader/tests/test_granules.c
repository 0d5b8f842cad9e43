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
        simt_device_touch(&sample, &request, NULL);
    }
    ck_assert_uint_eq(simt_granules_written().all, GRANULES);
    ck_assert_uint_eq(simt_granules_written().partial, 0);
}
END_TEST

// The cache has the rest of what was loaded, and need not fetch it.
START_TEST(a_granule_that_was_loaded_is_written_as_a_whole) {
    simt_granules_touch(0, BLOCK, NULL);
    ck_assert(simt_granules_write(0, 4, true));
    ck_assert(!simt_granules_write(0, 4, true));
    ck_assert_uint_eq(simt_granules_written().partial, 0);
}
END_TEST

START_TEST(a_granule_is_alone_until_its_line_is_touched) {
    ck_assert_int_eq(simt_granules_touch(0, BLOCK, NULL).alone, 1);
    ck_assert_int_eq(simt_granules_touch(0, BLOCK, NULL).alone, 0);
    ck_assert_int_eq(simt_granules_touch(LINE, BLOCK, NULL).alone, 1);
    ck_assert_int_eq(simt_granules_touch(FAR + GRANULE, BLOCK, NULL).alone, 1);
    ck_assert_int_eq(simt_granules_touch(GRANULE, BLOCK, NULL).alone, -1);
    simt_granules_begin(1);
    ck_assert_int_eq(simt_granules_touch(GRANULE, BLOCK, NULL).alone, 1);
}
END_TEST

START_TEST(a_granule_written_is_alone_until_its_line_is_written) {
    simt_granules_write(0, GRANULE, false);
    simt_granules_write(LINE, GRANULE, false);
    ck_assert_uint_eq(simt_granules_written().alone, 2);
    simt_granules_touch(GRANULE, BLOCK, NULL);
    ck_assert_uint_eq(simt_granules_written().alone, 2);
    simt_granules_write(GRANULE, 4, false);
    ck_assert_uint_eq(simt_granules_written().alone, 1);
}
END_TEST

// A block goes through so many granules twice. What the cache of its multiprocessor holds is not brought in
// again, nor what another block has touched.
START_TEST(what_a_block_alone_uses_is_brought_in_again) {
    enum { COUNT = 10, OTHER = BLOCK + 1, SHARED = 3 };
    static const struct {
        uint32_t near, again;
    } rows[] = {{COUNT, 0}, {COUNT - 2, 0}, {COUNT - 3, COUNT - 1}, {0, COUNT - 1}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        simt_granules_begin(1);
        struct simt_own_granules own = {.brought = {{.near = COUNT}, {.near = rows[r].near}}, .warps = 1};
        uint32_t again = 0;
        simt_granules_touch(SHARED * GRANULE, OTHER, NULL);
        for (int pass = 0; pass < 2; pass++)
            for (unsigned i = 0; i < COUNT; i++) {
                const struct simt_touched touched = simt_granules_touch(i * GRANULE, BLOCK, &own);
                again += touched.own[1];
                ck_assert(!touched.own[0]);
                if (touched.own[1])
                    ck_assert_uint_eq(touched.own_distance[1], (COUNT - 2) * GRANULE);
                ck_assert(!touched.own[1] || pass == 1);
            }
        ck_assert_uint_eq(again, rows[r].again);
    }
}
END_TEST

// Two warps go through three granules each, twice: on a multiprocessor the other one's come in between.
START_TEST(warps_bring_in_side_by_side) {
    enum { EACH = 3, WARPS = 2 };
    struct simt_own_granules own = {.brought = {{.near = 100}, {.near = EACH}}, .warps = WARPS};
    simt_granules_begin(1);
    for (own.warp = 0; own.warp < WARPS; own.warp++)
        for (unsigned i = 0; i < 2 * EACH; i++) {
            const struct simt_touched touched =
                simt_granules_touch((own.warp * 64 + i % EACH) * GRANULE, BLOCK, &own);
            ck_assert(!touched.own[0]);
            ck_assert_int_eq(touched.own[1], i >= EACH);
            if (touched.own[1])
                ck_assert_uint_eq(touched.own_distance[1], (EACH - 1) * WARPS * GRANULE);
        }
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
    tcase_add_test(cases, what_a_block_alone_uses_is_brought_in_again);
    tcase_add_test(cases, warps_bring_in_side_by_side);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
