// The roster: files of several systems, whose lines are the same people; the owners of uploads; and the
// exports of a class with one.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/csv_table.h"
#include "class/export/export.h"
#include "class/intake/people.h"
#include "class_folder.h"

static struct error error;

static const struct {
    const char *text;
    const char *cells; // each in brackets; or the error in the file
    bool good;
} tables[] = {
    {"a,b\n1,2\n", "[a][b]\n[1][2]\n", true},
    {"\xef\xbb\xbf"
     "a;b\r\n1;2,5\r\n",
     "[a][b]\n[1][2,5]\n", true},
    {"a\tb\n1\t\n\n , \n# a comment\n2\t3", "[a][b]\n[1][]\n[,]\n[2][3]\n", true},
    {"# of the class\n#,name\n1,Ada\n#\n# 2,Bob\n#,Eve\n", "[#][name]\n[1][Ada]\n", true},
    {"#\na\n", "[a]\n", true},
    {"a,b\n\"x, \"\"y\"\"\",\"two\nlines\"\n", "[a][b]\n[x, \"y\"][two\nlines]\n", true},
    {"a,b\n  1 , 2  \n", "[a][b]\n[1][2]\n", true},
    {"\xff\xfe"
     "a\0,\0b\0\n\0",
     "[a][b]\n", true},
    {"a,b\n1,\"2\n", ":2: a quotation that begins here does not end", false},
    {"a,b\n1,2\n\xe9,3\n", ":3: this is no text in UTF-8", false},
    {"name\nJose\u0301\n", "[name]\n[Jos\u00e9]\n", true}, // as macOS writes it
    {"", "", true},
};

START_TEST(csv_is_read) {
    struct csv_table table;
    char text[1000] = "";
    const size_t length = tables[_i].text[0] == '\xff' ? 10 : strlen(tables[_i].text);
    class_put_bytes("roster.csv", tables[_i].text, length);
    const bool good = csv_table_read(&table, class_path("roster.csv"), &error);
    ck_assert_msg(good == tables[_i].good, "%s", error.text);
    for (size_t i = 0; i < table.count; i++) {
        for (size_t k = 0; k < table.rows[i].count; k++)
            sprintf(text + strlen(text), "[%s]", table.rows[i].cells[k]);
        strcat(text, "\n");
    }
    if (good)
        ck_assert_str_eq(text, tables[_i].cells);
    else
        ck_assert_msg(strstr(error.text, tables[_i].cells) != NULL, "%s", error.text);
    csv_table_free(&table);
}
END_TEST

static const char own[] = "name,email,login,number,section\n"
                          "\"Lovelace, Ada\",ada@x.edu,ada,1001,Monday\n"
                          "Bob Byte,bob@x.edu,bob-b,1002,Tuesday\n"
                          "Eve Example,eve@x.edu,eve,1003,Monday\n";
// As Canvas exports its gradebook: the second line is no student's.
static const char canvas[] = "Student,ID,SIS User ID,SIS Login ID,Section,Lab 3 (99)\n"
                             "    Points Possible,,,,,100.00\n"
                             "\"Lovelace, Ada\",12345,1001,ada,Monday,\n"
                             "\"Byte, Bob\",12346,1002,bob-b,Tuesday,\n";
// As Moodle exports an assignment's worksheet.
static const char worksheet[] =
    "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Grade can be changed\","
    "\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\n"
    "\"Participant 4711\",\"Ada Lovelace\",ada@x.edu,\"Submitted for grading\",,100.00,Yes,"
    "\"Friday, 20 November 2026, 11:41 PM\",-,\n"
    "\"Participant 4712\",\"Eve Example\",eve@x.edu,\"No submission\",,100.00,Yes,-,-,\n";

static void put_rosters(void) {
    class_put("own.csv", own);
    class_put("canvas.csv", canvas);
    class_put("worksheet.csv", worksheet);
}

static void read_all(struct people *people) {
    *people = (struct people){.count = 0};
    setenv("TZ", "UTC", 1);
    tzset();
    put_rosters();
    ck_assert_msg(people_read(people, class_path("own.csv"), true, &error), "%s", error.text);
    ck_assert_msg(people_read(people, class_path("canvas.csv"), false, &error), "%s", error.text);
    ck_assert_msg(people_read(people, class_path("worksheet.csv"), false, &error), "%s", error.text);
}

START_TEST(one_person_in_several_files) {
    struct people people;
    read_all(&people);
    ck_assert_uint_eq(people.count, 3);
    ck_assert_str_eq(people.items[0].student, "ada");
    ck_assert_str_eq(people.items[0].keys[PERSON_CANVAS], "12345");
    const struct participation *in = person_participation(&people.items[0], "Ada Lovelace_4711");
    ck_assert_ptr_nonnull(in);
    ck_assert_int_eq(in->submitted, 1795218060);
    ck_assert_ptr_null(person_participation(&people.items[0], "Ada Lovelace_4712"));
    ck_assert_str_eq(people.items[1].keys[PERSON_EMAIL], "bob@x.edu");
    ck_assert_str_eq(people.items[1].keys[PERSON_CANVAS], "12346");
    in = person_participation(&people.items[2], "Participant_4712");
    ck_assert(in && in->submitted == 0);
    people_free(&people);
}
END_TEST

