// Answers that are not unique: three judges, each with answers that it takes and answers that it does not;
// and every judge there is, these and those of labs, on ten thousand random answers. WARPLAB_LAB chooses the
// labs' one.
// `make check` runs this suite in both builds: the address sanitizer sees one test more.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "judged_fuzz.h"
#include "lab/judge.h"
#include "made_case.h"

// Compaction without an order: the positive elements, and how many they are. What follows them is not looked
// at.

static void solve_compact(const struct problem *p) {
    const int32_t *in = p->in[0];
    int32_t *out = p->out[0], *count = p->out[1];
    memset(out, 0, (size_t)p->shape.n * sizeof *out);
    *count = 0;
    for (int32_t i = 0; i < p->shape.n; i++)
        if (in[i] > 0)
            out[(*count)++] = in[i];
}

static void judge_compact(const struct judged *inputs, const struct judged *outputs,
                          const struct judged *reference, struct verdict *verdict) {
    const int64_t count = judged_whole(&reference[1], 0);
    (void)inputs;
    verdict_any_order(verdict, 0, &reference[0], count);
    for (int64_t i = count; i < outputs[0].count; i++)
        verdict_accept(verdict, 0, i);
}

static const struct spec_case compact_cases[] = {{.n = 0, .fill = inputs_int_small, .data = "small"},
                                                 {.n = 100, .fill = inputs_int_small, .data = "small"}};
static const struct spec_group compact_groups[] = {
    {"any", 1, compact_cases, SPEC_COUNT(compact_cases), false}};
static const struct spec_task compact = {.name = "compact",
                                         .parameters = {SPEC_IN(INT32, .n = 1), SPEC_OUT(INT32, .n = 1),
                                                        SPEC_OUT(INT32, .fixed = 1), SPEC_SCALAR(INT32, N)},
                                         .groups = compact_groups,
                                         .group_count = 1,
                                         .solve = solve_compact,
                                         .judge = judge_compact};

// Parents in a breadth-first search from node 0, whose own parent is itself; -1 of a node that is not
// reached.

static int32_t *levels_of(const int32_t *offsets, const int32_t *targets, int32_t nodes, int32_t *parents,
                          int32_t *levels, int32_t *queue) {
    int32_t begin = 0, end = 0;
    for (int32_t v = 0; v < nodes; v++)
        levels[v] = parents[v] = -1;
    levels[0] = parents[0] = 0;
    for (queue[end++] = 0; begin < end; begin++)
        for (int32_t e = offsets[queue[begin]]; e < offsets[queue[begin] + 1]; e++)
            if (levels[targets[e]] < 0) {
                levels[targets[e]] = levels[queue[begin]] + 1;
                parents[targets[e]] = queue[begin];
                queue[end++] = targets[e];
            }
    return levels;
}

static void solve_bfs(const struct problem *p) {
    const int32_t nodes = p->shape.rows;
    if (nodes == 0)
        return;
    int32_t *room = malloc(2 * (size_t)nodes * sizeof *room);
    ck_assert_ptr_nonnull(room);
    levels_of(p->in[0], p->in[1], nodes, p->out[0], room, room + nodes);
    free(room);
}

static bool has_edge(const struct judged *offsets, const struct judged *targets, int64_t from, int64_t to) {
    for (int64_t e = judged_whole(offsets, from); e < judged_whole(offsets, from + 1); e++)
        if (judged_whole(targets, e) == to)
            return true;
    return false;
}

