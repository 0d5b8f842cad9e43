// Pictures of traces: grade LAB --trace FILE.svg, and SIMT_TRACE=FILE.svg for any program.
//
// A picture's description lists the contents of each row, so that is what is checked.
#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { TEXT = 1 << 18 };

static char scratch[] = "/tmp/warplab-picture-XXXXXX";

static int run(const char *format, const char *word) {
    char command[512];
    const int length = snprintf(command, sizeof command, "cd . && T=%s && ", scratch);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(command + length, sizeof command - (size_t)length, format, word, word, word);
#pragma GCC diagnostic pop
    const int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The file x.svg of the scratch folder.
static const char *picture(void) {
    static char text[TEXT], path[64];
    snprintf(path, sizeof path, "%s/x.svg", scratch);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "no picture was written");
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static int count(const char *text, const char *word) {
    int found = 0;
    for (; (text = strstr(text, word)); text += strlen(word))
        found++;
    return found;
}

// A program's picture must contain this, so many times.
static const struct {
    const char *program, *settings, *says;
    int times;
} programs[] = {
    // The worked example: up to the root, 36, and waiting values on the left: 10; 3 and 11; 1, 3, 5 and 7.
    {"blelloch", "", "tree: 1 3 3 10 5 11 7 36; ", 1},
    {"blelloch", "", "tree: 1 3 3 0 5 11 7 10; tree: 1 0 3 3 5 10 7 21; tree: 0 1 3 6 10 15 21 28; ", 1},
    {"blelloch", "", "<path class=\"barrier\"", 8},
    {"blelloch", "", "class=\"read\"", 7}, // those seven, in the rows before they are added
    {"blelloch", "", "prefers-color-scheme: dark", 1},
    {"blelloch", "", "9 steps and 38 stores in all", 1},
    {"blelloch", "SIMT_TRACE_STEP=9", "block 0, threads 0-1: read tree", 1},
    {"blelloch", "SIMT_TRACE_STEP=9", "class=\"read\"", 2},
    {"blelloch", "SIMT_TRACE_STEP=9", "1 wavefront", 1},
    {"hillis_steele", "", "marker-end=\"url(#kept)\"", 0}, // from one buffer to the other
    {"faults", "", "class=\"wrong\"", -1},
    {"faults", "", "class=\"red fine\"", -1},
    {"large", "", "not all of it is shown", 1},
};

START_TEST(program_is_drawn) {
    char command[400];
    ck_assert_int_eq(run("build/bin/simtcc grader/tests/trace/%s.cu -o $T/prog", programs[_i].program), 0);
    snprintf(command, sizeof command, "%s SIMT_TRACE=$T/x.svg $T/prog >/dev/null 2>&1; test $? -lt 128 # %%s",
             programs[_i].settings);
    ck_assert_int_eq(run(command, ""), 0);
    const int found = count(picture(), programs[_i].says);
    ck_assert_msg(programs[_i].times < 0 ? found > 0 : found == programs[_i].times, "%d times %s in %s",
                  found, programs[_i].says, picture());
}
END_TEST

// Names and source are untrusted text: none of it becomes an element.
START_TEST(text_stays_text) {
    ck_assert_int_eq(run("build/bin/simtcc grader/tests/trace/%s.cu -o $T/prog", "names"), 0);
    bool seen = false;
    for (int step = 1; step < 40; step++) {
        char command[160];
        snprintf(command, sizeof command,
                 "rm -f $T/x.svg; SIMT_TRACE_STEP=%d SIMT_TRACE=$T/x.svg $T/prog 2>/dev/null; test -s "
                 "$T/x.svg # %%s",
                 step);
        if (run(command, "") != 0)
            break;
        ck_assert_int_eq(count(picture(), "<b"), 0);
        ck_assert_int_eq(count(picture(), "<script"), 0);
        seen |= strstr(picture(), "&lt;") != NULL;
    }
    ck_assert(seen);
}
END_TEST

static const struct {
    const char *words, *says;
    int code;
    const char *draws; // NULL: nothing is written
} graded[] = {
    {"lab7 --submission solutions/lab7 --n 8", "no bad access, race or barrier fault", 0,
     "out: 0 1 3 6 10 15 21 28"},
    {"lab3 --submission solutions/lab3 --n 8 --step 2", "no bad access, race or barrier fault", 0,
     "reduce_block_kernel, step 2"},
    {"lab3 --submission solutions/lab3 --n 8 --step 999", "no such launch or step", 2, NULL},
    {"lab3 --submission solutions/lab3 --n 8 --launch 2", "no such launch or step", 2, NULL},
    {"lab3 --submission grader/course/lab3/fixtures/missing_barrier", "2 found wrong", 1, "line 14: race: "},
    // A value computed from earlier ones is below them, with and without a barrier between them.
    {"lab3 --submission grader/course/lab3/fixtures/missing_barrier --values 1,2,3,4", "2 found wrong", 1,
     "s: 1 2 3 4; s: 4 6 3 4; s: 6 6 3 4; out: 6"},
    // In a race the arrow begins at the value that was read, the 2 of the first row, not at the 6 below it.
    {"lab3 --submission grader/course/lab3/fixtures/missing_barrier --values 1,2,3,4", "2 found wrong", 1,
     "d=\"M280 195L229 332\""},
    {"lab7 --submission solutions/lab7 --n 4", "no bad access, race or barrier fault", 0,
     "tree: 1 3 3 10; sums: 10; tree: 1 3 3 0; tree: 1 0 3 3; tree: 0 1 3 6; out: 0 1 3 6"},
    {"lab6 --submission solutions/lab6 --n 2", "no bad access, race or barrier fault", 0,
     "out: 1 3; sums: 3"},
    // Each cell that is wrong, and why.
    {"lab6 --submission grader/course/lab6/fixtures/exclusive_instead --n 4", "1 found wrong", 1,
     "line 26: wrong_answer: n = 4 (1, 2, 3, 4): expected 1 in element 0"},
    {"lab3 --step 0", "--step wants a number from 1 to 100000", 2, NULL},
};

START_TEST(submission_is_drawn) {
    char command[400], said[4096] = "";
    snprintf(command, sizeof command, "rm -f %s/x.svg; ./grade %s --trace %s/x.svg 2>&1", scratch,
             graded[_i].words, scratch);
    FILE *out = popen(command, "r");
    ck_assert_ptr_nonnull(out);
    said[fread(said, 1, sizeof said - 1, out)] = '\0';
    const int status = pclose(out);
    ck_assert_msg(strstr(said, graded[_i].says) != NULL, "%s", said);
    ck_assert_int_eq(WEXITSTATUS(status), graded[_i].code);
    if (graded[_i].draws)
        ck_assert_ptr_nonnull(strstr(picture(), graded[_i].draws));
}
END_TEST

static void make_scratch(void) { ck_assert_ptr_nonnull(mkdtemp(scratch)); }
static void remove_scratch(void) { ck_assert_int_eq(run("rm -rf $T # %s", ""), 0); }

int main(void) {
    Suite *suite = suite_create("trace_picture");
    TCase *pictures = tcase_create("pictures");
    tcase_add_unchecked_fixture(pictures, make_scratch, remove_scratch);
    tcase_set_timeout(pictures, 120);
    tcase_add_loop_test(pictures, program_is_drawn, 0, sizeof programs / sizeof programs[0]);
    tcase_add_test(pictures, text_stays_text);
    tcase_add_loop_test(pictures, submission_is_drawn, 0, sizeof graded / sizeof graded[0]);
    suite_add_tcase(suite, pictures);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
