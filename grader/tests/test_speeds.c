// Recorded speeds, on this device and on another one, and the resulting points.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/speeds.h"
#include "run/timing.h"

// 4 MB in 4 and in 40 us: 1000 and 100 GB/s. On the other device half of the bandwidth, and of the clock.
static const char *const table[] = {
    "profile h200 132 2000 4000",
    "counted sum reference 1000 3 10 20 30 40 50",
    "speed sum reference h200 1000000 4 3 0.5 0.25 0.25 memory 0.5 700",
    "speed sum naive h200 1000000 40 40 0 0 0 latency 0.9 700",
    "profile l4 132 1000 2000",
    "speed sum reference l4 1000000 16 16 0 0 0 issue 1 700",
    "speed sum naive l4 1000000 160 160 0 0 0 issue 1 700",
    NULL,
};
static const struct spec_task task = {.name = "sum", .bandwidth = {.bytes_per_element = 4, .n = 1000000}};
static const struct spec lab = {.name = "labx", .tasks = &task, .task_count = 1, .speeds = table};

static struct calibration device(const char *name, double multiprocessors, double clock_mhz,
                                 double copy_gbps) {
    struct calibration made = {
        .known = true, .multiprocessors = multiprocessors, .clock_mhz = clock_mhz, .copy_gbps = copy_gbps};
    snprintf(made.device, sizeof made.device, "%s", name);
    return made;
}

// The same device; one that is a little slower today; and devices without records.
static const struct {
    const char *name;
    double multiprocessors, clock_mhz, copy_gbps;
    const char *profile;
    bool same;
    double reference_us, naive_us;
} devices[] = {
    {"h200", 132, 2000, 4000, "h200", true, 4, 40},
    {"NVIDIA H200", 132, 2000, 4000, "h200", true, 4, 40},
    {"NVIDIA H200 NVL", 132, 2000, 4000, "h200", true, 4, 40},
    // 1.5 us in memory, 1.5 in other parts of kernels, and 1 outside of them.
    {"NVIDIA H200", 132, 2000, 2000, "h200", true, 5.5, 40},
    {"NVIDIA H200", 132, 1000, 4000, "h200", true, 5.5, 80},
    {"NVIDIA H200", 66, 2000, 4000, "h200", true, 5.5, 80},
    {"NVIDIA H2000", 132, 2000, 4000, "h200", false, 4, 40},
    {"NVIDIA L40S", 132, 1900, 3900, "h200", false, 1 + 1.5 * 4000 / 3900 + 1.5 * 2000 / 1900,
     40 * 2000 / 1900.},
    {"NVIDIA L40S", 132, 1100, 2000, "l4", false, 16 / 1.1, 160 / 1.1},
    {"NVIDIA L4", 58, 2000, 300, "l4", true, 16 * 132. / 116, 160 * 132. / 116},
};

START_TEST(speeds_are_scaled_to_the_device) {
    const struct calibration here =
        device(devices[_i].name, devices[_i].multiprocessors, devices[_i].clock_mhz, devices[_i].copy_gbps);
    struct timing_scale scale;
    struct error error = {""};
    ck_assert_msg(timing_scale(&lab, &task, 1000000, BACKEND_CPU, &here, &scale, &error), "%s", error.text);
    ck_assert_str_eq(scale.profile, devices[_i].profile);
    ck_assert_int_eq(scale.same_device, devices[_i].same);
    ck_assert_double_eq_tol(scale.reference_gbps, 4000 / devices[_i].reference_us, 1e-6);
    ck_assert_double_eq_tol(scale.zero_gbps, 4000 / devices[_i].naive_us, 1e-6);
    ck_assert_double_eq_tol(scale.full_gbps, 0.8 * scale.reference_gbps, 1e-6);
}
END_TEST

static const struct {
    double gbps;
    int points;
} speeds[] = {{0, 0},       {-5, 0},     {100, 0},       {100.1, 0},    {110, 0},     {111, 1},
              {282, 9},     {282.9, 10}, {400, 13},      {640, 17},     {799.99, 19}, {800, 20},
              {100000, 20}, {NAN, 0},    {INFINITY, 20}, {-INFINITY, 0}};

START_TEST(points_follow_the_logarithm) {
    const struct timing_scale scale = {.reference_gbps = 1000, .full_gbps = 800, .zero_gbps = 100};
    ck_assert_int_eq(timing_points(&scale, speeds[_i].gbps, 20), speeds[_i].points);
    ck_assert_int_eq(timing_points(&scale, speeds[_i].gbps, 0), 0);
}
END_TEST

