// The importers' requirements (importer_rules.h), checked on the exports.
#include <check.h>
#include <ctype.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv_table.h"
#include "class/export/export.h"
#include "class_folder.h"
#include "importer_rules.h"

static struct error error;
static struct csv_table table;

static const char roster[] = "Identifier,Full name,Email address,Status\n"
                             "Participant 4711,Ada Lovelace,ada@x.edu,Submitted\n"
                             "Participant 4712,\"Eve \xe2\x80\xae=1+1\",eve@x.edu,Submitted\n"
                             "Participant 4713,Bob Byte,bob@x.edu,No submission\n";

static void grade(const char *student, const char *lab, double score) {
    struct gradebook *book = gradebook_open(class_book(), GRADEBOOK_WRITE, &error);
    struct gradebook_work work;
    const struct gradebook_outcome outcome = {
        .score = score,
        .max_score = 100,
        .report_json =
            "{\"checks\":[{\"id\":\"races\",\"title\":\"races\",\"status\":\"failed\",\"points\":0,"
            "\"max_points\":5,\"message\":\"i<n, \\\"twice\\\"\"}]}",
        .report_text = "Score\n"};
    ck_assert_msg(book != NULL, "%s", error.text);
    ck_assert_int_eq(gradebook_claim(book, student, lab, &work), GRADEBOOK_CLAIMED);
    ck_assert_msg(gradebook_record(book, &work, &outcome), "%s", gradebook_error(book));
    gradebook_work_free(&work);
    gradebook_close(book);
}

// Two of three have handed in, by Moodle.
static void take_class(bool with_roster) {
    char path[700];
    class_put("../roster.csv", roster);
    snprintf(path, sizeof path, "%s", class_path("../roster.csv"));
    CLASS_PACK("all.zip", {"Ada Lovelace_4711_assignsubmission_file/lab3.cu", "// hers"},
               {"Eve_4712_assignsubmission_file/lab3.cu", "// hers, too"});
    struct intake intake = class_take_in_roster(class_path("all.zip"), "lab3", with_roster ? path : NULL);
    intake_free(&intake);
    grade(with_roster ? "ada@x.edu" : "Ada Lovelace_4711", "lab3", 87.5);
    grade(with_roster ? "eve@x.edu" : "Eve_4712", "lab3", 40);
}

static bool export_some(const char *format, const char *student, const char *columns, const char *path) {
    struct gradebook *book = gradebook_open(class_book(), GRADEBOOK_READ, &error);
    ck_assert_msg(book != NULL, "%s", error.text);
    const bool good =
        export_write(export_format_find(format), book, &(struct gradebook_filter){student, "lab3"},
                     &(struct export_terms){.columns = columns}, path, &error);
    gradebook_close(book);
    return good;
}

static bool try_export(const char *format, const char *path) { return export_some(format, NULL, NULL, path); }

// Reads an export as a table.
static void export_table(const char *format) {
    ck_assert_msg(try_export(format, class_path("../exported")), "%s", error.text);
    ck_assert_msg(csv_table_read(&table, class_path("../exported"), &error), "%s", error.text);
}

static int column(const char *name) {
    const int found = csv_column(&table, (const char *const[]){name, NULL});
    ck_assert_msg(found >= 0, "no column %s", name);
    return found;
}

START_TEST(moodle_takes_the_worksheet) {
    take_class(_i == 1);
    export_table("moodle-worksheet");
    importer_moodle_worksheet(class_path("../exported"));
    const int id = column("Identifier"), grades = column("Grade");
    const int comments = column("Feedback comments");
    ck_assert_uint_eq(table.count, 3); // a student without a submission has no grade to change
    static const char *const ids[] = {"4711", "4712"}, *const points[] = {"87.5", "40"};
    for (size_t i = 0; i < 2; i++) {
        const struct csv_row *row = &table.rows[i + 1];
        ck_assert_uint_eq(row->count, table.rows[0].count);
        ck_assert_str_eq(csv_cell(row, id) + strlen("Participant "), ids[i]);
        ck_assert_str_eq(csv_cell(row, grades), points[i]);
        ck_assert_ptr_nonnull(strstr(csv_cell(row, comments), "i&lt;n, \"twice\"")); // shown as HTML
    }
    ck_assert_ptr_null(strstr(csv_cell(&table.rows[2], column("Full name")), "\xe2\x80\xae"));
    csv_table_free(&table);
}
END_TEST

