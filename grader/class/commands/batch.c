// ./grade batch PATH: a class graded, submission by submission, into the gradebook.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class/pool/progress.h"
#include "class/pool/worker_pool.h"
#include "class/intake/intake.h"
#include "base/timestamp.h"
#include "class/slurm/slurm.h"
#include "sandbox/sandbox.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "base/flags.h"
#include "base/paths.h"
#include "base/work_directory.h"
#include "base/interrupt.h"
#include "lab/spec.h"
#include "base/machine_load.h"
#include "base/clock.h"

enum { MAX_JOBS = 512, MAX_REGRADE = 16 };

struct options {
    const char *path, *lab, *db, *backend;
    bool seeded;
    char seed[GRADEBOOK_SEED_SIZE];
    size_t jobs;     // 0: as many as there are cores; for a cluster's task one
    char tier;       // the least that will do, '\0' for any
    const char *gap; // in the engine's guard, NULL if there is none
    const char *regrade[MAX_REGRADE];
    size_t regrade_count;
    time_t due; // 0 if it is not said
    bool slurm;
    struct slurm_terms cluster;
    const char *part; // what a cluster's task grades
};

static bool take_lab(void *into, const char *value) {
    ((struct options *)into)->lab = value;
    return spec_find(value) != NULL;
}

static bool take_db(void *into, const char *value) {
    ((struct options *)into)->db = value;
    return value[0] != '\0';
}

static bool take_backend(void *into, const char *value) {
    unsigned backends;
    ((struct options *)into)->backend = value;
    return cli_read_backend(value, &backends);
}

static bool take_seed(void *into, const char *value) {
    struct options *options = into;
    uint64_t seed;
    options->seeded = cli_read_seed(value, &seed);
    snprintf(options->seed, sizeof options->seed, "%016llx", (unsigned long long)seed);
    return options->seeded;
}

static bool take_jobs(void *into, const char *value) {
    char *end;
    const long jobs = strtol(value, &end, 10);
    ((struct options *)into)->jobs = (size_t)jobs;
    return *end == '\0' && jobs > 0 && jobs <= MAX_JOBS;
}

static bool take_tier(void *into, const char *value) {
    ((struct options *)into)->tier = value[0];
    return value[0] != '\0' && strchr("ABC", value[0]) && value[1] == '\0';
}

static bool take_regrade(void *into, const char *value) {
    struct options *options = into;
    if (options->regrade_count == MAX_REGRADE || value[0] == '\0')
        return false;
    options->regrade[options->regrade_count++] = value;
    return true;
}

static bool take_due(void *into, const char *value) {
    return moment_read(value, &((struct options *)into)->due);
}

static bool take_slurm(void *into, const char *value) {
    (void)value;
    return ((struct options *)into)->slurm = true;
}

static bool take_partition(void *into, const char *value) {
    ((struct options *)into)->cluster.partition = value;
    return value[0] != '\0';
}

static bool take_gres(void *into, const char *value) {
    ((struct options *)into)->cluster.gres = value;
    return value[0] != '\0';
}

static bool take_account(void *into, const char *value) {
    ((struct options *)into)->cluster.account = value;
    return value[0] != '\0';
}

static bool take_time(void *into, const char *value) {
    ((struct options *)into)->cluster.time = value;
    return value[0] != '\0';
}

static bool take_pack(void *into, const char *value) {
    char *end;
    const long pack = strtol(value, &end, 10);
    ((struct options *)into)->cluster.pack = (size_t)pack;
    return *end == '\0' && pack > 0 && pack <= 10000;
}

static bool take_part(void *into, const char *value) {
    ((struct options *)into)->part = value;
    return value[0] != '\0';
}

