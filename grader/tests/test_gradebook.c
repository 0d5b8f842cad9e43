// The gradebook: what is recorded is there, once; what is not graded is no number; and what cannot be read is
// named.
#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "class/gradebook/gradebook.h"
#include "class/gradebook/store.h"

static char directory[256], path[300], other[300];
static struct error error;
static struct gradebook *book;

static struct gradebook *open_to_write(const char *file) {
    struct gradebook *opened = gradebook_open(file, GRADEBOOK_WRITE, &error);
    ck_assert_msg(opened != NULL, "%s", error.text);
    return opened;
}

static void set_up(void) {
    const char *base = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/gradebook-XXXXXX", base ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/book.db", directory);
    snprintf(other, sizeof other, "%s/other.db", directory);
    book = open_to_write(path);
}

static void tear_down(void) {
    gradebook_close(book);
    book = NULL;
    chmod(path, 0644);
    unlink(path);
    unlink(other);
    ck_assert_int_eq(rmdir(directory), 0); // no journal stays behind
}

static void hand_in(struct gradebook *to, const char *student, const char *lab, const char *text) {
    const struct gradebook_submission submission = {.student = student,
                                                    .lab = lab,
                                                    .origin = "uploads",
                                                    .reason = text ? NULL : "no such file",
                                                    .bytes = text,
                                                    .length = text ? strlen(text) : 0,
                                                    .version = "v1",
                                                    .backend = "cpu"};
    ck_assert_msg(gradebook_hand_in(to, &submission), "%s", gradebook_error(to));
}

static void record(struct gradebook *to, const struct gradebook_work *work, double score) {
    const struct gradebook_outcome outcome = {
        .score = score, .max_score = 100, .seconds = 1.5, .report_json = "{}", .report_text = "well"};
    ck_assert_msg(gradebook_record(to, work, &outcome), "%s", gradebook_error(to));
}

static void grade(struct gradebook *to, const char *student, const char *lab, double score) {
    struct gradebook_work work;
    ck_assert_int_eq(gradebook_claim(to, student, lab, &work), GRADEBOOK_CLAIMED);
    record(to, &work, score);
    gradebook_work_free(&work);
}

// "student lab status score" of all, in order, a line each.
static void add_line(char *text, const struct gradebook_result *result) {
    const size_t length = strlen(text);
    ck_assert(result->has_score ==
              (strcmp(result->status, "graded") == 0 || strcmp(result->status, "stale") == 0));
    ck_assert(result->pending ==
              (strcmp(result->status, "stale") == 0 || strcmp(result->status, "not_graded") == 0));
    if (result->has_score)
        snprintf(text + length, 1000 - length, "%s %s %s %g\n", result->student, result->lab, result->status,
                 result->score);
    else
        snprintf(text + length, 1000 - length, "%s %s %s (%s)\n", result->student, result->lab,
                 result->status, result->reason ? result->reason : "");
}

static void add_lines(struct gradebook *of, const char *student, const char *lab, char *text) {
    struct gradebook_rows rows = gradebook_results(of, &(struct gradebook_filter){student, lab});
    for (struct gradebook_result result; gradebook_next_result(&rows, &result);)
        add_line(text, &result);
    ck_assert(gradebook_rows_end(&rows));
}

static const char *all(struct gradebook *of) {
    static char text[1000];
    text[0] = '\0';
    add_lines(of, NULL, NULL, text);
    return text;
}

static void execute(const char *file, const char *sql) {
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    char *message = NULL;
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK, "%s", message);
    sqlite3_close(db);
}

START_TEST(current_results_in_order) {
    hand_in(book, "s2", "lab10", "ten");
    hand_in(book, "s2", "lab9", "nine");
    hand_in(book, "s1", "lab3", NULL);
    grade(book, "s2", "lab9", 80);
    ck_assert_str_eq(all(book),
                     "s1 lab3 not_gradable (no such file)\ns2 lab9 graded 80\ns2 lab10 not_graded ()\n");
    char text[1000] = "";
    add_lines(book, "s2", "lab9", text);
    ck_assert_str_eq(text, "s2 lab9 graded 80\n");
}
END_TEST

START_TEST(only_what_changed_is_graded_again) {
    struct gradebook_work work;
    hand_in(book, "s1", "lab3", "first");
    grade(book, "s1", "lab3", 50);
    hand_in(book, "s1", "lab3", "first");
    ck_assert_int_eq(gradebook_claim(book, "s1", "lab3", &work), GRADEBOOK_DONE);
    hand_in(book, "s1", "lab3", "second");
    ck_assert_str_eq(all(book), "s1 lab3 stale 50\n"); // the earlier score, until there is another
    grade(book, "s1", "lab3", 90);
    ck_assert_str_eq(all(book), "s1 lab3 graded 90\n");
    hand_in(book, "s1", "lab3", "first");
    ck_assert_str_eq(all(book), "s1 lab3 graded 50\n");
    hand_in(book, "s1", "lab3", "third");
    ck_assert_str_eq(all(book), "s1 lab3 stale 90\n");
    hand_in(book, "s1", "lab3", NULL);
    ck_assert_str_eq(all(book), "s1 lab3 not_gradable (no such file)\n");
}
END_TEST

