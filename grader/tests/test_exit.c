// The end of a program with the engine in it: exit code, messages and report file, also after a crash.
#include <check.h>
#include <cjson/cJSON.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/exec/exit.h"
#include "engine/report/errors.h"
#include "engine/report/report.h"
#include "simt/abi.h"
#include "simt/runtime_functions.h"
#include "simt/simt.h"

enum { CLEAN_CODE = 3, TEXT = 4096 };

static void add_error(void) {
    struct simt_actor actor = {.pc = (uintptr_t)add_error + 1};
    simt_error_add(SIMT_API, SIMT_SPACE_HOST, &actor, NULL, "planted");
}

static void end_cleanly(void) { exit(CLEAN_CODE); }

static void end_with_error(void) {
    add_error();
    exit(CLEAN_CODE);
}

// An error found by a function that the program itself registered, before the report is made.
static void end_with_late_error(void) {
    atexit(add_error);
    exit(CLEAN_CODE);
}

static void end_with_leak(void) {
    simt_add_last_check(add_error);
    simt_add_last_check(add_error); // once is enough: the report must count one
    exit(CLEAN_CODE);
}

static void crash(void) { abort(); }

static void crash_with_error(void) {
    add_error();
    abort();
}

static void fail_on_host(void) { simt_assert_failed("truth", "a.cu", 3, "main"); }

static void (*volatile nothing)(void);
static void call_nothing(void) {
    nothing();
    add_error(); // so that the call above is no tail call
}

static void end_at_once(void) { simt_exit_now(CLEAN_CODE); }

static void end_at_once_with_error(void) {
    add_error();
    simt_exit_now(CLEAN_CODE);
}

static void end_embedded(void) {
    simt_embed();
    add_error();
    exit(CLEAN_CODE);
}

// More than any device has, requested twice.
static void ask_for_too_much(void) {
    void *memory;
    cudaMalloc(&memory, (size_t)1 << 45);
    cudaMalloc(&memory, (size_t)1 << 45);
    exit(CLEAN_CODE);
}

static void ask_for_too_much_embedded(void) {
    simt_embed();
    ask_for_too_much();
}

static const struct {
    const char *what;
    void (*end)(void);
    int code;     // -1: ends by a signal
    int errors;   // in the report; -1: there is none
    bool printed; // the error's message
} ends[] = {
    {"clean", end_cleanly, CLEAN_CODE, 0, false},
    {"an error", end_with_error, SIMT_EXIT_ERRORS, 1, true},
    {"an error in the program's atexit function", end_with_late_error, SIMT_EXIT_ERRORS, 1, true},
    {"an error in a last check", end_with_leak, SIMT_EXIT_ERRORS, 1, true},
    {"a crash", crash, -1, 0, false},
    {"a crash after an error", crash_with_error, SIMT_EXIT_ERRORS, 1, true},
    {"simt_exit_now", end_at_once, CLEAN_CODE, 0, false},
    {"simt_exit_now after an error", end_at_once_with_error, SIMT_EXIT_ERRORS, 1, true},
    {"embedded", end_embedded, CLEAN_CODE, -1, false},
};

static char directory[] = "/tmp/warplab-exit-XXXXXX";
static char path[sizeof directory + 16];

static void make_directory(void) {
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/report.json", directory);
}

static void remove_directory(void) {
    unlink(path);
    ck_assert_int_eq(rmdir(directory), 0); // nothing half-written was left in it
}

// Runs `end` in a process of its own; returns its wait status, and its output on standard error.
static int run_end(void (*end)(void), char text[TEXT]) {
    int pipe_ends[2];
    ck_assert_int_eq(pipe(pipe_ends), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(pipe_ends[1], STDERR_FILENO);
        close(pipe_ends[0]);
        close(pipe_ends[1]);
        setenv("SIMT_REPORT", path, 1);
        end();
        _exit(0);
    }
    ck_assert_int_gt(child, 0);
    close(pipe_ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(pipe_ends[0], text + length, TEXT - 1 - length)) > 0;)
        length += (size_t)got;
    text[length] = '\0';
    close(pipe_ends[0]);
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return status;
}