static const struct flag flags[] = {
    {{.name = "--lab",
      .value = "LAB",
      .choices = spec_name_at,
      .help = "only this lab, whatever else was handed in"},
     take_lab,
     "a lab"},
    {COMMAND_DB, take_db, "a file"},
    {{.name = "--backend",
      .value = "cpu|gpu|all",
      .choices = cli_backend_at,
      .help = "where kernels run, otherwise wherever they can"},
     take_backend,
     "cpu, gpu or all"},
    {{.name = "--seed",
      .value = "SEED",
      .help = "one seed for all; otherwise one a submission",
      .more = "Drawn from the gradebook's own secret, the same for the same bytes."},
     take_seed,
     "up to 16 hexadecimal digits"},
    {{.name = "-j", .value = "N", .help = "submissions at a time, otherwise one a core"},
     take_jobs,
     "a number from 1 to 512"},
    {{.name = "--require-tier",
      .value = "A|B|C",
      .choices = cli_tier_at,
      .help = "only in a sandbox as good as this, or better",
      .more = "And only where the engine sees every store."},
     take_tier,
     "A, B or C"},
    {{.name = "--regrade", .value = "STUDENT|LAB", .help = "grades these again; may be given several times"},
     take_regrade,
     "a student or a lab"},
    {{.name = "--due",
      .value = "TIME",
      .help = "later is late: \"2026-11-20 23:59\", local time",
      .more =
          "Behind it there may be Z, or an offset such as +02:00. For a list that says when, as Gradescope's "
          "does; other systems mark what is late themselves."},
     take_due,
     "a time such as \"2026-11-20 23:59\""},
    {{.name = "--slurm", .help = "a cluster's job arrays grade; see the next five"}, take_slurm, NULL},
    {{.name = "--partition", .value = "NAME", .help = "of the cluster, as for sbatch"},
     take_partition,
     "a partition of the cluster"},
    {{.name = "--gres", .value = "WHAT", .help = "resources of a task, as for sbatch: gpu:1"},
     take_gres,
     "what Slurm calls a resource, for example gpu:1"},
    {{.name = "--account", .value = "NAME", .help = "who pays, as for sbatch"},
     take_account,
     "an account of the cluster"},
    {{.name = "--time", .value = "TIME", .help = "limit of a task, as for sbatch"},
     take_time,
     "a time a task, as Slurm writes it"},
    {{.name = "--pack", .value = "N", .help = "submissions a task, otherwise 10"},
     take_pack,
     "a number of submissions a task"},
    {{.name = "--part",
      .value = "FILE",
      .choices = manual_files,
      .help = "what a cluster's task grades: a part of a gradebook",
      .rare = true},
     take_part,
     "a part of a gradebook"},
    {.take = NULL},
};

// Of a guard with a gap a class is told once, at the end.
static bool check_guard(struct options *options, char *why, size_t size) {
    struct places places;
    if (!places_find(&places, why, size))
        return false;
    options->gap = strcmp(options->backend, "gpu") == 0 ? NULL : places_guard_gap(&places);
    if (options->gap && options->tier)
        snprintf(why, size, "--require-tier wants no gap: %s", options->gap);
    return !options->gap || !options->tier;
}

static bool check_tier(const struct options *options, char *why, size_t size) {
    char reason[400];
    const enum sandbox_tier tier = sandbox_probe(reason, sizeof reason);
    if (tier == SANDBOX_TIER_NONE)
        snprintf(why, size, "no sandbox works on this machine: %s", reason);
    else if (options->tier && (char)tier > options->tier)
        snprintf(why, size, "the sandbox here is of tier %c, and --require-tier asks for %c: %s", (char)tier,
                 options->tier, reason);
    else
        return true;
    return false;
}

// Whether this machine may grade. Of a cluster, each task asks that for itself.
static bool is_fit(struct options *options, char *why, size_t size) {
    return check_tier(options, why, size) && check_guard(options, why, size);
}

static bool regrade(struct gradebook *book, const struct options *options, char *why, size_t size) {
    for (size_t i = 0; i < options->regrade_count; i++) {
        const char *who = options->regrade[i];
        const bool lab = spec_find(who) != NULL;
        const struct gradebook_filter filter = {.student = lab ? NULL : who, .lab = lab ? who : options->lab};
        int count;
        if (!gradebook_regrade(book, &filter, &count)) {
            snprintf(why, size, "%s", gradebook_problem(book));
            return false;
        }
        if (count == 0) {
            snprintf(why, size, "--regrade: there is nothing to grade of %s", who);
            return false;
        }
        printf("to be graded again: %d of %s\n", count, who);
    }
    return true;
}

