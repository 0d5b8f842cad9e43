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
#include "report/report.h"
#include "trace.h"

static int show_hint(const struct cli *cli) {
    const struct spec *lab = spec_find(cli->request.lab);
    if (report_hint(stdout, lab, cli->hint))
        return EXIT_SUCCESS;
    fprintf(stderr, "grade: %s has %zu hints\n", lab->name, lab->hint_count);
    return EXIT_OWN_FAULT;
}

static int grade(const struct cli *cli, struct grading *grading) {
    struct error error = {""};
    if (!flow_grade(grading, &cli->request, &error)) {
        const int code = command_failed(stop_requested() ? "stopped" : error.text);
        return stop_requested() ? stop_exit_code() : code;
    }
    grading_tell_cost(grading);
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

static int grade_lab(const struct cli *cli) {
    struct error error;
    struct paths paths;
    if (paths_find(&paths, error.text, sizeof error.text))
        language_follow(paths.build);
    if (cli->hint > 0)
        return show_hint(cli);
    stop_catch_signals();
    work_directory_sweep();
    if (cli->trace)
        return trace_submission(cli);
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
