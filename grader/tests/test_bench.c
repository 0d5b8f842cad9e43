// make bench with nothing to measure, and the record of measurements: requirements are stated
// plainly, and a runner with a wrong answer is not recorded.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "skip.h"

static const char csv_path[] = "docs/results/h200-bench/bench.csv.gz";

// Runs a shell command and keeps its output, up to a size; its status goes to `status`.
static void run(const char *command, char *text, size_t size, int *status) {
    FILE *out = popen(command, "r");
    ck_assert_ptr_nonnull(out);
    const size_t length = fread(text, 1, size - 1, out);
    text[length] = '\0';
    *status = pclose(out);
}

// One of the two sentences is printed: the second if this machine lacks something else.
static const struct {
    const char *command, *says, *or_says;
} refusals[] = {
    {"make --no-print-directory bench NVCC= 2>&1", "takes the CUDA Toolkit, and nvcc is not found", NULL},
    {"make --no-print-directory bench-check NVCC= 2>&1", "takes the CUDA Toolkit, and nvcc is not found",
     NULL},
    {"make --no-print-directory bench-sort NVCC= 2>&1", "takes the CUDA Toolkit, and nvcc is not found",
     NULL},
    {"make --no-print-directory bench-plot BENCH_CSV=build/no-such.csv 2>&1",
     "is not there: make bench writes it", "make bench-plot takes gnuplot"},
};

START_TEST(what_is_missing_is_said) {
    char text[4096];
    int status;
    run(refusals[_i].command, text, sizeof text, &status);
    ck_assert_int_ne(status, 0);
    ck_assert_msg(strstr(text, refusals[_i].says) ||
                      (refusals[_i].or_says && strstr(text, refusals[_i].or_says)),
                  "%s said:\n%s", refusals[_i].command, text);
}
END_TEST

// `make check` builds them nowhere else: they are linked by nvcc. Those with its headers need the toolkit.
START_TEST(sources_compile) {
    ck_assert_int_eq(
        system("gcc -std=c11 -Wall -Wextra -Werror -D_GNU_SOURCE -Igrader -Igrader/simt "
               "-idirafter grader/simt/include -fsyntax-only $(grep -L '<cuda' grader/bench/*.c)"),
        0);
}
END_TEST

START_TEST(all_that_is_recorded_was_right) {
    char command[128];
    snprintf(command, sizeof command, "zcat %s", csv_path);
    FILE *csv = popen(command, "r");
    ck_assert_ptr_nonnull(csv);
    char line[512];
    int rows = 0, comments = 0;
    while (fgets(line, sizeof line, csv)) {
        comments += line[0] == '#';
        if (line[0] < '0' || line[0] > '9')
            continue;
        rows++;
        ck_assert_msg(strstr(line, ",right,") != NULL, "%s: %s", csv_path, line);
    }
    ck_assert_int_eq(pclose(csv), 0);
    ck_assert_int_ge(comments, 3); // date, device, CUDA
    ck_assert_int_ge(rows, 8 * 36);
}
END_TEST

START_TEST(pictures_are_drawn_for_light_and_dark) {
    char text[4096];
    int status;
    if (!skip_has_program("gnuplot")) // bench-plot says so, see above
        test_skip("gnuplot is not installed");
    run("grader/mk/bench-plot.sh docs/results/h200-bench/bench.csv.gz build/tests/plots 2>&1", text,
        sizeof text, &status);
    ck_assert_msg(status == 0, "%s", text);
    static const char *const pictures[] = {"reduce", "scan", "histogram", "ladder"};
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "grep -q 'prefers-color-scheme: dark' build/tests/plots/%s.svg && grep -q '</svg>' "
                 "build/tests/plots/%s.svg",
                 pictures[i], pictures[i]);
        ck_assert_msg(system(command) == 0, "%s.svg", pictures[i]);
    }
}
END_TEST

// The recorded table has no column for the limit; with one, each picture has a line of it.
static const struct {
    const char *table, *grep;
} limits[] = {
    {"zcat docs/results/h200-bench/bench.csv.gz", "! grep -q 'the limit: '"},
    {"zcat docs/results/h200-bench/bench.csv.gz | sed '/^[0-9]/s/$/,4100.5/'", "grep -q 'the limit: '"},
};

START_TEST(the_limit_is_a_line) {
    static const char *const pictures[] = {"reduce", "scan", "histogram"};
    char command[512], text[4096];
    int status;
    if (!skip_has_program("gnuplot"))
        test_skip("gnuplot is not installed");
    snprintf(command, sizeof command,
             "{ %s; } > build/tests/limit.csv && grader/mk/bench-plot.sh build/tests/limit.csv "
             "build/tests/limit 2>&1",
             limits[_i].table);
    run(command, text, sizeof text, &status);
    ck_assert_msg(status == 0, "%s", text);
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++) {
        snprintf(command, sizeof command, "%s build/tests/limit/%s.svg", limits[_i].grep, pictures[i]);
        ck_assert_msg(system(command) == 0, "%s", command);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bench");
    TCase *cases = tcase_create("without a GPU");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, what_is_missing_is_said, 0, (int)(sizeof refusals / sizeof refusals[0]));
    tcase_add_test(cases, sources_compile);
    tcase_add_test(cases, all_that_is_recorded_was_right);
    tcase_add_test(cases, pictures_are_drawn_for_light_and_dark);
    tcase_add_loop_test(cases, the_limit_is_a_line, 0, (int)(sizeof limits / sizeof limits[0]));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
