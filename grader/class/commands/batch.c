// ./grade batch PATH: grades a class into the gradebook, submission by submission.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/machine_load.h"
#include "base/paths.h"
#include "base/timestamp.h"
#include "base/work_directory.h"
#include "class/commands/batch_options.h"
#include "class/commands/commands.h"
#include "class/commands/forecast.h"
#include "class/export/export.h"
#include "class/gradebook/store.h"
#include "class/intake/intake.h"
#include "class/pool/progress.h"
#include "lab/spec.h"
#include "sandbox/sandbox.h"

// A gap in the guard is reported once per class, at the end.
static bool check_guard(struct batch_options *options, struct error *error) {
    struct paths paths;
    if (!paths_find(&paths, error->text, sizeof error->text))
        return false;
    options->gap = strcmp(options->intake.backend, "gpu") == 0 ? NULL : paths_guard_gap(&paths);
    if (options->gap && options->cluster.tier)
        error_set(error, "--require-tier wants no gap: %s", options->gap);
    return !options->gap || !options->cluster.tier;
}

static bool check_tier(const struct batch_options *options, struct error *error) {
    struct error reason;
    if (options->cluster.container && !sandbox_use_container(error))
        return false;
    const enum sandbox_tier tier = sandbox_probe(&reason);
    if (tier == SANDBOX_TIER_NONE)
        error_set(error, SANDBOX_NONE_WORKS ": %.500s", reason.text);
    else if (tier == SANDBOX_CONTAINER && options->cluster.tier)
        error_set(error, "--require-tier asks for tier %c, and --sandbox container has none",
                  options->cluster.tier);
    else if (options->cluster.tier && (char)tier > options->cluster.tier)
        error_set(error, "the sandbox here is of tier %c, and --require-tier asks for %c: %.500s", (char)tier,
                  options->cluster.tier, reason.text);
    else
        return true;
    return false;
}

// Whether this machine may grade. On a cluster, each task checks that for itself.
static bool is_fit(struct batch_options *options, struct error *error) {
    return check_tier(options, error) && check_guard(options, error);
}

static bool regrade(struct gradebook *book, const struct batch_options *options, struct error *error) {
    for (size_t i = 0; i < options->regrade_count; i++) {
        const char *who = options->regrade[i];
        const bool lab = spec_find(who) != NULL;
        char name[GRADEBOOK_STUDENT_SIZE];
        if (!lab && !command_find_student(book, who, name, error))
            return false;
        const struct gradebook_filter filter = {.student = lab ? NULL : name,
                                                .lab = lab ? who : options->intake.lab};
        int count;
        if (!gradebook_regrade(book, &filter, &count))
            return error_set(error, "%s", gradebook_error(book));
        if (count == 0)
            return error_set(error, "--regrade: there is nothing to grade of %s", who);
        printf("to be graded again: %d of %s\n", count, who);
    }
    return true;
}

static void say_end(const struct batch_options *options, const struct intake *intake,
                    const struct batch_progress *progress, bool handed) {
    char duration[32], full[PATH_MAX];
    const size_t left = progress->total - progress->before - progress->graded;
    if ((options->only_changed || options->only_open) && intake->count == 0)
        puts(options->only_open ? "no points are open" : "nothing has changed since it was graded");
    progress_duration(clock_now() - progress->begin, duration, sizeof duration);
    printf("%zu submissions of %d students: %zu graded", intake->count + (size_t)intake->not_gradable,
           intake->students, progress->before + progress->graded);
    if (progress->before > 0)
        printf(" (%zu of them before)", progress->before);
    if (intake->not_gradable > 0)
        printf(", %d not gradable", intake->not_gradable);
    if (intake->missing > 0)
        printf(" (%d of them not handed in)", intake->missing);
    if (left > 0)
        printf(handed ? ", %zu handed to the cluster" : ", %zu not graded", left);
    printf("; %s\n", duration);
    printf("gradebook: %s\n", realpath(options->db, full) ? full : options->db);
    if (intake->unknown > 0)
        printf("note: uploads of students who are not in the roster: %d\n", intake->unknown);
    if (options->intake.due && intake->undated > 0)
        printf("note: submissions to which --due does not apply, for nothing says when they were handed in: "
               "%d\n",
               intake->undated);
    if (options->gap)
        printf("note: %s\n", options->gap);
    if (options->cluster.container)
        printf("note: graded with %s (--sandbox container)\n", sandbox_tier_words(SANDBOX_CONTAINER));
    if (stop_requested())
        puts("stopped: the same command goes on from here");
}