static const struct {
    enum upload_system system;
    const char *upload, *student; // NULL: unknown
} uploads[] = {
    {UPLOAD_CANVAS, "lovelaceada_12345", "ada"},
    {UPLOAD_CANVAS, "lovelaceada_99999", NULL},
    {UPLOAD_CANVAS, "anon_x4Kq2", NULL},
    {UPLOAD_MOODLE, "Ada Lovelace_4711", "ada"},
    {UPLOAD_MOODLE, "Participant_4712", "eve"},
    {UPLOAD_MOODLE, "Bob Byte_77", "bob-b"}, // not in the worksheet: by name
    {UPLOAD_MOODLE, "Nobody Else_78", NULL},
    {UPLOAD_GRADESCOPE, "EVE@X.edu", "eve"},
    {UPLOAD_GRADESCOPE, "1002", "bob-b"},
    {UPLOAD_GRADESCOPE, "Ada Lovelace", "ada"},
    {UPLOAD_GRADESCOPE, "submission_9", NULL},
    {UPLOAD_BLACKBOARD, "eve", "eve"},
    {UPLOAD_PLAIN, "bob-b", "bob-b"},
    {UPLOAD_PLAIN, "lab3-bob-b", "bob-b"},
    {UPLOAD_PLAIN, "cuda-lab-3-ada", "ada"},
    {UPLOAD_PLAIN, "lab3-mallory", NULL},
    {UPLOAD_PLAIN, "ada@x.edu", "ada"},
};

START_TEST(uploads_have_owners) {
    struct people people;
    read_all(&people);
    const struct person *person = people_find(&people, uploads[_i].system, uploads[_i].upload);
    ck_assert_msg((person != NULL) == (uploads[_i].student != NULL), "%s: %s", uploads[_i].upload,
                  person ? person->student : "nobody");
    if (person)
        ck_assert_str_eq(person->student, uploads[_i].student);
    people_free(&people);
}
END_TEST

static const struct {
    const char *text, *words;
} mistakes[] = {
    {"login,lab,submitted at\na,lab33,2026-11-20 20:00\n", ":2: there is no lab lab33"},
    {"grade,comment\n1,2\n", ":1: no heading says who is who"},
    {"email,login\na@x.edu,a\nb@x.edu,b\na@x.edu,b\n",
     ":4: the login b is b, but other cells of the line are a"},
    {"email,login\na@x.edu,a\na@x.edu,c\n", ":3: a has two of login: a and c"},
};

START_TEST(mistakes_in_rosters_are_named) {
    struct people people = {.count = 0};
    class_put("roster.csv", mistakes[_i].text);
    ck_assert(!people_read(&people, class_path("roster.csv"), true, &error));
    ck_assert_msg(strstr(error.text, mistakes[_i].words) && strstr(error.text, "roster.csv"), "%s",
                  error.text);
    people_free(&people);
}
END_TEST

// A name shared by two people identifies neither.
START_TEST(names_that_two_have_are_nobodys) {
    struct people people = {.count = 0};
    class_put("roster.csv", "name,login\nAda Lovelace,ada1\n\"Lovelace, Ada\",ada2\n");
    ck_assert(people_read(&people, class_path("roster.csv"), true, &error));
    ck_assert_ptr_null(people_find(&people, UPLOAD_MOODLE, "Ada Lovelace_1"));
    people_free(&people);
}
END_TEST

static void export_to(const char *format, const char *path) {
    struct gradebook *book = gradebook_open(class_book(), GRADEBOOK_READ, &error);
    ck_assert_msg(book != NULL, "%s", error.text);
    ck_assert_msg(export_write(export_format_find(format), book, &(struct gradebook_filter){NULL, NULL},
                               &(struct export_terms){.policy = NULL}, path, &error),
                  "%s", error.text);
    gradebook_close(book);
}

// The first line of a file that contains some text; NULL if none does.
static const char *line_with(const char *path, const char *part) {
    static char text[4000];
    bool found = false;
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (!found && fgets(text, sizeof text, file))
        found = strstr(text, part) != NULL;
    fclose(file);
    text[strcspn(text, "\n")] = '\0';
    return found ? text : NULL;
}

static void expect_line(const char *path, const char *line) {
    const char *found = line_with(path, line);
    ck_assert_msg(found && strcmp(found, line) == 0, "%s has no line %s", path, line);
}

