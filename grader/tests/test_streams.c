// The order of streams, and the sets of bytes that operations use: against the rules of the CUDA Programming
// Guide, and against plain arrays.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "engine/streams/operations.h"

enum { LEGACY = 0, SPAN = 5 * SIMT_SET_PAGE, ROUNDS = 400 };

static uint32_t random_state = 1;
static uint32_t below(uint32_t n) {
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % n;
}

static bool meets(const bool *bytes, uint64_t offset, uint64_t size) {
    for (uint64_t i = offset; i < offset + size; i++)
        if (bytes[i])
            return true;
    return false;
}

static bool have_common(const bool *a, const bool *b) {
    for (size_t i = 0; i < SPAN; i++)
        if (a[i] && b[i])
            return true;
    return false;
}

/** Mostly a few bytes, now and then some pages. */
static void add_some(struct simt_byte_set *set, bool *bytes) {
    const uint64_t offset = below(SPAN), rest = SPAN - offset;
    uint64_t size = below(8) ? 1u << below(5) : 1 + below(3 * SIMT_SET_PAGE);
    size = size < rest ? size : rest;
    simt_byte_set_add(set, offset, size);
    memset(bytes + offset, true, size);
}

START_TEST(sets_hold_what_was_added) {
    static bool a_bytes[SPAN], b_bytes[SPAN];
    for (int round = 0; round < ROUNDS; round++) {
        struct simt_byte_set a = {0}, b = {0};
        memset(a_bytes, 0, sizeof a_bytes);
        memset(b_bytes, 0, sizeof b_bytes);
        for (uint32_t i = below(6); i > 0; i--)
            add_some(&a, a_bytes);
        for (uint32_t i = below(6); i > 0; i--)
            add_some(&b, b_bytes);
        ck_assert_int_eq(simt_byte_sets_meet(&a, &b), have_common(a_bytes, b_bytes));
        if (below(2)) {
            simt_byte_set_join(&a, &b);
            for (size_t i = 0; i < SPAN; i++)
                a_bytes[i] |= b_bytes[i];
        }
        for (int i = 0; i < 50; i++) {
            const uint64_t offset = below(SPAN), size = 1 + below((uint32_t)(SPAN - offset)) % 300;
            ck_assert_int_eq(simt_byte_set_meets(&a, offset, size), meets(a_bytes, offset, size));
        }
        simt_byte_set_clear(&a);
        simt_byte_set_clear(&b);
        ck_assert(!simt_byte_set_meets(&a, 0, SPAN));
    }
}
END_TEST

/* Handles are only names here. */
static char names[4];
static uint32_t first, second, aside;

static void make_streams(void) {
    simt_streams_reset();
    simt_stream_begin(&names[0], true);
    simt_stream_begin(&names[1], true);
    simt_stream_begin(&names[2], false);
    first = simt_stream_number(&names[0]);
    second = simt_stream_number(&names[1]);
    aside = simt_stream_number(&names[2]);
}

static void end_streams(void) {
    for (int i = 0; i < 3; i++)
        simt_stream_end(&names[i]);
    simt_streams_reset();
}

/** Whether an operation given to @p stream now would come after @p segment. */
static bool is_next_behind(uint32_t stream, struct simt_segment segment) {
    simt_stream_enqueue(stream);
    return simt_stream_is_behind(stream, segment);
}

START_TEST(streams_are_told_apart) {
    ck_assert_uint_ne(first, second);
    ck_assert_uint_ne(first, LEGACY);
    ck_assert_uint_eq(simt_stream_number(NULL), LEGACY);
    ck_assert_uint_eq(simt_stream_number(&names[3]), LEGACY);
    const struct simt_segment one = simt_stream_enqueue(first), two = simt_stream_enqueue(first);
    ck_assert_uint_eq(one.number, two.number);
    ck_assert(is_next_behind(first, one));
    ck_assert(!is_next_behind(second, one));
    ck_assert(!simt_host_is_behind(one));
}
END_TEST