// Lists the class's points that could not be judged, with the reasons.
static bool list_open(struct gradebook *book, const struct intake *intake, size_t *open,
                      struct error *error) {
    for (size_t i = 0; i < intake->count; i++) {
        const struct gradebook_filter filter = {intake->targets[i].student, intake->targets[i].lab};
        if (intake->targets[i].earlier)
            continue;
        struct gradebook_rows rows = gradebook_results(book, &filter);
        struct gradebook_result result;
        if (gradebook_next_result(&rows, &result) && result.open_points > 0 && !result.pending) {
            export_print_open(stdout, &result);
            ++*open;
        }
        if (!gradebook_rows_end(&rows))
            return error_set(error, "%s", gradebook_error(book));
    }
    if (*open > 0)
        printf("%zu with open points: ./grade batch --only-open grades them again\n", *open);
    return true;
}

static size_t jobs_of(const struct batch_options *options) {
    return options->jobs ? (size_t)options->jobs : options->slurm ? 1 : machine_cores();
}

static struct slurm_terms slurm_terms_of(const struct batch_options *options) {
    struct slurm_terms terms = options->cluster;
    terms.jobs = jobs_of(options);
    terms.pack = (size_t)options->pack;
    terms.backend = options->intake.backend;
    return terms;
}

static bool grade_all(struct gradebook *book, const struct batch_options *options,
                      const struct intake *intake, struct batch_progress *progress, struct error *error) {
    if (!options->slurm)
        return worker_pool_grade(book, intake, jobs_of(options), progress, error);
    const struct slurm_terms terms = slurm_terms_of(options);
    return slurm_grade(book, options->db, intake, &terms, progress, error);
}

// Takes submissions from the gradebook to be graded again. If the best attempt counts, earlier attempts are
// included; a cluster's parts cannot hold those.
static bool take_again(struct gradebook *book, const struct batch_options *options, struct intake *intake,
                       struct error *error) {
    const enum forecast_again again = options->only_open ? FORECAST_OPEN : FORECAST_CHANGED;
    struct policy *policy = NULL;
    if (options->path)
        return forecast_keep(again, intake, book, error);
    if (!command_policy(options->policy, options->db, &policy, error))
        return false;
    const bool good =
        forecast_take(again, intake, book, options->intake.lab, options->slurm ? NULL : policy, error);
    policy_free(policy);
    return good;
}

// Finds the work: the submissions at the path or, without a path, those in the gradebook that have changed.
static bool find_work(struct gradebook *book, const struct batch_options *options, struct intake *intake,
                      struct error *error) {
    return (!options->path || intake_read(intake, book, options->path, &options->intake, error)) &&
           regrade(book, options, error) &&
           ((!options->only_changed && !options->only_open) || take_again(book, options, intake, error));
}

// Grades; prints the forecast first, and the changed scores afterwards.
static bool grade_work(struct gradebook *book, const struct batch_options *options,
                       const struct intake *intake, struct batch_progress *progress, size_t *changed,
                       size_t *open, struct error *error) {
    struct forecast forecast;
    bool good = forecast_make(&forecast, book, intake, error);
    if (good) {
        forecast_print(&forecast, jobs_of(options));
        progress_begin(progress, intake->count);
        good = grade_all(book, options, intake, progress, error);
        progress_clear(progress);
        good = forecast_print_changes(&forecast, book, intake, changed, error) && good;
        good = list_open(book, intake, open, error) && good;
        say_end(options, intake, progress, good && options->cluster.detach);
    }
    forecast_free(&forecast);
    return good;
}

