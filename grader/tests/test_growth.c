// A launch at a size at which it did not run: how its figures grow, which loops of its sample are longer, and
// which launch of the small runs it is like.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/model/kernels.h"
#include "engine/model/sample.h"
#include "engine/predict/alike.h"
#include "engine/predict/grown.h"
#include "engine/predict/growth.h"
#include "engine/predict/idle_blocks.h"
#include "engine/predict/reuse.h"

#define K 1024.0

// Figures of launches at 16 Ki and 64 Ki elements, and what they are 256 times at 16 Mi.
static const struct {
    const char *what;
    struct simt_sizes sizes;
    double value1, value2, growth, tolerance;
} figures[] = {
    {"a thread per element", {16 * K, 64 * K, 16384 * K, 16 * K, 64 * K, 16384 * K}, 100, 400, 256, 1e-6},
    {"threads that do less at a border",
     {16 * K, 64 * K, 16384 * K, 16 * K, 64 * K, 16384 * K},
     97,
     394,
     256,
     16},
    {"a fixed grid, nothing but a loop", {16 * K, 64 * K, 16384 * K, K, K, K}, 100, 400, 256, 1e-6},
    {"a fixed grid, a loop behind something else",
     {16 * K, 64 * K, 16384 * K, K, K, K},
     400,
     700,
     146.714,
     0.01},
    {"a fixed grid that does the same at any size", {16 * K, 64 * K, 16384 * K, K, K, K}, 70, 70, 1, 1e-6},
    {"a fixed grid that begins in the middle of a stride",
     {16 * K, 32 * K, 16384 * K, K, K, K},
     150,
     350,
     585,
     0.01},
    {"a fixed grid in which all pairs are looked at",
     {16 * K, 64 * K, 16384 * K, K, K, K},
     100,
     1600,
     65536,
     1},
    {"a thread per element, with all others",
     {16 * K, 64 * K, 16384 * K, 16 * K, 64 * K, 16384 * K},
     100,
     1600,
     65536,
     1},
    {"a thread per element that searches: 14, 16, 24 steps",
     {16 * K, 64 * K, 16384 * K, 16 * K, 64 * K, 16384 * K},
     14,
     64,
     384,
     0.1},
    {"a grid that has stopped growing",
     {16 * K, 64 * K, 16384 * K, 16 * K, 32 * K, 32 * K},
     100,
     400,
     256,
     1},
    {"a grid that has stopped, a loop behind something else",
     {16 * K, 64 * K, 16384 * K, 16 * K, 32 * K, 32 * K},
     200,
     600,
     171,
     0.1},
    {"a grid that stops growing later",
     {16 * K, 64 * K, 16384 * K, 16 * K, 64 * K, 256 * K},
     100,
     400,
     256,
     1},
    {"a part of the input, with a grid to match",
     {16 * K, 64 * K, 128 * K, 16 * K, 64 * K, 128 * K},
     100,
     400,
     2,
     1e-6},
    {"nothing at the first size", {16 * K, 64 * K, 16384 * K, 16 * K, 64 * K, 16384 * K}, 0, 400, 256, 1e-6},
    {"no launch at the first size", {16 * K, 64 * K, 16384 * K, 0, 64 * K, 128 * K}, 0, 400, 2, 1e-6},
};

START_TEST(figure_grows) {
    const double growth = simt_growth(&figures[_i].sizes, figures[_i].value1, figures[_i].value2);
    ck_assert_msg(fabs(growth - figures[_i].growth) <= figures[_i].tolerance, "%s: %.3f", figures[_i].what,
                  growth);
}
END_TEST

// Basic blocks are told apart by their addresses alone.
enum { MANY_WARPS = 64 };

enum { BEFORE = 16, LOOP = 32, INNER = 48, BEHIND = 64 };

static void add(struct simt_warp_sample *warp, uint8_t kind, uintptr_t what) {
    struct simt_warp_operation *operation = simt_sample_operation(warp);
    if (operation) {
        operation->kind = kind;
        operation->what = what;
    }
}

static void add_warp(struct simt_warp_sample *warp, unsigned iterations, unsigned inner) {
    add(warp, SIMT_DOES_CODE, BEFORE);
    for (unsigned i = 0; i < iterations; i++) {
        add(warp, SIMT_DOES_CODE, LOOP);
        add(warp, SIMT_DOES_LOAD, 1);
        for (unsigned k = 0; k < inner; k++) {
            add(warp, SIMT_DOES_CODE, INNER);
            add(warp, SIMT_DOES_SHARED_LOAD, 2);
        }
    }
    add(warp, SIMT_DOES_BARRIER, 3);
    add(warp, SIMT_DOES_CODE, BEHIND);
    add(warp, SIMT_DOES_STORE, 4);
}

