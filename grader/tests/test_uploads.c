// Uploads: the owner, lab and attempt of a file, by its name; which of several counts; and the result
// of a class's folder with every kind of mistake in it.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/timestamp.h"
#include "class/intake/collect.h"
#include "class/intake/intake.h"
#include "class/intake/upload.h"
#include "class/unpack/names.h"
#include "class_folder.h"

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
    {"A_B_7_assignsubmission_file_lab3.cu", "A_B_7", "lab3.cu", 0, false},
    {"Participant_7_assignsubmission_file_my_lab3.cu", "Participant_7", "my_lab3.cu", 0, false},
    {"Max_2_assignsubmission_onlinetext_onlinetext.html", "Max_2", "onlinetext.html", 0, false},
    {"Max_2_assignsubmission_file", "", "Max_2_assignsubmission_file", 0, false},
    {"anon_x4Kq2_67890_lab3.cu", "anon_x4Kq2", "lab3.cu", 67890, false},
    {"LATE_anon_x4Kq2_67890_lab3-2.cu", "anon_x4Kq2", "lab3-2.cu", 67890, true},
    {"anon_x4Kq2_text.html", "anon_x4Kq2", "text.html", 0, false},
    {"doejane_12345_text.html", "doejane_12345", "text.html", 0, false},
    {"doejane_LATE_12345_link.html", "doejane_12345", "link.html", 0, true},
    {"Lab 3_jdoe_attempt_2026-11-20-23-41-05_lab3.cu", "jdoe", "lab3.cu", 1795218065, false},
    {"Lab_3_jdoe_attempt_2026-11-20-23-41-05_my_work.zip", "jdoe", "my_work.zip", 1795218065, false},
    {"Lab 3_jdoe_attempt_2026-11-20-23-41-05.txt", "jdoe", "", 1795218065, false},
    {"Lab 3_jdoe_attempt_2026-11-20_lab3.cu", "", "Lab 3_jdoe_attempt_2026-11-20_lab3.cu", 0, false},
    {"submission_123/lab3.cu", "submission_123", "lab3.cu", 123, false},
    {"submission_one/lab3.cu", "submission_one", "lab3.cu", 0, false},
    {"", "", "", 0, false},
    {"/", "", "", 0, false},
};

static struct error error;

START_TEST(uploads_are_attributed) {
    struct upload upload;
    setenv("TZ", "UTC", 1);
    tzset();
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
    {"lab3.cu", "lab3", 0},     {"a/b/Lab3.CU", "lab3", 0},
    {"lab3-2.cu", "lab3", 2},   {"lab3 (12).cu", "lab3", 12},
    {"lab3(1).cu", "lab3", 1},  {"lab3_4.cu", "lab3", 4},
    {"lab10.cu", "lab10", 0},   {"lab1.cu", "lab1", 0},
    {"lab77.cu", NULL, 0},      {"lab3.cpp", "lab3", 0},
    {"Lab3.cu.txt", "lab3", 0}, {"lab3-2.txt", "lab3", 2},
    {"lab3.h", NULL, 0},        {"lab3", NULL, 0},
    {".cu", NULL, 0},           {"lab3_final.cu", NULL, 0},
    {"lab3-.cu", NULL, 0},      {"lab3 (1.cu", NULL, 0},
    {"mylab3.cu", NULL, 0},     {"lab3-1234567.cu", NULL, 0},
    {"lab3/x.cu", NULL, 0},     {"lab3()).cu", NULL, 0},
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

// Seconds since 1970; -1 for an invalid time.
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
    static const time_t times[] = {1795219140, 1795219200, 1795219200, 0};
    struct roster roster = {.count = 0};
    ck_assert_msg(roster_read(&roster, list, strlen(list), &error), "%s", error.text);
    ck_assert_uint_eq(roster.count, 4);
    for (size_t i = 0; i < 4; i++)
        ck_assert_msg(roster.items[i].submitted == times[i], "%s", roster.items[i].student);
    roster_free(&roster);
}
END_TEST

