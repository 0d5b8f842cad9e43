// Translations of ./grade: catalogs translate its messages, and lines keep their width.
#include <check.h>
#include <glob.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/language.h"
#include "base/wrap.h"
#include "skip.h"

enum { TEXT = 1 << 16 };

static glob_t catalogs, handouts;

// The whole file; *size receives its length. To be freed.
static char *read_all(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    size_t length = 0;
    ck_assert_msg(file != NULL, "no %s", path);
    FILE *copy = open_memstream(&bytes, &length);
    for (int c; (c = getc(file)) != EOF;)
        putc(c, copy);
    fclose(file);
    fclose(copy);
    *size = length;
    return bytes;
}

// A line's text between its first and last quotation mark, without backslashes before others.
static void unquote(char *line, char *text) {
    char *begin = strchr(line, '"'), *end = strrchr(line, '"');
    ck_assert(begin != NULL && end > begin);
    for (char *at = begin + 1; at < end; at++)
        if (!(*at == '\\' && at[1] == '"'))
            *text++ = *at;
    *text = '\0';
}

START_TEST(catalog_translates_what_the_program_says) {
    if (!WARPLAB_CONFINE)
        test_skip("this build has no grader/confine, whose sentences the catalog has, too");
    size_t size, ignored;
    int texts = 0;
    char *program = read_all("./grade", &size), *catalog = read_all(catalogs.gl_pathv[_i], &ignored),
         *rest = catalog, text[TEXT];
    for (char *line; (line = strsep(&rest, "\n"));) {
        if (strncmp(line, "msgid \"", 7) != 0)
            continue;
        unquote(line, text);
        ck_assert_msg(memmem(program, size, text, strlen(text) + 1) != NULL, "%s: nobody says: %s",
                      catalogs.gl_pathv[_i], text);
        texts++;
    }
    ck_assert_int_gt(texts, 50);
    free(program);
    free(catalog);
}
END_TEST

static const struct said {
    const char *environment, *says;
} said[] = {
    {"LC_ALL=zh_CN.UTF-8", "对吗？"},
    {"LC_ALL= LANG=zh_CN", "对吗？"},
    {"LANGUAGE= LC_ALL=zh_CN.UTF-8", "对吗？"},
    {"LANGUAGE=en LC_ALL=zh_CN.UTF-8", "Is it right?"},
    {"LC_ALL=C LANG=zh_CN.UTF-8", "Is it right?"},
    {"LC_ALL=C.UTF-8", "Is it right?"},
    {"LC_ALL=xx_YY.UTF-8", "Is it right?"},
    {"LANGUAGE=xx:zh_CN:en LC_ALL=xx_YY.UTF-8", "对吗？"},
    {"LANGUAGE=en:zh_CN LC_ALL=zh_CN.UTF-8", "Is it right?"},
    {"LC_ALL=../zh_CN", "Is it right?"},
};

// Fills output with that of a command. @return its exit status, as wait() gives it
static int output_of(const char *command, char *output) {
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    output[fread(output, 1, TEXT - 1, pipe)] = '\0';
    return pclose(pipe);
}

START_TEST(report_follows_the_environment) {
    char command[256], output[TEXT];
    snprintf(command, sizeof command,
             "env -u LANGUAGE -u LANG -u LC_MESSAGES %s ./grade lab3 --backend cpu --seed 1",
             said[_i].environment);
    output_of(command, output);
    ck_assert_msg(strstr(output, said[_i].says) != NULL, "%s: %s", said[_i].environment, output);
    ck_assert_ptr_nonnull(strstr(output, "5 / 100"));
}
END_TEST

// A handout in another language has its hints in that language: none is in English.
START_TEST(hints_are_in_the_handout_s_language) {
    char language[32], pattern[64], lab[64], command[256], english[TEXT], other[TEXT];
    int hint = 1;
    glob_t catalog;
    ck_assert_int_eq(sscanf(handouts.gl_pathv[_i], "labs/%63[^/]/README.%31[^.].md", lab, language), 2);
    snprintf(pattern, sizeof pattern, "grader/po/%s*.po", language);
    ck_assert_int_eq(glob(pattern, 0, NULL, &catalog), 0);
    ck_assert_int_eq(sscanf(catalog.gl_pathv[0], "grader/po/%31[^.].po", language), 1);
    globfree(&catalog);
    for (;; hint++) {
        const char *const format = "env -u LANGUAGE LC_ALL=%s ./grade %s --hint %d 2>/dev/null";
        snprintf(command, sizeof command, format, "C.UTF-8", lab, hint);
        if (output_of(command, english) != 0)
            break;
        snprintf(command, sizeof command, format, language, lab, hint);
        ck_assert_int_eq(output_of(command, other), 0);
        ck_assert_msg(strcmp(english + strcspn(english, "\n"), other + strcspn(other, "\n")) != 0, "%s: %s",
                      command, other);
        ck_assert_int_lt(hint, 100);
    }
    ck_assert_int_gt(hint, 1);
}
END_TEST

