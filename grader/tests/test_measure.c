// Times and counters from a GPU's runner, here from one that only claims to have a GPU: which of its answers
// are believed, and that a runner that dies costs only its own task.
#include <check.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lab/inputs.h"
#include "run/measure.h"

static char base[PATH_MAX - 64];

static void reference(const void *input, int32_t n, int32_t option, void *output) {
    const uint32_t *in = input;
    uint32_t sum = 0;
    (void)option;
    for (int32_t i = 0; i < n; i++)
        sum += in[i];
    memcpy(output, &sum, sizeof sum);
}

// A task that the runner can answer.
#define TASK(called)                                                                                         \
    {                                                                                                        \
        .name = called, .parameters = SPEC_REDUCE(1), .points[CHECK_BANDWIDTH] = 1, .reference = reference,  \
        .bandwidth = {                                                                                       \
            .bytes_per_element = 4, .n = 1000, .warmups = 2, .repetitions = 5, .fill = inputs_int_random},   \
    }

static const struct spec_task tasks[] = {
    TASK("steady"),         TASK("wrong_at_last"),  TASK("slow"),        TASK("counts_jobs"),
    TASK("crashes"),        TASK("counts_jobs"),    TASK("stops_early"), TASK("slow_at_once"),
    TASK("never_called"),   TASK("slow_and_wrong"), TASK("counts_jobs"), TASK("says_so_early"),
    TASK("takes_no_turns"), TASK("counts_jobs"),
};
static const struct spec lab = {
    .name = "labx", .tasks = tasks, .task_count = SPEC_COUNT(tasks), .limits = {.output_bytes = 4096}};

// The result of each of them.
static const struct {
    bool known, failed, wrong;
    double us; // of a call, if known
    const char *problem;
} expected[SPEC_COUNT(tasks)] = {
    {true, false, false, 1e5, ""},
    {true, false, true, 1e5, ""},
    {true, false, false, JOB_TIME_ENOUGH_US / 2, ""},
    {true, false, false, 6e5, ""}, // the start was the first, the calibration the second
    {false, true, false, 0, "signal"},
    {true, false, false, 1e5, ""}, // a runner of its own
    {false, true, false, 0, "the timed run failed"},
    {true, false, false, JOB_TIME_ENOUGH_US, ""},
    {false, true, false, 0, "the timed run failed"},
    {true, false, true, JOB_TIME_ENOUGH_US / 2, ""},
    {true, false, false, 6e5, ""},
    {true, false, false, 1e5, ""},
    {false, true, false, 0, "it did not wait for its turns"},
    {true, false, false, 9e5, ""},
};

static const struct gpu no_gpu = {.uuid = "GPU-none"};
static struct grading grading;

static void copy_runner(const char *to) {
    char self[PATH_MAX];
    struct stat status;
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    ck_assert_int_gt(length, 0);
    self[length] = '\0';
    snprintf(strrchr(self, '/'), 32, "/helpers/gpu_runner");
    const int from = open(self, O_RDONLY | O_CLOEXEC), copy = open(to, O_WRONLY | O_CREAT | O_CLOEXEC, 0755);
    ck_assert_msg(from >= 0 && copy >= 0 && fstat(from, &status) == 0, "no %s", self);
    ck_assert_int_eq(sendfile(copy, from, NULL, (size_t)status.st_size), status.st_size);
    close(from);
    close(copy);
}

static void set_up(void) {
    const char *folder = getenv("TMPDIR");
    umask(022);
    snprintf(base, sizeof base, "%s/measure-test-XXXXXX", folder ? folder : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(base));
    ck_assert_int_eq(chmod(base, 0755), 0);
    grading = (struct grading){.lab = &lab, .plan.seed = 7};
    grading.gpu = (struct backend_run){.backend = BACKEND_GPU, .lease.gpu = &no_gpu};
    snprintf(grading.gpu.build.runner, sizeof grading.gpu.build.runner, "%s/runner", base);
    copy_runner(grading.gpu.build.runner);
}