START_TEST(a_class_with_everything_in_it) {
    class_put("s01/lab3.cu", "// fine");
    class_put("s02/notes.txt", "no source");
    ck_assert_int_eq(mkdir(class_path("s03"), 0755), 0);
    class_put("s04/x", "");
    ck_assert_int_eq(symlink("/etc/passwd", class_path("s04/lab3.cu")), 0);
    class_put("s05/x", "");
    ck_assert_int_eq(mkfifo(class_path("s05/lab3.cu"), 0644), 0);
    CLASS_PACK("s06.zip", {"mine/lab3.cu", "// fine"}, {"__MACOSX/mine/._lab3.cu", "junk"});
    CLASS_PACK("s07.tar.gz", {"lab3.cu", "// older"}, {"lab3-2.cu", "// newer"});
    CLASS_PACK("s08.tar", {"lab3.cu", "// fine"}, {"../../outside.cu", "x"});
    CLASS_PACK("s09.tar", {"lab3.cu", "-> /etc/passwd"});
    CLASS_PACK("s10.tar", {"/etc/lab3.cu", "x"});
    CLASS_PACK("s11.zip",
               {"lab3.cu", "// some text that is cut off in the middle of it, as when a disk is full"});
    ck_assert_int_eq(truncate(class_path("s11.zip"), 60), 0);
    class_put("s12.zip", "this is no archive");
    class_put("s13.rar", "nor is this read");
    class_put("s14/a.cu", "// one");
    class_put("s14/b.cu", "// or the other");
    class_put("s15/reduce.cu", "// the only one");
    class_pack("s16.zip", NULL, 0);
    class_pack("s17.tar.gz", NULL, 0);
    class_put("s18.zip", "");
    class_put("lab3.cu", "// nobody's");
    struct intake intake = class_take_in(class_path(""), "lab3");
    ck_assert_str_eq(class_found,
                     "s01 lab3: /s01/lab3.cu\n"
                     "s02 lab3: there is no lab3.cu, but notes.txt\n"
                     "s03 lab3: nothing was handed in\n"
                     "s04 lab3: it is a link, and links are not followed\n"
                     "s05 lab3: it is not a plain file\n"
                     "s06 lab3: /s06.zip: mine/lab3.cu\n"
                     "s07 lab3: /s07.tar.gz: lab3-2.cu\n"
                     "s08 lab3: its path leads out of the archive, so nothing of the archive is used\n"
                     "s09 lab3: it is a link, and links are not followed\n"
                     "s10 lab3: its path leads out of the archive, so nothing of the archive is used\n"
                     "s11 lab3: it cannot be unpacked\n"
                     "s12 lab3: it cannot be unpacked\n"
                     "s13 lab3: of archives, only zip and tar are read\n"
                     "s14 lab3: two files could be lab3.cu: a.cu and b.cu\n"
                     "s15 lab3: /s15/reduce.cu\n"
                     "s16 lab3: the archive is empty\n"
                     "s17 lab3: the archive is empty\n"
                     "s18 lab3: the archive is empty\n");
    ck_assert_uint_eq(intake.count, 4);
    ck_assert_int_eq(intake.not_gradable, 15);
    ck_assert_int_eq(intake.students, 18);
    intake_free(&intake);
}
END_TEST

