// Every lab's table is consistent, and a plan drawn from it is repeatable, and secret where required.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "lab/plan.h"
#include "lab/spec.h"
#include "submission/symbols.h"

static const struct spec *lab(int i) { return spec_get((size_t)i); }

START_TEST(points_are_one_hundred) {
    ck_assert_msg(spec_total_points(lab(_i)) == 100, "%s has %d points, not 100", lab(_i)->name,
                  spec_total_points(lab(_i)));
}
END_TEST

START_TEST(it_can_be_graded) {
    struct error error = {""};
    ck_assert_msg(spec_check(lab(_i), &error), "%s", error.text);
    ck_assert_ptr_nonnull(version_of(lab(_i)->name)); // or a gradebook would not take it
    ck_assert_ptr_null(version_of("lab0"));
}
END_TEST

// A spec beyond the grader's limits is refused by name, not cut off.
START_TEST(a_lab_past_the_limits_is_refused) {
    struct spec_task tasks[SPEC_MAX_TASKS + 1] = {{.name = NULL}};
    static const char *const hints[SPEC_MAX_TASKS + 1] = {"?"};
    const struct spec_task long_name = {
        .name = "a_launcher_whose_name_has_more_than_sixty_three_characters_in_it"};
    struct spec many = {.name = "lab12", .tasks = tasks, .hints = hints};
    struct error error = {""};
    for (size_t t = 0; t < SPEC_COUNT(tasks); t++)
        tasks[t] = (struct spec_task){.name = "sum", .parameters = SPEC_REDUCE(1)};
    many.task_count = many.hint_count = SPEC_MAX_TASKS;
    ck_assert_msg(spec_check(&many, &error), "%s", error.text);
    many.task_count = many.hint_count = SPEC_MAX_TASKS + 1;
    ck_assert(!spec_check(&many, &error));
    ck_assert_str_eq(error.text, "lab12 has 17 tasks; a lab has 1 to 16");
    many.task_count = 0;
    ck_assert(!spec_check(&many, &error));
    many.task_count = 2;
    many.hint_count = 3;
    ck_assert(!spec_check(&many, &error));
    ck_assert_str_eq(error.text, "lab12 has 3 hints for 2 tasks; every task has as many");
    many.tasks = &long_name;
    many.task_count = many.hint_count = 1;
    ck_assert(!spec_check(&many, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "lab12: the name of a_launcher_whose_name"));
}
END_TEST

// The spec calls what the lab's header declares: the solution has that, or the compiler reports it.
START_TEST(launchers_are_called_as_the_header_declares) {
    const struct spec *its = lab(_i);
    const char *launchers[SYMBOLS_MAX_LAUNCHERS], *name = its->name, *tmp = getenv("TMPDIR");
    char object[256], command[1024];
    struct symbols found;
    struct error error = {""};
    snprintf(object, sizeof object, "%s/%s.o", tmp ? tmp : "/tmp", name);
    snprintf(command, sizeof command,
             "build/bin/simtcc -g -Ilabs/include -Ilabs/%s -c solutions/%s/%s.cu -o %s", name, name, name,
             object);
    ck_assert_int_eq(system(command), 0);
    for (size_t t = 0; t < its->task_count; t++)
        launchers[t] = its->tasks[t].name;
    ck_assert_msg(
        symbols_check(object, SYMBOLS_SIMTCC, launchers, its->task_count, its->functions, &found, &error),
        "%s", error.text);
    prototypes_check(object, its, &found);
    remove(object);
    for (size_t t = 0; t < its->task_count; t++)
        ck_assert_msg(found.launchers[t] == SYMBOLS_DEFINED,
                      "grader/course/%s/spec.c:%d: %s is %s here, and in labs/%s/%s.h %s", name,
                      its->tasks[t].parameters[0].line, launchers[t], found.types[t].should_be, name, name,
                      found.types[t].is);
}
END_TEST

START_TEST(it_is_found_by_its_name) { ck_assert_ptr_eq(spec_find(lab(_i)->name), lab(_i)); }
END_TEST

