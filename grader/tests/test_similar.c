// Similarity: what is a student's own, what the tester's words mean, and copies planted among honest
// submissions.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/similar/similar.h"

static char why[640];

START_TEST(own_lines) {
    static const struct {
        const char *text, *starter, *own;
    } rows[] = {
        {"", "", ""},
        {"a;\nb;\n", "", "a;\nb;\n"},
        {"a;\nb;\n", "a;\nb;\n", "\n\n"},
        {"a;\nmine;\nb;\n", "a;\nb;\n", "\nmine;\n\n"},
        {"\tint  a;\r\nb;", "int a;\n", "\nb;"}, // blanks do not make a line one's own
        {"b;\na;\n", "a;\nb;\n", "\n\n"},        // nor does another order
        {"a; // mine\n", "a;\n", "a; // mine\n"},
        {"\n\nx;\n", "a;\n", "\n\nx;\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *own = similar_own_lines(rows[i].text, rows[i].starter);
        ck_assert_str_eq(own, rows[i].own);
        free(own);
    }
}
END_TEST

static void add(struct similar *similar, const char *student, const char *text, const char *starter) {
    ck_assert(similar_add(similar, student, text, starter));
}

START_TEST(tester_s_words) {
    struct similar similar = {0};
    for (int i = 0; i < 3; i++)
        add(&similar, "s", "", "");
    ck_assert(similar_read(&similar,
                           "File 0.c: 100 tokens, 18 lines\nFile 1.c: 50 tokens, 9 lines, 3 non-ASCII "
                           "characters\nFile 2.c: 80 tokens, 10 lines\nTotal input: 3 files\n\n"
                           "0.c: line 3-7        |2.c: line 1-2        [40]\n"
                           "0.c: line 8-37       |1.c: line 9-38       [30]\n"
                           "0.c: line 50-60      |1.c: line 5-8        [20]\n"));
    ck_assert_uint_eq(similar.pair_count, 2);
    ck_assert_uint_eq(similar.pairs[0].file[1], 1); // all of 1 is in 0
    ck_assert_double_eq(similar.pairs[0].share, 1);
    ck_assert_uint_eq(similar.pairs[0].region_count, 2);
    ck_assert_double_eq(similar.pairs[1].share, .5);
    ck_assert_int_eq(similar.regions[similar.pairs[1].first_region].first[1], 1);
    similar_free(&similar);
}
END_TEST

START_TEST(other_words) {
    static const char *const rows[] = {"File 7.c: 1 tokens, 1 lines\n", "0.c: line 1-2 |9.c: line 1-2 [40]\n",
                                       "0.c: line 1-2 |0.c: line 1-2 [40]\n", "0.c: line 1- |1.c: line\n"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct similar similar = {0};
        add(&similar, "a", "", "");
        add(&similar, "b", "", "");
        ck_assert_msg(!similar_read(&similar, rows[i]), "%s", rows[i]);
        similar_free(&similar);
    }
}
END_TEST

static char *read_file(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "re");
    ck_assert_msg(in && getdelim(&text, &size, '\0', in) > 0, "%s", path);
    fclose(in);
    return text;
}

static const char honest[] = "__global__ void first(const int *in, int *out, int n) {\n"
                             "    extern __shared__ int s[];\n"
                             "    const int t = threadIdx.x;\n"
                             "    const int i = blockIdx.x * blockDim.x + t;\n"
                             "    s[t] = i < n ? in[i] : 0;\n"
                             "    __syncthreads();\n"
                             "    for (int d = blockDim.x / 2; d > 0; d /= 2) {\n"
                             "        if (t < d)\n"
                             "            s[t] += s[t + d];\n"
                             "        __syncthreads();\n"
                             "    }\n"
                             "    if (t == 0)\n"
                             "        out[blockIdx.x] = s[0];\n"
                             "}\n";
