// Handouts and docs/seeds.md keep what they promise: length, parts, pictures and places that exist.
#include <check.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_WORDS = 1500, MOST_PLACES = 16 };

static glob_t handouts;

// The whole file as a string, to be freed; NULL if it cannot be read.
static char *read_text(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    if (getdelim(&text, &size, '\0', file) < 0)
        *text = '\0';
    fclose(file);
    return text;
}

static int words_in(const char *text) {
    int words = 0;
    for (const char *at = text + strspn(text, " \n\t"); *at; at += strspn(at, " \n\t")) {
        at += strcspn(at, " \n\t");
        words++;
    }
    return words;
}

START_TEST(handout_is_short_and_whole) {
    static const char *const parts[] = {"\n## How it is graded\n",
                                        "\n## Look at it on a GPU\n",
                                        "H200",
                                        "surprise",
                                        ".svg)",
                                        "\n## Think about\n\n1. ",
                                        "\n2. ",
                                        "\n3. ",
                                        "./grade ",
                                        "--hint"};
    const char *path = handouts.gl_pathv[_i];
    char *text = read_text(path);
    ck_assert_ptr_nonnull(text);
    ck_assert_msg(words_in(text) < MOST_WORDS, "%s: %d words", path, words_in(text));
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
        ck_assert_msg(strstr(text, parts[p]) != NULL || (p == 4 && strstr(path, "/challenge-")),
                      "%s must contain: %s", path, parts[p]);
    ck_assert_msg(strstr(strstr(text, "\n## Think about\n"), "\n4. ") == NULL,
                  "%s: more than three questions", path);
    free(text);
}
END_TEST

// Every link of a handout has a target.
START_TEST(handout_links_lead_somewhere) {
    const char *path = handouts.gl_pathv[_i];
    const int folder = (int)(strrchr(path, '/') - path);
    char *text = read_text(path), place[512], target[256];
    int links = 0;
    ck_assert_ptr_nonnull(text);
    for (const char *at = text; (at = strstr(at, "](")) != NULL; links++) {
        ck_assert_int_eq(sscanf(at, "](%255[^)])", target), 1);
        snprintf(place, sizeof place, "%.*s/%s", folder, path, target);
        struct stat status;
        ck_assert_msg(stat(place, &status) == 0, "%s: no %s", path, target);
        at += 2;
    }
    ck_assert_int_gt(links, 1);
    free(text);
}
END_TEST

static int rows_in(const char *path) {
    char *text = read_text(path);
    int rows = 0;
    ck_assert_ptr_nonnull(text);
    for (const char *at = text; (at = strstr(at, "\n|")) != NULL; at++)
        rows++;
    free(text);
    return rows;
}

// The code blocks between three backquotes, and the pictures, of a handout, in order; to be freed.
static char *code_and_pictures(const char *path) {
    char *text = read_text(path), *rest = text, *code = NULL;
    size_t size = 0;
    bool inside = false;
    ck_assert_msg(text != NULL, "no %s", path);
    FILE *out = open_memstream(&code, &size);
    ck_assert_ptr_nonnull(out);
    for (char *line; (line = strsep(&rest, "\n"));) {
        const char *picture = strstr(line, ".svg)");
        const bool fence = strncmp(line, "```", 3) == 0;
        inside = inside != fence;
        if (inside || fence)
            fprintf(out, "%s\n", line);
        else if (picture) {
            const char *name = strrchr(line, '(');
            fprintf(out, "%.*s\n", (int)strcspn(name, "."), name); // tree.svg, or tree.zh.svg
        }
    }
    ck_assert_int_eq(fclose(out), 0);
    free(text);
    return code;
}

// A translated handout has the same commands, pictures and rows of tables.
START_TEST(translation_is_of_this_handout) {
    char path[512];
    glob_t translations;
    const char *original = handouts.gl_pathv[_i];
    snprintf(path, sizeof path, "%.*s.*.md", (int)strlen(original) - 3, original);
    const int found = glob(path, 0, NULL, &translations);
    ck_assert(found == 0 || found == GLOB_NOMATCH);
    for (size_t i = 0; found == 0 && i < translations.gl_pathc; i++) {
        char *own = code_and_pictures(original), *other = code_and_pictures(translations.gl_pathv[i]);
        ck_assert_msg(strcmp(own, other) == 0, "%s has other commands or pictures than %s",
                      translations.gl_pathv[i], original);
        ck_assert_int_eq(rows_in(original), rows_in(translations.gl_pathv[i]));
        free(own);
        free(other);
    }
    if (found == 0)
        globfree(&translations);
}
END_TEST

// Whether a file, or one of a folder's files, contains the words.
static bool place_holds(const char *place, const char *words) {
    struct stat status;
    char pattern[512];
    glob_t files;
    ck_assert_msg(stat(place, &status) == 0, "docs/seeds.md: no %s", place);
    snprintf(pattern, sizeof pattern, S_ISDIR(status.st_mode) ? "%s/*" : "%s", place);
    ck_assert_int_eq(glob(pattern, 0, NULL, &files), 0);
    bool found = false;
    for (size_t i = 0; i < files.gl_pathc && !found; i++) {
        char *text = read_text(files.gl_pathv[i]);
        found = text && strstr(text, words);
        free(text);
    }
    globfree(&files);
    return found;
}

static bool is_place(const char *word) {
    static const char *const tops[] = {"labs/", "solutions/", "grader/", "docs/"};
    for (size_t i = 0; i < sizeof tops / sizeof *tops; i++)
        if (strncmp(word, tops[i], strlen(tops[i])) == 0)
            return true;
    return false;
}