START_TEST(each_task_has_hints_and_they_begin_with_a_question) {
    const size_t each = lab(_i)->hint_count / lab(_i)->task_count;
    ck_assert_uint_ge(each, 3);
    ck_assert_uint_eq(lab(_i)->hint_count, each * lab(_i)->task_count);
    for (size_t t = 0; t < lab(_i)->task_count; t++) {
        ck_assert_uint_eq(spec_first_hint(lab(_i), lab(_i)->tasks[t].name), t * each);
        const char *first = lab(_i)->hints[t * each];
        ck_assert_msg(first[strlen(first) - 1] == '?', "the first hint does not end as a question: %s",
                      first);
    }
    ck_assert_uint_eq(spec_first_hint(lab(_i), NULL), 0);
    for (size_t h = 0; h < lab(_i)->hint_count; h++)
        ck_assert_uint_gt(strlen(lab(_i)->hints[h]), 40);
}
END_TEST

// Requirements of a spec; its author gets the name of a missing one.
#define WANT_OF_CASE(condition, words)                                                                       \
    ck_assert_msg(condition, "%s: case %zu of \"%s\" %s", task->name, i + 1, task->groups[g].title, words)
#define WANT_OF_BOUND(condition, words)                                                                      \
    ck_assert_msg(condition, "%s: the bound \"%s\" %s", task->name, task->bounds[i].name, words)
#define WANT(condition, words) ck_assert_msg(condition, "%s: %s", task->name, words)

static void check_cases(const struct spec_task *task) {
    const bool timed = task->points[CHECK_BANDWIDTH] > 0, judged = timed || task->points[CHECK_TECHNIQUE] > 0;
    bool empty = false;
    int measured = 0;
    for (size_t g = 0; g < task->group_count; g++) {
        ck_assert_msg(task->groups[g].points > 0 && task->groups[g].case_count > 0,
                      "%s: the group \"%s\" has no points, or no cases", task->name, task->groups[g].title);
        for (size_t i = 0; i < task->groups[g].case_count; i++) {
            const struct spec_case *c = &task->groups[g].cases[i];
            WANT_OF_CASE(c->data != NULL, "does not say in .data what its elements are");
            WANT_OF_CASE(c->fill != NULL, "has no .fill");
            empty |= plan_table_shape(task, c).n == 0;
            measured += c->measured;
            WANT_OF_CASE(!c->measured || c->backends != BACKEND_GPU,
                         "is .measured, and not for the CPU engine, which counts");
            WANT_OF_CASE(!c->measured || timed || c->spread > 0,
                         "is .measured, and its size known: no .spread");
        }
    }
    WANT(empty, "no case has n = 0");
    WANT(measured <= 1, "several cases are .measured");
    WANT(measured == 1 || !judged, "no case is .measured");
}

static void check_speed(const struct spec_task *task) {
    const struct spec_bandwidth *b = &task->bandwidth;
    WANT(task->bound_count > 0 || task->points[CHECK_TECHNIQUE] == 0,
         "there are points for the technique, and no bounds");
    if (task->points[CHECK_BANDWIDTH] > 0) {
        WANT(b->bytes_per_element > 0, "its .bandwidth has no .bytes_per_element");
        // An entry of a sparse matrix comes with its column, and with an element of a vector.
        const int32_t least = signature_has_entries(task->parameters) ? 1 << 24 : 1 << 26;
        const int64_t each = element_components(signature_numbers(task->parameters)->element);
        const int64_t numbers = (int64_t)b->n * each * (b->inner > 0 ? b->inner : 1);
        ck_assert_msg(numbers >= least, "%s: %lld numbers are timed, and %d are wanted", task->name,
                      (long long)numbers, (int)least);
        ck_assert_msg(b->warmups + b->repetitions <= JOB_MAX_REPETITIONS,
                      "%s: its .warmups and .repetitions are more than %d", task->name, JOB_MAX_REPETITIONS);
    }
    for (size_t i = 0; i < task->bound_count; i++) {
        const struct spec_bound *bound = &task->bounds[i];
        WANT_OF_BOUND(bound->at_least <= bound->at_most, "holds of no value");
        WANT_OF_BOUND(bound->at_least <= 0 || strlen(bound->too_low) > 0, "says nothing of what is too low");
        WANT_OF_BOUND(isinf(bound->at_most) || strlen(bound->too_high) > 0,
                      "says nothing of what is too high");
    }
}

START_TEST(tasks_are_whole) {
    for (size_t t = 0; t < lab(_i)->task_count; t++) {
        const struct spec_task *task = &lab(_i)->tasks[t];
        WANT((task->reference != NULL) != (task->solve != NULL),
             "it has both .reference and .solve, or neither");
        check_cases(task);
        check_speed(task);
    }
}
END_TEST

