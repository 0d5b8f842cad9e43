// Where a source defines a kernel.
#include <check.h>
#include <stdlib.h>

#include "submission/submission.h"

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
    {"char *s = \"never closed\n__global__ void k() {}", "k", 2},
    {"char *s = \"\\\n\";__global__ void k() {}", "k", 2},
    {"int n = 1'000'000; // it's\n__global__ void k() {}", "k", 2},
    {"__global__ void M\303\274ller() {}", "M\303\274ller", 1},
};

START_TEST(a_definition_is_found) {
    ck_assert_int_eq(kernel_line(rows[_i].text, rows[_i].name), rows[_i].line);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("kernel_line");
    TCase *cases = tcase_create("kernels");
    tcase_add_loop_test(cases, a_definition_is_found, 0, (int)(sizeof rows / sizeof rows[0]));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
