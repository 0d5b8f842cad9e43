// The packed cells of bytes: all that is put in must come out again, however much or little the four bytes of
// a word have in common.
#include <check.h>
#include <stdlib.h>

#include "engine/memory/device_range.h"
#include "engine/memory/shadow.h"

enum { ERA = 7, PAGE = 4096, WORDS = PAGE / 4, ROUNDS = 20000 };

static const uint64_t page = SIMT_SHARED_SPAN / PAGE - 1; /* of shared memory: backed from the start */

static uint32_t random_state = 1;
static uint32_t below(uint32_t n) {
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % n;
}

/** A summary; the smaller @p variety, the more similar those of one word. */
static struct simt_access_summary some_party(uint32_t variety) {
    struct simt_access_summary p = {0};
    if (below(4)) {
        p.warp = 5 + below(variety);
        p.mask = 1u << below(32) | (below(2) ? 1u << below(32) : 0);
        p.timestamp = 9 + below(variety);
        p.site = (uint16_t)(300 + below(variety * variety * 100));
    }
    if (!below(3)) {
        p.other = 1000 + below(variety);
        p.other_timestamp = 3 + below(variety);
        p.other_site = (uint16_t)(17 + below(variety));
    }
    return p;
}

static void some_bytes(uint32_t variety, struct simt_bytes *out) {
    struct simt_access_summary beside = some_party(variety);
    for (unsigned i = 0; i < 4; i++) {
        struct simt_cell *c = &out->cell[i];
        *c = (struct simt_cell){.epoch = ERA, .readers = some_party(variety)};
        if (below(3)) {
            c->writer = (77 + below(variety)) * 32 + below(32);
            c->write_timestamp = 8 + below(variety);
            c->write_site = (uint16_t)(40 + below(variety * variety * 4));
        }
        c->atomics = (uint16_t)below(3);
        out->atomics[i] = below(variety) ? some_party(variety) : beside;
    }
}

static int same_party(const struct simt_access_summary *a, const struct simt_access_summary *b) {
    int same = a->mask == b->mask && a->other_site == b->other_site;
    if (a->mask)
        same &= a->warp == b->warp && a->timestamp == b->timestamp && a->site == b->site;
    if (a->other_site)
        same &= a->other == b->other && a->other_timestamp == b->other_timestamp;
    return same;
}

static int same_cell(const struct simt_cell *a, const struct simt_cell *b) {
    int same = a->epoch == b->epoch && a->write_site == b->write_site && a->atomics == b->atomics &&
               same_party(&a->readers, &b->readers);
    if (a->write_site)
        same &= a->writer == b->writer && a->write_timestamp == b->write_timestamp;
    return same;
}

static int same_bytes(const struct simt_bytes *a, const struct simt_bytes *b) {
    for (unsigned i = 0; i < 4; i++)
        if (!same_cell(&a->cell[i], &b->cell[i]) ||
            (a->cell[i].atomics == SIMT_ATOMICS_BESIDE && !same_party(&a->atomics[i], &b->atomics[i])))
            return 0;
    return 1;
}

/** Gives the words a new value each, at random, and now and then checks all of them. */
static void put_and_get(uint32_t variety) {
    static struct simt_bytes expected[WORDS];
    struct simt_bytes found;
    for (unsigned w = 0; w < WORDS; w++) {
        some_bytes(variety, &expected[w]);
        simt_bytes_get(page * WORDS + w, ERA, &found);
        simt_bytes_put(page * WORDS + w, &expected[w]);
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned w = below(WORDS);
        simt_bytes_get(page * WORDS + w, ERA, &found);
        ck_assert_msg(same_bytes(&expected[w], &found), "variety %u, word %u, round %u", variety, w, round);
        some_bytes(variety, &expected[w]);
        simt_bytes_put(page * WORDS + w, &expected[w]);
    }
}

START_TEST(what_is_put_comes_out) {
    simt_device_range_init();
    simt_make_narrow(page, ERA);
    put_and_get((uint32_t)_i);
}
END_TEST

START_TEST(a_word_s_cell_becomes_its_bytes) {
    struct simt_bytes found;
    simt_device_range_init();
    simt_word_cells[page * WORDS + 3] =
        (struct simt_cell){.epoch = ERA, .writer = 70, .write_timestamp = 4, .write_site = 9};
    simt_word_cells[page * WORDS + 4] = (struct simt_cell){.epoch = ERA - 1, .write_site = 9};
    simt_make_narrow(page, ERA);
    simt_bytes_get(page * WORDS + 3, ERA, &found);
    for (unsigned i = 0; i < 4; i++) {
        ck_assert_uint_eq(found.cell[i].writer, 70);
        ck_assert_uint_eq(found.cell[i].write_timestamp, 4);
        ck_assert_uint_eq(found.cell[i].write_site, 9);
    }
    simt_bytes_get(page * WORDS + 4, ERA, &found);
    ck_assert_uint_eq(found.cell[0].write_site, 0);
}
END_TEST

START_TEST(a_new_era_forgets) {
    struct simt_bytes bytes, found;
    simt_device_range_init();
    simt_make_narrow(page, ERA);
    for (unsigned w = 0; w < WORDS; w++) {
        some_bytes(9, &bytes);
        simt_bytes_put(page * WORDS + w, &bytes);
    }
    for (unsigned w = 0; w < WORDS; w++) {
        simt_bytes_get(page * WORDS + w, ERA + 1, &found);
        for (unsigned i = 0; i < 4; i++) {
            struct simt_cell nothing = {.epoch = ERA + 1};
            ck_assert(same_cell(&nothing, &found.cell[i]));
        }
    }
}
END_TEST

/* A block gives way to another, which uses the same addresses, and resumes. */
START_TEST(an_image_brings_bytes_back) {
    static struct simt_bytes expected[WORDS];
    struct simt_bytes found;
    struct simt_shadow_image image = {0};
    simt_device_range_init();
    simt_make_narrow(page, ERA);
    for (unsigned w = 0; w < WORDS; w++) {
        some_bytes(3, &expected[w]);
        simt_bytes_put(page * WORDS + w, &expected[w]);
    }
    simt_shadow_image_clear(&image);
    simt_shadow_image_add(&image, page * PAGE, (page + 1) * PAGE, ERA);
    simt_bytes_get(page * WORDS, ERA + 1, &found);
    simt_shadow_image_restore(&image);
    for (unsigned w = 0; w < WORDS; w++) {
        simt_bytes_get(page * WORDS + w, ERA, &found);
        ck_assert_msg(same_bytes(&expected[w], &found), "word %u", w);
    }
    free(image.cells);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("shadow");
    TCase *tests = tcase_create("bytes");
    tcase_add_loop_test(tests, what_is_put_comes_out, 1, 8);
    tcase_add_test(tests, a_word_s_cell_becomes_its_bytes);
    tcase_add_test(tests, a_new_era_forgets);
    tcase_add_test(tests, an_image_brings_bytes_back);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