START_TEST(a_seed_repeats_everything) {
    struct plan a, b;
    ck_assert(plan_make(&a, lab(_i), 7) && plan_make(&b, lab(_i), 7));
    ck_assert_uint_eq(a.count, b.count);
    for (size_t c = 0; c < a.count; c++) {
        ck_assert_int_eq(a.cases[c].n, b.cases[c].n);
        ck_assert_uint_eq(a.cases[c].data.state, b.cases[c].data.state);
    }
    plan_free(&a);
    plan_free(&b);
}
END_TEST

// Copies of a case in another order: with its own data, or those for tasks with a race.
static size_t count_order(const struct plan *plan, const struct plan_case *first, const char *order,
                          bool if_raced) {
    size_t count = 0;
    for (size_t c = plan->in_table; c < plan->count; c++) {
        const struct plan_case *other = &plan->cases[c];
        if (other->spec != first->spec || other->task != first->task || other->if_raced != if_raced ||
            strcmp(other->order, order) != 0)
            continue;
        ck_assert_int_eq(other->n, if_raced ? plan_table_shape(first->task, first->spec).n : first->n);
        ck_assert(if_raced || other->data.state == first->data.state);
        ck_assert_uint_eq(other->backends, BACKEND_CPU);
        ck_assert_uint_eq(other->in_step, strncmp(order, "lockstep", 8) == 0);
        count++;
    }
    return count;
}

static const char *const orders[] = {"forward",          "reverse",          "lockstep",
                                     "lockstep:forward", "lockstep:reverse", "lockstep:interleaved",
                                     "random:1",         "random:2"};

START_TEST(small_cases_are_run_in_other_orders) {
    struct plan plan;
    size_t small = 0;
    ck_assert(plan_make(&plan, lab(_i), 3));
    for (size_t c = 0; c < plan.in_table; c++) {
        const struct plan_case *first = &plan.cases[c];
        const bool is_small =
            (first->backends & BACKEND_CPU) && plan_table_shape(first->task, first->spec).n <= 8192;
        ck_assert(!first->if_raced && !first->reordered && !first->in_step);
        if (!is_small)
            continue;
        small++;
        ck_assert_uint_eq(count_order(&plan, first, "reverse", false), 1);
        ck_assert_uint_eq(count_order(&plan, first, "lockstep", false), 1);
        for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
            ck_assert_uint_eq(count_order(&plan, first, orders[i], true), 1);
    }
    ck_assert_uint_gt(small, 4);
    plan_free(&plan);
}
END_TEST

// So that a race has the same outcome for every seed: it depends on sizes and data.
START_TEST(cases_for_a_race_are_the_same_with_every_seed) {
    struct plan a, b;
    size_t raced = 0;
    ck_assert(plan_make(&a, lab(_i), 1) && plan_make(&b, lab(_i), 2));
    ck_assert_uint_eq(a.count, b.count);
    for (size_t c = 0; c < a.count; c++) {
        ck_assert_uint_eq(a.cases[c].if_raced, b.cases[c].if_raced);
        if (!a.cases[c].if_raced)
            continue;
        raced++;
        ck_assert_int_eq(a.cases[c].n, b.cases[c].n);
        ck_assert_uint_eq(a.cases[c].data.state, b.cases[c].data.state);
        ck_assert_int_le(a.cases[c].n, a.largest_n);
    }
    ck_assert_uint_gt(raced, 20);
    plan_free(&a);
    plan_free(&b);
}
END_TEST

START_TEST(another_seed_draws_other_sizes_near_the_same) {
    struct plan a, b;
    size_t differ = 0, drawn = 0;
    ck_assert(plan_make(&a, lab(_i), 1) && plan_make(&b, lab(_i), 2));
    for (size_t c = 0; c < a.in_table; c++) {
        const struct spec_case *spec = a.cases[c].spec;
        const struct shape table = plan_table_shape(a.cases[c].task, spec), shape = a.cases[c].shape;
        ck_assert_int_le(abs(shape.rows - table.rows), spec->spread);
        ck_assert_int_le(abs(shape.cols - table.cols), spec->spread);
        ck_assert_int_le(abs(shape.inner - table.inner), spec->spread);
        ck_assert(shape.cols > 0 || abs(shape.n - table.n) <= spec->spread);
        differ += a.cases[c].n != b.cases[c].n;
        drawn += spec->spread > 0 && !(spec->measured && a.cases[c].task->points[CHECK_BANDWIDTH] > 0);
    }
    ck_assert_uint_gt(drawn, 3);
    ck_assert_uint_ge(3 * differ, 2 * drawn);
    plan_free(&a);
    plan_free(&b);
}
END_TEST

