// A build without the plugin that reports every store (grader/confine/plugin), and one with the
// plugin of another g++: the messages of `grade` then, and when it refuses. Both are made of links to the
// build at hand.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define GAP "the engine's guard does not see every store"
#define RULES "which code runs on the host and which on the device was not checked"
#define COUNTS "instructions are estimated, so modelled speeds are not judged"
#define LAB3 "$W/grade lab3 --submission $W/labs/lab3 --backend "
#define REFERENCE "$W/grade lab3 --submission solutions/lab3 --backend cpu"
#define BATCH "$W/grade batch $W/class --db $W/book.db --backend "
#define AGAIN "$W/grade batch --only-open --db $W/book.db"

static char folder[] = "/tmp/warplab-gap-XXXXXX";

static int shell(const char *command) {
    const int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const struct {
    const char *command; // in the shell; $W is the folder
    int code;
    const char *says; // both streams together, on one line
} rows[] = {
    {LAB3 "cpu", 1, GAP},
    {LAB3 "cpu --require-tier C", 2, "grade: --require-tier wants no gap: " GAP},
    {BATCH "cpu", 0, "note: " GAP},
    {BATCH "cpu --require-tier C", 2, "--require-tier wants no gap: " GAP},
    {"rm $W/build/lib/simt_language.so; NVCC= " LAB3 "cpu", 1, RULES},
    {"rm $W/build/lib/simt_language.so; " LAB3 "cpu", 1, COUNTS},
    {"rm $W/build/lib/simt_language.so; NVCC= " REFERENCE, 1, "GB/s modelled, but " COUNTS},
    {"rm $W/build/lib/simt_language.so; NVCC= " REFERENCE, 1, "Score: 80 of 80 so far, 20 open"},
    {"rm $W/build/lib/simt_language.so; cp solutions/lab3/lab3.cu $W/class/s1; NVCC= " BATCH "cpu", 1,
     "open: s1 lab3: 20 points, effective bandwidth (reduce_shared): "},
    // The same machine leaves them open again; the plugin settles them.
    {"rm $W/build/lib/simt_language.so; cp solutions/lab3/lab3.cu $W/class/s1; NVCC= " BATCH
     "cpu; NVCC= " AGAIN,
     1,
     "1 with open points: ./grade batch --only-open grades them again 1 submissions of 1 students: 1 "
     "graded;"},
    {"mv $W/build/lib/simt_language.so $W; cp solutions/lab3/lab3.cu $W/class/s1; NVCC= " BATCH
     "cpu; mv $W/simt_language.so $W/build/lib; NVCC= " AGAIN,
     0, "changed: s1 lab3: 100, was 80 (it was sent back)"},
    {"ln -s $PWD/build/lib/simt_stores.so $W/build/lib; rm $W/build/lib/simt_language.so; NVCC= " LAB3 "cpu",
     1,
     RULES ", so nvcc may refuse this file: the g++ that Warplab was built with is too old, its plugin takes "
           "version 12"},
    {"rm $W/build/lib/simt_language.so; touch $W/build/bundled; NVCC= " LAB3 "cpu", 1,
     GAP ": this bundle has no plugin for this machine's g++ " RULES
         ", so nvcc may refuse this file: this bundle has no plugin for this machine's g++ " COUNTS},
    {"echo junk >$W/build/lib/simt_stores.so; " LAB3 "cpu", 2,
     "grade: the submission could not be built: simtcc: g++ is not the one that simtcc was built for: run "
     "make"},
};

START_TEST(a_gap_is_told) {
    char command[1024], text[16384];
    snprintf(command, sizeof command, "{ %s; } 2>&1 | tr -s '\\n ' ' '; exit ${PIPESTATUS[0]}",
             rows[_i].command);
    setenv("COMMAND", command, 1);
    FILE *said = popen("bash -c \"$COMMAND\"", "r");
    ck_assert_ptr_nonnull(said);
    text[fread(text, 1, sizeof text - 1, said)] = '\0';
    const int status = pclose(said);
    ck_assert_int_eq(WEXITSTATUS(status), rows[_i].code);
    ck_assert_msg(strstr(text, rows[_i].says) != NULL, "it says: %s", text);
}
END_TEST

static void set_up(void) {
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("W", folder, 1);
    ck_assert_int_eq(shell("mkdir -p $W/build/lib $W/class/s1 && cp grade $W && cp -R labs $W &&"
                           "{ echo '// begun' && cat labs/lab3/lab3.cu; } >$W/class/s1/lab3.cu &&"
                           "for i in bin include precompiled locale; do ln -s $PWD/build/$i $W/build; done &&"
                           "ln -s $PWD/build/lib/* $W/build/lib && rm -f $W/build/lib/simt_stores.so"),
                     0);
}

static void tear_down(void) { ck_assert_int_eq(shell("rm -r $W"), 0); }

int main(void) {
    Suite *suite = suite_create("guard_gap");
    TCase *cases = tcase_create("rows");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_loop_test(cases, a_gap_is_told, 0, sizeof rows / sizeof rows[0]);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
