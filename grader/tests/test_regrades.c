// The later life of results: why a score is an earlier one, what is graded again and how it is announced, the
// log of changes, and what is forgotten.
#include <check.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/timestamp.h"
#include "class/export/export.h"
#include "class/gradebook/forget.h"
#include "class/gradebook/people.h"
#include "class/gradebook/store.h"
#include "lab/spec.h"

enum { TEXT = 1 << 16 };

static char directory[256], db[300], output[TEXT];
static struct error error;
static struct gradebook *book;

static void open_book(void) {
    book = gradebook_open(db, GRADEBOOK_WRITE, &error);
    ck_assert_msg(book != NULL, "%s", error.text);
}

static void set_up(void) {
    const char *base = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/regrades-XXXXXX", base ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    ck_assert_int_eq(chmod(directory, 0755), 0); // the sandbox's user needs access
    snprintf(db, sizeof db, "%s/book.db", directory);
    open_book();
}

static void tear_down(void) {
    char command[400];
    gradebook_close(book);
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    ck_assert_int_eq(system(command), 0);
}

// Runs a command; $D is the test's folder. @return its exit code
static int shell(const char *format, ...) {
    char words[2000], command[3000];
    va_list rest;
    va_start(rest, format);
    vsnprintf(words, sizeof words, format, rest);
    va_end(rest);
    snprintf(command, sizeof command, "{ D=%s; %s; } 2>&1", directory, words);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    const size_t length = fread(output, 1, sizeof output - 1, pipe);
    output[length] = '\0';
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void expect(const char *words) {
    ck_assert_msg(strstr(output, words) != NULL, "\"%s\" is not in:\n%s", words, output);
}

static void execute(const char *sql) {
    sqlite3 *handle;
    char *message = NULL;
    ck_assert_int_eq(sqlite3_open(db, &handle), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(handle, sql, NULL, NULL, &message) == SQLITE_OK, "%s", message);
    sqlite3_close(handle);
}

static int ask(const char *file, const char *sql) {
    sqlite3 *handle;
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_open(file, &handle), SQLITE_OK);
    ck_assert_msg(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(handle));
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    const int answer = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    return answer;
}

static void hand_in(const char *student, const char *lab, const char *text, const char *when) {
    time_t submitted = 0;
    ck_assert(!when || timestamp_read(when, &submitted));
    const struct gradebook_submission submission = {.student = student,
                                                    .lab = lab,
                                                    .origin = "uploads",
                                                    .reason = text ? NULL : "nothing was handed in",
                                                    .bytes = text,
                                                    .length = text ? strlen(text) : 0,
                                                    .submitted = submitted,
                                                    .version = version_of(lab),
                                                    .backend = "cpu"};
    ck_assert_msg(gradebook_hand_in(book, &submission), "%s", gradebook_error(book));
}

static void grade(const char *student, const char *lab, double score) {
    struct gradebook_work work;
    const struct gradebook_outcome outcome = {
        .score = score,
        .max_score = 100,
        .seconds = 2,
        .report_json = "{\"checks\":[{\"id\":\"build\",\"title\":\"it compiles\",\"status\":\"passed\","
                       "\"points\":5,\"max_points\":5,\"message\":\"kernel_of_ada\"}]}",
        .report_text = "report of ada\n"};
    ck_assert_int_eq(gradebook_claim(book, student, lab, &work), GRADEBOOK_CLAIMED);
    ck_assert_msg(gradebook_record(book, &work, &outcome), "%s", gradebook_error(book));
    gradebook_work_free(&work);
}

// Like grade(), with the points for speed open.
static void grade_open(const char *student, const char *lab, double score) {
    struct gradebook_work work;
    const struct gradebook_outcome outcome = {
        .score = score,
        .max_score = 100,
        .seconds = 2,
        .report_json =
            "{\"open_points\":20,\"checks\":[{\"id\":\"bandwidth\",\"task\":\"t\",\"title\":\"effective "
            "bandwidth\",\"status\":\"open\",\"points\":0,\"max_points\":20,\"message\":\"too noisy\"}]}",
        .report_text = "so far\n"};
    ck_assert_int_eq(gradebook_claim(book, student, lab, &work), GRADEBOOK_CLAIMED);
    ck_assert_msg(gradebook_record(book, &work, &outcome), "%s", gradebook_error(book));
    gradebook_work_free(&work);
}

