// Uploads: whose a file is, which lab it is for and which try, by its name; which of several counts; and what
// comes of a class's folder with everything in it that goes wrong.
#include <archive.h>
#include <archive_entry.h>
#include <check.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/timestamp.h"
#include "class/intake/collect.h"
#include "class/intake/intake.h"
#include "class/intake/roster.h"
#include "class/intake/upload.h"
#include "class/unpack/names.h"

static const struct {
    const char *path, *student, *rest;
    long long order;
    bool late;
} uploads[] = {
    {"s01/lab3.cu", "s01", "lab3.cu", 0, false},
    {"s01/src/lab3.cu", "s01", "src/lab3.cu", 0, false},
    {"s01.zip", "s01", "s01.zip", 0, false},
    {"s01.tar.gz", "s01", "s01.tar.gz", 0, false},
    {"lab3.cu", "", "lab3.cu", 0, false},
    {"doejane_12345_67890_lab3.cu", "doejane_12345", "lab3.cu", 67890, false},
    {"doejane_LATE_12345_67890_lab3-1.cu", "doejane_12345", "lab3-1.cu", 67890, true},
    {"doejane_12345_67890_my_work.zip", "doejane_12345", "my_work.zip", 67890, false},
    {"van_der_berg_12345_67890_lab3.cu", "van_der_berg_12345", "lab3.cu", 67890, false},
    {"李小龙_12345_67890_lab3.cu", "李小龙_12345", "lab3.cu", 67890, false},
    {"doejane_12345_67890_", "", "doejane_12345_67890_", 0, false},
    {"_12345_67890_lab3.cu", "", "_12345_67890_lab3.cu", 0, false},
    {"doejane_12345_9999999999999999999_lab3.cu", "", "doejane_12345_9999999999999999999_lab3.cu", 0, false},
    {"Zoë Ñandú_4711_assignsubmission_file_/lab3.cu", "Zoë Ñandú_4711", "lab3.cu", 0, false},
    {"A_B_7_assignsubmission_file/x/lab3.cu", "A_B_7", "x/lab3.cu", 0, false},
    {"submission_123/lab3.cu", "submission_123", "lab3.cu", 123, false},
    {"submission_one/lab3.cu", "submission_one", "lab3.cu", 0, false},
    {"", "", "", 0, false},
    {"/", "", "", 0, false},
};

static struct error error;

START_TEST(uploads_are_attributed) {
    struct upload upload;
    upload_parse(&upload, uploads[_i].path);
    ck_assert_str_eq(upload.student, uploads[_i].student);
    ck_assert_str_eq(upload.rest, uploads[_i].rest);
    ck_assert_int_eq(upload.order, uploads[_i].order);
    ck_assert(upload.late == uploads[_i].late);
}
END_TEST

static const struct {
    const char *path, *lab; // NULL: none
    long copy;
} names[] = {
    {"lab3.cu", "lab3", 0},
    {"a/b/Lab3.CU", "lab3", 0},
    {"lab3-2.cu", "lab3", 2},
    {"lab3 (12).cu", "lab3", 12},
    {"lab3(1).cu", "lab3", 1},
    {"lab3_4.cu", "lab3", 4},
    {"lab10.cu", "lab10", 0},
    {"lab1.cu", "lab1", 0},
    {"lab77.cu", NULL, 0},
    {"lab3.cpp", NULL, 0},
    {"lab3", NULL, 0},
    {".cu", NULL, 0},
    {"lab3_final.cu", NULL, 0},
    {"lab3-.cu", NULL, 0},
    {"lab3 (1.cu", NULL, 0},
    {"mylab3.cu", NULL, 0},
    {"lab3-1234567.cu", NULL, 0},
    {"lab3/x.cu", NULL, 0},
    {"lab3()).cu", NULL, 0},
};

START_TEST(names_tell_the_lab) {
    const struct upload_name name = upload_name(names[_i].path);
    ck_assert_msg((name.lab != NULL) == (names[_i].lab != NULL), "%s", names[_i].path);
    if (name.lab)
        ck_assert_str_eq(name.lab->name, names[_i].lab);
    if (name.lab)
        ck_assert_int_eq(name.copy, names[_i].copy);
}
END_TEST