// A catalog that was cut off, anywhere: its complete messages are used, and the rest is English.
START_TEST(cut_catalog_does_no_harm) {
    static const char text[] = "Is it right?";
    char folder[] = "/tmp/test_languageXXXXXX", path[256], command[300];
    size_t size, translated = 0;
    char *whole = read_all("build/locale/zh_CN/LC_MESSAGES/warplab.mo", &size);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(command, sizeof command, "mkdir -p %s/locale/zh_CN/LC_MESSAGES", folder);
    ck_assert_int_eq(system(command), 0);
    snprintf(path, sizeof path, "%s/locale/zh_CN/LC_MESSAGES/warplab.mo", folder);
    setenv("LC_ALL", "zh_CN.UTF-8", 1);
    unsetenv("LANGUAGE");
    for (size_t kept = 0; kept <= size; kept = kept < 64 || kept == size ? kept + 1
                                               : kept + size / 50 < size ? kept + size / 50
                                                                         : size) {
        FILE *file = fopen(path, "wb");
        ck_assert(file && fwrite(whole, 1, kept, file) == kept && fclose(file) == 0);
        language_follow(folder);
        const char *translation = language_of(text);
        ck_assert(strcmp(translation, text) == 0 || strcmp(translation, "对吗？") == 0);
        translated += translation != text;
    }
    ck_assert_str_eq(language_of(text), "对吗？");
    ck_assert_uint_ge(translated, 1);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
    free(whole);
}
END_TEST

static const struct wrapped {
    const char *text, *printed;
    int columns;
} wrapped[] = {
    {"two words", "  two words\n", 9},
    {"  gaps   and\nlines ", "  gaps and lines\n", 19},
    {"对吗？", "  对吗？\n", 6},
    {"n ≤ 3，好", "  n ≤ 3，好\n", 9},
};

START_TEST(text_is_as_wide_as_it_is_shown) {
    char *printed = NULL;
    size_t size;
    FILE *out = open_memstream(&printed, &size);
    wrap_print(out, 2, wrapped[_i].text);
    fclose(out);
    ck_assert_str_eq(printed, wrapped[_i].printed);
    ck_assert_int_eq(wrap_columns(wrapped[_i].text), wrapped[_i].columns);
    free(printed);
}
END_TEST

START_TEST(long_text_is_broken_before_the_edge) {
    char text[1024] = "", *printed = NULL;
    size_t size;
    for (int i = 0; i < 70; i++)
        strcat(text, i % 7 == 6 ? "，" : "字");
    FILE *out = open_memstream(&printed, &size);
    wrap_print(out, 0, text);
    fclose(out);
    char *second = strchr(printed, '\n') + 1;
    ck_assert_msg(*second != '\0', "one line: %s", printed);
    second[-1] = '\0';
    ck_assert_int_le(wrap_columns(printed), 100);
    ck_assert_int_ge(wrap_columns(printed), 96);
    ck_assert_msg(strncmp(second, "，", 3) != 0, "a line begins with a comma");
    free(printed);
}
END_TEST

// Lines are as wide as the terminal, within limits.
static const struct {
    unsigned short columns;
    int width;
} terminals[] = {{0, 100}, {20, 40}, {40, 40}, {80, 80}, {100, 100}, {300, 100}};

START_TEST(lines_are_as_wide_as_the_terminal) {
    const struct winsize size = {.ws_row = 24, .ws_col = terminals[_i].columns};
    int ours, theirs;
    if (openpty(&ours, &theirs, NULL, NULL, &size) != 0)
        test_skip("there are no terminals here");
    FILE *out = fdopen(theirs, "w");
    ck_assert_int_eq(wrap_width(out), terminals[_i].width);
    fclose(out);
    close(ours);
}
END_TEST

int main(void) {
    if (glob("grader/po/*.po", 0, NULL, &catalogs) != 0 ||
        glob("labs/*/README.*.md", 0, NULL, &handouts) != 0)
        return EXIT_FAILURE;
    Suite *suite = suite_create("language");
    TCase *cases = tcase_create("catalogs");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, catalog_translates_what_the_program_says, 0, (int)catalogs.gl_pathc);
    tcase_add_loop_test(cases, lines_are_as_wide_as_the_terminal, 0,
                        (int)(sizeof terminals / sizeof *terminals));
    tcase_add_test(cases, cut_catalog_does_no_harm);
    tcase_add_loop_test(cases, report_follows_the_environment, 0, (int)(sizeof said / sizeof *said));
    tcase_add_loop_test(cases, hints_are_in_the_handout_s_language, 0, (int)handouts.gl_pathc);
    tcase_add_loop_test(cases, text_is_as_wide_as_it_is_shown, 0, (int)(sizeof wrapped / sizeof *wrapped));
    tcase_add_test(cases, long_text_is_broken_before_the_edge);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    globfree(&catalogs);
    globfree(&handouts);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
