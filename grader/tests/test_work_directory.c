// What goes into a grading run's directory: copies, or the same files under another name, and which of them.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/work_directory.h"

static char scratch[256];
static struct error error;

static const char *in(const char *name) {
    static char paths[4][512];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", scratch, name);
    return path;
}

static void set_up(void) {
    const char *folder = getenv("TMPDIR");
    umask(077); // what others may read does not depend on it
    snprintf(scratch, sizeof scratch, "%s/work-directory-XXXXXX", folder ? folder : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(scratch));
    ck_assert_int_eq(mkdir(in("from"), 0755), 0);
    ck_assert_int_eq(mkdir(in("from/inner"), 0755), 0);
}

static void tear_down(void) {
    char command[sizeof scratch + 16];
    snprintf(command, sizeof command, "rm -r %s", scratch);
    ck_assert_int_eq(system(command), 0);
}

static void make_file(const char *name, mode_t mode) {
    FILE *file = fopen(in(name), "w");
    ck_assert_ptr_nonnull(file);
    fputs(name, file);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(chmod(in(name), mode), 0);
}

static struct stat status_of(const char *name) {
    struct stat status;
    ck_assert_msg(stat(in(name), &status) == 0, "%s is not there", name);
    return status;
}

static bool is_same(const char *a, const char *b) {
    const struct stat first = status_of(a), second = status_of(b);
    return first.st_ino == second.st_ino && first.st_dev == second.st_dev;
}

static void expect_text(const char *name, const char *text) {
    char read[64] = "";
    FILE *file = fopen(in(name), "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(read, sizeof read, file));
    fclose(file);
    ck_assert_str_eq(read, text);
}

// Everybody in the box may read what is there, whatever the file's own rights are: then it has to be a copy.
static const struct {
    const char *name;
    mode_t mode, wanted;
    bool linked;
} files[] = {
    {"from/plain", 0644, 0644, true},
    {"from/program", 0755, 0755, true},
    {"from/own", 0600, 0644, false},
    {"from/for_the_group", 0664, 0644, false},
    {"from/program_of_mine", 0700, 0755, false},
    {"from/as_its_owner", 04755, 0755, false},
};

START_TEST(readable_files_are_linked) {
    make_file(files[_i].name, files[_i].mode);
    ck_assert_msg(work_directory_link(in(files[_i].name), in("to"), &error), "%s", error.text);
    ck_assert_int_eq(is_same(files[_i].name, "to"), files[_i].linked);
    ck_assert_uint_eq(status_of("to").st_mode & 07777, files[_i].wanted);
    ck_assert_uint_eq(status_of(files[_i].name).st_mode & 07777, files[_i].mode);
    expect_text("to", files[_i].name);
}
END_TEST

START_TEST(a_copy_is_another_file) {
    make_file(files[_i].name, files[_i].mode);
    ck_assert_msg(work_directory_copy(in(files[_i].name), in("to"), &error), "%s", error.text);
    ck_assert(!is_same(files[_i].name, "to"));
    ck_assert_uint_eq(status_of("to").st_mode & 07777, files[_i].wanted);
    expect_text("to", files[_i].name);
}
END_TEST

START_TEST(folders_are_folders_of_their_own) {
    make_file("from/inner/plain", 0644);
    ck_assert_int_eq(symlink("inner/plain", in("from/link")), 0);
    ck_assert_msg(work_directory_link(in("from"), in("to"), &error), "%s", error.text);
    ck_assert(!is_same("from/inner", "to/inner"));
    ck_assert(is_same("from/inner/plain", "to/inner/plain"));
    struct stat link;
    ck_assert_int_eq(lstat(in("to/link"), &link), 0);
    ck_assert_msg(S_ISREG(link.st_mode), "a link out of the directory leads nowhere in the sandbox");
    expect_text("to/link", "from/inner/plain");
}
END_TEST

START_TEST(what_is_made_can_be_read_by_others) {
    ck_assert_msg(work_directory_write(in("text"), "text", 4, &error), "%s", error.text);
    ck_assert_uint_eq(status_of("text").st_mode & 07777, 0644);
    ck_assert_msg(work_directory_make(in("folder"), &error), "%s", error.text);
    ck_assert_uint_eq(status_of("folder").st_mode & 07777, 0755);
    ck_assert_msg(work_directory_make_box(in("box"), geteuid(), &error), "%s", error.text);
    ck_assert_uint_eq(status_of("box").st_mode & 07777, 0755);
    ck_assert_uint_eq(status_of("box").st_uid, geteuid());
}
END_TEST

// Where the temporary folder lies, by the mode of the folder above it. Root's sandbox has a user of its own.
static const struct {
    mode_t mode;
    bool for_root;
} places[] = {{0755, true}, {0711, true}, {0700, false}, {0770, false}};

START_TEST(a_folder_that_others_cannot_enter_is_named) {
    struct work_directory made;
    char named[600], words[700];
    ck_assert_int_eq(chmod(in("from"), places[_i].mode), 0);
    ck_assert_int_eq(chmod(in("from/inner"), 0755) | chmod(scratch, 0755), 0);
    snprintf(named, sizeof named, "%s", in("from/inner"));
    setenv("TMPDIR", named, 1);
    const bool good = work_directory_create(&made, geteuid(), &error);
    ck_assert_int_eq(good, geteuid() != 0 || places[_i].for_root);
    snprintf(words, sizeof words, "others cannot enter %s, ", in("from"));
    ck_assert_msg(good || strncmp(error.text, words, strlen(words)) == 0, "%s", error.text);
    work_directory_remove(&made);
}
END_TEST

START_TEST(what_is_there_stays) {
    make_file("from/plain", 0644);
    make_file("to", 0644);
    ck_assert(!work_directory_link(in("from/plain"), in("to"), &error));
    ck_assert_ptr_nonnull(strstr(error.text, "File exists"));
    expect_text("to", "to");
    ck_assert(!work_directory_link(in("from/nothing"), in("new"), &error));
    ck_assert_ptr_nonnull(strstr(error.text, "cannot read"));
}
END_TEST

int main(void) {
    const int count = (int)(sizeof files / sizeof files[0]);
    Suite *suite = suite_create("work_directory");
    TCase *cases = tcase_create("files");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_loop_test(cases, readable_files_are_linked, 0, count);
    tcase_add_loop_test(cases, a_copy_is_another_file, 0, count);
    tcase_add_test(cases, folders_are_folders_of_their_own);
    tcase_add_test(cases, what_is_made_can_be_read_by_others);
    tcase_add_loop_test(cases, a_folder_that_others_cannot_enter_is_named, 0,
                        (int)(sizeof places / sizeof places[0]));
    tcase_add_test(cases, what_is_there_stays);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
