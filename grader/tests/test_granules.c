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
    simt_granules_touch(0, BLOCK, false, NULL);
    ck_assert(simt_granules_write(0, 4, true));
    ck_assert(!simt_granules_write(0, 4, true));
    ck_assert_uint_eq(simt_granules_written().partial, 0);
}
END_TEST

START_TEST(a_granule_is_alone_until_its_line_is_touched) {
    ck_assert_int_eq(simt_granules_touch(0, BLOCK, false, NULL).alone, 1);
    ck_assert_int_eq(simt_granules_touch(0, BLOCK, false, NULL).alone, 0);
    ck_assert_int_eq(simt_granules_touch(LINE, BLOCK, false, NULL).alone, 1);
    ck_assert_int_eq(simt_granules_touch(FAR + GRANULE, BLOCK, false, NULL).alone, 1);
    ck_assert_int_eq(simt_granules_touch(GRANULE, BLOCK, false, NULL).alone, -1);
    simt_granules_begin(1);
    ck_assert_int_eq(simt_granules_touch(GRANULE, BLOCK, false, NULL).alone, 1);
}
END_TEST

START_TEST(a_granule_written_is_alone_until_its_line_is_written) {
    simt_granules_write(0, GRANULE, false);
    simt_granules_write(LINE, GRANULE, false);
    ck_assert_uint_eq(simt_granules_written().alone, 2);
    simt_granules_touch(GRANULE, BLOCK, false, NULL);
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
        struct simt_own_granules own = {.brought.near = rows[r].near, .warps = 1};
        uint32_t again = 0;
        simt_granules_touch(SHARED * GRANULE, OTHER, false, NULL);
        for (int pass = 0; pass < 2; pass++)
            for (unsigned i = 0; i < COUNT; i++) {
                const struct simt_touched touched = simt_granules_touch(i * GRANULE, BLOCK, false, &own);
                again += touched.own;
                if (touched.own)
                    ck_assert_uint_eq(touched.own_distance, (COUNT - 2) * GRANULE);
                ck_assert(!touched.own || pass == 1);
            }
        ck_assert_uint_eq(again, rows[r].again);
    }
}
END_TEST

// Two warps go through three granules each, twice: on a multiprocessor the other one's come in between.
START_TEST(warps_bring_in_side_by_side) {
    enum { EACH = 3, WARPS = 2 };
    struct simt_own_granules own = {.brought.near = EACH, .warps = WARPS};
    simt_granules_begin(1);
    for (own.warp = 0; own.warp < WARPS; own.warp++)
        for (unsigned i = 0; i < 2 * EACH; i++) {
            const struct simt_touched touched =
                simt_granules_touch((own.warp * 64 + i % EACH) * GRANULE, BLOCK, false, &own);
            ck_assert_int_eq(touched.own, i >= EACH);
            if (touched.own)
                ck_assert_uint_eq(touched.own_distance, (EACH - 1) * WARPS * GRANULE);
        }
}
END_TEST

// A granule that has come in is changed by the first store behind it, and written back once for that. If it
// was loaded, the rest of it is there. What a launch writes for the first time is counted elsewhere.
START_TEST(what_a_block_changes_is_written_back) {
    enum { PLACE = 0, AWAY = 1 << 20, OTHERS = 100 };
    static const struct {
        const char *how; /* L: load, S: store, A: other memory until it has fallen out */
        bool is_local, back, whole;
    } rows[] = {{"S", false, false, false},  {"S", true, true, false},     {"SS", true, false, false},
                {"LS", false, false, false}, {"SAS", false, true, false},  {"SALS", false, true, true},
                {"SALS", true, true, true},  {"SALSS", true, false, false}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        simt_granules_forget();
        simt_granules_begin(1);
        struct simt_own_granules own = {.brought.near = 1, .warps = 1};
        struct simt_touched touched = {0};
        for (const char *how = rows[r].how; *how; how++) {
            for (unsigned i = 1; *how == 'A' && i <= OTHERS; i++)
                simt_granules_touch(AWAY + i * GRANULE, BLOCK, false, &own);
            if (*how == 'A')
                continue;
            touched = rows[r].is_local ? simt_granules_touch_local(PLACE, BLOCK, *how == 'S', &own)
                                       : simt_granules_touch(PLACE, BLOCK, *how == 'S', &own);
            if (*how == 'S' && !rows[r].is_local)
                simt_granules_write(PLACE, 4, false);
        }
        ck_assert_msg(touched.back == rows[r].back && touched.whole == rows[r].whole, "%s: %d %d",
                      rows[r].how, touched.back, touched.whole);
    }
}
END_TEST

// The next block at a place finds nothing there.
START_TEST(local_memory_begins_anew_with_each_block) {
    struct simt_own_granules own = {.brought.near = 0, .warps = 1};
    simt_granules_touch_local(0, BLOCK, true, &own);
    ck_assert(simt_granules_touch_local(GRANULE, BLOCK, true, &own).back);
    ck_assert(simt_granules_touch_local(0, BLOCK, false, &own).own);
    ck_assert(!simt_granules_touch_local(0, BLOCK + 1, false, &own).own);
}
END_TEST

START_TEST(distances_are_told_apart_by_their_size) {
    struct simt_distances distances = {0};
    simt_distances_add(&distances, 0);
    simt_distances_add(&distances, 1 << 10);
    simt_distances_add(&distances, (1 << 10) + 2);
    simt_distances_add(&distances, UINT64_C(1) << 62);
    ck_assert_uint_eq(distances.count[0], 1);
    ck_assert_uint_eq(distances.count[10], 2);
    ck_assert_uint_eq(distances.count[SIMT_OCTAVES - 1], 1);
    ck_assert(distances.bytes[10] == 2050);
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
    tcase_add_test(cases, what_a_block_changes_is_written_back);
    tcase_add_test(cases, local_memory_begins_anew_with_each_block);
    tcase_add_test(cases, distances_are_told_apart_by_their_size);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
