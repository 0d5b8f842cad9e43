// The time of a launch from some of its blocks: the simulated multiprocessor, residency, and the
// device as a whole.
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "engine/model/profile.h"
#include "engine/perf/launch.h"
#include "engine/perf/sample.h"

enum { WARP = 32, ALUS = 100, LOADS = 16, SECTORS_OF_LOAD = 16, GRANULES_OF_LOAD = 8, LINES_OF_LOAD = 4 };

static const struct simt_profile *h200(void) {
    const struct simt_profile *profile = simt_profile_builtin("h200");
    ck_assert_ptr_nonnull(profile);
    return profile;
}

/* Basic blocks: ALUS independent integer instructions, as many dependent ones, and a load that the next
 * instruction needs. */
static struct simt_code_info *side_by_side, *in_a_chain, *a_load;

static struct simt_code_info *new_code(uint16_t accesses, uint16_t issued, uint16_t chain) {
    struct simt_code_info *info = calloc(1, sizeof *info + (accesses + 1u) * sizeof *info->segment);
    ck_assert_ptr_nonnull(info);
    info->accesses = accesses;
    info->segment[0].issued[SIMT_UNIT_ALU] = issued;
    info->segment[0].chain[SIMT_UNIT_ALU] = chain;
    info->segment[accesses].loads = (1u << accesses) - 1;
    return info;
}

static struct simt_kernel_record record;

static void begin_record(void) {
    record = (struct simt_kernel_record){.name = "k", .sample = simt_sample_new()};
    record.sample->described = true;
    record.sample->registers = 16;
}

static void set_up(void) {
    side_by_side = new_code(0, ALUS, 1);
    in_a_chain = new_code(0, ALUS, ALUS);
    a_load = new_code(1, 1, 1);
    begin_record();
}

static void tear_down(void) {
    simt_sample_free(record.sample);
    free(side_by_side);
    free(in_a_chain);
    free(a_load);
}

/* A launch whose blocks are all the same. @return the sample of its only sampled block */
static struct simt_block_sample *launch(unsigned blocks, unsigned threads) {
    record.grid = (struct simt_dim3){blocks, 1, 1};
    record.block = (struct simt_dim3){threads, 1, 1};
    return simt_sample_block(record.sample, (threads + WARP - 1) / WARP);
}

static void add(struct simt_block_sample *block, struct simt_warp_operation operation, unsigned times) {
    for (uint32_t w = 0; w < block->count; w++)
        for (unsigned i = 0; i < times; i++)
            *simt_sample_operation(&block->warps[w]) = operation;
}

static void add_code(struct simt_block_sample *block, const struct simt_code_info *info, unsigned times) {
    add(block, (struct simt_warp_operation){.kind = SIMT_DOES_CODE, .what = (uintptr_t)info}, times);
}

/* Loads of 16 bytes per lane. @param first granules of each that come from device memory */
static void add_loads(struct simt_block_sample *block, unsigned times, uint8_t first) {
    for (unsigned i = 0; i < times; i++) {
        add_code(block, a_load, 1);
        add(block,
            (struct simt_warp_operation){.kind = SIMT_DOES_LOAD,
                                         .passes = LINES_OF_LOAD,
                                         .quads = LINES_OF_LOAD,
                                         .beyond = SECTORS_OF_LOAD,
                                         .first = first,
                                         .what = 1},
            1);
    }
}

static struct simt_launch_time time_of(double memory) {
    return simt_launch_time(&record, h200(), memory, SIMT_BOUND_NONE);
}

static double cycles_of(const struct simt_launch_time *t) { return t->us * 1e-6 * h200()->busy_clock_hz; }

START_TEST(nothing_takes_no_time) {
    record.grid = record.block = (struct simt_dim3){1, 1, 1};
    ck_assert_double_eq(time_of(0).us, 0);
    ck_assert_double_eq(simt_launch_us(&record), 0);
}
END_TEST

START_TEST(an_aborted_launch_takes_no_time) {
    add_code(launch(1, 32), side_by_side, 1);
    ck_assert_double_gt(simt_launch_us(&record), 0);
    record.ended_early = true;
    ck_assert_double_eq(simt_launch_us(&record), 0);
}
END_TEST

START_TEST(a_chain_waits_for_each_result) {
    add_code(launch(1, 32), in_a_chain, 100);
    const struct simt_launch_time t = time_of(0);
    ck_assert_double_eq_tol(cycles_of(&t), 100 * ALUS * h200()->iadd_latency,
                            0.05 * 100 * ALUS * h200()->iadd_latency);
    ck_assert_int_eq(t.bounded.bound, SIMT_BOUND_LATENCY);
}
END_TEST

