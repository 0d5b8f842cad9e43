// Strides that grow with the size of the input: lanes of a request draw apart, and caches hold less of what
// they come back to.
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "engine/model/profile.h"
#include "engine/model/sample.h"
#include "engine/observe/sampling/block_caches.h"
#include "engine/predict/growth.h"
#include "engine/predict/strides.h"

#define K 1024.0

enum { WARP = 32, LOAD = 1, STORE = 2, ITERATIONS = 8, GRANULES_OF_FIRST = 16 };

/** A loop that copies: in the first iteration a warp brings sectors in, and comes back to them in the others.
 */
struct copy {
    uint8_t lanes, lines, sectors;
};

static void add(struct simt_warp_sample *warp, const struct copy *copy, bool is_load, unsigned iteration) {
    const bool is_first = iteration == 0;
    *simt_sample_operation(warp) = (struct simt_warp_operation){
        .kind = is_load ? SIMT_DOES_LOAD : SIMT_DOES_STORE,
        .what = is_load ? LOAD : STORE,
        .passes = copy->lines,
        .lanes = copy->lanes,
        .near = is_load && !is_first ? copy->sectors : 0,
        .beyond = is_load && !is_first ? 0 : copy->sectors,
        .first = is_first ? GRANULES_OF_FIRST : 0,
        .reuse = is_first ? 0 : 2,
    };
}

static struct simt_sample *sample_of(const struct copy *copy) {
    struct simt_sample *sample = simt_sample_new();
    struct simt_block_sample *block = simt_sample_block(sample, 2);
    for (int w = 0; w < 2; w++)
        for (unsigned i = 0; i < ITERATIONS; i++) {
            add(&block->warps[w], copy, true, i);
            add(&block->warps[w], copy, false, i);
        }
    sample->first_touches = sample->first_writes = 1000;
    return sample;
}

// Copies at 16 Ki and 32 Ki elements, and what their requests are at 1024 Ki. 2 x 32 lines of 128 bytes a
// warp: the H200's first cache of 256 KiB holds those of 32 warps, its second one of 43.6 MiB those of
// 5577, and half as many again do not have anything left.
static const struct {
    const char *what;
    struct copy small, large;
    struct simt_resident_warps warps;
    double lines, near, beyond; // a load that comes back
    double loaded, stored;      // granules of a request, the mean of all
    double partial;             // of those written
} rows[] = {
    {"lanes that stay together", {32, 4, 16}, {32, 4, 16}, {64, 8448}, 4, 16, 0, 2, 2, 0},
    {"fewer lanes at the border of the small input", {16, 2, 8}, {32, 4, 16}, {64, 8448}, 4, 16, 0, 2, 2, 0},
    {"a line for each lane, few warps", {32, 4, 16}, {32, 8, 32}, {16, 2112}, 32, 32, 0, 2, 2, 0},
    {"no room in the first cache", {32, 4, 16}, {32, 8, 32}, {48, 2112}, 32, 0, 32, 2, 2, 0},
    {"no room in the second cache", {32, 4, 16}, {32, 8, 32}, {64, 8448}, 32, 0, 32, 32, 32, 1},
    {"a part of the lanes", {8, 1, 4}, {8, 2, 8}, {64, 8448}, 8, 8, 0, 2, 2, 0},
    {"lanes in no order", {0, 4, 16}, {0, 8, 32}, {64, 8448}, 8, 32, 0, 2, 2, 0},
    {"a third root of the size", {32, 4, 16}, {32, 5, 20}, {16, 2112}, 15, 32, 0, 2, 2, 0},
};

static double mean_first(const struct simt_sample *sample, uintptr_t what) {
    double sum = 0;
    const struct simt_warp_sample *warp = &sample->blocks[0].warps[0];
    for (uint32_t i = 0; i < warp->count; i++)
        sum += warp->operations[i].what == what ? warp->operations[i].first : 0;
    return sum / ITERATIONS;
}

