// blackboard: the file for "Work Offline, Upload" of Blackboard's grade centre. A student is found by the
// user name, and a column by the number in its heading, which only Blackboard knows: --columns names a file
// that was downloaded there. A heading without a number creates a new text column. With commas as separators,
// all cells are quoted (http://library.blackboard.com/ref/3ea64795-6ecc-4abd-b595-0a9a8dfdec94/Content/
// _instructor_grade_center/grade_center_upload_download.htm).
#include <string.h>

#include "base/csv_table.h"
#include "export_result.h"

static void begin(FILE *out, const struct export_class *class) {
    fputs("\"Last Name\",\"First Name\",\"Username\",\"Student ID\"", out);
    for (size_t i = 0; i < class->lab_count; i++) {
        fputc(',', out);
        csv_quoted(out, class->columns ? class->columns[i] : export_lab_title(class->labs[i].name).text);
    }
    fputc('\n', out);
}

// "Lovelace, Ada" or "Ada Lovelace" as two cells.
static void write_name(FILE *out, const char *name) {
    char first[512];
    const char *comma = strchr(name, ','), *space = strrchr(name, ' ');
    const char *last = comma || !space || space == name ? name : space + 1;
    if (comma)
        snprintf(first, sizeof first, "%s", comma + 1 + strspn(comma + 1, " "));
    else
        snprintf(first, sizeof first, "%.*s", last == name ? 0 : (int)(space - name), name);
    char own[512];
    snprintf(own, sizeof own, "%.*s", comma ? (int)(comma - name) : (int)strlen(last), last);
    csv_quoted(out, own);
    fputc(',', out);
    csv_quoted(out, first);
}

static void student(FILE *out, const struct export_class *class, const struct export_student *student) {
    const char *const *keys = student->keys;
    write_name(out, keys ? keys[PERSON_NAME] : "");
    fputc(',', out);
    csv_quoted(out, keys && keys[PERSON_LOGIN][0] ? keys[PERSON_LOGIN] : student->name);
    fputc(',', out);
    csv_quoted(out, keys ? keys[PERSON_NUMBER] : "");
    for (size_t i = 0; i < class->lab_count; i++) {
        if (export_counts(student->of_lab[i]))
            fprintf(out, ",\"%.10g\"", export_points(student->of_lab[i]));
        else
            fputs(",\"\"", out);
    }
    fputc('\n', out);
}

const struct export_format export_blackboard = {.name = "blackboard",
                                                .class_only = true,
                                                .excuses =
                                                    "they are left out; let Blackboard drop the lowest, too",
                                                .columns = true,
                                                .begin = begin,
                                                .student = student};
