// A result's dependencies, grader/mk/versions.sh: another token makes another sum, another comment or blank
// does not, because it would make all results outdated. Of the three sums, the first is the
// engine's, the second the grader's, the third the lab's.
#include <check.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/warplab-version-XXXXXX", script[PATH_MAX];

static const char engine[] = "// The engine.\n"
                             "#define NAME(name) \\\n"
                             "    #name\n"
                             "const char *url = \"http://a  b\"; /* kept\n"
                             "   for long */\n"
                             "char quote = '\"';\n"
                             "int steps(int n) {\n"
                             "    return n - -1;\n"
                             "}\n",
                  spec[] = "int points(void) { return 40; } // of 100\n",
                  interface[] = "/** Adds. */\nvoid sum(int n);\n";

static void write_text(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static void begin(void) {
    ck_assert_ptr_nonnull(realpath("grader/mk/versions.sh", script));
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert_int_eq(system("mkdir -p labs/lab1 grader/course/lab1 grader/course/inputs grader/simt"), 0);
    write_text("grader/simt/engine.c", engine);
    write_text("judge.c", "int judge;\n");
    write_text("labs/lab1/lab1.h", interface);
    write_text("grader/course/lab1/spec.c", spec);
    write_text("grader/course/inputs/inputs.h", "int n;\n");
}

static void end(void) {
    char command[PATH_MAX];
    ck_assert_int_eq(chdir("/"), 0);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}

enum { SUM_SIZE = 39 };

static char timed[13]; // recorded speeds depend on this

// The sums of lab1 in the table that the script writes; false if it fails.
static bool sum_of_lab(char sum[SUM_SIZE]) {
    char command[PATH_MAX + 64], line[256];
    snprintf(command, sizeof command, "printf 'judge.c\\ngrader/simt/engine.c\\n' | %s lab1 2>&1", script);
    FILE *out = popen(command, "r");
    ck_assert_ptr_nonnull(out);
    sum[0] = '\0';
    while (fgets(line, sizeof line, out))
        if (sscanf(line, " {\"lab1\", \"%38[0-9a-f-]\", \"%12[0-9a-f]\"},", sum, timed) == 2)
            ck_assert(strlen(sum) == 38 && strlen(timed) == 12);
    return pclose(out) == 0 && sum[0] != '\0';
}

// Which of the three differ: 'e', 'g', 'l', or '=' if none does.
static char difference(const char *before, const char *after) {
    char which = '=';
    for (int i = 0; i < 3; i++)
        if (strncmp(before + (ptrdiff_t)13 * i, after + (ptrdiff_t)13 * i, 12) != 0) {
            ck_assert_int_eq(which, '=');
            which = "egl"[i];
        }
    return which;
}

static const struct {
    const char *file, *text;
    char part;
} changes[] = {
    // Comments and blanks.
    {"grader/simt/engine.c",
     "#define NAME(name)   #name\nconst char *url =\n  \"http://a  b\";\nchar quote = '\"'; // said\n\n\n"
     "int steps(\n    int n)\n{ return n - -1; }\n",
     '='},
    {"grader/course/lab1/spec.c", "int points(void) {\n\treturn 40; /* of a hundred */\n}\n", '='},
    {"labs/lab1/lab1.h", "/** Adds all. */\nvoid sum(int n);\n", '='},
    // Tokens.
    {"grader/course/lab1/spec.c", "int points(void) { return 41; } // of 100\n", 'l'},
    {"labs/lab1/lab1.h", "/** Adds. */\nvoid sum(long n);\n", 'l'},
    {"grader/simt/engine.c",
     "#define NAME(name) #name\nconst char *url = \"http://a b\"; char quote = '\"';\n"
     "int steps(int n) { return n - -1; }\n",
     'e'},
    {"grader/simt/engine.c",
     "#define NAME(name) #name\nconst char *url = \"http://a  c\"; char quote = '\"';\n"
     "int steps(int n) { return n - -1; }\n",
     'e'},
    {"grader/simt/engine.c",
     "#define NAME(name) #name\nconst char *url = \"http://a  b\"; char quote = '\"';\n"
     "int steps(int n) { return n--1; }\n",
     'e'},
    {"grader/course/inputs/inputs.h", "int m;\n", 'l'},
    {"judge.c", "int judge = 1;\n", 'g'},
};

START_TEST(a_token_makes_another_sum_and_a_comment_does_not) {
    char before[SUM_SIZE], after[SUM_SIZE];
    ck_assert(sum_of_lab(before));
    write_text(changes[_i].file, changes[_i].text);
    ck_assert(sum_of_lab(after));
    ck_assert_msg(difference(before, after) == changes[_i].part, "%s then %s", before, after);
}
END_TEST

// Recorded speeds become those of another spec if its behaviour changes, but not if its texts change.
static const struct {
    const char *file, *text;
    bool same;
} timings[] = {
    {"grader/course/lab1/spec.c", "int points(void) { return 40; } // of a hundred\n", true},
    {"grader/course/lab1/spec.c", "int points(void) { return 40; } const char *hint = \"look\";\n", false},
    {"grader/course/lab1/spec.c", "int points(void) { return 41; }\n", false},
    {"labs/lab1/lab1.h", "void sum(long n);\n", false},
    {"grader/course/lab1/speed.h", "const char *speeds[] = {0};\n", true},
    {"judge.c", "int judge = 1;\n", true},
};

START_TEST(speeds_are_of_a_spec) {
    char sum[SUM_SIZE], before[13];
    ck_assert(sum_of_lab(sum));
    strcpy(before, timed);
    write_text(timings[_i].file, timings[_i].text);
    ck_assert(sum_of_lab(sum));
    ck_assert_int_eq(strcmp(before, timed) == 0, timings[_i].same);
    write_text("grader/course/lab1/spec.c", "const char *hint = \"here\";\n");
    ck_assert(sum_of_lab(sum));
    strcpy(before, timed);
    write_text("grader/course/lab1/spec.c", "const char *hint = \"there\";\n");
    ck_assert(sum_of_lab(sum));
    ck_assert_str_eq(before, timed);
}
END_TEST

START_TEST(what_cannot_be_read_has_no_sum) {
    char sum[SUM_SIZE];
    ck_assert_int_eq(unlink("grader/simt/engine.c"), 0);
    ck_assert(!sum_of_lab(sum));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("version");
    TCase *cases = tcase_create("sums");
    tcase_add_checked_fixture(cases, begin, end);
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, a_token_makes_another_sum_and_a_comment_does_not, 0,
                        (int)(sizeof changes / sizeof changes[0]));
    tcase_add_loop_test(cases, speeds_are_of_a_spec, 0, (int)(sizeof timings / sizeof timings[0]));
    tcase_add_test(cases, what_cannot_be_read_has_no_sum);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
