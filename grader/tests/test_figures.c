// The handouts' pictures are what `make figures` draws: none is changed by hand, missing, or left over.
#include <check.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "course/figures/figure.h"
#include "course/figures/translated.h"

static char *drawn(const struct figure *figure) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    ck_assert_ptr_nonnull(out);
    figure->draw(out);
    ck_assert_int_eq(fclose(out), 0);
    return text;
}

static void path_of(char *path, size_t size, const struct figure *figure, const char *ending) {
    snprintf(path, size, "labs/%s/%s%s", figure->lab, figure->name, ending);
}

// In the dark, and by ear.
static void check_readable(const char *text) {
    static const char *const parts[] = {"prefers-color-scheme: dark", "<title id=\"title\">",
                                        "<desc id=\"description\">", "role=\"img\"", "</svg>\n"};
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
        ck_assert_ptr_nonnull(strstr(text, parts[p]));
}

static void check_file(const struct figure *figure, const char *ending, const char *expected) {
    char path[256], *text = NULL;
    size_t size = 0;
    path_of(path, sizeof path, figure, ending);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "no %s: run \"make figures\"", path);
    ck_assert_int_gt(getdelim(&text, &size, '\0', file), 0);
    fclose(file);
    ck_assert_msg(strcmp(text, expected) == 0, "%s is not what is drawn now: run \"make figures\"", path);
    check_readable(expected);
    free(text);
}

START_TEST(picture_is_up_to_date) {
    const struct figure *figure = figure_get((size_t)_i);
    char *expected = drawn(figure), *table = figure_table(figure->lab), *missing = NULL;
    check_file(figure, ".svg", expected);
    if (table) {
        char *translated = figure_translated(expected, table, &missing);
        ck_assert_msg(missing[0] == '\0', "grader/course/%s/figure.zh lacks:\n%s", figure->lab, missing);
        check_file(figure, ".zh.svg", translated);
        free(translated);
        free(missing);
        free(table);
    }
    free(expected);
}
END_TEST

static const struct {
    const char *svg, *translated, *missing;
} translations[] = {
    {"<title id=\"t\">A tree</title><text x=\"1\">block 12</text>",
     "<title id=\"t\">树</title><text x=\"1\">块 12</text>", ""},
    {"<text>stride 4, then 2</text>", "<text>步长 4，然后 2</text>", ""},
    // Names and numbers stay; other words are missed.
    {"<text>sums[0]</text><text>d_in</text><text>36</text>",
     "<text>sums[0]</text><text>d_in</text><text>36</text>", ""},
    {"<text>blocks</text>", "<text>blocks</text>", "blocks\n"},
    {"<text>block 1 and more</text>", "<text>block 1 and more</text>", "block 1 and more\n"},
    // A title of the table's goes before the one for all; gnuplot puts words into a <tspan>.
    {"<title>stride 1, then 2</title><text><tspan f=\"\" >block 3</tspan></text>",
     "<title>步长 1，然后 2</title><text><tspan f=\"\" >块 3</tspan></text>", ""},
    {"<tspan>blocks</tspan>", "<tspan>blocks</tspan>", "blocks\n"},
};

START_TEST(words_are_translated) {
    char *missing,
        *text =
            figure_translated(translations[_i].svg,
                              "title = 树\nblock # = 块 #\nstride #, then # = 步长 #，然后 #\n", &missing);
    ck_assert_str_eq(text, translations[_i].translated);
    ck_assert_str_eq(missing, translations[_i].missing);
    free(text);
    free(missing);
}
END_TEST

static const char *const curves[] = {"h200-bench/reduce", "h200-bench/scan", "h200-bench/histogram",
                                     "limit/reduce",      "limit/scan",      "limit/histogram"};

START_TEST(words_of_curves_are_translated) {
    char path[128], *missing;
    snprintf(path, sizeof path, "docs/results/%s.svg", curves[_i]);
    char *table = figure_text("slides/curves.zh"), *svg = figure_text(path);
    ck_assert(table && svg);
    char *text = figure_translated(svg, table, &missing);
    ck_assert_str_eq(missing, "");
    ck_assert_ptr_nonnull(strstr(text, ">元素个数<"));
    free(text);
    free(missing);
    free(svg);
    free(table);
}
END_TEST

START_TEST(every_picture_is_drawn) {
    glob_t files;
    ck_assert_int_eq(glob("labs/*/*.svg", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        bool known = false;
        for (size_t f = 0; f < figure_count(); f++) {
            char path[256];
            path_of(path, sizeof path, figure_get(f), ".svg");
            known = known || strcmp(path, files.gl_pathv[i]) == 0;
            path_of(path, sizeof path, figure_get(f), ".zh.svg");
            known = known || strcmp(path, files.gl_pathv[i]) == 0;
        }
        ck_assert_msg(known, "nothing in grader/course draws %s", files.gl_pathv[i]);
    }
    globfree(&files);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("figures");
    TCase *cases = tcase_create("pictures");
    const int count = (int)figure_count();
    tcase_set_timeout(cases, 120); // a picture may run a solution
    tcase_add_loop_test(cases, picture_is_up_to_date, 0, count);
    tcase_add_loop_test(cases, words_are_translated, 0, (int)(sizeof translations / sizeof *translations));
    tcase_add_loop_test(cases, words_of_curves_are_translated, 0, (int)(sizeof curves / sizeof *curves));
    tcase_add_test(cases, every_picture_is_drawn);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
