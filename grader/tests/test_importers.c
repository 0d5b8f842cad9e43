// What learning systems ask of a file that they import, taken from their sources, asked of the exports.
#include <check.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv_table.h"
#include "class/export/export.h"
#include "class_folder.h"

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
            "{\"checks\":[{\"id\":\"races\",\"title\":\"no race\",\"status\":\"failed\",\"points\":0,"
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
        export_write_columns(export_format_find(format), book, &(struct gradebook_filter){student, "lab3"},
                             NULL, columns, path, error.text, sizeof error.text);
    gradebook_close(book);
    return good;
}

static bool try_export(const char *format, const char *path) { return export_some(format, NULL, NULL, path); }

// Reads an export as a table of its own.
static void export_table(const char *format) {
    ck_assert_msg(try_export(format, class_path("../exported")), "%s", error.text);
    ck_assert_msg(csv_table_read(&table, class_path("../exported"), &error), "%s", error.text);
}

static int column(const char *name) {
    const int found = csv_column(&table, (const char *const[]){name, NULL});
    ck_assert_msg(found >= 0, "no column %s", name);
    return found;
}

// mod/assign/feedback/offline/importgradeslib.php: the three columns by their names; the identifier is what
// follows "Participant "; the time is one that strtotime() reads.
START_TEST(moodle_takes_the_worksheet) {
    take_class(_i == 1);
    export_table("moodle-worksheet");
    const int id = column("Identifier"), grades = column("Grade"), when = column("Last modified (grade)");
    const int comments = column("Feedback comments");
    ck_assert_uint_eq(table.count, 3); // who handed in nothing has no grade to change
    static const char *const ids[] = {"4711", "4712"}, *const points[] = {"87.5", "40"};
    for (size_t i = 0; i < 2; i++) {
        const struct csv_row *row = &table.rows[i + 1];
        ck_assert_uint_eq(row->count, table.rows[0].count);
        ck_assert_str_eq(csv_cell(row, id) + strlen("Participant "), ids[i]);
        ck_assert_str_eq(csv_cell(row, grades), points[i]);
        int year, month, day, end = 0;
        sscanf(csv_cell(row, when), "%4d-%2d-%2dT%*2d:%*2d:%*2dZ%n", &year, &month, &day, &end);
        ck_assert_int_eq(end, 20);
        ck_assert_ptr_nonnull(strstr(csv_cell(row, comments), "i&lt;n, \"twice\"")); // shown as HTML
    }
    ck_assert_ptr_null(strstr(csv_cell(&table.rows[2], column("Full name")), "\xe2\x80\xae"));
    csv_table_free(&table);
}
END_TEST

// mod/assign/feedback/file/importziplib.php: a path's part has five parts, of which the second is the
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
// is nobody's there.
START_TEST(moodles_gradebook_gets_no_participants) {
    take_class(false);
    ck_assert(!try_export("moodle", class_path("../exported")));
    ck_assert_msg(strstr(error.text, "--roster") != NULL, "%s", error.text);
    take_class(true);
    export_table("moodle");
    ck_assert_int_eq(column("Email address"), 0);
    ck_assert_uint_eq(table.count, 4);
    for (size_t i = 1; i < table.count; i++)
        ck_assert_ptr_nonnull(strchr(csv_cell(&table.rows[i], 0), '@'));
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
                            &(struct gradebook_filter){NULL, NULL}, NULL, class_path("../exported"),
                            error.text, sizeof error.text));
    ck_assert_str_eq(error.text, "moodle-worksheet is for one lab: --lab names it");
    gradebook_close(book);
}
END_TEST

