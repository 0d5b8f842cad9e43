// The formats, and how one is written: a document for the class, or one for each submission.
#include "export.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/csv_table.h"
#include "base/output_file.h"
#include "export_class.h"
#include "export_each.h"
#include "export_result.h"

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
    document->format->student(document->out, class, student);
}

static bool write_class(const struct export_format *format, const struct export_class *class,
                        struct gradebook *book, const struct gradebook_filter *filter, const char *path,
                        char *why, size_t size) {
    struct output_file file;
    struct error error;
    if (!output_file_open(&file, path, &error))
        return snprintf(why, size, "%s", error.text), false;
    file.private = true;
    struct document document = {format, file.out};
    if (format->begin)
        format->begin(file.out, class);
    const bool good = export_class_each(class, book, filter, student, &document, why, size);
    if (good && format->end)
        format->end(file.out, class);
    if (!output_file_close(&file, good, &error) && good)
        return snprintf(why, size, "%s", error.text), false;
    return good;
}

// Whether an importer will take what is to be written.
static bool has_place(const struct export_format *format, const struct export_class *class, char *why,
                      size_t size) {
    if (format->one_lab && class->lab_count > 1)
        return snprintf(why, size, "%s is for one lab: --lab names it", format->name), false;
    if (format == &export_moodle && class->people_count == 0 && class->participants > 0)
        return snprintf(why, size,
                        "Moodle's gradebook knows nobody by the numbers of an assignment: grade with a "
                        "--roster, or "
                        "export moodle-worksheet"),
               false;
    return true;
}

// The headings under which the other system has the labs: "Lab 3 [Total Pts: 100 Score] |4711". What is in
// brackets is its own; the number behind "|" tells columns apart.
static bool find_columns(struct export_class *class, const char *path, char *why, size_t size) {
    struct csv_table table = {.count = 0};
    struct error error;
    char title[128];
    class->columns = calloc(class->lab_count + 1, sizeof *class->columns);
    bool good = class->columns && csv_table_read(&table, path, &error);
    if (!good)
        snprintf(why, size, "%s", class->columns ? error.text : "memory is used up");
    for (size_t i = 0; good && i < class->lab_count; i++) {
        export_lab_title(class->labs[i].name, title, sizeof title);
        const size_t length = strlen(title);
        for (size_t k = 0; k < table.rows[0].count && !class->columns[i]; k++) {
            const char *head = table.rows[0].cells[k];
            if (strncasecmp(head, title, length) == 0 && strncmp(head + length, " [", 2) == 0 &&
                strchr(head, '|'))
                class->columns[i] = strdup(head);
        }
        if (!class->columns[i])
            good = (snprintf(why, size, "%s has no column \"%s [...] |...\"", path, title), false);
    }
    csv_table_free(&table);
    return good;
}

bool export_write(const struct export_format *format, struct gradebook *book,
                  const struct gradebook_filter *filter, const struct policy *policy, const char *path,
                  char *why, size_t size) {
    const struct export_terms terms = {.policy = policy};
    return export_write_with(format, book, filter, &terms, path, why, size);
}

bool export_write_with(const struct export_format *format, struct gradebook *book,
                       const struct gradebook_filter *filter, const struct export_terms *terms,
                       const char *path, char *why, size_t size) {
    struct export_class class;
    bool good = export_class_learn(&class, book, filter, why, size);
    class.policy = terms->policy;
    class.without_names = terms->without_names;
    class.open = terms->open;
    class.kept = cJSON_CreateObject();
    class.with_text = format->with_text;
    if (good && class.result_count == 0) {
        snprintf(why, size, "the gradebook has no submission of %s%s%s",
                 filter->student ? filter->student : "anybody", filter->lab ? " for " : "",
                 filter->lab ? filter->lab : "");
        good = false;
    }
    good = good && has_place(format, &class, why, size) &&
           (!terms->columns || find_columns(&class, terms->columns, why, size));
    good = good && (format->one || format->page ? export_each_write : write_class)(format, &class, book,
                                                                                   filter, path, why, size);
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
