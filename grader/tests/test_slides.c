// The decks keep to slides/README.md, and what they include is there; and the two programs that see to that
// find what is wrong. Needs neither npm nor a browser.
// Inputs: grading grader/mk grader/course grader/po slides docs/results
#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static glob_t decks;

// Runs a command line. @return what it printed on both outputs, to be freed; *status its exit status
static char *output_of(const char *command, int *status) {
    char *text = NULL;
    size_t size = 0;
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    if (getdelim(&text, &size, '\0', pipe) < 0 && text)
        text[0] = '\0';
    *status = pclose(pipe);
    ck_assert_ptr_nonnull(text);
    return text;
}

// A deck with one line between its fences of awk; the line is what is tried.
static char *expanded(const char *line, int *status) {
    char command[1024];
    snprintf(command, sizeof command,
             "printf '%%s\\n' \"%s\" | awk -v checked=1 -f slides/tools/expand.awk 2>&1", line);
    return output_of(command, status);
}

static const struct {
    const char *line, *expected;
} included[] = {
    {"plain @text stays", "plain @text stays\n"},
    {"@code labs/lab4/branches.cu :: left_side",
     "```cpp\n__device__ int left_side() { return __popc(__activemask()); }\n```\n"},
    {"@code solutions/lab3/lab3.cu :: reduce_block_kernel :: if (t == 0)",
     "```cpp\nif (t == 0)\n    out[blockIdx.x] = sums[0];\n```\n"},
    {"@code solutions/lab3/lab3.cu :: reduce_block_kernel :: if (t < stride) :: __syncthreads",
     "```cpp\nif (t < stride)\n    sums[t] += sums[t + stride];\n__syncthreads();\n```\n"},
    {"@code solutions/lab4/lab4.cu :: BLOCK", "```cpp\nenum { BLOCK = WL_BLOCK(512) };\n```\n"},
    {"@table labs/lab3/README.md :: | tree | block :: | 256 |",
     "| tree | block | time | bandwidth |\n| --- | --- | --- | --- |\n| in shared memory | 256 | 1.188 ms | "
     "904 GB/s |\n"},
    {"@bars labs/lab3/README.md :: | tree | block :: time :: ms :: | 512 = half :: | 256 |",
     "<div class=\"bars\">\n"
     "<div><span>half</span><span><i style=\"width:70.0%\"></i><b>1.341 ms</b></span></div>\n"
     "<div><span>in shared memory</span><span><i style=\"width:62.0%\"></i><b>1.188 "
     "ms</b></span></div>\n</div>\n"},
    {"@todo labs/lab3/lab3.cu :: 3 = (2 lines): where is the block's sum now, and which thread carries it "
     "out?",
     "- TODO 3 (2 lines): where is the block's sum now, and which thread carries it out?\n\n"},
    {"@code slides/examples/lab3.cu :: largest_kernel :: best[t] =",
     "```cpp\nbest[t] = i < n ? in[i] : ______;\n```\n"},
    {"@table labs/lab3/README.md :: | tree | block = | 树 | 块 :: | 256 | = 共享内存",
     "| 树 | 块 | time | bandwidth |\n| --- | --- | --- | --- |\n| 共享内存 | 256 | 1.188 ms | 904 GB/s |\n"},
    {"@todo labs/lab3/lab3.cu :: 3 = （2 行）：块的和在哪里？", "- TODO 3（2 行）：块的和在哪里？\n\n"},
    {"@report docs/results/h200-lab3/report-reference.txt :: no race",
     "<div class=\"report\">\n\n**ok  no race  5 / 5**\n<br>\n\n</div>\n\n"},
};

START_TEST(includes_what_is_named) {
    int status;
    char *text = expanded(included[_i].line, &status);
    ck_assert_str_eq(text, included[_i].expected);
    ck_assert_int_eq(status, 0);
    free(text);
}
END_TEST

static const struct {
    const char *line, *complaint;
} missing[] = {
    {"@code solutions/lab3/lab3.cu :: no_such_kernel", "does not define no_such_kernel"},
    {"@code solutions/lab3/no_such_file.cu :: reduce_block_kernel", "cannot read"},
    // There is such a line in the file, but in another function.
    {"@code solutions/lab3/lab3.cu :: reduce_block_kernel :: int left = n", "no line with: int left = n"},
    {"@text docs/results/h200-lab3/report-reference.txt :: no such words", "no line with: no such words"},
    {"@table labs/lab3/README.md :: | tree | block :: no such row", "no line with: no such row"},
    {"@table labs/lab3/README.md :: Adding eight numbers", "is no table"},
    {"@bars labs/lab3/README.md :: | tree | block :: weight :: kg :: | 256 |", "has no column weight"},
    {"@bars labs/lab3/README.md :: | tree | block :: tree :: ms :: | 256 |", "has no number"},
    {"@bars labs/lab3/README.md :: | tree | block :: time :: ms :: | 512 :: in shared memory | 512",
     "is the first row for two"},
    {"@table labs/lab3/README.md :: | tree | block :: | 256 | :: | 256", "is the first row for two"},
    {"@figure labs/lab3/tree.svg", "for those who cannot see it"},
    {"@figure labs/lab3/no_such_figure.svg :: A figure", "cannot read"},
    {"@report docs/results/h200-lab3/report-reference.txt :: no such check", "has no check"},
    {"@todo labs/lab3/lab3.cu :: 99 = (2 lines): what?", "has no TODO 99"},
    {"@todo labs/lab3/lab3.cu :: 3", "a TODO needs its words"},
    {"@todo labs/lab3/lab3.cu :: 3 = (2 lines): what?", "the starter says (2 lines): where is"},
    {"@todo labs/lab3/lab3.cu :: 3 = （7 行）：块的和在哪里？", "the starter says (2 lines), not"},
    {"@table labs/lab3/README.md :: | tree | block = a | b | c | d | e", "has none for all of"},
    {"@picture labs/lab3/tree.svg :: A figure", "unknown: @picture"},
};

