// SIMT_THREADS=2 splits launches between two processes, or their work between two threads: whatever the
// blocks do, whatever the system refuses, and however the program ends, the report is that of one thread.
#include <check.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NOT_TO_ITS_END = 0, ALONE = 1, SPLIT = 2 };

// Cases of split.cu, and in how many processes their blocks are run in the end.
static const struct row {
    const char *name;
    int processes;
} rows[] = {
    {"every_width", SPLIT},
    {"one_byte_a_block", SPLIT},
    {"shared_sum", SPLIT},
    {"atomics_in_shared", SPLIT},
    // One block sees what another did, or stores where it did.
    {"reads_backward", ALONE},
    {"reads_forward", ALONE},
    {"both_write", ALONE},
    {"same_value", ALONE},
    {"adds", ALONE},
    {"adds_late", ALONE},
    {"last_block_sums", ALONE},
    {"waits_for_the_last", ALONE},
    {"own_variable", ALONE},
    // Something that is told, or that changes what the process has.
    {"prints_late", ALONE},
    {"out_of_bounds_late", ALONE},
    {"unwritten_late", ALONE},
    {"barrier_late", ALONE},
    {"another_variable_late", ALONE},
    {"allocates_late", ALONE},
    {"crashes_ahead", ALONE},
    // A launch, or the program, ends in the middle.
    {"null_late", NOT_TO_ITS_END},
    {"exits_early", NOT_TO_ITS_END},
    {"exits_late", NOT_TO_ITS_END},
    {"aborts_early", NOT_TO_ITS_END},
    {"aborts_late", NOT_TO_ITS_END},
    {"traps_early", NOT_TO_ITS_END},
    {"traps_late", NOT_TO_ITS_END},
    {"adds_and_exits", NOT_TO_ITS_END},
    {"adds_and_aborts", NOT_TO_ITS_END},
};
enum { ROWS = sizeof rows / sizeof *rows, MOST_TRIES = 100 };

static char folder[] = "/tmp/test_split.XXXXXX";

