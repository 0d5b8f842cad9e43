// What the processor reports about an interrupted program, and its switch between contexts.
#include <check.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/processor/context.h"
#include "engine/processor/registers.h"

static sigjmp_buf back;
static char *closed;
static char access_made[16];
static uintptr_t instruction, call;

static void note(int number, siginfo_t *info, void *context) {
    (void)number, (void)info;
    strncpy(access_made, simt_interrupted_access(context), sizeof access_made - 1);
    instruction = simt_interrupted_instruction(context);
    call = simt_interrupted_call(context);
    siglongjmp(back, 1);
}

__attribute__((noinline)) static void do_read(void) { (void)*(volatile char *)closed; }
__attribute__((noinline)) static void do_write(void) { *(volatile char *)closed = 1; }

static void (*volatile nowhere)(void);
static volatile int calls_returned;
__attribute__((noinline)) static void do_call(void) {
    nowhere();
    calls_returned++; // so that the call is no tail call
}

// Every width has instructions of its own, and so do registers of floating-point numbers.
#define ACCESSES(type)                                                                                       \
    __attribute__((noinline)) static void read_##type(void) { *(volatile type *)closed; }                    \
    __attribute__((noinline)) static void write_##type(void) { *(volatile type *)closed = (type)1; }
typedef signed char s8;
typedef unsigned long long u64;
typedef long double quad;
ACCESSES(s8)
ACCESSES(short)
ACCESSES(int)
ACCESSES(u64)
ACCESSES(float)
ACCESSES(double)
ACCESSES(quad)
__attribute__((noinline)) static void read_farther(void) { ((volatile int *)closed)[17]; }
__attribute__((noinline)) static void write_farther(void) { ((volatile int *)closed)[17] = 1; }
static volatile int some = 3;
__attribute__((noinline)) static void read_indexed(void) { ((volatile int *)closed)[some]; }
__attribute__((noinline)) static void write_indexed(void) { ((volatile int *)closed)[some] = 1; }
__attribute__((noinline, unused)) static void exchange(void) {
    __atomic_fetch_add((int *)closed, 1, __ATOMIC_SEQ_CST);
}

// On other processors this is unknown. An exchange may be a function of the compiler's library.
#if defined __x86_64__ || defined __aarch64__
#define READ "read"
#define WRITE "write"
#else
#define READ "access"
#define WRITE "access"
#endif
#ifdef __x86_64__
#define EXCHANGE exchange
#else
#define EXCHANGE write_int
#endif

static const struct {
    void (*act)(void);
    const char *access; // NULL: not looked at
    int at_null;
} rows[] = {
    {do_read, READ, 0},      {do_write, WRITE, 0},      {read_s8, READ, 0},      {write_s8, WRITE, 0},
    {read_short, READ, 0},   {write_short, WRITE, 0},   {read_int, READ, 0},     {write_int, WRITE, 0},
    {read_u64, READ, 0},     {write_u64, WRITE, 0},     {read_float, READ, 0},   {write_float, WRITE, 0},
    {read_double, READ, 0},  {write_double, WRITE, 0},  {read_quad, READ, 0},    {write_quad, WRITE, 0},
    {read_farther, READ, 0}, {write_farther, WRITE, 0}, {read_indexed, READ, 0}, {write_indexed, WRITE, 0},
    {EXCHANGE, WRITE, 0},    {do_call, NULL, 1}};

// The instruction is in the function of the row, none of which is as long as this.
enum { LONGEST = 128 };

START_TEST(interrupted) {
    const struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
    ck_assert_int_eq(sigaction(SIGSEGV, &action, NULL), 0);
    closed = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(closed, MAP_FAILED);
    instruction = call = 1;
    if (!sigsetjmp(back, 1)) {
        rows[_i].act();
        ck_abort_msg("row %d came back", _i);
    }
    const uintptr_t begin = (uintptr_t)rows[_i].act;
    if (rows[_i].access)
        ck_assert_str_eq(access_made, rows[_i].access);
    ck_assert_uint_ge(call, begin);
    ck_assert_uint_lt(call, begin + LONGEST);
    ck_assert_uint_eq(instruction, rows[_i].at_null ? 0 : call);
}
END_TEST

static simt_context own, other;
static char stack[64 * 1024];
static int steps[4], taken;

static void run_other(void) {
    volatile double kept = 0.5;
    for (int i = 0;; i++) {
        steps[taken++] = 10 + i + (int)(2 * kept);
        simt_switch(&other, &own);
    }
}

START_TEST(switches) {
    simt_context_make(&other, (uintptr_t)stack + sizeof stack, sizeof stack, run_other);
    for (int i = 0; i < 2; i++) {
        simt_switch(&own, &other);
        steps[taken++] = i;
    }
    const int expected[4] = {11, 0, 12, 1};
    ck_assert_mem_eq(steps, expected, sizeof expected);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("processor");
    TCase *tests = tcase_create("processor");
    tcase_add_loop_test(tests, interrupted, 0, sizeof rows / sizeof rows[0]);
    tcase_add_test(tests, switches);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
