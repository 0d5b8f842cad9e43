// The simulated multiprocessor, with round numbers: a unit takes a cycle per instruction and has its
// result after four, loads take 100 cycles, shared memory 20.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "engine/perf/sm.h"

enum { CODE = 0x100, OTHER = 0x200, LOAD_CYCLES = 100, SHARED_CYCLES = 20 };

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
                                         .slice_lines = 4,
                                         .shared_latency = SHARED_CYCLES,
                                         .shared_atomic_latency = SHARED_CYCLES,
                                         .global_atomic_latency = LOAD_CYCLES};
    for (int u = 0; u < SIMT_UNITS; u++) {
        costs.unit_cost[u] = 1;
        costs.unit_latency[u] = 4;
    }
    shape = (struct simt_shape){.resident = 1, .blocks = 1, .turning_cost = 1};
    sample = simt_sample_new();
    sample->described = true;
}

static void tear_down(void) { simt_sample_free(sample); }

static void begin_anew(void) {
    simt_sample_free(sample);
    sample = simt_sample_new();
    sample->described = true;
}

static void begin_block(uint32_t warps) { ck_assert_ptr_nonnull(simt_sample_block(sample, warps)); }

static struct simt_warp_operation *does(uint32_t warp, enum simt_warp_operation_kind kind, uintptr_t what) {
    struct simt_warp_operation *operation =
        simt_sample_operation(&sample->blocks[sample->count - 1].warps[warp]);
    operation->kind = (uint8_t)kind;
    operation->what = what;
    operation->passes = operation->quads = kind != SIMT_DOES_CODE;
    return operation;
}

static double cycles(void) { return simt_simulate(sample, &costs, &shape).cycles; }

// A basic block of so many accesses. The test fills in its segments.
static struct simt_code_info *block_of(uint16_t accesses) {
    struct simt_code_info *info = calloc(1, sizeof *info + (accesses + 1u) * sizeof info->segment[0]);
    ck_assert_ptr_nonnull(info);
    info->accesses = accesses;
    return info;
}

