// Every folder below grader/course/*/fixtures/ is a submission, with the verdict that `grade` must give it
// (docs/fixtures.md). Ends with a table: of each lab, the mutants caught and the correct variants passed.
// WARPLAB_SEEDS=20 grades each with twenty seeds instead of one, and its points have to be the same with all;
// WARPLAB_LAB=lab3 grades those of one lab, which need not be enough yet; WARPLAB_EVERY=6 every sixth only.
// WARPLAB_PARTS=10 grades a tenth, another one with each WARPLAB_ROUND, and one more wherever a lab or a
// cause has none in it; and all of the labs in WARPLAB_WHOLE="lab3 lab7". The others are counted as skipped.
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

// A fixture, graded in this run or not.
static struct fixture {
    const char *folder;
    char lab[32];
    char cause[64]; // that its report begins with; "" if `expect` names none
    bool correct, chosen;
} * fixtures;
static int fixture_count, left_out;

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
    char *why; // why it is not met
} * runs;
static int run_count;
static int unconfined_skipped; // fixtures whose fault grader/confine finds, in a build without it
static int plugin_skipped;     // right only with the plugin of g++, which is missing
static char scratch[] = "/tmp/warplab-fixtures-XXXXXX";

// A lab's row in the table. A mutant is caught, and a correct variant has passed, if that holds for every
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

static void add_run(const struct fixture *fixture, unsigned int seed) {
    struct run *run = &runs[run_count];
    *run = (struct run){.folder = fixture->folder, .seed = seed};
    snprintf(run->lab, sizeof run->lab, "%s", fixture->lab);
    snprintf(run->report, sizeof run->report, "%s/%d.json", scratch, run_count);
    run_count++;
}

static void add_fixture(const char *folder) {
    struct fixture *fixture = &fixtures[fixture_count++];
    char path[512], line[256];
    *fixture = (struct fixture){.folder = folder, .correct = verdict_wants_full_marks(folder)};
    sscanf(folder, "grader/course/%31[^/]/", fixture->lab);
    snprintf(path, sizeof path, "%s/expect", folder);
    FILE *in = fopen(path, "r");
    while (in && !fixture->cause[0] && fgets(line, sizeof line, in))
        sscanf(line, "next %63s", fixture->cause);
    if (in)
        fclose(in);
}

// Fixtures of a lab are adjacent, and in it those of one cause: every sixth is about a sixth of each.
static int by_cause(const void *a, const void *b) {
    const struct fixture *one = a, *other = b;
    const int labs = strcmp(one->lab, other->lab);
    if (labs)
        return labs;
    if (one->correct != other->correct)
        return one->correct ? -1 : 1;
    const int causes = strcmp(one->cause, other->cause);
    return causes ? causes : strcmp(one->folder, other->folder);
}

static bool same_cause(const struct fixture *a, const struct fixture *b) {
    return strcmp(a->cause, b->cause) == 0;
}
static bool same_kind_of_a_lab(const struct fixture *a, const struct fixture *b) {
    return strcmp(a->lab, b->lab) == 0 && a->correct == b->correct;
}

// Chooses one of all that are the same as this one, another one with each round.
static void represent(const struct fixture *like, int round,
                      bool same(const struct fixture *, const struct fixture *)) {
    int count = 0;
    for (int i = 0; i < fixture_count; i++) {
        if (!same(&fixtures[i], like))
            continue;
        if (fixtures[i].chosen)
            return;
        count++;
    }
    int left = round % count;
    for (int i = 0; i < fixture_count; i++)
        if (same(&fixtures[i], like) && left-- == 0)
            fixtures[i].chosen = true;
}

