// Feedback that diagnoses: every common mistake in the labs has fixtures, whose `expect` files demand the
// words that name the mistake (test_fixtures grades them).
#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One mistake; the labs in which it can be made; and the words required there. `words` begins like a line of
// `expect` does, after the check's task.
static const struct row {
    const char *mistake, *fixture, *words;
} table[] = {
    {"inclusive instead of exclusive", "lab7/inclusive_instead", "correct this is the inclusive scan"},
    {"exclusive instead of inclusive", "lab6/exclusive_instead", "correct this is the exclusive scan"},
    {"shifted by one", "lab6/shifted_by_one", "correct each element has its right neighbour"},
    {"shifted by one", "lab7/shifted_by_one", "correct each element has its left neighbour"},
    {"only the first block", "lab2/first_block_only", "correct first 1024 elements"},
    {"only the first block", "lab3/first_block_only", "correct this is the sum of the first 256 elements"},
    {"only the first block", "lab4/first_block_only", "correct this is the sum of the first 512 elements"},
    {"only the first block", "lab6/first_block_only", "correct only the first block is there"},
    {"only the first block", "lab7/first_block_only", "correct only the first block is there"},
    {"only the first block", "lab8/first_block_only", "correct only the first 1024 elements"},
    {"only the first block", "lab9/first_block_only", "correct which block, or round of a loop"},
    {"only the first block", "lab10/first_block_only", "correct Or is there no second block"},
    {"block offsets not added", "lab6/block_offsets_missing",
     "correct each block of 256 is scanned, but the"},
    {"block offsets not added", "lab7/block_offsets_missing",
     "correct each block of 512 is scanned, but the"},
    {"a block's tail dropped", "lab3/tail_dropped", "correct and a block that is not full"},
    {"a block's tail dropped", "lab4/tail_dropped", "correct and a block that is not full"},
    {"a block's tail dropped", "lab5/tail_dropped", "correct the last 3 elements are missing"},
    {"a block's tail dropped", "lab6/tail_dropped", "correct what if n is no multiple of the block"},
    {"a block's tail dropped", "lab7/tail_dropped", "correct what if n is no multiple of the block"},
    {"a block's tail dropped", "lab10/rest_dropped", "correct missing at the end: what if n is no multiple"},
    {"a word's tail dropped", "lab8/bytes_past_whole_words", "correct n is no multiple of 4"},
    {"a word's tail dropped", "lab9/tail_left_out", "correct n is no multiple of 4"},
    {"identity missing", "lab2/identity_of_max", "correct identity of max"},
    {"identity missing", "lab2/identity_of_and", "correct identity of &&"},
    {"identity missing", "lab2/identity_zero", "correct identity of max"},
    {"identity missing", "lab3/wrong_identity", "correct what is the identity of +"},
    {"identity missing", "lab4/identity_of_multiplication", "correct what is the identity of +"},
    {"identity missing", "lab7/root_not_cleared", "correct from what does the first sum start"},
    {"bins not cleared", "lab8/bins_not_cleared", "correct each wrong bin has what it held before"},
    {"bins not cleared", "lab9/bins_not_cleared", "correct each wrong bin has what it held before"},
    {"counts lost to a race", "lab8/naive_race",
     "races what one thread stores, the other reads or overwrites"},
    {"counts lost to a race", "lab8/race_made_certain", "correct lost"},
    {"counts lost to a race", "lab8/plain_merge",
     "races what one thread stores, the other reads or overwrites"},
    {"counts lost to a race", "lab9/plain_copies",
     "races what one thread stores, the other reads or overwrites"},
    {"signed overflow", "lab1/tree_of_n_squared_in_an_int", "correct an int is too narrow"},
    {"signed overflow", "lab2/max_by_subtraction", "correct is a - b compared with 0"},
    {"signed overflow", "lab3/sixteen_bits", "correct only the lowest 16 bits of the sum are right"},
    {"signed overflow", "lab6/sums_clamped", "correct they have to wrap modulo 2^32"},
    {"one barrier too few", "lab2/missing_barrier", "races no __sync"},
    {"one barrier too few", "lab3/missing_barrier", "races no __sync"},
    {"one barrier too few", "lab4/missing_barrier", "races no __sync"},
    {"one barrier too few", "lab5/missing_barrier_after_load", "races no __sync"},
    {"one barrier too few", "lab6/missing_barrier_between_steps", "races no __sync"},
    {"one barrier too few", "lab7/missing_barrier_up", "races no __sync"},
    {"one barrier too few", "lab8/missing_barrier_after_clear", "races no __sync"},
    {"one barrier too few", "lab9/missing_barrier_before_merge", "races no __sync"},
    {"one barrier too few", "lab10/missing_barrier_before_length", "races no __sync"},
};

// Whether the text has a line `says [TASK.]words...`.
static bool is_demanded(const char *text, const char *words) {
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *end = strchrnul(line, '\n'), *name = line + 5;
        if (strncmp(line, "says ", 5) != 0)
            continue;
        const char *space = memchr(name, ' ', (size_t)(end - name));
        const char *dot = space ? memchr(name, '.', (size_t)(space - name)) : NULL;
        const char *id = dot ? dot + 1 : name, *gap = strchr(words, ' ');
        const size_t length = (size_t)(gap - words) + 1;
        if (space && strncmp(id, words, length) == 0 &&
            memmem(space, (size_t)(end - space), gap + 1, strlen(gap + 1)))
            return true;
    }
    return false;
}

START_TEST(the_diagnosis_is_demanded) {
    const struct row *row = &table[_i];
    char path[256], text[4096] = "";
    const char *slash = strchr(row->fixture, '/');
    snprintf(path, sizeof path, "grader/course/%.*s/fixtures%s/expect", (int)(slash - row->fixture),
             row->fixture, slash);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s: no %s", row->mistake, path);
    ck_assert_uint_gt(fread(text, 1, sizeof text - 1, file), 0);
    fclose(file);
    ck_assert_msg(is_demanded(text, row->words), "%s: %s does not demand: %s", row->mistake, path,
                  row->words);
}
END_TEST

START_TEST(a_line_of_another_check_is_no_demand) {
    ck_assert(is_demanded("score <= 3\nsays a.correct the sum\n", "correct the sum"));
    ck_assert(is_demanded("says correct it is the sum of", "correct the sum"));
    ck_assert(!is_demanded("says a.races the sum\n", "correct the sum"));
    ck_assert(!is_demanded("check correct failed\nsays correct the\nsays races sum", "correct the sum"));
    ck_assert(!is_demanded("", "correct the sum"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("feedback");
    TCase *cases = tcase_create("diagnoses");
    tcase_add_test(cases, a_line_of_another_check_is_no_demand);
    tcase_add_loop_test(cases, the_diagnosis_is_demanded, 0, (int)(sizeof table / sizeof *table));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
