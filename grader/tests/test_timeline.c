// The time of a program from its kernels' times and what the host calls.
#include <check.h>
#include <stdlib.h>

#include "engine/model/profile.h"
#include "engine/perf/timeline.h"

enum { MOST_CALLS = 8 };

/* Round figures, so that sums can be seen. */
static const struct simt_profile profile = {.launch_time = 5e-6,
                                            .launch_period = 3e-6,
                                            .launch_gap = 1e-6,
                                            .memset_time = 2e-6,
                                            .device_copy_time = 4e-6,
                                            .synchronize_time = 8e-6,
                                            .allocate_time = 30e-6,
                                            .free_time = 40e-6,
                                            .allocation_granularity = 1000,
                                            .allocate_bandwidth = 1e12,
                                            .free_bandwidth = 5e11,
                                            .small_allocate_time = 2e-6,
                                            .small_free_time = 1e-6,
                                            .pinned_allocate_time = 90e-6,
                                            .pinned_free_time = 100e-6,
                                            .pool_allocate_time = 60e-6,
                                            .register_time = 110e-6,
                                            .unregister_time = 70e-6,
                                            .host_function_time = 46e-6,
                                            .copy_bandwidth = 2e12,
                                            .write_bandwidth = 1e12,
                                            .to_device_time = 6e-6,
                                            .to_device_bandwidth = 1e10,
                                            .to_host_time = 7e-6,
                                            .to_host_bandwidth = 1e10,
                                            .pinned_to_device_time = 6e-6,
                                            .pinned_to_device_bandwidth = 5e10,
                                            .pinned_to_host_time = 7e-6,
                                            .pinned_to_host_bandwidth = 5e10,
                                            .host_element_time = 1e-9};

/* A call, and the time of the kernel that it launches. */
struct timed_call {
    struct simt_host_call call;
    double kernel_us;
};

#define LAUNCH(us)                                                                                           \
    { {.kind = SIMT_CALL_LAUNCH}, (us) }
#define WAIT                                                                                                 \
    { {.kind = SIMT_CALL_SYNCHRONIZE}, 0 }
#define ALLOCATE(size)                                                                                       \
    { {.kind = SIMT_CALL_ALLOCATE, .bytes = (size)}, 0 }
#define FREE(size)                                                                                           \
    { {.kind = SIMT_CALL_FREE, .bytes = (size)}, 0 }
