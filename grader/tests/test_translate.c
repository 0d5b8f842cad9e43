// The translator: a table of CUDA C and the C++ it must become, or the expected error; and properties
// of any text: plain C++ is unchanged, every word stays on its line, nothing crashes or hangs.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simt/translate/lexer.h"
#include "simt/translate/translate.h"
#include "translate_rows.h"

enum { COUNT_OF_TABLES = 10 };
static const struct table {
    const struct row *rows;
    size_t count;
} tables[COUNT_OF_TABLES] = {
    {launches, sizeof launches / sizeof *launches},
    {kernels, sizeof kernels / sizeof *kernels},
    {shared, sizeof shared / sizeof *shared},
    {local_arrays, sizeof local_arrays / sizeof *local_arrays},
    {variables, sizeof variables / sizeof *variables},
    {shifts, sizeof shifts / sizeof *shifts},
    {assembly, sizeof assembly / sizeof *assembly},
    {splices, sizeof splices / sizeof *splices},
    {returned, sizeof returned / sizeof *returned},
    {complaints, sizeof complaints / sizeof *complaints},
};
static const struct table *const complaint_table = &tables[COUNT_OF_TABLES - 1];

START_TEST(row_is_translated) {
    const struct table *table = &tables[_i];
    for (size_t i = 0; i < table->count; i++) {
        const struct row *row = &table->rows[i];
        struct translation t;
        translate(row->input, strlen(row->input), &t);
        const char *got = table == complaint_table ? t.diagnostics : t.text;
        ck_assert_msg(strcmp(got, row->expected) == 0, "%s:\n  %s\nbecame\n  %s\nnot\n  %s\n", row->name,
                      row->input, got, row->expected);
        if (table != complaint_table)
            ck_assert_msg(t.diagnostics[0] == '\0', "%s: %s", row->name, t.diagnostics);
        ck_assert_uint_eq(t.length, strlen(t.text));
        translation_free(&t);
    }
}
END_TEST

/* A variable that the compiler warns about is watched, where it is declared and can be. */
START_TEST(doubtful_variable_is_watched) {
    static const char source[] =
        "# 7 \"a.cu\"\n__device__ void f() {\nint a = 1, b; for (int c;;) { } int d; }\nvoid g() {"
        " int e; }";
    static const char messages[] =
        "In lambda function:\na.cu:9: warning: 'b' may be used uninitialized\n"
        "   9 | x\na.cu:8: note: 'b' was declared here\nb.cu:8: note: 'd' was declared "
        "here\na.cu:8: note: 'c' was declared here\na.cu:9: note: 'e' declared here\n"
        "a.cu:8: note: 'd' was declared here\n";
    struct translation t;
    translate_again(source, sizeof source - 1, TRANSLATE_GCC, messages, &t);
    ck_assert_ptr_nonnull(strstr(t.text, "b; simt::watched(b, \"b\"); for (int c;;) { } int d; "
                                         "simt::watched(d, \"d\"); }\nvoid g() { int e; }"));
    ck_assert_str_eq(t.diagnostics, "");
    translation_free(&t);
}
END_TEST

START_TEST(plain_cpp_is_untouched) {
    size_t length = strlen(plain[_i]);
    struct translation t;
    translate(plain[_i], length, &t);
    ck_assert_uint_eq(t.length, length);
    ck_assert_mem_eq(t.text, plain[_i], length);
    ck_assert_str_eq(t.diagnostics, "");
    translation_free(&t);
}
END_TEST

/* A long text of every plain piece, many times over, is untouched too. */
START_TEST(long_cpp_is_untouched) {
    enum { TIMES = 2000 };
    size_t piece = strlen(plain[1]) + 1, length = piece * TIMES;
    char *text = malloc(length + 1);
    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < TIMES; i++)
        memcpy(text + i * piece, plain[1], piece);
    for (size_t i = 1; i <= TIMES; i++)
        text[i * piece - 1] = '\n';
    text[length] = '\0';
    struct translation t;
    translate(text, length, &t);
    ck_assert_uint_eq(t.length, length);
    ck_assert_mem_eq(t.text, text, length);
    translation_free(&t);
    free(text);
}
END_TEST

static bool is_dropped(const struct token_list *list, uint32_t i) {
    static const char *const words[] = {"__global__",
                                        "__device__",
                                        "asm",
                                        "volatile",
                                        "__shared__",
                                        "__host__",
                                        "__constant__",
                                        "__managed__",
                                        "extern",
                                        "static",
                                        "alignas",
                                        "__launch_bounds__",
                                        "__func__",
                                        "__PRETTY_FUNCTION__",
                                        "__grid_constant__",
                                        "void",
                                        "const",
                                        "reinterpret_cast",
                                        NULL};
    return list->tokens[i].kind != TOKEN_NAME || token_is_one_of(list, i, words);
}

