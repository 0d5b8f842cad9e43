// Answers of timed calls, of every task that is timed: right ones are accepted however the input is
// divided, and one wrong word anywhere is found.
// `make check` runs this suite in both builds.
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "lab/answer.h"
#include "lab/plan.h"
#include "run/compare.h"

enum { CALLS = 3, PIECE_INTS = 4096, PIECE_BYTES = 4 * PIECE_INTS };

static const struct job_variation variations[CALLS] = {
    {1, 0, 1}, {0x9e3779b1, 77, 0x85ebca6b}, {5, 0xfffffff0, 3}};
static const int32_t sizes[] = {1,
                                31,
                                PIECE_INTS - 1,
                                PIECE_INTS,
                                PIECE_INTS + 1,
                                PIECE_BYTES,
                                3 * PIECE_INTS + 17,
                                PIECE_BYTES + 1,
                                2 * PIECE_BYTES - 1};

// One timing job with its input and its answers, computed one call after another from the whole input.
static struct {
    const struct spec_task *task;
    struct job job;
    unsigned char *base, *answers;
} timed;

// As in job.h, on a little-endian machine.
static void vary(const struct argument *a, unsigned char *input, struct job_variation by) {
    const enum element base = element_base(a->element);
    const uint32_t own = element_bytes(base), size = element_is_float(base) || own < 4 ? own : 4;
    for (uint32_t i = 0; i < a->bytes / size; i++) {
        const uint32_t scatter = i * by.scatter;
        uint64_t number = 0;
        memcpy(&number, input + size * i, size);
        if (element_is_float(base))
            number ^= (uint64_t)(scatter >> 31) << (8 * size - 1);
        else
            number = ((uint32_t)number ^ scatter >> (32 - 8 * size)) * by.multiply + by.add;
        memcpy(input + size * i, &number, size);
    }
}

static void make(const struct spec_task *task, int32_t n) {
    struct rng rng = rng_stream(11, (uint64_t)n);
    struct job *job = &timed.job;
    const struct shape shape = spec_timed_shape(task, n);
    void *expected;
    double *bounds;
    timed.task = task;
    *job = spec_job(task, JOB_TIME, shape, task->bandwidth.option);
    job->repetitions = CALLS - 1;
    job->warmups = 1;
    memcpy(job->variation, variations, sizeof variations);
    timed.base = malloc(job->input_bytes + 1);
    timed.answers = calloc(CALLS, job_align(job->output_bytes));
    unsigned char *input = malloc(job->input_bytes + 1);
    ck_assert(answer_make(&expected, &bounds, task, shape));
    plan_fill(task, shape, task->bandwidth.fill, task->bandwidth.divide, task->bandwidth.option, &rng,
              timed.base);
    for (uint32_t r = 0; r < CALLS; r++) {
        memcpy(input, timed.base, job->input_bytes);
        for (uint32_t i = 0; i < job->call.count; i++)
            if (call_has(CALL_GIVEN & ~(1u << ARGUMENT_INDICES), &job->call.of[i]))
                vary(&job->call.of[i], input + call_offset(&job->call, CALL_GIVEN, i), job->variation[r]);
        answer_reckon(task, shape, task->bandwidth.option, input, expected, bounds);
        memcpy(timed.answers + r * job_align(job->output_bytes), expected, job->output_bytes);
    }
    free(expected);
    free(bounds);
    free(input);
}

static void unmake(void) {
    free(timed.base);
    free(timed.answers);
}

static bool right(uint32_t calls) {
    bool right;
    ck_assert(answers_check(timed.task, &timed.job, timed.base, timed.answers, calls, &right));
    return right;
}

// Flips one bit of a call's answer, and back: of a float one that changes its magnitude.
static void check_wrong(uint32_t call, size_t byte) {
    const bool is_float = signature_gives_floats(timed.task->parameters);
    const unsigned char bit = is_float ? 0x40 : 1;
    const size_t last =
        element_bytes(element_base(signature_first(timed.task->parameters, CALL_WRITTEN)->element)) - 1;
    unsigned char *at =
        timed.answers + call * job_align(timed.job.output_bytes) + (is_float ? byte | last : byte);
    *at ^= bit;
    ck_assert_msg(!right(CALLS), "%s, n = %d: byte %zu of call %u is wrong, and nobody sees it",
                  timed.task->name, timed.job.n, byte, call);
    ck_assert(call == 0 || right(call)); // the calls before it are right
    *at ^= bit;
}

