// Every folder below grader/course/*/fixtures/ is a submission, with the verdict that `grade` must give it
// (docs/fixtures.md). Ends with a table: of each lab, the mutants caught and the correct variants passed.
// WARPLAB_SEEDS=20 grades each with twenty seeds instead of one, and its points have to be the same with all;
// WARPLAB_EVERY=6 grades every sixth fixture only; WARPLAB_LAB=lab3 those of one lab, which need not be
// enough yet.
#include "skip.h"
#include "verdict.h"

#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_LABS = 64, LEAST_MUTANTS = 8, LEAST_CORRECT = 4 };

// One grading of one fixture, done before the tests look at it.
static struct run {
    const char *folder;
    char lab[32];
    unsigned int seed;
    char report[512]; // the JSON file
    pid_t child;
    int exit_code;
    int score; // -1 if there is none
    bool met;
    char *why; // it is not met
} * runs;
static int run_count;
static int unconfined_skipped; // fixtures that grader/confine finds, in a build without it
static char scratch[] = "/tmp/warplab-fixtures-XXXXXX";

// What the table says of a lab. A mutant is caught, and a correct variant has passed, if it is so with every
// seed.
static struct row {
    const char *lab;
    int planted, caught, tried, passed, gradings;
    const struct run *open; // the first run of the fixture whose seeds are being counted
    bool open_is_good;      // with all of them so far
} rows[MAX_LABS];
static int row_count;

static int from_environment(const char *name) {
    const char *value = getenv(name);
    return value && atoi(value) > 0 ? atoi(value) : 1;
}

static void add_run(const char *folder, unsigned int seed) {
    struct run *run = &runs[run_count];
    *run = (struct run){.folder = folder, .seed = seed};
    sscanf(folder, "grader/course/%31[^/]/", run->lab);
    snprintf(run->report, sizeof run->report, "%s/%d.json", scratch, run_count);
    run_count++;
}

static void list_runs(void) {
    static glob_t folders;
    const char *lab = getenv("WARPLAB_LAB");
    char pattern[128];
    snprintf(pattern, sizeof pattern, "grader/course/%s/fixtures/*", lab && *lab ? lab : "*");
    if (glob(pattern, GLOB_ONLYDIR, NULL, &folders) != 0)
        return;
    const size_t seeds = (size_t)from_environment("WARPLAB_SEEDS");
    const size_t stride = (size_t)from_environment("WARPLAB_EVERY");
    runs = calloc(folders.gl_pathc * seeds, sizeof *runs);
    for (size_t i = 0; runs && i < folders.gl_pathc; i += stride) {
        if (!WARPLAB_CONFINE && verdict_has_mark(folders.gl_pathv[i], "confined")) {
            unconfined_skipped++;
            continue;
        }
        for (unsigned int seed = 1; seed <= seeds; seed++)
            add_run(folders.gl_pathv[i], seed);
    }
}

static pid_t start(const struct run *run) {
    const pid_t child = fork();
    if (child == 0) {
        char seed[16];
        snprintf(seed, sizeof seed, "%x", run->seed);
        execl("./grade", "grade", run->lab, "--submission", run->folder, "--seed", seed, "--backend", "cpu",
              "--json", run->report, "--quiet", (char *)NULL);
        _exit(127);
    }
    return child;
}

static void end(struct run *run, int status) {
    run->child = 0; // the number may be given to a later one
    run->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    run->met = verdict_is_met(run->folder, run->report, run->exit_code, &run->why);
    run->score = verdict_score(run->report);
}

// Grades all, as many at a time as there are cores.
static void grade_all(void) {
    const long at_once = sysconf(_SC_NPROCESSORS_ONLN);
    int begun = 0, ended = 0;
    while (ended < run_count) {
        for (; begun < run_count && begun - ended < at_once; begun++)
            runs[begun].child = start(&runs[begun]);
        int status;
        const pid_t child = wait(&status);
        for (int i = 0; i < begun; i++)
            if (child > 0 && runs[i].child == child)
                end(&runs[i], status);
        ended++;
    }
}

static struct row *row_of(const char *lab) {
    for (int i = 0; i < row_count; i++)
        if (strcmp(rows[i].lab, lab) == 0)
            return &rows[i];
    if (row_count == MAX_LABS)
        abort();
    rows[row_count].lab = lab;
    return &rows[row_count++];
}

