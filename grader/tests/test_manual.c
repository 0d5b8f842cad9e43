// The description of command lines: every accepted option is in --help and on the man page, the
// man page has no other, --help fits a screen, and bash completes the options of --help.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "class/commands/commands.h"
#include "cli/cli.h"
#include "simt/driver/options.h"

enum { MOST_TEXT = 1 << 17, LINES = 25, COLUMNS = 79 };

static const struct command *commands[] = {
    &cli_command,    &batch_command, &status_command, &show_command,         &export_command,
    &policy_command, &log_command,   &forget_command, &pseudonymise_command, &options_command};
enum { COMMANDS = sizeof commands / sizeof commands[0], SIMTCC = COMMANDS - 1 };

static const char *help_of(const struct command *command) {
    static char text[MOST_TEXT];
    FILE *out = fmemopen(text, sizeof text, "w");
    ck_assert_ptr_nonnull(out);
    command_line_help(out, command);
    fclose(out);
    return text;
}

// A man page without its markup.
static const char *page_of(size_t command) {
    static char text[MOST_TEXT];
    FILE *in = fopen(command == SIMTCC ? "grader/simt/driver/simtcc.1" : "grader/cli/grade.1", "re");
    ck_assert_ptr_nonnull(in);
    size_t length = 0;
    for (int c; (c = fgetc(in)) != EOF && length < sizeof text - 1;)
        if (c != '\\')
            text[length++] = (char)c;
        else if ((c = fgetc(in)) == 'f') // a font: \fB, \fI, \fR
            fgetc(in);
        else if (c != '&')
            text[length++] = (char)c;
    text[length] = '\0';
    fclose(in);
    return text;
}

// The part of a page that is about one command: from its heading to the next.
static const char *part_of_page(size_t command) {
    static char part[MOST_TEXT], heading[128];
    const char *page = page_of(command), *begin = strstr(page, ".SH OPTIONS");
    if (command > 0 && command != SIMTCC) {
        strcpy(heading, ".SS ");
        command_line_name(heading + 4, sizeof heading - 4, commands[command]);
        begin = strstr(page, heading);
    }
    ck_assert_msg(begin != NULL, "no part of the man page is about %s", commands[command]->typed);
    const char *end = strstr(begin + 1, "\n.S");
    ck_assert_ptr_nonnull(end);
    snprintf(part, sizeof part, "%.*s", (int)(end - begin), begin);
    return part;
}

// The edge of a word: "--n" is no part of "--name".
static bool is_edge(char c) {
    return c == '\0' || !strchr("-=_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", c);
}

static bool has_word(const char *text, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at++)
        if ((at == text || is_edge(at[-1])) && is_edge(at[length]))
            return true;
    return false;
}

static bool is_read(const struct command *command, const char *name) {
    for (const struct option *option = command->options; option->names; option++)
        if (has_word(option->names, name))
            return true;
    return strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
}

START_TEST(every_option_is_told) {
    const struct command *command = commands[_i];
    const char *page = part_of_page((size_t)_i);
    char names[160];
    for (const struct option *option = command->options; option->names; option++) {
        if (option->names[0] != '-')
            continue;
        snprintf(names, sizeof names, "%s", option->names);
        char *rest = names, *name = strsep(&rest, " ");
        ck_assert_msg(has_word(help_of(command), name), "--help of %s lacks %s", command->typed, name);
        for (; name; name = strsep(&rest, " "))
            ck_assert_msg(has_word(page, name), "%s of %s is not on the man page", name, command->typed);
    }
}
END_TEST

// Options begin a line, or follow a comma as another spelling.
START_TEST(man_page_has_no_other) {
    char name[64];
    size_t count = 0;
    for (const char *line = part_of_page((size_t)_i); *line;
         line += strcspn(line, "\n"), line += *line == '\n')
        for (const char *at = line; *at == '-'; count++) {
            snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " ,.\n"), at);
            ck_assert_msg(is_read(commands[_i], name), "%s does not read %s", commands[_i]->typed, name);
            at += strcspn(at, ",\n");
            at += strspn(at, ", ");
        }
    ck_assert_uint_gt(count, 1);
}
END_TEST

START_TEST(help_fits_a_screen) {
    int lines = 0;
    for (const char *line = help_of(commands[_i]); *line; lines++) {
        const size_t length = strcspn(line, "\n");
        ck_assert_msg(length <= COLUMNS, "%zu columns: %.*s", length, (int)length, line);
        line += length + (line[length] == '\n');
    }
    ck_assert_int_le(lines, LINES);
    ck_assert_int_ge(lines, 3);
}
END_TEST