START_TEST(full_multiprocessors_are_bound_by_what_they_issue) {
    const unsigned blocks = 10 * h200()->multiprocessors;
    add_code(launch(blocks, 1024), side_by_side, 100);
    const struct simt_launch_time t = time_of(0);
    const double least = 10 * 32 * 100 * ALUS / h200()->iadd_per_cycle;
    ck_assert_double_ge(cycles_of(&t), least);
    ck_assert_double_le(cycles_of(&t), 1.1 * least);
    ck_assert(t.bounded.bound == SIMT_BOUND_UNITS || t.bounded.bound == SIMT_BOUND_ISSUE);
}
END_TEST

START_TEST(a_stream_is_bound_by_device_memory) {
    const unsigned blocks = 100 * h200()->multiprocessors;
    const double bytes = (double)blocks * 512 * 16 * LOADS;
    add_loads(launch(blocks, 512), LOADS, GRANULES_OF_LOAD);
    record.sample->first_touches = (uint64_t)bytes / 64;
    const struct simt_launch_time t = time_of(bytes);
    const double least = bytes / h200()->read_bandwidth * 1e6;
    ck_assert_double_ge(t.us, 0.98 * least);
    ck_assert_double_le(t.us, 1.15 * least);
    ck_assert_int_eq(t.bounded.bound, SIMT_BOUND_DRAM);
}
END_TEST

/* The same loads, of memory that the L2 cache holds. */
START_TEST(what_is_cached_is_faster) {
    const unsigned blocks = 100 * h200()->multiprocessors;
    add_loads(launch(blocks, 512), LOADS, GRANULES_OF_LOAD);
    record.sample->first_touches = 1 << 20;
    const double cold = time_of(1e9).us, warm = time_of(1e6).us;
    ck_assert_double_lt(warm, 0.9 * cold);
}
END_TEST

START_TEST(one_warp_waits_for_each_load) {
    add_loads(launch(1, 32), LOADS, GRANULES_OF_LOAD);
    record.sample->first_touches = LOADS * GRANULES_OF_LOAD;
    const struct simt_launch_time t = time_of(1e9);
    ck_assert_double_ge(cycles_of(&t), LOADS * h200()->dram_latency);
    ck_assert_double_le(cycles_of(&t), 1.2 * LOADS * h200()->dram_latency);
    ck_assert_int_eq(t.bounded.bound, SIMT_BOUND_LATENCY);
}
END_TEST

START_TEST(bank_conflicts_take_a_turn_each) {
    enum { TIMES = 200 };
    double cycles[2];
    for (int conflicts = 0; conflicts < 2; conflicts++) {
        simt_sample_free(record.sample);
        begin_record();
        struct simt_block_sample *block = launch(h200()->multiprocessors, 1024);
        for (int i = 0; i < TIMES; i++) {
            add_code(block, a_load, 1);
            add(block,
                (struct simt_warp_operation){
                    .kind = SIMT_DOES_SHARED_LOAD, .passes = conflicts ? 32 : 1, .what = 1},
                1);
        }
        const struct simt_launch_time t = time_of(0);
        cycles[conflicts] = cycles_of(&t);
    }
    const double further = 31 * 32.0 * TIMES * h200()->shared_conflict_cycles;
    ck_assert_double_eq_tol(cycles[1] - cycles[0], further, 0.1 * further);
}
END_TEST

/* One warp comes late, and the other has as much to do after the barrier. */
START_TEST(a_barrier_waits_for_the_slowest_warp) {
    struct simt_block_sample *block = launch(1, 64);
    const struct simt_warp_operation slow = {.kind = SIMT_DOES_CODE, .what = (uintptr_t)in_a_chain};
    const struct simt_warp_operation quick = {.kind = SIMT_DOES_CODE, .what = (uintptr_t)side_by_side};
    const struct simt_warp_operation barrier = {.kind = SIMT_DOES_BARRIER, .what = 1};
    const struct simt_warp_operation orders[2][3] = {{slow, quick, barrier}, {quick, barrier, slow}};
    for (int w = 0; w < 2; w++)
        for (int i = 0; i < 3; i++)
            *simt_sample_operation(&block->warps[w]) = orders[w][i];
    const struct simt_launch_time t = time_of(0);
    ck_assert_double_ge(cycles_of(&t), 2 * ALUS * h200()->iadd_latency);
    ck_assert_double_le(cycles_of(&t), 3 * ALUS * h200()->iadd_latency);
}
END_TEST

