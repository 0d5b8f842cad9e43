// Where a source defines a kernel.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "submission/submission.h"
#include "submission/tokens.h"

static const struct {
    const char *text, *name;
    int line;
} rows[] = {
    {"__global__ void k(int *p) {\n}\n", "k", 1},
    {"\n\n__global__ void\nk(int *p)\n{\n}\n", "k", 4},
    // Not the declaration, another kernel, a call, or a function of the host.
    {"__global__ void k(int *p);\nvoid f() { k<<<1, 1>>>(0); }\n__global__ void k(int *p) {}\n", "k", 3},
    {"__global__ void kk(int *k) {}\n__global__ void k(int *p) {}\n", "k", 2},
    {"__global__ void a() { k(); }\nvoid k() {}\n", "k", 0},
    {"__global__ void k(int *p);\n", "k", 0},
    {"", "k", 0},
    // Templates, bounds, namespaces, default values.
    {"template <int B>\n__global__ void __launch_bounds__(256) k(int n = (1 + 2)) {}\n", "k<(int)256>", 2},
    {"namespace a {\n__global__ void k() {}\n}\n", "a::k", 2},
    {"namespace a {\n__global__ void k() {}\n}\n", "a::k<b::c>(int)", 2},
    // Comments and literals.
    {"// __global__ void k() {}\n/* __global__\nvoid k() {} */\n__global__ void k() {}\n", "k", 4},
    {"const char *s = \"__global__ void k() {}\";\nchar q = '\"';\n__global__ void k() {}\n", "k", 3},
    {"__global__ void k(int a, // a ) {\n  int b) /* { */ {}\n", "k", 1},
    {"__global__ void /* k() {} */\nk() {}\n", "k", 2},
    {"const char *s = \"\\\"\";\n__global__ void k() {}", "k", 2},
    {"/* never ends\n__global__ void k() {}", "k", 0},
};

START_TEST(a_definition_is_found) {
    ck_assert_int_eq(kernel_line(rows[_i].text, rows[_i].name), rows[_i].line);
}
END_TEST

// What two texts look like to the comparison: the same, or not.
START_TEST(token_by_token) {
    static const struct {
        const char *a, *b;
        bool same;
        size_t count, last_line;
    } pairs[] = {
        {"", " \n/* nothing */ // at all", true, 0, 0},
        {"int a = 1;", "float other_name\n=\n0x1p-3f ;", true, 5, 3},
        {"a + b", "a - b", false, 3, 1},
        {"if (a) b();", "while (a) b();", false, 8, 1},
        {"__syncthreads();", "__syncwarp();", false, 4, 1},
        {"f(\"one // \\\" two\");", "f('x');", true, 5, 1},
        {"\"never closed\na", "\"x\"\ny", true, 2, 2},
        {"a /* never closed", "b", true, 1, 1},
        {"1'000'000u .5e-7 a", "1 2 b", true, 3, 1},
        {"M\303\274ller", "x", true, 1, 1},
        {"\"\\\nx", "\"\\\"\nx", true, 2, 2},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct tokens a, b;
        ck_assert(tokens_read(&a, pairs[i].a) && tokens_read(&b, pairs[i].b));
        ck_assert_msg(pairs[i].same ==
                          (a.count == b.count && memcmp(a.kind, b.kind, a.count * sizeof *a.kind) == 0),
                      "%s", pairs[i].a);
        ck_assert_msg(b.count == pairs[i].count || !pairs[i].same, "%s: %zu", pairs[i].b, b.count);
        ck_assert_msg(!pairs[i].same || b.count == 0 ||
                          (size_t)b.place[b.count - 1].line == pairs[i].last_line,
                      "%s", pairs[i].b);
        tokens_free(&a);
        tokens_free(&b);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("kernel_line");
    TCase *cases = tcase_create("kernels");
    tcase_add_loop_test(cases, a_definition_is_found, 0, (int)(sizeof rows / sizeof rows[0]));
    tcase_add_test(cases, token_by_token);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