static void put_person(const char *student, const char *name, const char *email) {
    const struct gradebook_person person = {
        .student = student, .keys = {name, email, student, "", "", ""}, .listed = true};
    ck_assert(gradebook_put_person(book, &person));
}

static unsigned changes_of(const char *student) {
    struct gradebook_rows rows = gradebook_results(book, &(struct gradebook_filter){student, "lab3"});
    struct gradebook_result result;
    ck_assert(gradebook_next_result(&rows, &result));
    const unsigned changes = export_changes(&result);
    ck_assert(gradebook_rows_end(&rows));
    return changes;
}

// One thing is changed, and is named; version sums have 12 digits each.
static const struct {
    const char *sql;
    unsigned changes;
    const char *words;
} causes[] = {
    {"SELECT 1", 0, ""},
    {"UPDATE submission SET attempt = attempt + 1", CHANGE_SENT_BACK, "it was sent back"},
    {"UPDATE submission SET seed = '0123456789abcdef'", CHANGE_SEED, "another seed is asked for"},
    {"UPDATE submission SET backend = 'gpu'", CHANGE_BACKEND, "another backend is asked for"},
    {"UPDATE result SET version = '000000000000' || substr(version, 13)", CHANGE_ENGINE,
     "the engine has changed"},
    {"UPDATE result SET version = substr(version, 1, 13) || '000000000000' || substr(version, 26)",
     CHANGE_GRADER, "the grader has changed"},
    {"UPDATE result SET version = substr(version, 1, 26) || '000000000000'", CHANGE_LAB,
     "the lab's spec has changed"},
    {"UPDATE result SET version = '0123456789abcdef'", CHANGE_KIT, "the kit has changed"},
    {"UPDATE submission SET version = 'of another kit'", CHANGE_KIT, "the kit has changed"},
    {"UPDATE submission SET attempt = attempt + 1, seed = 'x'; UPDATE result SET version = 'old'",
     CHANGE_SENT_BACK | CHANGE_SEED | CHANGE_KIT,
     "it was sent back, another seed is asked for, the kit has changed"},
};

START_TEST(a_stale_score_says_what_has_changed) {
    char words[200];
    hand_in("ada", "lab3", "text", NULL);
    grade("ada", "lab3", 50);
    execute(causes[_i].sql);
    ck_assert_uint_eq(changes_of("ada"), causes[_i].changes);
    ck_assert_str_eq(gradebook_change_words(causes[_i].changes, words, sizeof words), causes[_i].words);
    ck_assert_int_eq(
        shell("./grade export csv --db $D/book.db -o - 2>/dev/null | cut -d, -f 3,4 | tail -n 1"), 0);
    ck_assert_str_eq(output, causes[_i].changes ? "stale,50\n" : "graded,50\n");
    ck_assert_int_eq(shell("./grade status --stale --db $D/book.db"), 0);
    if (causes[_i].changes) {
        expect("ada lab3: 50 of 100 points: ");
        expect(causes[_i].words);
        expect("; 1 stale: to be graded again");
    } else {
        ck_assert_ptr_null(strstr(output, "stale"));
    }
}
END_TEST

START_TEST(another_text_is_told_from_another_seed) {
    hand_in("ada", "lab3", "text", NULL);
    grade("ada", "lab3", 50);
    hand_in("ada", "lab3", "other text", NULL);
    ck_assert_uint_eq(changes_of("ada"), CHANGE_TEXT);
}
END_TEST