// mod/assign/feedback/file/importziplib.php: a path's name has five parts, of which the second is the
// participant, and third and fourth name the plugin; the fifth is the file's name.
START_TEST(moodle_takes_the_feedback) {
    char folder[700], found[600] = "";
    take_class(true);
    snprintf(folder, sizeof folder, "%s", class_path("../feedback/"));
    ck_assert_msg(try_export("moodle-feedback", folder), "%s", error.text);
    DIR *directory = opendir(folder);
    ck_assert_ptr_nonnull(directory);
    for (const struct dirent *entry; (entry = readdir(directory));) {
        char name[256], *rest = name, *parts[5];
        snprintf(name, sizeof name, "%s", entry->d_name);
        if (name[0] == '.')
            continue;
        for (int i = 0; i < 5; i++) {
            parts[i] = rest;
            if (i < 4)
                ck_assert_msg(strsep(&rest, "_") && rest, "%s", entry->d_name);
        }
        ck_assert_str_eq(parts[2], "assignfeedback");
        ck_assert_str_eq(parts[3], "file");
        ck_assert_str_eq(parts[4], "lab3.txt");
        ck_assert_msg(strstr("4711 4712 4713", parts[1]) && strlen(parts[1]) == 4, "%s", entry->d_name);
        strcat(found, parts[1]);
    }
    closedir(directory);
    ck_assert_uint_eq(strlen(found), 12);
}
END_TEST

// grade/import/csv/classes/load_data.php: an import ends at a user that is not found. A participant's number
// is unknown there.
START_TEST(moodles_gradebook_gets_no_participants) {
    take_class(false);
    ck_assert(!try_export("moodle", class_path("../exported")));
    ck_assert_msg(strstr(error.text, "--roster") != NULL, "%s", error.text);
    take_class(true);
    export_table("moodle");
    importer_moodle(class_path("../exported"), "Email address");
    ck_assert_uint_eq(table.count, 4);
    for (size_t i = 1; i < table.count; i++)
        ck_assert_ptr_nonnull(strchr(csv_cell(&table.rows[i], 0), '@'));
    csv_table_free(&table);
}
END_TEST

static struct policy *read_policy(const char *text) {
    class_put("../policy.ini", text);
    struct policy *policy = policy_read(class_path("../policy.ini"), &error);
    ck_assert_msg(policy != NULL, "%s", error.text);
    return policy;
}

static void export_lab(const char *format, const char *lab, const struct policy *policy) {
    struct gradebook *book = gradebook_open(class_book(), GRADEBOOK_WRITE, &error);
    ck_assert_msg(book != NULL, "%s", error.text);
    ck_assert_msg(export_write(export_format_find(format), book, &(struct gradebook_filter){NULL, lab},
                               &(struct export_terms){.policy = policy}, class_path("../exported"), &error),
                  "%s", error.text);
    gradebook_close(book);
    ck_assert_msg(csv_table_read(&table, class_path("../exported"), &error), "%s", error.text);
}

// Two assignments in one batch. A participant has another number in each, and Moodle skips unknown
// numbers: Ada handed in both, Eve only lab 3, Bob lab 1, and for lab 3 a note, for which he
// gets 5.
static const struct {
    const char *lab;
    const char *identifiers[3]; // in the order of the students
} sheets[] = {{"lab1", {"Participant 4711", "Participant 4713"}},
              {"lab3", {"Participant 5711", "Participant 5713", "Participant 5712"}}};