// The shell's completions for a command line that ends at the cursor.
static const struct {
    const char *words;   // of bash's array
    const char *with;    // a word that is offered
    const char *without; // one that is not, NULL if any may be
} completions[] = {
    {"./grade ''", "lab3", "--seed"},
    {"./grade ''", "batch", "html"},
    {"./grade ''", "forget", "also"},
    {"./grade forget --", "--keep-scores", "--seed"},
    {"./grade lab1", "lab10", "lab2"},
    {"./grade lab3 --s", "--seed", "--quiet"},
    {"./grade lab3 --backend ''", "gpu", "lab3"},
    {"./grade lab3 --backend = c", "cpu", "gpu"},
    {"./grade lab3 --backend =", "cpu", NULL},
    {"./grade lab3 --require-tier ''", "B", "lab3"},
    {"./grade lab3 --submission grader/cli/grade", "grader/cli/grade.1", NULL},
    {"./grade batch --", "--regrade", "--trace"},
    {"./grade batch grader/cli/grade", "grader/cli/grade.1", NULL},
    {"./grade batch up --lab lab", "lab5", "--lab"},
    {"./grade export ''", "gradescope", "lab3"},
    {"./grade policy ''", "check", "lab3"},
    {"./grade policy check --p", "--policy", "--seed"},
    {"./grade export html --d", "--db", "--seed"},
    {"build/bin/simtcc -Xc", "-Xcompiler", "-Xlinker"},
    {"build/bin/simtcc -x ''", "c++", "-o"},
    {"build/bin/simtcc grader/cli/grade", "grader/cli/grade.1", NULL},
};

START_TEST(bash_completes) {
    char command[1024], line[256];
    const char *words = completions[_i].words;
    bool with = false, without = false;
    snprintf(command, sizeof command,
             "bash -c '. grader/cli/completion.bash; eval \"COMP_WORDS=($1)\"; "
             "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _warplab; printf \"%%s\\n\" \"${COMPREPLY[@]}\"' "
             "bash \"%s\" 2>&1",
             words);
    FILE *out = popen(command, "r");
    ck_assert_ptr_nonnull(out);
    while (fgets(line, sizeof line, out)) {
        line[strcspn(line, "\n")] = '\0';
        with = with || strcmp(line, completions[_i].with) == 0;
        without = without || (completions[_i].without && strcmp(line, completions[_i].without) == 0);
    }
    ck_assert_int_eq(pclose(out), 0);
    ck_assert_msg(with, "\"%s\" is not completed to %s", words, completions[_i].with);
    ck_assert_msg(!without, "\"%s\" is completed to %s", words, completions[_i].without);
}
END_TEST

static const struct {
    const char *command, *begins;
} programs[] = {
    {"./grade --help", "usage: ./grade LAB [FILE] [OPTION]..."},
    {"./grade batch --help", "usage: ./grade batch PATH"},
    {"./grade status --help", "usage: ./grade status"},
    {"./grade show --help", "usage: ./grade show STUDENT LAB"},
    {"./grade export --help", "usage: ./grade export FORMAT"},
    {"./grade policy --help", "usage: ./grade policy check STUDENT"},
    {"./grade log --help", "usage: ./grade log"},
    {"./grade forget --help", "usage: ./grade forget STUDENT"},
    {"./grade pseudonymise --help", "usage: ./grade pseudonymise FILE"},
    {"build/bin/simtcc --help", "usage: simtcc FILE... [OPTION]..."},
    {"build/bin/simtcc", "usage: simtcc FILE... [OPTION]..."},
};

START_TEST(programs_print_their_help) {
    char line[256] = "";
    FILE *out = popen(programs[_i].command, "r");
    ck_assert_ptr_nonnull(out);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, out));
    while (fgetc(out) != EOF)
        continue;
    ck_assert_msg(strncmp(line, programs[_i].begins, strlen(programs[_i].begins)) == 0, "%s: %s",
                  programs[_i].command, line);
    ck_assert_int_eq(pclose(out), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("manual");
    TCase *tables = tcase_create("tables"), *shells = tcase_create("shells");
    tcase_set_timeout(tables, 60);
    tcase_set_timeout(shells, 60);
    tcase_add_loop_test(tables, every_option_is_told, 0, COMMANDS);
    tcase_add_loop_test(tables, man_page_has_no_other, 0, COMMANDS);
    tcase_add_loop_test(tables, help_fits_a_screen, 0, COMMANDS);
    tcase_add_loop_test(shells, bash_completes, 0, sizeof completions / sizeof completions[0]);
    tcase_add_loop_test(shells, programs_print_their_help, 0, sizeof programs / sizeof programs[0]);
    suite_add_tcase(suite, tables);
    suite_add_tcase(suite, shells);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
