// The grader's own clock and a GPU runner's claims: which claims it refutes, and what proves an answer.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "run/outside_clock.h"

// A runner's claim for its best quarter, and the observed times of four calls, in microseconds. A turn has an
// overhead of ten.
static const struct {
    double seen[4], claimed;
    bool refuted;
} rows[] = {
    {{110, 110, 110, 110}, 100, false},
    {{110, 110, 110, 110}, 91, false}, // 5 % and five microseconds below
    {{110, 110, 110, 110}, 90, true},
    {{110, 110, 110, 110}, 1, true},
    {{110, 110, 110, 110}, 1000, false}, // it may claim to be slower
    {{20, 20, 20, 20}, 5, false},        // of ten microseconds, half cannot be observed
    {{20, 20, 20, 20}, 4, true},
    {{2000, 110, 110, 3000}, 100, false}, // other programs had the processors
    {{900, 1000, 700, 800}, 660, false},
    {{900, 1000, 700, 800}, 600, true},
    {{900, 110, 700, 800}, 100, false}, // they had the GPU except once
    {{900, 110, 700, 800}, 90, true},
    {{1010, 1010, 1010, 1010}, 948, false},
    {{1010, 1010, 1010, 1010}, 947, true},
    {{10000010, 10000010, 10000010, 10000010}, 9600000, false},
    {{10000010, 10000010, 10000010, 10000010}, 9400000, true},
    {{110, 110, 110, 110}, 0, true},
};

static const struct outside_overhead ten = {.turn_us = 10}, fifty = {.turn_us = 50},
                                     with_proof = {.turn_us = 10, .proof_us = 20};

START_TEST(claim_beside_our_clock) {
    struct outside_clock clock = {.count = 4};
    struct outside_figures seen;
    memcpy(clock.us, rows[_i].seen, sizeof rows[_i].seen);
    ck_assert(outside_clock_figures(&clock, 0, 4, &ten, &seen));
    ck_assert_int_eq(outside_clock_refutes(&seen, rows[_i].claimed), rows[_i].refuted);
}
END_TEST

START_TEST(overhead_is_learnt) {
    const struct outside_clock clock = {
        .count = 5, .us = {99, 17, 15, 16, 14}, .proof_us = {99, 40, 30, 20, 10}};
    struct outside_overhead learnt;
    ck_assert(outside_clock_learn(&clock, 1, 4, 5, &learnt));
    ck_assert_double_eq(learnt.turn_us, 10);
    ck_assert_double_eq(learnt.proof_us, 20);
    ck_assert(!outside_clock_learn(&clock, 1, 5, 5, &learnt));
}
END_TEST

// Of ten turns without a launcher, so many waited until the GPU had switched from another program.
START_TEST(another_program_is_seen_in_turns) {
    static const struct {
        unsigned waited;
        double wait, turn_us;
        bool shared;
    } waits[] = {{0, 550, 10, false},  {5, 550, 10, false},   {8, 550, 550, true},
                 {10, 550, 550, true}, {10, 100, 100, false}, {10, 101, 101, true}};
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        struct outside_clock clock = {.count = 10};
        struct outside_overhead learnt;
        for (unsigned t = 0; t < 10; t++)
            clock.us[t] = 5 + (t < waits[i].waited ? waits[i].wait : 10);
        ck_assert(outside_clock_learn(&clock, 0, 10, 5, &learnt));
        ck_assert_double_eq(learnt.turn_us, waits[i].turn_us);
        ck_assert_int_eq(learnt.shared, waits[i].shared);
    }
}
END_TEST

START_TEST(warm_ups_are_left_out) {
    struct outside_clock clock = {.count = 6, .us = {1, 2, 300, 100, 400, 200}};
    struct outside_figures seen;
    ck_assert(outside_clock_figures(&clock, 2, 4, &fifty, &seen));
    ck_assert_double_eq(seen.least, 50);
    ck_assert_double_eq(seen.best_quarter, 150);
    ck_assert_double_eq(seen.median, 250);
    ck_assert(!outside_clock_figures(&clock, 6, 0, &fifty, &seen));
    ck_assert(!outside_clock_figures(&clock, 2, 5, &fifty, &seen));
    ck_assert(!outside_clock_figures(&clock, 7, 1, &fifty, &seen));
}
END_TEST

// The excess time of an answer's proof counts as the call's.
START_TEST(late_proof_counts) {
    static const double late[][2] = {{0, 100}, {170, 100}, {180, 110}, {5170, 5100}};
    for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
        const struct outside_clock clock = {.count = 1, .us = {110}, .proof_us = {late[i][0]}};
        struct outside_figures seen;
        ck_assert(outside_clock_figures(&clock, 0, 1, &with_proof, &seen));
        ck_assert_double_eq_tol(seen.median, late[i][1], 1e-9);
    }
}
END_TEST

// Answers of so many bytes; the timely part is wrong in one byte, or everywhere.
static const struct {
    uint64_t bytes;
    uint64_t off; // from the end of the answer; 0: none is off
    bool proven;
} answers[] = {
    {4, 0, true},    {4, 1, false},    {4, 4, false},     {64, 0, true},    {64, 64, false},
    {1000, 0, true}, {1000, 1, false}, {1000, 64, false}, {1000, 65, true}, {0, 0, true},
};

START_TEST(answer_that_was_there_in_time) {
    enum { CALLS = 3 };
    struct outside_clock clock = {.count = CALLS};
    const struct job job = {.output_bytes = answers[_i].bytes};
    const size_t each = job_align(job.output_bytes), proof = job_proof_bytes(&job);
    unsigned char *output = calloc(CALLS, each + 1);
    ck_assert_ptr_nonnull(output);
    for (size_t i = 0; i < CALLS * each; i++)
        output[i] = (unsigned char)(i * 7);
    for (size_t r = 0; r < CALLS; r++)
        memcpy(clock.proof[r], output + r * each + job.output_bytes - proof, proof);
    if (answers[_i].off > 0)
        output[each + job.output_bytes - answers[_i].off] ^= 1;
    ck_assert_int_eq(outside_clock_proves(&clock, &job, output), answers[_i].proven);
    free(output);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("outside_clock");
    TCase *cases = tcase_create("outside_clock");
    tcase_add_loop_test(cases, claim_beside_our_clock, 0, sizeof rows / sizeof *rows);
    tcase_add_test(cases, overhead_is_learnt);
    tcase_add_test(cases, another_program_is_seen_in_turns);
    tcase_add_test(cases, warm_ups_are_left_out);
    tcase_add_test(cases, late_proof_counts);
    tcase_add_loop_test(cases, answer_that_was_there_in_time, 0, sizeof answers / sizeof *answers);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