// Real gradings: neither compiles, which is quick. bob's score is made an earlier one, of another spec.
START_TEST(only_what_changed_is_graded_again_and_announced) {
    gradebook_close(book);
    book = NULL;
    ck_assert_int_eq(
        shell("mkdir -p $D/class/ada $D/class/bob $D/class/cem; for s in ada bob; do echo \"int $s = "
              "nothing;\" "
              ">$D/class/$s/lab3.cu; done; ./grade batch $D/class --backend cpu --db $D/book.db -j 1"),
        1);
    ck_assert_ptr_null(strstr(output, "to grade:")); // nothing is known yet
    execute("UPDATE result SET version = substr(version, 1, 26) || '000000000000', score = 40, seconds = 3"
            " WHERE student = 'bob'");
    ck_assert_int_eq(shell("./grade status --db $D/book.db"), 0);
    expect("lab3: 1 stale: the lab's spec has changed");
    // A new submission waits, and the uploads are not needed.
    ck_assert_int_eq(shell("rm -r $D/class; ./grade batch --only-changed --db $D/book.db -j 1"), 0);
    expect("to grade: 1 of 1; as long as they took before, 3 s");
    expect("1 again: the lab's spec has changed");
    expect("changed: bob lab3: 0, was 40 (the lab's spec has changed)");
    ck_assert_int_eq(shell("./grade batch --only-changed --db $D/book.db"), 0);
    expect("nothing has changed since it was graded");
    ck_assert_int_eq(shell("./grade batch --only-changed --regrade ada --db $D/book.db"), 0);
    expect("1 again: it was sent back");
    ck_assert_int_eq(shell("./grade show ada lab3 --db $D/book.db"), 0);
    expect("All its scores");
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM result WHERE student = 'ada' AND score = 0"), 2);
    // With uploads, new ones are taken in and left for later.
    ck_assert_int_eq(shell("mkdir -p $D/class/ada $D/class/eve; echo 'int other = nothing;' | "
                           "tee $D/class/eve/lab3.cu >$D/class/ada/lab3.cu; "
                           "./grade batch $D/class --backend cpu --only-changed --db $D/book.db"),
                     0);
    expect("to grade: 1 of 1");
    expect("1 again: another text was handed in");
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM result WHERE student = 'eve'"), 0);
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM submission WHERE student = 'eve'"), 1);
    ck_assert_int_eq(shell("./grade batch --only-changed --backend gpu --db $D/book.db"), 2);
    expect("take a PATH");
    ck_assert_int_eq(shell("./grade log --db $D/book.db | grep -c 'graded: '"), 0);
    ck_assert_str_eq(output, "5\n");
    ck_assert_int_eq(shell("./grade log --db $D/book.db"), 0);
    expect("./grade batch --only-changed --regrade ada --db");
    expect("graded: 1, scores changed: 1, not graded: 0, not gradable: 0");
}
END_TEST

// If the best attempt counts, a new spec also has the earlier texts graded again, and the one that counts
// stays the same.
START_TEST(earlier_texts_are_graded_again_where_the_best_counts) {
    hand_in("ada", "lab3", "int better = nothing;", "2026-11-20 20:00Z");
    grade("ada", "lab3", 90);
    hand_in("ada", "lab3", "int worse = nothing;", "2026-11-21 20:00Z");
    grade("ada", "lab3", 70);
    gradebook_close(book);
    book = NULL;
    execute("UPDATE result SET version = substr(version, 1, 26) || '000000000000'");
    ck_assert_int_eq(shell("./grade batch --only-changed --db $D/book.db"), 0); // no rules: only the latest
    expect("to grade: 1 of 1");
    execute("UPDATE result SET version = substr(version, 1, 26) || '111111111111' WHERE score = 0");
    ck_assert_int_eq(shell("printf '[course]\\nattempt = best\\n' >$D/policy.ini; "
                           "./grade batch --only-changed --db $D/book.db"),
                     0);
    expect("to grade: 2 of 2");
    expect("2 again: the lab's spec has changed");
    expect("changed: ada lab3, an earlier text: 0, was 90 (the lab's spec has changed)");
    ck_assert_int_eq(shell("./grade policy check ada --db $D/book.db"), 0);
    expect("attempt 1: 0 of 100 points");
    expect("attempt 2: 0 of 100 points");
    ck_assert_ptr_null(strstr(output, "before the lab or the grader"));
    ck_assert_int_eq(shell("./grade batch --only-changed --db $D/book.db"), 0);
    expect("nothing has changed since it was graded");
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM claim"), 0);
    open_book();
    ck_assert_uint_eq(changes_of("ada"), 0);
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM submission JOIN source USING (sha256) WHERE bytes ="
                             " CAST('int worse = nothing;' AS BLOB)"),
                     1);
}
END_TEST

