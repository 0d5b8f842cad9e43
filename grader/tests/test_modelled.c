// The modelled time: launchers at the timed size, and the messages if they have no time.
// `make check` runs this suite in the plain build alone.
// Inputs: grading
#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "judge/flow.h"

static char folder[] = "/tmp/warplab-modelled-XXXXXX";
static struct grading *grading;

// A sum that is right for any n. At the marker of a test, n is larger than in any case.
static const char source[] = "#include \"lab3.h\"\n"
                             "#include \"warplab.h\"\n"
                             "__global__ void add_kernel(const int *in, int *out, unsigned int n) {\n"
                             "    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;\n"
                             "    for (; i < n; i += gridDim.x * blockDim.x)\n"
                             "        sum += in[i];\n"
                             "    for (int d = 16; d > 0; d /= 2)\n"
                             "        sum += __shfl_down_sync(0xffffffff, sum, d);\n"
                             "    if ((threadIdx.x & 31) == 0)\n"
                             "        atomicAdd(out, (int)sum);\n"
                             "}\n"
                             "__global__ void clear_kernel(int *out) { *out = 0; }\n"
                             "__global__ void other_kernel(int *out) { *out = 1; }\n"
                             "__global__ void race_kernel(int *out) { *out = threadIdx.x; }\n"
                             "__global__ void trap_kernel() { __trap(); }\n"
                             "__global__ void endless_kernel() { for (volatile int i = 0;; i++) ; }\n"
                             "__global__ void nap_kernel() { __nanosleep(1000000); }\n"
                             "__global__ void late_kernel(int *out) {\n"
                             "    unsigned x = 1;\n"
                             "    for (int i = 0; i < 200000; i++) x = x * 3 + (x >> 5);\n"
                             "    out[threadIdx.x] = x;\n"
                             "}\n"
                             "void reduce_shared(const int *d_in, int *d_out, int *d_scratch, int n) {\n"
                             "    int blocks = wl_ceil_div(n, 256), large = n > 1 << 22;\n"
                             "    (void)large, (void)d_scratch;\n"
                             "    %s\n"
                             "    clear_kernel<<<1, 1>>>(d_out);\n"
                             "    CUDA_CHECK(cudaGetLastError());\n"
                             "    if (n == 0)\n"
                             "        return;\n"
                             "    add_kernel<<<blocks, 256>>>(d_in, d_out, n);\n"
                             "    CUDA_CHECK(cudaGetLastError());\n"
                             "    %s\n"
                             "}\n";

static void set_up(void) {
    umask(022);
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    grading = calloc(1, sizeof *grading);
    ck_assert_ptr_nonnull(grading);
}

