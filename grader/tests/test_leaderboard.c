// A challenge's line: which runs have one, and its contents.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"

static struct grading grading;

// A run on a GPU that earned its line: 3000 GB/s, a copy 4000, CUB 2400.
static void prepare(void) {
    static const struct spec_task task = {.name = "challenge_x"};
    static const struct spec lab = {
        .name = "challenge-x", .tasks = &task, .task_count = 1, .challenge = true};
    memset(&grading, 0, sizeof grading);
    grading.lab = &lab;
    grading.gpu.ran = true;
    grading.gpu.calibration = (struct calibration){.known = true, .device = "a GPU", .copy_gbps = 4000};
    grading.gpu.bandwidths[0] = (struct bandwidth){.task = &task, .known = true, .n = 1000, .gbps = 3000};
    grading.gpu.vendor[0] = (struct bandwidth){.task = &task, .known = true, .n = 1000, .gbps = 2400};
    grading.checks[0] = (struct check){.id = CHECK_BUILD, .status = CHECK_PASSED};
    grading.checks[1] = (struct check){.id = CHECK_RACES, .status = CHECK_PASSED, .task = "challenge_x"};
    grading.check_count = 2;
}

static void expect(bool has_line, const char *words) {
    char line[LEADERBOARD_LINE];
    ck_assert_int_eq(leaderboard_line(&grading, 0, line, sizeof line), has_line);
    ck_assert_msg(strstr(line, words) != NULL, "\"%s\" does not say \"%s\"", line, words);
    cJSON *array = leaderboard_json(&grading);
    ck_assert_int_eq(cJSON_GetArraySize(array), has_line);
    cJSON_Delete(array);
}

START_TEST(line_stands_beside_copy_and_vendor) {
    prepare();
    expect(true,
           "challenge_x: 3000 GB/s on a GPU (n = 1000); a copy 4000, the vendor's library 2400: 1.25 of it");
    cJSON *array = leaderboard_json(&grading), *line = cJSON_GetArrayItem(array, 0);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(line, "task")), "challenge_x");
    ck_assert_double_eq(cJSON_GetNumberValue(cJSON_GetObjectItem(line, "vendor_gbps")), 2400);
    cJSON_Delete(array);
    grading.gpu.vendor[0].wrong = true;
    expect(true, "the vendor's library gave no figure");
    array = leaderboard_json(&grading);
    ck_assert(cJSON_IsNull(cJSON_GetObjectItem(cJSON_GetArrayItem(array, 0), "vendor_gbps")));
    cJSON_Delete(array);
}
END_TEST

START_TEST(line_is_for_what_is_right_safe_and_possible) {
    prepare();
    grading.checks[1].status = CHECK_FAILED;
    expect(false, "right and safe");
    grading.checks[1].task = "challenge_y";
    expect(true, "3000 GB/s");
    grading.checks[0].status = CHECK_OPEN;
    expect(false, "right and safe");
    prepare();
    grading.gpu.ran = false;
    expect(false, "it takes a GPU");
    prepare();
    grading.gpu.bandwidths[0].wrong = true;
    expect(false, "a timed repetition gave a wrong answer");
    prepare();
    grading.gpu.bandwidths[0].gbps = 5001;
    expect(false, "faster than the memory");
    prepare();
    grading.gpu.bandwidths[0].known = false;
    expect(false, "no time could be taken");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("leaderboard");
    TCase *cases = tcase_create("lines");
    tcase_add_test(cases, line_stands_beside_copy_and_vendor);
    tcase_add_test(cases, line_is_for_what_is_right_safe_and_possible);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
