// The data of the class page: the names of mistakes, who is on the leaderboard, and that the page for the
// class reveals nothing about students who have not asked to be named.
#include <check.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "class/export/export.h"
#include "class/gradebook/people.h"
#include "class/gradebook/store.h"
#include "lab/spec.h"

static char directory[256], page_path[300];
static struct error error;
static struct gradebook *book;
static cJSON *page;

static void set_up(void) {
    char db[300];
    const char *base = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/class-page-XXXXXX", base ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(db, sizeof db, "%s/book.db", directory);
    snprintf(page_path, sizeof page_path, "%s/class.html", directory);
    book = gradebook_open(db, GRADEBOOK_WRITE, &error);
    ck_assert_msg(book != NULL, "%s", error.text);
}

static void tear_down(void) {
    char command[400];
    cJSON_Delete(page);
    page = NULL;
    gradebook_close(book);
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    ck_assert_int_eq(system(command), 0);
}

static void hand_in(const char *student, const char *lab, const char *reason) {
    const struct gradebook_submission submission = {.student = student,
                                                    .lab = lab,
                                                    .origin = "uploads",
                                                    .reason = reason,
                                                    .bytes = reason ? NULL : student,
                                                    .length = reason ? 0 : strlen(student),
                                                    .version = version_of(lab),
                                                    .backend = "cpu"};
    ck_assert_msg(gradebook_hand_in(book, &submission), "%s", gradebook_error(book));
}

static void grade(const char *student, const char *lab, double score, const char *report) {
    struct gradebook_work work;
    const struct gradebook_outcome outcome = {
        .score = score, .max_score = 100, .seconds = 1, .report_json = report, .report_text = "well"};
    hand_in(student, lab, NULL);
    ck_assert_int_eq(gradebook_claim(book, student, lab, &work), GRADEBOOK_CLAIMED);
    ck_assert_msg(gradebook_record(book, &work, &outcome), "%s", gradebook_error(book));
    gradebook_work_free(&work);
}

static struct policy *read_policy(const char *text) {
    char path[300];
    snprintf(path, sizeof path, "%s/policy.ini", directory);
    FILE *out = fopen(path, "we");
    ck_assert(out && fputs(text, out) >= 0 && fclose(out) == 0);
    struct policy *policy = policy_read(path, &error);
    ck_assert_msg(policy != NULL, "%s", error.text);
    return policy;
}

// Exports, and reads the page's data back. Returns the whole page, which lives until the next call.
static const char *export_page(const char *policy_text, bool without_names) {
    static char *text;
    size_t size = 0;
    struct policy *policy = policy_text ? read_policy(policy_text) : NULL;
    const struct export_terms terms = {.policy = policy, .without_names = without_names};
    ck_assert_msg(
        export_write(&export_html, book, &(struct gradebook_filter){NULL, NULL}, &terms, page_path, &error),
        "%s", error.text);
    policy_free(policy);
    free(text);
    text = NULL;
    FILE *in = fopen(page_path, "re");
    ck_assert(in && getdelim(&text, &size, '\0', in) > 0 && fclose(in) == 0);
    static const char begin[] = "id=\"data\">";
    const char *data = strstr(text, begin);
    ck_assert_ptr_nonnull(data);
    cJSON_Delete(page);
    page = cJSON_ParseWithOpts(data + sizeof begin - 1, NULL, false);
    ck_assert_ptr_nonnull(page);
    return text;
}