// Open points are reported, graded again on request, and then settled; if the best attempt counts, also for
// earlier texts.
START_TEST(open_points_are_graded_again) {
    hand_in("ada", "lab3", "int better = nothing;", "2026-11-20 20:00Z");
    grade_open("ada", "lab3", 70);
    hand_in("ada", "lab3", "int worse = nothing;", "2026-11-21 20:00Z");
    grade("ada", "lab3", 60);
    hand_in("bob", "lab3", "int bob = nothing;", NULL);
    grade_open("bob", "lab3", 40);
    hand_in("cem", "lab3", "int cem = nothing;", NULL);
    grade("cem", "lab3", 50);
    gradebook_close(book);
    book = NULL;
    ck_assert_int_eq(shell("./grade status --db $D/book.db"), 0);
    expect("3 graded of 3, on average 50.0 of 100 points; 1 with open points\n");
    expect("1 with open points: ./grade batch --only-open grades them again\n");
    ck_assert_int_eq(shell("./grade pseudonymise $D/copy.db --key $D/key.csv --db $D/book.db && ./grade "
                           "status --db $D/copy.db"),
                     0);
    expect("; 1 with open points");
    ck_assert_int_eq(shell("./grade batch --only-open --db $D/book.db"), 0);
    expect("to grade: 1 of 1");
    expect("1 again: it was sent back");
    expect("changed: bob lab3: 0, was 40 (it was sent back)");
    ck_assert_int_eq(shell("./grade show bob lab3 --db $D/book.db"), 0);
    expect("Z  40 of 80 points so far, 20 open\n");
    expect("Z  0 of 100 points\n");
    ck_assert_int_eq(shell("./grade batch --only-open --db $D/book.db"), 0);
    expect("no points are open");
    ck_assert_int_eq(shell("printf '[course]\nattempt = best\n' >$D/policy.ini; "
                           "./grade policy check ada --db $D/book.db"),
                     0);
    expect("attempt 1: 70 of 80 points so far, 20 open, handed in");
    expect("final: 70 of 100 points, 20 open\n");
    expect("Together: 70 of 80 points so far, 20 open\n");
    ck_assert_int_eq(shell("./grade batch --only-open --db $D/book.db"), 0);
    expect("changed: ada lab3, an earlier text: 0, was 70");
    ck_assert_int_eq(shell("./grade batch --only-open --db $D/book.db"), 0);
    expect("no points are open");
    ck_assert_int_eq(shell("./grade batch --only-open --backend gpu --db $D/book.db"), 2);
    expect("take a PATH");
    open_book();
}
END_TEST

START_TEST(the_log_says_who_did_what) {
    long long id, killed;
    hand_in("ada", "lab3", "text", NULL);
    ck_assert(gradebook_log_begin(book, "./grade batch killed", &killed));
    ck_assert(gradebook_log_begin(book, "./grade batch uploads", &id));
    ck_assert(gradebook_log_end(book, id, "graded: 1"));
    ck_assert_int_eq(shell("./grade export csv --db $D/book.db -o $D/x.csv && ./grade log --db $D/book.db"),
                     0);
    expect("./grade batch killed\n    has not ended, or was killed\n");
    expect("./grade batch uploads\n    graded: 1\n");
    expect("./grade export csv --db ");
    expect("\n    exported\n");
    ck_assert_int_eq(shell("./grade log --db $D/book.db | grep -c \"$(id -un)@$(uname -n)\""), 0);
    ck_assert_str_eq(output, "3\n");
}
END_TEST

// The number of occurrences of a text in a file.
static int found_in(const char *file, const char *text) {
    FILE *in = fopen(file, "re");
    int count = 0;
    ck_assert_ptr_nonnull(in);
    char *bytes = malloc(1 << 24);
    ck_assert_ptr_nonnull(bytes);
    const size_t length = fread(bytes, 1, 1 << 24, in);
    fclose(in);
    for (char *at = bytes; (at = memmem(at, length - (size_t)(at - bytes), text, strlen(text))); at++)
        count++;
    free(bytes);
    return count;
}