static void judge_bfs(const struct judged *inputs, const struct judged *outputs,
                      const struct judged *reference, struct verdict *verdict) {
    const int64_t nodes = outputs[0].count;
    int64_t *level = verdict_room(verdict, (size_t)nodes, sizeof *level);
    // As far from node 0 as the reference's parents are: each is a node before it on the way.
    for (int64_t v = 0; v < nodes; v++)
        for (int64_t at = v;
             judged_whole(&reference[0], at) > 0 || (judged_whole(&reference[0], at) == 0 && at != 0);
             at = judged_whole(&reference[0], at))
            level[v]++;
    for (int64_t v = 1; v < nodes; v++) {
        const int64_t parent = judged_whole(&outputs[0], v);
        if (judged_whole(&reference[0], v) < 0)
            verdict_why(verdict, 0, v, "no way leads there");
        else if (parent < 0 || parent >= nodes || !has_edge(&inputs[0], &inputs[1], parent, v))
            verdict_why(verdict, 0, v, "no edge leads from there to node %d", (int)v);
        else if (level[parent] + 1 != level[v])
            verdict_why(verdict, 0, v, "the way over it is longer");
        else
            verdict_accept(verdict, 0, v);
    }
}

static const struct spec_case bfs_cases[] = {{.n = 300, .rows = 60, .cols = 60, .data = "a graph"},
                                             {.n = 12, .rows = 9, .cols = 9, .data = "a graph"}};
static const struct spec_group bfs_groups[] = {{"any", 1, bfs_cases, SPEC_COUNT(bfs_cases), false}};
static const struct spec_task bfs = {.name = "bfs",
                                     .parameters = {SPEC_OFFSETS(N, .rows = 1, .fixed = 1),
                                                    SPEC_INDICES(ROWS, .n = 1), SPEC_OUT(INT32, .rows = 1),
                                                    SPEC_SCALAR(INT32, ROWS), SPEC_SCALAR(INT32, N)},
                                     .groups = bfs_groups,
                                     .group_count = 1,
                                     .solve = solve_bfs,
                                     .judge = judge_bfs};

// The largest `option` numbers, from the largest on, and their places: of equal ones any.

enum { K = 8 };

static void solve_top(const struct problem *p) {
    const float *in = p->in[0];
    float *value = p->out[0];
    int32_t *place = p->out[1];
    for (int32_t i = 0; i < K; i++) {
        value[i] = -1000;
        place[i] = -1;
        for (int32_t j = 0; j < p->shape.n; j++) {
            bool taken = false;
            for (int32_t other = 0; other < i; other++)
                taken = taken || place[other] == j;
            if (!taken && in[j] > value[i]) {
                value[i] = in[j];
                place[i] = j;
            }
        }
    }
}

static void judge_top(const struct judged *inputs, const struct judged *outputs,
                      const struct judged *reference, struct verdict *verdict) {
    const int64_t n = inputs[0].count;
    bool *taken = verdict_room(verdict, (size_t)n, sizeof *taken);
    bool *right = verdict_room(verdict, K, sizeof *right);
    for (int64_t i = 0; i < K; i++) {
        const int64_t place = judged_whole(&outputs[1], i);
        if (place < 0 || place >= n || judged_real(&inputs[0], place) != judged_real(&reference[0], i)) {
            right[i] = place == judged_whole(&reference[1], i); // -1 where there are too few
            verdict_why(verdict, 1, i, "another number is there");
        } else if (taken[place]) {
            verdict_why(verdict, 1, i, "it is there before");
        } else {
            right[i] = taken[place] = true;
            verdict_accept(verdict, 1, i);
        }
    }
    for (int64_t i = 0; i < K; i++)
        for (int64_t place = 0; place < n && !right[i]; place++)
            if (!taken[place] && judged_real(&inputs[0], place) == judged_real(&reference[0], i)) {
                verdict_expect_whole(verdict, 1, i, place);
                right[i] = taken[place] = true;
            }
}

static const struct spec_case top_cases[] = {{.n = 3, .fill = inputs_float_small, .data = "small"},
                                             {.n = 200, .fill = inputs_float_small, .data = "small"}};
static const struct spec_group top_groups[] = {{"any", 1, top_cases, SPEC_COUNT(top_cases), false}};
static const struct spec_task top = {.name = "top",
                                     .parameters = {SPEC_IN(FLOAT, .n = 1), SPEC_OUT(FLOAT, .fixed = K),
                                                    SPEC_OUT(INT32, .fixed = K), SPEC_SCALAR(INT32, N)},
                                     .groups = top_groups,
                                     .group_count = 1,
                                     .solve = solve_top,
                                     .tolerance = TOLERANCE_EXACT,
                                     .judge = judge_top};

