// The reference solutions, run by their own labs' try.cu, are right whatever order threads and blocks take,
// and the engine's checkers find nothing in any of them. WARPLAB_LAB=lab3 runs that lab's.
// Inputs: engine labs solutions grader/tests/schedules
#include <check.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static const char *const schedules[] = {
    "forward",  "reverse",  "lockstep", "lockstep:forward", "lockstep:reverse", "lockstep:interleaved",
    "random:1", "random:2", "random:3", "random:4",         "random:5"};
static glob_t programs;

// @return the exit code of a shell command
static int run(const char *command) {
    const int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Runs the program with what is known of whole requests, and lane by lane. @return whether both report the
// same
static bool reports_the_same_lane_by_lane(const char *folder) {
    char command[1024];
    snprintf(
        command, sizeof command,
        "cd %s && SIMT_REPORT=whole.json ./program 2011 >output 2>&1 && SIMT_WITHOUT_SHAPES=1 "
        "SIMT_REPORT=lanes.json ./program 2011 >output 2>&1 && grep -q kernels whole.json && cmp whole.json "
        "lanes.json",
        folder);
    return run(command) == 0;
}

START_TEST(solution_is_right_in_any_order) {
    char lab[64], folder[] = "/tmp/warplab-schedules-XXXXXX", command[1024];
    ck_assert_int_eq(sscanf(programs.gl_pathv[_i], "labs/%63[^/]", lab), 1);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(command, sizeof command,
             "build/bin/simtcc -Ilabs/include -Ilabs/%s solutions/%s/%s.cu labs/%s/try.cu -o %s/program", lab,
             lab, lab, lab, folder);
    const int built = run(command);
    int failed = 0;
    for (size_t s = 0; built == 0 && s < sizeof schedules / sizeof *schedules; s++) {
        snprintf(command, sizeof command, "SIMT_SCHEDULE=%s %s/program 20011 >%s/output 2>&1", schedules[s],
                 folder, folder);
        const int code = run(command);
        if (code == 0)
            continue;
        failed++;
        printf("%s, %s: exit code %d; it printed: ", lab, schedules[s], code);
        fflush(stdout);
        snprintf(command, sizeof command, "tail -n 3 %s/output", folder);
        run(command);
    }
    const bool same = built == 0 && (failed > 0 || reports_the_same_lane_by_lane(folder));
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(run(command), 0);
    ck_assert_int_eq(built, 0);
    ck_assert_msg(same, "%s: the report depends on SIMT_WITHOUT_SHAPES", lab);
    ck_assert_msg(failed == 0, "labs/%s/try.cu with solutions/%s fails in %d orders", lab, lab, failed);
}
END_TEST

/* What the program with races prints in each order. Lanes that run alone lose no update, lanes in step lose
 * all but one of a warp's; volatile accesses are in step in every order. */
static const struct {
    const char *schedule, *counted, *loops, *tail, *blocks;
} orders[] = {
    {"forward", "128", "31 16 1", "wrong", "ascending"},
    {"reverse", "128", "31 16 1", "wrong", "not ascending"},
    {"lockstep", "4", "1 1 1", "right", "not ascending"},
    {"lockstep:forward", "4", "1 1 1", "right", "ascending"},
    {"lockstep:reverse", "4", "1 1 1", "right", "not ascending"},
    {"lockstep:interleaved", "1", "1 1 1", "right", "ascending"},
};

static void run_in_order(const char *program, const char *schedule, char *output, size_t size) {
    char command[256];
    snprintf(command, sizeof command, "SIMT_SCHEDULE=%s %s 2>/dev/null", schedule, program);
    FILE *pipe = popen(command, "r"); // NOLINT(cert-env33-c): a program of the test's own
    ck_assert_ptr_nonnull(pipe);
    output[fread(output, 1, size - 1, pipe)] = '\0';
    pclose(pipe);
}

START_TEST(order_decides_what_races_come_to) {
    char folder[] = "/tmp/warplab-schedules-XXXXXX", command[256], program[64], output[512], wanted[512];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(program, sizeof program, "%s/orders", folder);
    snprintf(command, sizeof command, "build/bin/simtcc grader/tests/schedules/orders.cu -o %s", program);
    const int built = run(command);
    if (built == 0)
        run_in_order(program, orders[_i].schedule, output, sizeof output);
    snprintf(command, sizeof command, "rm -r %s", folder);
    run(command);
    ck_assert_int_eq(built, 0);
    snprintf(wanted, sizeof wanted,
             "counted %s\n"
             "in loops %s\nplain tail %s\nvolatile tail right\nunder a lock 128\nblocks %s\n",
             orders[_i].counted, orders[_i].loops, orders[_i].tail, orders[_i].blocks);
    ck_assert_str_eq(output, wanted);
}
END_TEST

/* What the program with waits of all kinds prints, whatever it is compiled with and in whatever order it
 * runs; an H200 prints the same. */
static const char waits[] =
    "ad735f7c 2fe4075f 8db75aff 0e203dd0 da06db20 2dec556a 61732adb ed96a6f2 86301310 "
    "c5941929 2ecf7804 84c7eb65 250be858 97f72762 0e7d42d0 8d8e8325 76924ca4 353cb46a ";
static const char *const ways[] = {"", "-G", "-O1", "-O3", "--unchecked", "--unchecked -O0"};

START_TEST(lanes_go_on_where_they_waited) {
    char folder[] = "/tmp/warplab-schedules-XXXXXX", command[256], program[96], output[512];
    int differ = 0;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(command, sizeof command, "build/bin/simtcc %s grader/tests/schedules/waits.cu -o %s/waits",
             ways[_i], folder);
    const int built = run(command);
    for (size_t s = 0; built == 0 && s <= sizeof schedules / sizeof *schedules; s++) {
        const bool is_quiet = s == sizeof schedules / sizeof *schedules;
        snprintf(program, sizeof program, "%s %s/waits", is_quiet ? "SIMT_CHECK=none SIMT_COUNT=none" : "",
                 folder);
        run_in_order(program, is_quiet ? "forward" : schedules[s], output, sizeof output);
        differ += strcmp(output, waits) != 0;
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(run(command), 0);
    ck_assert_int_eq(built, 0);
    ck_assert_int_eq(differ, 0);
}
END_TEST

int main(void) {
    const char *lab = getenv("WARPLAB_LAB");
    char pattern[128];
    snprintf(pattern, sizeof pattern, "labs/%s/try.cu", lab ? lab : "*");
    if (glob(pattern, 0, NULL, &programs) != 0)
        return EXIT_FAILURE;
    Suite *suite = suite_create("schedules");
    TCase *cases = tcase_create("solutions");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, solution_is_right_in_any_order, 0, (int)programs.gl_pathc);
    tcase_add_loop_test(cases, order_decides_what_races_come_to, 0, sizeof orders / sizeof *orders);
    tcase_add_loop_test(cases, lanes_go_on_where_they_waited, 0, sizeof ways / sizeof *ways);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    globfree(&programs);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