// A class of odd size is loaded in pieces, all of one access: none waits for another, and instructions that
// need the class wait for the last.
START_TEST(pieces_of_an_access_are_on_their_way_together) {
    struct simt_code_info *info = block_of(2);
    info->segment[1].loads = 1;
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

// Of two tiles of two warps, the one that arrives at once does not wait for the other.
START_TEST(tiles_wait_for_their_own_warps) {
    costs.barrier_latency = 10;
    shape.resident = shape.blocks = 1;
    begin_block(4);
    does(3, SIMT_DOES_LOAD, CODE)->beyond = 1;
    does(3, SIMT_DOES_FENCE, OTHER);
    for (uint32_t w = 0; w < 4; w++)
        does(w, SIMT_DOES_TILE_BARRIER, CODE)->passes = 2;
    const struct simt_simulated r = simt_simulate(sample, &costs, &shape);
    ck_assert_double_gt(r.cycles, LOAD_CYCLES);
    ck_assert_double_lt(r.waits[SIMT_WAIT_BARRIER], r.waits[SIMT_WAIT_MEMORY] + 0.1);
}
END_TEST

START_TEST(fence_waits_for_what_is_stored) {
    begin_block(1);
    does(0, SIMT_DOES_STORE, CODE)->beyond = 1;
    does(0, SIMT_DOES_FENCE, OTHER);
    does(0, SIMT_DOES_VOTE, OTHER);
    ck_assert_double_eq_tol(cycles(), 2 + LOAD_CYCLES, 2);
}
END_TEST

// Two warps, of which the first runs the guarded code: a block, and another one that it guards in turn.
START_TEST(guarded_accesses_take_their_turn_even_if_no_lane_does_them) {
    enum { PLACE = 0x40 }; /* of the block's code, from its record on */
    struct simt_code_info *info = block_of(0), *guarded = block_of(1), *within = block_of(2);
    info->guarded_accesses = 5;
    info->segment[0].issued[SIMT_UNIT_ALU] = 10;
    guarded->guarded = within->guarded = 1;
    begin_block(2);
    for (uint32_t w = 0; w < 2; w++)
        does(w, SIMT_DOES_CODE, (uintptr_t)info)->at = PLACE;
    does(0, SIMT_DOES_CODE, (uintptr_t)guarded);
    does(0, SIMT_DOES_SHARED_STORE, CODE);
    does(0, SIMT_DOES_CODE, (uintptr_t)within);
    does(0, SIMT_DOES_SHARED_STORE, CODE + 1);
    does(0, SIMT_DOES_SHARED_STORE, CODE + 2);
    const struct simt_simulated r = simt_simulate(sample, &costs, &shape);
    ck_assert_double_eq_tol(r.busy[SIMT_PART_SHARED] * r.cycles, 2 + 1 + 2 + 5, 0.1);
    ck_assert_uint_eq(r.busy_place[SIMT_PART_SHARED], (uintptr_t)info + PLACE);
    free(info);
    free(guarded);
    free(within);
}
END_TEST

// A guarded block without accesses is issued with the block that guards it, and takes its time where it is
// run.
START_TEST(what_is_issued_before_has_a_chain_all_the_same) {
    struct simt_code_info *by = block_of(0), *guarded = block_of(0);
    by->segment[0].issued[SIMT_UNIT_ALU] = 6;
    by->segment[0].chain[SIMT_UNIT_ALU] = 1;
    guarded->guarded = 1;
    guarded->segment[0].chain[SIMT_UNIT_ALU] = 5;
    begin_block(1);
    does(0, SIMT_DOES_CODE, (uintptr_t)by);
    does(0, SIMT_DOES_CODE, (uintptr_t)guarded);
    ck_assert_double_eq_tol(cycles(), 6 + 5 * 4, 1);
    free(by);
    free(guarded);
}
END_TEST

// A warp that skips two loads, and a store of their sum, takes as long as one that does them.
START_TEST(what_is_skipped_is_waited_for) {
    struct simt_code_info *by = block_of(0), *guarded = block_of(3);
    by->guarded_accesses = 3;
    by->guarded_loads = 2;
    by->segment[0].issued[SIMT_UNIT_ALU] = by->segment[0].chain[SIMT_UNIT_ALU] = 1;
    by->skipped.issued[SIMT_UNIT_ALU] = 4;
    guarded->guarded = 1;
    guarded->segment[2].loads = 3;
    guarded->segment[2].issued[SIMT_UNIT_ALU] = 1;
    costs.shared_latency = SHARED_CYCLES;
    for (int does_it = 0; does_it < 2; does_it++) {
        begin_block(1);
        does(0, SIMT_DOES_CODE, (uintptr_t)by);
        if (does_it) {
            does(0, SIMT_DOES_CODE, (uintptr_t)guarded);
            for (int i = 0; i < 2; i++)
                does(0, SIMT_DOES_SHARED_LOAD, CODE);
            does(0, SIMT_DOES_SHARED_STORE, CODE);
        }
        ck_assert_double_eq_tol(cycles(), 4 + 3 + SHARED_CYCLES, 2);
        begin_anew();
    }
    free(by);
    free(guarded);
}
END_TEST

// Blocks of one warp each, that store and come to a barrier: it keeps the path from the other's stores.
START_TEST(a_barrier_takes_the_path_to_shared_memory) {
    enum { STEPS = 20, STORES = 10, BLOCKS = 4 };
    costs.barrier_path = 3;
    shape.resident = shape.blocks = BLOCKS;
    begin_block(1);
    for (int i = 0; i < STEPS * STORES; i++) {
        does(0, SIMT_DOES_SHARED_STORE, CODE);
        if (i % STORES == 0)
            does(0, SIMT_DOES_BARRIER, OTHER);
    }
    const struct simt_simulated r = simt_simulate(sample, &costs, &shape);
    ck_assert_double_eq_tol(r.busy[SIMT_PART_SHARED] * r.cycles, BLOCKS * STEPS * (STORES + 3), 1);
}
END_TEST

// A warp with much to do before its request does not keep those of others from the path.
START_TEST(requests_come_to_the_path_when_they_are_issued) {
    enum { CHAIN = 100, COUNT = 50 };
    struct simt_code_info *late = block_of(1);
    late->segment[0].issued[SIMT_UNIT_ALU] = 1;
    late->segment[0].chain[SIMT_UNIT_ALU] = CHAIN / 4;
    costs.shared_latency = SHARED_CYCLES;
    begin_block(2);
    does(0, SIMT_DOES_CODE, (uintptr_t)late);
    does(0, SIMT_DOES_SHARED_STORE, CODE);
    for (int i = 0; i < COUNT; i++)
        does(1, SIMT_DOES_SHARED_STORE, OTHER);
    does(1, SIMT_DOES_SHARED_LOAD, OTHER);
    does(1, SIMT_DOES_VOTE, OTHER);
    ck_assert_double_eq_tol(cycles(), CHAIN, 5);
    free(late);
}
END_TEST

// Two blocks of a warp have the same work for one scheduler: the one that started first ends first.
START_TEST(a_scheduler_takes_the_oldest) {
    enum { STEPS = 10, EACH = 10 };
    struct simt_code_info *info = block_of(0);
    info->segment[0].issued[SIMT_UNIT_ALU] = EACH;
    costs.schedulers = 1;
    costs.barrier_latency = STEPS * EACH;
    shape.resident = shape.blocks = 2;
    begin_block(1);
    for (int i = 0; i < STEPS; i++)
        does(0, SIMT_DOES_CODE, (uintptr_t)info);
    does(0, SIMT_DOES_BARRIER, OTHER);
    for (int i = 0; i < STEPS; i++)
        does(0, SIMT_DOES_CODE, (uintptr_t)info);
    /* While the first waits the other one runs. */
    ck_assert_double_eq_tol(cycles(), 4 * STEPS * EACH, 2 * EACH);
    free(info);
}
END_TEST

// Memory requests that a warp does not wait for are served before its block ends and another one starts.
START_TEST(a_block_ends_when_its_requests_have_left) {
    enum { BLOCKS = 50, REQUESTS = 20, TURNS = 8 };
    const enum simt_warp_operation_kind kinds[] = {SIMT_DOES_SHARED_STORE, SIMT_DOES_SHARED_ADD,
                                                   SIMT_DOES_STORE};
    costs.atomic[0] = costs.store_wavefront = costs.port_store = TURNS;
    shape.blocks = BLOCKS;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        begin_anew();
        begin_block(1);
        for (int i = 0; i < REQUESTS; i++)
            does(0, kinds[k], CODE)->beyond = 1;
        ck_assert_double_eq_tol(cycles(), BLOCKS * REQUESTS * TURNS, 2 * REQUESTS * TURNS);
    }
}
END_TEST