static const struct spec_task *const examples[] = {&compact, &bfs, &top};

// An input and an answer, number by number, and what is said of it: NULL of a right one.
static const struct {
    const struct spec_task *task;
    struct shape shape;
    const char *in[2], *out[2], *said;
} answers[] = {
    {&compact, {.n = 5}, {"1 -1 3 4 1"}, {"1 3 4 1 0", "4"}, NULL},
    {&compact, {.n = 5}, {"1 -1 3 4 1"}, {"1 4 1 3 0", "4"}, NULL},
    {&compact, {.n = 5}, {"1 -1 3 4 1"}, {"4 3 1 1 77", "4"}, NULL}, // what follows is not looked at
    {&compact,
     {.n = 5},
     {"1 -1 3 4 1"},
     {"4 3 3 1 0", "4"},
     "n = 5 (test): expected 1 in element 2 of output 1, got 3: it is there more often than it should be"},
    {&compact,
     {.n = 5},
     {"1 -1 3 4 1"},
     {"4 -1 1 1 0", "4"},
     "n = 5 (test): expected 3 in element 1 of output 1, got -1: it should not be there at all"},
    {&compact, {.n = 5}, {"1 -1 3 4 1"}, {"1 4 1 3 0", "5"}, "n = 5 (test): expected 4 of output 2, got 5"},
    {&compact, {.n = 2}, {"-1 -3"}, {"9 9", "0"}, NULL},
    {&compact, {.n = 0}, {""}, {"", "0"}, NULL},
    // 0 -> 1, 2; 1 -> 3; 2 -> 3; 3 -> 0; 4 is alone
    {&bfs, {.n = 5, .rows = 5, .cols = 5}, {"0 2 3 4 5 5", "1 2 3 3 0"}, {"0 0 0 1 -1"}, NULL},
    {&bfs, {.n = 5, .rows = 5, .cols = 5}, {"0 2 3 4 5 5", "1 2 3 3 0"}, {"0 0 0 2 -1"}, NULL},
    {&bfs,
     {.n = 5, .rows = 5, .cols = 5},
     {"0 2 3 4 5 5", "1 2 3 3 0"},
     {"0 0 0 0 -1"},
     "n = 5 (5 x 5, test): expected 1 in element 3, got 0: no edge leads from there to node 3"},
    {&bfs,
     {.n = 5, .rows = 5, .cols = 5},
     {"0 2 3 4 5 5", "1 2 3 3 0"},
     {"0 0 0 1000000 -1"},
     "n = 5 (5 x 5, test): expected 1 in element 3, got 1000000: no edge leads from there to node 3"},
    {&bfs,
     {.n = 5, .rows = 5, .cols = 5},
     {"0 2 3 4 5 5", "1 2 3 3 0"},
     {"0 0 0 2 3"},
     "n = 5 (5 x 5, test): expected -1 in element 4, got 3: no way leads there"},
    {&bfs,
     {.n = 5, .rows = 5, .cols = 5},
     {"0 2 3 4 5 5", "1 2 3 3 0"},
     {"3 0 0 2 -1"},
     "n = 5 (5 x 5, test): expected 0 in element 0, got 3"},
    // 0 -> 1, 2; 1 -> 2: an edge that is there, and no shortest way
    {&bfs,
     {.n = 3, .rows = 3, .cols = 3},
     {"0 2 3 3", "1 2 2"},
     {"0 0 1"},
     "n = 3 (3 x 3, test): expected 0 in element 2, got 1: the way over it is longer"},
    {&top, {.n = 9}, {"5 1 5 4 1 1 2 3 1"}, {"5 5 4 3 2 1 1 1", "0 2 3 7 6 1 4 5"}, NULL},
    {&top, {.n = 9}, {"5 1 5 4 1 1 2 3 1"}, {"5 5 4 3 2 1 1 1", "2 0 3 7 6 8 5 4"}, NULL},
    {&top,
     {.n = 9},
     {"5 1 5 4 1 1 2 3 1"},
     {"5 5 4 3 2 1 1 1", "2 2 3 7 6 8 5 4"},
     "n = 9 (test): expected 0 in element 1 of output 2, got 2: it is there before"},
    {&top,
     {.n = 9},
     {"5 1 5 4 1 1 2 3 1"},
     {"5 5 4 3 2 1 1 1", "2 0 3 6 7 8 5 4"},
     "n = 9 (test): expected 7 in element 3 of output 2, got 6: another number is there"},
    {&top,
     {.n = 9},
     {"5 1 5 4 1 1 2 3 1"},
     {"5 5 4 3 2 2 1 1", "2 0 3 7 6 8 5 4"},
     "n = 9 (test): expected 1 in element 5 of output 1, got 2: off by 1"},
};

