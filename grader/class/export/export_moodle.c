// moodle: a CSV for Moodle's grade import, with a column of grades and one of feedback for each lab. Both are
// left empty where nothing was graded: feedback alone would take a grade away.
#include <stdlib.h>
#include <string.h>

#include "class/export/export_report.h"
#include "csv.h"
#include "export_result.h"

// What everybody of the class is known by, in Moodle's own words for it. Moodle ends an import at the first
// line whose student it does not find.
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
    char title[128], feedback[160];
    enum person_key key;
    fputs(who_column(class, &key), out);
    for (size_t i = 0; i < class->lab_count; i++) {
        export_lab_title(class->labs[i].name, title, sizeof title);
        snprintf(feedback, sizeof feedback, "%s feedback", title);
        fputc(',', out);
        csv_text(out, title);
        fputc(',', out);
        csv_text(out, feedback);
    }
    fputc('\n', out);
}

// Moodle shows feedback as HTML, and drops what looks like a tag: "i<n" would lose its end.
void export_put_html(FILE *out, const char *text) {
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else
            fputc(*text, out);
    }
}

static void write_faults(FILE *out, const struct export_result *result) {
    char title[256], words[1024];
    const cJSON *check;
    cJSON_ArrayForEach(check, result->checks) {
        if (!export_is_shown(check) || export_status_is(check, "passed"))
            continue;
        export_check_title(check, title, sizeof title);
        export_check_words(check, words, sizeof words);
        fprintf(out, "%s: ", export_text(check, "status"));
        export_put_html(out, title);
        fprintf(out, ", %g of %g points. ", export_number(check, "points"),
                export_number(check, "max_points"));
        export_put_html(out, words);
        fputc('\n', out);
    }
}

void export_moodle_comments(FILE *out, const struct export_result *result) {
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
        fputc(',', out);
        if (export_counts(result))
            csv_number(out, export_points(result));
        fputc(',', out);
        if (export_counts(result))
            export_moodle_comments(out, result);
    }
    fputc('\n', out);
}

const struct export_format export_moodle = {.name = "moodle",
                                            .class_only = true,
                                            .excuses = "they are left out; let Moodle drop the lowest, too",
                                            .begin = begin,
                                            .student = student};
