// Device memory: the addresses and contents of allocations, lookups by address, and the total.
// `make check` runs this suite in both builds.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/host_written.h"
#include "engine/memory/poison.h"
#include "engine/report/errors.h"
#include "simt/simt.h"
#include "skip.h"

enum { PAGE = 4096, GUARD = 64 << 10, MIB = 1 << 20, MADE_AT = 0x1234, FREED_AT = 0x5678 };

static const size_t sizes[] = {1,        2,
                               3,        4,
                               100,      4095,
                               4096,     4097,
                               1 << 20,  (1 << 20) + 1,
                               4 << 20,  (4 << 20) + 3,
                               16 << 20, (21 << 20) + 3};
enum { SIZES = sizeof sizes / sizeof *sizes };

static uintptr_t allocate(size_t size) {
    uintptr_t base = simt_heap_allocate(size, true, MADE_AT);
    ck_assert_uint_ne(base, 0);
    return base;
}

/* An index that is wrong by a few blocks reaches no other allocation. */
START_TEST(allocations_are_guarded_pages) {
    uintptr_t first = allocate(sizes[_i]), second = allocate(1);
    ck_assert_uint_eq(first % PAGE, 0);
    ck_assert_uint_ge(first, SIMT_HEAP_BASE);
    ck_assert(simt_is_device_address(second));
    ck_assert_uint_ge(first, SIMT_HEAP_BASE + GUARD);
    ck_assert_uint_ge(second, first + sizes[_i] + GUARD);
}
END_TEST

START_TEST(fresh_memory_is_poison_nobody_wrote) {
    size_t size = sizes[_i];
    const unsigned char *bytes = (const unsigned char *)allocate(size);
    ck_assert_uint_eq(simt_first_uninitialized((uintptr_t)bytes, size), (uintptr_t)bytes);
    ck_assert_msg(!memchr(bytes, 0, size), "a byte of %zu is zero", size);
    for (size_t i = 0; i < size / 4; i++)
        if (((const uint32_t *)bytes)[i] != simt_poison_word(i))
            ck_abort_msg("word %zu of %zu bytes is not the pattern's", i, size);
}
END_TEST