// The numbers of one buffer, in words.
static void store(const struct spec_task *task, uint32_t set, size_t number, struct shape shape,
                  const char *words, void *laid_out) {
    const struct call call = signature_call(task->parameters, &shape, 0);
    uint32_t i = 0;
    for (size_t before = 0; before < number || !call_has(set, &call.of[i]); i++)
        before += call_has(set, &call.of[i]);
    char *to = (char *)laid_out + call_offset(&call, set, i), *end;
    for (size_t at = 0; *words; at++, words = *end ? end + 1 : end)
        element_store(element_base(call.of[i].element), to, at, strtod(words, &end));
}

START_TEST(an_answer_has_its_verdict) {
    const struct spec_task *task = answers[_i].task;
    struct spec_case spec = {.n = answers[_i].shape.n, .data = "test"};
    struct made_case made;
    memset(&made, 0, sizeof made);
    made.c = (struct plan_case){.task = task, .spec = &spec, .shape = answers[_i].shape, .data = {1}};
    made.input = malloc(spec_input_bytes(task, made.c.shape) + 1);
    made.actual = malloc(spec_output_bytes(task, made.c.shape) + 1);
    for (size_t i = 0; i < 2 && answers[_i].in[i]; i++)
        store(task, CALL_GIVEN, i, made.c.shape, answers[_i].in[i], made.input);
    ck_assert(plan_data_make(&made.data, &made.c, made.input));
    for (size_t i = 0; i < 2 && answers[_i].out[i]; i++)
        store(task, CALL_WRITTEN, i, made.c.shape, answers[_i].out[i], made.actual);
    for (int again = 0; again < 2; again++) { // an answer leaves nothing for the next one
        const struct comparison compared = made_compared(&made);
        ck_assert_str_eq(compared.message, answers[_i].said ? answers[_i].said : "");
        ck_assert_int_eq(compared.right, !answers[_i].said);
    }
    made_free(&made);
}
END_TEST

static void read_before_the_first(const struct judged *inputs, const struct judged *outputs,
                                  const struct judged *reference, struct verdict *verdict) {
    (void)inputs, (void)outputs;
    for (int64_t i = 0; i < reference[0].count && judged_whole(&reference[0], -1) == 0; i++)
        verdict_accept(verdict, 0, i);
}

START_TEST(what_was_never_written_is_not_right) {
    const struct spec_task *task = examples[_i];
    struct made_case made;
    const struct spec_case *spec = &task->groups[0].cases[1];
    made_case_of(&made, task, plan_table_shape(task, spec), *spec, 3);
    plan_poison(&made.data, made.actual);
    const struct comparison compared = made_compared(&made);
    ck_assert(!compared.right && compared.untouched);
    ck_assert_ptr_nonnull(strstr(compared.message, "never written"));
    made_free(&made);
}
END_TEST

