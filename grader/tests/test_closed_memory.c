// Device memory is closed to the host between launches: accesses to it there, hooked or not, end the
// program with an error, and memory that the host shares with the device is open all the time.
// `make check` runs this suite in both builds.
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/memory/closed_memory.h"
#include "engine/memory/heap.h"
#include "engine/report/report.h"
#include "simt/abi.h"
#include "simt/runtime_functions.h"
#include "simt/simt.h"
#include "skip.h"

enum { PAGE = 4096, SIZE = 3 * PAGE, LIVE = 24, STEPS = 600, HALF = 2 };

static char *device, *other, *pinned, *managed, *registered;
static int probe[2]; // a pipe, which tells whether a byte can be read

static void set_up(void) {
    ck_assert_int_eq(pipe(probe), 0);
    registered = aligned_alloc(PAGE, SIZE);
    ck_assert_int_eq(cudaMalloc((void **)&device, SIZE), cudaSuccess);
    ck_assert_int_eq(simt_host_alloc((void **)&pinned, SIZE, 0), cudaSuccess);
    ck_assert_int_eq(simt_malloc_managed((void **)&managed, SIZE, cudaMemAttachGlobal), cudaSuccess);
    ck_assert_int_eq(cudaMalloc((void **)&other, SIZE), cudaSuccess);
    ck_assert_int_eq(cudaHostRegister(registered, SIZE, cudaHostRegisterDefault), cudaSuccess);
    ck_assert_int_eq(cudaMemset(device, 'd', SIZE), cudaSuccess);
}

// Allocations left behind are no mistake of a test.
static void tear_down(void) { simt_embed(); }

static bool can_be_read(const void *at) {
    char byte;
    if (write(probe[1], at, 1) != 1)
        return false;
    ck_assert_int_eq(read(probe[0], &byte, 1), 1);
    return true;
}

// Opens device memory, and has to close it.

static void launched(const void *closure) {
    char *const memory = *(char *const *)closure;
    memory[0] = memory[SIZE - 1] = 'k';
}

static void act_launch(void) {
    const struct simt_dim3 one = {1, 1, 1};
    simt_configure(one, one, 0, NULL);
    simt_launch("launched", launched, &device, sizeof(char *));
}
static void act_allocate(void) {
    char *more;
    ck_assert_int_eq(cudaMalloc((void **)&more, SIZE), cudaSuccess);
    ck_assert(!can_be_read(more));
}
static void act_free(void) { ck_assert_int_eq(cudaFree(other), cudaSuccess); }
static void act_upload(void) {
    ck_assert_int_eq(cudaMemcpy(device, pinned, SIZE, cudaMemcpyHostToDevice), cudaSuccess);
}
static void act_download(void) {
    ck_assert_int_eq(cudaMemcpy(managed, device, SIZE, cudaMemcpyDeviceToHost), cudaSuccess);
}
static void act_copy(void) {
    ck_assert_int_eq(cudaMemcpy(other, device, SIZE, cudaMemcpyDeviceToDevice), cudaSuccess);
}
static void act_rows(void) {
    ck_assert_int_eq(cudaMemcpy2D(registered, 8, device, PAGE, 8, 3, cudaMemcpyDeviceToHost), cudaSuccess);
}
static void act_fill(void) { ck_assert_int_eq(cudaMemset(device + PAGE, 1, 1), cudaSuccess); }
static void act_embed(void) { simt_embed(); }
static void act_unregister(void) {
    ck_assert_int_eq(cudaHostUnregister(registered), cudaSuccess);
    ck_assert_int_eq(cudaHostRegister(registered, SIZE, cudaHostRegisterDefault), cudaSuccess);
}

static void (*const acts[])(void) = {act_launch, act_allocate, act_free, act_upload, act_download,
                                     act_copy,   act_rows,     act_fill, act_embed,  act_unregister};
enum { ACTS = sizeof acts / sizeof acts[0] };

START_TEST(only_what_is_shared_is_open) {
    acts[_i]();
    ck_assert(simt_memory_is_closed());
    for (size_t i = 0; i < SIZE; i += PAGE) {
        ck_assert(!can_be_read(device + i));
        ck_assert(!can_be_read(other + i));
        ck_assert(can_be_read(pinned + i));
        ck_assert(can_be_read(managed + i));
        ck_assert(can_be_read(registered + i));
        pinned[i] = managed[i] = registered[i] = 1;
    }
}
END_TEST

