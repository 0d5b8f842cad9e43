// What is printed of a command line: every option that is read is in --help, on the man page and in the
// completions, --help fits a screen, and bash completes with what it is given.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/manual/manual.h"
#include "simt/driver/option_table.h"
#include "simt/driver/options.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/usage.h"

enum { MOST_TEXT = 1 << 17 };

typedef void manual_printer(FILE *out, const struct manual *manual);

static const struct manual *manual_at(int i) { return i == 0 ? usage_manual() : options_manual(); }
enum { MANUALS = 2 };

static const char *end_of_print(FILE *out, char *text) {
    const long length = ftell(out);
    ck_assert_int_gt(length, 0);
    ck_assert_int_lt(length, MOST_TEXT - 1);
    rewind(out);
    ck_assert_uint_eq(fread(text, 1, (size_t)length, out), (size_t)length);
    text[length] = '\0';
    fclose(out);
    return text;
}

static const char *printed(manual_printer *print, const struct manual *manual) {
    static char text[MOST_TEXT];
    FILE *out = tmpfile();
    ck_assert_ptr_nonnull(out);
    print(out, manual);
    return end_of_print(out, text);
}

static const char *help_of(const struct manual *manual, const struct manual_part *part) {
    static char text[MOST_TEXT];
    FILE *out = tmpfile();
    ck_assert_ptr_nonnull(out);
    manual_help(out, manual, part);
    return end_of_print(out, text);
}

// What stands before and after a word: "--n" is no part of "--name".
static bool is_edge(char c) {
    return c == '\0' || !strchr("-=_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", c);
}

static bool has_word(const char *text, const char *word, const char *may_follow) {
    const size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at++)
        if ((at == text || is_edge(at[-1])) && (is_edge(at[length]) || strchr(may_follow, at[length])))
            return true;
    return false;
}

static void as_on_page(char *to, const char *name) {
    to = stpcpy(to, "\\fB");
    for (; *name; name++) {
        if (*name == '-')
            *to++ = '\\';
        *to++ = *name;
    }
    *to = '\0';
}

static void check_name(const struct manual *manual, const char *name) {
    static char pages[MANUALS][MOST_TEXT];
    static const struct manual *made;
    char escaped[160];
    if (made != manual) {
        made = manual;
        strcpy(pages[0], printed(manual_page, manual));
    }
    as_on_page(escaped, name);
    ck_assert_msg(has_word(pages[0], escaped, "\\"), "%s is not on the man page of %s", name, manual->name);
    ck_assert_msg(has_word(printed(manual_bash, manual), name, ""), "bash does not complete %s", name);
    ck_assert_msg(has_word(printed(manual_zsh, manual), name, "=+"), "zsh does not complete %s", name);
}

START_TEST(every_option_is_everywhere) {
    const struct manual *manual = manual_at(_i);
    char alias[160];
    for (size_t p = 0; p < manual->part_count; p++) {
        const struct manual_part *part = &manual->parts[p];
        ck_assert_uint_gt(part->option_count, 0);
        for (size_t o = 0; o < part->option_count; o++) {
            const struct manual_option *option = &part->options[o];
            ck_assert_msg(has_word(help_of(manual, part), option->name, ""), "--help lacks %s", option->name);
            check_name(manual, option->name);
            for (const char *rest = option->aliases; rest && *rest;) {
                const size_t length = strcspn(rest, " ");
                snprintf(alias, sizeof alias, "%.*s", (int)length, rest);
                check_name(manual, alias);
                rest += length + strspn(rest + length, " ");
            }
        }
    }
}
END_TEST

static bool tells(const struct manual_part *part, const char *name) {
    for (size_t o = 0; o < part->option_count; o++) {
        const struct manual_option *option = &part->options[o];
        if (strcmp(option->name, name) == 0 || (option->aliases && has_word(option->aliases, name, "")))
            return true;
    }
    return false;
}

START_TEST(a_manual_tells_of_all_that_is_read) {
    const struct manual *grade = usage_manual();
    for (const struct flag *flag = cli_flags; flag->say.name; flag++)
        ck_assert_msg(tells(manual_find(grade, NULL), flag->say.name), "grade: %s", flag->say.name);
    const struct command *command;
    size_t commands = 0;
    for (; (command = command_at(commands)); commands++) {
        const struct manual_part *part = manual_find(grade, command->name);
        ck_assert_msg(part != NULL, "nothing is told of %s", command->name);
        for (const struct flag *flag = command->flags; flag->say.name; flag++)
            ck_assert_msg(tells(part, flag->say.name), "grade %s: %s", command->name, flag->say.name);
    }
    ck_assert_uint_eq(grade->part_count, commands + 1);
    for (const struct option *option = option_table; option->name; option++)
        ck_assert_msg(tells(&options_manual()->parts[0], option->name), "simtcc: %s", option->name);
}
END_TEST

