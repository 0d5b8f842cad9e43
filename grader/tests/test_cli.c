// The command line: what is understood, and what is suggested where it is not.
#include <check.h>
#include <string.h>

#include "cli/cli.h"
#include "lab/spec.h"
#include "base/edit_distance.h"

enum { MAX_WORDS = 8 };

static const struct {
    const char *words[MAX_WORDS]; // after "grade"
    const char *why;              // a part of the complaint, NULL if there is none
} lines[] = {
    {{"lab3"}, NULL},
    {{"lab3", "--seed", "00c0ffee00c0ffee"}, NULL},
    {{"lab3", "--seed=0x1F"}, NULL},
    {{"--quiet", "lab3", "--json", "-"}, NULL},
    {{"lab3", "--backend", "cpu", "--submission", "solutions/lab3"}, NULL},
    {{"--help"}, NULL},
    {{"lab3", "--hint", "2"}, NULL},
    {{NULL}, "which lab"},
    {{"lab33"}, "did you mean lab3?"},
    {{"Lab3"}, "did you mean lab3?"},
    {{"lab3", "lab3"}, "one lab at a time"},
    {{"lab3", "--sed", "1"}, "did you mean --seed?"},
    {{"lab3", "--submision", "x"}, "did you mean --submission?"},
    {{"lab3", "-q"}, "unknown flag -q"},
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
};

static bool parse(struct cli *cli, const char *const *words, char *why, size_t size) {
    char *arguments[MAX_WORDS + 2] = {(char *)"grade"};
    int count = 1;
    while (count <= MAX_WORDS && words[count - 1]) {
        arguments[count] = (char *)words[count - 1];
        count++;
    }
    return cli_parse(cli, count, arguments, why, size);
}

START_TEST(each_line_is_taken_or_explained) {
    struct cli cli;
    char why[256] = "";
    const bool good = parse(&cli, lines[_i].words, why, sizeof why);
    ck_assert_msg(good == (lines[_i].why == NULL), "line %d: %s", _i, why);
    if (lines[_i].why)
        ck_assert_msg(strstr(why, lines[_i].why) != NULL, "\"%s\" does not say \"%s\"", why, lines[_i].why);
}
END_TEST

START_TEST(values_arrive) {
    struct cli cli;
    char why[256];
    ck_assert(parse(
        &cli, (const char *const[]){"lab3", "--seed", "1F", "--json", "out.json", "--backend", "gpu", NULL},
        why, sizeof why));
    ck_assert_str_eq(cli.lab, "lab3");
    ck_assert(cli.seeded);
    ck_assert_uint_eq(cli.seed, 0x1f);
    ck_assert_str_eq(cli.json, "out.json");
    ck_assert_uint_eq(cli.backends, BACKEND_GPU);
    ck_assert(!cli.quiet && !cli.help && cli.hint == 0 && cli.submission == NULL);
}
END_TEST

START_TEST(everything_has_a_default) {
    struct cli cli;
    char why[256];
    ck_assert(parse(&cli, (const char *const[]){"lab3", NULL}, why, sizeof why));
    ck_assert_uint_eq(cli.backends, BACKEND_ALL);
    ck_assert(!cli.seeded && !cli.quiet && cli.json == NULL && cli.submission == NULL);
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
    tcase_add_test(cases, everything_has_a_default);
    tcase_add_loop_test(cases, distances_are_levenshteins, 0, (int)(sizeof pairs / sizeof pairs[0]));
    tcase_add_test(cases, long_words_do_no_harm);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
