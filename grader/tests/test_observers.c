// An observer of one's own, as docs/engine.md shows it: one file, compiled by the host's compiler and linked
// with a program, receives every request and names the line that the engine's own checkers do not
// report.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static char folder[] = "/tmp/warplab-observers-XXXXXX";

/** Runs a command and keeps what it prints on standard error. @return its exit code */
static int run(const char *command, char *errors, size_t size) {
    char line[4096], path[64];
    snprintf(path, sizeof path, "%s/errors", folder);
    snprintf(line, sizeof line, "(%s) 2>%s", command, path);
    const int status = system(line);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    errors[fread(errors, 1, size - 1, file)] = '\0';
    fclose(file);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void build(void) {
    char command[2048], errors[4096];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(command, sizeof command,
             "gcc -std=c11 -Wall -Wextra -Werror -Igrader -Igrader/simt -idirafter grader/simt/include "
             "-c grader/tests/observers/uncoalesced.c -o %s/uncoalesced.o && "
             "build/bin/simtcc grader/tests/observers/strides.cu %s/uncoalesced.o -o %s/watched && "
             "build/bin/simtcc grader/tests/observers/strides.cu -o %s/plain",
             folder, folder, folder, folder);
    ck_assert_msg(run(command, errors, sizeof errors) == 0, "%s", errors);
}

static void clean(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}

/* The lines are those of strides.cu: its strided kernel reads 64 ints, each from a sector of its own. */
static const struct {
    const char *setting;  /**< environment */
    const char *program;  /**< which is run */
    const char *contains; /**< expected output; NULL: none */
} rows[] = {
    {"", "watched", "strides.cu:6: uncoalesced: 64 sectors where 8 would do, in launch 2\n"},
    {"", "plain", NULL},
    {"SIMT_CHECK=none SIMT_COUNT=none", "watched", "strides.cu:6: uncoalesced: 64 sectors where 8 would do"},
};

START_TEST(says_what_it_saw) {
    char command[256], errors[4096];
    snprintf(command, sizeof command, "env %s %s/%s", rows[_i].setting, folder, rows[_i].program);
    ck_assert_int_eq(run(command, errors, sizeof errors), 0);
    if (rows[_i].contains)
        ck_assert_msg(strstr(errors, rows[_i].contains) != NULL, "%s", errors);
    else
        ck_assert_str_eq(errors, "");
    /* One line gets only one message, and the other kernel has no fault. */
    ck_assert_ptr_null(strstr(errors, "strides.cu:4"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("observers");
    TCase *cases = tcase_create("uncoalesced");
    tcase_set_timeout(cases, 60);
    tcase_add_unchecked_fixture(cases, build, clean);
    tcase_add_loop_test(cases, says_what_it_saw, 0, sizeof rows / sizeof *rows);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