// One warp does more than the other between two barriers: less of it is kept.
START_TEST(warps_are_cut_at_one_barrier) {
    struct simt_sample *sample = simt_sample_new();
    struct simt_block_sample *block = simt_sample_block(sample, 3);
    for (unsigned i = 0; i < 500; i++) {
        for (unsigned k = 0; k < 9; k++)
            add(&block->warps[0], SIMT_DOES_LOAD, 1);
        add(&block->warps[0], SIMT_DOES_BARRIER, 3);
        add(&block->warps[1], SIMT_DOES_LOAD, 1);
        add(&block->warps[1], SIMT_DOES_BARRIER, 3);
    }
    add(&block->warps[2], SIMT_DOES_LOAD, 1);
    simt_sample_cut(block);
    ck_assert_uint_eq(block->warps[0].count, SIMT_SAMPLED_OPERATIONS); // 204 barriers, and 8 loads
    ck_assert_uint_eq(block->warps[1].count, 2 * 204 + 1);
    ck_assert_uint_eq(block->warps[2].count, 1);
    ck_assert_uint_eq(block->warps[1].all, 1000);
    simt_sample_free(sample);
}
END_TEST

// A warp does a phase after the other, each of so many operations. Of each as large a part is kept.
START_TEST(all_phases_of_a_long_warp_are_kept) {
    enum { PHASES = 4, EACH = 3 * SIMT_SAMPLED_OPERATIONS };
    struct simt_sample *sample = simt_sample_new();
    struct simt_warp_sample *warp = simt_sample_block(sample, 1)->warps;
    for (unsigned i = 0; i < PHASES * EACH; i++)
        add(warp, SIMT_DOES_LOAD, i / EACH);
    ck_assert_uint_eq(warp->all, PHASES * EACH);
    ck_assert_uint_le(warp->count, SIMT_SAMPLED_OPERATIONS);
    ck_assert_uint_gt(warp->count, SIMT_SAMPLED_OPERATIONS / 2 - SIMT_SAMPLED_ROW);
    unsigned kept[PHASES] = {0};
    for (unsigned i = 0; i < warp->count; i++)
        kept[warp->operations[i].what]++;
    for (int p = 0; p < PHASES; p++)
        ck_assert_uint_ge(kept[p] + SIMT_SAMPLED_ROW, warp->count / PHASES);
    simt_sample_free(sample);
}
END_TEST

// Behind its first barrier nothing is kept of a warp that was thinned out before: it would count for too
// much.
START_TEST(nothing_is_kept_behind_a_barrier_that_comes_late) {
    struct simt_sample *sample = simt_sample_new();
    struct simt_block_sample *block = simt_sample_block(sample, 1);
    for (unsigned i = 0; i < 2 * SIMT_SAMPLED_OPERATIONS; i++)
        add(block->warps, SIMT_DOES_LOAD, 1);
    const uint32_t before = block->warps[0].count;
    simt_sample_barrier(block->warps);
    for (unsigned i = 0; i < 2 * SIMT_SAMPLED_OPERATIONS; i++)
        add(block->warps, SIMT_DOES_STORE, 2);
    simt_sample_cut(block);
    ck_assert_uint_eq(block->warps[0].count, before);
    ck_assert_uint_eq(block->warps[0].all, 4 * SIMT_SAMPLED_OPERATIONS);
    simt_sample_free(sample);
}
END_TEST

// What is kept as a whole stays so.
START_TEST(short_warps_are_not_cut) {
    struct simt_sample *sample = simt_sample_new();
    struct simt_block_sample *block = simt_sample_block(sample, 2);
    add(&block->warps[0], SIMT_DOES_LOAD, 1);
    for (unsigned i = 0; i < 5; i++)
        add(&block->warps[1], SIMT_DOES_BARRIER, 3);
    simt_sample_cut(block);
    ck_assert_uint_eq(block->warps[0].count, 1);
    ck_assert_uint_eq(block->warps[1].count, 5);
    simt_sample_free(sample);
}
END_TEST

// Empty; its code is known.
static struct simt_sample *described_sample(void) {
    struct simt_sample *sample = simt_sample_new();
    sample->described = true;
    return sample;
}

static void free_samples(struct simt_sample *small, struct simt_sample *large, struct simt_sample *grown) {
    simt_sample_free(small);
    simt_sample_free(large);
    simt_sample_free(grown);
}

// Four blocks of two warps, and a last block.
static struct simt_sample *sample_of(unsigned iterations, unsigned inner) {
    struct simt_sample *sample = described_sample();
    sample->registers = 20;
    for (int b = 0; b < 4; b++) {
        struct simt_block_sample *block = simt_sample_block(sample, 2);
        for (int w = 0; w < 2; w++)
            add_warp(&block->warps[w], iterations, inner);
    }
    add_warp(&simt_sample_last(sample, 1)->warps[0], 5, 0);
    return sample;
}

