// The layouts of systems' downloads, and the contents of students' uploads: no file
// of one student ends the reading, and each student has a file, or a reason.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "class/intake/collect.h"
#include "class/intake/file_list.h"
#include "class_folder.h"
#include "lab/spec.h"

static char *text_of(const char *path, size_t *length) {
    static char why[300];
    char *text;
    ck_assert_msg(source_read(path, &text, length, NULL, why, sizeof why), "%s: %s", path, why);
    text[*length] = '\0';
    return text;
}

// A file of the kit, in the class's folder.
static void put_copy(const char *name, const char *of) {
    size_t length;
    char *text = text_of(of, &length);
    class_put_bytes(name, text, length);
    free(text);
}

// Whole clones of the hand-out in folders: one student has done lab 3, one nothing; both have the challenges.
START_TEST(starters_are_not_handed_in) {
    char name[200], of[200];
    static const char *const students[] = {"ada", "bob"};
    for (size_t i = 0; i < 2; i++)
        for (size_t lab = 0; lab < spec_count(); lab++) {
            static const char *const folders[] = {"", "/labs", "/labs/%s"};
            for (size_t k = 0; k < 3; k++) {
                snprintf(of, sizeof of, folders[k], spec_get(lab)->name);
                snprintf(name, sizeof name, "%s%s", students[i], of);
                mkdir(class_path(name), 0755);
            }
            snprintf(name, sizeof name, "%s/labs/%s/%s.cu", students[i], spec_get(lab)->name,
                     spec_get(lab)->name);
            snprintf(of, sizeof of, "%s", strchr(name, '/') + 1);
            put_copy(name, of);
        }
    class_put("ada/labs/lab3/lab3.cu", "// her work");
    struct intake intake = class_take_in(class_path(""), NULL);
    ck_assert_str_eq(class_found, "ada lab3: /ada/labs/lab3/lab3.cu\n"
                                  "bob lab3: nothing was handed in: the starter is as it was handed out\n");
    ck_assert_uint_eq(intake.count, 1);
    ck_assert_int_eq(intake.missing, 1);
    intake_free(&intake);
}
END_TEST

// The challenges are labs like others: every lab can be stored with a result.
START_TEST(every_lab_can_be_stored) {
    char name[100];
    for (size_t i = 0; i < spec_count(); i++) {
        snprintf(name, sizeof name, "s01/%s.cu", spec_get(i)->name);
        class_put(name, "// work");
    }
    struct intake intake = class_take_in(class_path(""), NULL);
    ck_assert_uint_eq(intake.count, spec_count());
    ck_assert_int_eq(intake.not_gradable, 0);
    intake_free(&intake);
}
END_TEST

// Text around a starter makes it no submission; a changed character does.
static const struct {
    const char *before, *after;
    bool crlf, starter;
} touched[] = {
    {"", "", false, true},
    {"", "", true, true},
    {"", "\n\n  \n", false, true},
    {"// mine\n", "", false, false},
    {"", "int mine;\n", true, false},
};

START_TEST(a_touched_starter_is_handed_in) {
    size_t length, used = 0;
    char *text = text_of("labs/lab3/lab3.cu", &length), *changed = malloc(2 * length + 100);
    ck_assert_ptr_nonnull(changed);
    used += (size_t)sprintf(changed, "%s", touched[_i].before);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n' && touched[_i].crlf)
            changed[used++] = '\r';
        changed[used++] = text[i];
    }
    used += (size_t)sprintf(changed + used, "%s", touched[_i].after);
    class_put_bytes("s01/lab3.cu", changed, used);
    struct intake intake = class_take_in(class_path(""), "lab3");
    ck_assert_int_eq(intake.missing, touched[_i].starter);
    ck_assert_uint_eq(intake.count, touched[_i].starter ? 0 : 1);
    intake_free(&intake);
    free(text);
    free(changed);
}
END_TEST