START_TEST(what_a_launch_wrote_is_copied) {
    act_launch();
    act_download();
    ck_assert_int_eq(managed[0], 'k');
    ck_assert_int_eq(managed[1], 'd');
    ck_assert_int_eq(managed[SIZE - 1], 'k');
}
END_TEST

// If there is much memory, a launch opens only the pieces that it accesses.

enum { MUCH = 40 << 20 };

static char *much;
static volatile size_t stride;

static void launched_on_much(const void *closure) {
    for (size_t i = 0; i < MUCH; i += stride)
        (*(char *const *)closure)[i]++;
}

static void stay(void) {}
static void take_the_signal(void) { signal(SIGSEGV, SIG_DFL); }
static void block_the_signal(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGSEGV);
    ck_assert_int_eq(sigprocmask(SIG_BLOCK, &set, NULL), 0);
}
static void do_without_a_stack(void) {
    ck_assert_int_eq(sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL), 0);
}

static void (*const before_much[])(void) = {stay, take_the_signal, block_the_signal, do_without_a_stack,
                                            simt_embed};
enum { BEFORE_MUCH = sizeof before_much / sizeof before_much[0] };

START_TEST(a_launch_uses_much_memory) {
    static const size_t strides[] = {MUCH / 2, 1 << 20, PAGE};
    const struct simt_dim3 one = {1, 1, 1};
    char byte;
    ck_assert_int_eq(cudaMalloc((void **)&much, MUCH), cudaSuccess);
    ck_assert_int_eq(cudaMemset(much, 1, MUCH), cudaSuccess);
    before_much[_i]();
    for (size_t k = 0; k < sizeof strides / sizeof strides[0]; k++) {
        stride = strides[k];
        simt_configure(one, one, 0, NULL);
        simt_launch("launched_on_much", launched_on_much, &much, sizeof(char *));
        ck_assert(simt_memory_is_closed());
        for (size_t i = 0; i < MUCH; i += PAGE)
            ck_assert(!can_be_read(much + i));
        ck_assert_int_eq(cudaMemcpy(&byte, much + MUCH / 2, 1, cudaMemcpyDeviceToHost), cudaSuccess);
        ck_assert_int_eq(byte, 2 + (int)k);
    }
}
END_TEST

static void in_callback(void *data) {
    ck_assert(!can_be_read(device));
    ck_assert(can_be_read(pinned));
    act_download(); // the callback goes on
    ck_assert(!can_be_read(device));
    *(bool *)data = true;
}

START_TEST(a_callback_finds_it_closed) {
    bool called = false;
    act_copy();
    ck_assert_int_eq(cudaLaunchHostFunc(NULL, in_callback, &called), cudaSuccess);
    ck_assert(called);
    ck_assert(!can_be_read(device));
}
END_TEST

// Allocations of all kinds side by side, made and freed in no order.
START_TEST(kinds_are_told_apart) {
    static struct {
        char *at;
        int kind;
        size_t size;
    } live[LIVE];
    srand(5);
    for (int step = 0; step < STEPS; step++) {
        const int i = rand() % LIVE;
        if (live[i].at) {
            const bool host = live[i].kind == SIMT_MEMORY_PINNED;
            ck_assert_int_eq((host ? cudaFreeHost : cudaFree)(live[i].at), cudaSuccess);
            ck_assert(!can_be_read(live[i].at));
            live[i].at = NULL;
        } else {
            void **const at = (void **)&live[i].at;
            live[i].kind = rand() % 3;
            live[i].size = (size_t)(rand() % (5 * PAGE) + 1);
            ck_assert_int_eq(live[i].kind == SIMT_MEMORY_DEVICE ? cudaMalloc(at, live[i].size)
                             : live[i].kind == SIMT_MEMORY_PINNED
                                 ? simt_host_alloc(at, live[i].size, 0)
                                 : simt_malloc_managed(at, live[i].size, cudaMemAttachGlobal),
                             cudaSuccess);
        }
        if (step % HALF)
            act_launch();
        for (int k = 0; k < LIVE; k++) {
            if (!live[k].at)
                continue;
            ck_assert_int_eq(can_be_read(live[k].at), live[k].kind != SIMT_MEMORY_DEVICE);
            ck_assert_int_eq(can_be_read(live[k].at + live[k].size - 1), live[k].kind != SIMT_MEMORY_DEVICE);
        }
    }
}
END_TEST

