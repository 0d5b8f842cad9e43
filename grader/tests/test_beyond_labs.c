// Programs beyond the labs on the engine, with every checker: numbers of elements around a tile, a quad or a
// piece, in any order of blocks.
// Inputs: engine labs/include solutions
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum program { SORT, WIDE, PROGRAMS };

static const struct {
    const char *build, *run;
} programs[PROGRAMS] = {
    [SORT] = {"build/bin/simtcc -Ilabs/include solutions/lab10/onesweep/onesweep.cu "
              "solutions/lab10/onesweep/try.cu -o build/tests/onesweep 2>&1",
              "build/tests/onesweep"},
    // With pieces this small an array has several, like one beyond 2^31 elements otherwise.
    [WIDE] = {"build/bin/simtcc -DPIECE=8192u -Ilabs/include solutions/challenge-histogram/wide/wide.cu "
              "solutions/challenge-histogram/wide/try.cu -o build/tests/wide 2>&1",
              "build/tests/wide"},
};

// A tile of the sort has 10240 keys; the histograms read 8 and 16 elements at once, and tiles are blocks'
// widths.
static const struct {
    enum program program;
    int elements, answers;
    const char *schedule;
} rows[] = {
    {SORT, 0, 16, "forward"},      {SORT, 1, 16, "forward"},       {SORT, 31, 16, "reverse"},
    {SORT, 10239, 16, "forward"},  {SORT, 10240, 16, "reverse"},   {SORT, 10241, 16, "forward"},
    {SORT, 20481, 16, "reverse"},  {SORT, 30720, 16, "random:7"},  {SORT, 35003, 16, "random:1"},
    {SORT, 35003, 16, "lockstep"}, {WIDE, 0, 11, "forward"},       {WIDE, 1, 11, "forward"},
    {WIDE, 7, 11, "reverse"},      {WIDE, 8, 11, "forward"},       {WIDE, 17, 11, "reverse"},
    {WIDE, 8191, 11, "forward"},   {WIDE, 8192, 11, "reverse"},    {WIDE, 8193, 11, "forward"},
    {WIDE, 40003, 11, "random:7"}, {WIDE, 100003, 11, "lockstep"},
};

// Runs a shell command and keeps its output, up to a size. @return its status
static int run(const char *command, char *text, size_t size) {
    FILE *out = popen(command, "r");
    ck_assert_ptr_nonnull(out);
    const size_t length = fread(text, 1, size - 1, out);
    text[length] = '\0';
    return pclose(out);
}

static void build(void) {
    char text[4096];
    for (int p = 0; p < PROGRAMS; p++) {
        const int status = run(programs[p].build, text, sizeof text);
        ck_assert_msg(status == 0, "%.1000s", text);
    }
}

START_TEST(right_and_without_a_report) {
    char command[256], text[4096], verdict[64];
    snprintf(command, sizeof command, "SIMT_SCHEDULE=%s %s %d 2>&1", rows[_i].schedule,
             programs[rows[_i].program].run, rows[_i].elements);
    snprintf(verdict, sizeof verdict, ": 0 of %d answers were wrong", rows[_i].answers);
    const int status = run(command, text, sizeof text);
    ck_assert_msg(status == 0, "%.1000s", text);
    ck_assert_msg(strstr(text, verdict) != NULL, "%.1000s", text);
    ck_assert_msg(strstr(text, "error:") == NULL, "%.1000s", text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("beyond the labs");
    TCase *cases = tcase_create("on the engine");
    tcase_add_unchecked_fixture(cases, build, NULL);
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, right_and_without_a_report, 0, (int)(sizeof rows / sizeof rows[0]));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