// An atomic's granule comes from device memory, and goes back.
START_TEST(what_atomics_change_is_written_back) {
    enum { COUNT = 100, READ = 7, WRITE = 9 };
    costs.dram_granule = READ;
    costs.dram_write_granule = WRITE;
    shape.first_miss = 1;
    begin_block(1);
    for (int i = 0; i < COUNT; i++) {
        struct simt_warp_operation *atomic = does(0, SIMT_DOES_ATOMIC, CODE);
        atomic->beyond = atomic->first = 1;
    }
    ck_assert_double_eq_tol(cycles(), COUNT * (READ + WRITE), LOAD_CYCLES);
}
END_TEST

// Cycles of a scheduler for a warp's function and so many other instructions.
static double cycles_of_a_function(uint16_t others) {
    enum { WARPS = 16, ROUNDS = 200 };
    struct simt_code_info *info = block_of(0);
    info->segment[0].issued[SIMT_UNIT_SPECIAL] = 1;
    info->segment[0].issued[SIMT_UNIT_ALU] = others;
    begin_anew();
    begin_block(WARPS);
    for (int i = 0; i < ROUNDS; i++)
        for (uint32_t w = 0; w < WARPS; w++)
            does(w, SIMT_DOES_CODE, (uintptr_t)info);
    const double all = cycles();
    free(info);
    return all / (ROUNDS * WARPS);
}

