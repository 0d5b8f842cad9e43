// The command line of ./grade batch.
#include "class/commands/batch_options.h"

#include <stdio.h>
#include <string.h>

#include "base/timestamp.h"
#include "class/commands/commands.h"
#include "judge/flow.h"
#include "lab/spec.h"
#include "sandbox/sandbox.h"

enum { MAX_JOBS = 512 };

static bool take_lab(void *into, const struct option *option, const char *value) {
    return option_text(into, option, value) && spec_find(value) != NULL;
}

static bool take_backend(void *into, const struct option *option, const char *value) {
    unsigned backends;
    return option_text(into, option, value) && request_read_backend(value, &backends);
}

static bool take_seed(void *into, const struct option *option, const char *value) {
    struct batch_options *options = into;
    uint64_t seed;
    (void)option;
    if (!request_read_seed(value, &seed))
        return false;
    snprintf(options->seed, sizeof options->seed, "%016llx", (unsigned long long)seed);
    options->intake.seed = options->seed;
    return true;
}

static bool take_tier(void *into, const struct option *option, const char *value) {
    enum sandbox_tier tier;
    (void)option;
    ((struct batch_options *)into)->cluster.tier = value[0];
    return request_read_tier(value, &tier);
}

static bool take_sandbox(void *into, const struct option *option, const char *value) {
    (void)option;
    return request_read_sandbox(value, &((struct batch_options *)into)->cluster.container);
}

static bool take_regrade(void *into, const struct option *option, const char *value) {
    struct batch_options *options = into;
    (void)option;
    if (options->regrade_count == BATCH_MAX_REGRADE || value[0] == '\0')
        return false;
    options->regrade[options->regrade_count++] = value;
    return true;
}

static bool take_roster(void *into, const struct option *option, const char *value) {
    struct batch_options *options = into;
    (void)option;
    if (options->intake.roster_count == BATCH_MAX_ROSTERS || value[0] == '\0')
        return false;
    options->rosters[options->intake.roster_count++] = value;
    options->intake.rosters = options->rosters;
    return true;
}

// Each option has the same name as in sbatch; "--sbatch" has a whole option as its value.
static bool take_slurm(void *into, const struct option *option, const char *value) {
    struct slurm_terms *terms = &((struct batch_options *)into)->cluster;
    const bool whole = strcmp(option->names, "--sbatch") == 0;
    if (terms->option_count == SLURM_MAX_OPTIONS || value[0] == '\0' ||
        (whole && !slurm_option_is_free(value)))
        return false;
    terms->options[terms->option_count++] =
        (struct slurm_option){.name = whole ? NULL : option->names, .value = value};
    return true;
}

static bool take_due(void *into, const struct option *option, const char *value) {
    (void)option;
    return timestamp_read(value, &((struct batch_options *)into)->intake.due);
}

#define AT(member) .offset = offsetof(struct batch_options, member)
const struct option batch_options[] = {
    OPTION_WORD(struct batch_options, path, "PATH"),
    OPTION_TAKEN(take_lab, "--lab", "LAB", .help = "only this lab, whatever else was handed in",
                 .wants = "a lab", AT(intake.lab)),
    COMMAND_DB(struct batch_options),
    OPTION_TAKEN(take_backend, "--backend", "cpu|gpu|all",
                 .help = "where kernels run, otherwise wherever they can", .wants = "cpu, gpu or all",
                 AT(intake.backend)),
    OPTION_TAKEN(take_seed, "--seed", "SEED", .help = "one seed for all; otherwise one per submission",
                 .wants = "up to 16 hexadecimal digits"),
    OPTION_NUMBER(struct batch_options, jobs, "-j", "N", 1, MAX_JOBS,
                  .help = "submissions at a time, otherwise one per core", .form = OPTION_JOINED),
    OPTION_TAKEN(take_tier, "--require-tier", "A|B|C", .help = "only in a sandbox as good as this, or better",
                 .wants = "A, B or C"),
    OPTION_TAKEN(take_sandbox, "--sandbox", "WHICH",
                 .help = "auto, or container: none but the container around it",
                 .wants = "auto or container"),
    OPTION_TAKEN(take_regrade, "--regrade", "NAME", .help = "grades this student or lab again; several times",
                 .wants = "a student or a lab"),
    OPTION_SWITCH(struct batch_options, only_changed, "--only-changed",
                  .help = "only what has an earlier score; PATH may be left out"),
    OPTION_SWITCH(struct batch_options, only_open, "--only-open",
                  .help = "only what has open points, again; PATH may be left out"),
    OPTION_TEXT(struct batch_options, policy, "--policy", "FILE",
                .help = "the rules, otherwise " COMMAND_POLICY_FILE " beside the gradebook", .rare = true),
    OPTION_TAKEN(take_due, "--due", "TIME", .help = "later is late: \"2026-11-20 23:59\", local time",
                 .wants = "a time such as \"2026-11-20 23:59\""),
    OPTION_TAKEN(take_roster, "--roster", "FILE", .help = "who is in the class, a CSV; several times",
                 .wants = "a file"),
    OPTION_SWITCH(struct batch_options, slurm, "--slurm",
                  .help = "a cluster's job arrays grade; options below are for it"),
    OPTION_SWITCH(struct batch_options, cluster.detach, "--detach",
                  .help = "do not wait for the cluster; its last job merges"),
    OPTION_TAKEN(take_slurm, "--partition", "NAME", .help = "as for sbatch; --account and more are below"),
    OPTION_TAKEN(take_slurm, "--account", "NAME", .help = "who pays", .rare = true),
    OPTION_TAKEN(take_slurm, "--qos", "NAME", .help = "quality of service", .rare = true),
    OPTION_TAKEN(take_slurm, "--constraint", "LIST", .help = "features that a node must have", .rare = true),
    OPTION_TAKEN(take_slurm, "--gres", "WHAT", .help = "resources of a task: gpu:1", .rare = true),
    OPTION_TAKEN(take_slurm, "--mem", "SIZE", .help = "memory of a task: 4G", .rare = true),
    OPTION_TAKEN(take_slurm, "--time", "TIME", .help = "limit of a task", .rare = true),
    OPTION_TAKEN(
        take_slurm, "--sbatch", "OPTION", .help = "any other of sbatch: --sbatch=--exclusive",
        .wants =
            "a long option of sbatch, such as --exclusive or --nice=10, and none that makes another array"),
    OPTION_NUMBER(struct batch_options, pack, "--pack", "N", 1, 10000,
                  .help = "submissions per task, otherwise 10"),
    OPTION_TEXT(struct batch_options, part, "--part", "FILE",
                .help = "what a cluster's task grades: a part of a gradebook", .rare = true),
    OPTION_SWITCH(struct batch_options, collect, "--collect",
                  .help = "what a cluster's last job does after --detach", .rare = true),
    {.names = NULL},
};