START_TEST(the_default_stream_orders_blocking_ones) {
    const struct simt_segment one = simt_stream_enqueue(first), other = simt_stream_enqueue(aside);
    ck_assert(is_next_behind(LEGACY, one));
    ck_assert(!is_next_behind(LEGACY, other));
    const struct simt_segment late = simt_stream_enqueue(first);
    ck_assert(is_next_behind(second, one));
    ck_assert(!simt_stream_is_behind(second, late));
    const struct simt_segment legacy = simt_stream_enqueue(LEGACY);
    ck_assert(is_next_behind(second, legacy));
    ck_assert(!is_next_behind(aside, legacy));
}
END_TEST

START_TEST(an_event_stands_where_it_was_recorded) {
    struct simt_stream_clock event = {0};
    const struct simt_segment one = simt_stream_enqueue(first);
    simt_stream_wait(second, &event); /* not recorded yet: waits for nothing */
    ck_assert(!is_next_behind(second, one));
    simt_stream_record(first, &event);
    const struct simt_segment late = simt_stream_enqueue(first);
    ck_assert(simt_event_is_pending(&event));
    simt_stream_wait(second, &event);
    ck_assert(is_next_behind(second, one));
    ck_assert(!is_next_behind(second, late));
    simt_host_waits_for_event(&event);
    ck_assert(simt_host_is_behind(one));
    ck_assert(!simt_host_is_behind(late));
    ck_assert(!simt_event_is_pending(&event));
    ck_assert(is_next_behind(aside, one));
    simt_stream_clock_clear(&event);
}
END_TEST

START_TEST(the_host_waits_for_what_it_says) {
    const struct simt_segment one = simt_stream_enqueue(first), two = simt_stream_enqueue(second);
    ck_assert(simt_stream_is_busy(first));
    simt_host_waits_for_stream(first);
    ck_assert(simt_host_is_behind(one) && !simt_host_is_behind(two));
    ck_assert(!simt_stream_is_busy(first) && simt_stream_is_busy(second));
    ck_assert(is_next_behind(aside, one));
    ck_assert(!is_next_behind(aside, two));
    simt_host_waits_for_device();
    ck_assert(simt_host_is_behind(two));
    const struct simt_segment again = simt_stream_enqueue(first);
    ck_assert_uint_ne(again.number, one.number);
    ck_assert(!simt_host_is_behind(again));
}
END_TEST

/* The number of a stream is reused only when no handle can mean the old one. */
START_TEST(numbers_are_used_again) {
    const struct simt_segment one = simt_stream_enqueue(aside);
    simt_stream_end(&names[2]);
    simt_stream_begin(&names[3], false);
    ck_assert_uint_ne(simt_stream_number(&names[3]), aside);
    simt_stream_end(&names[3]);
    simt_host_waits_for_device();
    simt_stream_begin(&names[2], false);
    const struct simt_segment next = simt_stream_enqueue(simt_stream_number(&names[2]));
    ck_assert(simt_host_is_behind(one));
    ck_assert(!simt_host_is_behind(next));
    for (int i = 0; i < 1000; i++) {
        simt_stream_begin(&names[3], false);
        simt_stream_enqueue(simt_stream_number(&names[3]));
        ck_assert_uint_lt(simt_stream_number(&names[3]), 16);
        simt_stream_end(&names[3]);
        simt_host_waits_for_device();
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("streams");
    TCase *sets = tcase_create("sets"), *order = tcase_create("order");
    tcase_set_timeout(sets, 60);
    tcase_add_test(sets, sets_hold_what_was_added);
    tcase_add_checked_fixture(order, make_streams, end_streams);
    tcase_add_test(order, streams_are_told_apart);
    tcase_add_test(order, the_default_stream_orders_blocking_ones);
    tcase_add_test(order, an_event_stands_where_it_was_recorded);
    tcase_add_test(order, the_host_waits_for_what_it_says);
    tcase_add_test(order, numbers_are_used_again);
    suite_add_tcase(suite, sets);
    suite_add_tcase(suite, order);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
