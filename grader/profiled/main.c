// profiled: the right answers of all questions (lab/question.h) beside what the vendor's profiler counts of
// the same programs, compiled by nvcc. `make check-predictions` calls it, from the top folder.
//   profiled SEED...
// prints a line for each question and seed. It ends with 1 if a count is off by more than 1 %, and with 2 if
// there is nothing to profile with.
// NCU names the profiler, NVIDIA Nsight Compute's command line, where it is not on the path. Without it the
// table has the right answers, the metrics and the programs to be profiled.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/csv_table.h"
#include "run/predictions.h"
#include "submission/build.h"

enum { COMMAND = 8192, METRICS = 1024 };

struct profiler {
    struct paths paths;
    char ncu[PATH_MAX]; // "" without
    char folder[64];    // for what is compiled, and for what the profiler prints
    char said[256];     // the first line of its errors
};

struct totals {
    int questions, counted, equal, near;
};

// What the profiler printed about a program: one row for each launch and metric.
struct profile {
    struct csv_table table;
    bool known;
};

static bool find_profiler(struct profiler *profiler) {
    const char *named = getenv("NCU");
    char command[PATH_MAX + 64];
    profiler->ncu[0] = '\0';
    if (named && *named) {
        snprintf(profiler->ncu, sizeof profiler->ncu, "%s", named);
        return true;
    }
    snprintf(command, sizeof command, "command -v ncu || command -v '%s/bin/ncu'", profiler->paths.cuda);
    FILE *pipe = popen(command, "r");
    if (pipe && fgets(profiler->ncu, sizeof profiler->ncu, pipe))
        profiler->ncu[strcspn(profiler->ncu, "\n")] = '\0';
    if (pipe)
        pclose(pipe);
    return profiler->ncu[0] != '\0';
}

// nvcc compiles the lab's programs to FOLDER/LAB.
static bool compile(struct profiler *profiler, const struct spec *lab) {
    char command[COMMAND], program[128], room[3][PATH_MAX];
    const char *words[PREDICTIONS_WORDS];
    snprintf(program, sizeof program, "%s/%s", profiler->folder, lab->name);
    predictions_compiler(words, room, profiler->paths.nvcc, lab, &profiler->paths, program);
    FILE *out = fmemopen(command, sizeof command, "w");
    for (size_t i = 0; out && words[i]; i++)
        fprintf(out, "'%s' ", words[i]);
    if (out)
        fprintf(out, "-O3 -std=c++17 -arch=%s >&2", build_arch());
    return out && fclose(out) == 0 && system(command) == 0;
}

// All metrics of a program's questions, with commas between.
static void join_metrics(char *to, const struct question_program *program) {
    to[0] = '\0';
    for (size_t i = 0; i < program->question_count; i++) {
        const char *metric;
        for (size_t m = 0; (metric = question_metric(program->questions[i].asks, m)); m++)
            if (!strstr(to, metric) && strcmp(metric, "launches") != 0)
                snprintf(to + strlen(to), METRICS - strlen(to), "%s%s", to[0] ? "," : "", metric);
    }
    // Launches are counted by the rows of any metric.
    if (to[0] == '\0')
        snprintf(to, METRICS, "launch__grid_size");
}

// Runs a program under the profiler. Of what both print, table rows begin with a quotation mark.
static bool profile(struct profiler *profiler, const struct spec *lab, const struct question_program *program,
                    const struct question_counts *counts, struct profile *profile) {
    char command[COMMAND], metrics[METRICS], path[128], line[4096];
    struct error error;
    join_metrics(metrics, program);
    snprintf(path, sizeof path, "%s/rows.csv", profiler->folder);
    snprintf(command, sizeof command,
             "LC_ALL=C '%s' --csv --print-units base --metrics %s '%s/%s' %s %d %d %d 2>&1", profiler->ncu,
             metrics, profiler->folder, lab->name, program->name, counts->values[0], counts->values[1],
             counts->values[2]);
    FILE *pipe = popen(command, "r"), *rows = fopen(path, "w");
    while (pipe && rows && fgets(line, sizeof line, pipe))
        if (line[0] == '"')
            fputs(line, rows);
        else if (strstr(line, "ERROR") && profiler->said[0] == '\0')
            snprintf(profiler->said, sizeof profiler->said, "%.*s", (int)strcspn(line, "\n"), line);
    if (rows)
        fclose(rows);
    profile->known = pipe && pclose(pipe) == 0 && csv_table_read(&profile->table, path, &error);
    return profile->known;
}

static double number(const char *text) {
    double value = 0;
    for (; *text; text++)
        if (*text >= '0' && *text <= '9')
            value = 10 * value + (*text - '0');
        else if (*text != ',')
            break; // counts have no decimals that matter
    return value;
}

// A metric summed over all launches; NAN if the profiler has not counted it.
static double sum(const struct csv_table *table, const char *metric) {
    const int name = csv_column(table, (const char *const[]){"Metric Name", NULL});
    const int value = csv_column(table, (const char *const[]){"Metric Value", NULL});
    const int id = csv_column(table, (const char *const[]){"ID", NULL});
    double total = 0;
    size_t found = 0;
    const bool launches = strcmp(metric, "launches") == 0;
    for (size_t r = 1; name >= 0 && value >= 0 && id >= 0 && r < table->count; r++) {
        const struct csv_row *row = &table->rows[r];
        if (launches && (r == 1 || strcmp(csv_cell(row, id), csv_cell(row - 1, id)) != 0)) {
            total++;
            found++;
        } else if (!launches && strcmp(csv_cell(row, name), metric) == 0) {
            total += number(csv_cell(row, value));
            found++;
        }
    }
    return found > 0 ? total : NAN;
}

