// grade: grades one submission of one lab and explains the grade; or runs a command about a class.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/language.h"
#include "base/paths.h"
#include "base/work_directory.h"
#include "cli.h"
#include "commands.h"
#include "judge/flow.h"
#include "report/report.h"
#include "trace.h"
#include "usage.h"

static int show_hint(const struct cli *cli) {
    const struct spec *lab = spec_find(cli->lab);
    if (report_hint(stdout, lab, cli->hint))
        return EXIT_SUCCESS;
    fprintf(stderr, "grade: %s has %zu hints\n", lab->name, lab->hint_count);
    return EXIT_OWN_FAULT;
}

static int grade(const struct cli *cli, struct grading *grading) {
    struct error error = {""};
    const struct flow_request request = cli_request(cli);
    if (!flow_grade(grading, &request, &error)) {
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

int main(int count, char **arguments) {
    struct cli cli;
    char why[256];
    struct error error;
    if (!spec_check_all(&error))
        return command_failed(error.text);
    const struct command *command = count > 1 ? command_find(arguments[1]) : NULL;
    if (command) {
        const int code = command->run(count - 1, arguments + 1);
        return code == COMMAND_HELP ? usage_command(command) : code;
    }
    if (count == 2 && strncmp(arguments[1], "--help=", 7) == 0)
        return usage_print(arguments[1] + 7);
    if (!cli_parse(&cli, count, arguments, why, sizeof why))
        return command_misused(why);
    if (cli.help)
        return usage_command(NULL);
    struct places places;
    if (places_find(&places, why, sizeof why))
        language_follow(places.build);
    if (cli.hint > 0)
        return show_hint(&cli);
    stop_catch_signals();
    stage_sweep();
    if (cli.trace)
        return trace_submission(&cli);
    struct grading *grading = calloc(1, sizeof *grading);
    if (!grading)
        return command_failed("memory is used up");
    const int code = grade(&cli, grading);
    grading_free(grading);
    free(grading);
    return code;
}
