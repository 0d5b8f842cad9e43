// The radix sort beyond lab 10 on the engine, with every checker: numbers of keys around a tile, in any order
// of blocks.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char build_command[] =
    "build/bin/simtcc -Ilabs/include solutions/lab10/onesweep/onesweep.cu solutions/lab10/onesweep/try.cu "
    "-o build/tests/onesweep 2>&1";

// A tile has 10240 keys.
static const struct {
    int keys;
    const char *schedule;
} rows[] = {
    {0, "forward"},     {1, "forward"},     {31, "reverse"},     {10239, "forward"},  {10240, "reverse"},
    {10241, "forward"}, {20481, "reverse"}, {30720, "random:7"}, {35003, "random:1"}, {35003, "lockstep"},
};

// What a shell command prints, up to a size. @return its status
static int run(const char *command, char *text, size_t size) {
    FILE *out = popen(command, "r");
    ck_assert_ptr_nonnull(out);
    const size_t length = fread(text, 1, size - 1, out);
    text[length] = '\0';
    return pclose(out);
}

static void build(void) {
    char text[4096];
    const int status = run(build_command, text, sizeof text);
    ck_assert_msg(status == 0, "%.1000s", text);
}

START_TEST(sorted_and_without_a_report) {
    char command[256], text[4096];
    snprintf(command, sizeof command, "SIMT_SCHEDULE=%s build/tests/onesweep %d 2>&1", rows[_i].schedule,
             rows[_i].keys);
    const int status = run(command, text, sizeof text);
    ck_assert_msg(status == 0, "%.1000s", text);
    ck_assert_msg(strstr(text, ": 0 of 16 answers were wrong") != NULL, "%.1000s", text);
    ck_assert_msg(strstr(text, "error:") == NULL, "%.1000s", text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("onesweep");
    TCase *cases = tcase_create("on the engine");
    tcase_add_unchecked_fixture(cases, build, NULL);
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, sorted_and_without_a_report, 0, (int)(sizeof rows / sizeof rows[0]));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
