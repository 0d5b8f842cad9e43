// The program `grade` as it is typed: exit codes, what goes to which stream, odd input, and Ctrl-C. Whatever
// happens, nothing stays behind in the temporary directory.
#include <check.h>
#include <cjson/cJSON.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/gpus.h"
#include "engine/model/profile.h"

enum { MAX_WORDS = 12, TEXT = 1 << 18 };

static char scratch[] = "/tmp/warplab-grade-XXXXXX";
static char out[TEXT], err[TEXT];

static void scratch_path(char *to, size_t size, const char *name) {
    snprintf(to, size, "%s/%s", scratch, name);
}

static void read_text(const char *name, char *to) {
    char path[256];
    scratch_path(path, sizeof path, name);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    to[fread(to, 1, TEXT - 1, file)] = '\0';
    fclose(file);
}

static void redirect(int fd, const char *name) {
    char path[256];
    scratch_path(path, sizeof path, name);
    dup2(open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644), fd);
}

// Starts ./grade with a temporary directory of its own.
static pid_t start(const char *const *words) {
    const pid_t child = fork();
    if (child != 0)
        return child;
    char *arguments[MAX_WORDS + 2] = {(char *)"grade"}, temporary[256];
    for (int i = 0; i < MAX_WORDS && words[i]; i++)
        arguments[i + 1] = (char *)words[i];
    scratch_path(temporary, sizeof temporary, "tmp");
    setenv("TMPDIR", temporary, 1);
    redirect(STDOUT_FILENO, "out");
    redirect(STDERR_FILENO, "err");
    execv("./grade", arguments);
    _exit(127);
}

static int entries_in(const char *name) {
    char path[256];
    scratch_path(path, sizeof path, name);
    DIR *directory = opendir(path);
    ck_assert_ptr_nonnull(directory);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(directory));)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

static int finish(pid_t child) {
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status), "grade died of signal %d", WTERMSIG(status));
    ck_assert_int_eq(entries_in("tmp"), 0);
    read_text("out", out);
    read_text("err", err);
    return WEXITSTATUS(status);
}

static int grade(const char *const *words) { return finish(start(words)); }

static const struct {
    const char *words[MAX_WORDS];
    int code;
    const char *out, *err; // parts of what is printed; "" for nothing at all
} lines[] = {
    {{"--help"}, 0, "usage: ./grade LAB", ""},
    {{NULL}, 2, "", "which lab?"},
    {{"lba3"}, 2, "", "unknown lab lba3; did you mean lab3?"},
    {{"lab3", "--jsn", "x"}, 2, "", "unknown option --jsn; did you mean --json?"},
    {{"lab3", "--hint", "1"}, 0, "Hint 1 of", ""},
    {{"lab3", "--hint", "99"}, 2, "", "lab3 has"},
    {{"lab3", "--submission", "no/such/file.cu"},
     2,
     "",
     "cannot read the submission no/such/file.cu: No such file"},
    {{"lab3", "--submission", "grader"}, 2, "", "cannot read the submission grader/lab3.cu"},
    {{"lab3", "--submission", "/dev/null"}, 2, "", "something special, not a file"},
    {{"lab3", "--submission", "solutions/lab3", "--backend", "cpu", "--quiet"}, 0, "", ""},
    {{"lab3", "--backend", "cpu", "--quiet", "--json", "/dev/full"}, 2, "", "No space left on device"},
    {{"lab3", "--backend", "cpu", "--quiet", "--json", "no/such/folder/x"},
     2,
     "",
     "No such file or directory"},
    {{"lab3", "--backend", "cpu"}, 1, "Hint 1 of", ""},
    {{"lab3", "--submission", "solutions/lab3", "--backend", "cpu", "--counters"},
     0,
     "The GPU's counters were not read: no GPU was used",
     ""},
    {{"lab1", "--backend", "cpu"}, 1, "not judged yet, 95 points: answers", ""},
};

static void expect_text(const char *text, const char *part) {
    if (part[0] == '\0')
        ck_assert_str_eq(text, "");
    else
        ck_assert_msg(strstr(text, part) != NULL, "\"%s\" does not say \"%s\"", text, part);
}

START_TEST(each_line_ends_as_it_should) {
    ck_assert_int_eq(grade(lines[_i].words), lines[_i].code);
    expect_text(out, lines[_i].out);
    expect_text(err, lines[_i].err);
}
END_TEST