// Errors that the report file lists, each counted as often as it says; -1 if there is no file.
static int reported_errors(void) {
    FILE *file = fopen(path, "r");
    if (!file)
        return -1;
    char text[TEXT];
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    cJSON *report = cJSON_Parse(text);
    ck_assert_msg(report != NULL, "not JSON: %s", text);
    int count = 0;
    const cJSON *error;
    cJSON_ArrayForEach(error, cJSON_GetObjectItem(report, "errors")) count +=
        cJSON_GetObjectItem(error, "count")->valueint;
    cJSON_Delete(report);
    return count;
}

START_TEST(program_ends_as_agreed) {
    char text[TEXT];
    int status = run_end(ends[_i].end, text);
    if (ends[_i].code < 0)
        ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT, "%s: %x", ends[_i].what, status);
    else
        ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == ends[_i].code, "%s: %x", ends[_i].what,
                      status);
    ck_assert_msg(reported_errors() == ends[_i].errors, "%s: %d", ends[_i].what, reported_errors());
    ck_assert_msg((strstr(text, "error: api: planted") != NULL) == ends[_i].printed, "%s: %s", ends[_i].what,
                  text);
}
END_TEST

START_TEST(crash_is_named) {
    char text[TEXT];
    run_end(crash, text);
    ck_assert_msg(strstr(text, "error: the program ended by a signal: Aborted") != NULL, "%s", text);
}
END_TEST

// Only a kernel's assertion mentions threads and blocks.
START_TEST(assertion_on_the_host_is_the_hosts) {
    char text[TEXT];
    run_end(fail_on_host, text);
    ck_assert_msg(strstr(text, "a.cu:3: main: Assertion `truth` failed.\n") != NULL, "%s", text);
}
END_TEST

// Findings are printed before the program's own abort(), which is often its answer to them.
START_TEST(error_comes_before_abort) {
    char text[TEXT];
    run_end(crash_with_error, text);
    const char *error = strstr(text, "error: api: planted"), *crashed = strstr(text, "Aborted");
    ck_assert_msg(error != NULL && crashed != NULL && error < crashed, "%s", text);
}
END_TEST

// Under AddressSanitizer, too, the engine has to handle a crash.
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "handle_segv=0"; }

// A call through a null pointer has no line of its own: the call's line is used.
START_TEST(null_call_is_placed) {
    char text[TEXT];
    run_end(call_nothing, text);
    ck_assert_msg(strstr(text, "test_exit.c:") != NULL && strstr(text, "Segmentation fault") != NULL, "%s",
                  text);
}
END_TEST

// A program that ignores the result of cudaMalloc crashes far from there: the report says once where memory
// ran out, and that is no error.
START_TEST(full_memory_is_said) {
    char text[TEXT];
    int status = run_end(ask_for_too_much, text);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == CLEAN_CODE);
    const char *said = strstr(text, "note: cudaMalloc of 33554432 MiB fails");
    ck_assert_msg(said != NULL && !strstr(said + 1, "note: "), "%s", text);
    ck_assert_int_eq(reported_errors(), 0);
    run_end(ask_for_too_much_embedded, text);
    ck_assert_str_eq(text, "");
}
END_TEST

// A report that cannot be written is reported, and changes nothing else.
START_TEST(unwritable_report_is_said) {
    char text[TEXT];
    ck_assert_int_eq(mkdir(path, 0700), 0);
    int status = run_end(end_cleanly, text);
    ck_assert_int_eq(rmdir(path), 0);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == CLEAN_CODE);
    ck_assert_msg(strstr(text, "cannot write the report") != NULL, "%s", text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exit");
    TCase *all = tcase_create("exit");
    tcase_add_checked_fixture(all, make_directory, remove_directory);
    tcase_add_loop_test(all, program_ends_as_agreed, 0, sizeof ends / sizeof *ends);
    tcase_add_test(all, crash_is_named);
    tcase_add_test(all, assertion_on_the_host_is_the_hosts);
    tcase_add_test(all, error_comes_before_abort);
    tcase_add_test(all, null_call_is_placed);
    tcase_add_test(all, full_memory_is_said);
    tcase_add_test(all, unwritable_report_is_said);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