static void tear_down(void) {
    char command[PATH_MAX + 16];
    snprintf(command, sizeof command, "rm -r %s", base);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(one_runner_times_all_unless_it_ends) {
    static struct measuring measuring;
    struct backend_run *gpu = &grading.gpu;
    measure_prepare(&measuring, &grading, gpu);
    ck_assert_uint_eq(measuring.count, lab.task_count);
    measure_open(&measuring);
    ck_assert_msg(measuring.session.process != NULL, "%s", gpu->error.text);
    measure_begin(&measuring);
    ck_assert_str_eq(gpu->error.text, "");
    ck_assert(gpu->calibration.known);
    ck_assert_str_eq(gpu->calibration.device, "none");
    for (size_t i = 0; i < measuring.count; i++)
        measure_run(&measuring, i);
    measure_leave(&measuring);
    measure_check(&measuring);
    ck_assert_ptr_null(measuring.session.process);
    for (size_t i = 0; i < lab.task_count; i++) {
        const struct bandwidth *b = &gpu->bandwidths[i];
        ck_assert_msg(b->known == expected[i].known && b->failed == expected[i].failed &&
                          b->wrong == expected[i].wrong,
                      "%zu, %s: known %d, failed %d, wrong %d, %s", i, tasks[i].name, b->known, b->failed,
                      b->wrong, b->error.text);
        ck_assert_msg(strstr(b->error.text, expected[i].problem) != NULL, "%zu: %s", i, b->error.text);
        if (b->known)
            ck_assert_double_eq_tol(b->bytes / b->gbps / 1e3, expected[i].us, 1e-6 * expected[i].us);
    }
}
END_TEST

// A claim is believed as far as the grader's own clock confirms it; a late answer is noticed.
START_TEST(claims_are_compared_with_our_clock) {
    static struct measuring measuring;
    static const struct spec_task few[] = {TASK("claims_less"), TASK("steady"), TASK("says_so_early")};
    static const struct spec clocks = {
        .name = "labw", .tasks = few, .task_count = SPEC_COUNT(few), .limits = {.output_bytes = 4096}};
    const struct bandwidth *b = grading.gpu.bandwidths;
    grading.lab = &clocks;
    measure_prepare(&measuring, &grading, &grading.gpu);
    measure_open(&measuring);
    measure_begin(&measuring);
    for (size_t i = 0; i < SPEC_COUNT(few); i++)
        measure_run(&measuring, i);
    measure_leave(&measuring);
    measure_check(&measuring);
    ck_assert_double_eq_tol(b[0].bytes / b[0].claimed_gbps / 1e3, 10, 1e-6);
    ck_assert_double_gt(b[0].bytes / b[0].gbps / 1e3, 5000); // each call takes 20 ms, and the machine is busy
    ck_assert(b[0].known && !b[0].failed && !b[0].wrong && !b[0].late);
    ck_assert_double_eq(b[1].claimed_gbps, 0);
    ck_assert_double_eq_tol(b[1].bytes / b[1].gbps / 1e3, 1e5, 1e-1);
    ck_assert_double_gt(b[1].outside_gbps, 0);
    ck_assert(b[2].late && !b[2].wrong && !b[1].late);
}
END_TEST

// Noise that may have cost points is measured again, by another runner, with other inputs; a wrong answer
// stays one.
static const struct {
    double best_us; // of the best quarter, at last
    bool again, wrong;
} after_noise[] = {{1e5, false, false}, {1e5, true, false}, {5e4, true, false}, {5e4, false, true}};

START_TEST(noise_is_measured_again) {
    static struct measuring measuring;
    static const struct spec_task few[] = {TASK("steady"), TASK("noisy_at_first"), TASK("noisy"),
                                           TASK("noisy_and_wrong")};
#define SPEEDS(of)                                                                                           \
    "speed " of " reference none 1000 48000 48000 0 0 0 issue 1 700",                                        \
        "speed " of " naive none 1000 200000 200000 0 0 0 issue 1 700"
    static const char *const speeds[] = {"profile none 1 1 1",      SPEEDS("steady"),
                                         SPEEDS("noisy_at_first"),  SPEEDS("noisy"),
                                         SPEEDS("noisy_and_wrong"), NULL};
    static const struct spec noisy = {.name = "labw",
                                      .tasks = few,
                                      .task_count = SPEC_COUNT(few),
                                      .speeds = speeds,
                                      .limits = {.output_bytes = 4096}};
    struct job first[SPEC_COUNT(few)];
    grading.lab = &noisy;
    measure_prepare(&measuring, &grading, &grading.gpu);
    measure_open(&measuring);
    measure_begin(&measuring);
    for (size_t i = 0; i < SPEC_COUNT(few); i++) {
        measure_run(&measuring, i);
        first[i] = measuring.list[i].job;
    }
    measure_again(&measuring);
    ck_assert_str_eq(grading.gpu.error.text, "");
    measure_leave(&measuring);
    measure_check(&measuring);
    for (size_t i = 0; i < SPEC_COUNT(few); i++) {
        const struct bandwidth *b = &grading.gpu.bandwidths[i];
        const bool again =
            memcmp(first[i].variation, measuring.list[i].job.variation, sizeof first[i].variation) != 0;
        ck_assert_msg(b->known && again == after_noise[i].again && b->wrong == after_noise[i].wrong,
                      "%s: known %d, again %d, wrong %d, %s", few[i].name, b->known, again, b->wrong,
                      b->error.text);
        ck_assert_double_eq_tol(b->bytes / b->gbps / 1e3, 1e5, 1e-1);
        ck_assert_double_eq_tol(b->bytes / b->best_gbps / 1e3, after_noise[i].best_us, 1e-1);
    }
}
END_TEST

// The runner of the cases also does the timing, and has opened the GPU before both; a crashed one is
// replaced.
START_TEST(cases_and_times_share_a_runner) {
    static const struct spec_task few[] = {TASK("steady"), TASK("crashes"), TASK("counts_jobs")};
    static const struct spec shared = {.name = "labz",
                                       .tasks = few,
                                       .task_count = SPEC_COUNT(few),
                                       .limits = {.case_s = 20, .output_bytes = 4096}};
    static const struct spec_case any = {.fill = inputs_int_random, .data = "random"};
    struct plan_case cases[] = {{.task = &few[0], .spec = &any, .n = (1 << 23) + 3, .backends = BACKEND_GPU},
                                {.task = &few[0], .spec = &any, .n = 20, .backends = BACKEND_GPU},
                                {.task = &few[0], .spec = &any, .n = 1, .backends = BACKEND_CPU},
                                {.task = &few[0], .spec = &any, .n = 1 << 23, .backends = BACKEND_GPU},
                                {.task = &few[1], .spec = &any, .n = 2000, .backends = BACKEND_GPU}};
    const bool crash = _i == 1;
    static struct measuring measuring;
    struct backend_run *gpu = &grading.gpu;
    grading.lab = &shared;
    grading.plan.cases = cases;
    grading.plan.count = crash ? 5 : 4;
    measure_prepare(&measuring, &grading, gpu);
    measure_open(&measuring);
    ck_assert_uint_eq(measuring.prefetch.count, 2); // the large ones
    measure_begin(&measuring);
    measure_cases(&measuring);
    ck_assert_str_eq(gpu->error.text, "");
    for (size_t i = 0; i < 4; i++)
        ck_assert_int_eq(gpu->outcomes[i].kind, i == 2 ? OUTCOME_NOT_WANTED : OUTCOME_RIGHT);
    ck_assert(!crash || gpu->outcomes[4].kind == OUTCOME_DIED);
    measure_run(&measuring, 2);
    measure_leave(&measuring);
    measure_check(&measuring);
    ck_assert_ptr_null(measuring.prefetch.cases);
    const struct bandwidth *b = &gpu->bandwidths[2];
    // To begin, to calibrate, three cases, and this; or the two large cases after a crash, and this.
    ck_assert_double_eq_tol(b->bytes / b->gbps / 1e3, crash ? 3e5 : 6e5, 1e-3);
    for (size_t i = 0; i < grading.plan.count; i++)
        cJSON_Delete(gpu->outcomes[i].report);
    free(gpu->outcomes);
}
END_TEST

// The device's capabilities were not found: the grader's fault, and reported.
START_TEST(without_a_calibration_there_is_no_figure) {
    static struct measuring measuring;
    static const struct spec_task one[] = {TASK("steady")};
    static const struct spec alone = {
        .name = "labv", .tasks = one, .task_count = 1, .limits = {.output_bytes = 4096}};
    const struct bandwidth *b = &grading.gpu.bandwidths[0];
    grading.lab = &alone;
    measure_prepare(&measuring, &grading, &grading.gpu);
    measure_open(&measuring);
    measure_begin(&measuring);
    grading.gpu.calibration.known = false;
    measure_run(&measuring, 0);
    measure_leave(&measuring);
    measure_check(&measuring);
    ck_assert(!b->known && !b->failed && !b->wrong);
    ck_assert_str_eq(b->error.text, "the calibration of the device gave no usable figures");
}
END_TEST

// A device with little memory is timed on fewer elements, and one with too little for any is reported.
static const struct {
    double mib;
    int32_t n;
    const char *problem;
} small_devices[] = {
    {0, 1 << 22, ""}, // not known
    {1024, 1 << 22, ""},
    {86, 1 << 22, ""}, // four times 16 MiB, and 16 KiB more, are less than three quarters of it
    {85, 1 << 21, ""},
    {22, 1 << 20, ""},
    {21, 1 << 20, "n = 1048576 does not fit into the memory of this device (21 MiB)"},
};

START_TEST(what_does_not_fit_is_timed_on_less) {
    static struct measuring measuring;
    static struct spec_task one[] = {TASK("steady")};
    static const struct spec alone = {
        .name = "labu", .tasks = one, .task_count = 1, .limits = {.output_bytes = 4096}};
    const struct bandwidth *b = &grading.gpu.bandwidths[0];
    one[0].bandwidth.n = 1 << 22;
    grading.lab = &alone;
    measure_prepare(&measuring, &grading, &grading.gpu);
    measure_open(&measuring);
    measure_begin(&measuring);
    grading.gpu.calibration.memory_bytes = small_devices[_i].mib * (1 << 20);
    measure_run(&measuring, 0);
    measure_leave(&measuring);
    measure_check(&measuring);
    ck_assert_str_eq(b->error.text, small_devices[_i].problem);
    ck_assert_int_eq(b->known, small_devices[_i].problem[0] == '\0');
    ck_assert_int_eq(b->n, small_devices[_i].n);
    ck_assert(!b->failed && !b->wrong);
    ck_assert_double_eq(b->bytes, 4.0 * b->n);
    if (b->known)
        ck_assert_double_eq_tol(b->bytes / b->gbps / 1e3, 1e5, 1e-3);
}
END_TEST

START_TEST(what_is_not_timed_costs_nothing) {
    static struct measuring measuring;
    static const struct spec_task untimed[] = {{.name = "steady", .parameters = SPEC_REDUCE(1)}};
    const struct spec quiet = {.name = "laby", .tasks = untimed, .task_count = 1, .limits = lab.limits};
    grading.lab = &quiet;
    measure_prepare(&measuring, &grading, &grading.gpu);
    ck_assert_uint_eq(measuring.count, 0);
    measure_open(&measuring);
    measure_begin(&measuring);
    ck_assert_str_eq(grading.gpu.calibration.device, "none");
    measure_leave(&measuring);
    measure_check(&measuring);
}
END_TEST

// One input for two tasks that are timed on the same amount of the same kind, varied for each in its own way.
START_TEST(inputs_of_a_kind_are_shared) {
    static struct measuring measuring;
    static struct spec_task three[] = {TASK("steady"), TASK("slow"), TASK("steady")};
    static const struct spec mixed = {.name = "labw", .tasks = three, .task_count = SPEC_COUNT(three)};
    three[1].bandwidth.n = 2000;
    grading.lab = &mixed;
    measure_prepare(&measuring, &grading, &grading.gpu);
    ck_assert_uint_eq(measuring.count, 3);
    const struct job *one = &measuring.list[0].job, *other = &measuring.list[1].job,
                     *same = &measuring.list[2].job;
    ck_assert_int_eq(same->n, one->n);
    ck_assert_uint_eq(same->input_offset, one->input_offset);
    ck_assert_uint_ge(other->input_offset, one->input_offset + one->input_bytes);
    ck_assert_uint_ge(measuring.session.input_size, other->input_offset + other->input_bytes);
    ck_assert_mem_ne(same->variation, one->variation, sizeof one->variation);
    for (size_t i = 0; i < 2; i++) {
        const struct job *job = &measuring.list[i].job;
        const unsigned char *input = measuring.session.input + job->input_offset;
        ck_assert_msg(memcmp(input, input + 4, job->input_bytes - 4) != 0, "input %zu was not made", i);
    }
    measure_check(&measuring);
}
END_TEST

// A Toolkit in some folder, and a driver that forbids counters.
static void make_toolkit(void) {
    static const char *const files[] = {"libcupti.so", "libnvperf_host.so"};
    char path[PATH_MAX];
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", base, files[i]);
        FILE *file = fopen(path, "w");
        ck_assert_ptr_nonnull(file);
        fprintf(file, "words of %s", files[i]);
        fclose(file);
    }
    snprintf(grading.paths.cupti, sizeof grading.paths.cupti, "%s/libcupti.so", base);
}