// An author who runs ./grade reads why nothing is accepted.
START_TEST(a_straying_judge_is_named) {
    struct spec_task task = top;
    const struct spec_case *spec = &task.groups[0].cases[1];
    struct made_case made;
    task.judge = read_before_the_first;
    made_case_of(&made, &task, plan_table_shape(&task, spec), *spec, 3);
    plan_poison(&made.data, made.actual);
    const struct comparison compared = made_compared(&made);
    ck_assert(!compared.right);
    ck_assert_ptr_nonnull(
        strstr(compared.message, "the lab's judge looks outside of a buffer (make check-lab)"));
    made_free(&made);
}
END_TEST

// What a judge does not look at need not be written, and does not count where others are missing.
START_TEST(what_is_not_looked_at_is_not_missing) {
    struct spec_case spec = {.n = 6, .data = "test"};
    struct made_case made;
    const int32_t input[] = {7, -1, 8, -2, -3, -4};
    memset(&made, 0, sizeof made);
    made.c = (struct plan_case){.task = &compact, .spec = &spec, .shape = {.n = 6}, .data = {1}};
    made.input = malloc(sizeof input);
    memcpy(made.input, input, sizeof input);
    ck_assert(plan_data_make(&made.data, &made.c, made.input));
    made.actual = malloc(made.data.output_bytes + 4);
    plan_poison(&made.data, made.actual);
    ck_assert(made_compared(&made).untouched);
    memcpy(made.actual, (const int32_t[]){8, 7}, 8);
    memcpy(made.actual + call_align(sizeof input), (const int32_t[]){2}, 4);
    ck_assert(made_compared(&made).right && !made_compared(&made).partly_written);
    plan_poison(&made.data, made.actual);
    memcpy(made.actual + 4, (const int32_t[]){7}, 4);
    memcpy(made.actual + call_align(sizeof input), (const int32_t[]){2}, 4);
    const struct comparison compared = made_compared(&made);
    ck_assert(compared.partly_written);
    ck_assert_str_eq(compared.message,
                     "n = 6 (test): expected 8 in element 0 of output 1, but 1 of 6 output elements "
                     "were never written: this is the first of them");
    made_free(&made);
}
END_TEST

// Two timed calls, whose answers are those to the same input: one as the reference has it, one the other way
// round.
START_TEST(timed_answers_are_judged) {
    static const int32_t input[] = {7, -1, 8, 9};
    struct job job = spec_job(&compact, JOB_TIME, (struct shape){.n = 4}, 0);
    const size_t each = job_align(job.output_bytes), count_at = call_offset(&job.call, CALL_WRITTEN, 2);
    unsigned char *written = calloc(2, each);
    bool right = false;
    job.variation[0] = job.variation[1] = (struct job_variation){1, 0, 0};
    memcpy(written, (const int32_t[]){7, 8, 9, 0}, 16);
    memcpy(written + each, (const int32_t[]){9, 8, 7, 5}, 16);
    written[count_at] = written[each + count_at] = 3;
    ck_assert(answers_check(&compact, &job, input, written, 2, &right) && right);
    written[each] = 8;
    ck_assert(answers_check(&compact, &job, input, written, 2, &right) && !right);
    ck_assert(answers_check(&compact, &job, input, written, 1, &right) && right);
    free(written);
}
END_TEST

START_TEST(an_example_survives_any_answer) {
    char said[FUZZ_WORDS];
    ck_assert_msg(fuzz_judge(examples[_i], 1, said), "%s", said);
}
END_TEST

START_TEST(a_lab_survives_any_answer) {
    const struct spec *lab = spec_get((size_t)_i);
    const char *only = getenv("WARPLAB_LAB");
    char said[FUZZ_WORDS];
    for (size_t t = 0; t < lab->task_count && (!only || strcmp(only, lab->name) == 0); t++)
        if (lab->tasks[t].judge)
            ck_assert_msg(fuzz_judge(&lab->tasks[t], 1, said), "%s: %s", lab->name, said);
}
END_TEST

// Judges with mistakes, and what is said of each.

static void accept_all(const struct judged *inputs, const struct judged *outputs,
                       const struct judged *reference, struct verdict *verdict) {
    (void)inputs, (void)reference;
    for (size_t k = 0; k < verdict->output_count; k++)
        for (int64_t i = 0; i < outputs[k].count; i++)
            verdict_accept(verdict, k, i);
}

