// Starters and solutions: outside the marked regions a student's file is the solution's, so that the
// solution shows what belongs into each region; and every fixture says what it is and what to expect.
#include <check.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The whole file as a string, to be freed; fails the test if it cannot be read.
static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s cannot be opened", path);
    char *text = NULL;
    size_t length = 0;
    FILE *copy = open_memstream(&text, &length);
    ck_assert_ptr_nonnull(copy);
    for (int c; (c = getc(file)) != EOF;)
        putc(c, copy);
    fclose(file);
    fclose(copy);
    return text;
}

static glob_t find(const char *pattern) {
    glob_t found;
    ck_assert_msg(glob(pattern, 0, NULL, &found) == 0, "nothing matches %s", pattern);
    return found;
}

// Where the line that holds `mark`, at or after `text`, begins; NULL if there is none.
static const char *line_with(const char *text, const char *mark) {
    const char *at = strstr(text, mark);
    while (at != NULL && at > text && at[-1] != '\n')
        at--;
    return at;
}

static bool blank(const char *text, size_t length) { return strspn(text, " \n") >= length; }

// Finds text[0..length) in the solution from `from` on; returns what follows it.
static const char *follow(const char *from, const char *text, size_t length, const char *path) {
    char *segment = strndup(text, length);
    const char *at = strstr(from, segment);
    ck_assert_msg(at != NULL, "%s: the solution does not have, or not in this order:\n%s", path, segment);
    free(segment);
    return at + length;
}

static void compare(const char *starter_path, const char *solution_path) {
    char *starter = read_text(starter_path), *solution = read_text(solution_path);
    const char *at = starter, *in_solution = solution;
    int regions = 0;
    for (const char *open; (open = line_with(at, "// TODO ")) != NULL; regions++) {
        if (!blank(at, (size_t)(open - at)))
            in_solution = follow(in_solution, at, (size_t)(open - at), starter_path);
        const char *close = line_with(open, "// END TODO ");
        ck_assert_msg(close != NULL, "%s: region %d has no end", starter_path, regions + 1);
        at = strchr(close, '\n') + 1;
    }
    ck_assert_msg(regions > 0, "%s leaves nothing to do", starter_path);
    const size_t rest = strlen(solution), tail = strlen(at);
    ck_assert_msg(rest >= tail && strcmp(solution + rest - tail, at) == 0, "%s: the end differs",
                  starter_path);
    ck_assert_ptr_null(strstr(solution, "TODO"));
    free(starter);
    free(solution);
}

START_TEST(starter_is_the_solution_outside_its_regions) {
    glob_t folders = find("labs/*/README.md");
    for (size_t i = 0; i < folders.gl_pathc; i++) {
        char lab[64], starter[256], solution[256];
        ck_assert_int_eq(sscanf(folders.gl_pathv[i], "labs/%63[^/]", lab), 1);
        snprintf(starter, sizeof starter, "labs/%s/%s.cu", lab, lab);
        snprintf(solution, sizeof solution, "solutions/%s/%s.cu", lab, lab);
        compare(starter, solution);
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