/* Blocks that do nothing start one after another. */
START_TEST(small_blocks_are_bound_by_their_start) {
    const unsigned blocks = 1 << 20;
    add_code(launch(blocks, 1), a_load, 1);
    const double least = blocks / h200()->block_rate * 1e6;
    ck_assert_double_ge(time_of(0).us, 0.95 * least);
    ck_assert_double_le(time_of(0).us, 1.3 * least);
}
END_TEST

static const struct {
    const char *name;
    unsigned threads;
    uint32_t registers;
    uint64_t shared;
    double resident;
} residencies[] = {
    {"threads", 1024, 16, 0, 2},
    {"the limit of blocks", 32, 16, 0, 32},
    {"registers", 256, 128, 0, 2},
    {"few registers", 256, 32, 0, 8},
    {"shared memory", 128, 16, 100 * 1024, 2},
    {"one at least", 1024, 255, 0, 1},
};

START_TEST(blocks_are_resident_as_far_as_they_fit) {
    add_code(launch(1 << 16, residencies[_i].threads), side_by_side, 1);
    record.sample->registers = residencies[_i].registers;
    record.shared_bytes = residencies[_i].shared;
    ck_assert_double_eq(time_of(0).resident, residencies[_i].resident);
}
END_TEST

/* Atomics on one address are serialised, on many they run in parallel. */
START_TEST(atomics_on_one_address_are_slow) {
    add_code(launch(1 << 16, 256), a_load, 1);
    record.sample->passes = 1e7;
    record.sample->region_passes = 1e7;
    const struct simt_launch_time one = time_of(0);
    record.sample->region_passes = 1e3;
    const struct simt_launch_time many = time_of(0);
    ck_assert_int_eq(one.bounded.bound, SIMT_BOUND_ATOMICS);
    ck_assert_double_gt(one.us, 10 * many.us);
    ck_assert_double_ge(one.us, 1e7 / h200()->atomic_slice_rate * 1e6);
}
END_TEST

/* The slice with most of them serves loads, too: as fast as the L2 cache does, or as device memory does
 * beside a part of the atomics. */
START_TEST(loads_come_on_top_of_atomics) {
    enum { BLOCKS = 1 << 16 };
    for (uint8_t granules = 0; granules <= GRANULES_OF_LOAD; granules += GRANULES_OF_LOAD) {
        simt_sample_free(record.sample);
        begin_record();
        add_loads(launch(BLOCKS, 256), 1, granules);
        const double bytes = (double)BLOCKS * 8 * SECTORS_OF_LOAD * 32;
        const double loads =
            1e6 * bytes / (granules > 0 ? h200()->read_bandwidth : h200()->l2_read_bandwidth);
        const double atomics = loads * (granules > 0 ? 0.5 : 1.5);
        record.sample->region_passes = 1e-6 * atomics * h200()->atomic_slice_rate;
        const struct simt_launch_time t = time_of(1e12);
        ck_assert_int_eq(t.bounded.bound, granules > 0 ? SIMT_BOUND_DRAM : SIMT_BOUND_ATOMICS);
        ck_assert_double_lt(t.bounded.share, 0.8);
        ck_assert_double_eq_tol(t.us, loads + atomics * (granules > 0 ? h200()->atomic_load_cost : 1),
                                0.1 * t.us);
    }
}
END_TEST

/* Each block waits for the one before. */
START_TEST(a_chain_of_blocks_takes_a_flag_each) {
    add_code(launch(1000, 128), a_load, 1);
    record.sample->chained = true;
    const struct simt_launch_time t = time_of(0);
    ck_assert_int_eq(t.bounded.bound, SIMT_BOUND_CHAIN);
    ck_assert_double_eq_tol(t.us, 1000 * h200()->flag_latency * 1e6, 0.01 * t.us);
}
END_TEST

/* Twice as many blocks take twice as long once the device is full. */
START_TEST(a_larger_grid_takes_longer_in_proportion) {
    add_code(launch(1000 * h200()->multiprocessors, 256), side_by_side, 10);
    const double once = time_of(0).us;
    record.grid.x *= 2;
    ck_assert_double_eq_tol(time_of(0).us, 2 * once, 0.05 * once);
}
END_TEST