static const struct {
    const char *raw, *shown;
} escapes[] = {
    {"lab3.cu", "lab3.cu"},
    {"Zoë 李小龙 Ωmega שלום", "Zoë 李小龙 Ωmega שלום"},
    {"a\033[31mb\n", "a%1B[31mb%0A"},
    {"100%", "100%25"},
    {"\377\xc3(", "%FF%C3("},
    {"\xed\xa0\x80", "%ED%A0%80"},                 // half of a surrogate pair
    {"\xc0\xaf", "%C0%AF"},                        // a slash in too many bytes
    {"a\xe2\x80\xaeuc.3bal", "a%E2%80%AEuc.3bal"}, // right to left from here
    {"\xc2\x9b", "%C2%9B"},                        // an escape sequence in one character
};

START_TEST(names_are_made_harmless) {
    char shown[100], narrow[5];
    name_escape(shown, sizeof shown, escapes[_i].raw);
    ck_assert_str_eq(shown, escapes[_i].shown);
    name_escape(narrow, sizeof narrow, escapes[_i].raw);
    ck_assert_uint_lt(strlen(narrow), sizeof narrow);
    ck_assert_int_eq(strncmp(narrow, shown, strlen(narrow)), 0);
}
END_TEST

START_TEST(gradescope_says_who_they_are) {
    static const char list[] =
        "---\nsubmission_1:\n  :submitters:\n  - :name: Ada Example\n    :sid: '0042'\n"
        "    :email: ada@example.edu\n  - :name: Bob\n    :sid:\n    :email:\n"
        "  :history:\n  - :id: 5\n    :submitters:\n    - :name: Old\n  :score: 3.0\n"
        "submission_2:\n  :submitters:\n  - {\":name\": Eve, \":sid\": \"7\"}\n";
    struct roster roster = {.count = 0};
    ck_assert_msg(roster_read(&roster, list, strlen(list), &error), "%s", error.text);
    ck_assert_uint_eq(roster.count, 3);
    ck_assert_str_eq(roster.items[0].student, "ada@example.edu");
    ck_assert_str_eq(roster.items[1].student, "Bob");
    ck_assert_str_eq(roster.items[1].submission, "submission_1");
    ck_assert_str_eq(roster.items[2].student, "7");
    roster_free(&roster);
    ck_assert(!roster_read(&roster, "a: [", 4, &error));
    roster_free(&roster);
}
END_TEST

// 2026-11-20 23:59 UTC: when the classes here have to hand in.
static const time_t due = 1795219140;
static char directory[256], class[300], path[700];

static int remove_entry(const char *name, const struct stat *status, int type, struct FTW *where) {
    (void)status, (void)type, (void)where;
    return remove(name);
}

static void set_up(void) {
    const char *base = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/uploads-XXXXXX", base ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(class, sizeof class, "%s/class", directory);
    ck_assert_int_eq(mkdir(class, 0755), 0);
}

static void tear_down(void) { ck_assert_int_eq(nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS), 0); }

static const char *in_class(const char *name) {
    snprintf(path, sizeof path, "%s/%s", class, name);
    return path;
}

static void put(const char *name, const char *text) {
    char *slash = strrchr(in_class(name), '/');
    *slash = '\0';
    mkdir(path, 0755);
    FILE *file = fopen(in_class(name), "w");
    ck_assert_ptr_nonnull(file);
    ck_assert(fputs(text, file) >= 0);
    fclose(file);
}