static int grade(struct gradebook *book, const struct batch_options *options, struct error *outcome) {
    struct error error = {""};
    struct intake intake = {.count = 0};
    struct batch_progress progress = {.graded = 0};
    size_t changed = 0, open = 0;
    const bool good = find_work(book, options, &intake, &error) &&
                      grade_work(book, options, &intake, &progress, &changed, &open, &error);
    error_set(outcome, "graded: %zu, scores changed: %zu, not graded: %zu, not gradable: %d%s%s%s",
              progress.graded, changed, intake.count - progress.before - progress.graded, intake.not_gradable,
              stop_requested() ? "; stopped" : "", good ? "" : "; ", error.text);
    const int not_gradable = intake.not_gradable;
    intake_free(&intake);
    if (fflush(stdout) != 0 || ferror(stdout))
        return command_failed("cannot write to standard output");
    if (stop_requested())
        return stop_exit_code();
    if (!good)
        return command_failed(error.text);
    return progress.failed > 0 ? EXIT_OWN_FAULT : not_gradable > 0 || open > 0 ? EXIT_LESS : EXIT_FULL_MARKS;
}

static int grade_part(struct batch_options *options) {
    struct error error = {""};
    stop_catch_signals();
    const bool fit = (!options->cluster.tier && !options->cluster.container) || is_fit(options, &error);
    const char *unfit = fit ? NULL : strdupa(error.text);
    const bool good = slurm_task(options->part, options->jobs ? (size_t)options->jobs : 1, unfit, &error);
    if (stop_requested())
        return stop_exit_code();
    return good ? EXIT_FULL_MARKS : command_failed(error.text);
}

static int collect(struct batch_options *options) {
    struct error error = {""};
    stop_catch_signals();
    struct gradebook *book = command_open(options->db, GRADEBOOK_WRITE);
    if (!book)
        return EXIT_OWN_FAULT;
    options->slurm = true; // one job at a time by default
    options->cluster.detach = true;
    options->intake.backend = options->intake.backend ? options->intake.backend : "all";
    const struct slurm_terms terms = slurm_terms_of(options);
    const bool good = slurm_collect(book, options->db, &terms, &error);
    gradebook_close(book);
    return good ? EXIT_FULL_MARKS : command_failed(error.text);
}

static int run(int count, char **arguments) {
    struct batch_options options = {.db = COMMAND_GRADEBOOK, .pack = 10};
    struct error error = {""}, outcome = {""};
    long long entry;
    int code;
    if (!command_read(&batch_command, &options, count, arguments, &code))
        return code;
    if (options.part && !options.path)
        return grade_part(&options);
    if (options.collect && !options.path)
        return collect(&options);
    if (!options.slurm && (options.cluster.detach || options.cluster.option_count > 0))
        return command_misused("--detach and options of sbatch go with --slurm");
    if (!options.path && !options.only_changed && !options.only_open)
        return command_misused("which submissions? For example: ./grade batch uploads");
    if (!options.path && (options.intake.seed || options.intake.due || options.intake.roster_count > 0 ||
                          options.intake.backend))
        return command_misused("--only-changed and --only-open without PATH grade as before: --seed, "
                               "--backend, --due and --roster take a PATH");
    options.intake.backend = options.intake.backend ? options.intake.backend : "all";
    stop_catch_signals();
    work_directory_sweep();
    if (!options.slurm && !is_fit(&options, &error))
        return command_failed(error.text);
    struct gradebook *book = command_open(options.db, GRADEBOOK_WRITE);
    if (!book)
        return EXIT_OWN_FAULT;
    if (command_log_begin(book, &batch_command, count, arguments, &entry)) {
        code = grade(book, &options, &outcome);
        gradebook_log_end(book, entry, outcome.text);
    } else {
        code = command_failed(gradebook_error(book));
    }
    gradebook_close(book);
    // Again: processes of a grader that was killed just before may have survived until now.
    work_directory_sweep();
    sandbox_tidy();
    return code;
}

const struct command batch_command = {
    .typed = "./grade batch",
    .run = run,
    .options = batch_options,
    .summary = "grades what a class has handed in",
    .text = "Grades a class into a gradebook. PATH holds a folder or an archive per student,\n"
            "or an export of Canvas, Moodle, Gradescope or Blackboard. Stopped, even by a\n"
            "power cut, the same command goes on. Only what changed is graded again. Exit\n"
            "code: 0 all graded, 1 some not gradable or with open points, 2 our own failure.\n"};
