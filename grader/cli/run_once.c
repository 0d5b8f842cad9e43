// One run of ./grade LAB by a person: grades, stores the result, reports.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/language.h"
#include "class/commands/commands.h"
#include "cli.h"
#include "judge/judge.h"
#include "report/report.h"

static const char *name_of(const struct cli *cli) {
    return cli->request.submission ? cli->request.submission : LAST_RUN_OWN;
}

bool run_last(struct last_run *last, const struct cli *cli, const struct paths *paths) {
    return last_run_read(last, paths, cli->request.lab, name_of(cli));
}

void run_take_last_seed(struct cli *cli, const struct paths *paths) {
    struct last_run last;
    if (cli->request.seeded || !run_last(&last, cli, paths))
        return;
    cli->request.seeded = true;
    cli->request.seed = last.seed;
}

static void keep_run(const struct cli *cli, const struct grading *grading) {
    const struct check *first = judge_first_cause(grading);
    struct last_run run = {.cause = first ? first->cause : CAUSE_NONE, .seed = grading->plan.seed};
    snprintf(run.submission, sizeof run.submission, "%s", name_of(cli));
    run.traced = first && next_trace_of(&run.trace, grading, first);
    if (grading->score == grading->max_score)
        last_run_forget(&grading->paths, grading->lab->name, run.submission);
    else
        last_run_keep(&run, &grading->paths, grading->lab->name);
}

static bool print_result(FILE *people, const struct cli *cli, const struct grading *grading) {
    switch (cli->format) {
    case REPORT_SARIF:
        return sarif_print(people, grading);
    case REPORT_LINES:
        return lines_print(people, grading);
    default:
        report_print(people, grading, cli->full);
        return true;
    }
}

static int grade(const struct cli *cli, struct grading *grading) {
    struct error error = {""};
    if (!flow_grade(grading, &cli->request, &error)) {
        if (!stop_requested())
            return command_failed(error.text);
        // With --watch, the student has saved the file again, and needs no message about it.
        if (!cli->watch)
            command_failed("stopped");
        return stop_exit_code();
    }
    grading_tell_cost(grading);
    keep_run(cli, grading);
    FILE *people = cli->json && strcmp(cli->json, "-") == 0 ? stderr : stdout;
    if (cli->explain && !explain_ask(grading, stdin, people))
        return stop_exit_code();
    if (!cli->quiet && !print_result(people, cli, grading))
        return command_failed("memory is used up");
    if (cli->json && !json_write(grading, cli->json, &error))
        return command_failed(error.text);
    if (fflush(stdout) != 0 || ferror(stdout))
        return command_failed("cannot write to standard output");
    return grading->score == grading->max_score ? EXIT_FULL_MARKS : EXIT_LESS;
}

bool run_grade_small(const struct cli *cli, struct grading *grading, int *code) {
    struct flow_request request = cli->request;
    struct error error = {""};
    request.small_only = true;
    request.backends = BACKEND_CPU;
    if (flow_grade(grading, &request, &error))
        return true;
    *code = stop_requested() ? stop_exit_code() : command_failed(error.text);
    return false;
}

// Results of small cases are stored at once: the student may ask for a hint or a trace while the others run.
static int try_small(const struct cli *cli, struct grading *grading) {
    int code;
    if (!run_grade_small(cli, grading, &code))
        return code;
    const struct check *first = judge_first_cause(grading);
    if (first)
        keep_run(cli, grading);
    if (cli->format == REPORT_LINES)
        return lines_print(stdout, grading) && !first ? EXIT_FULL_MARKS : EXIT_LESS;
    if (first)
        next_print(stdout, "", "", grading);
    else
        printf("\n%s\n", language_of("The small cases are right and safe."));
    return first ? EXIT_LESS : EXIT_FULL_MARKS;
}

int run_with_grading(const struct cli *cli, int (*part)(const struct cli *, struct grading *)) {
    struct grading *grading = calloc(1, sizeof *grading);
    if (!grading)
        return command_failed("memory is used up");
    const int code = part(cli, grading);
    grading_free(grading);
    free(grading);
    return code;
}

int run_once(const struct cli *cli) { return run_with_grading(cli, grade); }

int run_small(const struct cli *cli) { return run_with_grading(cli, try_small); }

// The result of a lab's last ./grade: a file of four lines in the build folder.

// There are no values.
#define NO_VALUES "-"

static const char *path_of(char *path, const struct paths *paths, const char *lab, const char *submission) {
    char folder[PATH_MAX], name[64];
    const bool own = strcmp(submission, LAST_RUN_OWN) == 0;
    snprintf(name, sizeof name, "%.40s%s", lab, own ? "" : ".other");
    return path_join(path, path_join(folder, paths->build, "last"), name);
}

bool last_run_read(struct last_run *run, const struct paths *paths, const char *lab, const char *submission) {
    char path[PATH_MAX], cause[32], format[48];
    FILE *file = fopen(path_of(path, paths, lab, submission), "re");
    if (!file)
        return false;
    snprintf(format, sizeof format, "%%31s %%" SCNx64 " %%%d[^\n]", PATH_MAX - 1);
    const bool whole = fscanf(file, format, cause, &run->seed, run->submission) == 3;
    run->traced = whole && fscanf(file, " %63s %" SCNd32 " %" SCNd32 " %95s", run->trace.task, &run->trace.n,
                                  &run->trace.option, run->trace.values) == 4;
    if (run->traced && strcmp(run->trace.values, NO_VALUES) == 0)
        run->trace.values[0] = '\0';
    fclose(file);
    run->cause = whole ? cause_named(cause) : CAUSE_NONE;
    return whole && strcmp(run->submission, submission) == 0;
}

// Written to another file and renamed, because another run may be reading it.
void last_run_keep(const struct last_run *run, const struct paths *paths, const char *lab) {
    char path[PATH_MAX], folder[PATH_MAX], fresh[PATH_MAX], name[64];
    mkdir(path_join(folder, paths->build, "last"), 0777);
    snprintf(name, sizeof name, "last/%.40s.%d", lab, (int)getpid());
    FILE *file = fopen(path_join(fresh, paths->build, name), "we");
    if (!file)
        return;
    fprintf(file, "%s\n%" PRIx64 "\n%s\n", cause_name(run->cause), run->seed, run->submission);
    if (run->traced)
        fprintf(file, "%s %" PRId32 " %" PRId32 " %s\n", run->trace.task, run->trace.n, run->trace.option,
                run->trace.values[0] ? run->trace.values : NO_VALUES);
    if (fclose(file) != 0 || rename(fresh, path_of(path, paths, lab, run->submission)) != 0)
        unlink(fresh);
}

void last_run_forget(const struct paths *paths, const char *lab, const char *submission) {
    char path[PATH_MAX];
    unlink(path_of(path, paths, lab, submission));
}
