// Students' files as they come, and compilers' output: every odd byte has an answer.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "run/reports.h"
#include "submission/diagnostics.h"
#include "submission/submission.h"

static char scratch[] = "/tmp/warplab-submission-XXXXXX";
static char path[256];

static void put(const char *bytes, size_t length) {
    snprintf(path, sizeof path, "%s/lab3.cu", scratch);
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
}

static const struct {
    const char *bytes;
    size_t length;
    const char *text, *note, *problem;
} files[] = {
    {"int a;\n", 7, "int a;\n", "", ""},
    {"", 0, "", "", ""},
    {"\xef\xbb\xbfint a;\n", 10, "int a;\n", "byte order mark", ""},
    {"a;\r\nb;\r\n", 8, "a;\nb;\n", "Windows line ends", ""},
    {"a;\rb;\n", 6, "a;\rb;\n", "", ""},
    {"// \xe4\xf6\n", 6, "// \xe4\xf6\n", "not UTF-8 (line 1", ""},
    {"a;\n// \xc3\xa4\n", 9, "a;\n// \xc3\xa4\n", "", ""},
    {"a;\nb\0c\n", 7, "a;\nb\0c\n", "", "zero byte in line 2"},
};

START_TEST(bytes_become_lines) {
    struct submission submission;
    struct error error;
    put(files[_i].bytes, files[_i].length);
    // The folder and the file are the same submission.
    for (int file = 0; file < 2; file++) {
        ck_assert_msg(submission_read(&submission, file ? path : scratch, "lab3", &error), "%s", error.text);
        ck_assert_uint_eq(submission.length, _i == 7 ? 7 : strlen(files[_i].text));
        ck_assert_int_eq(memcmp(submission.text, files[_i].text, submission.length), 0);
        ck_assert_msg(strstr(submission.note, files[_i].note) != NULL, "%s", submission.note);
        ck_assert(files[_i].note[0] != '\0' || submission.note[0] == '\0');
        ck_assert_msg(strstr(submission.error.text, files[_i].problem) != NULL, "%s", submission.error.text);
        ck_assert(files[_i].problem[0] != '\0' || submission.error.text[0] == '\0');
        submission_free(&submission);
    }
    unlink(path);
}
END_TEST

START_TEST(a_large_file_is_a_problem) {
    struct submission submission;
    struct error error;
    char *bytes = malloc(SUBMISSION_MAX_BYTES + 5);
    ck_assert_ptr_nonnull(bytes);
    memset(bytes, 'x', SUBMISSION_MAX_BYTES + 5);
    put(bytes, SUBMISSION_MAX_BYTES + 5);
    ck_assert(submission_read(&submission, path, "lab3", &error));
    ck_assert_ptr_nonnull(strstr(submission.error.text, "larger than 1 MiB"));
    submission_free(&submission);
    free(bytes);
    unlink(path);
}
END_TEST

START_TEST(what_is_no_file_cannot_be_read) {
    struct submission submission;
    struct error error;
    snprintf(path, sizeof path, "%s/lab3.cu", scratch);
    ck_assert(!submission_read(&submission, path, "lab3", &error));
    ck_assert_ptr_nonnull(strstr(error.text, "No such file"));
    ck_assert_int_eq(mkdir(path, 0755), 0);
    ck_assert(!submission_read(&submission, scratch, "lab3", &error));
    ck_assert_ptr_nonnull(strstr(error.text, "a directory, not a file"));
    ck_assert_int_eq(rmdir(path), 0);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    ck_assert(!submission_read(&submission, path, "lab3", &error));
    ck_assert_ptr_nonnull(strstr(error.text, "something special"));
    unlink(path);
}
END_TEST

