// Small programs from outside the labs: each is built by simtcc as nvcc would build it, run, and must print
// the output of a GPU and get the verdict in its row. Honest submissions get their points, or are refused for
// what they have written. Inputs: grading grader/tests/cases
#include <check.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "skip.h"

enum { CLEAN = 0, ERRORS = 86, MESSAGES = 1 << 14 };

static char root[PATH_MAX]; /* the repository */
static char built[sizeof "/tmp/test_cases.XXXXXX"];

static const struct {
    const char *program, *options, *arguments;
    const char *prints; /* on standard output, if not NULL */
    int code;
    const char *says, *says_too; /* on standard error, if not NULL */
} rows[] = {
    {"guide_bcast", "", "", "good\n", CLEAN, NULL, NULL},
    {"shfl_uninit_nonleader", "-DV=1", "", "V1 0 32\n", CLEAN, NULL, NULL},
    {"shfl_uninit_nonleader", "-DV=2", "", "V2 0 32\n", CLEAN, NULL, NULL},
    {"shfl_uninit_nonleader", "-DV=3", "", "V3 0 32\n", CLEAN, NULL, NULL},
    {"shfl_uninit_nonleader", "-DV=4", "", NULL, CLEAN, NULL, NULL},
    {"shfl_uninit_nonleader", "-DV=5", "", "V5 0 16\n", CLEAN, NULL, NULL},
    {"shfl_uninit_nonleader", "-DV=6", "", "V6 0 32\n", CLEAN, NULL, NULL},
    {"shfl_uninit_nonleader", "-DV=7", "", NULL, CLEAN, NULL, NULL},
    {"shuffle_within_eight", "", "", "28\n190\n", CLEAN, NULL, NULL},
    {"tile_overwritten", "", "", "100\n", ERRORS, "tile_overwritten.cu:7: error: race",
     "help: threads of several warps touch the same bytes"},
    {"barrier_behind_exit", "", "1", "59 0\n", CLEAN, "barrier_behind_exit.cu:8: remark: some threads", NULL},
    {"barrier_behind_exit", "", "2", "59 0\n", CLEAN, "barrier_behind_exit.cu:18: remark: some", NULL},
    {"barrier_behind_exit", "", "3", "30 59\n", CLEAN, "barrier_behind_exit.cu:25: remark: some", NULL},
    {"barrier_behind_exit", "", "4", "59 0\n", CLEAN, NULL, NULL},
    {"flag_before_data", "", "1", "42\n", ERRORS, "flag_before_data.cu:46: error: race",
     "cu:9: note: the other"},
    {"flag_before_data", "", "2", "42\n", ERRORS, "flag_before_data.cu:46: error: race",
     "cu:14: note: the other"},
    {"flag_before_data", "", "3", "42\n", ERRORS, "flag_before_data.cu:46: error: race",
     "cu:20: note: the other"},
    {"flag_before_data", "", "4", "42\n", ERRORS, "flag_before_data.cu:46: error: race",
     "cu:23: note: the other"},
    {"flag_before_data", "", "5", "42\n", CLEAN, NULL, NULL},
    {"flag_before_data", "", "6", "42\n", CLEAN, NULL, NULL},
    {"index_past_2_31", "", "1", "an illegal memory access was encountered\n", ERRORS,
     "index_past_2_31.cu:10: error: out_of_bounds", "an int passed 2^31"},
    {"index_past_2_31", "", "2", "an illegal memory access was encountered\n", ERRORS,
     "index_past_2_31.cu:14: error: out_of_bounds",
     "before element 2151677952 of an array: an int passed 2^31"},
    {"index_past_2_31", "", "3", "no error\n", CLEAN, NULL, NULL},
    {"copied_garbage", "", "1", "0 0\n", CLEAN, "copied_garbage.cu:24: remark: nothing has written the bytes",
     NULL},
    {"copied_garbage", "", "2", "0 0\n", CLEAN, "copied_garbage.cu:24: remark: nothing has written the bytes",
     NULL},
    {"copied_garbage", "", "3", "0 1\n", CLEAN, NULL, NULL},
    {"copied_garbage", "", "4", "1 1\n", CLEAN, NULL, NULL},
    {"needless_barriers", "", "1", "63 0\n", CLEAN,
     "needless_barriers.cu:7: remark: this barrier ordered nothing",
     "needless_barriers.cu:15: remark: this barrier ordered nothing"},
    {"needless_barriers", "", "2", "2016 0\n", CLEAN, NULL, NULL},
    {"needless_barriers", "", "3", "2016 0\n", CLEAN, NULL, NULL},
    {"needless_barriers", "", "4", "31 0\n", CLEAN, NULL, NULL},
    {"needless_barriers", "", "5", "65 65\n", CLEAN, NULL, NULL},
    {"host_part", "", "", "42 3 38 1 d\n1 1 7 2 host 40\nthrown\n", CLEAN, NULL, NULL},
    {"host_part", "--unchecked", "", "42 3 38 1 d\n1 1 7 2 host 40\nthrown\n", CLEAN, "--unchecked", NULL},
    {"first_nan", "", "1", "nan nan\n", CLEAN, "first_nan.cu:6: remark: the first NaN that finite", NULL},
    {"first_nan", "", "2", "inf 0\n", CLEAN, "first_nan.cu:8: remark: the first infinity", "or log(0)"},
    {"first_nan", "", "3", "inf inf\n", CLEAN, "first_nan.cu:9: remark: the first infinity", "too large"},
    {"first_nan", "", "4", "nan nan\n", CLEAN, "first_nan.cu:10: remark: the first NaN", NULL},
    {"first_nan", "", "5", "nan 1\n", CLEAN, NULL, NULL},
    {"first_nan", "", "6", "7 inf\n", CLEAN, "first_nan.cu:20: remark: the first infinity", "by 0"},
    {"first_nan", "", "7", "1 nan\n", CLEAN, "first_nan.cu:11: remark: the first NaN", NULL},
    {"untyped_kernels", "", "", "68 no error\n71 60000 no error\n", CLEAN, NULL, NULL},
    {"asm_constraint_concat", "", "", "496\n", CLEAN, NULL, NULL},
    {"carveout", "", "", "ok\n", CLEAN, NULL, NULL},
    {"named_barrier", "", "", "32\n", CLEAN, NULL, NULL},
    {"other_scripts", "", "", "63 0\n", CLEAN, NULL, NULL},
    {"numeric_limits", "", "", "", CLEAN, NULL, NULL},
    {"static_member_of_template", "", "", "7 0\n", CLEAN, NULL, NULL},
    {"memory_of", "", "", "1 2 2 4 8\nno error no error cudaErrorCooperativeLaunchTooLarge\n7 0\n", CLEAN,
     "memory_of.cu:16: remark: some threads of the block have ended", NULL},
    {"video_math", "", "", "0\n", CLEAN, NULL, NULL},
    {"libcudacxx", "", "", "15.5 44.5 63 0\n8 no error\n", CLEAN, NULL, NULL},
    {"cuda_std_span", "", "", "4\n", CLEAN, NULL, NULL},
    {"cub_blocks", "", "", "48896 0 32421 0 255\n231 246 255 236 no error\n", CLEAN,
     "remark: this barrier ordered nothing", NULL},
    {"cub_blocks", "", "1", NULL, ERRORS, "cub_blocks.cu:26: error: race", NULL},
    {"cub_device", "", "",
     "sum 9978629 want 9978629 no error\nscan 9978629 want 9978629 no error\nsort 1 no error\n"
     "histogram 1 no error\n",
     CLEAN, NULL, NULL},
};