// A class from Canvas with a roster: students without a submission are missing, unknown people are counted.
START_TEST(a_class_with_a_roster) {
    char roster[700], exported[700];
    class_put("../own.csv", own);
    snprintf(roster, sizeof roster, "%s", class_path("../own.csv"));
    class_put("lab3-ada/lab3.cu", "// hers");
    class_put("lab3-mallory/lab3.cu", "// whose?");
    class_put("lab3-eve/notes.txt", "no time");
    struct intake intake = class_take_in_roster(class_path(""), NULL, roster);
    ck_assert_str_eq(class_found, "ada lab3: /lab3-ada/lab3.cu\n"
                                  "bob-b lab3: nothing was handed in\n"
                                  "eve lab3: there is no lab3.cu, but notes.txt\n"
                                  "lab3-mallory lab3: /lab3-mallory/lab3.cu\n");
    ck_assert_int_eq(intake.missing, 1);
    ck_assert_int_eq(intake.unknown, 1);
    ck_assert_int_eq(intake.students, 4);
    intake_free(&intake);
    snprintf(exported, sizeof exported, "%s", class_path("../exported"));
    export_to("canvas", exported);
    expect_line(exported, "\"Lovelace, Ada\",,1001,ada,Monday,");
    expect_line(exported, "\"Byte, Bob\",,1002,bob-b,Tuesday,");
    export_to("moodle", exported);
    expect_line(exported, "Email address,Lab 3,Lab 3 feedback");
    expect_line(exported, "bob@x.edu,,");
    export_to("csv", exported);
    ck_assert_ptr_nonnull(line_with(exported, "lab3-mallory,"));
    export_to("moodle", exported); // would end at an unknown user
    ck_assert_ptr_null(line_with(exported, "mallory"));
}
END_TEST

// Canvas's zip says that a submission was late, and another file of Canvas's when it came: of one lab, or of
// several.
static const struct {
    const char *times, *when; // as in the gradebook; empty: unknown
} times[] = {
    {"canvas id,submitted at\n12345,2026-11-22T20:00:00Z\n999,2026-11-22T20:00:00Z\n",
     "2026-11-22T20:00:00Z"},
    {"canvas id,lab,submitted_at\n12345,lab4,2026-11-20T20:00:00Z\n12345,lab3,2026-11-22T20:00:00Z\n",
     "2026-11-22T20:00:00Z"},
    {"login,submitted at\nada,2026-11-22 21:00+01:00\n", "2026-11-22T20:00:00Z"},
    {"canvas id,lab,submitted_at\n12345,lab4,2026-11-20T20:00:00Z\n", ""},
};

START_TEST(a_file_says_when) {
    char paths[2][700], exported[700], line[100];
    const char *const rosters[] = {paths[0], paths[1]};
    class_put("../canvas.csv", canvas);
    snprintf(paths[0], sizeof paths[0], "%s", class_path("../canvas.csv"));
    class_put("../times.csv", times[_i].times);
    snprintf(paths[1], sizeof paths[1], "%s", class_path("../times.csv"));
    class_put("lovelaceada_LATE_12345_77_lab3.cu", "// hers");
    struct intake intake = class_take_in_rosters(class_path(""), "lab3", rosters, 2);
    ck_assert_int_eq(intake.students, 2); // as many as the roster has
    intake_free(&intake);
    snprintf(exported, sizeof exported, "%s", class_path("../exported"));
    export_to("csv", exported);
    snprintf(line, sizeof line, ",%s,", times[_i].when);
    const char *found = line_with(exported, "ada,lab3");
    ck_assert_msg(found && strstr(found, times[_i].when) &&
                      (times[_i].when[0] || !strstr(found, "2026-11-2")),
                  "%s", found);
}
END_TEST

// A gradebook of the first version gets the missing parts, and keeps its contents.
START_TEST(an_earlier_gradebook_is_brought_forward) {
    char command[1500];
    class_put("s01/lab3.cu", "// work");
    struct intake intake = class_take_in(class_path(""), NULL);
    intake_free(&intake);
    snprintf(command, sizeof command,
             "sqlite3 '%s' 'ALTER TABLE submission DROP COLUMN submitted; ALTER TABLE submission DROP COLUMN "
             "upload;"
             " DROP TABLE person; DROP TABLE attempt; DROP TABLE log; DROP TABLE final; DROP TABLE heading; "
             "PRAGMA user_version = 1'",
             class_book());
    ck_assert_int_eq(system(command), 0);
    export_to("csv", class_path("../exported"));
    snprintf(command, sizeof command, "grep -c '^s01,lab3,not_graded,' '%s'", class_path("../exported"));
    ck_assert_int_eq(system(command), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("roster");
    TCase *cases = tcase_create("roster");
    tcase_add_checked_fixture(cases, class_set_up, class_tear_down);
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, csv_is_read, 0, (int)(sizeof tables / sizeof tables[0]));
    tcase_add_test(cases, one_person_in_several_files);
    tcase_add_loop_test(cases, uploads_have_owners, 0, (int)(sizeof uploads / sizeof uploads[0]));
    tcase_add_loop_test(cases, mistakes_in_rosters_are_named, 0, (int)(sizeof mistakes / sizeof mistakes[0]));
    tcase_add_test(cases, names_that_two_have_are_nobodys);
    tcase_add_test(cases, a_class_with_a_roster);
    tcase_add_loop_test(cases, a_file_says_when, 0, (int)(sizeof times / sizeof times[0]));
    tcase_add_test(cases, an_earlier_gradebook_is_brought_forward);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
