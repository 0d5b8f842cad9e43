// What labs give to students works: grader/tests/given/NAME.cu, built with the headers of every lab, runs
// without a fault and finds nothing wrong. So does what decks show, slides/examples/NAME.cu.
#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

static glob_t programs;

START_TEST(program_finds_nothing_wrong) {
    char folder[] = "/tmp/warplab-given-XXXXXX", command[4096];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(command, sizeof command,
             "build/bin/simtcc -Ilabs/include $(printf ' -I%%s' labs/*/) '%s' -o %s/program && %s/program",
             programs.gl_pathv[_i], folder, folder);
    const int status = system(command);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
    ck_assert_msg(status == 0, "%s failed", programs.gl_pathv[_i]);
}
END_TEST

int main(void) {
    if (glob("grader/tests/given/*.cu", 0, NULL, &programs) != 0 ||
        glob("slides/examples/*.cu", GLOB_APPEND, NULL, &programs) != 0)
        return EXIT_FAILURE;
    Suite *suite = suite_create("given");
    TCase *cases = tcase_create("programs");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, program_finds_nothing_wrong, 0, (int)programs.gl_pathc);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    globfree(&programs);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