START_TEST(sent_back_it_is_graded_again) {
    int count = 0;
    hand_in(book, "s1", "lab3", "text");
    hand_in(book, "s2", "lab3", "text");
    grade(book, "s1", "lab3", 50);
    grade(book, "s2", "lab3", 50);
    ck_assert(gradebook_regrade(book, &(struct gradebook_filter){"s1", NULL}, &count));
    ck_assert_int_eq(count, 1);
    ck_assert_str_eq(all(book), "s1 lab3 stale 50\ns2 lab3 graded 50\n");
    grade(book, "s1", "lab3", 60);
    ck_assert_str_eq(all(book), "s1 lab3 graded 60\ns2 lab3 graded 50\n");
}
END_TEST

// A clock that was set back between two results: order is by what was asked for, never by time.
START_TEST(a_clock_set_back_changes_nothing) {
    int count;
    hand_in(book, "s1", "lab3", "text");
    grade(book, "s1", "lab3", 50);
    execute(path, "UPDATE result SET graded_at = '2099-01-01T00:00:00Z'");
    ck_assert(gradebook_regrade(book, &(struct gradebook_filter){NULL, "lab3"}, &count));
    grade(book, "s1", "lab3", 60);
    ck_assert_str_eq(all(book), "s1 lab3 graded 60\n");
}
END_TEST

START_TEST(what_is_missing_takes_nothing_away) {
    const struct gradebook_submission missing = {
        .student = "s1", .lab = "lab3", .origin = "uploads", .reason = "no lab3.cu"};
    hand_in(book, "s1", "lab3", "text");
    ck_assert(gradebook_missing(book, &missing));
    ck_assert_str_eq(all(book), "s1 lab3 not_graded ()\n");
}
END_TEST

START_TEST(the_same_bytes_get_the_same_seed) {
    struct gradebook_work a, b, c;
    hand_in(book, "s1", "lab3", "text");
    hand_in(book, "s2", "lab3", "text");
    hand_in(book, "s3", "lab3", "other text");
    ck_assert_int_eq(gradebook_claim(book, "s1", "lab3", &a), GRADEBOOK_CLAIMED);
    ck_assert_int_eq(gradebook_claim(book, "s2", "lab3", &b), GRADEBOOK_CLAIMED);
    ck_assert_int_eq(gradebook_claim(book, "s3", "lab3", &c), GRADEBOOK_CLAIMED);
    ck_assert_uint_eq(strlen(a.terms.seed), 16);
    ck_assert_str_eq(a.terms.seed, b.terms.seed);
    ck_assert_str_ne(a.terms.seed, c.terms.seed);
    gradebook_work_free(&a);
    gradebook_work_free(&b);
    gradebook_work_free(&c);
}
END_TEST

START_TEST(the_source_comes_back) {
    struct gradebook_work work;
    char *bytes;
    size_t length;
    hand_in(book, "s1", "lab3", "// text\n");
    ck_assert_int_eq(gradebook_claim(book, "s1", "lab3", &work), GRADEBOOK_CLAIMED);
    ck_assert(gradebook_source(book, work.terms.sha256, &bytes, &length));
    ck_assert_uint_eq(length, 8);
    ck_assert_int_eq(memcmp(bytes, "// text\n", 8), 0);
    ck_assert(!gradebook_source(book, "none", &bytes, &length));
    free(bytes);
    gradebook_work_free(&work);
}
END_TEST

// A child claims one and then lives on, or is killed.
START_TEST(a_claim_stands_as_long_as_its_holder_lives) {
    struct gradebook_work work;
    int pipes[2], back[2];
    char byte;
    hand_in(book, "s1", "lab3", "text");
    ck_assert_int_eq(pipe(pipes), 0);
    ck_assert_int_eq(pipe(back), 0);
    const pid_t child = fork();
    if (child == 0) {
        struct gradebook *own = gradebook_open(path, GRADEBOOK_WRITE, &error);
        const bool claimed = own && gradebook_claim(own, "s1", "lab3", &work) == GRADEBOOK_CLAIMED;
        if (write(pipes[1], claimed ? "y" : "n", 1) != 1 || read(back[0], &byte, 1) != 1)
            _exit(1);
        _exit(0);
    }
    ck_assert_int_eq(read(pipes[0], &byte, 1), 1);
    ck_assert_int_eq(byte, 'y');
    ck_assert_int_eq(gradebook_claim(book, "s1", "lab3", &work), GRADEBOOK_BUSY);
    ck_assert_int_eq(kill(child, SIGKILL), 0);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    ck_assert_int_eq(gradebook_claim(book, "s1", "lab3", &work), GRADEBOOK_CLAIMED);
    ck_assert(gradebook_release(book, &work, "out of memory"));
    ck_assert_str_eq(all(book), "s1 lab3 not_graded (out of memory)\n");
    gradebook_work_free(&work);
}
END_TEST

