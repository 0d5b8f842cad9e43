// The command line: accepted forms, and suggestions for mistakes.
#include <check.h>
#include <string.h>

#include "base/command_line.h"
#include "cli/cli.h"
#include "lab/spec.h"

enum { MAX_WORDS = 8 };

static const struct {
    const char *words[MAX_WORDS]; // after "grade"
    const char *why;              // a part of the error message, NULL if there is none
} lines[] = {
    {{"lab3"}, NULL},
    {{"lab3", "--seed", "00c0ffee00c0ffee"}, NULL},
    {{"lab3", "--seed=0x1F"}, NULL},
    {{"--quiet", "lab3", "--json", "-"}, NULL},
    {{"lab3", "--backend", "cpu", "--submission", "solutions/lab3"}, NULL},
    {{"lab3", "--hint", "2"}, NULL},
    {{NULL}, "which lab"},
    {{"lab3x"}, "did you mean lab3?"},
    {{"Lab3"}, "did you mean lab3?"},
    {{"lab44"}, "did you mean lab4?"},
    {{"labs/lab4/lab4.cu"}, NULL},
    {{"lab4.cu"}, NULL},
    {{"labs/lab4/"}, NULL},
    {{"labs/lab99/lab99.cu"}, "unknown lab labs/lab99/lab99.cu"},
    {{"labs/lab4/lab4.cu", "--submission", "x.cu"}, "unknown lab"},
    {{"lab3", "--full"}, NULL},
    {{"lab3", "my_sum.cu"}, NULL},
    {{"lab3", "my_sum.cu", "more.cu"}, "too many words: more.cu"},
    {{"/proc/self/exe"}, "which lab is /proc/self/exe for? For example: ./grade lab"},
    {{"lab3", "--sed", "1"}, "did you mean --seed?"},
    {{"lab3", "--submision", "x"}, "did you mean --submission?"},
    {{"lab3", "-q"}, "unknown option -q"},
    {{"lab3", "--seed"}, "--seed wants up to 16 hexadecimal digits"},
    {{"lab3", "--seed", "tomorrow"}, "not tomorrow"},
    {{"lab3", "--seed", "11112222333344445"}, "--seed wants"},
    {{"lab3", "--seed", "-1"}, "--seed wants"},
    {{"lab3", "--backend", "tpu"}, "cpu, gpu or all, not tpu"},
    {{"lab3", "--hint", "0"}, "--hint wants a number from 1"},
    {{"lab3", "--hint", "two"}, "--hint wants"},
    {{"lab3", "--counters", "--backend", "gpu"}, NULL},
    {{"lab3", "--counters=1"}, "--counters takes no value"},
    {{"lab3", "--quiet=1"}, "--quiet takes no value"},
    {{"lab3", "--json", ""}, "--json wants a file"},
    {{"lab3", "--sandbox", "container"}, NULL},
    {{"lab3", "--sandbox=auto"}, NULL},
    {{"lab3", "--watch", "--format", "lines"}, NULL},
    {{"lab3", "--format=sarif"}, NULL},
    {{"lab3", "--format", "xml"}, "--format wants text, lines or sarif, not xml"},
    {{"lab3", "--watch", "--json", "x"}, "--watch prints text or lines"},
    {{"lab3", "--watch", "--trace", "x.html"}, "--watch prints text or lines"},
    {{"lab3", "--watch", "--format", "sarif"}, "--watch prints text or lines"},
    {{"lab3", "--asm"}, NULL},
    {{"lab3", "--asm", "--watch"}, "--watch prints text or lines"},
    {{"lab3", "--failed"}, "--failed goes with --trace FILE: a grading is of all tasks and sizes"},
    {{"lab2", "--task", "reduce_cubes"},
     "--task goes with --trace FILE: a grading is of all tasks and sizes"},
    {{"lab2", "--n", "0"}, "--n goes with --trace FILE: a grading is of all tasks and sizes"},
    {{"lab2", "--values", "1,2"}, "--values goes with --trace FILE: a grading is of all tasks and sizes"},
    {{"lab3", "--trace", "x.html", "--failed"}, NULL},
    {{"lab3", "--sandbox", "none"}, "--sandbox wants auto or container, not none"},
};

