// The beginning of a report: advice on each cause, hints that fit it, a wrong answer as rows, and the part
// kept for the next run.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "lab/diagnose.h"
#include "report/report.h"
#include "run/smallest.h"

START_TEST(every_cause_has_a_name_and_advice) {
    const enum cause cause = (enum cause)_i;
    const struct advice *advice = advice_on(cause);
    ck_assert_ptr_nonnull(cause_name(cause));
    ck_assert_int_eq(cause_named(cause_name(cause)), cause);
    ck_assert_msg(advice->title && advice->title[0], "%s has no title", cause_name(cause));
    ck_assert_msg(advice->next && advice->next[0], "%s has no advice", cause_name(cause));
    // Three hints, or none at all.
    for (int i = 1; i < ADVICE_HINTS; i++)
        ck_assert_msg((advice->hints[i] != NULL) == (advice->hints[0] != NULL), "%s has a part of the hints",
                      cause_name(cause));
}
END_TEST

START_TEST(an_unknown_cause_is_none) {
    ck_assert_int_eq(cause_named("weather"), CAUSE_NONE);
    ck_assert_int_eq(cause_named(""), CAUSE_NONE);
}
END_TEST

static const struct {
    const char *bound;
    enum cause cause;
} bounds[] = {{"memory", CAUSE_SLOW_MEMORY},
              {"L2", CAUSE_SLOW_MEMORY},
              {"latency", CAUSE_SLOW_LATENCY},
              {"issue", CAUSE_SLOW_ISSUE},
              {"launch", CAUSE_SLOW_LAUNCH},
              {"copies", CAUSE_SLOW_HOST},
              {"", CAUSE_SLOW},
              {"weather", CAUSE_SLOW}};

START_TEST(a_bound_is_a_cause) { ck_assert_int_eq(cause_of_bound(bounds[_i].bound), bounds[_i].cause); }
END_TEST

static const char *const lab_hints[] = {"think", "look", "write", "more", "even more"};
static const struct spec_task hinted_task = {.name = "sum"};
static const struct spec hinted = {.name = "made-up",
                                   .title = "Made up",
                                   .tasks = &hinted_task,
                                   .task_count = 1,
                                   .hints = lab_hints,
                                   .hint_count = 5};

// The source of a hint: the cause (the first three), the lab (all others), or none.
static const struct {
    enum cause cause;
    long number;
    const char *words;
} hints[] = {
    {CAUSE_NONE, 1, "Hint 1 of 5: think"},
    {CAUSE_VALUES, 2, "Hint 2 of 5: look"},
    {CAUSE_BLOCKS, 1, "Hint 1 of 8: How many blocks has each launch"},
    {CAUSE_RACE_IN_BLOCK, 1, "Hint 1 of 8: Which of the two threads"},
    {CAUSE_RACE_IN_BLOCK, 3, "Hint 3 of 8: A __syncthreads() after"},
    {CAUSE_RACE_IN_BLOCK, 4, "Hint 4 of 8: think"},
    {CAUSE_RACE_IN_BLOCK, 8, "Hint 8 of 8: even more"},
    {CAUSE_NONE, 6, NULL},
    {CAUSE_RACE_IN_BLOCK, 9, NULL},
    {CAUSE_NONE, 0, NULL},
};

START_TEST(a_hint_fits_the_cause) {
    char text[1024] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    ck_assert_int_eq(next_print_hint(out, &hinted, hints[_i].cause, hints[_i].number),
                     hints[_i].words != NULL);
    fclose(out);
    ck_assert_uint_eq(next_hint_count(&hinted, hints[_i].cause),
                      hints[_i].cause == CAUSE_NONE || hints[_i].cause == CAUSE_VALUES ? 5 : 8);
    ck_assert_msg(!hints[_i].words || strstr(text, hints[_i].words) != NULL, "%s", text);
}
END_TEST

// A report names a trace only if --trace takes as many elements, and if a first call shows the fault.
static const struct {
    int32_t n;
    enum check_id id;
    enum cause cause;
    bool traced, on_host;
} traced[] = {
    {1025, CHECK_RACES, CAUSE_RACE_IN_BLOCK, true, false},
    {NEXT_TRACE_MOST, CHECK_RACES, CAUSE_RACE_IN_BLOCK, true, false},
    {NEXT_TRACE_MOST + 1, CHECK_RACES, CAUSE_RACE_IN_BLOCK, false, false},
    {1052576, CHECK_MEMORY, CAUSE_GLOBAL_END, false, false},
    {4, CHECK_CORRECT, CAUSE_VALUES, true, false},
    {4, CHECK_CORRECT, CAUSE_LEFT_OVER, false, false},
    {0, CHECK_MEMORY, CAUSE_NULL, true, false},
    {4, CHECK_MEMORY, CAUSE_HOST_MEMORY, true, false},
    {4, CHECK_MEMORY, CAUSE_HOST_MEMORY, false, true},
};

