// moodle: a CSV for Moodle's grade import, with a column of grades and one of feedback per lab. Both are left
// empty if nothing was graded: feedback alone would delete a grade.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/csv_table.h"
#include "class/export/export_result.h"

// The key that every student of the class has, with Moodle's own name for it. Moodle stops an import at the
// first line whose student it does not find.
static const char *who_column(const struct export_class *class, enum person_key *key) {
    static const struct {
        enum person_key key;
        const char *title;
    } columns[] = {{PERSON_EMAIL, "Email address"}, {PERSON_NUMBER, "ID number"}, {PERSON_LOGIN, "Username"}};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        if (class->known[columns[i].key]) {
            *key = columns[i].key;
            return columns[i].title;
        }
    *key = PERSON_KEYS;
    return class->names_are_addresses ? "Email address" : "ID number";
}

static void begin(FILE *out, const struct export_class *class) {
    char feedback[1200];
    enum person_key key;
    fputs(who_column(class, &key), out);
    for (size_t i = 0; i < class->lab_count; i++) {
        const struct export_words title = export_lab_title(class->labs[i].name);
        snprintf(feedback, sizeof feedback, "%s feedback", title.text);
        export_put_cell(out, title.text);
        export_put_cell(out, feedback);
    }
    fputc('\n', out);
}

// Moodle shows feedback as HTML, and drops text that looks like a tag: "i<n" would lose its end.
static void write_faults(FILE *out, const struct export_result *result) {
    const cJSON *check;
    cJSON_ArrayForEach(check, result->checks) {
        if (!export_is_shown(check) || export_status_is(check, "passed"))
            continue;
        fprintf(out, "%s: ", export_text(check, "status"));
        export_put_html(out, export_check_title(check).text);
        fprintf(out, ", %g of %g points. ", reports_number(check, "points"),
                reports_number(check, "max_points"));
        export_put_html(out, export_check_words(check).text);
        fputc('\n', out);
    }
}

// A cell with the findings, as HTML, because Moodle shows it as HTML.
static void write_comments(FILE *out, const struct export_result *result) {
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    if (!memory)
        return;
    if (result->stored.reason) {
        export_put_html(memory, result->stored.reason);
        fputc('\n', memory);
    }
    write_faults(memory, result);
    if (ftell(memory) == 0 && export_is_graded(result))
        fputs("Every check passed.\n", memory);
    if (result->steps)
        export_put_html(memory, result->steps);
    if (export_note(result))
        fprintf(memory, "%s\n", export_note(result));
    if (fclose(memory) == 0) {
        text[length - (length > 0)] = '\0';
        csv_text(out, text);
    }
    free(text);
}

static void student(FILE *out, const struct export_class *class, const struct export_student *student) {
    enum person_key key;
    who_column(class, &key);
    csv_text(out, key == PERSON_KEYS ? student->name : student->keys[key]);
    for (size_t i = 0; i < class->lab_count; i++) {
        const struct export_result *result = student->of_lab[i];
        export_put_number(out, export_counts(result), export_points(result));
        fputc(',', out);
        if (export_counts(result))
            write_comments(out, result);
    }
    fputc('\n', out);
}

const struct export_format export_moodle = {.name = "moodle",
                                            .class_only = true,
                                            .excuses = "they are left out; let Moodle drop the lowest, too",
                                            .begin = begin,
                                            .student = student};

// moodle-worksheet: the grading worksheet of one of Moodle's assignments, for "Upload grading worksheet"
// (moodle/moodle, mod/assign/feedback/offline/importgradeslib.php): the columns Identifier, Grade and Last
// modified (grade) are required; of the identifier, the part after "Participant " counts. Moodle does not
// overwrite a grade that was changed after the given time, so that is the time since which the final score is
// what it is.
static void write_line(FILE *out, const struct export_student *student, const struct export_result *result) {
    fprintf(out, "Participant %s", export_participant(&result->stored));
    export_put_cell(out, student->keys ? student->keys[PERSON_NAME] : NULL);
    export_put_cell(out, student->keys ? student->keys[PERSON_EMAIL] : NULL);
    export_put_number(out, true, export_points(result));
    export_put_number(out, true, export_is_graded(result) ? result->stored.max_score : 100);
    char when[32];
    const time_t at = (time_t)result->final_at;
    struct tm utc;
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&at, &utc));
    fprintf(out, ",%s,", when);
    write_comments(out, result);
    fputc('\n', out);
}

// A line without a grade would change nothing.
static void student_of_worksheet(FILE *out, const struct export_class *class,
                                 const struct export_student *student) {
    for (size_t i = 0; i < class->lab_count; i++)
        if (export_counts(student->of_lab[i]) && export_participant(&student->of_lab[i]->stored))
            write_line(out, student, student->of_lab[i]);
}

const struct export_format export_moodle_worksheet = {
    .name = "moodle-worksheet",
    .one_lab = true,
    .excuses = "they are left out; let Moodle drop the lowest, too",
    .dated = true,
    .head =
        "Identifier,Full name,Email address,Grade,Maximum Grade,Last modified (grade),Feedback comments\n",
    .student = student_of_worksheet};

// moodle-feedback: the report that ./grade prints, one file per submission, with the final score if there are
// rules. Moodle reads a zip of feedback files by their names (moodle/moodle,
// mod/assign/feedback/file/importziplib.php): NAME_PARTICIPANT_assignfeedback_file_FILE, with no other "_" in
// the name.
static bool one(FILE *out, const struct export_result *result, struct error *error) {
    const struct gradebook_result *stored = &result->stored;
    if (!export_participant(stored))
        return error_set(error, "%s, %s did not come from Moodle", stored->student, stored->lab);
    if (export_is_ungraded(result))
        return error_set(error, "%s, %s is not graded: there is no report", stored->student, stored->lab);
    if (stored->report_text)
        fprintf(out, "%sGraded at %s\n", stored->report_text, stored->graded_at);
    else
        fprintf(out, "%s is not gradable: %s\n", stored->lab, stored->reason ? stored->reason : "");
    if (export_note(result))
        fprintf(out, "%s\n", export_note(result));
    if (result->has_policy)
        fprintf(out, "\nBy the course's rules\n%s", result->steps);
    if (result->has_policy && result->final.counts)
        fprintf(out, "Final score: %g\n", result->final.points);
    return true;
}

static void name_for_moodle(const struct export_result *result, char *name, size_t size) {
    char stem[512];
    const char *participant = export_participant(&result->stored);
    export_file_name(result->stored.upload, stem, sizeof stem);
    stem[strlen(stem) - strlen(participant) - 1] = '\0';
    for (char *mark; (mark = strchr(stem, '_'));)
        *mark = ' ';
    snprintf(name, size, "%s_%s_assignfeedback_file_%s.txt", stem, participant, result->stored.lab);
}

const struct export_format export_moodle_feedback = {
    .name = "moodle-feedback", .suffix = ".txt", .with_text = true, .name_of = name_for_moodle, .one = one};
