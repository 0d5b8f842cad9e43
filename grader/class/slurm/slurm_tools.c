// Runs Slurm's own commands without a shell, and reads their answers.
#include "class/slurm/slurm_round.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/program.h"

extern char **environ;

// Runs a command and keeps the start of its output, including errors. @return its exit code, -1 if it could
// not be run
static int run(const char *const *argv, char *output, size_t size) {
    const int said = memfd_create("said", MFD_CLOEXEC);
    const int code = program_run(argv, environ, said);
    const ssize_t length = pread(said, output, size - 1, 0);
    output[length > 0 ? length : 0] = '\0';
    close(said);
    return code;
}

// The first line of a command's output, without the command's name in front.
static void first_line(const char *command, const char *output, int code, struct error *error) {
    const int length = (int)strcspn(output, "\n");
    if (length > 0)
        error_set(error, "%s: %.*s", command, length, output);
    else if (code < 0)
        error_set(error, "cannot run %s: is Slurm installed here?", command);
    else
        error_set(error, "%s ended with code %d", command, code);
}

bool slurm_is_there(struct error *error) {
    char output[300];
    const char *const argv[] = {"sbatch", "--version", NULL};
    const int code = run(argv, output, sizeof output);
    if (code != 0)
        first_line("sbatch", output, code, error);
    return code == 0;
}

static void add(const char **argv, size_t *count, const char *flag, const char *value) {
    if (!value)
        return;
    argv[(*count)++] = flag;
    argv[(*count)++] = value;
}

// Reserved for the batch: they define its array, or keep sbatch's answer in the form that it parses.
static const char *const own_options[] = {
    "--array",      "--job-name", "--output", "--error",     "--dependency",   "--requeue",
    "--no-requeue", "--wait",     "--wrap",   "--test-only", "--help",         "--usage",
    "--version",    "--parsable", "--chdir",  "--hold",      "--cpus-per-task"};

bool slurm_option_is_free(const char *word) {
    const size_t length = strcspn(word, "=");
    if (strncmp(word, "--", 2) != 0 || length < 3)
        return false;
    for (size_t i = 0; i < sizeof own_options / sizeof *own_options; i++)
        if (strncmp(word, own_options[i], length) == 0)
            return false;
    return true;
}

bool slurm_submit(const struct slurm_terms *terms, const struct slurm_job *job, char *number, size_t size,
                  struct error *error) {
    const char *argv[2 * SLURM_MAX_OPTIONS + 20] = {"sbatch", "--parsable", "--requeue"};
    char array[48], cores[32], after[80], output[2000];
    size_t used = 3;
    snprintf(array, sizeof array, "0-%zu", job->tasks - 1);
    snprintf(cores, sizeof cores, "%zu", job->cores);
    snprintf(after, sizeof after, "afterany:%.60s", job->after ? job->after : "");
    add(argv, &used, "--array", job->tasks > 0 ? array : NULL);
    add(argv, &used, "--dependency", job->after ? after : NULL);
    add(argv, &used, "--job-name", job->name);
    add(argv, &used, "--cpus-per-task", cores);
    add(argv, &used, "--output", job->logs);
    for (size_t i = 0; i < terms->option_count; i++) {
        if (terms->options[i].name)
            argv[used++] = terms->options[i].name;
        argv[used++] = terms->options[i].value;
    }
    argv[used] = job->script;
    const int code = run(argv, output, sizeof output);
    const size_t digits = strspn(output, "0123456789");
    if (code == 0 && digits > 0 && digits < size) {
        snprintf(number, size, "%.*s", (int)digits, output);
        return true;
    }
    first_line("sbatch", output, code, error);
    return false;
}

enum slurm_queue slurm_look(const struct slurm_round *round, struct error *error) {
    static char output[1 << 16];
    const char *const argv[] = {"squeue",    "--me",     "--noheader", "--array", "--name",
                                round->name, "--format", "%K",         NULL};
    const int code = run(argv, output, sizeof output);
    if (code != 0) {
        first_line("squeue", output, code, error);
        return SLURM_NO_ANSWER;
    }
    for (const char *line = output + strspn(output, " \n"); *line;) {
        char *end;
        const size_t task = strtoul(line, &end, 10);
        if (end == line || slurm_round_part_is_pending(round, task))
            return SLURM_QUEUED;
        line = end + strspn(end, " \n");
    }
    return SLURM_GONE;
}
