// Counters of the engine and of a GPU, side by side: which are believed, and how they are shown.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "run/reports.h"

// A driver's object with all counters at @p value, except one.
static cJSON *gpu_reply(double value, const char *odd, cJSON *odd_value, const char *problem) {
    cJSON *driver = cJSON_CreateObject(), *counted = cJSON_AddObjectToObject(driver, "counted");
    cJSON_AddNumberToObject(counted, "launches", 2);
    cJSON *counters = cJSON_AddObjectToObject(counted, "counters");
    for (size_t i = 0; i < COUNTED_COUNT; i++)
        if (!odd || strcmp(odd, counted_names[i]) != 0)
            cJSON_AddNumberToObject(counters, counted_names[i], value);
    if (odd_value)
        cJSON_AddItemToObject(counters, odd, odd_value);
    if (problem)
        cJSON_AddStringToObject(counted, "problem", problem);
    else
        cJSON_AddNullToObject(counted, "problem");
    return driver;
}

START_TEST(gpu_answer_is_believed_whole_or_not_at_all) {
    static const char odd[] = "global_load_sectors", unreadable[] = "not readable";
    const struct {
        const char *odd;
        cJSON *value;
        const char *problem, *says; // says: part of the message, NULL if the counts are believed
    } rows[] = {
        {NULL, NULL, NULL, NULL},
        {odd, cJSON_CreateNumber(0), NULL, NULL},
        {odd, NULL, NULL, unreadable},
        {odd, cJSON_CreateNumber(-1), NULL, unreadable},
        {odd, cJSON_CreateNumber(1e300), NULL, unreadable},
        {odd, cJSON_CreateNumber(NAN), NULL, unreadable},
        {odd, cJSON_CreateString("7"), NULL, unreadable},
        {NULL, NULL, "not permitted: this machine's driver", "this machine's driver"},
        {NULL, NULL, "bad\001byte", "bad\\x01byte"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cJSON *driver = gpu_reply(7, rows[i].odd, rows[i].value, rows[i].problem);
        struct counted counted;
        counted_by_gpu(&counted, driver);
        ck_assert_msg(counted.known == !rows[i].says, "row %zu", i);
        ck_assert_msg(!rows[i].says || strstr(counted.error.text, rows[i].says), "row %zu: %s", i,
                      counted.error.text);
        if (counted.known)
            ck_assert_double_eq(counted.values[COUNTED_COUNT - 1], 7);
        cJSON_Delete(driver);
    }
    struct counted counted;
    counted_by_gpu(&counted, NULL);
    ck_assert(!counted.known);
    ck_assert_str_ne(counted.error.text, "");
}
END_TEST

// A report of the engine with that many launches, in each of which counter i is i + 1.
static cJSON *engine_reply(int launches) {
    cJSON *reply = cJSON_CreateObject(), *driver = cJSON_AddObjectToObject(reply, "driver");
    cJSON_AddNumberToObject(driver, "simt", 1);
    cJSON_AddArrayToObject(driver, "errors");
    cJSON *kernels = cJSON_AddArrayToObject(driver, "kernels");
    for (int k = 0; k < launches; k++) {
        cJSON *kernel = cJSON_CreateObject(), *counters = cJSON_AddObjectToObject(kernel, "counters");
        for (size_t i = 0; i < COUNTED_COUNT; i++)
            cJSON_AddNumberToObject(counters, counted_names[i], (double)(i + 1));
        cJSON_AddItemToArray(kernels, kernel);
    }
    return reply;
}

START_TEST(engine_report_is_summed_over_launches) {
    cJSON *reply = engine_reply(3);
    struct counted counted;
    counted_by_engine(&counted, reply);
    ck_assert(counted.known);
    ck_assert_double_eq(counted.launches, 3);
    ck_assert_double_eq(counted.values[0], 3);
    ck_assert_double_eq(counted.values[COUNTED_COUNT - 1], 3 * COUNTED_COUNT);
    cJSON_Delete(reply);
    counted_by_engine(&counted, NULL);
    ck_assert(!counted.known);
}
END_TEST

// A grading of one task, whose measured case both sides have counted.
static struct grading grading;
static struct plan_case measured;
static struct outcome outcome;

static void prepare(bool gpu) {
    static const struct spec_case table_case = {.measured = true};
    static const struct spec_task task = {.name = "reduce_x"};
    static const struct spec lab = {.name = "labx", .tasks = &task, .task_count = 1};
    memset(&grading, 0, sizeof grading);
    measured = (struct plan_case){.task = &task, .spec = &table_case, .n = 1000};
    outcome = (struct outcome){.kind = OUTCOME_RIGHT, .report = engine_reply(1)};
    grading.lab = &lab;
    grading.plan.cases = &measured;
    grading.plan.count = 1;
    grading.cpu.ran = true;
    grading.cpu.outcomes = &outcome;
    grading.gpu.ran = gpu;
    if (gpu) {
        cJSON *driver = gpu_reply(1234567, NULL, NULL, NULL);
        counted_by_gpu(&grading.gpu.counted[0], driver);
        cJSON_Delete(driver);
    }
}

static char *printed(void) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    ck_assert_ptr_nonnull(out);
    counted_print(out, &grading);
    fclose(out);
    return text;
}