// If others take most cycles of a scheduler, the function unit does not get its next instruction at
// once: U = 10 / T of the cycles are taken, and T = 8 + U / (1 - U).
START_TEST(a_function_waits_for_the_scheduler) {
    costs.schedulers = 1;
    costs.unit_cost[SIMT_UNIT_SPECIAL] = 8;
    ck_assert_double_eq_tol(cycles_of_a_function(0), 8, 0.5);
    ck_assert_double_eq_tol(cycles_of_a_function(9), 12.4, 0.6);
}
END_TEST

// Blocks of some warps, each with one load of a line from device memory, one block at a time.
static double cycles_of_a_block(uint32_t warps) {
    enum { BLOCKS = 400 };
    shape.blocks = BLOCKS;
    shape.first_miss = 1;
    begin_block(warps);
    for (uint32_t w = 0; w < warps; w++) {
        struct simt_warp_operation *load = does(w, SIMT_DOES_LOAD, CODE);
        load->beyond = 4;
        load->first = 2;
        does(w, SIMT_DOES_VOTE, OTHER);
    }
    return cycles() / BLOCKS;
}

static void all_loads_wait(int kind, double mean) {
    for (int i = 0; i < SIMT_DRAM_WAITS; i++)
        costs.dram_wait[kind][i] = mean;
}

START_TEST(loads_wait_where_memory_is_busy) {
    all_loads_wait(0, 500);
    ck_assert_double_eq_tol(cycles_of_a_block(1), LOAD_CYCLES + 500, 75);
}
END_TEST

// Some are below and some above the mean.
START_TEST(loads_of_idle_memory_deviate_around_their_latency) {
    costs.dram_deviation = 80;
    ck_assert_double_eq_tol(cycles_of_a_block(1), LOAD_CYCLES, 12);
}
END_TEST

START_TEST(loads_wait_longer_between_stores) {
    all_loads_wait(1, 500);
    ck_assert_double_eq_tol(cycles_of_a_block(1), LOAD_CYCLES, 5);
    simt_sample_free(sample);
    sample = simt_sample_new();
    shape.turns = 0.5;
    ck_assert_double_eq_tol(cycles_of_a_block(1), LOAD_CYCLES + 250, 40);
}
END_TEST

// Waits depend on memory's load: here about two of each ten cycles, so between the first points.
START_TEST(the_wait_follows_the_load) {
    const double waits[SIMT_DRAM_WAITS] = {0, 500, 10000, 10000, 10000};
    memcpy(costs.dram_wait[0], waits, sizeof waits);
    costs.dram_granule = 1;
    const double calm = cycles_of_a_block(1);
    ck_assert_double_ge(calm, LOAD_CYCLES);
    ck_assert_double_le(calm, LOAD_CYCLES + 60);
    simt_sample_free(sample);
    sample = simt_sample_new();
    costs.dram_granule = 20;
    const double busy = cycles_of_a_block(1), part = 2 * 20 / busy;
    ck_assert_double_eq_tol(busy, LOAD_CYCLES + 500 * part / 0.25, 0.2 * busy);
}
END_TEST