START_TEST(json_alone_on_standard_output) {
    ck_assert_int_eq(grade((const char *const[]){"lab3", "--backend", "cpu", "--json", "-", NULL}), 1);
    cJSON *result = cJSON_Parse(out);
    ck_assert_ptr_nonnull(result);
    ck_assert_int_le(cJSON_GetObjectItem(result, "score")->valueint, 15);
    ck_assert_ptr_nonnull(strstr(err, "Score: "));
    cJSON_Delete(result);
}
END_TEST

START_TEST(a_seed_repeats_the_result) {
    static char first[TEXT];
    const char *const words[] = {"lab3",
                                 "--submission",
                                 "grader/course/lab3/fixtures/first_block_only",
                                 "--backend",
                                 "cpu",
                                 "--seed",
                                 "abc",
                                 "--json",
                                 "-",
                                 "--quiet",
                                 NULL};
    ck_assert_int_eq(grade(words), 1);
    cJSON *a = cJSON_Parse(out), *b;
    strcpy(first, out);
    ck_assert_int_eq(grade(words), 1);
    b = cJSON_Parse(out);
    // Memory is measured, so it may differ; all the rest is drawn from the seed.
    cJSON_DeleteItemFromObject(cJSON_GetObjectItem(cJSON_GetObjectItem(a, "backends"), "cpu"), "peak_bytes");
    cJSON_DeleteItemFromObject(cJSON_GetObjectItem(cJSON_GetObjectItem(b, "backends"), "cpu"), "peak_bytes");
    ck_assert_msg(cJSON_Compare(a, b, 1), "%s\n%s", first, out);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(a, "seed")), "0000000000000abc");
    cJSON_Delete(a);
    cJSON_Delete(b);
}
END_TEST

START_TEST(lines_are_at_most_one_hundred_columns) {
    ck_assert_int_eq(grade((const char *const[]){"lab3", "--backend", "cpu", NULL}), 1);
    for (const char *line = out; *line; line += strcspn(line, "\n") + 1)
        ck_assert_msg(strcspn(line, "\n") <= 100, "too long: %.*s", (int)strcspn(line, "\n"), line);
    ck_assert_ptr_null(strchr(out, '\033'));
}
END_TEST

static void write_program(const char *name, const char *text) {
    char path[256];
    scratch_path(path, sizeof path, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(chmod(path, 0755), 0);
}

static void in_scratch(int (*action)(const char *), const char *name) {
    char path[256];
    scratch_path(path, sizeof path, name);
    ck_assert_int_eq(action(path), 0);
}

static int make_folder(const char *path) { return mkdir(path, 0755); }

// A toolkit that is found first, whose nvcc fails with this message.
static void make_toolkit(const char *message) {
    char path[4096], bin[256], program[1024];
    in_scratch(make_folder, "toolkit");
    in_scratch(make_folder, "toolkit/bin");
    snprintf(program, sizeof program, "#!/bin/sh\necho '%s' >&2\nexit 1\n", message);
    write_program("toolkit/bin/nvcc", program);
    scratch_path(bin, sizeof bin, "toolkit/bin");
    snprintf(path, sizeof path, "%s:%s", bin, getenv("PATH"));
    setenv("PATH", path, 1);
}

static void remove_toolkit(void) {
    in_scratch(unlink, "toolkit/bin/nvcc");
    in_scratch(rmdir, "toolkit/bin");
    in_scratch(rmdir, "toolkit");
}

// nvcc takes g++ up to some version. That this machine's is newer is no fault of the submission.
START_TEST(a_toolkit_that_refuses_the_compiler_costs_no_points) {
    make_toolkit(
        "/x/crt/host_config.h:132:2: error: #error -- unsupported GNU version! gcc versions later than 12 "
        "are not supported!");
    unsetenv("NVCC");
    grade((const char *const[]){"lab3", "--submission", "solutions/lab3", "--full", NULL});
    remove_toolkit();
    ck_assert_msg(strstr(out, "NVCC_CCBIN") && !strstr(out, "FAIL"), "%s", out);
}
END_TEST

// What nvcc refuses does not compile on the course's machine: the CPU engine's answers earn nothing then.
START_TEST(a_source_that_nvcc_refuses_earns_nothing) {
    make_toolkit("lab3.cu(9): error: identifier \"limit\" is undefined in device code");
    unsetenv("NVCC");
    const int code = grade(
        (const char *const[]){"lab3", "--submission", "solutions/lab3", "--seed", "7", "--json", "-", NULL});
    remove_toolkit();
    cJSON *report = cJSON_Parse(out), *check = NULL;
    ck_assert_int_eq(code, 1);
    ck_assert_int_eq(cJSON_GetObjectItem(report, "score")->valueint, 0);
    cJSON_ArrayForEach(check, cJSON_GetObjectItem(report, "checks")) {
        const int build = strcmp(cJSON_GetStringValue(cJSON_GetObjectItem(check, "id")), "build") == 0;
        ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(check, "status")),
                         build ? "failed" : "skipped");
        const cJSON *source = cJSON_GetObjectItem(check, "source");
        if (build)
            ck_assert_int_eq(cJSON_GetObjectItem(source, "line")->valueint, 9);
    }
    cJSON_Delete(report);
}
END_TEST

