// Students' files as they arrive, and compilers' output: every odd byte is handled.
#include <check.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "run/reports.h"
#include "submission/build.h"
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
    {"a;\n/* \u202e */\n", 13, "a;\n/* \u202e */\n", "in line 2 that changes the direction of text (\\u202e)",
     ""},
    {"// \u05e9\u05e8\u05d4\n", 10, "// \u05e9\u05e8\u05d4\n", "", ""},
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
        ck_assert_int_eq(submission.text[submission.length], '\0');
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
    ck_assert_int_eq(submission.text[submission.length], '\0');
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
    ck_assert(!submission_read(&submission, scratch, "lab3", &error));
    ck_assert_ptr_nonnull(strstr(error.text, "No such file"));
    // The contents of a folder that was handed in are the submission's fault.
    ck_assert_int_eq(mkdir(path, 0755), 0);
    ck_assert(submission_read(&submission, scratch, "lab3", &error));
    ck_assert_ptr_nonnull(strstr(submission.error.text, "a directory, not a file"));
    submission_free(&submission);
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
    {"In file included from /usr/include/b.h:42,\n                 from lab3.cu:3:\n/usr/include/c.h:12: "
     "error: "
     "#error \"no\"\n",
     3, "#error \"no\""},
    {"In file included from lab3.cu:2:\nb.h:1: warning: odd\nb.h:5: error: elsewhere\n", 0, "elsewhere"},
    {"all is well\n", 0, ""},
    {"", 0, ""},
    {"lab3.cu:5:1: error: bad \xff byte\n", 5, "bad \\xff byte"},
    // The earlier declaration is reported, too: the lab's header has a launcher's right type.
    {"lab3.cu:3:17: error: conflicting declaration of C function 'void f(double*)'\n    3 | void f() {\n"
     "In file included from <command-line>:31:\n./labs/lab3/lab3.h:28:6: note: previous declaration 'void "
     "f(int*)'\n",
     3, "conflicting declaration of C function 'void f(double*)'; lab3.h:28 has 'void f(int*)'"},
    {"lab3.cu:3: error: ambiguating new declaration of 'int f()'\nlab3.h:9: note: old declaration 'void "
     "f()'\n",
     3, "ambiguating new declaration of 'int f()'; lab3.h:9 has 'void f()'"},
    {"lab3.cu:5: error: conflicting declaration 'float x'\nlab3.cu:4: note: previous declaration as 'int "
     "x'\n",
     5, "conflicting declaration 'float x'; lab3.cu:4 has 'int x'"},
    {"lab3.cu:5: error: 'g' was not declared\nlab3.cu:8: error: conflicting declaration 'float x'\n"
     "lab3.cu:4: note: previous declaration as 'int x'\n",
     5, "'g' was not declared"},
    {"lab3.cu:5: error: conflicting declaration 'float x'\nlab3.cu:4: note: previous declaration\n", 5,
     "conflicting declaration 'float x'"},
};

START_TEST(the_first_error_is_found) {
    struct diagnostic found;
    const bool named = diagnostics_first(outputs[_i].output, "lab3.cu", &found);
    ck_assert(named == (outputs[_i].line > 0));
    ck_assert_int_eq(found.line, outputs[_i].line);
    ck_assert_str_eq(found.message, outputs[_i].message);
}
END_TEST

static const struct {
    const char *output, *excerpt;
} excerpts[] = {
    {"/tmp/w/box/lab3.cu:1: a\n/tmp/w/box/lab3.cu:2: \033[1mb\nc\n", "lab3.cu:1: a\nlab3.cu:2: \\x1b[1mb\n"},
    {"/tmp/w/box/lab3.cu: In lambda function:\n/tmp/w/box/lab3.cu:1: a\nb\n", "lab3.cu:1: a\nb\n"},
    {"lab3.cu: In lambda function:\na\nb\n", "a\nb\n"},
    {"a\nlab3.cu: In lambda function:", "a\n"},
    {"a: In lambda function: b\n", "a: In lambda function: b\n"},
    {"In function 'f'\n", "In function 'f'\n"},
};

START_TEST(an_excerpt_is_short_and_hides_our_folders) {
    char *text = diagnostics_excerpt(excerpts[_i].output, "/tmp/w/box", 2);
    ck_assert_str_eq(text, excerpts[_i].excerpt);
    free(text);
}
END_TEST

