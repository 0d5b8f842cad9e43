// The command line of `grade LAB`: one table of flags.
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flags.h"
#include "spec.h"

static bool take_submission(void *into, const char *value) {
    ((struct cli *)into)->submission = value;
    return value[0] != '\0';
}

bool cli_read_backend(const char *word, unsigned *backends) {
    static const struct {
        const char *name;
        unsigned backends;
    } known[] = {{"cpu", BACKEND_CPU}, {"gpu", BACKEND_GPU}, {"all", BACKEND_ALL}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(word, known[i].name) == 0) {
            *backends = known[i].backends;
            return true;
        }
    }
    return false;
}

static bool take_backend(void *into, const char *value) {
    return cli_read_backend(value, &((struct cli *)into)->backends);
}

// Seeds are printed in hexadecimal, so they are read so: with or without 0x.
bool cli_read_seed(const char *word, uint64_t *seed) {
    char *end;
    errno = 0;
    *seed = strtoull(word, &end, 16);
    return errno == 0 && end != word && *end == '\0' && strchr("+- ", word[0]) == NULL;
}

static bool take_seed(void *into, const char *value) {
    struct cli *cli = into;
    return cli->seeded = cli_read_seed(value, &cli->seed);
}

static bool take_hint(void *into, const char *value) {
    struct cli *cli = into;
    char *end;
    cli->hint = strtol(value, &end, 10);
    return *end == '\0' && cli->hint > 0 && cli->hint < 100;
}

bool cli_read_tier(const char *word, enum sandbox_tier *tier) {
    *tier = (enum sandbox_tier)word[0];
    return word[0] >= 'A' && word[0] <= 'C' && word[1] == '\0';
}

static bool take_tier(void *into, const char *value) {
    return cli_read_tier(value, &((struct cli *)into)->required);
}

static bool take_json(void *into, const char *value) {
    ((struct cli *)into)->json = value;
    return value[0] != '\0';
}

static bool take_trace(void *into, const char *value) {
    ((struct cli *)into)->trace = value;
    return value[0] != '\0';
}

static bool take_trace_task(void *into, const char *value) {
    ((struct cli *)into)->trace_task = value;
    return value[0] != '\0';
}

static bool take_number(const char *value, long least, long most, long *number) {
    char *end;
    *number = strtol(value, &end, 10);
    return *end == '\0' && end != value && *number >= least && *number <= most;
}

static bool take_trace_step(void *into, const char *value) {
    return take_number(value, 1, 100000, &((struct cli *)into)->trace_step);
}

static bool take_trace_launch(void *into, const char *value) {
    return take_number(value, 1, 100, &((struct cli *)into)->trace_launch);
}

static bool take_trace_n(void *into, const char *value) {
    return take_number(value, 0, CLI_MAX_TRACE_N, &((struct cli *)into)->trace_n);
}

static bool take_quiet(void *into, const char *value) {
    (void)value;
    return ((struct cli *)into)->quiet = true;
}

static bool take_help(void *into, const char *value) {
    (void)value;
    return ((struct cli *)into)->help = true;
}

static const struct flag flags[] = {
    {"--submission", true, take_submission, "a file or directory"},
    {"--backend", true, take_backend, "cpu, gpu or all"},
    {"--seed", true, take_seed, "up to 16 hexadecimal digits"},
    {"--hint", true, take_hint, "a number from 1"},
    {"--require-tier", true, take_tier, "A, B or C"},
    {"--json", true, take_json, "a file, or - for standard output"},
    {"--trace", true, take_trace, "a file (.html, .json or .svg), or - for text on standard output"},
    {"--task", true, take_trace_task, "a task of the lab"},
    {"--n", true, take_trace_n, "a number of elements, at most 65536"},
    {"--step", true, take_trace_step, "a step of the trace, from 1 on"},
    {"--launch", true, take_trace_launch, "a launch of the trace, from 1 on"},
    {"--quiet", false, take_quiet, NULL},
    {"--help", false, take_help, NULL},
    {NULL, false, NULL, NULL},
};

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
    struct flag_words words;
    *cli = (struct cli){.backends = BACKEND_ALL, .trace_n = 16};
    if (!flags_parse(flags, cli, &words, count, arguments, why, size))
        return false;
    if (words.count > 1) {
        snprintf(why, size, "one lab at a time: %s or %s?", words.word[0], words.word[1]);
        return false;
    }
    cli->lab = words.count > 0 ? words.word[0] : NULL;
    return cli->help || check_lab(cli, why, size);
}

const char *cli_usage(void) {
    return "usage: ./grade LAB [--submission DIR|FILE] [--backend cpu|gpu|all] [--seed N]\n"
           "                   [--hint N] [--json FILE|-] [--quiet] [--require-tier A|B|C]\n"
           "                   [--trace FILE|- [--task NAME] [--n N] [--launch L] [--step K]]|- [--task "
           "NAME] [--n N]]\n"
           "Grades labs/LAB/LAB.cu, or the submission named, and says what to do next.\n"
           "  --seed N      the same secret inputs again; every report prints its seed\n"
           "  --hint N      shows the lab's N-th hint and grades nothing\n"
           "  --json FILE   the result for programs; with - on standard output, alone\n"
           "  --trace FILE  no grade, but the kernels step by step on N elements (16), as a page (.html)\n"
           "                or a picture (.svg): of a launch, or of one step of it\n"
           "  --require-tier B  grades only in a sandbox as good as that, or better\n"
           "  --quiet       no report, only the exit code (and the JSON, if asked for)\n"
           "       ./grade batch PATH [--lab LAB] [-j N] [--seed N] [--backend B] [--require-tier A|B|C]\n"
           "                          [--regrade STUDENT|LAB] [--db FILE]\n"
           "                          [--slurm [--pack N] [--partition P] [--gres G] [--account A] [--time "
           "T]]\n"
           "Grades a class into gradebook.db, or FILE: PATH has a folder or an archive a student, or is\n"
           "what Canvas, Moodle or Gradescope exports. Stopped, the same command goes on.\n"
           "With --slurm a cluster's job array grades, N submissions a task.\n"
           "       ./grade status | show STUDENT LAB [--db FILE]   what the gradebook has\n"
           "       ./grade export FORMAT [--db FILE] [-o FILE]            ... as other systems read it\n"
           "       ./grade similar [--lab LAB] [--db FILE]                ... which submissions are alike\n"
           "Exit code: 0 full marks, 1 less, 2 the grader could not do its work.\n";
}