/* Pages of memory that this process has got so far. */
static long pages_touched(void) {
    struct rusage usage;
    ck_assert_int_eq(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_minflt;
}

START_TEST(large_memory_costs_what_is_touched) {
    test_skip_left_out("test_heap/large_memory_costs_what_is_touched");
    enum { WORDS = 64 << 20, PERIOD = SIMT_POISON_WORDS, WRITTEN = 3 * PERIOD + 5 };
    setenv("SIMT_MEMORY", "1000000000", 1);
    const long before = pages_touched();
    uint32_t *words = (uint32_t *)allocate(sizeof(uint32_t) * WORDS);
    for (size_t i = 0; i < WORDS; i += PERIOD / 2 + 1)
        ck_assert_uint_eq(words[i], simt_poison_word(i));
    words[WRITTEN] = 7;
    ck_assert_uint_eq(words[WRITTEN], 7);
    ck_assert_uint_eq(words[WRITTEN + 1], simt_poison_word(WRITTEN + 1));
    ck_assert_uint_eq(words[WRITTEN + PERIOD], simt_poison_word(WRITTEN));
    ck_assert(simt_heap_free((uintptr_t)words, FREED_AT));
    ck_assert_uint_eq(words[WRITTEN], 0);
    ck_assert_int_lt(pages_touched() - before, sizeof(uint32_t) * WORDS / PAGE / 8);
}
END_TEST

/* If files must not be that large, the pattern is there all the same. */
START_TEST(large_memory_is_poison_without_files) {
    enum { SIZE = 17 << 20 };
    const struct rlimit small = {1 << 20, 1 << 20};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
    const uint32_t *words = (const uint32_t *)allocate(SIZE);
    for (size_t i = 0; i < SIZE / sizeof *words; i++)
        if (words[i] != simt_poison_word(i))
            ck_abort_msg("word %zu is not the pattern's", i);
}
END_TEST

START_TEST(poison_is_far_from_zero) {
    enum { COUNT = 1000 };
    uintptr_t base = allocate(COUNT * sizeof(double));
    const float *floats = (const float *)base;
    const double *doubles = (const double *)base;
    const int *ints = (const int *)base;
    float sum = 0;
    for (int i = 0; i < COUNT; i++) {
        ck_assert(isfinite(floats[i]) && fabsf(floats[i]) > 1e25f);
        ck_assert(isfinite(doubles[i]) && fabs(doubles[i]) > 1e25);
        ck_assert(isfinite(sum += fabsf(floats[i])));
        ck_assert_int_gt(abs(ints[i]), 1000000);
        ck_assert_int_ne(ints[i], ints[i + 1]);
    }
}
END_TEST

/* If one kind of garbage leaves a minimum or a logical AND unchanged, another does not. */
START_TEST(garbage_differs_between_orders) {
    enum { COUNT = 1000 };
    for (size_t i = 0; i < COUNT; i++) {
        simt_garbage_choose(SIMT_GARBAGE_FORWARD);
        const int32_t forward = (int32_t)simt_poison_word(i);
        ck_assert_uint_eq(simt_garbage_byte(4 * i), (uint8_t)forward);
        simt_garbage_choose(SIMT_GARBAGE_REVERSE);
        const int32_t reverse = (int32_t)simt_poison_word(i);
        ck_assert_int_ne(forward < 0, reverse < 0);
        simt_garbage_choose(SIMT_GARBAGE_ZEROS);
        ck_assert_int_eq((int32_t)simt_poison_word(i), forward);
        ck_assert_uint_eq(simt_garbage_byte(4 * i), 0);
    }
}
END_TEST

// The address of a lookup, and whether it finds the allocation.
static const struct {
    size_t size;
    long offset;
    bool found;
} lookups[] = {
    {100, 0, true},
    {100, 99, true},
    {100, 100, true},
    {100, PAGE + GUARD - 1, true},
    {100, PAGE + GUARD, false},
    {100, -1, false},
    {PAGE, PAGE - 1, true},
    {PAGE, PAGE, true},
    {PAGE, PAGE + GUARD - 1, true},
    {PAGE, PAGE + GUARD, false},
    {MIB, MIB / 2, true},
    {MIB, MIB + GUARD - 1, true},
    {MIB, MIB + GUARD, false},
};

START_TEST(allocation_is_found_by_address) {
    uintptr_t base = allocate(lookups[_i].size);
    const struct simt_allocation *a = simt_heap_find((uintptr_t)((intptr_t)base + lookups[_i].offset));
    ck_assert_int_eq(a != NULL, lookups[_i].found);
    if (!a)
        return;
    ck_assert_uint_eq(a->base, base);
    ck_assert_uint_eq(a->size, lookups[_i].size);
    ck_assert_uint_eq(a->made_at, MADE_AT);
    ck_assert(a->live && a->user);
}
END_TEST

START_TEST(every_one_of_many_is_found) {
    enum { MANY = 3000 };
    static uintptr_t bases[MANY];
    for (size_t i = 0; i < MANY; i++)
        bases[i] = allocate(i % 7 * PAGE + 1 + i % 5);
    for (size_t i = 0; i < MANY; i++) {
        const struct simt_allocation *a = simt_heap_find(bases[i] + i % 5);
        ck_assert(a == simt_heap_get(i));
        ck_assert_uint_eq(a->base, bases[i]);
    }
    ck_assert_ptr_null(simt_heap_get(MANY));
}
END_TEST

START_TEST(freed_memory_is_remembered_and_never_reused) {
    uintptr_t base = allocate(sizes[_i]);
    ck_assert(simt_heap_free(base, FREED_AT));
    ck_assert_uint_gt(allocate(sizes[_i]), base);
    const struct simt_allocation *a = simt_heap_find(base);
    ck_assert_ptr_nonnull(a);
    ck_assert(!a->live);
    ck_assert_uint_eq(a->freed_at, FREED_AT);
}
END_TEST

START_TEST(only_live_bases_are_freed) {
    uintptr_t base = allocate(100);
    int on_the_stack;
    ck_assert(!simt_heap_free(base + 1, FREED_AT));
    ck_assert(!simt_heap_free(base - PAGE, FREED_AT));
    ck_assert(!simt_heap_free((uintptr_t)&on_the_stack, FREED_AT));
    ck_assert(!simt_heap_free(0, FREED_AT));
    ck_assert(simt_heap_free(base, FREED_AT));
    ck_assert(!simt_heap_free(base, FREED_AT));
}
END_TEST

#ifndef __SANITIZE_ADDRESS__ // it needs addresses of its own
/* If a process is limited to few addresses, many allocations are still possible. */
START_TEST(guards_shrink_where_addresses_are_short) {
    enum { LEAST = 1000 };
    const struct rlimit small = {2000 * (rlim_t)MIB, 2000 * (rlim_t)MIB};
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &small), 0);
    for (size_t i = 0; i < LEAST; i++)
        ck_assert_msg(simt_heap_allocate(1, true, MADE_AT) != 0, "after %zu", i);
}
END_TEST
#endif

