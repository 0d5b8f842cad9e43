// Which stores leave a multiprocessor together.
#include <check.h>
#include <stdlib.h>

#include "engine/observe/sampling/joined_accesses.h"
#include "engine/observe/transactions.h"

enum { WORD = 4, LINE_LOG2 = 7, MOST = 6 };

static struct simt_joined_stores joined;

// Each lane stores a word at its number times a stride. @return whether it is joined
static bool stores(uint64_t stride, uint64_t at, unsigned *partial) {
    static struct simt_site site;
    uint64_t places[SIMT_WARP];
    struct simt_request request = {.site = &site, .kind = LOG_STORE, .size = WORD, .lanes = UINT32_MAX};
    request.valid = request.lanes;
    for (unsigned lane = 0; lane < SIMT_WARP; lane++)
        request.offset[lane] = lane * stride + at;
    return simt_joined_stores_add(&joined, &request, simt_places_of(&request, LINE_LOG2, places), partial);
}

// Measured on an H100: sectors written, in times of those of one store of all words. Each thread stores so
// many words beside each other: 1.05 times for 2, 1.2 for 3, 1.8 for 4, 5.6 for 6 and 7.7 for 8.
static const struct {
    const char *what;
    uint64_t stride;
    unsigned count;
    uint64_t at[MOST];
    unsigned alone, partial;
} rows[] = {
    {"pairs", 8, 2, {0, 4}, 1, 0},
    {"three words", 12, 3, {0, 4, 8}, 1, 0},
    {"two of three", 12, 2, {0, 8}, 1, 12},
    {"four words, two by two", 16, 4, {0, 4, 8, 12}, 2, 16},
    {"words of five lines", 20, 2, {0, 4}, 2, 20},
    {"words of whole lines apart", 128, 2, {0, 4}, 2, 32},
    {"other lines", 8, 2, {0, 4096}, 2, 8},
    {"lines of which one is another", 8, 2, {0, 128}, 2, 8},
    {"two arrays in turn", 8, 4, {0, 4096, 4, 4100}, 4, 8},
    {"the same words", 4, 2, {0, 0}, 1, 0},
    {"descending", 8, 2, {4, 0}, 1, 0},
};

START_TEST(a_store_joins_the_one_before_to_the_same_lines) {
    unsigned alone = 0, partial = 0;
    joined = (struct simt_joined_stores){0};
    for (unsigned i = 0; i < rows[_i].count; i++)
        alone += !stores(rows[_i].stride, rows[_i].at[i], &partial);
    ck_assert_msg(alone == rows[_i].alone, "%s: %u alone", rows[_i].what, alone);
    if (joined.count > 0)
        ck_assert_msg(partial == rows[_i].partial, "%s: %u partial", rows[_i].what, partial);
}
END_TEST

START_TEST(what_comes_between_keeps_them_apart) {
    unsigned partial;
    joined = (struct simt_joined_stores){0};
    ck_assert(!stores(8, 0, &partial));
    simt_joined_stores_forget(&joined);
    ck_assert(!stores(8, 4, &partial));
    ck_assert(stores(8, 0, &partial));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("joined_stores");
    TCase *cases = tcase_create("joined_stores");
    tcase_add_loop_test(cases, a_store_joins_the_one_before_to_the_same_lines, 0, sizeof rows / sizeof *rows);
    tcase_add_test(cases, what_comes_between_keeps_them_apart);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