static bool has_on_line(const struct token_list *list, const struct token_list *from, uint32_t i) {
    const struct token *wanted = &from->tokens[i];
    for (uint32_t k = 1; k + 1 < list->count; k++) {
        const struct token *t = &list->tokens[k];
        const char *text = list->text + t->start;
        size_t prefix = token_begins(list, k, "simt_type_")    ? strlen("simt_type_")
                        : token_begins(list, k, "simt_shape_") ? strlen("simt_shape_")
                                                               : 0;
        if (t->line == wanted->line && t->length - prefix == wanted->length &&
            memcmp(text + prefix, from->text + wanted->start, wanted->length) == 0)
            return true;
    }
    return false;
}

static void check_lines(const char *name, const char *input) {
    struct translation t;
    struct token_list before, after;
    translate(input, strlen(input), &t);
    lexer_run(input, strlen(input), &before);
    lexer_run(t.text, t.length, &after);
    for (uint32_t i = 1; i + 1 < before.count; i++)
        ck_assert_msg(is_dropped(&before, i) || has_on_line(&after, &before, i),
                      "%s: %.*s is not on line %u of\n%s", name, TOKEN_TEXT(&before, i),
                      (unsigned)before.tokens[i].line, t.text);
    ck_assert_uint_eq(before.tokens[before.count - 1].line, after.tokens[after.count - 1].line);
    token_list_free(&before);
    token_list_free(&after);
    translation_free(&t);
}

/* The same row with every space a new line: every word must still be on its line. */
START_TEST(words_stay_on_their_lines) {
    for (size_t i = 0; i < tables[_i].count; i++) {
        const char *input = tables[_i].rows[i].input;
        check_lines(tables[_i].rows[i].name, input);
        if (strpbrk(input, "#\"/") || strstr(input, "alignas"))
            continue; /* directives, literals and comments end with their line */
        char *spread = strdup(input);
        ck_assert_ptr_nonnull(spread);
        for (char *p = spread; *p; p++)
            if (*p == ' ')
                *p = '\n';
        check_lines(tables[_i].rows[i].name, spread);
        free(spread);
    }
}
END_TEST

/* Cut off anywhere, or with any one byte missing, a text is translated to something, quickly. */
START_TEST(damaged_text_is_survived) {
    for (size_t i = 0; i < tables[_i].count; i++) {
        const char *input = tables[_i].rows[i].input;
        size_t length = strlen(input);
        char *damaged = malloc(length + 1);
        ck_assert_ptr_nonnull(damaged);
        for (size_t cut = 0; cut < length; cut++) {
            struct translation t;
            translate(input, cut, &t);
            ck_assert_uint_eq(t.length, strlen(t.text));
            translation_free(&t);
            memcpy(damaged, input, cut);
            memcpy(damaged + cut, input + cut + 1, length - cut);
            translate(damaged, length - 1, &t);
            ck_assert_uint_eq(t.length, strlen(t.text));
            translation_free(&t);
        }
        free(damaged);
    }
}
END_TEST

/* Deep nesting and long runs take no more than linear time and stack. */
START_TEST(hostile_text_is_survived) {
    static const char *const pieces[] = {"{",
                                         "(",
                                         "[",
                                         "<",
                                         "<<<",
                                         ">>>(",
                                         "k<<<1,",
                                         "__shared__ ",
                                         "__global__ ",
                                         "a::",
                                         "__global__ void k() {",
                                         "[=]{",
                                         "template <",
                                         "extern __shared__ int s[];"};
    enum { LENGTH = 20000 };
    const char *piece = pieces[_i];
    size_t step = strlen(piece), count = LENGTH / step;
    char *text = malloc(count * step + 1);
    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < count; i++)
        memcpy(text + i * step, piece, step);
    text[count * step] = '\0';
    struct translation t;
    translate(text, count * step, &t);
    ck_assert_uint_eq(t.length, strlen(t.text));
    translation_free(&t);
    free(text);
}
END_TEST

static Suite *translate_suite(void) {
    Suite *suite = suite_create("translate");
    TCase *rows = tcase_create("rows");
    tcase_add_loop_test(rows, row_is_translated, 0, COUNT_OF_TABLES);
    tcase_add_loop_test(rows, words_stay_on_their_lines, 0, COUNT_OF_TABLES - 1);
    tcase_add_loop_test(rows, damaged_text_is_survived, 0, COUNT_OF_TABLES);
    suite_add_tcase(suite, rows);
    TCase *text = tcase_create("text");
    tcase_add_test(text, doubtful_variable_is_watched);
    tcase_add_loop_test(text, plain_cpp_is_untouched, 0, sizeof plain / sizeof *plain);
    tcase_add_test(text, long_cpp_is_untouched);
    tcase_add_loop_test(text, hostile_text_is_survived, 0, 14);
    suite_add_tcase(suite, text);
    return suite;
}

int main(void) {
    SRunner *runner = srunner_create(translate_suite());
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