static double runs_of(const struct simt_sample *sample, uintptr_t what) {
    double runs = 0, warps = 0;
    for (uint32_t b = 0; b < sample->count; b++)
        for (uint32_t w = 0; w < sample->blocks[b].count; w++, warps++)
            for (uint32_t i = 0; i < sample->blocks[b].warps[w].count; i++)
                runs += sample->blocks[b].warps[w].operations[i].kind == SIMT_DOES_CODE &&
                        sample->blocks[b].warps[w].operations[i].what == what;
    return runs / warps;
}

static struct simt_sample *grown_of(unsigned loop1, unsigned inner1, unsigned loop2, unsigned inner2,
                                    const struct simt_sizes *sizes, struct simt_grown_requests *requests) {
    struct simt_sample *small = sample_of(loop1, inner1), *large = sample_of(loop2, inner2);
    struct simt_sample *grown = simt_sample_grown(small, large, sizes, MANY_WARPS, requests);
    simt_sample_free(small);
    simt_sample_free(large);
    return grown;
}

// Loops of samples at 16 Ki and 64 Ki elements, and how often a warp runs its blocks at the size to come.
static const struct {
    const char *what;
    unsigned loop1, inner1, loop2, inner2;
    struct simt_sizes sizes;
    double requests;    // by the sum over all blocks
    double loop, inner; // runs of a warp
} loops[] = {
    {"no loop grows", 4, 2, 4, 2, {16 * K, 64 * K, 256 * K, 16 * K, 64 * K, 256 * K}, 1, 4, 8},
    {"a loop over the elements of a thread", 1, 0, 4, 0, {16 * K, 64 * K, 256 * K, K, K, K}, 3.4, 16, 0},
    {"the sum over all blocks says less", 1, 0, 4, 0, {16 * K, 64 * K, 256 * K, K, K, K}, 2.6, 12, 0},
    {"a loop of which the inner one is as long",
     1,
     3,
     4,
     3,
     {16 * K, 64 * K, 256 * K, K, K, K},
     3.824,
     16,
     48},
    {"an inner loop that grows", 2, 1, 2, 4, {16 * K, 64 * K, 256 * K, K, K, K}, 3.18, 2, 32},
    {"a thread per element that searches",
     14,
     0,
     16,
     0,
     {16 * K, 64 * K, 256 * K, 16 * K, 64 * K, 256 * K},
     1,
     18,
     0},
};

START_TEST(loops_of_sample_grow) {
    struct simt_grown_requests requests = {.expected = loops[_i].requests};
    struct simt_sample *grown = grown_of(loops[_i].loop1, loops[_i].inner1, loops[_i].loop2, loops[_i].inner2,
                                         &loops[_i].sizes, &requests);
    ck_assert_ptr_nonnull(grown);
    ck_assert_msg(fabs(runs_of(grown, LOOP) - loops[_i].loop) <= 0.05 * loops[_i].loop, "%s: %.2f",
                  loops[_i].what, runs_of(grown, LOOP));
    ck_assert_msg(fabs(runs_of(grown, INNER) - loops[_i].inner) <= 0.05 * loops[_i].inner, "%s: %.2f",
                  loops[_i].what, runs_of(grown, INNER));
    ck_assert_double_eq(runs_of(grown, BEFORE), 1);
    ck_assert_double_eq(runs_of(grown, BEHIND), 1);
    ck_assert_uint_eq(grown->registers, 20);
    ck_assert_uint_eq(grown->last.warps[0].count, 5 * 2 + 4);
    simt_sample_free(grown);
}
END_TEST

// Blocks of 60 iterations: 2 and a half at one size, 5 at the other.
START_TEST(block_that_is_not_full_does_not_make_a_loop_grow) {
    const struct simt_sizes sizes = {16 * K, 32 * K, 512 * K, K, 5. / 3 * K, 80 * K};
    struct simt_sample *small = described_sample(), *large = described_sample();
    for (int b = 0; b < 5; b++)
        add_warp(&simt_sample_block(large, 1)->warps[0], 60, 0);
    for (int b = 0; b < 3; b++)
        add_warp(&simt_sample_block(small, 1)->warps[0], b < 2 ? 60 : 30, 0);
    struct simt_grown_requests requests = {.expected = 1};
    struct simt_sample *grown = simt_sample_grown(small, large, &sizes, MANY_WARPS, &requests);
    ck_assert_double_eq(runs_of(grown, LOOP), 60);
    free_samples(small, large, grown);
}
END_TEST