START_TEST(complains_of_what_is_not_there) {
    int status;
    char *text = expanded(missing[_i].line, &status);
    ck_assert_msg(strstr(text, missing[_i].complaint) != NULL, "%s", text);
    ck_assert_int_ne(status, 0);
    free(text);
}
END_TEST

// Each takes something away from a deck that is whole, or adds something.
static const struct {
    const char *edit, *complaint;
} spoilt[] = {
    {"/^theme:/d", "front matter"},
    {"/^[0-9]* min$/d", "no notes that begin with minutes"},
    {"s/^[0-9]* min$/9 min/", "minutes, not about 45"},
    {"s/^Ask:.*//", "notes need a line"},
    {"s/^Removes:.*//", "notes need a line"},
    {"s/^## /### /", "slides, not 15 to 25"},
    {"s/_class: misconception/_class: dense/", "no slide of the class misconception"},
    {"s/^@figure.*/![a](b.png)/", "not included with @figure"},
    {"s/^@code.*/<img src=\"https:\\/\\/example.org\\/a.png\">/", "loaded from elsewhere"},
};

START_TEST(notices_what_a_deck_lacks) {
    int status;
    char command[512];
    snprintf(command, sizeof command, "sed '%s' slides/lab3.md | awk -f slides/tools/structure.awk 2>&1",
             spoilt[_i].edit);
    char *text = output_of(command, &status);
    ck_assert_msg(strstr(text, spoilt[_i].complaint) != NULL, "%s", text);
    ck_assert_int_ne(status, 0);
    free(text);
}
END_TEST

// What a deck includes, with the minutes and kinds of its slides; of another language's what the English one
// would.
static char *shape_of(const char *deck, int length) {
    int status;
    char command[512];
    snprintf(command, sizeof command,
             "sed -nE 's/^(@[a-z]+ *[^ ]*).*/\\1/p; /^[0-9.]+ min$|^<!-- _class|^```/p; s/^(##?) .*/\\1/p' "
             "%.*s.md | "
             "sed 's/README\\.zh\\.md/README.md/; s,build/slides/curves\\.zh,docs/results,; "
             "s/\\(reports\\|traces\\)\\.zh/\\1/; s/\\.zh\\.svg/.svg/'",
             length, deck);
    return output_of(command, &status);
}

// A deck in another language is the same deck: slide by slide, with the same lines included and the same
// minutes.
START_TEST(translation_is_of_this_deck) {
    const char *const deck = decks.gl_pathv[_i], *const name = strchr(deck, '.');
    if (strcmp(name, ".md") == 0)
        return;
    char *own = shape_of(deck, (int)(strlen(deck) - 3)), *english = shape_of(deck, (int)(name - deck));
    ck_assert_msg(strchr(english, '@') != NULL, "%s", english);
    ck_assert_msg(strcmp(own, english) == 0, "%s differs: %s\n--- English: %s", deck, own, english);
    free(own);
    free(english);
}
END_TEST

// Which submission a report or a trace in a deck is of.
static const struct {
    const char *file, *submission;
} made[] = {
    {"reports/lab3/barrier_in_if.txt", "--submission grader/course/lab3/fixtures/barrier_in_if "},
    {"reports.zh/lab3/barrier_in_if.txt", "--submission grader/course/lab3/fixtures/barrier_in_if "},
    {"reports/lab3/starter.txt", "--submission build/slides/starters/lab3 "},
    {"traces/lab4/solution--task-reduce_neighbored--n-16.svg", "--submission solutions/lab4 "},
};

START_TEST(report_is_of_its_submission) {
    int status;
    char command[512];
    snprintf(command, sizeof command, "MAKEFLAGS= make --always-make --dry-run build/slides/%s 2>/dev/null",
             made[_i].file);
    char *text = output_of(command, &status);
    ck_assert_msg(strstr(text, made[_i].submission) != NULL, "%s: no %s", made[_i].file, made[_i].submission);
    free(text);
}
END_TEST