// Runs of one fixture stand next to each other.
static void count_run(struct run *run) {
    struct row *row = row_of(run->lab);
    const bool correct = verdict_wants_full_marks(run->folder);
    int *asked = correct ? &row->tried : &row->planted, *good = correct ? &row->passed : &row->caught;
    row->gradings++;
    if (verdict_is_unseen(run->folder))
        return;
    if (!row->open || row->open->folder != run->folder) {
        row->open = run;
        row->open_is_good = true;
        ++*asked;
        ++*good;
    }
    if (run->met && run->score != row->open->score) {
        run->met = false;
        if (asprintf(&run->why, "%d points, and %d with seed %x", run->score, row->open->score,
                     row->open->seed) < 0)
            run->why = NULL;
    }
    if (row->open_is_good && !run->met) {
        row->open_is_good = false;
        --*good;
    }
}

static int by_name(const void *a, const void *b) {
    return strverscmp(((const struct row *)a)->lab, ((const struct row *)b)->lab);
}

static void count_all(void) {
    for (int i = 0; i < run_count; i++)
        count_run(&runs[i]);
    qsort(rows, (size_t)row_count, sizeof *rows, by_name);
}

// Lines that begin with a bar are shown by run-suites.sh even if all is well.
static void print_table(void) {
    struct row all = {.lab = "all"};
    printf("| %-20s | mutants caught / planted | correct variants passed / tried | gradings |\n", "lab");
    printf("| %-20s | -----------------------: | ------------------------------: | -------: |\n",
           "--------------------");
    for (int i = 0; i <= row_count; i++) {
        const struct row *row = i < row_count ? &rows[i] : &all;
        printf("| %-20s | %18d / %3d | %25d / %3d | %8d |\n", row->lab, row->caught, row->planted,
               row->passed, row->tried, row->gradings);
        all.caught += row->caught;
        all.planted += row->planted;
        all.passed += row->passed;
        all.tried += row->tried;
        all.gradings += row->gradings;
    }
    fflush(stdout);
}

START_TEST(gets_its_verdict) {
    const struct run *run = &runs[_i];
    ck_assert_msg(run->met, "%s (seed %x): %s", run->folder, run->seed, run->why);
}
END_TEST

START_TEST(needs_confinement) {
    test_skip("this build has no grader/confine, which finds what is wrong there");
}
END_TEST

START_TEST(lab_has_enough) {
    const struct row *row = &rows[_i];
    ck_assert_msg(row->planted >= LEAST_MUTANTS && row->tried >= LEAST_CORRECT,
                  "%s: %d mutants of at least %d, %d correct variants of at least %d", row->lab, row->planted,
                  LEAST_MUTANTS, row->tried, LEAST_CORRECT);
}
END_TEST

START_TEST(every_lab_has_fixtures) {
    glob_t labs;
    ck_assert_int_eq(glob("labs/*/*.cu", 0, NULL, &labs), 0);
    for (size_t i = 0; i < labs.gl_pathc; i++) {
        char lab[64], fixtures[128];
        ck_assert_int_eq(sscanf(labs.gl_pathv[i], "labs/%63[^/]/", lab), 1);
        snprintf(fixtures, sizeof fixtures, "grader/course/%s/fixtures", lab);
        ck_assert_msg(access(fixtures, F_OK) == 0, "%s has no fixtures", lab);
    }
    globfree(&labs);
}
END_TEST

static void clean_up(void) {
    for (int i = 0; i < run_count; i++) {
        unlink(runs[i].report);
        free(runs[i].why);
    }
    free(runs);
    rmdir(scratch);
}

int main(void) {
    if (!mkdtemp(scratch))
        return 1;
    list_runs();
    grade_all();
    count_all();
    const bool all = from_environment("WARPLAB_EVERY") == 1;
    if (all)
        print_table();
    Suite *suite = suite_create("fixtures");
    TCase *cases = tcase_create("verdicts");
    tcase_add_test(cases, every_lab_has_fixtures);
    tcase_add_loop_test(cases, gets_its_verdict, 0, run_count);
    tcase_add_loop_test(cases, needs_confinement, 0, unconfined_skipped);
    if (all && !getenv("WARPLAB_LAB"))
        tcase_add_loop_test(cases, lab_has_enough, 0, row_count);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    clean_up();
    return failed == 0 ? 0 : 1;
}