// 9 iterations for 4 warps: one has 3, the others 2. At a size 8 times as large each has about as many.
START_TEST(elements_are_shared_out_evenly) {
    const struct simt_sizes sizes = {16 * K, 64 * K, 512 * K, K, K, K};
    struct simt_sample *samples[2];
    for (int i = 0; i < 2; i++) {
        samples[i] = described_sample();
        struct simt_block_sample *block = simt_sample_block(samples[i], 4);
        for (int w = 0; w < 4; w++)
            add_warp(&block->warps[w], i == 0 ? w == 0 : 2 + (w == 0), 0);
    }
    struct simt_grown_requests requests = {.expected = 19. / 3.25};
    struct simt_sample *grown = simt_sample_grown(samples[0], samples[1], &sizes, MANY_WARPS, &requests);
    const struct simt_warp_sample *warps = grown->blocks[0].warps;
    ck_assert_int_le(abs((int)warps[0].count - (int)warps[1].count), 4);
    ck_assert_double_eq_tol(runs_of(grown, LOOP), 18, 1);
    free_samples(samples[0], samples[1], grown);
}
END_TEST

// A thread makes 400 requests and some in a loop, 10 at the first size and 160 at the second: that the sum is
// not told from one that grows with the size does not matter.
START_TEST(sum_grows_as_its_loop_does) {
    enum { ALWAYS = 400 };
    const struct simt_sizes sizes = {16 * K, 64 * K, 256 * K, K, K, K};
    struct simt_sample *samples[2];
    for (int i = 0; i < 2; i++) {
        samples[i] = described_sample();
        struct simt_warp_sample *warp = simt_sample_block(samples[i], 1)->warps;
        add_warp(warp, i == 0 ? 10 : 160, 0);
        for (int k = 0; k < ALWAYS; k++)
            add(warp, SIMT_DOES_LOAD, 5);
    }
    const double affine = 1 + (1 - (ALWAYS + 10.) / (ALWAYS + 160.)) * (256 - 64) / (64 - 16);
    struct simt_grown_requests requests = {.expected = affine};
    struct simt_sample *grown = simt_sample_grown(samples[0], samples[1], &sizes, 1, &requests);
    ck_assert_double_eq_tol(requests.expected, (ALWAYS + 2560.) / (ALWAYS + 160), 0.01);
    ck_assert_double_eq_tol(runs_of(grown, LOOP), 2560, 30);
    free_samples(samples[0], samples[1], grown);
}
END_TEST

// What is behind a barrier was not kept at the second size, where the loop seems to run 640 times.
START_TEST(cut_sample_does_not_tell_a_power) {
    const struct simt_sizes sizes = {16 * K, 64 * K, 256 * K, K, K, K};
    struct simt_sample *samples[2];
    for (int i = 0; i < 2; i++) {
        samples[i] = described_sample();
        struct simt_warp_sample *warp = simt_sample_block(samples[i], 1)->warps;
        add_warp(warp, i == 0 ? 40 : 160, 0);
        warp->all *= i == 0 ? 1 : 4;
    }
    const double affine = 1 + (1 - 0.3) * (256 - 64) / (64 - 16);
    struct simt_grown_requests requests = {.expected = affine};
    struct simt_sample *grown = simt_sample_grown(samples[0], samples[1], &sizes, 1, &requests);
    ck_assert_double_eq(requests.expected, affine);
    free_samples(samples[0], samples[1], grown);
}
END_TEST

// What a warp does a million times is known by its number, not repeated.
START_TEST(long_loop_is_kept_short) {
    const struct simt_sizes sizes = {16 * K, 64 * K, 65536 * K, K, K, K};
    struct simt_grown_requests requests = {.expected = 999};
    struct simt_sample *grown = grown_of(10, 0, 40, 0, &sizes, &requests);
    const struct simt_warp_sample *warp = &grown->blocks[0].warps[0];
    ck_assert_uint_lt(warp->count, 5000);
    ck_assert_uint_gt(warp->count, 1000);
    ck_assert_double_eq_tol((double)warp->all, 2 * 40 * 1024, 1024);
    simt_sample_free(grown);
}
END_TEST

START_TEST(sample_without_known_blocks_does_not_grow) {
    const struct simt_sizes sizes = {16 * K, 64 * K, 256 * K, K, K, K};
    struct simt_sample *small = sample_of(1, 0), *large = sample_of(4, 0);
    struct simt_grown_requests requests = {.expected = 3};
    large->described = false;
    ck_assert_ptr_null(simt_sample_grown(small, large, &sizes, MANY_WARPS, &requests));
    simt_sample_free(small);
    simt_sample_free(large);
}
END_TEST

static size_t launch_with(const char *name, uintptr_t at, unsigned blocks, unsigned threads,
                          uint32_t argument) {
    struct simt_kernel_record *record = simt_kernel_add();
    *record = (struct simt_kernel_record){.name = name,
                                          .grid = {blocks, 1, 1},
                                          .block = {threads, 1, 1},
                                          .launched_at = at,
                                          .arguments = {.words = {argument}, .count = 1}};
    return simt_kernel_count() - 1;
}

static size_t launch(const char *name, uintptr_t at, unsigned blocks, uint32_t argument) {
    return launch_with(name, at, blocks, 256, argument);
}

