// Decks and handouts do not give the labs away: no code in them solves a TODO, up to names, spacing
// and words such as const. A lab's texts may show solutions of earlier labs, and code that its student was
// given. And their measured times agree.
// `make check` runs this suite in the plain build alone: it checks texts.
#include <check.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/spec.h"
#include "regions.h"
#include "statements.h"

// So many statements in a row belong to a solution, not to the language, without idioms. A region of
// fewer statements is given away as a whole.
enum { RUN = 3 };

// Code in every kernel; and the place of a barrier alone says little.
static const char *const idioms[] = {
    "__syncthreads();", "int t = threadIdx.x;", "int i = blockIdx.x * blockDim.x + threadIdx.x;",
    "int i = blockIdx.x * blockDim.x + t;", "CUDA_CHECK(cudaGetLastError());"};

static const char *const texts[] = {"slides/*.md", "labs/*/README.md", "labs/*/README.zh.md"};
static glob_t files, handouts;

// Labs in course order: by number, and challenges after all; the opening lecture is before all.
static int order_of(const char *lab) {
    return strncmp(lab, "lab", 3) == 0 ? atoi(lab + 3) : strncmp(lab, "challenge", 9) == 0 ? 1000 : 0;
}

static void lab_of(const char *path, char *lab, size_t size) {
    const char *name = strchr(path, '/') + 1;
    snprintf(lab, size, "%.*s", (int)strcspn(name, "/."), name);
}

// Adds the code of a text in Markdown: code blocks, and text between backquotes in a line.
static void add_code(struct statements *code, const char *text) {
    for (const char *open = strchr(text, '`'); open != NULL; open = strchr(open + 1, '`')) {
        const size_t length = strcspn(open + 1, "`\n");
        if (open[1] == '`' || open[length + 1] != '`')
            continue;
        statements_add(code, open + 1, length);
        open += length + 1;
    }
    for (const char *open = strstr(text, "```"); open != NULL; open = strstr(open, "```")) {
        const char *begin = strchr(open, '\n'), *close = begin != NULL ? strstr(begin, "```") : NULL;
        if (close == NULL)
            return;
        statements_add(code, begin, (size_t)(close - begin));
        open = close + 3;
    }
}

// A deck with the code that it includes; a handout as it is.
static char *text_of(const char *path) {
    char command[512];
    if (strncmp(path, "slides/", 7) != 0)
        return read_text(path);
    snprintf(
        command, sizeof command,
        "grep -vE '^@(figure|bars|table|report|todo)' %s | awk -v without=build/ -f slides/tools/expand.awk",
        path);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    char *text = NULL;
    size_t size = 0;
    ck_assert(getdelim(&text, &size, '\0', pipe) > 0);
    ck_assert_msg(pclose(pipe) == 0, "%s cannot be expanded", path);
    return text;
}

// Whether `in` has `count` statements of `run` from `at` on.
static bool has(const struct statements *in, const struct statements *run, size_t at, size_t count) {
    for (size_t i = 0; i + count <= in->count; i++)
        if (statements_same(run, at, in, i, count))
            return true;
    return false;
}

// Takes idioms out of the list.
static void leave_out_idioms(struct statements *code) {
    struct statements known = {.count = 0};
    for (size_t i = 0; i < sizeof idioms / sizeof *idioms; i++)
        statements_add(&known, idioms[i], strlen(idioms[i]));
    size_t kept = 0;
    for (size_t i = 0; i < code->count; i++) {
        if (has(&known, code, i, 1))
            free(code->list[i].tokens);
        else
            code->list[kept++] = code->list[i];
    }
    code->count = kept;
    statements_free(&known);
}