static void expect(const char *words, bool there) {
    char *text = printed();
    ck_assert_msg((strstr(text, words) != NULL) == there, "\"%s\" in:\n%s", words, text);
    free(text);
}

START_TEST(both_sides_stand_side_by_side) {
    prepare(true);
    grading.gpu.counted[0].values[0] = 1;
    grading.gpu.counted[0].values[1] = 8;
    expect("Counters of reduce_x, n = 1000", true);
    expect("    global_load_requests                      1                1\n", true); // equal: no ratio
    expect("    global_load_sectors                       2                8     0.250\n", true);
    expect("1,234,567", true);
    expect("not read", false);
    cJSON *array = counted_json(&grading), *first = cJSON_GetArrayItem(array, 0);
    ck_assert_str_eq(reports_string(first, "task"), "reduce_x");
    ck_assert_double_eq(reports_number(first, "n"), 1000);
    ck_assert_double_eq(reports_number(cJSON_GetObjectItem(first, "engine"), "global_load_sectors"), 2);
    ck_assert_double_eq(reports_number(cJSON_GetObjectItem(first, "gpu"), "global_load_sectors"), 8);
    ck_assert_double_eq(reports_number(cJSON_GetObjectItem(first, "gpu"), "launches"), 2);
    ck_assert(cJSON_IsNull(cJSON_GetObjectItem(first, "problem")));
    cJSON_Delete(array);
    cJSON_Delete(outcome.report);
}
END_TEST

START_TEST(a_missing_side_is_told_of) {
    prepare(false);
    expect("    global_load_sectors                       2                -\n", true);
    expect("The GPU's counters were not read: no GPU was used", true);
    error_set(&grading.gpu.error, "out of order");
    expect("not read: out of order", true);
    grading.gpu.ran = true;
    error_set(&grading.gpu.counted[0].error, "CUPTI is not there");
    expect("not read: CUPTI is not there", true);
    cJSON *array = counted_json(&grading), *first = cJSON_GetArrayItem(array, 0);
    ck_assert(cJSON_IsNull(cJSON_GetObjectItem(first, "gpu")));
    ck_assert_str_eq(reports_string(first, "problem"), "CUPTI is not there");
    cJSON_Delete(array);
    cJSON_Delete(outcome.report);
    outcome.report = NULL; // and with neither there is no table
    expect("Counters of", false);
    expect("not read: CUPTI is not there", true);
}
END_TEST

static struct reached reached_of(const char *object) {
    struct reached reached;
    cJSON *driver = cJSON_Parse(object);
    ck_assert_ptr_nonnull(driver);
    reached_by_gpu(&reached, driver);
    cJSON_Delete(driver);
    return reached;
}