// What the decks include of build/slides is made, and looked for, by make slides.
START_TEST(deck_is_whole) {
    int status;
    char command[512];
    const char *const deck = decks.gl_pathv[_i];
    snprintf(command, sizeof command,
             "awk -f slides/tools/structure.awk %s 2>&1 && mkdir -p \"$TMPDIR/cut\" && "
             "awk -v scratch=\"$TMPDIR/cut\" -v without=build/ -v checked=1 -f slides/tools/expand.awk %s "
             "2>&1 >/dev/null; "
             "failed=$?; rm -rf \"$TMPDIR/cut\"; exit $failed",
             deck, deck);
    char *text = output_of(command, &status);
    ck_assert_msg(status == 0, "%s", text);
    free(text);
}
END_TEST

// A deck for students has none of the speaker's notes; the lecturer's has them all.
START_TEST(notes_are_the_lecturers) {
    int status, without, with;
    char command[512];
    const char *const deck = decks.gl_pathv[_i];
    snprintf(
        command, sizeof command,
        "mkdir -p \"$TMPDIR/cut\"; for notes in '' yes; do awk -v notes=$notes -v scratch=\"$TMPDIR/cut\" "
        "-v without=build/ -f slides/tools/expand.awk %s | grep -cE '^[0-9.]+ min$|^(Ask|问|Removes|纠正): "
        "'; "
        "done; rm -rf \"$TMPDIR/cut\"",
        deck);
    char *text = output_of(command, &status);
    ck_assert_int_eq(sscanf(text, "%d %d", &without, &with), 2);
    ck_assert_int_eq(without, 0);
    ck_assert_msg(with > 40, "%s: %d lines of minutes, Ask and Removes, more than 40 needed", deck, with);
    free(text);
}
END_TEST

// Which decks `make slides` makes, and of which the notes stay.
static const struct {
    const char *setting, *page, *expanded;
} makes[] = {
    {"", "build/slides/lab3.html", "awk -v notes= "},
    {"NOTES=yes", "build/slides/lecturer/lab3.html", "awk -v notes=yes "},
};

START_TEST(make_slides_makes_the_decks_that_are_asked_for) {
    int status;
    char command[512];
    snprintf(command, sizeof command, "MAKEFLAGS= make %s --always-make --dry-run %s 2>/dev/null",
             makes[_i].setting, makes[_i].page);
    char *text = output_of(command, &status);
    ck_assert_msg(strstr(text, makes[_i].expanded) != NULL, "%s: %s", makes[_i].page, text);
    free(text);
}
END_TEST

// A student builds the decks beside labs that have been solved, or are in the middle of it.
START_TEST(deck_is_built_beside_any_lab) {
    int status;
    char command[1024];
    snprintf(command, sizeof command,
             "set -e; top=\"$TMPDIR/solved\"; mkdir -p \"$top\"; trap 'rm -rf \"$top\"' EXIT; "
             "cp -rP labs \"$top\"; for part in docs grader slides solutions; do ln -s \"$PWD/$part\" "
             "\"$top/$part\"; done; cd \"$top\"; for lab in labs/*/; do lab=${lab%%/}; lab=${lab#labs/}; "
             "if [ -f solutions/$lab/$lab.cu ]; then cp solutions/$lab/$lab.cu labs/$lab/; : "
             ">labs/$lab/try.cu; fi; "
             "done; awk -v scratch=. -v without=build/ -f slides/tools/expand.awk %s 2>&1 >/dev/null",
             decks.gl_pathv[_i]);
    char *text = output_of(command, &status);
    ck_assert_msg(status == 0, "%s", text);
    free(text);
}
END_TEST

int main(void) {
    if (glob("slides/*[0-9a-z].md", 0, NULL, &decks) != 0)
        return EXIT_FAILURE;
    Suite *suite = suite_create("slides");
    TCase *tools = tcase_create("tools");
    tcase_add_loop_test(tools, includes_what_is_named, 0, (int)(sizeof included / sizeof *included));
    tcase_add_loop_test(tools, complains_of_what_is_not_there, 0, (int)(sizeof missing / sizeof *missing));
    tcase_add_loop_test(tools, notices_what_a_deck_lacks, 0, (int)(sizeof spoilt / sizeof *spoilt));
    tcase_add_loop_test(tools, report_is_of_its_submission, 0, (int)(sizeof made / sizeof *made));
    tcase_add_loop_test(tools, make_slides_makes_the_decks_that_are_asked_for, 0,
                        (int)(sizeof makes / sizeof *makes));
    suite_add_tcase(suite, tools);
    TCase *whole = tcase_create("decks");
    tcase_add_loop_test(whole, deck_is_whole, 0, (int)decks.gl_pathc);
    tcase_add_loop_test(whole, notes_are_the_lecturers, 0, (int)decks.gl_pathc);
    tcase_add_loop_test(whole, deck_is_built_beside_any_lab, 0, (int)decks.gl_pathc);
    tcase_add_loop_test(whole, translation_is_of_this_deck, 0, (int)decks.gl_pathc);
    suite_add_tcase(suite, whole);
    tcase_set_timeout(tools, 60);
    tcase_set_timeout(whole, 60);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    globfree(&decks);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