static const struct {
    const char *bytes, *clean;
} texts[] = {
    {"plain", "plain"},
    {"tab\tand\nline", "tab\tand\nline"},
    {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"},
    {"\xe4\xf6", "\\xe4\\xf6"},
    {"\xc3", "\\xc3"},
    {"a\xc0\xaf", "a\\xc0\\xaf"},                 // overlong
    {"\xed\xa0\x80", "\\xed\\xa0\\x80"},          // a surrogate
    {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}, // past the last character
    {"\033[31mred\x7f", "\\x1b[31mred\\x7f"},
    {"\xc2\x9b", "\\x9b"}, // a control character of Latin-1
    {"a\rb\bc", "a\\x0db\\x08c"},
    {"\u202egnirts\u202c", "\\u202egnirts\\u202c"},
    {"a\u2066b\u2069\u2067\u2068", "a\\u2066b\\u2069\\u2067\\u2068"},
    {"\u200e\u200f\u061c", "\\u200e\\u200f\\u061c"},
    {"\u202a\u202b\u202d", "\\u202a\\u202b\\u202d"},
    {"lab\u200b3 a\u2060b \ufeffc", "lab\\u200b3 a\\u2060b \\ufeffc"},
    {"pay\u00adpal", "pay\\xadpal"},
    {"one\u2028two\u2029", "one\\u2028two\\u2029"},
    {"tag\U000e0041", "tag\\U000e0041"},
    {"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
     "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"},         // Persian
    {"\U0001f469\u200d\U0001f4bb", "\U0001f469\u200d\U0001f4bb"}, // an emoji of two
    {"a\u200cb", "a\\u200cb"},
    {"\u0645\u200c\u200c\u0645", "\u0645\\u200c\\u200c\u0645"},
    {"\u0645\u200d", "\u0645\\u200d"},
    {"\u05e9\u05e8\u05d4 \u0e01\u0e33 \u738b", "\u05e9\u05e8\u05d4 \u0e01\u0e33 \u738b"},
};

START_TEST(text_is_escaped) {
    char text[128], *copy = utf8_escaped(texts[_i].bytes);
    snprintf(text, sizeof text, "%s", texts[_i].bytes);
    utf8_escape(text, sizeof text);
    ck_assert_str_eq(text, texts[_i].clean);
    ck_assert_str_eq(copy, texts[_i].clean);
    ck_assert_uint_eq(utf8_valid_prefix(text, strlen(text)), strlen(text));
    utf8_escape(text, sizeof text); // once is enough
    ck_assert_str_eq(text, copy);
    free(copy);
}
END_TEST

// An escape that does not fit is omitted whole.
START_TEST(what_does_not_fit_is_cut_between_characters) {
    for (size_t size = 1; size < 12; size++) {
        char text[16] = "ab\u20ac\x1b\u202e";
        text[size - 1] = '\0';
        utf8_escape(text, size);
        ck_assert_uint_lt(strlen(text), size);
        ck_assert_msg(strncmp("ab\u20ac\\x1b\\u202e\\xe2\\x82", text, strlen(text)) == 0 ||
                          strncmp(text, "ab\\xe2", strlen(text)) == 0,
                      "%zu: %s", size, text);
        ck_assert_uint_eq(utf8_valid_prefix(text, strlen(text)), strlen(text));
    }
}
END_TEST

START_TEST(a_line_is_one_line) {
    ck_assert_str_eq(utf8_line("two\nlines\tand \u202e").text, "two\\nlines\\tand \\u202e");
    ck_assert_str_eq(utf8_line(NULL).text, "");
    char *text = malloc(100001);
    ck_assert_ptr_nonnull(text);
    memset(text, '\x1b', 100000);
    text[100000] = '\0';
    const size_t length = strlen(utf8_line(text).text);
    ck_assert_uint_gt(length, 1500);
    ck_assert_uint_eq(length % 4, 0);
    free(text);
}
END_TEST

// JSON has escapes of its own: their characters come out of a parser, and only there can they be escaped.
START_TEST(json_is_escaped_as_a_tree) {
    cJSON *tree =
        cJSON_Parse("{\"a\\u202eb\":[\"\\u001b[2J\",{\"n\":1.5,\"t\":\"x\\ny\\u200b\"}],\"s\":\"plain\"}");
    ck_assert_ptr_nonnull(tree);
    ck_assert(utf8_escape_json(tree));
    ck_assert(utf8_escape_json(NULL));
    char *text = cJSON_PrintUnformatted(tree);
    ck_assert_str_eq(
        text, "{\"a\\\\u202eb\":[\"\\\\x1b[2J\",{\"n\":1.5,\"t\":\"x\\ny\\\\u200b\"}],\"s\":\"plain\"}");
    cJSON_free(text);
    cJSON_Delete(tree);
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

// A race's message with both sides, the text after it, and the resulting fields.
#define RACE(first, second, rest)                                                                            \
    "lab6.cu:52: error: race: Race reported between " first " access by thread (255,0,0) of block (0,0,0) "  \
    "and " second " access by thread (2,0,0) of block (1,0,0) to __global__ memory: " rest "\n"
#define SIDES                                                                                                \
    "lab6.cu:52: note: by thread (255,0,0) of block (0,0,0), in scan; 3 times in all, this was the first\n"  \
    "lab6.cu:50: note: the other side, by thread (2,0,0) of block (1,0,0), in scan\n    help: a barrier\n"

static const struct {
    const char *output, *error;
} races[] = {
    {RACE("Write", "Read", "no") SIDES,
     "{\"other\":{\"file\":\"lab6.cu\",\"line\":50,\"block\":[1,0,0],\"thread\":[2,0,0]},\"block\":[0,0,0],"
     "\"thread\":[255,0,0],\"names_threads\":true}"},
    {RACE("Write", "Write", "no"), "{\"names_threads\":true,\"detail\":\"two_writes\"}"},
    {RACE("Write", "Write", "no: `in` and `out` overlap, one is used here and the other there"),
     "{\"names_threads\":true,\"detail\":\"overlap\"}"},
    {"lab6.cu:52: error: out_of_bounds: Invalid\nlab6.cu:52: note: by thread (1,0,0) of block (2,0,0), in "
     "scan\n"
     "lab6.cu:9: note: what somebody printed\nlab6.cu:9: note: by thread (7,0,0) of block (7,0,0), in scan\n",
     "{\"block\":[2,0,0],\"thread\":[1,0,0],\"names_threads\":false}"},
};

START_TEST(notes_of_an_ended_program_name_the_threads) {
    cJSON *reply = reports_from_messages(races[_i].output), *wanted = cJSON_Parse(races[_i].error);
    cJSON *error = cJSON_GetArrayItem(cJSON_GetObjectItem(reports_driver(reply), "errors"), 0);
    ck_assert(error && wanted);
    static const char *const known[] = {"kind", "message", "file", "line"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        cJSON_DeleteItemFromObject(error, known[i]);
    char *text = cJSON_PrintUnformatted(error);
    ck_assert_msg(cJSON_Compare(error, wanted, true), "%s", text);
    cJSON_free(text);
    cJSON_Delete(reply);
    cJSON_Delete(wanted);
}
END_TEST

int main(void) {
    mallopt(M_PERTURB, 0x55); // no zero byte by chance
    if (!mkdtemp(scratch))
        return 1;
    Suite *suite = suite_create("submission");
    TCase *cases = tcase_create("bytes");
    tcase_add_test(cases, messages_of_an_ended_program_become_a_report);
    tcase_add_loop_test(cases, notes_of_an_ended_program_name_the_threads, 0,
                        (int)(sizeof races / sizeof races[0]));
    tcase_add_loop_test(cases, bytes_become_lines, 0, (int)(sizeof files / sizeof files[0]));
    tcase_add_test(cases, a_large_file_is_a_problem);
    tcase_add_test(cases, what_is_no_file_cannot_be_read);
    tcase_add_loop_test(cases, the_first_error_is_found, 0, (int)(sizeof outputs / sizeof outputs[0]));
    tcase_add_loop_test(cases, an_excerpt_is_short_and_hides_our_folders, 0,
                        (int)(sizeof excerpts / sizeof excerpts[0]));
    tcase_add_loop_test(cases, text_is_escaped, 0, (int)(sizeof texts / sizeof texts[0]));
    tcase_add_test(cases, what_does_not_fit_is_cut_between_characters);
    tcase_add_test(cases, a_line_is_one_line);
    tcase_add_test(cases, json_is_escaped_as_a_tree);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    rmdir(scratch);
    return failed == 0 ? 0 : 1;
}