// Only a complete entry counts.
static const struct {
    const char *lines[4];
    const char *says;
} bad_tables[] = {
    {{NULL}, "no speeds are recorded"},
    {{"profile h200 132 2000 0"}, "no speeds are recorded"},
    {{"profile h200 132 nan 4000"}, "no speeds are recorded"},
    {{"profile h200 132 2000"}, "no speeds are recorded"},
    {{"profile h200 132 2000 4000"}, "no speed of the reference way of sum is recorded for h200"},
    {{"profile h200 132 2000 4000", "speed sum reference h200 1000000 4 4 0 0 0 issue 1 700"},
     "the naive way of sum"},
    {{"profile h200 132 2000 4000", "speed sum reference h200 1000000 4 4 0 0 0 issue 1 700",
      "speed sum naive h200 1000000 4.9 4.9 0 0 0 issue 1 700"},
     "the recorded naive way of sum is as fast as its reference"},
    {{"profile h200 132 2000 4000", "speed sum reference h200 500000 4 4 0 0 0 issue 1 700"},
     "recorded for n = 500000, and not for 1000000"},
    {{"profile h200 132 2000 4000", "speed sum reference h200 1000000 0 0 0 0 0 issue 1 700"},
     "reference way"},
    {{"profile h200 132 2000 4000", "speed sum reference h200 1000000 -4 -4 0 0 0 issue 1 700"},
     "reference way"},
    {{"profile h200 132 2000 4000", "speed sum reference h200 1000000 inf inf 0 0 0 issue 1 700"},
     "reference way"},
    {{"profile h200 132 2000 4000", "speed sum reference h200 1000000 4 3 0 0 0 issue 1 700"},
     "reference way"},
    {{"profile h200 132 2000 4000", "speed sum reference h200 1000000 4 4 0 0 0 issue 2 700"},
     "reference way"},
    {{"profile h200 132 2000 4000", "speed sum reference h200 1000000 4 4 0 0 issue 1 700"}, "reference way"},
    {{"profile h200 132 2000 4000", "speed sums reference h200 1000000 4 4 0 0 0 issue 1 700"},
     "reference way"},
};

START_TEST(a_bad_table_is_refused_with_a_sentence) {
    struct spec bad = lab;
    const struct calibration here = device("h200", 132, 2000, 4000);
    struct timing_scale scale;
    struct error error = {""};
    bad.speeds = bad_tables[_i].lines;
    ck_assert(!timing_scale(&bad, &task, 1000000, BACKEND_CPU, &here, &scale, &error));
    ck_assert_msg(strstr(error.text, bad_tables[_i].says) != NULL, "%s", error.text);
}
END_TEST

// Half of the elements on a device with little memory: half of the time, except for the launches.
START_TEST(other_numbers_of_elements_are_scaled_too) {
    const struct calibration here = device("h200", 132, 2000, 4000);
    struct timing_scale scale;
    ck_assert(timing_scale(&lab, &task, 500000, BACKEND_CPU, &here, &scale, NULL));
    ck_assert_double_eq_tol(scale.reference_gbps, 2000 / 2.25, 1e-6); // 1.5 us in kernels, 0.25 outside, 0.5
    ck_assert_double_eq_tol(scale.zero_gbps, 2000 / 20., 1e-6);
}
END_TEST

// A GPU's measured time replaces the model's, and is scaled like it: only on a GPU.
START_TEST(what_was_measured_counts_on_a_gpu) {
    static const char *const measured[] = {"profile h200 132 2000 4000",
                                           "speed sum reference h200 1000000 4 4 0 0 0 issue 1 700",
                                           "speed sum naive h200 1000000 40 40 0 0 0 issue 1 700",
                                           "measured sum reference h200 1000000 5",
                                           "measured sum naive h200 500000 1",
                                           NULL};
    struct spec other = lab;
    const struct calibration here = device("NVIDIA H200", 66, 2000, 4000);
    struct timing_scale cpu, gpu;
    other.speeds = measured;
    ck_assert(timing_scale(&other, &task, 1000000, BACKEND_CPU, &here, &cpu, NULL));
    ck_assert(timing_scale(&other, &task, 1000000, BACKEND_GPU, &here, &gpu, NULL));
    ck_assert_double_eq_tol(cpu.reference_gbps, 4000 / 8., 1e-6);
    ck_assert_double_eq_tol(gpu.reference_gbps, 4000 / 10., 1e-6);
    ck_assert_double_eq_tol(gpu.zero_gbps, cpu.zero_gbps, 1e-6); // measured for another number of elements
}
END_TEST