// Accesses to device memory by host code that no hook sees.

static volatile size_t four = 4;
static volatile long sink;

static void use_read(char *at) { sink = *(volatile char *)at; }
static void use_write(char *at) { *(volatile char *)at = 1; }
static void use_atomic(char *at) { __atomic_fetch_add((int *)(void *)at, 1, __ATOMIC_SEQ_CST); }
static void use_strnlen(char *at) { sink = (long)strnlen(at, four); }
static void use_strncmp(char *at) { sink = strncmp("abcd", at, four); }
static void use_memchr(char *at) { sink = memchr(at, 'x', four) == NULL; }
static void use_strtol(char *at) { sink = strtol(at, NULL, 10); }
static void use_mempcpy(char *at) {
    void *(*volatile copy)(void *, const void *, size_t) = mempcpy;
    char part[64];
    copy(part, at, sizeof part);
    sink = part[3];
}
static void use_strncpy(char *at) {
    char *(*volatile copy)(char *, const char *, size_t) = strncpy;
    copy(at, "abcd", four);
}
static int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static void use_qsort(char *at) { qsort(at, four, 1, compare); }
static void use_bsearch(char *at) { sink = bsearch("x", at, four, 1, compare) == NULL; }
static void use_printf(char *at) {
    char text[8];
    sink = snprintf(text, sizeof text, "%.4s", at);
}
static void use_place_for_a_pointer(char *at) { cudaMalloc((void **)(void *)at, four); }
static void use_in_callback(char *at) { cudaLaunchHostFunc(NULL, (cudaHostFn_t)use_read, at); }
static void use_behind_a_launch(char *at) {
    act_launch();
    use_read(at);
}
static void use_embedded(char *at) {
    simt_embed();
    use_read(at);
}
static void use_freed(char *at) {
    cudaFree(at);
    use_read(at);
}

static void (*const uses[])(char *at) = {use_read,
                                         use_write,
                                         use_atomic,
                                         use_strnlen,
                                         use_strncmp,
                                         use_memchr,
                                         use_strtol,
                                         use_mempcpy,
                                         use_strncpy,
                                         use_qsort,
                                         use_bsearch,
                                         use_printf,
                                         use_place_for_a_pointer,
                                         use_in_callback,
                                         use_behind_a_launch,
                                         use_embedded,
                                         use_freed};
enum { USES = sizeof uses / sizeof uses[0] };

START_TEST(a_use_by_the_host_ends_the_program) {
#ifdef __SANITIZE_ADDRESS__
    skip_note("the sanitizer has the signal");
    exit(SIMT_EXIT_ERRORS);
#endif
    uses[_i](other);
}
END_TEST

// A fault unrelated to device memory stays one.
START_TEST(other_faults_are_left_alone) {
#ifdef __SANITIZE_ADDRESS__
    skip_note("the sanitizer has the signal");
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
#endif
    if (_i)
        simt_embed();
    *(volatile char *)(uintptr_t)_i = 1;
}
END_TEST

int main(void) {
    Suite *suite = suite_create("closed memory");
    TCase *cases = tcase_create("host");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_loop_test(cases, only_what_is_shared_is_open, 0, ACTS);
    tcase_add_test(cases, what_a_launch_wrote_is_copied);
    tcase_add_loop_test(cases, a_launch_uses_much_memory, 0, BEFORE_MUCH);
    tcase_add_test(cases, a_callback_finds_it_closed);
    tcase_add_test(cases, kinds_are_told_apart);
    tcase_add_loop_exit_test(cases, a_use_by_the_host_ends_the_program, SIMT_EXIT_ERRORS, 0, USES);
    suite_add_tcase(suite, cases);
    cases = tcase_create("others");
    tcase_add_loop_test_raise_signal(cases, other_faults_are_left_alone, SIGSEGV, 0, 2);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