// Four neighbouring lines arrive together, so a block waits for the longest of two waits, or of eight.
START_TEST(a_block_waits_for_its_last_piece_of_memory) {
    all_loads_wait(0, 500);
    const double pair = 1 + 1.0 / 2,
                 eight = 1 + 1.0 / 2 + 1.0 / 3 + 1.0 / 4 + 1.0 / 5 + 1.0 / 6 + 1.0 / 7 + 1.0 / 8;
    ck_assert_double_eq_tol(cycles_of_a_block(8), LOAD_CYCLES + 500 * pair, 100);
    simt_sample_free(sample);
    sample = simt_sample_new();
    ck_assert_double_eq_tol(cycles_of_a_block(32), LOAD_CYCLES + 500 * eight, 150);
}
END_TEST

// One request that stores to so many lines.
static double cycles_of_a_store(uint8_t lines, uint8_t sectors, uint8_t partial) {
    simt_sample_free(sample);
    sample = simt_sample_new();
    begin_block(1);
    struct simt_warp_operation *store = does(0, SIMT_DOES_STORE, CODE);
    store->passes = lines;
    store->beyond = sectors;
    store->partial = partial;
    return cycles();
}

START_TEST(scattered_stores_take_the_lines_and_parts_of_sectors) {
    costs.l2_write_line = 10;
    costs.l2_write_sector = 20;
    costs.l2_write_partial = 30;
    ck_assert_double_eq_tol(cycles_of_a_store(1, 4, 0), 10 + 4 * 20, 3);
    ck_assert_double_eq_tol(cycles_of_a_store(4, 4, 0), 4 * (10 + 20), 6);
    ck_assert_double_eq_tol(cycles_of_a_store(32, 32, 32), 32 * (10 + 30), 34);
}
END_TEST

// A loop of two iterations that are run as one: each loads a value and stores it.
static double cycles_of_a_loop(enum simt_warp_operation_kind store, bool has_control) {
    struct simt_code_info *info = block_of(2), *control = block_of(0);
    begin_anew();
    control->loops[0] = (struct simt_code_loop){.number = 1, .together = 2};
    info->loops[0] = (struct simt_code_loop){.number = 1, .place = has_control, .together = 2};
    info->segment[1].loads = 1;
    begin_block(1);
    for (int i = 0; i < 2; i++) {
        if (has_control)
            does(0, SIMT_DOES_CODE, (uintptr_t)control);
        does(0, SIMT_DOES_CODE, (uintptr_t)info);
        does(0, SIMT_DOES_LOAD, CODE);
        does(0, store, OTHER);
    }
    const double all = cycles();
    free(info);
    free(control);
    return all;
}

START_TEST(stores_do_not_hold_back_the_loads_run_with_them) {
    ck_assert_double_eq_tol(cycles_of_a_loop(SIMT_DOES_SHARED_STORE, false), LOAD_CYCLES, 10);
    ck_assert_double_eq_tol(cycles_of_a_loop(SIMT_DOES_SHARED_STORE, true), LOAD_CYCLES, 10);
    ck_assert_double_eq_tol(cycles_of_a_loop(SIMT_DOES_STORE, false), LOAD_CYCLES, 10);
}
END_TEST

// A loop of which eight iterations are run as one, with a load in each that the iteration needs.
static double cycles_of_iterations(int count) {
    struct simt_code_info *info = block_of(1);
    begin_anew();
    info->loops[0] = (struct simt_code_loop){.number = 1, .together = 8};
    info->segment[1].loads = 1;
    begin_block(1);
    for (int i = 0; i < count; i++) {
        does(0, SIMT_DOES_CODE, (uintptr_t)info);
        does(0, SIMT_DOES_LOAD, CODE);
    }
    const double all = cycles();
    free(info);
    return all;
}

START_TEST(iterations_left_over_wait_one_by_one) {
    ck_assert_double_eq_tol(cycles_of_iterations(8), LOAD_CYCLES, 20);
    ck_assert_double_eq_tol(cycles_of_iterations(3), 3 * LOAD_CYCLES, 20);
    ck_assert_double_eq_tol(cycles_of_iterations(8 + 4 + 2), 4 * LOAD_CYCLES, 40);
}
END_TEST

