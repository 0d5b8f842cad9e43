// Walks the gradebook twice: first to learn the labs, then to pass on the students.
#include "class/export/export_result.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "class/policy/policy.h"

// Keeps the row's student in *name. @return whether it differs from the student of the row before
static bool is_next(char **name, const char *student) {
    if (*name && strcmp(*name, student) == 0)
        return false;
    free(*name);
    *name = strdup(student);
    return true;
}

static size_t lab_index(const struct export_class *class, const char *lab) {
    size_t i = 0;
    while (i < class->lab_count && strcmp(class->labs[i].name, lab) != 0)
        i++;
    return i;
}

static bool add_lab(struct export_class *class, const char *lab) {
    struct export_lab *added = array_add(&class->labs, &class->lab_count, sizeof *added);
    return added && (added->name = strdup(lab));
}

static bool is_numbered(const char *lab) { return strpbrk(lab, "0123456789") != NULL; }

// The course's labs in their order, then the challenges.
static int by_name(const void *a, const void *b) {
    const char *one = ((const struct export_lab *)a)->name, *other = ((const struct export_lab *)b)->name;
    if (is_numbered(one) != is_numbered(other))
        return is_numbered(one) ? -1 : 1;
    return strverscmp(one, other);
}

static void learn_student(struct export_class *class, const struct gradebook_result *stored) {
    class->student_count++;
    for (int i = 0; stored->keys[0] && i < PERSON_KEYS; i++)
        class->known[i] = (class->people_count == 0 || class->known[i]) && stored->keys[i][0];
    class->people_count += stored->keys[0] != NULL;
}

static bool learn(struct export_class *class, const struct gradebook_result *stored, char **name) {
    const size_t lab = lab_index(class, stored->lab);
    if (lab == class->lab_count && !add_lab(class, stored->lab))
        return false;
    if (stored->has_score && stored->max_score > class->labs[lab].max_score)
        class->labs[lab].max_score = stored->max_score;
    class->names_are_addresses =
        (class->result_count == 0 || class->names_are_addresses) && strchr(stored->student, '@');
    class->result_count++;
    class->stale_count += export_is_stale(stored);
    class->participants += export_participant(stored) != NULL;
    if (is_next(name, stored->student))
        learn_student(class, stored);
    return *name != NULL;
}

bool export_class_learn(struct export_class *class, struct gradebook *book,
                        const struct gradebook_filter *filter, struct error *error) {
    struct gradebook_rows rows = gradebook_results(book, filter);
    struct gradebook_result stored;
    char *name = NULL;
    bool good = true;
    *class = (struct export_class){0};
    while (good && gradebook_next_result(&rows, &stored))
        good = learn(class, &stored, &name);
    free(name);
    if (class->lab_count > 1)
        qsort(class->labs, class->lab_count, sizeof *class->labs, by_name);
    if (!gradebook_rows_end(&rows))
        return error_set(error, "%s", gradebook_error(book));
    return good || error_set(error, "memory is used up");
}

void export_class_free(struct export_class *class) {
    for (size_t i = 0; i < class->lab_count; i++)
        free(class->labs[i].name);
    for (size_t i = 0; class->columns && i < class->lab_count; i++)
        free(class->columns[i]);
    free(class->columns);
    cJSON_Delete(class->kept);
    free(class->labs);
}

// The pass over the students.
struct walk {
    const struct export_class *class;
    struct gradebook *book;
    struct export_student student; // without a name before the first result
    char *name;                    // the student's name, as in the gradebook
    export_student_visit *visit;
    void *user;
    size_t open_count, dropped_count; // scores with open points, and of labs that do not count
    struct error *error;
};

// The labs that do not count are known only after all labs are judged, including those not exported.
static bool mark_dropped(struct walk *walk) {
    const struct export_class *class = walk->class;
    struct term term;
    if (!class->terms->policy || policy_drops(class->terms->policy) == 0)
        return true;
    if (!term_read(&term, walk->book, class->terms->policy, walk->name, walk->error))
        return false;
    for (size_t i = 0; i < class->lab_count; i++)
        for (size_t k = 0; walk->student.of_lab[i] && k < term.count; k++)
            if (strcmp(class->labs[i].name, term.labs[k].lab) == 0) {
                walk->student.of_lab[i]->dropped = term.labs[k].dropped;
                walk->dropped_count += term.labs[k].dropped;
            }
    term_free(&term);
    return true;
}

static bool finish_student(struct walk *walk) {
    struct export_student *student = &walk->student;
    const bool good = !student->name || mark_dropped(walk);
    if (student->name && good)
        walk->visit(walk->user, walk->class, student);
    for (size_t i = 0; i < walk->class->lab_count; i++) {
        student->before += student->of_lab[i] != NULL;
        export_result_free(student->of_lab[i]);
        student->of_lab[i] = NULL;
    }
    student->name = NULL;
    return good;
}

static bool hand_over(struct walk *walk, const struct gradebook_result *stored) {
    const struct export_class *class = walk->class;
    const size_t lab = lab_index(class, stored->lab);
    if (lab == class->lab_count) // handed in after the class was learnt
        return true;
    struct export_result *result = walk->student.of_lab[lab] =
        export_result_copy(stored, class->format->with_text);
    if (!result || !walk->name)
        return error_set(walk->error, "memory is used up");
    if (!export_result_judge(result, class, walk->book, stored) ||
        (class->format->dated && !export_result_date(result, class->terms->policy, walk->book, stored)))
        return error_set(walk->error, "%s", gradebook_error(walk->book));
    if (result->final.open > 0)
        export_print_open(stderr, stored);
    walk->open_count += result->final.open > 0;
    walk->student.name = result->stored.student;
    walk->student.keys = result->stored.keys[0] ? result->stored.keys : NULL;
    return true;
}

static bool hand_over_all(struct walk *walk, const struct gradebook_filter *filter) {
    struct gradebook_rows rows = gradebook_results(walk->book, filter);
    struct gradebook_result stored;
    bool good = true;
    while (good && gradebook_next_result(&rows, &stored)) {
        if (walk->name && strcmp(walk->name, stored.student) != 0)
            good = finish_student(walk);
        is_next(&walk->name, stored.student);
        good = good && hand_over(walk, &stored);
    }
    good = finish_student(walk) && good;
    free(walk->name);
    return gradebook_rows_end(&rows) ? good : error_set(walk->error, "%s", gradebook_error(walk->book));
}

bool export_class_each(const struct export_class *class, struct gradebook *book,
                       const struct gradebook_filter *filter, export_student_visit *visit, void *user,
                       struct error *error) {
    struct walk walk = {.class = class, .visit = visit, .user = user, .book = book, .error = error};
    walk.student.of_lab = calloc(class->lab_count + 1, sizeof(struct export_result *));
    const bool good =
        walk.student.of_lab ? hand_over_all(&walk, filter) : error_set(error, "memory is used up");
    if (walk.dropped_count > 0 && class->format->excuses)
        fprintf(stderr, "grade: %zu labs are dropped: %s\n", walk.dropped_count, class->format->excuses);
    if (walk.open_count > 0)
        fprintf(stderr,
                "grade: %zu of %zu have open points: ./grade batch --only-open grades them again, "
                "--open=zero counts them as 0, --open=exclude leaves them out\n",
                walk.open_count, class->result_count);
    free(walk.student.of_lab);
    return good;
}