static void check_task(const struct spec_task *task) {
    for (size_t s = 0; s < SPEC_COUNT(sizes); s++) {
        make(task, sizes[s]);
        const size_t bytes = timed.job.output_bytes;
        ck_assert_msg(right(CALLS), "%s, n = %d: a right answer is found wrong", task->name, sizes[s]);
        for (uint32_t call = 0; call < CALLS; call++)
            // A judge may accept another number: test_judged has wrong answers for it.
            for (size_t part = 0; part <= 16 && bytes > 0 && !task->judge; part++)
                check_wrong(call, (bytes - 1) * part / 16);
        unmake();
    }
}

START_TEST(a_wrong_word_is_found_wherever_it_is) {
    const struct spec *lab = spec_get((size_t)_i);
    size_t tasks = 0;
    for (size_t t = 0; t < lab->task_count; t++)
        if (lab->tasks[t].bandwidth.n > 0) {
            check_task(&lab->tasks[t]);
            tasks++;
        }
    ck_assert_uint_gt(tasks, 0);
}
END_TEST

// Copies of elements of every kind, in parts and as a whole.
static const struct {
    enum element element;
    size_t bytes;
    inputs_fill *fill;
} copies[] = {
    {ELEMENT_HALF, 2, inputs_half_random},     {ELEMENT_HALF2, 4, inputs_half_random},
    {ELEMENT_DOUBLE, 8, inputs_double_random}, {ELEMENT_FLOAT4, 16, inputs_float_random},
    {ELEMENT_FLOAT3, 12, inputs_float_random}, {ELEMENT_UCHAR4, 4, inputs_byte_random},
    {ELEMENT_INT16, 2, inputs_short_random},   {ELEMENT_INT64, 8, inputs_longlong_random},
    {ELEMENT_INT4, 16, inputs_int_random},     {ELEMENT_LONGLONG2, 16, inputs_longlong_random},
};
static size_t copied; // bytes of an element

static void copy(const void *input, int32_t n, int32_t option, void *output) {
    (void)option;
    memcpy(output, input, (size_t)n * copied);
}

START_TEST(elements_of_every_type_are_varied) {
    struct spec_task task = {
        .name = "copy",
        .parameters = {SPEC_IN(HALF, .n = 1), SPEC_OUT(HALF, .n = 1), SPEC_SCALAR(INT32, N)},
        .reference = copy,
        .tolerance = TOLERANCE_EXACT,
        .bandwidth = {.n = 1 << 20, .fill = copies[_i].fill}};
    copied = copies[_i].bytes;
    task.parameters[0].element = task.parameters[1].element = copies[_i].element;
    task.pieces = PIECES_FOLLOW;
    check_task(&task);
    task.pieces = PIECES_NONE;
    check_task(&task);
}
END_TEST

#ifndef __SANITIZE_ADDRESS__ // it ends a program that runs out of memory
// No answer is wrong because the grader runs out of memory for it.
START_TEST(without_memory_nothing_is_known) {
    struct spec_task task = spec_find("lab3")->tasks[0];
    const struct job job = spec_job(&task, JOB_TIME, (struct shape){.n = INT32_MAX}, 0);
    const struct rlimit limit = {.rlim_cur = (rlim_t)1 << 30, .rlim_max = (rlim_t)1 << 30};
    bool right = true;
    task.pieces = PIECES_NONE;
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    ck_assert(!answers_check(&task, &job, &task, &task, 1, &right));
    ck_assert(!right);
}
END_TEST
#endif

int main(void) {
    Suite *suite = suite_create("answers");
    TCase *cases = tcase_create("timed");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, a_wrong_word_is_found_wherever_it_is, 0, (int)spec_count());
    tcase_add_loop_test(cases, elements_of_every_type_are_varied, 0, SPEC_COUNT(copies));
#ifndef __SANITIZE_ADDRESS__
    tcase_add_test(cases, without_memory_nothing_is_known);
#endif
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