/* Programs that need a library: a header of it shows whether it is installed. */
static const struct {
    const char *program, *header;
} needs[] = {
    {"libcudacxx", "cuda/std/array"},
    {"cuda_std_span", "cuda/std/span"},
    {"cub_blocks", "cub/config.cuh"},
    {"cub_device",
     "cub/detail/strong_load.cuh"}}; /* older ones load by ld.cg what others store: strictly a data race */

static bool is_missing(const char *program) {
    static const char *const folders[] = {"/usr/include", "/usr/local/cuda/include/cccl"};
    bool missing = false;
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        if (strcmp(program, needs[i].program) != 0)
            continue;
        missing = true;
        for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
            char path[PATH_MAX];
            snprintf(path, sizeof path, "%s/%s", folders[k], needs[i].header);
            missing &= access(path, R_OK) != 0;
        }
    }
    return missing;
}

static const struct {
    const char *submission; /* its name ends in that of its lab */
    int code;
    const char *says, *says_too; /* the report, if not NULL */
} graded[] = {
    {"function_pointer.lab3", 0, "Score: 100 / 100", NULL},
    {"table_of_numbers.lab3", 0, "Score: 100 / 100", NULL},
    {"grid_sync_locals.lab3", 0, "Score: 100 / 100", NULL},
    {"lookback.lab6", 0, "Score: 100 / 100", NULL},
    {"string_stream.lab3", 1, "a lab must not use std::ostringstream: it reaches for files or strings",
     ".cu:21: "},
    {"block_barrier.lab3", 1, "a lab must not use cuda::barrier: it is not for this lab; use __syncthreads",
     NULL},
    {"main_left_in.lab3", 1, "a lab must not define main", "put yours between #ifdef TRY and #endif"},
    {"thrown.lab3", 1, "an exception that is thrown is not for a lab: use a value that the function returns",
     ".cu:20: "},
};