/* Loads of a column of a padded square: 32 lines, one bank each. The gain without the path to the L1
 * cache is all of the time in it. */
START_TEST(without_a_bound_lines_take_nothing_of_it) {
    enum { LINES = 32 };
    struct simt_block_sample *block = launch(1000 * h200()->multiprocessors, 256);
    for (unsigned i = 0; i < LOADS; i++) {
        add_code(block, a_load, 1);
        add(block,
            (struct simt_warp_operation){.kind = SIMT_DOES_LOAD,
                                         .passes = LINES,
                                         .quads = 1,
                                         .near = LINES,
                                         .wavefronts = 1,
                                         .what = 1},
            1);
    }
    const struct simt_launch_time with = time_of(0);
    ck_assert_int_eq(with.bounded.bound, SIMT_BOUND_SHARED);
    ck_assert_double_lt(simt_launch_time(&record, h200(), 0, SIMT_BOUND_SHARED).us, 0.5 * with.us);
}
END_TEST

/* One warp of many does 20 times as much. A quarter of its 400 instructions is known: 50 of 200 loads. */
START_TEST(a_launch_takes_as_long_as_its_longest_warp) {
    add_loads(launch(1000, 256), 10, 0);
    for (uint32_t w = 0; w < record.sample->blocks[0].count; w++)
        record.sample->blocks[0].warps[w].issued = 20;
    const double without = time_of(0).us;
    struct simt_block_sample *longest = simt_sample_long_one(record.sample, 2);
    for (unsigned i = 0; i < 50; i++) {
        *simt_sample_operation(&longest->warps[1]) =
            (struct simt_warp_operation){.kind = SIMT_DOES_CODE, .what = (uintptr_t)a_load};
        *simt_sample_operation(&longest->warps[1]) = (struct simt_warp_operation){
            .kind = SIMT_DOES_LOAD, .passes = 1, .quads = 1, .beyond = 4, .what = 1};
    }
    longest->warps[0].issued = 10;
    longest->warps[1].issued = 100;
    record.sample->longest_warp = 400;
    const struct simt_launch_time t = time_of(0);
    ck_assert_double_gt(t.us, 2 * without);
    ck_assert_double_eq_tol(cycles_of(&t), 200 * h200()->l2_latency, 0.1 * 200 * h200()->l2_latency);
    ck_assert_int_eq(t.bounded.bound, SIMT_BOUND_LATENCY);
    longest->waits = true;
    ck_assert_double_eq(time_of(0).us, without);
    longest->waits = false;
    longest->warps[1].issued = 99; /* too few of its instructions are known */
    ck_assert_double_eq(time_of(0).us, without);
    longest->warps[1].issued = 100;
    record.sample->blocks[0].warps[3].issued = 300; /* one about as long was sampled */
    ck_assert_double_eq(time_of(0).us, without);
}
END_TEST

static Suite *launch_time_suite(void) {
    Suite *suite = suite_create("launch time");
    TCase *tcase = tcase_create("launches");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, nothing_takes_no_time);
    tcase_add_test(tcase, an_aborted_launch_takes_no_time);
    tcase_add_test(tcase, a_chain_waits_for_each_result);
    tcase_add_test(tcase, full_multiprocessors_are_bound_by_what_they_issue);
    tcase_add_test(tcase, a_stream_is_bound_by_device_memory);
    tcase_add_test(tcase, what_is_cached_is_faster);
    tcase_add_test(tcase, one_warp_waits_for_each_load);
    tcase_add_test(tcase, bank_conflicts_take_a_turn_each);
    tcase_add_test(tcase, a_barrier_waits_for_the_slowest_warp);
    tcase_add_test(tcase, small_blocks_are_bound_by_their_start);
    tcase_add_loop_test(tcase, blocks_are_resident_as_far_as_they_fit, 0,
                        sizeof residencies / sizeof *residencies);
    tcase_add_test(tcase, atomics_on_one_address_are_slow);
    tcase_add_test(tcase, loads_come_on_top_of_atomics);
    tcase_add_test(tcase, a_chain_of_blocks_takes_a_flag_each);
    tcase_add_test(tcase, a_larger_grid_takes_longer_in_proportion);
    tcase_add_test(tcase, without_a_bound_lines_take_nothing_of_it);
    tcase_add_test(tcase, a_launch_takes_as_long_as_its_longest_warp);
    suite_add_tcase(suite, tcase);
    return suite;
}

int main(void) {
    SRunner *runner = srunner_create(launch_time_suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