// lib/gradebook_importer.rb: "Student" and "ID" head the file; "SIS User ID" and "SIS Login ID" may follow,
// and "Section" comes last before the labs; a line "Points Possible" gives what there is; a grade is a
// number, and an empty cell is none.
START_TEST(canvas_takes_the_class) {
    take_class(true);
    export_table("canvas");
    static const char *const heads[] = {"Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Lab 3"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        ck_assert_int_eq(column(heads[i]), (int)i);
    ck_assert_str_eq(csv_cell(&table.rows[1], 0), "Points Possible");
    ck_assert_str_eq(csv_cell(&table.rows[1], 5), "100.00");
    ck_assert_uint_eq(table.count, 5);
    for (size_t i = 2; i < table.count; i++)
        ck_assert_uint_eq(strspn(csv_cell(&table.rows[i], 5), "0123456789."),
                          strlen(csv_cell(&table.rows[i], 5)));
    csv_table_free(&table);
}
END_TEST

// The same file: cells are separated by what the first three lines have equally often each; so a line more,
// or a semicolon, among them would have it read wrongly.
START_TEST(canvas_finds_the_commas) {
    char line[1000];
    int commas[3] = {0}, semicolons = 0;
    take_class(true);
    ck_assert_msg(try_export("canvas", class_path("../exported")), "%s", error.text);
    FILE *file = fopen(class_path("../exported"), "r");
    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < 3; i++) {
        bool quoted = false;
        ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
        for (const char *at = line; *at; at++) {
            quoted = quoted != (*at == '"');
            commas[i] += !quoted && *at == ',';
            semicolons += *at == ';';
        }
        ck_assert(!quoted);
    }
    fclose(file);
    ck_assert_int_eq(commas[0], 5);
    ck_assert_int_eq(commas[1], 5);
    ck_assert_int_eq(commas[2], 5);
    ck_assert_int_eq(semicolons, 0);
}
END_TEST

static cJSON *read_json(const char *path) {
    static char text[100000];
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    cJSON *root = cJSON_Parse(text);
    ck_assert_msg(root != NULL, "%s", text);
    return root;
}

