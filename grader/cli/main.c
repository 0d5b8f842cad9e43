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
#include "report/report.h"
#include "trace.h"

// Hints for the last report come first.
static int show_hint(const struct cli *cli, const struct paths *paths) {
    const struct spec *lab = spec_find(cli->request.lab);
    struct last_run last;
    const enum cause cause = run_last(&last, cli, paths) ? last.cause : CAUSE_NONE;
    if (next_print_hint(stdout, lab, cause, cli->hint))
        return EXIT_SUCCESS;
    fprintf(stderr, "grade: %s has %zu hints\n", lab->name, next_hint_count(lab, cause));
    return EXIT_OWN_FAULT;
}

// Takes the case of the last report instead of a trace's default task and input.
static bool take_last_case(struct cli *cli, struct last_run *last, const struct paths *paths) {
    if (!run_last(last, cli, paths) || !last->traced)
        return false;
    cli->trace_task = last->trace.task;
    cli->trace_option = last->trace.option;
    cli->trace_n = last->trace.n;
    return last->trace.values[0] == '\0' || cli_take_values(cli, last->trace.values);
}

static int trace(struct cli *cli, const struct paths *paths) {
    struct last_run last;
    if (cli->failed && !take_last_case(cli, &last, paths))
        return command_failed("the last report was about nothing that a trace can show: grade it again");
    return trace_submission(cli);
}

static int predict_and_grade(struct cli *cli, const struct paths *paths) {
    struct predictions *predictions = malloc(sizeof *predictions);
    struct error error = {""};
    FILE *people = cli->json && strcmp(cli->json, "-") == 0 ? stderr : stdout;
    if (!predictions)
        return command_failed("memory is used up");
    const bool asked = predict(predictions, cli, paths, stdin, people, &error);
    cli->request.predictions = predictions;
    run_take_last_seed(cli, paths);
    const int code = asked ? run_once(cli) : stop_requested() ? stop_exit_code() : command_failed(error.text);
    free(predictions);
    return code;
}

// The questions' seed is drawn like that of a run: --seed repeats the questions.
static int grade_and_explain(struct cli *cli, const struct paths *paths) {
    struct flow_request *request = &cli->request;
    request->explain = true;
    request->explain_seed = request->seed;
    if (!request->seeded && !plan_draw_seed(&request->explain_seed))
        return command_failed("the system has no random numbers for a seed");
    run_take_last_seed(cli, paths);
    return run_once(cli);
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
        return trace(cli, &paths);
    if (cli->assembly)
        return show_asm(cli);
    if (cli->watch)
        return watch(cli, &paths);
    if (cli->predict)
        return predict_and_grade(cli, &paths);
    if (cli->explain)
        return grade_and_explain(cli, &paths);
    run_take_last_seed(cli, &paths);
    return run_once(cli);
}

static int show_version(void) {
    return puts("grade: CUDA labs, of Warplab " WARPLAB_VERSION) >= 0 && fflush(stdout) == 0 ? EXIT_SUCCESS
                                                                                             : EXIT_OWN_FAULT;
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
        return cli.version ? show_version() : grade_lab(&cli);
    case COMMAND_LINE_HELP:
        command_line_help(stdout, &cli_command);
        return EXIT_SUCCESS;
    default:
        return command_misused(error.text);
    }
}