START_TEST(data_is_poisoned_by_what_no_answer_is) {
    struct plan plan;
    ck_assert(plan_make(&plan, lab(_i), 3));
    for (size_t c = 0; c < plan.in_table; c++) {
        struct plan_data data;
        if (plan.cases[c].n > 5000)
            continue;
        void *input = malloc(spec_input_bytes(plan.cases[c].task, plan.cases[c].shape) + 1);
        ck_assert_ptr_nonnull(input);
        ck_assert(plan_data_make(&data, &plan.cases[c], input));
        ck_assert_uint_eq(data.output_bytes, spec_output_bytes(plan.cases[c].task, plan.cases[c].shape));
        uint32_t *output = malloc(data.output_bytes + 1);
        ck_assert_ptr_nonnull(output);
        plan_poison(&data, output);
        for (size_t i = 0; i < data.output_bytes / 4; i++)
            ck_assert_uint_ne(output[i], ((uint32_t *)data.expected)[i]);
        free(output);
        free(input);
        plan_data_free(&data);
    }
    plan_free(&plan);
}
END_TEST

START_TEST(outputs_are_as_large_as_the_signature_says) {
    static const struct {
        struct spec_task task;
        int32_t n;
        size_t bytes;
    } rows[] = {
        {{.parameters = SPEC_REDUCE_OPTION}, 100, 4},
        {{.parameters = SPEC_REDUCE(2)}, 100, 8},
        {{.parameters = SPEC_SCAN_OPTION(2)}, 100, 800},
        {{.parameters = SPEC_SCAN_OPTION(1)}, 100, 400},
        {{.parameters = SPEC_SCAN(1)}, 0, 0},
        {{.parameters = SPEC_HISTOGRAM}, 0, 1024},
        {{.parameters = {SPEC_OUT(INT8, .n = 3), SPEC_OUT(DOUBLE, .n = 2)}}, 100, 512 + 1600},
    };
    for (size_t i = 0; i < SPEC_COUNT(rows); i++)
        ck_assert_uint_eq(spec_output_bytes(&rows[i].task, (struct shape){.n = rows[i].n}), rows[i].bytes);
}
END_TEST

static void reference_option(const void *input, int32_t n, int32_t option, void *output) {
    (void)input, (void)n;
    *(int32_t *)output = option;
}

START_TEST(the_reference_is_told_the_option_of_the_case) {
    const struct spec_task task = {.parameters = SPEC_REDUCE_OPTION, .reference = reference_option};
    const struct spec_case spec = {.n = 1, .option = 77, .fill = inputs_int_random};
    const struct plan_case c = {.task = &task, .spec = &spec, .n = 1, .data = {5}};
    struct plan_data data;
    int32_t input;
    ck_assert(plan_data_make(&data, &c, &input));
    ck_assert_int_eq(*(int32_t *)data.expected, 77);
    plan_data_free(&data);
}
END_TEST

static void judge_nothing(const struct judged *inputs, const struct judged *outputs,
                          const struct judged *reference, struct verdict *verdict) {
    (void)inputs, (void)outputs, (void)reference, (void)verdict;
}
static void solve_nothing(const struct problem *problem) { (void)problem; }
static void fill_with_anything(struct rng *rng, void *input, int32_t n) { (void)rng, (void)input, (void)n; }

// A task of one case.
#define CASE(...)                                                                                            \
    .groups = (const struct spec_group[]){{"g", 1, (const struct spec_case[]){{__VA_ARGS__}}, 1, false}},    \
    .group_count = 1
#define ROWS_COLS SPEC_SCALAR(INT32, ROWS), SPEC_SCALAR(INT32, COLS)
#define FLOATS .parameters = {SPEC_IN_OUT(FLOAT, .n = 1), SPEC_SCALAR(INT32, N)}, .tolerance = TOLERANCE_EXACT

