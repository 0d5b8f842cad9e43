// Which loads of shared memory are one wide load on a GPU.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "engine/perf/coalesce.h"

enum { WORD = 4, LANES = 32, LOOP = 7, ALL = 0 };

static struct simt_wide_loads wide;

static void begin(void) { wide = (struct simt_wide_loads){0}; }

// Each lane loads at its number times a stride.
static struct simt_request load_of(uint64_t stride, uint64_t at, unsigned size) {
    static struct simt_site site;
    struct simt_request request = {
        .site = &site, .kind = LOG_LOAD, .size = size, .shared = true, .lanes = UINT32_MAX};
    request.valid = request.lanes;
    for (unsigned lane = 0; lane < LANES; lane++)
        request.offset[lane] = lane * stride + at;
    return request;
}

// Loads one after the other. @return how many are on their own
static unsigned alone(uint64_t stride, const uint64_t *at, unsigned count, unsigned size, uint64_t *passes) {
    unsigned result = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct simt_request request = load_of(stride, at[i], size);
        if (simt_wide_loads_join(&wide, &request, passes))
            continue;
        simt_wide_loads_add(&wide, &request, i);
        result++;
    }
    return result;
}

static const struct {
    const char *what;
    uint64_t stride;
    unsigned size, count;
    uint64_t at[8];
    unsigned alone;
} rows[] = {
    {"four words of 16 bytes", 16, WORD, 4, {0, 4, 8, 12}, 1},
    {"eight words", 32, WORD, 8, {0, 4, 8, 12, 16, 20, 24, 28}, 2},
    {"words of one row after those of another", 16, WORD, 4, {0, 1024, 4, 1028}, 2},
    {"words of 8 bytes", 16, 8, 2, {0, 8}, 1},
    {"three bytes of four", 4, 1, 3, {0, 1, 2}, 1},
    {"bytes that begin at no multiple of 2", 4, 1, 3, {1, 2, 3}, 2},
    {"two words that begin at no multiple of 8", 16, WORD, 2, {4, 8}, 2},
    {"a pair that does not make four", 8, WORD, 3, {0, 4, 8}, 2},
    {"neighbouring lanes' words", WORD, WORD, 2, {0, 4}, 2},
    {"descending words", 16, WORD, 2, {4, 0}, 2},
    {"the same word for all lanes", 0, WORD, 4, {0, 4, 8, 12}, 1},
};

START_TEST(neighbouring_words_are_one_load) {
    uint64_t passes = 0;
    ck_assert_msg(alone(rows[_i].stride, rows[_i].at, rows[_i].count, rows[_i].size, &passes) ==
                      rows[_i].alone,
                  "%s", rows[_i].what);
}
END_TEST

// 32 lanes with 16 bytes each are four wavefronts. All at one place are two, as where a program loads 16
// bytes there.
START_TEST(wide_loads_have_their_wavefronts) {
    uint64_t passes = 0;
    alone(16, rows[0].at, 4, WORD, &passes);
    ck_assert_uint_eq(passes, 4);
    begin();
    alone(0, rows[0].at, 4, WORD, &passes);
    ck_assert_uint_eq(passes, 2);
}
END_TEST

static struct simt_code_info *code_of(uint32_t inner, uint32_t together, uint32_t outer) {
    static struct simt_code_info *info;
    free(info);
    info = calloc(1, sizeof *info + sizeof info->segment[0]);
    ck_assert_ptr_nonnull(info);
    info->loops[0] = (struct simt_code_loop){
        .number = inner, .together = together == ALL ? 4 : together, .entire = together == ALL};
    info->loops[1] = (struct simt_code_loop){.number = outer, .together = 4, .entire = outer > 0};
    return info;
}

// Whether loads of two basic blocks, one behind the other, are joined.
START_TEST(blocks_between_loads_keep_them_apart) {
    static const struct {
        uint32_t inner1, together, outer1, inner2, outer2;
        unsigned alone;
    } codes[] = {
        {0, 1, 0, 0, 0, 2},             // two basic blocks
        {LOOP, ALL, 0, LOOP, 0, 1},     // iterations of a loop that is unrolled entirely
        {LOOP, 4, 0, LOOP, 0, 1},       // of one of which four are run as one
        {LOOP, 2, 0, LOOP, 0, 2},       // of one of which two are
        {LOOP, ALL, 0, LOOP + 1, 0, 2}, // of two loops
        {1, ALL, LOOP, 2, LOOP, 1},     // of two loops in one
    };
    static const uint64_t at[] = {0, WORD};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        uint64_t passes;
        begin();
        simt_wide_loads_code(&wide, code_of(codes[i].inner1, codes[i].together, codes[i].outer1));
        unsigned count = alone(8, at, 1, WORD, &passes);
        simt_wide_loads_code(&wide, code_of(codes[i].inner2, codes[i].together, codes[i].outer2));
        count += alone(8, at + 1, 1, WORD, &passes);
        ck_assert_uint_eq(count, codes[i].alone);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("wide_loads");
    TCase *cases = tcase_create("wide_loads");
    tcase_add_checked_fixture(cases, begin, NULL);
    tcase_add_loop_test(cases, neighbouring_words_are_one_load, 0, sizeof rows / sizeof *rows);
    tcase_add_test(cases, wide_loads_have_their_wavefronts);
    tcase_add_test(cases, blocks_between_loads_keep_them_apart);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