START_TEST(a_trace_that_is_named_can_be_made) {
    struct grading *grading = calloc(1, sizeof *grading);
    const struct check check = {.id = traced[_i].id,
                                .task = hinted_task.name,
                                .backend = "cpu",
                                .status = CHECK_FAILED,
                                .cause = traced[_i].cause,
                                .n = traced[_i].n,
                                .on_host = traced[_i].on_host};
    struct next_trace trace;
    ck_assert_ptr_nonnull(grading);
    grading->lab = &hinted;
    grading->smallest[0].as_traced = true;
    grading->smallest[0].of[CHECK_CORRECT].n = 4;
    ck_assert_int_eq(next_trace_of(&trace, grading, &check), traced[_i].traced);
    free(grading);
}
END_TEST

enum { POISON = 777 };

// An input, the expected output, the actual one, and the rows.
static const struct rows {
    const char *name;
    struct parameter parameters[SIGNATURE_MAX];
    int32_t n;
    int32_t expected[16], actual[16];
    size_t outputs;
    const char *text;
} rows[] = {
    {"a scan",
     SPEC_SCAN(1),
     4,
     {1, 3, 6, 10},
     {1, 3, 3, 7},
     4,
     "input       1  2  3  4\n"
     "expected    1  3  6 10\n"
     "yours       1  3  3  7\n"
     "                  ^\n"},
    {"a sum",
     SPEC_REDUCE(1),
     3,
     {6},
     {-5},
     1,
     "input      1 2 3\n"
     "expected    6\n"
     "yours      -5\n"},
    {"nothing written",
     SPEC_SCAN(1),
     2,
     {1, 3},
     {POISON, POISON},
     2,
     "input      1 2\n"
     "expected   1 3\n"
     "yours      - -\n"
     "           ^\n"},
    {"one element",
     SPEC_SCAN(1),
     1,
     {1},
     {0},
     1,
     "input      1\n"
     "expected   1\n"
     "yours      0\n"},
    {"a long scan",
     SPEC_SCAN(1),
     15,
     {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2},
     {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
     15,
     "element    ...  3  4  5  6  7  8  9 10 11 12 13 14\n"
     "input      ...  4  5  6  7  8  9 10 11 12 13 14 15\n"
     "expected   ...  1  1  1  1  1  1  1  1  1  1  1  2\n"
     "yours      ...  1  1  1  1  1  1  1  1  1  1  1  1\n"
     "                                                 ^\n"},
    {"a long scan, wrong in the middle",
     SPEC_SCAN(1),
     16,
     {1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1},
     {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
     16,
     "element    ...  2  3  4  5  6  7  8  9 10 11 12 13 ...\n"
     "input      ...  3  4  5  6  7  8  9 10 11 12 13 14 ...\n"
     "expected   ...  1  1  1  1  1  1  2  1  1  1  1  1 ...\n"
     "yours      ...  1  1  1  1  1  1  1  1  1  1  1  1 ...\n"
     "                                  ^\n"},
    {"a long scan, wrong at its beginning",
     SPEC_SCAN(1),
     14,
     {1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
     {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
     14,
     "input       1  2  3  4  5  6  7  8  9 10 11 12 ...\n"
     "expected    1  2  1  1  1  1  1  1  1  1  1  1 ...\n"
     "yours       1  1  1  1  1  1  1  1  1  1  1  1 ...\n"
     "               ^\n"},
    {"records",
     SPEC_SCAN(2),
     2,
     {1, 2, 3, 4},
     {1, 2, 5, 4},
     4,
     "element    0 1 2 3\n"
     "expected   1 2 3 4\n"
     "yours      1 2 5 4\n"
     "               ^\n"},
};

START_TEST(a_wrong_answer_is_shown_as_rows) {
    const struct rows *row = &rows[_i];
    int32_t input[16];
    for (int32_t i = 0; i < row->n; i++)
        input[i] = i + 1;
    struct spec_task task = {.name = "t"};
    memcpy(task.parameters, row->parameters, sizeof task.parameters);
    const struct plan_case c = {.task = &task, .n = row->n};
    const struct plan_data data = {.output_bytes = row->outputs * sizeof(int32_t),
                                   .expected = (void *)(uintptr_t)row->expected,
                                   .poison = POISON};
    char *text = example_rows(&c, &data, input, row->actual);
    ck_assert_str_eq(text, row->text);
    free(text);
}
END_TEST

// Only bins that are not 0 on both sides.
START_TEST(a_wrong_histogram_is_shown_by_its_bins) {
    static const unsigned char input[] = {0, 5, 255, 5};
    uint32_t expected[256] = {[0] = 1, [5] = 2, [255] = 1},
             actual[256] = {[0] = 1, [5] = 1, [7] = 1, [255] = 1};
    const struct spec_task task = {.name = "t", .parameters = SPEC_HISTOGRAM};
    const struct plan_case c = {.task = &task, .n = 4};
    const struct plan_data data = {.output_bytes = sizeof expected, .expected = expected, .poison = POISON};
    char *text = example_rows(&c, &data, input, actual);
    ck_assert_str_eq(text, "input        0   5 255   5\n"
                           "bin          0   5   7 255\n"
                           "expected     1   2   0   1\n"
                           "yours        1   1   1   1\n"
                           "                 ^\n");
    free(text);
}
END_TEST

static struct paths paths;
#define NAME "a path/with a blank.cu"

static void make_folder(void) {
    strcpy(paths.build, "/tmp/warplab-next-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(paths.build));
}

static void remove_folder(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -r %.80s", paths.build);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(the_last_run_is_kept_until_it_is_forgotten) {
    const struct last_run kept = {.cause = CAUSE_LEAK, .seed = 0xfedcba9876543210, .submission = NAME};
    struct last_run run;
    ck_assert(!last_run_read(&run, &paths, "lab3", NAME));
    last_run_keep(&kept, &paths, "lab3");
    ck_assert(last_run_read(&run, &paths, "lab3", NAME));
    ck_assert_int_eq(run.cause, CAUSE_LEAK);
    ck_assert(run.seed == kept.seed);
    ck_assert_str_eq(run.submission, kept.submission);
    ck_assert(!last_run_read(&run, &paths, "lab4", NAME));
    ck_assert(!last_run_read(&run, &paths, "lab3", LAST_RUN_OWN));
    last_run_forget(&paths, "lab3", NAME);
    ck_assert(!last_run_read(&run, &paths, "lab3", NAME));
}
END_TEST

static const char *const broken[] = {"", "race\n", "race_in_block\nxyz\n-\n", "race_in_block 12\n"};

START_TEST(a_broken_file_is_no_last_run) {
    char path[PATH_MAX], folder[PATH_MAX];
    struct last_run run;
    mkdir(path_join(folder, paths.build, "last"), 0777);
    FILE *file = fopen(path_join(path, folder, "lab3"), "w");
    ck_assert_ptr_nonnull(file);
    fputs(broken[_i], file);
    fclose(file);
    ck_assert(!last_run_read(&run, &paths, "lab3", NAME));
}
END_TEST

// A build folder of another user keeps nothing, and there is no message.
START_TEST(a_folder_that_cannot_be_written_keeps_nothing) {
    const struct paths nowhere = {.build = "/nowhere"};
    struct last_run run = {.cause = CAUSE_LEAK, .submission = "-"};
    last_run_keep(&run, &nowhere, "lab3");
    ck_assert(!last_run_read(&run, &nowhere, "lab3", LAST_RUN_OWN));
}
END_TEST

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

int main(void) {
    Suite *suite = suite_create("next");
    TCase *cases = tcase_create("advice");
    tcase_add_loop_test(cases, a_trace_that_is_named_can_be_made, 0, COUNT(traced));
    tcase_add_loop_test(cases, every_cause_has_a_name_and_advice, CAUSE_NONE + 1, CAUSE_COUNT);
    tcase_add_test(cases, an_unknown_cause_is_none);
    tcase_add_loop_test(cases, a_bound_is_a_cause, 0, COUNT(bounds));
    tcase_add_loop_test(cases, a_hint_fits_the_cause, 0, COUNT(hints));
    tcase_add_loop_test(cases, a_wrong_answer_is_shown_as_rows, 0, COUNT(rows));
    tcase_add_test(cases, a_wrong_histogram_is_shown_by_its_bins);
    suite_add_tcase(suite, cases);
    TCase *kept = tcase_create("last run");
    tcase_add_checked_fixture(kept, make_folder, remove_folder);
    tcase_add_test(kept, the_last_run_is_kept_until_it_is_forgotten);
    tcase_add_loop_test(kept, a_broken_file_is_no_last_run, 0, COUNT(broken));
    tcase_add_test(kept, a_folder_that_cannot_be_written_keeps_nothing);
    suite_add_tcase(suite, kept);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