START_TEST(lanes_draw_apart) {
    const struct simt_sizes sizes = {16 * K, 32 * K, 1024 * K, K, K, K};
    struct simt_sample *small = sample_of(&rows[_i].small), *large = sample_of(&rows[_i].large);
    struct simt_sample *grown = sample_of(&rows[_i].large);
    simt_strides_grow(grown, small, large, &sizes, &rows[_i].warps, simt_profile_builtin("h200"));
    const struct simt_warp_operation *load = &grown->blocks[0].warps[1].operations[2 * (ITERATIONS - 1)];
    const double partial = (double)grown->partial_writes / (double)grown->first_writes;
    ck_assert_msg(fabs(load->passes - rows[_i].lines) <= 1, "%s: %d lines", rows[_i].what, load->passes);
    ck_assert_msg(load->near == rows[_i].near, "%s: %d near", rows[_i].what, load->near);
    ck_assert_msg(load->beyond == rows[_i].beyond, "%s: %d beyond", rows[_i].what, load->beyond);
    ck_assert_double_eq_tol(mean_first(grown, LOAD), rows[_i].loaded, 0.2);
    ck_assert_double_eq_tol(mean_first(grown, STORE), rows[_i].stored, 0.2);
    ck_assert_double_eq_tol(partial, rows[_i].partial, 0.01);
    const double lone = (double)grown->lone_touches / (double)grown->first_touches;
    ck_assert_double_eq_tol(lone, rows[_i].partial, 0.01);
    const bool grew = load[1].beyond > rows[_i].large.sectors;
    ck_assert_uint_eq(load[1].partial, grew ? load[1].beyond : 0);
    ck_assert_double_eq_tol((double)grown->first_writes, 1000 * rows[_i].stored / 2, 100);
    simt_sample_free(small);
    simt_sample_free(large);
    simt_sample_free(grown);
}
END_TEST

// Around the size of the second cache a part of what was touched has fallen out.
START_TEST(second_cache_loses_a_part) {
    const struct simt_sizes sizes = {16 * K, 32 * K, 1024 * K, K, K, K};
    const struct copy together = {32, 4, 16}, apart = {32, 8, 32};
    const struct simt_profile *h200 = simt_profile_builtin("h200");
    const double warps = h200->l2_effective_bytes / (2. * WARP * 128);
    const struct simt_resident_warps resident = {64, warps};
    struct simt_sample *small = sample_of(&together), *large = sample_of(&apart), *grown = sample_of(&apart);
    simt_strides_grow(grown, small, large, &sizes, &resident, h200);
    ck_assert_double_eq_tol(mean_first(grown, STORE), 2 + (WARP - 2) / 2., 0.2);
    simt_sample_free(small);
    simt_sample_free(large);
    simt_sample_free(grown);
}
END_TEST

// Two lines in turn, a third one once, and another warp with one of them: it does not count.
START_TEST(uses_of_lines_are_told_by_requests) {
    static const struct {
        uint32_t warp;
        uint64_t lines[2];
        unsigned count;
        uint8_t reuse;
    } uses[] = {{0, {7}, 1, 0}, {0, {8}, 1, 0}, {0, {7}, 1, 2},    {1, {8}, 1, 0},
                {0, {8}, 1, 2}, {0, {9}, 1, 0}, {0, {7, 8}, 2, 3}, {1, {8}, 1, 1}};
    struct simt_line_uses *lines = calloc(1, sizeof *lines);
    ck_assert_ptr_nonnull(lines);
    for (int round = 0; round < 2; round++) {
        memset(lines, 0, sizeof *lines);
        for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
            ck_assert_uint_eq(simt_line_uses_note(lines, uses[i].warp, uses[i].lines, uses[i].count),
                              uses[i].reuse);
    }
    simt_line_uses_note(lines, 2, &(uint64_t){5}, 1);
    for (uint64_t i = 0; i < 1000; i++)
        simt_line_uses_note(lines, 2, &(uint64_t){6}, 1);
    ck_assert_uint_eq(simt_line_uses_note(lines, 2, &(uint64_t){5}, 1), UINT8_MAX);
    free(lines);
}
END_TEST

START_TEST(lanes_equally_apart_are_counted) {
    static const struct {
        uint32_t lanes;
        uint64_t offset[4];
        uint8_t active;
    } requests[] = {{0xf, {0, 4, 8, 12}, 4}, {0xf, {96, 64, 32, 0}, 4}, {0xf, {8, 8, 8, 8}, 4},
                    {0x1, {64}, 1},          {0xb, {0, 4, 0, 12}, 3},   {0xf, {0, 4, 8, 16}, 0},
                    {0xd, {0, 0, 8, 8}, 0},  {0xb, {0, 4, 8, 8}, 0}};
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        struct simt_request request = {.lanes = requests[i].lanes};
        for (int lane = 0; lane < 4; lane++)
            request.offset[lane] = requests[i].offset[lane];
        ck_assert_msg(simt_evenly_apart(&request) == requests[i].active, "row %zu", i);
    }
}
END_TEST

static Suite *strides_suite(void) {
    Suite *suite = suite_create("strides");
    TCase *strides = tcase_create("strides");
    tcase_add_loop_test(strides, lanes_draw_apart, 0, sizeof rows / sizeof *rows);
    tcase_add_test(strides, second_cache_loses_a_part);
    tcase_add_test(strides, lanes_equally_apart_are_counted);
    tcase_add_test(strides, uses_of_lines_are_told_by_requests);
    suite_add_tcase(suite, strides);
    return suite;
}

int main(void) {
    SRunner *runner = srunner_create(strides_suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
