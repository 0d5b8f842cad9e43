// Checks that a lab's spec can be used for grading: an error names its line.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "spec.h"

// Sizes, as a set of enum scalar.
enum {
    SIZE_N = 1 << SCALAR_N,
    SIZE_ROWS = 1 << SCALAR_ROWS,
    SIZE_COLS = 1 << SCALAR_COLS,
    SIZE_INNER = 1 << SCALAR_INNER
};

static const char *const size_names[] = {
    [SCALAR_N] = "n", [SCALAR_ROWS] = "rows", [SCALAR_COLS] = "cols", [SCALAR_INNER] = "inner"};

// The subject of the checks, and their error.
struct checked {
    const struct spec *lab;
    const struct spec_task *task;
    struct error *error;
};

// A parameter's line is the one in the author's file; the first parameter's line identifies a task.
__attribute__((format(printf, 3, 4))) static bool refuse(const struct checked *c, const struct parameter *at,
                                                         const char *format, ...) {
    char words[ERROR_SIZE / 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return error_set(c->error, "grader/course/%s/spec.c:%d: %s: %s", c->lab->name, at->line, c->task->name,
                     words);
}

// The sizes that an extent uses.
static unsigned sizes_of(const struct extent *e) {
    return (e->n ? SIZE_N : 0) |
           (e->rows || e->rows_cols || e->rows_inner || e->rows_cols_inner ? SIZE_ROWS : 0) |
           (e->cols || e->rows_cols || e->inner_cols || e->rows_cols_inner ? SIZE_COLS : 0) |
           (e->inner || e->rows_inner || e->inner_cols || e->rows_cols_inner ? SIZE_INNER : 0);
}

static bool some_elements(const struct extent *e) {
    const int32_t each[] = {e->fixed,     e->n,          e->rows,       e->cols,           e->inner,
                            e->rows_cols, e->rows_inner, e->inner_cols, e->rows_cols_inner};
    bool some = false;
    for (size_t i = 0; i < SPEC_COUNT(each); i++) {
        if (each[i] < 0)
            return false;
        some = some || each[i] > 0;
    }
    return some;
}

// The sizes that a launcher receives: as numbers, or as the end of offsets and the limit of indices.
static unsigned sizes_told(const struct parameter *parameters) {
    unsigned told = 0;
    for (size_t i = 0; i < signature_count(parameters); i++)
        if (parameters[i].role == ARGUMENT_VALUE || parameters[i].role == ARGUMENT_INDICES)
            told |= 1u << parameters[i].scalar;
    return told & 1 << SCALAR_SIDE ? told | SIZE_ROWS | SIZE_COLS | SIZE_INNER : told;
}

static bool check_extents(const struct checked *c) {
    const unsigned told = sizes_told(c->task->parameters);
    for (size_t i = 0; i < signature_count(c->task->parameters); i++) {
        const struct parameter *p = &c->task->parameters[i];
        const unsigned untold = sizes_of(&p->extent) & ~told;
        if (p->role == ARGUMENT_VALUE)
            continue;
        if (!some_elements(&p->extent))
            return refuse(c, p, "a buffer has no elements, or fewer than none, whatever its sizes are");
        if (untold)
            return refuse(c, p, "how long this buffer is depends on %s, which the launcher is not told",
                          size_names[__builtin_ctz(untold)]);
    }
    return true;
}

static bool check_indices(const struct checked *c) {
    for (size_t i = 0; i < signature_count(c->task->parameters); i++) {
        const struct parameter *p = &c->task->parameters[i];
        if (p->role == ARGUMENT_INDICES && (p->offsets ? p->scalar != SCALAR_N : p->scalar >= SCALAR_OPTION))
            return refuse(c, p,
                          "offsets go up to n, and indices up to n, rows, columns or what else there is");
    }
    return true;
}

static bool is_filled(const struct parameter *p) {
    return (CALL_GIVEN & ~(1u << ARGUMENT_INDICES)) >> p->role & 1;
}

// Checks the fill of a case or a measurement: at least one input has the type that it makes, and the others
// have types that a fill of its kind makes.
static bool check_fill(const struct checked *c, inputs_fill *fill) {
    enum element made;
    bool own = false;
    if (!inputs_element(fill, &made))
        return true;
    for (size_t i = 0; i < signature_count(c->task->parameters); i++) {
        const struct parameter *p = &c->task->parameters[i];
        own = own || (is_filled(p) && fill == inputs_fill_for(fill, p->element));
    }
    for (size_t i = 0; i < signature_count(c->task->parameters); i++) {
        const struct parameter *p = &c->task->parameters[i];
        if (is_filled(p) && !(own && inputs_fill_for(fill, p->element)))
            return refuse(c, p, "an input of %s is filled with %s", element_name(p->element),
                          element_name(made));
    }
    return true;
}

// Reports an error in a case: it has no line of its own, so its place in the group is given.
static bool refuse_case(const struct checked *c, const struct spec_group *group, const struct spec_case *its,
                        const char *what) {
    return refuse(c, c->task->parameters, "case %d of \"%s\" has %s", (int)(its - group->cases) + 1,
                  group->title, what);
}

// With a larger spread, n could be negative, and rows would be drawn from less than the table's range.
static bool check_spread(const struct checked *c, const struct spec_group *group,
                         const struct spec_case *its) {
    const bool rows = signature_has_rows(c->task->parameters) && !signature_has_entries(c->task->parameters);
    const int32_t most = rows ? its->rows : its->n;
    char what[ERROR_SIZE / 4];
    snprintf(what, sizeof what, "a .spread of %d, and %s = %d: a spread is from 0 to that", (int)its->spread,
             rows ? "rows" : "n", (int)most);
    return (its->spread >= 0 && its->spread <= most) || refuse_case(c, group, its, what);
}

static bool real_is_forgotten(const struct parameter *p, double alpha, double beta) {
    return (alpha != 0 && !signature_has(p, SCALAR_ALPHA)) || (beta != 0 && !signature_has(p, SCALAR_BETA));
}

// A size that the task does not use would be ignored silently.
static bool check_case(const struct checked *c, const struct spec_group *group, const struct spec_case *its) {
    const struct parameter *p = c->task->parameters;
    const int32_t sizes[] = {its->n, its->rows, its->cols, its->inner};
    const bool entries = signature_has_entries(p);
    unsigned used = sizes_told(p);
    char what[ERROR_SIZE / 4];
    if (signature_has_rows(p) && !entries)
        used &= ~(unsigned)SIZE_N;
    for (size_t i = 0; i < SPEC_COUNT(sizes); i++)
        if (sizes[i] != 0 && !(used >> i & 1)) {
            snprintf(what, sizeof what, "%s = %d, and the launcher no such size", size_names[i],
                     (int)sizes[i]);
            return refuse_case(c, group, its, what);
        }
    if (signature_is_square(p) && (its->cols != 0 || its->inner != 0))
        return refuse_case(c, group, its, "columns, and matrices are square: rows are enough");
    if (real_is_forgotten(p, its->alpha, its->beta))
        return refuse_case(c, group, its, "an alpha or a beta, and the launcher no such number");
    const struct shape shape = signature_whole_shape(
        p, (struct shape){.n = its->n, .rows = its->rows, .cols = its->cols, .inner = its->inner});
    for (size_t i = 0; i < signature_count(p); i++)
        if (p[i].role == ARGUMENT_INDICES && !p[i].offsets && sizes[p[i].scalar] == 0 && !entries &&
            signature_length(p, &shape, &p[i]) > 0)
            return refuse_case(c, group, its, "indices, and nothing that they are places of");
    // An element of a sparse matrix has a row and a column.
    if (entries && its->n > 0 && (its->rows == 0 || (its->cols == 0 && used & SIZE_COLS)))
        return refuse_case(c, group, its, "elements, and no rows or no columns");
    return check_spread(c, group, its) && check_fill(c, its->fill);
}

static bool check_cases(const struct checked *c) {
    for (size_t g = 0; g < c->task->group_count; g++)
        for (size_t i = 0; i < c->task->groups[g].case_count; i++)
            if (!check_case(c, &c->task->groups[g], &c->task->groups[g].cases[i]))
                return false;
    return true;
}

static bool check_timed(const struct checked *c) {
    const struct parameter *p = c->task->parameters;
    const struct spec_bandwidth *timed = &c->task->bandwidth;
    const bool entries = signature_has_entries(p);
    const bool cols = sizes_told(p) & SIZE_COLS;
    if (real_is_forgotten(p, timed->alpha, timed->beta))
        return refuse(c, p, "what is timed has an alpha or a beta, and the launcher no such number");
    if (entries && timed->n > 0 && (timed->rows == 0 || (timed->cols == 0 && cols)))
        return refuse(c, p, "what is timed has no rows or no columns");
    if (!entries && signature_has_rows(p) &&
        (int64_t)timed->rows * (signature_is_square(p) ? timed->rows : timed->cols) != timed->n)
        return refuse(c, p, "the n that is timed is not the product of its rows and columns");
    return check_fill(c, timed->fill);
}

static bool check_answers(const struct checked *c) {
    const struct spec_task *task = c->task;
    const struct parameter *p = task->parameters;
    for (size_t i = 0; i < signature_count(p) && task->tolerance == TOLERANCE_UNSAID; i++)
        if ((CALL_WRITTEN >> p[i].role & 1) && element_is_float(p[i].element))
            return refuse(c, &p[i], "its outputs are floating-point numbers, and it has no tolerance");
    if ((task->tolerance == TOLERANCE_BOUND || signature_has_rows(p)) && !task->solve)
        return refuse(c, p, "a bound, or rows and columns, need a solve in place of the reference");
    if (task->solve && (task->reference || task->pieces != PIECES_NONE))
        return refuse(c, p, "with a solve it has neither a reference nor pieces");
    if (task->judge && !task->solve)
        return refuse(c, p, "a judge needs a solve: a right answer to begin with");
    if (task->ulps < 0 || (task->tolerance == TOLERANCE_ULPS) != (task->ulps > 0))
        return refuse(c, p, "its ulps are how many units TOLERANCE_ULPS allows");
    return true;
}

static bool check_parameters(const struct checked *c) {
    const struct parameter *p = c->task->parameters;
    const struct call call = signature_call(p, &(struct shape){0}, 0);
    if (!signature_numbers(p) || !signature_first(p, CALL_WRITTEN))
        return refuse(c, p, "its parameters have no input of numbers, or no output");
    if (!call_is_valid(&call))
        return refuse(c, p,
                      "its parameters cannot be passed: at most 12, 8 of them floating-point numbers, and "
                      "no scalar a __half or a vector");
    return check_indices(c) && check_extents(c);
}

static bool check_task(const struct checked *c) {
    if (strlen(c->task->name) >= JOB_TASK_NAME)
        return error_set(c->error, "%s: the name of %s is longer than %d characters", c->lab->name,
                         c->task->name, JOB_TASK_NAME - 1);
    return check_parameters(c) && check_answers(c) && check_timed(c) && check_cases(c);
}

bool spec_check(const struct spec *lab, struct error *error) {
    if (lab->task_count < 1 || lab->task_count > SPEC_MAX_TASKS)
        return error_set(error, "%s has %zu tasks; a lab has 1 to %d", lab->name, lab->task_count,
                         (int)SPEC_MAX_TASKS);
    if (lab->hint_count < lab->task_count || lab->hint_count % lab->task_count != 0)
        return error_set(error, "%s has %zu hints for %zu tasks; every task has as many", lab->name,
                         lab->hint_count, lab->task_count);
    for (size_t t = 0; t < lab->task_count; t++)
        if (!check_task(&(struct checked){lab, &lab->tasks[t], error}))
            return false;
    return true;
}

bool spec_check_all(struct error *error) {
    for (size_t i = 0; i < spec_count(); i++)
        if (!spec_check(spec_get(i), error))
            return false;
    return true;
}