// The contents of a file of this name, up to a size.
static void read_file(const char *name, char *text) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", built, name);
    FILE *in = fopen(path, "r");
    ck_assert_ptr_nonnull(in);
    text[fread(text, 1, MESSAGES - 1, in)] = '\0';
    fclose(in);
}

START_TEST(as_on_a_gpu) {
    char command[3 * PATH_MAX], printed[MESSAGES], messages[MESSAGES];
    if (is_missing(rows[_i].program))
        test_skip(
            "a library of CUDA's is not installed (libcu++-dev, libcub-dev, or the CUDA Toolkit from 13 on)");
    snprintf(command, sizeof command, "'%s/build/bin/simtcc' %s '%s/grader/tests/cases/%s.cu' -o %s/%d", root,
             rows[_i].options, root, rows[_i].program, built, _i);
    ck_assert_msg(system(command) == 0, "%s %s does not compile", rows[_i].program, rows[_i].options);
    snprintf(command, sizeof command, "%s/%d %s >%s/printed 2>%s/messages", built, _i, rows[_i].arguments,
             built, built);
    const int status = system(command);
    read_file("printed", printed);
    read_file("messages", messages);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == rows[_i].code, "%s %s: %d\n%.2000s",
                  rows[_i].program, rows[_i].options, WEXITSTATUS(status), messages);
    if (rows[_i].prints)
        ck_assert_str_eq(printed, rows[_i].prints);
    if (rows[_i].code == CLEAN && !rows[_i].says)
        ck_assert_str_eq(messages, "");
    const char *const wanted[] = {rows[_i].says, rows[_i].says_too};
    for (int k = 0; k < 2; k++)
        ck_assert_msg(!wanted[k] || strstr(messages, wanted[k]), "%s: no \"%s\" in\n%.2000s",
                      rows[_i].program, wanted[k] ? wanted[k] : "", messages);
}
END_TEST

// The report's words, without the ends of its lines.
static void join_lines(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++)
        if (*from != '\n' && *from != ' ')
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    *to = '\0';
}

START_TEST(honest_submissions) {
    char command[3 * PATH_MAX], report[MESSAGES];
    const char *const lab = strrchr(graded[_i].submission, '.') + 1;
    snprintf(command, sizeof command,
             "'%s/grade' %s --submission '%s/grader/tests/cases/%s.cu' >%s/printed 2>&1", root, lab, root,
             graded[_i].submission, built);
    const int status = system(command);
    read_file("printed", report);
    join_lines(report);
    const char *const wanted[] = {graded[_i].says, graded[_i].says_too};
    for (int k = 0; k < 2; k++)
        ck_assert_msg(!wanted[k] || strstr(report, wanted[k]), "%s: no \"%s\" in\n%.3000s",
                      graded[_i].submission, wanted[k] ? wanted[k] : "", report);
    ck_assert_int_eq(WEXITSTATUS(status), graded[_i].code);
}
END_TEST

static void make_folder(void) {
    strcpy(built, "/tmp/test_cases.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(built));
}

static void remove_folder(void) {
    char command[PATH_MAX];
    snprintf(command, sizeof command, "rm -r %s", built);
    ck_assert_int_eq(system(command), 0);
}

int main(int argc, char **argv) {
    (void)argc;
    char self[PATH_MAX];
    if (!realpath(argv[0], self))
        return 2;
    snprintf(root, sizeof root, "%s", dirname(dirname(dirname(self))));
    Suite *suite = suite_create("cases");
    TCase *cases = tcase_create("programs");
    tcase_add_unchecked_fixture(cases, make_folder, remove_folder);
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, as_on_a_gpu, 0, (int)(sizeof rows / sizeof rows[0]));
    suite_add_tcase(suite, cases);
    TCase *submissions = tcase_create("submissions");
    tcase_add_unchecked_fixture(submissions, make_folder, remove_folder);
    tcase_set_timeout(submissions, 300);
    tcase_add_loop_test(submissions, honest_submissions, 0, (int)(sizeof graded / sizeof graded[0]));
    suite_add_tcase(suite, submissions);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