START_TEST(exports_of_learning_systems) {
    CLASS_PACK("canvas.zip", {"doejane_12345_100_lab3.cu", "// first"},
               {"doejane_LATE_12345_200_lab3-1.cu", "// second"}, {"roemax_777_300_lab3.cu", "// his"},
               {"roemax_777_301_lab4.cu", "// his, too"});
    struct intake intake = class_take_in(class_path("canvas.zip"), NULL);
    ck_assert_str_eq(class_found, "doejane_12345 lab3 late: /canvas.zip: doejane_LATE_12345_200_lab3-1.cu\n"
                                  "doejane_12345 lab4: nothing was handed in\n"
                                  "roemax_777 lab3: /canvas.zip: roemax_777_300_lab3.cu\n"
                                  "roemax_777 lab4: /canvas.zip: roemax_777_301_lab4.cu\n");
    intake_free(&intake);
    CLASS_PACK("moodle.zip", {"Zoë Ñ_1_assignsubmission_file_/lab3.cu", "// fine"},
               {"Max_2_assignsubmission_onlinetext_/onlinetext.html", "<p>"});
    intake = class_take_in(class_path("moodle.zip"), "lab3");
    ck_assert_str_eq(class_found, "Max_2 lab3: there is no lab3.cu, but onlinetext.html\n"
                                  "Zoë Ñ_1 lab3: /moodle.zip: Zoë Ñ_1_assignsubmission_file_/lab3.cu\n");
    intake_free(&intake);
    CLASS_PACK(
        "gradescope.zip", {"assignment_9_export/submission_1/lab3.cu", "// ours"},
        {"assignment_9_export/submission_2/lab3.cu", "// nobody knows whose"},
        {"assignment_9_export/submission_metadata.yml",
         "submission_1:\n  :created_at: 2026-11-21 08:00:00.1 +02:00\n  :submitters:\n  - :email: a@x.edu\n"
         "  - :email: b@x.edu\n"});
    intake = class_take_in(class_path("gradescope.zip"), "lab3");
    ck_assert_str_eq(class_found,
                     "a@x.edu lab3 late: /gradescope.zip: assignment_9_export/submission_1/lab3.cu\n"
                     "b@x.edu lab3 late: /gradescope.zip: assignment_9_export/submission_1/lab3.cu\n"
                     "submission_2 lab3: /gradescope.zip: assignment_9_export/submission_2/lab3.cu\n");
    intake_free(&intake);
}
END_TEST

// Imperfect uploads: graded with a note, or named as what they are.
static const struct {
    const char *files[3]; // in s01's folder, or a system's own names
    const char *lab, *found;
} nearly[] = {
    {{"s01/lab3.cu.txt"}, NULL, "s01 lab3: /s01/lab3.cu.txt\n"},
    {{"s01/lab3.cpp", "s01/notes.txt"}, NULL, "s01 lab3: /s01/lab3.cpp\n"},
    {{"s01/lab3.txt", "s01/lab3.cu"}, NULL, "s01 lab3: /s01/lab3.cu\n"},
    {{"s01/lab3.txt", "s01/reduce.cu"}, "lab3", "s01 lab3: /s01/lab3.txt\n"},
    {{"s01/notes.txt"}, "lab3", "s01 lab3: there is no lab3.cu, but notes.txt\n"},
    {{"lab3.txt"}, "lab3", ""}, // beside the students' folders
    {{"doejane_12345_100_lab3.cu"},
     "lab1",
     "doejane_12345 lab1: there is no lab1.cu, but lab3.cu: was it handed in to the wrong lab?\n"},
    {{"s01/lab3.cu"}, "lab1", "s01 lab1: nothing was handed in; there is lab3.cu\n"},
    {{"s01/labs/lab4/lab4.cu", "s01/docs/raw.tar.xz", "s01/README.md"},
     "lab3",
     "s01 lab3: nothing was handed in; there is labs/lab4/lab4.cu\n"},
    {{"s01/labs/lab4/lab4.cu", "s01/docs/raw.tar.xz", "s01/README.md"},
     NULL,
     "s01 lab4: /s01/labs/lab4/lab4.cu\n"},
    {{"s01/docs/raw.tar.xz", "s01/labs/lab3/lab3.h", "s01/Makefile"},
     "lab3",
     "s01 lab3: nothing was handed in: the clone has no lab3.cu\n"},
    {{"Jos\u00e9/lab3.cu", "Jose\u0301/lab4.cu"}, // as Linux and as macOS write it
     NULL,
     "Jos\u00e9 lab3: /Jos\u00e9/lab3.cu\nJos\u00e9 lab4: /Jose\u0301/lab4.cu\n"},
    {{"\u1112\u1161\u11ab/lab3.cu"}, "lab3", "\ud55c lab3: /\u1112\u1161\u11ab/lab3.cu\n"},
    {{"\u304b\u3099/lab3.cu"}, "lab3", "\u304c lab3: /\u304b\u3099/lab3.cu\n"},
    {{"a\u0302\u0301/lab3.cu"}, "lab3", "\u1ea5 lab3: /a\u0302\u0301/lab3.cu\n"},
};

