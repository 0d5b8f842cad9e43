// Similarity: what is a student's own, what two texts have in common, and copies planted among honest
// submissions.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class/similar/similar.h"
#include "class/similar/tiling.h"

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

// What two texts look like to the comparison: the same, or not.
START_TEST(token_by_token) {
    static const struct {
        const char *a, *b;
        bool same;
        size_t count, last_line;
    } rows[] = {
        {"", " \n/* nothing */ // at all", true, 0, 0},
        {"int a = 1;", "float other_name\n=\n0x1p-3f ;", true, 5, 3},
        {"a + b", "a - b", false, 3, 1},
        {"if (a) b();", "while (a) b();", false, 8, 1},
        {"__syncthreads();", "__syncwarp();", false, 4, 1},
        {"f(\"one // \\\" two\");", "f('x');", true, 5, 1},
        {"\"never closed\na", "\"x\"\ny", true, 2, 2},
        {"a /* never closed", "b", true, 1, 1},
        {"1'000'000u .5e-7 a", "1 2 b", true, 3, 1},
        {"M\303\274ller", "x", true, 1, 1},
        {"\"\\\nx", "\"\\\"\nx", true, 2, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct tokens a, b;
        ck_assert(tokens_read(&a, rows[i].a) && tokens_read(&b, rows[i].b));
        ck_assert_msg(rows[i].same ==
                          (a.count == b.count && memcmp(a.kind, b.kind, a.count * sizeof *a.kind) == 0),
                      "%s", rows[i].a);
        ck_assert_msg(b.count == rows[i].count || !rows[i].same, "%s: %zu", rows[i].b, b.count);
        ck_assert_msg(!rows[i].same || b.count == 0 || (size_t)b.line[b.count - 1] == rows[i].last_line, "%s",
                      rows[i].b);
        tokens_free(&a);
        tokens_free(&b);
    }
}
END_TEST

// Letters stand for tokens; "1-3+4" says that four tokens from 1 on are those from 3 on.
START_TEST(tiles) {
    static const struct {
        const char *a, *b, *tiles;
    } rows[] = {
        {"", "abc", ""},
        {"ab", "ab", ""}, // shorter than counts
        {"abc", "abc", "0-0+3 "},
        {"xabcdy", "zzabcd", "1-2+4 "},
        {"abcdef", "defabc", "0-3+3 3-0+3 "}, // in another order
        {"abcabc", "abc", "0-0+3 "},          // each token counts once
        {"abc", "abcabc", "0-0+3 "},          // the first of equal ones
        {"abcde", "abcxabcde", "0-4+5 "},     // the longest
        {"aaaaaaaa", "aaaa", "0-0+4 "},       // and what is left is too short
        {"abcdxabcd", "abcdabcd", "0-0+4 5-4+4 "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t kinds[2][32];
        char found[200] = "";
        struct tokens text[2];
        const char *const letters[2] = {rows[i].a, rows[i].b};
        for (int side = 0; side < 2; side++) {
            text[side] = (struct tokens){.kind = kinds[side], .count = strlen(letters[side])};
            for (size_t j = 0; j < text[side].count; j++)
                kinds[side][j] = (unsigned char)letters[side][j];
        }
        uint8_t taken[32];
        struct tile tile[32];
        struct runs runs;
        ck_assert(runs_of(&runs, &text[1], 3));
        const size_t count = tiles_find(&text[0], &text[1], &runs, taken, tile);
        for (size_t j = 0; j < count; j++)
            snprintf(found + strlen(found), sizeof found - strlen(found), "%zu-%zu+%zu ", tile[j].at[0],
                     tile[j].at[1], tile[j].tokens);
        ck_assert_msg(strcmp(found, rows[i].tiles) == 0, "%s and %s: %s", rows[i].a, rows[i].b, found);
        runs_free(&runs);
    }
}
END_TEST

// Files of the greatest size, all of one token, compared with each other: done in time that grows with their
// length.
START_TEST(repeated) {
    enum { SIZE = 1 << 20 };
    struct similar similar = {0};
    char *text = malloc(SIZE);
    for (int i = 0; i < SIZE - 1; i++)
        text[i] = i % 2 ? ' ' : 'x';
    text[SIZE - 1] = '\0';
    for (int i = 0; i < 4; i++)
        ck_assert(similar_add(&similar, "s", text + 2 * i, ""));
    ck_assert(similar_compare(&similar));
    ck_assert_uint_eq(similar.pair_count, 6);
    ck_assert_double_eq(similar.pairs[5].share, 1);
    similar_free(&similar);
    free(text);
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
        snprintf(path, sizeof path, "grader/course/lab3/fixtures/%s/lab3.cu", others[i]);
        char *text = read_file(path);
        add(&similar, others[i], text, starter);
        free(text);
    }
    add(&similar, "renamed", renamed, starter);
    add(&similar, "reordered", reordered, starter);
    add(&similar, "started", starter, starter);
    ck_assert(similar_compare(&similar));
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
    ck_assert(similar_compare(&similar));
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
    tcase_add_test(tests, token_by_token);
    tcase_add_test(tests, tiles);
    tcase_add_test(tests, repeated);
    tcase_add_test(tests, planted_copies);
    tcase_add_test(tests, odd_texts);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