// Without a GPU nvcc takes what the graded device has, and not its own oldest one alone.
START_TEST(nvcc_compiles_for_the_graded_device) {
    char expected[64];
    const struct simt_profile *device = simt_profile_builtin("h200");
    snprintf(expected, sizeof expected, "-arch=sm_%u%u", device->capability_major, device->capability_minor);
    if (gpus_here()->count > 0)
        snprintf(expected, sizeof expected, "-arch=%s", gpus_here()->arch);
    make_toolkit("lab3.cu(9): error: '\"$*\"'");
    unsetenv("NVCC");
    grade((const char *const[]){"lab3", "--submission", "solutions/lab3", NULL});
    remove_toolkit();
    ck_assert_msg(strstr(out, expected) != NULL, "%s", out);
}
END_TEST

START_TEST(an_empty_nvcc_leaves_the_toolkit_out) {
    make_toolkit("");
    setenv("NVCC", "", 1);
    const int code = grade((const char *const[]){"lab3", "--backend", "gpu", NULL});
    remove_toolkit();
    ck_assert_int_eq(code, 2);
    ck_assert_msg(strstr(err, "there is no CUDA Toolkit (nvcc)") != NULL, "%s", err);
}
END_TEST

// Waits until the stage is there and compilers or runners are at work.
static void wait_for_work(void) {
    const struct timespec moment = {0, 20 * 1000 * 1000};
    while (entries_in("tmp") == 0)
        nanosleep(&moment, NULL);
}

static const int delays_ms[] = {0, 300, 1200, 2500};

START_TEST(ctrl_c_leaves_nothing_behind) {
    const pid_t child = start((const char *const[]){
        "lab3", "--submission", "grader/course/lab3/fixtures/endless_loop", "--backend", "cpu", NULL});
    wait_for_work();
    const struct timespec delay = {delays_ms[_i] / 1000, delays_ms[_i] % 1000 * 1000000};
    nanosleep(&delay, NULL);
    ck_assert_int_eq(kill(child, SIGINT), 0);
    ck_assert_int_eq(finish(child), 128 + SIGINT);
    ck_assert_ptr_nonnull(strstr(err, "stopped"));
    ck_assert_str_eq(out, "");
}
END_TEST

static void remove_scratch(void) {
    static const char *const names[] = {"out", "err"};
    char path[256];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        scratch_path(path, sizeof path, names[i]);
        unlink(path);
    }
    scratch_path(path, sizeof path, "tmp");
    rmdir(path);
    rmdir(scratch);
}

int main(void) {
    char path[256];
    if (!mkdtemp(scratch) || chmod(scratch, 0755) != 0)
        return 1;
    scratch_path(path, sizeof path, "tmp");
    if (mkdir(path, 0755) != 0)
        return 1;
    Suite *suite = suite_create("grade");
    TCase *cases = tcase_create("command");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, each_line_ends_as_it_should, 0, (int)(sizeof lines / sizeof lines[0]));
    tcase_add_test(cases, json_alone_on_standard_output);
    tcase_add_test(cases, a_seed_repeats_the_result);
    tcase_add_test(cases, lines_are_at_most_one_hundred_columns);
    tcase_add_test(cases, a_toolkit_that_refuses_the_compiler_costs_no_points);
    tcase_add_test(cases, a_source_that_nvcc_refuses_earns_nothing);
    tcase_add_test(cases, nvcc_compiles_for_the_graded_device);
    tcase_add_test(cases, an_empty_nvcc_leaves_the_toolkit_out);
    tcase_add_loop_test(cases, ctrl_c_leaves_nothing_behind, 0,
                        (int)(sizeof delays_ms / sizeof delays_ms[0]));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    remove_scratch();
    return failed == 0 ? 0 : 1;
}