static struct simt_launch_range levels(unsigned blocks) {
    const size_t from = simt_kernel_count();
    for (; blocks > 0; blocks /= 2)
        launch("void level(int)", 1, blocks, 256 * blocks);
    return (struct simt_launch_range){from, simt_kernel_count()};
}

static size_t alike(size_t wanted, struct simt_launch_range of, struct simt_launch_range in,
                    enum simt_found *how) {
    struct simt_series *series = simt_series_new();
    const size_t found = simt_launch_alike(series, wanted, of, in, how);
    simt_series_free(series);
    return found;
}

// 16, 8, …, 1 blocks, then 64, …, 1.
START_TEST(level_of_tree_is_like_the_one_of_its_size) {
    simt_kernels_clear();
    const struct simt_launch_range small = levels(16), large = levels(64);
    static const size_t like[] = {0, 0, 0, 1, 2, 3, 4};
    for (size_t i = 0; i < 7; i++) {
        enum simt_found how;
        ck_assert_uint_eq(alike(large.from + i, large, small, &how), small.from + like[i]);
        ck_assert_int_eq(how, SIMT_FOUND_NEAREST);
    }
}
END_TEST

START_TEST(launches_of_equal_number_are_alike_in_order) {
    simt_kernels_clear();
    const struct simt_launch_range small = {0, 2}, large = {2, 4};
    launch("void k(int)", 1, 4, 7), launch("void k(int)", 1, 8, 7);
    launch("void k(int)", 1, 8, 9), launch("void k(int)", 1, 16, 9);
    enum simt_found how;
    ck_assert_uint_eq(alike(2, large, small, &how), 0);
    ck_assert_int_eq(how, SIMT_FOUND_SAME);
    ck_assert_uint_eq(alike(3, large, small, &how), 1);
    ck_assert_int_eq(how, SIMT_FOUND_SAME);
}
END_TEST

// A reduction in two launches: the block of the second has a thread for each block of the first.
START_TEST(launch_with_another_block_is_like_the_nearest) {
    simt_kernels_clear();
    launch("void k(int)", 1, 1024, 1 << 18), launch("void k(int)", 1, 4, 1024);
    launch_with("void k(int)", 1, 1, 4, 4);
    launch("void k(int)", 1, 65536, 1 << 24), launch("void k(int)", 1, 256, 65536);
    launch("void k(int)", 1, 1, 256);
    static const size_t like[] = {0, 1, 1};
    static const enum simt_found found[] = {SIMT_FOUND_SAME, SIMT_FOUND_SAME, SIMT_FOUND_NEAREST};
    for (size_t i = 0; i < 3; i++) {
        enum simt_found how;
        ck_assert_uint_eq(
            alike(3 + i, (struct simt_launch_range){3, 6}, (struct simt_launch_range){0, 3}, &how), like[i]);
        ck_assert_int_eq(how, found[i]);
    }
}
END_TEST

// Of launches that differ in nothing but their number the nearest number counts.
START_TEST(more_launches_of_one_grid_are_like_the_last) {
    simt_kernels_clear();
    for (int i = 0; i < 5; i++)
        launch("void k(int)", 1, 4, 7);
    static const size_t like[] = {0, 1, 1};
    for (size_t i = 0; i < 3; i++) {
        enum simt_found how;
        ck_assert_uint_eq(
            alike(2 + i, (struct simt_launch_range){2, 5}, (struct simt_launch_range){0, 2}, &how), like[i]);
    }
}
END_TEST