// A body of three blocks: the first decides whether to load, the second loads, and the third needs the loaded
// value, and shuffles it. The second is skipped in some iterations.
static double cycles_of_blocks(int count, uint32_t together, uint32_t left_out) {
    struct simt_code_info *asks = block_of(0), *loads = block_of(1), *uses = block_of(0);
    struct simt_code_info *const body[] = {asks, loads, uses};
    begin_anew();
    uses->segment[0].earlier = 1;
    begin_block(1);
    for (uint32_t place = 0; place < 3; place++)
        body[place]->loops[0] =
            (struct simt_code_loop){.number = together > 1, .place = place, .together = together};
    for (int i = 0; i < count; i++)
        for (uint32_t place = 0; place < 3; place++) {
            if (place == 1 && left_out >> i & 1)
                continue;
            does(0, SIMT_DOES_CODE, (uintptr_t)body[place]);
            if (place > 0)
                does(0, place == 1 ? SIMT_DOES_LOAD : SIMT_DOES_SHUFFLE, CODE);
        }
    const double all = cycles();
    for (int place = 0; place < 3; place++)
        free(body[place]);
    return all;
}

START_TEST(blocks_of_several_iterations_wait_once) {
    enum { SHUFFLE = 30 };
    costs.shuffle_latency = SHUFFLE;
    ck_assert_double_eq_tol(cycles_of_blocks(4, 1, 0), 4 * (LOAD_CYCLES + SHUFFLE), 12);
    ck_assert_double_eq_tol(cycles_of_blocks(4, 4, 0), LOAD_CYCLES + SHUFFLE, 12);
    ck_assert_double_eq_tol(cycles_of_blocks(8, 4, 0), 2 * (LOAD_CYCLES + SHUFFLE), 20);
    ck_assert_double_eq_tol(cycles_of_blocks(4, 4, 6), LOAD_CYCLES + SHUFFLE, 12);
    ck_assert_double_eq_tol(cycles_of_blocks(4, 4, 15), SHUFFLE, 12);
}
END_TEST

// Two iterations of a loop are run as one; an inner loop has three and is unrolled completely: all
// six loads are in flight together. Each is followed by an addition to the previous result.
START_TEST(loops_in_a_loop_are_run_together) {
    struct simt_code_info *inner = block_of(1), *outer = block_of(0);
    inner->loops[0] = (struct simt_code_loop){.number = 1, .together = 3};
    inner->loops[1] = (struct simt_code_loop){.number = 2, .place = 1, .together = 2};
    outer->loops[1] = (struct simt_code_loop){.number = 2, .together = 2};
    inner->segment[1] = (struct simt_code_segment){.issued = {1}, .chain = {1}, .loads = 1};
    begin_block(1);
    for (int i = 0; i < 2; i++) {
        does(0, SIMT_DOES_CODE, (uintptr_t)outer);
        for (int k = 0; k < 3; k++) {
            does(0, SIMT_DOES_CODE, (uintptr_t)inner);
            does(0, SIMT_DOES_LOAD, CODE);
        }
    }
    ck_assert_double_eq_tol(cycles(), 6 + LOAD_CYCLES + 6 * 4, 4);
    free(inner);
    free(outer);
}
END_TEST

// Iterations that each count their loaded value in shared memory. @param ahead the loads of global
// memory that come before them
static double cycles_of_counting(int count, uint32_t ahead, bool is_guarded) {
    struct simt_code_info *info = block_of(3);
    begin_anew();
    info->loops[0] = (struct simt_code_loop){.number = 1, .together = 8, .serial = 1};
    info->ahead = ahead;
    info->guarded = is_guarded;
    info->segment[1].loads = 1;
    info->segment[2].loads = 2;
    begin_block(1);
    for (int i = 0; i < count; i++) {
        does(0, SIMT_DOES_CODE, (uintptr_t)info);
        does(0, SIMT_DOES_LOAD, CODE);
        does(0, SIMT_DOES_SHARED_LOAD, OTHER);
        does(0, SIMT_DOES_SHARED_STORE, OTHER + 1);
    }
    const double all = cycles();
    free(info);
    return all;
}

