// A whole term, simulated by term/play.sh with gradings on the engine: every final score equals the one
// that term/recompute.awk computes from the submissions and the rules, and the exports satisfy their
// importers. WARPLAB_TERM="150 lab3 lab4 lab6 lab7 lab8 lab9" makes it as large as `make bench-term`.
// Inputs: grading grader/class grader/course grader/tests/term
#include <check.h>
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "importer_rules.h"
#include "skip.h"

enum { SMALL_S = 300, LARGE_S = 7200 };

static char directory[256], command[2000], path[700];

static int remove_entry(const char *name, const struct stat *status, int type, struct FTW *where) {
    (void)status, (void)type, (void)where;
    return remove(name);
}

static void set_up(void) {
    const char *base = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/term-XXXXXX", base ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    ck_assert_int_eq(chmod(directory, 0755), 0); // the sandbox's user must get through
}

static void tear_down(void) { nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }

static const char *in(const char *name) {
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

// Checks every file of a folder. @return the number of files
static int ask_each(const char *folder, void (*rules)(const char *path)) {
    char name[700];
    int count = 0;
    DIR *all = opendir(in(folder));
    ck_assert_ptr_nonnull(all);
    for (const struct dirent *entry; (entry = readdir(all));)
        if (entry->d_name[0] != '.') {
            snprintf(name, sizeof name, "%s/%s/%s", directory, folder, entry->d_name);
            rules(name);
            count++;
        }
    closedir(all);
    return count;
}

// Whether a different rule would have been noticed: the same comparison, with one number changed.
static void expect_difference(const char *change) {
    snprintf(command, sizeof command,
             "cd '%s' && sed '%s' facts | awk -f \"$OLDPWD/grader/tests/term/recompute.awk\" | sort | cmp -s "
             "- found",
             directory, change);
    ck_assert_msg(system(command) != 0, "%s changes nothing", change);
}

START_TEST(a_term_is_played) {
    const char *size = getenv("WARPLAB_TERM");
    if (system("command -v setsid sqlite3 awk >/dev/null") != 0)
        test_skip("it takes setsid, sqlite3 and awk");
    snprintf(command, sizeof command, "grader/tests/term/play.sh ./grade '%s' %s", directory,
             size ? size : "6 lab3 lab8 lab9");
    ck_assert_int_eq(system(command), 0);
    importer_canvas(in("all.canvas"));
    importer_moodle(in("all.moodle"), "Email address");
    importer_moodle_worksheet(in("all.worksheet"));
    importer_blackboard(in("all.blackboard"));
    const int graded = ask_each("gradescope", importer_gradescope);
    ck_assert_int_ge(graded, 10);
    ck_assert_int_eq(ask_each("autolab", importer_autolab), graded);
    ck_assert_int_eq(ask_each("prairielearn", importer_prairielearn), graded);
    expect_difference("s/^rule penalty 10/rule penalty 11/");
    expect_difference("s/^rule closed 1/rule closed 9/");
    expect_difference("/^override s005/d");
    expect_difference("/^extension/d");
    expect_difference("/^section_due/d");
    expect_difference("s/^forgotten .*/forgotten nobody/");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("term");
    TCase *cases = tcase_create("term");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, getenv("WARPLAB_TERM") ? LARGE_S : SMALL_S);
    tcase_add_test(cases, a_term_is_played);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