static const cJSON *item(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

// A student has the roster's name and the gradebook's results; the final score counts.
START_TEST(names_and_final_scores) {
    const struct gradebook_person person = {"s1", {"Ada Byron", "", "s1", "", "", ""}, true};
    ck_assert(gradebook_put_person(book, &person));
    grade("s1", "lab3", 100, "{}");
    grade("s1", "lab4", 90, "{}");
    grade("s2", "lab3", 70, "{}");
    export_page("[course]\ndrop = 1\n[overrides]\ns1 lab3 = 85, Kim: he cried\n", false);
    const cJSON *ada = cJSON_GetArrayItem(item(page, "students"), 0);
    ck_assert_str_eq(cJSON_GetStringValue(item(ada, "name")), "Ada Byron");
    ck_assert_str_eq(cJSON_GetStringValue(item(ada, "login")), "s1");
    const cJSON *result = cJSON_GetArrayItem(item(ada, "results"), 0);
    ck_assert(cJSON_GetNumberValue(item(result, "score")) == 100 &&
              cJSON_GetNumberValue(item(result, "final")) == 85);
    ck_assert(cJSON_IsTrue(item(result, "dropped")));
    ck_assert_ptr_null(item(cJSON_GetArrayItem(item(ada, "results"), 1), "dropped"));
    const cJSON *other = cJSON_GetArrayItem(item(page, "students"), 1);
    ck_assert_str_eq(cJSON_GetStringValue(item(other, "name")), "s2");
    ck_assert_ptr_null(item(other, "login"));
}
END_TEST

// The name of a mistake: by the check's own cause, or by that of an earlier grader's report.
START_TEST(mistakes) {
    static const struct {
        const char *check, *next, *mistake;
    } rows[] = {
        {"\"status\":\"failed\",\"cause\":\"race_in_block\"", "null",
         "nothing orders two threads of a block"},
        {"\"status\":\"failed\"", "{\"cause\":\"barrier\",\"check\":\"races\",\"task\":\"t\"}",
         "not all threads of a block reach a barrier"},
        {"\"status\":\"failed\"", "{\"cause\":\"barrier\",\"check\":\"races\",\"task\":\"u\"}", NULL},
        {"\"status\":\"failed\"", "{\"cause\":\"barrier\",\"check\":\"sync\",\"task\":\"t\"}", NULL},
        {"\"status\":\"failed\",\"cause\":\"no such cause\"", "null", NULL},
        {"\"status\":\"skipped\",\"cause\":\"race_in_block\"", "null", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char report[1000], student[20];
        snprintf(
            report, sizeof report,
            "{\"checks\":[{\"id\":\"races\",\"task\":\"t\",\"backend\":\"cpu\",\"title\":\"races\",%s,"
            "\"points\":0,\"max_points\":5,\"message\":\"m\",\"source\":null}],\"bandwidth\":[],\"next\":%s}",
            rows[i].check, rows[i].next);
        snprintf(student, sizeof student, "s%zu", i);
        grade(student, "lab3", 95, report);
    }
    for (int nameless = 0; nameless < 2; nameless++) {
        size_t named = 0, rows_named = 0;
        export_page(NULL, nameless);
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            const cJSON *result =
                nameless ? cJSON_GetArrayItem(cJSON_GetArrayItem(item(page, "results"), 0), (int)i)
                         : cJSON_GetArrayItem(
                               item(cJSON_GetArrayItem(item(page, "students"), (int)i), "results"), 0);
            const cJSON *fault = cJSON_GetArrayItem(item(result, "faults"), 0);
            const char *mistake = cJSON_GetStringValue(item(fault, "mistake"));
            ck_assert_ptr_nonnull(fault);
            ck_assert_msg(nameless || (mistake && rows[i].mistake ? strcmp(mistake, rows[i].mistake) == 0
                                                                  : !mistake && !rows[i].mistake),
                          "row %zu: %s", i, mistake);
            named += mistake != NULL;
            rows_named += rows[i].mistake != NULL;
            ck_assert_int_eq(item(fault, "message") == NULL, nameless);
        }
        ck_assert_uint_eq(named, rows_named);
    }
}
END_TEST

// A report with one measured task; a challenge's line, if it has one.
static const char *measured(double gbps, const char *backend, const char *status, double points,
                            const char *line) {
    static char report[2000];
    snprintf(report, sizeof report,
             "{\"checks\":[{\"id\":\"bandwidth\",\"task\":\"t\",\"backend\":\"%s\",\"title\":\"speed\","
             "\"status\":\"%s\",\"points\":%g,\"max_points\":20,\"message\":\"m\",\"source\":null}],"
             "\"bandwidth\":[{\"task\":\"t\",\"backend\":\"%s\",\"device\":\"a GPU\",\"n\":1000,\"gbps\":%g,"
             "\"reference_gbps\":100,\"threshold\":80}],\"leaderboard\":[%s]}",
             backend, status, points, backend, gbps, line);
    return report;
}

// "name gbps" of each row, "-" for unnamed students.
static const char *rows_of_board(void) {
    static char words[500];
    const cJSON *row;
    words[0] = '\0';
    cJSON_ArrayForEach(row, item(page, "board")) {
        const char *name = cJSON_GetStringValue(item(row, "name"));
        snprintf(words + strlen(words), sizeof words - strlen(words), "%s %g, ", name ? name : "-",
                 cJSON_GetNumberValue(item(row, "gbps")));
    }
    return words;
}

START_TEST(leaderboard) {
    static const char line[] = "{\"task\":\"challenge_scan\",\"device\":\"a GPU\",\"n\":9,\"gbps\":7,"
                               "\"copy_gbps\":9,\"vendor_gbps\":8}";
    grade("ada", "lab3", 100, measured(70, "gpu", "passed", 20, ""));
    grade("bob", "lab3", 100, measured(90, "gpu", "passed", 20, ""));
    grade("cyd", "lab3", 90, measured(30, "gpu", "failed", 5, ""));
    grade("dan", "lab3", 80, measured(95, "gpu", "failed", 0, ""));   // wrong, or in a race
    grade("eve", "lab3", 80, measured(96, "gpu", "open", 0, ""));     // too noisy
    grade("fay", "lab3", 100, measured(97, "cpu", "passed", 20, "")); // a model's figure
    grade("ada", "challenge-scan", 100, measured(0, "cpu", "skipped", 0, line));
    for (int nameless = 0; nameless < 2; nameless++) {
        export_page(NULL, nameless);
        ck_assert_str_eq(rows_of_board(), "- 90, - 70, - 30, - 7, ");
        export_page("[leaderboard]\nada = yes\ncyd = <b>\n", nameless);
        ck_assert_str_eq(rows_of_board(), "- 90, ada 70, <b> 30, ada 7, ");
        const cJSON *last = cJSON_GetArrayItem(item(page, "board"), 3);
        ck_assert_double_eq(cJSON_GetNumberValue(item(last, "vendor")), 8);
        ck_assert_double_eq(cJSON_GetNumberValue(item(last, "lab")), 1);
    }
}
END_TEST

// The page is the same whichever student has which results: names, their order, and which results belong
// to one student are not in it.
START_TEST(nothing_tells_who_is_who) {
    static const char *const students[2][3] = {{"Ada", "Bob", "Cyd"}, {"Zoe", "Yan", "Xia"}};
    char *pages[2];
    for (int round = 0; round < 2; round++) {
        if (round > 0) {
            tear_down();
            set_up();
        }
        for (int i = 0; i < 3; i++) {
            // In the second round lab4's results are other students'.
            grade(students[round][i], "lab3", 10 * i, measured(20 + i, "gpu", "passed", 20, ""));
            grade(students[round][(i + round) % 3], "lab4", 50 + i,
                  measured(40 + i, "gpu", "passed", 20, ""));
        }
        hand_in(students[round][0], "lab5", "nothing was handed in");
        hand_in(students[round][1], "lab5", "two files could be lab5.cu: Bob.cu and Yan.cu");
        pages[round] = strdup(export_page(NULL, true));
    }
    ck_assert_str_eq(pages[0], pages[1]);
    for (int i = 0; i < 3; i++)
        ck_assert(!strstr(pages[0], students[0][i]) && !strstr(pages[1], students[1][i]));
    ck_assert_double_eq(cJSON_GetNumberValue(item(page, "count")), 3);
    ck_assert_int_eq(cJSON_GetArraySize(item(page, "students")), 0);
    const cJSON *lab5 = cJSON_GetArrayItem(item(page, "results"), 2), *one;
    int missing = 0;
    cJSON_ArrayForEach(one, lab5) missing += cJSON_IsTrue(item(one, "missing"));
    ck_assert_int_eq(missing, 1);
    ck_assert_int_eq(cJSON_GetArraySize(lab5), 2);
    free(pages[0]);
    free(pages[1]);
}
END_TEST

START_TEST(only_the_page_can_be_without_names) {
    char command[800];
    grade("ada", "lab3", 100, measured(70, "gpu", "passed", 20, ""));
    snprintf(command, sizeof command,
             "./grade export csv --without-names --db '%s/book.db' 2>&1 | grep -q 'is for html' &&"
             " ./grade export html --without-names --db '%s/book.db' | grep -q '\"nameless\":true'",
             directory, directory);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("class page");
    TCase *tests = tcase_create("data");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, names_and_final_scores);
    tcase_add_test(tests, mistakes);
    tcase_add_test(tests, leaderboard);
    tcase_add_test(tests, nothing_tells_who_is_who);
    tcase_add_test(tests, only_the_page_can_be_without_names);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
