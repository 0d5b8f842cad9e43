// The command line of `grade`: one table of flags.
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edit_distance.h"
#include "spec.h"

typedef bool take_value(struct cli *cli, const char *value);

static bool take_submission(struct cli *cli, const char *value) {
    cli->submission = value;
    return value[0] != '\0';
}

static bool take_backend(struct cli *cli, const char *value) {
    static const struct {
        const char *name;
        unsigned backends;
    } known[] = {{"cpu", BACKEND_CPU}, {"gpu", BACKEND_GPU}, {"all", BACKEND_ALL}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(value, known[i].name) == 0) {
            cli->backends = known[i].backends;
            cli->backend_named = known[i].backends != BACKEND_ALL;
            return true;
        }
    }
    return false;
}

// Seeds are printed in hexadecimal, so they are read so: with or without 0x.
static bool take_seed(struct cli *cli, const char *value) {
    char *end;
    errno = 0;
    cli->seed = strtoull(value, &end, 16);
    cli->seeded = errno == 0 && end != value && *end == '\0' && strchr("+- ", value[0]) == NULL;
    return cli->seeded;
}

static bool take_hint(struct cli *cli, const char *value) {
    char *end;
    cli->hint = strtol(value, &end, 10);
    return *end == '\0' && cli->hint > 0 && cli->hint < 100;
}

static bool take_json(struct cli *cli, const char *value) {
    cli->json = value;
    return value[0] != '\0';
}

static bool take_quiet(struct cli *cli, const char *value) {
    (void)value;
    return cli->quiet = true;
}

static bool take_help(struct cli *cli, const char *value) {
    (void)value;
    return cli->help = true;
}

static const struct flag {
    const char *name;
    bool has_value;
    take_value *take;
    const char *wants;
} flags[] = {
    {"--submission", true, take_submission, "a file or directory"},
    {"--backend", true, take_backend, "cpu, gpu or all"},
    {"--seed", true, take_seed, "up to 16 hexadecimal digits"},
    {"--hint", true, take_hint, "a number from 1"},
    {"--json", true, take_json, "a file, or - for standard output"},
    {"--quiet", false, take_quiet, ""},
    {"--help", false, take_help, ""},
};

static const struct flag *find_flag(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strlen(flags[i].name) == length && strncmp(flags[i].name, name, length) == 0)
            return &flags[i];
    return NULL;
}

static bool unknown_flag(const char *name, char *why, size_t size) {
    const struct flag *nearest = &flags[0];
    for (size_t i = 1; i < sizeof flags / sizeof flags[0]; i++)
        if (edit_distance(name, flags[i].name) < edit_distance(name, nearest->name))
            nearest = &flags[i];
    snprintf(why, size, "unknown flag %s; did you mean %s?", name, nearest->name);
    return false;
}

// One flag at arguments[*at]; moves *at over the value it took.
static bool parse_flag(struct cli *cli, int count, char **arguments, int *at, char *why, size_t size) {
    const char *word = arguments[*at], *equals = strchr(word, '=');
    const struct flag *flag = find_flag(word, equals ? (size_t)(equals - word) : strlen(word));
    if (!flag)
        return unknown_flag(word, why, size);
    const char *value = equals ? equals + 1 : NULL;
    if (flag->has_value && !value && *at + 1 < count)
        value = arguments[++*at];
    if (flag->has_value != (value != NULL) || !flag->take(cli, value)) {
        if (flag->has_value)
            snprintf(why, size, "%s wants %s%s%s", flag->name, flag->wants, value ? ", not " : "",
                     value ? value : "");
        else
            snprintf(why, size, "%s takes no value", flag->name);
        return false;
    }
    return true;
}

static bool check_lab(const struct cli *cli, char *why, size_t size) {
    if (!cli->lab) {
        snprintf(why, size, "which lab? For example: ./grade lab3");
        return false;
    }
    if (spec_find(cli->lab))
        return true;
    const struct spec *nearest = spec_nearest(cli->lab);
    snprintf(why, size, "unknown lab %s; did you mean %s?", cli->lab, nearest ? nearest->name : "another");
    return false;
}

bool cli_parse(struct cli *cli, int count, char **arguments, char *why, size_t size) {
    *cli = (struct cli){.backends = BACKEND_ALL};
    for (int i = 1; i < count; i++) {
        if (arguments[i][0] == '-') {
            if (!parse_flag(cli, count, arguments, &i, why, size))
                return false;
        } else if (cli->lab) {
            snprintf(why, size, "one lab at a time: %s or %s?", cli->lab, arguments[i]);
            return false;
        } else {
            cli->lab = arguments[i];
        }
    }
    return cli->help || check_lab(cli, why, size);
}

const char *cli_usage(void) {
    return "usage: ./grade LAB [--submission DIR|FILE] [--backend cpu|gpu|all] [--seed N]\n"
           "                   [--hint N] [--json FILE|-] [--quiet]\n"
           "Grades labs/LAB/LAB.cu, or the submission named, and says what to do next.\n"
           "  --seed N      the same secret inputs again; every report prints its seed\n"
           "  --hint N      shows the lab's N-th hint and grades nothing\n"
           "  --json FILE   the result for programs; with - on standard output, alone\n"
           "  --quiet       no report, only the exit code (and the JSON, if asked for)\n"
           "Exit code: 0 full marks, 1 less, 2 the grader could not do its work.\n";
}
