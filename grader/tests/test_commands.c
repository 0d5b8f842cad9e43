// The commands in documents are run here, in a copy of this folder, document after document; those that
// need a GPU, root or an hour are looked up instead, and a command without a rule fails.
#include <check.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_TEXT = 1 << 14, MOST_COMMANDS = 1000, SECONDS = 120 };

// The first matching rule decides how commands/try.sh tries a command:
// run: it succeeds; grade: likewise, or with fewer than full marks, like a starter; blame: the checkers
// find the mistake that the program demonstrates; target: make knows it (it takes long, has a suite of
// its own, or changes the machine); options: --help knows them (others are tested by the same form, or have
// placeholders); elsewhere: it cannot run here, with the given reason, but the files it names
// exist.
static const struct rule {
    const char *pattern, *how, *why;
} rules[] = {
    {"^(nvcc|cuobjdump) ", "elsewhere", "takes the CUDA Toolkit"},
    {"^(ncu|compute-sanitizer) |^\\./measure |--backend gpu|^build/try [0-9]{8,}", "elsewhere",
     "takes a GPU"},
    {"^(apt-get|docker|tar|cd) ", "elsewhere",
     "is for another machine, or for an archive that is made there"},
    {"^sudo |NVCC=/", "elsewhere", "is about what another machine has"},
    {"build/asan/|CC=clang", "elsewhere", "takes another build of everything"},
    {"^make CONFINE=no( all)?$", "target", "likewise"},
    {"\\./(sum|prog)$| naive$", "blame", ""},
    {"^gcc -std=c11 .* -c |^make( V=1)?$", "run", ""},
    {"^make (-j4 |NVCC= )?(lab[0-9]+|build|manuals|install-deps|new-lab LAB=.*)$", "run", ""},
    {"^make (lab1|lab3|lab16) && ", "grade", ""},
    {"^make [a-z0-9-]+ && \\./grade [a-z0-9-]+$", "target", "test_starters grades every starter"},
    {"^([A-Z_]+=[^ ]+ )?make [a-z0-9-]+( [A-Z]+=([a-z0-9/_-]+|\"[a-z0-9 ]+\"))*$", "target", ""},
    {"^\\./grade lab1 --seed", "grade", ""},
    {"--seed SEED$|--json FILE$", "options", "as another is typed"},
    {"--watch$", "options", "goes on until Ctrl-C"},
    {"--asm$", "options", "takes the CUDA Toolkit"},
    {"--failed$", "options", "takes a report of a fault"},
    {"^\\./grade batch( --slurm)?$|^simtcc |\\[|\\.\\.\\.|--trace$", "options", "is not the whole command"},
    {"^\\./grade (forget|pseudonymise) ", "options", "takes away what others are typed with"},
    {"^\\./grade (batch|status|show|export|policy|log)( |$)|--help$|--hint [0-9]+$", "run", ""},
    {"^(LANG=[^ ]+ )?\\./grade ", "grade", ""},
    {"^build/bin/simtcc |^(SIMT_[A-Z]+=[^ ]+ )?build/try( |$)", "grade", ""},
};

static char copy[256], *commands[MOST_COMMANDS]; // each "FILE:LINE\tCOMMAND"
static int count;

static const char *how_to_try(const char *command) {
    const char *how = NULL;
    for (size_t i = 0; i < sizeof rules / sizeof *rules && !how; i++) {
        regex_t pattern;
        if (regcomp(&pattern, rules[i].pattern, REG_EXTENDED | REG_NOSUB) != 0)
            return NULL;
        if (regexec(&pattern, command, 0, NULL, 0) == 0)
            how = rules[i].how;
        regfree(&pattern);
    }
    return how;
}

// The error of a command, "" if there is none.
static const char *tried(const char *command) {
    static char wrong[MOST_TEXT];
    const char *how = how_to_try(command);
    ck_assert_int_eq(
        setenv("COPY", copy, 1) | setenv("HOW", how ? how : "unknown", 1) | setenv("COMMAND", command, 1), 0);
    FILE *pipe = popen("cd \"$COPY\" && grader/tests/commands/try.sh \"$HOW\" \"$COMMAND\" 2>&1", "r");
    ck_assert_ptr_nonnull(pipe);
    wrong[fread(wrong, 1, sizeof wrong - 1, pipe)] = '\0';
    ck_assert_int_eq(pclose(pipe), 0);
    return wrong;
}

START_TEST(command_does_what_its_document_says) {
    const char *const wrong = tried(strchr(commands[_i], '\t') + 1);
    ck_assert_msg(*wrong == '\0', "%s\n%s", commands[_i], wrong);
}
END_TEST

static const struct mistake {
    const char *command, *wrong;
} mistakes[] = {
    {"rm -rf build", "nobody knows how to try this"},
    {"make labs", "there is no make labs"},
    {"make check-lab LEB=lab16", "nothing reads LEB=lab16"},
    {"./grade batch PATH --slumr [-j N]", "./grade batch has no --slumr"},
    {"./grade LAB --submision [FILE]", "./grade has no --submision"},
    {"nvcc -O3 labs/lab3/lab33.cu", "there is no labs/lab3/lab33.cu"},
    {"./grade lab3 --hint 77", "exit code 2"},
    {"make lab1 && ./grade lab99", "exit code 2"},
    {"build/bin/simtcc no_such.cu -o no_such", "exit code 2"},
};

START_TEST(mistakes_in_documents_are_found) {
    const char *const wrong = tried(mistakes[_i].command);
    ck_assert_msg(strstr(wrong, mistakes[_i].wrong) != NULL, "%s: %s", mistakes[_i].command, wrong);
}
END_TEST

// Each command once, in document order.
static void find_commands(void) {
    FILE *pipe = popen("cd \"$COPY\" && find README.md docs labs slides man.md -name '*.md' | sort | "
                       "xargs awk -f grader/tests/commands/extract.awk | awk -F '\\t' '!seen[$2]++'",
                       "r");
    size_t size = 0;
    while (pipe && count < MOST_COMMANDS && getline(&commands[count], &size, pipe) > 0) {
        commands[count][strcspn(commands[count], "\n")] = '\0';
        count++;
        size = 0;
    }
    if (pipe)
        pclose(pipe);
}

int main(void) {
    const char *const place = getenv("TMPDIR");
    char remove_copy[sizeof copy + 16], make_copy[sizeof copy + 64];
    snprintf(copy, sizeof copy, "%s/commands-%d", place ? place : "/tmp", (int)getpid());
    snprintf(make_copy, sizeof make_copy, "grader/tests/commands/copy.sh '%s'", copy);
    snprintf(remove_copy, sizeof remove_copy, "rm -rf '%s'", copy);
    if (setenv("COPY", copy, 1) != 0 || system(make_copy) != 0)
        return EXIT_FAILURE;
    find_commands();
    Suite *suite = suite_create("commands");
    TCase *cases = tcase_create("documents");
    tcase_set_timeout(cases, SECONDS);
    tcase_add_loop_test(cases, mistakes_in_documents_are_found, 0, (int)(sizeof mistakes / sizeof *mistakes));
    tcase_add_loop_test(cases, command_does_what_its_document_says, 0, count);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner) + (count < 100);
    srunner_free(runner);
    for (int i = 0; i < count; i++)
        free(commands[i]);
    return system(remove_copy) == 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
