// The command line of `grade LAB`: one table of flags.
#include "cli.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/flags.h"
#include "judge/flow.h"
#include "lab/spec.h"

static bool take_submission(void *into, const char *value) {
    ((struct cli *)into)->submission = value;
    return value[0] != '\0';
}

static const struct {
    const char *name;
    unsigned backends;
} known[] = {{"cpu", BACKEND_CPU}, {"gpu", BACKEND_GPU}, {"all", BACKEND_ALL}};
enum { KNOWN = sizeof known / sizeof known[0] };

const char *cli_backend_at(size_t i) { return i < KNOWN ? known[i].name : NULL; }

bool cli_read_backend(const char *word, unsigned *backends) {
    for (size_t i = 0; i < KNOWN; i++) {
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

const char *cli_tier_at(size_t i) {
    static const char *const names[] = {"A", "B", "C"};
    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
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

static bool take_compare(void *into, const char *value) {
    ((struct cli *)into)->compare = value;
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

static bool take_trace_block(void *into, const char *value) {
    return take_number(value, 1, 1024, &((struct cli *)into)->trace_block);
}

// "5,2,8,1": as many elements as there are numbers.
static bool take_trace_values(void *into, const char *value) {
    struct cli *cli = into;
    cli->trace_values = value;
    cli->trace_n = 0;
    for (char *end; cli->trace_n < CLI_MAX_TRACE_VALUES; value = end + 1) {
        const long number = strtol(value, &end, 10);
        if (end == value || number < INT_MIN || number > INT_MAX)
            return false;
        cli->trace_n++;
        if (*end != ',')
            return *end == '\0';
    }
    return false;
}

static bool take_counters(void *into, const char *value) {
    (void)value;
    return ((struct cli *)into)->counters = true;
}

static bool take_quiet(void *into, const char *value) {
    (void)value;
    return ((struct cli *)into)->quiet = true;
}

const struct flag cli_flags[] = {
    {{.name = "--submission",
      .value = "PATH",
      .choices = manual_files,
      .help = "this file, or the LAB.cu in this folder",
      .more = "Without it, labs/LAB/LAB.cu is graded."},
     take_submission,
     "a file or directory"},
    {{.name = "--backend",
      .value = "cpu|gpu|all",
      .choices = cli_backend_at,
      .help = "where kernels run, otherwise wherever they can here",
      .more = "Without a GPU the CPU engine runs them, and bandwidth is modelled."},
     take_backend,
     "cpu, gpu or all"},
    {{.name = "--seed",
      .value = "SEED",
      .help = "these secret inputs again; every report has its seed",
      .more = "Without it, sizes and data are drawn anew."},
     take_seed,
     "up to 16 hexadecimal digits"},
    {{.name = "--hint", .value = "N", .help = "shows the lab's N-th hint, and grades nothing"},
     take_hint,
     "a number from 1"},
    {{.name = "--require-tier",
      .value = "A|B|C",
      .choices = cli_tier_at,
      .help = "grades only in a sandbox as good as this, or better",
      .more = "And only where the engine sees every store."},
     take_tier,
     "A, B or C"},
    {{.name = "--json",
      .value = "FILE",
      .choices = manual_files,
      .help = "the result for programs, too; - is standard output",
      .more = "With - the report for people goes to standard error."},
     take_json,
     "a file, or - for standard output"},
    {{.name = "--counters",
      .help = "the GPU's own counters beside the engine's",
      .more =
          "CUPTI, a part of the CUDA Toolkit, reads them. The engine runs whatever --backend says. Nothing "
          "is judged by them."},
     take_counters,
     NULL},
    {{.name = "--trace",
      .value = "FILE",
      .choices = manual_files,
      .help = "no grade, but the kernels step by step, as a page",
      .more = "A name that ends in .svg gets a picture, one in .json the recording alone, - text on standard "
              "output."},
     take_trace,
     "a file (.html, .json or .svg), or - for text on standard output"},
    {{.name = "--task", .value = "NAME", .help = "what to trace, otherwise the lab's first task"},
     take_trace_task,
     "a task of the lab"},
    {{.name = "--n", .value = "N", .help = "elements of input to trace, otherwise 16"},
     take_trace_n,
     "a number of elements, at most 65536"},
    {{.name = "--values",
      .value = "A,B,...",
      .help = "the input of a trace, up to 64 numbers, instead of 1, 2, 3, ...",
      .rare = true},
     take_trace_values,
     "up to 64 numbers, as 5,2,8,1"},
    {{.name = "--block",
      .value = "N",
      .help = "traces blocks of N threads, where a file has its size from WL_BLOCK()",
      .rare = true},
     take_trace_block,
     "threads a block, at most 1024"},
    {{.name = "--compare",
      .value = "FILE",
      .choices = manual_files,
      .help = "with --trace: that trace, a page or JSON, beside this one",
      .rare = true},
     take_compare,
     "a trace written before (.html or .json)"},
    {{.name = "--launch",
      .value = "N",
      .help = "the launch that a picture shows, otherwise all",
      .rare = true},
     take_trace_launch,
     "a launch of the trace, from 1 on"},
    {{.name = "--step",
      .value = "N",
      .help = "the step that a picture shows, otherwise from barrier to barrier",
      .rare = true},
     take_trace_step,
     "a step of the trace, from 1 on"},
    {{.name = "--quiet", .help = "no report, only the exit code and, with --json, that"}, take_quiet, NULL},
    {.take = NULL},
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
    if (!flags_parse(cli_flags, cli, &words, count, arguments, why, size))
        return false;
    if (words.count > 1) {
        snprintf(why, size, "one lab at a time: %s or %s?", words.word[0], words.word[1]);
        return false;
    }
    cli->lab = words.count > 0 ? words.word[0] : NULL;
    cli->help = words.help;
    return cli->help || check_lab(cli, why, size);
}

struct flow_request cli_request(const struct cli *cli) {
    return (struct flow_request){.lab = cli->lab,
                                 .submission = cli->submission,
                                 .backends = cli->backends,
                                 .seeded = cli->seeded,
                                 .seed = cli->seed,
                                 .required = cli->required,
                                 .counters = cli->counters,
                                 .block = cli->trace_block};
}