START_TEST(each_assignment_has_its_own_participants) {
    static const char head[] = "Identifier,Full name,Email address,Last modified (submission)\n";
    char text[600], paths[2][700];
    const char *const rosters[2] = {paths[0], paths[1]};
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text,
                 "%sParticipant %d711,Ada Lovelace,ada@x.edu,-\nParticipant %d712,Eve Example,eve@x.edu,-\n"
                 "Participant %d713,Bob Byte,bob@x.edu,\"Saturday, 21 November 2026, 1:00 AM\"\n",
                 head, 4 + i, 4 + i, 4 + i);
        snprintf(paths[i], sizeof paths[i], "%s", class_path(i ? "../lab3.csv" : "../lab1.csv"));
        class_put(i ? "../lab3.csv" : "../lab1.csv", text);
    }
    CLASS_PACK("first.zip", {"Ada Lovelace_4711_assignsubmission_file/lab1.cu", "// hers"},
               {"Bob Byte_4713_assignsubmission_file/lab1.cu", "// his"});
    CLASS_PACK("second.zip", {"Ada Lovelace_5711_assignsubmission_file/lab3.cu", "// hers"},
               {"Eve Example_5712_assignsubmission_file/lab3.cu", "// hers, too"},
               {"Bob Byte_5713_assignsubmission_file/note.txt", "no time"});
    struct intake intake = class_take_in_rosters(class_path(""), NULL, rosters, 2);
    intake_free(&intake);
    grade("ada@x.edu", "lab1", 90);
    grade("ada@x.edu", "lab3", 80);
    grade("bob@x.edu", "lab1", 70);
    grade("eve@x.edu", "lab3", 60);
    struct policy *policy = read_policy("[overrides]\nbob@x.edu lab3 = 5, Kim: he wrote a note\n");
    export_lab("moodle-worksheet", sheets[_i].lab, policy);
    policy_free(policy);
    ck_assert_uint_eq(table.count, _i == 0 ? 3 : 4);
    for (size_t i = 0; i + 1 < table.count; i++)
        ck_assert_str_eq(csv_cell(&table.rows[i + 1], column("Identifier")), sheets[_i].identifiers[i]);
    csv_table_free(&table);
}
END_TEST

START_TEST(a_worksheet_is_for_one_lab) {
    class_put("s01/lab3.cu", "// one");
    class_put("s01/lab4.cu", "// two");
    struct intake intake = class_take_in(class_path(""), NULL);
    intake_free(&intake);
    struct gradebook *book = gradebook_open(class_book(), GRADEBOOK_READ, &error);
    ck_assert(!export_write(export_format_find("moodle-worksheet"), book,
                            &(struct gradebook_filter){NULL, NULL}, &(struct export_terms){.policy = NULL},
                            class_path("../exported"), &error));
    ck_assert_str_eq(error.text, "moodle-worksheet is for one lab: --lab names it");
    gradebook_close(book);
}
END_TEST

static void __attribute__((format(printf, 1, 2))) execute(const char *format, ...) {
    char sql[300], command[800];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sql, sizeof sql, format, arguments);
    va_end(arguments);
    snprintf(command, sizeof command, "sqlite3 '%s' \"%s\"", class_book(), sql);
    ck_assert_int_eq(system(command), 0);
}

// importgradeslib.php skips a grade that was changed in Moodle after the time of its line: so the time
// is that of the last change of the final score, not of the grading.
START_TEST(a_worksheet_says_when_the_final_score_has_changed) {
    static const struct {
        const char *rules; // NULL: none; "": the previous ones
        bool hers, his;    // those whose time is that of this export, not of an earlier one
    } exports[] = {{NULL, false, false},
                   {"[overrides]\neve@x.edu lab3 = 45, Kim: well explained\n", false, true},
                   {"", false, false},
                   {"[overrides]\neve@x.edu lab3 = 45, Kim: very well explained\n", false, false},
                   {"[lab3]\n", false, true}};
    static const char *const students[] = {"ada@x.edu", "eve@x.edu"};
    char times[2][40] = {"2026-11-20T10:00:00Z", "2026-11-20T10:00:00Z"};
    struct policy *policy = NULL;
    take_class(true);
    execute("UPDATE result SET graded_at = '%s'", times[0]);
    for (size_t i = 0; i < sizeof exports / sizeof exports[0]; i++) {
        if (exports[i].rules && exports[i].rules[0]) {
            policy_free(policy);
            policy = read_policy(exports[i].rules);
        }
        export_lab("moodle-worksheet", "lab3", policy);
        for (int k = 0; k < 2; k++) {
            const char *time = csv_cell(&table.rows[k + 1], column("Last modified (grade)"));
            const bool later = strcmp(time, times[k]) > 0;
            ck_assert_msg(later || strcmp(time, times[k]) == 0, "export %zu: %s", i, time);
            ck_assert_msg(later == (k == 0 ? exports[i].hers : exports[i].his), "export %zu: %s", i, time);
            if (!later)
                continue;
            snprintf(times[k], sizeof times[k], "2026-11-21T10:0%zu:00Z", i); // as if it were some time ago
            execute("UPDATE final SET at = strftime('%%s', '%s') WHERE student = '%s'", times[k],
                    students[k]);
        }
        csv_table_free(&table);
    }
    policy_free(policy);
}
END_TEST