static const struct {
    const char *output;
    int line;
    const char *message;
} outputs[] = {
    {"lab3.cu:7:5: error: 'tid' was not declared\n   7 | x\n", 7, "'tid' was not declared"},
    {"/tmp/warplab-x/box/lab3.cu:12: error: unsupported: texture\n", 12, "unsupported: texture"},
    {"lab3.cu(9): error: identifier \"x\" is undefined\n", 9, "identifier \"x\" is undefined"},
    {"lab3.cu:3:1: warning: odd\nlab3.cu:4:1: fatal error: no.h: No such file\n", 4, "no.h: No such file"},
    {"mylab3.cu:3:1: error: elsewhere\n", 0, "elsewhere"},
    {"/usr/bin/ld: error: undefined symbol: f\n", 0, "undefined symbol: f"},
    {"all is well\n", 0, ""},
    {"", 0, ""},
    {"lab3.cu:5:1: error: bad \xff byte\n", 5, "bad ? byte"},
};

START_TEST(the_first_error_is_found) {
    struct diagnostic found;
    const bool named = diagnostics_first(outputs[_i].output, "lab3.cu", &found);
    ck_assert(named == (outputs[_i].line > 0));
    ck_assert_int_eq(found.line, outputs[_i].line);
    ck_assert_str_eq(found.message, outputs[_i].message);
}
END_TEST

START_TEST(an_excerpt_is_short_and_hides_our_folders) {
    char *text =
        diagnostics_excerpt("/tmp/w/box/lab3.cu:1: a\n/tmp/w/box/lab3.cu:2: \033[1mb\nc\n", "/tmp/w/box", 2);
    ck_assert_str_eq(text, "lab3.cu:1: a\nlab3.cu:2: ?[1mb\n");
    free(text);
}
END_TEST

static const struct {
    const char *bytes, *clean;
} texts[] = {
    {"plain", "plain"},
    {"tab\tand\nline", "tab\tand\nline"},
    {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"},
    {"\xe4\xf6", "??"},
    {"\xc3", "?"},
    {"a\xc0\xaf", "a??"},         // overlong
    {"\xed\xa0\x80", "???"},      // a surrogate
    {"\xf4\x90\x80\x80", "????"}, // past the last character
    {"\033[31mred\x7f", "?[31mred?"},
    {"\xc2\x9b", "??"}, // a control character of Latin-1
};

START_TEST(text_is_cleaned) {
    char text[64];
    snprintf(text, sizeof text, "%s", texts[_i].bytes);
    utf8_clean(text);
    ck_assert_str_eq(text, texts[_i].clean);
    ck_assert_uint_eq(utf8_valid_prefix(text, strlen(text)), strlen(text));
}
END_TEST

START_TEST(messages_of_an_ended_program_become_a_report) {
    cJSON *reply = reports_from_messages("hello\nlab3.cu:23: error: host_pointer: Invalid host read\n"
                                         "lab3.cu:x: error: race: no\nlab3.cu:1: error: unknown_kind: no\n");
    const cJSON *errors = cJSON_GetObjectItem(reports_driver(reply), "errors");
    ck_assert_int_eq(cJSON_GetArraySize(errors), 1);
    const cJSON *error = cJSON_GetArrayItem(errors, 0);
    ck_assert_str_eq(reports_string(error, "kind"), "host_pointer");
    ck_assert_str_eq(reports_string(error, "message"), "Invalid host read");
    ck_assert(reports_number(error, "line") == 23);
    cJSON_Delete(reply);
    ck_assert_ptr_null(reports_from_messages("nothing of the kind\n"));
}
END_TEST

int main(void) {
    if (!mkdtemp(scratch))
        return 1;
    Suite *suite = suite_create("submission");
    TCase *cases = tcase_create("bytes");
    tcase_add_loop_test(cases, bytes_become_lines, 0, (int)(sizeof files / sizeof files[0]));
    tcase_add_test(cases, a_large_file_is_a_problem);
    tcase_add_test(cases, what_is_no_file_cannot_be_read);
    tcase_add_loop_test(cases, the_first_error_is_found, 0, (int)(sizeof outputs / sizeof outputs[0]));
    tcase_add_test(cases, an_excerpt_is_short_and_hides_our_folders);
    tcase_add_loop_test(cases, text_is_cleaned, 0, (int)(sizeof texts / sizeof texts[0]));
    tcase_add_test(cases, messages_of_an_ended_program_become_a_report);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    rmdir(scratch);
    return failed == 0 ? 0 : 1;
}