// An untouched starter is compared with the archive that it came in, and not with that of another assignment.
START_TEST(a_starter_is_found_where_it_was_handed_in) {
    size_t length;
    char *starter = text_of("labs/lab1/lab1.cu", &length), found[300] = "";
    class_pack("lab1.zip",
               (const char *const[][2]){{"Ann Lee_6_assignsubmission_file/lab1.cu", "// work"},
                                        {"Li Ming_7_assignsubmission_file/lab1.cu", starter}},
               2);
    class_pack("lab3.zip", (const char *const[][2]){{"Li Ming_9_assignsubmission_file/lab3.cu", "// work"}},
               1);
    class_put("../roster.csv",
              "First name,Last name,Email address\nLi,Ming,li@example.org\nAnn,Lee,ann@example.org\n");
    char roster[300];
    snprintf(roster, sizeof roster, "%s", class_path("../roster.csv"));
    struct intake intake = class_take_in_roster(class_path(""), NULL, roster);
    struct error error = {""};
    struct gradebook *book = gradebook_open(class_book(), GRADEBOOK_READ, &error);
    ck_assert_msg(book != NULL, "%s", error.text);
    struct gradebook_rows rows = gradebook_results(book, &(struct gradebook_filter){NULL, "lab1"});
    for (struct gradebook_result result; gradebook_next_result(&rows, &result);)
        if (result.reason)
            snprintf(found, sizeof found, "%s", result.origin);
    ck_assert(gradebook_rows_end(&rows));
    gradebook_close(book);
    ck_assert_msg(strstr(found, "/lab1.zip: Li Ming_7_assignsubmission_file/") != NULL, "%s in %s",
                  class_found, found);
    intake_free(&intake);
    free(starter);
}
END_TEST

