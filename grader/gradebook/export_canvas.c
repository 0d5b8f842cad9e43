// canvas: the gradebook file that Canvas imports, one line a student. Canvas finds the student by the login,
// and the assignment by its title; an empty cell leaves a grade alone.
#include <string.h>

#include "csv.h"
#include "export_result.h"

static void begin(FILE *out, const struct export_class *class) {
    char title[128];
    fputs("Student,ID,SIS User ID,SIS Login ID,Section", out);
    for (size_t i = 0; i < class->lab_count; i++) {
        export_lab_title(class->labs[i].name, title, sizeof title);
        fputc(',', out);
        csv_text(out, title);
    }
    fputs("\n    Points Possible,,,,", out);
    for (size_t i = 0; i < class->lab_count; i++) {
        fputc(',', out);
        if (class->labs[i].max_score > 0)
            fprintf(out, "%.2f", class->labs[i].max_score);
    }
    fputc('\n', out);
}

// "Ada Lovelace" as Canvas has it, "Lovelace, Ada"; a name that is one word, or has a comma, as it is.
static void write_name(FILE *out, const char *name) {
    char turned[512];
    const char *last = strrchr(name, ' ');
    if (last && last != name && last[1] && !strchr(name, ',')) {
        snprintf(turned, sizeof turned, "%s, %.*s", last + 1, (int)(last - name), name);
        csv_text(out, turned);
    } else {
        csv_text(out, name);
    }
}

static void student(FILE *out, const struct export_class *class, const struct export_student *student) {
    write_name(out, student->name);
    fputs(",,,", out);
    csv_text(out, student->name);
    fputc(',', out);
    for (size_t i = 0; i < class->lab_count; i++) {
        fputc(',', out);
        if (export_is_graded(student->of_lab[i]))
            fprintf(out, "%.2f", student->of_lab[i]->stored.score);
    }
    fputc('\n', out);
}

const struct export_format export_canvas = {
    .name = "canvas", .what = "the CSV that Canvas's gradebook imports", .begin = begin, .student = student};