// A thread has seven predicates, so at most six predicated loads are in flight.
START_TEST(loads_come_before_iterations_that_follow_each_other) {
    ck_assert_double_eq_tol(cycles_of_counting(8, 0, false), 8 * (LOAD_CYCLES + SHARED_CYCLES), 45);
    ck_assert_double_eq_tol(cycles_of_counting(8, 1, false), LOAD_CYCLES + 8 * SHARED_CYCLES, 40);
    ck_assert_double_eq_tol(cycles_of_counting(16, 1, false), 2 * LOAD_CYCLES + 16 * SHARED_CYCLES, 80);
    ck_assert_double_eq_tol(cycles_of_counting(12, 1, true), 2 * LOAD_CYCLES + 12 * SHARED_CYCLES, 60);
}
END_TEST

// Loads at a loaded index: all indices first, and then all of the values.
START_TEST(copies_of_a_load_come_before_what_needs_the_first) {
    struct simt_code_info *info = block_of(2);
    info->loops[0] = (struct simt_code_loop){.number = 1, .together = 4};
    info->segment[1].loads = 1;
    info->segment[2].loads = 2;
    begin_block(1);
    for (int i = 0; i < 4; i++) {
        does(0, SIMT_DOES_CODE, (uintptr_t)info);
        does(0, SIMT_DOES_LOAD, CODE);
        does(0, SIMT_DOES_LOAD, OTHER);
    }
    ck_assert_double_eq_tol(cycles(), 2 * LOAD_CYCLES, 20);
    free(info);
}
END_TEST

// The number of a warp's kept operations determines the time of the others.
START_TEST(a_loop_is_as_long_as_it_was_wherever_it_was_cut) {
    struct simt_code_info *info = block_of(1);
    info->loops[0] = (struct simt_code_loop){.number = 1, .together = 4};
    info->segment[1].loads = 1;
    begin_block(1);
    for (int i = 0; i < 64; i++) {
        does(0, SIMT_DOES_CODE, (uintptr_t)info);
        does(0, SIMT_DOES_LOAD, CODE);
    }
    const double kept = cycles();
    sample->blocks[0].warps[0].all *= 10;
    ck_assert_double_eq_tol(cycles(), 10 * kept, kept / 100);
    free(info);
}
END_TEST

// The L1 cache looks up four lines at once, and reads one word of each bank at once.
START_TEST(loads_take_turns_for_words_in_one_bank) {
    static const struct {
        const char *what;
        uint8_t lines, wavefronts;
        double expected; /* of each load */
    } rows[] = {{"neighbouring words", 1, 1, 1},
                {"every second word", 2, 2, 2},
                {"every third word", 3, 1, 1},
                {"structures of ten words", 10, 2, 2.5},
                {"a column of a padded square", 32, 1, 8},
                {"a column of a square", 32, 32, 32}};
    enum { COUNT = 200 };
    costs.line = 1;
    costs.spread_line = 0.25;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        begin_anew();
        begin_block(1);
        for (int i = 0; i < COUNT; i++) {
            struct simt_warp_operation *load = does(0, SIMT_DOES_LOAD, CODE);
            load->passes = rows[r].lines;
            load->wavefronts = rows[r].wavefronts;
            load->near = rows[r].lines;
        }
        does(0, SIMT_DOES_VOTE, OTHER);
        ck_assert_msg(fabs(cycles() / COUNT - rows[r].expected) < 0.05 * rows[r].expected + 0.5, "%s: %.2f",
                      rows[r].what, cycles() / COUNT);
    }
}
END_TEST