// A clone of all of the kit: its solutions and fixtures are not the student's.
START_TEST(a_clone_of_the_whole_kit) {
    static const char *const folders[] = {
        "s01",        "s01/labs",           "s01/labs/lab3",    "s01/solutions",
        "s01/grader", "s01/solutions/lab3", "s01/grader/course"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        mkdir(class_path(folders[i]), 0755);
    put_copy("s01/solutions/lab3/lab3.cu", "solutions/lab3/lab3.cu");
    class_put("s01/grader/course/lab3.cu", "// a fixture");
    put_copy("s01/labs/lab3/lab3.cu", "labs/lab3/lab3.cu");
    struct intake intake = class_take_in(class_path(""), "lab3");
    ck_assert_str_eq(class_found, "s01 lab3: nothing was handed in: the starter is as it was handed out\n");
    intake_free(&intake);
    class_put("s01/labs/lab3/lab3.cu", "// work");
    intake = class_take_in(class_path(""), "lab3");
    ck_assert_str_eq(class_found, "s01 lab3: /s01/labs/lab3/lab3.cu\n");
    intake_free(&intake);
}
END_TEST

static const struct {
    const char *name;
    const char *entries[8][2];
    const char *found; // of lab 3
} exports[] = {
    {"canvas.zip",
     {{"doejane_12345_100_lab3.cu", "// first"},
      {"doejane_LATE_12345_200_lab3-1.cu", "// second"},
      {"roemax_777_text.html", "<p>I typed it"},
      {"LATE_anon_x4Kq2_300_lab3.cu", "// nobody knows whose"},
      {"anon_y5_301_lab3.cu", "// nor this"}},
     "anon_x4Kq2 lab3 late: /canvas.zip: LATE_anon_x4Kq2_300_lab3.cu\n"
     "anon_y5 lab3: /canvas.zip: anon_y5_301_lab3.cu\n"
     "doejane_12345 lab3 late: /canvas.zip: doejane_LATE_12345_200_lab3-1.cu\n"
     "roemax_777 lab3: there is no lab3.cu, but text.html\n"},
    {"moodle folders.zip",
     {{"Zoë Ñ_1_assignsubmission_file/lab3.cu", "// since 4.1"},
      {"Max_2_assignsubmission_file_/src/lab3.cu", "// before"},
      {"Eve_3_assignsubmission_onlinetext/onlinetext.html", "<p>"}},
     "Eve_3 lab3: there is no lab3.cu, but onlinetext.html\n"
     "Max_2 lab3: /moodle folders.zip: Max_2_assignsubmission_file_/src/lab3.cu\n"
     "Zoë Ñ_1 lab3: /moodle folders.zip: Zoë Ñ_1_assignsubmission_file/lab3.cu\n"},
    {"moodle flat.zip",
     {{"Zoë Ñ_1_assignsubmission_file_lab3.cu", "// fine"},
      {"Max_2_assignsubmission_file_lab3.cu", "// fine"},
      {"Eve_3_assignsubmission_onlinetext_onlinetext.html", "<p>"}},
     "Eve_3 lab3: there is no lab3.cu, but onlinetext.html\n"
     "Max_2 lab3: /moodle flat.zip: Max_2_assignsubmission_file_lab3.cu\n"
     "Zoë Ñ_1 lab3: /moodle flat.zip: Zoë Ñ_1_assignsubmission_file_lab3.cu\n"},
    {"gradescope.zip",
     {{"assignment_9_export/submission_1/lab3.cu", "// ours"},
      {"assignment_9_export/submission_2/lab3.cu", "// his"},
      {"assignment_9_export/submission_2/submission_metadata.yml", "a: ["},
      {"assignment_9_export/submission_metadata.yml",
       "submission_1:\n  :created_at: 2026-11-21 08:00:00.1 +02:00\n  :submitters:\n  - :email: a@x.edu\n"
       "  - :email: b@x.edu\n"}},
     "a@x.edu lab3 late: /gradescope.zip: assignment_9_export/submission_1/lab3.cu\n"
     "b@x.edu lab3 late: /gradescope.zip: assignment_9_export/submission_1/lab3.cu\n"
     "submission_2 lab3: /gradescope.zip: assignment_9_export/submission_2/lab3.cu\n"},
    {"blackboard.zip",
     {{"Lab 3_jdoe_attempt_2026-11-20-23-41-05_lab3.cu", "// first"},
      {"Lab 3_jdoe_attempt_2026-11-20-23-41-05.txt", "Name: Jane Doe (jdoe)"},
      {"Lab 3_jdoe_attempt_2026-11-21-00-02-00_lab3.cu", "// second"},
      {"Lab 3_jdoe_attempt_2026-11-21-00-02-00.txt", "Name: Jane Doe (jdoe)"},
      {"Lab 3_maxroe_attempt_2026-11-20-10-00-00.txt", "There are no student files associated with this."}},
     "jdoe lab3 late: /blackboard.zip: Lab 3_jdoe_attempt_2026-11-21-00-02-00_lab3.cu\n"
     "maxroe lab3: nothing was handed in\n"},
    {"clones.zip",
     {{"clones/lab3-ada/labs/lab3/lab3.cu", "// hers"}, {"clones/lab3-bob/labs/lab3/lab3.cu", "// his"}},
     "ada lab3: /clones.zip: clones/lab3-ada/labs/lab3/lab3.cu\n"
     "bob lab3: /clones.zip: clones/lab3-bob/labs/lab3/lab3.cu\n"},
    // Classroom 50's names and folder; logins with dashes in them and a lab's name.
    {"classroom50.zip",
     {{"cs101-lab3_submissions_2026_11_20_T_12_00_00/cs101-lab3-max-a/labs/lab3/lab3.cu", "// a"},
      {"cs101-lab3_submissions_2026_11_20_T_12_00_00/cs101-lab3-max-b/labs/lab3/lab3.cu", "// b"},
      {"cs101-lab3_submissions_2026_11_20_T_12_00_00/cs101-lab3-max-lab3-a/labs/lab3/lab3.cu", "// c"},
      {"cs101-lab3_submissions_2026_11_20_T_12_00_00/scores.csv", "username,score\n"}},
     "max-a lab3: /classroom50.zip: "
     "cs101-lab3_submissions_2026_11_20_T_12_00_00/cs101-lab3-max-a/labs/lab3/lab3.cu\n"
     "max-b lab3: /classroom50.zip: "
     "cs101-lab3_submissions_2026_11_20_T_12_00_00/cs101-lab3-max-b/labs/lab3/lab3.cu\n"
     "max-lab3-a lab3: /classroom50.zip: "
     "cs101-lab3_submissions_2026_11_20_T_12_00_00/cs101-lab3-max-lab3-a/labs/lab3/lab3.cu\n"},
    // An assignment without a lab's name; a login that contains one, and cannot hide its own name by it.
    {"week.zip",
     {{"week-1-ada/labs/lab3/lab3.cu", "// hers"}, {"week-1-lab3-ada/labs/lab3/lab3.cu", "// his"}},
     "ada lab3: /week.zip: week-1-ada/labs/lab3/lab3.cu\n"
     "lab3-ada lab3: /week.zip: week-1-lab3-ada/labs/lab3/lab3.cu\n"},
    // Clones of two assignments; folders that are no clones keep their names.
    {"two.zip",
     {{"cs-lab3-ada/labs/lab3/lab3.cu", "// hers"}, {"cs-lab4-ada/labs/lab4/lab4.cu", "// hers, too"}},
     "ada lab3: /two.zip: cs-lab3-ada/labs/lab3/lab3.cu\n"},
    {"plain.zip",
     {{"max-a/lab3.cu", "// a"}, {"max-b/lab3.cu", "// b"}},
     "max-a lab3: /plain.zip: max-a/lab3.cu\n"
     "max-b lab3: /plain.zip: max-b/lab3.cu\n"},
};

START_TEST(layouts_of_systems) {
    size_t count = 0;
    setenv("TZ", "UTC", 1);
    tzset();
    while (count < 8 && exports[_i].entries[count][0])
        count++;
    class_pack(exports[_i].name, exports[_i].entries, count);
    struct intake intake = class_take_in(class_path(exports[_i].name), "lab3");
    ck_assert_str_eq(class_found, exports[_i].found);
    intake_free(&intake);
}
END_TEST

// Two downloads in one folder, one per section.
START_TEST(a_folder_of_downloads) {
    CLASS_PACK("section 1.zip", {"doejane_12345_100_lab3.cu", "// hers"});
    CLASS_PACK("section 2.zip", {"roemax_777_300_lab3.cu", "// his"}, {"eve_778_301_lab3.cu", "// hers"});
    class_put("grades.csv", "Student,ID\n");
    struct intake intake = class_take_in(class_path(""), NULL);
    ck_assert_str_eq(class_found, "doejane_12345 lab3: /section 1.zip: doejane_12345_100_lab3.cu\n"
                                  "eve_778 lab3: /section 2.zip: eve_778_301_lab3.cu\n"
                                  "roemax_777 lab3: /section 2.zip: roemax_777_300_lab3.cu\n");
    intake_free(&intake);
    // Beside students' archives, it counts as a student's, who may not hand in for others.
    CLASS_PACK("s01.zip", {"lab3.cu", "// work"});
    intake = class_take_in(class_path(""), NULL);
    ck_assert_ptr_null(strstr(class_found, "roemax_777 lab3: /"));
    ck_assert_ptr_nonnull(strstr(class_found, "s01 lab3: /s01.zip: lab3.cu\n"));
    intake_free(&intake);
}
END_TEST

// A text that Windows wrote as UTF-16, in both orders, with a mark and without.
static const struct {
    const char *bytes;
    size_t length;
    const char *text; // NULL: as it is
} encodings[] = {
    {"\xff\xfe/\0/\0\xe9\0\n\0", 10, "//é\n"},
    {"\xfe\xff\0/\0/\x67\x4e\0\n", 10, "//李\n"},
    {"/\0/\0 \0x\0\n\0", 10, "// x\n"},
    {"\0/\0/\0 \0x\0\n", 10, "// x\n"},
    {"\xff\xfe\x3d\xd8\x80\xde\n\0", 8, "🚀\n"},
    {"\xff\xfe\x3d\xd8\n\0", 6, NULL}, // half of a pair
    {"\xff\xfe/\0/", 5, NULL},
    {"// ascii\n", 9, NULL},
    {"a\0b", 3, NULL},
    {"", 0, NULL},
};

START_TEST(utf16_is_read) {
    class_put_bytes("s01/lab3.cu", encodings[_i].bytes, encodings[_i].length);
    size_t length;
    char *text = text_of(class_path("s01/lab3.cu"), &length);
    const char *wanted = encodings[_i].text ? encodings[_i].text : encodings[_i].bytes;
    ck_assert_uint_eq(length, encodings[_i].text ? strlen(wanted) : encodings[_i].length);
    ck_assert_int_eq(memcmp(text, wanted, length), 0);
    free(text);
}
END_TEST

// One student's folder with too many files, and one with a broken list of names.
START_TEST(one_student_ends_nothing) {
    char name[100];
    class_put("s01/lab3.cu", "// work");
    class_put("s02/submission_metadata.yml", "a: [");
    class_put("s02/lab3.cu", "// work");
    class_put("s03/x", "");
    mkdir(class_path("s03/many"), 0755);
    for (int i = 0; i <= UNPACK_MAX_ENTRIES; i++) {
        snprintf(name, sizeof name, "s03/many/%d", i);
        ck_assert_int_eq(mknod(class_path(name), S_IFREG | 0644, 0), 0);
    }
    struct intake intake = class_take_in(class_path(""), "lab3");
    ck_assert_str_eq(class_found, "s01 lab3: /s01/lab3.cu\ns02 lab3: /s02/lab3.cu\n"
                                  "s03 lab3: it holds more than 100000 files\n");
    intake_free(&intake);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("layouts");
    TCase *cases = tcase_create("files");
    tcase_add_checked_fixture(cases, class_set_up, class_tear_down);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, starters_are_not_handed_in);
    tcase_add_test(cases, every_lab_can_be_stored);
    tcase_add_loop_test(cases, a_touched_starter_is_handed_in, 0, (int)(sizeof touched / sizeof touched[0]));
    tcase_add_test(cases, a_starter_is_found_where_it_was_handed_in);
    tcase_add_test(cases, a_clone_of_the_whole_kit);
    tcase_add_loop_test(cases, layouts_of_systems, 0, (int)(sizeof exports / sizeof exports[0]));
    tcase_add_test(cases, a_folder_of_downloads);
    tcase_add_loop_test(cases, utf16_is_read, 0, (int)(sizeof encodings / sizeof encodings[0]));
    tcase_add_test(cases, one_student_ends_nothing);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