START_TEST(help_fits_a_screen) {
    const struct manual *manual = manual_at(_i);
    for (size_t p = 0; p < manual->part_count; p++) {
        int lines = 0;
        for (const char *line = help_of(manual, &manual->parts[p]); *line; lines++) {
            const size_t length = strcspn(line, "\n");
            ck_assert_msg(length <= MANUAL_COLUMNS, "%zu columns: %.*s", length, (int)length, line);
            line += length + (line[length] == '\n');
        }
        ck_assert_int_le(lines, MANUAL_LINES);
        ck_assert_int_ge(lines, 3);
    }
}
END_TEST

// What a shell prints for a command line that ends at the cursor.
static const struct {
    const char *program, *words; // words of bash's array
    const char *with;            // a word that is offered
    const char *without;         // one that is not, NULL if nothing is said of any
} completions[] = {
    {"./grade", "./grade ''", "lab3", "--seed"},
    {"./grade", "./grade ''", "batch", "html"},
    {"./grade", "./grade lab1", "lab10", "lab2"},
    {"./grade", "./grade lab3 --s", "--seed", "--quiet"},
    {"./grade", "./grade lab3 --backend ''", "gpu", "lab3"},
    {"./grade", "./grade lab3 --backend = c", "cpu", "gpu"},
    {"./grade", "./grade lab3 --backend =", "cpu", NULL},
    {"./grade", "./grade lab3 --require-tier ''", "B", "lab3"},
    {"./grade", "./grade lab3 --submission grader/base/man", "grader/base/manual", NULL},
    {"./grade", "./grade batch --", "--regrade", "--trace"},
    {"./grade", "./grade batch grader/base/man", "grader/base/manual", NULL},
    {"./grade", "./grade batch up --lab lab", "lab5", "--lab"},
    {"./grade", "./grade export ''", "gradescope", "lab3"},
    {"./grade", "./grade export html --d", "--db", "--seed"},
    {"build/bin/simtcc", "simtcc -Xc", "-Xcompiler", "-Xlinker"},
    {"build/bin/simtcc", "simtcc -x ''", "c++", "-o"},
    {"build/bin/simtcc", "simtcc --ou", "--output-file", "-o"},
    {"build/bin/simtcc", "simtcc grader/base/man", "grader/base/manual", NULL},
};

START_TEST(bash_completes) {
    char command[1024], line[256];
    const char *words = completions[_i].words;
    bool with = false, without = false;
    snprintf(command, sizeof command,
             "bash -c 'eval \"$(%s --help=bash)\"; eval \"COMP_WORDS=($1)\"; COMP_CWORD=$((${#COMP_WORDS[@]} "
             "- 1)); "
             "_warplab_%s; printf \"%%s\\n\" \"${COMPREPLY[@]}\"' bash \"%s\" 2>&1",
             completions[_i].program, strrchr(completions[_i].program, '/') + 1, words);
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

// The programs print what their manuals are printed as, and say what else they could print.
static const struct {
    const char *command, *begins;
    int code;
} programs[] = {
    {"./grade --help=man", ".TH GRADE 1", 0},
    {"./grade --help=zsh", "#compdef grade", 0},
    {"./grade --help=fish 2>&1", "grade: --help alone, or --help=man", 2},
    {"./grade batch --help", "usage: ./grade batch PATH", 0},
    {"./grade status --help", "usage: ./grade status", 0},
    {"./grade show --help", "usage: ./grade show STUDENT LAB", 0},
    {"./grade export --help", "usage: ./grade export FORMAT", 0},
    {"./grade similar --help", "usage: ./grade similar", 0},
    {"build/bin/simtcc --help=man", ".TH SIMTCC 1", 0},
    {"build/bin/simtcc --help=bash", "# bash's completion of simtcc", 0},
    {"build/bin/simtcc --help=fish 2>&1", "simtcc: error: --help alone", 2},
};

START_TEST(programs_print_their_manual) {
    char line[256] = "";
    FILE *out = popen(programs[_i].command, "r");
    ck_assert_ptr_nonnull(out);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, out));
    while (fgetc(out) != EOF)
        continue;
    const int status = pclose(out);
    ck_assert_msg(strncmp(line, programs[_i].begins, strlen(programs[_i].begins)) == 0, "%s: %s",
                  programs[_i].command, line);
    ck_assert_int_eq(WEXITSTATUS(status), programs[_i].code);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("manual");
    TCase *tables = tcase_create("tables"), *shells = tcase_create("shells");
    tcase_set_timeout(tables, 60);
    tcase_set_timeout(shells, 60);
    tcase_add_loop_test(tables, every_option_is_everywhere, 0, MANUALS);
    tcase_add_test(tables, a_manual_tells_of_all_that_is_read);
    tcase_add_loop_test(tables, help_fits_a_screen, 0, MANUALS);
    tcase_add_loop_test(shells, bash_completes, 0, sizeof completions / sizeof completions[0]);
    tcase_add_loop_test(shells, programs_print_their_manual, 0, sizeof programs / sizeof programs[0]);
    suite_add_tcase(suite, tables);
    suite_add_tcase(suite, shells);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