// Three imports into Moodle's database: the first grades, those after an override, and those after a grade
// was changed in Moodle itself.
START_TEST(moodle_has_every_final_score) {
    struct moodle_grade grades[] = {{4711, -1, 0}, {4712, -1, 0}, {4713, -1, 0}};
    const time_t now = time(NULL);
    take_class(true);
    execute("UPDATE result SET graded_at = '2026-11-20T10:00:00Z'");
    export_lab("moodle-worksheet", "lab3", NULL);
    csv_table_free(&table);
    ck_assert_int_eq(importer_moodle_import(class_path("../exported"), grades, 3, now), 2);
    ck_assert(grades[0].grade == 87.5 && grades[1].grade == 40 && grades[2].grade < 0);
    struct policy *policy = read_policy("[overrides]\neve@x.edu lab3 = 45, Kim: well explained\n"
                                        "bob@x.edu lab3 = 10, Kim: he was there\n");
    export_lab("moodle-worksheet", "lab3", policy);
    csv_table_free(&table);
    ck_assert_int_eq(importer_moodle_import(class_path("../exported"), grades, 3, now), 2);
    ck_assert(grades[0].grade == 87.5 && grades[1].grade == 45 && grades[2].grade == 10);
    grades[0] = (struct moodle_grade){4711, 90, now + 1000};
    export_lab("moodle-worksheet", "lab3", policy);
    csv_table_free(&table);
    ck_assert_int_eq(importer_moodle_import(class_path("../exported"), grades, 3, now + 2000), 0);
    ck_assert(grades[0].grade == 90);
    policy_free(policy);
}
END_TEST