static void make_class(void) {
    put_person("ada", "Lovelace, Ada", "ada@x.edu");
    put_person("bob", "Byte, Bob", "bob@x.edu");
    hand_in("ada", "lab3", "// Lovelace's own text", "2025-10-10 12:00Z");
    hand_in("ada", "lab4", "// shared text", "2026-01-10 12:00Z");
    hand_in("bob", "lab3", "// Bob's text", "2025-10-11 12:00Z");
    hand_in("bob", "lab4", "// shared text", "2025-10-12 12:00Z");
    hand_in("eve", "lab3", NULL, NULL);
    grade("ada", "lab3", 50);
    grade("ada", "lab4", 60);
    grade("bob", "lab3", 70);
    grade("bob", "lab4", 80);
    hand_in("ada", "lab3", "// Lovelace's second text", "2025-10-12 12:00Z");
    grade("ada", "lab3", 90);
}

START_TEST(a_forgotten_student_is_nowhere_in_the_file) {
    struct gradebook_forgotten gone;
    long long id;
    make_class();
    ck_assert(gradebook_log_begin(book, "./grade batch canada --regrade ada --roster ada@x.edu", &id));
    ck_assert_int_gt(found_in(db, "Lovelace"), 0);
    ck_assert_msg(gradebook_forget(book, "ada", &gone), "%s", gradebook_error(book));
    ck_assert_int_eq(gone.submissions, 2);
    ck_assert_int_eq(gone.results, 3);
    ck_assert_int_eq(gone.texts, 2); // bob has the third
    gradebook_close(book);
    book = NULL;
    ck_assert_int_eq(found_in(db, "Lovelace"), 0);
    ck_assert_int_eq(found_in(db, "ada@x"), 0);
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM log WHERE command ="
                             " './grade batch canada --regrade (forgotten) --roster (forgotten)'"),
                     1);
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM result"), 2);
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM source WHERE bytes = CAST('// shared text' AS BLOB)"), 1);
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"), 1);
}
END_TEST

START_TEST(forget_takes_whole_names_alone) {
    make_class();
    ck_assert_int_eq(
        shell(
            "printf '[overrides]\\nada@x.edu lab3 = 80, Kim: ill\\nbob lab3 = 1, Kim: no\\n' >$D/policy.ini; "
            "./grade forget ad --db $D/book.db"),
        2);
    expect("the gradebook has no student ad: the whole name is needed; the nearest is ");
    ck_assert_int_eq(shell("./grade forget --db $D/none.db ada || ls $D/none.db"), 2);
    ck_assert_int_eq(shell("./grade forget ada@x.edu --db $D/book.db"), 0);
    expect("forgotten: a student with 2 submissions, 3 results and 2 texts");
    expect("policy.ini:2 still has the name");
    ck_assert_ptr_null(strstr(output, "policy.ini:3"));
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM submission WHERE student = 'ada'"), 0);
    ck_assert_int_eq(shell("./grade log --db $D/book.db"), 0);
    expect("./grade forget (forgotten) --db");
}
END_TEST

START_TEST(nobody_is_forgotten_while_being_graded) {
    struct gradebook_forgotten gone;
    struct gradebook_work work;
    make_class();
    hand_in("ada", "lab3", "third text", NULL);
    ck_assert_int_eq(gradebook_claim(book, "ada", "lab3", &work), GRADEBOOK_CLAIMED);
    ck_assert(!gradebook_forget(book, "ada", &gone));
    ck_assert_str_eq(gradebook_error(book),
                     "1 submissions are being graded: try again when the batch has ended");
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM submission WHERE student = 'ada'"), 2);
    gradebook_work_free(&work);
}
END_TEST

// A part that a cluster's task has graded comes back later.
START_TEST(a_merge_brings_nobody_back) {
    struct gradebook_forgotten gone;
    char part[400];
    int count;
    make_class();
    snprintf(part, sizeof part, "%s/part.db", directory);
    ck_assert(gradebook_split(book, part, (const struct gradebook_filter[]){{"ada", "lab3"}}, 1));
    struct gradebook *whole = book;
    book = gradebook_open(part, GRADEBOOK_WRITE, &error);
    ck_assert_ptr_nonnull(book);
    grade("ada", "lab3", 10);
    gradebook_close(book);
    book = whole;
    ck_assert(gradebook_forget(book, "ada", &gone));
    ck_assert(gradebook_merge(book, part, &count));
    ck_assert_int_eq(count, 0);
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM result WHERE student = 'ada'"), 0);
}
END_TEST

