// What make builds again, and which warnings stop it, in a small tree with this repository's rules.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static char folder[32], printed[16384];

// Runs a command in the shell, where $W is the tree. @return its exit code; both outputs are in `printed`
static int shell(const char *command) {
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    printed[fread(printed, 1, sizeof printed - 1, pipe)] = '\0';
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#define ARCHIVE "build/lib/libconfine.a"
#define MAKE(options) "make " options " " ARCHIVE " >/dev/null 2>&1"
#define SOURCE(name, text) "echo '" text "' >grader/confine/guard/" name ".c && "
#define TREE "cd $W && "
#define UNUSED "static int unused;"

static const struct {
    const char *name, *command;
    int code;
    const char *prints;
} rows[] = {
    {"a source that is added or deleted",
     TREE SOURCE("one", "int one;") MAKE("") " && " SOURCE("two", "int two;")
         MAKE("") " && ar t " ARCHIVE " && rm grader/confine/guard/two.c && " MAKE("") " && ar t " ARCHIVE,
     0, "one.o\ntwo.o\none.o\n"},
    {"nothing to do", TREE SOURCE("one", "int one;") MAKE("") " && " MAKE("-q"), 0, ""},
    {"a warning", TREE SOURCE("one", UNUSED) MAKE(""), 0, ""},
    {"a warning in make check", TREE SOURCE("one", UNUSED) MAKE("WERROR=-Werror"), 2, ""},
    {"make check takes what make demo has built",
     TREE SOURCE("one", "int one;") MAKE("") " && " MAKE("-q WERROR=-Werror"), 0, ""},
    {"no warning stops a user's build",
     "make -nB demo | awk '/ -Wall / { n++ } / -Werror/ { e++ } END { print (n > 300), e + 0 }'", 0, "1 0\n"},
    {"one version for all",
     "{ ./grade --version; build/bin/simtcc --version; make -n dist | grep -o 'warplab-[^ ]*'; } | "
     "grep -oE '[Ww]arplab[ -][0-9.]+' | sed 's/.*[ -]//' | sort | uniq -c | awk '{ print $1 }'",
     0, "3\n"},
    {"any warning stops make check",
     "cp -R grader/mk $W/ && for script in setup check; do printf '#!/bin/sh\\necho $WERROR\\n' "
     ">$W/mk/$script.sh; "
     "done "
     "&& make --no-print-directory check MK=$W/mk",
     0, "\n\n-Werror\n"},
};

START_TEST(make_does_what_is_needed) {
    const int code = shell(rows[_i].command);
    ck_assert_msg(code == rows[_i].code && strcmp(printed, rows[_i].prints) == 0,
                  "%s: exit code %d, and it prints: %s", rows[_i].name, code, printed);
}
END_TEST

static void make_tree(void) {
    static const char *const callers[] = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "WERROR"};
    for (size_t i = 0; i < sizeof callers / sizeof callers[0]; i++)
        unsetenv(callers[i]);
    strcpy(folder, "/tmp/warplab-make-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("W", folder, 1);
    ck_assert_int_eq(shell("mkdir -p $W/grader/confine/guard && ln -s $PWD/Makefile $W/ && "
                           "ln -s $PWD/grader/mk $W/grader/"),
                     0);
}
static void remove_tree(void) { ck_assert_int_eq(shell("rm -r $W"), 0); }

int main(void) {
    Suite *suite = suite_create("make");
    TCase *cases = tcase_create("tree");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, make_tree, remove_tree);
    tcase_add_loop_test(cases, make_does_what_is_needed, 0, sizeof rows / sizeof rows[0]);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
