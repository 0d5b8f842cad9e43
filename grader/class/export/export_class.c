// The gradebook walked twice: once to know the labs, once to hand over the students.
#include "class/export/export_result.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "class/policy/policy.h"

// One walk. Both need to see where a student ends and the next begins.
struct walk {
    struct export_class *learnt;
    const struct export_class *class;
    struct export_student student;
    export_student_visit *visit;
    void *user;
    char *last_name;
    bool short_of_memory;
    struct gradebook *book; // for what a policy looks up
    bool not_judged;
    size_t open_count, dropped_count; // scores with open points, and of labs that do not count
    struct error error;
};

static bool is_next(const struct walk *walk, const char *student) {
    return !walk->last_name || strcmp(walk->last_name, student) != 0;
}

static void begin_student(struct walk *walk, const char *student) {
    free(walk->last_name);
    walk->last_name = strdup(student);
    walk->short_of_memory = walk->short_of_memory || !walk->last_name;
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

// The course's labs as it goes through them; then what stands beside it, the challenges.
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

static bool learn(void *user, const struct gradebook_result *stored) {
    struct walk *walk = user;
    struct export_class *class = walk->learnt;
    const size_t lab = lab_index(class, stored->lab);
    if (lab == class->lab_count && !add_lab(class, stored->lab)) {
        walk->short_of_memory = true;
        return false;
    }
    if (stored->has_score && stored->max_score > class->labs[lab].max_score)
        class->labs[lab].max_score = stored->max_score;
    class->names_are_addresses =
        (class->result_count == 0 || class->names_are_addresses) && strchr(stored->student, '@');
    class->result_count++;
    class->stale_count += export_is_stale(stored);
    class->participants += export_participant(stored) != NULL;
    if (is_next(walk, stored->student)) {
        begin_student(walk, stored->student);
        learn_student(class, stored);
    }
    return !walk->short_of_memory;
}

// The labs that do not count are known once all are judged, also those that are not exported.
static bool mark_dropped(struct walk *walk) {
    const struct export_class *class = walk->class;
    struct term term;
    if (!class->policy || policy_drops(class->policy) == 0)
        return true;
    if (!term_read(&term, walk->book, class->policy, walk->last_name, &walk->error))
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

static void finish_student(struct walk *walk) {
    struct export_student *student = &walk->student;
    walk->not_judged = walk->not_judged || (student->name && !mark_dropped(walk));
    if (student->name)
        walk->visit(walk->user, walk->class, student);
    for (size_t i = 0; i < walk->class->lab_count; i++) {
        student->before += student->of_lab[i] != NULL;
        export_result_free(student->of_lab[i]);
        student->of_lab[i] = NULL;
    }
    student->name = NULL;
}

static bool hand_over(void *user, const struct gradebook_result *stored) {
    struct walk *walk = user;
    const size_t lab = lab_index(walk->class, stored->lab);
    if (is_next(walk, stored->student)) {
        finish_student(walk);
        begin_student(walk, stored->student);
    }
    if (lab == walk->class->lab_count) // handed in since the first walk
        return true;
    export_result_free(walk->student.of_lab[lab]);
    walk->student.of_lab[lab] = export_result_copy(stored, walk->class->with_text);
    if (!walk->student.of_lab[lab] || walk->short_of_memory)
        return !(walk->short_of_memory = true);
    struct export_result *result = walk->student.of_lab[lab];
    if (!export_result_judge(result, walk->class, walk->book, stored) ||
        (walk->class->dated && !export_result_date(result, walk->class->policy, walk->book, stored)))
        return !(walk->not_judged = true);
    if (result->final.open > 0)
        export_print_open(stderr, stored);
    walk->open_count += result->final.open > 0;
    const struct gradebook_result *own = &result->stored;
    walk->student.name = own->student;
    walk->student.keys = own->keys[0] ? own->keys : NULL;
    return true;
}

static bool finish(struct walk *walk, bool good, const struct gradebook *book, struct error *error) {
    free(walk->last_name);
    if (!good || walk->not_judged)
        return error_set(error, "%s", walk->error.text[0] ? walk->error.text : gradebook_error(book));
    return !walk->short_of_memory || error_set(error, "memory is used up");
}

bool export_class_learn(struct export_class *class, struct gradebook *book,
                        const struct gradebook_filter *filter, struct error *error) {
    *class = (struct export_class){0};
    struct walk walk = {.learnt = class};
    const bool good = gradebook_each(book, filter, learn, &walk);
    if (class->lab_count > 1)
        qsort(class->labs, class->lab_count, sizeof *class->labs, by_name);
    return finish(&walk, good, book, error);
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

bool export_class_each(const struct export_class *class, struct gradebook *book,
                       const struct gradebook_filter *filter, export_student_visit *visit, void *user,
                       struct error *error) {
    struct walk walk = {.class = class, .visit = visit, .user = user, .book = book};
    walk.student.of_lab = calloc(class->lab_count + 1, sizeof(struct export_result *));
    if (!walk.student.of_lab)
        return error_set(error, "memory is used up");
    const bool good = gradebook_each(book, filter, hand_over, &walk);
    finish_student(&walk);
    if (walk.dropped_count > 0 && class->excuses)
        fprintf(stderr, "grade: %zu labs are dropped: %s\n", walk.dropped_count, class->excuses);
    if (walk.open_count > 0)
        fprintf(stderr,
                "grade: %zu of %zu have open points: ./grade batch --only-open grades them again, "
                "--open=zero counts them as 0, --open=exclude leaves them out\n",
                walk.open_count, class->result_count);
    free(walk.student.of_lab);
    return finish(&walk, good, book, error);
}