START_TEST(what_is_older_than_a_date_is_forgotten) {
    make_class();
    ck_assert_int_eq(shell("./grade forget --before 2025-12-31 --db $D/book.db"), 0);
    expect("--yes forgets: 4 submissions, 4 results, 3 texts; 2 students of whom nothing is left");
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM submission"), 5);
    ck_assert_int_eq(shell("./grade forget --before 2025-12-31 --yes --db $D/book.db"), 0);
    expect("forgotten: 4 submissions, 4 results, 3 texts; 2 students of whom nothing is left");
    gradebook_close(book); // eve's empty line was as old as the others' of that lab; ada has one left
    book = NULL;
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM submission WHERE student = 'ada' AND lab = 'lab4'"), 1);
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM submission"), 1);
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM person"), 1);
    ck_assert_int_eq(found_in(db, "Bob"), 0);
    ck_assert_int_gt(found_in(db, "shared text"), 0); // ada's, too
}
END_TEST

START_TEST(scores_stay_where_only_texts_go) {
    char *bytes;
    size_t length;
    struct gradebook_work work;
    make_class();
    ck_assert_int_eq(shell("./grade forget --before 2025-12-31 --keep-scores --yes --db $D/book.db"), 0);
    expect("forgotten: 3 texts and 4 reports");
    ck_assert_int_eq(found_in(db, "Bob's text"), 0);
    ck_assert_int_eq(ask(db, "SELECT sum(score) FROM result"), 350);
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM result WHERE report_text <> ''"), 1);
    // Nothing can be graded again, whatever changes; and nothing is called an earlier score.
    execute("UPDATE result SET version = 'old'; UPDATE submission SET version = 'older' WHERE sha256 IS NOT "
            "NULL");
    ck_assert_uint_eq(changes_of("bob"), 0);
    ck_assert_int_eq(gradebook_claim(book, "bob", "lab3", &work), GRADEBOOK_DONE);
    ck_assert_int_eq(gradebook_claim(book, "ada", "lab4", &work), GRADEBOOK_CLAIMED);
    ck_assert(gradebook_release(book, &work, NULL));
    gradebook_work_free(&work);
    ck_assert_int_eq(
        shell("./grade export sources --db $D/book.db -o $D/sources && ./grade status --db $D/book.db && "
              "./grade export html --db $D/book.db >/dev/null"),
        0);
    expect("lab3         2 graded of 3, on average 80.0 of 100 points; 1 not gradable\n");
    // The same text, handed in again, is there again.
    hand_in("bob", "lab3", "// Bob's text", NULL);
    ck_assert_uint_eq(changes_of("bob"), CHANGE_KIT);
    ck_assert_int_eq(gradebook_claim(book, "bob", "lab3", &work), GRADEBOOK_CLAIMED);
    ck_assert(gradebook_source(book, work.terms.sha256, &bytes, &length));
    ck_assert_uint_eq(length, strlen("// Bob's text"));
    free(bytes);
    gradebook_work_free(&work);
}
END_TEST

// An empty file is a text, too.
START_TEST(an_empty_text_is_not_one_that_was_removed) {
    hand_in("ada", "lab3", "", NULL);
    grade("ada", "lab3", 0);
    execute("UPDATE result SET version = 'old'");
    ck_assert_uint_eq(changes_of("ada"), CHANGE_KIT);
}
END_TEST