START_TEST(memory_is_used_up_and_given_back) {
    setenv("SIMT_MEMORY", "1000000", 1);
    ck_assert_uint_eq(simt_heap_allocate(1000001, true, MADE_AT), 0);
    uintptr_t most = allocate(999999);
    allocate(1);
    ck_assert_uint_eq(simt_heap_allocate(1, true, MADE_AT), 0);
    ck_assert(simt_heap_free(most, FREED_AT));
    allocate(999999);
    ck_assert_uint_eq(simt_heap_allocate(SIZE_MAX, true, MADE_AT), 0);
    ck_assert_uint_eq(simt_heap_allocate(SIZE_MAX / 2, true, MADE_AT), 0);
}
END_TEST

START_TEST(usage_is_what_is_live) {
    size_t used, total;
    uintptr_t first = allocate(1000);
    allocate(24);
    simt_heap_usage(&used, &total);
    ck_assert_uint_eq(used, 1024);
    ck_assert_uint_gt(total, 1024);
    simt_heap_free(first, FREED_AT);
    simt_heap_usage(&used, &total);
    ck_assert_uint_eq(used, 24);
}
END_TEST

/* In shared memory, only what the host changed counts as written; two words, or a byte at the end. */
START_TEST(what_the_host_changed_counts_as_written) {
    static const struct {
        size_t at, size, from, to; // bytes changed; bytes that count as written then
    } rows[] = {{0, 0, 0, 0},    {0, 100, 0, 100}, {16, 4, 16, 24},
                {20, 1, 16, 24}, {24, 16, 24, 40}, {98, 1, 98, 99}};
    uintptr_t base = allocate(99);
    simt_heap_share_with_host(base, SIMT_MEMORY_MANAGED);
    ck_assert_int_eq(simt_heap_find(base)->kind, SIMT_MEMORY_MANAGED);
    memset((void *)(base + rows[_i].at), 7, rows[_i].size < 99 ? rows[_i].size : 99);
    simt_host_written_note();
    for (size_t i = 0; i < 99; i++)
        ck_assert_msg((simt_first_uninitialized(base + i, 1) == 0) == (i >= rows[_i].from && i < rows[_i].to),
                      "byte %zu", i);
}
END_TEST

/* However much it writes at once. */
START_TEST(what_the_host_filled_counts_as_written) {
    enum { WORDS = 5001, FROM = 101, TO = 4098 };
    uint32_t *words = (uint32_t *)allocate(WORDS * sizeof(uint32_t));
    simt_heap_share_with_host((uintptr_t)words, SIMT_MEMORY_PINNED);
    for (unsigned repetition = 0; repetition < 2; repetition++) {
        for (size_t i = FROM; i < TO; i++)
            words[i] = 0;
        simt_host_written_note();
        for (size_t i = 0; i < WORDS; i++)
            ck_assert_int_eq(simt_first_uninitialized((uintptr_t)&words[i], 4) == 0, i >= FROM - 1 && i < TO);
    }
}
END_TEST

START_TEST(leaks_are_the_programs_live_ones_once) {
    allocate(10);
    simt_heap_free(allocate(20), FREED_AT);
    ck_assert_uint_ne(simt_heap_allocate(30, false, MADE_AT), 0);
    simt_heap_report_leaks();
    simt_heap_report_leaks();
    ck_assert_uint_eq(simt_error_count(), 1);
    const struct simt_error *leak = simt_error_get(0);
    ck_assert_int_eq(leak->kind, SIMT_LEAK);
    ck_assert_uint_eq(leak->count, 1);
    ck_assert_uint_eq(leak->actor.pc, MADE_AT);
    ck_assert_ptr_nonnull(strstr(leak->message, "10 bytes"));
}
END_TEST