#define POOL(what)                                                                                           \
    { {.kind = SIMT_CALL_##what, .pooled = true, .bytes = 10}, 0 }
#define HOST_FUNCTION                                                                                        \
    { {.kind = SIMT_CALL_HOST_FUNCTION}, 0 }
#define COPY(to, size, is_pinned, is_waited)                                                                 \
    { {.kind = SIMT_CALL_COPY_TO_##to, .pinned = (is_pinned), .waits = (is_waited), .bytes = (size)}, 0 }

static const struct {
    const char *name;
    int count;
    struct timed_call calls[MOST_CALLS];
    double us, kernels, launches, copies, host;
} programs[] = {
    {"nothing", 0, {{{0}, 0}}, 0, 0, 0, 0, 0},
    {"a launch", 1, {LAUNCH(10)}, 15, 10, 5, 0, 0},
    {"an empty launch", 1, {LAUNCH(0)}, 5, 0, 5, 0, 0},
    {"long kernels follow each other by the gap", 3, {LAUNCH(10), LAUNCH(20), LAUNCH(30)}, 67, 60, 7, 0, 0},
    {"short ones by what the host needs", 3, {LAUNCH(0.5), LAUNCH(0.5), LAUNCH(0.5)}, 11.5, 1.5, 10, 0, 0},
    {"a wait, and a launch behind it", 3, {LAUNCH(10), WAIT, LAUNCH(10)}, 33, 20, 10, 0, 3},
    {"a result comes back", 2, {LAUNCH(10), COPY(HOST, 0, false, true)}, 22, 10, 5, 7, 0},
    {"many bytes", 1, {COPY(HOST, 100000, false, true)}, 17, 0, 0, 17, 0},
    {"pinned ones", 1, {COPY(HOST, 100000, true, true)}, 9, 0, 0, 9, 0},
    {"to the device", 1, {COPY(DEVICE, 100000, false, true)}, 16, 0, 0, 16, 0},
    {"the host goes on beside a copy",
     2,
     {COPY(DEVICE, 5000000, true, false), ALLOCATE(400)},
     106,
     0,
     0,
     106,
     0},
    {"a fill", 1, {{{.kind = SIMT_CALL_FILL, .bytes = 1000000}, 0}}, 3, 0, 0, 3, 0},
    {"a copy within the device",
     1,
     {{{.kind = SIMT_CALL_COPY_IN_DEVICE, .bytes = 1000000}, 0}},
     5,
     0,
     0,
     5,
     0},
    {"memory for a while", 2, {ALLOCATE(1000), FREE(1000)}, 70.003, 0, 0, 0, 70.003},
    {"much of it takes longer", 2, {ALLOCATE(1000000), FREE(1000000)}, 73, 0, 0, 0, 73},
    {"small ones share what the first has mapped, and the last frees",
     6,
     {ALLOCATE(300), ALLOCATE(300), ALLOCATE(400), FREE(400), FREE(300), FREE(300)},
     30 + 2 + 2 + 1 + 1 + 40,
     0,
     0,
     0,
     76},
    {"one that finds no room has more mapped",
     4,
     {ALLOCATE(600), ALLOCATE(600), FREE(600), FREE(600)},
     30 + 30 + 40 + 40,
     0,
     0,
     0,
     140},
    {"one that needs pieces of its own leaves no room",
     3,
     {ALLOCATE(1000), ALLOCATE(10), FREE(10)},
     100.001,
     0,
     0,
     0,
     100.001},
    {"pinned memory is the host's",
     3,
     {{{.kind = SIMT_CALL_ALLOCATE, .pinned = true, .bytes = 10}, 0},
      {{.kind = SIMT_CALL_FREE, .pinned = true, .bytes = 10}, 0},
      ALLOCATE(10)},
     220,
     0,
     0,
     0,
     220},
    {"memory of a stream is freed like any", 2, {FREE(10), ALLOCATE(10)}, 31, 0, 0, 0, 31},
    {"memory from a pool is mapped once",
     4,
     {POOL(ALLOCATE), POOL(FREE), POOL(ALLOCATE), POOL(FREE)},
     64,
     0,
     0,
     0,
     64},
    {"and once more if the host has waited",
     4,
     {POOL(ALLOCATE), POOL(FREE), WAIT, POOL(ALLOCATE)},
     124,
     0,
     0,
     0,
     124},
    {"what a stream frees does not wait for the device",
     3,
     {POOL(ALLOCATE), LAUNCH(100), POOL(FREE)},
     165,
     100,
     5,
     0,
     60},
    {"memory of the host is made known, and forgotten",
     3,
     {{{.kind = SIMT_CALL_REGISTER}, 0}, LAUNCH(100), {{.kind = SIMT_CALL_UNREGISTER}, 0}},
     110 + 105 + 70,
     100,
     5,
     0,
     180},
    {"a function of the host comes between two kernels",
     3,
     {LAUNCH(20), HOST_FUNCTION, LAUNCH(20)},
     25 + 46 + 20,
     40,
     6,
     0,
     45},
    {"a second one finds its thread awake",
     3,
     {LAUNCH(20), HOST_FUNCTION, HOST_FUNCTION},
     25 + 45 + 3,
     20,
     5,
     0,
     48},
    {"but not behind a kernel",
     4,
     {LAUNCH(20), HOST_FUNCTION, LAUNCH(20), HOST_FUNCTION},
     25 + 46 + 20 + 45,
     40,
     6,
     0,
     90},
    {"the host works while the device does",
     2,
     {LAUNCH(100), {{.kind = SIMT_CALL_SYNCHRONIZE, .accessed = 4 * 50000}, 0}},
     108,
     100,
     5,
     0,
     3},
    {"and after it has done",
     3,
     {LAUNCH(100), COPY(HOST, 0, false, true), {{.kind = SIMT_CALL_SYNCHRONIZE, .accessed = 4 * 50000}, 0}},
     165,
     100,
     5,
     7,
     53},
};

START_TEST(time_is_the_sum_of_its_parts) {
    struct simt_timeline line = {0};
    for (int i = 0; i < programs[_i].count; i++)
        simt_timeline_call(&line, &programs[_i].calls[i].call, programs[_i].calls[i].kernel_us, &profile);
    ck_assert_double_eq_tol(simt_timeline_us(&line), programs[_i].us, 1e-6);
    ck_assert_double_eq_tol(line.kernels, programs[_i].kernels, 1e-6);
    ck_assert_double_eq_tol(line.launches, programs[_i].launches, 1e-6);
    ck_assert_double_eq_tol(line.copies, programs[_i].copies, 1e-6);
    ck_assert_double_eq_tol(line.host_own, programs[_i].host, 1e-6);
    ck_assert_double_eq_tol(line.kernels + line.launches + line.copies + line.host_own,
                            simt_timeline_us(&line), 1e-6);
}
END_TEST

START_TEST(host_work_at_the_end_counts) {
    struct simt_timeline line = {.accessed = 4000};
    simt_timeline_host_work(&line, 8000, 4000, &profile);
    ck_assert_double_eq_tol(simt_timeline_us(&line), 1, 1e-9);
    ck_assert_double_eq_tol(line.host_own, 1, 1e-9);
    simt_timeline_host_work(&line, 8000, 14000, &profile);
    ck_assert_double_eq_tol(simt_timeline_us(&line), 3, 1e-9);
}
END_TEST

static Suite *timeline_suite(void) {
    Suite *suite = suite_create("timeline");
    TCase *tcase = tcase_create("calls");
    tcase_add_loop_test(tcase, time_is_the_sum_of_its_parts, 0, sizeof programs / sizeof *programs);
    tcase_add_test(tcase, host_work_at_the_end_counts);
    suite_add_tcase(suite, tcase);
    return suite;
}

int main(void) {
    SRunner *runner = srunner_create(timeline_suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