// An archive of entries, each a name and what is in it; "-> X" is a link.
static void pack(const char *name, const char *const (*entries)[2], size_t count) {
    struct archive *archive = archive_write_new();
    archive_write_set_format_filter_by_ext(archive, name);
    ck_assert_int_eq(archive_write_open_filename(archive, in_class(name)), ARCHIVE_OK);
    for (size_t i = 0; i < count; i++) {
        struct archive_entry *entry = archive_entry_new();
        const char *text = entries[i][1];
        const bool link = strncmp(text, "-> ", 3) == 0;
        archive_entry_set_pathname(entry, entries[i][0]);
        archive_entry_set_filetype(entry, link ? AE_IFLNK : AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        archive_entry_set_size(entry, link ? 0 : (la_int64_t)strlen(text));
        if (link)
            archive_entry_set_symlink(entry, text + 3);
        ck_assert_int_eq(archive_write_header(archive, entry), ARCHIVE_OK);
        if (!link)
            archive_write_data(archive, text, strlen(text));
        archive_entry_free(entry);
    }
    ck_assert_int_eq(archive_write_close(archive), ARCHIVE_OK);
    archive_write_free(archive);
}

static void cut_off(const char *name, off_t length) { ck_assert_int_eq(truncate(in_class(name), length), 0); }

static char found[8000];

static bool add_line(void *user, const struct gradebook_result *result) {
    (void)user;
    size_t length = strlen(found);
    snprintf(found + length, sizeof found - length, "%s %s%s%s\n", result->student, result->lab,
             result->late ? " late: " : ": ",
             result->reason ? result->reason : result->origin + strlen(class));
    char *words = strstr(found + length, "it cannot be unpacked: "); // what follows are the library's own
    if (words)
        strcpy(words, "it cannot be unpacked\n");
    return true;
}

// What the gradebook has of `where`, a line each, in `found`.
static struct intake take_in(const char *where, const char *lab) {
    char db[700];
    struct intake intake;
    snprintf(db, sizeof db, "%s/book.db", directory);
    unlink(db);
    struct gradebook *book = gradebook_open(db, GRADEBOOK_WRITE, &error);
    ck_assert_msg(book != NULL, "%s", error.text);
    ck_assert_msg(intake_read(&intake, book, where, &(struct intake_terms){lab, NULL, "cpu", due}, &error),
                  "%s", error.text);
    found[0] = '\0';
    ck_assert(gradebook_each(book, &(struct gradebook_filter){NULL, NULL}, add_line, NULL));
    gradebook_close(book);
    return intake;
}

#define PACK(name, ...)                                                                                      \
    pack(name, (const char *const[][2]){__VA_ARGS__},                                                        \
         sizeof((const char *const[][2]){__VA_ARGS__}) / (2 * sizeof(char *)))

// Seconds since 1970; -1 for what is no time.
static const struct {
    const char *text;
    long long seconds;
} timestamps[] = {{"1970-01-02 00:00 Z", 86400},
                  {"1970-01-02T00:00:30Z", 86430},
                  {"1970-01-02 00:00:30.987654321 +01:00", 82830},
                  {"1970-01-01 23:00:00 -0100", 86400},
                  {"2026-11-20 23:59:00 UTC", 1795219140},
                  {"2026-11-20 23:59", 1795219140}, // the tests run at Greenwich
                  {"2026-02-30 12:00", -1},
                  {"2026-11-20", -1},
                  {"2026-11-20 24:01", -1},
                  {"2026-11-20 12:00 +99:00", -1},
                  {"2026-11-20 12:00 here", -1},
                  {"tomorrow", -1},
                  {"", -1}};

START_TEST(times_are_read) {
    time_t seconds = -1;
    setenv("TZ", "UTC", 1);
    tzset();
    ck_assert_msg(timestamp_read(timestamps[_i].text, &seconds) == (timestamps[_i].seconds >= 0), "%s",
                  timestamps[_i].text);
    if (timestamps[_i].seconds >= 0)
        ck_assert_int_eq(seconds, timestamps[_i].seconds);
}
END_TEST

START_TEST(gradescope_says_when) {
    static const char list[] =
        "submission_1:\n  :created_at: 2026-11-20 23:59:00.000000000 Z\n  :submitters:\n"
        "  - {\":name\": In time}\n  :history:\n  - :created_at: 2026-11-30 00:00:00 Z\n"
        "submission_2:\n  :submitters:\n  - {\":name\": Too late}\n  - {\":name\": Both}\n"
        "  :created_at: 2026-11-20 17:00:00.5 -07:00\n"
        "submission_3:\n  :submitters:\n  - {\":name\": Not said}\n";
    static const bool late[] = {false, true, true, false};
    struct roster roster = {.due = due};
    ck_assert_msg(roster_read(&roster, list, strlen(list), &error), "%s", error.text);
    ck_assert_uint_eq(roster.count, 4);
    for (size_t i = 0; i < 4; i++)
        ck_assert_msg(roster.items[i].late == late[i], "%s", roster.items[i].student);
    roster_free(&roster);
}
END_TEST

START_TEST(a_class_with_everything_in_it) {
    put("s01/lab3.cu", "// fine");
    put("s02/notes.txt", "no source");
    ck_assert_int_eq(mkdir(in_class("s03"), 0755), 0);
    put("s04/x", "");
    ck_assert_int_eq(symlink("/etc/passwd", in_class("s04/lab3.cu")), 0);
    put("s05/x", "");
    ck_assert_int_eq(mkfifo(in_class("s05/lab3.cu"), 0644), 0);
    PACK("s06.zip", {"work/lab3.cu", "// fine"}, {"__MACOSX/work/._lab3.cu", "junk"});
    PACK("s07.tar.gz", {"lab3.cu", "// older"}, {"lab3-2.cu", "// newer"});
    PACK("s08.tar", {"lab3.cu", "// fine"}, {"../../outside.cu", "x"});
    PACK("s09.tar", {"lab3.cu", "-> /etc/passwd"});
    PACK("s10.tar", {"/etc/lab3.cu", "x"});
    PACK("s11.zip", {"lab3.cu", "// some text that is cut off in the middle of it, as when a disk is full"});
    cut_off("s11.zip", 60);
    put("s12.zip", "this is no archive");
    put("s13.rar", "nor is this read");
    put("s14/a.cu", "// one");
    put("s14/b.cu", "// or the other");
    put("s15/reduce.cu", "// the only one");
    put("lab3.cu", "// nobody's");
    struct intake intake = take_in(class, "lab3");
    ck_assert_str_eq(found, "s01 lab3: /s01/lab3.cu\n"
                            "s02 lab3: there is no lab3.cu, but notes.txt\n"
                            "s03 lab3: there is no lab3.cu\n"
                            "s04 lab3: it is a link, and links are not followed\n"
                            "s05 lab3: it is not a plain file\n"
                            "s06 lab3: /s06.zip: work/lab3.cu\n"
                            "s07 lab3: /s07.tar.gz: lab3-2.cu\n"
                            "s08 lab3: its path leads out of the archive, so nothing of the archive is used\n"
                            "s09 lab3: it is a link, and links are not followed\n"
                            "s10 lab3: its path leads out of the archive, so nothing of the archive is used\n"
                            "s11 lab3: it cannot be unpacked\n"
                            "s12 lab3: it cannot be unpacked\n"
                            "s13 lab3: of archives, only zip and tar are read\n"
                            "s14 lab3: two files could be lab3.cu: a.cu and b.cu\n"
                            "s15 lab3: /s15/reduce.cu\n");
    ck_assert_uint_eq(intake.count, 4);
    ck_assert_int_eq(intake.not_gradable, 12);
    ck_assert_int_eq(intake.students, 15);
    intake_free(&intake);
}
END_TEST

START_TEST(exports_of_learning_systems) {
    PACK("canvas.zip", {"doejane_12345_100_lab3.cu", "// first"},
         {"doejane_LATE_12345_200_lab3-1.cu", "// second"}, {"roemax_777_300_lab3.cu", "// his"},
         {"roemax_777_301_lab4.cu", "// his, too"});
    struct intake intake = take_in(in_class("canvas.zip"), NULL);
    ck_assert_str_eq(found, "doejane_12345 lab3 late: /canvas.zip: doejane_LATE_12345_200_lab3-1.cu\n"
                            "doejane_12345 lab4: there is no lab4.cu\n"
                            "roemax_777 lab3: /canvas.zip: roemax_777_300_lab3.cu\n"
                            "roemax_777 lab4: /canvas.zip: roemax_777_301_lab4.cu\n");
    intake_free(&intake);
    PACK("moodle.zip", {"Zoë Ñ_1_assignsubmission_file_/lab3.cu", "// fine"},
         {"Max_2_assignsubmission_onlinetext_/onlinetext.html", "<p>"});
    intake = take_in(in_class("moodle.zip"), "lab3");
    ck_assert_str_eq(found, "Max_2 lab3: there is no lab3.cu, but onlinetext.html\n"
                            "Zoë Ñ_1 lab3: /moodle.zip: Zoë Ñ_1_assignsubmission_file_/lab3.cu\n");
    intake_free(&intake);
    PACK("gradescope.zip", {"assignment_9_export/submission_1/lab3.cu", "// ours"},
         {"assignment_9_export/submission_2/lab3.cu", "// nobody knows whose"},
         {"assignment_9_export/submission_metadata.yml",
          "submission_1:\n  :created_at: 2026-11-21 08:00:00.1 +02:00\n  :submitters:\n  - :email: a@x.edu\n"
          "  - :email: b@x.edu\n"});
    intake = take_in(in_class("gradescope.zip"), "lab3");
    ck_assert_str_eq(found, "a@x.edu lab3 late: /gradescope.zip: assignment_9_export/submission_1/lab3.cu\n"
                            "b@x.edu lab3 late: /gradescope.zip: assignment_9_export/submission_1/lab3.cu\n"
                            "submission_2 lab3: /gradescope.zip: assignment_9_export/submission_2/lab3.cu\n");
    intake_free(&intake);
}
END_TEST

START_TEST(a_class_packed_in_a_folder) {
    PACK("all.tgz", {"class/s01/lab3.cu", "// one"}, {"class/s02/lab3.cu", "// two"},
         {"class/readme.txt", ""});
    struct intake intake = take_in(in_class("all.tgz"), NULL);
    ck_assert_str_eq(found, "s01 lab3: /all.tgz: class/s01/lab3.cu\ns02 lab3: /all.tgz: class/s02/lab3.cu\n");
    intake_free(&intake);
    PACK("one.tgz", {"s01/lab3/lab3.cu", "// one"}, {"s01/lab4/lab4.cu", "// two"});
    intake = take_in(in_class("one.tgz"), NULL);
    ck_assert_str_eq(found, "s01 lab3: /one.tgz: s01/lab3/lab3.cu\ns01 lab4: /one.tgz: s01/lab4/lab4.cu\n");
    intake_free(&intake);
}
END_TEST

// 300 MiB of nothing, in 300 KiB; and more files than anybody hands in.
START_TEST(bombs_do_not_go_off) {
    const size_t size = (size_t)300 << 20;
    char *nothing = calloc(1, size + 1);
    ck_assert_ptr_nonnull(nothing);
    memset(nothing, ' ', size);
    PACK("s01.tar.gz", {"a.bin", nothing}, {"lab3.cu", "// fine"});
    nothing[UNPACK_MAX_SOURCE + 1] = '\0';
    PACK("s02.zip", {"lab3.cu", nothing});
    free(nothing);
    struct intake intake = take_in(class, "lab3");
    ck_assert_str_eq(
        found, "s01 lab3: it unpacks to more than a hand-in may be\ns02 lab3: it is larger than 1 MiB\n");
    intake_free(&intake);
}
END_TEST

START_TEST(what_is_neither_is_named) {
    struct collection all;
    put("text.cu", "x");
    ck_assert(!collect(&all, in_class("text.cu"), 0, &error));
    ck_assert_msg(strstr(error.text, "text.cu is neither a folder nor a zip or tar archive") != NULL, "%s",
                  error.text);
    collect_free(&all);
    ck_assert(!collect(&all, in_class("nowhere"), 0, &error));
    ck_assert_msg(strstr(error.text, "nowhere: No such file") != NULL, "%s", error.text);
    collect_free(&all);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("uploads");
    TCase *tables = tcase_create("names");
    tcase_add_loop_test(tables, uploads_are_attributed, 0, (int)(sizeof uploads / sizeof uploads[0]));
    tcase_add_loop_test(tables, names_tell_the_lab, 0, (int)(sizeof names / sizeof names[0]));
    tcase_add_loop_test(tables, names_are_made_harmless, 0, (int)(sizeof escapes / sizeof escapes[0]));
    tcase_add_test(tables, gradescope_says_who_they_are);
    tcase_add_test(tables, gradescope_says_when);
    tcase_add_loop_test(tables, times_are_read, 0, (int)(sizeof timestamps / sizeof timestamps[0]));
    suite_add_tcase(suite, tables);
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, set_up, tear_down);
    tcase_set_timeout(files, 60);
    tcase_add_test(files, a_class_with_everything_in_it);
    tcase_add_test(files, exports_of_learning_systems);
    tcase_add_test(files, a_class_packed_in_a_folder);
    tcase_add_test(files, bombs_do_not_go_off);
    tcase_add_test(files, what_is_neither_is_named);
    suite_add_tcase(suite, files);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