static const char helper[] = "static int blocks_for(int n, int size, int most) {\n"
                             "    int blocks = (n + size - 1) / size;\n"
                             "    while (blocks > most && size < 1024) {\n"
                             "        size = size * 2;\n"
                             "        blocks = (n + size - 1) / size;\n"
                             "    }\n"
                             "    return blocks < 1 ? 1 : blocks;\n"
                             "}\n";

// The first `from` becomes `to`, everywhere, as a student who hides a copy would.
static char *replaced(const char *text, const char *from, const char *to) {
    char *result = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&result, &size);
    while (*text) {
        const size_t length = strncmp(text, from, strlen(from)) == 0 ? strlen(from) : 0;
        fputs(length ? to : (char[]){*text, '\0'}, out);
        text += length ? length : 1;
    }
    fclose(out);
    return result;
}

// A copy with other names, one with its functions in another order and other layout and comments, and honest
// submissions of the same lab: the copies stand out.
START_TEST(planted_copies) {
    struct similar similar = {0};
    char original[2000], reordered[2000];
    char *starter = read_file("labs/lab3/lab3.cu");
    snprintf(original, sizeof original, "%s%s", honest, helper);
    char *renamed = replaced(original, "blocks", "howMany"), *tabs = replaced(helper, "    ", "\t/* so */ ");
    snprintf(reordered, sizeof reordered, "// All mine.\n%s\n\n%s", tabs, honest);
    char *whole = replaced(starter, "// TODO 1", original);
    static const char *const others[] = {"correct_warp_shuffles", "correct_atomic_sums", "correct_stream"};
    add(&similar, "original", whole, starter);
    for (int i = 0; i < 3; i++) {
        char path[200];
        snprintf(path, sizeof path, "grader/tests/fixtures/lab3/%s/lab3.cu", others[i]);
        char *text = read_file(path);
        add(&similar, others[i], text, starter);
        free(text);
    }
    add(&similar, "renamed", renamed, starter);
    add(&similar, "reordered", reordered, starter);
    add(&similar, "started", starter, starter);
    ck_assert_msg(similar_compare(&similar, why, sizeof why), "%s", why);
    ck_assert_uint_ge(similar.pair_count, 3);
    for (size_t i = 0; i < similar.pair_count; i++) {
        const struct similar_pair *pair = &similar.pairs[i];
        const char *a = similar.files[pair->file[0]].student, *b = similar.files[pair->file[1]].student;
        const bool planted = !strstr(a, "correct") && !strstr(b, "correct");
        ck_assert_msg(planted == (i < 3), "%s and %s: %g", a, b, pair->share);
        ck_assert_msg(planted == (pair->share >= .9), "%s and %s: %g", a, b, pair->share);
    }
    free(whole);
    free(tabs);
    free(renamed);
    free(starter);
    similar_free(&similar);
}
END_TEST

// Text that is no program, and the longest line there is, must not stop the comparison of the others.
START_TEST(odd_texts) {
    struct similar similar = {0};
    char *longest = malloc(1 << 20);
    memset(longest, 'x', 1 << 20);
    longest[(1 << 20) - 1] = '\0';
    add(&similar, "open string", "\"never closed\n/* nor this", "");
    add(&similar, "long", longest, "");
    add(&similar, "bytes", "\x01\xff\xfe }}}}((( #", "");
    add(&similar, "empty", "", "");
    add(&similar, "a", honest, "");
    add(&similar, "b", honest, "");
    ck_assert_msg(similar_compare(&similar, why, sizeof why), "%s", why);
    ck_assert_uint_eq(similar.pair_count, 1);
    ck_assert_str_eq(similar.files[similar.pairs[0].file[0]].student, "a");
    similar_free(&similar);
    free(longest);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("similar");
    TCase *tests = tcase_create("similar");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, own_lines);
    tcase_add_test(tests, tester_s_words);
    tcase_add_test(tests, other_words);
    tcase_add_test(tests, planted_copies);
    tcase_add_test(tests, odd_texts);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