// An invalid property of a task, the message, and the parameter.
static const struct {
    struct spec_task task;
    const char *words;
    int at;
} mistakes[] = {
    {{.parameters = SPEC_REDUCE(1)}, NULL, 0},
    {{.parameters = {SPEC_IN(INT32, .n = 1), SPEC_SCALAR(INT32, N)}}, "no output", 0},
    {{.parameters = {SPEC_OUT(INT32, .n = 1), SPEC_SCALAR(INT32, N)}}, "no input", 0},
    {{.parameters = {SPEC_IN_OUT(INT8, .n = 1), SPEC_SCALAR(INT32, N)}}, NULL, 0},
    {{.parameters = {SPEC_IN_OUT(INT8, .n = 1), SPEC_SCALAR(FLOAT, N), SPEC_SCALAR(FLOAT, N),
                     SPEC_SCALAR(FLOAT, N), SPEC_SCALAR(FLOAT, N), SPEC_SCALAR(FLOAT, N),
                     SPEC_SCALAR(FLOAT, N), SPEC_SCALAR(FLOAT, N), SPEC_SCALAR(DOUBLE, N),
                     SPEC_SCALAR(DOUBLE, N)}},
     "cannot be passed",
     0},
    // Tolerances.
    {{.parameters = {SPEC_IN(INT32, .n = 1),
                     // On a line of its own.
                     SPEC_OUT(FLOAT, .n = 1), SPEC_SCALAR(INT32, N)}},
     "it has no tolerance",
     1},
    {{FLOATS}, NULL, 0},
    {{.parameters = {SPEC_IN_OUT(FLOAT, .n = 1), SPEC_SCALAR(INT32, N)}, .tolerance = TOLERANCE_ULPS},
     "its ulps",
     0},
    {{FLOATS, .ulps = 1}, "its ulps", 0},
    {{.parameters = {SPEC_IN_OUT(FLOAT, .n = 1), SPEC_SCALAR(INT32, N)}, .tolerance = TOLERANCE_BOUND},
     "need a solve",
     0},
    {{.parameters = {SPEC_IN_OUT(INT32, .rows_cols = 1), ROWS_COLS}}, "need a solve", 0},
    {{.parameters = SPEC_REDUCE(1), .judge = judge_nothing}, "a judge needs a solve", 0},
    {{.parameters = SPEC_REDUCE(1), .solve = solve_nothing, .pieces = PIECES_ADD},
     "neither a reference nor pieces",
     0},
    {{.parameters = {SPEC_IN_OUT(INT32, .rows_cols = 1), ROWS_COLS},
      .solve = solve_nothing,
      .bandwidth = {.n = 100, .rows = 11, .cols = 9}},
     "product of its rows and columns",
     0},
    // Real numbers and squares.
    {{.parameters = {SPEC_IN_OUT(FLOAT, .rows_cols = 1), SPEC_SCALAR(INT32, SIDE)},
      .solve = solve_nothing,
      .tolerance = TOLERANCE_EXACT,
      .bandwidth = {.n = 100, .rows = 10}},
     NULL,
     0},
    {{.parameters = {SPEC_IN_OUT(FLOAT, .rows_cols = 1), SPEC_SCALAR(INT32, SIDE)},
      .solve = solve_nothing,
      .tolerance = TOLERANCE_EXACT,
      .bandwidth = {.n = 100, .rows = 11}},
     "product of its rows and columns",
     0},
    {{.parameters = {SPEC_IN_OUT(INT32, .n = 1, .inner = 1), SPEC_SCALAR(INT32, N),
                     SPEC_SCALAR(INT32, INNER)},
      .solve = solve_nothing,
      .bandwidth = {.n = 100, .inner = 7}},
     NULL,
     0},
    {{.parameters = SPEC_REDUCE(1), .bandwidth = {.n = 100, .beta = 2}}, "no such number", 0},
    // Extents.
    {{.parameters = {SPEC_IN(INT32, .n = 1), SPEC_SCALAR(INT32, N),
                     // On a line of its own.
                     SPEC_OUT(INT32, .fixed = -1, .n = 1)}},
     "or fewer than none",
     2},
    {{.parameters = {SPEC_IN(INT32, .n = 1), SPEC_OUT(INT32, .n = 0), SPEC_SCALAR(INT32, N)}},
     "no elements",
     1},
    {{.parameters = {SPEC_IN(INT32, .n = 1), SPEC_OUT(INT32, .fixed = 1)}}, "depends on n,", 0},
    {{.parameters = {SPEC_IN(INT32, .n = 1), SPEC_SCALAR(INT32, N),
                     // On a line of its own.
                     SPEC_OUT(INT32, .rows = 1)}},
     "depends on rows, which the launcher is not told",
     2},
    {{.parameters = {SPEC_IN_OUT(INT32, .rows_cols = 1), SPEC_SCALAR(INT32, ROWS)}, .solve = solve_nothing},
     "depends on cols,",
     0},
    {{.parameters = {SPEC_IN(INT32, .rows_inner = 1), SPEC_OUT(INT32, .rows_cols = 1), ROWS_COLS},
      .solve = solve_nothing},
     "depends on inner,",
     0},
    {{.parameters = {SPEC_IN_OUT(INT32, .n = 1), ROWS_COLS}, .solve = solve_nothing}, "depends on n,", 0},
    // Cases with properties that the task does not use.
    {{.parameters = SPEC_REDUCE(1), CASE(.n = 5)}, NULL, 0},
    {{.parameters = SPEC_REDUCE(1), CASE(.n = 5, .cols = 3)}, "cols = 3, and the launcher no such size", 0},
    {{.parameters = SPEC_REDUCE(1), CASE(.n = 5, .alpha = 3)}, "an alpha or a beta", 0},
    {{.parameters = {SPEC_IN_OUT(FLOAT, .rows_cols = 1), SPEC_SCALAR(INT32, SIDE)},
      .solve = solve_nothing,
      .tolerance = TOLERANCE_EXACT,
      CASE(.rows = 5, .cols = 3)},
     "rows are enough",
     0},
    {{.parameters = {SPEC_INDICES(INNER, .n = 1), SPEC_IN_OUT(INT32, .inner = 1), SPEC_SCALAR(INT32, N),
                     SPEC_SCALAR(INT32, INNER)},
      .solve = solve_nothing,
      CASE(.n = 5)},
     "nothing that they are places of",
     0},
    {{.parameters = {SPEC_IN_OUT(INT32, .rows_cols = 1), ROWS_COLS},
      .solve = solve_nothing,
      CASE(.rows = 5, .cols = 3)},
     NULL,
     0},
    {{.parameters = SPEC_REDUCE(1), CASE(.n = 5, .spread = 5)}, NULL, 0},
    {{.parameters = SPEC_REDUCE(1), CASE(.n = 5, .spread = 6)},
     "case 1 of \"g\" has a .spread of 6, and n = 5",
     0},
    {{.parameters = {SPEC_IN_OUT(INT32, .rows_cols = 1), ROWS_COLS},
      .solve = solve_nothing,
      CASE(.rows = 5, .cols = 300, .spread = 70)},
     "case 1 of \"g\" has a .spread of 70, and rows = 5",
     0},
    {{.parameters = {SPEC_IN_OUT(INT32, .rows_cols = 1), ROWS_COLS}, .solve = solve_nothing, CASE(.n = 15)},
     "n = 15, and the launcher",
     0},
    {{.parameters = {SPEC_IN_OUT(INT32, .rows_cols = 1), ROWS_COLS},
      .solve = solve_nothing,
      CASE(.rows = 5, .cols = 3, .inner = 2)},
     "inner = 2, and the launcher",
     0},
    // Inputs of another type than what fills them.
    {{FLOATS, CASE(.n = 5, .fill = inputs_float_small)}, NULL, 0},
    {{FLOATS, CASE(.n = 5, .fill = fill_with_anything)}, NULL, 0},
    {{FLOATS, CASE(.n = 5, .fill = inputs_int_random)}, "an input of float is filled with int", 0},
    {{FLOATS, CASE(.n = 5, .fill = inputs_double_small)}, "an input of float is filled with double", 0},
    {{FLOATS, .bandwidth = {.n = 5, .fill = inputs_byte_random}},
     "an input of float is filled with unsigned char",
     0},
    {{.parameters = SPEC_REDUCE(1), CASE(.n = 5, .fill = inputs_float_small)}, "int is filled with float", 0},
    {{.parameters = {SPEC_IN(UINT32, .n = 1), SPEC_OUT(INT32, .n = 1), SPEC_SCALAR(INT32, N)},
      CASE(.n = 5, .fill = inputs_int_small)},
     NULL,
     0},
    {{.parameters = {SPEC_IN(INT32, .n = 1), SPEC_SCALAR(INT32, N), SPEC_OUT(INT32, .n = 1),
                     // On a line of its own.
                     SPEC_IN(FLOAT, .n = 1)},
      CASE(.n = 5, .fill = inputs_int_small)},
     "an input of float is filled with int",
     3},
    // Each by the fill of its type.
    {{.parameters = {SPEC_IN(INT32, .n = 1), SPEC_IN(INT64, .n = 1), SPEC_OUT(INT32, .n = 1),
                     SPEC_SCALAR(INT32, N)},
      CASE(.n = 5, .fill = inputs_int_small)},
     NULL,
     0},
};