// Takes the text between `mark` and `mark` next in the row; NULL if there is none. Cuts the row.
static char *next_quoted(char **row, char mark) {
    char *begin = strchr(*row, mark), *end = begin ? strchr(begin + 1, mark) : NULL;
    if (!end)
        return NULL;
    *end = '\0';
    *row = end + 1;
    return begin + 1;
}

static int places_of(const char *row, char **copy, const char **places) {
    int count = 0;
    char *rest = *copy = strdup(row);
    ck_assert_ptr_nonnull(rest);
    for (char *word; (word = next_quoted(&rest, '`')) && count < MOST_PLACES;)
        if (is_place(word))
            places[count++] = word;
    return count;
}

// Each word in backquotes that is no place, and each in quotation marks, must occur in a place of its row.
static void check_row(const char *row, char mark) {
    const char *places[MOST_PLACES];
    char *copy, *own = strdup(row), *rest = own;
    const int count = places_of(row, &copy, places);
    ck_assert_msg(count > 0, "docs/seeds.md: no place in: %s", row);
    for (char *word; (word = next_quoted(&rest, mark));) {
        bool found = mark == '`' && is_place(word);
        for (int i = 0; i < count && !found; i++)
            found = place_holds(places[i], word);
        ck_assert_msg(found, "docs/seeds.md: \"%s\" occurs in no place of: %s", word, row);
    }
    for (int i = 0; i < count; i++)
        ck_assert(place_holds(places[i], ""));
    free(own);
    free(copy);
}

START_TEST(material_is_where_seeds_md_says) {
    char *text = read_text("docs/seeds.md"), *rest = text;
    int rows = 0;
    ck_assert_ptr_nonnull(text);
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *last_cell = strncmp(line, "| ", 2) == 0 ? strchr(strchr(line + 2, '|') + 1, '|') : NULL;
        // A cell may hold "\|".
        while (last_cell && last_cell[-1] == '\\')
            last_cell = strchr(last_cell + 1, '|');
        if (!last_cell || strstr(line, "| --- |") || strstr(line, "| from |"))
            continue;
        check_row(last_cell, '`');
        check_row(last_cell, '"');
        rows++;
    }
    ck_assert_int_gt(rows, 40);
    free(text);
}
END_TEST

// `make check-lab` names a lab's parts that are still the template's: all of a new one, none of a done one.
START_TEST(the_templates_words_are_named) {
    static const char make[] =
        "W=$(mktemp -d) && mkdir -p $W/grader/course/lab3 $W/grader/course/lab98 $W/labs/lab3 $W/labs/lab98 "
        "$W/slides && "
        "cp -R grader/mk grader/template $W/grader && cp grader/course/lab3/*.c $W/grader/course/lab3 && "
        "cp labs/lab3/README.md $W/labs/lab3 && cp slides/lab3.md $W/slides && cd $W && "
        "fill() { awk -v lab=lab98 -v prototype='void f(const int *a, int *y, int n)' -f "
        "grader/mk/prototype.awk -f grader/mk/prototype-code.awk "
        "grader/template/$1 >$2; }; fill README.md.in labs/lab98/README.md; fill deck.md.in slides/lab98.md; "
        "fill figure.c.in grader/course/lab98/figure.c; fill spec.c.in grader/course/lab98/spec.c; ";
    static const struct {
        const char *then, *says, *lacks;
    } steps[] = {
        {"", "labs/lab98/README.md: the handout is still the template's: 12 lines", "lab3/"},
        {"", "grader/course/lab98/figure.c: the picture is", "lab3/"},
        {"", "slides/lab98.md: the deck is", "lab3/"},
        {"", "grader/course/lab98/spec.c: the hints are", "lab3/"},
        {"cp labs/lab3/README.md labs/lab98; ", "the deck is", "the handout is"},
        {"sed -i '/hints.. =/,/^};/s/\"[A-Zaiw]/&x/' grader/course/lab98/spec.c; ", "the deck is",
         "the hints are"},
        {"cp labs/lab3/README.md labs/lab98; cp slides/lab3.md slides/lab98.md; "
         "cp grader/course/lab3/*.c grader/course/lab98; ",
         "code 0", "still"},
    };
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        char command[3000], said[4000];
        snprintf(command, sizeof command,
                 "(%s%s grader/mk/check-template.sh lab98; echo code $?; rm -rf $W) 2>&1", make,
                 steps[i].then);
        FILE *pipe = popen(command, "r");
        ck_assert_ptr_nonnull(pipe);
        said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
        pclose(pipe);
        ck_assert_msg(strstr(said, steps[i].says) && !strstr(said, steps[i].lacks), "%s: %s", steps[i].then,
                      said);
    }
}
END_TEST

int main(void) {
    if (glob("labs/*/README.md", 0, NULL, &handouts) != 0)
        return EXIT_FAILURE;
    Suite *suite = suite_create("handouts");
    TCase *cases = tcase_create("texts");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, the_templates_words_are_named);
    tcase_add_loop_test(cases, handout_is_short_and_whole, 0, (int)handouts.gl_pathc);
    tcase_add_loop_test(cases, handout_links_lead_somewhere, 0, (int)handouts.gl_pathc);
    tcase_add_loop_test(cases, translation_is_of_this_handout, 0, (int)handouts.gl_pathc);
    tcase_add_test(cases, material_is_where_seeds_md_says);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    globfree(&handouts);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