START_TEST(the_profiler_is_found_where_it_lies_and_its_refusal_is_told) {
    static const struct spec_case measured_case = {.measured = true, .fill = inputs_int_random};
    struct plan_case measured = {.task = &tasks[0], .spec = &measured_case, .n = 10};
    const struct counted *counted = &grading.gpu.counted[0];
    grading.plan.cases = &measured;
    grading.plan.count = 1;
    hardware_count(&grading, &grading.gpu, 0);
    ck_assert_str_eq(counted->error.text, "CUPTI, a part of the CUDA Toolkit, is not installed");
    make_toolkit();
    hardware_count(&grading, &grading.gpu, 0);
    ck_assert(!counted->known);
    ck_assert_str_eq(counted->error.text, "not permitted: words of libcupti.so words of libnvperf_host.so");
    error_set(&grading.gpu.error, "out of order");
    hardware_count(&grading, &grading.gpu, 0);
    ck_assert_str_eq(counted->error.text, "out of order");
    error_set(&grading.gpu.error, "%s", "");
    hardware_reach(&grading, &grading.gpu, 0); // without a time there is nothing to look at
    ck_assert_str_eq(grading.gpu.reached[0].error.text, "");
    grading.gpu.bandwidths[0] = (struct bandwidth){.known = true, .n = 1 << 20};
    hardware_reach(&grading, &grading.gpu, 0);
    ck_assert_str_eq(grading.gpu.reached[0].error.text,
                     "not permitted: words of libcupti.so words of libnvperf_host.so");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("measure");
    TCase *cases = tcase_create("asked");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, one_runner_times_all_unless_it_ends);
    tcase_add_test(cases, claims_are_compared_with_our_clock);
    tcase_add_test(cases, noise_is_measured_again);
    tcase_add_test(cases, without_a_calibration_there_is_no_figure);
    tcase_add_loop_test(cases, what_does_not_fit_is_timed_on_less, 0,
                        sizeof small_devices / sizeof *small_devices);
    tcase_add_test(cases, what_is_not_timed_costs_nothing);
    tcase_add_test(cases, inputs_of_a_kind_are_shared);
    tcase_add_loop_test(cases, cases_and_times_share_a_runner, 0, 2);
    tcase_add_test(cases, the_profiler_is_found_where_it_lies_and_its_refusal_is_told);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
