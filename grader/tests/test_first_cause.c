// The fault that a report begins with, if a task has several.
#include <check.h>
#include <stdlib.h>

#include "judge/judge.h"

enum { MOST = 3 };

static const struct spec_task task = {.name = "sum"};
static const struct spec lab = {.name = "made-up", .tasks = &task, .task_count = 1};

// Faults in the order of a report, and which of them comes first.
static const struct {
    struct check checks[MOST];
    enum cause first;
} rows[] = {
    // The smaller input, then the earlier finding in its run, then the order of causes.
    {{{.id = CHECK_MEMORY, .cause = CAUSE_GLOBAL_END, .n = 9, .place = 1},
      {.id = CHECK_RACES, .cause = CAUSE_RACE_IN_BLOCK, .n = 4, .place = 7}},
     CAUSE_RACE_IN_BLOCK},
    {{{.id = CHECK_MEMORY, .cause = CAUSE_GLOBAL_END, .n = 4, .place = 9},
      {.id = CHECK_RACES, .cause = CAUSE_RACE_IN_BLOCK, .n = 4, .place = 7}},
     CAUSE_RACE_IN_BLOCK},
    {{{.id = CHECK_RACES, .cause = CAUSE_RACE_IN_BLOCK, .n = 4},
      {.id = CHECK_SYNC, .cause = CAUSE_BARRIER, .n = 9}},
     CAUSE_BARRIER},
    // An empty input is no small input.
    {{{.id = CHECK_MEMORY, .cause = CAUSE_GLOBAL_END, .n = 4, .place = 3},
      {.id = CHECK_INIT, .cause = CAUSE_UNWRITTEN_GLOBAL, .n = 0, .place = 1}},
     CAUSE_GLOBAL_END},
    {{{.id = CHECK_INIT, .cause = CAUSE_UNWRITTEN_GLOBAL, .n = 0, .place = 1}}, CAUSE_UNWRITTEN_GLOBAL},
    // A word that the other thread has yet to write is not never written; at another line it may be.
    {{{.id = CHECK_INIT, .cause = CAUSE_UNWRITTEN_GLOBAL, .n = 1, .place = 1, .line = 50},
      {.id = CHECK_RACES, .cause = CAUSE_RACE_IN_BLOCK, .n = 4, .place = 2, .line = 43, .other_line = 50}},
     CAUSE_RACE_IN_BLOCK},
    {{{.id = CHECK_INIT, .cause = CAUSE_UNWRITTEN_GLOBAL, .n = 1, .place = 1, .line = 51},
      {.id = CHECK_RACES, .cause = CAUSE_RACE_IN_BLOCK, .n = 4, .place = 2, .line = 43, .other_line = 50}},
     CAUSE_UNWRITTEN_GLOBAL},
    {{{.id = CHECK_INIT, .cause = CAUSE_UNWRITTEN_GLOBAL, .n = 1, .place = 1, .line = 50},
      {.id = CHECK_RACES, .cause = CAUSE_RACE_OF_BLOCKS, .n = 4, .place = 2, .line = 43, .other_line = 50}},
     CAUSE_UNWRITTEN_GLOBAL},
    // All three faults of one newcomer: an index, a barrier, and the consequence without elements.
    {{{.id = CHECK_MEMORY, .cause = CAUSE_GLOBAL_END, .n = 4, .place = 1, .line = 42},
      {.id = CHECK_INIT, .cause = CAUSE_UNWRITTEN_GLOBAL, .n = 0, .place = 1, .line = 50},
      {.id = CHECK_RACES, .cause = CAUSE_RACE_IN_BLOCK, .n = 4, .place = 2, .line = 43, .other_line = 50}},
     CAUSE_GLOBAL_END},
    // A barrier that some threads bypass, whatever the inputs.
    {{{.id = CHECK_RACES, .cause = CAUSE_RACE_IN_BLOCK, .n = 2, .place = 1},
      {.id = CHECK_SYNC, .cause = CAUSE_BARRIER, .n = 33, .place = 1}},
     CAUSE_BARRIER},
};

START_TEST(the_cause_of_the_others_comes_first) {
    struct grading *grading = calloc(1, sizeof *grading);
    ck_assert_ptr_nonnull(grading);
    grading->lab = &lab;
    for (size_t i = 0; i < MOST && rows[_i].checks[i].cause != CAUSE_NONE; i++) {
        grading->checks[i] = rows[_i].checks[i];
        grading->checks[i].task = task.name;
        grading->checks[i].status = CHECK_FAILED;
        grading->check_count = i + 1;
    }
    const struct check *first = judge_first_cause(grading);
    ck_assert_ptr_nonnull(first);
    ck_assert_str_eq(cause_name(first->cause), cause_name(rows[_i].first));
    free(grading);
}
END_TEST

START_TEST(nothing_comes_first_where_nothing_failed) {
    struct grading *grading = calloc(1, sizeof *grading);
    ck_assert_ptr_nonnull(grading);
    grading->lab = &lab;
    ck_assert_ptr_null(judge_first_cause(grading));
    free(grading);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("first_cause");
    TCase *cases = tcase_create("causes");
    tcase_add_loop_test(cases, the_cause_of_the_others_comes_first, 0, (int)(sizeof rows / sizeof rows[0]));
    tcase_add_test(cases, nothing_comes_first_where_nothing_failed);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
