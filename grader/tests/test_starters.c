// Starters and solutions: outside the marked regions a student's file is the solution's, so that the
// solution shows what belongs in each region; and every fixture has a description and an expectation.
#include <check.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "regions.h"

static glob_t find(const char *pattern) {
    glob_t found;
    ck_assert_msg(glob(pattern, 0, NULL, &found) == 0, "nothing matches %s", pattern);
    return found;
}

START_TEST(starter_is_the_solution_outside_its_regions) {
    glob_t folders = find("labs/*/README.md");
    for (size_t i = 0; i < folders.gl_pathc; i++) {
        char lab[64];
        struct regions regions;
        ck_assert_int_eq(sscanf(folders.gl_pathv[i], "labs/%63[^/]", lab), 1);
        regions_find(lab, &regions);
        regions_free(&regions);
    }
    globfree(&folders);
}
END_TEST

START_TEST(fixture_opens_with_what_it_is) {
    glob_t fixtures = find("grader/course/*/fixtures/*/*.cu");
    for (size_t i = 0; i < fixtures.gl_pathc; i++) {
        const char *path = fixtures.gl_pathv[i], *name = strrchr(path, '/');
        char *text = read_text(path);
        const char *first = strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
        ck_assert_msg(strncmp(first, "// ", 3) == 0, "%s does not open with a comment", path);
        free(text);
        char expect[4096];
        snprintf(expect, sizeof expect, "%.*s/expect", (int)(name - path), path);
        text = read_text(expect);
        const bool right = strstr(path, "/correct_") != NULL || strstr(path, "/unseen_") != NULL;
        const bool whole = strstr(text, "score = 100\n") != NULL, some = strstr(text, "speed ") != NULL;
        ck_assert_msg(right ? whole || some : !whole, "%s: its name says otherwise", expect);
        ck_assert_msg(strstr(text, "score ") != NULL || (right && some), "%s expects no score", expect);
        free(text);
    }
    globfree(&fixtures);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("starters");
    TCase *cases = tcase_create("files");
    tcase_add_test(cases, starter_is_the_solution_outside_its_regions);
    tcase_add_test(cases, fixture_opens_with_what_it_is);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
