// ./grade batch on a bad evening: killed, stopped, run twice, out of disk. Whatever
// happens, every submission has at most one current result, and it equals that of an undisturbed run.
//
// WARPLAB_CLASS=50 WARPLAB_KILLS=100 make one test as thorough as `make check-kill`.
#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <glob.h>
#include <limits.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "skip.h"

enum { MAX_CLASS = 64, TEXT = 1 << 16, SOON_KILLED_MS = 4000 };

static char directory[256], grade[PATH_MAX], output[TEXT];

static int number_from(const char *name, int otherwise) {
    const char *text = getenv(name);
    return text && atoi(text) > 0 ? atoi(text) : otherwise;
}

static int remove_entry(const char *name, const struct stat *status, int type, struct FTW *where) {
    (void)status, (void)type, (void)where;
    return remove(name);
}

static void remove_tree(const char *path) { nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }

static void set_up(void) {
    const char *base = getenv("TMPDIR");
    ck_assert_ptr_nonnull(realpath("./grade", grade));
    snprintf(directory, sizeof directory, "%s/batch-XXXXXX", base ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    chmod(directory, 0755); // the sandbox's user needs access
}

static void tear_down(void) { remove_tree(directory); }

// Runs a shell command in the directory of the test, with its own TMPDIR. @return its exit code; its output
// is in `output`
static int shell(const char *format, ...) {
    char words[4096], command[8192];
    va_list rest;
    va_start(rest, format);
    vsnprintf(words, sizeof words, format, rest);
    va_end(rest);
    snprintf(command, sizeof command,
             "cd %s && mkdir -p tmp && chmod 1777 tmp && export TMPDIR=%s/tmp && { %s; } 2>&1", directory,
             directory, words);
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

// A class: most do not compile, which is graded quickly; every tenth is a fixture.
static void make_class(int count) {
    static const char *const fixtures[] = {"correct_first_add", "barrier_in_else", "atomic_each_element"};
    for (int i = 0; i < count; i++) {
        char top[PATH_MAX];
        ck_assert_ptr_nonnull(realpath("grader", top));
        if (i % 10 == 1)
            ck_assert_int_eq(
                shell("mkdir -p class/s%02d && cp %s/course/lab3/fixtures/%s/lab3.cu class/s%02d/", i, top,
                      fixtures[i / 10 % 3], i),
                0);
        else
            ck_assert_int_eq(
                shell("mkdir -p class/s%02d && echo 'int wrong_%d = nothing;' >class/s%02d/lab3.cu", i, i, i),
                0);
    }
}

static int batch(const char *db, const char *more) {
    return shell("%s batch class --lab lab3 --backend cpu --seed 7 -j 2 --db %s %s", grade, db, more);
}

static sqlite3 *open_book(const char *db) {
    char path[600];
    sqlite3 *handle;
    snprintf(path, sizeof path, "%s/%s", directory, db);
    ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
    return handle;
}

static int ask_open(sqlite3 *handle, const char *sql) {
    sqlite3_stmt *statement;
    ck_assert_msg(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(handle));
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    const int answer = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    return answer;
}

// The answer of a gradebook to a question with one number.
static int ask(const char *db, const char *sql) { return ask_open(open_book(db), sql); }

// There are exactly as many current results as submissions, one for each, and no other result.
static void expect_all_graded(const char *db, int count) {
    ck_assert_int_eq(
        ask(db, "SELECT count(*) FROM submission JOIN result USING (student, lab, sha256, version, seed,"
                " backend, attempt)"),
        count);
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM result"), count);
    ck_assert_int_eq(ask(db, "SELECT count(*) FROM claim"), 0);
}

// The number of results that differ between two gradebooks, in score or in the JSON report; except for
// the measured memory.
static int differences(const char *a, const char *b) {
    char attach[700];
    sqlite3 *handle = open_book(a);
    snprintf(attach, sizeof attach, "ATTACH '%s/%s' AS other", directory, b);
    ck_assert_int_eq(sqlite3_exec(handle, attach, NULL, NULL, NULL), SQLITE_OK);
    return ask_open(
        handle, "SELECT count(*) FROM main.result m LEFT JOIN other.result o"
                " USING (student, lab, sha256, version, seed, backend, attempt)"
                " WHERE o.score IS NULL OR m.score != o.score OR m.max_score != o.max_score"
                " OR json_remove(m.report_json,"
                " '$.backends.cpu.peak_bytes') != json_remove(o.report_json, '$.backends.cpu.peak_bytes')");
}

static void sleep_ms(int milliseconds) {
    struct timespec rest = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    while (nanosleep(&rest, &rest) != 0 && errno == EINTR)
        ;
}

// How many processes have a part of the test's directory in their environment: graders, and all they start.
static int processes(void) {
    int count = 0;
    DIR *all = opendir("/proc");
    for (const struct dirent *entry; all && (entry = readdir(all));) {
        char path[300];
        static char words[TEXT];
        snprintf(path, sizeof path, "/proc/%s/environ", entry->d_name);
        FILE *file = fopen(path, "re");
        if (!file)
            continue;
        const size_t length = fread(words, 1, sizeof words, file);
        fclose(file);
        count += memmem(words, length, directory, strlen(directory)) != NULL;
    }
    if (all)
        closedir(all);
    return count;
}

// Control groups whose supervisor, in their name, is gone. Supervisors of other tests that have just ended
// have removed their groups before.
static int groups_left(void) {
    int count = 0;
    glob_t found;
    if (glob("/sys/fs/cgroup{,/*,/*/*,/*/*/*}/warplab-*", GLOB_BRACE, NULL, &found) != 0)
        return 0;
    for (size_t i = 0; i < found.gl_pathc; i++)
        count += kill((pid_t)atoi(strrchr(found.gl_pathv[i], '-') + 1), 0) != 0 && errno == ESRCH &&
                 access(found.gl_pathv[i], F_OK) == 0;
    globfree(&found);
    return count;
}

// The supervisors of a killed grader end by themselves, but not at once.
static void expect_nothing_left(void) {
    for (int i = 0; i < 100 && (processes() > 0 || groups_left() > 0); i++)
        sleep_ms(100);
    ck_assert_int_eq(processes(), 0);
    ck_assert_int_eq(groups_left(), 0);
    shell("ls -A tmp");
    ck_assert_str_eq(output, "");
}

static pid_t start_batch(const char *db) {
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        char tmp[300];
        snprintf(tmp, sizeof tmp, "%s/tmp", directory);
        if (chdir(directory) != 0 || setenv("TMPDIR", tmp, 1) != 0 || !freopen("log", "a", stdout) ||
            !freopen("log", "a", stderr))
            _exit(99);
        execl(grade, grade, "batch", "class", "--lab", "lab3", "--backend", "cpu", "--seed", "7", "-j", "2",
              "--db", db, NULL);
        _exit(99);
    }
    ck_assert_int_gt(child, 0);
    setpgid(child, child);
    return child;
}

// Every second time the workers are killed with it: only the next run can clean up.
START_TEST(killed_at_any_moment_it_goes_on) {
    const int count = number_from("WARPLAB_CLASS", 5), kills = number_from("WARPLAB_KILLS", 8);
    unsigned seed = (unsigned)number_from("WARPLAB_SEED", (int)time(NULL));
    int landed = 0;
    printf("killing %d times, a class of %d, WARPLAB_SEED=%u\n", kills, count, seed);
    ck_assert_int_le(count, MAX_CLASS);
    make_class(count);
    ck_assert_int_eq(batch("whole.db", ""), 0);
    expect_all_graded("whole.db", count);
    for (int i = 0; i < kills; i++) {
        const pid_t child = start_batch("killed.db");
        int status;
        sleep_ms(rand_r(&seed) % SOON_KILLED_MS);
        kill(i % 2 == 0 ? child : -child, SIGKILL);
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        landed += WIFSIGNALED(status);
        if (!WIFSIGNALED(status) && i + 1 < kills)
            shell("rm -f killed.db"); // all were graded before the kill: start again
    }
    ck_assert_int_eq(batch("killed.db", ""), 0);
    expect_all_graded("killed.db", count);
    ck_assert_int_eq(differences("whole.db", "killed.db"), 0);
    ck_assert_int_eq(differences("killed.db", "whole.db"), 0);
    expect_nothing_left();
    printf("%d of %d kills landed; %d results, none missing, none double, none different\n", landed, kills,
           count);
}
END_TEST

// Parts of a killed grader live on for a moment, and hold its files while the next one begins.
START_TEST(what_a_killed_grader_left_is_swept_away) {
    make_class(2);
    ck_assert_int_eq(shell("mkdir -p tmp/warplab-stage-killed/kit && "
                           "{ flock tmp/warplab-stage-killed sleep 0.5 >/dev/null 2>&1 & }"),
                     0);
    ck_assert_int_eq(batch("book.db", ""), 0);
    expect_nothing_left();
}
END_TEST

START_TEST(stopped_by_ctrl_c_it_goes_on) {
    int status;
    make_class(4);
    const pid_t child = start_batch("book.db");
    sleep_ms(1500);
    kill(-child, SIGINT);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    if (WEXITSTATUS(status) != 0) { // it may have been quick
        ck_assert_int_eq(WEXITSTATUS(status), 128 + SIGINT);
        shell("cat log");
        expect("the same command goes on from here");
        ck_assert_int_eq(ask("book.db", "SELECT count(*) FROM claim"), 0);
    }
    expect_nothing_left();
    ck_assert_int_eq(batch("book.db", ""), 0);
    expect_all_graded("book.db", 4);
}
END_TEST

START_TEST(two_graders_do_not_do_the_same_work) {
    int status;
    make_class(6);
    const pid_t first = start_batch("book.db"), second = start_batch("book.db");
    ck_assert_int_eq(waitpid(first, &status, 0), first);
    ck_assert_int_eq(WEXITSTATUS(status), 0);
    ck_assert_int_eq(waitpid(second, &status, 0), second);
    ck_assert_int_eq(WEXITSTATUS(status), 0);
    expect_all_graded("book.db", 6);
    shell("grep -c ' / 100 ' log"); // one line for each result, from both
    expect("6\n");
}
END_TEST

START_TEST(only_what_changed_is_graded_again) {
    make_class(4);
    ck_assert_int_eq(batch("book.db", ""), 0);
    ck_assert_int_eq(batch("book.db", ""), 0);
    expect("4 submissions of 4 students: 4 graded (4 of them before)");
    shell("echo 'int other = nothing;' >class/s02/lab3.cu");
    ck_assert_int_eq(batch("book.db", ""), 0);
    expect("4 graded (3 of them before)");
    expect("s02 lab3  ");
    ck_assert_int_eq(batch("book.db", "--regrade s03"), 0);
    expect("to be graded again: 1 of s03");
    expect("4 graded (3 of them before)");
    ck_assert_int_eq(batch("book.db", "--regrade nobody"), 2);
    expect("the gradebook has no student nobody; the nearest is ");
    ck_assert_int_eq(ask("book.db", "SELECT count(*) FROM result"), 6); // history is kept
    ck_assert_int_eq(shell("%s status --db book.db", grade), 0);
    expect("4 graded of 4");
    ck_assert_int_eq(shell("%s show s03 lab3 --db book.db", grade), 0);
    expect("class/s03/lab3.cu");
    expect("Score: ");
}
END_TEST

// Runs the batch with small file systems of its own: as root, or in a user namespace. @return false if the
// kernel allows neither
static bool batch_with_mounts(const char *mounts, const char *db, int *code) {
    const char *spaces = geteuid() == 0 ? "unshare -m" : "unshare -Urm";
    if (shell("%s true", spaces) != 0)
        return false;
    *code = shell("%s sh -ec '%s; exec %s batch class --lab lab3 --backend cpu --seed 7 -j 2 --db %s'",
                  spaces, mounts, grade, db);
    return true;
}

static const struct {
    const char *what, *mounts, *db, *words;
} shortages[] = {
    {"a full disk", "mkdir -p small; mount -t tmpfs -o size=16k none small", "small/book.db",
     "the disk is full"},
    {"a disk that fills up", "mkdir -p small; mount -t tmpfs -o size=64k none small", "small/book.db",
     "the disk is full"},
    {"/tmp full", "mount -t tmpfs -o size=64k none tmp", "book.db", "/tmp; free some"},
    {"/tmp that fills up", "mount -t tmpfs -o size=100k none tmp", "book.db", "no space left in "},
    {"a read-only gradebook", "mkdir -p small; mount --bind small small; mount -o remount,bind,ro small",
     "small/book.db", "gradebook small/book.db"},
};

START_TEST(without_room_it_says_so) {
    int code;
    make_class(3);
    if (!batch_with_mounts(shortages[_i].mounts, shortages[_i].db, &code))
        test_skip("mounts are not allowed here");
    ck_assert_msg(code == 2, "%s: exit code %d\n%s", shortages[_i].what, code, output);
    expect(shortages[_i].words);
    if (strcmp(shortages[_i].db, "book.db") == 0)
        ck_assert_int_eq(ask("book.db", "SELECT count(*) FROM result"), 0);
}
END_TEST

// An instructor's umask may hide files; the sandbox reads what it needs all the same.
static const struct {
    const char *umask, *command;
} umasks[] = {
    {"027", "%s batch class --lab lab3 --backend cpu --seed 7 --db book.db"},
    {"077", "%s batch class --lab lab3 --backend cpu --seed 7 --db book.db"},
    {"077", "%s lab3 --backend cpu --seed 7 --submission s01/lab3.cu"},
};

START_TEST(a_strict_umask_changes_no_score) {
    char top[PATH_MAX], command[300];
    ck_assert_ptr_nonnull(realpath("grader", top));
    ck_assert_int_eq(shell("umask %s && mkdir -p class s01 && "
                           "cp %s/course/lab3/fixtures/correct_first_add/lab3.cu s01 && "
                           "tar -cf class/all.tar s01",
                           umasks[_i].umask, top),
                     0);
    snprintf(command, sizeof command, umasks[_i].command, grade);
    const int code = shell("umask %s && %s", umasks[_i].umask, command);
    ck_assert_msg(code == 0, "umask %s: exit code %d\n%s", umasks[_i].umask, code, output);
    expect("100 / 100");
}
END_TEST

START_TEST(a_newer_gradebook_is_left_alone) {
    make_class(1);
    ck_assert_int_eq(batch("book.db", ""), 0);
    sqlite3 *handle = open_book("book.db");
    ck_assert_int_eq(sqlite3_exec(handle, "PRAGMA user_version = 9", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
    ck_assert_int_eq(shell("cp book.db before.db"), 0);
    ck_assert_int_eq(batch("book.db", ""), 2);
    expect("is of version 9");
    ck_assert_int_eq(shell("cmp book.db before.db"), 0);
}
END_TEST

// A copy of ./grade with a compiler that is killed by a bad address.
START_TEST(a_compiler_that_crashes_is_nobodys_zero) {
    make_class(4);
    char top[PATH_MAX];
    ck_assert_ptr_nonnull(realpath("labs", top));
    *strrchr(top, '/') = '\0';
    ck_assert_int_eq(
        shell("mkdir -p top/build/bin && cp %s top/grade && ln -s %s/labs top/labs && cp %s/build/bin/* "
              "top/build/bin && ln -s %s/build/lib %s/build/include %s/build/precompiled top/build && printf "
              "'#!/bin/sh\\n"
              "kill -SEGV $$\\n' >top/build/bin/simtcc",
              grade, top, top, top, top, top),
        0);
    ck_assert_int_eq(shell("top/grade batch class --lab lab3 --backend cpu -j 1 --db book.db"), 2);
    expect("s00 lab3  not graded: the submission could not be built: simtcc:");
    expect("3 in a row could not be graded");
    expect("0 graded, 4 not graded");
    ck_assert_int_eq(ask("book.db", "SELECT count(*) FROM result"), 0);
    ck_assert_int_eq(shell("top/grade status --db book.db"), 0);
    expect("0 graded of 4; 4 still to grade");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("batch");
    TCase *kills = tcase_create("kill");
    tcase_add_checked_fixture(kills, set_up, tear_down);
    tcase_set_timeout(kills, number_from("WARPLAB_KILLS", 0) > 0 ? 3600 : 300);
    tcase_add_test(kills, killed_at_any_moment_it_goes_on);
    suite_add_tcase(suite, kills);
    TCase *cases = tcase_create("batch");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 300);
    tcase_add_test(cases, what_a_killed_grader_left_is_swept_away);
    tcase_add_test(cases, stopped_by_ctrl_c_it_goes_on);
    tcase_add_test(cases, two_graders_do_not_do_the_same_work);
    tcase_add_test(cases, only_what_changed_is_graded_again);
    tcase_add_test(cases, a_newer_gradebook_is_left_alone);
    tcase_add_test(cases, a_compiler_that_crashes_is_nobodys_zero);
    suite_add_tcase(suite, cases);
    cases = tcase_create("surroundings");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 300);
    tcase_add_loop_test(cases, without_room_it_says_so, 0, (int)(sizeof shortages / sizeof shortages[0]));
    tcase_add_loop_test(cases, a_strict_umask_changes_no_score, 0, (int)(sizeof umasks / sizeof umasks[0]));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