START_TEST(a_task_that_cannot_be_described_is_refused) {
    static const char *const hints[] = {"?"};
    struct spec_task task = mistakes[_i].task;
    task.name = "t";
    const struct spec one = {
        .name = "lab12", .tasks = &task, .task_count = 1, .hints = hints, .hint_count = 1};
    struct error error = {""};
    char place[64];
    snprintf(place, sizeof place,
             "grader/course/lab12/spec.c:%d: t: ", task.parameters[mistakes[_i].at].line);
    ck_assert_msg(spec_check(&one, &error) == !mistakes[_i].words, "row %d: %s", _i, error.text);
    if (mistakes[_i].words)
        ck_assert_msg(strncmp(error.text, place, strlen(place)) == 0 &&
                          strstr(error.text, mistakes[_i].words),
                      "\"%s\" does not say \"%s%s\"", error.text, place, mistakes[_i].words);
}
END_TEST

START_TEST(a_near_name_is_suggested) {
    ck_assert_ptr_null(spec_find("lba3"));
    ck_assert_str_eq(spec_nearest("lba3")->name, "lab3");
    ck_assert_str_eq(spec_nearest("Lab3")->name, "lab3");
}
END_TEST

// A small case is described by its numbers; its real ones are said once.
START_TEST(real_numbers_are_said_once) {
    const struct spec_task axpby = {.parameters = {SPEC_SCALAR(FLOAT, ALPHA), SPEC_IN(FLOAT, .n = 1),
                                                   SPEC_SCALAR(FLOAT, BETA), SPEC_OUT(FLOAT, .n = 1),
                                                   SPEC_SCALAR(INT32, N)}};
    const float input[] = {1, 2};
    const struct shape shape = {.n = 2, .alpha = 2, .beta = -1.5};
    char data[PLAN_WORDS], words[PLAN_WORDS];
    plan_input_words(&axpby, shape, 0, input, data, sizeof data);
    const struct spec_case its = {.n = 2, .data = data};
    const struct plan_case c = {.task = &axpby, .spec = &its, .shape = shape};
    ck_assert_str_eq(plan_words(&c, words), "alpha = 2, beta = -1.5, 1, 2");
}
END_TEST

