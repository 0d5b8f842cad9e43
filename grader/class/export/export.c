// The formats, and writing one: a document for the class, or one per submission.
#include "export.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "base/csv_table.h"
#include "base/files.h"
#include "class/export/export_result.h"
#include "class/gradebook/people.h"
#include "class/gradebook/store.h"

static const struct export_format *const formats[] = {
    &export_gradescope,
    &export_canvas,
    &export_moodle,
    &export_autolab,
    &export_reports,
    &export_moodle_worksheet,
    &export_moodle_feedback,
    &export_blackboard,
    &export_prairielearn,
    &export_junit,
    &export_csv,
    &export_json,
    &export_html,
    &export_sources,
};

const struct export_format *export_format_at(size_t i) {
    return i < sizeof formats / sizeof formats[0] ? formats[i] : NULL;
}

const struct export_format *export_format_find(const char *name) {
    const struct export_format *format;
    for (size_t i = 0; (format = export_format_at(i)); i++)
        if (strcmp(format->name, name) == 0)
            return format;
    return NULL;
}

struct document {
    const struct export_format *format;
    FILE *out;
};

static void student(void *user, const struct export_class *class, const struct export_student *student) {
    const struct document *document = user;
    if (document->format->class_only && class->people_count > 0 && !student->keys)
        return;
    if (document->format->student)
        document->format->student(document->out, class, student);
    for (size_t i = 0; document->format->result && i < class->lab_count; i++)
        if (student->of_lab[i])
            document->format->result(document->out, student->of_lab[i]);
}

static bool write_class(const struct export_format *format, struct export_class *class,
                        struct gradebook *book, const struct gradebook_filter *filter, const char *path,
                        struct error *error) {
    struct output_file file;
    if (!output_file_open(&file, path, error))
        return false;
    file.private = true;
    struct document document = {format, file.out};
    fputs(format->head ? format->head : "", file.out);
    if (format->begin)
        format->begin(file.out, class);
    const bool good = export_class_each(class, book, filter, student, &document, error);
    if (good && format->end)
        format->end(file.out, class);
    fputs(format->tail ? format->tail : "", file.out);
    return output_file_close(&file, good, error);
}

// Whether an importer will accept the export.
static bool has_place(const struct export_format *format, const struct export_class *class,
                      struct error *error) {
    if (format->one_lab && class->lab_count > 1)
        return error_set(error, "%s is for one lab: --lab names it", format->name);
    if (format == &export_moodle && class->people_count == 0 && class->participants > 0)
        return error_set(error, "Moodle's gradebook does not know the numbers of an assignment: grade with a "
                                "--roster, or export moodle-worksheet");
    return true;
}

// The rest of a heading after a lab's title or name; NULL if it does not begin with one.
static const char *behind_title(const char *heading, const char *lab) {
    const struct export_words title = export_lab_title(lab);
    const char *const starts[] = {title.text, lab};
    for (size_t i = 0; i < 2; i++) {
        const size_t length = strlen(starts[i]);
        if (strncasecmp(heading, starts[i], length) == 0 && !isalnum((unsigned char)heading[length]))
            return heading + length;
    }
    return NULL;
}

// Finds a lab's own heading among another system's. Blackboard: "Lab 3 [Total Pts: 100 Score] |4711", where
// the number identifies the column. Canvas: "Lab 3 (1003)", or the only one that begins so: "Lab 3: Shared
// memory (1003)".
static const char *column_of(const char *lab, bool blackboard, char *const *heads, size_t count) {
    const char *only = NULL;
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const char *rest = behind_title(heads[i], lab);
        const bool number = rest && strrchr(rest, '(') && isdigit((unsigned char)strrchr(rest, '(')[1]);
        const bool wanted = rest && (blackboard ? strncmp(rest, " [", 2) == 0 && strchr(rest, '|') : number);
        if (!wanted)
            continue;
        if (blackboard || strrchr(rest, '(') <= rest + 1)
            return heads[i];
        only = heads[i];
        found++;
    }
    return found == 1 ? only : NULL;
}

