// What the last ./grade of a lab came to: a file of four lines in the build folder.
#include "last_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Stands for no values.
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

// Written beside it and renamed, for another run may read it.
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