START_TEST(an_unknown_device_is_refused) {
    struct calibration here = device("h200", 132, 2000, 4000);
    struct timing_scale scale;
    struct error error = {""};
    here.known = false;
    ck_assert(!timing_scale(&lab, &task, 1000000, BACKEND_CPU, &here, &scale, &error));
    ck_assert_str_eq(error.text, "it is not known what the device can do");
}
END_TEST

START_TEST(counters_are_found) {
    struct speed_counted c;
    ck_assert(speeds_counted(table, "sum", WAY_REFERENCE, &c));
    ck_assert_int_eq(c.n, 1000);
    ck_assert_double_eq(c.launches, 3);
    ck_assert_double_eq(c.sectors, 10);
    ck_assert_double_eq(c.wavefronts, 20);
    ck_assert_double_eq(c.atomics, 30);
    ck_assert_double_eq(c.barriers, 40);
    ck_assert_double_eq(c.instructions, 50);
    ck_assert(!speeds_counted(table, "sum", WAY_NAIVE, &c));
    ck_assert(!speeds_counted(NULL, "sum", WAY_NAIVE, &c));
}
END_TEST

// Every lab has both ends on every device that it names, and a gap between them.
// A table names its spec; one recorded before that was introduced names none.
START_TEST(speeds_are_those_of_the_spec) {
    static const char *const of_lab3[] = {"spec 0123456789ab", "profile h200 132 2000 4000", NULL};
    ck_assert(!speeds_are_of(of_lab3, "ba9876543210"));
    ck_assert(speeds_are_of(of_lab3, "0123456789ab"));
    ck_assert(speeds_are_of(table, "0123456789ab"));
    ck_assert(speeds_are_of(NULL, "0123456789ab"));
    const struct spec *const lab3 = spec_find("lab3");
    struct spec changed = *lab3;
    const struct calibration here = device("h200", 132, 2000, 4000);
    struct timing_scale scale;
    struct error error = {""};
    changed.speeds = of_lab3;
    ck_assert_ptr_eq(spec_speeds(lab3), lab3->speeds);
    ck_assert_ptr_null(spec_speeds(&changed));
    ck_assert(!timing_scale(&changed, &changed.tasks[0], 1000000, BACKEND_CPU, &here, &scale, &error));
    ck_assert_str_eq(error.text, "no speeds are recorded for this spec of lab3 (make references LAB=lab3)");
    for (size_t i = 0; i < spec_count(); i++)
        ck_assert_msg(speeds_are_of(spec_get(i)->speeds, version_of_speeds(spec_get(i)->name)),
                      "make references LAB=%s", spec_get(i)->name);
}
END_TEST

START_TEST(labs_have_both_ends) {
    const struct spec *spec = spec_get((size_t)_i);
    struct speed_profile p;
    size_t profiles = 0;
    for (size_t i = 0; speeds_profile(spec->speeds, i, &p); i++, profiles++)
        for (size_t t = 0; t < spec->task_count; t++) {
            const struct calibration here = device(p.name, p.multiprocessors, p.clock_mhz, p.copy_gbps);
            struct timing_scale scale;
            struct error error = {""};
            if (spec->tasks[t].points[CHECK_BANDWIDTH] == 0)
                continue;
            ck_assert_msg(timing_scale(spec, &spec->tasks[t], spec->tasks[t].bandwidth.n, BACKEND_CPU, &here,
                                       &scale, &error),
                          "%s", error.text);
            ck_assert(scale.same_device);
            ck_assert_double_lt(scale.reference_gbps, 1.25 * p.copy_gbps);
        }
    ck_assert(profiles >= 2 || spec->challenge);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("speeds");
    TCase *cases = tcase_create("recorded");
    tcase_add_loop_test(cases, speeds_are_scaled_to_the_device, 0, sizeof devices / sizeof *devices);
    tcase_add_loop_test(cases, points_follow_the_logarithm, 0, sizeof speeds / sizeof *speeds);
    tcase_add_loop_test(cases, a_bad_table_is_refused_with_a_sentence, 0,
                        sizeof bad_tables / sizeof *bad_tables);
    tcase_add_test(cases, other_numbers_of_elements_are_scaled_too);
    tcase_add_test(cases, what_was_measured_counts_on_a_gpu);
    tcase_add_test(cases, an_unknown_device_is_refused);
    tcase_add_test(cases, counters_are_found);
    tcase_add_test(cases, speeds_are_those_of_the_spec);
    tcase_add_loop_test(cases, labs_have_both_ends, 0, (int)spec_count());
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
