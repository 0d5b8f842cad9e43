// canvas: the gradebook file that Canvas imports, one line per student. Canvas finds the student by the
// login, and the assignment by its id in brackets, otherwise by its title; an empty cell keeps a grade, and
// EX excuses.
#include <ctype.h>
#include <string.h>

#include "base/csv_table.h"
#include "export_result.h"

static void begin(FILE *out, const struct export_class *class) {
    fputs("Student,ID,SIS User ID,SIS Login ID,Section", out);
    for (size_t i = 0; i < class->lab_count; i++) {
        const char *own = class->columns ? class->columns[i] : NULL;
        export_put_cell(out, own ? own : export_lab_title(class->labs[i].name).text);
    }
    fputs("\n    Points Possible,,,,", out);
    for (size_t i = 0; i < class->lab_count; i++) {
        fputc(',', out);
        if (class->labs[i].max_score > 0)
            fprintf(out, "%.2f", class->labs[i].max_score);
    }
    fputc('\n', out);
}

// Canvas exports sections, but does not read them: so this cell has a note, if there is one, which has no
// other place in the file.
static void write_note(FILE *out, const struct export_class *class, const struct export_student *student) {
    const char *note = NULL;
    for (size_t i = 0; i < class->lab_count && !note; i++)
        note = export_note(student->of_lab[i]);
    if (!note && student->keys)
        note = student->keys[PERSON_SECTION];
    csv_text(out, note);
}

// "Ada Lovelace" in Canvas's form, "Lovelace, Ada"; a single word or a name with a comma stays as it is.
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

// Canvas's number after a name, as in "lovelaceada_12345"; NULL if there is none. It is Canvas's only if the
// uploaded file also had it: lovelaceada_12345_67890_lab3.cu.
static const char *number_in(const struct export_class *class, const struct export_student *student) {
    char in_file[64];
    const char *mark = strrchr(student->name, '_');
    const size_t digits = mark ? strspn(mark + 1, "0123456789") : 0;
    if (digits == 0 || mark[1 + digits] != '\0')
        return NULL;
    snprintf(in_file, sizeof in_file, "%s_", mark);
    for (size_t i = 0; i < class->lab_count; i++) {
        const struct export_result *result = student->of_lab[i];
        const char *found = result ? strstr(result->stored.origin, in_file) : NULL;
        if (found && isdigit((unsigned char)found[strlen(in_file)]))
            return mark + 1;
    }
    return NULL;
}

static void write_who(FILE *out, const char *name, const char *number) {
    char stem[512];
    if (number) {
        snprintf(stem, sizeof stem, "%.*s", (int)(number - 1 - name), name);
        write_name(out, stem);
        fprintf(out, ",%s,,,", number);
    } else {
        write_name(out, name);
        fputs(",,,", out);
        csv_text(out, name);
        fputc(',', out);
    }
}

// Writes the roster's data. Canvas searches for its own number, then for the SIS User ID, then for the login
// (instructure/canvas-lms, lib/gradebook_importer.rb).
static void write_person(FILE *out, const struct export_student *student) {
    static const enum person_key columns[] = {PERSON_CANVAS, PERSON_NUMBER, PERSON_LOGIN};
    write_name(out, export_student_name(student));
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        export_put_cell(out, student->keys[columns[i]]);
    fputc(',', out);
}

static void student(FILE *out, const struct export_class *class, const struct export_student *student) {
    if (student->keys)
        write_person(out, student);
    else
        write_who(out, student->name, number_in(class, student));
    write_note(out, class, student);
    for (size_t i = 0; i < class->lab_count; i++) {
        fputc(',', out);
        if (student->of_lab[i] && student->of_lab[i]->dropped)
            fputs("EX", out);
        else if (export_has_points(student->of_lab[i]))
            fprintf(out, "%.2f", export_points(student->of_lab[i]));
    }
    fputc('\n', out);
}

const struct export_format export_canvas = {.name = "canvas",
                                            .class_only = true,
                                            .columns = true,
                                            .excuses = "Canvas has them as excused (EX)",
                                            .begin = begin,
                                            .student = student};