int main(void) {
    const TTest *const each_lab[] = {points_are_one_hundred,
                                     it_can_be_graded,
                                     launchers_are_called_as_the_header_declares,
                                     it_is_found_by_its_name,
                                     each_task_has_hints_and_they_begin_with_a_question,
                                     tasks_are_whole,
                                     a_seed_repeats_everything,
                                     another_seed_draws_other_sizes_near_the_same,
                                     small_cases_are_run_in_other_orders,
                                     cases_for_a_race_are_the_same_with_every_seed,
                                     data_is_poisoned_by_what_no_answer_is};
    Suite *suite = suite_create("spec");
    TCase *cases = tcase_create("tables");
    tcase_set_timeout(cases, 30);
    for (size_t i = 0; i < sizeof each_lab / sizeof each_lab[0]; i++)
        tcase_add_loop_test(cases, each_lab[i], 0, (int)spec_count());
    tcase_add_test(cases, a_lab_past_the_limits_is_refused);
    tcase_add_loop_test(cases, a_task_that_cannot_be_described_is_refused, 0, SPEC_COUNT(mistakes));
    tcase_add_test(cases, real_numbers_are_said_once);
    tcase_add_test(cases, a_near_name_is_suggested);
    tcase_add_test(cases, outputs_are_as_large_as_the_signature_says);
    tcase_add_test(cases, the_reference_is_told_the_option_of_the_case);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
