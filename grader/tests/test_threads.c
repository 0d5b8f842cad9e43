// SIMT_THREADS changes neither counters nor verdicts: whatever the engine's tests, planted mistakes and
// reference solutions report with one thread they report with two, to the byte.
#include <check.h>
#include <ctype.h>
#include <glob.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORDS = 6 };

// Programs, and what they are run with.
static const struct set {
    const char *pattern;
    const char *arguments[MOST_WORDS]; // one run for each
} sets[] = {
    {"grader/tests/engine/*.cu", {""}},
    {"grader/tests/engine/mistakes/*.cu", {"mistakes", "fixed"}},
    {"grader/tests/bench/reduce.cu", {"1", "131072"}},
    {"grader/tests/bench/touch.cu",
     {"ints 16384", "atomics 16384", "bytes 16384", "pixels 16384", "stencil 16384"}},
    {"labs/*/try.cu", {"20011"}},
};

static const char *const schedules[] = {"forward", "reverse"};

static struct program {
    const struct set *set;
    char path[256];
} programs[160];
static int program_count;

static int run(const char *command) {
    const int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static char *read_all(const char *folder, const char *name) {
    char path[256], *text = NULL;
    size_t length = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *in = fopen(path, "r");
    ck_assert_msg(in != NULL, "%s was not written", path);
    if (getdelim(&text, &length, '\0', in) < 0 && text)
        text[0] = '\0';
    fclose(in);
    return text;
}

// The host's addresses, such as those of stacks, are others in each run.
static void blank_host_addresses(char *text) {
    for (char *at = text; (at = strstr(at, "0x")) != NULL;) {
        const bool device = strncmp(at, "0x2000", 6) == 0;
        for (at += 2; isxdigit((unsigned char)*at); at++)
            *at = device ? *at : '.';
    }
}

static void build(const struct program *program, const char *folder) {
    char command[1024], lab[64];
    const char *root = "build/bin/simtcc";
    if (sscanf(program->path, "labs/%63[^/]", lab) == 1)
        snprintf(command, sizeof command, "%s -Ilabs/include -Ilabs/%s solutions/%s/%s.cu %s -o %s/program",
                 root, lab, lab, lab, program->path, folder);
    else
        snprintf(command, sizeof command, "%s %s -o %s/program", root, program->path, folder);
    ck_assert_int_eq(run(command), 0);
}

static void report(const char *folder, const char *threads, const char *schedule, const char *arguments) {
    char command[1024];
    snprintf(command, sizeof command,
             "SIMT_MEMORY=1073741824 SIMT_THREADS=%s SIMT_SCHEDULE=%s SIMT_REPORT=%s/report%s %s/program %s "
             ">/dev/null 2>&1; "
             "echo $? >%s/code%s",
             threads, schedule, folder, threads, folder, arguments, folder, threads);
    ck_assert_int_eq(run(command), 0);
}

static void compare(const char *folder, const char *one, const char *two, const char *how) {
    char *first = read_all(folder, one), *second = read_all(folder, two);
    blank_host_addresses(first);
    blank_host_addresses(second);
    size_t same = 0;
    while (first[same] && first[same] == second[same])
        same++;
    const size_t from = same < 200 ? 0 : same - 200;
    ck_assert_msg(!first[same] && !second[same], "%s: with one thread ...%.400s\nwith two ...%.400s", how,
                  first + from, second + from);
    free(first);
    free(second);
}

START_TEST(both_report_the_same) {
    const struct program *program = &programs[_i];
    char folder[] = "/tmp/test_threads.XXXXXX", how[512], command[256];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    build(program, folder);
    // Either schedule for every second program: both for all takes a minute of every check.
    const char *schedule = schedules[(size_t)_i % (sizeof schedules / sizeof *schedules)];
    for (size_t a = 0; a < MOST_WORDS && program->set->arguments[a]; a++) {
        snprintf(how, sizeof how, "%s %s, %s", program->path, program->set->arguments[a], schedule);
        report(folder, "1", schedule, program->set->arguments[a]);
        report(folder, "2", schedule, program->set->arguments[a]);
        compare(folder, "report1", "report2", how);
        compare(folder, "code1", "code2", how);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(run(command), 0);
}
END_TEST

// A word that is no number of threads is refused; more than there is work for are as good as two.
START_TEST(the_number_is_read) {
    static const struct {
        const char *word;
        bool good;
    } rows[] = {{"", true},   {"1", true},   {"2", true},    {"64", true},
                {"0", false}, {"-1", false}, {"two", false}, {"2x", false}};
    char folder[] = "/tmp/test_threads.XXXXXX", command[512];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    build(&(struct program){.path = "grader/tests/bench/reduce.cu"}, folder);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(command, sizeof command, "SIMT_THREADS='%s' %s/program 20000 >%s/out 2>&1", rows[i].word,
                 folder, folder);
        const bool good = run(command) == 0;
        char *printed = read_all(folder, "out");
        ck_assert_msg(good == rows[i].good && !strstr(printed, "SIMT_THREADS=") == rows[i].good,
                      "SIMT_THREADS='%s': %s", rows[i].word, printed);
        free(printed);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(run(command), 0);
}
END_TEST

static void find_programs(void) {
    for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
        glob_t found;
        if (glob(sets[s].pattern, 0, NULL, &found) != 0)
            exit(EXIT_FAILURE);
        for (size_t i = 0; i < found.gl_pathc && program_count < (int)(sizeof programs / sizeof *programs);
             i++) {
            struct program *program = &programs[program_count++];
            program->set = &sets[s];
            snprintf(program->path, sizeof program->path, "%s", found.gl_pathv[i]);
        }
        globfree(&found);
    }
}

int main(void) {
    find_programs();
    Suite *suite = suite_create("threads");
    TCase *cases = tcase_create("reports");
    tcase_set_timeout(cases, 240);
    tcase_add_loop_test(cases, both_report_the_same, 0, program_count);
    tcase_add_test(cases, the_number_is_read);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
