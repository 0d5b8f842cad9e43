// What a report tells a student to type works: every command that it prints is run. And the short report says
// what the long one says, of what lost points.
#include <check.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TEXT = 1 << 16, COMMAND = 640, REFUSED = 2 };

// Submissions whose reports begin with different causes, and have different commands in them.
static const struct {
    const char *lab, *submission;
    int least; // commands
    bool traced;
} reports[] = {
    {"lab3", "grader/course/lab3/fixtures/missing_barrier", 3, true},
    {"lab3", "grader/course/lab3/fixtures/ticket_not_reset", 2, false},
    {"lab2", "grader/course/lab2/fixtures/identity_of_max", 3, true},
    {"lab4", "grader/course/lab4/fixtures/kernel_of_the_task_before", 1, false},
    {"lab7", "grader/course/lab7/fixtures/root_early", 3, true},
    {"lab8", "grader/course/lab8/fixtures/naive_race", 3, true},
    {"lab3", "grader/course/lab3/fixtures/syntax_error", 1, false},
    {"lab3", "solutions/lab3", 1, false},
};

static char folder[] = "/tmp/test_printedXXXXXX";

static int output_of(const char *command, char *output) {
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    output[fread(output, 1, TEXT - 1, pipe)] = '\0';
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// A sentence that was wrapped goes on in the next line.
static void join_lines(char *text) {
    for (char *at = text; (at = strstr(at, "\n    ")) != NULL;) {
        const size_t blanks = strspn(at + 1, " ");
        const bool new_one =
            strncmp(at + 1 + blanks, "->", 2) == 0 || strncmp(at + 1 + blanks, "Hint ", 5) == 0;
        if (isgraph((unsigned char)at[-1]) && !new_one)
            memmove(at + 1, at + 1 + blanks, strlen(at + 1 + blanks) + 1), *at = ' ';
        else
            at++;
    }
}

// The command that begins at `at`: up to what the report says of it. --trace writes to our own folder.
static void read_command(const char *at, char *command) {
    size_t length = strcspn(at, "\n()");
    const char *shows = strstr(at, " shows");
    if (shows && shows < at + length)
        length = (size_t)(shows - at);
    const char *file = strstr(at, "trace.html");
    if (file && file < at + length)
        snprintf(command, COMMAND, "%.*s%s/%.*s", (int)(file - at), at, folder, (int)(at + length - file),
                 file);
    else
        snprintf(command, COMMAND, "%.*s", (int)length, at);
}

START_TEST(commands_of_a_report_work) {
    static char text[TEXT], answer[TEXT];
    char command[COMMAND], run[COMMAND + 64];
    int commands = 0;
    bool traced = false;
    snprintf(run, sizeof run, "LC_ALL=C ./grade %s --backend cpu --seed 1 --submission %s 2>&1",
             reports[_i].lab, reports[_i].submission);
    ck_assert_int_ne(output_of(run, text), REFUSED);
    join_lines(text);
    ck_assert_msg(strstr(text, "the same command") == NULL, "%s", text);
    for (const char *at = text; (at = strstr(at, "./grade ")) != NULL; at++) {
        read_command(at, command);
        snprintf(run, sizeof run, "LC_ALL=C %s 2>&1", command);
        const int code = output_of(run, answer);
        ck_assert_msg(code == 0 || code == 1, "%s: exit code %d: %s", command, code, answer);
        traced |= strstr(command, "--trace") != NULL;
        commands++;
    }
    ck_assert_msg(commands >= reports[_i].least && traced == reports[_i].traced, "%d commands: %s", commands,
                  text);
}
END_TEST

// A report of what is wrong is short; what is said of the machine is for those who ask.
START_TEST(short_report_is_short) {
    static char text[TEXT], whole[TEXT];
    int lines = 0;
    static const char *const left_out[] = {"  ok  ", "  skip", "Sandbox:", "CPU engine:"};
    output_of("LC_ALL=C ./grade lab3 --backend cpu --seed 1 --submission "
              "grader/course/lab3/fixtures/missing_barrier",
              text);
    output_of("LC_ALL=C ./grade lab3 --full --backend cpu --seed 1 "
              "--submission grader/course/lab3/fixtures/missing_barrier",
              whole);
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    ck_assert_int_le(lines, 32);
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
        ck_assert_msg(strstr(text, left_out[i]) == NULL, "%s", text);
        ck_assert_msg(strstr(whole, left_out[i]) != NULL || i == 1, "%s", whole);
    }
    static const char *const kept[] = {"Score: ",          "Is it right?  ", "Is it safe?  ", "Is it fast?  ",
                                       "  FAIL  answers ", "  FAIL  races ", "Next: "};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        ck_assert_msg(strstr(text, kept[i]) != NULL, "no %s: %s", kept[i], text);
        ck_assert_msg(strstr(whole, kept[i]) != NULL, "no %s: %s", kept[i], whole);
    }
}
END_TEST

static void remove_folder(void) {
    char path[64];
    snprintf(path, sizeof path, "%s/trace.html", folder);
    unlink(path);
    rmdir(folder);
}

int main(void) {
    if (!mkdtemp(folder))
        return EXIT_FAILURE;
    Suite *suite = suite_create("printed");
    TCase *cases = tcase_create("reports");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, commands_of_a_report_work, 0, (int)(sizeof reports / sizeof *reports));
    tcase_add_test(cases, short_report_is_short);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    remove_folder();
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
