// The parsers of untrusted input, on well-formed inputs and on a few thousand mutations of them,
// always the same ones. `make fuzz` tries more, for longer, guided by coverage.
#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"

#define BYTES(text) .data = text, .size = sizeof(text) - 1

static const struct row {
    void (*parser)(const uint8_t *data, size_t size);
    const char *data;
    size_t size;
} rows[] = {
    {fuzz_translate, BYTES("")},
    {fuzz_translate,
     BYTES("__global__ void k(int *p) {\n    __shared__ int s[32];\n    s[threadIdx.x] = p[0];\n    "
           "__syncthreads();\n}\nint main(void) { k<<<1, 32>>>(nullptr); }\n")},
    {fuzz_translate,
     BYTES("struct t { int a, b; };\n__device__ t made(int n);\n__device__ void f(t *p) { *p = made(3); "
           "}\nconst char *s = R\"x(<<<)x\";\n")},
    {fuzz_uploads, BYTES("")},
    {fuzz_uploads, BYTES("muellerjana_LATE_48213_9921234_lab10-2.cu")},
    {fuzz_uploads, BYTES("Jana M\303\274ller_417_assignsubmission_file_/lab1.cu")},
    {fuzz_uploads, BYTES(":submission_1:\n  :submitters:\n  - :name: Jana\n    :sid: '7'\n")},
    {fuzz_outside, BYTES("")},
    {fuzz_outside, BYTES("\000WLPJ\001\000\000\000\001\000\000\000\002\000\000\000{}")},
    {fuzz_outside,
     BYTES("\001{\"failed_calls\":[],\"driver\":{\"simt\":1,\"errors\":[{\"kind\":\"race\",\"line\":3}],"
           "\"kernels\":[{\"launch\":0,\"name\":\"k\",\"grid\":[1,1,1],\"counters\":{\"steps\":1}}]}}")},
    {fuzz_outside, BYTES("\002lab3.cu:3: error: race: two threads\nlab3.cu(6): error: expected a \";\"\n")},
    {fuzz_outside,
     BYTES("\003\177ELF\002\001\001\000\000\000\000\000\000\000\000\000\001\000\076\000\001\000\000\000")},
    {fuzz_outside, BYTES("\004void reduce_shared(const int *in, int *out, int n) {}\n")},
    {fuzz_outside, BYTES("\005int f(int a) { return g(a) + (a * 3 - 1) / b[a]; }\nint f(int a) { return g(a) "
                         "+ (a * 3 - 1) / b[a]; }\n")},
};

enum { BROKEN = 400 };

// A mutation of a copy, drawn from a seed of its own: another bit, a byte more or less, the rest missing.
// Returns the new size.
static size_t break_at_random(uint8_t *data, size_t size, unsigned *seed) {
    for (int changes = 1 + rand_r(seed) % 4; changes > 0; changes--) {
        const size_t at = size ? (size_t)rand_r(seed) % size : 0;
        switch (rand_r(seed) % 4) {
        case 0:
            if (size)
                data[at] ^= (uint8_t)(1u << rand_r(seed) % 8);
            break;
        case 1:
            memmove(data + at + 1, data + at, size - at);
            data[at] = (uint8_t)rand_r(seed);
            size++;
            break;
        case 2:
            if (size)
                memmove(data + at, data + at + 1, --size - at);
            break;
        default:
            if (rand_r(seed) % 8 == 0)
                size = at;
            break;
        }
    }
    return size;
}

// A parser with an inconsistent result ends the process, and with it the test.
START_TEST(a_parser_takes_any_bytes) {
    const struct row *row = &rows[_i];
    unsigned seed = 1u + (unsigned)_i;
    size_t fed = 0;
    row->parser((const uint8_t *)row->data, row->size);
    for (int i = 0; i < BROKEN; i++) {
        // Exactly as long as it says, so that the sanitizers catch a parser that reads on.
        uint8_t *data = malloc(row->size + 8);
        ck_assert_ptr_nonnull(data);
        memcpy(data, row->data, row->size);
        const size_t size = break_at_random(data, row->size, &seed);
        uint8_t *exact = size ? realloc(data, size) : data;
        ck_assert_ptr_nonnull(exact);
        row->parser(exact, size);
        free(exact);
        fed++;
    }
    ck_assert_uint_eq(fed, BROKEN);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fuzz");
    TCase *parsers = tcase_create("parsers");
    tcase_add_loop_test(parsers, a_parser_takes_any_bytes, 0, (int)(sizeof rows / sizeof rows[0]));
    suite_add_tcase(suite, parsers);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
