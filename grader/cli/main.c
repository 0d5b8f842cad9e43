// grade: grades one submission of one lab and explains the grade; or runs a command about a class.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/language.h"
#include "base/paths.h"
#include "base/work_directory.h"
#include "class/commands/commands.h"
#include "cli.h"
#include "judge/flow.h"
#include "judge/judge.h"
#include "last_run.h"
#include "report/next.h"
#include "report/report.h"
#include "trace.h"

static const char *name_of(const struct cli *cli) {
    return cli->request.submission ? cli->request.submission : LAST_RUN_OWN;
}

// The hints that fit the last report come first.
static int show_hint(const struct cli *cli, const struct paths *paths) {
    const struct spec *lab = spec_find(cli->request.lab);
    struct last_run last;
    const bool known = last_run_read(&last, paths, lab->name, name_of(cli));
    if (next_print_hint(stdout, lab, known ? last.cause : CAUSE_NONE, cli->hint))
        return EXIT_SUCCESS;
    fprintf(stderr, "grade: %s has %zu hints\n", lab->name, lab->hint_count);
    return EXIT_OWN_FAULT;
}

// A run on inputs that nobody asked for takes those that went wrong last, until they go right.
static void take_last_seed(struct cli *cli, const struct paths *paths) {
    struct last_run last;
    if (cli->request.seeded || !last_run_read(&last, paths, cli->request.lab, name_of(cli)))
        return;
    cli->request.seeded = true;
    cli->request.seed = last.seed;
}

static void keep_run(const struct cli *cli, const struct grading *grading) {
    const struct check *first = judge_first_cause(grading);
    struct last_run run = {.cause = first ? first->cause : CAUSE_NONE, .seed = grading->plan.seed};
    snprintf(run.submission, sizeof run.submission, "%s", name_of(cli));
    if (grading->score == grading->max_score)
        last_run_forget(&grading->paths, grading->lab->name, run.submission);
    else
        last_run_keep(&run, &grading->paths, grading->lab->name);
}

static int grade(const struct cli *cli, struct grading *grading) {
    struct error error = {""};
    if (!flow_grade(grading, &cli->request, &error)) {
        const int code = command_failed(stop_requested() ? "stopped" : error.text);
        return stop_requested() ? stop_exit_code() : code;
    }
    grading_tell_cost(grading);
    keep_run(cli, grading);
    FILE *people = cli->json && strcmp(cli->json, "-") == 0 ? stderr : stdout;
    if (!cli->quiet)
        report_print(people, grading);
    if (cli->json && !json_write(grading, cli->json, &error))
        return command_failed(error.text);
    if (fflush(stdout) != 0 || ferror(stdout))
        return command_failed("cannot write to standard output");
    return grading->score == grading->max_score ? EXIT_FULL_MARKS : EXIT_LESS;
}

static const struct command *find_command(const char *name) {
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)); i++)
        if (strcmp(command_name(command), name) == 0)
            return command;
    return NULL;
}

static int grade_lab(struct cli *cli) {
    struct error error;
    struct paths paths = {.build = ""};
    if (paths_find(&paths, error.text, sizeof error.text))
        language_follow(paths.build);
    if (cli->hint > 0)
        return show_hint(cli, &paths);
    stop_catch_signals();
    work_directory_sweep();
    if (cli->trace)
        return trace_submission(cli);
    take_last_seed(cli, &paths);
    struct grading *grading = calloc(1, sizeof *grading);
    if (!grading)
        return command_failed("memory is used up");
    const int code = grade(cli, grading);
    grading_free(grading);
    free(grading);
    return code;
}

int main(int count, char **arguments) {
    struct cli cli;
    struct error error = {""};
    if (!spec_check_all(&error))
        return command_failed(error.text);
    const struct command *command = count > 1 ? find_command(arguments[1]) : NULL;
    if (command)
        return command->run(count - 1, arguments + 1);
    switch (cli_parse(&cli, count, arguments, &error)) {
    case COMMAND_LINE_READ:
        return grade_lab(&cli);
    case COMMAND_LINE_HELP:
        command_line_help(stdout, &cli_command);
        return EXIT_SUCCESS;
    default:
        return command_misused(error.text);
    }
}