static void say_end(const struct options *options, const struct intake *intake, const struct board *board) {
    char duration[32], full[PATH_MAX];
    const size_t left = board->total - board->before - board->graded;
    board_duration(clock_now() - board->begin, duration, sizeof duration);
    printf("%zu submissions of %d students: %zu graded", intake->count + (size_t)intake->not_gradable,
           intake->students, board->before + board->graded);
    if (board->before > 0)
        printf(" (%zu of them before)", board->before);
    if (intake->not_gradable > 0)
        printf(", %d not gradable", intake->not_gradable);
    if (intake->missing > 0)
        printf(" (%d of them not handed in)", intake->missing);
    if (left > 0)
        printf(", %zu not graded", left);
    printf("; %s\n", duration);
    printf("gradebook: %s\n", realpath(options->db, full) ? full : options->db);
    if (options->gap)
        printf("note: %s\n", options->gap);
    if (stop_requested())
        puts("stopped: the same command goes on from here");
}

static bool grade_all(struct gradebook *book, const struct options *options, const struct intake *intake,
                      struct board *board, char *why, size_t size) {
    if (!options->slurm)
        return crew_grade(book, intake, options->jobs ? options->jobs : machine_cores(), board, why, size);
    struct slurm_terms terms = options->cluster;
    terms.jobs = options->jobs ? options->jobs : 1;
    terms.tier = options->tier;
    terms.backend = options->backend;
    return slurm_grade(book, options->db, intake, &terms, board, why, size);
}

static int grade(struct gradebook *book, const struct options *options) {
    char why[1200] = "";
    struct intake intake = {.count = 0};
    struct board board;
    const struct intake_terms terms = {.lab = options->lab,
                                       .seed = options->seeded ? options->seed : NULL,
                                       .backend = options->backend,
                                       .due = options->due};
    bool good = intake_read(&intake, book, options->path, &terms, why, sizeof why) &&
                regrade(book, options, why, sizeof why);
    board_begin(&board, intake.count);
    if (good) {
        good = grade_all(book, options, &intake, &board, why, sizeof why);
        board_clear(&board);
        say_end(options, &intake, &board);
    }
    const int not_gradable = intake.not_gradable;
    intake_free(&intake);
    if (fflush(stdout) != 0 || ferror(stdout))
        return command_failed("cannot write to standard output");
    if (stop_requested())
        return stop_exit_code();
    if (!good)
        return command_failed(why);
    return board.troubled > 0 ? EXIT_OWN_FAULT : not_gradable > 0 ? EXIT_LESS : EXIT_FULL_MARKS;
}

static int run(int count, char **arguments) {
    struct options options = {.db = command_gradebook, .backend = "all", .cluster = {.pack = 10}};
    struct flag_words words;
    char why[640];
    if (!flags_parse(flags, &options, &words, count, arguments, why, sizeof why))
        return command_misused(why);
    if (words.help)
        return COMMAND_HELP;
    if (options.part && words.count == 0) {
        stop_catch_signals();
        const bool fit = !options.tier || is_fit(&options, why, sizeof why);
        return slurm_task(options.part, options.jobs ? options.jobs : 1, fit ? NULL : why);
    }
    if (words.count != 1)
        return command_misused("which submissions? For example: ./grade batch uploads");
    options.path = words.word[0];
    stop_catch_signals();
    stage_sweep();
    if (!options.slurm && !is_fit(&options, why, sizeof why))
        return command_failed(why);
    struct gradebook *book = gradebook_open(options.db, GRADEBOOK_WRITE, why, sizeof why);
    if (!book)
        return command_failed(why);
    const int code = grade(book, &options);
    gradebook_close(book);
    // Once more: of a grader killed just before, parts may have lived on for a moment.
    stage_sweep();
    sandbox_tidy();
    return code;
}

const struct command batch_command = {
    .name = "batch",
    .run = run,
    .flags = flags,
    .words = "PATH",
    .choices = manual_files,
    .summary = "grades what a class has handed in",
    .text = "Grades a class into a gradebook. PATH has a folder or an archive a student, or is what Canvas, "
            "Moodle or Gradescope exports. Stopped, even by a power cut, the same command goes on. What is "
            "graded already is not graded again, unless the submission, the lab or the grader has changed. "
            "Exit code: 0 all graded, 1 some submission is not gradable, 2 as ever."};