// Holders elsewhere cannot be looked up: their lease counts, but not one that a clock since set back wrote.
static const struct {
    const char *until;
    enum gradebook_claim answer;
} leases[] = {{"+300", GRADEBOOK_BUSY}, {"-1", GRADEBOOK_CLAIMED}, {"+86400", GRADEBOOK_CLAIMED}};

START_TEST(a_lease_of_another_machine) {
    struct gradebook_work work;
    char sql[200];
    hand_in(book, "s1", "lab3", "text");
    snprintf(sql, sizeof sql,
             "INSERT INTO claim VALUES ('s1', 'lab3', 'elsewhere none 1 1', strftime('%%s', 'now') %s)",
             leases[_i].until);
    execute(path, sql);
    ck_assert_int_eq(gradebook_claim(book, "s1", "lab3", &work), leases[_i].answer);
    gradebook_work_free(&work);
}
END_TEST

START_TEST(parts_are_merged_once) {
    struct gradebook_work work;
    int count;
    hand_in(book, "s1", "lab3", "text");
    ck_assert_int_eq(gradebook_claim(book, "s1", "lab3", &work), GRADEBOOK_CLAIMED);
    struct gradebook *part = open_to_write(other);
    record(part, &work, 70);
    gradebook_close(part);
    ck_assert(gradebook_merge(book, other, &count));
    ck_assert_int_eq(count, 1);
    ck_assert(gradebook_merge(book, other, &count));
    ck_assert_int_eq(count, 0);
    ck_assert_str_eq(all(book), "s1 lab3 graded 70\n");
    record(book, &work, 10); // who comes late changes nothing
    ck_assert_str_eq(all(book), "s1 lab3 graded 70\n");
    gradebook_work_free(&work);
}
END_TEST

START_TEST(a_group_is_written_whole_or_not_at_all) {
    ck_assert(gradebook_begin(book));
    hand_in(book, "s1", "lab3", "text");
    gradebook_end(book, false);
    ck_assert_str_eq(all(book), "");
    ck_assert(gradebook_begin(book));
    hand_in(book, "s1", "lab3", "text");
    ck_assert(gradebook_end(book, true));
    ck_assert_str_eq(all(book), "s1 lab3 not_graded ()\n");
}
END_TEST

static void expect_refusal(enum gradebook_access access, const char *words) {
    ck_assert_ptr_null(gradebook_open(other, access, &error));
    ck_assert_msg(strstr(error.text, words) != NULL && strstr(error.text, other) != NULL, "%s", error.text);
}

START_TEST(nobody_else_may_read_it) {
    struct stat status;
    ck_assert_int_eq(stat(path, &status), 0);
    ck_assert_int_eq(status.st_mode & 0777, 0600);
}
END_TEST

START_TEST(what_cannot_be_read_is_named) {
    expect_refusal(GRADEBOOK_READ, "there is no gradebook");
    execute(other, "CREATE TABLE somebody_elses (x)");
    expect_refusal(GRADEBOOK_READ, "is not a gradebook of Warplab");
    expect_refusal(GRADEBOOK_WRITE, "is not a gradebook of Warplab");
    unlink(other);
    gradebook_close(open_to_write(other));
    execute(other, "PRAGMA user_version = 7");
    expect_refusal(GRADEBOOK_READ, "is of version 7");
    expect_refusal(GRADEBOOK_WRITE, "is of version 7");
    FILE *file = fopen(other, "w");
    ck_assert(fputs("a text file, long enough to be looked at for what it is, and no database at all\n",
                    file) >= 0);
    for (int i = 0; i < 100; i++)
        fputs("more of it\n", file);
    fclose(file);
    expect_refusal(GRADEBOOK_READ, "it is not a gradebook");
}
END_TEST

static void add(TCase *cases) {
    tcase_add_test(cases, current_results_in_order);
    tcase_add_test(cases, only_what_changed_is_graded_again);
    tcase_add_test(cases, sent_back_it_is_graded_again);
    tcase_add_test(cases, a_clock_set_back_changes_nothing);
    tcase_add_test(cases, what_is_missing_takes_nothing_away);
    tcase_add_test(cases, the_same_bytes_get_the_same_seed);
    tcase_add_test(cases, the_source_comes_back);
    tcase_add_test(cases, a_claim_stands_as_long_as_its_holder_lives);
    tcase_add_loop_test(cases, a_lease_of_another_machine, 0, (int)(sizeof leases / sizeof leases[0]));
    tcase_add_test(cases, parts_are_merged_once);
    tcase_add_test(cases, a_group_is_written_whole_or_not_at_all);
    tcase_add_test(cases, nobody_else_may_read_it);
    tcase_add_test(cases, what_cannot_be_read_is_named);
}

int main(void) {
    Suite *suite = suite_create("gradebook");
    TCase *cases = tcase_create("store");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 60);
    add(cases);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