static enum command_line parse(struct cli *cli, const char *const *words, struct error *error) {
    char *arguments[MAX_WORDS + 2] = {(char *)"grade"};
    int count = 1;
    while (count <= MAX_WORDS && words[count - 1]) {
        arguments[count] = (char *)words[count - 1];
        count++;
    }
    return cli_parse(cli, count, arguments, error);
}

START_TEST(each_line_is_taken_or_explained) {
    struct cli cli;
    struct error error = {""};
    const bool good = parse(&cli, lines[_i].words, &error) == COMMAND_LINE_READ;
    ck_assert_msg(good == (lines[_i].why == NULL), "line %d: %s", _i, error.text);
    if (lines[_i].why)
        ck_assert_msg(strstr(error.text, lines[_i].why) != NULL, "\"%s\" does not say \"%s\"", error.text,
                      lines[_i].why);
}
END_TEST

START_TEST(values_arrive) {
    struct cli cli;
    struct error error;
    ck_assert_int_eq(
        parse(&cli,
              (const char *const[]){"--seed", "1F", "--json=out.json", "lab3", "--backend", "gpu", NULL},
              &error),
        COMMAND_LINE_READ);
    ck_assert_str_eq(cli.request.lab, "lab3");
    ck_assert(cli.request.seeded);
    ck_assert_uint_eq(cli.request.seed, 0x1f);
    ck_assert_str_eq(cli.json, "out.json");
    ck_assert_uint_eq(cli.request.backends, BACKEND_GPU);
    ck_assert(!cli.quiet && cli.hint == 0 && cli.request.submission == NULL);
}
END_TEST

// ./grade FILE.
START_TEST(a_file_called_like_a_lab_is_its_submission) {
    struct cli cli;
    struct error error;
    ck_assert_int_eq(parse(&cli, (const char *const[]){"work/mine/lab4.cu", NULL}, &error),
                     COMMAND_LINE_READ);
    ck_assert_str_eq(cli.request.lab, "lab4");
    ck_assert_str_eq(cli.request.submission, "work/mine/lab4.cu");
    ck_assert(!cli.full);
    ck_assert_int_eq(parse(&cli, (const char *const[]){"work/lab14", "--full", NULL}, &error),
                     COMMAND_LINE_READ);
    ck_assert_str_eq(cli.request.lab, "lab14");
    ck_assert_str_eq(cli.request.submission, "work/lab14");
    ck_assert(cli.full);
}
END_TEST

START_TEST(everything_has_a_default) {
    struct cli cli;
    struct error error;
    ck_assert_int_eq(parse(&cli, (const char *const[]){"lab3", NULL}, &error), COMMAND_LINE_READ);
    ck_assert_uint_eq(cli.request.backends, BACKEND_ALL);
    ck_assert(!cli.request.seeded && !cli.quiet && cli.json == NULL && cli.request.submission == NULL);
}
END_TEST

START_TEST(help_is_asked_for_anywhere) {
    struct cli cli;
    struct error error;
    ck_assert_int_eq(parse(&cli, (const char *const[]){"--help", NULL}, &error), COMMAND_LINE_HELP);
    ck_assert_int_eq(parse(&cli, (const char *const[]){"lab3", "-h", NULL}, &error), COMMAND_LINE_HELP);
}
END_TEST

// The ways in which values may follow an option, and which of several options with a common prefix is meant.
struct taken {
    const char *text, *word, *whole;
    long number;
    int constant;
    bool on;
};
static const struct option forms[] = {
    {.names = "FILE...", .value = "FILE", .take = option_text, .offset = offsetof(struct taken, word)},
    {.names = "-t --text",
     .value = "T",
     .form = OPTION_JOINED,
     .take = option_text,
     .offset = offsetof(struct taken, text)},
    {.names = "-two", .take = option_switch, .offset = offsetof(struct taken, on)},
    {.names = "-n", .value = "N", .take = option_number, .offset = offsetof(struct taken, number), .most = 9},
    {.names = "-O",
     .value = "LEVEL",
     .form = OPTION_WHOLE,
     .take = option_text,
     .offset = offsetof(struct taken, whole)},
    {.names = "-c --constant",
     .take = option_constant,
     .offset = offsetof(struct taken, constant),
     .least = 7},
    {.names = "-dropped", .value = "VALUE"},
    {.names = NULL},
};