static void put_deep(const char *name) {
    char folder[200];
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - name), name);
        mkdir(class_path(folder), 0755);
    }
    class_put(name, "// some work");
}

START_TEST(what_is_nearly_right) {
    for (int i = 0; i < 3 && nearly[_i].files[i]; i++)
        put_deep(nearly[_i].files[i]);
    struct intake intake = class_take_in(class_path(""), nearly[_i].lab);
    ck_assert_str_eq(class_found, nearly[_i].found);
    intake_free(&intake);
}
END_TEST

START_TEST(a_class_packed_in_a_folder) {
    CLASS_PACK("all.tgz", {"class/s01/lab3.cu", "// one"}, {"class/s02/lab3.cu", "// two"},
               {"class/readme.txt", ""});
    struct intake intake = class_take_in(class_path("all.tgz"), NULL);
    ck_assert_str_eq(class_found,
                     "s01 lab3: /all.tgz: class/s01/lab3.cu\ns02 lab3: /all.tgz: class/s02/lab3.cu\n");
    intake_free(&intake);
    CLASS_PACK("one.tgz", {"s01/lab3/lab3.cu", "// one"}, {"s01/lab4/lab4.cu", "// two"});
    intake = class_take_in(class_path("one.tgz"), NULL);
    ck_assert_str_eq(class_found,
                     "s01 lab3: /one.tgz: s01/lab3/lab3.cu\ns01 lab4: /one.tgz: s01/lab4/lab4.cu\n");
    intake_free(&intake);
}
END_TEST

// 300 MiB of nothing, in 300 KiB; and too many files.
START_TEST(bombs_do_not_go_off) {
    const size_t size = (size_t)300 << 20;
    char *nothing = calloc(1, size + 1);
    ck_assert_ptr_nonnull(nothing);
    memset(nothing, ' ', size);
    CLASS_PACK("s01.tar.gz", {"a.bin", nothing}, {"lab3.cu", "// fine"});
    nothing[UNPACK_MAX_SOURCE + 1] = '\0';
    CLASS_PACK("s02.zip", {"lab3.cu", nothing});
    free(nothing);
    struct intake intake = class_take_in(class_path(""), "lab3");
    ck_assert_str_eq(
        class_found,
        "s01 lab3: it unpacks to more than a hand-in may be\ns02 lab3: it is larger than 1 MiB\n");
    intake_free(&intake);
}
END_TEST

START_TEST(what_is_neither_is_named) {
    struct collection all;
    class_put("text.cu", "x");
    ck_assert(!collect(&all, class_path("text.cu"), &error));
    ck_assert_msg(strstr(error.text, "text.cu is neither a folder nor a zip or tar archive") != NULL, "%s",
                  error.text);
    collect_free(&all);
    ck_assert(!collect(&all, class_path("nowhere"), &error));
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
    tcase_add_checked_fixture(files, class_set_up, class_tear_down);
    tcase_set_timeout(files, 60);
    tcase_add_test(files, a_class_with_everything_in_it);
    tcase_add_test(files, exports_of_learning_systems);
    tcase_add_loop_test(files, what_is_nearly_right, 0, (int)(sizeof nearly / sizeof nearly[0]));
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