static const struct {
    const char *compute, *memory, *dram, *l2, *l1;
    const char *says; // NULL: it is not believed
} reaches[] = {
    {"12", "91", "91", "40", "22", "device memory bounds it"},
    {"12", "91", "20", "91", "22", "the second-level cache bounds it"},
    {"12", "91", "20", "22", "91", "cache and shared memory bound it"},
    {"95", "91", "91", "2", "3", "its multiprocessors bound it"},
    {"59", "59", "59", "2", "3", "its threads wait"},
    {"100.4", "1", "1", "1", "1", "its multiprocessors bound it"},
    {"12", "-1", "1", "1", "1", NULL},
    {"12", "151", "1", "1", "1", NULL},
    {"12", "1e999", "1", "1", "1", NULL},
    {"12", "\"90\"", "1", "1", "1", NULL},
    {"12", "null", "1", "1", "1", NULL},
};

START_TEST(what_bounds_a_kernel_is_said) {
    char object[256];
    snprintf(object, sizeof object,
             "{\"reached\":{\"launches\":3,\"us\":71.5,\"compute\":%s,\"memory\":%s,\"dram\":%s,"
             "\"l2\":%s,\"l1\":%s,\"problem\":null}}",
             reaches[_i].compute, reaches[_i].memory, reaches[_i].dram, reaches[_i].l2, reaches[_i].l1);
    const struct reached reached = reached_of(object);
    ck_assert_int_eq(reached.known, reaches[_i].says != NULL);
    prepare(true);
    grading.gpu.bandwidths[0].n = 4096;
    grading.gpu.reached[0] = reached;
    setenv("COLUMNS", "100", 1);
    expect("By the GPU's counters, n = 4096", reached.known);
    expect("How near it comes to the GPU's limits was not read", !reached.known);
    if (reached.known) {
        char *text = printed();
        for (char *c = text; (c = strchr(c, '\n'));) // lines are broken anywhere
            *c = ' ';
        const char *at = strstr(text, "So ");
        ck_assert_ptr_nonnull(at);
        char words[256] = "";
        for (size_t used = 0; *at && used < sizeof words - 1; at++)
            if (*at != ' ' || used == 0 || words[used - 1] != ' ')
                words[used++] = *at;
        ck_assert_msg(strstr(words, reaches[_i].says) != NULL, "%s", words);
        free(text);
    }
    cJSON *array = counted_json(&grading);
    const cJSON *object_there = cJSON_GetObjectItem(cJSON_GetArrayItem(array, 0), "reached");
    ck_assert_int_eq(cJSON_IsObject(object_there), reached.known);
    if (reached.known)
        ck_assert_double_eq(reports_number(object_there, "us"), 71.5);
    cJSON_Delete(array);
    cJSON_Delete(outcome.report);
}
END_TEST

START_TEST(limits_that_were_not_read_are_told_of) {
    ck_assert_str_eq(reached_of("{\"reached\":{\"launches\":0,\"problem\":\"not permitted\"}}").error.text,
                     "not permitted");
    ck_assert_str_eq(reached_of("{\"reached\":{\"launches\":0,\"problem\":null}}").error.text,
                     "the runner's answer is not readable");
    ck_assert_str_eq(reached_of("{}").error.text, "the runner's answer is not readable");
}
END_TEST

// The runner's counters and those expected here are two tables.
START_TEST(runner_has_every_counter) {
    char text[8192];
    FILE *file = fopen("grader/runner/gpu/gpu_count.cu", "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    char quoted[64];
    snprintf(quoted, sizeof quoted, "{\"%s\", \"", counted_names[_i]);
    ck_assert_msg(strstr(text, quoted) != NULL, "%s", quoted);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("counted");
    TCase *cases = tcase_create("counters");
    tcase_add_test(cases, gpu_answer_is_believed_whole_or_not_at_all);
    tcase_add_test(cases, engine_report_is_summed_over_launches);
    tcase_add_test(cases, both_sides_stand_side_by_side);
    tcase_add_test(cases, a_missing_side_is_told_of);
    tcase_add_loop_test(cases, what_bounds_a_kernel_is_said, 0, sizeof reaches / sizeof *reaches);
    tcase_add_test(cases, limits_that_were_not_read_are_told_of);
    tcase_add_loop_test(cases, runner_has_every_counter, 0, COUNTED_COUNT);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