START_TEST(a_pseudonymised_copy_has_scores_and_no_names) {
    char copy[400], key[400];
    struct stat status;
    make_class();
    snprintf(copy, sizeof copy, "%s/copy.db", directory);
    snprintf(key, sizeof key, "%s/key.csv", directory);
    ck_assert_int_eq(shell("./grade pseudonymise $D/copy.db --key $D/key.csv --db $D/book.db"), 0);
    // As in rows: "ada" alone may be a part of a random number.
    static const char *const names[] = {"adalab",   "Ada",   "boblab",  "Bob",         "evelab",
                                        "Lovelace", "x.edu", "uploads", "shared text", "kernel_of"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        ck_assert_msg(found_in(copy, names[i]) == 0, "%s", names[i]);
    ck_assert_int_eq(ask(copy, "SELECT sum(score) FROM result"), 350);
    ck_assert_int_eq(ask(copy, "SELECT count(*) FROM submission"), 5);
    ck_assert_int_eq(ask(copy, "SELECT count(*) FROM attempt"), 5);
    ck_assert_int_eq(ask(copy, "SELECT count(*) FROM person"), 0);
    ck_assert_int_eq(ask(copy, "SELECT count(*) FROM log"), 0);
    ck_assert_int_eq(ask(copy, "SELECT sum(json_extract(report_json, '$.checks[0].points')) FROM result"),
                     25);
    ck_assert_int_eq(ask(copy, "SELECT count(*) FROM submission WHERE student GLOB 'student-00[123]'"), 5);
    ck_assert_int_eq(
        shell("sort $D/key.csv | cut -d, -f 1 | tr '\\n' ' '; cut -d, -f 2 $D/key.csv | sort | tr '\\n' ' '"),
        0);
    ck_assert_str_eq(output, "pseudonym student-001 student-002 student-003 ada bob eve student ");
    ck_assert_int_eq(stat(key, &status), 0);
    ck_assert_int_eq(status.st_mode & 0777, 0600);
    ck_assert_int_eq(stat(copy, &status), 0);
    ck_assert_int_eq(status.st_mode & 0777, 0600);
    // It is a gradebook like any other, of which nothing is to be graded again.
    ck_assert_int_eq(
        shell("./grade status --db $D/copy.db && ./grade export csv --db $D/copy.db -o $D/x.csv"), 0);
    expect("lab3         2 graded of 3, on average 80.0 of 100 points; 1 not gradable\n");
    ck_assert_ptr_null(strstr(output, "stale"));
    ck_assert_int_eq(shell("./grade pseudonymise $D/copy.db --key $D/key.csv --db $D/book.db"),
                     2); // an existing file is kept
    expect("is there already");
    ck_assert_int_eq(ask(copy, "SELECT sum(score) FROM result"), 350);
}
END_TEST

// A gradebook of the previous version, with its contents, is read and written by this program.
START_TEST(a_gradebook_of_version_2_is_brought_to_this_one) {
    make_class();
    gradebook_close(book);
    execute("DROP TABLE log; DROP TABLE final; DROP TABLE heading; PRAGMA user_version = 2");
    ck_assert_int_eq(shell("./grade status --db $D/book.db"), 0);
    expect("lab3         2 graded of 3");
    ck_assert_int_eq(ask(db, "SELECT user_version FROM pragma_user_version"), 4);
    ck_assert_int_eq(shell("./grade export csv --db $D/book.db -o $D/x.csv && ./grade log --db $D/book.db"),
                     0);
    expect("./grade export csv");
    open_book();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("regrades");
    TCase *cases = tcase_create("regrades");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, a_stale_score_says_what_has_changed, 0,
                        (int)(sizeof causes / sizeof causes[0]));
    tcase_add_test(cases, another_text_is_told_from_another_seed);
    tcase_add_test(cases, only_what_changed_is_graded_again_and_announced);
    tcase_add_test(cases, earlier_texts_are_graded_again_where_the_best_counts);
    tcase_add_test(cases, open_points_are_graded_again);
    tcase_add_test(cases, the_log_says_who_did_what);
    tcase_add_test(cases, a_forgotten_student_is_nowhere_in_the_file);
    tcase_add_test(cases, forget_takes_whole_names_alone);
    tcase_add_test(cases, nobody_is_forgotten_while_being_graded);
    tcase_add_test(cases, a_merge_brings_nobody_back);
    tcase_add_test(cases, what_is_older_than_a_date_is_forgotten);
    tcase_add_test(cases, scores_stay_where_only_texts_go);
    tcase_add_test(cases, an_empty_text_is_not_one_that_was_removed);
    tcase_add_test(cases, a_pseudonymised_copy_has_scores_and_no_names);
    tcase_add_test(cases, a_gradebook_of_version_2_is_brought_to_this_one);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