// The code that students of a lab have been given: all that is in labs up to it, except the TODOs.
static void add_given(struct statements *given, int order) {
    glob_t found;
    ck_assert_int_eq(glob("labs/*/*.cu", 0, NULL, &found), 0);
    ck_assert_int_eq(glob("labs/*/*.h", GLOB_APPEND, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char lab[64];
        lab_of(found.gl_pathv[i], lab, sizeof lab);
        if (order_of(lab) > order)
            continue;
        char *text = read_text(found.gl_pathv[i]);
        statements_add(given, text, strlen(text));
        free(text);
    }
    leave_out_idioms(given);
    globfree(&found);
}

// The place where code has a run of a region that was not given; the region's count if it has none.
static size_t given_away(const struct statements *code, const struct statements *region,
                         const struct statements *given, size_t *run) {
    *run = region->count < RUN ? region->count : RUN;
    for (size_t at = 0; at + *run <= region->count; at++)
        if (has(code, region, at, *run) && !has(given, region, at, *run))
            return at;
    return region->count;
}

static void print_run(FILE *out, const struct statements *region, size_t at, size_t run) {
    for (size_t i = at; i < at + run; i++)
        fprintf(out, "\n    %s", region->list[i].tokens);
}

// All that a text gives away, one paragraph each; "" if nothing. To be freed.
static char *findings(const char *path, struct statements *code) {
    leave_out_idioms(code);
    char *said = NULL, own[64];
    size_t size;
    FILE *out = open_memstream(&said, &size);
    ck_assert_ptr_nonnull(out);
    lab_of(path, own, sizeof own);
    struct statements given = {.count = 0};
    add_given(&given, order_of(own));
    for (size_t i = 0; i < handouts.gl_pathc; i++) {
        char lab[64];
        struct regions regions;
        lab_of(handouts.gl_pathv[i], lab, sizeof lab);
        if (order_of(lab) < order_of(own))
            continue;
        regions_find(lab, &regions);
        for (size_t r = 0; r < regions.count; r++) {
            struct statements region = {.count = 0};
            size_t run;
            statements_add(&region, regions.list[r].begin, regions.list[r].length);
            leave_out_idioms(&region);
            const size_t at = given_away(code, &region, &given, &run);
            if (at < region.count) {
                fprintf(out, "%s has of %s, TODO %d:", path, lab, regions.list[r].number);
                print_run(out, &region, at, run);
                fprintf(out, "\n");
            }
            statements_free(&region);
        }
        regions_free(&regions);
    }
    statements_free(&given);
    fclose(out);
    return said;
}

START_TEST(text_gives_nothing_away) {
    const char *path = files.gl_pathv[_i];
    struct statements code = {.count = 0};
    char *text = text_of(path);
    add_code(&code, text);
    char *said = findings(path, &code);
    ck_assert_msg(*said == '\0', "%s", said);
    free(said);
    free(text);
    statements_free(&code);
}
END_TEST

// ./grade LAB --predict shows programs before a solution exists: programs without words are shown unchanged.
START_TEST(predictions_give_nothing_away) {
    const struct spec *lab = spec_get((size_t)_i);
    char path[256];
    snprintf(path, sizeof path, "grader/course/%s/predict.cu", lab->name);
    char *text = lab->program_count > 0 ? read_text(path) : NULL;
    struct statements code = {.count = 0};
    for (size_t i = 0; i < lab->program_count; i++) {
        char mark[128];
        snprintf(mark, sizeof mark, "// program: %s\n", lab->programs[i].name);
        const char *begin = strstr(text, mark);
        ck_assert_msg(begin != NULL, "%s has no program %s", path, lab->programs[i].name);
        begin += strlen(mark);
        const char *next = strstr(begin, "// program: "),
                   *end = next ? next : strstr(begin, "QUESTION_PROGRAMS(");
        if (!lab->programs[i].words)
            statements_add(&code, begin, (size_t)(end - begin));
    }
    snprintf(path, sizeof path, "labs/%s/README.md", lab->name);
    char *said = findings(path, &code);
    ck_assert_msg(*said == '\0', "--predict: %s", said);
    free(said);
    free(text);
    statements_free(&code);
}
END_TEST

// A hint is prose with code in it, which begins after a colon or a full stop.
static void add_hint(struct statements *code, const char *hint) {
    char *text = strdup(hint);
    ck_assert_ptr_nonnull(text);
    for (char *at = text; (at = strpbrk(at, ".:")) != NULL; at++)
        if (at[1] == ' ')
            *at = ';';
    statements_add(code, text, strlen(text));
    free(text);
}

// Hints give nothing away; the last one of each task may.
START_TEST(hints_give_nothing_away) {
    const struct spec *lab = spec_get((size_t)_i);
    struct statements code = {.count = 0};
    char path[256];
    const size_t of_a_task = lab->hint_count / lab->task_count;
    for (size_t i = 0; i < lab->hint_count; i++)
        if ((i + 1) % of_a_task != 0)
            add_hint(&code, lab->hints[i]);
    snprintf(path, sizeof path, "labs/%s/README.md", lab->name);
    char *said = findings(path, &code);
    ck_assert_msg(*said == '\0', "hints: %s", said);
    free(said);
    statements_free(&code);
}
END_TEST

// Whether some handout contains `figure`, with no digit before it: 0.5 ms is not in 10.5 ms.
static bool handout_says(const char *figure) {
    for (size_t i = 0; i < handouts.gl_pathc; i++) {
        char *text = read_text(handouts.gl_pathv[i]);
        bool found = false;
        for (const char *at = text; !found && (at = strstr(at, figure)) != NULL; at++)
            found = at > text && strchr("0123456789.,", at[-1]) == NULL;
        free(text);
        if (found)
            return true;
    }
    return false;
}

// The first time or bandwidth in a line that is in no handout, into `figure`; false if there is none.
static bool figure_of_its_own(const char *line, char *figure, size_t size) {
    static const char digits[] = "0123456789.,";
    for (const char *at = line; *at != '\0';) {
        const size_t length = strspn(at, digits);
        if (length == 0 || strchr(digits, *at) == NULL) {
            at++;
            continue;
        }
        const char *unit = at + length, *const name = strncmp(unit, " ms", 3) == 0     ? " ms"
                                                      : strncmp(unit, " GB/s", 5) == 0 ? " GB/s"
                                                                                       : "";
        snprintf(figure, size, "%.*s%s", (int)length, at, name);
        if (*name != '\0' && !handout_says(figure))
            return true;
        at = unit;
    }
    return false;
}

// Times and bandwidths in a deck, unless included, are in a handout.
START_TEST(figures_are_those_of_the_handouts) {
    if (strncmp(files.gl_pathv[_i], "slides/", 7) != 0)
        return;
    char *text = read_text(files.gl_pathv[_i]), figure[64];
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"))
        ck_assert_msg(line[0] == '@' || !figure_of_its_own(line, figure, sizeof figure),
                      "%s: no handout says %s", files.gl_pathv[_i], figure);
    free(text);
}
END_TEST

static const struct {
    const char *line, *own;
} figures[] = {
    {"a copy moves 4252 GB/s, and takes 0.505 ms", NULL},
    {"a copy moves 4200 GB/s", "4200 GB/s"},
    {"0.505 ms, or half a ms, or 0.5 ms", "0.5 ms"},
    {"复制要 0.505 ms，1.68 ms。", "1.68 ms"},
    {"2^28 ints, 3 launches, 84 %", NULL},
};

START_TEST(figure_that_no_handout_says_is_seen) {
    char figure[64];
    const bool seen = figure_of_its_own(figures[_i].line, figure, sizeof figure);
    ck_assert_int_eq(seen, figures[_i].own != NULL);
    if (seen)
        ck_assert_str_eq(figure, figures[_i].own);
}
END_TEST

// The findings in the text of a lab. "" is none; else words of the finding.
static const struct {
    const char *path, *code, *says;
} rows[] = {
    // Lab 3's tree with other names, other spacing, other types and a comment in between.
    {"slides/lab3.md",
     "for (int half = blockDim.x / 2; half > 0; half /= 2) { // climb\n"
     "    if (me < half) { v[me]+=v[me+half]; }\n    __syncthreads ();\n}\n",
     "of lab3, TODO 2"},
    {"labs/lab3/README.md",
     "for (unsigned s = blockDim.x/2; s > 0; s /= 2)\n{\nif (t < s)\nx[t] += x[t + "
     "s];\n__syncthreads();\n}\n",
     "of lab3, TODO 2"},
    // Another operator, and barriers elsewhere, do not make a different program; a gap to be filled in does.
    {"slides/lab3.md",
     "for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {\n    if (t < stride)\n"
     "        sums[t] = max(sums[t], sums[t + stride]);\n    __syncthreads();\n}\n",
     "of lab3, TODO 2"},
    {"slides/lab4.md",
     "for (int s = 1; s < blockDim.x; s *= 2) {\n    int at = 2 * s * t;\n    __syncthreads();\n"
     "    if (at < blockDim.x)\n        v[at] = wl_add(v[at + s], v[at]);\n}\n",
     "of lab4, TODO 1"},
    {"slides/lab3.md",
     "for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {\n    if (______)\n"
     "        sums[t] += sums[t + stride];\n    __syncthreads();\n}\n",
     ""},
    {"slides/lab3.md",
     "for every stride, from half of the block down to 1: lower half += upper half; barrier\n", ""},
    // Two names instead of one, or one instead of two, make a different program.
    {"slides/lab3.md",
     "for (int s = blockDim.x / 2; s > 0; s /= 2) {\n    if (t < s)\n        a[t] += b[t + s];\n"
     "    __syncthreads();\n}\n",
     ""},
    // The beginning of every kernel.
    {"slides/lab3.md",
     "int t = threadIdx.x;\nint i = blockIdx.x * blockDim.x + t;\nif (i < n)\n    out[i] = 0;\n", ""},
    // Short regions are given away as a whole, and names do not matter.
    {"slides/lab7.md", "inline __device__ int place(int e) { return e + e / ROW; }\n", "of lab7, TODO 8"},
    {"slides/lab7.md", "inline __device__ int place(int e) { return ______; }\n", ""},
    {"slides/lab9.md", "c[value / 4][threadIdx.x] += 1u << 8 * (value % 4);\n", "of lab9, TODO 1"},
    {"slides/lab9.md", "c[value / 2][threadIdx.x] += 1u << 16 * (value % 2);\n", ""},
    // A lab's lecture may show the solution of an earlier lab, but not of a later one.
    {"slides/lab4.md", "int b = blocks_for(n);\nint *p = s;\nint *q = s + MAX_BLOCKS;\n", ""},
    {"slides/lab3.md", "reduce_levels(k, d_in, d_out, d_scratch, n);\n", ""},
    {"slides/00-welcome.md",
     "to[t] = t >= d ? wl_add(from[t - d], from[t]) : from[t];\n__syncthreads();\nint *w = to;\nto = from;\n"
     "from = w;\n",
     "of lab6, TODO 2"},
    // Each TODO by itself, even if one follows another.
    {"slides/lab8.md", "__syncthreads();\natomicAdd(&bins[t], mine[t]);\n", "of lab8, TODO 9"},
    {"slides/lab8.md", "atomicMax(______);\n", ""},
    // Lab 4's starter has the tree of neighbours.
    {"slides/lab4.md",
     "for (int s = 1; s < blockDim.x; s *= 2) {\n    if (t % (2 * s) == 0)\n        v[t] += v[t + s];\n"
     "    __syncthreads();\n}\n",
     ""},
};

START_TEST(copies_are_seen_and_lectures_are_not) {
    struct statements code = {.count = 0};
    char text[1024];
    snprintf(text, sizeof text, "# A slide\n\n```cpp\n%s```\n", rows[_i].code);
    add_code(&code, text);
    ck_assert_uint_gt(code.count, 0);
    char *said = findings(rows[_i].path, &code);
    if (rows[_i].says[0] == '\0')
        ck_assert_msg(said[0] == '\0', "%s", said);
    else
        ck_assert_msg(strstr(said, rows[_i].says) != NULL, "not seen: %s", rows[_i].code);
    free(said);
    statements_free(&code);
}
END_TEST

// Every solution as a whole, in its own lab's deck: some of it is found.
START_TEST(solution_is_seen) {
    char lab[64], path[256];
    lab_of(handouts.gl_pathv[_i], lab, sizeof lab);
    snprintf(path, sizeof path, "solutions/%s/%s.cu", lab, lab);
    char *text = read_text(path);
    struct statements code = {.count = 0};
    statements_add(&code, text, strlen(text));
    char *said = findings(handouts.gl_pathv[_i], &code);
    ck_assert_msg(strstr(said, "TODO") != NULL, "%s is not seen in its own handout", path);
    free(said);
    free(text);
    statements_free(&code);
}
END_TEST

int main(void) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (glob(texts[i], i > 0 ? GLOB_APPEND : 0, NULL, &files) != 0)
            return EXIT_FAILURE;
    if (glob("labs/*/README.md", 0, NULL, &handouts) != 0)
        return EXIT_FAILURE;
    Suite *suite = suite_create("lectures");
    TCase *cases = tcase_create("texts");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, text_gives_nothing_away, 0, (int)files.gl_pathc);
    tcase_add_loop_test(cases, predictions_give_nothing_away, 0, (int)spec_count());
    tcase_add_loop_test(cases, hints_give_nothing_away, 0, (int)spec_count());
    tcase_add_loop_test(cases, copies_are_seen_and_lectures_are_not, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_loop_test(cases, figures_are_those_of_the_handouts, 0, (int)files.gl_pathc);
    tcase_add_loop_test(cases, figure_that_no_handout_says_is_seen, 0,
                        (int)(sizeof figures / sizeof *figures));
    tcase_add_loop_test(cases, solution_is_seen, 0, (int)handouts.gl_pathc);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    globfree(&files);
    globfree(&handouts);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