static const cJSON *member(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static bool is_one_of(const cJSON *item, const char *words) {
    char word[64];
    snprintf(word, sizeof word, " %s ", cJSON_IsString(item) ? item->valuestring : "?");
    return strstr(words, word) != NULL;
}

// https://gradescope-autograders.readthedocs.io/en/latest/specs/: a score is needed at the top or at each
// test; status is passed or failed; visibility is one of four; output formats are five; a leaderboard's entry
// has a name and a value, and its order is asc or desc.
START_TEST(gradescope_takes_the_results) {
    const cJSON *test, *row;
    take_class(true);
    ck_assert_msg(export_some("gradescope", "ada@x.edu", NULL, class_path("../exported")), "%s", error.text);
    cJSON *root = read_json(class_path("../exported"));
    ck_assert_double_eq(cJSON_GetNumberValue(member(root, "score")), 87.5);
    ck_assert(cJSON_IsNumber(member(root, "execution_time")));
    ck_assert(is_one_of(member(root, "visibility"), " hidden after_due_date after_published visible "));
    ck_assert(
        is_one_of(member(root, "stdout_visibility"), " hidden after_due_date after_published visible "));
    ck_assert(is_one_of(member(root, "output_format"), " text html simple_format md ansi "));
    ck_assert(cJSON_IsObject(member(root, "extra_data")));
    ck_assert_int_eq(cJSON_GetArraySize(member(root, "tests")), 1);
    cJSON_ArrayForEach(test, member(root, "tests")) {
        ck_assert(cJSON_IsNumber(member(test, "score")) && cJSON_IsNumber(member(test, "max_score")));
        ck_assert(is_one_of(member(test, "status"), " passed failed "));
        ck_assert(cJSON_IsString(member(test, "name")) && cJSON_IsString(member(test, "number")));
        ck_assert(is_one_of(member(test, "visibility"), " hidden after_due_date after_published visible "));
    }
    ck_assert(cJSON_IsArray(member(root, "leaderboard")));
    cJSON_ArrayForEach(row, member(root, "leaderboard")) {
        ck_assert(cJSON_IsString(member(row, "name")) && cJSON_IsNumber(member(row, "value")));
        ck_assert(is_one_of(member(row, "order"), " asc desc "));
    }
    cJSON_Delete(root);
}
END_TEST

// autolab/Autolab, app/helpers/assessment_autograde_core.rb: of the output the last line counts; letters or
// digits right before a colon are put in quotes, wherever they are; it is JSON with "scores", which must not
// be empty, or every problem that has no score yet gets 0; each is saved as it is, and null is no score
// (app/models/score.rb asks for none).
START_TEST(autolab_takes_the_line) {
    static const struct {
        const char *student, *scores;
    } rows[] = {{"ada@x.edu", "{\"lab3\":87.5}"}, {"bob@x.edu", "{\"lab3\":null}"}};
    char line[4000], rest[10];
    take_class(true);
    for (size_t i = 0; i < 2; i++) {
        ck_assert_msg(export_some("autolab", rows[i].student, NULL, class_path("../exported")), "%s",
                      error.text);
        FILE *file = fopen(class_path("../exported"), "r");
        ck_assert_ptr_nonnull(file);
        ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
        ck_assert_ptr_null(fgets(rest, sizeof rest, file));
        fclose(file);
        for (const char *at = line; (at = strchr(at, ':')); at++)
            ck_assert_msg(!isalnum((unsigned char)at[-1]), "%s", line);
        cJSON *root = cJSON_Parse(line);
        char *scores = cJSON_PrintUnformatted(member(root, "scores"));
        ck_assert_str_eq(scores, rows[i].scores);
        free(scores);
        cJSON_Delete(root);
    }
}
END_TEST

// PrairieLearn/PrairieLearn, docs/externalGrading.md: `score` is from 0 to 1, and needed unless `gradable` is
// false, when `format_errors` is a text or an array of them; a test has name, points and max_points; the file
// has at most 1 MB.
START_TEST(prairielearn_takes_the_results) {
    const cJSON *test;
    take_class(true);
    ck_assert_msg(export_some("prairielearn", "ada@x.edu", NULL, class_path("../exported")), "%s",
                  error.text);
    cJSON *root = read_json(class_path("../exported"));
    ck_assert_double_eq(cJSON_GetNumberValue(member(root, "score")), 0.875);
    ck_assert(cJSON_IsTrue(member(root, "gradable")));
    ck_assert_str_eq(cJSON_GetStringValue(member(root, "output")), "Score\n");
    ck_assert_int_eq(cJSON_GetArraySize(member(root, "tests")), 1);
    cJSON_ArrayForEach(test, member(root, "tests")) {
        ck_assert_str_eq(cJSON_GetStringValue(member(test, "name")), "no race");
        ck_assert(cJSON_IsNumber(member(test, "points")) && cJSON_IsNumber(member(test, "max_points")));
        ck_assert(cJSON_IsString(member(test, "message")) && cJSON_IsString(member(test, "output")));
    }
    cJSON_Delete(root);
    ck_assert_msg(export_some("prairielearn", "bob@x.edu", NULL, class_path("../exported")), "%s",
                  error.text);
    root = read_json(class_path("../exported"));
    ck_assert(cJSON_IsFalse(member(root, "gradable")));
    ck_assert_ptr_null(member(root, "score"));
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetArrayItem(member(root, "format_errors"), 0)),
                     "nothing was handed in");
    cJSON_Delete(root);
}
END_TEST

// Blackboard's help, "Uploading or Downloading Grade Center Items for Working Offline": a heading, then a
// line for each student; of those with commas every cell is quoted; students are found by the user name,
// columns by the number in their heading, without which a new column is made.
START_TEST(blackboard_takes_the_class) {
    // As it is downloaded: with tabs, in UTF-16.
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
    tcase_add_test(cases, a_worksheet_is_for_one_lab);
    tcase_add_test(cases, canvas_takes_the_class);
    tcase_add_test(cases, canvas_finds_the_commas);
    tcase_add_test(cases, gradescope_takes_the_results);
    tcase_add_test(cases, autolab_takes_the_line);
    tcase_add_test(cases, prairielearn_takes_the_results);
    tcase_add_test(cases, blackboard_takes_the_class);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
