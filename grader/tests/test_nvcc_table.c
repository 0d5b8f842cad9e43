// simtcc refuses what nvcc refuses, at the same line: small programs, with what nvcc said to each. The table
// is grader/tests/language/*.cu; nvcc is asked by `make check-nvcc-table` alone (grader/mk/nvcc-table.sh).
// Inputs: engine grader/tests/language
#include <check.h>
#include <glob.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "skip.h"

enum { LEAST_PROGRAMS = 200 };

static char root[PATH_MAX];
static glob_t themes;

/* Writes each program of a theme into a file of its own, and says which line nvcc refuses. */
static const char split[] =
    "awk -v work=\"$W\" '/^\\/\\/ program: /{n++; l=0; f=sprintf(\"%%s/%%03d\", work, n); "
    "print substr($0, 13) >(f \".name\"); print \"ok\" >(f \".want\"); close(f \".want\")} "
    "n{l++; if (sub(/ *\\/\\/ refused$/, \"\")) {print l >(f \".want\"); close(f \".want\")} print >(f "
    "\".cu\")}' '%s'";

/* The line of simtcc's first error, or "ok". */
static const char compile[] = "find \"$W\" -name '*.cu' -print0 | xargs -0 -n 1 -P \"$(nproc)\" sh -c '"
                              "if \"$S\" -c \"$0\" -o \"$0.o\" 2>\"$0.log\"; then echo ok; else "
                              "sed -nE \"s/^[^:]*:([0-9]+):([0-9]+:)? (fatal )?error: .*/\\\\1/p\" "
                              "\"$0.log\" | head -n 1; fi >\"${0%.cu}.got\"; "
                              "rm -f \"$0.o\"'";

static void run(const char *command) { ck_assert_msg(system(command) == 0, "%s", command); }

static void read_line(const char *path, char line[static 200]) {
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    if (!fgets(line, 200, file))
        strcpy(line, "?");
    line[strcspn(line, "\n")] = '\0';
    fclose(file);
}

static bool has_rules(void) {
    char plugin[PATH_MAX + 64];
    snprintf(plugin, sizeof plugin, "%s/build/lib/simt_language.so", root);
    return access(plugin, F_OK) == 0;
}

/* Compares the two lines of each program; @return how many differ, and their names in `report`. */
static int compare(const char *work, char report[static 4000]) {
    char pattern[PATH_MAX + 16];
    glob_t programs;
    int wrong = 0;
    snprintf(pattern, sizeof pattern, "%s/*.want", work);
    ck_assert_int_eq(glob(pattern, 0, NULL, &programs), 0);
    for (size_t i = 0; i < programs.gl_pathc; i++) {
        char *path = programs.gl_pathv[i], want[200], got[200], name[200];
        read_line(path, want);
        strcpy(path + strlen(path) - 5, ".got");
        read_line(path, got);
        if (strcmp(want, got) == 0)
            continue;
        strcpy(path + strlen(path) - 4, ".name");
        read_line(path, name);
        const size_t length = strlen(report);
        snprintf(report + length, 4000 - length, "\n%s: nvcc: %s, simtcc: %s", name, want, got);
        wrong++;
    }
    ck_assert_uint_gt(programs.gl_pathc, 0);
    globfree(&programs);
    return wrong;
}

START_TEST(simtcc_agrees_with_nvcc) {
    char work[PATH_MAX], command[2 * PATH_MAX], report[4000] = "";
    if (!has_rules())
        test_skip("the plugin that knows CUDA's rules is not built");
    snprintf(work, sizeof work, "%s/table.XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(work));
    setenv("W", work, 1);
    snprintf(command, sizeof command, split, themes.gl_pathv[_i]);
    run(command);
    run(compile);
    const int wrong = compare(work, report);
    run("rm -rf \"$W\"");
    ck_assert_msg(wrong == 0, "%d programs of %s%s", wrong, themes.gl_pathv[_i], report);
}
END_TEST

/* The table is as large as it should be, and about half of it is refused. */
START_TEST(table_has_both_kinds) {
    int programs = 0, refused = 0;
    for (size_t i = 0; i < themes.gl_pathc; i++) {
        char line[1000];
        FILE *file = fopen(themes.gl_pathv[i], "r");
        ck_assert_ptr_nonnull(file);
        while (fgets(line, sizeof line, file)) {
            programs += strncmp(line, "// program: ", 12) == 0;
            refused += strstr(line, " // refused\n") != NULL;
        }
        fclose(file);
    }
    ck_assert_int_ge(programs, LEAST_PROGRAMS);
    ck_assert_int_ge(refused, programs * 2 / 5);
    ck_assert_int_le(refused, programs * 3 / 5);
}
END_TEST

int main(void) {
    char simtcc[PATH_MAX + 32];
    if (!getcwd(root, sizeof root))
        return EXIT_FAILURE;
    snprintf(simtcc, sizeof simtcc, "%s/build/bin/simtcc", root);
    setenv("S", simtcc, 1);
    if (glob("grader/tests/language/*.cu", 0, NULL, &themes) != 0)
        return EXIT_FAILURE;
    Suite *suite = suite_create("nvcc_table");
    TCase *cases = tcase_create("table");
    tcase_set_timeout(cases, 300);
    tcase_add_test(cases, table_has_both_kinds);
    tcase_add_loop_test(cases, simtcc_agrees_with_nvcc, 0, (int)themes.gl_pathc);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    globfree(&themes);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
