// The program behind "make check-predictions", with a compiler and a profiler that are scripts: it reads what
// a profiler prints, adds launches up, and tells right keys from wrong ones.
#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { TEXT = 1 << 16 };

static char folder[] = "/tmp/test_profiled.XXXXXX";
static char output[TEXT];

// Prints a row for each metric it is asked for. The right values are those that a run without a profiler
// printed as keys: of questions with one metric, which is the last word of their line, behind two dashes.
static const char ncu[] = "#!/bin/sh\n"
                          "here=$(dirname \"$0\") metrics=$5 lab=$(basename \"$6\") program=$7\n"
                          "[ \"$SAYS\" != error ] || { echo '==ERROR== no right to count'; exit 1; }\n"
                          "key() { awk -v m=\"$1\" -v l=\"$lab\" -v p=\"$program\" "
                          "'$1 == l && $2 == p && $NF == m && $(NF - 2) == \"-\" { print $(NF - 3) }' "
                          "\"$here/keys\" | head -n 1; }\n"
                          "echo '==PROF== a line that is no row'\n"
                          "echo '\"ID\",\"Metric Name\",\"Metric Value\"'\n"
                          "for metric in $(echo \"$metrics\" | tr , ' '); do\n"
                          "    value=$(key \"$metric\")\n"
                          "    [ \"$SAYS\" = right ] || value=1,000,003\n"
                          "    [ -z \"$value\" ] || echo \"\\\"1\\\",\\\"$metric\\\",\\\"$value\\\"\"\n"
                          "done\n"
                          "launch=0 launches=$(key launches)\n"
                          "while [ \"$launch\" -lt \"${launches:-1}\" ]; do\n"
                          "    launch=$((launch + 1))\n"
                          "    echo \"\\\"$launch\\\",\\\"other\\\",\\\"5\\\"\"\n"
                          "done\n";

static void write_script(const char *name, const char *text) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(chmod(path, 0755), 0);
}

// What it printed is in `output`. @return its exit code
static int run(const char *environment) {
    char command[PATH_MAX];
    snprintf(command, sizeof command, "{ env %s build/bin/profiled 1; echo \"code $?\"; } 2>&1", environment);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    output[fread(output, 1, TEXT - 1, pipe)] = '\0';
    pclose(pipe);
    const char *code = strstr(output, "\ncode ");
    ck_assert_msg(code != NULL, "%s", output);
    return atoi(code + strlen("\ncode "));
}

struct totals {
    int answers, counted, equal, near;
};

static struct totals totals(void) {
    struct totals t = {0};
    const char *at = strstr(output, " answers; the profiler counted");
    while (at && at > output && at[-1] != '\n')
        at--;
    ck_assert_msg(at && sscanf(at, "%d answers; the profiler counted %d of them: %d equal, %d within",
                               &t.answers, &t.counted, &t.equal, &t.near) == 4,
                  "%s", output);
    return t;
}

START_TEST(without_a_profiler_there_are_keys_alone) {
    ck_assert_int_eq(run("NVCC= NCU= PATH=/usr/bin:/bin"), 2);
    const struct totals t = totals();
    ck_assert_int_ge(t.answers, 60);
    ck_assert_int_eq(t.counted, 0);
    ck_assert_ptr_nonnull(strstr(output, "there is no CUDA Toolkit"));
}
END_TEST

static const struct {
    const char *says;
    int code;
} profilers[] = {{"right", 0}, {"wrong", 1}, {"error", 2}};

START_TEST(keys_are_compared_with_what_the_profiler_prints) {
    char environment[256];
    run("NVCC= NCU= PATH=/usr/bin:/bin");
    write_script("keys", output);
    write_script("ncu", ncu);
    write_script("nvcc", "#!/bin/sh\nexit 0\n");
    snprintf(environment, sizeof environment, "NVCC=%s/nvcc NCU=%s/ncu SAYS=%s", folder, folder,
             profilers[_i].says);
    const int code = run(environment);
    const struct totals t = totals();
    ck_assert_msg(code == profilers[_i].code, "%s: %d\n%.400s", profilers[_i].says, code,
                  strstr(output, "\ncode ") - 300);
    if (code == 0) {
        ck_assert_int_ge(t.counted, 30);
        ck_assert_int_eq(t.equal, t.counted);
    } else if (code == 1) {
        ck_assert_int_ge(t.counted, 30);
        ck_assert_int_lt(t.near, t.counted / 2);
    } else {
        ck_assert_int_eq(t.counted, 0);
        ck_assert_ptr_nonnull(strstr(output, "the profiler says: ==ERROR== no right to count"));
    }
}
END_TEST

int main(void) {
    char command[64];
    if (!mkdtemp(folder))
        return EXIT_FAILURE;
    Suite *suite = suite_create("profiled");
    TCase *cases = tcase_create("program");
    tcase_set_timeout(cases, 300);
    tcase_add_test(cases, without_a_profiler_there_are_keys_alone);
    tcase_add_loop_test(cases, keys_are_compared_with_what_the_profiler_prints, 0,
                        (int)(sizeof profilers / sizeof *profilers));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
