// Launches of the same kind are added up in the engine's report, and are read back as their sum.
#include <check.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/model/kernels.h"
#include "engine/report/report.h"
#include "lab/counters.h"

static void launch(const char *name, unsigned blocks, unsigned threads, uint64_t loads) {
    struct simt_kernel_record *record = simt_kernel_add();
    record->name = name;
    record->grid = (struct simt_dim3){blocks, 1, 1};
    record->block = (struct simt_dim3){threads, 1, 1};
    record->counters.global_load = (struct simt_traffic){loads, 4 * loads, loads};
    record->counters.barriers = 1;
    record->counters.steps = 2;
    record->counters.warp_instructions = loads;
}

static cJSON *report(void) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    ck_assert_ptr_nonnull(out);
    simt_report_json(out);
    ck_assert_int_eq(fclose(out), 0);
    cJSON *json = cJSON_Parse(text);
    ck_assert_ptr_nonnull(json);
    free(text);
    return json;
}

static struct counters sum_of(const cJSON *json) {
    struct counters sum = {0};
    const cJSON *kernel;
    cJSON_ArrayForEach(kernel, cJSON_GetObjectItem(json, "kernels")) counters_add(&sum, kernel);
    return sum;
}

START_TEST(groups_are_by_kernel_grid_and_block) {
    static struct launch_group groups[LAUNCH_GROUPS];
    char same[] = "a";
    launch("a", 1, 32, 1);
    launch("a", 1, 32, 10);
    launch("a", 2, 32, 100);
    launch("b", 1, 32, 1000);
    launch(same, 1, 32, 10000);
    ck_assert_uint_eq(launches_group(groups, 1), 3);
    ck_assert_uint_eq(groups[0].first, 1);
    ck_assert_uint_eq(groups[0].launches, 2);
    ck_assert_uint_eq(groups[0].sum.global_load.requests, 10010);
    ck_assert_uint_eq(groups[1].sum.global_load.bytes, 400);
    ck_assert_uint_eq(groups[2].sum.barriers, 1);
    simt_kernels_clear();
}
END_TEST

// With more kinds than there is room for, the last group takes the rest: nothing is lost.
START_TEST(groups_are_bounded) {
    static struct launch_group groups[LAUNCH_GROUPS];
    uint64_t launches = 0, loads = 0;
    for (unsigned i = 0; i < 3 * LAUNCH_GROUPS; i++)
        launch("k", i + 1, 32, 1);
    const size_t count = launches_group(groups, 0);
    ck_assert_uint_eq(count, LAUNCH_GROUPS);
    for (size_t i = 0; i < count; i++) {
        launches += groups[i].launches;
        loads += groups[i].sum.global_load.requests;
    }
    ck_assert_uint_eq(launches, 3 * LAUNCH_GROUPS);
    ck_assert_uint_eq(loads, 3 * LAUNCH_GROUPS);
    simt_kernels_clear();
}
END_TEST

START_TEST(a_report_of_many_launches_is_short_and_complete) {
    enum { MANY = 60000 };
    for (unsigned i = 0; i < MANY; i++)
        launch("k", 2, 64, 3);
    cJSON *json = report();
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(json, "kernels")), 1001);
    ck_assert(cJSON_GetObjectItem(json, "launches")->valuedouble == MANY);
    const struct counters sum = sum_of(json);
    ck_assert(sum.launches == MANY);
    ck_assert(sum.requests[GLOBAL_LOAD] == 3.0 * MANY);
    ck_assert(sum.barriers == MANY);
    ck_assert(sum.steps == 2.0 * MANY);
    ck_assert(sum.thread_barriers == 64.0 * (1 + 2) * MANY);
    cJSON_Delete(json);
    simt_kernels_clear();
}
END_TEST

// A forged value in a submission's report is no number of launches.
START_TEST(odd_numbers_of_launches_are_one) {
    static const char *const odd[] = {"{}", "{\"launches\":0}", "{\"launches\":-3}", "{\"launches\":\"x\"}",
                                      "{\"launches\":null}"};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        cJSON *kernel = cJSON_Parse(odd[i]);
        ck_assert(counters_launches(kernel) == 1);
        cJSON_Delete(kernel);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("many launches");
    TCase *cases = tcase_create("report");
    tcase_add_test(cases, groups_are_by_kernel_grid_and_block);
    tcase_add_test(cases, groups_are_bounded);
    tcase_add_test(cases, a_report_of_many_launches_is_short_and_complete);
    tcase_add_test(cases, odd_numbers_of_launches_are_one);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
