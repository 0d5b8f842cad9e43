// Running suites: the counts of run-suites.sh, suites that are skipped because their inputs have not
// changed, and the programs on bare-path.sh's PATH. And the targets that `make` prints.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "skip.h"

static char folder[32], printed[16384];
enum { SKIPPED = 77 }; // exit code of a command that cannot be tried here

// Runs a command in the shell, where $W is the folder. @return its exit code; both outputs are in `printed`
static int shell(const char *command) {
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    printed[fread(printed, 1, sizeof printed - 1, pipe)] = '\0';
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Stand-ins for suites: the TAP log that Check would write, and the reasons for which tests were skipped.
#define SUITE(name, tap, reasons)                                                                            \
    "printf '#!/bin/sh\\nprintf \"" tap "\" >$CK_TAP_LOG_FILE_NAME; printf \"" reasons                       \
    "\" >>$WARPLAB_SKIPPED\\n' >$W/" name "; chmod +x $W/" name "; "
// A list of suites not to be run.
#define LEFT_OUT(lines) "printf '" lines "\n' >${W}.left; export WARPLAB_LEFT_OUT=${W}.left; "
#define RUN "grader/mk/run-suites.sh $W/* 2>&1"

static const struct {
    const char *command;
    int code;
    const char *says; // "LINE\n" at the end
} counted[] = {
    {SUITE("a", "ok 1\\\\nok 2\\\\n1..2\\\\n", "") RUN, 0, "\n2 passed, 0 failed, 0 skipped\n"},
    {SUITE("a", "ok 1\\\\nok 2\\\\n1..2\\\\n", "no GPU\\\\n") RUN, 0,
     "\nskipped 1: no GPU (a)\n1 passed, 0 failed, 1 skipped\n"},
    {SUITE("a", "ok 1\\\\nok 2\\\\nok 3\\\\n1..3\\\\n", "no GPU\\\\nno GPU\\\\n")
         SUITE("b", "ok 1\\\\nnot ok 2\\\\n1..2\\\\n", "no mounts\\\\n") RUN,
     1,
     "\nskipped 2: no GPU (a)\nskipped 1: no mounts (b)\nfailed: b: 1 failed\n1 passed, 1 failed, 3 "
     "skipped\n"},
    {SUITE("a", "ok 1\\\\n1..1\\\\n", "no GPU\\\\nno GPU\\\\n") RUN, 1,
     "\nfailed: a: skipped 2 of 1 tests\n1 passed, 1 failed, 0 skipped\n"},
    {SUITE("a", "not ok 1\\\\n1..1\\\\n", "") SUITE("b", "ok 1\\\\n1..1\\\\n", "")
         LEFT_OUT("a: too slow\\nb/one: no time") RUN,
     0, "\nskipped 1: too slow (a, the whole suite)\n1 passed, 0 failed, 1 skipped\n"},
    {SUITE("a", "ok 1\\\\n1..1\\\\n",
           "") "export WARPLAB_LEFT_OUT=$W/nowhere; grader/mk/run-suites.sh $W/a 2>&1",
     1, "No such file or directory\n0 passed, 1 failed, 0 skipped\n"},
    {"printf '#!/bin/sh\necho \"ok 1\nnot ok 2\n1..2\" >$CK_TAP_LOG_FILE_NAME; echo a.c:7:F:one:two:0: "
     "wrong; exit 1\n' "
     ">$W/a; chmod +x $W/a; " RUN,
     1, "\nfailed: a: a.c:7:F:one:two:0: wrong\n1 passed, 1 failed, 0 skipped\n"},
};

START_TEST(tests_are_counted) {
    ck_assert_int_eq(shell(counted[_i].command), counted[_i].code);
    const size_t length = strlen(printed), wanted = strlen(counted[_i].says);
    ck_assert_msg(length >= wanted && strcmp(printed + length - wanted, counted[_i].says) == 0, "it says: %s",
                  printed);
}
END_TEST

// A suite with inputs, here a stand-in of its name, is left out if the list has their hash.
#define PASSED_WITH(line)                                                                                    \
    SUITE("test_litmus", "ok 1\\\\n1..1\\\\n", "")                                                           \
    "hash=$(grader/mk/suite-inputs.sh grader/tests/test_litmus.c); [ \"$hash\" ] || exit 77; "               \
    "echo " line " 2026-11-29 >${W}.passed; export WARPLAB_PASSED=${W}.passed; " RUN

static const struct {
    const char *command, *says, *sum;
} unchanged[] = {
    {PASSED_WITH("test_litmus $hash"),
     "test_litmus: skipped, its inputs have not changed since it passed on 2026-11-29",
     "\n0 passed, 0 failed, 1 skipped\n"},
    {PASSED_WITH("test_litmus 0$hash"), "1 passed, 0 failed, 0 skipped, ",
     "\n1 passed, 0 failed, 0 skipped\n"},
    {PASSED_WITH("test_term $hash"), "1 passed, 0 failed, 0 skipped, ", "\n1 passed, 0 failed, 0 skipped\n"},
};

START_TEST(suites_of_unchanged_inputs_are_skipped) {
    const int code = shell(unchanged[_i].command);
    if (code == SKIPPED)
        test_skip("there is no git, which lists the inputs of suites");
    ck_assert_int_eq(code, 0);
    ck_assert_msg(strstr(printed, unchanged[_i].says) && strstr(printed, unchanged[_i].sum), "it says: %s",
                  printed);
}
END_TEST

// Changes that alter the hash in a repository whose file s.c declares the folder d and the file a as inputs.
#define BUILT "build/obj/parts/build/"
static const struct {
    const char *command;
    const char *then; // "other" or "same"
} inputs[] = {
    {":", "same"},
    {"touch a", "same"},
    {"git add . && git -c user.name=n -c user.email=e commit -qm m", "same"},
    {"echo 2 >b", "same"},
    {"echo 2 >d/x.ignored", "same"},
    {"echo 2 >a", "other"},
    {"git add . && echo 2 >a", "other"},
    {"echo 2 >d/new", "other"},
    {"mv d/one d/two", "other"},
    {"rm a", "other"},
    {"git add . && rm a", "other"},
    {"echo >>s.c", "other"},
    {"mkdir -p grader/mk && echo >grader/mk/tests.mk", "other"},
    {"echo g++ 2 >" BUILT "lib/compiler", "other"},
    {"echo CONFINE=no >" BUILT "obj/confine", "other"},
    {"rm -r build", "none"},
    {"NVCC=true", "same"},
    {"NVCC='echo V13'", "other"},
    {"sed -i '/Inputs/d' s.c", "none"},
    {"rm -r .git; export GIT_CEILING_DIRECTORIES=$W", "none"},
};

START_TEST(inputs_are_what_git_lists_and_the_compiler) {
    char command[1024];
    snprintf(command, sizeof command,
             "command -v git >/dev/null || exit 77; inputs=$PWD/grader/mk/suite-inputs.sh; cd $W && "
             "git init -q . && mkdir -p d " BUILT "lib " BUILT "obj && echo g++ 1 >" BUILT "lib/compiler && "
             "echo CONFINE=yes >" BUILT
             "obj/confine && echo '*.ignored' >.gitignore && echo '// Inputs: a d' >s.c && "
             "echo 1 >a && echo 1 >d/one && export NVCC= && first=$($inputs s.c) && { %s; } && "
             "then=$($inputs s.c) && case $then in '') echo none;; $first) echo same;; *) echo other;; esac",
             inputs[_i].command);
    const int code = shell(command);
    if (code == SKIPPED)
        test_skip("there is no git, which lists the inputs of suites");
    ck_assert_msg(code == 0 && strncmp(printed, inputs[_i].then, strlen(inputs[_i].then)) == 0,
                  "%s: exit code %d: %s", inputs[_i].command, code, printed);
}
END_TEST

// A suite that cannot run under the sanitizers is run without them.
START_TEST(suites_that_differ_are_run_in_the_plain_build) {
    ck_assert_int_eq(shell("for suite in $(grep -l __SANITIZE_ADDRESS__ grader/tests/test_*.c | grep -v "
                           "test_suites); do grep -qE '^// `make check` runs this suite in (both builds|the "
                           "plain build alone)' $suite || echo $suite; done"),
                     0);
    ck_assert_str_eq(printed, "");
}
END_TEST

START_TEST(reasons_are_lines) {
    char file[64];
    snprintf(file, sizeof file, "%s/skipped", folder);
    setenv("WARPLAB_SKIPPED", file, 1);
    skip_note("no tier %c: ...\nand more", 'A');
    skip_note("no GPU");
    ck_assert_int_eq(shell("cat $W/skipped"), 0);
    ck_assert_str_eq(printed, "no tier A: ...\nno GPU\n");
}
END_TEST

START_TEST(tests_are_left_out_by_name) {
    static const struct {
        const char *test, *reason; // NULL: it is run
    } rows[] = {{"test_a/one", "no time: it takes long"},
                {"test_a/two", NULL},
                {"test_a", "all of it"},
                {"test_a/on", NULL},
                {"a/one", NULL}};
    char file[64];
    snprintf(file, sizeof file, "%s/left", folder);
    ck_assert_ptr_null(skip_left_out("test_a/one"));
    ck_assert_int_eq(shell("printf 'test_a/one: no time: it takes long\ntest_a: all of it\n' >$W/left"), 0);
    setenv("WARPLAB_LEFT_OUT", file, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_pstr_eq(skip_left_out("%s", rows[i].test), rows[i].reason);
    }
}
END_TEST

// Each line of a list of skipped tests names one. A test is a function of its suite, a
// program of test_engine, or a lab and one of the orders that the suite has.
START_TEST(what_is_left_out_is_there) {
    ck_assert_int_eq(
        shell("cd grader/tests; sed -E '/^#/d; s/: .*//; s|/|\t|' arm64/left_out.txt | "
              "while IFS='\t' read -r suite test; do case $suite/$test in "
              "  */) [ -f $suite.c ];; "
              "  test_engine/*) [ -f engine/$test.cu ] || grep -q \"START_TEST($test)\" $suite.c;; "
              "  *,*) [ -f ../../labs/${test%,*}/try.cu ] && grep -q \"\\\"${test#*, }\\\"\" $suite.c;; "
              "  *) grep -qs \"START_TEST($test)\" $suite.c;; "
              "esac || echo $suite $test; done; sed -nE '/^#/d; /^test_.+: .+/!p' arm64/left_out.txt"),
        0);
    ck_assert_str_eq(printed, "");
}
END_TEST

#define OTHER_PROGRAM "mkdir $W/more; ln -s /bin/true $W/more/warplab-other; PATH=$W/more:$PATH; "
#define BARE                                                                                                 \
    "bare=$(grader/mk/bare-path.sh $W/bare 2>$W/why) || exit; [ ! -s $W/why ] || { cat $W/why; exit 77; }; "

// Each command finds the programs of a bare system with the packages of setup.sh, and no others.
static const char *const bare[] = {
    BARE "test $bare = $W/bare && PATH=$bare grader/mk/setup.sh check",
    BARE "for p in sh bash awk sed tar git make gcc ld; do PATH=$bare; command -v $p || exit 1; done",
    OTHER_PROGRAM "command -v warplab-other && " BARE "PATH=$bare; ! command -v warplab-other",
    "umask 077; " BARE "test \"$(stat -c %a $bare)\" = 755", // user nobody must find bwrap in it
    "unset NVCC; " BARE "PATH=$bare; ! command -v nvcc",
    OTHER_PROGRAM "export NVCC=$W/more/warplab-other; " BARE "PATH=$bare; command -v warplab-other",
};

START_TEST(programs_are_those_of_a_bare_system) {
    const int code = shell(bare[_i]);
    if (code == SKIPPED)
        test_skip("%s", printed);
    ck_assert_msg(code == 0, "%s", printed);
}
END_TEST

START_TEST(without_dpkg_the_path_stays) {
    ck_assert_int_eq(shell("mkdir $W/few; for p in sh dirname; do ln -s $(command -v $p) $W/few; done; "
                           "PATH=$W/few grader/mk/bare-path.sh $W/bare 2>&1; echo $W"),
                     0);
    char expected[256];
    snprintf(expected, sizeof expected,
             "bare-path: there is no dpkg: the tests find every program of this machine\n%s/few\n%s\n",
             folder, folder);
    ck_assert_str_eq(printed, expected);
}
END_TEST

// What `make` prints comes from the Makefiles' comments: each names who needs the target.
static const struct {
    const char *command;
    int code;
    const char *says; // somewhere
} listed[] = {
    {"awk -f grader/mk/help.awk Makefile grader/mk/*.mk", 0, "For maintainers:\n  make check  "},
    {"make -s --no-print-directory help", 0, "For students:\n  make labN  "},
    {"printf '## one (authors): first\\n## two (students): second\\n' | awk -f grader/mk/help.awk", 0,
     "For students:\n  make two                second\n\nFor authors:\n  make one                first\n"},
    {"printf '## one (authors): first\\n## two (students): second\\n' | "
     "awk -v only=students -f grader/mk/help.awk | grep -c make",
     0, "1\n"},
    {"printf '## one: first\\n' | awk -f grader/mk/help.awk 2>&1", 1, "make one is for one of: students"},
    {"printf '## one (readers): first\\n' | awk -f grader/mk/help.awk 2>&1", 1, "make one is for one of"},
};

START_TEST(targets_are_listed_by_who_needs_them) {
    ck_assert_int_eq(shell(listed[_i].command), listed[_i].code);
    ck_assert_msg(strstr(printed, listed[_i].says) != NULL, "it says: %s", printed);
}
END_TEST

static void make_folder(void) {
    strcpy(folder, "/tmp/warplab-suites-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("W", folder, 1);
}
static void remove_folder(void) { ck_assert_int_eq(shell("rm -rf $W ${W}.*"), 0); }

int main(void) {
    Suite *suite = suite_create("suites");
    TCase *cases = tcase_create("runs");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, make_folder, remove_folder);
    tcase_add_loop_test(cases, tests_are_counted, 0, sizeof counted / sizeof counted[0]);
    tcase_add_loop_test(cases, suites_of_unchanged_inputs_are_skipped, 0,
                        sizeof unchanged / sizeof *unchanged);
    tcase_add_loop_test(cases, inputs_are_what_git_lists_and_the_compiler, 0, sizeof inputs / sizeof *inputs);
    tcase_add_test(cases, suites_that_differ_are_run_in_the_plain_build);
    tcase_add_test(cases, reasons_are_lines);
    tcase_add_test(cases, tests_are_left_out_by_name);
    tcase_add_test(cases, what_is_left_out_is_there);
    tcase_add_loop_test(cases, programs_are_those_of_a_bare_system, 0, sizeof bare / sizeof bare[0]);
    tcase_add_loop_test(cases, targets_are_listed_by_who_needs_them, 0, sizeof listed / sizeof listed[0]);
    tcase_add_test(cases, without_dpkg_the_path_stays);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
