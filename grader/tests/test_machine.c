// The simulated multiprocessor, with round numbers: a unit takes a cycle for an instruction and has its
// result after four, loads take 100 cycles, shared memory 20.
#include <check.h>
#include <stdlib.h>

#include "engine/timing/simulate.h"

enum { CODE = 0x100, OTHER = 0x200, LOAD_CYCLES = 100, SHARED_CYCLES = 20, ROUND_CYCLES = 10 };

static struct simt_multiprocessor costs;
static struct simt_shape shape;
static struct simt_sample *sample;

static void set_up(void) {
    costs = (struct simt_multiprocessor){.clock_hz = 1e9,
                                         .schedulers = 4,
                                         .issue = 1,
                                         .line = 1,
                                         .quad = 1,
                                         .wavefront = 1,
                                         .conflict = 1,
                                         .store_wavefront = 1,
                                         .l1_latency = LOAD_CYCLES,
                                         .l2_latency = LOAD_CYCLES,
                                         .dram_latency = LOAD_CYCLES,
                                         .shared_latency = SHARED_CYCLES,
                                         .shared_atomic_latency = SHARED_CYCLES,
                                         .global_atomic_latency = LOAD_CYCLES,
                                         .shared_loop_latency = 30,
                                         .shared_loop_round = ROUND_CYCLES};
    for (int u = 0; u < SIMT_UNITS; u++) {
        costs.unit_cost[u] = 1;
        costs.unit_latency[u] = 4;
    }
    shape = (struct simt_shape){.resident = 1, .blocks = 1, .issue = 1, .turning_cost = 1, .write_cost = 1};
    sample = simt_sample_new();
    sample->described = true;
}

static void tear_down(void) { simt_sample_free(sample); }

static void begin_block(uint32_t warps) { ck_assert_ptr_nonnull(simt_sample_block(sample, warps)); }

static struct simt_warp_operation *does(uint32_t warp, enum simt_warp_operation_kind kind, uintptr_t what) {
    struct simt_warp_operation *operation =
        simt_sample_operation(&sample->blocks[sample->count - 1].warps[warp]);
    operation->kind = (uint8_t)kind;
    operation->what = what;
    operation->passes = operation->quads = 1;
    return operation;
}

static double cycles(void) { return simt_simulate(sample, &costs, &shape).cycles; }

// A basic block of so many accesses. The test fills in its segments.
static struct simt_code_info *block_of(uint16_t accesses) {
    struct simt_code_info *info = calloc(1, sizeof *info + (accesses + 1u) * sizeof info->segment[0]);
    ck_assert_ptr_nonnull(info);
    info->accesses = accesses;
    info->unroll = 1;
    return info;
}

// A class of odd size is loaded in pieces, all of one access: none waits for another, and what needs the
// class waits for the last.
START_TEST(pieces_of_an_access_are_on_their_way_together) {
    struct simt_code_info *info = block_of(2);
    info->segment[1].after = 1;
    begin_block(1);
    does(0, SIMT_DOES_CODE, (uintptr_t)info);
    for (int piece = 0; piece < 3; piece++)
        does(0, SIMT_DOES_LOAD, CODE);
    does(0, SIMT_DOES_STORE, OTHER);
    does(0, SIMT_DOES_VOTE, OTHER);
    ck_assert_double_eq_tol(cycles(), LOAD_CYCLES + 5, 1);
    free(info);
}
END_TEST

// Each of some warps adds floats to one word of shared memory, which is a loop around a compare-and-swap.
static double cycles_of_float_atomics(uint32_t warps, uint8_t lanes, bool one_word) {
    struct simt_code_info *info = block_of(1);
    begin_block(warps);
    for (uint32_t w = 0; w < warps; w++) {
        does(w, SIMT_DOES_CODE, (uintptr_t)info);
        struct simt_warp_operation *atomic = does(w, SIMT_DOES_SHARED_LOOP, CODE);
        atomic->most = lanes;
        atomic->word = one_word ? 0 : (uint8_t)w;
    }
    const double all = cycles();
    free(info);
    return all;
}

START_TEST(updates_of_one_word_follow_one_another) {
    ck_assert_double_eq_tol(cycles_of_float_atomics(4, 8, true), 30 + (4 * 8 - 1) * ROUND_CYCLES, 2);
}
END_TEST

START_TEST(updates_of_different_words_do_not) {
    ck_assert_double_eq_tol(cycles_of_float_atomics(4, 8, false), 30 + (8 - 1) * ROUND_CYCLES, 2);
}
END_TEST

// A multiprocessor takes the arrivals at barriers one after another, also those of different blocks.
START_TEST(warps_arrive_at_barriers_one_after_another) {
    costs.barrier_arrival = 2;
    costs.barrier_latency = 10;
    shape.resident = shape.blocks = 2;
    for (int block = 0; block < 2; block++) {
        begin_block(8);
        for (uint32_t w = 0; w < 8; w++)
            does(w, SIMT_DOES_BARRIER, CODE);
    }
    ck_assert_double_eq_tol(cycles(), 2 * 8 * 2 + 10, 1);
}
END_TEST

// Two warps, of which the first does what is guarded.
START_TEST(guarded_accesses_take_their_turn_even_if_no_lane_does_them) {
    struct simt_code_info *info = block_of(0), *guarded = block_of(1);
    info->guarded_accesses = 5;
    info->segment[0].issued[SIMT_UNIT_ALU] = 10;
    guarded->accesses = guarded->guarded = 1;
    begin_block(2);
    for (uint32_t w = 0; w < 2; w++)
        does(w, SIMT_DOES_CODE, (uintptr_t)info);
    does(0, SIMT_DOES_CODE, (uintptr_t)guarded);
    does(0, SIMT_DOES_SHARED_STORE, CODE);
    const struct simt_simulated r = simt_simulate(sample, &costs, &shape);
    ck_assert_double_eq_tol(r.busy[SIMT_PART_SHARED] * r.cycles, 4 + 1 + 5, 0.1);
    free(info);
    free(guarded);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("machine");
    TCase *cases = tcase_create("parts");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, pieces_of_an_access_are_on_their_way_together);
    tcase_add_test(cases, updates_of_one_word_follow_one_another);
    tcase_add_test(cases, updates_of_different_words_do_not);
    tcase_add_test(cases, warps_arrive_at_barriers_one_after_another);
    tcase_add_test(cases, guarded_accesses_take_their_turn_even_if_no_lane_does_them);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