static bool set_columns(struct export_class *class, bool blackboard, char *const *heads, size_t count) {
    class->columns = calloc(class->lab_count + 1, sizeof *class->columns);
    for (size_t i = 0; class->columns && i < class->lab_count; i++) {
        const char *found = column_of(class->labs[i].name, blackboard, heads, count);
        if (found && !(class->columns[i] = strdup(found)))
            return false;
    }
    return class->columns != NULL;
}

// Reads the headings of a file that the other system has exported.
static bool read_columns(struct export_class *class, bool blackboard, const char *path, struct error *error) {
    struct csv_table table = {.count = 0};
    bool good =
        csv_table_read(&table, path, error) &&
        ((table.count > 0 && set_columns(class, blackboard, table.rows[0].cells, table.rows[0].count)) ||
         error_set(error, "memory is used up"));
    for (size_t i = 0; good && i < class->lab_count; i++)
        good = class->columns[i] ||
               error_set(error, "%s has no column \"%s%s\"", path, export_lab_title(class->labs[i].name).text,
                         blackboard ? " [...] |..." : " (...)");
    csv_table_free(&table);
    return good;
}

// Restores the headings of Canvas's gradebook, if it was the roster. A lab without one keeps its own title.
static bool recall_columns(struct export_class *class, struct gradebook *book, struct error *error) {
    char **heads = NULL;
    size_t count = 0;
    const char *heading;
    bool good = true;
    struct gradebook_rows rows = gradebook_headings(book);
    while (good && (heading = gradebook_next_heading(&rows))) {
        char **added = array_add(&heads, &count, sizeof *added);
        good = added && (*added = strdup(heading));
    }
    good = (good && set_columns(class, false, heads, count)) || error_set(error, "memory is used up");
    for (size_t i = 0; i < count; i++)
        free(heads[i]);
    free(heads);
    return gradebook_rows_end(&rows) ? good : error_set(error, "%s", gradebook_error(book));
}

static bool find_columns(const struct export_format *format, struct export_class *class,
                         struct gradebook *book, const char *path, struct error *error) {
    if (path)
        return read_columns(class, format == &export_blackboard, path, error);
    return format != &export_canvas || recall_columns(class, book, error);
}

// If a format dates the scores, their dates are also stored in the gradebook, all or none.
static bool write(const struct export_format *format, struct export_class *class, struct gradebook *book,
                  const struct gradebook_filter *filter, const char *path, struct error *error) {
    if (format->one || format->page)
        return export_each_write(format, class, book, filter, path, error);
    if (!format->dated || !gradebook_writes(book))
        return write_class(format, class, book, filter, path, error);
    const bool began = gradebook_begin(book);
    const bool good = began && write_class(format, class, book, filter, path, error);
    if (began && (gradebook_end(book, good) || !good))
        return good;
    return error_set(error, "%s", gradebook_error(book));
}

bool export_write(const struct export_format *format, struct gradebook *book,
                  const struct gradebook_filter *filter, const struct export_terms *terms, const char *path,
                  struct error *error) {
    struct export_class class;
    if (format->write)
        return format->write(book, filter, terms, path, error);
    bool good = export_class_learn(&class, book, filter, error);
    class.terms = terms;
    class.format = format;
    class.kept = cJSON_CreateObject();
    if (good && class.result_count == 0)
        good = error_set(error, "the gradebook has no submission of %s%s%s",
                         filter->student ? filter->student : "anybody", filter->lab ? " for " : "",
                         filter->lab ? filter->lab : "");
    good = good && has_place(format, &class, error) &&
           find_columns(format, &class, book, terms->columns, error) &&
           write(format, &class, book, filter, path, error);
    if (good && class.stale_count > 0)
        fprintf(stderr,
                "grade: %zu of %zu scores are stale: ./grade batch --only-changed brings them up to date\n",
                class.stale_count, class.result_count);
    const size_t strangers = class.people_count > 0 ? class.student_count - class.people_count : 0;
    if (good && format->class_only && strangers > 0)
        fprintf(stderr, "grade: %zu of %zu students are not in the roster, and are left out\n", strangers,
                class.student_count);
    export_class_free(&class);
    return good;
}