static const struct {
    const char *words[MAX_WORDS];
    struct taken taken;
    const char *error; // NULL if the line is good
} formed[] = {
    {{"-ta"}, {.text = "a"}, NULL},
    {{"-t", "a"}, {.text = "a"}, NULL},
    {{"-t=a"}, {.text = "a"}, NULL},
    {{"--text", "a"}, {.text = "a"}, NULL},
    {{"--text="}, {.text = ""}, "-t wants T, not "},
    {{"--texta"}, {.text = NULL}, "unknown option --texta"},
    {{"-two"}, {.on = true}, NULL},
    {{"-twofold"}, {.text = "wofold"}, NULL},
    {{"-n", "9", "a", "b"}, {.number = 9, .word = "b"}, NULL},
    {{"-n9"}, {.number = 0}, "unknown option -n9"},
    {{"-n", "10"}, {.number = 10}, "-n wants a number from 0 to 9, not 10"},
    {{"-n"}, {.number = 0}, "-n wants a number from 0 to 9"},
    {{"-O2"}, {.whole = "-O2"}, NULL},
    {{"-O=2"}, {.whole = NULL}, "unknown option -O=2"},
    {{"-c", "--constant"}, {.constant = 7}, NULL},
    {{"-dropped", "a", "b"}, {.word = "b"}, NULL},
};

static void check_text(const char *is, const char *wanted) {
    ck_assert_msg(is == wanted || (is && wanted && strcmp(is, wanted) == 0), "%s, not %s", is, wanted);
}

START_TEST(each_form_is_read) {
    char *arguments[MAX_WORDS + 2] = {(char *)"program"};
    struct taken taken = {.text = NULL};
    struct error error = {""};
    int count = 1;
    for (; formed[_i].words[count - 1]; count++)
        arguments[count] = (char *)formed[_i].words[count - 1];
    const bool good = command_line_read(forms, &taken, count, arguments, &error) == COMMAND_LINE_READ;
    ck_assert_msg(good == !formed[_i].error, "line %d: %s", _i, error.text);
    if (formed[_i].error)
        ck_assert_msg(strstr(error.text, formed[_i].error) != NULL, "line %d: %s", _i, error.text);
    check_text(taken.text, formed[_i].taken.text);
    check_text(taken.word, formed[_i].taken.word);
    check_text(taken.whole, formed[_i].taken.whole);
    ck_assert_int_eq(taken.number, formed[_i].taken.number);
    ck_assert_int_eq(taken.constant, formed[_i].taken.constant);
    ck_assert_int_eq(taken.on, formed[_i].taken.on);
}
END_TEST

static const struct {
    const char *a, *b;
    size_t distance;
} pairs[] = {
    {"", "", 0},         {"lab3", "lab3", 0},       {"lab", "lab3", 1}, {"lba3", "lab3", 2},
    {"", "seed", 4},     {"kitten", "sitting", 3},  {"abc", "", 3},     {"--sed", "--seed", 1},
    {"flaw", "lawn", 2}, {"Saturday", "Sunday", 3},
};

START_TEST(distances_are_levenshteins) {
    ck_assert_uint_eq(edit_distance(pairs[_i].a, pairs[_i].b), pairs[_i].distance);
    ck_assert_uint_eq(edit_distance(pairs[_i].b, pairs[_i].a), pairs[_i].distance);
}
END_TEST

START_TEST(long_words_do_no_harm) {
    char word[300];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    ck_assert_uint_le(edit_distance(word, "lab3"), 63);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cli");
    TCase *cases = tcase_create("lines");
    tcase_add_loop_test(cases, each_line_is_taken_or_explained, 0, (int)(sizeof lines / sizeof lines[0]));
    tcase_add_test(cases, values_arrive);
    tcase_add_test(cases, a_file_called_like_a_lab_is_its_submission);
    tcase_add_test(cases, everything_has_a_default);
    tcase_add_test(cases, help_is_asked_for_anywhere);
    tcase_add_loop_test(cases, each_form_is_read, 0, (int)(sizeof formed / sizeof formed[0]));
    tcase_add_loop_test(cases, distances_are_levenshteins, 0, (int)(sizeof pairs / sizeof pairs[0]));
    tcase_add_test(cases, long_words_do_no_harm);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