// Between calls of an embedded program: a buffer in a static variable is kept. One
// that no variable points to any more is a leak, and is freed.
START_TEST(what_a_static_variable_points_to_is_kept_between_calls) {
    static uintptr_t volatile buffer;
    simt_heap_keep_static();
    buffer = allocate(10);
    simt_heap_report_leaks();
    simt_heap_reset(0);
    ck_assert_uint_eq(simt_error_count(), 0);
    ck_assert(simt_heap_find(buffer)->live);
    const size_t first = buffer - SIMT_DEVICE_BASE;
    buffer = allocate(20);
    simt_heap_report_leaks();
    simt_heap_reset(0);
    ck_assert_uint_eq(simt_error_count(), 1);
    ck_assert_ptr_nonnull(strstr(simt_error_get(0)->message, "10 bytes"));
    ck_assert(!simt_heap_find(SIMT_DEVICE_BASE + first)->live);
    ck_assert(simt_heap_find(buffer)->live);
    simt_heap_reset(FREED_AT);
    ck_assert(!simt_heap_find(buffer)->live);
}
END_TEST

START_TEST(many_large_jobs_use_the_same_addresses) {
    const uintptr_t kept = allocate(100), small = allocate(1000);
    ck_assert(simt_heap_free(small, FREED_AT));
    simt_heap_reuse_addresses();
    const uintptr_t large = allocate(20 << 20);
    ck_assert_uint_gt(large, small);
    memset((void *)large, 0, 20 << 20);
    simt_mark_initialized(large, 20 << 20, true);
    ck_assert(simt_heap_free(large, FREED_AT));
    simt_heap_reuse_addresses();
    const unsigned char *again = (const unsigned char *)allocate(4000);
    ck_assert_uint_eq((uintptr_t)again, small);
    ck_assert_uint_eq(simt_first_uninitialized((uintptr_t)again, 4000), (uintptr_t)again);
    ck_assert_ptr_null(memchr(again, 0, 4000));
    ck_assert(simt_heap_find(kept)->live);
    ck_assert_ptr_null(simt_heap_find(large + (10 << 20)));
}
END_TEST

START_TEST(reset_frees_the_programs_memory) {
    uintptr_t mine = allocate(10), engines = simt_heap_allocate(10, false, MADE_AT);
    simt_heap_reset(FREED_AT);
    ck_assert(!simt_heap_find(mine)->live);
    ck_assert(simt_heap_find(engines)->live);
    ck_assert_uint_gt(allocate(10), engines);
}
END_TEST

static Suite *heap_suite(void) {
    Suite *suite = suite_create("heap");
    TCase *heap = tcase_create("heap");
    tcase_add_loop_test(heap, allocations_are_guarded_pages, 0, SIZES);
    tcase_add_loop_test(heap, fresh_memory_is_poison_nobody_wrote, 0, SIZES);
    tcase_add_test(heap, large_memory_costs_what_is_touched);
    tcase_add_test(heap, large_memory_is_poison_without_files);
    tcase_add_test(heap, poison_is_far_from_zero);
    tcase_add_test(heap, garbage_differs_between_orders);
    tcase_add_loop_test(heap, allocation_is_found_by_address, 0, sizeof lookups / sizeof *lookups);
    tcase_add_test(heap, every_one_of_many_is_found);
    tcase_add_loop_test(heap, freed_memory_is_remembered_and_never_reused, 0, SIZES);
    tcase_add_test(heap, only_live_bases_are_freed);
#ifndef __SANITIZE_ADDRESS__
    tcase_add_test(heap, guards_shrink_where_addresses_are_short);
#endif
    tcase_add_test(heap, memory_is_used_up_and_given_back);
    tcase_add_test(heap, usage_is_what_is_live);
    tcase_add_loop_test(heap, what_the_host_changed_counts_as_written, 0, 6);
    tcase_add_test(heap, what_the_host_filled_counts_as_written);
    tcase_add_test(heap, what_a_static_variable_points_to_is_kept_between_calls);
    tcase_add_test(heap, leaks_are_the_programs_live_ones_once);
    tcase_add_test(heap, reset_frees_the_programs_memory);
    tcase_add_test(heap, many_large_jobs_use_the_same_addresses);
    suite_add_tcase(suite, heap);
    return suite;
}

int main(void) {
    simt_embed();
    SRunner *runner = srunner_create(heap_suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