// What the profiler says is the answer; NAN where it has no such metric.
static double counted(const struct profile *profile, enum question_asks asks) {
    double value = NAN;
    const char *metric;
    for (size_t m = 0; profile->known && (metric = question_metric(asks, m)); m++) {
        const double one = sum(&profile->table, metric);
        value = m == 0 ? one : asks == ASK_DIVERGENT_WARPS ? value - one : value + one;
    }
    return value;
}

static void print_line(const struct spec *lab, const struct question_program *program,
                       const struct question_counts *counts, const struct question *question,
                       const struct profile *profile, struct totals *totals) {
    char values[128];
    const int64_t key = question_key(question->asks, counts);
    const double value = counted(profile, question->asks);
    question_values(program, counts->values, values, sizeof values);
    printf("%-6s %-16s %-40s %-28s %8" PRId64, lab->name, program->name, values,
           question_concept(question->asks), key);
    if (isnan(value))
        printf(" %9s %9s", "-", "-");
    else
        printf(" %9.0f %7.2f %%", value, 100 * (value - (double)key) / fmax((double)key, 1));
    totals->questions++;
    totals->counted += !isnan(value);
    totals->equal += value == (double)key;
    totals->near += fabs(value - (double)key) <= 0.01 * (double)key;
    const char *metric = question_metric(question->asks, 0);
    printf("  %s", metric ? metric : "no metric");
    for (size_t m = 1; (metric = question_metric(question->asks, m)); m++)
        printf(" %c %s", question->asks == ASK_DIVERGENT_WARPS ? '-' : '+', metric);
    putchar('\n');
    fflush(stdout);
}

static bool print_lab(struct profiler *profiler, const struct spec *lab, uint64_t seed, bool compiled,
                      struct totals *totals) {
    struct predictions *predictions = calloc(1, sizeof *predictions);
    if (!predictions)
        return false;
    predictions->lab = lab;
    predictions->seed = seed;
    const bool good = predictions_count(predictions, &profiler->paths);
    if (!good)
        fprintf(stderr, "profiled: %s: %s\n", lab->name, predictions->error.text);
    for (size_t p = 0; good && p < lab->program_count; p++) {
        const struct question_program *program = &lab->programs[p];
        struct profile its = {.known = false};
        if (compiled)
            profile(profiler, lab, program, &predictions->counts[p], &its);
        for (size_t i = 0; i < program->question_count; i++)
            print_line(lab, program, &predictions->counts[p], &program->questions[i], &its, totals);
        if (its.known)
            csv_table_free(&its.table);
    }
    free(predictions);
    return good;
}

static bool print_all(struct profiler *profiler, int count, char **seeds, bool profiles,
                      struct totals *totals) {
    bool good = true;
    printf("%-6s %-16s %-40s %-28s %8s %9s %9s  %s\n", "lab", "program", "with", "asks for", "key",
           "profiler", "off by", "metric");
    for (size_t i = 0; good && i < spec_count(); i++) {
        const struct spec *lab = spec_get(i);
        if (question_count(lab) == 0)
            continue;
        const bool compiled = profiles && compile(profiler, lab);
        if (profiles && !compiled)
            fprintf(stderr, "profiled: nvcc does not compile grader/course/%s/predict.cu\n", lab->name);
        for (int s = 0; good && s < count; s++)
            good = print_lab(profiler, lab, strtoull(seeds[s], NULL, 16), compiled, totals);
    }
    return good;
}

static int tell(const struct profiler *profiler, const struct totals *totals, bool good) {
    printf("%d answers; the profiler counted %d of them: %d equal, %d within 1 %%\n", totals->questions,
           totals->counted, totals->equal, totals->near);
    if (profiler->said[0])
        fprintf(stderr, "profiled: the profiler says: %s\n", profiler->said);
    if (!good || totals->counted == 0)
        return 2;
    return totals->near == totals->counted ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int count, char **arguments) {
    struct profiler profiler = {.folder = "/tmp/warplab-profiled-XXXXXX"};
    struct totals totals = {0};
    struct error error = {""};
    if (count < 2) {
        fprintf(stderr, "usage: profiled SEED...\n");
        return 2;
    }
    if (!paths_find(&profiler.paths, error.text, sizeof error.text) || !mkdtemp(profiler.folder)) {
        fprintf(stderr, "profiled: %s\n", error.text);
        return 2;
    }
    const bool profiles = find_profiler(&profiler) && profiler.paths.nvcc[0] != '\0';
    if (profiler.paths.nvcc[0] == '\0')
        fprintf(stderr, "profiled: there is no CUDA Toolkit (nvcc) here\n");
    if (profiler.ncu[0] == '\0')
        fprintf(stderr, "profiled: there is no profiler (ncu) here; NCU=/.../ncu names one\n");
    const bool good = print_all(&profiler, count - 1, arguments + 1, profiles, &totals);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", profiler.folder);
    if (system(command) != 0)
        fprintf(stderr, "profiled: %s is left behind\n", profiler.folder);
    return tell(&profiler, &totals, good);
}