static void accept_first_output(const struct judged *inputs, const struct judged *outputs,
                                const struct judged *reference, struct verdict *verdict) {
    (void)inputs, (void)reference;
    for (int64_t i = 0; i < outputs[0].count; i++)
        verdict_accept(verdict, 0, i);
}

static void trust_a_place(const struct judged *inputs, const struct judged *outputs,
                          const struct judged *reference, struct verdict *verdict) {
    (void)reference, (void)verdict;
    for (int64_t i = 0; i < outputs[1].count; i++)
        if (judged_real(&inputs[0], judged_whole(&outputs[1], i)) > 1000)
            verdict_accept(verdict, 1, i);
}

static void remember(const struct judged *inputs, const struct judged *outputs,
                     const struct judged *reference, struct verdict *verdict) {
    static int calls;
    (void)inputs, (void)reference;
    if (calls++ % 2)
        accept_first_output(inputs, outputs, reference, verdict);
}

static void spoil(const struct judged *inputs, const struct judged *outputs, const struct judged *reference,
                  struct verdict *verdict) {
    (void)inputs, (void)outputs, (void)reference;
    verdict_expect_whole(verdict, 1, 0, 77);
}

static const struct {
    spec_judge *judge;
    const char *said;
} mistaken[] = {
    {accept_all, "takes random bits for a right answer"},
    {accept_first_output, "output 1 is never looked at"},
    {trust_a_place, "looks outside of a buffer"},
    {remember, "has two verdicts on one answer"},
    {spoil, "does not take the right answer"},
};

START_TEST(a_mistaken_judge_is_found) {
    struct spec_task task = top;
    char said[FUZZ_WORDS] = "";
    task.judge = mistaken[_i].judge;
    ck_assert(!fuzz_judge(&task, 1, said));
    ck_assert_msg(strstr(said, mistaken[_i].said), "of judge %d it is said: %s", _i, said);
}
END_TEST

#ifdef __SANITIZE_ADDRESS__
// A place that is used in an array of the judge's own: the address sanitizer ends the test.
static void trust_in_own_table(const struct judged *inputs, const struct judged *outputs,
                               const struct judged *reference, struct verdict *verdict) {
    bool *taken = verdict_room(verdict, (size_t)inputs[0].count, sizeof *taken);
    (void)reference;
    for (int64_t i = 0; i < outputs[1].count; i++)
        taken[judged_whole(&outputs[1], i) & 0xff] = true;
}

START_TEST(a_judges_own_table_is_watched) {
    struct spec_task task = top;
    char said[FUZZ_WORDS];
    task.judge = trust_in_own_table;
    ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr)); // an author must not read its report
    fuzz_judge(&task, 1, said);
}
END_TEST
#endif

int main(void) {
    Suite *suite = suite_create("judged");
    TCase *cases = tcase_create("answers"), *random = tcase_create("random");
    tcase_add_loop_test(cases, an_answer_has_its_verdict, 0, SPEC_COUNT(answers));
    tcase_add_loop_test(cases, what_was_never_written_is_not_right, 0, SPEC_COUNT(examples));
    tcase_add_test(cases, what_is_not_looked_at_is_not_missing);
    tcase_add_test(cases, a_straying_judge_is_named);
    tcase_add_test(cases, timed_answers_are_judged);
    tcase_set_timeout(random, 60);
    tcase_add_loop_test(random, an_example_survives_any_answer, 0, SPEC_COUNT(examples));
    tcase_add_loop_test(random, a_lab_survives_any_answer, 0, (int)spec_count());
    tcase_add_loop_test(random, a_mistaken_judge_is_found, 0, SPEC_COUNT(mistaken));
#ifdef __SANITIZE_ADDRESS__
    tcase_add_exit_test(random, a_judges_own_table_is_watched, 1);
#endif
    suite_add_tcase(suite, cases);
    suite_add_tcase(suite, random);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