START_TEST(kernel_from_elsewhere_stands_in) {
    static const struct {
        const char *name;
        uintptr_t at;
        size_t like;
        enum simt_found found;
    } rows[] = {{"void sum(int) [with N = 1]", 1, 0, SIMT_FOUND_SAME},
                {"void sum(int) [with N = 1]", 9, 0, SIMT_FOUND_ELSEWHERE},
                {"void sum(int) [with N = 2]", 1, 0, SIMT_FOUND_ELSEWHERE},
                {"void other(int)", 1, SIZE_MAX, SIMT_FOUND_ELSEWHERE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        simt_kernels_clear();
        launch("void sum(int) [with N = 1]", 1, 4, 7);
        launch(rows[i].name, rows[i].at, 4, 7);
        enum simt_found how;
        ck_assert_uint_eq(alike(1, (struct simt_launch_range){1, 2}, (struct simt_launch_range){0, 1}, &how),
                          rows[i].like);
        ck_assert(rows[i].like == SIZE_MAX || how == rows[i].found);
    }
}
END_TEST

// Arguments at 16 Ki and 64 Ki elements and at the launch to come, whose program has 16 Mi elements.
static const struct {
    const char *what;
    uint32_t at1[2], at2[2], to_come[2];
    double threads1, threads2, threads; // in Ki
    double size;                        // in Ki
} arguments[] = {
    {"the size itself", {16384}, {65536}, {1 << 24}, 16, 64, 16384, 16384},
    {"a part of it", {16384}, {65536}, {1 << 20}, 16, 64, 1024, 1024},
    {"a part of it, in a fixed grid", {16384}, {65536}, {1 << 20}, 1, 1, 1, 1024},
    {"a side of a square", {128}, {256}, {1024}, 16, 64, 1024, 1024},
    {"all and a part: the grid is the part's",
     {16384, 16384},
     {65536, 65536},
     {1 << 24, 1 << 20},
     16,
     64,
     1024,
     1024},
    {"all and a part in a fixed grid", {16384, 16384}, {65536, 65536}, {1 << 20, 1 << 24}, 1, 1, 1, 16384},
    {"a number of levels", {14}, {16}, {24}, 16, 64, 16384, 0},
    {"a constant", {7}, {7}, {7}, 16, 64, 16384, 0},
    {"a pointer", {0}, {0}, {0}, 16, 64, 16384, 0},
    {"more than the size", {16384}, {65536}, {1u << 31}, 16, 64, 16384, 16384},
};

START_TEST(argument_says_the_size) {
    struct simt_arguments at[3] = {{.count = 2}, {.count = 2}, {.count = 2}};
    memcpy(at[0].words, arguments[_i].at1, sizeof arguments[_i].at1);
    memcpy(at[1].words, arguments[_i].at2, sizeof arguments[_i].at2);
    memcpy(at[2].words, arguments[_i].to_come, sizeof arguments[_i].to_come);
    const struct simt_sizes sizes = {16 * K,
                                     64 * K,
                                     16384 * K,
                                     arguments[_i].threads1 * K,
                                     arguments[_i].threads2 * K,
                                     arguments[_i].threads * K};
    const double size = simt_size_by_arguments(&sizes, &at[0], &at[1], &at[2]);
    ck_assert_msg(fabs(size / K - arguments[_i].size) < 1, "%s: %.1f", arguments[_i].what, size / K);
}
END_TEST

// Grids of the same 100 blocks with work for some; sampled are the first and three others of them.
static struct simt_kernel_record partly_idle(uint32_t busy, const uint32_t sampled[3]) {
    struct simt_kernel_record record = {.grid = {10, 10, 1}, .block = {32, 1, 1}};
    record.counters.blocks_without_loads = 100 - busy;
    record.sample = described_sample();
    record.sample->issued = 1000;
    record.sample->issued_sampled = 10;
    for (int b = 0; b < 3; b++)
        add_warp(&simt_sample_block(record.sample, 1)->warps[0], 0, 0);
    for (int b = 0; b < 3; b++)
        if (sampled[b] < busy)
            add(&record.sample->blocks[b].warps[0], SIMT_DOES_LOAD, 1);
    add_warp(&simt_sample_last(record.sample, 1)->warps[0], 0, 0);
    if (busy > 0)
        add(&record.sample->last.warps[0], SIMT_DOES_LOAD, 1);
    return record;
}

// How many blocks load at 16 Ki and 64 Ki elements, the grid at the size to come, and what is taken of it.
// The first block stands for the others where none of them is among those that were sampled.
static const struct {
    const char *what;
    uint32_t busy1, busy2, sampled[3];
    double size;
    unsigned grid;
    uint32_t kept, last; // sampled blocks at the second size
    double at2, to_come; // blocks
} idle_rows[] = {
    {"one block, then four", 1, 4, {33, 66, 99}, 256 * K, 100, 1, 0, 4, 16},
    {"one block, then four, and all at last", 1, 4, {33, 66, 99}, 16384 * K, 100, 1, 0, 4, 100},
    {"some of those that were sampled", 20, 80, {2, 40, 90}, 16384 * K, 100, 2, 1, 80, 100},
    {"a larger grid at last", 20, 80, {2, 40, 90}, 16384 * K, 400, 2, 1, 80, 400},
    {"all have work at the larger size", 20, 100, {2, 40, 90}, 16384 * K, 100, 3, 1, 100, 100},
    {"all have work", 100, 100, {2, 40, 90}, 16384 * K, 100, 3, 1, 100, 100},
    {"as many at both sizes", 50, 50, {2, 40, 90}, 16384 * K, 100, 3, 1, 100, 100},
    {"fewer at the larger size", 50, 20, {2, 40, 90}, 16384 * K, 100, 3, 1, 100, 100},
    {"none has loaded anything", 0, 0, {2, 40, 90}, 16384 * K, 100, 3, 1, 100, 100},
};

START_TEST(idle_blocks_are_left_out) {
    struct simt_kernel_record at1 = partly_idle(idle_rows[_i].busy1, idle_rows[_i].sampled),
                              at2 = partly_idle(idle_rows[_i].busy2, idle_rows[_i].sampled),
                              dry = {.grid = {idle_rows[_i].grid, 1, 1}, .block = {32, 1, 1}};
    const struct simt_runs runs = {
        .n1 = 16 * K, .n2 = 64 * K, .n = idle_rows[_i].size, .at1 = &at1, .at2 = &at2, .dry = &dry};
    struct simt_busy_runs busy;
    const struct simt_runs *taken = simt_without_idle_blocks(&runs, &busy);
    const bool is_left_out = idle_rows[_i].at2 < 100;
    ck_assert_msg((taken != &runs) == is_left_out, "%s", idle_rows[_i].what);
    ck_assert_msg(taken->at2->sample->count == idle_rows[_i].kept, "%s: %u", idle_rows[_i].what,
                  taken->at2->sample->count);
    ck_assert_uint_eq(taken->at2->sample->last.count, idle_rows[_i].last);
    ck_assert_double_eq((double)simt_volume(taken->at2->grid), idle_rows[_i].at2);
    ck_assert_double_eq((double)simt_volume(taken->dry->grid), idle_rows[_i].to_come);
    ck_assert_double_eq(taken->at2->sample->issued, is_left_out ? 0 : 1000);
    simt_sample_free(at1.sample);
    simt_sample_free(at2.sample);
}
END_TEST

// A grid of another size says by itself how it grows.
START_TEST(idle_blocks_of_a_grid_that_grows_stay) {
    static const uint32_t sampled[3] = {33, 66, 99};
    struct simt_kernel_record at1 = partly_idle(1, sampled), at2 = partly_idle(4, sampled), dry = at2;
    at1.grid.x = 20;
    const struct simt_runs runs = {
        .n1 = 16 * K, .n2 = 64 * K, .n = 256 * K, .at1 = &at1, .at2 = &at2, .dry = &dry};
    struct simt_busy_runs busy;
    ck_assert_ptr_eq(simt_without_idle_blocks(&runs, &busy), &runs);
    struct simt_runs alone = runs;
    alone.at1 = NULL;
    ck_assert_ptr_eq(simt_without_idle_blocks(&alone, &busy), &alone);
    simt_sample_free(at1.sample);
    simt_sample_free(at2.sample);
}
END_TEST

// One block alone on a multiprocessor loads four sectors again and again, so many lines apart.
static struct simt_sample *sample_with_uses(uint32_t apart) {
    enum { USES = 10, SECTORS = 4 };
    struct simt_sample *sample = described_sample();
    sample->near_lines = 2048;
    sample->close_lines = 32;
    sample->beside = 1;
    simt_distances_add(&sample->own_far, 4096);
    struct simt_warp_sample *warp = &simt_sample_block(sample, 1)->warps[0];
    for (int i = 0; i < USES; i++) {
        struct simt_warp_operation *load = simt_sample_operation(warp);
        *load = (struct simt_warp_operation){.kind = SIMT_DOES_LOAD,
                                             .what = 1,
                                             .near = SECTORS,
                                             .known = SECTORS,
                                             .close = apart ? 0 : SECTORS,
                                             .apart = simt_apart_of(apart),
                                             .own_far = 2};
    }
    return sample;
}

// Lines between two uses at 16 Ki and 64 Ki elements, and what is found at 1 Mi.
static const struct {
    const char *what;
    uint32_t apart1, apart2;
    double beside;
    unsigned near, own;
} reuses[] = {
    {"as far apart at any size", 100, 100, 1, 4, 0},
    {"eight blocks have room for it", 100, 100, 8, 4, 0},
    {"they have not", 1000, 1000, 8, 0, 2},
    {"rows that grow and fit", 25, 100, 1, 4, 0},
    {"rows that grow and do not fit beside seven others", 25, 100, 8, 0, 2},
    {"rows that were close at first", 0, 400, 1, 0, 2},
    {"close at all sizes", 0, 0, 8, 4, 0},
    {"a little more than there is room for", 280, 280, 8, 3, 1},
};

START_TEST(uses_of_lines_are_found_if_there_is_room) {
    const struct simt_sizes sizes = {16 * K, 64 * K, 1024 * K, 16 * K, 64 * K, 1024 * K};
    struct simt_sample *small = sample_with_uses(reuses[_i].apart1),
                       *large = sample_with_uses(reuses[_i].apart2),
                       *grown = sample_with_uses(reuses[_i].apart2);
    simt_reuse_grow(grown, small, large, &sizes, reuses[_i].beside);
    const struct simt_warp_operation *load = &grown->blocks[0].warps[0].operations[3];
    ck_assert_msg(load->near == reuses[_i].near, "%s: near %u", reuses[_i].what, load->near);
    ck_assert_msg(load->beyond == 4 - reuses[_i].near, "%s: beyond %u", reuses[_i].what, load->beyond);
    ck_assert_msg(load->own == reuses[_i].own, "%s: own %u", reuses[_i].what, load->own);
    ck_assert_double_eq(simt_distances_mean(&grown->own), 4096);
    free_samples(small, large, grown);
}
END_TEST

// Behind each use a store, to the same line or to another one.
static struct simt_sample *sample_with_stores(uint32_t apart, uint8_t reuse) {
    struct simt_sample *sample = sample_with_uses(apart);
    struct simt_warp_sample *warp = &sample->blocks[0].warps[0];
    for (uint32_t i = 1; i < warp->count; i += 2) {
        struct simt_warp_operation *store = &warp->operations[i];
        store->kind = SIMT_DOES_STORE;
        store->what = 2;
        store->near = 0;
        store->beyond = 4;
        store->reuse = reuse;
    }
    return sample;
}

// The granules that a store will have to write back, of two, and of those the ones that are there.
static const struct {
    const char *what;
    uint32_t apart;
    uint8_t reuse;
    unsigned own, whole;
} stores[] = {
    {"what a load has brought in", 1000, 1, 2, 2},
    {"what a load has found", 100, 1, 0, 0},
    {"what it has not loaded, far apart", 1000, 0, 2, 0},
    {"what it has not loaded, but found", 100, 0, 0, 0},
    {"other lines than the load before it", 1000, 2, 2, 0},
};

START_TEST(stores_are_written_back_where_lines_fall_out) {
    const struct simt_sizes sizes = {16 * K, 64 * K, 1024 * K, 16 * K, 64 * K, 1024 * K};
    struct simt_sample *small = sample_with_stores(stores[_i].apart, stores[_i].reuse),
                       *large = sample_with_stores(stores[_i].apart, stores[_i].reuse),
                       *grown = sample_with_stores(stores[_i].apart, stores[_i].reuse);
    simt_reuse_grow(grown, small, large, &sizes, 8);
    const struct simt_warp_operation *store = &grown->blocks[0].warps[0].operations[3];
    ck_assert_msg(store->own == stores[_i].own && store->whole == stores[_i].whole, "%s: %u, whole %u",
                  stores[_i].what, store->own, store->whole);
    ck_assert_uint_eq(store->beyond, 4);
    free_samples(small, large, grown);
}
END_TEST

START_TEST(distances_are_kept_as_bytes) {
    static const uint32_t lines[] = {1, 2, 3, 10, 31, 100, 1000, 40000};
    ck_assert_double_eq(simt_lines_apart(simt_apart_of(0)), 0);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        ck_assert_double_eq_tol(simt_lines_apart(simt_apart_of(lines[i])), lines[i], 0.05 * lines[i]);
}
END_TEST

static Suite *growth_suite(void) {
    Suite *suite = suite_create("growth");
    TCase *growth = tcase_create("growth");
    tcase_add_loop_test(growth, figure_grows, 0, sizeof figures / sizeof *figures);
    tcase_add_loop_test(growth, loops_of_sample_grow, 0, sizeof loops / sizeof *loops);
    tcase_add_test(growth, warps_are_cut_at_one_barrier);
    tcase_add_test(growth, all_phases_of_a_long_warp_are_kept);
    tcase_add_test(growth, nothing_is_kept_behind_a_barrier_that_comes_late);
    tcase_add_test(growth, short_warps_are_not_cut);
    tcase_add_test(growth, block_that_is_not_full_does_not_make_a_loop_grow);
    tcase_add_test(growth, elements_are_shared_out_evenly);
    tcase_add_test(growth, sum_grows_as_its_loop_does);
    tcase_add_test(growth, cut_sample_does_not_tell_a_power);
    tcase_add_test(growth, long_loop_is_kept_short);
    tcase_add_test(growth, sample_without_known_blocks_does_not_grow);
    tcase_add_test(growth, level_of_tree_is_like_the_one_of_its_size);
    tcase_add_test(growth, launches_of_equal_number_are_alike_in_order);
    tcase_add_test(growth, launch_with_another_block_is_like_the_nearest);
    tcase_add_test(growth, more_launches_of_one_grid_are_like_the_last);
    tcase_add_test(growth, kernel_from_elsewhere_stands_in);
    tcase_add_loop_test(growth, idle_blocks_are_left_out, 0, sizeof idle_rows / sizeof *idle_rows);
    tcase_add_test(growth, idle_blocks_of_a_grid_that_grows_stay);
    tcase_add_loop_test(growth, uses_of_lines_are_found_if_there_is_room, 0, sizeof reuses / sizeof *reuses);
    tcase_add_loop_test(growth, stores_are_written_back_where_lines_fall_out, 0,
                        sizeof stores / sizeof *stores);
    tcase_add_test(growth, distances_are_kept_as_bytes);
    tcase_add_loop_test(growth, argument_says_the_size, 0, sizeof arguments / sizeof *arguments);
    suite_add_tcase(suite, growth);
    return suite;
}

int main(void) {
    SRunner *runner = srunner_create(growth_suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
