// The comparison that fixtures are judged by must itself be able to say no: one report, and expectations
// that it meets and does not meet.
#include "verdict.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char report[] =
    "{\"score\":90,\"max_score\":100,\"checks\":["
    "{\"id\":\"build\",\"status\":\"passed\",\"points\":60,\"max_points\":60,\"message\":\"\",\"source\":"
    "null},"
    "{\"id\":\"races\",\"task\":\"one\",\"status\":\"passed\",\"points\":30,\"max_points\":30,\"message\":"
    "\"\"},"
    "{\"id\":\"races\",\"task\":\"two\",\"status\":\"failed\",\"points\":0,\"max_points\":10,"
    "\"message\":\"a race with line 7\",\"source\":{\"file\":\"x.cu\",\"line\":41}}]}";

static const struct row {
    const char *folder, *expect;
    int exit_code;
    const char *why; // part of what is said; NULL if the expectation is met
} table[] = {
    {"wrong", "score = 90\n", 1, NULL},
    {"wrong", "# a remark\n\nscore <= 95\nscore >= 90\ncheck build passed\n", 1, NULL},
    {"wrong", "check two.races failed line 41\n", 1, NULL},
    {"wrong", "check two.races failed line 7,41\nsays two.races with line 7\n", 1, NULL},
    {"wrong", "check races passed\n", 1, NULL},
    {"wrong", "score <= 89\n", 1, "the score is 90, not <= 89"},
    {"wrong", "score >= 91\n", 1, "the score is 90, not >= 91"},
    {"wrong", "check build failed\n", 1, "check build is passed, not failed"},
    {"wrong", "check two.races failed line 4\n", 1, "blames line 41, not 4"},
    {"wrong", "check build passed line 4\n", 1, "blames no line"},
    {"wrong", "check leak failed\n", 1, "no check is called leak"},
    {"wrong", "check on.races passed\n", 1, "no check is called on.races"},
    {"wrong", "says two.races a leak\n", 1, "does not say"},
    {"wrong", "says leak anything\n", 1, "does not say"},
    {"wrong", "scores = 90\n", 1, "what does \"scores = 90\" expect?"},
    {"wrong", "# nothing else\n", 1, "expects nothing"},
    {"wrong", "score = 90\n", 0, "exit code 0"},
    {"wrong", "score = 90\n", 2, "exit code 2"},
    {"correct_one", "score = 90\n", 1, "whose name says otherwise"},
};

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

// @return what verdict_is_met() says is wrong, to be freed; NULL if nothing
static char *judge(const struct row *row, const char *text) {
    char top[] = "/tmp/warplab-verdict-XXXXXX", folder[128], expect[256], json[128], *why = NULL;
    ck_assert_ptr_nonnull(mkdtemp(top));
    snprintf(folder, sizeof folder, "%s/%s", top, row->folder);
    snprintf(expect, sizeof expect, "%s/expect", folder);
    snprintf(json, sizeof json, "%s/report.json", top);
    ck_assert_int_eq(mkdir(folder, 0700), 0);
    write_text(expect, row->expect);
    write_text(json, text);
    const bool met = verdict_is_met(folder, json, row->exit_code, &why);
    ck_assert_int_eq(met, why == NULL);
    unlink(json);
    unlink(expect);
    rmdir(folder);
    rmdir(top);
    return why;
}

START_TEST(says_what_differs) {
    const struct row *row = &table[_i];
    char *why = judge(row, report);
    ck_assert_msg((why == NULL) == (row->why == NULL), "row %d: %s", _i, why ? why : "met");
    ck_assert_msg(!why || strstr(why, row->why), "row %d: %s", _i, why);
    free(why);
}
END_TEST

START_TEST(points_must_hang_together) {
    static const char *const reports[] = {
        "", "{", "{\"score\":100,\"max_score\":100,\"checks\":[]}",
        "{\"score\":5,\"max_score\":100,\"checks\":[{\"id\":\"a\",\"points\":5,\"max_points\":4,"
        "\"status\":\"passed\"}]}",
        "{\"score\":0,\"max_score\":100,\"checks\":[{\"id\":\"a\",\"points\":0,\"max_points\":4,"
        "\"status\":\"failed\",\"source\":null}]}"};
    static const struct row row = {"wrong", "score >= 0\n", 1, NULL};
    char *why = judge(&row, reports[_i]);
    ck_assert_ptr_nonnull(why);
    free(why);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("verdict");
    TCase *cases = tcase_create("rows");
    tcase_add_loop_test(cases, says_what_differs, 0, (int)(sizeof table / sizeof *table));
    tcase_add_loop_test(cases, points_must_hang_together, 0, 5);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