// Whether the words, with a blank between them, have this one.
static bool has_word(const char *words, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = words; at && (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static bool in_parts(void) { return getenv("WARPLAB_PARTS"); }

// Every @p every-th, beginning with the round's, and all of the labs in `whole`; in parts, also one of each
// lab or cause that has none.
static void choose(int every, int round, bool parts, const char *whole) {
    for (int i = 0; i < fixture_count; i++)
        fixtures[i].chosen = i % every == round % every || has_word(whole, fixtures[i].lab);
    for (int i = 0; i < fixture_count && parts; i++) {
        represent(&fixtures[i], round / every, same_kind_of_a_lab);
        represent(&fixtures[i], round / every, same_cause);
    }
}

static void choose_as_told(void) {
    const char *round = getenv("WARPLAB_ROUND");
    choose(from_environment(in_parts() ? "WARPLAB_PARTS" : "WARPLAB_EVERY"), round ? abs(atoi(round)) : 0,
           in_parts(), getenv("WARPLAB_WHOLE"));
    for (int i = 0; i < fixture_count; i++)
        left_out += !fixtures[i].chosen;
}

static void list_runs(void) {
    static glob_t folders;
    const char *lab = getenv("WARPLAB_LAB");
    char pattern[128];
    snprintf(pattern, sizeof pattern, "grader/course/%s/fixtures/*", lab && *lab ? lab : "*");
    if (glob(pattern, GLOB_ONLYDIR, NULL, &folders) != 0)
        return;
    const size_t seeds = (size_t)from_environment("WARPLAB_SEEDS");
    fixtures = calloc(folders.gl_pathc, sizeof *fixtures);
    runs = calloc(folders.gl_pathc * seeds, sizeof *runs);
    if (!fixtures || !runs)
        abort();
    const bool has_plugin = access("build/lib/simt_language.so", F_OK) == 0;
    for (size_t i = 0; i < folders.gl_pathc; i++) {
        if (!WARPLAB_CONFINE && verdict_has_mark(folders.gl_pathv[i], "confined"))
            unconfined_skipped++;
        else if (!has_plugin && verdict_has_mark(folders.gl_pathv[i], "plugin"))
            plugin_skipped++;
        else
            add_fixture(folders.gl_pathv[i]);
    }
    qsort(fixtures, (size_t)fixture_count, sizeof *fixtures, by_cause);
    choose_as_told();
    for (int i = 0; i < fixture_count; i++)
        for (unsigned int seed = 1; fixtures[i].chosen && seed <= seeds; seed++)
            add_run(&fixtures[i], seed);
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

// Runs of one fixture are adjacent.
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

START_TEST(needs_plugin) { test_skip("the plugin of g++ is not built"); }
END_TEST

START_TEST(needs_confinement) {
    test_skip("this build has no grader/confine, which finds what is wrong there");
}
END_TEST

START_TEST(is_left_out) {
    test_skip(
        "%d of %d fixtures were graded, the others are with other commits; all of them: make check-labs",
        fixture_count - left_out, fixture_count);
}
END_TEST

// Of those that are there, graded or not.
START_TEST(lab_has_enough) {
    int mutants = 0, correct = 0;
    for (int i = 0; i < fixture_count; i++) {
        if (strcmp(fixtures[i].lab, rows[_i].lab) != 0 || verdict_is_unseen(fixtures[i].folder))
            continue;
        ++*(fixtures[i].correct ? &correct : &mutants);
    }
    ck_assert_msg(mutants >= LEAST_MUTANTS && correct >= LEAST_CORRECT,
                  "%s: %d mutants of at least %d, %d correct variants of at least %d", rows[_i].lab, mutants,
                  LEAST_MUTANTS, correct, LEAST_CORRECT);
}
END_TEST

static bool some_chosen(const struct fixture *like,
                        bool same(const struct fixture *, const struct fixture *)) {
    for (int i = 0; i < fixture_count; i++)
        if (fixtures[i].chosen && same(&fixtures[i], like))
            return true;
    return false;
}

// Ten consecutive rounds, whichever is the first.
START_TEST(parts_make_up_the_whole) {
    enum { PARTS = 10, FIRST = 973 };
    bool *graded = calloc((size_t)fixture_count + 1, sizeof *graded);
    ck_assert_ptr_nonnull(graded);
    for (int round = FIRST; round < FIRST + PARTS; round++) {
        int chosen = 0;
        choose(PARTS, round, true, NULL);
        for (int i = 0; i < fixture_count; i++) {
            chosen += fixtures[i].chosen;
            graded[i] = graded[i] || fixtures[i].chosen;
            ck_assert_msg(some_chosen(&fixtures[i], same_cause), "round %d: no %s", round, fixtures[i].cause);
            ck_assert_msg(some_chosen(&fixtures[i], same_kind_of_a_lab), "round %d: none like %s", round,
                          fixtures[i].folder);
        }
        ck_assert_msg(getenv("WARPLAB_LAB") || chosen < fixture_count, "round %d: all", round);
    }
    for (int i = 0; i < fixture_count; i++)
        ck_assert_msg(graded[i], "%s is in none of the parts", fixtures[i].folder);
    free(graded);
}
END_TEST

START_TEST(labs_that_are_named_are_graded_whole) {
    choose(10, 0, true, "lab99 lab11");
    for (int i = 0; i < fixture_count; i++)
        ck_assert(strcmp(fixtures[i].lab, "lab11") != 0 || fixtures[i].chosen);
    ck_assert(!has_word("lab11 lab12", "lab1") && has_word("lab11 lab1", "lab1") && !has_word(NULL, "lab1"));
}
END_TEST

START_TEST(every_lab_has_fixtures) {
    glob_t labs;
    ck_assert_int_eq(glob("labs/*/*.cu", 0, NULL, &labs), 0);
    for (size_t i = 0; i < labs.gl_pathc; i++) {
        char lab[64], folder[128];
        ck_assert_int_eq(sscanf(labs.gl_pathv[i], "labs/%63[^/]/", lab), 1);
        snprintf(folder, sizeof folder, "grader/course/%s/fixtures", lab);
        ck_assert_msg(access(folder, F_OK) == 0, "%s has no fixtures", lab);
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
    free(fixtures);
    rmdir(scratch);
}

int main(void) {
    if (!mkdtemp(scratch))
        return 1;
    list_runs();
    grade_all();
    count_all();
    const bool all_labs = left_out == 0 || in_parts();
    if (left_out > 0 && all_labs)
        printf("| %d of %d fixtures; all of them: make check-labs\n", fixture_count - left_out,
               fixture_count);
    if (all_labs)
        print_table();
    Suite *suite = suite_create("fixtures");
    TCase *cases = tcase_create("verdicts");
    tcase_add_test(cases, every_lab_has_fixtures);
    tcase_add_test(cases, parts_make_up_the_whole);
    tcase_add_test(cases, labs_that_are_named_are_graded_whole);
    tcase_add_loop_test(cases, gets_its_verdict, 0, run_count);
    tcase_add_loop_test(cases, needs_confinement, 0, unconfined_skipped);
    tcase_add_loop_test(cases, needs_plugin, 0, plugin_skipped);
    if (all_labs)
        tcase_add_loop_test(cases, is_left_out, 0, left_out);
    if (all_labs && !getenv("WARPLAB_LAB"))
        tcase_add_loop_test(cases, lab_has_enough, 0, row_count);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    clean_up();
    return failed == 0 ? 0 : 1;
}
