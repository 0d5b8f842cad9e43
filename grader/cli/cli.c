// The command line of `grade LAB`: one table of options.
#include "cli.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "class/commands/commands.h"
#include "judge/flow.h"
#include "lab/spec.h"

static bool take_backend(void *into, const struct option *option, const char *value) {
    (void)option;
    return request_read_backend(value, &((struct cli *)into)->request.backends);
}

static bool take_seed(void *into, const struct option *option, const char *value) {
    struct flow_request *request = &((struct cli *)into)->request;
    (void)option;
    return request->seeded = request_read_seed(value, &request->seed);
}

static bool take_tier(void *into, const struct option *option, const char *value) {
    (void)option;
    return request_read_tier(value, &((struct cli *)into)->request.required);
}

static bool take_sandbox(void *into, const struct option *option, const char *value) {
    (void)option;
    return request_read_sandbox(value, &((struct cli *)into)->request.container);
}

static bool take_format(void *into, const struct option *option, const char *value) {
    static const char *const names[] = {
        [REPORT_TEXT] = "text", [REPORT_SARIF] = "sarif", [REPORT_LINES] = "lines"};
    (void)option;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(value, names[i]) == 0) {
            ((struct cli *)into)->format = (int)i;
            return true;
        }
    return false;
}

// "5,2,8,1": the number of elements is the count of values.
bool cli_take_values(struct cli *cli, const char *value) {
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

static bool take_trace_values(void *into, const struct option *option, const char *value) {
    (void)option;
    return cli_take_values(into, value);
}

#define AT(member) .offset = offsetof(struct cli, member)
static const struct option table[] = {
    OPTION_WORD(struct cli, request.lab, "LAB"),
    OPTION_WORD(struct cli, request.submission, "[FILE]"),
    OPTION_TEXT(struct cli, request.submission, "--submission", "PATH",
                .help = "this file, or the LAB.cu in this folder", .wants = "a file or directory"),
    OPTION_TAKEN(take_backend, "--backend", "cpu|gpu|all",
                 .help = "where kernels run, otherwise wherever they can here", .wants = "cpu, gpu or all"),
    OPTION_TAKEN(take_seed, "--seed", "SEED", .help = "these secret inputs again; every report has its seed",
                 .wants = "up to 16 hexadecimal digits"),
    OPTION_NUMBER(struct cli, hint, "--hint", "N", 1, 99,
                  .help = "shows a hint on what went wrong last; grades nothing"),
    OPTION_TAKEN(take_tier, "--require-tier", "A|B|C",
                 .help = "grades only in a sandbox as good as this, or better", .wants = "A, B or C"),
    OPTION_TAKEN(take_sandbox, "--sandbox", "WHICH",
                 .help = "auto, or container: none but the container around it", .wants = "auto or container",
                 .rare = true),
    OPTION_TEXT(struct cli, json, "--json", "FILE",
                .help = "the result for programs, too; - is standard output",
                .wants = "a file, or - for standard output"),
    OPTION_SWITCH(struct cli, full, "--full", .help = "the whole report: every check, and the machine"),
    OPTION_SWITCH(struct cli, watch, "--watch",
                  .help = "grades again whenever the file is saved, until Ctrl-C"),
    OPTION_SWITCH(struct cli, predict, "--predict",
                  .help = "asks for numbers that you can work out, then grades"),
    OPTION_SWITCH(struct cli, explain, "--explain", .help = "grades, then asks what your own kernels do"),
    OPTION_TAKEN(take_format, "--format", "FORM", .help = "text, or for editors: lines, sarif",
                 .wants = "text, lines or sarif"),
    OPTION_SWITCH(struct cli, assembly, "--asm", .help = "no grade, but lines with PTX, SASS, occupancy",
                  .rare = true),
    OPTION_SWITCH(struct cli, request.counters, "--counters",
                  .help = "the GPU's own counters beside the engine's", .rare = true),
    OPTION_TEXT(struct cli, trace, "--trace", "FILE",
                .help = "no grade, but the kernels step by step, as a page",
                .wants = "a file (.html, .json or .svg), or - for text on standard output"),
    OPTION_TEXT(struct cli, trace_task, "--task", "NAME",
                .help = "what to trace, otherwise the lab's first task", .wants = "a task of the lab"),
    OPTION_NUMBER(struct cli, trace_n, "--n", "N", 0, CLI_MAX_TRACE_N,
                  .help = "elements of input to trace, otherwise 16", .rare = true),
    OPTION_SWITCH(struct cli, failed, "--failed",
                  .help = "with --trace: the case that the last report was about", .rare = true),
    OPTION_TAKEN(take_trace_values, "--values", "A,B,...",
                 .help = "the input of a trace, up to 64 numbers, instead of 1, 2, 3, ...",
                 .wants = "up to 64 numbers, as 5,2,8,1", .rare = true),
    OPTION_NUMBER(struct cli, trace_option, "--option", "N", 0, INT_MAX,
                  .help = "traces with this option, where a launcher has one: the operator of lab2",
                  .rare = true),
    OPTION_NUMBER(
        struct cli, request.block, "--block", "N", 1, 1024,
        .help =
            "traces blocks of N threads, where a file says WL_BLOCK(); otherwise as few as the case needs",
        .rare = true),
    OPTION_NUMBER(struct cli, trace_launch, "--launch", "N", 1, 100,
                  .help = "the launch that a picture shows, otherwise all", .rare = true),
    OPTION_NUMBER(struct cli, trace_step, "--step", "N", 1, 100000,
                  .help = "the step that a picture shows, otherwise from barrier to barrier", .rare = true),
    OPTION_SWITCH(struct cli, quiet, "--quiet",
                  .help = "no report, only the exit code and, with --json, that", .rare = true),
    OPTION_SWITCH(struct cli, version, "--version -V", .help = "shows which Warplab this is", .rare = true),
    {.names = NULL},
};

static void print_commands(FILE *out) {
    const struct command *command;
    char name[64];
    const char *separator = "; also ";
    fputs("For a class (./grade COMMAND --help", out);
    for (size_t i = 0; (command = command_at(i)); i++)
        if (command->rare) {
            fprintf(out, "%s%s", separator, command_name(command));
            separator = ", ";
        }
    fputs("):\n", out);
    for (size_t i = 0; (command = command_at(i)); i++) {
        if (command->rare)
            continue;
        command_line_name(name, sizeof name, command);
        fprintf(out, "  %-26s  %s\n", name, command->summary);
    }
    fputs("Exit code: 0 full marks, 1 less than full marks, 2 the grader itself failed.\n", out);
}

const struct command cli_command = {
    .typed = "./grade",
    .options = table,
    .text = "Grades labs/LAB/LAB.cu, or the FILE named, and says what to do next.\n",
    .more = print_commands,
};

// Accepts a file or folder named after a lab in place of its name, as in ./grade labs/lab3/lab3.cu.
static const struct spec *lab_of_path(const char *path) {
    char whole[PATH_MAX], name[64];
    snprintf(whole, sizeof whole, "%s", path);
    for (size_t end = strlen(whole); end > 1 && whole[end - 1] == '/';)
        whole[--end] = '\0';
    const char *slash = strrchr(whole, '/'), *base = slash ? slash + 1 : whole;
    const size_t length = strlen(base), suffix = strlen(".cu");
    const bool is_source = length > suffix && strcmp(base + length - suffix, ".cu") == 0;
    snprintf(name, sizeof name, "%.*s", (int)(is_source ? length - suffix : length), base);
    return slash || is_source ? spec_find(name) : NULL;
}

static bool check_lab(struct cli *cli, struct error *error) {
    const char *const lab = cli->request.lab;
    if (!lab)
        return error_set(error, "which lab? For example: ./grade lab3");
    if (spec_find(lab))
        return true;
    const struct spec *of_path = lab_of_path(lab);
    if (of_path && !cli->request.submission) {
        cli->request.submission = lab;
        cli->request.lab = of_path->name;
        return true;
    }
    if (!cli->request.submission && access(lab, F_OK) == 0)
        return error_set(error, "which lab is %s for? For example: ./grade lab3 %s", lab, lab);
    const struct spec *nearest = spec_nearest(lab);
    return error_set(error, "unknown lab %s; did you mean %s?", lab, nearest ? nearest->name : "another");
}

enum { TRACE_N = 16 };

// The first given option that only applies to traces; NULL if there is none.
static const char *option_of_trace(const struct cli *cli) {
    return cli->trace_task         ? "--task"
           : cli->trace_values     ? "--values"
           : cli->trace_n >= 0     ? "--n"
           : cli->trace_option > 0 ? "--option"
           : cli->request.block    ? "--block"
           : cli->trace_launch > 0 ? "--launch"
           : cli->trace_step > 0   ? "--step"
           : cli->failed           ? "--failed"
                                   : NULL;
}

static bool check_together(const struct cli *cli, struct error *error) {
    const char *of_trace = option_of_trace(cli);
    if (of_trace && !cli->trace)
        return error_set(error, "%s goes with --trace FILE: a grading is of all tasks and sizes", of_trace);
    if (cli->watch && (cli->trace || cli->assembly || cli->json || cli->format == REPORT_SARIF))
        return error_set(
            error, "--watch prints text or lines, and does not go with --asm, --trace, --json or SARIF");
    if (cli->predict && (cli->watch || cli->trace || cli->assembly || cli->hint > 0 || cli->quiet))
        return error_set(error, "--predict does not go with --asm, --hint, --quiet, --trace or --watch");
    if (cli->explain &&
        (cli->predict || cli->watch || cli->trace || cli->assembly || cli->hint > 0 || cli->quiet))
        return error_set(error,
                         "--explain does not go with --asm, --hint, --predict, --quiet, --trace or --watch");
    return true;
}

enum command_line cli_parse(struct cli *cli, int count, char **arguments, struct error *error) {
    *cli = (struct cli){.request.backends = BACKEND_ALL, .trace_n = -1};
    const enum command_line line = command_line_read(table, cli, count, arguments, error);
    const bool good =
        line != COMMAND_LINE_READ || cli->version || (check_lab(cli, error) && check_together(cli, error));
    if (cli->trace_n < 0)
        cli->trace_n = TRACE_N;
    return good ? line : COMMAND_LINE_WRONG;
}