// Loads of one sector each, and as many of whole lines: the L2 cache looks up lines one by
// one, and returns sectors one by one.
START_TEST(lines_are_looked_up_while_sectors_come) {
    static const struct {
        uint8_t lines, sectors;
        double expected; /* of each load */
    } rows[] = {{1, 1, 6}, {1, 4, 8}, {4, 4, 24}, {2, 8, 16}};
    enum { COUNT = 200 };
    costs.l2_line = 6;
    costs.l2_sector = 2;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        begin_anew();
        begin_block(1);
        for (int i = 0; i < COUNT; i++) {
            struct simt_warp_operation *load = does(0, SIMT_DOES_LOAD, CODE);
            load->passes = rows[r].lines;
            load->beyond = rows[r].sectors;
        }
        does(0, SIMT_DOES_VOTE, OTHER);
        ck_assert_double_eq_tol(cycles(), COUNT * rows[r].expected + LOAD_CYCLES, LOAD_CYCLES);
    }
}
END_TEST

START_TEST(loads_are_under_way_across_a_barrier) {
    struct simt_code_info *info = block_of(2);
    info->segment[1].loads = 1;
    costs.barrier_latency = 30;
    begin_block(1);
    does(0, SIMT_DOES_CODE, (uintptr_t)info);
    does(0, SIMT_DOES_LOAD, CODE);
    does(0, SIMT_DOES_BARRIER, OTHER);
    does(0, SIMT_DOES_STORE, OTHER);
    ck_assert_double_eq_tol(cycles(), LOAD_CYCLES + 3, 1);
    free(info);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("machine");
    TCase *cases = tcase_create("parts");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, pieces_of_an_access_are_on_their_way_together);
    tcase_add_test(cases, warps_arrive_at_barriers_one_after_another);
    tcase_add_test(cases, tiles_wait_for_their_own_warps);
    tcase_add_test(cases, fence_waits_for_what_is_stored);
    tcase_add_test(cases, guarded_accesses_take_their_turn_even_if_no_lane_does_them);
    tcase_add_test(cases, what_is_issued_before_has_a_chain_all_the_same);
    tcase_add_test(cases, what_is_skipped_is_waited_for);
    tcase_add_test(cases, a_barrier_takes_the_path_to_shared_memory);
    tcase_add_test(cases, requests_come_to_the_path_when_they_are_issued);
    tcase_add_test(cases, a_scheduler_takes_the_oldest);
    tcase_add_test(cases, a_block_ends_when_its_requests_have_left);
    tcase_add_test(cases, what_atomics_change_is_written_back);
    tcase_add_test(cases, a_function_waits_for_the_scheduler);
    tcase_add_test(cases, loads_wait_where_memory_is_busy);
    tcase_add_test(cases, loads_of_idle_memory_deviate_around_their_latency);
    tcase_add_test(cases, loads_wait_longer_between_stores);
    tcase_add_test(cases, the_wait_follows_the_load);
    tcase_add_test(cases, a_block_waits_for_its_last_piece_of_memory);
    tcase_add_test(cases, scattered_stores_take_the_lines_and_parts_of_sectors);
    tcase_add_test(cases, stores_do_not_hold_back_the_loads_run_with_them);
    tcase_add_test(cases, loads_are_under_way_across_a_barrier);
    tcase_add_test(cases, iterations_left_over_wait_one_by_one);
    tcase_add_test(cases, blocks_of_several_iterations_wait_once);
    tcase_add_test(cases, loops_in_a_loop_are_run_together);
    tcase_add_test(cases, loads_come_before_iterations_that_follow_each_other);
    tcase_add_test(cases, copies_of_a_load_come_before_what_needs_the_first);
    tcase_add_test(cases, a_loop_is_as_long_as_it_was_wherever_it_was_cut);
    tcase_add_test(cases, loads_take_turns_for_words_in_one_bank);
    tcase_add_test(cases, lines_are_looked_up_while_sectors_come);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
