// Functions of the C library that only read, in the form that confined code calls: they give what the
// library's give, and tell the engine of the bytes that they read, and of no more.
#include <check.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/model/host_calls.h"

void *simt_guarded_memchr(const void *from, int byte, size_t size);
int simt_guarded_memcmp(const void *a, const void *b, size_t size);
size_t simt_guarded_strlen(const char *text);
size_t simt_guarded_strnlen(const char *text, size_t size);
int simt_guarded_strcmp(const char *a, const char *b);
int simt_guarded_strncmp(const char *a, const char *b, size_t size);
int simt_guarded_strcasecmp(const char *a, const char *b);
int simt_guarded_strncasecmp(const char *a, const char *b, size_t size);
char *simt_guarded_strchr(const char *text, int byte);
char *simt_guarded_strrchr(const char *text, int byte);
char *simt_guarded_strstr(const char *text, const char *word);
size_t simt_guarded_strspn(const char *text, const char *set);
size_t simt_guarded_strcspn(const char *text, const char *set);
char *simt_guarded_strpbrk(const char *text, const char *set);
int simt_guarded_atoi(const char *text);
long simt_guarded_atol(const char *text);
long long simt_guarded_atoll(const char *text);
double simt_guarded_atof(const char *text);

static const char words[] = "Warp, lane and block", other[] = "Warp, LANE", number[] = " -12.5e1, 3";
static uint64_t told; // bytes, before the call

static long place(const void *found) { return found ? (long)((const char *)found - words) : -1; }
static long sign(int difference) { return (difference > 0) - (difference < 0); }
static long length(size_t bytes) { return (long)bytes; }
static long whole(long long value) { return (long)value; }
static long tenths(double value) { return (long)(value * 10); }

static void expect(const char *call, long own, long library, uint64_t bytes) {
    ck_assert_msg(own == library, "%s: %ld, not %ld", call, own, library);
    ck_assert_msg(simt_host_bytes - told == bytes, "%s: %d bytes, not %d", call,
                  (int)(simt_host_bytes - told), (int)bytes);
    told = simt_host_bytes;
}
#define CHECK(bytes, how, name, ...)                                                                         \
    expect(#name "(" #__VA_ARGS__ ")", how(simt_guarded_##name(__VA_ARGS__)), how(name(__VA_ARGS__)), bytes)

START_TEST(what_is_found_is_read) {
    told = simt_host_bytes;
    CHECK(7, place, memchr, words, 'l', 20);
    CHECK(9, place, memchr, words, 'x', 9);
    CHECK(0, place, memchr, words, 'W', 0);
    CHECK(7, place, strchr, words, 'l');
    CHECK(21, place, strchr, words, 'x');
    CHECK(21, place, strchr, words, 0);
    CHECK(21, place, strrchr, words, 'l');
    CHECK(21, length, strlen, words);
    CHECK(7, length, strnlen, words, 7);
    CHECK(21, length, strnlen, words, 70);
}
END_TEST

START_TEST(comparisons_end_at_a_difference) {
    told = simt_host_bytes;
    CHECK(14, sign, memcmp, words, other, 10);
    CHECK(12, sign, memcmp, words, other, 6);
    CHECK(14, sign, strcmp, other, words);
    CHECK(22, sign, strcmp, other, other);
    CHECK(14, sign, strncmp, words, other, 10);
    CHECK(4, sign, strncmp, words, other, 2);
    CHECK(22, sign, strcasecmp, words, other);
    CHECK(20, sign, strncasecmp, words, other, 10);
    CHECK(2, sign, strcmp, "\xff", "a");
}
END_TEST

START_TEST(sets_and_words_are_found) {
    told = simt_host_bytes;
    // The set once, and for each byte of the text a part of it.
    CHECK(4 + 4 + 1 + 2 + 3 + 3, length, strspn, words, "War");
    CHECK(3 + 7 + 6 * 2 + 1, length, strcspn, words, "lk");
    CHECK(3 + 7 + 6 * 2 + 1, place, strpbrk, words, "lk");
    CHECK(2 + 21 + 20, place, strpbrk, words, "x");
    ck_assert_int_eq(place(simt_guarded_strstr(words, "lane")), 6);
    ck_assert_int_eq(place(simt_guarded_strstr(words, "block")), 15);
    ck_assert_int_eq(place(simt_guarded_strstr(words, "blocks")), -1);
    ck_assert_int_eq(place(simt_guarded_strstr(words, "")), 0);
}
END_TEST

START_TEST(numbers_are_read_to_their_end) {
    told = simt_host_bytes;
    CHECK(10, whole, atoi, number);
    CHECK(10, whole, atol, number);
    CHECK(10, whole, atoll, number);
    CHECK(10, tenths, atof, number);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("readers");
    TCase *cases = tcase_create("readers");
    tcase_add_test(cases, what_is_found_is_read);
    tcase_add_test(cases, comparisons_end_at_a_difference);
    tcase_add_test(cases, sets_and_words_are_found);
    tcase_add_test(cases, numbers_are_read_to_their_end);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
