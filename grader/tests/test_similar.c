// Similarity: what is a student's own, what two texts have in common, and copies planted among honest
// submissions.
#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class/similar/groups.h"
#include "class/similar/similar.h"
#include "class/similar/tiling.h"
#include "variants.h"

START_TEST(own_lines) {
    static const struct {
        const char *text, *starter, *own;
    } rows[] = {
        {"", "", ""},
        {"a;\nb;\n", "", "a;\nb;\n"},
        {"a;\nb;\n", "a;\nb;\n", "  \n  \n"},
        {"a;\nmine;\nb;\n", "a;\nb;\n", "  \nmine;\n  \n"},
        {"\tint  a;\r\nb;", "int a;\n", "         \nb;"}, // blanks do not make a line one's own
        {"b;\na;\n", "a;\nb;\n", "  \n  \n"},             // nor does another order
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

static void add(struct similar *similar, const char *student, const char *text) {
    ck_assert(similar_add(similar, &(struct similar_text){student, NULL, text}));
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
        ck_assert_msg(!rows[i].same || b.count == 0 || (size_t)b.place[b.count - 1].line == rows[i].last_line,
                      "%s", rows[i].b);
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
        add(&similar, "s", text + 2 * i);
    ck_assert(similar_compare(&similar, 0));
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
    struct similar similar = {.file_count = 0};
    char original[2000], reordered[2000];
    char *starter = read_file("labs/lab3/lab3.cu");
    snprintf(original, sizeof original, "%s%s", honest, helper);
    char *renamed = replaced(original, "blocks", "howMany"), *tabs = replaced(helper, "    ", "\t/* so */ ");
    snprintf(reordered, sizeof reordered, "// All mine.\n%s\n\n%s", tabs, honest);
    char *whole = replaced(starter, "// TODO 1", original);
    static const char *const others[] = {"correct_warp_shuffles", "correct_atomic_sums", "correct_stream"};
    ck_assert(similar_start_from(&similar, starter));
    add(&similar, "original", whole);
    for (int i = 0; i < 3; i++) {
        char path[200];
        snprintf(path, sizeof path, "grader/course/lab3/fixtures/%s/lab3.cu", others[i]);
        char *text = read_file(path);
        add(&similar, others[i], text);
        free(text);
    }
    add(&similar, "renamed", renamed);
    add(&similar, "reordered", reordered);
    add(&similar, "started", starter);
    ck_assert(similar_compare(&similar, 0));
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
    struct similar similar = {.file_count = 0};
    char *longest = malloc(1 << 20);
    memset(longest, 'x', 1 << 20);
    longest[(1 << 20) - 1] = '\0';
    add(&similar, "open string", "\"never closed\n/* nor this");
    add(&similar, "long", longest);
    add(&similar, "bytes", "\x01\xff\xfe }}}}((( #");
    add(&similar, "empty", "");
    add(&similar, "a", honest);
    add(&similar, "b", honest);
    ck_assert(similar_compare(&similar, 0));
    ck_assert_uint_eq(similar.pair_count, 1);
    ck_assert_str_eq(similar.files[similar.pairs[0].file[0]].student, "a");
    similar_free(&similar);
    free(longest);
}
END_TEST

// What is left of a text without what was given.
START_TEST(given_code) {
    static const struct {
        const char *given, *text;
        size_t own;
    } rows[] = {
        {"", "a b c", 3},
        {"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
         "+ 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 -", 2},
        {"int a = b * (c + d) / (e - f); if (g < h) return i;", // under other names, in another place
         "z += 1; int k = l * (m + n) / (o - p); if (q < r) return s; z -= 1;", 10},
        {"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19", // shorter than counts
         "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19", 19},
        {"a b c d e f g h i j k l m n o p q r s t u v w",
         "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20", 20},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct given given = {.count = 0};
        struct tokens tokens;
        ck_assert(given_add(&given, rows[i].given) && tokens_read(&tokens, rows[i].text));
        ck_assert(given_take_out(&given, &tokens));
        ck_assert_msg(tokens.count == rows[i].own, "row %zu: %zu", i, tokens.count);
        tokens_free(&tokens);
        given_free(&given);
    }
}
END_TEST

// A pair that is found without the index is found with it: of random texts in which runs of each length are
// shared.
START_TEST(index_loses_nothing) {
    unsigned state = 1;
    for (int round = 0; round < 300; round++) {
        struct tokens text[2];
        uint32_t kinds[2][400];
        struct fingerprints all = {.count = 0}, own = {.count = 0};
        const size_t shared = SIMILAR_LEAST_TOKENS + (unsigned)round % 60, before = (unsigned)round % 37;
        for (int side = 0; side < 2; side++) {
            for (int i = 0; i < 400; i++)
                kinds[side][i] = (state = state * 1664525u + 1013904223u) >> 28;
            text[side] = (struct tokens){.kind = kinds[side], .count = 400};
        }
        memcpy(kinds[1] + before, kinds[0] + 100, shared * sizeof kinds[0][0]);
        ck_assert(fingerprints_add(&all, 0, &text[0], 0, 400) && fingerprints_add(&own, 0, &text[1], 0, 400));
        fingerprints_sort(&all);
        fingerprints_sort(&own);
        size_t common = 0;
        for (size_t i = 0; i < own.count; i++) {
            size_t count;
            fingerprints_find(&all, own.items[i].hash, &count);
            common += count * own.items[i].count;
        }
        ck_assert_msg(common * FINGERPRINT_MOST_APART >= shared, "%zu tokens: %zu", shared, common);
        fingerprints_free(&all);
        fingerprints_free(&own);
    }
}
END_TEST

// Letters are submissions, capitals those of an earlier year; a pair is two of them and how alike they are, a
// digit. Groups as they are found.
START_TEST(groups) {
    static const struct {
        const char *files, *pairs, *groups;
    } rows[] = {
        {"ab", "", ""},
        {"ab", "ab9", "ab 9-9 "},
        {"abc", "ab9 bc8", "ab 9-9 "}, // b resembles both: that does not make a and c alike
        {"abc", "ab9 bc8 ac7", "abc 7-9 "},
        {"abcd", "ab9 cd9", "ab 9-9 cd 9-9 "},
        {"abcd", "ab9 bc9 ac9 cd8", "abc 9-9 "},
        {"abXY", "aX9 aY9 bX8 bY7 ab6", "abXY 6-9 "}, // earlier ones are not compared with each other
        {"abXY", "aX9 bY8 ab7", "aX 9-9 bY 8-8 "},
        {"abcde", "ab9 de8 ce7 cd6", "cde 6-8 ab 9-9 "}, // the largest first
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct similar similar = {.file_count = strlen(rows[i].files)};
        struct similar_file files[8] = {{.student = NULL}};
        struct similar_pair pairs[16];
        struct similar_groups found;
        char words[100] = "";
        for (size_t k = 0; k < similar.file_count; k++)
            files[k].earlier = rows[i].files[k] < 'a';
        for (const char *p = rows[i].pairs; *p; p += 3 + (p[3] == ' '))
            pairs[similar.pair_count++] =
                (struct similar_pair){.file = {(size_t)(strchr(rows[i].files, p[0]) - rows[i].files),
                                               (size_t)(strchr(rows[i].files, p[1]) - rows[i].files)},
                                      .share = p[2] - '0'};
        similar.files = files;
        similar.pairs = pairs;
        ck_assert(groups_find(&found, &similar));
        for (size_t k = 0; k < found.count; k++) {
            for (size_t m = 0; m < found.items[k].count; m++)
                snprintf(words + strlen(words), sizeof words - strlen(words), "%c",
                         rows[i].files[found.items[k].files[m]]);
            snprintf(words + strlen(words), sizeof words - strlen(words), " %g-%g ", found.items[k].least,
                     found.items[k].most);
        }
        ck_assert_msg(strcmp(words, rows[i].groups) == 0, "%s: %s", rows[i].pairs, words);
        groups_free(&found);
    }
}
END_TEST

// Of whom which other's texts are compared, and how many have a part, too.
START_TEST(earlier_years) {
    struct similar similar = {.file_count = 0};
    char text[2000];
    snprintf(text, sizeof text, "%s%s", honest, helper);
    static const struct similar_text texts[] = {
        {"a", NULL, NULL}, {"b", NULL, NULL}, {"x", "2025.db", NULL}, {"a", "2024.db", NULL}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        ck_assert(similar_add(&similar, &(struct similar_text){texts[i].student, texts[i].source, text}));
    ck_assert(similar_compare(&similar, .6));
    ck_assert_uint_eq(similar.pair_count, 5); // all but the two earlier ones
    for (size_t i = 0; i < similar.pair_count; i++) {
        const struct similar_pair *pair = &similar.pairs[i];
        size_t others;
        ck_assert(!similar.files[pair->file[0]].earlier);
        ck_assert_double_eq(pair->share, 1);
        ck_assert(similar_others(&similar, &similar.regions[pair->first_region], &others));
        ck_assert_uint_eq(others, similar.files[pair->file[1]].earlier ? 1 : 0);
        ck_assert_int_eq(similar.regions[pair->first_region].first[0], 1);
        ck_assert_int_eq(similar.regions[pair->first_region].last[1], 22);
    }
    similar_free(&similar);
}
END_TEST

static void give_all(struct similar *similar, const char *pattern) {
    glob_t paths;
    ck_assert_int_eq(glob(pattern, 0, NULL, &paths), 0);
    for (size_t i = 0; i < paths.gl_pathc; i++) {
        char *text = read_file(paths.gl_pathv[i]);
        ck_assert(similar_give(similar, text));
        free(text);
    }
    globfree(&paths);
}

// With all that the kit gives.
static void start_lab(struct similar *similar, const char *lab) {
    char path[200];
    snprintf(path, sizeof path, "labs/%s/%s.cu", lab, lab);
    char *starter = read_file(path);
    ck_assert(similar_start_from(similar, starter));
    free(starter);
    give_all(similar, "labs/*/*.cu");
    give_all(similar, "labs/*/*.h");
    give_all(similar, "solutions/*/*.cu");
}

// Each correct fixture of a lab and its copy.
static void add_fixtures(struct similar *similar, const char *lab) {
    char pattern[200], name[200];
    glob_t paths;
    start_lab(similar, lab);
    snprintf(pattern, sizeof pattern, "grader/course/%s/fixtures/correct_*/%s.cu", lab, lab);
    ck_assert_int_eq(glob(pattern, 0, NULL, &paths), 0);
    for (size_t i = 0; i < paths.gl_pathc; i++) {
        char *text = read_file(paths.gl_pathv[i]), *copy = variant_copy(text, (unsigned)i + 1);
        const char *fixture = strstr(paths.gl_pathv[i], "correct_");
        ck_assert_ptr_nonnull(copy);
        snprintf(name, sizeof name, "%.*s", (int)strcspn(fixture, "/"), fixture);
        add(similar, name, text);
        add(similar, name, copy);
        free(copy);
        free(text);
    }
    globfree(&paths);
}

// Who hands in what was given, under other names or not; and who has written a program that is the lab's.
START_TEST(given_alone) {
    static const struct {
        const char *path;
        bool copied, given;
    } rows[] = {
        {"solutions/lab3/lab3.cu", false, true},
        {"solutions/lab3/lab3.cu", true, true},
        {"labs/lab4/lab4.cu", false, true},  // whose reduction solves lab3, too
        {"labs/lab3/lab3.cu", false, false}, // nothing is beside it
        {"grader/course/lab3/fixtures/correct_templates/lab3.cu", false, false},
        {"grader/course/lab3/fixtures/correct_block_128/lab3.cu", false, false},
        {"grader/course/lab3/fixtures/correct_two_barriers/lab3.cu", false, false},
        {"grader/course/lab3/fixtures/correct_extern_shared/lab3.cu", false, false},
    };
    struct similar similar = {.file_count = 0};
    start_lab(&similar, "lab3");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *text = read_file(rows[i].path), *copy = rows[i].copied ? variant_copy(text, 3) : NULL;
        add(&similar, rows[i].path, copy ? copy : text);
        const struct similar_file *file = &similar.files[i];
        ck_assert_msg(similar_is_given(file) == rows[i].given, "%s: %zu, and %zu of its own", rows[i].path,
                      file->from_kit, file->tokens.count);
        free(copy);
        free(text);
    }
    similar_free(&similar);
}
END_TEST

// Fixtures that one was made from the other.
static bool is_derived(const char *a, const char *b) {
    return strncmp(a, b, strlen(a) < strlen(b) ? strlen(a) : strlen(b)) == 0;
}

// Different right ways to write a lab do not look like copies, not even in the shortest lab; and a copy with
// other names, order, comments and layout is found, where it has as many tokens of its own as a pair must
// share.
START_TEST(honest_and_copied) {
    static const struct {
        const char *lab;
        size_t copies; // at least so many fixtures have enough of their own
    } rows[] = {{"lab1", 2},  {"lab2", 4},  {"lab3", 27}, {"lab4", 1}, {"lab5", 2},
                {"lab6", 8},  {"lab7", 5},  {"lab8", 5},  {"lab9", 4}, {"lab10", 5},
                {"lab11", 5}, {"lab12", 1}, {"lab13", 5}, {"lab14", 5}};
    struct similar similar = {.file_count = 0};
    size_t copies = 0;
    bool found[200] = {false};
    add_fixtures(&similar, rows[_i].lab);
    ck_assert(similar_compare(&similar, .6));
    for (size_t i = 0; i < similar.pair_count; i++) {
        const struct similar_pair *pair = &similar.pairs[i];
        const char *a = similar.files[pair->file[0]].student, *b = similar.files[pair->file[1]].student;
        ck_assert_msg(is_derived(a, b), "%s: %s and %s: %g", rows[_i].lab, a, b, pair->share);
        copies += strcmp(a, b) == 0;
        found[pair->file[0]] |= strcmp(a, b) == 0;
    }
    for (size_t i = 0; i < similar.file_count; i += 2)
        ck_assert_msg(found[i] || similar.files[i].tokens.count < 3 * SIMILAR_LEAST_PAIR / 2, "%s: %s",
                      rows[_i].lab, similar.files[i].student);
    ck_assert_msg(copies >= rows[_i].copies, "%s: %zu of %zu copies", rows[_i].lab, copies,
                  similar.file_count / 2);
    similar_free(&similar);
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
    tcase_add_test(tests, given_code);
    tcase_add_test(tests, index_loses_nothing);
    tcase_add_test(tests, groups);
    tcase_add_test(tests, earlier_years);
    tcase_add_loop_test(tests, honest_and_copied, 0, 14);
    tcase_add_test(tests, given_alone);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