static void tear_down(void) {
    char command[PATH_MAX];
    grading_free(grading);
    free(grading);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static const struct bandwidth *modelled(const char *first, const char *last) {
    char path[PATH_MAX];
    struct error error = {""};
    snprintf(path, sizeof path, "%s/lab3.cu", folder);
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    fprintf(out, source, first, last);
    fclose(out);
    const struct flow_request request = {
        .lab = "lab3", .submission = path, .backends = BACKEND_CPU, .seeded = true, .seed = 1};
    ck_assert_msg(flow_grade(grading, &request, &error), "%s", error.text);
    ck_assert_int_eq(grading->cpu.build.state, BUILD_DONE);
    ck_assert_str_eq(grading->cpu.error.text, "");
    return &grading->cpu.bandwidths[0];
}

// Actions of a launcher that still has a time.
static const struct {
    const char *first, *last;
} timed[] = {
    {"int *own; if (cudaMalloc(&own, 4ull * n + 4) != cudaSuccess) return;"
     "CUDA_CHECK(cudaMemset(own, 1, 4ull * n));",
     "CUDA_CHECK(cudaFree(own));"},
    {"", "int sum = 1; CUDA_CHECK(cudaMemcpy(&sum, d_out, 4, cudaMemcpyDeviceToHost));"
         "CUDA_CHECK(cudaMemcpy(d_out, &sum, 4, cudaMemcpyHostToDevice));"},
    {"int *both; if (cudaMallocManaged(&both, 4096) != cudaSuccess) return; for (int i = 0; i < 1024; i++) "
     "both[i] = i;",
     "CUDA_CHECK(cudaDeviceSynchronize()); if (both[7] != 7) return; CUDA_CHECK(cudaFree(both));"},
    {"cudaStream_t s; CUDA_CHECK(cudaStreamCreate(&s)); int *own; CUDA_CHECK(cudaMallocAsync(&own, 4ull * n "
     "+ 4, "
     "s));",
     "CUDA_CHECK(cudaFreeAsync(own, s)); CUDA_CHECK(cudaStreamSynchronize(s)); "
     "CUDA_CHECK(cudaStreamDestroy(s));"},
    {"",
     "if (n > 300000) clear_kernel<<<1, 1>>>(d_scratch); if (n > 300000) other_kernel<<<1, 1>>>(d_scratch);"},
    {"static int numbers[2048]; CUDA_CHECK(cudaHostRegister(numbers, sizeof numbers, 0));",
     "numbers[7] = 1; CUDA_CHECK(cudaHostUnregister(numbers));"},
};

static void expect_time(const struct bandwidth *b) {
    ck_assert_msg(b->known, "%s", b->error.text);
    ck_assert_int_eq(b->n, 1 << 24);
    ck_assert_double_eq(b->bytes, 4.0 * (1 << 24));
    ck_assert_double_gt(b->gbps, 0);
    ck_assert_double_eq_tol(b->prediction.us, b->bytes / b->gbps / 1e3, 1e-6 * b->prediction.us);
    ck_assert_int_gt((int)strlen(b->prediction.bound), 0);
    const struct check *check = grading_check(grading, CHECK_BANDWIDTH, "reduce_shared");
    ck_assert_ptr_nonnull(strstr(check->message, "modelled on h200 for n = 16777216"));
}

START_TEST(what_a_launcher_does_at_the_large_size_is_timed) {
    expect_time(modelled(timed[_i].first, timed[_i].last));
}
END_TEST

// Idle blocks are reported if the grid grows with the input, and is too large for it.
static const struct {
    const char *first;
    int idle, blocks; // for n = 2^24
} idle[] = {
    {"", 0, 0},
    {"blocks *= 4;", 196608, 262144},
    {"blocks = wl_ceil_div(4ll * n, 256);", 196608, 262144}, // bytes taken for elements
    {"blocks *= 2;", 65536, 131072},
    {"blocks += blocks / 2;", 0, 0}, // not most of them
    {"if (blocks > 4096) blocks = 4096;", 0, 0},
};

START_TEST(idle_blocks_are_told) {
    const struct bandwidth *b = modelled(idle[_i].first, "");
    expect_time(b);
    ck_assert_double_eq(b->prediction.idle.idle, idle[_i].idle);
    ck_assert_double_eq(b->prediction.idle.blocks, idle[_i].blocks);
    ck_assert_str_eq(b->prediction.idle.kernel, idle[_i].blocks ? "add_kernel" : "");
    const struct check *check = grading_check(grading, CHECK_BANDWIDTH, "reduce_shared");
    ck_assert_msg((strstr(check->message, " blocks of add_kernel (line 31) read no element") != NULL) ==
                      (idle[_i].blocks > 0),
                  "%s", check->message);
    if (check->status == CHECK_FAILED && idle[_i].blocks > 0)
        ck_assert(check->cause == CAUSE_SLOW_IDLE && check->line == 31);
}
END_TEST

static int points_for_answers(void) { return grading_check(grading, CHECK_CORRECT, "reduce_shared")->points; }

// Right in each case, and wrong at the timed size: an answer is missing, as it would be on hardware.
static const struct {
    const char *first, *last;
} wrong_if_large[] = {
    {"if (large) blocks = wl_ceil_div(n /= 16, 256);", ""},
    {"if (large) n--;", ""},
    {"", "if (large) other_kernel<<<1, 1>>>(d_out);"},
};

START_TEST(a_wrong_answer_at_the_timed_size_loses_points_for_answers) {
    const struct bandwidth *b = modelled(wrong_if_large[_i].first, wrong_if_large[_i].last);
    ck_assert(!b->known && b->wrong);
    ck_assert_msg(strstr(b->error.text, "n = 16777216 (random): expected ") != NULL, "%s", b->error.text);
    ck_assert_int_eq(grading_check(grading, CHECK_BANDWIDTH, "reduce_shared")->points, 0);
    ck_assert_int_gt(points_for_answers(), 0);
    ck_assert_int_lt(points_for_answers(), 35);
    ck_assert_int_eq(grading_check(grading, CHECK_CORRECT, "reduce_shared")->cause, CAUSE_SIZE);
}
END_TEST

// Host work and sleeping take time: the call takes more microseconds than this, and 400 without.
static const struct {
    const char *first;
    double us;
} slowed[] = {
    {"if (large) for (volatile int i = 0; i < 10000000; i++) ;", 2000},
    {"if (large) { unsigned x = n; for (int i = 0; i < 20000000; i++) x = x * 3 ^ i; if (x == 1) return; }",
     3000},
    {"if (large) nap_kernel<<<1, 1>>>();", 1300},
    {"if (large) late_kernel<<<1, 32>>>(d_scratch);", 1000},
};

START_TEST(what_is_done_at_the_timed_size_alone_takes_time) {
    const struct bandwidth *b = modelled(slowed[_i].first, "");
    ck_assert_msg(b->known, "%s", b->error.text);
    ck_assert_double_gt(b->prediction.us, slowed[_i].us);
}
END_TEST

static double copy_gbps(const char *submission) {
    struct error error = {""};
    const struct flow_request request = {
        .lab = "lab1", .submission = submission, .backends = BACKEND_CPU, .seeded = true, .seed = 1};
    grading_free(grading);
    *grading = (struct grading){0};
    ck_assert_msg(flow_grade(grading, &request, &error), "%s", error.text);
    for (size_t t = 0; t < grading->lab->task_count; t++)
        if (grading->cpu.bandwidths[t].known)
            return grading->cpu.bandwidths[t].gbps;
    return 0;
}

// Each thread of the naive copy has a stretch of its own.
START_TEST(stretches_are_slow) {
    const double side_by_side = copy_gbps("solutions/lab1"),
                 stretches = copy_gbps("grader/course/lab1/naive");
    ck_assert_double_gt(stretches, 0);
    ck_assert_double_lt(2 * stretches, side_by_side);
}
END_TEST

static const struct {
    const char *first, *last, *says;
} timeless[] = {
    {"if (large) return;", "", "no kernel is launched"},
    {"for (volatile int i = 0; large; i++) ;", "", "n = 16777216: "},
    {"if (large) { volatile int *nowhere = 0; *nowhere = 1; }", "", "does not come back"},
    {"", "if (large) trap_kernel<<<1, 1>>>();", "__trap() ended the kernel"},
    {"if (large) add_kernel<<<1, 2048>>>(d_in, d_out, n);", "", "n = 16777216"},
    {"if (large) endless_kernel<<<1, 1>>>();", "", "instructions of warps"},
};

START_TEST(without_a_time_it_is_said_why) {
    const struct bandwidth *b = modelled(timeless[_i].first, timeless[_i].last);
    ck_assert(!b->known);
    ck_assert_msg(strstr(b->error.text, timeless[_i].says) != NULL, "%s", b->error.text);
    const struct check *check = grading_check(grading, CHECK_BANDWIDTH, "reduce_shared");
    ck_assert_int_eq(check->points, 0);
    ck_assert_int_eq(check->status, CHECK_FAILED);
    ck_assert_int_gt(check->line, 0);
}
END_TEST

// A lack of memory that a GPU would not have neither earns nor costs points.
START_TEST(without_memory_it_is_open) {
    const struct bandwidth *b =
        modelled("int *own = 0; if (large) CUDA_CHECK(cudaMalloc(&own, 200ull * n));", "");
    ck_assert(!b->known && b->starved);
    const struct check *check = grading_check(grading, CHECK_BANDWIDTH, "reduce_shared");
    ck_assert_int_eq(check->status, CHECK_OPEN);
    ck_assert_int_eq(grading->open_points, 20);
}
END_TEST

// A wrong task, and one with a race, are not timed.
START_TEST(what_is_wrong_has_no_time) {
    const struct bandwidth *b = modelled(_i ? "race_kernel<<<1, 64>>>(d_scratch);" : "n = n / 2;", "");
    ck_assert(!b->known);
    ck_assert_str_eq(b->error.text, "it is not right, or not safe");
    const struct check *check = grading_check(grading, CHECK_BANDWIDTH, "reduce_shared");
    ck_assert_int_eq(check->points, 0);
    ck_assert_int_eq(check->status, CHECK_SKIPPED);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("modelled");
    TCase *cases = tcase_create("asked");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 240);
    tcase_add_loop_test(cases, what_a_launcher_does_at_the_large_size_is_timed, 0,
                        sizeof timed / sizeof *timed);
    tcase_add_loop_test(cases, idle_blocks_are_told, 0, sizeof idle / sizeof *idle);
    tcase_add_loop_test(cases, without_a_time_it_is_said_why, 0, sizeof timeless / sizeof *timeless);
    tcase_add_loop_test(cases, what_is_wrong_has_no_time, 0, 2);
    tcase_add_test(cases, without_memory_it_is_open);
    tcase_add_loop_test(cases, a_wrong_answer_at_the_timed_size_loses_points_for_answers, 0,
                        sizeof wrong_if_large / sizeof *wrong_if_large);
    tcase_add_loop_test(cases, what_is_done_at_the_timed_size_alone_takes_time, 0,
                        sizeof slowed / sizeof *slowed);
    tcase_add_test(cases, stretches_are_slow);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
