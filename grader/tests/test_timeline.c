// The time of a program from its kernels' times and what the host calls.
#include <check.h>
#include <stdlib.h>

#include "engine/model/profile.h"
#include "engine/timing/timeline.h"

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
     {COPY(DEVICE, 5000000, true, false), {{.kind = SIMT_CALL_ALLOCATE}, 0}},
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
    {"memory for a while",
     2,
     {{{.kind = SIMT_CALL_ALLOCATE}, 0}, {{.kind = SIMT_CALL_FREE}, 0}},
     70,
     0,
     0,
     0,
     70},
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
    simt_timeline_host_work(&line, 8000, &profile);
    ck_assert_double_eq_tol(simt_timeline_us(&line), 1, 1e-9);
    ck_assert_double_eq_tol(line.host_own, 1, 1e-9);
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