// A lab that does not count is excused in Canvas by "EX" (gradebook_importer.rb), and omitted
// elsewhere: no other importer has an equivalent, and the worst lab would count with its points.
START_TEST(a_dropped_lab_is_excused) {
    class_put("../own.csv",
              "name,email,login,number\nAda Lovelace,ada@x.edu,ada,1001\nEve,eve@x.edu,eve,1002\n");
    char path[700];
    snprintf(path, sizeof path, "%s", class_path("../own.csv"));
    class_put("ada/lab1.cu", "// hers");
    class_put("ada/lab3.cu", "// hers");
    class_put("eve/lab1.cu", "// hers, too");
    struct intake intake = class_take_in_roster(class_path(""), NULL, path);
    intake_free(&intake);
    grade("ada", "lab1", 90);
    grade("ada", "lab3", 80);
    grade("eve", "lab1", 70); // and nothing for lab 3
    struct policy *policy = read_policy("[course]\ndrop = 1\n");
    static const struct {
        const char *format, *lab, *ada[2], *eve[2]; // lab 1 and 3
    } rows[] = {{"canvas", NULL, {"90.00", "EX"}, {"70.00", "EX"}},
                {"canvas", "lab3", {NULL, "EX"}, {NULL, "EX"}},
                {"moodle", NULL, {"90", ""}, {"70", ""}},
                {"blackboard", NULL, {"90", ""}, {"70", ""}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        export_lab(rows[i].format, rows[i].lab, policy);
        if (i == 0)
            importer_canvas(class_path("../exported"));
        const size_t first = i < 2 ? 2 : 1;
        for (int lab = 0; lab < 2; lab++) {
            if (!rows[i].ada[lab])
                continue;
            ck_assert_str_eq(csv_cell(&table.rows[first], column(lab ? "Lab 3" : "Lab 1")), rows[i].ada[lab]);
            ck_assert_str_eq(csv_cell(&table.rows[first + 1], column(lab ? "Lab 3" : "Lab 1")),
                             rows[i].eve[lab]);
        }
        csv_table_free(&table);
    }
    policy_free(policy);
}
END_TEST

// The roster is Canvas's own export: its headings name the assignments, with Canvas's ids in brackets, by
// which the importer finds them first (gradebook_importer.rb); its Test Student is skipped.
static const struct {
    const char *heads, *wanted;
} canvas_heads[] = {
    {"Lab 3 (1003)", "Lab 3 (1003)"},
    {"Lab 30 (1030),Lab 3 (1003)", "Lab 3 (1003)"},
    {"lab3 (7)", "lab3 (7)"},
    {"Lab 3: Shared memory (1003),Lab 4 (1004)", "Lab 3: Shared memory (1003)"},
    {"Lab 3 quiz (1005),Lab 3 (1003)", "Lab 3 (1003)"},
    {"Lab 3 quiz (1005),Lab 3 report (1006)", "Lab 3"}, // which of them?
    {"Final Score", "Lab 3"},
};

START_TEST(canvas_finds_its_own_columns) {
    char text[1000], path[700];
    for (int by_option = 0; by_option < 2; by_option++) {
        snprintf(text, sizeof text,
                 "Student,ID,SIS User ID,SIS Login ID,Section,%s\n    Points Possible,,,,,100\n"
                 "\"Lovelace, Ada\",12345,1001,ada,Monday,\n\"Student, Test\",99,,0123456789abcdef,Monday,\n",
                 canvas_heads[_i].heads);
        class_put("../canvas.csv", text);
        snprintf(path, sizeof path, "%s", class_path("../canvas.csv"));
        class_put("lovelaceada_12345_77_lab3.cu", "// hers");
        class_put("studenttest_99_78_lab3.cu", "// the instructor's own");
        struct intake intake = class_take_in_roster(class_path(""), "lab3", by_option ? NULL : path);
        ck_assert_int_eq(intake.unknown, 0);
        intake_free(&intake);
        const bool good = export_some("canvas", NULL, by_option ? path : NULL, class_path("../exported"));
        ck_assert(good || (by_option && strcmp(canvas_heads[_i].wanted, "Lab 3") == 0));
        if (!good)
            continue;
        ck_assert_msg(csv_table_read(&table, class_path("../exported"), &error), "%s", error.text);
        ck_assert_int_eq(column(canvas_heads[_i].wanted), 5);
        ck_assert_int_eq(importer_canvas_id(table.rows[0].cells[5]),
                         importer_canvas_id(canvas_heads[_i].wanted));
        ck_assert_uint_eq(table.count, by_option ? 4 : 3); // without a roster, the Test Student is one
        ck_assert_str_eq(csv_cell(&table.rows[2], 1), "12345");
        csv_table_free(&table);
    }
}
END_TEST

START_TEST(canvas_takes_the_class) {
    take_class(true);
    export_table("canvas");
    importer_canvas(class_path("../exported"));
    ck_assert_str_eq(csv_cell(&table.rows[1], column("Lab 3")), "100.00");
    ck_assert_uint_eq(table.count, 5);
    csv_table_free(&table);
}
END_TEST

// A result of one student, as a text.
static const char *exported_text(const char *format, const char *student) {
    static char text[100000];
    ck_assert_msg(export_some(format, student, NULL, class_path("../exported")), "%s", error.text);
    FILE *file = fopen(class_path("../exported"), "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static const struct {
    const char *format, *student, *has, *lacks;
    void (*rules)(const char *path);
} documents[] = {
    {"gradescope", "ada@x.edu", "\"score\":\t87.5,", NULL, importer_gradescope},
    {"gradescope", "bob@x.edu", "nothing was handed in", NULL, importer_gradescope},
    {"autolab", "ada@x.edu", "{\"scores\":{\"lab3\":87.5}", NULL, importer_autolab},
    {"autolab", "bob@x.edu", "{\"scores\":{\"lab3\":null}}", NULL, importer_autolab},
    {"prairielearn", "ada@x.edu", "\"score\":\t0.875,", "format_errors", importer_prairielearn},
    {"prairielearn", "ada@x.edu", "\"output\":\t\"Score\\n\"", NULL, importer_prairielearn},
    {"prairielearn", "bob@x.edu", "\"format_errors\":\t[\"nothing was handed in\"]", "\"score\"",
     importer_prairielearn},
};

START_TEST(a_document_is_taken) {
    take_class(true);
    const char *text = exported_text(documents[_i].format, documents[_i].student);
    documents[_i].rules(class_path("../exported"));
    ck_assert_msg(strstr(text, documents[_i].has) != NULL, "%s", text);
    ck_assert_msg(!documents[_i].lacks || !strstr(text, documents[_i].lacks), "%s", text);
}
END_TEST

START_TEST(blackboard_takes_the_class) {
    // As downloaded: with tabs, in UTF-16.
    static const char own[] =
        "\"Last Name\"\t\"First Name\"\t\"Username\"\t\"Student ID\"\t"
        "\"Lab 30 [Total Pts: 100 Score] |40030\"\t"
        "\"Lab 3 [Total Pts: 100 Score] |40003\"\n\"Lovelace\"\t\"Ada\"\t\"al1\"\t\"7\"\t\"\"\t\"\"\n"
        "\"Byte\"\t\"Bob\"\t\"=bob\"\t\"8\"\t\"\"\t\"\"\n";
    char wide[2 * sizeof own] = "\xff\xfe", path[700], line[1000];
    for (size_t i = 0; i < sizeof own - 1; i++)
        wide[2 + 2 * i] = own[i];
    class_put_bytes("../own.xls", wide, 2 * sizeof own);
    snprintf(path, sizeof path, "%s", class_path("../own.xls"));
    class_put("al1/lab3.cu", "// hers");
    class_put("=bob/lab3.cu", "// his");
    struct intake intake = class_take_in_roster(class_path(""), "lab3", path);
    intake_free(&intake);
    grade("al1", "lab3", 87.5);
    ck_assert_msg(export_some("blackboard", NULL, path, class_path("../exported")), "%s", error.text);
    importer_blackboard(class_path("../exported"));
    FILE *file = fopen(class_path("../exported"), "r");
    ck_assert_ptr_nonnull(file);
    static const char *const lines[] = {
        "\"Last Name\",\"First Name\",\"Username\",\"Student ID\",\"Lab 3 [Total Pts: 100 Score] |40003\"\n",
        "\"Byte\",\"Bob\",\"'=bob\",\"8\",\"\"\n", "\"Lovelace\",\"Ada\",\"al1\",\"7\",\"87.5\"\n"};
    for (size_t i = 0; i < 3; i++) {
        ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
        ck_assert_str_eq(line, lines[i]);
    }
    ck_assert_ptr_null(fgets(line, sizeof line, file));
    fclose(file);
    export_table("blackboard"); // without its file: a new column
    ck_assert_int_eq(column("Lab 3"), 4);
    csv_table_free(&table);
    class_put("../other.csv", "Username,Lab 4 [Total Pts: 100 Score] |4\n");
    snprintf(path, sizeof path, "%s", class_path("../other.csv"));
    ck_assert(!export_some("blackboard", NULL, path, class_path("../exported")));
    ck_assert_msg(strstr(error.text, "has no column \"Lab 3 [...] |...\""), "%s", error.text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("importers");
    TCase *cases = tcase_create("importers");
    tcase_add_checked_fixture(cases, class_set_up, class_tear_down);
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, moodle_takes_the_worksheet, 0, 2);
    tcase_add_test(cases, moodle_takes_the_feedback);
    tcase_add_test(cases, moodles_gradebook_gets_no_participants);
    tcase_add_loop_test(cases, each_assignment_has_its_own_participants, 0, 2);
    tcase_add_test(cases, a_worksheet_is_for_one_lab);
    tcase_add_test(cases, canvas_takes_the_class);
    tcase_add_test(cases, a_worksheet_says_when_the_final_score_has_changed);
    tcase_add_test(cases, moodle_has_every_final_score);
    tcase_add_test(cases, a_dropped_lab_is_excused);
    tcase_add_loop_test(cases, canvas_finds_its_own_columns, 0,
                        (int)(sizeof canvas_heads / sizeof canvas_heads[0]));
    tcase_add_loop_test(cases, a_document_is_taken, 0, (int)(sizeof documents / sizeof documents[0]));
    tcase_add_test(cases, blackboard_takes_the_class);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