static int run(const char *command) {
    const int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void build(const char *program, const char *flags, const char *as) {
    char command[512];
    snprintf(command, sizeof command, "build/bin/simtcc %s grader/tests/threads/%s.cu -o %s/%s", flags,
             program, folder, as);
    ck_assert_int_eq(run(command), 0);
}

// Where g++ has no plugin, nothing may be split: there are stores that the engine does not know of.
static bool has_plugin(void) { return access("build/lib/simt_stores.so", F_OK) == 0; }
static int expected_processes(const struct row *row) {
    return row->processes == SPLIT && !has_plugin() ? ALONE : row->processes;
}

static char *read_all(const char *name) {
    char path[256], *text = NULL;
    size_t length = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *in = fopen(path, "r");
    ck_assert_msg(in != NULL, "%s was not written", path);
    if (getdelim(&text, &length, '\0', in) < 0)
        text[0] = '\0';
    fclose(in);
    return text;
}

// Leaves report, out and err, each with the number of threads behind it; the exit code is out's last line.
static void run_with(int threads, const char *setting, const char *program, const char *arguments) {
    char command[1024];
    snprintf(
        command, sizeof command,
        "cd %s && rm -f report%d; SIMT_THREADS=%d SIMT_REPORT=report%d %s timeout 60 ./%s %s >out%d 2>err%d; "
        "echo $? >>out%d",
        folder, threads, threads, threads, setting, program, arguments, threads, threads, threads);
    ck_assert_int_eq(run(command), 0);
}

static void compare(const char *what, const char *how) {
    char one[32], two[32];
    snprintf(one, sizeof one, "%s1", what);
    snprintf(two, sizeof two, "%s2", what);
    char *first = read_all(one), *second = read_all(two);
    ck_assert_msg(strcmp(first, second) == 0, "%s: with one thread %.400s\nwith two %.400s", how, first,
                  second);
    free(first);
    free(second);
}

static int processes_in(const char *name) {
    char *text = read_all(name);
    const char *said = strstr(text, "processes: ");
    const int count = said ? atoi(said + strlen("processes: ")) : NOT_TO_ITS_END;
    free(text);
    return count;
}

// The report of two is that of one.
static void compare_all(const char *program, const char *arguments, const char *setting) {
    char how[256];
    snprintf(how, sizeof how, "%s %s, %s", program, arguments, setting);
    run_with(2, setting, program, arguments);
    compare("report", how);
    compare("out", how);
}

START_TEST(blocks_may_do_anything) {
    const struct row *row = &rows[_i];
    run_with(1, "SIMT_SCHEDULE=forward", "split", row->name);
    // Where the machine has no time for the copy, the process has run all blocks before that begins.
    int tries = 0;
    do
        compare_all("split", row->name, "SIMT_SCHEDULE=forward");
    while (processes_in("err2") < expected_processes(row) && ++tries < MOST_TRIES);
    ck_assert_int_eq(processes_in("err2"), expected_processes(row));
    // What comes late in one order comes early in the other.
    run_with(1, "SIMT_SCHEDULE=reverse", "split", row->name);
    compare_all("split", row->name, "SIMT_SCHEDULE=reverse");
}
END_TEST

START_TEST(a_random_order_is_not_split) {
    run_with(1, "SIMT_SCHEDULE=random:7", "split", "shared_sum");
    compare_all("split", "shared_sum", "SIMT_SCHEDULE=random:7");
    ck_assert_int_eq(processes_in("err2"), ALONE);
}
END_TEST

START_TEST(what_stores_untold_is_not_split) {
    run_with(2, "", "untold", "every_width");
    ck_assert_int_eq(processes_in("err2"), ALONE);
}
END_TEST

START_TEST(refusals_change_nothing) {
    run_with(1, "", "refused", "");
    compare_all("refused", "", "");
    char *said = read_all("err2");
    ck_assert_msg(!strstr(said, "no process") == !has_plugin(), "%s", said);
    free(said);
}
END_TEST

START_TEST(programs_may_fork) {
    static const char *const ends[] = {"return", "_exit"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        run_with(1, "", "forks", ends[i]);
        compare_all("forks", ends[i], "");
        compare("err", ends[i]);
    }
}
END_TEST

static void wait_until_it_says_so(int from) {
    char said[64];
    ck_assert_int_gt(read(from, said, sizeof said), 0);
}

// A program that is killed while it runs in two processes leaves none behind.
START_TEST(nothing_is_left_of_what_is_killed) {
    int says[2];
    char program[128];
    snprintf(program, sizeof program, "%s/endless", folder);
    ck_assert_int_eq(pipe(says), 0);
    const pid_t group = fork();
    ck_assert_int_ge(group, 0);
    if (group == 0) {
        setpgid(0, 0);
        setenv("SIMT_THREADS", "2", 1);
        dup2(says[1], STDERR_FILENO);
        execl(program, program, (char *)NULL);
        _exit(127);
    }
    close(says[1]);
    wait_until_it_says_so(says[0]); // the first of its processes does: the other one's words are not printed
    ck_assert_int_eq(kill(group, SIGKILL), 0);
    ck_assert_int_eq(waitpid(group, NULL, 0), group);
    const struct timespec pause = {0, 10 * 1000 * 1000};
    int left = 0;
    for (int tries = 0; tries < 1000 && (left = kill(-group, 0)) == 0; tries++)
        nanosleep(&pause, NULL);
    ck_assert_int_eq(left, -1);
    close(says[0]);
}
END_TEST

static void build_all(void) {
    ck_assert_ptr_nonnull(mkdtemp(folder));
    build("split", "", "split");
    build("split", "-DSIMT_UNTOLD_STORES", "untold");
    build("refused", "", "refused");
    build("forks", "", "forks");
    build("endless", "", "endless");
}

static void remove_all(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(run(command), 0);
}

int main(void) {
    Suite *suite = suite_create("split");
    TCase *cases = tcase_create("programs");
    tcase_set_timeout(cases, 120);
    tcase_add_unchecked_fixture(cases, build_all, remove_all);
    tcase_add_loop_test(cases, blocks_may_do_anything, 0, ROWS);
    tcase_add_test(cases, a_random_order_is_not_split);
    tcase_add_test(cases, what_stores_untold_is_not_split);
    tcase_add_test(cases, refusals_change_nothing);
    tcase_add_test(cases, programs_may_fork);
    tcase_add_test(cases, nothing_is_left_of_what_is_killed);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
